//! The second lap of a row of the placing phase.
//!
//! Few turns lead to values of that lap. So they are gone through backwards: the columns that such a
//! turn starts from are the only ones that can be decided, and each is then looked at by all its
//! turns.

use super::super::capture::{Captures, Child, LateColumns};
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
    /// Of the child.
    pub late: Option<&'a LateColumns<'a>>,
    pub shared: Shared<'a>,
    pub scratch: &'a mut Scratch,
    pub outbox: &'a mut Outbox,
}

impl RowTask for PlaceAgain<'_> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(self) {
        let PlaceAgain { row, quiet, child, late, outbox, .. } = self;
        let Shared { before, after, bytes, targets, .. } = self.shared;
        let Scratch { best, decided, reached, .. } = self.scratch;
        scan(quiet, reached, |scores| {
            let earlier =
                K::equal(scores, score::WINS_AT_ONCE) | K::equal(scores, score::LOSES_AT_ONCE);
            !(earlier | K::equal(scores, score::SAFE))
        });
        // Where no mill is closed the capture is not one, but looking there does no harm.
        if let Some(late) = late {
            late.for_each_set(row, |set| {
                let column = after.of(set);
                reached[column / 64] |= 1 << (column % 64);
            });
        }
        if reached.iter().all(|word| *word == 0) {
            return;
        }
        let captures = Captures::new(row, child);
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
