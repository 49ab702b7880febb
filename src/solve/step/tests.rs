//! The three steps against the plain rules code.

use proptest::prelude::*;

use super::super::columns::Columns;
use super::super::kernel::{Kernel, Kernels, RowTask};
use super::super::row::Row;
use super::{dense, flying, sparse};
use crate::board::{POINTS, PointSet, Position, Rules, legal_turns};
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

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

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
        let rules = Rules { men: 9, flying, take_from_mills };
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
            sparse::predecessors(&row, &columns, &Index::shared().colex, &given, &mut out);
            prop_assert_eq!(&out, &expected);
            for kernel in Kernels::ALL.into_iter().filter(|k| k.is_supported()) {
                prop_assert_eq!(&kernel.run(Dense(&row, &columns, &given)), &expected, "{}", kernel);
            }
        }
    }
}
