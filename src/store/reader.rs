//! Answers from a database file.

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use memmap2::Mmap;
use rayon::prelude::*;

use super::blocks::{Blocks, Bytes};
use super::cache::{Block, BlockCache, Key, Plane};
use super::error::StoreError;
use super::format::HEADER_LEN;
use super::header::Header;
use super::planes::{Outcomes, code};
use super::tally::{Codes, tally};
use crate::board::{Outcome, Rules, Value};
use crate::index::Subspace;

/// An open database file. It can be shared between threads.
///
/// Whatever the bytes of the file, nothing here panics, reads out of bounds or takes more memory
/// than a block needs: what is wrong is a [`StoreError`].
pub struct SubspaceFile {
    blocks: Blocks,
    cache: Arc<BlockCache>,
    /// Tells the blocks of this file from those of others in the cache.
    id: u64,
}

impl SubspaceFile {
    /// Opens a file and checks its header, its length and its indices; blocks are checked when
    /// they are first needed.
    ///
    /// # Errors
    /// If there is no such file, it can't be read, it was made for something else than `rules` and
    /// `subspace`, or it is damaged.
    pub fn open(
        path: &Path,
        rules: &Rules,
        subspace: Subspace,
        cache: &Arc<BlockCache>,
    ) -> Result<SubspaceFile, StoreError> {
        let file = open(path, rules, subspace)?;
        // SAFETY: the map is only read. Finished files are never written to, only replaced by a
        // rename, which leaves the mapped one as it is.
        #[allow(unsafe_code)]
        let map = unsafe { Mmap::map(&file) };
        let map = map.map_err(|source| StoreError::io("map", path, source))?;
        SubspaceFile::new(Bytes::Mapped(map), path, rules, subspace, cache)
    }

    /// The same from bytes in memory; `path` is only a name for messages.
    ///
    /// # Errors
    /// As [`SubspaceFile::open`].
    pub fn from_bytes(
        bytes: Vec<u8>,
        path: &Path,
        rules: &Rules,
        subspace: Subspace,
        cache: &Arc<BlockCache>,
    ) -> Result<SubspaceFile, StoreError> {
        SubspaceFile::new(Bytes::Owned(bytes), path, rules, subspace, cache)
    }

    fn new(
        bytes: Bytes,
        path: &Path,
        rules: &Rules,
        subspace: Subspace,
        cache: &Arc<BlockCache>,
    ) -> Result<SubspaceFile, StoreError> {
        static NEXT_ID: AtomicU64 = AtomicU64::new(0);
        let id = NEXT_ID.fetch_add(1, Ordering::Relaxed);
        let blocks = Blocks::new(bytes, path, rules, subspace)?;
        Ok(SubspaceFile { blocks, cache: Arc::clone(cache), id })
    }

    /// The file's path.
    pub fn path(&self) -> &Path {
        &self.blocks.path
    }

    /// The header: counts, longest win and loss, histogram.
    pub fn header(&self) -> &Header {
        &self.blocks.header
    }

    /// Whether the file has distances, rather than outcomes only.
    pub fn has_distances(&self) -> bool {
        self.blocks.has_distances
    }

    /// Whether the file is one of outcomes that should have distances too.
    pub fn is_cut(&self) -> bool {
        self.blocks.header.stores_distances() && !self.blocks.has_distances
    }

    /// Win, draw or loss of a slot for the side to move.
    ///
    /// # Errors
    /// If the slot's block is damaged.
    ///
    /// # Panics
    /// If the subspace has no such slot.
    pub fn outcome(&self, slot: usize) -> Result<Outcome, StoreError> {
        let (block, slot) = self.blocks.block_of(slot);
        Ok(match self.outcomes(block)?.get(slot) {
            0 => Outcome::Draw,
            1 => Outcome::Win,
            _ => Outcome::Loss,
        })
    }

    /// The value of a slot for the side to move.
    ///
    /// # Errors
    /// If the slot's block is damaged, or the file has no distances.
    ///
    /// # Panics
    /// If the subspace has no such slot.
    pub fn value(&self, slot: usize) -> Result<Value, StoreError> {
        self.blocks.need_distances()?;
        let (block, slot) = self.blocks.block_of(slot);
        let outcomes = self.outcomes(block)?;
        let outcome = outcomes.get(slot);
        if outcome == 0 {
            return Ok(Value::Draw);
        }
        let distances = self.distances(block, outcomes.decided())?;
        // There are as many as the block has non-draws.
        let distance = distances.get(outcomes.rank(slot));
        distance
            .and_then(|distance| code(outcome, *distance))
            .map(|code| self.blocks.header.rules.metric().value(code))
            .ok_or_else(|| self.blocks.corrupt("invalid distance", Some(block)))
    }

