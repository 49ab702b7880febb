//! A game turn by turn: what each was worth, and what would have been better.

use super::analysis::{Move, RankedMove};
use super::database::{Database, QueryError};
use crate::board::{Outcome, Value};
use crate::notation::{Color, Game, Setup};

/// How a turn compares with the best one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// No turn is better.
    Best,
    /// The outcome stays, but a win takes so many plies more, or a loss comes so many sooner.
    Slower(u16),
    /// A win became a draw.
    WinToDraw,
    /// A win became a loss.
    WinToLoss,
    /// A draw became a loss.
    DrawToLoss,
}

impl Verdict {
    /// The verdict on a turn worth `played` where the best is worth `best`, for the same side.
    pub fn new(best: Value, played: Value) -> Verdict {
        match (best.outcome(), played.outcome()) {
            (Outcome::Win, Outcome::Draw) => Verdict::WinToDraw,
            (Outcome::Win, Outcome::Loss) => Verdict::WinToLoss,
            (Outcome::Draw, Outcome::Loss) => Verdict::DrawToLoss,
            _ => match (best.plies(), played.plies()) {
                (Some(best), Some(played)) if best != played => {
                    Verdict::Slower(best.0.abs_diff(played.0))
                }
                _ => Verdict::Best,
            },
        }
    }

    /// Whether the turn changed the outcome.
    pub const fn is_mistake(&self) -> bool {
        matches!(self, Verdict::WinToDraw | Verdict::WinToLoss | Verdict::DrawToLoss)
    }
}

/// A turn of a game and what it was worth.
#[derive(Clone, Debug)]
pub struct ReviewedTurn {
    /// The setup before it.
    pub before: Setup,
    /// What was played.
    pub mv: Move,
    /// The value of the setup before, for the side that moves in it.
    pub value: Value,
    /// The win or loss that the counter of an N-ply rule has turned into this draw.
    pub turned: Option<Value>,
    /// The value of what was played, for the same side, counted from before the turn.
    pub played: Value,
    /// As `turned`, for what was played.
    pub played_turned: Option<Value>,
    /// The verdict.
    pub verdict: Verdict,
    /// The moves that have the value of the setup, the trickiest first. Not empty.
    pub best: Vec<RankedMove>,
}

/// A side's turns by verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// All turns.
    pub turns: u32,
    /// Turns than which none was better.
    pub best: u32,
    /// Turns that kept the outcome and lost plies.
    pub slower: u32,
    /// Plies lost by those.
    pub plies_lost: u32,
    /// Wins that became draws.
    pub win_to_draw: u32,
    /// Wins that became losses.
    pub win_to_loss: u32,
    /// Draws that became losses.
    pub draw_to_loss: u32,
}

/// A reviewed game.
#[derive(Clone, Debug)]
pub struct Review {
    /// Its turns.
    pub turns: Vec<ReviewedTurn>,
    /// The setup after the last of them.
    pub end: Setup,
}

impl Review {
    /// The verdicts on one side's turns.
    pub fn summary(&self, side: Color) -> Summary {
        let mut summary = Summary::default();
        for turn in self.turns.iter().filter(|turn| turn.before.to_move == side) {
            summary.turns += 1;
            match turn.verdict {
                Verdict::Best => summary.best += 1,
                Verdict::Slower(plies) => {
                    summary.slower += 1;
                    summary.plies_lost += u32::from(plies);
                }
                Verdict::WinToDraw => summary.win_to_draw += 1,
                Verdict::WinToLoss => summary.win_to_loss += 1,
                Verdict::DrawToLoss => summary.draw_to_loss += 1,
            }
        }
        summary
    }
}

impl Database {
    /// Reviews the complete turns of a game.
    ///
    /// # Errors
    /// As [`Database::analyse`].
    pub fn review(&self, game: &Game) -> Result<Review, QueryError> {
        let all = self.review_while(game, || true)?;
        Ok(all.expect("nothing stops it"))
    }

    /// The same as long as `goes_on`, which is asked before each turn; `None` if it was stopped.
    ///
    /// # Errors
    /// As [`Database::analyse`].
    pub fn review_while(
        &self,
        game: &Game,
        goes_on: impl Fn() -> bool,
    ) -> Result<Option<Review>, QueryError> {
        let mut review = Review { turns: Vec::new(), end: game.start };
        let captured = game.first_capture.map(Move::Take);
        for mv in captured.into_iter().chain(game.turns.iter().copied().map(Move::Turn)) {
            if !goes_on() {
                return Ok(None);
            }
            let before = review.end;
            let analysis = self.analyse(&before)?;
            let played = analysis.moves.iter().find(|ranked| ranked.mv == mv);
            let played = played.expect("a game that was read has legal moves only");
            let (played, played_turned) = (played.value, played.turned);
            let (value, turned) = (analysis.value, analysis.turned);
            let best = analysis.moves.into_iter().take_while(|ranked| ranked.value == value);
            let (best, verdict) = (best.collect(), Verdict::new(value, played));
            review.end = mv.play(self, &before);
            review.turns.push(ReviewedTurn {
                before,
                mv,
                value,
                turned,
                played,
                played_turned,
                verdict,
                best,
            });
        }
        Ok(Some(review))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Plies;

    #[test]
    fn verdicts() {
        let (win, loss) = (|plies| Value::Win(Plies(plies)), |plies| Value::Loss(Plies(plies)));
        assert_eq!(Verdict::new(win(5), win(5)), Verdict::Best);
        assert_eq!(Verdict::new(win(5), win(9)), Verdict::Slower(4));
        assert_eq!(Verdict::new(loss(8), loss(2)), Verdict::Slower(6));
        assert_eq!(Verdict::new(Value::Draw, Value::Draw), Verdict::Best);
        assert_eq!(Verdict::new(win(5), Value::Draw), Verdict::WinToDraw);
        assert_eq!(Verdict::new(win(5), loss(4)), Verdict::WinToLoss);
        assert_eq!(Verdict::new(Value::Draw, loss(4)), Verdict::DrawToLoss);
    }
}
