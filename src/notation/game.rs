//! A game: where it begins, and its turns.

use super::error::NotationError;
use super::fen::to_fen;
use super::legality::{captures, check_capture, check_turn, turns};
use super::moves::{Action, Notation};
use super::setup::Setup;
use crate::board::{Point, Rules, Turn};

/// A game that was read and found legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The position before the first move.
    pub start: Setup,
    /// The capture that completes the turn which was pending at the start, if one was.
    pub first_capture: Option<Point>,
    /// The complete turns, in order.
    pub turns: Vec<Turn>,
    /// The last turn, if its capture is still to come; it is not among `turns`.
    pub pending: Option<Turn>,
    /// The position after the last move, with a capture pending if the last one is due. The game
    /// may be over in it.
    pub end: Setup,
}

impl Game {
    /// A game without moves.
    pub const fn new(start: Setup) -> Game {
        Game { start, first_capture: None, turns: Vec::new(), pending: None, end: start }
    }

    /// The positions from the start on, one more than there are moves (see [`Game::moves`]).
    pub fn setups(&self, rules: &Rules) -> Vec<Setup> {
        let mut setups = vec![self.start];
        let mut now = self.start;
        if let Some(taken) = self.first_capture {
            now = now.take(taken);
            setups.push(now);
        }
        for turn in self.turns.iter().chain(&self.pending) {
            now = now.play(rules, *turn);
            setups.push(now);
        }
        setups
    }

    /// How many moves there are; see [`Game::moves`].
    pub(super) fn move_count(&self) -> usize {
        let parts = [self.first_capture.is_some(), self.pending.is_some()];
        self.turns.len() + parts.into_iter().filter(|there| *there).count()
    }

    /// Every move as text: the capture that completes a turn begun before the start, the turns, and
    /// the last turn if its capture is still to come.
    pub fn moves(&self, notation: Notation) -> impl Iterator<Item = String> {
        let first = self.first_capture.map(|taken| notation.write_capture(taken));
        let turns = self.turns.iter().chain(&self.pending);
        first.into_iter().chain(turns.map(move |turn| notation.write(turn)))
    }

    /// The game as text that [`parse`](super::parse) reads back: the header if the start is not the empty
    /// board, and the moves with no numbers.
    pub fn write(&self, notation: Notation, rules: &Rules) -> String {
        let mut words = Vec::with_capacity(self.turns.len() + 3);
        words.push(notation.prefix().to_owned());
        if self.start != Setup::start(rules) {
            words.push(format!("[FEN \"{}\"]", to_fen(&self.start)));
        }
        words.extend(self.moves(notation));
        words.retain(|word| !word.is_empty());
        words.join(" ")
    }

    /// Plays what one token says.
    pub(super) fn step(&mut self, rules: &Rules, action: Action) -> Result<(), NotationError> {
        match action {
            Action { to: Some(to), from, capture } => {
                if self.end.capture_pending {
                    let reason = "a mill was completed before, and its capture is missing";
                    return Err(NotationError::new(reason).mend(captures(rules, &self.end)));
                }
                let turn = Turn { from, to, capture };
                check_turn(rules, &self.end, &turn)?;
                self.end = self.end.play(rules, turn);
                if self.end.capture_pending {
                    self.pending = Some(turn);
                } else {
                    self.turns.push(turn);
                }
            }
            Action { to: None, capture: Some(taken), .. } => {
                if !self.end.capture_pending {
                    let reason = "no mill was completed, so nothing is taken";
                    return Err(NotationError::new(reason).mend(turns(rules, &self.end)));
                }
                check_capture(rules, &self.end, taken)?;
                self.end = self.end.take(taken);
                match self.pending.take() {
                    Some(turn) => self.turns.push(Turn { capture: Some(taken), ..turn }),
                    None => self.first_capture = Some(taken),
                }
            }
            Action { to: None, capture: None, .. } => {
                return Err(NotationError::new("this is no move"));
            }
        }
        Ok(())
    }
}
