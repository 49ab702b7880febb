//! The value codes of a whole file in memory, a byte each if they fit.

use crate::board::{Metric, Outcome, Value};
use crate::store::{StoreError, SubspaceFile};

/// The values of a subspace's slots.
pub struct Loaded {
    metric: Metric,
    codes: Codes,
}

enum Codes {
    Bytes(Vec<u8>),
    Long(Vec<u16>),
}

impl Loaded {
    /// Decodes a file; without distances each win is one in the least number of plies that a code
    /// can say, and so is each loss.
    ///
    /// # Errors
    /// If a block is damaged, or distances are needed and the file has none.
    pub fn load(file: &SubspaceFile, distances: bool) -> Result<Loaded, StoreError> {
        let slots = file.header().slots() as usize;
        let fits = file.header().histogram()[1 << u8::BITS..].iter().all(|count| *count == 0);
        let codes = match (distances, fits) {
            (true, true) => {
                let mut codes = vec![0; slots];
                file.decode_all(&mut codes, |_, code| code as u8)?;
                Codes::Bytes(codes)
            }
            (true, false) => {
                let mut codes = vec![0; slots];
                file.decode_all(&mut codes, |_, code| code)?;
                Codes::Long(codes)
            }
            (false, _) => {
                let mut codes = vec![0; slots];
                file.decode_all_outcomes(&mut codes, |_, code| match Outcome::of_code(code) {
                    Outcome::Draw => 0,
                    Outcome::Loss => 1,
                    Outcome::Win => 2,
                })?;
                Codes::Bytes(codes)
            }
        };
        Ok(Loaded { metric: file.header().rules().metric(), codes })
    }

    /// The number of slots.
    pub fn len(&self) -> usize {
        match &self.codes {
            Codes::Bytes(codes) => codes.len(),
            Codes::Long(codes) => codes.len(),
        }
    }

    /// The value of a slot.
    pub fn value(&self, slot: usize) -> Value {
        self.metric.value(match &self.codes {
            Codes::Bytes(codes) => codes[slot].into(),
            Codes::Long(codes) => codes[slot],
        })
    }
}
