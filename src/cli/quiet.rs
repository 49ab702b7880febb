//! `--quiet-plies`, of `query` and `line`: the counter of an N-ply rule.

use anyhow::anyhow;
use clap::Args;

use crate::notation::Setup;

/// The counter of the position.
#[derive(Args)]
pub struct QuietPlies {
    /// Slides and flights of both sides since the last placing or capture, for rules with
    /// --draw-after [default: what the FEN or the moves say]
    #[arg(long, value_name = "C")]
    quiet_plies: Option<u16>,
}

impl QuietPlies {
    /// The setup with this counter, if one was given.
    ///
    /// # Errors
    /// If stones are in hand, so that nothing can have slid yet.
    pub fn set(&self, setup: Setup) -> anyhow::Result<Setup> {
        match self.quiet_plies {
            None => Ok(setup),
            Some(plies) if plies > 0 && setup.white_hand + setup.black_hand > 0 => Err(anyhow!(
                "--quiet-plies {plies} does not fit the position: there are stones in hand, so none \
                 has slid since the last placing"
            )),
            Some(plies) => Ok(Setup { plies_since_capture: plies, ..setup }),
        }
    }
}
