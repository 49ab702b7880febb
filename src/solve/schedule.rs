//! The order in which the induction decides values.
//!
//! A step decides all positions of one value: those that have a quiet turn to a position decided in
//! an earlier step, its source, or a capture with just this result. With plies to the end, wins and
//! losses alternate ply by ply, and each step's source is the step before. Under an N-ply rule a
//! capture that loses is a loss in 1, whatever comes after it, so that every distance has losses
//! and wins; distance by distance, the losses come first: their test looks for wins of a smaller
//! distance, and those in the values are just these.

use std::iter;

use super::lap::Lap;
use crate::board::{Metric, Plies, Value};

/// A step of the induction. Values are given as the bytes of their lap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The value that is decided.
    pub target: u8,
    /// That of the positions whose predecessors by quiet turns may have it.
    pub source: u8,
}

/// How many kinds of marks are kept apart.
pub const GENERATIONS: usize = 4;

impl Step {
    /// Whether losses are decided; otherwise wins.
    pub const fn is_loss(self) -> bool {
        !self.target.is_multiple_of(2)
    }

    /// Which of [`GENERATIONS`] marks positions with a byte leave. No two steps that need their
    /// marks at the same time share one.
    pub const fn generation(byte: u8) -> usize {
        byte as usize % GENERATIONS
    }
}

/// The step that decides what is lost already: it needs no source.
pub const LOST: Step = Step { target: 1, source: 0 };

/// All steps of a lap; under an N-ply rule up to distance N.
pub fn steps(metric: Metric, lap: Lap) -> Box<dyn Iterator<Item = Step>> {
    match metric {
        Metric::End => {
            let (first, last) = lap.bytes().into_inner();
            let begin = match lap {
                Lap::First => LOST,
                // Where the lap before has ended.
                Lap::Second => Step { target: first, source: *Lap::First.bytes().end() },
            };
            let later = (first..last).map(|source| Step { target: source + 1, source });
            Box::new(iter::once(begin).chain(later))
        }
        Metric::Capture { limit } => {
            // One lap has them all.
            let [win, loss] = [Value::Win, Value::Loss]
                .map(|value| move |plies: u8| metric.code(value(Plies(plies.into()))) as u8);
            let later = (1..=limit).flat_map(move |plies| {
                // There is no win in 0 plies: nothing ever has its code's marks.
                let losses = Step { target: loss(plies), source: win(plies - 1) };
                [losses, Step { target: win(plies), source: loss(plies - 1) }]
            });
            Box::new(iter::once(LOST).chain(later))
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
    use crate::board::MAX_PLIES;

    fn metrics() -> impl Iterator<Item = Metric> {
        (1..=120).map(|limit| Metric::Capture { limit }).chain([Metric::End])
    }

    /// The steps of all laps, with the codes of their targets.
    fn all_steps(metric: Metric) -> impl Iterator<Item = (u16, Step)> {
        [Lap::First, Lap::Second]
            .into_iter()
            .take_while(move |lap| *lap == Lap::First || metric == Metric::End)
            .flat_map(move |lap| steps(metric, lap).map(move |step| (lap.code(step.target), step)))
    }

    #[test]
    fn every_value_is_decided_once_and_after_its_source() {
        for metric in metrics() {
            let mut done: Vec<(u16, u8)> = Vec::new();
            for (target, step) in all_steps(metric) {
                assert!(done.iter().all(|(code, _)| *code != target), "{metric:?}");
                assert_eq!(step.is_loss(), matches!(metric.value(target), Value::Loss(_)));
                if done.len() > 1 && step.source != 0 {
                    // A quiet turn to the source, the last with this byte, has the value of the target.
                    let source = done.iter().rfind(|(_, byte)| *byte == step.source).unwrap().0;
                    let turn = metric.of_turn(metric.value(source), false);
                    assert_eq!(metric.code(turn), target);
                }
                done.push((target, step.target));
            }
            let longest = match metric {
                Metric::End => MAX_PLIES,
                Metric::Capture { limit } => limit.into(),
            };
            let plies = |(code, _): &(u16, u8)| metric.value(*code).plies();
            assert_eq!(done.iter().filter_map(plies).max(), Some(Plies(longest)));
        }
    }

    #[test]
    fn marks_are_there_until_they_are_used() {
        for metric in metrics() {
            let mut marks = [0; GENERATIONS];
            for (_, step) in all_steps(metric).skip(1) {
                let own = Step::generation(step.target);
                assert_ne!(own, Step::generation(step.source), "{metric:?} {step:?}");
                let source = marks[Step::generation(step.source)];
                assert!(source == step.source || source == 0, "{metric:?} {step:?}");
                marks[own] = step.target;
            }
        }
    }
}
