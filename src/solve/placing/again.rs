//! The second lap of a row of the placing phase.
//!
//! Few turns lead to values of that lap. So they are gone through backwards: the columns that such a
//! turn starts from are the only ones that can be decided, and each is then looked at by all its
//! turns.

use super::super::capture::{Captures, Child};
use super::super::kernel::{Kernel, RowTask};
use super::super::row::{Row, bits, bits_of_word};
use super::super::score;
use super::super::scores::Scores;
use super::super::transpose::Outbox;
use super::{Scratch, Shared};

/// Finds the columns of a row whose values belong to the second lap, and posts them.
pub struct PlaceAgain<'a> {
    pub row: &'a Row,
    /// The first slot of the row of the subspace that placing leads to.
    pub first: usize,
    /// That subspace.
    pub quiet: &'a Scores,
    pub child: Child<'a>,
    pub shared: Shared<'a>,
    pub scratch: &'a mut Scratch,
    pub outbox: &'a mut Outbox,
}

impl RowTask for PlaceAgain<'_> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(self) {
        let PlaceAgain { row, first, quiet, child, outbox, .. } = self;
        let Shared { before, after, bytes, targets, .. } = self.shared;
        let Scratch { best, decided, reached, .. } = self.scratch;
        reached.clear();
        reached.extend(quiet.late_in(first..first + after.count()).map(|at| after.sets[at]));
        if let Some(child) = child {
            // Where no mill is closed the capture is not one, but looking there does no harm.
            child.for_each_late_set(row, |set| reached.push(set));
        }
        if reached.is_empty() {
            return;
        }
        decided.fill(0);
        for set in reached {
            for point in bits(*set) {
                let from = before.of(*set ^ 1 << point);
                decided[from / 64] |= 1 << (from % 64);
            }
        }
        let captures = Captures::new(row, child);
        let all = (1u32 << before.free) - 1;
        for at in 0..decided.len() {
            for bit in bits_of_word(decided[at]) {
                let set = before.sets[64 * at + bit];
                let scores = bits(all & !set).map(|point| {
                    let with = set | 1 << point;
                    match row.closes(with, point) {
                        true => captures.best_again(with),
                        false => quiet.again(first + after.of(with)),
                    }
                });
                let score = scores.fold(score::NONE, u8::max);
                best[64 * at + bit] = score;
                decided[at] &= !(u64::from(!score::is_late(score)) << bit);
            }
        }
        targets.post::<K>(row, before, decided, |column| bytes[usize::from(best[column])], outbox);
    }
}
