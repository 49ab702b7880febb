//! A picture of the board in plain text, for people.

use std::fmt::Write;

use super::orders::READING;
use super::setup::{Color, Setup};

/// The board with a `+` for every point, in reading order.
const BOARD: &str = "\
7  +-----------+-----------+
   |           |           |
6  |   +-------+-------+   |
   |   |       |       |   |
5  |   |   +---+---+   |   |
   |   |   |       |   |   |
4  +---+---+       +---+---+
   |   |   |       |   |   |
3  |   |   +---+---+   |   |
   |   |       |       |   |
2  |   +-------+-------+   |
   |           |           |
1  +-----------+-----------+
   a   b   c   d   e   f   g
";

/// Draws the board, `O` for white, `@` for black and `.` for a free point, and below it who is to
/// move, whether a capture is pending, and the hands. Every line ends with a newline.
pub fn draw(setup: &Setup) -> String {
    let mut points = READING.points();
    let mut picture: String = BOARD
        .chars()
        .map(|c| match c {
            '+' => points.next().map_or('+', |point| {
                match (setup.white.contains(point), setup.black.contains(point)) {
                    (true, _) => 'O',
                    (false, true) => '@',
                    (false, false) => '.',
                }
            }),
            _ => c,
        })
        .collect();
    let (side, mark) = match setup.to_move {
        Color::White => ("White", 'O'),
        Color::Black => ("Black", '@'),
    };
    let does = if setup.capture_pending { "to take a stone" } else { "to move" };
    let (white, black) = (setup.white_hand, setup.black_hand);
    // Writing to a string cannot fail.
    let _ = writeln!(picture, "\n{side} ({mark}) {does}; in hand: white {white}, black {black}");
    picture
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Rules;
    use crate::notation::parse;

    #[test]
    fn the_picture_shows_stones_hands_and_a_pending_capture() {
        let game = parse("d2 d6 f4 b4 f2 g4 f6", &Rules::STANDARD).unwrap();
        let expected = "\
7  .-----------.-----------.
   |           |           |
6  |   .-------@-------O   |
   |   |       |       |   |
5  |   |   .---.---.   |   |
   |   |   |       |   |   |
4  .---@---.       .---O---@
   |   |   |       |   |   |
3  |   |   .---.---.   |   |
   |   |       |       |   |
2  |   .-------O-------O   |
   |           |           |
1  .-----------.-----------.
   a   b   c   d   e   f   g

White (O) to take a stone; in hand: white 5, black 6
";
        assert_eq!(draw(&game.end), expected);
        let after = game.end.take(game.end.black.iter().next().unwrap());
        assert!(draw(&after).ends_with("\nBlack (@) to move; in hand: white 5, black 6\n"));
    }
}
