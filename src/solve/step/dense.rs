//! Slides of all columns at once, by shifts of the dense form.

use super::super::columns::Columns;
use super::super::kernel::{Block, Kernel};
use super::super::row::{Row, bits};
use crate::board::POINTS;

/// Set numbers whose bit is 0..9 vary within a block of 512 bits, the others from block to block.
const IN_BLOCK: usize = 9;
/// Set numbers whose bit is 0..6 vary within a word.
const IN_WORD: usize = 6;

/// The bits of a block whose number has bit `i`.
const HAS_BIT: [[u64; 8]; IN_BLOCK] = {
    let mut blocks = [[0u64; 8]; IN_BLOCK];
    let mut number = 0;
    while number < 512 {
        let mut i = 0;
        while i < IN_BLOCK {
            if number >> i & 1 == 1 {
                blocks[i][number / 64] |= 1 << (number % 64);
            }
            i += 1;
        }
        number += 1;
    }
    blocks
};

/// The two lines through a point.
#[derive(Clone, Copy)]
struct Lines<B> {
    /// A line is complete only in blocks whose number has these bits.
    blocks: [u32; 2],
    /// The bits of a block where neither line is complete, by which of the two the block's number
    /// allows: a look-up, because a branch would be guessed wrong too often.
    open: [B; 4],
}

impl<B: Block> Lines<B> {
    #[inline(always)]
    fn new(lines: [u32; 2], has_bit: &[B; IN_BLOCK]) -> Lines<B> {
        let open = |line: u32| {
            let mut complete = B::splat(u64::MAX);
            for i in bits(line & ((1 << IN_BLOCK) - 1)) {
                complete = complete.and(has_bit[i]);
            }
            B::splat(u64::MAX).without(complete)
        };
        let (all, [first, second]) = (B::splat(u64::MAX), lines.map(open));
        // A line that can't be complete has bits beyond any block number.
        Lines {
            blocks: lines.map(|line| line >> IN_BLOCK),
            open: [all, first, second, first.and(second)],
        }
    }

    /// The bits of block `number` where neither line is complete.
    #[inline(always)]
    fn open(&self, number: u32) -> B {
        let [first, second] = self.blocks.map(|blocks| usize::from(number & blocks == blocks));
        self.open[first + 2 * second]
    }
}

/// What the step needs to know of a row, in the form of blocks.
struct Program<B> {
    has_bit: [B; IN_BLOCK],
    lines: [Lines<B>; POINTS],
    /// The neighbours of each point; `POINTS` stands for none.
    neighbours: [[u8; 4]; POINTS],
}

impl<B: Block> Program<B> {
    #[inline(always)]
    fn new(row: &Row, free: usize) -> Program<B> {
        let mut has_bit = [B::zero(); IN_BLOCK];
        for (block, words) in has_bit.iter_mut().zip(&HAS_BIT) {
            *block = B::load(words);
        }
        let mut neighbours = [[POINTS as u8; 4]; POINTS];
        let mut lines = [Lines { blocks: [0; 2], open: [B::zero(); 4] }; POINTS];
        for point in 0..free {
            let mut joined = row.next_to(point);
            for neighbour in &mut neighbours[point] {
                if joined != 0 {
                    *neighbour = joined.trailing_zeros() as u8;
                    joined &= joined - 1;
                }
            }
            lines[point] = Lines::new(row.lines[point], &has_bit);
        }
        Program { has_bit, lines, neighbours }
    }

    /// What was lifted off the neighbours of a point.
    #[inline(always)]
    fn put(&self, lifted: &[B; POINTS + 1], point: usize) -> B {
        let [a, b, c, d] = self.neighbours[point];
        let (a, b) = (lifted[usize::from(a)], lifted[usize::from(b)]);
        a.or(b).or(lifted[usize::from(c)].or(lifted[usize::from(d)]))
    }
}

/// Sets in `out` the columns that reach one of `given` by a quiet slide; both in the dense form.
/// Bits of `out` that are no columns stay clear.
///
/// Slides are taken apart. First each stone is lifted off its point, unless it closes a mill
/// there: a shift towards the low end, for each point. Then it is put back on a neighbouring point:
/// an OR of what was lifted off the neighbours, and a shift towards the high end.
// A point's number is a shift and an index into several tables at once.
#[allow(clippy::needless_range_loop)]
#[inline(always)]
pub fn predecessors<K: Kernel>(row: &Row, columns: &Columns, given: &[u64], out: &mut [u64]) {
    out.fill(0);
    let free = columns.free;
    let given = given.as_chunks::<8>().0;
    let out = out.as_chunks_mut::<8>().0;
    let program = Program::<K::Block>::new(row, free);
    let stay = columns.stones - 1;
    for number in 0..given.len() {
        // Here `number` is that of the sets without the lifted stone.
        let high = number as u32;
        let stay_high = high.count_ones() as usize;
        if stay_high > stay || stay > stay_high + IN_BLOCK {
            continue;
        }
        let own = K::Block::load(&given[number]);
        let mut lifted = [K::Block::zero(); POINTS + 1];
        let mut any = K::Block::zero();
        for point in 0..IN_BLOCK {
            let from = own.and(program.has_bit[point]).and(program.lines[point].open(high));
            lifted[point] = if point < IN_WORD {
                from.shift_down(1 << point)
            } else {
                from.swap_words(1 << (point - IN_WORD))
            };
            any = any.or(lifted[point]);
        }
        for point in IN_BLOCK..free {
            let bit = 1 << (point - IN_BLOCK);
            if high & bit != 0 {
                continue;
            }
            let from = K::Block::load(&given[number | bit as usize]);
            let from = from.and(program.lines[point].open(high));
            lifted[point] = from;
            any = any.or(from);
        }
        if any.is_zero() {
            continue;
        }
        let mut here = K::Block::load(&out[number]);
        for point in 0..IN_BLOCK {
            let onto = program.put(&lifted, point).without(program.has_bit[point]);
            here = here.or(if point < IN_WORD {
                onto.shift_up(1 << point)
            } else {
                onto.swap_words(1 << (point - IN_WORD))
            });
        }
        here.store(&mut out[number]);
        for point in IN_BLOCK..free {
            let bit = 1usize << (point - IN_BLOCK);
            if number & bit == 0 {
                let there = &mut out[number | bit];
                K::Block::load(there).or(program.put(&lifted, point)).store(there);
            }
        }
    }
}
