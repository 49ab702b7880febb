//! Statistics over distinct positions: every position counted once, whatever its twins.

use std::convert::Infallible;
use std::ops::Range;

use rayon::prelude::*;

use super::header::{Longest, longest_code};
use crate::board::{CODES, Metric, POINTS, SYMMETRIES};
use crate::index::{Index, Subspace};

/// Slots per unit of work, unless a single row has more.
const CHUNK_SLOTS: usize = 1 << 20;

/// What the header says about the values.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Tally {
    pub histogram: Box<[u64; CODES]>,
    pub longest_win: Option<Longest>,
    pub longest_loss: Option<Longest>,
}

/// Where the [`Metric::code`] of each slot of a subspace comes from: memory or a file.
pub trait Codes: Sync {
    /// What can go wrong.
    type Error: Send;

    /// Reads the codes of the slots from `first` on, as many as `codes` has room for.
    ///
    /// # Errors
    /// When a file is damaged.
    fn read(&self, first: usize, codes: &mut [u16]) -> Result<(), Self::Error>;
}

impl Codes for [u16] {
    type Error = Infallible;

    fn read(&self, first: usize, codes: &mut [u16]) -> Result<(), Infallible> {
        codes.copy_from_slice(&self[first..first + codes.len()]);
        Ok(())
    }
}

/// Reads the codes of these slots into a buffer.
pub(super) fn read<'a, C: Codes + ?Sized>(
    codes: &C,
    slots: Range<usize>,
    buffer: &'a mut Vec<u16>,
) -> Result<&'a [u16], C::Error> {
    buffer.resize(slots.len(), 0);
    codes.read(slots.start, buffer)?;
    Ok(buffer)
}

/// Counts the values of a subspace in parallel.
pub(super) fn tally<C: Codes + ?Sized>(
    metric: Metric,
    subspace: Subspace,
    codes: &C,
) -> Result<Tally, C::Error> {
    let rows = Rows::new(subspace);
    let chunks = rows.chunks();
    let histograms: Vec<Box<[u32; CODES]>> = chunks
        .par_iter()
        .map_init(Vec::new, |buffer, chunk| {
            Ok(rows.histogram(chunk.clone(), read(codes, rows.slots(chunk), buffer)?))
        })
        .collect::<Result<_, _>>()?;
    let mut histogram = Box::new([0u64; CODES]);
    for chunk in &histograms {
        histogram.iter_mut().zip(chunk.iter()).for_each(|(sum, n)| *sum += u64::from(*n));
    }
    let longest = |parity: usize| {
        let Some(code) = longest_code(&histogram, parity) else { return Ok(None) };
        let chunk = histograms.iter().position(|histogram| histogram[usize::from(code)] > 0);
        let Some(chunk) = chunk.map(|chunk| &chunks[chunk]) else { return Ok(None) };
        let mut buffer = Vec::new();
        let found = rows.find(chunk.clone(), read(codes, rows.slots(chunk), &mut buffer)?, code);
        let plies = metric.value(code).plies();
        Ok(plies.zip(found).map(|(plies, slot)| Longest { plies, slot: slot as u64 }))
    };
    let (longest_win, longest_loss) = (longest(0)?, longest(1)?);
    Ok(Tally { histogram, longest_win, longest_loss })
}

/// The rows of a subspace.
pub(super) struct Rows {
    index: &'static Index,
    subspace: Subspace,
    columns: usize,
}

impl Rows {
    pub(super) fn new(subspace: Subspace) -> Rows {
        Rows { index: Index::shared(), subspace, columns: subspace.columns() }
    }

    /// The rows in pieces that are worked on at a time.
    pub(super) fn chunks(&self) -> Vec<Range<usize>> {
        let chunk_rows = (CHUNK_SLOTS / self.columns).max(1);
        (0..self.count())
            .step_by(chunk_rows)
            .map(|first| first..(first + chunk_rows).min(self.count()))
            .collect()
    }

    /// The slots of some rows.
    pub(super) fn slots(&self, rows: &Range<usize>) -> Range<usize> {
        rows.start * self.columns..rows.end * self.columns
    }

    /// Calls `visit` for each distinct position of some rows, with its place among their slots.
    pub(super) fn for_each_position(&self, rows: Range<usize>, mut visit: impl FnMut(usize)) {
        for (row, first) in rows.zip((0..).step_by(self.columns)) {
            if self.has_no_twins(row) {
                (first..first + self.columns).for_each(&mut visit);
            } else {
                self.first_twins(row, |column| {
                    visit(first + column);
                    false
                });
            }
        }
    }

    fn count(&self) -> usize {
        self.subspace.rows()
    }

    /// Whether every slot of the row is a position of its own.
    fn has_no_twins(&self, row: usize) -> bool {
        self.index.canonical(self.subspace.mover.into()).stabilizers()[row] == 1
    }

