//! Positions and games as text: every notation that players and programs of this game exchange.
//!
//! Text in, [`Setup`] or [`Game`] out, and back. One file a format: [`from_fen`] (Sanmill's FEN),
//! [`from_malom`] (Malom's clipboard), [`parse`] (move lists); [`parse_position`] takes any of
//! them without being told which. A refusal names the token, the reason and, where there is one,
//! the mend.
//!
//! Colours live here and end here: [`Setup::position`] is what the rest of the crate sees. This
//! module imports only [`crate::board`]; it knows no files, no database and no values.

mod error;
mod fen;
mod fields;
mod game;
mod legality;
mod malom;
mod moves;
mod orders;
mod picture;
mod record;
mod setup;
mod tokens;
mod words;

pub use error::NotationError;
pub use fen::{from_fen, to_fen};
pub use game::Game;
pub use malom::{from_malom, to_malom};
pub use moves::Notation;
pub use picture::draw;
pub use record::{Note, Record, parse_record};
pub use setup::{Color, Setup, SetupError};

use crate::board::Rules;

/// Longest text that is read, in bytes. No game comes near it; it bounds the work that a hostile
/// text can cause.
pub const MAX_TEXT: usize = 1 << 20;

/// Reads anything: a FEN or a Malom clipboard, as a game without moves, or a game. Nothing, `start`
/// and `startpos` are the empty board.
///
/// # Errors
/// What the format's own reader refuses.
pub fn parse(text: &str, rules: &Rules) -> Result<Game, NotationError> {
    Ok(parse_record(text, rules)?.game)
}

/// Reads a position in any notation; a game stands for the position after its last move.
///
/// # Errors
/// As [`parse`], and a game whose last position is over ([`SetupError::GameOver`]): there is
/// nothing left to ask about it.
pub fn parse_position(text: &str, rules: &Rules) -> Result<Setup, NotationError> {
    let end = parse(text, rules)?.end;
    end.validate(rules)?;
    Ok(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_format_is_found_without_a_flag() {
        let rules = Rules::STANDARD;
        let start = Setup::start(&rules);
        let after_a4 = "********/********/******O* b p p 1 8 0 9 0 0 -1 -1 -1 -1 0 0 1 ids:nodes";
        for text in ["", " \n", "start", "StartPos", "*", "{nothing yet}", &to_fen(&start)] {
            assert_eq!(parse_position(text, &rules), Ok(start), "{text}");
        }
        let expected = from_fen(after_a4, &rules).unwrap();
        let malom = to_malom(&expected, &rules);
        for text in
            [after_a4, "a4", "\u{feff}1. A4", "10", "openspiel: 9", "OpenSpiel: [9]", &malom]
        {
            let setup = parse_position(text, &rules).unwrap();
            assert_eq!(to_fen(&setup), after_a4, "{text}");
        }
    }

    #[test]
    fn a_finished_game_is_no_position_and_a_huge_text_is_refused() {
        let men3 = Rules { men: 3, ..Rules::STANDARD };
        let error = parse_position("a1 a7 d1 d7 g1xa7", &men3).unwrap_err();
        assert!(error.to_string().contains("the game is over"), "{error}");
        let error = parse_position(&"d6 ".repeat(MAX_TEXT), &men3).unwrap_err();
        assert!(error.to_string().contains("longer than"), "{error}");
    }
}
