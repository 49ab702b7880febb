//! The command line program. All of it is in [`moara::cli`].

use std::process::ExitCode;

fn main() -> ExitCode {
    moara::cli::main()
}
