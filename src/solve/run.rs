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
}

/// What a run tells while it works. Slots are those of the job at hand.
pub trait Progress: Sync {
    /// Captures of a subspace are being settled.
    fn settling(&self, subspace: Subspace);
    /// A ply of a pair is done; `decided` of the pair's slots have their value by now.
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
            [subspace] if !subspace.is_moving() => self.place(*subspace, progress),
            pair => self.induce(pair, progress),
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
        induce(&mut sides, self.kernels, &mut |ply, decided| progress.ply(ply, decided))
            .map_err(no_memory)?;
        for side in sides {
            // All but the values is not needed any more.
            let (subspace, codes) = side.into_values();
            self.write(subspace, &codes, progress)?;
        }
        Ok(())
    }

    fn place(&mut self, subspace: Subspace, progress: &dyn Progress) -> Result<(), SolveError> {
        progress.settling(subspace);
        let kept = self.kept.take();
        let (codes, quiet) = self.placed(subspace, kept, progress)?;
        self.kept = Some(quiet);
        self.write(subspace, &codes, progress)
    }

    /// The value codes of a subspace of the placing phase, and the scores of where its quiet turns
    /// lead. `kept` may be scores that are needed.
    fn placed(
        &self,
        subspace: Subspace,
        kept: Option<(Subspace, Bytes)>,
        progress: &dyn Progress,
    ) -> Result<(Bytes, (Subspace, Bytes)), SolveError> {
        let child = match subspace.after_capture() {
            Some(child) if subspace.may_capture() => {
                let scores = match kept {
                    Some((kept, scores)) if kept == child => scores,
                    _ => self.scores(child)?,
                };
                Some(ChildScores::new(child, scores))
            }
            _ => None,
        };
        let next = subspace.after_quiet_turn();
        let quiet = self.scores(next)?;
        let placed = AtomicU64::new(0);
        let report = |slots: u64| {
            let before = placed.fetch_add(slots, Ordering::Relaxed);
            progress.placed(before + slots);
        };
        let (rules, child) = (self.folder.rules(), child.as_ref());
        let codes = placing::solve(rules, self.kernels, subspace, &quiet, child, &report)
            .map_err(|cause| SolveError::Memory { subspace, cause })?;
        Ok((codes, (next, quiet)))
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
        let mut scores = if subspace.is_last_placing() {
            // Its file has no distances. Solving it again takes no longer than reading them would.
            self.placed(subspace, None, &Unseen)?.0
        } else {
            let mut codes = Bytes::zeroed(subspace.slots())
                .map_err(|cause| SolveError::Memory { subspace, cause })?;
            // Not through the folder's open files: this one is not needed again for a while.
            self.folder.open_once(subspace)?.decode_all(&mut codes)?;
            codes
        };
        let table = score::table();
        scores.par_chunks_mut(1 << 16).for_each(|part| {
            part.iter_mut().for_each(|byte| *byte = table[*byte as usize]);
        });
        Ok(scores)
    }
}

/// The progress of what is done on the side.
struct Unseen;

impl Progress for Unseen {
    fn settling(&self, _: Subspace) {}
    fn ply(&self, _: u8, _: u64) {}
    fn placed(&self, _: u64) {}
    fn writing(&self, _: Subspace) {}
    fn written(&self, _: &Summary) {}
}
