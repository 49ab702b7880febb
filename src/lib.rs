pub mod board;
pub mod index;
