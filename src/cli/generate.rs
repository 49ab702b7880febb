//! `moara generate`: solves, and writes the database.

use std::env;
use std::fs;
use std::io::{self, Write};
use std::process;
use std::time::Instant;

use anyhow::{Context, anyhow};
use bytesize::ByteSize;
use clap::{Args, ValueEnum};

use super::plan::Plan;
use super::progress::Generating;
use super::{Common, Failure, Outcome, grouped, pool};
use crate::board::{MAX_MEN, Rules};
use crate::solve::{self, FEWEST_STONES, Job, Kernels, Solver};
use crate::store::{Folder, Lock};

/// Exit code when a signal ends the run: 128 and the number of SIGINT, as shells have it.
const INTERRUPTED: i32 = 130;

/// Solve, and write the database; continue where an earlier run stopped
///
/// First prints what it is going to do, and refuses at once if memory or disk won't do. Files that
/// are finished are kept, so that running it again continues.
#[derive(Args)]
#[command(after_help = "\
Examples:
  moara generate                     the whole game, into data/standard
  moara generate --men 4             the whole game with four stones a side, into data/men-4
  moara generate --phase moving      without the placing phase
  moara generate --max-stones 11     of the moving phase what has at most 11 stones on the board
  moara generate --memory 4G         refuse to start if it would take more memory than that")]
pub struct Generate {
    /// Which part of the game to solve [default: all; moving with --max-stones]
    #[arg(long, value_enum)]
    phase: Option<Phase>,

    /// Solve only subspaces of the moving phase with at most N stones on the board, 6 to 18
    #[arg(long, value_name = "N",
          value_parser = clap::value_parser!(u8).range(i64::from(FEWEST_STONES)..=2 * i64::from(MAX_MEN)))]
    max_stones: Option<u8>,

    /// Threads to use [default: one for each processor]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// Memory that may be used, such as 4G or 3500M [default: what is available]
    #[arg(long, value_name = "SIZE")]
    memory: Option<ByteSize>,

    /// Instruction set: portable, avx2 or avx512 [default: the best this processor has]; the files
    /// are the same
    #[arg(long, value_name = "NAME")]
    kernel: Option<Kernels>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Phase {
    /// The moving phase: no stones in hand
    Moving,
    /// The whole game, placing included
    All,
}

impl Generate {
    pub fn run(self, common: &Common) -> Outcome {
        let rules = common.rules();
        let folder = Folder::new(&common.db, &rules);
        let all = self.jobs(&rules)?;
        let finished = folder.subspaces()?;
        let is_finished = |job: &Job| job.subspaces.iter().all(|s| finished.contains(s));
        let (done, todo): (Vec<Job>, Vec<Job>) = all.into_iter().partition(is_finished);
        let done = done.iter().map(|job| job.subspaces.len()).sum();
        let pool = pool(self.threads.map(usize::from))?;
        let kernels = self.kernel.unwrap_or_else(Kernels::best);
        let plan = Plan::new(&rules, &todo, pool.current_num_threads());
        plan.print(&rules, &folder, done, kernels);
        if todo.is_empty() {
            return Ok(());
        }
        self.check_budget(&plan)?;
        plan.check_memory()?;
        fs::create_dir_all(folder.dir())
            .with_context(|| format!("cannot make the folder {}", folder.dir().display()))?;
        let _lock = Lock::acquire(folder.dir())?;
        folder.remove_leftovers()?;
        plan.check_disk(folder.dir(), "--db")?;
        on_interrupt(&folder)?;

        let started = Instant::now();
        pool.install(solve::warm_up);
        let progress = Generating::new(plan.slots);
        let mut solver = Solver::new(&folder, kernels);
        for job in &todo {
            progress.begin(job);
            pool.install(|| solver.solve(job, &progress))?;
            progress.end();
        }
        progress.finish();
        let seconds = started.elapsed().as_secs_f64();
        let counted = progress.positions();
        if counted != plan.positions {
            return Err(Failure::Data(anyhow!(
                "{} distinct positions were counted, but by Burnside's lemma there are {}: this is a \
                 fault of the program, don't trust its files",
                grouped(counted),
                grouped(plan.positions)
            )));
        }
        writeln!(
            io::stdout(),
            "solved {} slots in {seconds:.1} s, {:.1} million a second; {} distinct positions, as \
             many as by Burnside's lemma",
            grouped(plan.slots),
            plan.slots as f64 / seconds / 1e6,
            grouped(counted)
        )?;
        Ok(())
    }

    /// What to solve, in an order in which it can be.
    fn jobs(&self, rules: &Rules) -> Result<Vec<Job>, Failure> {
        let all_stones = solve::most_stones(rules);
        let most = self.max_stones.unwrap_or(all_stones);
        let limited = most < all_stones;
        let mut jobs = Job::moving(rules, most);
        match self.phase {
            Some(Phase::All) if limited => Err(Failure::Request(anyhow!(
                "--max-stones {most} leaves out what the placing phase leads to; leave away one of \
                 --phase all and --max-stones"
            ))),
            Some(Phase::Moving) => Ok(jobs),
            None if limited => Ok(jobs),
            Some(Phase::All) | None => {
                jobs.extend(Job::placing(rules));
                Ok(jobs)
            }
        }
    }

    fn check_budget(&self, plan: &Plan) -> Outcome {
        let need = ByteSize(plan.memory);
        match self.memory {
            Some(budget) if budget < need => Err(Failure::Request(anyhow!(
                "--memory {budget} is too little: {need} are needed; raise it, or solve less with \
                 --max-stones"
            ))),
            _ => Ok(()),
        }
    }
}

/// Ends the process when it is interrupted, with a line on how to go on. Nothing can be lost: files
/// get their names only when they are finished.
fn on_interrupt(folder: &Folder) -> Outcome {
    let (db, rules) = (folder.dir().to_owned(), *folder.rules());
    let again = env::args().map(quoted).collect::<Vec<_>>().join(" ");
    ctrlc::set_handler(move || {
        let kept = db.display();
        let _ = writeln!(
            io::stderr(),
            "\ninterrupted; finished files are kept in {kept}, continue with: {again}"
        );
        // The one that was being written. If it is not removed here, the next run does it.
        let _ = db.parent().map(|db| Folder::new(db, &rules).remove_leftovers());
        process::exit(INTERRUPTED);
    })
    .context("cannot watch for interrupts")?;
    Ok(())
}

/// An argument as a shell would read it.
fn quoted(argument: String) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=+,:".contains(c);
    match !argument.is_empty() && argument.chars().all(plain) {
        true => argument,
        false => format!("'{}'", argument.replace('\'', r"'\''")),
    }
}
