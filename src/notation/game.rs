//! Move lists: whole games, from the empty board or from a `[FEN "..."]` header.
//!
//! Moves are coordinates, PlayOK's numbers or OpenSpiel's actions; see [`Notation`]. A capture may
//! be joined to its move or be the next token. Move numbers (`12.`, `12...`), marks such as `!`
//! and `$1`, comments, variations and a result at the end are read over. Signs may be typed as
//! people type them: `d6 x f4`, `a4\u{2013}a7`, `a4->a7`, `g7:d6`, `g7(xd6)`. Read are also
//! `position startpos moves ...` and `position fen ... moves ...`, as programs are told, and
//! Sanmill's oldest notation, `(3,1) (3,1)->(3,2) -(2,8)`.
//!
//! PlayOK's and OpenSpiel's lists can both be bare numbers. A list that starts with `playok:` or
//! `openspiel:`, or with `action:` before its numbers, says which it is. Otherwise a list with a
//! `-` or an `x` is PlayOK's; one in brackets, with a 0, or with a number above 24 is OpenSpiel's;
//! and what is left is read as PlayOK's. `1-0` is a result, never a move: PlayOK has no point 0.

use super::error::{NotationError, check_size};
use super::fen::{from_fen, to_fen};
use super::legality::{captures, check_capture, check_turn};
use super::moves::{Action, Notation, detect, plain};
use super::setup::{Color, Setup};
use super::tokens::{Token, tokenize};
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

    /// Every move as text: the capture that completes a turn begun before the start, the turns, and
    /// the last turn if its capture is still to come.
    pub fn moves(&self, notation: Notation) -> impl Iterator<Item = String> {
        let first = self.first_capture.map(|taken| notation.write_capture(taken));
        let turns = self.turns.iter().chain(&self.pending);
        first.into_iter().chain(turns.map(move |turn| notation.write(turn)))
    }

    /// The game as text that [`parse_game`] reads back: the header if the start is not the empty
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
    fn step(&mut self, rules: &Rules, action: Action) -> Result<(), NotationError> {
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
                    return Err(NotationError::new("no mill was completed, so nothing is taken"));
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

/// Reads a game. See the head of this file for what is accepted.
///
/// # Errors
/// The first token that cannot be read or is illegal, with the legal moves if that helps.
pub fn parse_game(text: &str, rules: &Rules) -> Result<Game, NotationError> {
    check_size(text)?;
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let (notation, text) = split_prefix(text);
    let (told, text) = split_position(text);
    let record = tokenize(text)?;
    let start = match told.or(record.fen.as_deref()) {
        None => Setup::start(rules),
        Some(fen) => from_fen(fen, rules).map_err(|error| {
            let reason = format!("in the FEN of the start: {}", error.reason);
            NotationError { reason, ..error }
        })?,
    };
    let mut game = Game::new(start);
    let words = words_of(&record.tokens)?;
    let notation = notation.unwrap_or_else(|| {
        let actions = record.tokens.iter().any(|token| is_action_label(token.text));
        let texts = words.iter().map(|word| word.text.as_str());
        if actions { Notation::OpenSpiel } else { detect(texts, record.bracketed) }
    });
    for word in words {
        let named = |error: NotationError| error.at(word.token.number, word.token.text);
        if word.of_black && game.end.to_move == Color::White && !game.end.capture_pending {
            let reason = "the dots after the number say that black moves, but white is to move";
            return Err(named(NotationError::new(reason)));
        }
        let action = notation.read(&word.text, game.end.capture_pending).map_err(named)?;
        game.step(rules, action).map_err(named)?;
    }
    Ok(game)
}

/// The FEN and the moves of what a program is told before it thinks, `position fen ... moves ...`; no
/// FEN for `startpos`. Another text is all moves.
fn split_position(text: &str) -> (Option<&str>, &str) {
    let told = text.strip_prefix("position ").map(str::trim_start);
    let Some((kind, rest)) = told.and_then(|told| told.split_once(char::is_whitespace)) else {
        let start = told.is_some_and(|told| told.trim_end() == "startpos");
        return (None, if start { "" } else { text });
    };
    let (fen, moves) = match rest.split_once("moves") {
        Some((fen, moves)) => (fen.trim(), moves),
        None => (rest.trim(), ""),
    };
    match kind {
        "startpos" if fen.is_empty() => (None, moves),
        "fen" => (Some(fen), moves),
        _ => (None, text),
    }
}

fn split_prefix(text: &str) -> (Option<Notation>, &str) {
    for notation in [Notation::PlayOk, Notation::OpenSpiel] {
        let prefix = notation.prefix();
        if let (Some(head), Some(rest)) = (text.get(..prefix.len()), text.get(prefix.len()..))
            && head.eq_ignore_ascii_case(prefix)
        {
            return (Some(notation), rest);
        }
    }
    (None, text)
}

/// A move as it is written.
struct Word<'a> {
    token: Token<'a>,
    /// In [`plain`] form, without the number before it and the marks behind it.
    text: String,
    /// Whether the number before it has the dots of a move of black's.
    of_black: bool,
}

