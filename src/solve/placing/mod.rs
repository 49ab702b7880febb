//! The placing phase: one pass over a subspace, because every turn leads to a later ply, and in the
//! second lap a look at the few positions that it decides.

mod again;

use rayon::prelude::*;

use self::again::PlaceAgain;
use super::capture::{Captures, Child, Mills};
use super::columns::Columns;
use super::kernel::{Kernel, Kernels, RowTask, scan};
use super::lap::Lap;
use super::row::Row;
use super::score;
use super::scores::Scores;
use super::step::placing::{self, LANES};
use super::transpose::{Outbox, Targets};
use super::values::Values;
use super::workers::{Workers, wave_rows};
use crate::board::{POINTS, Rules};
use crate::index::{Index, Subspace};

/// Decides the slots of a subspace whose values belong to the lap that `values` is in, from the
/// scores of where its turns lead.
///
/// `quiet` has the scores of the slots of [`Subspace::after_quiet_turn`], for the side that places.
pub fn solve(
    rules: &Rules,
    kernels: Kernels,
    subspace: Subspace,
    quiet: &Scores,
    child: Child<'_>,
    values: &mut Values,
    report: &(dyn Fn(u64) + Sync),
) {
    let Subspace { mover, opponent, .. } = subspace;
    let free = POINTS - opponent as usize;
    let before = Columns::new(free, mover as usize);
    let after = Columns::new(free, mover as usize + 1);
    let starts = placing::starts(&after);
    let (bytes, targets) = (score::bytes(), Targets::new(subspace));
    let lap = values.lap();
    let mut workers = Workers::new(&targets, || Scratch::new(&before, &after));
    let opponents = Index::shared().canonical(opponent as usize).sets();
    let wave_rows = wave_rows(before.count());
    for (wave, rows) in opponents.chunks(wave_rows).enumerate() {
        let first = wave * wave_rows;
        rows.par_iter().enumerate().for_each(|(number, opponent)| {
            let first = (first + number) * after.count();
            let row = &Row::new(rules, *opponent);
            let shared = Shared {
                before: &before,
                after: &after,
                starts: &starts,
                bytes: &bytes,
                targets: &targets,
            };
            workers.work(|scratch, outbox| match lap {
                Lap::First => {
                    let quiet = &quiet.bytes[first..][..after.count()];
                    kernels.run(PlaceRow { row, quiet, child, shared, scratch, outbox });
                }
                Lap::Second => {
                    kernels.run(PlaceAgain { row, first, quiet, child, shared, scratch, outbox });
                }
            });
            report(before.count() as u64);
        });
        if let Some(mut outboxes) = workers.due(first + rows.len() == opponents.len()) {
            let mut flags = vec![(); subspace.rows()];
            targets.deliver(&mut outboxes, &mut values.bytes, &mut flags, |(), _| ());
        }
    }
}

/// What all rows share.
#[derive(Clone, Copy)]
struct Shared<'a> {
    before: &'a Columns,
    after: &'a Columns,
    /// [`placing::starts`] of `after`.
    starts: &'a [u32],
    /// [`score::bytes`].
    bytes: &'a [u8; 256],
    targets: &'a Targets,
}

/// Row buffers of a thread.
struct Scratch {
    quiet: Vec<u8>,
    captures: Vec<u8>,
    best: Vec<u8>,
    decided: Vec<u64>,
    /// Sets after a turn.
    reached: Vec<u32>,
}

impl Scratch {
    fn new(before: &Columns, after: &Columns) -> Scratch {
        Scratch {
            quiet: vec![0; after.count() + LANES],
            captures: vec![0; after.count() + LANES],
            best: vec![0; before.count() + LANES],
            decided: vec![0; before.compact_words()],
            reached: Vec::new(),
        }
    }
}

/// Finds the value of each column of a row, and posts those that are not drawn, as seen from the
/// first lap.
struct PlaceRow<'a> {
    row: &'a Row,
    /// The row of the subspace that placing leads to.
    quiet: &'a [u8],
    child: Child<'a>,
    shared: Shared<'a>,
    scratch: &'a mut Scratch,
    outbox: &'a mut Outbox,
}

impl RowTask for PlaceRow<'_> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(self) {
        let PlaceRow { row, child, outbox, .. } = self;
        let Shared { before, after, starts, bytes, targets } = self.shared;
        let Scratch { quiet, captures, best, decided, .. } = self.scratch;
        quiet[..after.count()].copy_from_slice(self.quiet);
        // Elsewhere a capture is not asked for.
        if row.takeable != 0 {
            let captured = Captures::new(row, child);
            let mills = Mills::new(row, after.free);
            for (set, capture) in after.sets.iter().zip(&mut *captures) {
                if mills.any(*set) {
                    *capture = captured.best(*set);
                }
            }
        }
        placing::best::<K>(row, before, starts, quiet, captures, best);
        let best = &best[..before.count()];
        scan(best, decided, |scores| !K::equal(scores, score::SAFE));
        targets.post::<K>(row, before, decided, |column| bytes[usize::from(best[column])], outbox);
    }
}
