//! The run: pair after pair, children read from finished files, results written to new ones.

use std::io;

use thiserror::Error;

use super::capture::Child;
use super::kernel::Kernels;
use super::memory::Bytes;
use super::pair::{Side, induce};
use super::plan::Pair;
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
        "no memory for the pair of {subspace}: {cause}; close other programs, or solve less with \
         --max-stones"
    )]
    Memory {
        /// A subspace of the pair.
        subspace: Subspace,
        /// The operating system's reason.
        cause: io::Error,
    },
}

/// What a run tells while it works. Slots are counted over the whole run's pairs.
pub trait Progress: Sync {
    /// Captures of a subspace are being settled.
    fn settling(&self, subspace: Subspace);
    /// A ply of a pair is done; `decided` of the pair's slots have their value by now.
    fn ply(&self, ply: u8, decided: u64);
    /// Files are being written.
    fn writing(&self, subspace: Subspace);
    /// A file is finished.
    fn written(&self, summary: &Summary);
}

/// Solves a pair and writes its files. Its children's files must be in `folder`.
///
/// Runs on the threads of the rayon pool that it is called in.
///
/// # Errors
/// If a child's file is missing or damaged, a file can't be written, or memory can't be had.
pub fn solve_pair(
    folder: &Folder,
    pair: &Pair,
    kernels: Kernels,
    progress: &dyn Progress,
) -> Result<(), SolveError> {
    let no_memory = |cause: io::Error| SolveError::Memory { subspace: pair.subspaces[0], cause };
    let mut sides = Vec::new();
    for &subspace in &pair.subspaces {
        progress.settling(subspace);
        let scores = match subspace.after_capture() {
            None => None,
            Some(child) => Some((child, child_scores(folder, child)?)),
        };
        let child = match &scores {
            None => Child::GameOver,
            Some((child, scores)) => Child::Scores(*child, scores),
        };
        sides.push(Side::new(folder.rules(), kernels, subspace, child).map_err(no_memory)?);
    }
    induce(&mut sides, kernels, &mut |ply, decided| progress.ply(ply, decided))
        .map_err(no_memory)?;
    for side in sides {
        // All but the values is not needed any more.
        let (subspace, codes) = side.into_values();
        progress.writing(subspace);
        let values = SubspaceValues { rules: folder.rules(), subspace, codes: &codes };
        progress.written(&write(folder.dir(), &values, &|_| {})?);
    }
    Ok(())
}

/// The scores of a finished subspace's slots for the side that moves there.
fn child_scores(folder: &Folder, child: Subspace) -> Result<Bytes, SolveError> {
    let mut scores = Bytes::zeroed(child.slots())
        .map_err(|cause| SolveError::Memory { subspace: child, cause })?;
    // Not through the folder's open files: this one is not needed again for a while.
    folder.open_once(child)?.decode_all(&mut scores)?;
    let table = score::table();
    scores.par_chunks_mut(1 << 16).for_each(|part| {
        part.iter_mut().for_each(|byte| *byte = table[*byte as usize]);
    });
    Ok(scores)
}
