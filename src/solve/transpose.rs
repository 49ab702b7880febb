//! Transposing writes: from a row of the opponent's set to the rows of the mover's.
//!
//! A decided position is found in the row of the opponent's set, and needed in the row of the
//! mover's. That is one random write a position, the most expensive thing in the solver when it is
//! made at once: nearly each misses the cache. So writes are posted into buckets, by ranges of
//! target rows that fit into the cache, and delivered bucket by bucket.

use rayon::prelude::*;

use super::columns::Columns;
use super::kernel::{Kernel, prefetch};
use super::row::{Row, bits, ones};
use crate::board::{POINTS, SYMMETRIES};
use crate::index::{CanonicalSets, Index, Place, SizedRanks, Subspace};

/// Bytes of the rows of a bucket, about half of a second-level cache.
const BUCKET_BYTES: usize = 1 << 20;
/// Flag of a row whose set has a non-trivial stabilizer, beside its 24 free points.
const HAS_TWINS: u32 = 1 << 31;
/// How many messages ahead of a write its memory is asked for.
const PREFETCH: usize = 16;
/// Positions that go through each stage of [`Targets::post`] together.
const BATCH: usize = 256;
/// Bits of the code in a message. A row in a bucket and a column take at most 21 of the others.
const CODE_BITS: u32 = u8::BITS;

/// Where the positions of a subspace are written to: mover-major rows.
pub struct Targets {
    index: &'static Index,
    canonical: &'static CanonicalSets,
    /// For each row its free points, and [`HAS_TWINS`].
    rows: Vec<u32>,
    columns: usize,
    /// Of the mover's sets on the board, and of the opponent's on the points that are left.
    row_ranks: SizedRanks,
    column_ranks: SizedRanks,
    /// Bits of a column number in a message.
    column_bits: u32,
    /// Rows in a bucket, as a power of two.
    bucket_shift: u32,
}

/// Posted writes, by bucket. A message is a row within the bucket, a column, and a value code.
pub struct Outbox {
    buckets: Vec<Vec<u32>>,
}

impl Targets {
    pub fn new(subspace: Subspace) -> Targets {
        let index = Index::shared();
        let canonical = index.canonical(subspace.mover as usize);
        let rows = canonical.sets().iter().zip(canonical.stabilizers()).map(|(set, stabilizer)| {
            let free = !set & ((1 << POINTS) - 1);
            if *stabilizer == 1 { free } else { free | HAS_TWINS }
        });
        let columns = subspace.columns();
        Targets {
            index,
            canonical,
            rows: rows.collect(),
            columns,
            row_ranks: SizedRanks::new(POINTS, subspace.mover as usize),
            column_ranks: SizedRanks::new(
                POINTS - subspace.mover as usize,
                subspace.opponent as usize,
            ),
            column_bits: usize::BITS - columns.leading_zeros(),
            bucket_shift: (BUCKET_BYTES / columns).max(1).ilog2(),
        }
    }

    /// Slots of the subspace.
    pub fn slots(&self) -> usize {
        self.rows.len() * self.columns
    }

    fn bucket_rows(&self) -> usize {
        1 << self.bucket_shift
    }

    /// An empty outbox.
    pub fn outbox(&self) -> Outbox {
        let buckets = self.rows.len().div_ceil(self.bucket_rows());
        Outbox { buckets: vec![Vec::new(); buckets] }
    }

    /// Posts the columns `decided` of `row`, each with its code, to `outbox`, and so every twin of
    /// each.
    #[inline(always)]
    pub fn post<K: Kernel>(
        &self,
        row: &Row,
        columns: &Columns,
        decided: &[u64],
        code: impl Fn(usize) -> u8,
        outbox: &mut Outbox,
    ) {
        let images: [u32; SYMMETRIES] =
            std::array::from_fn(|s| self.index.images.of(s, row.opponent));
        let places = self.canonical.places();
        // In two stages, so that many look-ups of places are under way at the same time.
        let mut batch = [(0u32, 0u8); BATCH];
        let mut decided = ones(decided);
        loop {
            let mut count = 0;
            for (entry, column) in batch.iter_mut().zip(&mut decided) {
                let mover = K::pdep(columns.sets[column], row.free);
                let rank = self.row_ranks.rank(mover);
                *entry = (rank, code(column));
                prefetch(places, rank as usize);
                count += 1;
            }
            for (rank, code) in &batch[..count] {
                let place = places[*rank as usize];
                self.post_one::<K>(place, images[place.symmetry()], *code, outbox);
            }
            if count < BATCH {
                return;
            }
        }
    }

    #[inline(always)]
    fn post_one<K: Kernel>(&self, place: Place, opponent: u32, code: u8, outbox: &mut Outbox) {
        let row = place.row();
        let free = self.rows[row];
        let mut write = |opponent: u32| {
            let column = self.column_ranks.rank(K::pext(opponent, free & !HAS_TWINS));
            let in_bucket = row & (self.bucket_rows() - 1);
            let slot = (in_bucket as u32) << self.column_bits | column;
            let message = slot << CODE_BITS | u32::from(code);
            outbox.buckets[row >> self.bucket_shift].push(message);
        };
        write(opponent);
        if free & HAS_TWINS != 0 {
            let stabilizer = u32::from(self.canonical.stabilizers()[row]);
            for symmetry in bits(stabilizer & !1) {
                write(self.index.images.of(symmetry, opponent));
            }
        }
    }

    /// Delivers and forgets what was posted: writes each position's code to its byte of `values`,
    /// and calls `note` with the row's flags and the column.
    pub fn deliver<F: Send>(
        &self,
        outboxes: &mut [&mut Outbox],
        values: &mut [u8],
        flags: &mut [F],
        note: impl Fn(&mut F, u32) + Sync,
    ) {
        let bucket_rows = self.bucket_rows();
        let column_mask = (1 << self.column_bits) - 1;
        let mailed: Vec<&Outbox> = outboxes.iter().map(|outbox| &**outbox).collect();
        values
            .par_chunks_mut(bucket_rows * self.columns)
            .zip(flags.par_chunks_mut(bucket_rows))
            .enumerate()
            .for_each(|(bucket, (values, flags))| {
                for outbox in &mailed {
                    let messages = &outbox.buckets[bucket];
                    let at = |message: u32| {
                        let slot = message >> CODE_BITS;
                        ((slot >> self.column_bits) as usize, slot & column_mask)
                    };
                    let slot = |(row, column): (usize, u32)| row * self.columns + column as usize;
                    for (i, message) in messages.iter().enumerate() {
                        if let Some(later) = messages.get(i + PREFETCH) {
                            prefetch(values, slot(at(*later)));
                        }
                        let (row, column) = at(*message);
                        values[slot((row, column))] = *message as u8;
                        note(&mut flags[row], column);
                    }
                }
            });
        for outbox in outboxes {
            outbox.buckets.iter_mut().for_each(Vec::clear);
        }
    }
}

impl Outbox {
    /// Messages not yet delivered.
    pub fn pending(&self) -> usize {
        self.buckets.iter().map(Vec::len).sum()
    }
}
