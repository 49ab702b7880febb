//! Progress of long commands: a bar on a terminal, plain lines elsewhere.

use std::io::{self, IsTerminal, Write};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use super::grouped;
use crate::index::Subspace;
use crate::solve::{Pair, Progress};
use crate::store::Summary;

/// The one way to make a bar: hidden unless standard error is a terminal.
pub fn bar(total: u64) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template(
        "{bar:30} {human_pos}/{human_len} slots, {per_sec}, {eta} left  {wide_msg}",
    );
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
    /// Slots of the pairs that are finished.
    before: u64,
    pair: String,
    slots: u64,
    started: Instant,
    last_decided: (u8, u64),
}

impl Generating {
    pub fn new(total_slots: u64) -> Generating {
        let state = State {
            before: 0,
            pair: String::new(),
            slots: 0,
            started: Instant::now(),
            last_decided: (0, 0),
        };
        Generating { bar: bar(total_slots), state: Mutex::new(state) }
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// Says that a pair is begun.
    pub fn begin(&self, pair: &Pair) {
        let mut state = self.state();
        let names: Vec<String> = pair.subspaces.iter().map(Subspace::to_string).collect();
        state.pair = names.join(" and ");
        state.slots = pair.slots();
        state.started = Instant::now();
        state.last_decided = (0, 0);
    }

    /// Says that the pair is done.
    pub fn end(&self) {
        let mut state = self.state();
        state.before += state.slots;
        self.bar.set_position(state.before);
        let seconds = state.started.elapsed().as_secs_f64();
        let line = format!(
            "{}: {} slots in {seconds:.2} s, {:.1} million a second; longest {} plies",
            state.pair,
            grouped(state.slots),
            state.slots as f64 / seconds / 1e6,
            state.last_decided.0,
        );
        say(&self.bar, &line);
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

impl Progress for Generating {
    fn settling(&self, subspace: Subspace) {
        self.bar.set_message(format!("{subspace}: captures"));
    }

    fn ply(&self, ply: u8, decided: u64) {
        let mut state = self.state();
        if decided > state.last_decided.1 {
            state.last_decided = (ply, decided);
        }
        self.bar.set_message(format!("{}: ply {ply}", state.pair));
        // Twins are decided more than once, so the count can pass the number of slots.
        self.bar.set_position(state.before + decided.min(state.slots));
    }

    fn writing(&self, subspace: Subspace) {
        self.bar.set_message(format!("{subspace}: writing"));
    }

    fn written(&self, _summary: &Summary) {}
}
