//! How long it takes to look up a position.
//!
//! Slots are drawn evenly over all files, from a fixed seed. Everything is looked up once before
//! it is timed, so that the files are in the system's page cache as far as they fit: this measures
//! the program, not the disk.

use std::hint::black_box;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use bytesize::ByteSize;
use rayon::ThreadPool;
use serde::Serialize;

use super::super::{Common, Failure, grouped};
use super::figures::{Latency, latency};
use crate::board::{Outcome, Position};
use crate::index::{Layout, Subspace};
use crate::query::sampling::draw;
use crate::query::{Database, QueryError};
use crate::store::{BlockCache, Folder};

const SEED: u64 = 1;
/// Blocks that hot probes look into, and positions in each.
const HOT: u64 = 64;
/// Hot probes are so short that reading the clock would show; so many are timed together.
const GROUP: usize = 16;
/// How often all hot positions are timed.
const PASSES: usize = 16;
/// How long the threads probe together.
const TOGETHER: Duration = Duration::from_millis(500);
/// A cache too small for any block.
const NOTHING: u64 = 1;
/// A cache with room for the hot blocks in whatever part of it they fall.
const PLENTY: u64 = 256 << 20;

/// All that was measured; times in microseconds.
#[derive(Serialize)]
pub struct Report {
    folder: PathBuf,
    files: usize,
    bytes: u64,
    open: Latency,
    cold: Latency,
    /// Those of wins and losses alone, if any were drawn; a draw needs no second block.
    cold_decided: Option<Latency>,
    cold_outcome: Latency,
    hot: Latency,
    hot_per_second: f64,
}

/// Measures the database in `--db`, with `probes` cold probes.
pub fn measure(common: &Common, probes: u32, pool: &ThreadPool) -> Result<Report, Failure> {
    let (first, _) = database(common, NOTHING);
    let folder = first.folder();
    let subspaces = folder.subspaces()?;
    let mut bytes = 0;
    let mut drawable = Vec::new();
    for &subspace in &subspaces {
        let file = folder.open(subspace)?;
        let len = file.path().metadata().map(|metadata| metadata.len());
        bytes += len.with_context(|| format!("cannot read {}", file.path().display()))?;
        if file.has_distances() {
            drawable.push((subspace, file.header().block_slots()));
        }
    }
    ensure(!drawable.is_empty(), "no file has distances")?;
    let places = Places(drawable);
    let positions: Vec<Position> = (0..probes.into()).map(|n| places.draw(n).position()).collect();
    let mut decided = Vec::new();
    for position in &positions {
        if first.probe(position)?.outcome() != Outcome::Draw {
            decided.push(*position);
        }
    }

    let (cold, cache) = database(common, NOTHING);
    let open = latency(subspaces.chunks(1), |s| cold.folder().open(*s))?;
    let cold_probes = latency(positions.chunks(1), |p| cold.probe(p))?;
    ensure(cache.bytes() == 0, "a block was kept where none should be")?;
    // Each on files newly opened, since the probes before have touched their pages.
    let decided = (!decided.is_empty()).then_some(decided);
    let cold_decided = decided
        .map(|positions| {
            let cold = opened(common, &subspaces)?;
            latency(positions.chunks(1), |p| cold.probe(p))
        })
        .transpose()?;
    let cold = opened(common, &subspaces)?;
    let cold_outcome = latency(positions.chunks(1), |p| cold.outcome(p))?;

    let (hot, cache) = database(common, PLENTY);
    let positions = places.hot();
    positions.iter().try_for_each(|p| hot.probe(p).map(drop))?;
    // A block that is not in the cache would be put there now, and change what it holds.
    let held = cache.bytes();
    for position in &positions {
        hot.probe(position)?;
        ensure(cache.bytes() == held, "the cache does not hold the blocks of the hot probes")?;
    }
    let passes = std::iter::repeat_n(&positions, PASSES);
    let hot_probes = latency(passes.flat_map(|all| all.chunks(GROUP)), |p| hot.probe(p))?;
    let hot_per_second = together(&hot, &positions, pool)?;
    Ok(Report {
        folder: folder.dir().to_owned(),
        files: subspaces.len(),
        bytes,
        open,
        cold: cold_probes,
        cold_decided,
        cold_outcome,
        hot: hot_probes,
        hot_per_second,
    })
}

