//! The game-theoretic value of a position.

use std::cmp::Ordering;
use std::fmt;

/// Longest distance that can be represented, so that every value fits a byte in each of the forms
/// that the solver uses. Standard rules need 206.
pub const MAX_PLIES: u8 = 250;

/// A distance in plies: turns of either side, a capture being part of its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Plies(pub u8);

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
    /// `"win"`, `"draw"` or `"loss"`.
    pub const fn name(self) -> &'static str {
        match self {
            Outcome::Draw => "draw",
            Outcome::Win => "win",
            Outcome::Loss => "loss",
        }
    }
}

/// The value of a position for the side to move, with the distance to the end of the game under
/// best play: the winner shortens, the loser lengthens.
///
/// Values are ordered by preference: a short win beats a long one, any win a draw, a draw any
/// loss, and a long loss a short one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// Neither side can force a win.
    Draw,
    /// The side to move wins in this odd number of plies.
    Win(Plies),
    /// The side to move loses in this even number of plies; 0 is a game already lost.
    Loss(Plies),
}

impl Value {
    /// The value of a turn for the side that makes it, given the value of the position it leads
    /// to, which is the other side's.
    ///
    /// # Panics
    /// If the distance would exceed [`MAX_PLIES`].
    pub fn of_turn_to(child: Value) -> Value {
        let longer = |plies: Plies| {
            assert!(plies.0 < MAX_PLIES, "a distance exceeds {MAX_PLIES} plies");
            Plies(plies.0 + 1)
        };
        match child {
            Value::Draw => Value::Draw,
            Value::Win(plies) => Value::Loss(longer(plies)),
            Value::Loss(plies) => Value::Win(longer(plies)),
        }
    }

    /// Win, draw or loss.
    pub const fn outcome(self) -> Outcome {
        match self {
            Value::Draw => Outcome::Draw,
            Value::Win(_) => Outcome::Win,
            Value::Loss(_) => Outcome::Loss,
        }
    }

    /// The distance to the end; `None` for a draw.
    pub const fn plies(self) -> Option<Plies> {
        match self {
            Value::Draw => None,
            Value::Win(plies) | Value::Loss(plies) => Some(plies),
        }
    }

    /// The value as one byte: 0 for a draw, else the distance in plies plus one, so that wins are
    /// even and losses odd. This is the solver's working form.
    pub const fn code(self) -> u8 {
        match self {
            Value::Draw => 0,
            Value::Win(plies) | Value::Loss(plies) => plies.0 + 1,
        }
    }

    /// The inverse of [`Value::code`].
    pub const fn from_code(code: u8) -> Value {
        match code {
            0 => Value::Draw,
            _ if code.is_multiple_of(2) => Value::Win(Plies(code - 1)),
            _ => Value::Loss(Plies(code - 1)),
        }
    }

    fn preference(self) -> i16 {
        match self {
            Value::Draw => 0,
            Value::Win(plies) => 1000 - i16::from(plies.0),
            Value::Loss(plies) => i16::from(plies.0) - 1000,
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
    fn codes_are_a_bijection_and_preference_is_the_players() {
        for code in 0..=255 {
            assert_eq!(Value::from_code(code).code(), code);
        }
        let ascending = [
            Value::Loss(Plies(0)),
            Value::Loss(Plies(204)),
            Value::Draw,
            Value::Win(Plies(203)),
            Value::Win(Plies(1)),
        ];
        assert!(ascending.is_sorted());
        assert_eq!(Value::of_turn_to(Value::Loss(Plies(0))), Value::Win(Plies(1)));
        assert_eq!(Value::of_turn_to(Value::Win(Plies(13))), Value::Loss(Plies(14)));
        assert_eq!(Value::of_turn_to(Value::Draw), Value::Draw);
    }
}
