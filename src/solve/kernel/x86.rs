//! The primitives with AVX2, AVX-512 and BMI2 instructions.
//!
//! Every `unsafe` block calls an intrinsic whose instruction set is enabled where the block ends up:
//! the methods are private to this module's kernels and always inlined into [`run_avx2`] or
//! [`run_avx512`], and these check the processor first.

use std::arch::x86_64::*;

use super::{Block, Kernel, Lanes, RowTask};

/// Whether the processor has what [`run_avx2`] needs.
pub fn has_avx2() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("lzcnt")
}

/// Whether the processor has what [`run_avx512`] needs.
pub fn has_avx512() -> bool {
    has_avx2() && is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw")
}

/// Fetches the cache line of an item.
#[inline(always)]
pub fn prefetch<T>(item: &T) {
    // SAFETY: every x86-64 processor has the instruction, and it has no effect but on the cache.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(item).cast()) }
}

/// Runs a task with [`Avx2`].
#[inline]
pub fn run_avx2<T: RowTask>(task: T) -> T::Output {
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
    fn enter<T: RowTask>(task: T) -> T::Output {
        task.run::<Avx2>()
    }
    assert!(has_avx2(), "kernel avx2 needs a processor with AVX2 and BMI2");
    // SAFETY: the processor has these instructions.
    unsafe { enter(task) }
}

/// Runs a task with [`Avx512`].
#[inline]
pub fn run_avx512<T: RowTask>(task: T) -> T::Output {
    #[target_feature(enable = "avx512f,avx512bw,avx2,bmi1,bmi2,popcnt,lzcnt")]
    fn enter<T: RowTask>(task: T) -> T::Output {
        task.run::<Avx512>()
    }
    assert!(has_avx512(), "kernel avx512 needs a processor with AVX-512 F, BW and BMI2");
    // SAFETY: the processor has these instructions.
    unsafe { enter(task) }
}

/// AVX2 and BMI2. Blocks are plain words, that the compiler turns into 256-bit instructions.
#[derive(Clone, Copy)]
pub struct Avx2;

/// AVX-512 F and BW, and BMI2.
#[derive(Clone, Copy)]
pub struct Avx512;

macro_rules! bmi2 {
    () => {
        #[inline(always)]
        fn pext(value: u32, mask: u32) -> u32 {
            // SAFETY: only run inside `run_avx2` or `run_avx512`, which have checked for BMI2.
            unsafe { _pext_u32(value, mask) }
        }

        #[inline(always)]
        fn pdep(value: u32, mask: u32) -> u32 {
            // SAFETY: as above.
            unsafe { _pdep_u32(value, mask) }
        }

        #[inline(always)]
        fn pext64(value: u64, mask: u64) -> u64 {
            // SAFETY: as above.
            unsafe { _pext_u64(value, mask) }
        }

        #[inline(always)]
        fn pdep64(value: u64, mask: u64) -> u64 {
            // SAFETY: as above.
            unsafe { _pdep_u64(value, mask) }
        }
    };
}

/// The two halves of 64 bytes.
///
/// # Safety
/// The processor must have AVX2.
#[inline(always)]
unsafe fn halves(bytes: &[u8; 64]) -> [__m256i; 2] {
    // SAFETY: the caller's; the loads stay in `bytes`.
    unsafe {
        let low = _mm256_loadu_si256(bytes.as_ptr().cast());
        [low, _mm256_loadu_si256(bytes.as_ptr().add(32).cast())]
    }
}

/// One bit for each byte of two halves: its highest one.
///
/// # Safety
/// The processor must have AVX2.
#[inline(always)]
unsafe fn mask(low: __m256i, high: __m256i) -> u64 {
    // SAFETY: the caller's.
    let (low, high) = unsafe { (_mm256_movemask_epi8(low), _mm256_movemask_epi8(high)) };
    u64::from(low as u32) | u64::from(high as u32) << 32
}

impl Kernel for Avx2 {
    type Block = [u64; 8];
    type Lanes = Ymm;

    bmi2!();

    #[inline(always)]
    fn equal(bytes: &[u8; 64], code: u8) -> u64 {
        // SAFETY: only run inside `run_avx2`, which has checked for AVX2.
        unsafe {
            let ([low, high], code) = (halves(bytes), _mm256_set1_epi8(code as i8));
            mask(_mm256_cmpeq_epi8(low, code), _mm256_cmpeq_epi8(high, code))
        }
    }

    #[inline(always)]
    fn not_win(bytes: &[u8; 64]) -> u64 {
        // SAFETY: as above.
        unsafe {
            let [low, high] = halves(bytes);
            let zero = _mm256_setzero_si256();
            let draws = mask(_mm256_cmpeq_epi8(low, zero), _mm256_cmpeq_epi8(high, zero));
            // The lowest bit of each byte, moved to where `mask` looks.
            draws | mask(_mm256_slli_epi16(low, 7), _mm256_slli_epi16(high, 7))
        }
    }

    #[inline(always)]
    fn at_most(bytes: &[u8; 64], limit: u8) -> u64 {
        // SAFETY: as above.
        unsafe {
            let ([low, high], limit) = (halves(bytes), _mm256_set1_epi8(limit as i8));
            let (low_min, high_min) = (_mm256_min_epu8(low, limit), _mm256_min_epu8(high, limit));
            mask(_mm256_cmpeq_epi8(low_min, low), _mm256_cmpeq_epi8(high_min, high))
        }
    }
}

impl Kernel for Avx512 {
    type Block = Zmm;
    type Lanes = Ymm;

