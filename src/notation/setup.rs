//! A whole position: colours, hands, whose turn it is, and the counters that a FEN carries.

use std::fmt;

use thiserror::Error;

use crate::board::{
    BOARD, Point, PointSet, Position, Rules, Turn, closes_mill, legal_turns, takeable,
};

/// A player. White starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Color {
    /// The first player, `O` in diagrams.
    White,
    /// The second player, `@` in diagrams.
    Black,
}

impl Color {
    /// The other player.
    #[must_use]
    pub const fn other(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }

    /// `"white"` or `"black"`.
    pub const fn name(self) -> &'static str {
        match self {
            Color::White => "white",
            Color::Black => "black",
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A position with colours. While a capture is pending the side to move is the one that takes,
/// and the stone that completed the mill is on its new point already.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// White's stones on the board.
    pub white: PointSet,
    /// Black's stones on the board.
    pub black: PointSet,
    /// Stones that white has yet to place.
    pub white_hand: u8,
    /// Stones that black has yet to place.
    pub black_hand: u8,
    /// Whose turn it is.
    pub to_move: Color,
    /// Whether the side to move has completed a mill and has yet to take a stone.
    pub capture_pending: bool,
    /// Slides and flights of both sides since the last placing or capture.
    pub plies_since_capture: u16,
    /// Number of the move, a turn of each side; it starts at 1 and grows after black's turn.
    pub move_number: u32,
}

/// Why a setup cannot be a position of the game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SetupError {
    /// Two stones on one point.
    #[error("both sides have a stone on {0}")]
    Overlap(Point),
    /// More stones than the game gives.
    #[error("{side} has {count} stones on board and in hand, but the game has {men}")]
    TooManyStones {
        /// Who has them.
        side: Color,
        /// How many, on board and in hand.
        count: usize,
        /// How many the game gives.
        men: u8,
    },
    /// Fewer than three stones are left.
    #[error("the game is over: {side} has {count} stones left, fewer than three")]
    GameOver {
        /// Who has them.
        side: Color,
        /// How many, on board and in hand.
        count: usize,
    },
    /// Hands that alternate placing can't lead to.
    #[error(
        "the hands don't fit the side to move: white has {white} stones to place and black \
         {black}, but {rule}"
    )]
    Hands {
        /// Stones in White's hand.
        white: u8,
        /// Stones in Black's hand.
        black: u8,
        /// What has to hold.
        rule: &'static str,
    },
    /// A capture without a mill.
    #[error("a capture is pending, but {0} has no mill on the board")]
    NoMill(Color),
    /// A capture that may take nothing.
    #[error("a capture is pending, but under these rules none of {0}'s stones can be taken")]
    NothingToTake(Color),
}

impl Setup {
    /// The empty board, all stones in hand, white to move.
    pub const fn start(rules: &Rules) -> Setup {
        Setup {
            white: PointSet::EMPTY,
            black: PointSet::EMPTY,
            white_hand: rules.men,
            black_hand: rules.men,
            to_move: Color::White,
            capture_pending: false,
            plies_since_capture: 0,
            move_number: 1,
        }
    }

    /// The setup of a position, with the colour to move that the hands tell: the second player, Black,
    /// has one stone more in hand than the first. Where they tell nothing it is White.
    pub fn with_likely_color(rules: &Rules, position: &Position) -> Setup {
        let second = position.mover_hand != position.opponent_hand;
        Setup::of(rules, position, if second { Color::Black } else { Color::White })
    }

    /// A position with colours: `to_move` is the side to move. The counters are those of a start.
    pub fn of(rules: &Rules, position: &Position, to_move: Color) -> Setup {
        Setup { to_move, ..Setup::start(rules) }.with_stones(position)
    }

    /// A side's stones on the board.
    pub const fn stones(&self, side: Color) -> PointSet {
        match side {
            Color::White => self.white,
            Color::Black => self.black,
        }
    }

    /// Stones that a side has yet to place.
    pub const fn hand(&self, side: Color) -> u8 {
        match side {
            Color::White => self.white_hand,
            Color::Black => self.black_hand,
        }
    }

    /// A side's stones on board and in hand.
    pub const fn total(&self, side: Color) -> usize {
        self.stones(side).len() + self.hand(side) as usize
    }

    /// The position as the rest of the crate sees it: by the side to move. With a capture pending
    /// that is the side that takes; the position is in the middle of its turn, and the values of
    /// whole positions do not apply to it.
    pub const fn position(&self) -> Position {
        let mover = self.to_move;
        Position {
            mover: self.stones(mover),
            opponent: self.stones(mover.other()),
            mover_hand: self.hand(mover),
            opponent_hand: self.hand(mover.other()),
        }
    }

