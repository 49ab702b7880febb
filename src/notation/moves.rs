//! One move as a word, in the three ways of writing moves, and how to tell them apart.

use super::error::NotationError;
use super::orders::{READING, SANMILL};
use crate::board::{POINTS, Point, Turn};

/// Points of a ring.
const RING: usize = 8;

/// A way of writing moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Notation {
    /// Coordinates: `d6`, `d2-d3`, `d2-d3xf4`.
    Algebraic,
    /// PlayOK's numbers 1 to 24 in reading order: `5`, `20-17`, `20-17x13`.
    PlayOk,
    /// OpenSpiel's actions: below 24 a placing or, of its own, a capture, by the point's number
    /// from 0 in reading order; otherwise 24 + 24 * from + to.
    OpenSpiel,
}

/// What one token says. Without `to` it is a capture of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Action {
    pub(super) from: Option<Point>,
    pub(super) to: Option<Point>,
    pub(super) capture: Option<Point>,
}

impl Notation {
    /// What a list begins with to say how its moves are written; [`Notation::Algebraic`] needs
    /// nothing.
    pub const fn prefix(self) -> &'static str {
        match self {
            Notation::Algebraic => "",
            Notation::PlayOk => "playok:",
            Notation::OpenSpiel => "openspiel:",
        }
    }

    /// The turn as text. In OpenSpiel's actions a turn that captures is two of them.
    pub fn write(self, turn: &Turn) -> String {
        let number = |point| READING.number(point);
        match self {
            Notation::Algebraic => turn.to_string(),
            Notation::PlayOk => {
                let from = turn.from.map_or(String::new(), |p| format!("{}-", number(p) + 1));
                let taken = turn.capture.map_or(String::new(), |p| format!("x{}", number(p) + 1));
                format!("{from}{}{taken}", number(turn.to) + 1)
            }
            Notation::OpenSpiel => {
                let start = turn.from.map_or(0, |from| POINTS + POINTS * number(from));
                let taken = turn.capture.map_or(String::new(), |p| format!(" {}", number(p)));
                format!("{}{taken}", start + number(turn.to))
            }
        }
    }

    /// A capture of its own as text.
    pub(super) fn write_capture(self, taken: Point) -> String {
        match self {
            Notation::Algebraic => format!("x{taken}"),
            Notation::PlayOk => format!("x{}", READING.number(taken) + 1),
            Notation::OpenSpiel => READING.number(taken).to_string(),
        }
    }

    /// Reads one word of [`plain`] text. An OpenSpiel action below 24 is a capture when one is due.
    pub(super) fn read(self, word: &str, capture_due: bool) -> Result<Action, NotationError> {
        if word.contains('(') {
            return read_pairs(word);
        }
        if self == Notation::OpenSpiel {
            return read_action(word, capture_due);
        }
        let (turn, taken) = match word.split_once('x') {
            Some((turn, taken)) => (turn, Some(taken)),
            None => (word, None),
        };
        let capture = taken.map(|name| self.point(name)).transpose()?;
        if turn.is_empty() && capture.is_some() {
            return Ok(Action { from: None, to: None, capture });
        }
        let (from, to) = match turn.split_once('-') {
            Some((from, to)) => (Some(self.point(from)?), to),
            None => (None, turn),
        };
        Ok(Action { from, to: Some(self.point(to)?), capture })
    }

    fn point(self, name: &str) -> Result<Point, NotationError> {
        let point = match self {
            Notation::Algebraic => Point::from_name(name),
            _ => number(name).and_then(|n| READING.point(n.checked_sub(1)?)),
        };
        point.ok_or_else(|| {
            // Debug form and a bound, as the name is the user's text.
            let name: String = name.chars().take(10).collect();
            match self {
                Notation::Algebraic => NotationError::new(format!("{name:?} is not a point"))
                    .mend("moves are written d6, d2-d3, d2-d3xf4, d6xf4 or xf4"),
                _ => NotationError::new(format!("{name:?} is not a PlayOK point"))
                    .mend("points are 1 to 24, moves 12, 12-13, 12-13x21, 18x21 or x12"),
            }
        })
    }
}

