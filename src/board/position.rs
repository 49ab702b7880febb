//! A position, seen by the side to move.

use thiserror::Error;

use super::rules::Rules;
use super::set::PointSet;

/// A position. Colour is gone: stones belong to the side to move (the mover) or its opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// Stones of the side to move.
    pub mover: PointSet,
    /// Stones of the other side.
    pub opponent: PointSet,
    /// Stones that the side to move has yet to place.
    pub mover_hand: u8,
    /// Stones that the other side has yet to place.
    pub opponent_hand: u8,
}

/// Why a position cannot be one of this game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum InvalidPosition {
    /// Two stones on one point, which is named.
    #[error("both sides have a stone on {0}")]
    Overlap(String),
    /// More stones than the game gives.
    #[error("{side} has {count} stones on board and in hand, but the game has {men}")]
    TooManyStones {
        /// Who has them.
        side: &'static str,
        /// How many, on board and in hand.
        count: usize,
        /// How many the game gives.
        men: u8,
    },
    /// The game is over.
    #[error("{side} has {count} stones left, but the game ends below three")]
    TooFewStones {
        /// Who has them.
        side: &'static str,
        /// How many, on board and in hand.
        count: usize,
    },
    /// Hands that alternate placing can't lead to.
    #[error(
        "the hands don't fit: {mover} to place for the side to move and {opponent} for the other; \
         they place in turn, so the other side has as many (if the second player is to move, \
         one fewer)"
    )]
    Hands {
        /// Stones in hand of the side to move.
        mover: u8,
        /// Stones in hand of the other side.
        opponent: u8,
    },
}

impl Position {
    /// The empty board with all stones in hand.
    pub const fn start(rules: &Rules) -> Position {
        Position {
            mover: PointSet::EMPTY,
            opponent: PointSet::EMPTY,
            mover_hand: rules.men,
            opponent_hand: rules.men,
        }
    }

    /// A position of the moving phase: no stones in hand.
    pub const fn moving(mover: PointSet, opponent: PointSet) -> Position {
        Position { mover, opponent, mover_hand: 0, opponent_hand: 0 }
    }

    /// The points without a stone.
    pub fn free(&self) -> PointSet {
        !(self.mover | self.opponent)
    }

    /// Stones of the side to move, on board and in hand.
    pub const fn mover_total(&self) -> usize {
        self.mover.len() + self.mover_hand as usize
    }

    /// Stones of the other side, on board and in hand.
    pub const fn opponent_total(&self) -> usize {
        self.opponent.len() + self.opponent_hand as usize
    }

    /// Whether the side to move has lost because fewer than three stones are left to it.
    pub const fn mover_has_lost_by_stones(&self) -> bool {
        self.mover_total() < 3
    }

    /// The same position with the other side to move.
    #[must_use]
    pub const fn swapped(self) -> Position {
        Position {
            mover: self.opponent,
            opponent: self.mover,
            mover_hand: self.opponent_hand,
            opponent_hand: self.mover_hand,
        }
    }

    /// Checks that the position can be a position of the game: stones don't overlap, nobody has
    /// more than the rules give, both still play, and the hands fit alternate placing. It need
    /// not be reachable from the empty board.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn validate(&self, rules: &Rules) -> Result<(), InvalidPosition> {
        let both = self.mover & self.opponent;
        if let Some(point) = both.iter().next() {
            return Err(InvalidPosition::Overlap(point.to_string()));
        }
        let sides =
            [("the side to move", self.mover_total()), ("the other side", self.opponent_total())];
        for (side, count) in sides {
            if count > usize::from(rules.men) {
                return Err(InvalidPosition::TooManyStones { side, count, men: rules.men });
            }
            if count < 3 {
                return Err(InvalidPosition::TooFewStones { side, count });
            }
        }
        // The first player moves with equal hands, the second with one stone more in hand.
        let (mover, opponent) = (self.mover_hand, self.opponent_hand);
        if mover != opponent && mover != opponent + 1 {
            return Err(InvalidPosition::Hands { mover, opponent });
        }
        Ok(())
    }
}
