//! The game itself: points, mills, symmetries, positions, rules and turns.
//!
//! This is the referee. The code is meant to be obviously right rather than fast, and everything
//! fast in the other modules is tested against it. It knows no files, no indices and no threads,
//! and it imports nothing from the rest of the crate.

mod geometry;
mod metric;
mod moves;
mod position;
mod rules;
mod set;
mod value;

pub use geometry::{BOARD, Board, POINTS, SYMMETRIES};
pub use metric::{MAX_DRAW_AFTER, Metric};
pub use moves::{Turn, closes_mill, for_each_turn, legal_turns, takeable};
pub use position::{InvalidPosition, Position};
pub use rules::{MAX_MEN, MIN_MEN, Rules, UnknownRules};
pub use set::{Point, PointSet};
pub use value::{CODES, MAX_PLIES, Outcome, Plies, Value};