fn read_action(token: &str, capture_due: bool) -> Result<Action, NotationError> {
    let refused = || {
        NotationError::new("not an OpenSpiel action")
            .mend("actions are 0 to 23 for a point, or 24 + 24 * from + to, at most 599")
    };
    let action = number(token).ok_or_else(refused)?;
    let Some(step) = action.checked_sub(POINTS) else {
        let point = READING.point(action);
        return Ok(if capture_due {
            Action { from: None, to: None, capture: point }
        } else {
            Action { from: None, to: point, capture: None }
        });
    };
    let from = READING.point(step / POINTS).ok_or_else(refused)?;
    Ok(Action { from: Some(from), to: READING.point(step % POINTS), capture: None })
}

/// Sanmill's oldest notation: `(ring,step)` for a placing, with ring 1 the inner one, and step 1 its
/// top midpoint; `->` between two for a slide; `-` before one for a capture.
fn read_pairs(word: &str) -> Result<Action, NotationError> {
    let point = |pair: &str| {
        let (ring, step) = pair.strip_prefix('(')?.strip_suffix(')')?.split_once(',')?;
        let (ring, step) = (number(ring)?.checked_sub(1)?, number(step)?.checked_sub(1)?);
        if step < RING { SANMILL.point(ring.checked_mul(RING)? + step) } else { None }
    };
    let refused = || {
        NotationError::new("this is no point as (ring,step)")
            .mend("rings are 1, the inner one, to 3, and steps 1 to 8; (2,1)->(2,2), -(3,1)")
    };
    let point = |pair| point(pair).ok_or_else(refused);
    if let Some(taken) = word.strip_prefix('-') {
        return Ok(Action { from: None, to: None, capture: Some(point(taken)?) });
    }
    // `plain` has made a `-` of the arrow.
    let (from, to) = match word.split_once('-') {
        Some((from, to)) => (Some(point(from)?), to),
        None => (None, word),
    };
    Ok(Action { from, to: Some(point(to)?), capture: None })
}

/// A token in lower case, without blanks and quotes, and with one way of writing `-` and `x`.
pub(super) fn plain(token: &str) -> String {
    let text: String = token
        .chars()
        .filter(|c| !c.is_whitespace() && *c != '"')
        .map(|c| match c {
            '\u{d7}' | ':' => 'x',
            '\u{2192}' | '\u{2010}'..='\u{2014}' | '\u{2212}' => '-',
            _ => c.to_ascii_lowercase(),
        })
        .collect();
    text.replace("->", "-")
}

/// A plain number, digits only.
fn number(text: &str) -> Option<usize> {
    if text.bytes().all(|b| b.is_ascii_digit()) { text.parse().ok() } else { None }
}

/// How the moves of a list without a prefix are written, by their [`plain`] words. With a letter
/// other than `x`: coordinates. In numbers only: PlayOK if one has a `-` or an `x`; else OpenSpiel
/// if the list is `bracketed`, or one is 0 or above 24, which PlayOK does not have; else PlayOK.
pub(super) fn detect<'a>(
    words: impl Iterator<Item = &'a str> + Clone,
    bracketed: bool,
) -> Notation {
    let any = |test: &dyn Fn(&str) -> bool| words.clone().any(test);
    if any(&|word| word.chars().any(|c| c.is_alphabetic() && c != 'x')) {
        Notation::Algebraic
    } else if !any(&|word| word.contains(['-', 'x']))
        && (bracketed || any(&|word| number(word).is_some_and(|n| n == 0 || n > POINTS)))
    {
        Notation::OpenSpiel
    } else {
        Notation::PlayOk
    }
}
