//! Backward induction over a coupled pair of subspaces of the moving phase.
//!
//! Quiet turns lead from each of the two to the other, captures out of the pair. Fix the
//! opponent's stones: every quiet turn then stays within one row, the opponent-major row of one
//! subspace and the mover-major row of the other. Step by step it decides the positions of one value.

use std::io;

use rayon::prelude::*;

use super::capture::{Child, FillRow, RowCaptures, SeeAgain};
use super::columns::Columns;
use super::decide::{DecideRow, Scratch};
use super::kernel::Kernels;
use super::lap::Lap;
use super::memory::Bytes;
use super::row::Row;
use super::schedule::{GENERATIONS, Step, idle_steps, steps};
use super::score::{self, ByteSet};
use super::transpose::Targets;
use super::values::Values;
use super::workers::{Workers, wave_rows};
use crate::board::{Metric, POINTS, Rules};
use crate::index::{Index, Subspace};

/// Bytes that are kept for each row, of either kind, beside its columns.
pub const ROW_BYTES: u64 = 600;
/// Rows that a thread takes at a time.
const ROWS_AT_A_TIME: usize = 16;

/// A subspace of the pair, seen as the rows of its opponent's sets, where it is decided.
pub struct Side {
    /// The subspace.
    pub subspace: Subspace,
    pub(super) values: Values,
    pub(super) columns: Columns,
    pub(super) rows: Vec<Row>,
    pub(super) captures: Bytes,
    pub(super) capture_scores: Vec<ByteSet>,
    pub(super) flies: bool,
    /// Whether captures lead to values of the second lap.
    pub has_late_captures: bool,
    pub(super) targets: Targets,
    /// For each mover-major row the parts with columns decided in the last steps.
    pub(super) fresh: Vec<Fresh>,
}

/// The 64 parts of a row that have columns decided in the last steps, by [`Step::generation`].
#[derive(Clone, Copy, Default)]
pub struct Fresh {
    pub parts: [u64; GENERATIONS],
}

/// A row is cut into at most 64 parts of this many columns, as a power of two, at least 64.
pub fn part_shift(columns: usize) -> u32 {
    columns.div_ceil(64).next_power_of_two().ilog2().max(6)
}

impl Side {
    /// Settles the captures of a subspace.
    pub fn new(
        rules: &Rules,
        kernels: Kernels,
        subspace: Subspace,
        child: Child<'_>,
    ) -> io::Result<Side> {
        let opponents = Index::shared().canonical(subspace.opponent as usize).sets();
        let columns = Columns::new(POINTS - subspace.opponent as usize, subspace.mover as usize);
        let flies = rules.flying && subspace.mover == 3;
        let rows: Vec<Row> = opponents.par_iter().map(|set| Row::new(rules, *set)).collect();
        let captures = Bytes::zeroed(rows.len() * columns.count())?;
        let mut side = Side {
            subspace,
            values: Values::open(0)?,
            columns,
            rows,
            captures,
            capture_scores: Vec::new(),
            flies,
            has_late_captures: child.is_some_and(|child| child.scores.has_late()),
            targets: Targets::new(subspace),
            fresh: vec![Fresh::default(); subspace.rows()],
        };
        side.for_each_row(child, |of_row| kernels.run(FillRow(of_row)));
        Ok(side)
    }

    /// Sees the captures anew, from the second lap. `late` is what they lead to if the side
    /// [`has_late_captures`](Side::has_late_captures).
    pub fn see_captures_again(&mut self, kernels: Kernels, late: Child<'_>) {
        self.for_each_row(late, |of_row| kernels.run(SeeAgain(of_row)));
    }

    fn for_each_row(&mut self, child: Child<'_>, task: impl Fn(RowCaptures<'_>) -> ByteSet + Sync) {
        let (columns, flies) = (&self.columns, self.flies);
        let captures = self.captures.par_chunks_mut(columns.count()).zip(&self.rows);
        let scores =
            captures.map(|(best, row)| task(RowCaptures { row, columns, child, flies, best }));
        self.capture_scores = scores.collect();
    }

    /// The subspace and its values; frees everything else.
    pub fn into_values(mut self) -> (Subspace, Values) {
        self.values.end();
        (self.subspace, self.values)
    }

    /// The values of its captures that a lap decides, as bytes.
    fn decisive_captures(&self, lap: Lap) -> ByteSet {
        let mut scores = ByteSet::ZERO;
        self.capture_scores.iter().for_each(|of_row| scores |= of_row);
        let mut bytes = ByteSet::ZERO;
        for byte in lap.bytes().filter(|byte| scores[usize::from(score::of_byte(*byte))]) {
            bytes.set(usize::from(byte), true);
        }
        bytes
    }
}

