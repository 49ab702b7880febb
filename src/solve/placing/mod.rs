//! The placing phase: one pass over a subspace, because every turn leads to a later ply.

use std::io;

use rayon::prelude::*;

use super::capture::{Captures, Child, Mills};
use super::columns::Columns;
use super::kernel::{Kernel, Kernels, RowTask, scan};
use super::memory::Bytes;
use super::row::Row;
use super::score;
use super::step::placing::{self, LANES};
use super::transpose::{Outbox, Targets};
use super::workers::{Workers, wave_rows};
use crate::board::{POINTS, Rules};
use crate::index::{Index, Subspace};

/// The value codes of a subspace's slots, from the scores of where its turns lead.
///
/// `quiet` has the scores of the slots of [`Subspace::after_quiet_turn`], for the side that places.
///
/// # Errors
/// When memory can't be had.
pub fn solve(
    rules: &Rules,
    kernels: Kernels,
    subspace: Subspace,
    quiet: &[u8],
    child: Child<'_>,
    report: &(dyn Fn(u64) + Sync),
) -> io::Result<Bytes> {
    let Subspace { mover, opponent, .. } = subspace;
    let free = POINTS - opponent as usize;
    let before = Columns::new(free, mover as usize);
    let after = Columns::new(free, mover as usize + 1);
    let starts = placing::starts(&after);
    let (codes, targets) = (score::codes(), Targets::new(subspace));
    let mut values = Bytes::zeroed(subspace.slots())?;
    let mut workers = Workers::new(&targets, || Scratch::new(&before, &after));
    let opponents = Index::shared().canonical(opponent as usize).sets();
    let wave_rows = wave_rows(before.count());
    let mut rest = opponents.len();
    for (opponents, quiet) in
        opponents.chunks(wave_rows).zip(quiet.chunks(wave_rows * after.count()))
    {
        opponents.par_iter().zip(quiet.par_chunks(after.count())).for_each(|(opponent, quiet)| {
            let row = &Row::new(rules, *opponent);
            let (before, after, starts) = (&before, &after, &starts);
            let (targets, codes) = (&targets, &codes);
            workers.work(|scratch, outbox| {
                kernels.run(PlaceRow {
                    row,
                    before,
                    after,
                    starts,
                    quiet,
                    child,
                    codes,
                    targets,
                    scratch,
                    outbox,
                });
            });
            report(before.count() as u64);
        });
        rest -= opponents.len();
        if let Some(mut outboxes) = workers.due(rest == 0) {
            let mut rows = vec![(); subspace.rows()];
            targets.deliver(&mut outboxes, &mut values, &mut rows, |(), _| ());
        }
    }
    Ok(values)
}

/// Row buffers of a thread.
struct Scratch {
    quiet: Vec<u8>,
    captures: Vec<u8>,
    best: Vec<u8>,
    decided: Vec<u64>,
}

impl Scratch {
    fn new(before: &Columns, after: &Columns) -> Scratch {
        Scratch {
            quiet: vec![0; after.count() + LANES],
            captures: vec![0; after.count() + LANES],
            best: vec![0; before.count() + LANES],
            decided: vec![0; before.compact_words()],
        }
    }
}

/// Finds the value of each column of a row, and posts those that are not drawn.
struct PlaceRow<'a> {
    row: &'a Row,
    before: &'a Columns,
    after: &'a Columns,
    starts: &'a [u32],
    /// The row of the subspace that placing leads to.
    quiet: &'a [u8],
    child: Child<'a>,
    codes: &'a [u8; 256],
    targets: &'a Targets,
    scratch: &'a mut Scratch,
    outbox: &'a mut Outbox,
}

impl RowTask for PlaceRow<'_> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(self) {
        let PlaceRow { row, before, after, starts, child, codes, targets, outbox, .. } = self;
        let Scratch { quiet, captures, best, decided } = self.scratch;
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
        targets.post::<K>(row, before, decided, |column| codes[usize::from(best[column])], outbox);
    }
}
