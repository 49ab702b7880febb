//! One row at one step: which of its positions are decided now.

use super::columns::Columns;
use super::halves::HalfTables;
use super::kernel::{Kernel, RowTask, scan};
use super::pair::{Side, part_shift};
use super::row::{Row, bits_of_word};
use super::schedule::{LOST, Step};
use super::score;
use super::step::{dense, flying, sparse};
use super::transpose::Outbox;

/// Cost of the sparse step for a given column, in units of the dense step's for a block and point.
/// Measured on AVX-512 and AVX2, see benches/README.md; it decides the speed, not the result.
const SPARSE_COLUMN: usize = 15;
/// Likewise for the loss test of a candidate, which ends at the first refutation.
const SPARSE_CANDIDATE: usize = 4;

/// Row buffers of a thread.
pub struct Scratch {
    /// Columns that may be decided now; at the end, those that are.
    candidates: Vec<u64>,
    found: Vec<u64>,
    reached: Vec<u64>,
    dense_given: Vec<u64>,
    dense_reached: Vec<u64>,
}

impl Scratch {
    pub fn new(columns: &Columns) -> Scratch {
        let compact = vec![0; columns.compact_words()];
        let dense = vec![0; columns.dense_words()];
        Scratch {
            candidates: compact.clone(),
            found: compact.clone(),
            reached: compact,
            dense_given: dense.clone(),
            dense_reached: dense,
        }
    }
}

/// Decides the positions of a row that have the step's value, adds them to `decided`, and posts them
/// to `outbox`. Returns how many they are.
pub struct DecideRow<'a> {
    pub side: &'a Side,
    pub partner: &'a Side,
    /// The row.
    pub number: usize,
    pub step: Step,
    pub decided: &'a mut [u64],
    pub scratch: &'a mut Scratch,
    pub outbox: &'a mut Outbox,
}

impl RowTask for DecideRow<'_> {
    type Output = u64;

    #[inline(always)]
    fn run<K: Kernel>(self) -> u64 {
        let DecideRow { side, partner, number, step, decided, scratch, outbox } = self;
        let row = &side.rows[number];
        let view = View { row, columns: &side.columns, flies: side.flies };
        let count = side.columns.count();
        let values = &partner.values.bytes[number * count..][..count];
        let captures = &side.captures[number * count..][..count];
        let Step { target, source } = step;
        let score = score::of_byte(target);
        if step == LOST {
            view.blocked(&mut scratch.candidates);
        } else {
            let by_capture = side.capture_scores[number][score as usize];
            let fresh = partner.fresh[number].parts[Step::generation(source)];
            if !by_capture && fresh == 0 {
                return 0;
            }
            scratch.candidates.fill(0);
            if fresh != 0 {
                view.predecessors_of_fresh::<K>(values, fresh, source, scratch);
            }
            if by_capture {
                scan(captures, &mut scratch.found, |bytes| K::equal(bytes, score));
                or(&mut scratch.candidates, &scratch.found);
            }
            let mut left = and_not(&mut scratch.candidates, decided);
            if left > 0 && step.is_loss() {
                left = view.drop_unlost::<K>(values, captures, score, left, scratch);
            }
            if left == 0 {
                return 0;
            }
        }
        or(decided, &scratch.candidates);
        side.targets.post::<K>(row, &side.columns, &scratch.candidates, |_| target, outbox);
        scratch.candidates.iter().map(|word| u64::from(word.count_ones())).sum()
    }
}

/// A row with the tables that its steps need.
struct View<'a> {
    row: &'a Row,
    columns: &'a Columns,
    flies: bool,
}

impl View<'_> {
    /// The columns without any turn.
    #[inline(always)]
    fn blocked(&self, out: &mut [u64]) {
        out.fill(0);
        if self.flies {
            return;
        }
        let reach = HalfTables::new(self.columns.free, |point| self.row.next_to(point));
        for (column, set) in self.columns.sets.iter().enumerate() {
            out[column / 64] |= u64::from(reach.union(*set) & !set == 0) << (column % 64);
        }
    }

    /// Sets as candidates the columns that reach one whose byte is `byte`, in the parts that
    /// `fresh` names.
    #[inline(always)]
    fn predecessors_of_fresh<K: Kernel>(
        &self,
        values: &[u8],
        fresh: u64,
        byte: u8,
        scratch: &mut Scratch,
    ) {
        let Scratch { candidates, found, dense_given, dense_reached, .. } = scratch;
        found.fill(0);
        let part = 1usize << part_shift(values.len());
        for at in bits_of_word(fresh) {
            let (from, to) = (at * part, values.len().min((at + 1) * part));
            let words = &mut found[from / 64..to.div_ceil(64)];
            scan(&values[from..to], words, |bytes| K::equal(bytes, byte));
        }
        if self.flies {
            flying::predecessors(self.row, self.columns, found, candidates);
        } else if count_ones(found) * SPARSE_COLUMN < self.columns.dense_cost() {
            sparse::predecessors(self.row, self.columns, found, candidates);
        } else {
            self.columns.expand::<K>(found, dense_given);
            dense::predecessors::<K>(self.row, self.columns, dense_given, dense_reached);
            self.columns.compress::<K>(dense_reached, candidates);
        }
    }

    /// Drops the candidates that are not lost: by a capture that is no loss by now, or by a quiet
    /// turn that does not give the other side a win. Returns how many are left.
    #[inline(always)]
    fn drop_unlost<K: Kernel>(
        &self,
        values: &[u8],
        captures: &[u8],
        score: u8,
        count: usize,
        scratch: &mut Scratch,
    ) -> usize {
        let Scratch { candidates, found, reached, dense_given, dense_reached } = scratch;
        if !self.flies && count * SPARSE_CANDIDATE < self.columns.dense_cost() {
            let mut left = 0;
            for (at, word) in candidates.iter_mut().enumerate() {
                for bit in bits_of_word(*word) {
                    let column = 64 * at + bit;
                    let is_win =
                        |column: usize| values[column] != 0 && values[column].is_multiple_of(2);
                    let lost = captures[column] <= score
                        && sparse::all_successors(self.row, self.columns, column, is_win);
                    *word &= !(u64::from(!lost) << bit);
                    left += usize::from(lost);
                }
            }
            return left;
        }
        scan(captures, found, |bytes| K::at_most(bytes, score));
        candidates.iter_mut().zip(&*found).for_each(|(a, b)| *a &= b);
        scan(values, found, K::not_win);
        if self.flies {
            reached.fill(0);
            flying::predecessors(self.row, self.columns, found, reached);
        } else {
            self.columns.expand::<K>(found, dense_given);
            dense::predecessors::<K>(self.row, self.columns, dense_given, dense_reached);
            self.columns.compress::<K>(dense_reached, reached);
        }
        and_not(candidates, reached)
    }
}

#[inline(always)]
fn count_ones(words: &[u64]) -> usize {
    words.iter().map(|word| word.count_ones() as usize).sum()
}

#[inline(always)]
fn or(words: &mut [u64], others: &[u64]) {
    words.iter_mut().zip(others).for_each(|(word, other)| *word |= other);
}

/// Clears the bits of `mask` and returns how many are left.
#[inline(always)]
fn and_not(words: &mut [u64], mask: &[u64]) -> usize {
    let mut left = 0;
    for (word, mask) in words.iter_mut().zip(mask) {
        *word &= !mask;
        left += word.count_ones() as usize;
    }
    left
}
