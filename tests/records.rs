//! Real records from public sources, in the formats that they were found in: each is read to its end.
//! With a database of the whole game they are reviewed, too.

#[path = "common/mod.rs"]
mod common;

use std::env;
use std::fs;
use std::path::Path;

use common::ROOT;
use moara::board::{Metric, Rules};
use moara::notation::{Color, Game, Notation, Setup, parse};
use moara::query::{Database, Review};

/// A row of `records/index.csv`.
struct Record {
    file: String,
    turns: usize,
    captures: usize,
    over: bool,
    /// Best, slower and mistaken turns of each side, by the database.
    white: [u32; 3],
    black: [u32; 3],
}

fn records() -> Vec<Record> {
    let dir = Path::new(ROOT).join("tests/records");
    let index = fs::read_to_string(dir.join("index.csv")).unwrap();
    let records: Vec<Record> = index
        .lines()
        .skip(1)
        .map(|line| {
            let cells: Vec<&str> = line.split(',').collect();
            let number = |cell: usize| cells[cell].parse::<u32>().unwrap();
            let three = |cell: usize| [cell, cell + 1, cell + 2].map(number);
            Record {
                file: cells[0].to_owned(),
                turns: number(1) as usize,
                captures: number(2) as usize,
                over: cells[3] == "yes",
                white: three(4),
                black: three(7),
            }
        })
        .collect();
    // Every file is listed.
    assert_eq!(fs::read_dir(dir).unwrap().count(), records.len() + 1);
    records
}

fn read(record: &Record) -> Game {
    let path = Path::new(ROOT).join("tests/records").join(&record.file);
    let text = fs::read_to_string(path).unwrap();
    parse(&text, &Rules::STANDARD).unwrap_or_else(|e| panic!("{}: {e}", record.file))
}

fn is_over(setup: &Setup) -> bool {
    setup.position().mover_has_lost_by_stones() || setup.legal_turns(&Rules::STANDARD).is_empty()
}

#[test]
fn real_records_are_read_to_their_ends() {
    for record in records() {
        let game = read(&record);
        let name = &record.file;
        assert_eq!(game.turns.len(), record.turns, "{name}");
        let captures = game.turns.iter().filter(|turn| turn.capture.is_some()).count();
        assert_eq!(captures, record.captures, "{name}");
        assert_eq!(is_over(&game.end), record.over, "{name}");
        for notation in [Notation::Algebraic, Notation::PlayOk, Notation::OpenSpiel] {
            let text = game.write(notation, &Rules::STANDARD);
            assert_eq!(parse(&text, &Rules::STANDARD).as_ref(), Ok(&game), "{text}");
        }
    }
}

#[test]
#[ignore = "needs a database of the whole game in MOARA_REFEREE_DB: scripts/full-check.sh"]
fn real_records_are_reviewed() {
    let db = env::var("MOARA_REFEREE_DB").expect("MOARA_REFEREE_DB names the database");
    let database = Database::open(Path::new(&db), &Rules::STANDARD);
    for record in records() {
        let review = database.review(&read(&record)).unwrap();
        for (side, expected) in [(Color::White, record.white), (Color::Black, record.black)] {
            let s = review.summary(side);
            let mistakes = s.win_to_draw + s.win_to_loss + s.draw_to_loss;
            assert_eq!([s.best, s.slower, mistakes], expected, "{} {side}", record.file);
        }
        check_chain(&review);
    }
}

/// What a turn leaves is what the next one finds, seen from the other side.
fn check_chain(review: &Review) {
    for pair in review.turns.windows(2) {
        let [before, after] = pair else { unreachable!() };
        assert_eq!(before.played, Metric::End.of_turn(after.value, false), "{}", before.mv);
    }
}
