//! Subspaces: positions with the same numbers of stones on board and in hand.

use std::fmt;
use std::str::FromStr;

use super::colex::binomial;
use super::layout::Index;
use crate::board::{BOARD, POINTS, Position, Rules, SYMMETRIES};

/// Most stones that one side can have on the board.
pub const MAX_SET: usize = 9;

/// The positions with these numbers of stones, for the side to move ("mover") and its opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Subspace {
    /// Stones of the side to move on the board, at most [`MAX_SET`].
    pub mover: u8,
    /// Stones of the other side on the board, at most [`MAX_SET`].
    pub opponent: u8,
    /// Stones that the side to move has yet to place.
    pub mover_hand: u8,
    /// Stones that the other side has yet to place.
    pub opponent_hand: u8,
}

impl Subspace {
    /// A subspace of the moving phase: no stones in hand.
    pub const fn moving(mover: u8, opponent: u8) -> Subspace {
        Subspace { mover, opponent, mover_hand: 0, opponent_hand: 0 }
    }

    /// The subspace that a position lies in.
    pub const fn of(position: &Position) -> Subspace {
        Subspace {
            mover: position.mover.len() as u8,
            opponent: position.opponent.len() as u8,
            mover_hand: position.mover_hand,
            opponent_hand: position.opponent_hand,
        }
    }

    /// All subspaces of the moving phase, by ascending number of stones, so that captures lead
    /// only to earlier ones.
    pub fn all_moving(rules: &Rules) -> Vec<Subspace> {
        let sizes = 3..=rules.men;
        let mut all: Vec<Subspace> = sizes
            .clone()
            .flat_map(|mover| sizes.clone().map(move |opponent| Subspace::moving(mover, opponent)))
            .collect();
        all.sort_by_key(|s| (s.stones(), s.mover.abs_diff(s.opponent), s.mover));
        all
    }

    /// All subspaces of the placing phase that can arise, later plies first, so that turns lead
    /// only to earlier ones, or to the moving phase.
    ///
    /// Within a ply, neighbours in this order share what their turns lead to: the quiet turns of
    /// one go where the captures of the next do.
    pub fn all_placing(rules: &Rules) -> Vec<Subspace> {
        let of_ply = |ply: u8| {
            let (mover_placed, opponent_placed) = (ply / 2, ply.div_ceil(2));
            (0..=mover_placed).flat_map(move |mover| {
                (0..=opponent_placed).map(move |opponent| Subspace {
                    mover,
                    opponent,
                    mover_hand: rules.men - mover_placed,
                    opponent_hand: rules.men - opponent_placed,
                })
            })
        };
        (0..2 * rules.men).rev().flat_map(of_ply).filter(|s| s.can_arise(rules)).collect()
    }

    /// Whether play from the empty board can lead here, as far as the numbers of stones tell: turns
    /// alternate, no side has lost, and each capture needs a mill, so that a side that has placed
    /// `n` stones has taken at most `n - 2` in the placing phase.
    pub fn can_arise(&self, rules: &Rules) -> bool {
        let Subspace { mover, opponent, mover_hand, opponent_hand } = *self;
        let (mover_total, opponent_total) = (mover + mover_hand, opponent + opponent_hand);
        let in_game = 3..=rules.men;
        if !in_game.contains(&mover_total) || !in_game.contains(&opponent_total) {
            return false;
        }
        if self.is_moving() {
            return true;
        }
        let turns_alternate = mover_hand == opponent_hand || mover_hand == opponent_hand + 1;
        let takes_at_most = |hand: u8| (rules.men - hand).saturating_sub(2);
        turns_alternate
            && rules.men - mover_total <= takes_at_most(opponent_hand)
            && rules.men - opponent_total <= takes_at_most(mover_hand)
    }

    /// Turns made since the empty board, in the placing phase.
    pub const fn ply(&self, rules: &Rules) -> u8 {
        2 * rules.men - self.mover_hand - self.opponent_hand
    }

