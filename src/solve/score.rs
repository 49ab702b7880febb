//! What a capture is worth, as a byte whose numeric order is the mover's preference.
//!
//! Folding over captures, and asking whether all of them lose by some ply, then are one comparison
//! each.

use bitvec::prelude::*;

use super::lap::{Lap, Place};
use crate::board::{CODES, MAX_PLIES, Metric, Outcome};

/// No capture is possible.
pub const NONE: u8 = 0;
/// The best capture draws, or is not decided in this lap: the position is not lost in it.
pub const SAFE: u8 = 128;
/// A capture ends the game, or wins so soon that the position was decided in an earlier lap.
pub const WINS_AT_ONCE: u8 = of_byte(2);
/// A capture loses by now: what it leads to was decided in an earlier lap.
pub const LOSES_AT_ONCE: u8 = of_byte(1);

/// A set of scores, or of any other bytes.
pub type ByteSet = BitArray<[u64; 4], Lsb0>;

/// A score for each value code.
pub type Table = [u8; CODES];

/// The score of a value of the lap at hand, given as its byte: the longer, the larger the byte.
pub const fn of_byte(byte: u8) -> u8 {
    match byte {
        0 => SAFE,
        // Wins: the shorter, the better. Bytes are at most 251, so wins stay above 128.
        _ if byte.is_multiple_of(2) => 255 - byte / 2,
        // Losses: the longer, the better.
        _ => byte / 2 + 1,
    }
}

/// The inverse of [`of_byte`]; `score` is not [`NONE`].
pub const fn to_byte(score: u8) -> u8 {
    match score {
        SAFE => 0,
        _ if score > SAFE => (255 - score) * 2,
        _ => (score - 1) * 2 + 1,
    }
}

/// The score of a placing or a capture for the side that makes it, by the code of the position it
/// leads to. (No other turns are scored: quiet ones are the induction's.)
fn of_turn_to(metric: Metric, lap: Lap, child: u16) -> u8 {
    let value = metric.of_turn(metric.value(child), true);
    match (value.outcome(), lap.place(metric.code(value))) {
        (Outcome::Draw, _) | (_, Place::Later) => SAFE,
        (_, Place::Here(byte)) => of_byte(byte),
        (Outcome::Win, Place::Earlier) => WINS_AT_ONCE,
        (Outcome::Loss, Place::Earlier) => LOSES_AT_ONCE,
    }
}

/// In a lap, for every code of a position the score of the turns that lead there; [`NONE`] where the
/// distance is too long for one ply more.
pub fn table(metric: Metric, lap: Lap) -> Table {
    let mut table = [NONE; CODES];
    for child in 0..=MAX_PLIES {
        table[usize::from(child)] = of_turn_to(metric, lap, child);
    }
    table
}

/// Whether a score, seen from the second lap, is that of a value of this lap.
#[inline(always)]
pub const fn is_of_second_lap(score: u8) -> bool {
    !matches!(score, NONE | SAFE | WINS_AT_ONCE | LOSES_AT_ONCE)
}

/// [`to_byte`] for every score.
pub fn bytes() -> [u8; 256] {
    let mut bytes = [0; 256];
    for score in NONE + 1..=u8::MAX {
        bytes[usize::from(score)] = to_byte(score);
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Plies, Value};

    /// The values whose turns' scores are those of a lap, and the codes of both.
    fn of_lap(metric: Metric, lap: Lap) -> impl Iterator<Item = (Value, u8)> {
        let table = table(metric, lap);
        (0..=MAX_PLIES).map(move |child| {
            (metric.of_turn(metric.value(child), true), table[usize::from(child)])
        })
    }

    #[test]
    fn numeric_order_is_preference() {
        for (metric, lap) in [
            (Metric::End, Lap::First),
            (Metric::End, Lap::Second),
            (Metric::Capture { limit: 120 }, Lap::First),
        ] {
            let mut scored: Vec<(Value, u8)> = of_lap(metric, lap).collect();
            scored.sort();
            assert!(scored.is_sorted_by_key(|(_, score)| score), "{metric:?} {lap:?}");
            for (value, score) in scored {
                assert!(score > NONE);
                let decided_now = value != Value::Draw && Lap::of(metric.code(value)) == lap;
                if decided_now {
                    assert_eq!(lap.code(to_byte(score)), metric.code(value));
                    assert!(lap.bytes().contains(&to_byte(score)));
                } else {
                    assert!([SAFE, WINS_AT_ONCE, LOSES_AT_ONCE].contains(&score));
                    assert!(
                        lap == Lap::First
                            || !lap.bytes().contains(&to_byte(score))
                            || score == SAFE
                    );
                }
            }
            let lost = table(metric, lap)[usize::from(metric.code(Value::Loss(Plies(0))))];
            assert_eq!(lost, WINS_AT_ONCE);
        }
        for byte in 0..=250 {
            assert_eq!(to_byte(of_byte(byte)), byte);
        }
    }

    #[test]
    fn under_a_limit_a_capture_has_one_of_three_scores() {
        let metric = Metric::Capture { limit: 50 };
        let table = table(metric, Lap::First);
        let loses = of_byte(metric.code(Value::Loss(Plies(1))) as u8);
        let score = |value| table[usize::from(metric.code(value))];
        for plies in 1..=50 {
            assert_eq!(score(Value::Win(Plies(plies))), loses);
            assert_eq!(score(Value::Loss(Plies(plies))), WINS_AT_ONCE);
        }
        assert_eq!(score(Value::Draw), SAFE);
    }
}
