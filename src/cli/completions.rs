//! `moara completions` and `moara man`: what shells and `man` want to know of the program.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, CommandFactory};
use clap_complete::Shell;

use super::{Cli, Outcome};

/// Print the completions for a shell
#[derive(Args)]
#[command(after_help = "\
Examples:
  moara completions bash > ~/.local/share/bash-completion/completions/moara
  moara completions zsh  > ~/.zfunc/_moara        (a folder of your $fpath)
  moara completions fish > ~/.config/fish/completions/moara.fish")]
pub struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    pub fn run(self) -> Outcome {
        // Into memory first: the generator panics when the output is closed.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "moara", &mut script);
        io::stdout().write_all(&script)?;
        Ok(())
    }
}

/// Print the manual page, or write those of all subcommands
#[derive(Args)]
#[command(after_help = "\
Examples:
  moara man | man -l -
  moara man --dir ~/.local/share/man/man1")]
pub struct Man {
    /// Write moara.1, moara-query.1 and the others into this folder
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

impl Man {
    pub fn run(self) -> Outcome {
        let Some(dir) = self.dir else {
            let mut page = Vec::new();
            clap_mangen::Man::new(Cli::command()).render(&mut page)?;
            io::stdout().write_all(&page)?;
            return Ok(());
        };
        fs::create_dir_all(&dir)
            .and_then(|()| clap_mangen::generate_to(Cli::command(), &dir))
            .with_context(|| format!("cannot write to {}", dir.display()))?;
        Ok(())
    }
}
