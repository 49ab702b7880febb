//! The program `moara`: arguments in, results to standard output, everything else to standard
//! error. One file a subcommand.
//!
//! Exit code 0: done; 1: the answer is no, or the data is bad or missing; 2: the request is wrong;
//! 130: interrupted.

mod against;
mod bench;
mod compare;
mod completions;
mod convert;
mod generate;
mod input;
mod line;
mod paint;
mod plan;
mod plot;
mod progress;
mod prove;
mod query;
mod quiet;
mod report;
mod review;
mod serve;
mod stats;
mod unlimited;
mod verify;
mod wording;

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};

use crate::board::{MAX_DRAW_AFTER, MAX_MEN, MIN_MEN, Rules};
use crate::query::{Database, QueryError};

/// Solves nine men's morris: makes endgame databases, and answers any position from them.
#[derive(Parser)]
#[command(
    version,
    max_term_width = 100,
    after_help = "\
Examples:
  moara generate                          solve the game, and write it to data/standard
  moara query \"********/********/O@O*@*O@ w m s 3 0 3 0 0 0 -1 -1 -1 -1 0 0 1\"
  moara query \"d7 a1 g7 d1\"              after these moves from the empty board
  moara line POSITION                     one best continuation to the end
  moara serve                             explore positions and games in the browser
  moara stats --format csv                counts and longest wins of every subspace
  moara prove                             the value of the empty board, and the evidence

Exit code: 0 done, 1 the answer is no or the data is bad or missing, 2 the request is wrong,
130 interrupted."
)]
struct Cli {
    #[command(flatten)]
    common: Common,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Generate(generate::Generate),
    Query(query::Query),
    Line(line::LineArgs),
    Convert(convert::Convert),
    Review(review::ReviewArgs),
    Serve(serve::Serve),
    Stats(stats::Stats),
    Verify(verify::Verify),
    Prove(prove::Prove),
    Bench(bench::Bench),
    Completions(completions::Completions),
    Man(completions::Man),
}

/// What every subcommand takes.
#[derive(Args)]
struct Common {
    /// Folder of the databases; those of a rule profile lie in a folder of its name in it
    #[arg(long, value_name = "DIR", global = true, env = "MOARA_DB", default_value = "data")]
    db: PathBuf,

    /// Stones per side, 3 to 9
    #[arg(long, value_name = "K", global = true, conflicts_with = "rules",
          value_parser = clap::value_parser!(u8).range(i64::from(MIN_MEN)..=i64::from(MAX_MEN)))]
    men: Option<u8>,

    /// Three stones still slide: there is no flying
    #[arg(long, global = true, conflicts_with = "rules")]
    no_flying: bool,

    /// Stones in mills are never taken; when all stand in mills, closing one takes nothing
    #[arg(long, global = true, conflicts_with = "rules")]
    protect_mills: bool,

    /// N turns of both sides together without a placing or a capture are a draw, 1 to 120
    #[arg(long, value_name = "N", global = true, conflicts_with = "rules",
          value_parser = clap::value_parser!(u8).range(1..=i64::from(MAX_DRAW_AFTER)))]
    draw_after: Option<u8>,

    /// Rule profile by its canonical name, such as "standard" or "men-4+no-flying"
    #[arg(long, value_name = "NAME", global = true)]
    rules: Option<Rules>,
}

impl Common {
    fn rules(&self) -> Rules {
        self.rules.unwrap_or(Rules {
            men: self.men.unwrap_or(MAX_MEN),
            flying: !self.no_flying,
            take_from_mills: !self.protect_mills,
            draw_after: self.draw_after,
        })
    }

    fn database(&self) -> Database {
        Database::open(&self.db, &self.rules())
    }
}

/// A failure with its exit code.
#[derive(Debug)]
enum Failure {
    /// The answer is no, or the data is bad or missing: exit code 1.
    Data(anyhow::Error),
    /// The request is wrong: exit code 2.
    Request(anyhow::Error),
}

impl<E: Into<anyhow::Error>> From<E> for Failure {
    fn from(error: E) -> Failure {
        let error = error.into();
        match error.downcast_ref::<QueryError>() {
            Some(QueryError::Invalid(_)) => Failure::Request(error),
            _ => Failure::Data(error),
        }
    }
}

type Outcome = Result<(), Failure>;

/// Runs the program with the arguments of the process.
pub fn main() -> ExitCode {
    let Cli { common, command } = Cli::parse();
    let outcome = match command {
        Command::Generate(args) => args.run(&common),
        Command::Query(args) => args.run(&common),
        Command::Line(args) => args.run(&common),
        Command::Convert(args) => args.run(&common),
        Command::Review(args) => args.run(&common),
        Command::Serve(args) => args.run(&common),
        Command::Stats(args) => args.run(&common),
        Command::Verify(args) => args.run(&common),
        Command::Prove(args) => args.run(&common),
        Command::Bench(args) => args.run(&common),
        Command::Completions(args) => args.run(),
        Command::Man(args) => args.run(),
    };
    let (code, error) = match outcome {
        Ok(()) => return ExitCode::SUCCESS,
        Err(Failure::Data(error)) => (1, error),
        Err(Failure::Request(error)) => (2, error),
    };
    // Nobody reads on: nothing is wrong with the data.
    let broken_pipe = error
        .downcast_ref::<io::Error>()
        .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe);
    if broken_pipe {
        return ExitCode::SUCCESS;
    }
    let _ = writeln!(io::stderr(), "error: {error:#}");
    ExitCode::from(code)
}

/// A thread pool with `threads` threads, or one for each processor.
fn pool(threads: Option<usize>) -> Result<rayon::ThreadPool, Failure> {
    let builder = rayon::ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0));
    Ok(builder.build()?)
}

/// A number with its thousands set apart.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn arguments_are_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn thousands_are_set_apart() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1_000), "1,000");
        assert_eq!(grouped(9_193_626_407), "9,193,626,407");
    }
}
