//! Value codes as bytes, in laps.
//!
//! The solver works on a byte a slot. Distances under some rules need more codes than that, so bytes
//! are used again: the induction goes around once more. While it decides the values of one lap,
//! those of earlier laps are only wins and losses to it, and those of later ones open.
//!
//! In the second lap a step that looks for its source by a byte also finds positions of the first
//! lap with that byte. That is wasted, not wrong: what leads to these was decided when they were, or
//! is tested once more by all its turns.

use std::ops::RangeInclusive;

use super::schedule::GENERATIONS;
use crate::board::MAX_PLIES;

/// The last byte of each lap: the largest whose score is not mistaken for that of a draw.
const LAST: u8 = 250;
/// The first byte of later laps. The fewer there are of these laps' bytes in the first lap, the less
/// is looked at again: most distances are short.
const FIRST_AGAIN: u8 = 23;
/// Values of a later lap.
const LENGTH: u16 = (LAST - FIRST_AGAIN + 1) as u16;

// Marks of the steps go on as if there were no laps, and two laps do for all values.
const _: () = assert!((LENGTH as usize).is_multiple_of(GENERATIONS));
const _: () = assert!(LAST as u16 + LENGTH == MAX_PLIES + 1);

/// A lap of the induction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Lap {
    /// The first, and the only one under most rules.
    First,
    /// The second.
    Second,
}

impl Lap {
    /// The one that holds a code.
    pub const fn of(code: u16) -> Lap {
        if code <= LAST as u16 { Lap::First } else { Lap::Second }
    }

    /// The lap after this one.
    pub const fn next(self) -> Option<Lap> {
        match self {
            Lap::First => Some(Lap::Second),
            Lap::Second => None,
        }
    }

    /// The bytes of its values.
    pub const fn bytes(self) -> RangeInclusive<u8> {
        match self {
            Lap::First => 1..=LAST,
            Lap::Second => FIRST_AGAIN..=LAST,
        }
    }

    /// The code of a byte other than 0, which is a draw or open in any lap.
    pub const fn code(self, byte: u8) -> u16 {
        match self {
            Lap::First => byte as u16,
            Lap::Second => byte as u16 + LENGTH,
        }
    }

    /// The inverse of [`Lap::code`], for a code [`of`](Lap::of) this lap.
    pub const fn byte(self, code: u16) -> u8 {
        match self {
            Lap::First => code as u8,
            Lap::Second => (code - LENGTH) as u8,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::CODES;

    #[test]
    fn each_code_has_its_byte_in_one_lap() {
        for code in 1..CODES as u16 {
            let lap = Lap::of(code);
            let byte = lap.byte(code);
            assert!(lap.bytes().contains(&byte));
            assert_eq!(lap.code(byte), code);
            assert_eq!(u16::from(byte) % GENERATIONS as u16, code % GENERATIONS as u16);
        }
    }
}
