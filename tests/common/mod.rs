//! What the tests of whole solves and those of the program share.

// Each test program compiles this module for itself, and uses a part of it.
#![allow(dead_code)]

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use moara::board::{Point, PointSet, Position, Rules};
use moara::index::Subspace;
use moara::notation::{Color, Setup, to_fen};
use moara::solve::{Job, Kernels, Progress, Solver};
use moara::store::{Folder, Summary};

/// The published numbers of the subspaces of up to nine stones.
const SMALL_COUNTS: &str = include_str!("../small_counts.csv");

/// The repository's root, where a user would start the program.
pub const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// The distance of the reference position [`reference_win`], in plies.
pub const REFERENCE_PLIES: u16 = 13;

/// A row of `small_counts.csv`.
pub struct Published {
    pub subspace: Subspace,
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
    /// `None` if there is no win.
    pub max_win: Option<u16>,
    /// `None` if there is no loss.
    pub max_loss: Option<u16>,
}

/// The rows of `small_counts.csv`: the ten subspaces of up to nine stones.
pub fn published() -> Vec<Published> {
    let row = |line: &str| {
        let cells: Vec<&str> = line.split(',').collect();
        let [mover, opponent, wins, draws, losses, max_win, max_loss] = cells[..] else {
            panic!("{line}")
        };
        // An empty cell means that there is none.
        let longest = |cell: &str| (!cell.is_empty()).then(|| cell.parse().unwrap());
        Published {
            subspace: Subspace::moving(mover.parse().unwrap(), opponent.parse().unwrap()),
            wins: wins.parse().unwrap(),
            draws: draws.parse().unwrap(),
            losses: losses.parse().unwrap(),
            max_win: longest(max_win),
            max_loss: longest(max_loss),
        }
    };
    let rows: Vec<Published> = SMALL_COUNTS.lines().skip(1).map(row).collect();
    assert_eq!(rows.len(), 10);
    rows
}

/// Tells nobody.
pub struct Silent;

impl Progress for Silent {
    fn settling(&self, _: Subspace) {}
    fn ply(&self, _: u16, _: u64) {}
    fn placed(&self, _: u64) {}
    fn writing(&self, _: Subspace) {}
    fn written(&self, _: &Summary) {}
}

/// Solves the moving phase up to so many stones into the folder `db`.
pub fn solve(db: &Path, rules: &Rules, max_stones: u8, kernels: Kernels) -> Folder {
    let folder = Folder::new(db, rules);
    let mut solver = Solver::new(&folder, kernels);
    for job in Job::moving(rules, max_stones) {
        solver.solve(&job, &Silent).unwrap();
    }
    folder
}

/// Solves the whole game into the folder `db`.
pub fn solve_game(db: &Path, rules: &Rules, kernels: Kernels) -> Folder {
    let folder = solve(db, rules, 2 * rules.men, kernels);
    let mut solver = Solver::new(&folder, kernels);
    for job in Job::placing(rules) {
        solver.solve(&job, &Silent).unwrap();
    }
    folder
}

/// A new empty folder that stays until the next run of the same tests, so that all of them can use
/// what is in it. (Statics are never dropped: a temporary folder in one would pile up.)
pub fn shared_dir(name: &str) -> PathBuf {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    match fs::remove_dir_all(&dir) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => panic!("{error}"),
        _ => fs::create_dir_all(&dir).unwrap(),
    }
    dir
}

/// Name and contents of every file.
pub fn contents(dir: &Path) -> HashMap<String, Vec<u8>> {
    let entries = fs::read_dir(dir).unwrap().map(|entry| entry.unwrap());
    entries
        .map(|entry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap()))
        .collect()
}

/// The program, whatever the environment says about databases.
pub fn moara() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_moara"));
    command.env_remove("MOARA_DB");
    command
}

/// The points of `a4 d7 g1`.
pub fn points(names: &str) -> PointSet {
    names.split(' ').map(|name| Point::from_name(name).unwrap()).collect()
}

/// A setup of the moving phase with white to move.
pub fn white_to_move(rules: &Rules, white: &str, black: &str) -> Setup {
    Setup::of(rules, &Position::moving(points(white), points(black)), Color::White)
}

/// The same under standard rules, as a FEN.
pub fn fen(white: &str, black: &str) -> String {
    to_fen(&white_to_move(&Rules::STANDARD, white, black))
}

/// A win in [`REFERENCE_PLIES`] with 54 legal moves, of which exactly a4-d6 and a4-d5 are best.
pub fn reference_win() -> Setup {
    white_to_move(&Rules::STANDARD, "a4 d7 g1", "g7 d1 b4")
}

/// White has four stones and cannot move.
pub fn blocked() -> Setup {
    white_to_move(&Rules::STANDARD, "a7 g7 g1 a1", "d7 g4 d1 a4")
}
