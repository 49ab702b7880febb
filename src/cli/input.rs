//! Texts that are read whole.

use std::io::{self, Read};

use anyhow::Context;

use super::Failure;
use crate::notation::MAX_TEXT;

/// The text of `from`, whose name is for messages.
pub fn read(from: impl Read, name: &str) -> Result<String, Failure> {
    let mut text = String::new();
    // One byte more than notations take, so that a longer text is refused rather than cut.
    from.take(MAX_TEXT as u64 + 1)
        .read_to_string(&mut text)
        .with_context(|| format!("cannot read {name} as text"))
        .map_err(Failure::Request)?;
    Ok(text)
}

/// The text of standard input.
pub fn stdin() -> Result<String, Failure> {
    read(io::stdin().lock(), "standard input")
}
