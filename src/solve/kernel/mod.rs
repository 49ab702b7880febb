//! The few primitives that a processor can do much faster than portable code, behind one trait.
//!
//! Row code is written once, generic over [`Kernel`], as a [`RowTask`]. [`Kernels::run`] enters it
//! through a function compiled for the instruction set chosen at run time. All kernels compute the
//! same; tests compare each with [`Portable`], which is plain safe code and runs anywhere.

mod portable;
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod x86;

use std::fmt;
use std::str::FromStr;

pub use portable::Portable;

/// 512 bits of a row.
pub trait Block: Copy {
    /// All bits clear.
    fn zero() -> Self;
    /// Eight copies of a word.
    fn splat(word: u64) -> Self;
    /// Reads eight words.
    fn load(words: &[u64; 8]) -> Self;
    /// Writes eight words.
    fn store(self, words: &mut [u64; 8]);
    /// Whether no bit is set.
    fn is_zero(self) -> bool;
    /// Bitwise and.
    fn and(self, other: Self) -> Self;
    /// Bitwise or.
    fn or(self, other: Self) -> Self;
    /// The bits of `self` that are not in `mask`.
    fn without(self, mask: Self) -> Self;
    /// Each word shifted towards the high end by `count`, below 64.
    fn shift_up(self, count: u32) -> Self;
    /// Each word shifted towards the low end by `count`, below 64.
    fn shift_down(self, count: u32) -> Self;
    /// Word `i` changes places with word `i ^ distance`; `distance` is 1, 2 or 4.
    fn swap_words(self, distance: usize) -> Self;
}

/// 32 bytes of a row.
pub trait Lanes: Copy {
    /// All bytes zero.
    fn zero() -> Self;
    /// Reads 32 bytes.
    fn load(bytes: &[u8; 32]) -> Self;
    /// Writes 32 bytes.
    fn store(self, bytes: &mut [u8; 32]);
    /// The bits of either.
    fn or(self, other: Self) -> Self;
    /// The larger of each two bytes.
    fn max(self, other: Self) -> Self;
    /// The bytes of `other` where `mask` is 255, those of `self` where it is 0.
    fn select(self, other: Self, mask: Self) -> Self;
    /// Byte `i` of the result is byte `at[i]` of `self`, or 0 when `at[i]` is 255. Other numbers
    /// from 32 on must not occur.
    fn look_up(self, at: Self) -> Self;
}

/// What an instruction set provides.
pub trait Kernel: Copy + Send + Sync + 'static {
    /// 512 bits of a row.
    type Block: Block;
    /// 32 bytes of a row.
    type Lanes: Lanes;
    /// The bits of `value` under `mask`, moved together.
    fn pext(value: u32, mask: u32) -> u32;
    /// The low bits of `value`, moved to the bits of `mask`.
    fn pdep(value: u32, mask: u32) -> u32;
    /// [`Kernel::pext`] for 64 bits.
    fn pext64(value: u64, mask: u64) -> u64;
    /// [`Kernel::pdep`] for 64 bits.
    fn pdep64(value: u64, mask: u64) -> u64;
    /// Bit `i` is set when byte `i` equals `code`.
    fn equal(bytes: &[u8; 64], code: u8) -> u64;
    /// Bit `i` is set when byte `i` is no win code: 0 or odd.
    fn not_win(bytes: &[u8; 64]) -> u64;
    /// Bit `i` is set when byte `i` is at most `limit`.
    fn at_most(bytes: &[u8; 64], limit: u8) -> u64;
}

/// Tests every byte; bit `i` of `out` is the result for byte `i`.
#[inline(always)]
pub fn scan(bytes: &[u8], out: &mut [u64], test: impl Fn(&[u8; 64]) -> u64) {
    let (chunks, rest) = bytes.as_chunks::<64>();
    for (chunk, word) in chunks.iter().zip(&mut *out) {
        *word = test(chunk);
    }
    if !rest.is_empty() {
        let mut chunk = [0; 64];
        chunk[..rest.len()].copy_from_slice(rest);
        out[chunks.len()] = test(&chunk) & ((1 << rest.len()) - 1);
    }
}

/// Asks the processor to fetch the memory of `items[at]`, if there is such an item. Only a hint.
#[inline(always)]
pub fn prefetch<T>(items: &[T], at: usize) {
    if let Some(item) = items.get(at) {
        #[cfg(target_arch = "x86_64")]
        x86::prefetch(item);
        #[cfg(not(target_arch = "x86_64"))]
        let _ = item;
    }
}

/// A piece of row code, to be run by the kernel chosen at run time. Implementations mark `run`
/// `#[inline(always)]`, so that it is compiled for the kernel's instruction set.
pub trait RowTask {
    /// What the task returns.
    type Output;
    /// Runs the task with the primitives of `K`.
    fn run<K: Kernel>(self) -> Self::Output;
}

/// An instruction set for the row code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kernels {
    /// Plain Rust, any processor.
    Portable,
    /// x86-64 with AVX2 and BMI2 (Haswell, Zen and later).
    Avx2,
    /// x86-64 with AVX-512 F and BW, and BMI2 (Skylake-X, Zen 4 and later).
    Avx512,
}

