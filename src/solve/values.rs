//! The values of a subspace's slots while they are found.

use std::convert::Infallible;
use std::io;

use rayon::prelude::*;

use super::lap::Lap;
use super::memory::Bytes;
use super::row::bits_of_word;
use super::score::{self, Table};
use crate::store::Codes;

/// Slots that are worked on at a time.
const PART: usize = 1 << 13;

/// A byte for each slot, 0 until it is decided, and what tells in which [`Lap`] that was.
pub struct Values {
    pub bytes: Bytes,
    /// A bit for each slot that was open when the second lap began, and in the end for those that it
    /// has decided. Empty in the first lap.
    second: Vec<u64>,
}

impl Values {
    /// All open, in the first lap.
    ///
    /// # Errors
    /// When memory can't be had.
    pub fn open(slots: usize) -> io::Result<Values> {
        Ok(Values { bytes: Bytes::zeroed(slots)?, second: Vec::new() })
    }

    /// Begins the second lap: what is decided from now on belongs to it.
    pub fn begin_second_lap(&mut self) {
        self.second = self.bytes.par_chunks(64).map(|bytes| !decided(bytes)).collect();
    }

    /// Ends the last lap: before this, values of the second one can't be read.
    pub fn end(&mut self) {
        let words = self.second.par_iter_mut().zip(self.bytes.par_chunks(64));
        words.for_each(|(word, bytes)| *word &= decided(bytes));
    }

    /// The scores of the turns that lead to the slots, by [`score::table`], in the place of the values.
    pub fn into_scores(self, table: &Table) -> Bytes {
        let mut scores = self.bytes;
        scores.par_chunks_mut(PART).for_each(|part| {
            part.iter_mut().for_each(|byte| *byte = table[usize::from(*byte)]);
        });
        for (at, word) in self.second.iter().enumerate().filter(|(_, word)| **word != 0) {
            bits_of_word(*word).for_each(|bit| scores[64 * at + bit] = score::SAFE);
        }
        scores
    }

    /// The slots whose codes are at least `least`, ascending, with these.
    pub fn codes_from(&self, least: u16) -> Vec<(usize, u16)> {
        let parts = (0..self.bytes.len()).into_par_iter().step_by(PART);
        let of_part = |codes: &mut Vec<u16>, first: usize| {
            let end = self.bytes.len().min(first + PART);
            // Mostly there is none, which is seen faster without early exits.
            let longest =
                self.bytes[first..end].iter().fold(0, |longest: u8, byte| longest.max(*byte));
            let second = self.second.iter().take(end.div_ceil(64)).skip(first / 64);
            if u16::from(longest) < least && second.fold(0, |any, word| any | word) == 0 {
                return Vec::new();
            }
            codes.resize(end - first, 0);
            let Ok(()) = self.read(first, codes);
            let codes = (first..).zip(codes.iter().copied());
            codes.filter(|(_, code)| *code >= least).collect()
        };
        parts.map_init(Vec::new, of_part).collect::<Vec<Vec<_>>>().concat()
    }

    /// The last lap that was begun.
    pub fn lap(&self) -> Lap {
        if self.second.is_empty() { Lap::First } else { Lap::Second }
    }
}

/// A bit for each of up to 64 slots that is decided.
fn decided(bytes: &[u8]) -> u64 {
    bytes.iter().enumerate().fold(0, |word, (i, byte)| word | u64::from(*byte != 0) << i)
}

impl Codes for Values {
    type Error = Infallible;

    fn read(&self, first: usize, codes: &mut [u16]) -> Result<(), Infallible> {
        let end = first + codes.len();
        let bytes = &self.bytes[first..end];
        codes.iter_mut().zip(bytes).for_each(|(code, byte)| *code = u16::from(*byte));
        // Few slots, and only if there was a second lap.
        let words = self.second.iter().enumerate().take(end.div_ceil(64)).skip(first / 64);
        for (at, word) in words.filter(|(_, word)| **word != 0) {
            for slot in bits_of_word(*word).map(|bit| 64 * at + bit) {
                if (first..end).contains(&slot) {
                    codes[slot - first] = Lap::Second.code(self.bytes[slot]);
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{CODES, MAX_PLIES, Metric};

    #[test]
    fn codes_of_both_laps_are_read_back() {
        let slots = 1000;
        let code =
            |slot: usize| if slot % 7 < 3 { 0 } else { (slot * 31 % (CODES - 1) + 1) as u16 };
        let mut values = Values::open(slots).unwrap();
        for lap in [Lap::First, Lap::Second] {
            if lap == Lap::Second {
                values.begin_second_lap();
            }
            for slot in (0..slots).filter(|slot| code(*slot) != 0) {
                if Lap::of(code(slot)) == lap {
                    values.bytes[slot] = lap.byte(code(slot));
                }
            }
        }
        values.end();
        assert_eq!(values.lap(), Lap::Second);
        for (first, count) in [(0, slots), (5, 64), (64, 64), (63, 2), (300, 700), (999, 1)] {
            let mut codes = vec![0; count];
            let Ok(()) = values.read(first, &mut codes);
            let expected: Vec<u16> = (first..first + count).map(code).collect();
            assert_eq!(codes, expected);
        }
        let least = 240;
        let expected = (0..slots).map(|slot| (slot, code(slot))).filter(|(_, code)| *code >= least);
        assert_eq!(values.codes_from(least), expected.collect::<Vec<_>>());
        let table = score::table(Metric::End);
        let scores = values.into_scores(&table);
        for slot in (0..slots).filter(|slot| code(*slot) <= MAX_PLIES) {
            assert_eq!(scores[slot], table[usize::from(code(slot))]);
        }
    }
}
