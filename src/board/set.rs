//! A point of the board, and a set of points as a bit mask.

use std::fmt;
use std::ops::{BitAnd, BitOr, BitXor, Not};

use super::geometry::{BOARD, POINTS};

/// A point of the board, `0..24`. The numbering is that of [`BOARD`]`.names`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(u8);

impl Point {
    /// The point with this number, or `None` from 24 on.
    pub const fn new(number: u8) -> Option<Point> {
        if (number as usize) < POINTS { Some(Point(number)) } else { None }
    }

    /// All points in ascending order.
    pub fn all() -> impl Iterator<Item = Point> {
        (0..POINTS as u8).map(Point)
    }

    /// The point's number, `0..24`.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The point's coordinates, such as `"d6"`.
    pub fn name(self) -> &'static str {
        BOARD.names[self.index()]
    }

    /// The point with these coordinates; upper case is accepted.
    pub fn from_name(name: &str) -> Option<Point> {
        Point::all().find(|p| p.name().eq_ignore_ascii_case(name))
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A set of points: bit `i` stands for point `i`. Bits from 24 on are never set.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct PointSet(u32);

impl PointSet {
    /// No point.
    pub const EMPTY: PointSet = PointSet(0);
    /// All 24 points.
    pub const FULL: PointSet = PointSet((1 << POINTS) - 1);

    /// The set with this bit mask; bits from 24 on are dropped.
    pub const fn from_bits(bits: u32) -> PointSet {
        PointSet(bits & PointSet::FULL.0)
    }

    /// The bit mask.
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// The number of points in the set.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set has no point.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether `point` is in the set.
    pub const fn contains(self, point: Point) -> bool {
        self.0 >> point.0 & 1 == 1
    }

    /// Whether every point of `other` is in this set.
    pub const fn contains_all(self, other: PointSet) -> bool {
        self.0 & other.0 == other.0
    }

    /// The set with `point` added.
    #[must_use]
    pub const fn with(self, point: Point) -> PointSet {
        PointSet(self.0 | 1 << point.0)
    }

    /// The set with `point` taken away.
    #[must_use]
    pub const fn without(self, point: Point) -> PointSet {
        PointSet(self.0 & !(1 << point.0))
    }

    /// The points in ascending order.
    pub fn iter(self) -> impl Iterator<Item = Point> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let point = Point::new(rest.trailing_zeros() as u8)?;
            rest &= rest - 1;
            Some(point)
        })
    }

    /// The set's image when point `i` goes to `permutation[i]`.
    #[must_use]
    pub fn permuted(self, permutation: &[u8; POINTS]) -> PointSet {
        self.iter().map(|p| Point(permutation[p.index()])).collect()
    }
}

impl FromIterator<Point> for PointSet {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> PointSet {
        points.into_iter().fold(PointSet::EMPTY, PointSet::with)
    }
}

impl BitAnd for PointSet {
    type Output = PointSet;
    fn bitand(self, other: PointSet) -> PointSet {
        PointSet(self.0 & other.0)
    }
}

impl BitOr for PointSet {
    type Output = PointSet;
    fn bitor(self, other: PointSet) -> PointSet {
        PointSet(self.0 | other.0)
    }
}

impl BitXor for PointSet {
    type Output = PointSet;
    fn bitxor(self, other: PointSet) -> PointSet {
        PointSet(self.0 ^ other.0)
    }
}

impl Not for PointSet {
    type Output = PointSet;
    fn not(self) -> PointSet {
        PointSet(!self.0 & PointSet::FULL.0)
    }
}

impl fmt::Debug for PointSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
