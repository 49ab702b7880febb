//! Progress of long commands: a bar on a terminal, plain lines elsewhere.

use std::io::{self, IsTerminal, Write};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use super::grouped;
use crate::index::Subspace;
use crate::solve::{Job, Progress};
use crate::store::Summary;

/// The one way to make a bar: hidden unless standard error is a terminal.
pub fn bar(total: u64) -> ProgressBar {
    bar_of(total, "slots")
}

/// The same for things that are not slots.
pub fn bar_of(total: u64, things: &str) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template(&format!(
        "{{bar:30}} {{human_pos}}/{{human_len}} {things}, {{per_sec}}, {{eta}} left  {{wide_msg}}"
    ));
    let bar = ProgressBar::new(total);
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}

/// Prints a line to standard error, above the bar if there is one.
pub fn say(bar: &ProgressBar, line: &str) {
    bar.suspend(|| {
        let _ = writeln!(io::stderr(), "{line}");
    });
}

/// The progress of `generate`.
pub struct Generating {
    bar: ProgressBar,
    state: Mutex<State>,
}

struct State {
    /// Slots of the jobs that are finished.
    before: u64,
    job: String,
    slots: u64,
    started: Instant,
    /// Longest distance in the job's files, in plies.
    longest: u16,
    /// Distinct positions in all files so far.
    positions: u64,
}

impl Generating {
    pub fn new(total_slots: u64) -> Generating {
        let state = State {
            before: 0,
            job: String::new(),
            slots: 0,
            started: Instant::now(),
            longest: 0,
            positions: 0,
        };
        Generating { bar: bar(total_slots), state: Mutex::new(state) }
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// Says that a job is begun.
    pub fn begin(&self, job: &Job) {
        let mut state = self.state();
        let names: Vec<String> = job.subspaces.iter().map(Subspace::to_string).collect();
        state.job = names.join(" and ");
        state.slots = job.slots();
        state.started = Instant::now();
        state.longest = 0;
    }

    /// Says that the job is done.
    pub fn end(&self) {
        let mut state = self.state();
        state.before += state.slots;
        self.bar.set_position(state.before);
        let seconds = state.started.elapsed().as_secs_f64();
        let line = format!(
            "{}: {} slots in {seconds:.2} s, {:.1} million a second; longest {} plies",
            state.job,
            grouped(state.slots),
            state.slots as f64 / seconds / 1e6,
            state.longest,
        );
        say(&self.bar, &line);
    }

    /// Distinct positions that were counted in the files written so far.
    pub fn positions(&self) -> u64 {
        self.state().positions
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

impl Progress for Generating {
    fn settling(&self, subspace: Subspace) {
        self.bar.set_message(subspace.to_string());
    }

    fn ply(&self, ply: u16, decided: u64) {
        let state = self.state();
        self.bar.set_message(format!("{}: ply {ply}", state.job));
        // Twins are decided more than once, so the count can pass the number of slots.
        self.bar.set_position(state.before + decided.min(state.slots));
    }

    fn placed(&self, slots: u64) {
        self.bar.set_position(self.state().before + slots);
    }

    fn writing(&self, subspace: Subspace) {
        self.bar.set_message(format!("{subspace}: writing"));
    }

    fn written(&self, summary: &Summary) {
        let header = &summary.header;
        let longest = [header.longest_win(), header.longest_loss()].into_iter().flatten();
        let mut state = self.state();
        state.positions += header.counts().positions;
        state.longest = longest.map(|longest| longest.plies.0).fold(state.longest, u16::max);
    }
}