    bmi2!();

    #[inline(always)]
    fn equal(bytes: &[u8; 64], code: u8) -> u64 {
        // SAFETY: only run inside `run_avx512`, which has checked for AVX-512 BW.
        unsafe {
            let x = _mm512_loadu_si512(bytes.as_ptr().cast());
            _mm512_cmpeq_epi8_mask(x, _mm512_set1_epi8(code as i8))
        }
    }

    #[inline(always)]
    fn not_win(bytes: &[u8; 64]) -> u64 {
        // SAFETY: as above.
        unsafe {
            let x = _mm512_loadu_si512(bytes.as_ptr().cast());
            _mm512_test_epi8_mask(x, _mm512_set1_epi8(1)) | _mm512_testn_epi8_mask(x, x)
        }
    }

    #[inline(always)]
    fn at_most(bytes: &[u8; 64], limit: u8) -> u64 {
        // SAFETY: as above.
        unsafe {
            let x = _mm512_loadu_si512(bytes.as_ptr().cast());
            _mm512_cmple_epu8_mask(x, _mm512_set1_epi8(limit as i8))
        }
    }
}

/// A 512-bit register.
#[derive(Clone, Copy)]
pub struct Zmm(__m512i);

// SAFETY of all blocks below: `Zmm` is only used by `Avx512`, so only inside `run_avx512`, which has
// checked for AVX-512 F. Loads and stores take references to eight words.
impl Block for Zmm {
    #[inline(always)]
    fn zero() -> Self {
        unsafe { Zmm(_mm512_setzero_si512()) }
    }

    #[inline(always)]
    fn splat(word: u64) -> Self {
        unsafe { Zmm(_mm512_set1_epi64(word as i64)) }
    }

    #[inline(always)]
    fn load(words: &[u64; 8]) -> Self {
        unsafe { Zmm(_mm512_loadu_si512(words.as_ptr().cast())) }
    }

    #[inline(always)]
    fn store(self, words: &mut [u64; 8]) {
        unsafe { _mm512_storeu_si512(words.as_mut_ptr().cast(), self.0) }
    }

    #[inline(always)]
    fn is_zero(self) -> bool {
        unsafe { _mm512_test_epi64_mask(self.0, self.0) == 0 }
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        unsafe { Zmm(_mm512_and_si512(self.0, other.0)) }
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        unsafe { Zmm(_mm512_or_si512(self.0, other.0)) }
    }

    #[inline(always)]
    fn without(self, mask: Self) -> Self {
        unsafe { Zmm(_mm512_andnot_si512(mask.0, self.0)) }
    }

    #[inline(always)]
    fn shift_up(self, count: u32) -> Self {
        unsafe { Zmm(_mm512_sll_epi64(self.0, _mm_cvtsi32_si128(count as i32))) }
    }

    #[inline(always)]
    fn shift_down(self, count: u32) -> Self {
        unsafe { Zmm(_mm512_srl_epi64(self.0, _mm_cvtsi32_si128(count as i32))) }
    }

    #[inline(always)]
    fn swap_words(self, distance: usize) -> Self {
        unsafe {
            let own = _mm512_setr_epi64(0, 1, 2, 3, 4, 5, 6, 7);
            let other = _mm512_xor_si512(own, _mm512_set1_epi64(distance as i64));
            Zmm(_mm512_permutexvar_epi64(other, self.0))
        }
    }
}

/// A 256-bit register.
#[derive(Clone, Copy)]
pub struct Ymm(__m256i);

// SAFETY of all lanes below: `Ymm` is only used by `Avx2` and `Avx512`, so only inside `run_avx2` and
// `run_avx512`, which have checked for AVX2. Loads and stores take references to 32 bytes.
impl Lanes for Ymm {
    #[inline(always)]
    fn zero() -> Self {
        unsafe { Ymm(_mm256_setzero_si256()) }
    }

    #[inline(always)]
    fn load(bytes: &[u8; 32]) -> Self {
        unsafe { Ymm(_mm256_loadu_si256(bytes.as_ptr().cast())) }
    }

    #[inline(always)]
    fn store(self, bytes: &mut [u8; 32]) {
        unsafe { _mm256_storeu_si256(bytes.as_mut_ptr().cast(), self.0) }
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        unsafe { Ymm(_mm256_or_si256(self.0, other.0)) }
    }

    #[inline(always)]
    fn max(self, other: Self) -> Self {
        unsafe { Ymm(_mm256_max_epu8(self.0, other.0)) }
    }

    #[inline(always)]
    fn select(self, other: Self, mask: Self) -> Self {
        unsafe { Ymm(_mm256_blendv_epi8(self.0, other.0, mask.0)) }
    }

    #[inline(always)]
    fn look_up(self, at: Self) -> Self {
        unsafe {
            // The instruction looks up within 16 bytes, and gives 0 for numbers above 127: so what
            // is the other half's, and 255, becomes such a number for each half.
            let low_half = _mm256_permute2x128_si256::<0x00>(self.0, self.0);
            let high_half = _mm256_permute2x128_si256::<0x11>(self.0, self.0);
            let at_low = _mm256_adds_epu8(at.0, _mm256_set1_epi8(0x70));
            let at_high = _mm256_sub_epi8(at.0, _mm256_set1_epi8(16));
            let low = _mm256_shuffle_epi8(low_half, at_low);
            Ymm(_mm256_or_si256(low, _mm256_shuffle_epi8(high_half, at_high)))
        }
    }
}
