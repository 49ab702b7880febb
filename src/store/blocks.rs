//! From a file's bytes to the contents of its blocks.

use std::cell::RefCell;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use memmap2::Mmap;
use zstd::bulk::Decompressor;

use super::cache::Plane;
use super::error::StoreError;
use super::format::{HEADER_LEN, INDEX_ENTRY, checksum};
use super::header::{Header, get_u64};
use super::planes::{JOIN_PADDING, Outcomes, check_outcomes, join, packed_len};
use crate::board::Rules;
use crate::index::Subspace;

/// A file's bytes.
pub(super) enum Bytes {
    Mapped(Mmap),
    Owned(Vec<u8>),
}

impl Bytes {
    fn get(&self) -> &[u8] {
        match self {
            Bytes::Mapped(bytes) => bytes,
            Bytes::Owned(bytes) => bytes,
        }
    }
}

/// What decompression needs, kept by each thread.
#[derive(Default)]
struct Scratch {
    zstd: Option<Decompressor<'static>>,
    packed: Vec<u8>,
    distances: Vec<u8>,
    codes: Vec<u16>,
}

thread_local! {
    static SCRATCH: RefCell<Scratch> = RefCell::default();
}

/// A file whose header, length and indices are good, so that its blocks can be asked for.
pub(super) struct Blocks {
    pub path: PathBuf,
    pub header: Header,
    pub has_distances: bool,
    bytes: Bytes,
}

impl Blocks {
    /// Takes a file's bytes and checks its header, its length and its indices.
    pub(super) fn new(
        bytes: Bytes,
        path: &Path,
        rules: &Rules,
        subspace: Subspace,
    ) -> Result<Blocks, StoreError> {
        let header = Header::decode(bytes.get(), path, rules, subspace)?;
        let length = bytes.get().len() as u64;
        header.check_length(path, length)?;
        let has_distances = length == header.file_len() && header.stores_distances();
        let blocks = Blocks { path: path.to_owned(), bytes, header, has_distances };
        blocks.check_index(Plane::Outcomes)?;
        if has_distances {
            blocks.check_index(Plane::Distances)?;
        }
        Ok(blocks)
    }

    pub(super) fn corrupt(&self, what: &'static str, block: Option<usize>) -> StoreError {
        StoreError::Corrupt { path: self.path.clone(), what, block }
    }

    /// An error if the file is one of outcomes only.
    pub(super) fn need_distances(&self) -> Result<(), StoreError> {
        match self.has_distances {
            true => Ok(()),
            false => Err(StoreError::NoDistances { path: self.path.clone() }),
        }
    }

    /// The block of a slot and its place in it.
    ///
    /// # Panics
    /// If the subspace has no such slot.
    pub(super) fn block_of(&self, slot: usize) -> (usize, usize) {
        let slots = self.header.slots;
        assert!((slot as u64) < slots, "slot {slot} of {slots} in {}", self.header.subspace);
        let shift = self.header.block_slots.trailing_zeros();
        (slot >> shift, slot & (self.header.block_slots() - 1))
    }

    fn slots_in(&self, block: usize) -> usize {
        let size = self.header.block_slots();
        size.min(self.header.slots as usize - block * size)
    }

    /// Where a plane's index and blocks are. The header has seen to their order, and the length of
    /// the file to their being there.
    fn sections(&self, plane: Plane) -> (Range<usize>, Range<usize>) {
        let ends = &self.header.ends;
        let [start, index, blocks] = match plane {
            Plane::Outcomes => [HEADER_LEN as u64, ends.outcome_index, ends.outcome_blocks],
            Plane::Distances => [ends.outcome_blocks, ends.distance_index, ends.distance_blocks],
        }
        .map(|end| end as usize);
        (start..index, index..blocks)
    }

    fn check_index(&self, plane: Plane) -> Result<(), StoreError> {
        let (index, blocks) = self.sections(plane);
        let (what, sum) = match plane {
            Plane::Outcomes => ("outcome index", self.header.outcome_index_sum),
            Plane::Distances => ("distance index", self.header.distance_index_sum),
        };
        let index = &self.bytes.get()[index];
        let ends = index.chunks_exact(INDEX_ENTRY).map(|entry| get_u64(entry, 0));
        let (start, end) = (blocks.start as u64, blocks.end as u64);
        if checksum(index) != sum
            || !std::iter::once(start).chain(ends.clone()).is_sorted()
            || ends.max() != Some(end)
        {
            return Err(self.corrupt(what, None));
        }
        Ok(())
    }

