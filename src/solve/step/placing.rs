//! Placing a stone: the best of every column's placings, many columns at a time.
//!
//! The columns of a word differ only in the six lowest points. A stone that is placed on a higher
//! point leads from each of them to the same column of another word: a maximum of up to 20 bytes
//! side by side. On a lower point it leads to another column of one word: a look-up by a table
//! that is the same in every row.

use super::super::columns::Columns;
use super::super::kernel::{Kernel, Lanes};
use super::super::row::{Row, bits};

/// Points that differ within a word.
const LOW: usize = 6;
/// Bytes that are worked on together; no word has more columns.
pub const LANES: usize = 32;
/// Number of the entry of [`Tables::containing`] that is empty.
const NOWHERE: usize = 1 << LOW;
/// An index that finds nothing.
const NOTHING: u8 = 255;

/// The sets of `LOW` points by their size, each size in ascending order.
struct Tables {
    /// `containing[size][part]`: 255 for each set of this size that contains `part`.
    containing: [[[u8; LANES]; NOWHERE + 1]; LOW + 1],
    /// `with[size][point]`: for each set of this size the number of the set with `point` too among
    /// those of the next size; [`NOTHING`] if it has the point.
    with: [[[u8; LANES]; LOW]; LOW + 1],
}

static TABLES: Tables = Tables::new();

impl Tables {
    const fn new() -> Tables {
        let mut tables = Tables {
            containing: [[[0; LANES]; NOWHERE + 1]; LOW + 1],
            with: [[[NOTHING; LANES]; LOW]; LOW + 1],
        };
        let mut numbers = [0; NOWHERE];
        let mut counts = [0; LOW + 1];
        let mut set = 0;
        while set < NOWHERE {
            let size = set.count_ones() as usize;
            numbers[set] = counts[size];
            counts[size] += 1;
            set += 1;
        }
        set = 0;
        while set < NOWHERE {
            let (size, number) = (set.count_ones() as usize, numbers[set]);
            let mut part = 0;
            while part < NOWHERE {
                if set & part == part {
                    tables.containing[size][part][number] = 255;
                }
                part += 1;
            }
            let mut point = 0;
            while point < LOW {
                if set >> point & 1 == 0 {
                    tables.with[size][point][number] = numbers[set | 1 << point] as u8;
                }
                point += 1;
            }
            set += 1;
        }
        tables
    }
}

/// Sets `best` to the best score of each column's placings. `quiet` and `captures` have a score
/// for each column of `after`, which has one stone more: that of a turn that leads there, and that
/// of one that leads there and takes a stone. All three are [`LANES`] longer than their columns.
///
/// `starts` is [`starts`] of `after`.
#[inline(always)]
pub fn best<K: Kernel>(
    row: &Row,
    columns: &Columns,
    starts: &[u32],
    quiet: &[u8],
    captures: &[u8],
    best: &mut [u8],
) {
    let high_points = (1u32 << (columns.free - LOW)) - 1;
    for word in columns.words() {
        let high = word.at;
        let size = columns.stones - high.count_ones() as usize;
        let containing = &TABLES.containing[size];
        let mut found = K::Lanes::zero();
        for point in bits(high_points & !high) {
            let at = starts[(high | 1 << point) as usize] as usize;
            let (quiet, capture) = (load::<K>(quiet, at), load::<K>(captures, at));
            let closes = closes::<K>(row, LOW + point, high, containing);
            found = found.max(quiet.select(capture, closes));
        }
        if size < LOW {
            let at = starts[high as usize] as usize;
            let (quiet, capture) = (load::<K>(quiet, at), load::<K>(captures, at));
            for point in 0..LOW {
                let with = K::Lanes::load(&TABLES.with[size][point]);
                let closes = closes::<K>(row, point, high, containing);
                found = found.max(quiet.look_up(with).select(capture.look_up(with), closes));
            }
        }
        // What is beyond the word is overwritten by the next one, or is not a column.
        if let Some(out) = best[word.first as usize..].first_chunk_mut() {
            found.store(out);
        }
    }
}

// No closures and no methods of iterators around vectors: those are compiled on their own, without
// the kernel's instructions.

/// 255 for the columns of word `high` where placing on `point` closes a mill.
#[inline(always)]
fn closes<K: Kernel>(
    row: &Row,
    point: usize,
    high: u32,
    containing: &[[u8; LANES]; NOWHERE + 1],
) -> K::Lanes {
    let [first, second] = row.lines[point];
    let (first, second) = (part_in_word(first, high), part_in_word(second, high));
    K::Lanes::load(&containing[first]).or(K::Lanes::load(&containing[second]))
}

/// The low points of a line whose high points are all in `high`.
#[inline(always)]
fn part_in_word(line: u32, high: u32) -> usize {
    let complete = high & line >> LOW == line >> LOW;
    if complete { line as usize & (NOWHERE - 1) } else { NOWHERE }
}

#[inline(always)]
fn load<K: Kernel>(scores: &[u8], at: usize) -> K::Lanes {
    match scores[at..].first_chunk() {
        Some(chunk) => K::Lanes::load(chunk),
        None => K::Lanes::zero(),
    }
}

/// The first column of each dense word of `columns`; of words without columns, anything.
pub fn starts(columns: &Columns) -> Vec<u32> {
    let mut starts = vec![0; columns.dense_words()];
    for word in columns.words() {
        starts[word.at as usize] = word.first;
    }
    starts
}
