//! What a run will take: the jobs, and the memory and time of each.

use crate::board::{MIN_MEN, Rules};
use crate::index::{Index, MAX_SET, Subspace};
use crate::store::format::planes;

/// Bytes that a run needs whatever it solves: tables, buffers, code.
const BASE_MEMORY: u64 = 100 << 20;
/// Slots that one thread of the reference machine solves, compresses and writes in a second, see
/// benches/README.md: in pairs of up to 12 stones, and in larger ones.
const SLOTS_PER_SECOND: [f64; 2] = [13e6, 8.5e6];
/// The same for the placing phase.
const PLACED_PER_SECOND: f64 = 17e6;

/// What is solved at a time: a pair of subspaces of the moving phase, or one that is its own
/// partner; one of the placing phase, or two of its last plies. The later of these two has no
/// distances in its file, so the earlier one needs it while it is in memory.
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
        let all = Subspace::all_placing(rules);
        let leads_to_last = |s: &Subspace| s.after_quiet_turn().is_last_placing();
        let with_next: Vec<Subspace> = all.iter().copied().filter(leads_to_last).collect();
        let is_with_other = |s: &Subspace| with_next.iter().any(|w| w.after_quiet_turn() == *s);
        let alone = all.into_iter().filter(|s| !is_with_other(s));
        let job = |s: Subspace| match leads_to_last(&s) {
            true => Job { subspaces: vec![s.after_quiet_turn(), s] },
            false => Job { subspaces: vec![s] },
        };
        alone.map(job).collect()
    }

    /// Slots of all its subspaces.
    pub fn slots(&self) -> u64 {
        self.subspaces.iter().map(|s| s.slots() as u64).sum()
    }

    /// Upper bound of the memory that the job takes, in bytes.
    pub fn memory(&self, rules: &Rules) -> u64 {
        let slots = self.slots();
        let child = |s: &Subspace| s.after_capture().map_or(0, |child| child.slots() as u64);
        let largest_child = self.subspaces.iter().map(child).max().unwrap_or(0);
        let rows: u64 = self.subspaces.iter().map(|s| (s.rows() + s.swapped().rows()) as u64).sum();
        let messages = super::workers::MESSAGES.min(slots) * 8;
        // The file that scores come from is mapped, and counted as if it did not compress.
        let solving = if self.is_moving() {
            // A child is in memory while captures are settled, values and messages afterwards.
            let settling = slots + 2 * largest_child;
            let deciding = slots + slots + slots / 8;
            // For the second lap captures are looked at again while values are there.
            let again =
                if is_long(rules) { slots / 8 + (2 * largest_child).max(messages) } else { 0 };
            settling.max(deciding + messages).max(deciding + again)
        } else {
            let next: Vec<u64> =
                self.subspaces.iter().map(|s| s.after_quiet_turn().slots() as u64).collect();
            let quiet = next.iter().sum::<u64>();
            // For the second lap a bit a slot, and the few scores that belong there.
            let again = if is_long(rules) { slots / 8 + (quiet + largest_child) / 16 } else { 0 };
            2 * largest_child + quiet + (slots + messages).max(quiet) + again
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

/// Whether distances may need a second [`Lap`](super::lap::Lap): protected mills make fights of up to
/// 329 plies, unless turns are limited; other rules are far from it.
fn is_long(rules: &Rules) -> bool {
    !rules.take_from_mills && rules.draw_after.is_none()
}

/// Estimate of the size of a subspace's file, in bytes: a little more than what files of so many
/// stones take under the standard rules, see benches/README.md.
pub fn file_size(rules: &Rules, subspace: Subspace) -> u64 {
    let tenths_of_bits = match subspace.stones() {
        // Outcomes alone.
        _ if planes(rules, subspace) == 1 => 11,
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn each_subspace_is_solved_once_and_after_those_that_it_leads_to() {
        for men in MIN_MEN..=crate::board::MAX_MEN {
            let rules = Rules { men, ..Rules::STANDARD };
            let mut jobs = Job::moving(&rules, most_stones(&rules));
            jobs.extend(Job::placing(&rules));
            let mut solved = HashSet::new();
            for subspace in jobs.iter().flat_map(|job| &job.subspaces) {
                let next = subspace.after_quiet_turn();
                let own_pair = subspace.is_moving();
                assert!(own_pair || solved.contains(&next), "{subspace} before {next}");
                // The last ply is solved again where it is needed and is not in memory.
                let needed = subspace
                    .after_capture()
                    .filter(|after| subspace.may_capture() && !after.is_last_placing());
                assert!(needed.is_none_or(|after| solved.contains(&after)), "{subspace}");
                assert!(solved.insert(*subspace), "{subspace} twice");
            }
            let moving = usize::from(men - 2).pow(2);
            assert_eq!(solved.len(), moving + Subspace::all_placing(&rules).len());
        }
    }

    #[test]
    fn the_plan_of_the_whole_game_fits_its_budget() {
        let rules = Rules::STANDARD;
        let mut jobs = Job::moving(&rules, most_stones(&rules));
        jobs.extend(Job::placing(&rules));
        let memory = jobs.iter().map(|job| job.memory(&rules)).max().unwrap();
        assert!(memory < 6_000_000_000, "{memory}");
        assert_eq!(jobs.iter().map(Job::slots).sum::<u64>(), 9_193_626_407 + 18_654_421_599);
    }
}
