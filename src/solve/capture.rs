//! Captures, settled once before the induction.
//!
//! Within a row the opponent's stones are fixed, and so are those that can be taken. For each of
//! them the position after the capture lies in one row of the child subspace. So for every set that
//! the mover can have after closing a mill, the best capture is a maximum over a few rows of scores.
//! It belongs to the turn that closes the mill, and so to the columns that turn starts from.

use super::columns::Columns;
use super::kernel::{Kernel, RowTask};
use super::row::{Row, bits};
use super::score::{self, ByteSet};
use crate::board::POINTS;
use crate::index::{Index, Subspace, squeeze};

/// What captures lead to.
#[derive(Clone, Copy)]
pub enum Child<'a> {
    /// The game ends: fewer than three stones are left to the opponent.
    GameOver,
    /// The scores of a subspace's slots, for the side that captures.
    Scores(Subspace, &'a [u8]),
}

/// The row of a child subspace that a capture leads to.
struct ChildRow<'a> {
    scores: &'a [u8],
    /// The set of the child's column, for the low half of the free points and for the high one.
    /// What a set maps to is the union of what its halves do.
    columns: [Vec<u32>; 2],
}

/// Bits in the low half of a set of `free` points.
fn low_half(free: usize) -> usize {
    free / 2
}

/// For every set of some free points, given by the image of each, the union of the images.
fn unions(images: &[u32]) -> Vec<u32> {
    let mut unions = vec![0u32; 1 << images.len()];
    for set in 1..unions.len() {
        unions[set] = unions[set & (set - 1)] | images[set.trailing_zeros() as usize];
    }
    unions
}

/// How captures of this row's takeable stones turn out.
pub struct Captures<'a> {
    index: &'static Index,
    free_points: usize,
    /// `None`: the game ends.
    children: Option<Vec<ChildRow<'a>>>,
}

impl<'a> Captures<'a> {
    pub fn new(row: &Row, child: Child<'a>) -> Captures<'a> {
        let index = Index::shared();
        let children = match child {
            Child::GameOver => None,
            Child::Scores(subspace, scores) => {
                let columns = subspace.columns();
                let canonical = index.canonical(subspace.mover as usize);
                let free_points: Vec<usize> = bits(row.free).collect();
                let child_row = |taken: usize| {
                    let left = row.opponent ^ 1 << taken;
                    let place = canonical.places()[index.colex.rank(left) as usize];
                    let free = !canonical.sets()[place.row()] & ((1 << POINTS) - 1);
                    let image = |point: &usize| {
                        squeeze(index.images.of(place.symmetry(), 1 << point), free)
                    };
                    let images: Vec<u32> = free_points.iter().map(image).collect();
                    let (low, high) = images.split_at(low_half(images.len()));
                    ChildRow {
                        scores: &scores[place.row() * columns..][..columns],
                        columns: [unions(low), unions(high)],
                    }
                };
                Some(bits(row.takeable).map(child_row).collect())
            }
        };
        Captures { index, free_points: row.free.count_ones() as usize, children }
    }

    /// The score of the best capture when the mover has just closed a mill with `set`, given on
    /// the row's free points.
    #[inline(always)]
    pub fn best(&self, set: u32) -> u8 {
        let Some(children) = &self.children else { return score::WINS_AT_ONCE };
        let half = low_half(self.free_points);
        let (low, high) = (set as usize & ((1 << half) - 1), set as usize >> half);
        let score = |child: &ChildRow<'_>| {
            let column = child.columns[0][low] | child.columns[1][high];
            child.scores[self.index.colex.rank(column) as usize]
        };
        children.iter().map(score).max().unwrap_or(score::NONE)
    }
}

/// Fills in the best capture of each column of a row of the moving phase. `out` is all
/// [`score::NONE`] before. Returns the scores that occur, and maybe a few more.
pub struct FillRow<'a> {
    pub row: &'a Row,
    pub columns: &'a Columns,
    pub child: Child<'a>,
    /// Whether the mover flies.
    pub flies: bool,
    pub out: &'a mut [u8],
}

impl RowTask for FillRow<'_> {
    type Output = ByteSet;

    #[inline(always)]
    fn run<K: Kernel>(self) -> ByteSet {
        let FillRow { row, columns, child, flies, out } = self;
        let mut seen = ByteSet::ZERO;
        if row.takeable == 0 {
            return seen;
        }
        let captures = Captures::new(row, child);
        let colex = &captures.index.colex;
        let all = (1u32 << columns.free) - 1;
        for set in &columns.sets {
            let closed = row.in_mills(*set);
            if closed == 0 {
                continue;
            }
            let best = captures.best(*set);
            seen.set(best as usize, true);
            for to in bits(closed) {
                let rest = set ^ 1 << to;
                let sources = if flies { all } else { row.next_to(to) };
                for from in bits(sources & !set) {
                    let before = &mut out[colex.rank(rest | 1 << from) as usize];
                    *before = best.max(*before);
                }
            }
        }
        seen
    }
}