    /// Decodes the whole file in parallel, past the cache: for each slot what `of_code` makes of it
    /// and its [`Metric::code`](crate::board::Metric::code).
    ///
    /// # Errors
    /// If a block is damaged, or the file has no distances.
    ///
    /// # Panics
    /// If `out` has not one item for each slot.
    pub fn decode_all<T: Send>(
        &self,
        out: &mut [T],
        of_code: impl Fn(usize, u16) -> T + Sync,
    ) -> Result<(), StoreError> {
        self.blocks.need_distances()?;
        self.decode_all_outcomes(out, of_code)
    }

    /// The same for a file that may be without distances; then every win and loss has the
    /// shortest one.
    ///
    /// # Errors
    /// If a block is damaged.
    ///
    /// # Panics
    /// If `out` has not one item for each slot.
    pub fn decode_all_outcomes<T: Send>(
        &self,
        out: &mut [T],
        of_code: impl Fn(usize, u16) -> T + Sync,
    ) -> Result<(), StoreError> {
        assert_eq!(out.len() as u64, self.blocks.header.slots, "one item a slot");
        let block_slots = self.blocks.header.block_slots();
        out.par_chunks_mut(block_slots).enumerate().try_for_each_init(
            Vec::new,
            |codes, (block, out)| {
                codes.resize(out.len(), 0);
                self.blocks.decode_block(block, codes)?;
                let items = (block * block_slots..).zip(out.iter_mut().zip(codes));
                items.for_each(|(slot, (item, code))| *item = of_code(slot, *code));
                Ok(())
            },
        )
    }

    /// Decodes the slots from `first` on into `codes`, on this thread, past the cache. Blocks are
    /// decoded whole, so a few rows at a time are better than one.
    ///
    /// # Errors
    /// If a block is damaged, or the file has no distances.
    ///
    /// # Panics
    /// If the subspace has not so many slots.
    pub fn decode(&self, first: usize, codes: &mut [u16]) -> Result<(), StoreError> {
        self.blocks.need_distances()?;
        self.blocks.decode(first, codes)
    }

    /// Checks everything: each block's checksum and contents, and that the header's statistics are
    /// those of the values. Of outcomes only, the numbers of wins, draws and losses.
    ///
    /// # Errors
    /// The first damage found.
    pub fn verify(&self) -> Result<(), StoreError> {
        let header = &self.blocks.header;
        let found = tally(header.rules.metric(), header.subspace, self)?;
        let good = if self.blocks.has_distances {
            (&found.histogram, found.longest_win, found.longest_loss)
                == (&header.histogram, header.longest_win, header.longest_loss)
        } else {
            // Distances were taken as 0: code 2 is all wins, code 1 all losses.
            let counts = header.counts();
            found.histogram[..3] == [counts.draws, counts.losses, counts.wins]
        };
        good.then_some(())
            .ok_or_else(|| self.blocks.corrupt("statistics that don't fit the values", None))
    }

    fn outcomes(&self, block: usize) -> Result<Arc<Outcomes>, StoreError> {
        let key = Key { file: self.id, block, plane: Plane::Outcomes };
        let load = || Ok(Block::Outcomes(Arc::new(self.blocks.outcomes(block)?)));
        match self.cache.get_or_load(key, load)? {
            Block::Outcomes(outcomes) => Ok(outcomes),
            Block::Distances(_) => unreachable!("the key says which plane it is"),
        }
    }

    fn distances(&self, block: usize, decided: usize) -> Result<Arc<[u8]>, StoreError> {
        let key = Key { file: self.id, block, plane: Plane::Distances };
        let load = || Ok(Block::Distances(self.blocks.distances(block, decided)?));
        match self.cache.get_or_load(key, load)? {
            Block::Distances(distances) => Ok(distances),
            Block::Outcomes(_) => unreachable!("the key says which plane it is"),
        }
    }
}

/// Reads the header alone and checks it, and the file's length.
pub(super) fn read_header(
    path: &Path,
    rules: &Rules,
    subspace: Subspace,
) -> Result<Header, StoreError> {
    let file = open(path, rules, subspace)?;
    let io = |source| StoreError::io("read", path, source);
    let length = file.metadata().map_err(io)?.len();
    let mut bytes = Vec::new();
    file.take(HEADER_LEN as u64).read_to_end(&mut bytes).map_err(io)?;
    let header = Header::decode(&bytes, path, rules, subspace)?;
    header.check_length(path, length)?;
    Ok(header)
}

fn open(path: &Path, rules: &Rules, subspace: Subspace) -> Result<File, StoreError> {
    File::open(path).map_err(|source| match source.kind() {
        io::ErrorKind::NotFound => StoreError::missing(path, rules, subspace),
        _ => StoreError::io("open", path, source),
    })
}

impl Codes for SubspaceFile {
    type Error = StoreError;

    /// All distances as 0 if the file has none.
    fn read(&self, first: usize, codes: &mut [u16]) -> Result<(), StoreError> {
        self.blocks.decode(first, codes)
    }
}

impl fmt::Debug for SubspaceFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("SubspaceFile");
        debug.field("path", &self.blocks.path).field("subspace", &self.blocks.header.subspace);
        debug.field("has_distances", &self.blocks.has_distances).finish_non_exhaustive()
    }
}
