//! The main line: one best continuation to the end.

use super::analysis::Move;
use super::database::{Database, QueryError};
use crate::board::{Outcome, Value};
use crate::notation::Setup;

/// A move of the line.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// The move.
    pub mv: Move,
    /// Its value for the side that makes it, counted from before the move.
    pub value: Value,
    /// The setup that it leads to.
    pub after: Setup,
}

/// Why the line ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineEnd {
    /// Fewer than three stones are left to the side to move.
    Stones,
    /// The side to move has no legal turn.
    Blocked,
    /// A draw: a position that was in the line before comes again.
    Repetition,
}

/// One optimal continuation.
#[derive(Clone, Debug)]
pub struct Line {
    /// The value of the first setup for its side to move.
    pub value: Value,
    /// The moves.
    pub steps: Vec<Step>,
    /// How it ends.
    pub end: LineEnd,
}

impl Database {
    /// Follows the first of the ranked moves (see [`Database::analyse`]) until the game is over, or
    /// a drawn position repeats.
    ///
    /// # Errors
    /// As [`Database::analyse`].
    pub fn line(&self, setup: &Setup) -> Result<Line, QueryError> {
        let mut now = *setup;
        let mut seen = vec![now.position()];
        let mut steps: Vec<Step> = Vec::new();
        let mut first_value = None;
        loop {
            if now.position().mover_has_lost_by_stones() && !now.capture_pending {
                return Ok(self.finished(first_value, steps, LineEnd::Stones));
            }
            let mut analysis = self.analyse_without_replies(&now)?;
            if analysis.value.outcome() == Outcome::Draw {
                // Only among draws do the replies make a difference to the order.
                analysis = self.analyse(&now)?;
            }
            first_value.get_or_insert(analysis.value);
            let Some(best) = analysis.moves.first() else {
                return Ok(self.finished(first_value, steps, LineEnd::Blocked));
            };
            now = best.mv.play(self, &now);
            steps.push(Step { mv: best.mv, value: best.value, after: now });
            if best.value.outcome() == Outcome::Draw {
                if seen.contains(&now.position()) {
                    return Ok(self.finished(first_value, steps, LineEnd::Repetition));
                }
                seen.push(now.position());
            }
        }
    }

    fn finished(&self, value: Option<Value>, steps: Vec<Step>, end: LineEnd) -> Line {
        let value = value.unwrap_or(Value::Loss(crate::board::Plies(0)));
        Line { value, steps, end }
    }
}
