//! The solver: backward induction row by row.
//!
//! [`Pair::all`] plans a run, [`solve_pair`] solves a pair of subspaces from its children's files
//! and writes its own. Inside, `row` and `columns` say what a row is, `step` finds
//! predecessors within it, `capture` settles captures, `decide` puts these together for one row
//! and ply, `transpose` carries what was decided to the rows where it is needed, and `pair`
//! runs the plies. `kernel` has what depends on the processor.
//!
//! This module knows the board, the index and the files; nothing that asks questions.

mod capture;
mod columns;
mod decide;
mod kernel;
mod memory;
mod pair;
mod plan;
mod row;
mod run;
mod score;
mod step;
mod transpose;

pub use kernel::Kernels;
pub use plan::{FEWEST_STONES, Pair, file_size, most_stones, warm_up};
pub use run::{Progress, SolveError, solve_pair};
