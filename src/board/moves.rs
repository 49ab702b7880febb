//! The plain move generator: every legal turn, a capture being part of its turn.

use std::fmt;

use super::geometry::BOARD;
use super::position::Position;
use super::rules::Rules;
use super::set::{Point, PointSet};

/// A turn: a placing (`from` is `None`), a slide or a flight, with the stone that it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Turn {
    /// Where the stone comes from; `None` when it is placed from the hand.
    pub from: Option<Point>,
    /// Where the stone goes.
    pub to: Point,
    /// The enemy stone that is taken.
    pub capture: Option<Point>,
}

impl Turn {
    /// Whether the turn can't be undone, and sets the counter of an N-ply rule back to zero: a
    /// placing, or one that takes a stone. Closing a mill without taking anything does not.
    pub const fn zeroes(&self) -> bool {
        self.from.is_none() || self.capture.is_some()
    }

    /// The position after the turn, with the other side to move. The turn must be legal.
    #[must_use]
    pub fn apply(&self, position: &Position) -> Position {
        let mut next = *position;
        match self.from {
            Some(from) => next.mover = next.mover.without(from),
            None => next.mover_hand -= 1,
        }
        next.mover = next.mover.with(self.to);
        if let Some(taken) = self.capture {
            next.opponent = next.opponent.without(taken);
        }
        next.swapped()
    }
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(from) = self.from {
            write!(f, "{from}-")?;
        }
        write!(f, "{}", self.to)?;
        if let Some(taken) = self.capture {
            write!(f, "x{taken}")?;
        }
        Ok(())
    }
}

/// Whether the stone on `point` stands in a mill of `stones`.
pub fn closes_mill(stones: PointSet, point: Point) -> bool {
    BOARD.mills.iter().any(|mill| mill.contains(point) && stones.contains_all(*mill))
}

/// The stones of `opponent` that a closed mill may take: those outside mills; if there are none,
/// all of them, or under protected mills none.
pub fn takeable(rules: &Rules, opponent: PointSet) -> PointSet {
    let outside: PointSet = opponent.iter().filter(|p| !closes_mill(opponent, *p)).collect();
    if !outside.is_empty() {
        outside
    } else if rules.take_from_mills {
        opponent
    } else {
        PointSet::EMPTY
    }
}

/// All legal turns, in ascending order of origin, target and stone taken. None when the side to
/// move has lost: too few stones, or blocked.
pub fn legal_turns(rules: &Rules, position: &Position) -> Vec<Turn> {
    let mut turns = Vec::new();
    for_each_turn(rules, position, |turn| turns.push(turn));
    turns
}

/// Calls `visit` with each of [`legal_turns`], in the same order, without taking memory for them.
pub fn for_each_turn(rules: &Rules, position: &Position, mut visit: impl FnMut(Turn)) {
    if position.mover_has_lost_by_stones() {
        return;
    }
    let free = position.free();
    let takeable = takeable(rules, position.opponent);
    let mut add = |from: Option<Point>, to: Point| {
        let rest = from.map_or(position.mover, |p| position.mover.without(p));
        if closes_mill(rest.with(to), to) && !takeable.is_empty() {
            takeable.iter().for_each(|p| visit(Turn { from, to, capture: Some(p) }));
        } else {
            visit(Turn { from, to, capture: None });
        }
    };
    if position.mover_hand > 0 {
        free.iter().for_each(|to| add(None, to));
        return;
    }
    let flies = rules.flying && position.mover.len() == 3;
    for from in position.mover.iter() {
        let reach = if flies { free } else { free & BOARD.neighbours[from.index()] };
        reach.iter().for_each(|to| add(Some(from), to));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(names: &str) -> PointSet {
        names.split(' ').map(|n| Point::from_name(n).unwrap()).collect()
    }

    fn perft(position: &Position, depth: u32) -> u64 {
        let turns = legal_turns(&Rules::STANDARD, position);
        if depth == 1 {
            return turns.len() as u64;
        }
        turns.iter().map(|turn| perft(&turn.apply(position), depth - 1)).sum()
    }

    #[test]
    fn turn_sequences_from_the_empty_board() {
        let start = Position::start(&Rules::STANDARD);
        let expected = [24, 552, 12_144, 255_024, 5_140_800];
        for (depth, count) in (1..).zip(expected) {
            assert_eq!(perft(&start, depth), count, "depth {depth}");
        }
    }

    #[test]
    fn flying_reference_position_has_54_turns() {
        let position = Position::moving(set("a4 d7 g1"), set("g7 d1 b4"));
        assert_eq!(legal_turns(&Rules::STANDARD, &position).len(), 54);
        let no_flying = Rules { flying: false, ..Rules::STANDARD };
        // a4 slides to a7 and a1, d7 to a7 and d6, g1 to g4.
        assert_eq!(legal_turns(&no_flying, &position).len(), 5);
    }

    #[test]
    fn blocked_has_no_turn() {
        let position = Position::moving(set("a7 g7 g1 a1"), set("d7 g4 d1 a4"));
        assert_eq!(legal_turns(&Rules::STANDARD, &position), []);
    }

    #[test]
    fn stones_in_mills_are_taken_only_when_no_other_is_left() {
        let mill = set("a7 d7 g7");
        let no_taking = Rules { take_from_mills: false, ..Rules::STANDARD };
        assert_eq!(takeable(&Rules::STANDARD, mill), mill);
        assert_eq!(takeable(&no_taking, mill), PointSet::EMPTY);
        let with_free = mill | set("b2");
        assert_eq!(takeable(&Rules::STANDARD, with_free), set("b2"));
        // Under protected mills the closing turn is a quiet one.
        let position = Position::moving(set("a1 d1 g4 b2"), mill);
        let close = Turn {
            from: Point::from_name("g4"),
            to: Point::from_name("g1").unwrap(),
            capture: None,
        };
        assert!(legal_turns(&no_taking, &position).contains(&close));
        assert!(!legal_turns(&Rules::STANDARD, &position).contains(&close));
    }

    #[test]
    fn a_double_mill_takes_one_stone() {
        let position = Position {
            mover: set("a7 d7 g4 g1"),
            opponent: set("b6 d6"),
            mover_hand: 3,
            opponent_hand: 4,
        };
        let corner = Point::from_name("g7").unwrap();
        let turns = legal_turns(&Rules::STANDARD, &position);
        assert_eq!(turns.iter().filter(|t| t.to == corner).count(), 2);
    }
}
