//! `moara convert`: a position or a game from one notation to another.

use std::io::{self, Write};

use anyhow::anyhow;
use clap::{Args, ValueEnum};

use super::{Common, Failure, Outcome, input};
use crate::notation::{Notation, parse_record, to_fen, to_malom};

/// Write a position or a game in another notation
#[derive(Args)]
#[command(after_help = "\
The notation of the input is found out. A game is written as a position by what it ends with, and a
position as a game by its FEN header.

Examples:
  moara convert --to fen \"d7 a1 g7 d1\"
  moara convert --to playok - < game.txt
  moara convert --to malom \"********/********/O@O*@*O@ w m s 3 0 3 0 0 0 -1 -1 -1 -1 0 0 1\"")]
pub struct Convert {
    /// The position or game, or - to read it from standard input
    #[arg(allow_hyphen_values = true)]
    input: String,

    /// The notation to write
    #[arg(long, value_enum)]
    to: Target,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Target {
    /// A position as Sanmill's FEN
    Fen,
    /// A position as Malom's clipboard line
    Malom,
    /// A game as coordinates, such as d2-d3xf4
    Moves,
    /// A game with move numbers, headers, comments and variations
    Record,
    /// A game as PlayOK's numbers
    Playok,
    /// A game as OpenSpiel's actions
    Openspiel,
}

impl Convert {
    pub fn run(self, common: &Common) -> Outcome {
        let rules = common.rules();
        let text = if self.input == "-" { input::stdin()? } else { self.input };
        let record = parse_record(&text, &rules)
            .map_err(|error| Failure::Request(anyhow!("cannot read the input: {error}")))?;
        let game = &record.game;
        let written = match self.to {
            Target::Fen => to_fen(&game.end),
            Target::Malom => to_malom(&game.end, &rules),
            Target::Moves => game.write(Notation::Algebraic, &rules),
            Target::Record => record.write(&rules, |_| ""),
            Target::Playok => game.write(Notation::PlayOk, &rules),
            Target::Openspiel => game.write(Notation::OpenSpiel, &rules),
        };
        writeln!(io::stdout(), "{written}")?;
        Ok(())
    }
}
