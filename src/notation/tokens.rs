//! Cuts the text of a game into tokens, without its headers, comments and variations.

use super::error::NotationError;

/// A word of the move list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token<'a> {
    /// Its number in the list, from 1.
    pub(super) number: usize,
    pub(super) text: &'a str,
}

/// A game's text, cut up.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Cut<'a> {
    /// Names and values of the headers.
    pub(super) headers: Vec<(String, String)>,
    /// Comments and variations as they stand, each with the number of tokens before it.
    pub(super) notes: Vec<(usize, &'a str)>,
    /// The tokens outside of headers, comments and variations.
    pub(super) tokens: Vec<Token<'a>>,
    /// Whether numbers stand in brackets, as a program prints a list.
    pub(super) bracketed: bool,
}

/// What joins the parts of a move, in every way that it is typed.
pub(super) const JOINTS: &str =
    "-\u{2010}\u{2011}\u{2012}\u{2013}\u{2014}\u{2212}>\u{2192}xX\u{d7}";

/// Cuts up a game. Blanks and commas part tokens; `{...}` and `;` up to the line's end are
/// comments; `(...)` are variations, which may be nested; `[Name "..."]` is a header, while a `[`
/// before anything but a letter, and a `]`, are the brackets of a list, and mean nothing. A
/// capture in parentheses, `(xd6)`, is no variation, nor are Sanmill's oldest points, `(3,1)`; and
/// what is typed with blanks, `g7 x d6`, is one token.
pub(super) fn tokenize(text: &str) -> Result<Cut<'_>, NotationError> {
    let mut record = Cut::default();
    let mut variations: Vec<&str> = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let after = &rest[first.len_utf8()..];
        let unclosed = |what: &str, opened: &str, number: usize| {
            NotationError::new(format!("{what} is never closed")).at(number, opened)
        };
        let number = record.tokens.len() + 1;
        rest = match first {
            '{' => match after.find('}') {
                Some(end) => {
                    if variations.is_empty() {
                        record.notes.push((number - 1, &rest[..end + 2]));
                    }
                    &after[end + 1..]
                }
                None => return Err(unclosed("the comment", rest, number)),
            },
            ';' => {
                let end = after.find('\n').unwrap_or(after.len());
                if variations.is_empty() {
                    record.notes.push((number - 1, &rest[..end + 1]));
                }
                &after[end..]
            }
            '(' | '-' if variations.is_empty() && pair_move(rest).is_some() => {
                let end = pair_move(rest).unwrap_or(1);
                record.tokens.push(Token { number, text: &rest[..end] });
                &rest[end..]
            }
            '(' if record.awaits_capture() && variations.is_empty() && capture(after).is_some() => {
                let (taken, after) = after.split_once(')').unwrap_or((after, ""));
                record.tokens.push(Token { number, text: taken.trim() });
                after
            }
            '(' => {
                variations.push(rest);
                after
            }
            ')' if !variations.is_empty() => {
                let opened = variations.pop().unwrap_or(rest);
                if variations.is_empty() {
                    let length = opened.len() - after.len();
                    record.notes.push((number - 1, &opened[..length]));
                }
                after
            }
            ')' | '}' => {
                return Err(NotationError::new(format!(
                    "nothing is open that {first} could close"
                ))
                .at(number, rest));
            }
            '[' if variations.is_empty() && after.trim_start().starts_with(char::is_alphabetic) => {
                let (name, value, after) = header(after).ok_or_else(|| {
                    NotationError::new("this is no header")
                        .at(number, rest)
                        .mend("headers look like [Name \"value\"]")
                })?;
                if !record.tokens.is_empty() {
                    let reason = "a header after moves: a second game begins here";
                    return Err(NotationError::new(reason).at(number, rest).mend("give one game"));
                }
                record.headers.push((name.to_owned(), value));
                after
            }
            '[' | ']' | ',' => {
                record.bracketed |= first == '[' && variations.is_empty();
                after
            }
            _ if first.is_whitespace() => after,
            _ => {
                let end = rest.find(ends_token).unwrap_or(rest.len());
                if variations.is_empty() {
                    record.push(text, Token { number, text: &rest[..end] });
                }
                &rest[end..]
            }
        };
    }
    match variations.first() {
        None => Ok(record),
        Some(opened) => {
            let number = record.tokens.len() + 1;
            Err(NotationError::new("the variation is never closed").at(number, opened))
        }
    }
}

impl<'a> Cut<'a> {
    /// Whether the last token is a move that names no capture.
    fn awaits_capture(&self) -> bool {
        self.tokens.last().is_some_and(|last| !last.text.contains(['x', 'X', '\u{d7}', ':']))
    }

    /// Adds a token, or joins it to the last one if a joint stands alone between them.
    fn push(&mut self, text: &'a str, token: Token<'a>) {
        let start = |part: &str| part.as_ptr() as usize - text.as_ptr() as usize;
        let end = start(token.text) + token.text.len();
        if let Some(last) = self.tokens.last_mut() {
            let gap = &text[start(last.text) + last.text.len()..start(token.text)];
            let joined = last.text.ends_with(is_joint) || token.text.chars().all(is_joint);
            if joined && gap.chars().all(char::is_whitespace) {
                last.text = &text[start(last.text)..end];
                return;
            }
        }
        self.tokens.push(token);
    }
}

