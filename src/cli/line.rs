//! `moara line`: one best continuation to the end.

use std::io::Write;

use clap::Args;

use super::query::{json, position};
use super::quiet::QuietPlies;
use super::report::LineReport;
use super::wording::{note, sentence, short};
use super::{Common, Outcome, paint};
use crate::notation::draw;
use crate::query::{Line, LineEnd};

/// Show one best continuation of a position to the end of the game
///
/// The line follows the first of the moves that `moara query` ranks. That of a draw ends when a
/// position comes again, or with the last ply that the rules allow without a capture.
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

    #[command(flatten)]
    quiet: QuietPlies,
}

impl LineArgs {
    pub fn run(self, common: &Common) -> Outcome {
        let rules = common.rules();
        let setup = position(&self.position, &rules, &self.quiet)?;
        let line = common.database().line(&setup)?;
        let mut out = anstream::stdout().lock();
        if self.json {
            writeln!(out, "{}", json(&LineReport::new(&rules, &setup, &line))?)?;
            return Ok(());
        }
        let sentence = sentence(&rules, &setup, line.value, line.turned);
        let value = paint::outcome(&sentence, line.value.outcome());
        write!(out, "{}", paint::board(&draw(&setup)))?;
        writeln!(out, "\n{value} (rules {rules})\n")?;
        if let Some(note) = note(&rules) {
            writeln!(out, "{note}\n")?;
        }
        writeln!(out, "ply  side   move        value")?;
        let mut before = setup;
        for (ply, step) in (1..).zip(&line.steps) {
            let (side, mv) = (before.to_move, step.mv.to_string());
            let value = short(&rules, &before, step.value, step.turned);
            let value = paint::outcome(&value, step.value.outcome());
            writeln!(out, "{ply:>3}  {side:<5}  {mv:<10}  {value}")?;
            before = step.after;
        }
        writeln!(out, "\n{}", end(&line, before.to_move.name()))?;
        Ok(())
    }
}

fn end(line: &Line, side: &str) -> String {
    match line.end {
        LineEnd::Stones => format!("The game is over: {side} has two stones left."),
        LineEnd::Blocked => format!("The game is over: {side} is blocked."),
        LineEnd::Repetition => "A draw: the position was there before.".to_owned(),
        LineEnd::Limit => "A draw: so many turns without a capture end the game.".to_owned(),
    }
}
