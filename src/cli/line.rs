//! `moara line`: one best continuation to the end.

use std::io::{self, Write};

use clap::Args;

use super::query::{json, position, sentence};
use super::report::LineReport;
use super::{Common, Outcome};
use crate::notation::draw;
use crate::query::{Line, LineEnd};

/// Show one best continuation of a position to the end of the game
///
/// The line follows the first of the moves that `moara query` ranks. That of a draw ends when a
/// position comes again.
#[derive(Args)]
pub struct LineArgs {
    /// The position, in any notation that `moara query` takes
    #[arg(allow_hyphen_values = true)]
    position: String,

    /// Answer with JSON
    #[arg(long)]
    json: bool,
}

impl LineArgs {
    pub fn run(self, common: &Common) -> Outcome {
        let rules = common.rules();
        let setup = position(&self.position, &rules)?;
        let line = common.database().line(&setup)?;
        let mut out = io::stdout().lock();
        if self.json {
            writeln!(out, "{}", json(&LineReport::new(&rules, &setup, &line))?)?;
            return Ok(());
        }
        write!(out, "{}", draw(&setup))?;
        writeln!(out, "\n{} (rules {rules})\n", sentence(&setup, line.value))?;
        writeln!(out, "ply  side   move        value")?;
        let mut side = setup.to_move;
        for (ply, step) in (1..).zip(&line.steps) {
            writeln!(out, "{ply:>3}  {side:<5}  {:<10}  {}", step.mv.to_string(), step.value)?;
            side = step.after.to_move;
        }
        writeln!(out, "\n{}", end(&line, &side.to_string()))?;
        Ok(())
    }
}

fn end(line: &Line, side: &str) -> String {
    match line.end {
        LineEnd::Stones => format!("The game is over: {side} has two stones left."),
        LineEnd::Blocked => format!("The game is over: {side} is blocked."),
        LineEnd::Repetition => "A draw: the position was there before.".to_owned(),
    }
}
