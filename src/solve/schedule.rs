//! The order in which the induction decides values.
//!
//! A step decides all positions of one value: those that have a quiet turn to a position decided in
//! an earlier step, its source, or a capture with just this result. With plies to the end, wins and
//! losses alternate ply by ply, and each step's source is the step before. Under an N-ply rule a
//! capture that loses is a loss in 1, whatever comes after it, so that every distance has losses
//! and wins; distance by distance, the losses come first: their test looks for wins of a smaller
//! distance, and those in the values are just these.

use std::iter;

use crate::board::{MAX_PLIES, Metric, Plies, Value};

/// A step of the induction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The code of the value that is decided.
    pub target: u8,
    /// The code of the positions whose predecessors by quiet turns may have it.
    pub source: u8,
}

/// How many kinds of marks are kept apart.
pub const GENERATIONS: usize = 4;

impl Step {
    /// Whether losses are decided; otherwise wins.
    pub const fn is_loss(self) -> bool {
        !self.target.is_multiple_of(2)
    }

    /// Which of [`GENERATIONS`] marks positions with a code leave. No two steps that need their
    /// marks at the same time share one.
    pub const fn generation(code: u8) -> usize {
        code as usize % GENERATIONS
    }
}

/// All steps; under an N-ply rule up to distance N.
pub fn steps(metric: Metric) -> Box<dyn Iterator<Item = Step>> {
    let lost = Step { target: metric.code(Value::Loss(Plies(0))), source: 0 };
    match metric {
        Metric::End => {
            let later = (lost.target..=MAX_PLIES).map(|source| Step { target: source + 1, source });
            Box::new(iter::once(lost).chain(later))
        }
        Metric::Capture { limit } => {
            let [win, loss] = [Value::Win, Value::Loss]
                .map(|value| move |plies: u8| metric.code(value(Plies(plies))));
            let later = (1..=limit).flat_map(move |plies| {
                // There is no win in 0 plies: nothing ever has its code's marks.
                let losses = Step { target: loss(plies), source: win(plies - 1) };
                [losses, Step { target: win(plies), source: loss(plies - 1) }]
            });
            Box::new(iter::once(lost).chain(later))
        }
    }
}

/// Steps in a row that decide nothing after which no later one does, unless by a capture.
pub const fn idle_steps(metric: Metric) -> u32 {
    match metric {
        Metric::End => 2,
        Metric::Capture { .. } => 3,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn metrics() -> impl Iterator<Item = Metric> {
        (1..=120).map(|limit| Metric::Capture { limit }).chain([Metric::End])
    }

    #[test]
    fn every_value_is_decided_once_and_after_its_source() {
        for metric in metrics() {
            let mut done = Vec::new();
            for step in steps(metric) {
                assert!(!done.contains(&step.target), "{metric:?}");
                assert_eq!(step.is_loss(), matches!(metric.value(step.target), Value::Loss(_)));
                if done.len() > 1 && step.source != 0 {
                    // A quiet turn to the source has the value of the target.
                    let turn = metric.of_turn(metric.value(step.source), false);
                    assert_eq!(metric.code(turn), step.target);
                    assert!(done.contains(&step.source));
                }
                done.push(step.target);
            }
            let longest = match metric {
                Metric::End => MAX_PLIES,
                Metric::Capture { limit } => limit,
            };
            let plies = |code: &u8| metric.value(*code).plies();
            assert_eq!(done.iter().filter_map(plies).max(), Some(Plies(longest)));
        }
    }

    #[test]
    fn marks_are_there_until_they_are_used() {
        for metric in metrics() {
            let mut marks = [0; GENERATIONS];
            for step in steps(metric).skip(1) {
                let own = Step::generation(step.target);
                assert_ne!(own, Step::generation(step.source), "{metric:?} {step:?}");
                let source = marks[Step::generation(step.source)];
                assert!(source == step.source || source == 0, "{metric:?} {step:?}");
                marks[own] = step.target;
            }
        }
    }
}
