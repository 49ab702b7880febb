//! `moara prove`: the value of the empty board, and the evidence for it.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use super::progress::say;
use super::query::json;
use super::report::{MoveReport, ValueReport};
use super::wording::short;
use super::{Common, Failure, Outcome, grouped};
use crate::board::{self, Position, Rules, Value};
use crate::index::Subspace;
use crate::notation::Setup;
use crate::query::{Attacker, Bound, Database, QueryError, RankedMove, Replies, search};
use crate::store::{BlockCache, Folder, StoreError, checksum};

/// Bytes of the moving phase's outcomes that a search keeps unpacked.
const CACHE_BYTES: u64 = 3 << 29;

/// Seconds between two lines of progress where there is no terminal.
const REPORT_SECONDS: u64 = 10;

/// Tell the value of the empty board, and the evidence for it
///
/// From the database: the file of the empty board, its checksum and counts, and the value of each
/// first placement. With --search, by a search that uses the moving phase only.
#[derive(Args)]
#[command(after_help = "\
Examples:
  moara prove                 from the database, at once
  moara prove --search        once more by search; takes up to 3 GiB of memory
  moara prove --men 4 --json")]
pub struct Prove {
    /// Search the placing phase, and look up nothing but the moving phase
    #[arg(long)]
    search: bool,

    /// Answer with JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    rules: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    metric: Option<&'static str>,
    #[serde(flatten)]
    value: ValueReport,
    #[serde(skip_serializing_if = "Option::is_none")]
    database: Option<Evidence>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    search: Vec<BoundReport>,
}

/// What the database says.
#[derive(Serialize)]
struct Evidence {
    file: String,
    bytes: u64,
    xxh3: String,
    positions: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    placements: Vec<MoveReport>,
    #[serde(skip)]
    ranked: Vec<RankedMove>,
}

#[derive(Serialize)]
struct BoundReport {
    attacker: &'static str,
    wins: bool,
    nodes: u64,
    probes: u64,
    seconds: f64,
}

impl Prove {
    pub fn run(self, common: &Common) -> Outcome {
        let rules = common.rules();
        let searched = if self.search { search_both(common)? } else { Vec::new() };
        let by_search = outcome_of(&searched);
        let database = match evidence(&common.database()) {
            Ok(found) => Some(found),
            // The search does without it.
            Err(Failure::Data(error)) if self.search && is_missing(&error) => None,
            Err(failure) => return Err(failure),
        };
        if let (Some((value, _)), Some(outcome)) = (&database, by_search)
            && value.outcome() != outcome
        {
            return Err(Failure::Data(anyhow!(
                "the database says that the empty board is a {}, but the search says {}; run `moara \
                 verify` to find the bad file",
                value.outcome().name(),
                outcome.name()
            )));
        }
        let mut out = io::stdout().lock();
        if self.json {
            let value = match (&database, by_search) {
                (Some((value, _)), _) => ValueReport::from(*value),
                (None, Some(outcome)) => ValueReport::of_outcome(outcome),
                (None, None) => unreachable!("without a search the database is needed"),
            };
            let report = Report {
                rules: rules.to_string(),
                metric: rules.draw_after.map(|_| rules.metric().name()),
                value,
                database: database.map(|(_, evidence)| evidence),
                search: searched,
            };
            writeln!(out, "{}", json(&report)?)?;
            return Ok(());
        }
        if let Some((value, evidence)) = &database {
            write_evidence(&mut out, &rules, *value, evidence)?;
        }
        for bound in &searched {
            let can = if bound.wins { "can" } else { "cannot" };
            writeln!(
                out,
                "by search: the {} player {can} force a win ({} nodes, {} look-ups, {:.1} s)",
                bound.attacker,
                grouped(bound.nodes),
                grouped(bound.probes),
                bound.seconds
            )?;
        }
        if let Some(outcome) = by_search {
            writeln!(out, "by search: the empty board is a {} (rules {rules})", outcome.name())?;
        }
        Ok(())
    }
}

fn is_missing(error: &anyhow::Error) -> bool {
    matches!(
        error.downcast_ref::<QueryError>(),
        Some(QueryError::Store(StoreError::Missing { .. }))
    )
}

