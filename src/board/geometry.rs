//! The board as one data value: names, edges, mills and symmetries.
//!
//! Point `8 * ring + place`: ring 0 is the outer, 2 the inner one; place 0 is the top left corner
//! and places go clockwise, so that even places are corners and odd ones midpoints.

use super::set::PointSet;

/// Points on the board.
pub const POINTS: usize = 24;
/// Order of the symmetry group: the 8 of the square, times swapping outer and inner ring.
pub const SYMMETRIES: usize = 16;

const RINGS: usize = 3;
const PLACES: usize = 8;

/// A board: everything that depends on where its points and lines are.
#[derive(Debug)]
pub struct Board {
    /// Coordinates of each point.
    pub names: [&'static str; POINTS],
    /// The points that an edge joins to each point; 32 edges in all.
    pub neighbours: [PointSet; POINTS],
    /// The lines of three: four sides on each ring, four spokes.
    pub mills: [PointSet; 16],
    /// The symmetry group as permutations: point `i` goes to `symmetries[s][i]`. 0 is the identity.
    pub symmetries: [[u8; POINTS]; SYMMETRIES],
}

/// The standard board of nine men's morris.
pub static BOARD: Board = Board {
    #[rustfmt::skip]
    names: [
        "a7", "d7", "g7", "g4", "g1", "d1", "a1", "a4",
        "b6", "d6", "f6", "f4", "f2", "d2", "b2", "b4",
        "c5", "d5", "e5", "e4", "e3", "d3", "c3", "c4",
    ],
    neighbours: neighbours(),
    mills: mills(),
    symmetries: symmetries(),
};

const fn bit(ring: usize, place: usize) -> u32 {
    1 << (PLACES * ring + place % PLACES)
}

const fn neighbours() -> [PointSet; POINTS] {
    let mut sets = [PointSet::EMPTY; POINTS];
    let mut i = 0;
    while i < POINTS {
        let (ring, place) = (i / PLACES, i % PLACES);
        let mut bits = bit(ring, place + 1) | bit(ring, place + PLACES - 1);
        if place % 2 == 1 && ring > 0 {
            bits |= bit(ring - 1, place);
        }
        if place % 2 == 1 && ring + 1 < RINGS {
            bits |= bit(ring + 1, place);
        }
        sets[i] = PointSet::from_bits(bits);
        i += 1;
    }
    sets
}

const fn mills() -> [PointSet; 16] {
    let mut sets = [PointSet::EMPTY; 16];
    let mut i = 0;
    while i < 12 {
        let (ring, corner) = (i / 4, 2 * (i % 4));
        let side = bit(ring, corner) | bit(ring, corner + 1) | bit(ring, corner + 2);
        sets[i] = PointSet::from_bits(side);
        i += 1;
    }
    while i < 16 {
        let midpoint = 2 * (i - 12) + 1;
        let spoke = bit(0, midpoint) | bit(1, midpoint) | bit(2, midpoint);
        sets[i] = PointSet::from_bits(spoke);
        i += 1;
    }
    sets
}

/// Symmetry `s`: bits 0 and 1 turn by quarters, bit 2 mirrors first, bit 3 swaps the rings last.
const fn symmetries() -> [[u8; POINTS]; SYMMETRIES] {
    let mut group = [[0u8; POINTS]; SYMMETRIES];
    let mut s = 0;
    while s < SYMMETRIES {
        let mut i = 0;
        while i < POINTS {
            let (mut ring, mut place) = (i / PLACES, i % PLACES);
            if s & 4 != 0 {
                place = PLACES - place;
            }
            place = (place + 2 * (s & 3)) % PLACES;
            if s & 8 != 0 {
                ring = RINGS - 1 - ring;
            }
            group[s][i] = (PLACES * ring + place) as u8;
            i += 1;
        }
        s += 1;
    }
    group
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Point;
    use std::collections::HashSet;

    #[test]
    fn names_edges_and_mills_are_those_of_the_board() {
        let edges: usize = BOARD.neighbours.iter().map(|n| n.len()).sum();
        assert_eq!(edges, 2 * 32);
        let names: HashSet<_> = BOARD.names.iter().collect();
        assert_eq!(names.len(), POINTS);
        // Points are joined only along a line of the coordinate grid.
        for p in Point::all() {
            for q in BOARD.neighbours[p.index()].iter() {
                let (a, b) = (p.name().as_bytes(), q.name().as_bytes());
                assert!(a[0] == b[0] || a[1] == b[1], "{p}-{q}");
                assert!(BOARD.neighbours[q.index()].contains(p));
            }
        }
        for mill in BOARD.mills {
            let names: Vec<&[u8]> = mill.iter().map(|p| p.name().as_bytes()).collect();
            assert_eq!(names.len(), 3);
            assert!((0..2).any(|axis| names.iter().all(|n| n[axis] == names[0][axis])));
        }
        for p in Point::all() {
            assert_eq!(BOARD.mills.iter().filter(|m| m.contains(p)).count(), 2);
        }
    }

    #[test]
    fn symmetries_form_a_group_that_keeps_edges_and_mills() {
        let group: HashSet<_> = BOARD.symmetries.iter().collect();
        assert_eq!(group.len(), SYMMETRIES);
        assert!(Point::all().all(|p| BOARD.symmetries[0][p.index()] as usize == p.index()));
        let mills: HashSet<_> = BOARD.mills.iter().copied().collect();
        for s in &BOARD.symmetries {
            for t in &BOARD.symmetries {
                let product: [u8; POINTS] = std::array::from_fn(|i| t[s[i] as usize]);
                assert!(group.contains(&product));
            }
            let images: HashSet<_> = BOARD.mills.iter().map(|m| m.permuted(s)).collect();
            assert_eq!(images, mills);
            for p in Point::all() {
                let image = s[p.index()] as usize;
                assert_eq!(BOARD.neighbours[p.index()].permuted(s), BOARD.neighbours[image]);
            }
        }
    }
}
