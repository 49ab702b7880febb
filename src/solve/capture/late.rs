//! Captures in the second lap.
//!
//! Few positions have values of that lap. So captures that lead to them are found from there; all others
//! are what the first lap knew, but seen from the second one.

use super::super::columns::Columns;
use super::super::kernel::{Kernel, RowTask};
use super::super::row::{Row, bits};
use super::super::score::{self, ByteSet};
use super::{Captures, Child, ChildScores, Mills};
use crate::board::POINTS;
use crate::index::{Index, squeeze, unrank};

impl ChildScores {
    /// Calls `visit` with each set of the mover, on the row's free points, from which some capture
    /// leads to a score of the second lap. It need not have a mill.
    pub fn for_each_late_set(&self, row: &Row, mut visit: impl FnMut(u32)) {
        let (index, subspace, columns) = (Index::shared(), self.subspace, self.subspace.columns());
        let canonical = index.canonical(subspace.mover as usize).sets();
        for place in self.places_after(row) {
            let first = place.row() * columns;
            let mut late = self.scores.late_in(first..first + columns).peekable();
            if late.peek().is_none() {
                continue;
            }
            // From the child's free points to the row's. The point of the stone that was taken is
            // free only there.
            let free = !canonical[place.row()] & ((1 << POINTS) - 1);
            let mut back = [0; POINTS];
            for (i, point) in bits(row.free).enumerate() {
                let image = squeeze(index.images.of(place.symmetry(), 1 << point), free);
                back[image.trailing_zeros() as usize] = 1 << i;
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

/// Brings the best captures of a row of the moving phase, as the first lap has filled them in, to
/// the second. Returns the scores of this lap that occur.
pub struct FillAgain<'a> {
    pub row: &'a Row,
    pub columns: &'a Columns,
    /// `None` if no capture leads to a score of the second lap.
    pub late: Child<'a>,
    /// Whether the mover flies.
    pub flies: bool,
    pub out: &'a mut [u8],
}

impl RowTask for FillAgain<'_> {
    type Output = ByteSet;

    #[inline(always)]
    fn run<K: Kernel>(self) -> ByteSet {
        let FillAgain { row, columns, late, flies, out } = self;
        out.iter_mut().for_each(|score| *score = score::again(*score));
        let mut seen = ByteSet::ZERO;
        let Some(late) = late else { return seen };
        let all = (1u32 << columns.free) - 1;
        let mut mills = None;
        let mut reached = Vec::new();
        late.for_each_late_set(row, |set| {
            let mills = mills.get_or_insert_with(|| Mills::new(row, columns.free));
            for to in bits(mills.stones(set)) {
                let sources = if flies { all } else { row.next_to(to) };
                let before = bits(sources & !set).map(|from| columns.of(set ^ 1 << to | 1 << from));
                reached.extend(before);
            }
        });
        if reached.is_empty() {
            return seen;
        }
        reached.sort_unstable();
        reached.dedup();
        let captures = Captures::new(row, Some(late));
        for column in reached {
            let set = columns.sets[column];
            let mut best = score::NONE;
            for from in bits(set) {
                let targets = if flies { all } else { row.next_to(from) };
                for to in bits(targets & !set) {
                    let with = set ^ 1 << from | 1 << to;
                    if row.closes(with, to) {
                        best = best.max(captures.best_again(with));
                    }
                }
            }
            out[column] = best;
            seen.set(usize::from(best), true);
        }
        seen
    }
}
