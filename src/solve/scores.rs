//! A finished subspace as scores of the turns that lead to it.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use super::memory::Bytes;
use super::score;
use super::values::Values;
use crate::board::{MAX_PLIES, Metric};
use crate::store::{StoreError, SubspaceFile};

/// The score of each slot.
pub struct Scores {
    /// As seen from the first lap.
    pub bytes: Bytes,
    /// The slots whose scores belong to the second lap, ascending, with these. They are few.
    late: Vec<(usize, u8)>,
}

impl Scores {
    /// The scores of a file's slots. Without `distances` it only matters who wins there.
    ///
    /// # Errors
    /// If a block is damaged, or distances are needed and the file has none.
    pub fn read(
        mut bytes: Bytes,
        file: &SubspaceFile,
        metric: Metric,
        distances: bool,
    ) -> Result<Scores, StoreError> {
        let (table, first_late) = (score::table(metric), score::first_late(metric));
        let late = Mutex::new(Vec::new());
        let score = |slot: usize, code: u16| {
            // A longer one is no turn's: a good header would have said so.
            if (first_late..=MAX_PLIES).contains(&code) {
                let mut late = late.lock().unwrap_or_else(PoisonError::into_inner);
                late.push((slot, score::late(metric, code)));
            }
            table[usize::from(code)]
        };
        match distances {
            true => file.decode_all(&mut bytes, score)?,
            false => file.decode_all_outcomes(&mut bytes, score)?,
        }
        let mut late = late.into_inner().unwrap_or_else(PoisonError::into_inner);
        late.sort_unstable();
        Ok(Scores { bytes, late })
    }

    /// Those of values that are in memory and whose place is taken.
    pub fn of_values(values: Values, metric: Metric) -> Scores {
        let first_late = score::first_late(metric);
        let late = values.codes_from(first_late);
        let late = late.into_iter().map(|(slot, code)| (slot, score::late(metric, code)));
        Scores { late: late.collect(), bytes: values.into_scores(&score::table(metric)) }
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