/// The value of the empty board by the database, and the evidence.
fn evidence(database: &Database) -> Result<(Value, Evidence), Failure> {
    let rules = database.rules();
    let start = Setup::start(rules);
    let analysis = database.analyse(&start)?;
    let subspace = Subspace::of(&Position::start(rules));
    let file = database.folder().open(subspace).map_err(QueryError::from)?;
    file.verify().map_err(QueryError::from)?;
    let bytes = std::fs::read(file.path())
        .with_context(|| format!("cannot read {}", file.path().display()))?;
    let counts = file.header().counts();
    let evidence = Evidence {
        file: file.path().display().to_string(),
        bytes: bytes.len() as u64,
        xxh3: format!("{:016x}", checksum(&bytes)),
        positions: counts.positions,
        wins: counts.wins,
        draws: counts.draws,
        losses: counts.losses,
        placements: analysis.moves.iter().map(MoveReport::from).collect(),
        ranked: analysis.moves,
    };
    Ok((analysis.value, evidence))
}

fn write_evidence(
    out: &mut impl Write,
    rules: &Rules,
    value: Value,
    evidence: &Evidence,
) -> io::Result<()> {
    let start = Setup::start(rules);
    let value = short(rules, &start, value, None);
    writeln!(out, "The empty board is a {value} for the side to move (rules {rules}).")?;
    writeln!(out, "\nplacement   value               replies that win, draw, lose for us")?;
    let mut replies = [0; 3];
    for RankedMove { mv, value, replies: Replies { win, draw, loss }, .. } in &evidence.ranked {
        replies.iter_mut().zip([win, draw, loss]).for_each(|(sum, n)| *sum += n);
        let (mv, value) = (mv.to_string(), short(rules, &start, *value, None));
        writeln!(out, "{mv:<10}  {value:<18}  {win:>3} {draw:>4} {loss:>4}")?;
    }
    let [win, draw, loss] = replies;
    let all = format!("all {} replies", win + draw + loss);
    writeln!(out, "{all:<30}  {win:>3} {draw:>4} {loss:>4}")?;
    writeln!(
        out,
        "\nevidence: {}, {} bytes, xxh3 {}, checksums good; of {} position {} won, {} drawn, {} lost",
        evidence.file,
        grouped(evidence.bytes),
        evidence.xxh3,
        evidence.positions,
        evidence.wins,
        evidence.draws,
        evidence.losses
    )
}

/// Searches for both players at the same time.
fn search_both(common: &Common) -> Result<Vec<BoundReport>, Failure> {
    let folder =
        Folder::with_cache(&common.db, &common.rules(), Arc::new(BlockCache::new(CACHE_BYTES)));
    let database = Database::from_folder(folder);
    let bar = spinner();
    let (begun, nodes, last) = (Instant::now(), AtomicU64::new(0), AtomicU64::new(0));
    let progress = |new: u64| {
        bar.inc(new);
        let nodes = nodes.fetch_add(new, Ordering::Relaxed) + new;
        let seconds = begun.elapsed().as_secs();
        if seconds >= last.load(Ordering::Relaxed) + REPORT_SECONDS {
            last.store(seconds, Ordering::Relaxed);
            if bar.is_hidden() {
                say(&bar, &format!("{} nodes in {seconds} s", grouped(nodes)));
            }
        }
    };
    let run = |attacker| {
        let started = Instant::now();
        let bound = search(&database, attacker, &progress);
        bound.map(|bound| BoundReport::new(attacker, bound, started.elapsed()))
    };
    let run = &run;
    let bounds = thread::scope(|scope| {
        let searches =
            [Attacker::First, Attacker::Second].map(|attacker| scope.spawn(move || run(attacker)));
        searches.map(|search| search.join().expect("no search panics"))
    });
    bar.finish_and_clear();
    Ok(bounds.into_iter().collect::<Result<Vec<_>, _>>()?)
}

impl BoundReport {
    fn new(attacker: Attacker, bound: Bound, took: Duration) -> BoundReport {
        BoundReport {
            attacker: match attacker {
                Attacker::First => "first",
                Attacker::Second => "second",
            },
            wins: bound.wins,
            nodes: bound.nodes,
            probes: bound.probes,
            seconds: took.as_secs_f64(),
        }
    }
}

/// What both bounds say of the empty board; `None` without bounds.
fn outcome_of(bounds: &[BoundReport]) -> Option<board::Outcome> {
    match bounds {
        [first, _] if first.wins => Some(board::Outcome::Win),
        [_, second] if second.wins => Some(board::Outcome::Loss),
        [_, _] => Some(board::Outcome::Draw),
        _ => None,
    }
}

/// A count without an end that is known.
fn spinner() -> ProgressBar {
    use std::io::IsTerminal;
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{spinner} {human_pos} nodes, {per_sec}, {elapsed}");
    let bar = ProgressBar::new_spinner();
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}
