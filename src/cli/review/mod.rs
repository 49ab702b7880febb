//! `moara review`: a game turn by turn.

mod json;
mod text;

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use super::query::json as to_json;
use super::{Common, Failure, Outcome, input, plot};
use crate::notation::parse_record;
use anyhow::{Context, anyhow};
use clap::{Args, ValueEnum};

pub use json::Report;

/// Review a game: what each turn was worth, the mistakes, and what would have been better
#[derive(Args)]
#[command(after_help = "\
The game is a list of moves in any notation that moara reads, from the empty board or from a
[FEN \"...\"] header; comments and variations in it are read over.

Examples:
  moara review game.txt
  moara review --format record game.txt > reviewed.txt    the game with comments
  moara review --plot game.svg - < game.txt               also draw a graph of the values")]
pub struct ReviewArgs {
    /// The file with the game, or - for standard input
    game: PathBuf,

    /// Output format
    #[arg(long, value_enum, default_value = "text")]
    format: Format,

    /// The same as --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,

    /// Draw the values as a graph into this file (SVG)
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A table to read
    Text,
    /// One object
    Json,
    /// The moves with a comment after each, for other programs
    Record,
}

impl ReviewArgs {
    pub fn run(self, common: &Common) -> Outcome {
        let rules = common.rules();
        let text = self.read()?;
        let record = parse_record(&text, &rules)
            .map_err(|error| Failure::Request(anyhow!("cannot read the game: {error}")))?;
        let review = common.database().review(&record.game)?;
        if let Some(path) = &self.plot {
            plot::write(path, &plot::values(&review))?;
        }
        let format = if self.json { Format::Json } else { self.format };
        let mut out = anstream::stdout().lock();
        match format {
            Format::Text => write!(out, "{}", text::table(&rules, &review))?,
            Format::Json => writeln!(out, "{}", to_json(&Report::new(&rules, &review))?)?,
            Format::Record => writeln!(out, "{}", text::record(&rules, &record, &review))?,
        }
        if let Some(turn) = record.game.pending {
            let _ = writeln!(
                io::stderr(),
                "the last turn, {turn}, is left out: it has to take a stone"
            );
        }
        Ok(())
    }

    fn read(&self) -> Result<String, Failure> {
        if self.game.as_os_str() == "-" {
            return input::stdin();
        }
        let name = self.game.display().to_string();
        let file = fs::File::open(&self.game)
            .with_context(|| format!("cannot open {name}"))
            .map_err(Failure::Request)?;
        input::read(file, &name)
    }
}
