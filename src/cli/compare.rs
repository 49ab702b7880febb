//! `moara stats --compare`: the same positions under two rule profiles, subspace by subspace.

use std::io::{self, Write};

use serde::{Serialize, Serializer};

use super::progress::bar;
use super::query::json;
use super::stats::{Format, no_files, subspaces};
use super::{Common, Outcome, grouped};
use crate::board::{Outcome as End, Plies, Rules};
use crate::index::Subspace;
use crate::query::Database;
use crate::store::{Comparison, compare};

/// Wins, draws and losses, as they are ordered here.
const ENDS: [End; 3] = [End::Win, End::Draw, End::Loss];

#[derive(Serialize)]
struct Report {
    rules: String,
    compared: String,
    /// Of the longest wins and losses.
    metric: &'static str,
    subspaces: Vec<Row>,
}

struct Row {
    subspace: Subspace,
    ends: Ends,
    /// The longest win, and loss, that is one under both rules; its distance under the first.
    kept: [Option<Plies>; 2],
}

/// Distinct positions by their end under the first rules, and under the second.
#[derive(Clone, Copy, Default)]
struct Ends([[u64; 3]; 3]);

impl Ends {
    fn first(&self) -> [u64; 3] {
        self.0.map(|of_first| of_first.iter().sum())
    }

    fn second(&self) -> [u64; 3] {
        std::array::from_fn(|second| self.0.iter().map(|of_first| of_first[second]).sum())
    }

    fn add(&mut self, other: &Ends) {
        self.0.iter_mut().flatten().zip(other.0.iter().flatten()).for_each(|(sum, n)| *sum += n);
    }
}

impl Row {
    fn new(subspace: Subspace, comparison: &Comparison) -> Row {
        Row {
            subspace,
            ends: Ends(ENDS.map(|first| ENDS.map(|second| comparison.count(first, second)))),
            kept: [End::Win, End::Loss].map(|end| comparison.longest(end)),
        }
    }

    /// Name and number of each column; `other_` is under the second rules.
    fn fields(&self) -> [(&'static str, Option<u64>); 19] {
        let Subspace { mover, opponent, mover_hand, opponent_hand } = self.subspace;
        let ([wins, draws, losses], second) = (self.ends.first(), self.ends.second());
        let [from_win, from_draw, from_loss] = self.ends.0;
        let kept = self.kept.map(|plies| plies.map(|plies| plies.0.into()));
        [
            ("mover", Some(mover.into())),
            ("opponent", Some(opponent.into())),
            ("mover_hand", Some(mover_hand.into())),
            ("opponent_hand", Some(opponent_hand.into())),
            ("positions", Some(wins + draws + losses)),
            ("wins", Some(wins)),
            ("draws", Some(draws)),
            ("losses", Some(losses)),
            ("other_wins", Some(second[0])),
            ("other_draws", Some(second[1])),
            ("other_losses", Some(second[2])),
            ("win_to_draw", Some(from_win[1])),
            ("win_to_loss", Some(from_win[2])),
            ("draw_to_win", Some(from_draw[0])),
            ("draw_to_loss", Some(from_draw[2])),
            ("loss_to_win", Some(from_loss[0])),
            ("loss_to_draw", Some(from_loss[1])),
            ("max_win_kept", kept[0]),
            ("max_loss_kept", kept[1]),
        ]
    }
}

impl Serialize for Row {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.fields())
    }
}

/// Compares the files of the profile that was chosen with those of `other`.
pub fn run(common: &Common, other: &Rules, moving: bool, format: Format) -> Outcome {
    let mut subspaces = subspaces(common.database().folder())?;
    if subspaces.is_empty() {
        return Err(no_files(common));
    }
    subspaces.retain(|subspace| !moving || subspace.is_moving());
    let (rules, database) = (common.rules(), common.database());
    let others = Database::open(&common.db, other);
    let bar = bar(subspaces.iter().map(|subspace| subspace.slots() as u64).sum());
    let mut rows = Vec::new();
    for subspace in subspaces {
        bar.set_message(subspace.to_string());
        let first = database.folder().open_once(subspace)?;
        let second = others.folder().open_once(subspace)?;
        rows.push(Row::new(subspace, &compare(&first, &second, &|slots| bar.inc(slots))?));
    }
    bar.finish_and_clear();
    let mut out = io::stdout().lock();
    match format {
        Format::Text => text(&mut out, &rules, other, &rows)?,
        Format::Csv => csv(&mut out, &rows)?,
        Format::Json => {
            let report = Report {
                rules: rules.to_string(),
                compared: other.to_string(),
                metric: rules.metric().name(),
                subspaces: rows,
            };
            writeln!(out, "{}", json(&report)?)?;
        }
    }
    Ok(())
}

fn csv(out: &mut impl Write, rows: &[Row]) -> io::Result<()> {
    for (number, row) in rows.iter().enumerate() {
        let fields = row.fields();
        if number == 0 {
            writeln!(out, "{}", fields.map(|(name, _)| name).join(","))?;
        }
        let cells = fields.map(|(_, n)| n.map(|n| n.to_string()).unwrap_or_default());
        writeln!(out, "{}", cells.join(","))?;
    }
    Ok(())
}

fn text(out: &mut impl Write, rules: &Rules, other: &Rules, rows: &[Row]) -> io::Result<()> {
    writeln!(out, "From rules {rules} to {other}: distinct positions, for the side to move.")?;
    writeln!(out, "Longest are those kept, in {} under {rules}.\n", rules.metric().name())?;
    writeln!(
        out,
        "{:<8} {:>14} {:>14} {:>14} {:>14} {:>14} {:>14}   longest win, loss",
        "subspace", "wins", "then", "now drawn", "losses", "then", "now drawn"
    )?;
    let mut total = Ends::default();
    for row in rows {
        total.add(&row.ends);
        let [win, loss] = row.kept.map(|plies| plies.map_or("-".to_owned(), |n| n.0.to_string()));
        table_row(out, &row.subspace.to_string(), &row.ends, &format!("{win:>13} {loss:>5}"))?;
    }
    table_row(out, "all", &total, "")
}

fn table_row(out: &mut impl Write, name: &str, ends: &Ends, kept: &str) -> io::Result<()> {
    let ([wins, _, losses], [other_wins, _, other_losses]) = (ends.first(), ends.second());
    let [[_, won_drawn, _], _, [_, lost_drawn, _]] = ends.0;
    let cells = [wins, other_wins, won_drawn, losses, other_losses, lost_drawn];
    let cells = cells.map(|n| format!("{:>14}", grouped(n))).join(" ");
    let line = format!("{name:<8} {cells} {kept}");
    writeln!(out, "{}", line.trim_end())
}