    /// Whether no stones are in hand.
    pub const fn is_moving(&self) -> bool {
        self.mover_hand == 0 && self.opponent_hand == 0
    }

    /// Whether each turn places the last stone in hand, so that it leads to the moving phase.
    pub const fn is_last_placing(&self) -> bool {
        self.mover_hand == 1 && self.opponent_hand == 0
    }

    /// Stones on the board, of both sides.
    pub const fn stones(&self) -> u8 {
        self.mover + self.opponent
    }

    /// The same stones with the other side to move: where a quiet turn of the moving phase leads.
    #[must_use]
    pub const fn swapped(&self) -> Subspace {
        Subspace {
            mover: self.opponent,
            opponent: self.mover,
            mover_hand: self.opponent_hand,
            opponent_hand: self.mover_hand,
        }
    }

    /// Where a turn that takes nothing leads.
    #[must_use]
    pub const fn after_quiet_turn(&self) -> Subspace {
        let mut next = self.swapped();
        if self.mover_hand > 0 {
            next.opponent_hand -= 1;
            next.opponent += 1;
        }
        next
    }

    /// Whether a turn may take a stone: the mover can have a mill, and there is something to take.
    pub const fn may_capture(&self) -> bool {
        let placed = if self.mover_hand > 0 { 1 } else { 0 };
        self.mover + placed >= 3 && self.opponent > 0
    }

    /// Where a turn that takes a stone leads, if there is one; `None` when it ends the game, because fewer than
    /// three stones are left to the other side.
    #[must_use]
    pub const fn after_capture(&self) -> Option<Subspace> {
        let mut next = self.after_quiet_turn();
        if next.mover == 0 || next.mover - 1 + next.mover_hand < 3 {
            return None;
        }
        next.mover -= 1;
        Some(next)
    }

    /// Rows in the layout whose rows are the mover's canonical sets.
    pub fn rows(&self) -> usize {
        Index::shared().canonical(self.mover as usize).sets().len()
    }

    /// Columns of each such row.
    pub const fn columns(&self) -> usize {
        binomial(POINTS - self.mover as usize, self.opponent as usize)
    }

    /// Slots: rows times columns. A little more than the distinct positions, see
    /// [`Subspace::positions`].
    pub fn slots(&self) -> usize {
        self.rows() * self.columns()
    }

    /// Distinct positions, symmetric ones counted once, by Burnside's lemma: the mean over the
    /// symmetries of the number of positions that each leaves as they are.
    pub fn positions(&self) -> u64 {
        let fixed: u64 = BOARD.symmetries.iter().map(|s| self.fixed_positions(s)).sum();
        fixed / SYMMETRIES as u64
    }

    /// A position is left as it is when each cycle of the permutation belongs to one side or to
    /// none: the coefficient of `x^mover y^opponent` in the product of `1 + x^len + y^len`.
    fn fixed_positions(&self, permutation: &[u8; POINTS]) -> u64 {
        let (m, o) = (self.mover as usize, self.opponent as usize);
        let mut ways = vec![vec![0u64; o + 1]; m + 1];
        ways[0][0] = 1;
        for length in cycle_lengths(permutation) {
            for i in (0..=m).rev() {
                for j in (0..=o).rev() {
                    if i >= length {
                        ways[i][j] += ways[i - length][j];
                    }
                    if j >= length {
                        ways[i][j] += ways[i][j - length];
                    }
                }
            }
        }
        ways[m][o]
    }
}

fn cycle_lengths(permutation: &[u8; POINTS]) -> Vec<usize> {
    let mut seen = [false; POINTS];
    let mut lengths = Vec::new();
    for start in 0..POINTS {
        let (mut length, mut point) = (0, start);
        while !seen[point] {
            seen[point] = true;
            point = permutation[point] as usize;
            length += 1;
        }
        if length > 0 {
            lengths.push(length);
        }
    }
    lengths
}

