//! Slots: the numbers of the positions of a subspace.

use std::sync::{LazyLock, OnceLock};

use super::canonical::{CanonicalSets, Images};
use super::colex::{ColexTable, spread, squeeze, unrank};
use super::subspace::{MAX_SET, Subspace};
use crate::board::{PointSet, Position, SYMMETRIES};

/// The tables behind the perfect hash: about 12 MB when all are built. The canonical sets of a size
/// are found when first asked for, so that a single query pays only for those it needs.
pub struct Index {
    /// Colex ranks.
    pub colex: ColexTable,
    /// Images of sets under the symmetries.
    pub images: Images,
    canonical: [OnceLock<CanonicalSets>; MAX_SET + 1],
}

impl Index {
    /// The one instance, built when first needed.
    pub fn shared() -> &'static Index {
        static INDEX: LazyLock<Index> = LazyLock::new(|| Index {
            colex: ColexTable::new(),
            images: Images::new(),
            canonical: Default::default(),
        });
        &INDEX
    }

    /// The canonical sets of `size` points, at most [`MAX_SET`].
    pub fn canonical(&self, size: usize) -> &CanonicalSets {
        self.canonical[size].get_or_init(|| CanonicalSets::new(size, &self.colex, &self.images))
    }

    /// The row of `row_set`, and the column of `column_set` in it.
    ///
    /// ```text
    /// row    = number of the canonical set s(row_set)
    /// column = colex(squeeze(s(column_set) onto the points free of s(row_set)))
    /// ```
    pub fn row_and_column(&self, row_set: PointSet, column_set: PointSet) -> (usize, usize) {
        let canonical = self.canonical(row_set.len());
        let place = canonical.places()[self.colex.rank(row_set.bits()) as usize];
        let free = !PointSet::from_bits(canonical.sets()[place.row()]);
        let image = self.images.of(place.symmetry(), column_set.bits());
        (place.row(), self.colex.rank(squeeze(image, free.bits())) as usize)
    }
}

/// How the positions of a subspace are laid out: a row is a canonical set of the mover, a column a
/// set of the opponent. `slot = row * columns + column`.
///
/// A canonical set with a non-trivial stabilizer has columns that are the same position ("twins");
/// they hold the same value. [`Layout::is_first_twin`] picks one of them.
#[derive(Clone, Copy)]
pub struct Layout {
    index: &'static Index,
    subspace: Subspace,
    columns: usize,
}

impl Layout {
    /// The layout of a subspace.
    pub fn new(subspace: Subspace) -> Layout {
        Layout { index: Index::shared(), subspace, columns: subspace.columns() }
    }

    /// The slot of a position of this subspace.
    pub fn slot(&self, position: &Position) -> usize {
        debug_assert_eq!(Subspace::of(position), self.subspace);
        let (row, column) = self.index.row_and_column(position.mover, position.opponent);
        row * self.columns + column
    }

    /// The position of a slot: that of its orbit in which the mover's set is canonical.
    pub fn position(&self, slot: usize) -> Position {
        let (row, column) = (slot / self.columns, slot % self.columns);
        let mover = self.index.canonical(self.subspace.mover as usize).sets()[row];
        let mover = PointSet::from_bits(mover);
        let squeezed = unrank(column, self.subspace.opponent as usize);
        Position {
            mover,
            opponent: PointSet::from_bits(spread(squeezed, (!mover).bits())),
            mover_hand: self.subspace.mover_hand,
            opponent_hand: self.subspace.opponent_hand,
        }
    }

    /// Whether this slot is the first of those that hold its position.
    pub fn is_first_twin(&self, slot: usize) -> bool {
        let canonical = self.index.canonical(self.subspace.mover as usize);
        let stabilizer = canonical.stabilizers()[slot / self.columns];
        if stabilizer == 1 {
            return true;
        }
        // With the row fixed, column order is the numeric order of the opponent's sets.
        let opponent = self.position(slot).opponent.bits();
        (1..SYMMETRIES)
            .filter(|s| stabilizer >> s & 1 == 1)
            .all(|s| self.index.images.of(s, opponent) >= opponent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{BOARD, Rules};
    use proptest::prelude::*;

    #[test]
    fn slots_are_a_bijection_on_small_subspaces() {
        for (mover, opponent) in [(3, 3), (3, 4), (4, 3), (2, 1), (0, 2), (4, 4)] {
            let subspace = Subspace::moving(mover, opponent);
            let layout = Layout::new(subspace);
            let mut distinct = 0;
            for slot in 0..subspace.slots() {
                let position = layout.position(slot);
                assert_eq!(layout.slot(&position), slot);
                distinct += u64::from(layout.is_first_twin(slot));
            }
            assert_eq!(distinct, subspace.positions(), "{subspace}");
        }
    }

    proptest! {
        #[test]
        fn slots_are_a_bijection_on_random_slots(which in 0usize..49, at in 0.0..1.0f64) {
            let subspace = Subspace::all_moving(&Rules::STANDARD)[which];
            let slot = (at * subspace.slots() as f64) as usize;
            let layout = Layout::new(subspace);
            prop_assert_eq!(layout.slot(&layout.position(slot)), slot);
        }

        #[test]
        fn symmetric_positions_share_their_first_twin(which in 0usize..49, at in 0.0..1.0f64) {
            let subspace = Subspace::all_moving(&Rules::STANDARD)[which];
            let layout = Layout::new(subspace);
            let columns = subspace.columns();
            let slot = (at * subspace.slots() as f64) as usize;
            let position = layout.position(slot);
            let mut slots: Vec<usize> = BOARD.symmetries.iter().map(|symmetry| {
                layout.slot(&Position {
                    mover: position.mover.permuted(symmetry),
                    opponent: position.opponent.permuted(symmetry),
                    ..position
                })
            }).collect();
            slots.sort_unstable();
            slots.dedup();
            prop_assert!(slots.contains(&slot));
            prop_assert!(slots.iter().all(|s| s / columns == slot / columns), "one row");
            let firsts: Vec<bool> = slots.iter().map(|s| layout.is_first_twin(*s)).collect();
            prop_assert_eq!(firsts.iter().filter(|first| **first).count(), 1);
            prop_assert!(firsts[0]);
        }
    }
}
