//! The value of the empty board, proved by search from the moving phase alone.
//!
//! The placing phase has no cycles, so a search through it ends. Two questions settle the value:
//! can the first player force a win, can the second? Each is a search with two answers, which stops
//! at the first good turn of the side that asks and has to try all turns of the other one (alpha-beta
//! with a window of one). Nothing of the placing phase's files is read, so that a proof is evidence
//! for them too.

use super::database::{Database, QueryError};
use crate::board::{BOARD, Outcome, POINTS, PointSet, Position, SYMMETRIES, Turn, for_each_turn};
use crate::index::Index;

/// Nodes between two reports of progress.
const REPORT: u64 = 1 << 16;
/// Bytes of a table of what was found out.
pub const TABLE_BYTES: usize = 1 << 29;

/// Who tries to force a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attacker {
    /// The player who begins.
    First,
    /// The other one.
    Second,
}

/// The answer to one question, and what it took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    /// Whether the attacker can force a win from the empty board.
    pub wins: bool,
    /// Positions of the placing phase that were searched.
    pub nodes: u64,
    /// Positions of the moving phase that were looked up.
    pub probes: u64,
}

/// Finds out whether `attacker` can force a win from the empty board. `progress` is told how many
/// more nodes were searched.
///
/// # Errors
/// If a file of the moving phase is missing or damaged.
pub fn search(
    database: &Database,
    attacker: Attacker,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Bound, QueryError> {
    let mut search =
        Search { database, table: Table::new(TABLE_BYTES), progress, nodes: 0, probes: 0 };
    let start = Position::start(database.rules());
    let wins = search.attacker_wins(&start, attacker == Attacker::First)?;
    progress(search.nodes % REPORT);
    Ok(Bound { wins, nodes: search.nodes, probes: search.probes })
}

struct Search<'a> {
    database: &'a Database,
    table: Table,
    progress: &'a (dyn Fn(u64) + Sync),
    nodes: u64,
    probes: u64,
}

impl Search<'_> {
    fn attacker_wins(
        &mut self,
        position: &Position,
        attacker_to_move: bool,
    ) -> Result<bool, QueryError> {
        let in_hand = position.mover_hand + position.opponent_hand;
        if in_hand == 0 || position.mover_has_lost_by_stones() {
            self.probes += 1;
            let outcome = self.database.outcome(position)?;
            return Ok(outcome == if attacker_to_move { Outcome::Win } else { Outcome::Loss });
        }
        let key = canonical(position);
        if let Some(wins) = self.table.get(key) {
            return Ok(wins);
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(REPORT) {
            (self.progress)(REPORT);
        }
        let mut wins = !attacker_to_move;
        for turn in promising_first(self.database, position) {
            if self.attacker_wins(&turn.apply(position), !attacker_to_move)? == attacker_to_move {
                wins = attacker_to_move;
                break;
            }
        }
        self.table.set(key, in_hand, wins);
        Ok(wins)
    }
}

/// The legal turns in the order in which they are tried: mills first, then what keeps the opponent
/// from closing one, then points with many neighbours.
fn promising_first(database: &Database, position: &Position) -> Vec<Turn> {
    let mut turns = Vec::new();
    for_each_turn(database.rules(), position, |turn| {
        let to = turn.to.index();
        let lines = || BOARD.mills.iter().filter(|mill| mill.contains(turn.to));
        let stones_in = |stones: PointSet, mill: &PointSet| (stones & *mill).len();
        let blocks = lines().filter(|mill| stones_in(position.opponent, mill) == 2).count();
        let makes_two = lines()
            .filter(|mill| {
                stones_in(position.mover, mill) == 1 && stones_in(position.opponent, mill) == 0
            })
            .count();
        // The stone that is taken had better be one of two in a line.
        let breaks = turn.capture.map_or(0, |taken| {
            let own = position.opponent.without(taken);
            let through = BOARD.mills.iter().filter(|mill| mill.contains(taken));
            through
                .filter(|mill| stones_in(own, mill) == 1 && stones_in(position.mover, mill) == 0)
                .count()
        });
        let score = 1000 * usize::from(turn.capture.is_some())
            + 100 * blocks
            + 10 * breaks
            + 8 * makes_two
            + BOARD.neighbours[to].len();
        turns.push((score, turn));
    });
    turns.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
    turns.into_iter().map(|(_, turn)| turn).collect()
}

/// A number that symmetric positions share, and only they: the least of their images, below the
/// stones in hand.
fn canonical(position: &Position) -> u64 {
    let images = &Index::shared().images;
    let (mover, opponent) = (position.mover.bits(), position.opponent.bits());
    let least = (0..SYMMETRIES)
        .map(|s| u64::from(images.of(s, mover)) << POINTS | u64::from(images.of(s, opponent)))
        .min()
        .unwrap_or(0);
    let in_hand = u64::from(position.mover_hand + position.opponent_hand);
    in_hand << (2 * POINTS) | least
}

/// What was found out, by position. Full places are taken over: one of two by any position, the
/// other only by one with as many stones in hand, which took as long to search.
struct Table {
    buckets: Vec<[u64; 2]>,
}

impl Table {
    fn new(bytes: usize) -> Table {
        Table { buckets: vec![[0; 2]; (bytes / 16).next_power_of_two()] }
    }

    fn bucket(&self, key: u64) -> usize {
        // Fibonacci hashing (Knuth, The Art of Computer Programming 3, section 6.4).
        let hash = key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (hash >> 20) as usize & (self.buckets.len() - 1)
    }

    /// An entry is the key and its answer; as stones are in hand, none is 0.
    fn get(&self, key: u64) -> Option<bool> {
        let bucket = self.buckets[self.bucket(key)];
        bucket.into_iter().find(|entry| entry >> 1 == key).map(|entry| entry & 1 == 1)
    }

    fn set(&mut self, key: u64, in_hand: u8, wins: bool) {
        let at = self.bucket(key);
        let [kept, latest] = &mut self.buckets[at];
        let entry = key << 1 | u64::from(wins);
        let kept_in_hand = *kept >> (2 * POINTS + 1);
        *(if u64::from(in_hand) >= kept_in_hand { kept } else { latest }) = entry;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Rules;

    #[test]
    fn symmetric_positions_have_one_number_and_others_have_another() {
        let mut now = vec![Position::start(&Rules::STANDARD)];
        // Positions that can arise, symmetric ones counted once, after 1, 2 and 3 plies.
        for expected in [4, 46, 428] {
            let mut next = std::collections::HashMap::new();
            for position in &now {
                for_each_turn(&Rules::STANDARD, position, |turn| {
                    let child = turn.apply(position);
                    next.insert(canonical(&child), child);
                });
            }
            assert_eq!(next.len(), expected);
            now = next.into_values().collect();
        }
    }

    #[test]
    fn the_table_remembers_and_does_not_mix_up() {
        let mut table = Table::new(1 << 10);
        let key = |in_hand: u64, n: u64| in_hand << 48 | n;
        table.set(key(5, 7), 5, true);
        assert_eq!(table.get(key(5, 7)), Some(true));
        assert_eq!(table.get(key(4, 7)), None);
        for n in 0..10_000 {
            table.set(key(3, n), 3, n % 3 == 0);
        }
        // It has as many in hand as any: nothing took its place.
        assert_eq!(table.get(key(5, 7)), Some(true));
        let known: Vec<u64> = (0..10_000).filter(|n| table.get(key(3, *n)).is_some()).collect();
        assert!(!known.is_empty() && known.len() < 200);
        assert!(known.iter().all(|n| table.get(key(3, *n)) == Some(n % 3 == 0)));
    }
}
