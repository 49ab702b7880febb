//! What the turns of a subspace lead to: finished subspaces, as scores.
//!
//! They come from the files, except where these have no distances and distances are needed: where
//! the last stone is placed. Those values are found once more.

use std::io;

use super::capture::ChildScores;
use super::error::SolveError;
use super::kernel::Kernels;
use super::memory::Bytes;
use super::placing;
use super::scores::Scores;
use super::values::Values;
use crate::board::{MAX_PLIES, Metric, Plies};
use crate::index::Subspace;
use crate::store::Folder;

/// The files of finished subspaces.
#[derive(Clone, Copy)]
pub struct Sources<'a> {
    pub folder: &'a Folder,
    pub kernels: Kernels,
}

impl Sources<'_> {
    /// What captures in a subspace of the moving phase lead to.
    pub fn captured(&self, subspace: Subspace) -> Result<Option<ChildScores>, SolveError> {
        let Some(child) = subspace.after_capture() else { return Ok(None) };
        Ok(Some(ChildScores::new(child, self.scores(subspace, child, None)?)))
    }

    /// The values of a subspace of the placing phase. `kept` may be what captures lead to, and `next`
    /// has the values of what other turns lead to if they are in memory. Returns that, too.
    pub fn placed(
        &self,
        subspace: Subspace,
        kept: Option<(Subspace, Scores)>,
        next: Option<Values>,
        report: &(dyn Fn(u64) + Sync),
    ) -> Result<(Values, Scores), SolveError> {
        let child = match subspace.after_capture().filter(|_| subspace.may_capture()) {
            None => None,
            Some(child) => {
                let scores = match kept {
                    Some((kept, scores)) if kept == child => scores,
                    _ => self.scores(subspace, child, None)?,
                };
                Some(ChildScores::new(child, scores))
            }
        };
        let quiet = self.scores(subspace, subspace.after_quiet_turn(), next)?;
        let mut values = Values::open(subspace.slots()).map_err(no_memory(subspace))?;
        let (rules, child) = (self.folder.rules(), child.as_ref());
        placing::solve(rules, self.kernels, subspace, &quiet, child, &mut values, report);
        if quiet.has_late() || child.is_some_and(|child| child.scores.has_late()) {
            values.begin_second_lap();
            // It takes little time, and its slots were counted.
            placing::solve(rules, self.kernels, subspace, &quiet, child, &mut values, &|_| ());
        }
        values.end();
        Ok((values, quiet))
    }

    /// The scores of the turns of `subspace` that lead to the finished subspace `child`, whose values
    /// may be in memory.
    fn scores(
        &self,
        subspace: Subspace,
        child: Subspace,
        values: Option<Values>,
    ) -> Result<Scores, SolveError> {
        let rules = *self.folder.rules();
        let metric = rules.metric();
        // Not through the folder's open files: this one is not needed again for a while.
        let file = self.folder.open_once(child)?;
        let mut longest = [file.header().longest_win(), file.header().longest_loss()].into_iter();
        if longest.any(|longest| longest.is_some_and(|it| it.plies >= Plies(MAX_PLIES))) {
            return Err(SolveError::TooLong { subspace, rules });
        }
        // Under an N-ply rule captures and placings begin anew: it only matters who wins.
        let distances = metric == Metric::End;
        let values = match values {
            None if distances && !file.header().stores_distances() => {
                // Solving it again takes hardly longer than reading it would.
                Some(self.placed(child, None, None, &|_| ())?.0)
            }
            values => values,
        };
        if let Some(values) = values {
            return Ok(Scores::of_values(values, metric));
        }
        let bytes = Bytes::zeroed(child.slots()).map_err(no_memory(child))?;
        Ok(Scores::read(bytes, &file, metric, distances)?)
    }
}

fn no_memory(subspace: Subspace) -> impl Fn(io::Error) -> SolveError {
    move |cause| SolveError::Memory { subspace, cause }
}
