//! The program from outside: exit codes, messages, and what it prints.

mod comfort;
#[path = "../common/mod.rs"]
mod common;
mod damage;
mod folder;
mod games;
mod generate;
mod line;
mod query;
mod request;
mod rules;
mod serve;
mod stats;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command as Process, Stdio};
use std::sync::OnceLock;
use std::time::SystemTime;

use assert_cmd::Command;
use common::{
    REFERENCE_PLIES, ROOT, blocked, fen, moara, published, reference_win, shared_dir, white_to_move,
};
use moara::board::Rules;
use moara::notation::{Setup, to_fen};
use serde_json::Value as Json;
use tempfile::TempDir;

const STATS_COLUMNS: &str =
    "mover,opponent,mover_hand,opponent_hand,positions,wins,draws,losses,max_win,max_loss";

/// A database of the moving phase up to eight stones, made by the program, which all tests share
/// and none changes.
fn db() -> &'static Path {
    static DB: OnceLock<PathBuf> = OnceLock::new();
    DB.get_or_init(|| {
        let db = shared_dir("cli");
        run(0, moara().args(["generate", "--max-stones", "8", "--db"]).arg(&db));
        db
    })
}

/// A copy that a test may change.
fn copy_of_db() -> TempDir {
    let copy = tempfile::tempdir().unwrap();
    fs::create_dir(copy.path().join("standard")).unwrap();
    for entry in fs::read_dir(db().join("standard")).unwrap() {
        let entry = entry.unwrap();
        fs::copy(entry.path(), copy.path().join("standard").join(entry.file_name())).unwrap();
    }
    copy
}

struct Output {
    out: String,
    err: String,
}

impl Output {
    /// Checks that the message says all of this.
    fn says(&self, parts: &[&str]) {
        for part in parts {
            assert!(self.err.contains(part), "no \"{part}\" in: {}", self.err);
        }
    }
}

/// Runs the program to the end and checks its exit code. A panic would have code 101, a signal none.
fn run(code: i32, command: &mut Command) -> Output {
    let output = command.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    let (out, err) = (text(output.stdout), text(output.stderr));
    assert_eq!(output.status.code(), Some(code), "{command:?}\n{out}\n{err}");
    // Results go to one place and messages to the other.
    assert_eq!(code != 0, err.contains("error: "), "{command:?}\n{err}");
    Output { out, err }
}

/// A subcommand that asks the shared database.
fn ask(code: i32, args: &[&str]) -> Output {
    run(code, moara().args(args).arg("--db").arg(db()))
}

fn query_json(position: &str) -> Json {
    serde_json::from_str(&ask(0, &["query", "--json", position]).out).unwrap()
}

fn keys(object: &Json) -> BTreeSet<&str> {
    object.as_object().unwrap().keys().map(String::as_str).collect()
}

fn pair(object: &Json) -> (&Json, &Json) {
    (&object["value"], &object["plies"])
}

fn reference_fen() -> String {
    to_fen(&reference_win())
}

/// With one black stone more the reference win is a draw.
fn drawn_fen() -> String {
    fen("a4 d7 g1", "g7 d1 b4 c5")
}

/// White is in the middle of a turn: it has closed a mill and has yet to take.
fn pending_fen() -> String {
    let setup = white_to_move(&Rules::STANDARD, "d7 g7 a7", "d2 d1 b4 c5");
    to_fen(&Setup { capture_pending: true, ..setup })
}

/// Nine stones: one more than the shared database has.
fn missing_fen() -> String {
    fen("a4 d7 g1 a1", "g7 d1 b4 c5 e4")
}
