//! Slots of positions, by the description in `src/store/format.rs`.

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
    /// For each set of 24 bits the row of its smallest image, and the number of the symmetry that
    /// leads there, times 16 plus.
    rows: Vec<u32>,
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
            let mut rows = vec![0; 1 << 24];
            for set in sets(24, size.into()) {
                let by_image = |(_, table): &(usize, &[u32; 24])| image(set, table);
                let (symmetry, table) = images().iter().enumerate().min_by_key(by_image).unwrap();
                let row = canonical.binary_search(&image(set, table)).unwrap();
                rows[set as usize] = (row << 4 | symmetry) as u32;
            }
            Sets { canonical, rows }
        })
    }

    pub fn slot(&self, position: &Position) -> u64 {
        let [m, o, ..] = position.subspace();
        let sets = self.sets(m);
        let place = sets.rows[position.mover as usize];
        let (row, table) = (place >> 4, &images()[place as usize & 15]);
        let mover = sets.canonical[row as usize];
        let opponent = image(position.opponent, table);
        let (mut column, mut nth, mut rest) = (0, 0, opponent);
        while rest != 0 {
            let point = rest.trailing_zeros();
            let free = point - (mover & ((1 << point) - 1)).count_ones();
            nth += 1;
            column += choose(free.into(), nth);
            rest &= rest - 1;
        }
        u64::from(row) * choose(u64::from(24 - m), u64::from(o)) + column
    }

    /// A position of every slot of a subspace, in order.
    pub fn positions(&self, subspace: Subspace) -> Vec<Position> {
        let columns: Vec<u32> = columns(subspace).collect();
        let mut positions = Vec::new();
        for mover in &self.sets(subspace[0]).canonical {
            positions.extend(columns.iter().map(|column| position(subspace, *mover, *column)));
        }
        positions
    }

    /// A position of a slot.
    pub fn position(&self, subspace: Subspace, slot: u64) -> Position {
        let [m, o, ..] = subspace;
        let count = choose(u64::from(24 - m), o.into());
        let column = columns(subspace).nth((slot % count) as usize).unwrap();
        position(subspace, self.sets(m).canonical[(slot / count) as usize], column)
    }
}

/// The opponent's sets on the points that the mover leaves free.
fn columns([m, o, ..]: Subspace) -> impl Iterator<Item = u32> {
    sets(24 - u32::from(m), o.into())
}

fn position([_, _, mover_hand, opponent_hand]: Subspace, mover: u32, column: u32) -> Position {
    let free = (0..24).filter(|point| mover >> point & 1 == 0);
    let taken = free.enumerate().filter(|(i, _)| column >> i & 1 == 1);
    let opponent = taken.fold(0, |set, (_, point)| set | 1 << point);
    Position { mover, opponent, mover_hand, opponent_hand }
}
