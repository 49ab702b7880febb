//! `moara stats`: counts and longest wins, from the files' headers.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use serde::Serialize;

use super::wording::note;
use super::{Common, Failure, Outcome, compare, grouped, paint, plot, query::json};
use crate::board::{self, Rules};
use crate::index::Subspace;
use crate::store::{Folder, Header, StoreError};

/// Show counts and longest wins of every subspace, at once, from the files' headers
#[derive(Args)]
#[command(after_help = "\
Examples:
  moara stats
  moara stats --format csv > stats.csv
  moara stats --plot stats.svg             also a heat map of the moving phase")]
pub struct Stats {
    /// Output format
    #[arg(long, value_enum, default_value = "text")]
    format: Format,

    /// Draw the subspaces of the moving phase as a heat map into this file (SVG)
    #[arg(long, value_name = "FILE", conflicts_with = "compare")]
    plot: Option<PathBuf>,

    /// Count instead how the same positions fare under the rules of this name: reads all files of
    /// both, which takes longer
    #[arg(long, value_name = "RULES")]
    compare: Option<Rules>,

    /// Compare the moving phase only
    #[arg(long, requires = "compare")]
    moving: bool,
}

#[derive(Clone, Copy, ValueEnum)]
pub enum Format {
    /// A table to read
    Text,
    /// One row a subspace
    Csv,
    /// One object a subspace, with the histogram of distances
    Json,
}

/// Signs of a bar of wins, draws and losses.
const BAR: usize = 24;

/// A subspace's counts, from its header.
#[derive(Serialize)]
pub struct Row {
    pub mover: u8,
    pub opponent: u8,
    pub mover_hand: u8,
    pub opponent_hand: u8,
    pub positions: u64,
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
    pub max_win: Option<u16>,
    pub max_loss: Option<u16>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    plies: Vec<(u16, u64)>,
}

impl Row {
    fn new(header: &Header) -> Row {
        let (subspace, counts) = (header.subspace(), header.counts());
        let Subspace { mover, opponent, mover_hand, opponent_hand } = subspace;
        let metric = header.rules().metric();
        let plies_of = |(n, code): (&u64, u16)| Some((metric.value(code).plies()?.0, *n));
        let decided = header.histogram().iter().zip(0u16..).skip(1);
        Row {
            mover,
            opponent,
            mover_hand,
            opponent_hand,
            positions: counts.positions,
            wins: counts.wins,
            draws: counts.draws,
            losses: counts.losses,
            max_win: header.longest_win().map(|longest| longest.plies.0),
            max_loss: header.longest_loss().map(|longest| longest.plies.0),
            plies: decided.filter(|(n, _)| **n > 0).filter_map(plies_of).collect(),
        }
    }
}

impl Row {
    /// Whether it is a subspace of the moving phase.
    pub fn is_moving(&self) -> bool {
        self.mover_hand == 0 && self.opponent_hand == 0
    }
}

impl Stats {
    pub fn run(self, common: &Common) -> Outcome {
        if let Some(other) = &self.compare {
            return compare::run(common, other, self.moving, self.format);
        }
        let database = common.database();
        let rows = rows(database.folder())?;
        if rows.is_empty() {
            return Err(no_files(common));
        }
        if let Some(path) = &self.plot {
            plot::write(path, &plot::heat_map(&rows, &common.rules().to_string()))?;
        }
        let mut out = anstream::stdout().lock();
        match self.format {
            Format::Text => {
                if let Some(note) = note(database.rules()) {
                    writeln!(out, "{note}\n")?;
                }
                text(&mut out, &rows)?;
            }
            Format::Csv => csv(&mut out, &rows)?,
            Format::Json => writeln!(out, "{}", json(&rows)?)?,
        }
        Ok(())
    }
}

/// A row for each file, in the order of [`subspaces`].
pub fn rows(folder: &Folder) -> Result<Vec<Row>, StoreError> {
    let row = |subspace| Ok(Row::new(&folder.header(subspace)?));
    subspaces(folder)?.into_iter().map(row).collect()
}

