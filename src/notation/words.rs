//! The moves of a record as words, without the numbers, marks and results around them.

use super::error::NotationError;
use super::moves::{Notation, plain};
use super::tokens::Token;

/// The FEN and the moves of what a program is told before it thinks, `position fen ... moves ...`; no
/// FEN for `startpos`. Another text is all moves.
pub(super) fn split_position(text: &str) -> (Option<&str>, &str) {
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

/// The notation that a text names before its moves, and the moves.
pub(super) fn split_prefix(text: &str) -> (Option<Notation>, &str) {
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
pub(super) struct Word<'a> {
    pub(super) token: Token<'a>,
    /// In [`plain`] form, without the number before it and the marks behind it.
    pub(super) text: String,
    /// Whether the number before it has the dots of a move of black's.
    pub(super) of_black: bool,
}

/// The moves alone, without numbers and marks, and the result.
pub(super) fn words_of<'a>(
    tokens: &[Token<'a>],
) -> Result<(Vec<Word<'a>>, Option<String>), NotationError> {
    let mut words = Vec::with_capacity(tokens.len());
    let (mut result, mut of_black) = (None, false);
    for &token in tokens {
        let text = plain(token.text);
        if matches!(text.as_str(), "1-0" | "0-1" | "1/2-1/2" | "\u{bd}-\u{bd}" | "*") {
            result.get_or_insert(text);
            continue;
        }
        let (text, dots) = bare(&text);
        of_black |= dots;
        if text.is_empty() || is_action_label(token.text) {
            continue;
        }
        if let Some(result) = &result {
            let reason = format!("the game has ended with the result {result}");
            return Err(NotationError::new(reason).at(token.number, token.text));
        }
        words.push(Word { token, text: text.to_owned(), of_black });
        of_black = false;
    }
    Ok((words, result))
}

/// `action:`, with which OpenSpiel's playthroughs begin each line of a move.
pub(super) fn is_action_label(token: &str) -> bool {
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
