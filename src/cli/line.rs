//! `moara line`: one best continuation to the end.

use std::io::Write;

use clap::Args;

use super::query::{json, position, sentence};
use super::report::LineReport;
use super::{Common, Outcome, paint};
use crate::notation::draw;
use crate::query::{Line, LineEnd};

/// Show one best continuation of a position to the end of the game
///
/// The line follows the first of the moves that `moara query` ranks. That of a draw ends when a
/// position comes again.
#[derive(Args)]
#[command(after_help = "\
Examples:
  moara line \"d7 a1 g7 d1\"
  moara line --json \"********/********/O@O*@*O@ w m s 3 0 3 0 0 0 -1 -1 -1 -1 0 0 1\"")]
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
        let mut out = anstream::stdout().lock();
        if self.json {
            writeln!(out, "{}", json(&LineReport::new(&rules, &setup, &line))?)?;
            return Ok(());
        }
        let value = paint::outcome(&sentence(&setup, line.value), line.value.outcome());
        write!(out, "{}", paint::board(&draw(&setup)))?;
        writeln!(out, "\n{value} (rules {rules})\n")?;
        writeln!(out, "ply  side   move        value")?;
        let mut side = setup.to_move;
        for (ply, step) in (1..).zip(&line.steps) {
            let value = paint::value(step.value, 0);
            writeln!(out, "{ply:>3}  {side:<5}  {:<10}  {value}", step.mv.to_string())?;
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
