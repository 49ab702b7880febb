//! Predecessors within a row: which columns can reach given ones by one quiet turn.
//!
//! Three ways with one result: [`dense`] for slides when many columns are given, [`sparse`] when
//! few are, [`flying`] for flights. A quiet turn is one that closes no mill; see
//! [`Row::closes`](super::row::Row::closes) for the exact meaning. And [`placing`], which needs no
//! induction and gives scores at once.

pub mod dense;
pub mod flying;
pub mod placing;
pub mod sparse;

#[cfg(test)]
mod tests;
