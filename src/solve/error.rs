//! Why a run stops.

use std::io;

use thiserror::Error;

use crate::board::{MAX_PLIES, Rules};
use crate::index::Subspace;
use crate::store::StoreError;

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