fn is_joint(c: char) -> bool {
    JOINTS.contains(c)
}

/// How many bytes at the start of a text are a move in Sanmill's oldest notation: `(3,1)`,
/// `(3,1)->(3,2)` or, for a capture, `-(3,1)`.
fn pair_move(text: &str) -> Option<usize> {
    let capture = usize::from(text.starts_with('-'));
    let first = capture + pair_length(&text[capture..])?;
    let second = text[first..].strip_prefix("->").and_then(pair_length);
    Some(first + second.filter(|_| capture == 0).map_or(0, |length| length + 2))
}

/// How many bytes at the start of a text are `(ring,step)`.
fn pair_length(text: &str) -> Option<usize> {
    let (pair, _) = text.strip_prefix('(')?.split_once(')')?;
    let (ring, step) = pair.split_once(',')?;
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    (digits(ring.trim()) && digits(step.trim())).then(|| pair.len() + 2)
}

/// Whether a text begins with a capture and the parenthesis that closes it.
fn capture(text: &str) -> Option<()> {
    let (inside, _) = text.split_once(')')?;
    let point = inside.trim().strip_prefix(['x', 'X', '\u{d7}'])?.trim_start();
    let word = !point.is_empty() && point.len() <= 2 && point.chars().all(char::is_alphanumeric);
    word.then_some(())
}

fn ends_token(c: char) -> bool {
    c.is_whitespace() || "{}();[],".contains(c)
}

/// Name and value of a header and the text after it; `text` starts after the `[`.
fn header(text: &str) -> Option<(&str, String, &str)> {
    let (name, rest) = text.split_once('"')?;
    let name = name.trim();
    if name.is_empty() || !name.chars().all(|c| c.is_alphanumeric() || c == '_') {
        return None;
    }
    let mut value = String::new();
    let mut chars = rest.char_indices();
    loop {
        match chars.next()? {
            (end, '"') => {
                let after = rest[end + 1..].trim_start().strip_prefix(']')?;
                return Some((name, value, after));
            }
            (_, '\\') => value.push(chars.next()?.1),
            (_, c) => value.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_variations_and_headers_are_no_tokens() {
        let text = "[Event \"a \\\"b\\\" [x]\"]\n[fen \"F E N\"] 1.d6{one}f4 ; to the end (\n \
                    (2. a4 {)} (a1) d7) 2. [12,b4]";
        let record = tokenize(text).unwrap();
        let headers = [("Event", "a \"b\" [x]"), ("fen", "F E N")];
        assert_eq!(record.headers, headers.map(|(name, value)| (name.into(), value.into())));
        let notes = [(1, "{one}"), (2, "; to the end ("), (2, "(2. a4 {)} (a1) d7)")];
        assert_eq!(record.notes, notes);
        let texts: Vec<_> = record.tokens.iter().map(|t| t.text).collect();
        assert_eq!(texts, ["1.d6", "f4", "2.", "12", "b4"]);
        assert!(record.bracketed);
        assert!(record.tokens.iter().zip(1..).all(|(token, number)| token.number == number));
    }

    #[test]
    fn what_belongs_together_is_one_token() {
        let cases: [(&str, &[&str]); 8] = [
            ("g7 x d6 a4 - a7", &["g7 x d6", "a4 - a7"]),
            ("g7x d6 a4\u{2192} a7", &["g7x d6", "a4\u{2192} a7"]),
            ("g7 xd6", &["g7", "xd6"]),
            ("g7 (xd6) a4 (x a1 a7) d1", &["g7", "xd6", "a4", "d1"]),
            ("g7 xd6 (xa1) a4xb6 (xd6)", &["g7", "xd6", "a4xb6"]),
            ("(1,8) (2,1)->(2,2) -(3, 1)", &["(1,8)", "(2,1)->(2,2)", "-(3, 1)"]),
            ("g7 {a} x {b} d6", &["g7", "x", "d6"]),
            ("(1,8", &[]),
        ];
        for (text, expected) in cases {
            let tokens = tokenize(text).map(|record| record.tokens).unwrap_or_default();
            assert_eq!(tokens.iter().map(|t| t.text).collect::<Vec<_>>(), expected, "{text}");
        }
    }

    #[test]
    fn what_is_left_open_is_refused_by_name() {
        let cases = [
            ("d6 {f4", "comment is never closed"),
            ("d6 (f4 (a1)", "variation is never closed"),
            ("d6 ) f4", "nothing is open"),
            ("[Event d6]", "no header"),
            ("d6 [Event \"x\"]", "second game"),
        ];
        for (text, reason) in cases {
            let error = tokenize(text).unwrap_err();
            assert!(error.to_string().contains(reason), "{text}: {error}");
            assert!(error.token.is_some());
        }
    }
}
