//! The FEN of the Mill/Sanmill program, in all its dialects.
//!
//! ```text
//! board side(w|b) phase(r|p|m|o) action(p|s|r|?) Wboard Whand Bboard Bhand Wremove Bremove
//! [lastMill x4] [millsBitmask] pliesSinceCapture moveNumber [ids:nodes]
//! ```
//!
//! Read are 17 fields (the current dialect), 16 (no bitmask, or one remove count), 12 (neither the
//! last mills nor the bitmask) and 11 (of these, with one remove count). Written is the current
//! one. The last mills and the bitmask matter only to rules that this crate does not have: they
//! are skipped in reading, and written as -1 and 0.

use super::error::NotationError;
use super::fields::{Columns, Fields};
use super::orders::SANMILL;
use super::setup::{Color, Setup};
use crate::board::{POINTS, Rules};

const COLUMNS: Columns = Columns { board: 0, side: 1, phase: 2, hands: [5, 7], capture: 3 };
const MOST_FIELDS: usize = 17;
const TRAILER: &str = "ids:nodes";
const RING: usize = 8;

/// Whether a text is meant as a FEN: its first word has the board's slashes, or is board all over.
pub(super) fn looks_like(text: &str) -> bool {
    let board = text.split_whitespace().next().unwrap_or("");
    let slashes = board.contains('/')
        && !board.starts_with(['{', '[', '(', ';'])
        && !board.starts_with("1/2");
    slashes || (board.len() >= RING && board.chars().all(|mark| "Oo@*Xx".contains(mark)))
}

/// Reads a FEN of any dialect. Letters may be upper or lower case; in the moving phase action `p`
/// is taken for `s`.
///
/// # Errors
/// A field that is malformed or contradicts the board, and what [`Setup::validate`] refuses; but a
/// game that is over, phase `o`, may have left two stones to the side to move.
pub fn from_fen(text: &str, rules: &Rules) -> Result<Setup, NotationError> {
    // Two more than there can be are enough to see that there are too many.
    let mut fields = Fields(text.split_whitespace().take(MOST_FIELDS + 2).collect());
    if fields.0.last().is_some_and(|last| last.eq_ignore_ascii_case(TRAILER)) {
        fields.0.pop();
    }
    let count = fields.0.len();
    let remove_counts = match count {
        11 => 1,
        12 | 17 => 2,
        // One remove count is followed by a last mill: -1, or a square.
        16 if matches!(fields.get(9), "0" | "1") => 2,
        16 => 1,
        _ if count > MOST_FIELDS => {
            let reason = format!("a FEN has {MOST_FIELDS} fields and \"{TRAILER}\", no more");
            let trailer = fields.get(MOST_FIELDS).eq_ignore_ascii_case(TRAILER);
            return Err(fields.error(MOST_FIELDS + usize::from(trailer), reason));
        }
        _ => {
            let reason = format!("a FEN has 17, 16, 12 or 11 fields, this one has {count}");
            return Err(NotationError::new(reason).mend(format!("e.g. {}", example(rules))));
        }
    };

    let mut setup = Setup::start(rules);
    read_board(&fields, &mut setup)?;
    setup.to_move = match fields.get(1) {
        "w" | "W" => Color::White,
        "b" | "B" => Color::Black,
        _ => return Err(fields.error(1, "the side to move is w or b")),
    };
    let placing = match fields.get(2) {
        "p" | "P" => Some(true),
        "m" | "M" => Some(false),
        // Not begun, or over: the board and the hands tell the rest.
        "r" | "R" | "o" | "O" => None,
        _ => return Err(fields.error(2, "the phase is r, p, m or o")),
    };
    setup.capture_pending = match fields.get(3) {
        "r" | "R" => true,
        "s" | "S" if placing == Some(true) => {
            let reason = "in the placing phase the action is p (or r with a capture pending)";
            return Err(fields.error(3, reason));
        }
        "p" | "P" | "s" | "S" | "?" => false,
        _ => return Err(fields.error(3, "the action is p, s, r or ?")),
    };
    let men = i64::from(rules.men);
    fields.check_count(4, &setup, Color::White)?;
    setup.white_hand = fields.number(5, "white's hand", men)?;
    fields.check_count(6, &setup, Color::Black)?;
    setup.black_hand = fields.number(7, "black's hand", men)?;
    read_remove_counts(&fields, remove_counts, &setup)?;
    setup.plies_since_capture =
        fields.number(count - 2, "the plies since the last capture", i64::from(u16::MAX))?;
    let move_number: u32 = fields.number(count - 1, "the move number", i64::from(u32::MAX))?;
    setup.move_number = move_number.max(1);
    let over = fields.get(2).eq_ignore_ascii_case("o") && has_lost(&setup, rules);
    if !over {
        fields.check_setup(&setup, placing, rules, &COLUMNS)?;
    }
    Ok(setup)
}

