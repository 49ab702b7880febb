//! Positions that no play leads to. Databases hold them, so they are answered; but whoever set one up
//! by mistake should hear of it.

use crate::board::{BOARD, PointSet, Rules};
use crate::index::Subspace;
use crate::notation::Setup;

/// Why no play from the empty board can lead to a setup; `None` where that is not certain. Looked at
/// are the numbers of stones, and mills: under rules that always take a stone, each turn that closes
/// mills, two at most, has taken one; and stones that are in hand or were just placed have not moved,
/// so that in the placing phase each capture of a side that has lost nothing has left a mill.
pub fn unreachable(rules: &Rules, setup: &Setup) -> Option<&'static str> {
    let position = setup.position();
    if !setup.capture_pending && !Subspace::of(&position).can_arise(rules) {
        return Some("play can't lead to such numbers of stones");
    }
    let men = usize::from(rules.men);
    let placing = position.mover_hand + position.opponent_hand > 0;
    let lost = [setup.to_move, setup.to_move.other()].map(|side| men - setup.total(side).min(men));
    // What the mover has taken, and what the opponent has.
    let sides = [(position.mover, lost[1], lost[0]), (position.opponent, lost[0], lost[1])];
    for (number, (stones, taken, own_lost)) in sides.into_iter().enumerate() {
        let mills = mills(stones);
        let pending = usize::from(number == 0 && setup.capture_pending);
        if rules.take_from_mills && taken + pending < mills.div_ceil(2) {
            return Some("there is a mill that has taken no stone");
        }
        if placing && own_lost == 0 && taken > mills {
            return Some("stones were taken, but there is no mill that has taken them");
        }
    }
    None
}

fn mills(stones: PointSet) -> usize {
    BOARD.mills.iter().filter(|mill| stones.contains_all(**mill)).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{from_fen, parse};
    use proptest::prelude::*;

    fn reason(fen: &str) -> Option<&'static str> {
        unreachable(&Rules::STANDARD, &from_fen(fen, &Rules::STANDARD).unwrap())
    }

    #[test]
    fn what_cannot_arise_is_told() {
        let taken = "O*******/**O****O/***@@*@O w p p 4 5 3 5 0 0 0 5";
        assert!(reason(taken).is_some_and(|reason| reason.contains("no mill that has taken")));
        let mill = "OOO*****/@@*@*@@*/***@O*OO w m s 6 0 6 0 0 0 0 9";
        assert_eq!(reason(mill), None);
        let mill = "OOO*****/@*@@*@@*/@*@@O*OO w p p 6 3 9 0 0 0 0 9";
        assert!(from_fen(mill, &Rules::STANDARD).is_err());
        let mill = "OOO*****/@@*@*@@*/@*@@OOOO w m s 7 0 8 0 0 0 0 9";
        assert_eq!(reason(mill), None);
        let nine = "OOO*O*O*/@@*@*@@*/@*@@OOOO w m s 9 0 8 0 0 0 0 9";
        assert_eq!(reason(nine), None);
        let numbers = "********/********/*@@@**** w p p 0 3 3 3 0 0 0 4";
        assert!(reason(numbers).is_some_and(|reason| reason.contains("numbers of stones")));
    }

    proptest! {
        #[test]
        fn no_game_leads_there(choices in proptest::collection::vec(any::<u16>(), 1..80), men in 3..=9u8) {
            let rules = Rules { men, ..Rules::STANDARD };
            let mut setup = parse("", &rules).unwrap().end;
            for choice in choices {
                let turns = setup.legal_turns(&rules);
                let Some(turn) = turns.get(usize::from(choice) % turns.len().max(1)) else { break };
                let half = setup.play(&rules, crate::board::Turn { capture: None, ..*turn });
                if half.capture_pending {
                    prop_assert_eq!(unreachable(&rules, &half), None);
                }
                setup = setup.play(&rules, *turn);
                if setup.position().mover_has_lost_by_stones() { break }
                prop_assert_eq!(unreachable(&rules, &setup), None);
            }
        }
    }
}
