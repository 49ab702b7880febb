pub mod board;
pub mod index;
pub mod notation;
pub mod solve;
