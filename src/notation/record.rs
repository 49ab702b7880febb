//! Records: whole games, from the empty board or from a `[FEN "..."]` header.
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

use std::fmt::Write;

use super::error::{NotationError, check_size};
use super::fen::{self, from_fen, to_fen};
use super::game::Game;
use super::malom::{self, from_malom};
use super::moves::{Notation, detect};
use super::setup::{Color, Setup};
use super::tokens::tokenize;
use super::words::{is_action_label, split_position, split_prefix, words_of};
use crate::board::Rules;

/// A comment `{...}` or a variation `(...)`, as it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The moves before it; see [`Game::moves`].
    pub moves: usize,
    /// The text with its brackets.
    pub text: String,
}

/// A game with what stands around its moves: headers, comments, variations, the result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Names and values of the headers, but for `FEN` and `SetUp`, which follow from the game.
    pub headers: Vec<(String, String)>,
    /// Comments and variations in the order of the text. Variations are not read; those of games that
    /// are not in coordinates are left out.
    pub notes: Vec<Note>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`, if the text says so.
    pub result: Option<String>,
    /// The game.
    pub game: Game,
}

impl Record {
    /// The record as text that [`parse_record`] reads back, in coordinates and with move numbers.
    /// `mark` tells what follows a move, such as `?`; moves count from 0.
    pub fn write(&self, rules: &Rules, mark: impl Fn(usize) -> &'static str) -> String {
        let start = &self.game.start;
        let mut text = String::new();
        // Writing to a string cannot fail.
        for (name, value) in &self.headers {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            let _ = writeln!(text, "[{name} \"{value}\"]");
        }
        if *start != Setup::start(rules) {
            let _ = writeln!(text, "[FEN \"{}\"]", to_fen(start));
        }
        if !text.is_empty() {
            text.push('\n');
        }
        let mut words: Vec<String> = Vec::new();
        let mut numbered = false;
        let setups = self.game.setups(rules);
        let moves = self.game.moves(Notation::Algebraic);
        for (number, (mv, before)) in moves.zip(&setups).enumerate() {
            numbered &= !self.write_notes(number, &mut words);
            match before.to_move {
                Color::White => words.push(format!("{}.", before.move_number)),
                // PGN repeats the number where something stands between it and black's move.
                Color::Black if !numbered => words.push(format!("{}...", before.move_number)),
                Color::Black => {}
            }
            numbered = true;
            words.push(mv + mark(number));
        }
        self.write_notes(setups.len() - 1, &mut words);
        words.extend(self.result.clone());
        text + &words.join(" ")
    }

    /// Adds the notes that stand before a move; tells whether there were any.
    fn write_notes(&self, moves: usize, words: &mut Vec<String>) -> bool {
        let before = words.len();
        words.extend(self.notes.iter().filter(|n| n.moves == moves).map(|n| n.text.clone()));
        words.len() > before
    }
}

/// Reads a game with what stands around its moves; a FEN, a Malom clipboard, `start` and `startpos`
/// are games without moves. See the head of this file for what is accepted.
///
/// # Errors
/// The first token that cannot be read or is illegal, with the legal moves if that helps.
pub fn parse_record(text: &str, rules: &Rules) -> Result<Record, NotationError> {
    check_size(text)?;
    let text = text.trim_start_matches('\u{feff}').trim();
    if let Some(setup) = position(text, rules)? {
        return Ok(Record {
            headers: Vec::new(),
            notes: Vec::new(),
            result: None,
            game: Game::new(setup),
        });
    }
    let (notation, text) = split_prefix(text);
    let (told, text) = split_position(text);
    let cut = tokenize(text)?;
    let header = cut.headers.iter().find(|(name, _)| is_fen(name));
    let start = match told.or(header.map(|(_, fen)| fen.as_str())) {
        None => Setup::start(rules),
        Some(fen) => from_fen(fen, rules).map_err(|error| {
            let reason = format!("in the FEN of the start: {}", error.reason);
            NotationError { reason, ..error }
        })?,
    };
    let mut game = Game::new(start);
    let (words, result) = words_of(&cut.tokens)?;
    let notation = notation.unwrap_or_else(|| {
        let actions = cut.tokens.iter().any(|token| is_action_label(token.text));
        let texts = words.iter().map(|word| word.text.as_str());
        if actions { Notation::OpenSpiel } else { detect(texts, cut.bracketed) }
    });
    // How many moves there are by each token.
    let mut moves = vec![(0, 0)];
    for word in words {
        let named = |error: NotationError| error.at(word.token.number, word.token.text);
        if word.of_black && game.end.to_move == Color::White && !game.end.capture_pending {
            let reason = "the dots after the number say that black moves, but white is to move";
            return Err(named(NotationError::new(reason)));
        }
        let action = notation.read(&word.text, game.end.capture_pending).map_err(named)?;
        game.step(rules, action).map_err(named)?;
        moves.push((word.token.number, game.move_count()));
    }
    let moves_by = |token: usize| moves.iter().rev().find(|(number, _)| *number <= token);
    let notes = cut.notes.iter().filter(|(_, note)| {
        // The moves of variations are not read, so they stay in the notation that they are in.
        notation == Notation::Algebraic || !note.starts_with('(')
    });
    let notes = notes.map(|(after, note)| {
        let moves = moves_by(*after).map_or(0, |(_, moves)| *moves);
        Note { moves, text: whole_comment(note) }
    });
    let headers = cut.headers.iter().filter(|(name, _)| !is_fen(name)).cloned().collect();
    Ok(Record { headers, notes: notes.collect(), result, game })
}

/// The position that a text is, unless it is a game.
fn position(text: &str, rules: &Rules) -> Result<Option<Setup>, NotationError> {
    if ["start", "startpos"].iter().any(|name| text.eq_ignore_ascii_case(name)) {
        return Ok(Some(Setup::start(rules)));
    }
    if malom::looks_like(text) {
        return from_malom(text, rules).map(Some);
    }
    if fen::looks_like(text) {
        return from_fen(text, rules).map(Some);
    }
    Ok(None)
}

fn is_fen(header: &str) -> bool {
    header.eq_ignore_ascii_case("FEN") || header.eq_ignore_ascii_case("SetUp")
}

/// A note in the form that ends by itself, wherever its line ends.
fn whole_comment(note: &str) -> String {
    match note.strip_prefix(';') {
        // What would end the comment early is no loss in one.
        Some(comment) => format!("{{{}}}", comment.trim().replace('}', ")")),
        None => note.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Point;

    fn parse_game(text: &str, rules: &Rules) -> Result<Game, NotationError> {
        Ok(parse_record(text, rules)?.game)
    }

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
    fn what_stands_around_the_moves_is_kept() {
        let text = "[Event \"a \\\"b\\\"\"]\n[Annotator \"x\"]\n\n{first} 1. d2 {why?} (1. a1 {or this} d7) \
                    1... d6 2. f4 b4 3. f2 g4 4. f6xb4 {taken} d7 {last} 1/2-1/2";
        let record = parse_record(text, &Rules::STANDARD).unwrap();
        assert_eq!(record.game, read(GAME).unwrap());
        assert_eq!(record.notes.iter().map(|n| n.moves).collect::<Vec<_>>(), [0, 1, 1, 7, 8]);
        assert_eq!(record.result.as_deref(), Some("1/2-1/2"));
        let written = record.write(&Rules::STANDARD, |_| "");
        assert_eq!(parse_record(&written, &Rules::STANDARD), Ok(record));
        assert_eq!(written.replace("4. f6xb4 {taken} 4...", "4. f6xb4 {taken}"), text);
        // A capture of its own belongs to its move, and a comment to the end of the line ends itself.
        let apart = "d2 d6 f4 b4 f2 g4 f6 ; {why}\n xb4 d7";
        let record = parse_record(apart, &Rules::STANDARD).unwrap();
        let written = record.write(&Rules::STANDARD, |number| if number == 6 { "!" } else { "" });
        assert_eq!(written, "1. d2 d6 2. f4 b4 3. f2 g4 4. f6xb4! {{why)} 4... d7");
        assert_eq!(parse_record(&written, &Rules::STANDARD), Ok(record));
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
