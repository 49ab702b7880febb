//! Two files of one subspace that were made under different rules, side by side.

use rayon::prelude::*;

use super::error::StoreError;
use super::reader::SubspaceFile;
use super::tally::{Rows, read};
use crate::board::{CODES, Metric, Outcome, Plies};

/// For each value code of the first file the distinct positions by outcome in the second.
type Joint = [[u64; 3]; CODES];

/// How distinct positions fare under the rules of two files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    joint: Box<Joint>,
    /// Of the first file; `None` if it has no distances.
    metric: Option<Metric>,
}

impl Comparison {
    /// Distinct positions with this outcome in the first file and this one in the second.
    pub fn count(&self, first: Outcome, second: Outcome) -> u64 {
        self.codes(first).map(|code| self.joint[code][second as usize]).sum()
    }

    /// The longest distance in the first file of the positions with this outcome in both.
    pub fn longest(&self, outcome: Outcome) -> Option<Plies> {
        let metric = self.metric?;
        let code = self.codes(outcome).filter(|code| self.joint[*code][outcome as usize] > 0).max();
        metric.value(code? as u16).plies()
    }

    fn codes(&self, outcome: Outcome) -> impl Iterator<Item = usize> {
        (0..CODES).filter(move |code| Outcome::of_code(*code as u16) == outcome)
    }
}

/// Compares two files of one subspace, in parallel. `progress` is told how many more slots were
/// compared, from any thread.
///
/// # Errors
/// If a block is damaged.
///
/// # Panics
/// If the files are not of one subspace.
pub fn compare(
    first: &SubspaceFile,
    second: &SubspaceFile,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Comparison, StoreError> {
    let subspace = first.header().subspace();
    assert_eq!(subspace, second.header().subspace(), "files of one subspace");
    let rows = Rows::new(subspace);
    let of_chunks: Vec<Box<Joint>> = rows
        .chunks()
        .into_par_iter()
        .map_init(Default::default, |(firsts, seconds), chunk| {
            let slots = rows.slots(&chunk);
            let mut joint = Box::new([[0; 3]; CODES]);
            let firsts = read(first, slots.clone(), firsts)?;
            let seconds = read(second, slots.clone(), seconds)?;
            rows.for_each_position(chunk, |at| {
                joint[usize::from(firsts[at])][Outcome::of_code(seconds[at]) as usize] += 1;
            });
            progress(slots.len() as u64);
            Ok(joint)
        })
        .collect::<Result<_, StoreError>>()?;
    let mut joint = Box::new([[0; 3]; CODES]);
    for of_chunk in &of_chunks {
        let counts = joint.iter_mut().flatten().zip(of_chunk.iter().flatten());
        counts.for_each(|(sum, n)| *sum += n);
    }
    let metric = first.has_distances().then(|| first.header().rules().metric());
    Ok(Comparison { joint, metric })
}
