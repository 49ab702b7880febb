//! Unions over the stones of a set, by two look-ups.

use std::ops::Range;

/// For every set of a row's free points the union of what its stones stand for, as a table for
/// either half of the points; or several such unions side by side.
pub struct HalfTables {
    half: usize,
    width: usize,
    /// For each set of the half's points, ascending, `width` unions.
    unions: [Vec<u32>; 2],
}

impl HalfTables {
    /// `image` is what the stone on a free point stands for.
    pub fn new(free: usize, image: impl Fn(usize) -> u32) -> HalfTables {
        HalfTables::side_by_side(free, 1, |point, _| image(point))
    }

    /// `image` is what the stone on a free point stands for in each of `width` unions.
    pub fn side_by_side(
        free: usize,
        width: usize,
        image: impl Fn(usize, usize) -> u32,
    ) -> HalfTables {
        let half = free / 2;
        let unions = |points: Range<usize>| {
            let mut unions = vec![0u32; width << points.len()];
            for (bit, point) in points.enumerate() {
                // From the sets of the points so far to those that also have this one.
                let (without, with) = unions.split_at_mut(width << bit);
                for i in 0..width {
                    let image = image(point, i);
                    let without = without[i..].iter().step_by(width);
                    with[i..]
                        .iter_mut()
                        .step_by(width)
                        .zip(without)
                        .for_each(|(with, without)| *with = without | image);
                }
            }
            unions
        };
        HalfTables { half, width, unions: [unions(0..half), unions(half..free)] }
    }

    /// The union of the images of the stones of `set`, when there is one for each set.
    #[inline(always)]
    pub fn union(&self, set: u32) -> u32 {
        let (low, high) = (set as usize & ((1 << self.half) - 1), set as usize >> self.half);
        self.unions[0][low] | self.unions[1][high]
    }

    /// The unions of the images of the stones of `set`.
    #[inline(always)]
    pub fn unions(&self, set: u32) -> impl Iterator<Item = u32> {
        let (low, high) = (set as usize & ((1 << self.half) - 1), set as usize >> self.half);
        let low = &self.unions[0][low * self.width..][..self.width];
        let high = &self.unions[1][high * self.width..][..self.width];
        low.iter().zip(high).map(|(low, high)| low | high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::row::bits;

    #[test]
    fn a_union_is_that_of_the_images() {
        let image = |point: usize| (point as u32 + 1).wrapping_mul(2654435761);
        for free in [15, 16, 21] {
            let tables = HalfTables::new(free, image);
            for set in (0..1 << free).step_by(37) {
                let expected = bits(set).fold(0, |all, point| all | image(point));
                assert_eq!(tables.union(set), expected);
            }
            let three = HalfTables::side_by_side(free, 3, |point, i| image(point) << i);
            for set in (0..1 << free).step_by(41) {
                let expected = [0, 1, 2].map(|i| bits(set).fold(0, |all, p| all | image(p) << i));
                assert!(three.unions(set).eq(expected), "{expected:?}");
            }
        }
    }
}