    /// The compressed bytes of a block, as the index has them, once their checksum is right.
    fn compressed(&self, plane: Plane, block: usize) -> Result<&[u8], StoreError> {
        let (index, blocks) = self.sections(plane);
        let bytes = self.bytes.get();
        let entry = |block: usize| index.start + block * INDEX_ENTRY;
        let start = match block {
            0 => blocks.start,
            _ => get_u64(bytes, entry(block - 1)) as usize,
        };
        let end = get_u64(bytes, entry(block)) as usize;
        // In bounds by `check_index`; asked again in case the file changed underneath.
        let compressed = bytes.get(start..end);
        match compressed.filter(|it| checksum(it) == get_u64(bytes, entry(block) + 8)) {
            Some(compressed) => Ok(compressed),
            None => Err(self.corrupt("block checksum", Some(block))),
        }
    }

    /// Decompresses a block of the plane, to exactly the length of `into`.
    fn decompress(
        &self,
        zstd: &mut Option<Decompressor<'static>>,
        plane: Plane,
        block: usize,
        into: &mut [u8],
    ) -> Result<(), StoreError> {
        let compressed = self.compressed(plane, block)?;
        let wrong = || self.corrupt("block contents", Some(block));
        if into.is_empty() {
            return if compressed.is_empty() { Ok(()) } else { Err(wrong()) };
        }
        let zstd = match zstd {
            Some(zstd) => zstd,
            None => zstd.insert(
                Decompressor::new().map_err(|e| StoreError::io("decompress", &self.path, e))?,
            ),
        };
        match zstd.decompress_to_buffer(compressed, into) {
            Ok(length) if length == into.len() => Ok(()),
            _ => Err(wrong()),
        }
    }

    /// Loads the outcomes of a block for random access.
    pub(super) fn outcomes(&self, block: usize) -> Result<Outcomes, StoreError> {
        SCRATCH.with_borrow_mut(|Scratch { zstd, packed, .. }| {
            let slots = self.slots_in(block);
            packed.resize(packed_len(slots), 0);
            self.decompress(zstd, Plane::Outcomes, block, packed)?;
            check_outcomes(packed, slots).map_err(|what| self.corrupt(what, Some(block)))?;
            Ok(Outcomes::new(packed))
        })
    }

    /// Loads the distances of a block, given its number of non-draws.
    pub(super) fn distances(&self, block: usize, decided: usize) -> Result<Arc<[u8]>, StoreError> {
        SCRATCH.with_borrow_mut(|Scratch { zstd, distances, .. }| {
            distances.resize(decided, 0);
            self.decompress(zstd, Plane::Distances, block, distances)?;
            Ok(Arc::from(&distances[..]))
        })
    }

    /// Decodes a block; all distances as 0 if the file has none.
    pub(super) fn decode_block(&self, block: usize, codes: &mut [u16]) -> Result<(), StoreError> {
        SCRATCH.with_borrow_mut(|scratch| {
            let Scratch { zstd, packed, distances, .. } = scratch;
            let corrupt = |what| self.corrupt(what, Some(block));
            packed.resize(packed_len(codes.len()), 0);
            self.decompress(zstd, Plane::Outcomes, block, packed)?;
            let decided = check_outcomes(packed, codes.len()).map_err(corrupt)?;
            distances.resize(decided + JOIN_PADDING, 0);
            if self.has_distances {
                self.decompress(zstd, Plane::Distances, block, &mut distances[..decided])?;
            } else {
                distances.fill(0);
            }
            join(packed, distances, decided, codes).map_err(corrupt)
        })
    }

    /// Decodes the slots from `first` on, as [`Blocks::decode_block`] does.
    pub(super) fn decode(&self, first: usize, mut codes: &mut [u16]) -> Result<(), StoreError> {
        let mut next = first;
        while !codes.is_empty() {
            let (block, skip) = self.block_of(next);
            let slots = self.slots_in(block);
            let taken = codes.len().min(slots - skip);
            let (now, later) = codes.split_at_mut(taken);
            if taken == slots {
                self.decode_block(block, now)?;
            } else {
                let mut whole = SCRATCH.with_borrow_mut(|s| std::mem::take(&mut s.codes));
                whole.resize(slots, 0);
                let decoded = self.decode_block(block, &mut whole);
                now.copy_from_slice(&whole[skip..skip + taken]);
                SCRATCH.with_borrow_mut(|s| s.codes = whole);
                decoded?;
            }
            codes = later;
            next += taken;
        }
        Ok(())
    }
}
