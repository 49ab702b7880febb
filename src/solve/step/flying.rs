//! Flights: three stones, one of which goes to any free point.

use super::super::columns::Columns;
use super::super::row::{Row, ones};
use crate::board::POINTS;

/// The three stones of a set, ascending.
#[inline(always)]
fn stones(set: u32) -> [usize; 3] {
    let middle = (set & (set - 1)).trailing_zeros();
    [set.trailing_zeros() as usize, middle as usize, 31 - set.leading_zeros() as usize]
}

/// Sets in `out` the columns that reach one of `given` by a quiet flight.
///
/// For each pair of stones that stays put, keep the set of third points that are given. A column
/// has a successor when, for one of its pairs, a third point other than its own is kept.
#[inline(always)]
pub fn predecessors(row: &Row, columns: &Columns, given: &[u64], out: &mut [u64]) {
    let mut thirds = [[0u32; POINTS]; POINTS];
    let mut any = false;
    for column in ones(given) {
        let set = columns.sets[column];
        let [a, b, c] = stones(set);
        // Three stones in a line: any flight there closes the mill.
        if row.closes(set, a) {
            continue;
        }
        any = true;
        thirds[a][b] |= 1 << c;
        thirds[a][c] |= 1 << b;
        thirds[b][c] |= 1 << a;
    }
    if !any {
        return;
    }
    for (column, set) in columns.sets.iter().enumerate() {
        let [a, b, c] = stones(*set);
        let reached =
            (thirds[a][b] & !(1 << c)) | (thirds[a][c] & !(1 << b)) | (thirds[b][c] & !(1 << a));
        out[column / 64] |= u64::from(reached != 0) << (column % 64);
    }
}
