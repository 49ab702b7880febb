//! The run: job after job, children read from finished files, results written to new ones.

use std::io;
use std::sync::atomic::{AtomicU64, Ordering};

use super::error::SolveError;
use super::kernel::Kernels;
use super::lap::Lap;
use super::pair::{Induction, Side};
use super::plan::Job;
use super::scores::Scores;
use super::sources::Sources;
use super::values::Values;
use crate::index::Subspace;
use crate::store::{Folder, SubspaceValues, Summary, write};

/// What a run tells while it works. Slots are those of the job at hand.
pub trait Progress: Sync {
    /// Captures of a subspace are being settled.
    fn settling(&self, subspace: Subspace);
    /// The wins or losses of a distance are found; `decided` of the pair's slots have their value.
    fn ply(&self, ply: u16, decided: u64);
    /// So many slots of a subspace of the placing phase have their value by now.
    fn placed(&self, slots: u64);
    /// Files are being written.
    fn writing(&self, subspace: Subspace);
    /// A file is finished.
    fn written(&self, summary: &Summary);
}

/// Solves job after job into a folder.
pub struct Solver<'a> {
    folder: &'a Folder,
    sources: Sources<'a>,
    /// Scores that the last job needed, and the next one may need again.
    kept: Option<(Subspace, Scores)>,
}

impl<'a> Solver<'a> {
    /// A solver for the rules of `folder`, where its results go.
    pub fn new(folder: &'a Folder, kernels: Kernels) -> Solver<'a> {
        Solver { folder, sources: Sources { folder, kernels }, kept: None }
    }

    /// Solves a job and writes its files. The files of the subspaces that its turns lead to must
    /// be in the folder.
    ///
    /// Runs on the threads of the rayon pool that it is called in.
    ///
    /// # Errors
    /// If such a file is missing or damaged, a file can't be written, or memory can't be had.
    pub fn solve(&mut self, job: &Job, progress: &dyn Progress) -> Result<(), SolveError> {
        match &job.subspaces[..] {
            moving if moving.iter().all(Subspace::is_moving) => self.induce(moving, progress),
            placing => self.place(placing, progress),
        }
    }

    fn induce(&mut self, pair: &[Subspace], progress: &dyn Progress) -> Result<(), SolveError> {
        let no_memory = |cause: io::Error| SolveError::Memory { subspace: pair[0], cause };
        let (rules, kernels) = (self.folder.rules(), self.sources.kernels);
        self.kept = None;
        let (mut lap, mut last) = (Lap::First, Lap::First);
        let mut sides = Vec::new();
        for &subspace in pair {
            progress.settling(subspace);
            let child = self.sources.captured(subspace)?;
            let side = Side::new(rules, kernels, subspace, child.as_ref()).map_err(no_memory)?;
            if side.has_late_captures {
                last = Lap::Second;
            }
            sides.push(side);
        }
        let mut induction = Induction::new(sides).map_err(no_memory)?;
        let mut report = |ply, decided| progress.ply(ply, decided);
        while !induction.run(lap, rules.metric(), kernels, &mut report) || lap < last {
            let too_long = || SolveError::TooLong { subspace: pair[0], rules: *rules };
            lap = lap.next().ok_or_else(too_long)?;
            for side in induction.sides_mut() {
                progress.settling(side.subspace);
                let late = match side.has_late_captures {
                    true => self.sources.captured(side.subspace)?,
                    false => None,
                };
                side.see_captures_again(kernels, late.as_ref());
            }
            // Only now, in the memory that what captures lead to has left.
            induction.begin_second_lap();
        }
        for side in induction.into_sides() {
            // All but the values is not needed any more.
            let (subspace, values) = side.into_values();
            self.write(subspace, &values, progress)?;
        }
        Ok(())
    }

    /// Solves subspaces of the placing phase, of which each leads to the one before it.
    fn place(&mut self, subspaces: &[Subspace], progress: &dyn Progress) -> Result<(), SolveError> {
        let placed = AtomicU64::new(0);
        let report = |slots: u64| {
            let before = placed.fetch_add(slots, Ordering::Relaxed);
            progress.placed(before + slots);
        };
        let mut kept = self.kept.take();
        let mut solved = None;
        for &subspace in subspaces {
            progress.settling(subspace);
            // What was kept is for the earlier of two plies.
            let captured = if subspace.is_last_placing() { None } else { kept.take() };
            let (values, quiet) =
                self.sources.placed(subspace, captured, solved.take(), &report)?;
            self.write(subspace, &values, progress)?;
            if subspace.is_last_placing() {
                solved = Some(values);
            } else {
                self.kept = Some((subspace.after_quiet_turn(), quiet));
            }
        }
        Ok(())
    }

    fn write(
        &self,
        subspace: Subspace,
        values: &Values,
        progress: &dyn Progress,
    ) -> Result<(), SolveError> {
        progress.writing(subspace);
        let values = SubspaceValues { rules: self.folder.rules(), subspace, codes: values };
        progress.written(&write(self.folder.dir(), &values, &|_| {})?);
        Ok(())
    }
}
