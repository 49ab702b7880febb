//! Values in words. Under an N-ply rule a distance is not the one to the end of the game, and the
//! words must not say so.

use crate::board::{Metric, Plies, Rules, Value};
use crate::notation::Setup;

/// A value in a table: `win in 13 plies`; under an N-ply rule `win, capture in 13`, or `draw (win in
/// 41)` for a win that the counter has `turned` into a draw.
pub fn short(rules: &Rules, before: &Setup, value: Value, turned: Option<Value>) -> String {
    if rules.metric() == Metric::End {
        return value.to_string();
    }
    let name = value.outcome().name();
    match (value.plies(), turned.map(|turned| (turned.outcome().name(), turned.plies()))) {
        (None, Some((turned, Some(plies)))) => format!("{name} ({turned} in {})", plies.0),
        // Already lost.
        (Some(Plies(0)) | None, _) => name.to_owned(),
        // The turn itself is the next placing.
        (Some(_), _) if before.position().mover_hand > 0 => name.to_owned(),
        (Some(plies), _) => format!("{name}, capture in {}", plies.0),
    }
}

/// `White wins in 13 plies.`; under an N-ply rule with both values where the counter makes two.
pub fn sentence(rules: &Rules, setup: &Setup, value: Value, turned: Option<Value>) -> String {
    let mut side = setup.to_move.to_string();
    side[..1].make_ascii_uppercase();
    let verb = match value {
        Value::Draw => "draws",
        Value::Win(_) => "wins",
        Value::Loss(_) => "loses",
    };
    let Some(limit) = rules.draw_after else {
        return match value.plies() {
            None => format!("{side} {verb}."),
            Some(plies) => format!("{side} {verb} in {plies}."),
        };
    };
    let played = setup.plies_since_capture;
    match (value.plies(), turned) {
        (None, Some(turned)) => {
            let would = if turned > Value::Draw { "won" } else { "lost" };
            let plies = turned.plies().unwrap_or(Plies(0));
            format!(
                "{side} {verb}: {would} in {plies} to the next capture, a draw under the \
                 {limit}-turn rule ({played} were played)."
            )
        }
        (None, None) => format!("{side} {verb}."),
        (Some(Plies(0)), _) => format!("{side} has lost."),
        (Some(_), _) if setup.position().mover_hand > 0 => format!("{side} {verb}."),
        (Some(plies), _) => {
            format!("{side} {verb}; the next capture, or the end, comes in {plies} at most.")
        }
    }
}

/// What the distances of a table count, where that has to be said: a line for under its head.
pub fn note(rules: &Rules) -> Option<String> {
    let metric = rules.metric();
    (metric != Metric::End).then(|| format!("Distances are {}.", metric.name()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_to_a_capture_do_not_pass_for_those_to_the_end() {
        let rules: Rules = "draw-after-50".parse().unwrap();
        let moving = Setup { white_hand: 0, black_hand: 0, ..Setup::start(&rules) };
        let moving = Setup { plies_since_capture: 12, ..moving };
        let (win, loss) = (Value::Win(Plies(13)), Value::Loss(Plies(40)));
        assert_eq!(short(&Rules::STANDARD, &moving, win, None), "win in 13 plies");
        assert_eq!(short(&rules, &moving, win, None), "win, capture in 13");
        assert_eq!(short(&rules, &moving, Value::Draw, Some(loss)), "draw (loss in 40)");
        assert_eq!(short(&rules, &Setup::start(&rules), Value::Win(Plies(1)), None), "win");
        assert_eq!(sentence(&Rules::STANDARD, &moving, win, None), "White wins in 13 plies.");
        assert_eq!(
            sentence(&rules, &moving, win, None),
            "White wins; the next capture, or the end, comes in 13 plies at most."
        );
        assert_eq!(
            sentence(&rules, &moving, Value::Draw, Some(loss)),
            "White draws: lost in 40 plies to the next capture, a draw under the 50-turn rule (12 \
             were played)."
        );
        assert_eq!(sentence(&rules, &moving, Value::Loss(Plies(0)), None), "White has lost.");
        assert_eq!(note(&Rules::STANDARD), None);
    }
}
