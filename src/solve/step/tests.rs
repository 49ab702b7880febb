//! The steps against the plain rules code.

use proptest::prelude::*;

use super::super::columns::Columns;
use super::super::kernel::{Kernel, Kernels, RowTask};
use super::super::row::Row;
use super::{dense, flying, placing, sparse};
use crate::board::{POINTS, PointSet, Position, Rules, Turn, legal_turns};
use crate::index::{Index, spread, squeeze, unrank};

/// Which columns have a quiet turn to one of `given`, by the referee.
fn by_the_rules(rules: &Rules, row: &Row, columns: &Columns, given: &[u64]) -> Vec<u64> {
    let colex = &Index::shared().colex;
    let mut out = vec![0; columns.compact_words()];
    for (column, set) in columns.sets.iter().enumerate() {
        let mover = PointSet::from_bits(spread(*set, row.free));
        let position = Position::moving(mover, PointSet::from_bits(row.opponent));
        let reaches = legal_turns(rules, &position).iter().any(|turn| {
            let after = squeeze(turn.apply(&position).opponent.bits(), row.free);
            let after = colex.rank(after) as usize;
            turn.capture.is_none() && given[after / 64] >> (after % 64) & 1 == 1
        });
        out[column / 64] |= u64::from(reaches) << (column % 64);
    }
    out
}

struct Dense<'a>(&'a Row, &'a Columns, &'a [u64]);

impl RowTask for Dense<'_> {
    type Output = Vec<u64>;

    #[inline(always)]
    fn run<K: Kernel>(self) -> Vec<u64> {
        let Dense(row, columns, given) = self;
        let mut out = vec![0; columns.compact_words()];
        let (mut from, mut to) = (vec![0; columns.dense_words()], vec![0; columns.dense_words()]);
        columns.expand::<K>(given, &mut from);
        dense::predecessors::<K>(row, columns, &from, &mut to);
        columns.compress::<K>(&to, &mut out);
        out
    }
}

/// The best placing of each column by the referee, from scores of where placings lead without and
/// with a capture.
fn best_by_the_rules(
    rules: &Rules,
    row: &Row,
    [before, after]: [&Columns; 2],
    [quiet, captures]: [&[u8]; 2],
) -> Vec<u8> {
    let best = |set: &u32| {
        let position = Position {
            mover: PointSet::from_bits(spread(*set, row.free)),
            opponent: PointSet::from_bits(row.opponent),
            mover_hand: 3,
            opponent_hand: 3,
        };
        let turns = legal_turns(rules, &position);
        let score = |turn: &Turn| {
            let after = after.of(squeeze(turn.apply(&position).opponent.bits(), row.free));
            if turn.capture.is_some() { captures[after] } else { quiet[after] }
        };
        turns.iter().map(score).max().unwrap()
    };
    before.sets.iter().map(best).collect()
}

struct Placing<'a>(&'a Row, [&'a Columns; 2], [&'a [u8]; 2]);

impl RowTask for Placing<'_> {
    type Output = Vec<u8>;

    #[inline(always)]
    fn run<K: Kernel>(self) -> Vec<u8> {
        let Placing(row, [before, after], [quiet, captures]) = self;
        let mut best = vec![0; before.count() + placing::LANES];
        let starts = placing::starts(after);
        placing::best::<K>(row, before, &starts, quiet, captures, &mut best);
        best.truncate(before.count());
        best
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn placing_equals_the_rules(
        mover in 0usize..=8,
        opponent in 0usize..=9,
        at in 0.0..1.0f64,
        mut seed: u64,
        take_from_mills: bool,
    ) {
        let rules = Rules { take_from_mills, ..Rules::STANDARD };
        let rank = at * crate::index::binomial(POINTS, opponent) as f64;
        let row = Row::new(&rules, unrank(rank as usize, opponent));
        let columns = [mover, mover + 1].map(|stones| Columns::new(POINTS - opponent, stones));
        let [before, after] = &columns;
        prop_assume!(before.count() <= 15_000);
        let mut random = || {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            // Scores are never 0.
            ((seed >> 33) % 255) as u8 + 1
        };
        let scores: [Vec<u8>; 2] =
            std::array::from_fn(|_| (0..after.count() + placing::LANES).map(|_| random()).collect());
        let (columns, scores) = ([before, after], [&scores[0][..], &scores[1][..]]);
        let expected = best_by_the_rules(&rules, &row, columns, scores);
        for kernel in Kernels::ALL.into_iter().filter(|k| k.is_supported()) {
            let found = kernel.run(Placing(&row, columns, scores));
            prop_assert!(found == expected, "{}", kernel);
        }
    }

    #[test]
    fn steps_equal_the_rules(
        mover in 3usize..=9,
        opponent in 3usize..=9,
        at in 0.0..1.0f64,
        density in 1u32..12,
        mut seed: u64,
        flying: bool,
        take_from_mills: bool,
    ) {
        let rules = Rules { flying, take_from_mills, ..Rules::STANDARD };
        let rank = at * crate::index::binomial(POINTS, opponent) as f64;
        let row = Row::new(&rules, unrank(rank as usize, opponent));
        let columns = Columns::new(POINTS - opponent, mover);
        // Large rows are the solver's business; the rules code is slow.
        prop_assume!(columns.count() <= 30_000);
        let mut given = vec![0u64; columns.compact_words()];
        for column in 0..columns.count() {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            if (seed >> 33) % (1 << density) == 0 {
                given[column / 64] |= 1 << (column % 64);
            }
        }
        let expected = by_the_rules(&rules, &row, &columns, &given);
        if flying && mover == 3 {
            let mut out = vec![0; columns.compact_words()];
            flying::predecessors(&row, &columns, &given, &mut out);
            prop_assert_eq!(out, expected);
        } else {
            let mut out = vec![0; columns.compact_words()];
            sparse::predecessors(&row, &columns, &given, &mut out);
            prop_assert_eq!(&out, &expected);
            for kernel in Kernels::ALL.into_iter().filter(|k| k.is_supported()) {
                prop_assert_eq!(&kernel.run(Dense(&row, &columns, &given)), &expected, "{}", kernel);
            }
        }
    }
}
