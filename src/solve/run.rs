//! The run: job after job, children read from finished files, results written to new ones.

use std::io;
use std::sync::atomic::{AtomicU64, Ordering};

use thiserror::Error;

use super::capture::ChildScores;
use super::kernel::Kernels;
use super::memory::Bytes;
use super::pair::{Side, induce};
use super::placing;
use super::plan::Job;
use super::score;
use crate::board::{MAX_PLIES, Metric, Rules};
use crate::index::Subspace;
use crate::store::{Folder, StoreError, SubspaceValues, Summary, write};
use rayon::prelude::*;

/// Why a run stopped. Files that it had finished are kept; running it again continues.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SolveError {
    /// A child's file can't be read, or a result's can't be written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The operating system gives no more memory.
    #[error(
        "no memory to solve {subspace}: {cause}; close other programs, or solve less with \
         --max-stones"
    )]
    Memory {
        /// The subspace, or one of the pair.
        subspace: Subspace,
        /// The operating system's reason.
        cause: io::Error,
    },
    /// A distance has no code.
    #[error(
        "{subspace} can't be solved under the rules {rules}: distances to the end of the game exceed \
         {MAX_PLIES} plies; limit the turns without a capture with --draw-after, or solve less with \
         --max-stones"
    )]
    TooLong {
        /// The subspace, or one of the pair.
        subspace: Subspace,
        /// The rules.
        rules: Rules,
    },
}

/// What a run tells while it works. Slots are those of the job at hand.
pub trait Progress: Sync {
    /// Captures of a subspace are being settled.
    fn settling(&self, subspace: Subspace);
    /// The wins or losses of a distance are found; `decided` of the pair's slots have their value.
    fn ply(&self, ply: u8, decided: u64);
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
    kernels: Kernels,
    /// Scores that the last job needed, and the next one may need again.
    kept: Option<(Subspace, Bytes)>,
}

impl<'a> Solver<'a> {
    /// A solver for the rules of `folder`, where its results go.
    pub fn new(folder: &'a Folder, kernels: Kernels) -> Solver<'a> {
        Solver { folder, kernels, kept: None }
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
        self.kept = None;
        let mut sides = Vec::new();
        for &subspace in pair {
            progress.settling(subspace);
            let child = match subspace.after_capture() {
                None => None,
                Some(child) => Some(ChildScores::new(child, self.scores(child)?)),
            };
            let side = Side::new(self.folder.rules(), self.kernels, subspace, child.as_ref());
            sides.push(side.map_err(no_memory)?);
        }
        let metric = self.folder.rules().metric();
        let mut report = |ply, decided| progress.ply(ply, decided);
        if !induce(&mut sides, metric, self.kernels, &mut report).map_err(no_memory)? {
            return Err(self.too_long(pair[0]));
        }
        for side in sides {
            // All but the values is not needed any more.
            let (subspace, codes) = side.into_values();
            self.write(subspace, &codes, progress)?;
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
        let mut captured = self.kept.take();
        let mut solved: Option<Bytes> = None;
        for &subspace in subspaces {
            progress.settling(subspace);
            let next = subspace.after_quiet_turn();
            // What was kept is for the earlier of two plies.
            let kept = if subspace.is_last_placing() { None } else { captured.take() };
            let child = self.child(subspace, kept)?;
            let quiet = match solved.take() {
                Some(quiet) => quiet,
                None => self.scores(next)?,
            };
            let mut codes = self.placed(subspace, &quiet, child.as_ref(), &report)?;
            self.write(subspace, &codes, progress)?;
            if subspace.is_last_placing() {
                self.to_scores(subspace, &mut codes)?;
                solved = Some(codes);
            } else {
                self.kept = Some((next, quiet));
            }
        }
        Ok(())
    }

    /// What captures in a subspace of the placing phase lead to; `kept` may be their scores.
    fn child(
        &self,
        subspace: Subspace,
        kept: Option<(Subspace, Bytes)>,
    ) -> Result<Option<ChildScores>, SolveError> {
        let Some(child) = subspace.after_capture().filter(|_| subspace.may_capture()) else {
            return Ok(None);
        };
        let scores = match kept {
            Some((kept, scores)) if kept == child => scores,
            _ => self.scores(child)?,
        };
        Ok(Some(ChildScores::new(child, scores)))
    }

    fn placed(
        &self,
        subspace: Subspace,
        quiet: &[u8],
        child: Option<&ChildScores>,
        report: &(dyn Fn(u64) + Sync),
    ) -> Result<Bytes, SolveError> {
        placing::solve(self.folder.rules(), self.kernels, subspace, quiet, child, report)
            .map_err(|cause| SolveError::Memory { subspace, cause })
    }

    fn write(
        &self,
        subspace: Subspace,
        codes: &[u8],
        progress: &dyn Progress,
    ) -> Result<(), SolveError> {
        progress.writing(subspace);
        let values = SubspaceValues { rules: self.folder.rules(), subspace, codes };
        progress.written(&write(self.folder.dir(), &values, &|_| {})?);
        Ok(())
    }

    /// The scores of a finished subspace's slots for the side that moves there.
    fn scores(&self, subspace: Subspace) -> Result<Bytes, SolveError> {
        let outcomes_do = self.folder.rules().metric() != Metric::End;
        let mut codes = if subspace.is_last_placing() && !outcomes_do {
            // Its file has no distances. Solving it again takes hardly longer than reading them.
            let quiet = self.scores(subspace.after_quiet_turn())?;
            self.placed(subspace, &quiet, self.child(subspace, None)?.as_ref(), &|_| ())?
        } else {
            let mut codes = Bytes::zeroed(subspace.slots())
                .map_err(|cause| SolveError::Memory { subspace, cause })?;
            // Not through the folder's open files: this one is not needed again for a while.
            let file = self.folder.open_once(subspace)?;
            // Under an N-ply rule captures and placings begin anew: it only matters who wins.
            match outcomes_do {
                true => file.decode_all_outcomes(&mut codes)?,
                false => file.decode_all(&mut codes)?,
            }
            codes
        };
        self.to_scores(subspace, &mut codes)?;
        Ok(codes)
    }

    /// Makes the codes of a subspace's values the scores of the placings or captures that lead there.
    fn to_scores(&self, subspace: Subspace, codes: &mut [u8]) -> Result<(), SolveError> {
        let table = score::table(self.folder.rules().metric());
        let parts = codes.par_chunks_mut(1 << 16).map(|part| {
            let mut fits = true;
            for byte in part {
                *byte = table[*byte as usize];
                fits &= *byte != score::NONE;
            }
            fits
        });
        if parts.reduce(|| true, |a, b| a & b) { Ok(()) } else { Err(self.too_long(subspace)) }
    }

    fn too_long(&self, subspace: Subspace) -> SolveError {
        SolveError::TooLong { subspace, rules: *self.folder.rules() }
    }
}
