//! What is fixed in a row: the stones of the side that does not move.

use crate::board::{BOARD, PointSet, Rules, takeable};
use crate::index::squeeze;

/// Arrays by point are as long as a `u32` has bits, so that a bit's number needs no bounds check.
const PADDED: usize = 32;
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
    neighbours: [u32; PADDED],
    /// The two other points of the two lines through each free point.
    pub lines: [[u32; 2]; PADDED],
    /// The lines of free points, `mill_count` of them.
    mills: [u32; 16],
    mill_count: u8,
}

impl Row {
    /// The row of this set of the opponent.
    pub fn new(rules: &Rules, opponent: u32) -> Row {
        let stones = PointSet::from_bits(opponent);
        let free = !stones;
        let takeable = takeable(rules, stones).bits();
        let mut neighbours = [0; PADDED];
        let mut lines = [[NO_LINE; 2]; PADDED];
        let (mut mills, mut mill_count) = ([0; 16], 0);
        // When closing a mill takes nothing, it is a turn like any other.
        let closing_takes = takeable != 0;
        for mill in BOARD.mills.iter().filter(|m| closing_takes && free.contains_all(**m)) {
            mills[usize::from(mill_count)] = squeeze(mill.bits(), free.bits());
            mill_count += 1;
        }
        for (i, point) in free.iter().enumerate() {
            let joined = BOARD.neighbours[point.index()] & free;
            neighbours[i] = squeeze(joined.bits(), free.bits());
            let through = mills[..usize::from(mill_count)].iter().filter(|m| *m >> i & 1 == 1);
            for (line, mill) in lines[i].iter_mut().zip(through) {
                *line = mill ^ 1 << i;
            }
        }
        Row { opponent, free: free.bits(), takeable, neighbours, lines, mills, mill_count }
    }

    /// Whether the stone on `point` stands in a mill of `set` that takes a stone when closed.
    #[inline(always)]
    pub fn closes(&self, set: u32, point: usize) -> bool {
        let [first, second] = self.lines[point & (PADDED - 1)];
        // Both are asked for, because a branch would be guessed wrong too often.
        (set & first == first) | (set & second == second)
    }

    /// The free points next to a free point.
    #[inline(always)]
    pub fn next_to(&self, point: usize) -> u32 {
        self.neighbours[point & (PADDED - 1)]
    }

    /// The lines of free points, which are those that take a stone when closed; at most 16.
    #[inline(always)]
    pub fn mills(&self) -> &[u32] {
        &self.mills[..usize::from(self.mill_count.min(16))]
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
    let words = words.iter().enumerate().filter(|(_, word)| **word != 0);
    words.flat_map(|(i, word)| bits_of_word(*word).map(move |bit| 64 * i + bit))
}

/// The numbers of the set bits of a word, ascending.
#[inline(always)]
pub fn bits_of_word(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros() as usize)?;
        word &= word - 1;
        Some(bit)
    })
}
