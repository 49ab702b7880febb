//! `moara generate`: solves, and writes the database.

use std::env;
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::process;
use std::time::Instant;

use anyhow::{Context, anyhow};
use bytesize::ByteSize;
use clap::{Args, ValueEnum};
use sysinfo::{Process, ProcessesToUpdate, System};

use super::progress::Generating;
use super::{Common, Failure, Outcome, grouped, pool};
use crate::board::{MAX_MEN, Rules};
use crate::index::Subspace;
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
        self.check_memory(&plan)?;
        fs::create_dir_all(folder.dir())
            .with_context(|| format!("cannot make the folder {}", folder.dir().display()))?;
        let _lock = Lock::acquire(folder.dir())?;
        folder.remove_leftovers()?;
        check_disk(&plan, folder.dir())?;
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

    fn check_memory(&self, plan: &Plan) -> Outcome {
        let need = ByteSize(plan.memory);
        if let Some(budget) = self.memory
            && budget < need
        {
            return Err(Failure::Request(anyhow!(
                "--memory {budget} is too little: {need} are needed; raise it, or solve less with \
                 --max-stones"
            )));
        }
        match available_memory() {
            Some(available) if available < need => Err(Failure::Data(anyhow!(
                "not enough memory: {need} are needed, {available} are available; close other \
                 programs, or solve less with --max-stones"
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

/// Memory that this process can still get: of the machine, of its control group, and by its own
/// limits.
fn available_memory() -> Option<ByteSize> {
    let mut system = System::new().ok()?;
    system.refresh_memory();
    let own = sysinfo::get_current_pid().ok()?;
    system.refresh_processes(ProcessesToUpdate::Some(&[own]), false);
    let group = system.process(own).and_then(Process::cgroup_limits);
    let group = group.map_or(u64::MAX, |limits| limits.free_memory);
    Some(ByteSize(system.available_memory().min(group).min(own_limit())))
}

/// The lower of the limits that `ulimit -v` and `ulimit -d` set.
fn own_limit() -> u64 {
    #[cfg(unix)]
    {
        use rlimit::Resource;
        let limit = |resource: Resource| resource.get_soft().unwrap_or(u64::MAX);
        limit(Resource::AS).min(limit(Resource::DATA))
    }
    #[cfg(not(unix))]
    u64::MAX
}

fn check_disk(plan: &Plan, dir: &Path) -> Outcome {
    let free = fs4::available_space(dir)
        .with_context(|| format!("cannot find out the free space of {}", dir.display()))?;
    if free < plan.disk {
        return Err(Failure::Data(anyhow!(
            "not enough disk space in {}: up to {} are needed, {} are free; free some, or choose \
             another folder with --db",
            dir.display(),
            ByteSize(plan.disk),
            ByteSize(free),
        )));
    }
    Ok(())
}

/// What a run will take.
struct Plan {
    moving: usize,
    placing: usize,
    slots: u64,
    positions: u64,
    memory: u64,
    disk: u64,
    seconds: f64,
    threads: usize,
}

impl Plan {
    fn new(rules: &Rules, todo: &[Job], threads: usize) -> Plan {
        let subspaces: Vec<Subspace> =
            todo.iter().flat_map(|job| job.subspaces.iter().copied()).collect();
        Plan {
            moving: subspaces.iter().filter(|s| s.is_moving()).count(),
            placing: subspaces.iter().filter(|s| !s.is_moving()).count(),
            slots: todo.iter().map(Job::slots).sum(),
            positions: subspaces.iter().map(Subspace::positions).sum(),
            memory: todo.iter().map(|job| job.memory(rules)).max().unwrap_or(0),
            disk: subspaces.iter().map(|s| solve::file_size(rules, *s)).sum(),
            seconds: todo.iter().map(|job| job.seconds(threads)).sum(),
            threads,
        }
    }

    fn print(&self, rules: &Rules, folder: &Folder, done: usize, kernels: Kernels) {
        let mut lines = vec![format!("rules {rules}, folder {}", folder.dir().display())];
        if done > 0 {
            lines.push(format!("{done} subspaces are finished already"));
        }
        if self.slots == 0 {
            lines.push("nothing is left to solve".to_owned());
        } else {
            lines.push(format!(
                "to solve: {} subspaces of the moving phase and {} of the placing phase, {} distinct \
                 positions in {} slots",
                self.moving,
                self.placing,
                grouped(self.positions),
                grouped(self.slots)
            ));
            lines.push(format!(
                "takes up to {} of memory and {} of disk, and very roughly {} on {} threads ({kernels})",
                ByteSize(self.memory),
                ByteSize(self.disk),
                duration(self.seconds),
                self.threads,
            ));
        }
        for line in lines {
            let _ = writeln!(io::stderr(), "{line}");
        }
    }
}

/// `40 s`, `7 min`.
fn duration(seconds: f64) -> String {
    if seconds < 90.0 {
        format!("{:.0} s", seconds.max(1.0))
    } else {
        format!("{:.0} min", seconds / 60.0)
    }
}
