//! Malom's clipboard: one position as 38 comma-separated fields.
//!
//! ```text
//! 24 points (-1 empty, 0 white, 1 black), side (0|1), 0, 0, phase (1|2), white placed,
//! black placed, white on board, black on board, capture pending (True|False), move count,
//! plies since capture, two player kinds, malom2
//! ```
//!
//! Older files end with `malom` at the field numbered 33, 34 or 35 (from 0): without player kinds,
//! plies and move count, as far as they lack them.
//!
//! Malom's move count grows with every placing, slide *and capture*. The captures are not known
//! here, so the count is written as twice the completed moves (plus one when black is to move),
//! and read as twice the move number: after captures the number read is too high.

use super::error::NotationError;
use super::fen::is_placing;
use super::fields::{Columns, Fields};
use super::orders::MALOM;
use super::setup::{Color, Setup};
use crate::board::{POINTS, Rules};

const COLUMNS: Columns = Columns { board: 0, side: 24, phase: 27, hands: [28, 29], capture: 32 };
const MOVE_COUNT: usize = 33;
const PLIES: usize = 34;
const FIELDS: usize = 38;

fn is_mark(field: &str) -> bool {
    ["malom", "malom2"].iter().any(|mark| field.trim().eq_ignore_ascii_case(mark))
}

/// Whether a text is meant as a Malom clipboard: one of its fields is the mark.
pub(super) fn looks_like(text: &str) -> bool {
    !text.starts_with(['[', '{', ';']) && text.split(',').any(is_mark)
}

/// Reads a Malom clipboard, the older forms included.
///
/// # Errors
/// A field that is malformed or contradicts the board, and what [`Setup::validate`] refuses.
pub fn from_malom(text: &str, rules: &Rules) -> Result<Setup, NotationError> {
    // One more than there can be is enough to see that there are too many.
    let fields = Fields(text.split(',').map(str::trim).take(FIELDS + 1).collect());
    let last = fields.0.len() - 1;
    let mark = fields.get(last).to_ascii_lowercase();
    if !matches!((last, mark.as_str()), (33..=35, "malom") | (37, "malom2")) {
        let reason = format!("a Malom clipboard does not end like this, with field {}", last + 1);
        return Err(fields
            .error(last, reason)
            .mend("it has 38 fields and the last is malom2, or 34 to 36 and the last is malom"));
    }

    let mut setup = Setup::start(rules);
    for (index, point) in MALOM.points().enumerate() {
        match fields.get(index) {
            "-1" => {}
            "0" => setup.white = setup.white.with(point),
            "1" => setup.black = setup.black.with(point),
            _ => {
                let reason = format!("{point} is -1 (empty), 0 (white) or 1 (black)");
                return Err(fields.error(index, reason));
            }
        }
    }
    setup.to_move = match fields.get(COLUMNS.side) {
        "0" => Color::White,
        "1" => Color::Black,
        _ => return Err(fields.error(COLUMNS.side, "the side to move is 0 or 1")),
    };
    let placing = match fields.get(COLUMNS.phase) {
        "1" => Some(true),
        "2" => Some(false),
        _ => return Err(fields.error(COLUMNS.phase, "the phase is 1 or 2")),
    };
    let men = i64::from(rules.men);
    let [white, black] = COLUMNS.hands;
    setup.white_hand = rules.men - fields.number::<u8>(white, "white's placed stones", men)?;
    setup.black_hand = rules.men - fields.number::<u8>(black, "black's placed stones", men)?;
    fields.check_count(30, &setup, Color::White)?;
    fields.check_count(31, &setup, Color::Black)?;
    setup.capture_pending = match fields.get(COLUMNS.capture).to_ascii_lowercase().as_str() {
        "true" | "1" => true,
        "false" | "0" => false,
        _ => return Err(fields.error(COLUMNS.capture, "capture pending is True or False")),
    };
    if last > MOVE_COUNT {
        // As many as belong to the highest move number that there is.
        let most = 2 * i64::from(u32::MAX) - 1;
        let moves: u64 = fields.number(MOVE_COUNT, "the move count", most)?;
        setup.move_number = u32::try_from(moves / 2 + 1).unwrap_or(u32::MAX);
    }
    if last > PLIES {
        let most = i64::from(u16::MAX);
        setup.plies_since_capture = fields.number(PLIES, "the plies since capture", most)?;
    }
    fields.check_setup(&setup, placing, rules, &COLUMNS)?;
    Ok(setup)
}