/// Whether the side to move has two stones left, in a position that a game can end with.
fn has_lost(setup: &Setup, rules: &Rules) -> bool {
    let (loser, winner) = (setup.to_move, setup.to_move.other());
    !setup.capture_pending
        && (setup.white & setup.black).is_empty()
        && setup.total(loser) == 2
        && (3..=usize::from(rules.men)).contains(&setup.total(winner))
}

fn read_board(fields: &Fields<'_>, setup: &mut Setup) -> Result<(), NotationError> {
    let refuse = |reason: String| {
        let mend = "the board is 24 characters O, @ or *, with a / after 8 and 16";
        Err(fields.error(0, reason).mend(mend))
    };
    let board = fields.get(0);
    let lengths: Vec<usize> = board.split('/').map(|ring| ring.chars().count()).collect();
    if lengths != [RING; 3] {
        return refuse("the board is not three rings of eight points".to_owned());
    }
    for (point, mark) in SANMILL.points().zip(board.chars().filter(|mark| *mark != '/')) {
        match mark {
            'O' | 'o' => setup.white = setup.white.with(point),
            '@' => setup.black = setup.black.with(point),
            '*' => {}
            'X' | 'x' => {
                return refuse(format!("{point} is marked X, which these rules do not have"));
            }
            _ => return refuse(format!("{mark:?} on {point} is no mark of a board")),
        }
    }
    Ok(())
}

fn read_remove_counts(
    fields: &Fields<'_>,
    remove_counts: usize,
    setup: &Setup,
) -> Result<(), NotationError> {
    for index in 8..8 + remove_counts {
        let count: i64 = fields.number(index, "the count of stones to take", 1)?;
        let taker = if index == 8 { Color::White } else { Color::Black };
        let takes = setup.capture_pending && (remove_counts == 1 || taker == setup.to_move);
        if count != i64::from(takes) {
            let reason = if takes {
                "the action is r, so the side to move takes a stone"
            } else if setup.capture_pending {
                "only the side to move takes a stone"
            } else {
                "there is a stone to take, but the action is not r"
            };
            return Err(fields.error(index, reason).mend(format!("write {}", i64::from(takes))));
        }
    }
    Ok(())
}

fn example(rules: &Rules) -> String {
    to_fen(&Setup::start(rules))
}

/// Whether the setup belongs to the placing phase. With no stone in hand but a capture pending,
/// only the counter tells the last placing (0 plies) from a slide (at least 1).
pub(super) fn is_placing(setup: &Setup) -> bool {
    setup.white_hand > 0
        || setup.black_hand > 0
        || (setup.capture_pending && setup.plies_since_capture == 0)
}

