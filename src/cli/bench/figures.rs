//! Medians and other percentiles.

use std::hint::black_box;
use std::time::Instant;

use serde::Serialize;

/// How long something takes, in microseconds.
#[derive(Serialize)]
pub struct Latency {
    pub count: usize,
    pub median_us: f64,
    pub p99_us: f64,
    pub max_us: f64,
}

/// Times `ask` of each group of things, on this thread; a time is that of one thing.
///
/// # Errors
/// The first of `ask`.
///
/// # Panics
/// If there are no groups.
pub fn latency<'a, T: 'a, R, E>(
    groups: impl Iterator<Item = &'a [T]>,
    ask: impl Fn(&T) -> Result<R, E>,
) -> Result<Latency, E> {
    let (mut times, mut count) = (Vec::new(), 0);
    for group in groups {
        let started = Instant::now();
        for thing in group {
            black_box(ask(thing)?);
        }
        times.push(started.elapsed().as_secs_f64() * 1e6 / group.len() as f64);
        count += group.len();
    }
    Ok(Latency {
        count,
        median_us: median(&mut times),
        p99_us: percentile(&mut times, 0.99),
        max_us: percentile(&mut times, 1.0),
    })
}

/// The least of the numbers that `share` of them don't exceed.
///
/// # Panics
/// If there are no numbers.
fn percentile(numbers: &mut [f64], share: f64) -> f64 {
    numbers.sort_unstable_by(f64::total_cmp);
    let rank = (share * numbers.len() as f64).ceil() as usize;
    numbers[rank.clamp(1, numbers.len()) - 1]
}

/// The middle one of the numbers, or the mean of the two in the middle.
///
/// # Panics
/// If there are no numbers.
pub fn median(numbers: &mut [f64]) -> f64 {
    numbers.sort_unstable_by(f64::total_cmp);
    let last = numbers.len() - 1;
    f64::midpoint(numbers[last / 2], numbers[last.div_ceil(2)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians_and_percentiles() {
        assert_eq!(median(&mut [7.0]), 7.0);
        assert_eq!(median(&mut [3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(&mut [4.0, 1.0, 3.0, 2.0]), 2.5);
        let mut hundred: Vec<f64> = (1..=100).rev().map(f64::from).collect();
        assert_eq!(percentile(&mut hundred, 0.99), 99.0);
        assert_eq!(percentile(&mut hundred, 1.0), 100.0);
        assert_eq!(percentile(&mut hundred, 0.0), 1.0);
        assert_eq!(percentile(&mut [7.0], 0.99), 7.0);
    }
}
