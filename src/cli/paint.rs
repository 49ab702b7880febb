//! Colours for the terminal. They are written always: the stream takes them out where they are not
//! wanted (no terminal, `NO_COLOR`, `TERM=dumb`).

use anstyle::{AnsiColor, Style};

use crate::board::Outcome;

const WHITE: Style = AnsiColor::BrightYellow.on_default().bold();
const BLACK: Style = AnsiColor::BrightCyan.on_default().bold();
const MISTAKE: Style = AnsiColor::Red.on_default().bold();

const fn style(outcome: Outcome) -> Style {
    let color = match outcome {
        Outcome::Win => AnsiColor::Green,
        Outcome::Draw => AnsiColor::Yellow,
        Outcome::Loss => AnsiColor::Red,
    };
    color.on_default()
}

/// Text in the colour of an outcome.
pub fn outcome(text: &str, outcome: Outcome) -> String {
    let style = style(outcome);
    format!("{style}{text}{style:#}")
}

/// The same, filled up with blanks to a width in characters.
pub fn padded(text: &str, width: usize, of: Outcome) -> String {
    outcome(&format!("{text:<width$}"), of)
}

/// A remark on a mistake.
pub fn mistake(text: &str) -> String {
    format!("{MISTAKE}{text}{MISTAKE:#}")
}

/// The picture of a board, with the stones in two colours.
pub fn board(picture: &str) -> String {
    let mut painted = String::with_capacity(2 * picture.len());
    for line in picture.split_inclusive('\n') {
        if !line.starts_with(|c: char| c.is_ascii_digit()) {
            painted.push_str(line);
            continue;
        }
        for mark in line.chars() {
            match mark {
                'O' => painted.push_str(&format!("{WHITE}O{WHITE:#}")),
                '@' => painted.push_str(&format!("{BLACK}@{BLACK:#}")),
                _ => painted.push(mark),
            }
        }
    }
    painted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Rules;
    use crate::notation::{draw, parse};

    #[test]
    fn paint_changes_no_character() {
        let game = parse("d2 d6 f4", &Rules::STANDARD).unwrap();
        let picture = draw(&game.end);
        let painted = board(&picture);
        assert_eq!(painted.matches("O\u{1b}").count(), 2);
        assert_eq!(painted.matches("@\u{1b}").count(), 1);
        assert_eq!(anstream::adapter::strip_str(&painted).to_string(), picture);
        let win = padded("win in 3 plies", 20, Outcome::Win);
        assert_eq!(
            anstream::adapter::strip_str(&win).to_string(),
            format!("{:<20}", "win in 3 plies")
        );
    }
}