/// The subspaces that have a file: the moving phase first; then the placing phase, ply by ply from the
/// empty board.
pub fn subspaces(folder: &Folder) -> Result<Vec<Subspace>, StoreError> {
    let mut subspaces = folder.subspaces()?;
    subspaces.sort_by_key(|s| (!s.is_moving(), s.ply(folder.rules()), *s));
    Ok(subspaces)
}

/// Nothing to tell about.
pub fn no_files(common: &Common) -> Failure {
    let folder = common.database().folder().dir().display().to_string();
    Failure::Data(anyhow::anyhow!(
        "no database files in {folder}; make them with `moara generate`, or name the folder with --db"
    ))
}

fn csv(out: &mut impl Write, rows: &[Row]) -> io::Result<()> {
    writeln!(
        out,
        "mover,opponent,mover_hand,opponent_hand,positions,wins,draws,losses,max_win,max_loss"
    )?;
    for row in rows {
        let plies = |plies: Option<u16>| plies.map(|n| n.to_string()).unwrap_or_default();
        writeln!(
            out,
            "{},{},{},{},{},{},{},{},{},{}",
            row.mover,
            row.opponent,
            row.mover_hand,
            row.opponent_hand,
            row.positions,
            row.wins,
            row.draws,
            row.losses,
            plies(row.max_win),
            plies(row.max_loss),
        )?;
    }
    Ok(())
}

fn text(out: &mut impl Write, rows: &[Row]) -> io::Result<()> {
    writeln!(out, "subspace        positions    wins   draws  losses   longest win, loss (plies)")?;
    let (mut total, mut phase, mut phases) = ([0; 4], [0; 4], 0);
    for (number, row) in rows.iter().enumerate() {
        let subspace = Subspace {
            mover: row.mover,
            opponent: row.opponent,
            mover_hand: row.mover_hand,
            opponent_hand: row.opponent_hand,
        };
        let plies = |plies: Option<u16>| plies.map_or("-".to_owned(), |n| n.to_string());
        let counts = [row.positions, row.wins, row.draws, row.losses];
        let longest = format!("{:>12} {:>4}", plies(row.max_win), plies(row.max_loss));
        table_row(out, &subspace.to_string(), counts, &longest)?;
        for sum in [&mut total, &mut phase] {
            sum.iter_mut().zip(counts).for_each(|(sum, n)| *sum += n);
        }
        let next = rows.get(number + 1).map(Row::is_moving);
        if next != Some(row.is_moving()) {
            let name = if row.is_moving() { "moving" } else { "placing" };
            table_row(out, name, std::mem::take(&mut phase), "")?;
            phases += 1;
        }
    }
    if phases > 1 {
        table_row(out, "all", total, "")?;
    }
    Ok(())
}

fn table_row(
    out: &mut impl Write,
    name: &str,
    counts @ [positions, wins, draws, losses]: [u64; 4],
    longest: &str,
) -> io::Result<()> {
    let share = |n: u64| format!("{:.2}%", 100.0 * n as f64 / positions as f64);
    let [wins, draws, losses] = [wins, draws, losses].map(share);
    writeln!(
        out,
        "{name:<8} {:>16} {wins:>7} {draws:>7} {losses:>7} {longest:<17}  {}",
        grouped(positions),
        bar(counts)
    )
}

/// Wins, draws and losses as a bar of [`BAR`] signs, `+++==-`.
fn bar([positions, wins, draws, _]: [u64; 4]) -> String {
    let signs = |n: u64| (n as f64 / positions.max(1) as f64 * BAR as f64).round() as usize;
    let (won, not_lost) = (signs(wins), signs(wins + draws));
    let parts = [
        ("+", won, board::Outcome::Win),
        ("=", not_lost - won, board::Outcome::Draw),
        ("-", BAR - not_lost, board::Outcome::Loss),
    ];
    parts.map(|(sign, count, outcome)| paint::outcome(&sign.repeat(count), outcome)).concat()
}
