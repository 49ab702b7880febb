//! A position with every legal turn and what it is worth.

use std::cmp::Reverse;
use std::fmt;

use super::counter::{Counted, played};
use super::database::{Database, QueryError};
use crate::board::{Outcome, Plies, Point, Position, Turn, Value, legal_turns};
use crate::notation::{Setup, to_fen};

/// What a player can do: a whole turn, or the capture that completes one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// A turn with its capture.
    Turn(Turn),
    /// The stone that a pending capture takes.
    Take(Point),
}

impl Move {
    /// The setup after the move, which has to be legal in `setup`.
    #[must_use]
    pub fn play(&self, database: &Database, setup: &Setup) -> Setup {
        match self {
            Move::Turn(turn) => setup.play(database.rules(), *turn),
            Move::Take(point) => setup.take(*point),
        }
    }

    fn zeroes(&self) -> bool {
        match self {
            Move::Turn(turn) => turn.zeroes(),
            Move::Take(_) => true,
        }
    }

    fn apply(&self, position: &Position) -> Position {
        match self {
            Move::Turn(turn) => turn.apply(position),
            Move::Take(point) => {
                let opponent = position.opponent.without(*point);
                Position { opponent, ..*position }.swapped()
            }
        }
    }
}

/// `d6`, `d2-d3xf4`, or `xf4` for a pending capture.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Turn(turn) => turn.fmt(f),
            Move::Take(point) => write!(f, "x{point}"),
        }
    }
}

/// The opponent's answers to a move by their value for the side that made the move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Replies {
    /// Answers after which the side that made the move wins.
    pub win: u32,
    /// Answers that draw.
    pub draw: u32,
    /// Answers after which it loses.
    pub loss: u32,
}

/// A legal move and what it is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RankedMove {
    /// The move.
    pub mv: Move,
    /// Its value for the side that makes it; the distance counts from before the move.
    pub value: Value,
    /// The win or loss that the counter of an N-ply rule has turned into this draw.
    pub turned: Option<Value>,
    /// How the opponent can answer; all zero if it was not asked for.
    pub replies: Replies,
}

/// The value of a setup for the side to move, and its moves, best first.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// The value.
    pub value: Value,
    /// The win or loss that the counter of an N-ply rule has turned into this draw: the value if no
    /// plies had been played since the last placing or capture.
    pub turned: Option<Value>,
    /// The legal moves: wins by shortest, draws by how many of the replies lose for the opponent,
    /// losses by longest. None if the side to move is blocked. When an N-ply rule has ended the
    /// game they are the moves there would be, all draws.
    pub moves: Vec<RankedMove>,
}

impl Database {
    /// Ranks all legal moves of a setup. Under an N-ply rule values are exact for its counter of
    /// [`Setup::plies_since_capture`].
    ///
    /// # Errors
    /// If it can't be a position of the game, or a file is missing, damaged or contradicts another.
    pub fn analyse(&self, setup: &Setup) -> Result<Analysis, QueryError> {
        self.analyse_with(setup, true)
    }

    /// The same without looking at the replies, which takes most of the time; draws are then in
    /// no particular order.
    ///
    /// # Errors
    /// As [`Database::analyse`].
    pub fn analyse_without_replies(&self, setup: &Setup) -> Result<Analysis, QueryError> {
        self.analyse_with(setup, false)
    }

    fn analyse_with(&self, setup: &Setup, replies: bool) -> Result<Analysis, QueryError> {
        let (position, metric, played) = (setup.position(), self.rules().metric(), played(setup));
        // In the middle of a turn there is no stored value to compare with.
        let stored = if setup.capture_pending { None } else { Some(self.probe(&position)?) };
        let legal: Vec<Move> = if setup.capture_pending {
            setup.legal_captures(self.rules()).iter().map(Move::Take).collect()
        } else {
            setup.legal_turns(self.rules()).into_iter().map(Move::Turn).collect()
        };
        let rank = |mv: Move| {
            let child = mv.apply(&position);
            let stored = metric.of_turn(self.probe(&child)?, mv.zeroes());
            let Counted { value, turned } = self.counted(stored, played);
            let replies = match replies {
                true if mv.zeroes() => self.replies(&child, 0)?,
                true => self.replies(&child, played.saturating_add(1))?,
                false => Replies::default(),
            };
            Ok(RankedMove { mv, value, turned, replies })
        };
        let mut moves = legal.into_iter().map(rank).collect::<Result<Vec<_>, QueryError>>()?;
        // Replies tell apart only draws: the value tells all about wins and losses. The sort is
        // stable, so the rest stays in board order.
        moves.sort_by_key(|ranked| {
            let draw = ranked.value.outcome() == Outcome::Draw;
            (Reverse(ranked.value), Reverse(if draw { ranked.replies.win } else { 0 }))
        });
        // With no ply played, whatever the counter makes of it.
        let best = moves.iter().map(|ranked| ranked.turned.unwrap_or(ranked.value)).max();
        let best = best.unwrap_or(Value::Loss(Plies(0)));
        match stored {
            Some(stored) if stored != best => {
                let stored = stored.to_string();
                Err(QueryError::Contradiction { fen: to_fen(setup), stored, best })
            }
            _ => {
                let Counted { value, turned } = self.counted(best, played);
                Ok(Analysis { value, turned, moves })
            }
        }
    }

    /// The answers in a position, with the counter that it has.
    fn replies(&self, child: &Position, played: u16) -> Result<Replies, QueryError> {
        let mut replies = Replies::default();
        for turn in legal_turns(self.rules(), child) {
            match self.outcome_of_turn(child, &turn, played)? {
                Outcome::Win => replies.win += 1,
                Outcome::Draw => replies.draw += 1,
                Outcome::Loss => replies.loss += 1,
            }
        }
        Ok(replies)
    }
}
