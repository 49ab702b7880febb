//! A finished subspace as scores of the turns that lead to it.

use std::convert::Infallible;
use std::ops::Range;

use rayon::prelude::*;

use super::memory::Bytes;
use super::score;
use super::values::Values;
use crate::board::Metric;
use crate::store::Codes;

/// Slots that are worked on at a time.
const PART: usize = 1 << 16;

/// The score of each slot.
pub struct Scores {
    /// As seen from the first lap.
    pub bytes: Bytes,
    /// The slots whose scores belong to the second lap, ascending, with these. They are few.
    late: Vec<(usize, u8)>,
}

impl Scores {
    /// `late` are the scores of the second lap, by [`late`].
    pub fn new(bytes: Bytes, late: Vec<(usize, u8)>) -> Scores {
        Scores { bytes, late }
    }

    /// Of values that are in memory and whose place is taken; `is_long` as for [`late`].
    pub fn of_values(values: Values, metric: Metric, is_long: bool) -> Scores {
        let slots = values.bytes.len();
        let Ok::<_, Infallible>(late) = late(&values, slots, metric, is_long);
        Scores { bytes: values.into_scores(&score::table(metric)), late }
    }

    /// Whether any score belongs to the second lap.
    pub fn has_late(&self) -> bool {
        !self.late.is_empty()
    }

    /// The places of such scores in a range of slots.
    pub fn late_in(&self, slots: Range<usize>) -> impl Iterator<Item = usize> {
        let at = |slot: usize| self.late.partition_point(|(late, _)| *late < slot);
        let late = &self.late[at(slots.start)..at(slots.end)];
        late.iter().map(move |(slot, _)| slot - slots.start)
    }

    /// The score of a slot as seen from the second lap.
    pub fn again(&self, slot: usize) -> u8 {
        match self.bytes[slot] {
            score::SAFE => match self.late.binary_search_by_key(&slot, |(slot, _)| *slot) {
                Ok(at) => self.late[at].1,
                Err(_) => score::SAFE,
            },
            score => score::again(score),
        }
    }
}

/// The slots to which turns lead whose scores belong to the second lap. There are none unless
/// distances are so long that `is_long`.
pub fn late<C: Codes>(
    codes: &C,
    slots: usize,
    metric: Metric,
    is_long: bool,
) -> Result<Vec<(usize, u8)>, C::Error> {
    if !is_long {
        return Ok(Vec::new());
    }
    let parts: Vec<Vec<(usize, u8)>> = (0..slots)
        .into_par_iter()
        .step_by(PART)
        .map_init(Vec::new, |buffer, first| {
            buffer.resize(PART.min(slots - first), 0);
            codes.read(first, buffer)?;
            let scores = buffer.iter().map(|code| score::late(metric, *code));
            Ok((first..).zip(scores).filter_map(|(slot, score)| Some((slot, score?))).collect())
        })
        .collect::<Result<_, C::Error>>()?;
    Ok(parts.concat())
}
