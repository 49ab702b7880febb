//! Captures in the second lap.
//!
//! Few positions have values of that lap. So captures that lead to them are found from there; all
//! others are what the first lap knew, but seen from the second one.

use super::super::kernel::{Kernel, RowTask};
use super::super::row::{Row, bits};
use super::super::score::{self, ByteSet};
use super::{Captures, ChildScores, Mills, RowCaptures};
use crate::board::POINTS;
use crate::index::unrank;

impl ChildScores {
    /// Calls `visit` with each set of the mover, on the row's free points, from which some capture
    /// leads to a score of the second lap. It need not have a mill.
    pub fn for_each_late_set(&self, row: &Row, mut visit: impl FnMut(u32)) {
        let (subspace, columns) = (self.subspace, self.subspace.columns());
        for place in self.places_after(row) {
            let first = place.row() * columns;
            let mut late = self.scores.late_in(first..first + columns).peekable();
            if late.peek().is_none() {
                continue;
            }
            // From the child's free points to the row's. The point of the stone that was taken is
            // free only there.
            let mut back = [0; POINTS];
            for (i, point) in bits(row.free).enumerate() {
                back[self.image(place, point).trailing_zeros() as usize] = 1 << i;
            }
            for column in late {
                let stones = bits(unrank(column, subspace.opponent as usize));
                let set = stones.fold(0u32, |set, point| set | back[point]);
                if set.count_ones() == u32::from(subspace.opponent) {
                    visit(set);
                }
            }
        }
    }
}

/// Brings the captures, as [`FillRow`](super::FillRow) has left them, to the second lap. There is no
/// child if none of them leads to a score of that lap. Returns those that occur.
pub struct SeeAgain<'a>(pub RowCaptures<'a>);

impl RowTask for SeeAgain<'_> {
    type Output = ByteSet;

    #[inline(always)]
    fn run<K: Kernel>(self) -> ByteSet {
        let of_row = self.0;
        let RowCaptures { row, columns, child, .. } = of_row;
        of_row.best.iter_mut().for_each(|score| *score = score::again(*score));
        let mut seen = ByteSet::ZERO;
        let Some(late) = child else { return seen };
        let mut mills = None;
        let mut reached = Vec::new();
        late.for_each_late_set(row, |set| {
            let mills = mills.get_or_insert_with(|| Mills::new(row, columns.free));
            for to in bits(mills.stones(set)) {
                let sources = bits(of_row.next_to(to) & !set);
                reached.extend(sources.map(|from| columns.of(set ^ 1 << to | 1 << from)));
            }
        });
        if reached.is_empty() {
            return seen;
        }
        reached.sort_unstable();
        reached.dedup();
        let captures = Captures::new(row, child);
        for column in reached {
            let set = columns.sets[column];
            let mut best = score::NONE;
            for from in bits(set) {
                for to in bits(of_row.next_to(from) & !set) {
                    let with = set ^ 1 << from | 1 << to;
                    if row.closes(with, to) {
                        best = best.max(captures.best_again(with));
                    }
                }
            }
            of_row.best[column] = best;
            seen.set(usize::from(best), true);
        }
        seen
    }
}
