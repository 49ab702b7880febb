//! What a distance counts, how it grows along a turn, and its form as one number.

use super::value::{MAX_PLIES, Plies, Value};

/// Most plies that an N-ply rule may have, so that every value has a code. Rule texts need 100.
pub const MAX_DRAW_AFTER: u8 = 120;

/// What the distance of a value counts; it follows from the rules.
///
/// Codes are the working form of values, below [`CODES`](super::CODES): 0 for a draw, wins even,
/// losses odd, and among wins, or losses, the larger the longer. That much holds under every metric,
/// so what only needs the outcome, or compares distances, does not have to know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Metric {
    /// Plies to the end of the game: odd for wins, even for losses. A code is the distance plus one.
    End,
    /// Plies to the next turn that zeroes the counter of an N-ply rule (a placing or a capture), or
    /// to the end; what takes more than `limit` is a draw. The code of a win is the distance
    /// doubled, and that of a loss one more.
    Capture {
        /// The N of the rule, `1..=`[`MAX_DRAW_AFTER`].
        limit: u8,
    },
}

impl Metric {
    /// What is counted, in words.
    pub const fn name(self) -> &'static str {
        match self {
            Metric::End => "plies to the end of the game",
            Metric::Capture { .. } => "plies to the next placing or capture, or to the end",
        }
    }

    /// The value as one number.
    pub const fn code(self, value: Value) -> u16 {
        match (self, value) {
            (_, Value::Draw) => 0,
            (Metric::End, Value::Win(plies) | Value::Loss(plies)) => plies.0 + 1,
            (Metric::Capture { .. }, Value::Win(plies)) => 2 * plies.0,
            (Metric::Capture { .. }, Value::Loss(plies)) => 2 * plies.0 + 1,
        }
    }

    /// The inverse of [`Metric::code`].
    pub const fn value(self, code: u16) -> Value {
        let plies = match self {
            _ if code == 0 => return Value::Draw,
            Metric::End => code - 1,
            Metric::Capture { .. } => code / 2,
        };
        if code.is_multiple_of(2) { Value::Win(Plies(plies)) } else { Value::Loss(Plies(plies)) }
    }

    /// The value of a turn for the side that makes it, given the value of the position it leads
    /// to, which is the other side's. `zeroes` tells whether the turn is a placing or a capture:
    /// [`Turn::zeroes`](super::Turn::zeroes).
    ///
    /// # Panics
    /// If a distance to the end would exceed [`MAX_PLIES`].
    pub fn of_turn(self, child: Value, zeroes: bool) -> Value {
        let longer = |plies: Plies| match self {
            Metric::End => {
                assert!(plies.0 < MAX_PLIES, "a distance exceeds {MAX_PLIES} plies");
                Some(Plies(plies.0 + 1))
            }
            Metric::Capture { .. } if zeroes => Some(Plies(1)),
            Metric::Capture { limit } => (plies.0 < u16::from(limit)).then(|| Plies(plies.0 + 1)),
        };
        match child {
            Value::Draw => Value::Draw,
            Value::Win(plies) => longer(plies).map_or(Value::Draw, Value::Loss),
            Value::Loss(plies) => longer(plies).map_or(Value::Draw, Value::Win),
        }
    }

    /// The value of a position in which some plies have been played since the last placing or
    /// capture, given its value where none have been: a win or a loss stands when what it takes is
    /// within the plies that are left. A capture, or a position that is lost, on the last of them
    /// counts before the draw.
    pub fn after(self, value: Value, played: u16) -> Value {
        match (self, value.plies()) {
            (Metric::Capture { limit }, Some(plies))
                if plies.0 > u16::from(limit).saturating_sub(played) =>
            {
                Value::Draw
            }
            _ => value,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Outcome;

    const WIN: fn(u16) -> Value = |plies| Value::Win(Plies(plies));
    const LOSS: fn(u16) -> Value = |plies| Value::Loss(Plies(plies));

    #[test]
    fn codes_are_a_bijection_that_keeps_outcome_and_order() {
        for metric in [Metric::End, Metric::Capture { limit: 120 }] {
            for code in 0..=MAX_PLIES + 1 {
                let value = metric.value(code);
                assert_eq!(metric.code(value), code);
                assert_eq!(value.outcome(), Outcome::of_code(code));
                if code > 2 {
                    assert!(value.plies() > metric.value(code - 2).plies());
                }
            }
        }
    }

    #[test]
    fn turns_to_the_end_take_one_ply_more() {
        assert_eq!(Metric::End.of_turn(LOSS(0), false), WIN(1));
        assert_eq!(Metric::End.of_turn(WIN(13), true), LOSS(14));
        assert_eq!(Metric::End.of_turn(Value::Draw, false), Value::Draw);
        assert_eq!(Metric::End.after(WIN(203), 500), WIN(203));
    }

    #[test]
    fn under_a_limit_captures_begin_anew_and_what_is_beyond_is_a_draw() {
        let metric = Metric::Capture { limit: 10 };
        assert_eq!(metric.of_turn(WIN(7), true), LOSS(1));
        assert_eq!(metric.of_turn(LOSS(10), true), WIN(1));
        assert_eq!(metric.of_turn(LOSS(9), false), WIN(10));
        assert_eq!(metric.of_turn(LOSS(10), false), Value::Draw);
        assert_eq!(metric.of_turn(WIN(10), false), Value::Draw);
        assert_eq!(metric.of_turn(Value::Draw, true), Value::Draw);
        assert_eq!([7, 8].map(|played| metric.after(WIN(3), played)), [WIN(3), Value::Draw]);
        assert_eq!([9, 10].map(|played| metric.after(LOSS(1), played)), [LOSS(1), Value::Draw]);
        assert_eq!(metric.after(LOSS(0), 65_535), LOSS(0));
    }
}
