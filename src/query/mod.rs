//! Questions to a database: the value of a position, its turns ranked, the main line, and whether
//! the stored values fit each other.
//!
//! This module knows the board, the index and the files; it does not know how values were computed.

mod analysis;
mod counter;
mod database;
mod line;
mod loaded;
mod proof;
mod recompute;
mod review;
pub(crate) mod sampling;
mod unreachable;

pub use analysis::{Analysis, Move, RankedMove, Replies};
pub use database::{Database, QueryError};
pub use line::{Line, LineEnd, Step};
pub use proof::{Attacker, Bound, TABLE_BYTES, search};
pub use recompute::{Mismatch, recompute, recompute_sample};
pub use review::{Review, ReviewedTurn, Summary, Verdict};
pub use unreachable::unreachable;
