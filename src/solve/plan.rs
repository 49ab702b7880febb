//! What a run will take: the pairs to solve, and the memory of each.

use crate::board::{MIN_MEN, Rules};
use crate::index::{Index, MAX_SET, Subspace};

/// Bytes that a run needs whatever it solves: tables, buffers, code.
const BASE_MEMORY: u64 = 100 << 20;
/// Slots that one thread of the reference machine solves, compresses and writes in a second, see
/// benches/README.md: in pairs of up to 12 stones, and in larger ones.
const SLOTS_PER_SECOND: [f64; 2] = [13e6, 8.5e6];

/// A pair of subspaces that are solved together; one subspace if it is its own partner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The one or two subspaces.
    pub subspaces: Vec<Subspace>,
}

impl Pair {
    /// The pairs of the moving phase in the order in which they can be solved, with at most
    /// `max_stones` stones on the board.
    pub fn all(rules: &Rules, max_stones: u8) -> Vec<Pair> {
        let small_first = Subspace::all_moving(rules).into_iter().filter(|s| s.mover >= s.opponent);
        small_first
            .filter(|s| s.stones() <= max_stones)
            .map(|s| if s.mover == s.opponent { vec![s] } else { vec![s, s.swapped()] })
            .map(|subspaces| Pair { subspaces })
            .collect()
    }

    /// Slots of all its subspaces.
    pub fn slots(&self) -> u64 {
        self.subspaces.iter().map(|s| s.slots() as u64).sum()
    }

    /// Upper bound of the memory that solving the pair takes, in bytes.
    pub fn memory(&self) -> u64 {
        let slots = self.slots();
        let child = |s: &Subspace| s.after_capture().map_or(0, |child| child.slots() as u64);
        let largest_child = self.subspaces.iter().map(child).max().unwrap_or(0);
        let rows: u64 = self.subspaces.iter().map(|s| (s.rows() + s.swapped().rows()) as u64).sum();
        let messages = super::pair::MESSAGES.min(slots) * 8;
        // A child is in memory while captures are settled, values and messages afterwards. The
        // file it comes from is mapped, and counted as if it did not compress.
        let settling = slots + 2 * largest_child;
        let inducing = slots + slots + slots / 8 + messages;
        BASE_MEMORY + rows * super::pair::ROW_BYTES + settling.max(inducing)
    }

    /// Estimate of the time that solving and writing the pair takes on `threads` threads, in
    /// seconds. It is the reference machine's; expect a factor of two on others.
    pub fn seconds(&self, threads: usize) -> f64 {
        let large = self.subspaces[0].stones() > 12;
        0.05 + self.slots() as f64 / SLOTS_PER_SECOND[usize::from(large)] / threads as f64
    }
}

/// Estimate of the size of a subspace's file, in bytes: a little more than what files of so many
/// stones take under the standard rules, see benches/README.md.
pub fn file_size(subspace: Subspace) -> u64 {
    let tenths_of_bits = match subspace.stones() {
        ..=12 => 31,
        13..=16 => 37,
        _ => 44,
    };
    (subspace.slots() as u64 * tenths_of_bits).div_ceil(80) + 8192
}

/// Most stones that the two sides of `rules` have on the board.
pub fn most_stones(rules: &Rules) -> u8 {
    2 * rules.men
}

/// Fewest stones on the board in the moving phase.
pub const FEWEST_STONES: u8 = 2 * MIN_MEN;

/// Builds the index tables, so that their time is no pair's.
pub fn warm_up() {
    for size in 0..=MAX_SET {
        Index::shared().canonical(size);
    }
}
