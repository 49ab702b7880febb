//! What a capture is worth, as a byte whose numeric order is the mover's preference.
//!
//! Folding over captures, and asking whether all of them lose by some ply, then are one comparison
//! each.

use bitvec::prelude::*;

use super::lap::Lap;
use crate::board::{CODES, MAX_PLIES, Metric};

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

/// For every code of a position the score of a placing or a capture that leads there, for the side
/// that makes it, as seen from the first lap; [`NONE`] where the distance is too long for one ply more.
/// (No other turns are scored: quiet ones are the induction's.)
pub fn table(metric: Metric) -> Table {
    let mut table = [NONE; CODES];
    for child in 0..=MAX_PLIES {
        let code = code_of_turn_to(metric, child);
        table[usize::from(child)] = match Lap::of(code) {
            Lap::First => of_byte(code as u8),
            // Not decided in this lap.
            Lap::Second => SAFE,
        };
    }
    table
}

/// The first code of a position to which turns lead that belong to the second lap; so do those to
/// all higher codes.
pub fn first_late(metric: Metric) -> u16 {
    let is_late = |child: &u16| Lap::of(code_of_turn_to(metric, *child)) == Lap::Second;
    (1..=MAX_PLIES).find(is_late).unwrap_or(u16::MAX)
}

/// The score of such a turn as seen from the second lap; `child` is at least [`first_late`].
pub fn late(metric: Metric, child: u16) -> u8 {
    of_byte(Lap::Second.byte(code_of_turn_to(metric, child)))
}

/// A score of the first lap as seen from the second; what is [`SAFE`] in the one may be [`late`].
pub const fn again(score: u8) -> u8 {
    match score {
        NONE | SAFE => score,
        LOSES_AT_ONCE..SAFE => LOSES_AT_ONCE,
        _ => WINS_AT_ONCE,
    }
}

/// Whether a score, seen from the second lap, is that of a value of this lap.
pub const fn is_late(score: u8) -> bool {
    !matches!(score, NONE | SAFE | WINS_AT_ONCE | LOSES_AT_ONCE)
}

fn code_of_turn_to(metric: Metric, child: u16) -> u16 {
    metric.code(metric.of_turn(metric.value(child), true))
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

    #[test]
    fn numeric_order_is_preference() {
        for metric in [Metric::End, Metric::Capture { limit: 120 }] {
            let table = table(metric);
            let (mut first, mut second) = (Vec::new(), Vec::new());
            for child in 0..=MAX_PLIES {
                let value = metric.of_turn(metric.value(child), true);
                let score = table[usize::from(child)];
                assert!(score > NONE);
                first.push((value, score));
                let late = (child >= first_late(metric)).then(|| late(metric, child));
                second.push((value, late.unwrap_or(again(score))));
                let lap =
                    if value == Value::Draw { None } else { Some(Lap::of(metric.code(value))) };
                assert_eq!(late.is_some(), lap == Some(Lap::Second));
                assert_eq!(is_late(second[second.len() - 1].1), late.is_some());
                assert_eq!(score == SAFE, lap != Some(Lap::First));
                if let Some(lap) = lap {
                    let byte = to_byte(late.unwrap_or(score));
                    assert!(lap.bytes().contains(&byte));
                    assert_eq!(lap.code(byte), metric.code(value));
                }
            }
            for mut scored in [first, second] {
                scored.sort();
                assert!(scored.is_sorted_by_key(|(_, score)| score), "{metric:?}");
            }
            let lost = table[usize::from(metric.code(Value::Loss(Plies(0))))];
            assert_eq!(lost, WINS_AT_ONCE);
        }
        for byte in 0..=250 {
            assert_eq!(to_byte(of_byte(byte)), byte);
        }
        assert_eq!(again(NONE), NONE);
    }

    #[test]
    fn under_a_limit_a_capture_has_one_of_three_scores() {
        let metric = Metric::Capture { limit: 50 };
        let table = table(metric);
        let loses = of_byte(metric.code(Value::Loss(Plies(1))) as u8);
        let score = |value| table[usize::from(metric.code(value))];
        for plies in 1..=50 {
            assert_eq!(score(Value::Win(Plies(plies))), loses);
            assert_eq!(score(Value::Loss(Plies(plies))), WINS_AT_ONCE);
        }
        assert_eq!(score(Value::Draw), SAFE);
    }
}
