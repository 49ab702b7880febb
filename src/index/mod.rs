//! The perfect hash: position <-> subspace and slot.
//!
//! The set of one side is reduced by the 16 symmetries to a canonical set, the *row*; the set of
//! the other side, squeezed onto the points that the row leaves free and ranked colexicographically,
//! is the *column*. See [`Layout`] for the formula. This module knows the board, and neither files
//! nor the values that slots hold.

mod canonical;
mod colex;
mod layout;
mod subspace;

pub use canonical::{CanonicalSets, Images, Place};
pub use colex::{ColexTable, SizedRanks, binomial, next_combination, spread, squeeze, unrank};
pub use layout::{Index, Layout};
pub use subspace::{MAX_SET, Subspace};
