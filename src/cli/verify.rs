//! `moara verify`: checks a database.

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Instant;

use anyhow::anyhow;
use clap::Args;

use super::against;
use super::progress::{bar, say};
use super::stats::no_files;
use super::wording;
use super::{Common, Failure, Outcome, grouped, pool};
use crate::board::Rules;
use crate::index::Subspace;
use crate::notation::{Setup, to_fen};
use crate::query::{Database, Mismatch, QueryError, recompute, recompute_sample};

/// Check the files: checksums and statistics, and on request every value against its successors'
#[derive(Args)]
#[command(after_help = "\
Examples:
  moara verify                                  checksums, contents and statistics of every file
  moara verify --recompute --max-stones 9       every value against those of its successors
  moara verify --against data/standard.sha256   the files are the published ones, byte for byte
  moara verify --recompute --sample 1000000     the same for a million slots of each subspace")]
pub struct Verify {
    /// Compare stored values with those of their successors, by the plain rules code
    #[arg(long)]
    recompute: bool,

    /// Compare only N slots of each subspace, drawn at random
    #[arg(long, value_name = "N", requires = "recompute")]
    sample: Option<u64>,

    /// Compare the files' SHA-256 hashes with a list as sha256sum writes it, such as
    /// data/standard.sha256; files in the list that are not there are errors
    #[arg(long, value_name = "FILE", conflicts_with_all = ["recompute", "min_stones", "max_stones"])]
    against: Option<PathBuf>,

    /// Number that the random draw starts from
    #[arg(long, value_name = "SEED", requires = "sample", default_value_t = 1)]
    seed: u64,

    /// Only subspaces with at least N stones on the board
    #[arg(long, value_name = "N", default_value_t = 0)]
    min_stones: u8,

    /// Only subspaces with at most N stones on the board
    #[arg(long, value_name = "N", default_value_t = 18)]
    max_stones: u8,

    /// Threads to use [default: one for each processor]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl Verify {
    pub fn run(self, common: &Common) -> Outcome {
        if let Some(list) = &self.against {
            return against::run(common, list, pool(self.threads.map(usize::from))?);
        }
        let database = common.database();
        let mut subspaces = database.folder().subspaces()?;
        if subspaces.is_empty() {
            return Err(no_files(common));
        }
        subspaces.retain(|s| (self.min_stones..=self.max_stones).contains(&s.stones()));
        subspaces.sort_by_key(|s| (s.stones(), *s));
        if subspaces.is_empty() {
            return Err(Failure::Request(anyhow!(
                "no file has {} to {} stones on the board",
                self.min_stones,
                self.max_stones
            )));
        }
        let pool = pool(self.threads.map(usize::from))?;
        let bar = bar(subspaces.iter().map(|s| self.slots(*s)).sum());
        let started = Instant::now();
        let mut bad = 0;
        for &subspace in &subspaces {
            bar.set_message(subspace.to_string());
            let checked = pool.install(|| self.check(&database, subspace, &|n| bar.inc(n)));
            match checked {
                Ok(Checked::Good) => say(&bar, &format!("{subspace}: good")),
                Ok(Checked::OutcomesOnly) => {
                    say(&bar, &format!("{subspace}: good, but outcomes only: it has no distances"));
                }
                Ok(Checked::Wrong(mismatch)) => {
                    bad += 1;
                    say(&bar, &format!("{subspace}: {}", describe(database.rules(), &mismatch)));
                }
                Err(error) => {
                    bad += 1;
                    say(&bar, &format!("{subspace}: {error}"));
                }
            }
        }
        bar.finish_and_clear();
        if bad > 0 {
            return Err(Failure::Data(anyhow!("{bad} of {} files are bad", subspaces.len())));
        }
        let slots: u64 = subspaces.iter().map(|s| self.slots(*s)).sum();
        let what = if self.recompute { "compared with their successors" } else { "checked" };
        writeln!(
            io::stdout(),
            "{} files are good: {} slots {what} in {:.1} s",
            subspaces.len(),
            grouped(slots),
            started.elapsed().as_secs_f64()
        )?;
        Ok(())
    }

    fn slots(&self, subspace: Subspace) -> u64 {
        self.sample.unwrap_or(subspace.slots() as u64)
    }

    fn check(
        &self,
        database: &Database,
        subspace: Subspace,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<Checked, QueryError> {
        let file = database.folder().open_once(subspace)?;
        file.verify()?;
        let mismatch = match self.sample {
            _ if !self.recompute => {
                progress(self.slots(subspace));
                return Ok(if file.is_cut() { Checked::OutcomesOnly } else { Checked::Good });
            }
            None => recompute(database, subspace, progress)?,
            Some(sample) => recompute_sample(database, subspace, sample, self.seed, progress)?,
        };
        Ok(mismatch.map_or(Checked::Good, Checked::Wrong))
    }
}

/// What came of checking a file.
enum Checked {
    Good,
    OutcomesOnly,
    Wrong(Mismatch),
}

fn describe(rules: &Rules, mismatch: &Mismatch) -> String {
    let Mismatch { slot, position, stored, expected, outcome_only } = mismatch;
    let setup = Setup::with_likely_color(rules, position);
    let say = |value| wording::short(rules, &setup, value, None);
    let stored = match outcome_only {
        true => stored.outcome().name().to_owned(),
        false => say(*stored),
    };
    format!(
        "slot {slot}, {}: stored as a {stored}, but its successors make it a {}",
        to_fen(&setup),
        say(*expected)
    )
}
