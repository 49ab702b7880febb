//! The independent check of a database: every value against those of its successors.
//!
//! Win/draw/loss alone can fit together and still be wrong (a cycle of wins that never ends), so
//! distances are checked: a win takes one ply more than the shortest loss that it leads to, a loss
//! one more than the longest win; under an N-ply rule a placing or capture takes one ply whatever
//! comes after it, and what takes more than N is a draw. Turns come from the plain rules code, and
//! slots from tables that are built here, straight from the board's symmetries, and share nothing
//! with the solver's.

use rayon::prelude::*;

use super::database::{Database, QueryError};
use super::loaded::Loaded;
use super::sampling::draw;
use crate::board::{BOARD, Metric, POINTS, Plies, PointSet, Position, Rules, Value, for_each_turn};
use crate::index::Subspace;

/// A stored value that is not what its successors' values make it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The slot.
    pub slot: u64,
    /// The position.
    pub position: Position,
    /// What the file says.
    pub stored: Value,
    /// What follows from the successors.
    pub expected: Value,
    /// Whether the file has no distances, so that only the outcome of `stored` means something.
    pub outcome_only: bool,
}

/// Compares every stored value of a subspace with its successors'. Returns the mismatch with the
/// lowest slot. `progress` is told how many more slots were compared, from any thread.
///
/// # Errors
/// If the subspace's file, or one that its turns lead to, is missing or damaged.
pub fn recompute(
    database: &Database,
    subspace: Subspace,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Option<Mismatch>, QueryError> {
    let check = Check::load(database, subspace)?;
    Ok((0..check.rows.sets.len())
        .into_par_iter()
        .map(|row| {
            let mismatch = check.row(row);
            progress(check.columns as u64);
            mismatch
        })
        .find_first(Option::is_some)
        .flatten())
}

/// The same for `sample` slots, drawn by a fixed generator from `seed`.
///
/// # Errors
/// As [`recompute`].
pub fn recompute_sample(
    database: &Database,
    subspace: Subspace,
    sample: u64,
    seed: u64,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Option<Mismatch>, QueryError> {
    let check = Check::load(database, subspace)?;
    let slots = subspace.slots() as u64;
    const BATCH: u64 = 1 << 12;
    Ok((0..sample.div_ceil(BATCH))
        .into_par_iter()
        .map(|batch| {
            let first = batch * BATCH;
            let numbers = first..sample.min(first + BATCH);
            progress(numbers.end - numbers.start);
            numbers
                .map(|number| draw(seed, number, slots) as usize)
                .find_map(|slot| check.slot(slot))
        })
        .find_first(Option::is_some)
        .flatten())
}

struct Check {
    rules: Rules,
    subspace: Subspace,
    rows: Rows,
    columns: usize,
    own: Loaded,
    outcome_only: bool,
    successors: Successors,
}

/// The values that the turns of a subspace lead to.
struct Successors {
    quiet: Successor,
    /// `None`: a capture ends the game, or there is none.
    capture: Option<Successor>,
}

/// The values of a subspace.
enum Successor {
    /// As a file has them.
    Stored { rows: Rows, columns: usize, values: Loaded },
    /// From its own successors, where files have no distances and they are needed.
    Derived(Box<Successors>),
}

impl Check {
    fn load(database: &Database, subspace: Subspace) -> Result<Check, QueryError> {
        let file = database.folder().open_once(subspace)?;
        let outcome_only = !file.header().stores_distances();
        Ok(Check {
            rules: *database.rules(),
            subspace,
            rows: Rows::new(subspace.mover),
            columns: choose(POINTS - subspace.mover as usize, subspace.opponent as usize),
            own: Loaded::load(&file)?,
            outcome_only,
            successors: Successors::load(database, subspace)?,
        })
    }

    fn row(&self, row: usize) -> Option<Mismatch> {
        let mut columns = Combinations::of(self.subspace.opponent);
        (0..self.columns).find_map(|column| {
            let set = columns.next().expect("as many sets as columns");
            self.compare(row * self.columns + column, row, set)
        })
    }

    fn slot(&self, slot: usize) -> Option<Mismatch> {
        let (row, column) = (slot / self.columns, slot % self.columns);
        let mut rest = column;
        let mut set = 0;
        for size in (1..=self.subspace.opponent as usize).rev() {
            // The largest point with no more than `rest` sets before it.
            let point = (0..POINTS).rev().find(|p| choose(*p, size) <= rest).unwrap_or(0);
            set |= 1 << point;
            rest -= choose(point, size);
        }
        self.compare(slot, row, set)
    }

    /// Compares the value of a slot; `column_set` is its opponent's set on the points that the
    /// mover's leaves free.
    fn compare(&self, slot: usize, row: usize, column_set: u32) -> Option<Mismatch> {
        let mover = self.rows.sets[row];
        let free = (!mover).iter().enumerate();
        let opponent: PointSet =
            free.filter(|(i, _)| column_set >> i & 1 == 1).map(|(_, point)| point).collect();
        let position = Position {
            mover,
            opponent,
            mover_hand: self.subspace.mover_hand,
            opponent_hand: self.subspace.opponent_hand,
        };
        let stored = self.own.value(slot);
        let expected = self.successors.best(&self.rules, &position);
        let equal = match self.outcome_only {
            true => stored.outcome() == expected.outcome(),
            false => stored == expected,
        };
        let (slot, outcome_only) = (slot as u64, self.outcome_only);
        (!equal).then_some(Mismatch { slot, position, stored, expected, outcome_only })
    }
}

impl Successors {
    fn load(database: &Database, subspace: Subspace) -> Result<Successors, QueryError> {
        Ok(Successors {
            quiet: Successor::load(database, subspace.after_quiet_turn())?,
            capture: match subspace.after_capture() {
                Some(after) if subspace.may_capture() => Some(Successor::load(database, after)?),
                _ => None,
            },
        })
    }

    /// The value of a position by the best of its turns.
    fn best(&self, rules: &Rules, position: &Position) -> Value {
        let mut best = None;
        for_each_turn(rules, position, |turn| {
            let child = turn.apply(position);
            let after = match (turn.capture, &self.capture) {
                (None, _) => self.quiet.value(rules, &child),
                (Some(_), Some(capture)) => capture.value(rules, &child),
                (Some(_), None) => Value::Loss(Plies(0)),
            };
            best = best.max(Some(rules.metric().of_turn(after, turn.zeroes())));
        });
        best.unwrap_or(Value::Loss(Plies(0)))
    }
}

impl Successor {
    fn load(database: &Database, subspace: Subspace) -> Result<Successor, QueryError> {
        let file = database.folder().open_once(subspace)?;
        if !file.header().stores_distances() && database.rules().metric() == Metric::End {
            return Ok(Successor::Derived(Box::new(Successors::load(database, subspace)?)));
        }
        // Under an N-ply rule it is reached by placings and captures alone: it only matters who wins.
        let values = Loaded::load(&file)?;
        let columns = choose(POINTS - subspace.mover as usize, subspace.opponent as usize);
        Ok(Successor::Stored { rows: Rows::new(subspace.mover), columns, values })
    }

    fn value(&self, rules: &Rules, position: &Position) -> Value {
        let (rows, columns, values) = match self {
            Successor::Stored { rows, columns, values } => (rows, columns, values),
            Successor::Derived(successors) => return successors.best(rules, position),
        };
        let (row, symmetry) = rows.find(position.mover);
        let free = (!rows.sets[row]).bits();
        let opponent = position.opponent.permuted(&BOARD.symmetries[symmetry]);
        let column: usize = opponent
            .iter()
            .zip(1..)
            .map(|(point, size)| {
                let below = free & ((1 << point.index()) - 1);
                choose(below.count_ones() as usize, size)
            })
            .sum();
        values.value(row * columns + column)
    }
}

/// The rows of the sets of one size: the least set of each orbit, in ascending order.
struct Rows {
    sets: Vec<PointSet>,
    /// By bit mask: the row and the symmetry that leads to it, times 16 plus.
    places: Vec<u32>,
}

impl Rows {
    fn new(size: u8) -> Rows {
        let (mut sets, mut places) = (Vec::new(), vec![u32::MAX; 1 << POINTS]);
        for bits in Combinations::of(size).take_while(|bits| bits >> POINTS == 0) {
            let set = PointSet::from_bits(bits);
            if places[bits as usize] != u32::MAX {
                continue;
            }
            for (s, forth) in BOARD.symmetries.iter().enumerate() {
                // `s` takes an image of the set back to it: the image is that of the inverse.
                let mut back = [0u8; POINTS];
                forth.iter().zip(0..).for_each(|(to, from)| back[*to as usize] = from);
                let image = set.permuted(&back);
                places[image.bits() as usize] = (sets.len() << 4 | s) as u32;
            }
            sets.push(set);
        }
        Rows { sets, places }
    }

    fn find(&self, set: PointSet) -> (usize, usize) {
        let place = self.places[set.bits() as usize];
        (place as usize >> 4, place as usize & 15)
    }
}

/// Sets of a size in ascending numeric order.
struct Combinations(Option<u32>);

impl Combinations {
    fn of(size: u8) -> Combinations {
        Combinations(Some((1 << size) - 1))
    }
}

impl Iterator for Combinations {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        let now = self.0?;
        // Move the lowest block's top bit up by one, and the rest of the block to the bottom.
        let block = (now >> now.trailing_zeros().min(31)).trailing_ones();
        let start = now.trailing_zeros();
        self.0 = (now != 0 && start + block < 32).then(|| {
            let above = now >> (start + block) << (start + block);
            above | 1 << (start + block) | ((1 << (block - 1)) - 1)
        });
        Some(now)
    }
}

/// The number of sets of `k` among `n` things.
fn choose(n: usize, k: usize) -> usize {
    const TABLE: [[usize; POINTS + 1]; POINTS + 1] = {
        let mut table = [[0; POINTS + 1]; POINTS + 1];
        let mut n = 0;
        while n <= POINTS {
            // The product formula, exact at each step.
            let (mut k, mut value) = (0, 1);
            while k <= n {
                table[n][k] = value;
                value = value * (n - k) / (k + 1);
                k += 1;
            }
            n += 1;
        }
        table
    };
    TABLE[n][k]
}
