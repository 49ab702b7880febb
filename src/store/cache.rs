//! Decompressed blocks that were touched lately.

use std::fmt;
use std::sync::Arc;

use quick_cache::Weighter;
use quick_cache::sync::Cache;

use super::planes::Outcomes;

/// Default size of a [`BlockCache`] in bytes: about a thousand blocks.
pub const DEFAULT_CACHE_BYTES: u64 = 64 << 20;

/// A typical decompressed block in bytes, of either plane.
const TYPICAL_BLOCK: u64 = 32 << 10;

/// A cache of decompressed blocks, bounded in bytes, shared by files and threads.
pub struct BlockCache(Cache<Key, Block, Bytes>);

/// A block of one plane of an open file.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Key {
    pub file: u64,
    pub block: usize,
    pub plane: Plane,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Plane {
    Outcomes,
    Distances,
}

#[derive(Clone)]
pub(super) enum Block {
    Outcomes(Arc<Outcomes>),
    Distances(Arc<[u8]>),
}

#[derive(Clone)]
struct Bytes;

impl Weighter<Key, Block> for Bytes {
    fn weight(&self, _: &Key, block: &Block) -> u64 {
        let bytes = match block {
            Block::Outcomes(outcomes) => outcomes.bytes(),
            Block::Distances(distances) => distances.len(),
        };
        // An entry of the cache takes memory too, even for a block without distances.
        bytes as u64 + 128
    }
}

impl BlockCache {
    /// A cache that holds at most so many bytes of decompressed blocks. A block that is larger than
    /// its share is decompressed each time, so less than some 2 MiB is of little use.
    pub fn new(bytes: u64) -> BlockCache {
        BlockCache(Cache::with_weighter((bytes / TYPICAL_BLOCK).max(1) as usize, bytes, Bytes))
    }

    /// Bytes of the blocks that it holds now.
    pub fn bytes(&self) -> u64 {
        self.0.weight()
    }

    /// The block, from the cache or else from `load`; threads that want the same block wait for
    /// one of them to load it.
    pub(super) fn get_or_load<E>(
        &self,
        key: Key,
        load: impl FnOnce() -> Result<Block, E>,
    ) -> Result<Block, E> {
        match self.0.get(&key) {
            Some(block) => Ok(block),
            None => self.0.get_or_insert_with(&key, load),
        }
    }
}

impl Default for BlockCache {
    fn default() -> BlockCache {
        BlockCache::new(DEFAULT_CACHE_BYTES)
    }
}

impl fmt::Debug for BlockCache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BlockCache").field("bytes", &self.bytes()).finish_non_exhaustive()
    }
}
