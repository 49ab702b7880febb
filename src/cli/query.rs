//! `moara query`: the value of a position, and its moves ranked.

use std::io::{self, BufRead, Write};

use anyhow::{Context, anyhow};
use clap::Args;

use super::quiet::QuietPlies;
use super::report::{ErrorReport, QueryReport};
use super::unlimited::{self, Unlimited};
use super::wording::{note, sentence, short};
use super::{Common, Failure, Outcome, paint};
use crate::board::{Rules, Value};
use crate::notation::{Setup, draw, parse_position};
use crate::query::{Analysis, Database, unreachable};

/// Tell the value of a position, and rank its moves
#[derive(Args)]
#[command(after_help = "\
Values and distances are seen by the side to move; distances are plies (turns of either side) to
the end of the game, or under --draw-after to the next placing or capture. POSITION is a FEN, a Malom clipboard line, or the moves of a game from the empty
board. With - positions are read from standard input, one a line; each is answered with one line
of JSON, in order.

Examples:
  moara query start
  moara query \"d7 a1 g7 d1\"
  moara query --json \"********/********/O@O*@*O@ w m s 3 0 3 0 0 0 -1 -1 -1 -1 0 0 1\"
  moara query --draw-after 50 --quiet-plies 12 \"********/********/O@O*@*O@ w m s 3 0 3 0 0 0 0 1\"
  moara query - < positions.txt")]
pub struct Query {
    /// The position, or - to read many from standard input
    #[arg(allow_hyphen_values = true)]
    position: String,

    /// Answer with JSON
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    quiet: QuietPlies,
}

impl Query {
    pub fn run(self, common: &Common) -> Outcome {
        let (rules, database) = (common.rules(), common.database());
        if self.position == "-" {
            return stream(common, &database, &self.quiet);
        }
        let setup = position(&self.position, &rules, &self.quiet)?;
        let analysis = database.analyse(&setup)?;
        let without = Unlimited::new(common).value(&setup, &analysis)?;
        let mut out = anstream::stdout().lock();
        if self.json {
            let report = QueryReport::new(&rules, &setup, &analysis).without_limit(without);
            writeln!(out, "{}", json(&report)?)?;
        } else {
            write!(out, "{}", text(&rules, &setup, &analysis, without))?;
        }
        Ok(())
    }
}

/// Reads a position given as an argument.
pub fn position(text: &str, rules: &Rules, quiet: &QuietPlies) -> Result<Setup, Failure> {
    let setup = parse_position(text, rules)
        .map_err(|error| Failure::Request(anyhow!("cannot read the position: {error}")))?;
    quiet.set(setup).map_err(Failure::Request)
}

/// One line of JSON.
pub fn json(report: &impl serde::Serialize) -> anyhow::Result<String> {
    serde_json::to_string(report).context("cannot write JSON")
}

/// Answers each line of standard input. A bad line is answered with an error and makes the exit
/// code 1 in the end; the others are answered all the same.
fn stream(common: &Common, database: &Database, quiet: &QuietPlies) -> Outcome {
    let (rules, unlimited) = (database.rules(), Unlimited::new(common));
    let (mut answered, mut failed) = (0u64, 0u64);
    let mut out = io::stdout().lock();
    let mut input = io::stdin().lock();
    let mut line = Vec::new();
    loop {
        line.clear();
        // Bytes, because a line that is no text is that line's error.
        if input.read_until(b'\n', &mut line).context("cannot read standard input")? == 0 {
            break;
        }
        let answer = std::str::from_utf8(&line)
            .map_err(|_| anyhow!("the line is not UTF-8 text"))
            // Nothing stands for the empty board elsewhere, but here it is a line left out.
            .and_then(|text| match text.trim() {
                "" => Err(anyhow!("the line is empty; the empty board is start")),
                text => Ok(text),
            })
            .and_then(|text| quiet.set(parse_position(text, rules)?))
            .and_then(|setup| {
                let analysis = database.analyse(&setup)?;
                let without = unlimited.value(&setup, &analysis)?;
                json(&QueryReport::new(rules, &setup, &analysis).without_limit(without))
            });
        answered += 1;
        match answer {
            Ok(answer) => writeln!(out, "{answer}")?,
            Err(error) => {
                failed += 1;
                writeln!(out, "{}", json(&ErrorReport { error: format!("{error:#}") })?)?;
            }
        }
        // Whoever feeds line by line waits for each answer.
        out.flush()?;
    }
    if failed == 0 {
        return Ok(());
    }
    Err(Failure::Data(anyhow!("{failed} of {answered} positions could not be answered")))
}

fn text(rules: &Rules, setup: &Setup, analysis: &Analysis, without: Option<Value>) -> String {
    let sentence = sentence(rules, setup, analysis.value, analysis.turned);
    let value = paint::outcome(&sentence, analysis.value.outcome());
    let mut text = paint::board(&draw(setup));
    text += &format!("\n{value} (rules {rules})\n");
    if let Some(sentence) = without.and_then(|value| unlimited::sentence(rules, value)) {
        text += &format!("{sentence}\n");
    }
    if let Some(reason) = unreachable(rules, setup) {
        text += &format!("No play from the empty board leads to this position: {reason}.\n");
    }
    if analysis.moves.is_empty() {
        return text + "No legal move: blocked.\n";
    }
    text += &note(rules).map(|note| format!("\n{note}\n")).unwrap_or_default();
    text += "\nmove        value               replies that win, draw, lose for us\n";
    for ranked in &analysis.moves {
        let replies = &ranked.replies;
        text += &format!(
            "{:<10}  {}  {:>3} {:>4} {:>4}\n",
            ranked.mv.to_string(),
            paint::padded(
                &short(rules, setup, ranked.value, ranked.turned),
                18,
                ranked.value.outcome()
            ),
            replies.win,
            replies.draw,
            replies.loss
        );
    }
    text
}