/// The induction over a pair.
pub struct Induction {
    sides: Vec<Side>,
    /// For each side the columns of its rows that have been decided.
    decided: Vec<Vec<u64>>,
    /// Positions decided so far.
    total: u64,
}

impl Induction {
    /// `sides` has two subspaces that are each other's [`Subspace::swapped`], or one that is its own.
    ///
    /// # Errors
    /// When memory can't be had.
    pub fn new(mut sides: Vec<Side>) -> io::Result<Induction> {
        for side in &mut sides {
            side.values = Values::open(side.subspace.slots())?;
        }
        let decided = |side: &Side| vec![0; side.rows.len() * side.columns.compact_words()];
        Ok(Induction { decided: sides.iter().map(decided).collect(), sides, total: 0 })
    }

    /// The sides, to see their captures again before the second lap.
    pub fn sides_mut(&mut self) -> &mut [Side] {
        &mut self.sides
    }

    /// Begins the second lap.
    pub fn begin_second_lap(&mut self) {
        self.sides.iter_mut().for_each(|side| side.values.begin_second_lap());
    }

    /// The sides, whose values are complete after the last lap.
    pub fn into_sides(self) -> Vec<Side> {
        self.sides
    }

    /// Decides every position whose value belongs to the lap. `report` is called after each step
    /// with its distance and the positions decided so far. Returns whether the lap has come to an end
    /// by itself: unless a capture has a value of the next lap, all is decided then.
    pub fn run(
        &mut self,
        lap: Lap,
        metric: Metric,
        kernels: Kernels,
        report: &mut dyn FnMut(u16, u64),
    ) -> bool {
        let Induction { sides, decided, total } = self;
        let workers = |side: &Side| Workers::new(&side.targets, || Scratch::new(&side.columns));
        let mut workers: Vec<Workers<Scratch>> = sides.iter().map(workers).collect();
        let mut captures = ByteSet::ZERO;
        sides.iter().for_each(|side| captures |= side.decisive_captures(lap));
        let mut idle = 0;
        for step in steps(metric, lap) {
            let generation = Step::generation(step.target);
            for side in sides.iter_mut() {
                side.fresh.par_iter_mut().for_each(|fresh| fresh.parts[generation] = 0);
            }
            let mut now = 0;
            for this in 0..sides.len() {
                now +=
                    decide_step(sides, this, &mut decided[this], &mut workers[this], step, kernels);
            }
            *total += now;
            report(metric.value(lap.code(step.target)).plies().map_or(0, |plies| plies.0), *total);
            captures.set(usize::from(step.target), false);
            idle = if now == 0 { idle + 1 } else { 0 };
            if idle >= idle_steps(metric) && captures.not_any() {
                return true;
            }
        }
        // Under a limit the steps end where it is.
        metric != Metric::End
    }
}

/// Decides the positions of `sides[this]` that have the step's value; returns how many.
fn decide_step(
    sides: &mut [Side],
    this: usize,
    decided: &mut [u64],
    workers: &mut Workers<Scratch>,
    step: Step,
    kernels: Kernels,
) -> u64 {
    let other = sides.len() - 1 - this;
    let (words, count) = (sides[this].columns.compact_words(), sides[this].columns.count());
    let wave_rows = wave_rows(count);
    let mut total = 0;
    for (wave, decided) in decided.chunks_mut(wave_rows * words).enumerate() {
        let (side, partner) = (&sides[this], &sides[other]);
        let batches = decided.par_chunks_mut(ROWS_AT_A_TIME * words).enumerate();
        total += batches
            .map(|(batch, decided)| {
                let first = wave * wave_rows + batch * ROWS_AT_A_TIME;
                workers.work(|scratch, outbox| {
                    let mut total = 0;
                    for (number, decided) in (first..).zip(decided.chunks_mut(words)) {
                        let (scratch, outbox) = (&mut *scratch, &mut *outbox);
                        total += kernels.run(DecideRow {
                            side,
                            partner,
                            number,
                            step,
                            decided,
                            scratch,
                            outbox,
                        });
                    }
                    total
                })
            })
            .sum::<u64>();
        let last = (wave + 1) * wave_rows >= sides[this].rows.len();
        if let Some(mut outboxes) = workers.due(last) {
            let Side { targets, values, fresh, subspace, .. } = &mut sides[this];
            let generation = Step::generation(step.target);
            let shift = part_shift(subspace.columns());
            targets.deliver(
                &mut outboxes,
                &mut values.bytes,
                fresh,
                |fresh: &mut Fresh, column| {
                    fresh.parts[generation] |= 1 << (column >> shift);
                },
            );
        }
    }
    total
}
