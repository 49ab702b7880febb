//! The primitives in plain Rust: the reference for the others, and the code for other processors.

use super::{Block, Kernel, Lanes};

/// Plain Rust.
#[derive(Clone, Copy)]
pub struct Portable;

impl Block for [u64; 8] {
    #[inline(always)]
    fn zero() -> Self {
        [0; 8]
    }

    #[inline(always)]
    fn splat(word: u64) -> Self {
        [word; 8]
    }

    #[inline(always)]
    fn load(words: &[u64; 8]) -> Self {
        *words
    }

    #[inline(always)]
    fn store(self, words: &mut [u64; 8]) {
        *words = self;
    }

    #[inline(always)]
    fn is_zero(self) -> bool {
        self.iter().fold(0, |all, word| all | word) == 0
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        std::array::from_fn(|i| self[i] & other[i])
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        std::array::from_fn(|i| self[i] | other[i])
    }

    #[inline(always)]
    fn without(self, mask: Self) -> Self {
        std::array::from_fn(|i| self[i] & !mask[i])
    }

    #[inline(always)]
    fn shift_up(self, count: u32) -> Self {
        self.map(|word| word << count)
    }

    #[inline(always)]
    fn shift_down(self, count: u32) -> Self {
        self.map(|word| word >> count)
    }

    #[inline(always)]
    fn swap_words(self, distance: usize) -> Self {
        // Three cases rather than an index, so that each becomes a shuffle.
        match distance {
            1 => std::array::from_fn(|i| self[i ^ 1]),
            2 => std::array::from_fn(|i| self[i ^ 2]),
            _ => std::array::from_fn(|i| self[i ^ 4]),
        }
    }
}

impl Lanes for [u8; 32] {
    #[inline(always)]
    fn zero() -> Self {
        [0; 32]
    }

    #[inline(always)]
    fn load(bytes: &[u8; 32]) -> Self {
        *bytes
    }

    #[inline(always)]
    fn store(self, bytes: &mut [u8; 32]) {
        *bytes = self;
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        std::array::from_fn(|i| self[i] | other[i])
    }

    #[inline(always)]
    fn max(self, other: Self) -> Self {
        std::array::from_fn(|i| self[i].max(other[i]))
    }

    #[inline(always)]
    fn select(self, other: Self, mask: Self) -> Self {
        std::array::from_fn(|i| self[i] & !mask[i] | other[i] & mask[i])
    }

    #[inline(always)]
    fn look_up(self, at: Self) -> Self {
        at.map(|at| if at == 255 { 0 } else { self[usize::from(at) % 32] })
    }
}

/// Collects one bit a byte.
#[inline(always)]
fn gather(bytes: &[u8; 64], test: impl Fn(u8) -> bool) -> u64 {
    let mut bits = 0;
    for (i, byte) in bytes.iter().enumerate() {
        bits |= u64::from(test(*byte)) << i;
    }
    bits
}

impl Kernel for Portable {
    type Block = [u64; 8];
    type Lanes = [u8; 32];

    #[inline(always)]
    fn pext(value: u32, mask: u32) -> u32 {
        crate::index::squeeze(value, mask)
    }

    #[inline(always)]
    fn pdep(value: u32, mask: u32) -> u32 {
        crate::index::spread(value, mask)
    }

    #[inline(always)]
    fn pext64(value: u64, mut mask: u64) -> u64 {
        let (mut squeezed, mut bit) = (0, 0);
        while mask != 0 {
            squeezed |= (value >> mask.trailing_zeros() & 1) << bit;
            mask &= mask - 1;
            bit += 1;
        }
        squeezed
    }

    #[inline(always)]
    fn pdep64(value: u64, mut mask: u64) -> u64 {
        let (mut spread, mut bit) = (0, 0);
        while mask != 0 {
            spread |= (value >> bit & 1) << mask.trailing_zeros();
            mask &= mask - 1;
            bit += 1;
        }
        spread
    }

    #[inline(always)]
    fn equal(bytes: &[u8; 64], code: u8) -> u64 {
        gather(bytes, |byte| byte == code)
    }

    #[inline(always)]
    fn not_win(bytes: &[u8; 64]) -> u64 {
        gather(bytes, |byte| byte == 0 || byte & 1 == 1)
    }

    #[inline(always)]
    fn at_most(bytes: &[u8; 64], limit: u8) -> u64 {
        gather(bytes, |byte| byte <= limit)
    }
}
