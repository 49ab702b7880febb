//! Colexicographic ranks of sets of bits.
//!
//! For sets of one size, colex order is the numeric order of their bit masks. The rank of
//! `{p1 < p2 < ... < pk}` is the sum of the binomials `C(pi, i)` (Knuth, The Art of Computer
//! Programming 4A, 7.2.1.3).

use crate::board::POINTS;

/// Pascal's triangle up to the number of points.
const BINOMIALS: [[u32; POINTS + 1]; POINTS + 1] = {
    let mut table = [[0; POINTS + 1]; POINTS + 1];
    let mut n = 0;
    while n <= POINTS {
        table[n][0] = 1;
        let mut k = 1;
        while k <= n {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

/// The number of sets of `k` among `n` things; 0 if `k > n`. Both at most 24.
pub const fn binomial(n: usize, k: usize) -> usize {
    if k > n { 0 } else { BINOMIALS[n][k] as usize }
}

/// The set of `k` bits with this colex rank.
pub fn unrank(mut rank: usize, k: usize) -> u32 {
    let mut set = 0;
    for i in (1..=k).rev() {
        let mut bit = i - 1;
        while binomial(bit + 1, i) <= rank {
            bit += 1;
        }
        set |= 1 << bit;
        rank -= binomial(bit, i);
    }
    set
}

/// The next larger bit mask with as many bits (Gosper's hack, HAKMEM item 175). `set` is not 0.
pub const fn next_combination(set: u32) -> u32 {
    let low = set & set.wrapping_neg();
    let ripple = set + low;
    ripple | (((ripple ^ set) >> 2) / low)
}

/// The bits of `set` that are in `onto`, moved together: bit `i` of the result is the `i`-th bit of
/// `onto`. This is the `pext` instruction in portable code.
pub const fn squeeze(set: u32, onto: u32) -> u32 {
    let mut rest = set & onto;
    let mut squeezed = 0;
    while rest != 0 {
        let low = rest & rest.wrapping_neg();
        squeezed |= 1 << (onto & (low - 1)).count_ones();
        rest ^= low;
    }
    squeezed
}

/// The inverse of [`squeeze`]: bit `i` of `set` goes to the `i`-th bit of `onto` (`pdep`).
pub const fn spread(set: u32, onto: u32) -> u32 {
    let (mut rest, mut spread, mut bit) = (onto, 0, 0);
    while rest != 0 {
        let low = rest & rest.wrapping_neg();
        if set >> bit & 1 == 1 {
            spread |= low;
        }
        rest ^= low;
        bit += 1;
    }
    spread
}

const HALF: usize = 12;
const HALF_SIZE: usize = 1 << HALF;

/// What a half of a set adds to its colex rank: the half's bits stand from `first_bit` on, and the
/// set has `bits_below` bits below them. A set's rank is the sum of `C(point, nth)` over its points.
fn rank_of_half(half: usize, first_bit: usize, bits_below: usize) -> u32 {
    (0..HALF)
        .filter(|bit| half >> bit & 1 == 1)
        .zip(bits_below + 1..)
        .map(|(bit, nth)| binomial(first_bit + bit, nth) as u32)
        .sum()
}

/// Two small tables that give the colex rank of any set of 24 bits by two look-ups: the low half
/// by itself, the high half by the number of bits below it.
pub struct ColexTable {
    low: Box<[u32; HALF_SIZE]>,
    high: Box<[u32; (HALF + 1) * HALF_SIZE]>,
}

impl ColexTable {
    pub(super) fn new() -> ColexTable {
        let mut low = Box::new([0; HALF_SIZE]);
        let mut high = Box::new([0; (HALF + 1) * HALF_SIZE]);
        for half in 0..HALF_SIZE {
            low[half] = rank_of_half(half, 0, 0);
            for below in 0..=HALF {
                high[below * HALF_SIZE + half] = rank_of_half(half, HALF, below);
            }
        }
        ColexTable { low, high }
    }

    /// The colex rank of a set of at most 24 bits among all sets of its size.
    #[inline(always)]
    pub fn rank(&self, set: u32) -> u32 {
        let low = set as usize & (HALF_SIZE - 1);
        // Masked so that the compiler sees that no index can be out of bounds.
        let high = (set as usize >> HALF) & (HALF_SIZE - 1);
        self.low[low] + self.high[low.count_ones() as usize * HALF_SIZE + high]
    }
}

/// Colex ranks among the sets of one size of the first points: what the high half adds then needs
/// no count of the bits below it, and for a row's points both tables fit the first-level cache.
pub struct SizedRanks {
    half: u32,
    low: Box<[u32; HALF_SIZE]>,
    high: Box<[u32; HALF_SIZE]>,
}

impl SizedRanks {
    /// The ranks of the sets of `size` among `points` points, at most 24.
    pub fn new(points: usize, size: usize) -> SizedRanks {
        let half = points / 2;
        let (mut low, mut high) = (Box::new([0; HALF_SIZE]), Box::new([0; HALF_SIZE]));
        for set in 0..1 << half {
            low[set] = rank_of_half(set, 0, 0);
        }
        for set in 0..1usize << (points - half) {
            if let Some(below) = size.checked_sub(set.count_ones() as usize) {
                high[set] = rank_of_half(set, half, below);
            }
        }
        SizedRanks { half: half as u32, low, high }
    }

    /// The rank of a set, which must have the size and be one of the points.
    #[inline(always)]
    pub fn rank(&self, set: u32) -> u32 {
        // Masked so that the compiler sees that no index can be out of bounds.
        let low = set & ((1 << self.half) - 1) & (HALF_SIZE as u32 - 1);
        let high = set >> self.half & (HALF_SIZE as u32 - 1);
        self.low[low as usize] + self.high[high as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_of_one_size_are_the_ranks() {
        let table = ColexTable::new();
        for (points, size) in [(15, 9), (16, 8), (24, 9), (21, 3), (24, 1), (18, 0)] {
            let ranks = SizedRanks::new(points, size);
            for set in (0..1u32 << points).filter(|set| set.count_ones() as usize == size) {
                assert_eq!(ranks.rank(set), table.rank(set), "{set:b} of {points}");
            }
        }
    }

    #[test]
    fn colex_order_is_numeric_order() {
        let table = ColexTable::new();
        for k in 1..=9 {
            let mut set = (1u32 << k) - 1;
            for rank in 0..binomial(POINTS, k) {
                assert_eq!(table.rank(set) as usize, rank);
                if rank % 7 == 0 {
                    assert_eq!(unrank(rank, k), set);
                }
                set = next_combination(set);
            }
            assert!(set >> POINTS != 0, "all sets of {k} were seen");
        }
        assert_eq!((table.rank(0), unrank(0, 0)), (0, 0));
    }

    #[test]
    fn spread_undoes_squeeze() {
        let mut onto = 0x00A5_5A3Cu32;
        for step in 0..1000u32 {
            onto = onto.wrapping_mul(0x9E37_79B1).wrapping_add(step) & 0xFF_FFFF;
            let set = onto & onto.wrapping_mul(0x85EB_CA6B);
            assert_eq!(spread(squeeze(set, onto), onto), set);
            assert_eq!(squeeze(set, onto).count_ones(), set.count_ones());
        }
    }
}