/// Writes Malom's clipboard of today, 38 fields, both players human. `rules` tell how many stones
/// were in hand at the start.
pub fn to_malom(setup: &Setup, rules: &Rules) -> String {
    let mut fields: Vec<String> = Vec::with_capacity(FIELDS);
    fields.extend(MALOM.points().map(|point| {
        match (setup.white.contains(point), setup.black.contains(point)) {
            (true, _) => "0".to_owned(),
            (false, true) => "1".to_owned(),
            (false, false) => "-1".to_owned(),
        }
    }));
    debug_assert_eq!(fields.len(), POINTS);
    let black_to_move = setup.to_move == Color::Black;
    let moves = 2 * u64::from(setup.move_number.saturating_sub(1)) + u64::from(black_to_move);
    fields.extend([
        u8::from(black_to_move).to_string(),
        "0".to_owned(),
        "0".to_owned(),
        if is_placing(setup) { "1" } else { "2" }.to_owned(),
        rules.men.saturating_sub(setup.white_hand).to_string(),
        rules.men.saturating_sub(setup.black_hand).to_string(),
        setup.white.len().to_string(),
        setup.black.len().to_string(),
        if setup.capture_pending { "True" } else { "False" }.to_owned(),
        moves.to_string(),
        setup.plies_since_capture.to_string(),
        "0".to_owned(),
        "0".to_owned(),
        "malom2".to_owned(),
    ]);
    fields.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{from_fen, parse};

    fn read(text: &str) -> Result<Setup, NotationError> {
        from_malom(text, &Rules::STANDARD)
    }

    #[test]
    fn a_clipboard_is_written_and_read() {
        let pending = parse("d2 d6 f4 b4 f2 g4 f6", &Rules::STANDARD).unwrap().end;
        let text = "-1,-1,-1,-1,1,-1,-1,-1,1,-1,1,0,0,0,0,-1,-1,-1,-1,-1,-1,-1,-1,-1,\
                    0,0,0,1,4,3,4,3,True,6,0,0,0,malom2";
        assert_eq!(to_malom(&pending, &Rules::STANDARD), text);
        assert_eq!(read(text), Ok(pending));
        assert_eq!(read(&text.replace(',', ", ").to_uppercase()), Ok(pending));
    }

    #[test]
    fn older_forms_are_read() {
        let fen = "OOO*****/@@@*****/******** b m s 3 0 3 0 0 0 7 20";
        let setup = from_fen(fen, &Rules::STANDARD).unwrap();
        let text = to_malom(&setup, &Rules::STANDARD);
        let fields: Vec<&str> = text.split(',').collect();
        for (kept, plies, number) in [(35, 7, 20), (34, 0, 20), (33, 0, 1)] {
            let old = format!("{},malom", fields[..kept].join(","));
            let expected = Setup { plies_since_capture: plies, move_number: number, ..setup };
            assert_eq!(read(&old), Ok(expected), "{kept}");
        }
    }

    #[test]
    fn what_is_wrong_is_named() {
        let fen = "OOO*****/@@@*****/******** w p p 3 5 3 5 0 0 0 6";
        let setup = from_fen(fen, &Rules::STANDARD).unwrap();
        let text = to_malom(&setup, &Rules::STANDARD);
        let cases = [
            (1, "2", "a4 is -1 (empty)"),
            (25, "w", "the side to move"),
            (25, "1", "with black to move black has one more"),
            (28, "3", "the phase"),
            (28, "2", "there are stones in hand"),
            (29, "-1", "white's placed stones is negative"),
            (29, "10", "white's placed stones is above 9"),
            (30, "2", "black has 10 stones"),
            (31, "4", "the board shows 3 stones of white"),
            (32, "-3", "negative"),
            (33, "maybe", "capture pending"),
            (34, "", "whole number"),
            (35, "99999", "above 65535"),
            (38, "malom", "field 38"),
        ];
        for (number, value, reason) in cases {
            let mut fields: Vec<&str> = text.split(',').collect();
            fields[number - 1] = value;
            let error = read(&fields.join(",")).unwrap_err();
            assert!(error.to_string().contains(reason), "{number}: {error}");
            assert_eq!(error.token.as_ref().map(|t| t.0), Some(number), "{error}");
        }
        assert!(read("").is_err());
        assert!(read("malom2").is_err());
        assert!(read(&format!("{text},malom2")).is_err());
    }
}