/// The moves alone, without numbers, marks and the result.
fn words_of<'a>(tokens: &[Token<'a>]) -> Result<Vec<Word<'a>>, NotationError> {
    let mut words = Vec::with_capacity(tokens.len());
    let (mut result, mut of_black) = (None, false);
    for &token in tokens {
        let text = plain(token.text);
        if matches!(text.as_str(), "1-0" | "0-1" | "1/2-1/2" | "\u{bd}-\u{bd}" | "*") {
            result.get_or_insert(token.text);
            continue;
        }
        let (text, dots) = bare(&text);
        of_black |= dots;
        if text.is_empty() || is_action_label(token.text) {
            continue;
        }
        if let Some(result) = result {
            let reason = format!("the game has ended with the result {result}");
            return Err(NotationError::new(reason).at(token.number, token.text));
        }
        words.push(Word { token, text: text.to_owned(), of_black });
        of_black = false;
    }
    Ok(words)
}

/// `action:`, with which OpenSpiel's playthroughs begin each line of a move.
fn is_action_label(token: &str) -> bool {
    token.eq_ignore_ascii_case("action:")
}

/// A word without the move number before it (`12.d6`) and the marks behind it (`d6!?`), and whether
/// the number has dots after it, as before a move of black's (`12...d6`).
fn bare(word: &str) -> (&str, bool) {
    if word.starts_with('$') {
        return ("", false);
    }
    let unnumbered = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let text = unnumbered.trim_start_matches(['.', '\u{2026}']);
    let dots = unnumbered.len() - text.len();
    let text = if dots > 0 { text } else { word };
    (text.trim_end_matches(['!', '?']), dots > 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Game, NotationError> {
        parse_game(text, &Rules::STANDARD)
    }

    /// Nine placings with a capture, then the start of the next turn.
    const GAME: &str = "d2 d6 f4 b4 f2 g4 f6xb4 d7";

    #[test]
    fn one_game_in_every_way_of_writing_it() {
        let game = read(GAME).unwrap();
        assert_eq!(game.turns.len(), 8);
        assert_eq!(game.turns[6].to_string(), "f6xb4");
        assert_eq!((game.end.move_number, game.end.capture_pending), (5, false));
        for text in [
            "D2 D6 F4 B4 F2 G4 F6 xB4 D7",
            "[Event \"x\"]\n1. d2 d6 2. f4 (2. a1 (2. a4) d7) b4 {why?} 3. f2! 3... g4 \n\
             4.f6 $1 xb4 ; a remark\n 4...d7 1/2-1/2",
            "1. 20 5 2. 14 11 3. 21 15 4. 6x11 2 1-0",
            "20 5 14 11 21 15 6 x11 2",
            "playok: 20 5 14 11 21 15 6X11 2 0-1",
            "openspiel: 19 4 13 10 20 14 5 10 1",
            "OPENSPIEL:[19, 4, 13, 10, 20, 14, 5, 10, 1]",
            "[19, 4, 13, 10, 20, 14, 5, 10, 1]",
            "action: 19 action: 4\naction: 13\naction: 10 action: 20 action: 14 action: 5 \
             action: 10 action: 1",
            "\u{feff}d2 d6 f4 b4 f2 g4 f6 \u{d7} b4 d7 \u{bd}\u{2013}\u{bd}",
            "d2 d6 f4 b4 f2 g4 f6:b4 d7 1 - 0",
            "d2 d6 f4 b4 f2 g4 f6 (x b4) d7",
            "position startpos moves d2 d6 f4 b4 f2 g4 f6 xb4 d7",
            "(2,5) (2,1) (2,3) (2,7) (2,4) (3,3) (2,2) -(2,7) (3,1)",
        ] {
            assert_eq!(read(text).as_ref(), Ok(&game), "{text}");
        }
    }

    #[test]
    fn bare_numbers_are_told_apart_as_the_documentation_says() {
        // OpenSpiel by its 0; PlayOK for want of a sign; a slide by its number above 24.
        assert_eq!(read("0 1 2").unwrap(), read("a7 d7 g7").unwrap());
        assert_eq!(read("1 2 3").unwrap(), read("a7 d7 g7").unwrap());
        assert_eq!(read("openspiel: 1 2 3").unwrap(), read("d7 g7 b6").unwrap());
        let men3 = Rules { men: 3, ..Rules::STANDARD };
        let flight = parse_game("1 2 3 4 6 5 69", &men3);
        assert_eq!(flight, parse_game("d7 g7 b6 d6 c5 f6 d7-a1", &men3));
        assert!(flight.is_ok());
    }

    #[test]
    fn slides_are_read_as_people_type_them() {
        let fen = "O*O*****/@@*@****/****OO** w m s 4 0 3 0 0 0 0 9";
        let game = read(&format!("[FEN \"{fen}\"] d5-c5 f6-f4")).unwrap();
        assert_eq!(game.turns.len(), 2);
        for moves in [
            "d5\u{2013}c5 f6\u{2212}f4",
            "d5 -> c5 f6 \u{2192} f4",
            "(1,1)->(1,8) (2,2)->(2,3)",
            "9. d5-c5 9... f6-f4",
        ] {
            let text = format!("position fen {fen} moves {moves}");
            assert_eq!(read(&text).as_ref(), Ok(&game), "{text}");
        }
    }

    #[test]
    fn a_header_starts_the_game_even_in_the_middle_of_a_turn() {
        let fen = to_fen(&read("d2 d6 f4 b4 f2 g4 f6").unwrap().end);
        let game = read(&format!("[FEN \"{fen}\"]\n xb4 d7")).unwrap();
        assert_eq!(game.end, read(GAME).unwrap().end);
        assert_eq!(game.first_capture, Point::from_name("b4"));
        assert_eq!(game.turns.len(), 1);
        let error = read("[FEN \"x/y\"] d6").unwrap_err();
        assert!(error.to_string().contains("in the FEN of the start: a FEN has"), "{error}");
    }

    #[test]
    fn a_missing_capture_is_pending_at_the_end_and_an_error_before_it() {
        let game = read("d2 d6 f4 b4 f2 g4 f6").unwrap();
        assert!(game.end.capture_pending);
        assert_eq!(game.turns.len(), 6);
        assert_eq!(game.pending.map(|t| t.to_string()).as_deref(), Some("f6"));
        let error = read("d2 d6 f4 b4 f2 g4 f6 d7").unwrap_err();
        assert_eq!(error.token, Some((8, "d7".to_owned())));
        assert!(error.to_string().contains("its capture is missing; white may take xg4"));
    }

    #[test]
    fn what_is_illegal_is_refused_with_the_reason() {
        let four = "[FEN \"O*O*****/@@*@****/****OO** w m s 4 0 3 0 0 0 0 9\"] ";
        let nine = "[FEN \"O@O@O@O@/O@O@O@O@/O@****** w m s 9 0 9 0 0 0 0 10\"] ";
        let mill = "[FEN \"OO*O****/**O*****/@@***@*@ w m s 4 0 4 0 0 0 0 9\"] ";
        let cases = [
            ("a7 d7 b6 d6 c5xd7", 5, "never on a diagonal"),
            ("d6 d6", 2, "d6 is taken by a white stone"),
            ("d6 d7 d6-f6", 3, "white still has 8 stones to place"),
            ("d6 xd6", 2, "no mill was completed"),
            ("d2 d6 f4 b4 f2 g4 f6xf2", 7, "no black stone on f2"),
            ("d2 d6 f4 b4 f2 g4 f6 xa1", 8, "no black stone on a1"),
            ("d6 h9", 2, "\"h9\" is not a point"),
            ("d6 1-0 f4", 3, "ended with the result 1-0"),
            ("20 25-3", 2, "\"25\" is not a PlayOK point"),
            ("0 600", 2, "not an OpenSpiel action"),
            ("openspiel: 1 y", 2, "not an OpenSpiel action"),
            ("1... d6", 2, "say that black moves"),
            ("(1,8) (4,1)", 2, "no point as (ring,step)"),
            ("(1,8) (1,9)", 2, "no point as (ring,step)"),
        ];
        let set_up = [
            (nine, "a1", "white has placed all 9 stones"),
            (four, "d5-a7", "white has 4 stones: only three fly"),
            (four, "d6-b6", "the stone on d6 is black"),
            (four, "b2-b4", "there is no stone on b2"),
            (four, "d5-d5", "does not leave its point"),
            (mill, "f4-e4xd7", "d7 stands in a mill, while black has stones outside of mills"),
        ];
        let set_up = set_up.map(|(fen, moves, reason)| (format!("{fen}{moves}"), 1, reason));
        let cases = cases.map(|(moves, token, reason)| (moves.to_owned(), token, reason));
        for (text, token, reason) in cases.into_iter().chain(set_up) {
            let error = read(&text).unwrap_err();
            assert!(error.to_string().contains(reason), "{text}: {error}");
            assert_eq!(error.token.as_ref().map(|t| t.0), Some(token), "{text}: {error}");
        }
        let error = read(&format!("{mill}f4-e4xd7")).unwrap_err();
        assert_eq!(error.mend.as_deref(), Some("legal are f4-e4xa1"));
        let no_flying = Rules { flying: false, ..Rules::STANDARD };
        let error = parse_game(&format!("{mill}d5-a4"), &no_flying).unwrap_err();
        assert!(error.to_string().contains("no flying"), "{error}");
    }

    #[test]
    fn nothing_follows_the_end_of_the_game() {
        let men3 = Rules { men: 3, ..Rules::STANDARD };
        let error = parse_game("a1 a7 d1 d7 g1xa7 b6", &men3).unwrap_err();
        assert!(error.to_string().contains("the game is over: black has 2 stones"), "{error}");
        let blocked = "[FEN \"********/********/@O@O@O@O w m s 4 0 4 0 0 0 0 9\"] a7-a4";
        let error = read(blocked).unwrap_err();
        assert!(error.to_string().contains("white is blocked and has lost"), "{error}");
    }
}
