//! Every rule profile, by value iteration over position and counter.
//!
//! A state is a position with the plies that are left until the game is a draw. All states of whole
//! small games are computed, those with no ply left first, and each is compared with the files: by
//! the format a stored win or loss stands when it takes no more than the plies that are left.
//! Without an N-ply rule the plies left bound the length of the game, and captures count as well:
//! then that compares every distance to the end. Games of the placing phase can't go on for ever; its
//! positions follow from later ones.

use std::collections::HashMap;
use std::ops::Range;

use rayon::prelude::*;

use crate::file::Database;
use crate::index::{Index, Subspace};
use crate::rules::{Rules, turns};

const DRAW: u8 = 0;
const WIN: u8 = 1;
const LOSS: u8 = 2;
/// The number of a position whose mover has fewer than three stones, and has lost.
const OVER: u32 = u32::MAX;

/// All positions of a game, numbered subspace by subspace, and where their turns lead.
pub struct Graph {
    /// With the numbers of its positions: the moving phase by ascending stones, then the placing
    /// phase by ascending stones in hand, so that only quiet turns lead to the same or a later one.
    pub subspaces: Vec<(Subspace, Range<usize>)>,
    /// Where the quiet turns of each position begin among `children`, and where the others.
    starts: Vec<u32>,
    children: Vec<u32>,
}

impl Graph {
    /// The positions of these subspaces; turns must not lead to others.
    pub fn new(rules: &Rules, index: &Index, mut subspaces: Vec<Subspace>) -> Graph {
        subspaces.sort_by_key(|[m, o, mh, oh]| (mh + oh, m + o));
        let (mut numbered, mut positions) = (Vec::new(), Vec::new());
        for subspace in subspaces {
            let first = positions.len();
            positions.extend(index.positions(subspace));
            numbered.push((subspace, first..positions.len()));
        }
        let firsts: HashMap<Subspace, usize> =
            numbered.iter().map(|(subspace, range)| (*subspace, range.start)).collect();
        let number = |position: &crate::rules::Position| match position.mover_stones() {
            0..3 => OVER,
            _ => (firsts[&position.subspace()] as u64 + index.slot(position)) as u32,
        };
        let (mut starts, mut children) = (vec![0], Vec::new());
        for part in positions.chunks(1 << 20) {
            let of_part: Vec<[Vec<u32>; 2]> = part
                .par_iter()
                .map(|position| {
                    let mut kinds = [Vec::new(), Vec::new()];
                    for turn in turns(rules, position) {
                        kinds[usize::from(!turn.quiet)].push(number(&turn.after));
                    }
                    for kind in &mut kinds {
                        kind.sort_unstable();
                        kind.dedup();
                    }
                    kinds
                })
                .collect();
            for kind in of_part.into_iter().flatten() {
                children.extend(kind);
                starts.push(children.len() as u32);
            }
        }
        Graph { subspaces: numbered, starts, children }
    }

    fn turns(&self, number: usize) -> [&[u32]; 2] {
        let at = |i: usize| self.starts[i] as usize;
        let [quiet, zeroing, end] = [at(2 * number), at(2 * number + 1), at(2 * number + 2)];
        [&self.children[quiet..zeroing], &self.children[zeroing..end]]
    }

    /// How a position ends for its mover, by the ends of where its turns lead.
    fn outcome(&self, number: usize, quiet: impl Fn(u32) -> u8, zeroing: impl Fn(u32) -> u8) -> u8 {
        let [quiet_turns, zeroing_turns] = self.turns(number);
        let mut outcome = LOSS;
        let after = quiet_turns.iter().map(|child| quiet(*child));
        for after in after.chain(zeroing_turns.iter().map(|child| zeroing(*child))) {
            match after {
                LOSS => return WIN,
                DRAW => outcome = DRAW,
                _ => {}
            }
        }
        outcome
    }

    fn is_over(&self, number: usize) -> bool {
        self.turns(number).iter().all(|turns| turns.is_empty())
    }

    /// The distance to the end of a position of the placing phase, by those of later ones.
    fn plies(&self, number: usize, outcome: u8, ends: &[u8], plies: &[u8]) -> u8 {
        let opposite = WIN + LOSS - outcome;
        let after = |child: &u32| match *child {
            OVER => (LOSS, 0),
            child => (ends[child as usize], plies[child as usize]),
        };
        let after = self.turns(number).into_iter().flatten().map(after);
        let plies = after.filter(|(end, _)| *end == opposite).map(|(_, plies)| plies);
        1 + if outcome == WIN { plies.min().unwrap() } else { plies.max().unwrap() }
    }

