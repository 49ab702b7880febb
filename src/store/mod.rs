//! Database files: one a subspace, compressed, checksummed, memory-mapped.
//!
//! [`write()`] makes a file from one value code a slot, [`SubspaceFile`] answers from it, and
//! [`Folder`] holds the files of one rule profile. [`mod@format`] specifies every byte. This module knows the
//! board and the index; it does not know how values are computed or what is asked of them.

mod blocks;
mod cache;
mod compare;
mod error;
mod folder;
pub mod format;
mod header;
mod lock;
mod planes;
mod reader;
mod tally;
mod writer;

#[cfg(test)]
mod tests;

pub use cache::{BlockCache, DEFAULT_CACHE_BYTES};
pub use compare::{Comparison, compare};
pub use error::StoreError;
pub use folder::Folder;
pub use format::checksum;
pub use header::{Counts, Header, Longest};
pub use lock::Lock;
pub use reader::SubspaceFile;
pub use tally::Codes;
pub use writer::{SubspaceValues, Summary, write};
