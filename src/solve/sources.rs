//! What the turns of a subspace lead to: finished subspaces, as scores.
//!
//! They come from the files, except where these have no distances and distances are needed: where
//! the last stone is placed. Those values are found once more.

use std::io;

use super::capture::ChildScores;
use super::kernel::Kernels;
use super::lap::Lap;
use super::memory::Bytes;
use super::placing;
use super::run::SolveError;
use super::score::{self, Table};
use super::values::Values;
use crate::board::{MAX_PLIES, Metric};
use crate::index::Subspace;
use crate::store::Folder;

/// The files of finished subspaces.
#[derive(Clone, Copy)]
pub struct Sources<'a> {
    pub folder: &'a Folder,
    pub kernels: Kernels,
}

/// A finished subspace, and what is in memory of it.
pub struct Finished {
    subspace: Subspace,
    values: Option<Values>,
    /// Seen from the first lap.
    scores: Option<Bytes>,
}

impl Sources<'_> {
    /// What captures in a subspace of the moving phase lead to, seen from a lap.
    pub fn captured(
        &self,
        subspace: Subspace,
        lap: Lap,
    ) -> Result<Option<ChildScores>, SolveError> {
        let Some(child) = subspace.after_capture() else { return Ok(None) };
        Ok(Some(ChildScores::new(child, self.read(child, lap)?)))
    }

    /// The values of a subspace of the placing phase. `kept` may be what captures lead to, and `next`
    /// has the values of what other turns lead to if they are in memory. Returns that, too.
    pub fn placed(
        &self,
        subspace: Subspace,
        kept: Option<Finished>,
        next: Option<Values>,
        report: &(dyn Fn(u64) + Sync),
    ) -> Result<(Values, Finished), SolveError> {
        let finished = |subspace, values| Finished { subspace, values, scores: None };
        let mut next = finished(subspace.after_quiet_turn(), next);
        let child = subspace.after_capture().filter(|_| subspace.may_capture());
        let mut child = child.map(|child| match kept {
            Some(kept) if kept.subspace == child => kept,
            _ => finished(child, None),
        });
        let children = child.iter().map(|child| child.subspace).chain([next.subspace]);
        let last = self.last_lap(subspace, children)?;
        let mut values = Values::open(subspace.slots()).map_err(no_memory(subspace))?;
        loop {
            let lap = values.lap();
            let captures = match &mut child {
                None => None,
                Some(child) => {
                    let scores = self.scores(child, lap, last)?;
                    Some(ChildScores::new(child.subspace, scores))
                }
            };
            let quiet = self.scores(&mut next, lap, last)?;
            let (rules, captures) = (self.folder.rules(), captures.as_ref());
            // The second lap takes little time, and its slots were counted.
            let report = if lap == Lap::First { report } else { &|_| () };
            placing::solve(rules, self.kernels, subspace, &quiet, captures, &mut values, report);
            if lap == last {
                values.end();
                next.scores = (lap == Lap::First).then_some(quiet);
                return Ok((values, next));
            }
            values.begin_second_lap();
        }
    }

    /// The last lap in which a placing or a capture of `subspace` that leads to one of `children` may
    /// have its value.
    pub fn last_lap(
        &self,
        subspace: Subspace,
        children: impl Iterator<Item = Subspace>,
    ) -> Result<Lap, SolveError> {
        let rules = *self.folder.rules();
        let mut last = Lap::First;
        for child in children {
            let header = self.folder.header(child)?;
            let longest = header.histogram().iter().rposition(|count| *count > 0);
            let code = longest.unwrap_or(0) as u16;
            if code > MAX_PLIES {
                return Err(SolveError::TooLong { subspace, rules });
            }
            let turn = rules.metric().of_turn(rules.metric().value(code), true);
            last = last.max(Lap::of(rules.metric().code(turn)));
        }
        Ok(last)
    }

    /// The scores of a finished subspace, seen from a lap. If that is the `last`, and the values are of
    /// one lap, their memory is used.
    fn scores(&self, of: &mut Finished, lap: Lap, last: Lap) -> Result<Bytes, SolveError> {
        let subspace = of.subspace;
        if let Some(scores) = of.scores.take_if(|_| lap == Lap::First) {
            return Ok(scores);
        }
        if of.values.is_none() && subspace.is_last_placing() && !self.outcomes_do() {
            // Solving it again takes hardly longer than reading it would.
            of.values = Some(self.placed(subspace, None, None, &|_| ())?.0);
        }
        let Some(values) = of.values.take() else { return self.read(subspace, lap) };
        let table = self.table(lap);
        if lap == last && values.lap() == Lap::First {
            return Ok(values.into_scores(&table));
        }
        of.values.insert(values).scores(&table).map_err(no_memory(subspace))
    }

    /// The scores of a subspace's slots for the side that moves there, from its file, seen from a
    /// lap.
    fn read(&self, subspace: Subspace, lap: Lap) -> Result<Bytes, SolveError> {
        let mut scores = Bytes::zeroed(subspace.slots()).map_err(no_memory(subspace))?;
        // Not through the folder's open files: this one is not needed again for a while.
        let file = self.folder.open_once(subspace)?;
        let table = self.table(lap);
        let score = |code: u16| table[usize::from(code)];
        match self.outcomes_do() {
            true => file.decode_all_outcomes(&mut scores, score)?,
            false => file.decode_all(&mut scores, score)?,
        }
        Ok(scores)
    }

    /// Under an N-ply rule captures and placings begin anew: it only matters who wins.
    fn outcomes_do(&self) -> bool {
        self.folder.rules().metric() != Metric::End
    }

    fn table(&self, lap: Lap) -> Table {
        score::table(self.folder.rules().metric(), lap)
    }
}

fn no_memory(subspace: Subspace) -> impl Fn(io::Error) -> SolveError {
    move |cause| SolveError::Memory { subspace, cause }
}