impl Kernels {
    /// All of them, the fastest last.
    pub const ALL: [Kernels; 3] = [Kernels::Portable, Kernels::Avx2, Kernels::Avx512];

    /// The fastest that this processor has.
    pub fn best() -> Kernels {
        let supported = Kernels::ALL.into_iter().rev().find(|k| k.is_supported());
        supported.unwrap_or(Kernels::Portable)
    }

    /// Whether this processor has the instructions.
    pub fn is_supported(self) -> bool {
        match self {
            Kernels::Portable => true,
            #[cfg(target_arch = "x86_64")]
            Kernels::Avx2 => x86::has_avx2(),
            #[cfg(target_arch = "x86_64")]
            Kernels::Avx512 => x86::has_avx512(),
            #[cfg(not(target_arch = "x86_64"))]
            _ => false,
        }
    }

    /// Runs a task with this kernel.
    ///
    /// # Panics
    /// If the processor lacks the instructions.
    #[inline]
    pub fn run<T: RowTask>(self, task: T) -> T::Output {
        match self {
            Kernels::Portable => task.run::<Portable>(),
            #[cfg(target_arch = "x86_64")]
            Kernels::Avx2 => x86::run_avx2(task),
            #[cfg(target_arch = "x86_64")]
            Kernels::Avx512 => x86::run_avx512(task),
            #[cfg(not(target_arch = "x86_64"))]
            _ => panic!("kernel {self} needs an x86-64 processor"),
        }
    }
}

impl fmt::Display for Kernels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kernels::Portable => "portable",
            Kernels::Avx2 => "avx2",
            Kernels::Avx512 => "avx512",
        })
    }
}

impl FromStr for Kernels {
    type Err = String;

    fn from_str(text: &str) -> Result<Kernels, String> {
        let kernel = Kernels::ALL.into_iter().find(|k| k.to_string() == text);
        let kernel = kernel.ok_or("expected portable, avx2 or avx512")?;
        if kernel.is_supported() {
            Ok(kernel)
        } else {
            Err(format!("this processor lacks what kernel {kernel} needs"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[derive(Clone, Debug)]
    struct Probe {
        words: [u64; 8],
        others: [u64; 8],
        value: u64,
        mask: u64,
        bytes: [u8; 64],
        code: u8,
    }

    impl RowTask for &Probe {
        type Output = Vec<u64>;

        #[inline(always)]
        fn run<K: Kernel>(self) -> Vec<u64> {
            let (value, mask) = (self.value, self.mask);
            let mut out = vec![
                K::pext(value as u32, mask as u32).into(),
                K::pdep(value as u32, mask as u32).into(),
                K::pext64(value, mask),
                K::pdep64(value, mask),
                K::equal(&self.bytes, self.code),
                K::not_win(&self.bytes),
                K::at_most(&self.bytes, self.code),
            ];
            let (a, b) = (K::Block::load(&self.words), K::Block::load(&self.others));
            let mut blocks = vec![a.and(b), a.or(b), a.without(b), K::Block::splat(value)];
            blocks.extend((0..6).map(|i| a.shift_up(1 << i)));
            blocks.extend((0..6).map(|i| a.shift_down(1 << i)));
            blocks.extend([1, 2, 4].map(|distance| a.swap_words(distance)));
            out.push(u64::from(a.is_zero()) | u64::from(K::Block::zero().is_zero()) << 1);
            for block in blocks {
                let mut words = [0; 8];
                block.store(&mut words);
                out.extend(words);
            }
            let (low, high) = self.bytes.split_at(32);
            let (low, high): (&[u8; 32], &[u8; 32]) =
                (low.try_into().unwrap(), high.try_into().unwrap());
            let at = std::array::from_fn(|i| if high[i] < 128 { high[i] % 32 } else { 255 });
            let mask = high.map(|byte| if byte % 2 == 0 { 255 } else { 0 });
            let (a, b) = (K::Lanes::load(low), K::Lanes::load(high));
            let (at, mask) = (K::Lanes::load(&at), K::Lanes::load(&mask));
            for lanes in [
                K::Lanes::zero(),
                a.or(b),
                a.max(b),
                a.select(b, mask),
                a.look_up(at),
                b.look_up(at),
            ] {
                let mut bytes = [0; 32];
                lanes.store(&mut bytes);
                out.extend(bytes.map(u64::from));
            }
            out
        }
    }

    proptest! {
        #[test]
        fn every_kernel_computes_what_portable_code_does(
            words: [u64; 8],
            others: [u64; 8],
            value: u64,
            mask: u64,
            low in prop::array::uniform32(0u8..9),
            high in prop::array::uniform32(0u8..=255),
            code in 0u8..12,
        ) {
            let mut bytes = [0; 64];
            bytes[..32].copy_from_slice(&low);
            bytes[32..].copy_from_slice(&high);
            let probe = Probe { words, others, value, mask, bytes, code };
            let expected = Kernels::Portable.run(&probe);
            prop_assert_eq!(expected[2].count_ones(), (value & mask).count_ones());
            for kernel in Kernels::ALL.into_iter().filter(|k| k.is_supported()) {
                prop_assert_eq!(&kernel.run(&probe), &expected, "{}", kernel);
            }
        }
    }
}
