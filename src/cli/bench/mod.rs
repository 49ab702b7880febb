//! `moara bench`: how fast this machine solves and answers.

mod figures;
mod probes;
mod solver;

use std::fs;
use std::io::{self, Write};

use clap::{Args, ValueEnum};
use serde::Serialize;

use super::query::json;
use super::stats::no_files;
use super::{Common, Outcome, pool};
use crate::board::MAX_MEN;
use crate::solve::{self, FEWEST_STONES, Kernels};

/// Measure how fast this machine solves, and how fast a database answers
///
/// The solver works in a folder of its own among the system's temporary files, which is removed
/// afterwards; the database is only read.
#[derive(Args)]
#[command(after_help = "\
Examples:
  moara bench                                   both, with up to 10 stones for the solver
  moara bench --only solver --max-stones 12 --repeat 5
  moara bench --only probes --json > probes.json")]
pub struct Bench {
    /// Measure only one of the two
    #[arg(long, value_enum)]
    only: Option<Part>,

    /// Solve the moving phase with at most N stones on the board, 6 to 18
    #[arg(long, value_name = "N", default_value_t = 10,
          value_parser = clap::value_parser!(u8).range(i64::from(FEWEST_STONES)..=2 * i64::from(MAX_MEN)))]
    max_stones: u8,

    /// Solve R times and tell medians
    #[arg(long, value_name = "R", default_value_t = 1,
          value_parser = clap::value_parser!(u16).range(1..))]
    repeat: u16,

    /// Positions to look up without a cache
    #[arg(long, value_name = "N", default_value_t = 20_000,
          value_parser = clap::value_parser!(u32).range(1..=100_000_000))]
    probes: u32,

    /// Threads to use [default: one for each processor]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// Instruction set of the solver: portable, avx2 or avx512 [default: the best this processor
    /// has]
    #[arg(long, value_name = "NAME")]
    kernel: Option<Kernels>,

    /// Answer with JSON
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Part {
    /// Solving the moving phase from scratch
    Solver,
    /// Looking up positions in the database
    Probes,
}

/// All that was measured, and where.
#[derive(Serialize)]
struct Report {
    version: &'static str,
    rules: String,
    threads: usize,
    kernel: String,
    /// Null where the system doesn't tell.
    cpu: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solver: Option<solver::Report>,
    #[serde(skip_serializing_if = "Option::is_none")]
    probes: Option<probes::Report>,
}

impl Bench {
    pub fn run(self, common: &Common) -> Outcome {
        let wanted = |part| self.only.is_none_or(|only| only == part);
        // Before the solver takes its time.
        if wanted(Part::Probes) && common.database().folder().subspaces()?.is_empty() {
            return Err(no_files(common));
        }
        let pool = pool(self.threads.map(usize::from))?;
        let kernels = self.kernel.unwrap_or_else(Kernels::best);
        pool.install(solve::warm_up);
        let mut report = Report {
            version: env!("CARGO_PKG_VERSION"),
            rules: common.rules().to_string(),
            threads: pool.current_num_threads(),
            kernel: kernels.to_string(),
            cpu: cpu(),
            solver: None,
            probes: None,
        };
        let mut out = io::stdout();
        if !self.json {
            report.print(&mut out)?;
        }
        if wanted(Part::Solver) {
            let solver =
                solver::measure(&common.rules(), self.max_stones, self.repeat, kernels, &pool)?;
            if !self.json {
                solver.print(&mut out)?;
            }
            report.solver = Some(solver);
        }
        if wanted(Part::Probes) {
            let probes = probes::measure(common, self.probes, &pool)?;
            if !self.json {
                probes.print(&mut out, report.threads)?;
            }
            report.probes = Some(probes);
        }
        if self.json {
            writeln!(out, "{}", json(&report)?)?;
        }
        Ok(())
    }
}

impl Report {
    fn print(&self, out: &mut impl Write) -> io::Result<()> {
        let Report { version, rules, threads, kernel, cpu, .. } = self;
        let cpu = cpu.as_deref().unwrap_or("unknown processor");
        writeln!(out, "moara {version}, rules {rules}: {threads} threads, kernel {kernel}, {cpu}")
    }
}

/// The processor's name, where Linux tells it.
fn cpu() -> Option<String> {
    let text = fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}
