//! Why a text was refused: where, for what reason, and what would mend it.

use std::fmt;

use thiserror::Error;

use super::MAX_TEXT;
use super::setup::SetupError;

/// Longest piece of the user's text that a message repeats, in characters.
const MAX_SHOWN: usize = 40;
/// Most alternatives that a message lists.
const MAX_LISTED: usize = 12;

/// A text that is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct NotationError {
    /// The token that is wrong: its number, from 1, and its text (shortened when long). `None`
    /// when the whole is wrong rather than one token. In a FEN tokens are its fields; in a Malom
    /// clipboard what stands between commas; in a game what stands between blanks, commas and
    /// comments, without the headers, comments and variations themselves.
    pub token: Option<(usize, String)>,
    /// What is wrong.
    pub reason: String,
    /// What would be accepted in its place.
    pub mend: Option<String>,
}

impl NotationError {
    pub(super) fn new(reason: impl Into<String>) -> NotationError {
        NotationError { token: None, reason: reason.into(), mend: None }
    }

    /// Names the token, unless one is named already.
    pub(super) fn at(mut self, number: usize, text: &str) -> NotationError {
        self.token.get_or_insert_with(|| (number, shortened(text)));
        self
    }

    pub(super) fn mend(mut self, mend: impl Into<String>) -> NotationError {
        self.mend = Some(mend.into());
        self
    }
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((number, text)) = &self.token {
            // Debug form, so that control characters cannot reach a terminal.
            write!(f, "token {number} ({text:?}): ")?;
        }
        f.write_str(&self.reason)?;
        if let Some(mend) = &self.mend {
            write!(f, "; {mend}")?;
        }
        Ok(())
    }
}

impl From<SetupError> for NotationError {
    fn from(error: SetupError) -> NotationError {
        NotationError::new(error.to_string())
    }
}

/// Refuses a text that is longer than any real one.
pub(super) fn check_size(text: &str) -> Result<(), NotationError> {
    if text.len() <= MAX_TEXT {
        return Ok(());
    }
    Err(NotationError::new(format!(
        "the text is longer than {MAX_TEXT} bytes, more than any game needs"
    )))
}

/// `a, b, c and 5 more`.
pub(super) fn listed<T: fmt::Display>(items: impl IntoIterator<Item = T>) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    let shown = items.iter().take(MAX_LISTED).cloned().collect::<Vec<_>>().join(", ");
    match items.len().saturating_sub(MAX_LISTED) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(MAX_SHOWN) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}
