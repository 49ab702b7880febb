//! A strong solver and endgame-database generator for nine men's morris.
//!
//! Every position gets its value (win, draw or loss for the side to move) and its distance: the
//! number of plies to the end of the game under best play (under an N-ply rule, to the next
//! capture). The modules, each of which imports only those above it:
//!
//! - [`board`]: points, mills, symmetries, positions, rules, turns. The referee.
//! - [`notation`]: positions and games as text.
//! - [`index`]: the perfect hash, position to subspace and slot and back.
//! - [`store`]: the database files.
//! - [`solve`]: backward induction, which makes the files.
//! - [`query`]: answers from the files, and checks of them.
//! - [`cli`]: the program `moara`, one file a subcommand.
//!
//! To ask a database, start at [`query::Database`].

#![warn(missing_docs)]
#![deny(unsafe_code)]

pub mod board;
pub mod cli;
pub mod index;
pub mod notation;
pub mod query;
pub mod solve;
pub mod store;
