//! The columns of a row: the sets of one side on the free points, in colex order.

use super::kernel::Kernel;
use crate::index::{SizedRanks, binomial};

/// Bits of a word that have a given number of set bits in their own number: `BY_COUNT[k]` has bit
/// `i` when `i` has `k` ones.
const BY_COUNT: [u64; 7] = {
    let mut words = [0; 7];
    let mut i = 0u64;
    while i < 64 {
        words[i.count_ones() as usize] |= 1 << i;
        i += 1;
    }
    words
};

/// The columns of the rows with `free` free points, for a side with `stones` stones.
///
/// A row has two forms. *Compact*: one bit or byte a column. *Dense*: one bit for each of the
/// `2^free` sets, in which sliding a stone is a shift. Since colex order is numeric order, the
/// columns of a dense word are consecutive, and the one form becomes the other word by word.
pub struct Columns {
    /// Free points, 6..=24.
    pub free: usize,
    /// Stones of the side that the columns are sets of.
    pub stones: usize,
    /// Each column's set.
    pub sets: Vec<u32>,
    /// The dense words that have columns.
    words: Vec<Word>,
    ranks: SizedRanks,
}

/// The columns whose sets are in one word of the dense form: all sets of some size of the six
/// lowest points, with the same set of higher points.
pub struct Word {
    /// Number of the word in the dense form: the set of higher points.
    pub at: u32,
    /// First column of the word.
    pub first: u32,
    /// The bits that are columns.
    columns: u64,
}

impl Columns {
    pub fn new(free: usize, stones: usize) -> Columns {
        let (mut sets, mut words) = (Vec::new(), Vec::new());
        for at in 0..1u32 << (free - 6) {
            let Some(&columns) = (stones as u32)
                .checked_sub(at.count_ones())
                .and_then(|below| BY_COUNT.get(below as usize))
            else {
                continue;
            };
            words.push(Word { at, first: sets.len() as u32, columns });
            sets.extend((0..64).filter(|i| columns >> i & 1 == 1).map(|i| at << 6 | i));
        }
        debug_assert_eq!(sets.len(), binomial(free, stones));
        Columns { free, stones, sets, words, ranks: SizedRanks::new(free, stones) }
    }

    /// The column of a set.
    #[inline(always)]
    pub fn of(&self, set: u32) -> usize {
        self.ranks.rank(set) as usize
    }

    /// The dense words that have columns, ascending.
    pub fn words(&self) -> &[Word] {
        &self.words
    }

    /// The number of columns.
    pub fn count(&self) -> usize {
        self.sets.len()
    }

    /// Cost of a dense step: blocks times points, and the words to expand and compress.
    pub fn dense_cost(&self) -> usize {
        let blocks = self.dense_words() / 8;
        blocks * self.free + self.words.len()
    }

    /// Words of a row in the compact form.
    pub fn compact_words(&self) -> usize {
        self.sets.len().div_ceil(64)
    }

    /// Words of a row in the dense form.
    pub fn dense_words(&self) -> usize {
        1 << (self.free - 6)
    }

    /// Makes the dense form out of the compact one. Words without columns are left as they are.
    #[inline(always)]
    pub fn expand<K: Kernel>(&self, compact: &[u64], dense: &mut [u64]) {
        for word in &self.words {
            let (at, shift) = (word.first as usize / 64, word.first % 64);
            let mut bits = compact[at] >> shift;
            if shift != 0 && at + 1 < compact.len() {
                bits |= compact[at + 1] << (64 - shift);
            }
            dense[word.at as usize] = K::pdep64(bits, word.columns);
        }
    }

    /// Makes the compact form out of the dense one.
    #[inline(always)]
    pub fn compress<K: Kernel>(&self, dense: &[u64], compact: &mut [u64]) {
        compact.fill(0);
        for word in &self.words {
            let bits = K::pext64(dense[word.at as usize], word.columns);
            let (at, shift) = (word.first as usize / 64, word.first % 64);
            compact[at] |= bits << shift;
            if shift != 0 && at + 1 < compact.len() {
                compact[at + 1] |= bits >> (64 - shift);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::kernel::Portable;
    use super::*;

    #[test]
    fn expanding_and_compressing_are_inverse() {
        for (free, stones) in [(15, 9), (15, 8), (18, 3), (21, 5), (16, 0), (17, 1)] {
            let columns = Columns::new(free, stones);
            let mut random = 1u64;
            let mut compact: Vec<u64> = (0..columns.compact_words())
                .map(|_| {
                    random =
                        random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                    random
                })
                .collect();
            let tail = columns.count() % 64;
            if tail != 0 {
                *compact.last_mut().unwrap() &= (1 << tail) - 1;
            }
            let mut dense = vec![0; columns.dense_words()];
            columns.expand::<Portable>(&compact, &mut dense);
            for (column, set) in columns.sets.iter().enumerate() {
                let bit = dense[*set as usize / 64] >> (set % 64) & 1;
                assert_eq!(bit, compact[column / 64] >> (column % 64) & 1);
            }
            let mut back = vec![0; columns.compact_words()];
            columns.compress::<Portable>(&dense, &mut back);
            assert_eq!(back, compact);
        }
    }
}
