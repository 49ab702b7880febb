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
use crate::index::{Index, Subspace};

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
    symmetry: usize,
    free: u32,
}

/// How captures of this row's takeable stones turn out.
pub struct Captures<'a> {
    index: &'static Index,
    row: &'a Row,
    /// `None`: the game ends.
    children: Option<Vec<ChildRow<'a>>>,
}

impl<'a> Captures<'a> {
    pub fn new(row: &'a Row, child: Child<'a>) -> Captures<'a> {
        let index = Index::shared();
        let children = match child {
            Child::GameOver => None,
            Child::Scores(subspace, scores) => {
                let columns = subspace.columns();
                let canonical = index.canonical(subspace.mover as usize);
                let child_row = |taken: usize| {
                    let left = row.opponent ^ 1 << taken;
                    let place = canonical.places()[index.colex.rank(left) as usize];
                    ChildRow {
                        scores: &scores[place.row() * columns..][..columns],
                        symmetry: place.symmetry(),
                        free: !canonical.sets()[place.row()] & ((1 << POINTS) - 1),
                    }
                };
                Some(bits(row.takeable).map(child_row).collect())
            }
        };
        Captures { index, row, children }
    }

    /// The score of the best capture when the mover has just closed a mill with `set`, given on
    /// the row's free points.
    #[inline(always)]
    pub fn best<K: Kernel>(&self, set: u32) -> u8 {
        let Some(children) = &self.children else { return score::WINS_AT_ONCE };
        let mover = K::pdep(set, self.row.free);
        let score = |child: &ChildRow<'_>| {
            let image = self.index.images.of(child.symmetry, mover);
            child.scores[self.index.colex.rank(K::pext(image, child.free)) as usize]
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
            let best = captures.best::<K>(*set);
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
