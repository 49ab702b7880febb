//! Pictures, as SVG.

mod game;
mod heat;

use std::fs;
use std::path::Path;

use anyhow::Context;

use super::Outcome;

pub use game::values;
pub use heat::heat_map;

/// Writes a picture into a file.
pub fn write(path: &Path, svg: &str) -> Outcome {
    fs::write(path, svg).with_context(|| format!("cannot write {}", path.display()))?;
    Ok(())
}
