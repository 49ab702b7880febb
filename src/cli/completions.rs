//! `moara completions` and `moara man`: what shells and `man` want to know of the program.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, Command, CommandFactory};
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
        let mut program = Cli::command();
        // Gives the subcommands their full names.
        program.build();
        let Some(dir) = self.dir else {
            io::stdout().write_all(&page(&program)?)?;
            return Ok(());
        };
        let subcommands = program.get_subcommands().filter(|command| command.get_name() != "help");
        fs::create_dir_all(&dir)
            .and_then(|()| {
                for command in subcommands.chain([&program]) {
                    let name = command.get_display_name().unwrap_or("moara");
                    fs::write(dir.join(format!("{name}.1")), page(command)?)?;
                }
                Ok(())
            })
            .with_context(|| format!("cannot write to {}", dir.display()))?;
        Ok(())
    }
}

/// A manual page. Examples keep their lines, which `clap_mangen` by itself would fill.
fn page(command: &Command) -> io::Result<Vec<u8>> {
    let examples = command.get_after_help().map(ToString::to_string);
    let man = clap_mangen::Man::new(command.clone());
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    if command.get_name() == "moara" {
        man.render_subcommands_section(&mut page)?;
    }
    if let Some(examples) = examples {
        writeln!(page, ".SH EXAMPLES\n.nf")?;
        for line in examples.lines() {
            // A dot or a quote at the start would be a request.
            let line = line.replace('\\', "\\e").replace('-', "\\-");
            writeln!(page, "\\&{line}")?;
        }
        writeln!(page, ".fi")?;
    }
    if command.get_version().is_some() {
        man.render_version_section(&mut page)?;
    }
    Ok(page)
}
