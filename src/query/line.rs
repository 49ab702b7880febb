//! The main line: one best continuation to the end.

use super::analysis::Move;
use super::database::{Database, QueryError};
use crate::board::{Outcome, Plies, Value};
use crate::notation::Setup;

/// A move of the line.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// The move.
    pub mv: Move,
    /// Its value for the side that makes it, counted from before the move.
    pub value: Value,
    /// The win or loss that the counter of an N-ply rule has turned into this draw.
    pub turned: Option<Value>,
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
    /// A draw: so many plies without a capture as an N-ply rule has.
    Limit,
}

/// One optimal continuation.
#[derive(Clone, Debug)]
pub struct Line {
    /// The value of the first setup for its side to move.
    pub value: Value,
    /// The win or loss that the counter of an N-ply rule has turned into this draw.
    pub turned: Option<Value>,
    /// The moves.
    pub steps: Vec<Step>,
    /// How it ends.
    pub end: LineEnd,
}

impl Database {
    /// Follows the first of the ranked moves (see [`Database::analyse`]) until the game is over, be
    /// it by an N-ply rule, or a drawn position repeats.
    ///
    /// # Errors
    /// As [`Database::analyse`].
    pub fn line(&self, setup: &Setup) -> Result<Line, QueryError> {
        Ok(self.line_while(setup, || true)?.expect("nothing stops it"))
    }

    /// The same as long as `goes_on`, which is asked before each move; `None` if it was stopped.
    ///
    /// # Errors
    /// As [`Database::analyse`].
    pub fn line_while(
        &self,
        setup: &Setup,
        goes_on: impl Fn() -> bool,
    ) -> Result<Option<Line>, QueryError> {
        let mut now = *setup;
        // Colours count: the same stones with the other colours are another position of the game.
        let key = |setup: &Setup| (setup.position(), setup.to_move);
        let mut seen = vec![key(&now)];
        let mut line = Line {
            value: Value::Loss(Plies(0)),
            turned: None,
            steps: Vec::new(),
            end: LineEnd::Stones,
        };
        while goes_on() {
            if now.position().mover_has_lost_by_stones() && !now.capture_pending {
                return Ok(Some(line));
            }
            let mut analysis = self.analyse_without_replies(&now)?;
            if analysis.value.outcome() == Outcome::Draw {
                // Only among draws do the replies make a difference to the order.
                analysis = self.analyse(&now)?;
            }
            if line.steps.is_empty() {
                (line.value, line.turned) = (analysis.value, analysis.turned);
            }
            if analysis.value == Value::Draw && self.limit_is_reached(&now) {
                line.end = LineEnd::Limit;
                return Ok(Some(line));
            }
            let Some(best) = analysis.moves.first() else {
                line.end = LineEnd::Blocked;
                return Ok(Some(line));
            };
            now = best.mv.play(self, &now);
            line.steps.push(Step {
                mv: best.mv,
                value: best.value,
                turned: best.turned,
                after: now,
            });
            if best.value.outcome() == Outcome::Draw {
                if seen.contains(&key(&now)) {
                    line.end = LineEnd::Repetition;
                    return Ok(Some(line));
                }
                seen.push(key(&now));
            }
        }
        Ok(None)
    }
}
