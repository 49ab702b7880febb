//! The solver.
mod capture;
mod columns;
mod decide;
mod kernel;
mod memory;
mod pair;
mod row;
mod score;
mod step;
mod transpose;
pub use capture::Child;
pub use kernel::Kernels;
pub use memory::Bytes;
pub use pair::{Side, induce};
pub use score::table;