/// Writes the FEN of the current dialect. The phase is `o` when a side has fewer than three
/// stones; a blocked side is not looked for.
pub fn to_fen(setup: &Setup) -> String {
    let mut board = String::with_capacity(POINTS + 2);
    for (number, point) in SANMILL.points().enumerate() {
        if number > 0 && number % RING == 0 {
            board.push('/');
        }
        board.push(match (setup.white.contains(point), setup.black.contains(point)) {
            (true, _) => 'O',
            (false, true) => '@',
            (false, false) => '*',
        });
    }
    let side = if setup.to_move == Color::White { 'w' } else { 'b' };
    let over = setup.total(Color::White) < 3 || setup.total(Color::Black) < 3;
    let (phase, action) = match (over, setup.capture_pending, is_placing(setup)) {
        (true, _, _) => ('o', '?'),
        (false, true, true) => ('p', 'r'),
        (false, true, false) => ('m', 'r'),
        (false, false, true) => ('p', 'p'),
        (false, false, false) => ('m', 's'),
    };
    let removes = |color| i32::from(setup.capture_pending && setup.to_move == color);
    format!(
        "{board} {side} {phase} {action} {} {} {} {} {} {} -1 -1 -1 -1 0 {} {} {TRAILER}",
        setup.white.len(),
        setup.white_hand,
        setup.black.len(),
        setup.black_hand,
        removes(Color::White),
        removes(Color::Black),
        setup.plies_since_capture,
        setup.move_number,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse;

    const EXAMPLES: [(&str, &str); 3] = [
        ("", "********/********/******** w p p 0 9 0 9 0 0 -1 -1 -1 -1 0 0 1 ids:nodes"),
        ("a4", "********/********/******O* b p p 1 8 0 9 0 0 -1 -1 -1 -1 0 0 1 ids:nodes"),
        (
            "d2 d6 f4 b4 f2 g4 f6",
            "********/@OOOO*@*/**@***** w p r 4 5 3 6 1 0 -1 -1 -1 -1 0 0 4 ids:nodes",
        ),
    ];

    fn read(text: &str) -> Result<Setup, NotationError> {
        from_fen(text, &Rules::STANDARD)
    }

    #[test]
    fn known_examples_are_read_and_written_byte_for_byte() {
        for (moves, fen) in EXAMPLES {
            let setup = parse(moves, &Rules::STANDARD).unwrap().end;
            assert_eq!(to_fen(&setup), fen);
            assert_eq!(read(fen), Ok(setup));
            assert_eq!(read(&fen.to_lowercase()), Ok(setup));
        }
    }

    #[test]
    fn every_dialect_says_the_same() {
        let board = "********/@OOOO*@*/**@*****";
        let expected = read(EXAMPLES[2].1).unwrap();
        for rest in [
            "w p r 4 5 3 6 1 0 -1 -1 -1 -1 0 0 4",
            "w p r 4 5 3 6 1 0 17 9 -1 -1 0 4",
            "w p r 4 5 3 6 1 -1 -1 -1 -1 0 0 4",
            "w p r 4 5 3 6 1 0 0 4",
            "w p r 4 5 3 6 1 0 0 4 ids:nodes",
            "w p r 4 5 3 6 1 0 4",
            "W P R 4 5 3 6 1 0 4",
        ] {
            assert_eq!(read(&format!("{board} {rest}")), Ok(expected), "{rest}");
        }
        // In the moving phase, p stands for s; phase o leaves it to the board.
        let select = read("OOO*****/@@@*****/******** b m s 3 0 3 0 0 0 7 40").unwrap();
        assert_eq!((select.plies_since_capture, select.move_number), (7, 40));
        for rest in ["b m p 3 0 3 0 0 0 7 40", "b o ? 3 0 3 0 0 7 40"] {
            assert_eq!(read(&format!("OOO*****/@@@*****/******** {rest}")), Ok(select));
        }
    }

    #[test]
    fn what_is_wrong_is_named() {
        let board = "********/********/OOO*@@@*";
        let cases = [
            // Counts that are negative, above nine, or not those of the board.
            (board, "w p p 3 -1 3 5 0 0 0 1", 6, "white's hand is negative"),
            (board, "w p p 3 5 3 10 0 0 0 1", 8, "black's hand is above 9"),
            (board, "w p p 3 5 -3 5 0 0 0 1", 7, "stones on board is negative"),
            (board, "w p p 4 5 3 5 0 0 0 1", 5, "the board shows 3 stones of white, not 4"),
            (board, "w p p 3 7 3 7 0 0 0 1", 6, "white has 10 stones on board and in hand"),
            ("OOOOOOOO/OO******/@@@*****", "w m s 10 0 3 0 0 0 0 1", 1, "white has 10 stones"),
            // Side to move and hands.
            (board, "w p p 3 5 3 6 0 0 0 1", 2, "with white to move they are equal"),
            (board, "b p p 3 5 3 5 0 0 0 1", 2, "with black to move black has one more"),
            (board, "w p r 3 5 3 5 1 0 0 1", 2, "white has just placed"),
            // A capture that cannot be pending.
            ("********/********/OO*O@@@*", "w m r 3 0 3 0 1 0 0 1", 4, "white has no mill"),
            (board, "w m r 3 0 3 0 0 0 0 1", 9, "the action is r"),
            (board, "w m r 3 0 3 0 2 0 0 1", 9, "above 1"),
            (board, "w m s 3 0 3 0 0 1 0 1", 10, "the action is not r"),
            // The rest of the fields.
            (board, "x m s 3 0 3 0 0 0 0 1", 2, "side to move"),
            (board, "w q s 3 0 3 0 0 0 0 1", 3, "phase"),
            (board, "w m x 3 0 3 0 0 0 0 1", 4, "action"),
            (board, "w p s 3 5 3 5 0 0 0 1", 4, "placing phase the action is p"),
            (board, "w m s 3 0 3 0 0 0 -1 1", 11, "negative"),
            (board, "w m s 3 0 3 0 0 0 0 one", 12, "whole number"),
            (board, "w m s 3 5 3 5 0 0 0 1", 3, "there are stones in hand"),
            (board, "w p p 3 0 3 0 0 0 0 1", 3, "neither side has a stone in hand"),
            ("OOOO****/********/@@******", "b m s 4 0 2 0 0 0 0 1", 1, "the game is over"),
            ("OOOO****/*******/@@@*****", "b m s 4 0 3 0 0 0 0 1", 1, "three rings of eight"),
            ("OOOOX***/********/@@@*****", "b m s 4 0 3 0 0 0 0 1", 1, "marked X"),
            ("OOOO?***/********/@@@*****", "b m s 4 0 3 0 0 0 0 1", 1, "no mark of a board"),
            (board, "w m s 3 0 3 0 0 0 -1 -1 -1 -1 0 0 1 i:w", 18, "no more"),
        ];
        for (board, rest, token, reason) in cases {
            let error = read(&format!("{board} {rest}")).unwrap_err();
            assert!(error.reason.contains(reason), "{rest}: {error}");
            assert_eq!(error.token.as_ref().map(|t| t.0), Some(token), "{rest}: {error}");
        }
        let error = read("********/********/******** w p p").unwrap_err();
        assert!(error.to_string().contains("this one has 4; e.g. "), "{error}");
    }
}
