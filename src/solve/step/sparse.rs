//! Slides, one column at a time.

use super::super::columns::Columns;
use super::super::row::{Row, bits, ones};

/// Sets in `out` the columns that reach one of `given` by a quiet slide.
#[inline(always)]
pub fn predecessors(row: &Row, columns: &Columns, given: &[u64], out: &mut [u64]) {
    for column in ones(given) {
        let set = columns.sets[column];
        for to in bits(set) {
            let sources = row.next_to(to) & !set;
            if sources == 0 || row.closes(set, to) {
                continue;
            }
            let rest = set ^ 1 << to;
            for from in bits(sources) {
                let before = columns.of(rest | 1 << from);
                out[before / 64] |= 1 << (before % 64);
            }
        }
    }
}

/// Whether every quiet slide from `column` leads to a column whose value passes `test`.
#[inline(always)]
pub fn all_successors(
    row: &Row,
    columns: &Columns,
    column: usize,
    test: impl Fn(usize) -> bool,
) -> bool {
    let set = columns.sets[column];
    for from in bits(set) {
        let rest = set ^ 1 << from;
        for to in bits(row.next_to(from) & !set) {
            if !row.closes(rest, to) && !test(columns.of(rest | 1 << to)) {
                return false;
            }
        }
    }
    true
}
