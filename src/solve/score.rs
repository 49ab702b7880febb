//! What a capture is worth, as a byte whose numeric order is the mover's preference.
//!
//! Folding over captures, and asking whether all of them lose by some ply, then are one comparison
//! each.

use bitvec::prelude::*;

use crate::board::Metric;

/// No capture is possible.
pub const NONE: u8 = 0;
/// The best capture draws: the position is never lost.
pub const SAFE: u8 = 128;
/// A capture ends the game.
pub const WINS_AT_ONCE: u8 = of_code(2);

/// A set of scores, or of any other bytes.
pub type ByteSet = BitArray<[u64; 4], Lsb0>;

/// The score of a value, given as its code under any metric: the longer, the larger the code.
pub const fn of_code(code: u8) -> u8 {
    match code {
        0 => SAFE,
        // Wins: the shorter, the better. Codes are at most 251, so wins stay above 128.
        _ if code.is_multiple_of(2) => 255 - code / 2,
        // Losses: the longer, the better.
        _ => code / 2 + 1,
    }
}

/// The inverse of [`of_code`]; `score` is not [`NONE`].
pub const fn to_code(score: u8) -> u8 {
    match score {
        SAFE => 0,
        _ if score > SAFE => (255 - score) * 2,
        _ => (score - 1) * 2 + 1,
    }
}

/// The score of a placing or a capture for the side that makes it, by the code of the position it
/// leads to. (No other turns are scored: quiet ones are the induction's.)
pub fn of_turn_to(metric: Metric, child: u8) -> u8 {
    of_code(metric.code(metric.of_turn(metric.value(child), true)))
}

/// [`of_turn_to`] for every code; [`NONE`] where the distance is too long for one ply more.
pub fn table(metric: Metric) -> [u8; 256] {
    let known = 0..=crate::board::MAX_PLIES;
    let mut table = [NONE; 256];
    for code in known {
        table[code as usize] = of_turn_to(metric, code);
    }
    table
}

/// [`to_code`] for every score.
pub fn codes() -> [u8; 256] {
    let mut codes = [0; 256];
    for score in NONE + 1..=u8::MAX {
        codes[usize::from(score)] = to_code(score);
    }
    codes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Plies, Value};

    #[test]
    fn numeric_order_is_preference() {
        for metric in [Metric::End, Metric::Capture { limit: 120 }] {
            let mut values: Vec<Value> = (0..=251).map(|code| metric.value(code)).collect();
            values.sort();
            let codes = values.into_iter().map(|value| metric.code(value));
            let scores: Vec<u8> = codes.clone().map(of_code).collect();
            assert!(scores.is_sorted_by(|a, b| a < b));
            assert!(scores[0] > NONE);
            assert!(codes.clone().all(|code| to_code(of_code(code)) == code));
            let lost = metric.code(Value::Loss(Plies(0)));
            assert_eq!(of_turn_to(metric, lost), WINS_AT_ONCE);
        }
    }

    #[test]
    fn under_a_limit_a_capture_has_one_of_three_scores() {
        let metric = Metric::Capture { limit: 50 };
        let loses = of_code(metric.code(Value::Loss(Plies(1))));
        let score = |value| of_turn_to(metric, metric.code(value));
        for plies in 1..=50 {
            assert_eq!(score(Value::Win(Plies(plies))), loses);
            assert_eq!(score(Value::Loss(Plies(plies))), WINS_AT_ONCE);
        }
        assert_eq!(score(Value::Draw), SAFE);
    }
}