    /// The setup after a legal turn. A turn that closes a mill but names no capture, though one
    /// is due, leaves the capture pending: see [`Setup::take`]. No capture may be pending before.
    #[must_use]
    pub fn play(&self, rules: &Rules, turn: Turn) -> Setup {
        let position = turn.apply(&self.position()).swapped();
        let mut next = self.with_stones(&position);
        next.plies_since_capture = match (turn.from, turn.capture) {
            (Some(_), None) => self.plies_since_capture.saturating_add(1),
            _ => 0,
        };
        let closed = closes_mill(position.mover, turn.to);
        if closed && turn.capture.is_none() && !takeable(rules, position.opponent).is_empty() {
            next.capture_pending = true;
            next
        } else {
            next.turn_passed()
        }
    }

    /// The setup after the pending capture has taken the stone on `point`, one of
    /// [`Setup::legal_captures`].
    #[must_use]
    pub fn take(&self, point: Point) -> Setup {
        let mut position = self.position();
        position.opponent = position.opponent.without(point);
        let mut next = self.with_stones(&position);
        next.capture_pending = false;
        next.plies_since_capture = 0;
        next.turn_passed()
    }

    /// All legal turns; none while a capture is pending, nor when the side to move has lost.
    pub fn legal_turns(&self, rules: &Rules) -> Vec<Turn> {
        if self.capture_pending { Vec::new() } else { legal_turns(rules, &self.position()) }
    }

    /// The stones that may answer the pending capture; none when no capture is pending.
    pub fn legal_captures(&self, rules: &Rules) -> PointSet {
        if self.capture_pending {
            takeable(rules, self.stones(self.to_move.other()))
        } else {
            PointSet::EMPTY
        }
    }

    /// Checks that this can be a position of the game, colours and a pending capture included. It
    /// need not be reachable from the empty board.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn validate(&self, rules: &Rules) -> Result<(), SetupError> {
        if let Some(point) = (self.white & self.black).iter().next() {
            return Err(SetupError::Overlap(point));
        }
        for side in [Color::White, Color::Black] {
            let count = self.total(side);
            if count > usize::from(rules.men) {
                return Err(SetupError::TooManyStones { side, count, men: rules.men });
            }
            if count < 3 {
                return Err(SetupError::GameOver { side, count });
            }
        }
        self.validate_hands()?;
        if self.capture_pending {
            let stones = self.stones(self.to_move);
            if !BOARD.mills.iter().any(|mill| stones.contains_all(*mill)) {
                return Err(SetupError::NoMill(self.to_move));
            }
            if self.legal_captures(rules).is_empty() {
                return Err(SetupError::NothingToTake(self.to_move.other()));
            }
        }
        Ok(())
    }

    fn validate_hands(&self) -> Result<(), SetupError> {
        let (white, black) = (self.white_hand, self.black_hand);
        // White places first, so between the turns black has as many in hand, or one more. With
        // a capture pending the mover's stone has left its hand already, if it was placed.
        let black_has_one_more = (self.to_move == Color::Black) != self.capture_pending;
        let fits = if black_has_one_more { black == white + 1 } else { black == white };
        let moving = white == 0 && black == 0;
        if fits || moving {
            return Ok(());
        }
        let rule = match (self.to_move, self.capture_pending) {
            (Color::White, false) => "with white to move they are equal",
            (Color::Black, false) => "with black to move black has one more",
            (Color::White, true) => "when white has just placed and takes, black has one more",
            (Color::Black, true) => "when black has just placed and takes, they are equal",
        };
        Err(SetupError::Hands { white, black, rule })
    }

    /// The same counters over the stones of a position whose mover is the side to move.
    fn with_stones(&self, position: &Position) -> Setup {
        let seen_by_white = match self.to_move {
            Color::White => *position,
            Color::Black => position.swapped(),
        };
        Setup {
            white: seen_by_white.mover,
            black: seen_by_white.opponent,
            white_hand: seen_by_white.mover_hand,
            black_hand: seen_by_white.opponent_hand,
            ..*self
        }
    }

    fn turn_passed(mut self) -> Setup {
        if self.to_move == Color::Black {
            self.move_number = self.move_number.saturating_add(1);
        }
        self.to_move = self.to_move.other();
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overlaps_and_captures_of_nothing_are_refused() {
        let set = |names: &str| names.split(' ').filter_map(Point::from_name).collect();
        let setup = Setup {
            white: set("a7 d7 g7"),
            black: set("a1 d1 g1"),
            white_hand: 0,
            black_hand: 0,
            ..Setup::start(&Rules::STANDARD)
        };
        let pending = Setup { capture_pending: true, ..setup };
        let overlap = Setup { black: set("a1 d1 a7"), ..setup };
        let protected = Rules { take_from_mills: false, ..Rules::STANDARD };
        assert_eq!(setup.validate(&Rules::STANDARD), Ok(()));
        assert_eq!(pending.validate(&Rules::STANDARD), Ok(()));
        assert_eq!(pending.validate(&protected), Err(SetupError::NothingToTake(Color::Black)));
        let error = overlap.validate(&Rules::STANDARD).unwrap_err();
        assert_eq!(error.to_string(), "both sides have a stone on a7");
    }
}
