//! What the two formats of numbered fields share: reading a field, and blaming one.

use super::error::NotationError;
use super::setup::{Color, Setup, SetupError};
use crate::board::Rules;

/// The fields of one position, numbered from 0 here and from 1 in messages.
pub(super) struct Fields<'a>(pub(super) Vec<&'a str>);

/// Which field tells what, for messages about the whole position.
pub(super) struct Columns {
    pub(super) board: usize,
    pub(super) side: usize,
    pub(super) phase: usize,
    /// White's and black's stones in hand, or how many they have placed.
    pub(super) hands: [usize; 2],
    pub(super) capture: usize,
}

impl Fields<'_> {
    pub(super) fn error(&self, index: usize, reason: impl Into<String>) -> NotationError {
        NotationError::new(reason).at(index + 1, self.get(index))
    }

    /// The field's text; empty when there is none.
    pub(super) fn get(&self, index: usize) -> &str {
        self.0.get(index).copied().unwrap_or("")
    }

    /// The field as a number from 0 to `most`; `what` names it in the message.
    pub(super) fn number<T: TryFrom<i64>>(
        &self,
        index: usize,
        what: &str,
        most: i64,
    ) -> Result<T, NotationError> {
        let number: i64 = self
            .get(index)
            .parse()
            .map_err(|_| self.error(index, format!("{what} must be a whole number")))?;
        if number < 0 {
            return Err(self.error(index, format!("{what} is negative")));
        }
        T::try_from(number).ok().filter(|_| number <= most).ok_or_else(|| {
            self.error(index, format!("{what} is above {most}, the most there can be"))
        })
    }

    /// Compares a written count of stones on the board with the board itself.
    pub(super) fn check_count(
        &self,
        index: usize,
        setup: &Setup,
        side: Color,
    ) -> Result<(), NotationError> {
        let written: i64 = self.number(index, "the count of stones on board", 24)?;
        let count = setup.stones(side).len();
        if written == count as i64 {
            return Ok(());
        }
        let reason = format!("the board shows {count} stones of {side}, not {written}");
        Err(self.error(index, reason).mend(format!("write {count} here or correct the board")))
    }

    /// Checks the whole position and the phase that the text claims.
    pub(super) fn check_setup(
        &self,
        setup: &Setup,
        placing: Option<bool>,
        rules: &Rules,
        columns: &Columns,
    ) -> Result<(), NotationError> {
        let hands = u16::from(setup.white_hand) + u16::from(setup.black_hand);
        // The last placing is still of the placing phase while its capture is pending.
        if placing == Some(true) && hands == 0 && !setup.capture_pending {
            let reason = "this is the placing phase, but neither side has a stone in hand";
            return Err(self.error(columns.phase, reason));
        }
        if placing == Some(false) && hands > 0 {
            let reason = "this is the moving phase, but there are stones in hand";
            return Err(self.error(columns.phase, reason));
        }
        setup.validate(rules).map_err(|error| {
            let column = match &error {
                SetupError::TooManyStones { side, men, .. }
                    if setup.stones(*side).len() <= usize::from(*men) =>
                {
                    columns.hands[usize::from(*side == Color::Black)]
                }
                SetupError::Hands { .. } => columns.side,
                SetupError::NoMill(_) | SetupError::NothingToTake(_) => columns.capture,
                _ => columns.board,
            };
            NotationError::from(error).at(column + 1, self.get(column))
        })
    }
}
