//! How fast the moving phase is solved, pair by pair.
//!
//! Every run starts from an empty folder. The phases of a pair are told apart by what the solver
//! reports: captures last until it has done ply 0, which is little work; reading the children's
//! files belongs to them. Induction lasts until the first file is being written.

use std::env;
use std::fs;
use std::io::{self, Write};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use anyhow::Context;
use rayon::ThreadPool;
use serde::Serialize;

use super::super::plan::Plan;
use super::super::progress::bar;
use super::super::{Failure, grouped};
use super::figures::median;
use crate::board::Rules;
use crate::index::Subspace;
use crate::solve::{Job, Kernels, Progress, Solver};
use crate::store::{Folder, Summary};

/// The figures of all pairs: medians over the runs.
#[derive(Serialize)]
pub struct Report {
    max_stones: u8,
    runs: u16,
    pairs: Vec<Row>,
    all: Row,
}

#[derive(Serialize)]
struct Row {
    subspaces: Vec<String>,
    slots: u64,
    captures_seconds: f64,
    induction_seconds: f64,
    writing_seconds: f64,
    whole_seconds: f64,
    million_slots_per_second: f64,
}

/// Seconds of captures, induction, writing, and the whole.
type Seconds = [f64; 4];

/// Solves everything up to `max_stones` stones `runs` times.
pub fn measure(
    rules: &Rules,
    max_stones: u8,
    runs: u16,
    kernels: Kernels,
    pool: &ThreadPool,
) -> Result<Report, Failure> {
    let pairs = Job::moving(rules, max_stones);
    let plan = Plan::new(rules, &pairs, pool.current_num_threads());
    plan.check_memory()?;
    plan.check_disk(&env::temp_dir(), "TMPDIR")?;
    let slots: u64 = pairs.iter().map(Job::slots).sum();
    let bar = bar(slots * u64::from(runs));
    let mut of_pairs = vec![Vec::new(); pairs.len()];
    let mut of_runs = Vec::new();
    for run in 1..=runs {
        bar.set_message(format!("run {run} of {runs}"));
        let db = tempfile::tempdir().context("cannot make a temporary folder")?;
        let folder = Folder::new(db.path(), rules);
        fs::create_dir(folder.dir())
            .with_context(|| format!("cannot make the folder {}", folder.dir().display()))?;
        let mut sum = Seconds::default();
        let mut solver = Solver::new(&folder, kernels);
        for (pair, of_pair) in pairs.iter().zip(&mut of_pairs) {
            let watch = Stopwatch::start();
            pool.install(|| solver.solve(pair, &watch))?;
            let seconds = watch.stop();
            sum.iter_mut().zip(seconds).for_each(|(sum, seconds)| *sum += seconds);
            of_pair.push(seconds);
            bar.inc(pair.slots());
        }
        of_runs.push(sum);
    }
    bar.finish_and_clear();
    let names = |pair: &Job| pair.subspaces.iter().map(Subspace::to_string).collect();
    let rows = pairs.iter().zip(&of_pairs).map(|(p, runs)| Row::new(names(p), p.slots(), runs));
    let all = Row::new(pairs.iter().flat_map(names).collect(), slots, &of_runs);
    Ok(Report { max_stones, runs, pairs: rows.collect(), all })
}

impl Row {
    fn new(subspaces: Vec<String>, slots: u64, runs: &[Seconds]) -> Row {
        let of = |part: usize| median(&mut runs.iter().map(|run| run[part]).collect::<Vec<f64>>());
        Row {
            subspaces,
            slots,
            captures_seconds: of(0),
            induction_seconds: of(1),
            writing_seconds: of(2),
            whole_seconds: of(3),
            million_slots_per_second: slots as f64 / of(3) / 1e6,
        }
    }

    fn print(&self, out: &mut impl Write, name: &str) -> io::Result<()> {
        writeln!(
            out,
            "{name:<12} {:>14} {:>9.4} {:>9.4} {:>9.4} {:>9.4} {:>16.1}",
            grouped(self.slots),
            self.captures_seconds,
            self.induction_seconds,
            self.writing_seconds,
            self.whole_seconds,
            self.million_slots_per_second,
        )
    }
}

impl Report {
    pub fn print(&self, out: &mut impl Write) -> io::Result<()> {
        write!(
            out,
            "\nSolving the moving phase with up to {} stones, in seconds",
            self.max_stones
        )?;
        match self.runs {
            1 => writeln!(out, "\n")?,
            runs => writeln!(out, "; medians of {runs} runs\n")?,
        }
        writeln!(
            out,
            "{:<12} {:>14} {:>9} {:>9} {:>9} {:>9} {:>16}",
            "pair", "slots", "captures", "induction", "writing", "whole", "million slots/s"
        )?;
        for row in &self.pairs {
            row.print(out, &row.subspaces.join(" and "))?;
        }
        self.all.print(out, "all")
    }
}

/// A stopwatch that the solver's reports switch from phase to phase.
struct Stopwatch(Mutex<State>);

struct State {
    started: Instant,
    last: Instant,
    phase: usize,
    seconds: Seconds,
}

impl Stopwatch {
    fn start() -> Stopwatch {
        let now = Instant::now();
        Stopwatch(Mutex::new(State {
            started: now,
            last: now,
            phase: 0,
            seconds: Seconds::default(),
        }))
    }

    /// The time since the last report belongs to the phase that was running.
    fn switch(&self, phase: usize) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        let (running, seconds) = (state.phase, (now - state.last).as_secs_f64());
        state.seconds[running] += seconds;
        (state.last, state.phase) = (now, phase);
    }

    fn stop(self) -> Seconds {
        let mut state = self.0.into_inner().unwrap_or_else(PoisonError::into_inner);
        state.seconds[3] = state.started.elapsed().as_secs_f64();
        state.seconds
    }
}

impl Progress for Stopwatch {
    fn settling(&self, _subspace: Subspace) {
        self.switch(0);
    }

    fn ply(&self, _ply: u16, _decided: u64) {
        self.switch(1);
    }

    fn placed(&self, _: u64) {}

    fn writing(&self, _subspace: Subspace) {
        self.switch(2);
    }

    fn written(&self, _summary: &Summary) {
        self.switch(2);
    }
}