/// The database with a cache of so many bytes, and the cache. No file is open yet.
fn database(common: &Common, bytes: u64) -> (Database, Arc<BlockCache>) {
    let cache = Arc::new(BlockCache::new(bytes));
    let folder = Folder::with_cache(&common.db, &common.rules(), Arc::clone(&cache));
    (Database::from_folder(folder), cache)
}

/// The database without a cache, its files open.
fn opened(common: &Common, subspaces: &[Subspace]) -> Result<Database, QueryError> {
    let (database, _) = database(common, NOTHING);
    subspaces.iter().try_for_each(|s| database.folder().open(*s).map(drop))?;
    Ok(database)
}

/// Whether what is measured is what it is called.
fn ensure(holds: bool, otherwise: &'static str) -> anyhow::Result<()> {
    ensure!(holds, "cannot measure: {otherwise}");
    Ok(())
}

/// Probes a second of all threads at once.
fn together(
    database: &Database,
    positions: &[Position],
    pool: &ThreadPool,
) -> Result<f64, QueryError> {
    let started = Instant::now();
    let counts = pool.broadcast(|thread| {
        // Each begins elsewhere, so that they don't march in step.
        let first = thread.index() * positions.len() / thread.num_threads();
        let (later, now) = positions.split_at(first);
        let mut count = 0;
        while started.elapsed() < TOGETHER {
            for position in now.iter().chain(later) {
                black_box(database.probe(position)?);
            }
            count += positions.len();
        }
        Ok(count)
    });
    let count: usize = counts.into_iter().sum::<Result<usize, QueryError>>()?;
    Ok(count as f64 / started.elapsed().as_secs_f64())
}

/// The subspaces that slots are drawn from, and the slots in a block of each.
struct Places(Vec<(Subspace, usize)>);

/// A slot.
struct Place {
    subspace: Subspace,
    block_slots: usize,
    slot: usize,
}

impl Places {
    /// Number `number` of the sequence of random slots.
    fn draw(&self, number: u64) -> Place {
        let slots: usize = self.0.iter().map(|(subspace, _)| subspace.slots()).sum();
        let mut slot = draw(SEED, number, slots as u64) as usize;
        for &(subspace, block_slots) in &self.0 {
            if slot < subspace.slots() {
                return Place { subspace, block_slots, slot };
            }
            slot -= subspace.slots();
        }
        unreachable!("a slot below the sum lies in one of the subspaces")
    }

    /// Positions of a few blocks, each in another block than the one before.
    fn hot(&self) -> Vec<Position> {
        let blocks: Vec<Place> = (0..HOT).map(|number| self.draw(number)).collect();
        let numbers = 0..HOT * HOT;
        numbers.zip(blocks.iter().cycle()).map(|(n, place)| place.neighbour(n).position()).collect()
    }
}

impl Place {
    fn position(&self) -> Position {
        Layout::new(self.subspace).position(self.slot)
    }

    /// Another slot of the same block, drawn at random.
    fn neighbour(&self, number: u64) -> Place {
        let first = self.slot - self.slot % self.block_slots;
        let len = self.block_slots.min(self.subspace.slots() - first);
        Place { slot: first + draw(!SEED, number, len as u64) as usize, ..*self }
    }
}

impl Report {
    pub fn print(&self, out: &mut impl Write, threads: usize) -> io::Result<()> {
        let Report { folder, files, bytes, .. } = self;
        let (folder, size) = (folder.display(), ByteSize(*bytes));
        writeln!(out, "\nLooking up positions in {folder}, {files} files, {size}\n")?;
        writeln!(out, "{:<24} {:>9} {:>10} {:>10} {:>10}", "us", "count", "median", "p99", "max")?;
        for (name, latency) in [
            ("opening a file", Some(&self.open)),
            ("probe, cold", Some(&self.cold)),
            ("  of a win or loss", self.cold_decided.as_ref()),
            ("outcome only, cold", Some(&self.cold_outcome)),
            ("probe, hot", Some(&self.hot)),
        ] {
            if let Some(Latency { count, median_us, p99_us, max_us }) = latency {
                let count = grouped(*count as u64);
                writeln!(
                    out,
                    "{name:<24} {count:>9} {median_us:>10.3} {p99_us:>10.3} {max_us:>10.3}"
                )?;
            }
        }
        let million = self.hot_per_second / 1e6;
        writeln!(out, "\n{million:.2} million hot probes a second on {threads} threads")?;
        writeln!(
            out,
            "cold: each probe decompresses its blocks, two for a win or loss, one for a draw; the \
             files are\nin the page cache. hot: the blocks are in the cache; a time is the mean of \
             {GROUP} probes."
        )
    }
}
