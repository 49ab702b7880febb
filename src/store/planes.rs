//! Between value codes and the two planes: 2-bit outcomes, and the distances of the non-draws.

use super::format::{MAX_BLOCK_SLOTS, MAX_DISTANCE};

/// One bit for each slot of eight packed bytes.
const LOW_BITS: u64 = 0x5555_5555_5555_5555;

/// Bytes of the outcome plane of this many slots.
pub(super) const fn packed_len(slots: usize) -> usize {
    slots.div_ceil(4)
}

/// Appends the outcome plane of `codes` to `packed` and the distances of the non-draws to
/// `distances`, in place of what the buffers hold.
pub(super) fn split(codes: &[u16], packed: &mut Vec<u8>, distances: &mut Vec<u8>) {
    packed.clear();
    let (fours, rest) = codes.as_chunks::<4>();
    packed.extend(fours.iter().map(|four| pack(*four)));
    if !rest.is_empty() {
        let mut last = [0; 4];
        last[..rest.len()].copy_from_slice(rest);
        packed.push(pack(last));
    }

    // Written whether decided or not, and advanced only if it is: no branch to mispredict.
    distances.resize(codes.len(), 0);
    let mut count = 0;
    for code in codes {
        distances[count] = (code.wrapping_sub(1) >> 1) as u8;
        count += usize::from(*code != 0);
    }
    distances.truncate(count);
}

/// The outcomes of four codes, 2 bits each.
fn pack(codes: [u16; 4]) -> u8 {
    const ONES: u64 = 0x0001_0001_0001_0001;
    const LOW: u64 = 0x7fff_7fff_7fff_7fff;
    let [a, b, c, d] = codes.map(u64::from);
    let codes = a | b << 16 | c << 32 | d << 48;
    // In the low bit of each lane: a loss is odd, a win is neither odd nor 0. Codes are below 2^15.
    let loss = codes & ONES;
    let decided = (codes + LOW) >> 15 & ONES;
    let mut bits = (decided ^ loss) | loss << 1;
    bits |= bits >> 14;
    (bits | bits >> 28) as u8
}

/// One bit for each slot that is not a draw, from 64 slots in 16 packed bytes; at bit `2 * i`.
fn decided(group: [u8; 16]) -> u128 {
    let bits = u128::from_le_bytes(group);
    (bits | bits >> 1) & (u128::from(LOW_BITS) << 64 | u128::from(LOW_BITS))
}

/// Why a decompressed outcome plane is not one, or else its number of non-draws.
pub(super) fn check_outcomes(packed: &[u8], slots: usize) -> Result<usize, &'static str> {
    let mut invalid = 0;
    let mut count = 0;
    let mut word = |bytes: [u8; 8]| {
        let bits = u64::from_le_bytes(bytes);
        invalid |= bits & bits >> 1 & LOW_BITS;
        count += ((bits | bits >> 1) & LOW_BITS).count_ones() as usize;
    };
    let (words, rest) = packed.as_chunks::<8>();
    words.iter().for_each(|bytes| word(*bytes));
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    word(last);
    if invalid != 0 {
        return Err("invalid outcome");
    }
    let padding = packed_len(slots) * 4 - slots;
    if padding > 0 && packed.last().is_some_and(|last| last >> (8 - 2 * padding) != 0) {
        return Err("padding that is not zero");
    }
    Ok(count)
}

/// The outcomes of a block in memory, ready for random access.
pub(super) struct Outcomes {
    packed: Vec<[u8; 16]>,
    /// Non-draws before each group of 64 slots, and last those of the block.
    before: Vec<u32>,
}

impl Outcomes {
    /// From an outcome plane that [`check_outcomes`] has accepted.
    pub(super) fn new(plane: &[u8]) -> Outcomes {
        let mut packed = vec![[0; 16]; plane.len().div_ceil(16)];
        packed.as_flattened_mut()[..plane.len()].copy_from_slice(plane);
        const { assert!(MAX_BLOCK_SLOTS < u32::MAX as usize) };
        let mut before = Vec::with_capacity(packed.len() + 1);
        let mut count = 0;
        before.push(0);
        for group in &packed {
            count += decided(*group).count_ones();
            before.push(count);
        }
        Outcomes { packed, before }
    }

    /// 0 for a draw, 1 for a win, 2 for a loss.
    pub(super) fn get(&self, slot: usize) -> u8 {
        self.packed[slot / 64][slot % 64 / 4] >> (2 * (slot % 4)) & 3
    }

    /// Non-draws before this slot.
    pub(super) fn rank(&self, slot: usize) -> usize {
        let below = decided(self.packed[slot / 64]) & ((1 << (2 * (slot % 64))) - 1);
        self.before[slot / 64] as usize + below.count_ones() as usize
    }

    /// Non-draws of the block.
    pub(super) fn decided(&self) -> usize {
        self.before.last().map_or(0, |count| *count as usize)
    }

    /// Bytes of memory.
    pub(super) fn bytes(&self) -> usize {
        self.packed.len() * 16 + self.before.len() * 4
    }
}

/// The code of a win (1) or loss (2) with this halved distance; `None` if it is too long.
pub(super) fn code(outcome: u8, distance: u8) -> Option<u16> {
    (distance <= MAX_DISTANCE).then(|| 2 * u16::from(distance) + 3 - u16::from(outcome))
}

