//! What a run will take: the jobs, and the memory and time of each.

use crate::board::{MIN_MEN, Rules};
use crate::index::{Index, MAX_SET, Subspace};

/// Bytes that a run needs whatever it solves: tables, buffers, code.
const BASE_MEMORY: u64 = 100 << 20;
/// Slots that one thread of the reference machine solves, compresses and writes in a second, see
/// benches/README.md: in pairs of up to 12 stones, and in larger ones.
const SLOTS_PER_SECOND: [f64; 2] = [13e6, 8.5e6];
/// The same for the placing phase.
const PLACED_PER_SECOND: f64 = 17e6;

/// What is solved at a time: a pair of subspaces of the moving phase, one that is its own partner,
/// or one of the placing phase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// The one or two subspaces.
    pub subspaces: Vec<Subspace>,
}

impl Job {
    /// The jobs of the moving phase in the order in which they can be solved, with at most
    /// `max_stones` stones on the board.
    pub fn moving(rules: &Rules, max_stones: u8) -> Vec<Job> {
        let small_first = Subspace::all_moving(rules).into_iter().filter(|s| s.mover >= s.opponent);
        small_first
            .filter(|s| s.stones() <= max_stones)
            .map(|s| if s.mover == s.opponent { vec![s] } else { vec![s, s.swapped()] })
            .map(|subspaces| Job { subspaces })
            .collect()
    }

    /// The jobs of the placing phase, which come after the whole moving phase.
    pub fn placing(rules: &Rules) -> Vec<Job> {
        let one = |subspace| Job { subspaces: vec![subspace] };
        Subspace::all_placing(rules).into_iter().map(one).collect()
    }

    /// Slots of all its subspaces.
    pub fn slots(&self) -> u64 {
        self.subspaces.iter().map(|s| s.slots() as u64).sum()
    }

    /// Upper bound of the memory that the job takes, in bytes.
    pub fn memory(&self) -> u64 {
        let slots = self.slots();
        let child = |s: &Subspace| s.after_capture().map_or(0, |child| child.slots() as u64);
        let largest_child = self.subspaces.iter().map(child).max().unwrap_or(0);
        let rows: u64 = self.subspaces.iter().map(|s| (s.rows() + s.swapped().rows()) as u64).sum();
        let messages = super::pair::MESSAGES.min(slots) * 8;
        // The file that scores come from is mapped, and counted as if it did not compress.
        let solving = if self.is_moving() {
            // A child is in memory while captures are settled, values and messages afterwards.
            let settling = slots + 2 * largest_child;
            settling.max(slots + slots + slots / 8 + messages)
        } else {
            let next: Vec<Subspace> =
                self.subspaces.iter().map(Subspace::after_quiet_turn).collect();
            let quiet: u64 = next.iter().map(|s| s.slots() as u64).sum();
            // Scores without a file are solved for on the side.
            let reading = match next[..] {
                [next] if next.is_last_placing() => Job { subspaces: vec![next] }.memory(),
                _ => 2 * quiet,
            };
            largest_child + reading.max(quiet + slots + messages)
        };
        BASE_MEMORY + rows * super::pair::ROW_BYTES + solving
    }

    /// Whether it belongs to the moving phase.
    pub fn is_moving(&self) -> bool {
        self.subspaces.iter().all(Subspace::is_moving)
    }

    /// Estimate of the time that the job takes on `threads` threads, files included, in seconds.
    /// It is the reference machine's; expect a factor of two on others.
    pub fn seconds(&self, threads: usize) -> f64 {
        let speed = match self.subspaces[0].stones() {
            _ if !self.is_moving() => PLACED_PER_SECOND,
            ..=12 => SLOTS_PER_SECOND[0],
            _ => SLOTS_PER_SECOND[1],
        };
        0.05 + self.slots() as f64 / speed / threads as f64
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