    /// The histogram of the distinct positions of some rows, whose codes are given.
    fn histogram(&self, rows: Range<usize>, codes: &[u16]) -> Box<[u32; CODES]> {
        // Four histograms: equal codes in a row need not wait for each other.
        let mut counts = Box::new([[0u32; CODES]; 4]);
        for (row, codes) in rows.zip(codes.chunks_exact(self.columns)) {
            if self.has_no_twins(row) {
                let (fours, rest) = codes.as_chunks::<4>();
                for four in fours {
                    for (counts, code) in counts.iter_mut().zip(four) {
                        counts[usize::from(*code)] += 1;
                    }
                }
                rest.iter().for_each(|code| counts[0][usize::from(*code)] += 1);
            } else {
                self.first_twins(row, |column| {
                    counts[0][usize::from(codes[column])] += 1;
                    false
                });
            }
        }
        let [mut sum, others @ ..] = *counts;
        for other in &others {
            sum.iter_mut().zip(other).for_each(|(sum, n)| *sum += n);
        }
        Box::new(sum)
    }

    /// The first slot of a distinct position of these rows with this code.
    fn find(&self, rows: Range<usize>, codes: &[u16], code: u16) -> Option<usize> {
        for (row, codes) in rows.zip(codes.chunks_exact(self.columns)) {
            let first = row * self.columns;
            if self.has_no_twins(row) {
                if let Some(column) = codes.iter().position(|c| *c == code) {
                    return Some(first + column);
                }
            } else if codes.contains(&code) {
                let mut found = None;
                self.first_twins(row, |column| {
                    let hit = codes[column] == code;
                    if hit {
                        found = Some(first + column);
                    }
                    hit
                });
                if found.is_some() {
                    return found;
                }
            }
        }
        None
    }

    /// The columns of a row that `Layout::is_first_twin` accepts, in order, until `visit` says that
    /// it has seen enough. Faster than asking for each slot: the opponent's sets are enumerated.
    fn first_twins(&self, row: usize, mut visit: impl FnMut(usize) -> bool) {
        let canonical = self.index.canonical(self.subspace.mover.into());
        let stabilizer = canonical.stabilizers()[row];
        let symmetries: Vec<usize> = (1..SYMMETRIES).filter(|s| stabilizer >> s & 1 == 1).collect();
        let sets = SubsetsInOrder::new(!canonical.sets()[row], self.subspace.opponent.into());
        for (column, set) in sets.take(self.columns).enumerate() {
            let is_first = symmetries.iter().all(|s| self.index.images.of(*s, set) >= set);
            if is_first && visit(column) {
                return;
            }
        }
    }
}

/// The subsets of one size of a set of points in ascending order, forever: after the last one what
/// comes means nothing.
struct SubsetsInOrder {
    free: u32,
    /// The lowest points of `free`, by their number.
    lowest: [u32; POINTS + 1],
    next: u32,
}

impl SubsetsInOrder {
    fn new(free: u32, size: usize) -> SubsetsInOrder {
        let free = free & ((1 << POINTS) - 1);
        let mut lowest = [0; POINTS + 1];
        let mut rest = free;
        for count in 1..=POINTS {
            lowest[count] = lowest[count - 1] | (rest & rest.wrapping_neg());
            rest &= rest.wrapping_sub(1);
        }
        SubsetsInOrder { free, lowest, next: lowest[size] }
    }
}

impl Iterator for SubsetsInOrder {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        // Gosper's hack as in `index::next_combination`, with the points outside `free` set for
        // the addition so that carries run through them.
        let set = self.next;
        let low = set & set.wrapping_neg();
        let ripple = (set | !self.free).wrapping_add(low) & self.free;
        let moved = (ripple ^ set).count_ones() as usize;
        self.next = ripple | self.lowest[moved.saturating_sub(2)];
        Some(set)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::Layout;

    #[test]
    fn first_twins_are_those_of_the_layout() {
        for (mover, opponent) in [(3, 3), (3, 4), (4, 3), (2, 1), (0, 2), (5, 0)] {
            let subspace = Subspace::moving(mover, opponent);
            let (rows, layout) = (Rows::new(subspace), Layout::new(subspace));
            let mut found = Vec::new();
            for row in 0..rows.count() {
                let first = row * rows.columns;
                if rows.has_no_twins(row) {
                    found.extend(first..first + rows.columns);
                } else {
                    rows.first_twins(row, |column| {
                        found.push(first + column);
                        false
                    });
                }
            }
            let expected: Vec<usize> =
                (0..subspace.slots()).filter(|slot| layout.is_first_twin(*slot)).collect();
            assert_eq!(found, expected, "{subspace}");
        }
    }
}