/// How to decode the four slots of a packed byte at once, in 16 bits of a `u64` each, from the next
/// four distances.
#[derive(Clone, Copy)]
struct Four {
    /// How many of the distances belong to these slots: the non-draws.
    decided: usize,
    /// The bits of those distances, doubled.
    mask: u64,
    /// The lanes to move up by two, and then by one, to make room for the draws.
    by_two: u64,
    by_one: u64,
    /// What to add to a distance doubled: 2 for a win, 1 for a loss.
    add: u64,
}

static FOURS: [Four; 256] = {
    let mut table = [Four { decided: 0, mask: 0, by_two: 0, by_one: 0, add: 0 }; 256];
    let mut byte = 0;
    while byte < 256 {
        let four = &mut table[byte];
        let mut slot = 0;
        while slot < 4 {
            let outcome = byte >> (2 * slot) & 3;
            if outcome != 0 {
                let from = four.decided;
                let draws = slot - from;
                four.mask |= 0x1fe << (16 * from);
                if draws >= 2 {
                    four.by_two |= 0x1fe << (16 * from);
                }
                if draws % 2 == 1 {
                    four.by_one |= 0x1fe << (16 * (from + draws / 2 * 2));
                }
                four.add |= (3 - outcome as u64) << (16 * slot);
                four.decided += 1;
            }
            slot += 1;
        }
        byte += 1;
    }
    table
};

/// Distances that [`join`] wants behind the last one; what they are does not matter.
pub(super) const JOIN_PADDING: usize = 4;

/// Fills `codes` from its outcome plane, which [`check_outcomes`] has accepted with `decided`
/// non-draws, and `distances`: as many, and [`JOIN_PADDING`] bytes.
pub(super) fn join(
    packed: &[u8],
    distances: &[u8],
    decided: usize,
    codes: &mut [u16],
) -> Result<(), &'static str> {
    debug_assert_eq!(distances.len(), decided + JOIN_PADDING);
    let longest = distances[..decided].iter().copied().max().unwrap_or(0);
    if longest > MAX_DISTANCE {
        return Err("invalid distance");
    }
    let mut at = 0;
    let mut four = |byte: u8| -> [u16; 4] {
        let four = &FOURS[usize::from(byte)];
        let mut window = [0; 4];
        window.copy_from_slice(&distances[at..at + JOIN_PADDING]);
        at += four.decided;
        let mut lanes = u64::from(u32::from_le_bytes(window));
        lanes = (lanes | lanes << 16) & 0x0000_ffff_0000_ffff;
        lanes = (lanes | lanes << 8) << 1 & four.mask;
        lanes = lanes & !four.by_two | (lanes & four.by_two) << 32;
        lanes = lanes & !four.by_one | (lanes & four.by_one) << 16;
        lanes += four.add;
        [0, 16, 32, 48].map(|shift| (lanes >> shift) as u16)
    };
    let (fours, rest) = codes.as_chunks_mut::<4>();
    for (codes, byte) in fours.iter_mut().zip(packed) {
        *codes = four(*byte);
    }
    if let Some(byte) = packed.get(fours.len()) {
        rest.copy_from_slice(&four(*byte)[..rest.len()]);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{CODES, Outcome};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn join_undoes_split(
            codes in prop::collection::vec(prop_oneof![Just(0u16), 0..CODES as u16], 0..300),
        ) {
            let (mut packed, mut distances) = (vec![9; 3], vec![9; 3]);
            split(&codes, &mut packed, &mut distances);
            prop_assert_eq!(packed.len(), packed_len(codes.len()));
            prop_assert_eq!(check_outcomes(&packed, codes.len()), Ok(distances.len()));
            let outcomes = Outcomes::new(&packed);
            prop_assert_eq!(outcomes.decided(), distances.len());
            for (slot, expected) in codes.iter().enumerate() {
                let outcome = Outcome::of_code(*expected) as u8;
                prop_assert_eq!(outcomes.get(slot), outcome);
                let stored = match outcome {
                    0 => 0,
                    _ => code(outcome, distances[outcomes.rank(slot)]).unwrap(),
                };
                prop_assert_eq!(stored, *expected);
            }
            let decided = distances.len();
            distances.extend([0xee; JOIN_PADDING]);
            let mut joined = vec![7; codes.len()];
            prop_assert_eq!(join(&packed, &distances, decided, &mut joined), Ok(()));
            prop_assert_eq!(joined, codes);
        }
    }

    #[test]
    fn what_cannot_be_is_refused() {
        assert!(check_outcomes(&[0b11_00], 4).is_err());
        assert!(check_outcomes(&[0, 0, 0, 0, 0, 0, 0, 0, 0b11_00_00], 36).is_err());
        assert_eq!(check_outcomes(&[0b01_00_10], 3), Ok(2));
        assert!(check_outcomes(&[0b01_00_10], 2).is_err());
        let mut codes = [0; 4];
        for (byte, distance, fits) in
            [(1, 238, true), (1, 239, false), (2, 238, true), (2, 255, false)]
        {
            let joined = join(&[byte], &[distance, 0, 0, 0, 0], 1, &mut codes);
            assert_eq!(joined.is_ok(), fits, "outcome {byte}, distance {distance}");
            assert_eq!(code(byte, distance).is_some(), fits);
        }
        assert_eq!(codes[1..], [0, 0, 0]);
    }
}
