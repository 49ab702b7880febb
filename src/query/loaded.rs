//! The value codes of a whole file in memory, a byte each if they fit.

use crate::board::{Metric, Value};
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
    /// Decodes a file. Where files have no distances, each win and loss has the shortest one.
    ///
    /// # Errors
    /// If a block is damaged, or the file should have distances and has none.
    pub fn load(file: &SubspaceFile) -> Result<Loaded, StoreError> {
        let header = file.header();
        let long = &header.histogram()[1 << u8::BITS..];
        let codes = match header.stores_distances() && long.iter().any(|count| *count > 0) {
            false => Codes::Bytes(decode(file, |code| code as u8)?),
            true => Codes::Long(decode(file, |code| code)?),
        };
        Ok(Loaded { metric: header.rules().metric(), codes })
    }

    /// The value of a slot.
    pub fn value(&self, slot: usize) -> Value {
        self.metric.value(match &self.codes {
            Codes::Bytes(codes) => codes[slot].into(),
            Codes::Long(codes) => codes[slot],
        })
    }
}

fn decode<T: Clone + Default + Send>(
    file: &SubspaceFile,
    of_code: impl Fn(u16) -> T + Sync,
) -> Result<Vec<T>, StoreError> {
    let mut codes = vec![T::default(); file.header().slots() as usize];
    match file.header().stores_distances() {
        true => file.decode_all(&mut codes, |_, code| of_code(code))?,
        false => file.decode_all_outcomes(&mut codes, |_, code| of_code(code))?,
    }
    Ok(codes)
}
