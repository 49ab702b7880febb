//! Canonical sets: one representative for each orbit of point sets under the 16 symmetries.

use bitvec::prelude::*;

use super::colex::{ColexTable, binomial, next_combination};
use crate::board::{BOARD, POINTS, SYMMETRIES};

const BYTES: usize = POINTS / 8;

/// The images of every byte of a point set under every symmetry, so that an image of a whole set
/// is three look-ups.
pub struct Images {
    bytes: Box<[[[u32; 256]; BYTES]; SYMMETRIES]>,
}

impl Images {
    pub(super) fn new() -> Images {
        let mut bytes = Box::new([[[0; 256]; BYTES]; SYMMETRIES]);
        for (table, permutation) in bytes.iter_mut().zip(&BOARD.symmetries) {
            for (byte, table) in table.iter_mut().enumerate() {
                for (value, image) in table.iter_mut().enumerate() {
                    let bits = (0..8).filter(|bit| value >> bit & 1 == 1);
                    *image = bits.map(|bit| 1 << permutation[8 * byte + bit]).sum();
                }
            }
        }
        Images { bytes }
    }

    /// The image of `set` under `symmetry`, a number below 16.
    #[inline(always)]
    pub fn of(&self, symmetry: usize, set: u32) -> u32 {
        let [low, middle, high] = &self.bytes[symmetry & (SYMMETRIES - 1)];
        low[set as usize & 255] | middle[set as usize >> 8 & 255] | high[set as usize >> 16 & 255]
    }
}

/// Where a set stands: its row, and a symmetry that takes it to the row's canonical set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place(u32);

impl Place {
    fn new(row: usize, symmetry: usize) -> Place {
        Place((row << 4 | symmetry) as u32)
    }

    /// The row: the number of the canonical set.
    #[inline(always)]
    pub const fn row(self) -> usize {
        (self.0 >> 4) as usize
    }

    /// The symmetry that takes the set to the canonical one.
    #[inline(always)]
    pub const fn symmetry(self) -> usize {
        (self.0 & 15) as usize
    }
}

/// The canonical sets of one size, numbered in colex order. A canonical set is the first of its
/// orbit in colex order.
pub struct CanonicalSets {
    sets: Vec<u32>,
    stabilizers: Vec<u16>,
    places: Vec<Place>,
}

impl CanonicalSets {
    pub(super) fn new(size: usize, colex: &ColexTable, images: &Images) -> CanonicalSets {
        let inverse = inverses();
        let count = binomial(POINTS, size);
        let mut seen: BitVec = bitvec![0; count];
        let mut places = vec![Place(0); count];
        let (mut sets, mut stabilizers) = (Vec::new(), Vec::new());
        let mut set = (1u32 << size) - 1;
        for rank in 0..count {
            if !seen[rank] {
                let mut stabilizer = 0u16;
                // Downwards, so that symmetry 0 has the last word for the canonical set itself.
                for symmetry in (0..SYMMETRIES).rev() {
                    let image = images.of(symmetry, set);
                    if image == set {
                        stabilizer |= 1 << symmetry;
                    }
                    let image = colex.rank(image) as usize;
                    seen.set(image, true);
                    places[image] = Place::new(sets.len(), inverse[symmetry]);
                }
                sets.push(set);
                stabilizers.push(stabilizer);
            }
            if rank + 1 < count {
                set = next_combination(set);
            }
        }
        CanonicalSets { sets, stabilizers, places }
    }

    /// The canonical sets by row, in ascending order.
    pub fn sets(&self) -> &[u32] {
        &self.sets
    }

    /// For each row the symmetries that leave its set as it is: bit `s` for symmetry `s`. Bit 0,
    /// the identity, is always set.
    pub fn stabilizers(&self) -> &[u16] {
        &self.stabilizers
    }

    /// The place of each set by its colex rank.
    pub fn places(&self) -> &[Place] {
        &self.places
    }
}

fn inverses() -> [usize; SYMMETRIES] {
    std::array::from_fn(|s| {
        let undoes = |t: &usize| {
            (0..POINTS).all(|i| BOARD.symmetries[*t][BOARD.symmetries[s][i] as usize] as usize == i)
        };
        (0..SYMMETRIES).find(undoes).expect("a group has inverses")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::PointSet;

    #[test]
    fn canonical_sets_are_orbit_representatives() {
        let (colex, images) = (ColexTable::new(), Images::new());
        let expected = [1, 4, 30, 158, 757, 2830, 8774, 22188, 46879, 82880];
        for (size, expected) in expected.into_iter().enumerate() {
            let canonical = CanonicalSets::new(size, &colex, &images);
            assert_eq!(canonical.sets().len(), expected);
            let mut set = (1u32 << size) - 1;
            for (rank, place) in canonical.places().iter().enumerate() {
                let row = canonical.sets()[place.row()];
                assert_eq!(images.of(place.symmetry(), set), row, "rank {rank}");
                assert!(row <= set);
                if set == row {
                    assert_eq!(place.symmetry(), 0);
                }
                if rank + 1 < canonical.places().len() {
                    set = next_combination(set);
                }
            }
        }
    }

    #[test]
    fn images_are_those_of_the_board() {
        let images = Images::new();
        for (s, permutation) in BOARD.symmetries.iter().enumerate() {
            for bits in [0x1, 0x80_0000, 0xA5_5A3C, 0x12_3456, 0xFF_FFFF] {
                let image = PointSet::from_bits(bits).permuted(permutation).bits();
                assert_eq!(images.of(s, bits), image);
            }
        }
    }
}
