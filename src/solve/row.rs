//! What is fixed in a row: the stones of the side that does not move.

use crate::board::{BOARD, POINTS, PointSet, Rules, takeable};
use crate::index::squeeze;

/// A line that can't be complete in the row: no set of at most 24 bits contains it.
const NO_LINE: u32 = u32::MAX;

/// The board as the mover sees it in a row, where the opponent's stones are fixed. Points are
/// numbered among the free ones, so that a column's set can be used as it is.
pub struct Row {
    /// The opponent's stones, on the board.
    pub opponent: u32,
    /// The points free of them, on the board.
    pub free: u32,
    /// The opponent's stones that may be taken, on the board.
    pub takeable: u32,
    /// Free points next to each free point.
    pub neighbours: [u32; POINTS],
    /// The two other points of the two lines through each free point.
    pub lines: [[u32; 2]; POINTS],
    /// The number of pairs of neighbouring free points, each way counted.
    pub slides: u32,
}

impl Row {
    /// The row of this set of the opponent.
    pub fn new(rules: &Rules, opponent: u32) -> Row {
        let stones = PointSet::from_bits(opponent);
        let free = !stones;
        let takeable = takeable(rules, stones).bits();
        let mut neighbours = [0; POINTS];
        let mut lines = [[NO_LINE; 2]; POINTS];
        for (i, point) in free.iter().enumerate() {
            let joined = BOARD.neighbours[point.index()] & free;
            neighbours[i] = squeeze(joined.bits(), free.bits());
            // When closing a mill takes nothing, it is a turn like any other.
            if takeable == 0 {
                continue;
            }
            let through =
                BOARD.mills.iter().filter(|m| m.contains(point) && free.contains_all(**m));
            for (line, mill) in lines[i].iter_mut().zip(through) {
                *line = squeeze(mill.without(point).bits(), free.bits());
            }
        }
        let slides = neighbours.iter().map(|n| n.count_ones()).sum();
        Row { opponent, free: free.bits(), takeable, neighbours, lines, slides }
    }

    /// The number of free points.
    pub fn free_points(&self) -> usize {
        self.free.count_ones() as usize
    }

    /// Whether the stone on `point` stands in a mill of `set` that takes a stone when closed.
    #[inline(always)]
    pub fn closes(&self, set: u32, point: usize) -> bool {
        let [first, second] = self.lines[point];
        set & first == first || set & second == second
    }

    /// The stones of `set` that stand in such mills.
    #[inline(always)]
    pub fn in_mills(&self, set: u32) -> u32 {
        bits(set).filter(|point| self.closes(set, *point)).fold(0, |all, point| all | 1 << point)
    }
}

/// The numbers of the set bits, ascending.
#[inline(always)]
pub fn bits(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let bit = set.trailing_zeros() as usize;
        set &= set - 1;
        Some(bit)
    })
}

/// The numbers of the set bits of a row of words, ascending.
#[inline(always)]
pub fn ones(words: &[u64]) -> impl Iterator<Item = usize> {
    words.iter().enumerate().filter(|(_, word)| **word != 0).flat_map(|(i, word)| {
        let mut rest = *word;
        std::iter::from_fn(move || {
            if rest == 0 {
                return None;
            }
            let bit = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            Some(64 * i + bit)
        })
    })
}
