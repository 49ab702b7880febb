//! Between value codes and the two planes: 2-bit outcomes, and the distances of the non-draws.

use super::format::MAX_BLOCK_SLOTS;

/// One bit for each slot of eight packed bytes.
const LOW_BITS: u64 = 0x5555_5555_5555_5555;

/// Bytes of the outcome plane of this many slots.
pub(super) const fn packed_len(slots: usize) -> usize {
    slots.div_ceil(4)
}

/// Appends the outcome plane of `codes` to `packed` and the distances of the non-draws to
/// `distances`, in place of what the buffers hold.
pub(super) fn split(codes: &[u8], packed: &mut Vec<u8>, distances: &mut Vec<u8>) {
    packed.clear();
    packed.reserve(codes.len() / 4 + 2);
    let (eights, rest) = codes.as_chunks::<8>();
    packed.extend(eights.iter().flat_map(|eight| pack(*eight).to_le_bytes()));
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    packed.extend(&pack(last).to_le_bytes()[..packed_len(rest.len())]);

    // Written whether decided or not, and advanced only if it is: no branch to mispredict.
    distances.resize(codes.len(), 0);
    let mut count = 0;
    for code in codes {
        distances[count] = code.wrapping_sub(1) >> 1;
        count += usize::from(*code != 0);
    }
    distances.truncate(count);
}

/// The outcomes of eight codes, 2 bits each.
fn pack(codes: [u8; 8]) -> u16 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let codes = u64::from_le_bytes(codes);
    // In the low bit of each byte: a loss is odd, a win is neither odd nor 0.
    let loss = codes & ONES;
    let decided = (((codes & LOW) + LOW) | codes) >> 7 & ONES;
    let mut bits = (decided ^ loss) | loss << 1;
    bits = (bits | bits >> 6) & 0x000f_000f_000f_000f;
    bits = (bits | bits >> 12) & 0x0000_00ff_0000_00ff;
    (bits | bits >> 24) as u16
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
pub(super) fn code(outcome: u8, distance: u8) -> Option<u8> {
    u8::try_from(2 * u16::from(distance) + 3 - u16::from(outcome)).ok()
}

/// How to decode the four slots of a packed byte at once, one in each byte of a `u32`, from the next
/// four distances.
#[derive(Clone, Copy)]
struct Four {
    /// How many of the distances belong to these slots: the non-draws.
    decided: usize,
    /// The bits of those distances, doubled.
    mask: u32,
    /// The bytes to move up by two, and then by one, to make room for the draws.
    by_two: u32,
    by_one: u32,
    /// What to add to a distance doubled: 2 for a win, 1 for a loss.
    add: u32,
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
                four.mask |= 0xfe << (8 * from);
                if draws >= 2 {
                    four.by_two |= 0xff << (8 * from);
                }
                if draws % 2 == 1 {
                    four.by_one |= 0xff << (8 * (from + draws / 2 * 2));
                }
                four.add |= (3 - outcome as u32) << (8 * slot);
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
    codes: &mut [u8],
) -> Result<(), &'static str> {
    debug_assert_eq!(distances.len(), decided + JOIN_PADDING);
    let longest = distances[..decided].iter().copied().max().unwrap_or(0);
    // 127 is good for a loss but not for a win. It is rare enough to look.
    if longest > 127 || longest == 127 && has_win_in(127, packed, distances) {
        return Err("invalid distance");
    }
    let mut at = 0;
    let mut four = |byte: u8| -> [u8; 4] {
        let four = &FOURS[usize::from(byte)];
        let mut window = [0; 4];
        window.copy_from_slice(&distances[at..at + JOIN_PADDING]);
        at += four.decided;
        let mut lanes = u32::from_le_bytes(window) << 1 & four.mask;
        lanes = lanes & !four.by_two | (lanes & four.by_two) << 16;
        lanes = lanes & !four.by_one | (lanes & four.by_one) << 8;
        (lanes + four.add).to_le_bytes()
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

/// Whether a win has this distance.
fn has_win_in(distance: u8, packed: &[u8], distances: &[u8]) -> bool {
    let outcomes = packed.iter().flat_map(|byte| [0, 2, 4, 6].map(|shift| byte >> shift & 3));
    outcomes.filter(|o| *o != 0).zip(distances).any(|(o, d)| o == 1 && *d == distance)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Outcome;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn join_undoes_split(codes in prop::collection::vec(prop_oneof![Just(0u8), any::<u8>()], 0..300)) {
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
            [(1, 126, true), (1, 127, false), (2, 127, true), (2, 128, false)]
        {
            let joined = join(&[byte], &[distance, 0, 0, 0, 0], 1, &mut codes);
            assert_eq!(joined.is_ok(), fits, "outcome {byte}, distance {distance}");
            assert_eq!(code(byte, distance).is_some(), fits);
        }
        assert_eq!(codes[1..], [0, 0, 0]);
    }
}
