//! The solver: backward induction row by row.
//!
//! [`Job::moving`] and [`Job::placing`] plan a run; a [`Solver`] does a job from the files of the
//! subspaces that its turns lead to, and writes its own. Inside, `row` and `columns` say what a row
//! is, `step` finds predecessors within it, `capture` settles captures, `decide` puts these together
//! for one row and ply, `transpose` carries what was decided to the rows where it is needed, when
//! `workers` says that it is time, and `pair` runs the steps of the `schedule`, in one `lap` or two.
//! `placing` is the one pass over a subspace of the placing phase. `sources` are the finished
//! subspaces that both start from, `values` what they make. `kernel` has what depends on the processor.
//!
//! This module knows the board, the index and the files; nothing that asks questions.

mod capture;
mod columns;
mod decide;
mod error;
mod halves;
mod kernel;
mod lap;
mod memory;
mod pair;
mod placing;
mod plan;
mod row;
mod run;
mod schedule;
mod score;
mod scores;
mod sources;
mod step;
mod transpose;
mod values;
mod workers;

pub use error::SolveError;
pub use kernel::Kernels;
pub use plan::{FEWEST_STONES, Job, file_size, most_stones, warm_up};
pub use run::{Progress, Solver};
