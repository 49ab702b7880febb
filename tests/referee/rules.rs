//! The game, from its rules: the board as three rings of eight.

use std::sync::OnceLock;

/// Stones as bits: point `8 * ring + place`, places clockwise from the top left corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pub mover: u32,
    pub opponent: u32,
    pub mover_hand: u8,
    pub opponent_hand: u8,
}

/// What rule texts differ in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Three stones may go anywhere.
    pub flying: bool,
    /// When all stones of the other side stand in mills, any may be taken; otherwise none.
    pub take_from_mills: bool,
}

pub const STANDARD: Rules = Rules { flying: true, take_from_mills: true };

/// What a turn leads to.
pub struct Turn {
    /// Seen by the other side.
    pub after: Position,
    /// A stone of the board has moved and none was taken.
    pub quiet: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    Win(u32),
    Draw,
    Loss(u32),
}

impl Value {
    pub fn plies(self) -> Option<u32> {
        match self {
            Value::Win(plies) | Value::Loss(plies) => Some(plies),
            Value::Draw => None,
        }
    }
}

impl Position {
    /// Stones of the side to move, on the board and in hand.
    pub fn mover_stones(&self) -> u32 {
        self.mover.count_ones() + u32::from(self.mover_hand)
    }

    /// Numbers of stones: mover's and opponent's on the board, mover's and opponent's in hand.
    pub fn subspace(&self) -> [u8; 4] {
        let on_board = [self.mover, self.opponent].map(|set| set.count_ones() as u8);
        [on_board[0], on_board[1], self.mover_hand, self.opponent_hand]
    }
}

/// Odd places are the middles of sides: they have a neighbour on the next ring, and lie on a spoke.
fn neighbours(point: usize) -> Vec<usize> {
    let (ring, place) = (point / 8, point % 8);
    let mut all = vec![8 * ring + (place + 1) % 8, 8 * ring + (place + 7) % 8];
    if place % 2 == 1 {
        all.extend((ring > 0).then(|| point - 8));
        all.extend((ring < 2).then(|| point + 8));
    }
    all
}

/// The sets of three points in a line: four sides of each ring, four spokes.
fn lines() -> &'static [u32] {
    static LINES: OnceLock<Vec<u32>> = OnceLock::new();
    LINES.get_or_init(|| {
        let set = |points: [usize; 3]| points.iter().fold(0, |set, point| set | 1 << point);
        let mut lines = Vec::new();
        for ring in 0..3 {
            for corner in [0, 2, 4, 6] {
                lines.push(set([0, 1, 2].map(|step| 8 * ring + (corner + step) % 8)));
            }
        }
        for middle in [1, 3, 5, 7] {
            lines.push(set([0, 1, 2].map(|ring| 8 * ring + middle)));
        }
        lines
    })
}

fn in_mill(stones: u32, point: usize) -> bool {
    lines().iter().any(|line| line >> point & 1 == 1 && stones & line == *line)
}

fn points(set: u32) -> impl Iterator<Item = usize> {
    (0..24).filter(move |point| set >> point & 1 == 1)
}

/// The turns of the side to move.
pub fn turns(rules: &Rules, position: &Position) -> Vec<Turn> {
    let Position { mover, opponent, mover_hand, opponent_hand } = *position;
    let mut after = Vec::new();
    if position.mover_stones() < 3 {
        return after;
    }
    let free = !(mover | opponent) & 0xff_ffff;
    let outside: Vec<usize> = points(opponent).filter(|point| !in_mill(opponent, *point)).collect();
    let takeable = match outside.is_empty() && rules.take_from_mills {
        true => points(opponent).collect(),
        false => outside,
    };
    let placing = mover_hand > 0;
    let mut turn = |rest: u32, to: usize, mover_hand: u8| {
        let mover = rest | 1 << to;
        let mut end = |left: u32| {
            let (mover_hand, opponent_hand) = (opponent_hand, mover_hand);
            after.push(Turn {
                after: Position { mover: left, opponent: mover, mover_hand, opponent_hand },
                quiet: !placing && left == opponent,
            });
        };
        if in_mill(mover, to) && !takeable.is_empty() {
            takeable.iter().for_each(|taken| end(opponent & !(1 << taken)));
        } else {
            end(opponent);
        }
    };
    if mover_hand > 0 {
        points(free).for_each(|to| turn(mover, to, mover_hand - 1));
        return after;
    }
    for from in points(mover) {
        let rest = mover & !(1 << from);
        if mover.count_ones() == 3 && rules.flying {
            points(free).for_each(|to| turn(rest, to, 0));
        } else {
            let reach = neighbours(from).into_iter().filter(|to| free >> to & 1 == 1);
            reach.for_each(|to| turn(rest, to, 0));
        }
    }
    after
}

/// Where each point goes under each of the 16 symmetries: turns and reflections of the square, and
/// all of these with the outer and the inner ring exchanged.
pub fn images() -> &'static [[u32; 24]] {
    static IMAGES: OnceLock<Vec<[u32; 24]>> = OnceLock::new();
    IMAGES.get_or_init(|| {
        let mut images = Vec::new();
        for quarter in 0..4 {
            for reflected in [false, true] {
                for exchanged in [false, true] {
                    images.push(std::array::from_fn(|point| {
                        let (ring, place) = (point / 8, point % 8);
                        let ring = if exchanged { 2 - ring } else { ring };
                        let place = if reflected { (8 - place + 2) % 8 } else { place };
                        (8 * ring + (place + 2 * quarter) % 8) as u32
                    }));
                }
            }
        }
        images
    })
}

/// The image of a set.
pub fn image(mut set: u32, table: &[u32; 24]) -> u32 {
    let mut image = 0;
    while set != 0 {
        image |= 1 << table[set.trailing_zeros() as usize];
        set &= set - 1;
    }
    image
}
