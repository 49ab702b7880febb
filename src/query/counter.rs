//! The counter of an N-ply rule: what it says in a setup, and what it makes of stored values.
//!
//! Files hold values for a counter of zero. They hold for any other as well: with fewer plies left
//! to the next capture, the wins and losses that take no more than these stand, and the others are
//! draws ([`Metric::after`](crate::board::Metric::after)).

use super::database::{Database, QueryError};
use crate::board::{Outcome, Position, Turn, Value};
use crate::notation::Setup;

/// A value under the counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Counted {
    pub value: Value,
    /// The win or loss that the counter turned into a draw.
    pub turned: Option<Value>,
}

/// Slides and flights since the last placing or capture, before the turn at hand. A capture that is
/// pending belongs to a turn that the setup has counted already.
pub(super) fn played(setup: &Setup) -> u16 {
    let position = setup.position();
    match position.mover_hand + position.opponent_hand {
        0 => setup.plies_since_capture.saturating_sub(u16::from(setup.capture_pending)),
        // Who places has slid nothing yet.
        _ => 0,
    }
}

impl Database {
    /// Whether the game is drawn because so many plies have been played without a capture, unless
    /// the side to move is blocked.
    pub fn limit_is_reached(&self, setup: &Setup) -> bool {
        self.rules().draw_after.is_some_and(|limit| played(setup) >= u16::from(limit))
    }

    /// What the counter makes of a value.
    pub(super) fn counted(&self, stored: Value, played: u16) -> Counted {
        let value = self.rules().metric().after(stored, played);
        Counted { value, turned: (value != stored).then_some(stored) }
    }

    /// How the game ends after a turn for the side that does not make it; `played` is the counter
    /// before the turn.
    pub(super) fn outcome_of_turn(
        &self,
        position: &Position,
        turn: &Turn,
        played: u16,
    ) -> Result<Outcome, QueryError> {
        let after = turn.apply(position);
        if self.rules().draw_after.is_none() {
            return self.outcome(&after);
        }
        let metric = self.rules().metric();
        let value = metric.of_turn(self.probe(&after)?, turn.zeroes());
        Ok(match metric.after(value, played) {
            Value::Draw => Outcome::Draw,
            Value::Win(_) => Outcome::Loss,
            Value::Loss(_) => Outcome::Win,
        })
    }
}
