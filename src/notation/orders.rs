//! The point orders of other programs: how each of them numbers the 24 points.

use crate::board::{POINTS, Point};

/// A numbering of the points, from 0.
pub(super) struct Order([&'static str; POINTS]);

/// Sanmill's nodes: rings from the inner to the outer, each from the top midpoint clockwise.
#[rustfmt::skip]
pub(super) static SANMILL: Order = Order([
    "d5", "e5", "e4", "e3", "d3", "c3", "c4", "c5",
    "d6", "f6", "f4", "f2", "d2", "b2", "b4", "b6",
    "d7", "g7", "g4", "g1", "d1", "a1", "a4", "a7",
]);

/// Malom's bits: rings from the outer to the inner, each from the left midpoint clockwise.
#[rustfmt::skip]
pub(super) static MALOM: Order = Order([
    "a4", "a7", "d7", "g7", "g4", "g1", "d1", "a1",
    "b4", "b6", "d6", "f6", "f4", "f2", "d2", "b2",
    "c4", "c5", "d5", "e5", "e4", "e3", "d3", "c3",
]);

/// Reading order, row by row from the top left: PlayOK (from 1), OpenSpiel (from 0), pictures.
#[rustfmt::skip]
pub(super) static READING: Order = Order([
    "a7", "d7", "g7", "b6", "d6", "f6", "c5", "d5", "e5", "a4", "b4", "c4",
    "e4", "f4", "g4", "c3", "d3", "e3", "b2", "d2", "f2", "a1", "d1", "g1",
]);

impl Order {
    /// The point with this number; `None` from 24 on.
    pub(super) fn point(&self, number: usize) -> Option<Point> {
        self.0.get(number).and_then(|name| Point::from_name(name))
    }

    /// The point's number, `0..24`.
    pub(super) fn number(&self, point: Point) -> usize {
        self.0.iter().take_while(|name| **name != point.name()).count()
    }

    /// All points in this order.
    pub(super) fn points(&self) -> impl Iterator<Item = Point> {
        self.0.iter().filter_map(|name| Point::from_name(name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::PointSet;

    #[test]
    fn every_order_numbers_every_point_once() {
        for order in [&SANMILL, &MALOM, &READING] {
            assert_eq!(order.points().collect::<PointSet>(), PointSet::FULL);
            assert_eq!(order.points().count(), POINTS);
            assert!(Point::all().all(|p| order.point(order.number(p)) == Some(p)));
            assert_eq!(order.point(POINTS), None);
        }
    }
}
