//! Captures, settled once before the induction.
//!
//! Within a row the opponent's stones are fixed, and so are those that can be taken. For each of
//! them the position after the capture lies in one row of the child subspace. So for every set that
//! the mover can have after closing a mill, the best capture is a maximum over a few rows of scores.
//! It belongs to the turn that closes the mill, and so to the columns that turn starts from.

mod late;

pub use late::SeeAgain;

use super::columns::Columns;
use super::halves::HalfTables;
use super::kernel::{Kernel, RowTask};
use super::row::{Row, bits};
use super::score::{self, ByteSet};
use super::scores::Scores;
use crate::board::POINTS;
use crate::index::{Index, Place, SizedRanks, Subspace, squeeze};

/// What captures lead to; `None` when they end the game, because fewer than three stones are left
/// to the opponent.
pub type Child<'a> = Option<&'a ChildScores>;

/// A subspace that captures lead to.
pub struct ChildScores {
    subspace: Subspace,
    pub scores: Scores,
    /// Of its columns.
    ranks: SizedRanks,
}

impl ChildScores {
    /// `scores` are those of its slots.
    pub fn new(subspace: Subspace, scores: Scores) -> ChildScores {
        let (mover, opponent) = (subspace.mover as usize, subspace.opponent as usize);
        ChildScores { subspace, scores, ranks: SizedRanks::new(POINTS - mover, opponent) }
    }

    /// Where the opponent's set of a row is after each capture.
    fn places_after(&self, row: &Row) -> impl Iterator<Item = Place> {
        let index = Index::shared();
        let places = index.canonical(self.subspace.mover as usize).places();
        bits(row.takeable)
            .map(move |taken| places[index.colex.rank(row.opponent ^ 1 << taken) as usize])
    }

    /// A point of the board as one of the free points at such a place.
    fn image(&self, place: Place, point: usize) -> u32 {
        let index = Index::shared();
        let set = index.canonical(self.subspace.mover as usize).sets()[place.row()];
        let free = !set & ((1 << POINTS) - 1);
        squeeze(index.images.of(place.symmetry(), 1 << point), free)
    }
}

/// A row's mills that take a stone when closed.
pub struct Mills<'a> {
    row: &'a Row,
    /// All free points.
    all: u32,
    /// Of a set's complement: bit `i` when it has a point of mill `i`, so that this is not complete.
    broken: HalfTables,
}

impl<'a> Mills<'a> {
    pub fn new(row: &'a Row, free: usize) -> Mills<'a> {
        let through = |point: usize| {
            let numbered = row.mills().iter().enumerate();
            numbered.fold(0, |all, (i, mill)| all | (mill >> point & 1) << i)
        };
        Mills { row, all: (1 << free) - 1, broken: HalfTables::new(free, through) }
    }

    /// Bit `i` for each such mill that `set` has.
    #[inline(always)]
    fn complete(&self, set: u32) -> u32 {
        !self.broken.union(self.all ^ set) & ((1 << self.row.mills().len()) - 1)
    }

    /// Whether `set` has such a mill.
    #[inline(always)]
    pub fn any(&self, set: u32) -> bool {
        self.complete(set) != 0
    }

    /// The stones of `set` that stand in such mills.
    #[inline(always)]
    fn stones(&self, set: u32) -> u32 {
        let mills = self.row.mills();
        let mut complete = self.complete(set);
        let mut stones = 0;
        while complete != 0 {
            stones |= mills.get(complete.trailing_zeros() as usize).unwrap_or(&0);
            complete &= complete - 1;
        }
        stones
    }
}

/// How captures of a row's takeable stones turn out.
pub struct Captures<'a> {
    /// `None`: the game ends.
    children: Option<ChildRows<'a>>,
}

/// The rows of a child subspace that captures lead to, one for each stone that can be taken.
struct ChildRows<'a> {
    scores: &'a Scores,
    /// Their first slots, and their bytes.
    rows: Vec<(usize, &'a [u8])>,
    /// From the mover's set to those of the child rows' columns.
    columns: HalfTables,
    ranks: &'a SizedRanks,
}

impl<'a> Captures<'a> {
    pub fn new(row: &Row, child: Child<'a>) -> Captures<'a> {
        Captures { children: child.map(|child| ChildRows::new(row, child)) }
    }

    /// The score of the best capture when the mover has just closed a mill with `set`, given on
    /// the row's free points.
    #[inline(always)]
    pub fn best(&self, set: u32) -> u8 {
        let Some(children) = &self.children else { return score::WINS_AT_ONCE };
        let mut best = score::NONE;
        for ((_, row), column) in children.rows.iter().zip(children.columns.unions(set)) {
            best = best.max(row[children.ranks.rank(column) as usize]);
        }
        best
    }

    /// The same as seen from the second lap.
    pub fn best_again(&self, set: u32) -> u8 {
        let Some(children) = &self.children else { return score::WINS_AT_ONCE };
        let columns = children.rows.iter().zip(children.columns.unions(set));
        let scores = columns.map(|((first, _), column)| {
            children.scores.again(first + children.ranks.rank(column) as usize)
        });
        scores.fold(score::NONE, u8::max)
    }
}

impl<'a> ChildRows<'a> {
    fn new(row: &Row, child: &'a ChildScores) -> ChildRows<'a> {
        let ChildScores { subspace, scores, ranks } = child;
        let columns = subspace.columns();
        let places: Vec<Place> = child.places_after(row).collect();
        let free_points: Vec<usize> = bits(row.free).collect();
        let image = |point: usize, i: usize| child.image(places[i], free_points[point]);
        let firsts = places.iter().map(|place| place.row() * columns);
        ChildRows {
            scores,
            rows: firsts.map(|first| (first, &scores.bytes[first..][..columns])).collect(),
            columns: HalfTables::side_by_side(free_points.len(), places.len(), image),
            ranks,
        }
    }
}

/// A row of the moving phase, and the best capture of each of its columns.
pub struct RowCaptures<'a> {
    pub row: &'a Row,
    pub columns: &'a Columns,
    pub child: Child<'a>,
    /// Whether the mover flies.
    pub flies: bool,
    pub best: &'a mut [u8],
}

impl RowCaptures<'_> {
    /// The points that a stone may go to from a point, or come from, if they are free.
    #[inline(always)]
    fn next_to(&self, point: usize) -> u32 {
        if self.flies { (1 << self.columns.free) - 1 } else { self.row.next_to(point) }
    }
}

/// Fills in the captures, which are all [`score::NONE`] before. Returns the scores that occur, and
/// maybe a few more.
pub struct FillRow<'a>(pub RowCaptures<'a>);

impl RowTask for FillRow<'_> {
    type Output = ByteSet;

    #[inline(always)]
    fn run<K: Kernel>(self) -> ByteSet {
        let of_row = self.0;
        let RowCaptures { row, columns, child, .. } = of_row;
        let mut seen = ByteSet::ZERO;
        if row.takeable == 0 {
            return seen;
        }
        let captures = Captures::new(row, child);
        let mills = Mills::new(row, columns.free);
        for set in &columns.sets {
            let closed = mills.stones(*set);
            if closed == 0 {
                continue;
            }
            let best = captures.best(*set);
            seen.set(best as usize, true);
            for to in bits(closed) {
                let rest = set ^ 1 << to;
                for from in bits(of_row.next_to(to) & !set) {
                    let before = &mut of_row.best[columns.of(rest | 1 << from)];
                    *before = best.max(*before);
                }
            }
        }
        seen
    }
}
