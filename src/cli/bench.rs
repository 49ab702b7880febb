//! `moara bench`: how fast this machine solves and answers.

use clap::Args;

use super::{Common, Outcome};

/// Measure the solver's speed by subspace, and the latency of probes
#[derive(Args)]
pub struct Bench {}

impl Bench {
    pub fn run(self, _common: &Common) -> Outcome {
        Ok(())
    }
}
