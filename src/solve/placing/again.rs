//! The second lap of a row of the placing phase.
//!
//! Few turns lead to values of that lap. So they are gone through backwards: the columns that such a
//! turn starts from are the only ones that can be decided, and each is then looked at by all its
//! turns.

use super::super::capture::{Captures, Child, Mills};
use super::super::kernel::{Kernel, RowTask, scan};
use super::super::row::{Row, bits, bits_of_word, ones};
use super::super::score;
use super::super::transpose::Outbox;
use super::{Scratch, Shared};

/// Finds the columns of a row whose values belong to the second lap, and posts them.
pub struct PlaceAgain<'a> {
    pub row: &'a Row,
    /// The row of the subspace that placing leads to, seen from the second lap.
    pub quiet: &'a [u8],
    pub child: Child<'a>,
    /// [`ChildScores::rows_in_second_lap`](super::super::capture::ChildScores::rows_in_second_lap).
    pub captured: &'a [bool],
    pub shared: Shared<'a>,
    pub scratch: &'a mut Scratch,
    pub outbox: &'a mut Outbox,
}

impl RowTask for PlaceAgain<'_> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(self) {
        let PlaceAgain { row, quiet, child, captured, outbox, .. } = self;
        let Shared { before, after, bytes, targets, .. } = self.shared;
        let Scratch { best, decided, reached, .. } = self.scratch;
        scan(quiet, reached, |scores| {
            let earlier =
                K::equal(scores, score::WINS_AT_ONCE) | K::equal(scores, score::LOSES_AT_ONCE);
            !(earlier | K::equal(scores, score::SAFE))
        });
        let by_capture =
            child.is_some_and(|child| child.rows_after(row).any(|place| captured[place.row()]));
        if !by_capture && reached.iter().all(|word| *word == 0) {
            return;
        }
        let captures = Captures::new(row, child);
        if by_capture {
            let mills = Mills::new(row, after.free);
            for (column, set) in after.sets.iter().enumerate() {
                let reaches = mills.any(*set) && score::is_of_second_lap(captures.best(*set));
                reached[column / 64] |= u64::from(reaches) << (column % 64);
            }
        }
        decided.fill(0);
        for column in ones(reached) {
            let set = after.sets[column];
            for point in bits(set) {
                let from = before.of(set ^ 1 << point);
                decided[from / 64] |= 1 << (from % 64);
            }
        }
        let all = (1u32 << before.free) - 1;
        for at in 0..decided.len() {
            for bit in bits_of_word(decided[at]) {
                let set = before.sets[64 * at + bit];
                let scores = bits(all & !set).map(|point| {
                    let with = set | 1 << point;
                    match row.closes(with, point) {
                        true => captures.best(with),
                        false => quiet[after.of(with)],
                    }
                });
                let score = scores.fold(score::NONE, u8::max);
                best[64 * at + bit] = score;
                decided[at] &= !(u64::from(!score::is_of_second_lap(score)) << bit);
            }
        }
        targets.post::<K>(row, before, decided, |column| bytes[usize::from(best[column])], outbox);
    }
}
