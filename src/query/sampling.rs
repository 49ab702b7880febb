//! Random numbers that are the same on every machine.

/// A number below `below`, evenly: the one with this `number` in the sequence of `seed`.
pub(crate) fn draw(seed: u64, number: u64, below: u64) -> u64 {
    // The high half of a 128-bit product maps 64 random bits evenly onto the range.
    ((u128::from(split_mix(seed, number)) * u128::from(below)) >> 64) as u64
}

/// Number `i` of the sequence of SplitMix64 (Steele, Lea and Flood 2014) that starts at `seed`.
fn split_mix(seed: u64, i: u64) -> u64 {
    let mut z = seed.wrapping_add((i + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_numbers_are_those_of_the_reference_code() {
        let first: Vec<u64> = (0..3).map(|i| split_mix(1234567, i)).collect();
        assert_eq!(
            first,
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
    }

    #[test]
    fn draws_stay_below_the_limit() {
        assert!((0..1000).all(|number| draw(1, number, 7) < 7));
        assert_eq!(draw(1, 0, 1), 0);
    }
}
