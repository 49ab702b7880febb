//! Slots of positions, by the description in `src/store/format.rs`.

use std::collections::HashMap;
use std::sync::OnceLock;

use crate::rules::{Position, image, images};

/// Mover's stones on the board, opponent's, mover's in hand, opponent's.
pub type Subspace = [u8; 4];

/// The canonical sets of up to nine points, found when first needed.
pub struct Index {
    by_size: [OnceLock<Sets>; 10],
}

struct Sets {
    /// The canonical sets, ascending.
    canonical: Vec<u32>,
    /// For each set the row of its smallest image, and the symmetry that leads there.
    rows: HashMap<u32, (u32, &'static [u32; 24])>,
}

pub fn choose(n: u64, k: u64) -> u64 {
    if k > n { 0 } else { (0..k).fold(1, |product, i| product * (n - i) / (i + 1)) }
}

/// The sets of so many among the lowest `points` bits, ascending.
fn sets(points: u32, size: u32) -> impl Iterator<Item = u32> {
    (0u32..1 << points).filter(move |set| set.count_ones() == size)
}

impl Index {
    pub fn new() -> Index {
        Index { by_size: Default::default() }
    }

    fn sets(&self, size: u8) -> &Sets {
        self.by_size[usize::from(size)].get_or_init(|| {
            let is_smallest = |set: &u32| images().iter().all(|table| image(*set, table) >= *set);
            let canonical: Vec<u32> = sets(24, size.into()).filter(is_smallest).collect();
            let row = |set: u32| {
                let table = images().iter().min_by_key(|table| image(set, table)).unwrap();
                let row = canonical.binary_search(&image(set, table)).unwrap();
                (set, (row as u32, table))
            };
            let rows = sets(24, size.into()).map(row).collect();
            Sets { canonical, rows }
        })
    }

    pub fn slot(&self, position: &Position) -> u64 {
        let [m, o, ..] = position.subspace();
        let sets = self.sets(m);
        let (row, table) = sets.rows[&position.mover];
        let mover = sets.canonical[row as usize];
        let opponent = image(position.opponent, table);
        let (mut column, mut nth, mut free) = (0, 0, 0);
        for point in (0..24).filter(|point| mover >> point & 1 == 0) {
            if opponent >> point & 1 == 1 {
                nth += 1;
                column += choose(free, nth);
            }
            free += 1;
        }
        u64::from(row) * choose(u64::from(24 - m), u64::from(o)) + column
    }

    /// A position of every slot of a subspace, in order.
    pub fn positions(&self, [m, o, mover_hand, opponent_hand]: Subspace) -> Vec<Position> {
        let columns: Vec<u32> = sets(24 - u32::from(m), o.into()).collect();
        let mut positions = Vec::new();
        for mover in &self.sets(m).canonical {
            let free: Vec<u32> = (0..24).filter(|point| mover >> point & 1 == 0).collect();
            for column in &columns {
                let taken = free.iter().enumerate().filter(|(i, _)| column >> i & 1 == 1);
                let opponent = taken.fold(0, |set, (_, point)| set | 1 << point);
                positions.push(Position { mover: *mover, opponent, mover_hand, opponent_hand });
            }
        }
        positions
    }
}
