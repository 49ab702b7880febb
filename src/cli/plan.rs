//! What solving will take, and whether there is as much.

use std::io::{self, Write};
use std::path::Path;

use anyhow::{Context, anyhow};
use bytesize::ByteSize;
use sysinfo::{Process, ProcessesToUpdate, System};

use super::{Failure, Outcome, grouped};
use crate::board::Rules;
use crate::index::Subspace;
use crate::solve::{self, Job, Kernels};
use crate::store::Folder;

/// What a run will take.
pub struct Plan {
    moving: usize,
    placing: usize,
    /// Slots of all jobs.
    pub slots: u64,
    /// Distinct positions, by Burnside's lemma.
    pub positions: u64,
    /// Most bytes of memory.
    pub memory: u64,
    disk: u64,
    seconds: f64,
    threads: usize,
}

impl Plan {
    pub fn new(rules: &Rules, todo: &[Job], threads: usize) -> Plan {
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

    /// Says on standard error what is going to be done; `done` subspaces are finished already.
    pub fn print(&self, rules: &Rules, folder: &Folder, done: usize, kernels: Kernels) {
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

    /// Refuses when memory won't do.
    pub fn check_memory(&self) -> Outcome {
        let need = ByteSize(self.memory);
        match available_memory() {
            Some(available) if available < need => Err(Failure::Data(anyhow!(
                "not enough memory: {need} are needed, {available} are available; close other \
                 programs, or solve less with --max-stones"
            ))),
            _ => Ok(()),
        }
    }

    /// Refuses when there is no room for the files in `dir`; `chosen_with` names what chooses it.
    pub fn check_disk(&self, dir: &Path, chosen_with: &str) -> Outcome {
        let free = fs4::available_space(dir)
            .with_context(|| format!("cannot find out the free space of {}", dir.display()))?;
        if free < self.disk {
            return Err(Failure::Data(anyhow!(
                "not enough disk space in {}: up to {} are needed, {} are free; free some, or choose \
                 another folder with {chosen_with}",
                dir.display(),
                ByteSize(self.disk),
                ByteSize(free),
            )));
        }
        Ok(())
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

/// `40 s`, `7 min`.
fn duration(seconds: f64) -> String {
    if seconds < 90.0 {
        format!("{:.0} s", seconds.max(1.0))
    } else {
        format!("{:.0} min", seconds / 60.0)
    }
}
