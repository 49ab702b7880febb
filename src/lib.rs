pub mod board;
pub mod index;
pub mod solve;