    /// Iterates over positions of the moving phase that quiet turns do not leave, for 0, 1, 2 ...
    /// plies left; at most `limit` if there is one. `ends` has the final outcomes of earlier
    /// positions, and gets theirs; `plies` gets the rounds in which they were found. `check` is called with each round, and with the round of a
    /// rule's own N in the end: from when a round is as the one before, all are.
    fn iterate(
        &self,
        range: Range<usize>,
        limit: Option<u8>,
        ends: &mut [u8],
        plies: &mut [u8],
        check: &dyn Fn(u8, &[u8]),
    ) {
        let numbers = || range.clone().into_par_iter();
        let over = |number| if self.is_over(number) { LOSS } else { DRAW };
        let mut before: Vec<u8> = numbers().map(over).collect();
        check(0, &before);
        for left in 1..=limit.unwrap_or(u8::MAX) {
            let in_round = |child: u32| match child {
                OVER => LOSS,
                child => before[child as usize - range.start],
            };
            let final_end = |child: u32| match child {
                OVER => LOSS,
                child => ends[child as usize],
            };
            let now: Vec<u8> = numbers()
                .map(|number| match limit {
                    Some(_) => self.outcome(number, in_round, final_end),
                    None => self.outcome(number, in_round, in_round),
                })
                .collect();
            check(left, &now);
            for (number, plies) in plies[range.clone()].iter_mut().enumerate() {
                if before[number] == DRAW && now[number] != DRAW {
                    *plies = left;
                }
            }
            let settled = now == before;
            before = now;
            if settled {
                break;
            }
        }
        check(limit.unwrap_or(u8::MAX), &before);
        ends[range].copy_from_slice(&before);
    }
}

/// Solves the game and compares every state with the files. Returns how many positions were
/// compared.
pub fn compare(graph: &Graph, limit: Option<u8>, database: &Database) -> usize {
    let mut ends = vec![DRAW; graph.subspaces.last().unwrap().1.end];
    let mut plies = vec![0; ends.len()];
    let stored: Vec<Vec<(u8, Option<u16>)>> =
        graph.subspaces.iter().map(|(subspace, _)| database.stored(*subspace)).collect();
    let moving = graph.subspaces.iter().filter(|([_, _, mh, oh], _)| mh + oh == 0).count();
    let stones = |i: usize| graph.subspaces[i].0[0] + graph.subspaces[i].0[1];
    let check = |subspaces: Range<usize>, left: u8, round: &[u8]| {
        let mut at = 0;
        for i in subspaces {
            let (subspace, range) = &graph.subspaces[i];
            let round = &round[at..at + range.len()];
            stored[i].par_iter().zip(round).enumerate().for_each(|(slot, (value, found))| {
                let (outcome, plies) = *value;
                let stands = plies.is_none_or(|plies| plies <= left.into());
                let by_the_file = if stands { outcome } else { DRAW };
                assert_eq!(by_the_file, *found, "{subspace:?} {slot}, {left} plies left");
            });
            at += range.len();
        }
    };
    // Captures lead to fewer stones: settled before where they begin anew, and iterated along where
    // they only count as a ply.
    let mut first = 0;
    while first < moving {
        let same = (first..moving).take_while(|i| limit.is_none() || stones(*i) == stones(first));
        let last = same.last().unwrap();
        let range = graph.subspaces[first].1.start..graph.subspaces[last].1.end;
        let check = |left: u8, round: &[u8]| check(first..last + 1, left, round);
        graph.iterate(range, limit, &mut ends, &mut plies, &check);
        first = last + 1;
    }
    for ((subspace, range), stored) in graph.subspaces.iter().zip(&stored).skip(moving) {
        let end = |child: u32| if child == OVER { LOSS } else { ends[child as usize] };
        let found: Vec<(u8, u8)> = range
            .clone()
            .into_par_iter()
            .map(|number| match graph.outcome(number, end, end) {
                DRAW => (DRAW, 0),
                outcome => (outcome, graph.plies(number, outcome, &ends, &plies)),
            })
            .collect();
        for (slot, ((outcome, plies), found)) in stored.iter().zip(&found).enumerate() {
            assert_eq!(*outcome, found.0, "{subspace:?} {slot}");
            // Under a limit no distance is stored; else all but those of the last ply.
            let is_stored = limit.is_none() && subspace[2] + subspace[3] > 1 && *outcome != DRAW;
            assert_eq!(*plies, is_stored.then_some(found.1.into()), "{subspace:?} {slot}");
        }
        let (of_ends, of_plies) = (&mut ends[range.clone()], &mut plies[range.clone()]);
        for (found, (end, plies)) in found.into_iter().zip(of_ends.iter_mut().zip(of_plies)) {
            (*end, *plies) = found;
        }
    }
    ends.len()
}