/// `5-4` in the moving phase, `5-4-2-3` with two and three stones in hand.
impl fmt::Display for Subspace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.mover, self.opponent)?;
        if !self.is_moving() {
            write!(f, "-{}-{}", self.mover_hand, self.opponent_hand)?;
        }
        Ok(())
    }
}

impl FromStr for Subspace {
    type Err = String;

    fn from_str(text: &str) -> Result<Subspace, String> {
        let numbers: Option<Vec<u8>> =
            text.split('-').map(|n| n.parse().ok().filter(|n| *n <= MAX_SET as u8)).collect();
        let subspace = match numbers.as_deref() {
            Some(&[mover, opponent]) => Subspace::moving(mover, opponent),
            Some(&[mover, opponent, mover_hand, opponent_hand]) => {
                Subspace { mover, opponent, mover_hand, opponent_hand }
            }
            _ => return Err(format!("\"{text}\" is no subspace: expected such as 5-4 or 5-4-2-3")),
        };
        if subspace.to_string() == text {
            Ok(subspace)
        } else {
            Err(format!("\"{text}\" should be written {subspace}"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moving_phase_has_the_published_size() {
        let all = Subspace::all_moving(&Rules::STANDARD);
        assert_eq!(all.len(), 49);
        assert_eq!(all.iter().map(Subspace::slots).sum::<usize>(), 9_193_626_407);
        assert_eq!(all.iter().map(Subspace::positions).sum::<u64>(), 8_904_593_601);
    }

    #[test]
    fn placing_phase_has_the_known_size() {
        let all = Subspace::all_placing(&Rules::STANDARD);
        assert_eq!(all.len(), 305);
        assert_eq!(all.iter().map(Subspace::positions).sum::<u64>(), 17_846_985_617);
        assert!(all.is_sorted_by_key(|s| std::cmp::Reverse(s.ply(&Rules::STANDARD))));
        assert_eq!(all.last(), Some(&Subspace::of(&Position::start(&Rules::STANDARD))));
    }

    #[test]
    fn turns_lead_to_subspaces_that_can_arise() {
        for men in crate::board::MIN_MEN..=crate::board::MAX_MEN {
            let rules = Rules { men, ..Rules::STANDARD };
            for subspace in Subspace::all_placing(&rules) {
                assert!(subspace.after_quiet_turn().can_arise(&rules), "{subspace}");
                if subspace.may_capture() {
                    let after = subspace.after_capture();
                    assert!(after.is_none_or(|after| after.can_arise(&rules)), "{subspace}");
                }
            }
        }
    }

    #[test]
    fn names_are_read_back() {
        for subspace in Subspace::all_moving(&Rules::STANDARD) {
            assert_eq!(subspace.to_string().parse(), Ok(subspace));
        }
        let placing = Subspace { mover: 5, opponent: 4, mover_hand: 2, opponent_hand: 3 };
        assert_eq!("5-4-2-3".parse(), Ok(placing));
        for bad in ["", "5", "5-", "5-10", "05-4", "5-4-3", "5-4-0-0", "a-b"] {
            assert!(bad.parse::<Subspace>().is_err(), "{bad}");
        }
    }

    #[test]
    fn turns_lead_to_the_right_subspace() {
        let s = Subspace::moving(9, 3);
        assert_eq!(s.after_quiet_turn(), Subspace::moving(3, 9));
        assert_eq!(s.after_capture(), None);
        assert_eq!(s.swapped().after_capture(), Some(Subspace::moving(8, 3)));
        let last = Subspace { mover: 4, opponent: 5, mover_hand: 1, opponent_hand: 0 };
        assert_eq!(last.after_quiet_turn(), Subspace::moving(5, 5));
        assert_eq!(last.after_capture(), Some(Subspace::moving(4, 5)));
    }
}
