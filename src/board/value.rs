//! The game-theoretic value of a position.

use std::cmp::Ordering;
use std::fmt;

/// Longest distance that can be represented, so that a file's header has room to count every value.
/// Standard rules need 206.
pub const MAX_PLIES: u16 = 477;
/// How many value codes there are, see [`Metric`](super::Metric).
pub const CODES: usize = MAX_PLIES as usize + 2;

/// A distance in plies: turns of either side, a capture being part of its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Plies(pub u16);

/// `1 ply`, `13 plies`.
impl fmt::Display for Plies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.0, if self.0 == 1 { "ply" } else { "plies" })
    }
}

/// Who wins, without the distance; for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// Neither side can force a win.
    Draw,
    /// The side to move wins.
    Win,
    /// The side to move loses.
    Loss,
}

impl Outcome {
    /// The outcome of a value code, which is the same under every
    /// [`Metric`](super::Metric).
    pub const fn of_code(code: u16) -> Outcome {
        match code {
            0 => Outcome::Draw,
            _ if code.is_multiple_of(2) => Outcome::Win,
            _ => Outcome::Loss,
        }
    }

    /// `"win"`, `"draw"` or `"loss"`.
    pub const fn name(self) -> &'static str {
        match self {
            Outcome::Draw => "draw",
            Outcome::Win => "win",
            Outcome::Loss => "loss",
        }
    }
}

/// The value of a position for the side to move, with the distance under best play: the winner
/// shortens, the loser lengthens. What the distance counts is said by the rules'
/// [`Metric`](super::Metric): plies to the end of the game, unless there is an N-ply rule.
///
/// Values are ordered by preference: a short win beats a long one, any win a draw, a draw any
/// loss, and a long loss a short one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// Neither side can force a win.
    Draw,
    /// The side to move wins in this number of plies.
    Win(Plies),
    /// The side to move loses in this number of plies; 0 is a game already lost.
    Loss(Plies),
}

impl Value {
    /// Win, draw or loss.
    pub const fn outcome(self) -> Outcome {
        match self {
            Value::Draw => Outcome::Draw,
            Value::Win(_) => Outcome::Win,
            Value::Loss(_) => Outcome::Loss,
        }
    }

    /// The distance; `None` for a draw.
    pub const fn plies(self) -> Option<Plies> {
        match self {
            Value::Draw => None,
            Value::Win(plies) | Value::Loss(plies) => Some(plies),
        }
    }

    fn preference(self) -> i32 {
        match self {
            Value::Draw => 0,
            Value::Win(plies) => 100_000 - i32::from(plies.0),
            Value::Loss(plies) => i32::from(plies.0) - 100_000,
        }
    }
}

impl Ord for Value {
    fn cmp(&self, other: &Value) -> Ordering {
        self.preference().cmp(&other.preference())
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Value) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Draw => f.write_str("draw"),
            Value::Win(plies) => write!(f, "win in {plies}"),
            Value::Loss(plies) => write!(f, "loss in {plies}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn preference_is_the_players() {
        let ascending = [
            Value::Loss(Plies(0)),
            Value::Loss(Plies(204)),
            Value::Draw,
            Value::Win(Plies(203)),
            Value::Win(Plies(1)),
        ];
        assert!(ascending.is_sorted());
    }
}
