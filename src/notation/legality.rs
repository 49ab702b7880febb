//! Why a turn is illegal, in words: the plain generator only knows that it is.

use std::fmt;

use super::error::{NotationError, listed};
use super::setup::{Color, Setup};
use crate::board::{BOARD, Point, PointSet, Rules, Turn, closes_mill, takeable};

/// Checks a turn in a setup without a pending capture. A turn that completes a mill may leave its
/// capture out: it becomes pending.
pub(super) fn check_turn(rules: &Rules, setup: &Setup, turn: &Turn) -> Result<(), NotationError> {
    let side = setup.to_move;
    for loser in [Color::White, Color::Black] {
        let count = setup.total(loser);
        if count < 3 {
            let reason = format!("the game is over: {loser} has {count} stones left");
            return Err(NotationError::new(reason));
        }
    }
    let legal = setup.legal_turns(rules);
    if legal.is_empty() {
        let reason = format!("the game is over: {side} is blocked and has lost");
        return Err(NotationError::new(reason));
    }
    let refuse = |reason: String| {
        // The most alike alternatives: the same stone's and target's, the same stone's, any.
        let same = |t: &&Turn| t.from == turn.from && t.to == turn.to;
        let near: Vec<&Turn> = match legal.iter().filter(same).collect::<Vec<_>>() {
            exact if !exact.is_empty() => exact,
            _ => legal.iter().filter(|t| t.from == turn.from).collect(),
        };
        let mend = if near.is_empty() { turns(rules, setup) } else { legal_are(near) };
        Err(NotationError::new(reason).mend(mend))
    };

    if let Some(owner) = owner(setup, turn.to)
        && turn.from != Some(turn.to)
    {
        return refuse(format!("{} is taken by a {owner} stone", turn.to));
    }
    match turn.from {
        None => {
            if setup.hand(side) == 0 {
                let men = rules.men;
                return refuse(format!("{side} has placed all {men} stones and must move one"));
            }
        }
        Some(from) => {
            if let Some(reason) = refused_move(rules, setup, from, turn.to) {
                return refuse(reason);
            }
        }
    }
    if let Some(taken) = turn.capture {
        let rest = turn.from.map_or(setup.stones(side), |from| setup.stones(side).without(from));
        if !closes_mill(rest.with(turn.to), turn.to) {
            return refuse(format!(
                "the stone on {} completes no mill (three on a side of a ring, or on a line \
                 across the rings; never on a diagonal), so it takes nothing",
                turn.to
            ));
        }
        if let Some(reason) = refused_capture(rules, setup, taken) {
            return refuse(reason);
        }
    }
    Ok(())
}

/// Checks the answer to a pending capture.
pub(super) fn check_capture(
    rules: &Rules,
    setup: &Setup,
    taken: Point,
) -> Result<(), NotationError> {
    match refused_capture(rules, setup, taken) {
        None => Ok(()),
        Some(reason) => Err(NotationError::new(reason).mend(captures(rules, setup))),
    }
}

/// The stones that may answer the pending capture, in words.
pub(super) fn captures(rules: &Rules, setup: &Setup) -> String {
    let points = setup.legal_captures(rules);
    format!("{} may take {}", setup.to_move, listed(points.iter().map(|p| format!("x{p}"))))
}

/// The legal turns, in words.
pub(super) fn turns(rules: &Rules, setup: &Setup) -> String {
    legal_are(setup.legal_turns(rules))
}

fn legal_are(turns: impl IntoIterator<Item = impl fmt::Display>) -> String {
    format!("legal are {}", listed(turns))
}

fn owner(setup: &Setup, point: Point) -> Option<Color> {
    [Color::White, Color::Black].into_iter().find(|side| setup.stones(*side).contains(point))
}

fn refused_move(rules: &Rules, setup: &Setup, from: Point, to: Point) -> Option<String> {
    let side = setup.to_move;
    match setup.hand(side) {
        0 => {}
        hand => return Some(format!("{side} still has {hand} stones to place, and may move none")),
    }
    if owner(setup, from) != Some(side) {
        return Some(match owner(setup, from) {
            None => format!("there is no stone on {from}"),
            Some(owner) => format!("the stone on {from} is {owner}, but it is {side}'s turn"),
        });
    }
    if from == to {
        return Some("the stone does not leave its point".to_owned());
    }
    if BOARD.neighbours[from.index()].contains(to) {
        return None;
    }
    let count = setup.stones(side).len();
    match (rules.flying, count) {
        (true, 3) => None,
        (true, _) => Some(format!(
            "{from} and {to} are not neighbours, and {side} has {count} stones: only three fly"
        )),
        (false, _) => {
            Some(format!("{from} and {to} are not neighbours, and these rules have no flying"))
        }
    }
}

fn refused_capture(rules: &Rules, setup: &Setup, taken: Point) -> Option<String> {
    let victim = setup.to_move.other();
    let stones: PointSet = setup.stones(victim);
    let takeable = takeable(rules, stones);
    if takeable.contains(taken) {
        None
    } else if !stones.contains(taken) {
        Some(format!("there is no {victim} stone on {taken} to take"))
    } else if takeable.is_empty() {
        Some(format!("all of {victim}'s stones stand in mills, which these rules protect"))
    } else {
        Some(format!("{taken} stands in a mill, while {victim} has stones outside of mills"))
    }
}
