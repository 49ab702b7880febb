//! The program from outside: exit codes, messages, and what it prints.

mod common;

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

// Generate

#[test]
fn generating_again_changes_nothing() {
    let db = copy_of_db();
    let state = || -> BTreeMap<String, (SystemTime, Vec<u8>)> {
        let entries = fs::read_dir(db.path().join("standard")).unwrap().map(Result::unwrap);
        let entry = |entry: fs::DirEntry| {
            let modified = entry.metadata().unwrap().modified().unwrap();
            let name = entry.file_name().into_string().unwrap();
            (name, (modified, fs::read(entry.path()).unwrap()))
        };
        entries.map(entry).filter(|(name, _)| name != ".lock").collect()
    };
    let before = state();
    let names: Vec<&str> = before.keys().map(String::as_str).collect();
    let expected = ["3-3.moara", "3-4.moara", "3-5.moara", "4-3.moara", "4-4.moara", "5-3.moara"];
    assert_eq!(names, expected);
    let again = run(0, moara().args(["generate", "--max-stones", "8", "--db"]).arg(db.path()));
    again.says(&["nothing is left to solve"]);
    assert!(state() == before);
}

#[test]
fn an_interrupted_run_is_continued() {
    let copy = copy_of_db();
    let dir = copy.path().join("standard");
    fs::remove_file(dir.join("4-3.moara")).unwrap();
    let leftover = dir.join(".4-3.moara.tmp-1-abcdef");
    fs::write(&leftover, "half a file").unwrap();
    let run = run(0, moara().args(["generate", "--max-stones", "8", "--db"]).arg(copy.path()));
    run.says(&["4 subspaces are finished already", "4-3"]);
    assert!(!leftover.exists());
    for name in ["4-3.moara", "3-4.moara"] {
        let made = fs::read(dir.join(name)).unwrap();
        assert!(made == fs::read(db().join("standard").join(name)).unwrap(), "{name}");
    }
}

#[test]
fn too_little_memory_is_refused_before_anything_is_written() {
    let db = tempfile::tempdir().unwrap();
    let args = ["generate", "--max-stones", "6", "--memory", "1M", "--db"];
    let refused = run(2, moara().args(args).arg(db.path()));
    // The figure that was needed, and what to do.
    refused.says(&["--memory", "MiB are needed", "--max-stones"]);
    assert!(refused.out.is_empty());
    assert_eq!(fs::read_dir(db.path()).unwrap().count(), 0);
}

#[test]
fn a_rule_profile_has_its_own_folder_and_answers() {
    let db = tempfile::tempdir().unwrap();
    run(0, moara().args(["generate", "--men", "3", "--db"]).arg(db.path()));
    assert!(db.path().join("men-3/3-3.moara").exists());
    for rules in [["--men", "3"], ["--rules", "men-3"]] {
        let mut command = moara();
        command.args(["query", "--json", &reference_fen(), "--db"]).arg(db.path()).args(rules);
        let answer: Json = serde_json::from_str(&run(0, &mut command).out).unwrap();
        assert_eq!((&answer["rules"], &answer["plies"]), (&"men-3".into(), &13.into()));
    }
}

// Query

#[test]
fn the_answer_as_text_has_the_value_and_every_move() {
    let answer = ask(0, &["query", &reference_fen()]);
    assert!(answer.err.is_empty(), "{}", answer.err);
    assert!(answer.out.contains("White wins in 13 plies."), "{}", answer.out);
    let is_move = |line: &&str| line.len() > 4 && line.as_bytes()[2] == b'-';
    let moves: Vec<&str> = answer.out.lines().filter(is_move).collect();
    assert_eq!(moves.len(), 54);
    assert!(moves[0].contains("win in 13 plies"), "{}", moves[0]);
    let blocked = ask(0, &["query", &to_fen(&blocked())]).out;
    assert!(blocked.contains("White loses in 0 plies."), "{blocked}");
    assert!(blocked.contains("No legal move: blocked."), "{blocked}");
    let drawn = ask(0, &["query", &drawn_fen()]).out;
    assert!(drawn.contains("White draws."), "{drawn}");
}

#[test]
fn the_answer_as_json_keeps_its_contract() {
    for fen in [reference_fen(), drawn_fen(), pending_fen(), to_fen(&blocked())] {
        let answer = query_json(&fen);
        let head = ["fen", "moves", "plies", "rules", "to_move", "value"];
        assert_eq!(keys(&answer), head.into());
        assert_eq!((&answer["rules"], &answer["to_move"]), (&"standard".into(), &"white".into()));
        assert_eq!(answer["fen"], fen);
        let moves = answer["moves"].as_array().unwrap();
        for ranked in moves {
            assert_eq!(keys(ranked), ["move", "plies", "replies", "value"].into());
            assert_eq!(keys(&ranked["replies"]), ["draw", "loss", "win"].into());
            let (value, plies) = pair(ranked);
            match value.as_str().unwrap() {
                // Seen by the side to move, from before the move: wins are odd and losses even.
                "win" => assert_eq!(plies.as_u64().unwrap() % 2, 1),
                "loss" => assert_eq!(plies.as_u64().unwrap() % 2, 0),
                "draw" => assert!(plies.is_null()),
                other => panic!("{other}"),
            }
        }
        match moves.first() {
            Some(best) => assert_eq!(pair(best), pair(&answer)),
            None => assert_eq!(pair(&answer), (&"loss".into(), &0.into())),
        }
    }
    let win = query_json(&reference_fen());
    assert_eq!(pair(&win), (&"win".into(), &REFERENCE_PLIES.into()));
    assert_eq!(win["moves"].as_array().unwrap().len(), 54);
    assert_eq!(pair(&query_json(&drawn_fen())), (&"draw".into(), &Json::Null));
}

#[test]
fn moves_are_ranked_wins_by_shortest_draws_by_replies_losses_by_longest() {
    for fen in [reference_fen(), drawn_fen(), pending_fen()] {
        let answer = query_json(&fen);
        let rank = |ranked: &Json| {
            let plies = ranked["plies"].as_i64().unwrap_or(0);
            match ranked["value"].as_str().unwrap() {
                "win" => (0, plies),
                // Replies after which the side that asks wins: the more the better.
                "draw" => (1, -ranked["replies"]["win"].as_i64().unwrap()),
                _ => (2, -plies),
            }
        };
        let ranks: Vec<(i64, i64)> = answer["moves"].as_array().unwrap().iter().map(rank).collect();
        assert!(ranks.is_sorted(), "{ranks:?}");
    }
}

#[test]
fn a_pending_capture_is_answered_with_the_captures() {
    let answer = query_json(&pending_fen());
    let moves = answer["moves"].as_array().unwrap().iter();
    let moves: BTreeSet<&str> = moves.map(|ranked| ranked["move"].as_str().unwrap()).collect();
    assert_eq!(moves, ["xb4", "xc5", "xd1", "xd2"].into());
}

#[test]
fn a_missing_file_is_named_with_the_command_that_makes_it() {
    let command = format!("moara generate --db {}", db().display());
    for subcommand in ["query", "line"] {
        let refused = ask(1, &[subcommand, &missing_fen()]);
        assert!(refused.out.is_empty());
        refused.says(&["does not exist", &command]);
        let path = refused.err.split(": ").find_map(|part| part.split_once(" does not exist"));
        let path = Path::new(path.unwrap().0);
        assert!(path.starts_with(db()) && !path.exists(), "{}", path.display());
    }
    let refused = ask(1, &["query", &reference_fen(), "--rules", "no-flying"]);
    refused.says(&["no-flying", "3-3.moara", &format!("{command} --rules no-flying")]);
}

#[test]
fn what_is_no_position_is_refused_with_the_reason() {
    let men = "has 9"; // The end of "white has 12 stones, but the game has 9".
    let refusals: [(&str, &[&str]); 10] = [
        ("garbage", &["garbage", "not a point"]),
        ("a1 a9", &["token 2", "a9"]),
        ("d6 d6", &["d6 is taken by a white stone"]),
        ("d6 b4 d2-d3", &["still has 8 stones to place"]),
        ("OOOO****/OOOOOO@*/@@*O@*O* w m s 12 0 4 0 0 0 -1 -1 -1 -1 0 0 1", &["12 stones", men]),
        ("********/********/******O* b p p 1 9 0 9 0 0 -1 -1 -1 -1 0 0 1", &["10 stones", men]),
        (
            "********/********/******O* w p p 1 8 0 9 0 0 -1 -1 -1 -1 0 0 1",
            &["hands don't fit", "white has 8", "black 9"],
        ),
        (
            "********/******@*/O@*O@*O* w m s 4 0 3 0 0 0 -1 -1 -1 -1 0 0 1",
            &["the board shows 3 stones of white, not 4"],
        ),
        ("********/******@*/O@*O**** w m s 2 0 2 0 0 0 -1 -1 -1 -1 0 0 1", &["the game is over"]),
        ("********/******@*/O@*O@*O* x m s 3 0 3 0 0 0 -1 -1 -1 -1 0 0 1", &["w or b"]),
    ];
    for (position, reasons) in refusals {
        for subcommand in ["query", "line"] {
            let refused = ask(2, &[subcommand, position]);
            refused.says(reasons);
            assert!(refused.out.is_empty());
        }
    }
}

#[test]
fn a_stream_is_answered_line_by_line_in_order() {
    let lines = [reference_fen(), "garbage".into(), missing_fen(), drawn_fen(), pending_fen()];
    let mut input = lines.join("\n").into_bytes();
    // A line that is no text at all, and a last one without an end.
    input.extend(b"\n\xff\xfe\n");
    input.extend(to_fen(&blocked()).bytes());
    let answered = run(1, moara().args(["query", "-", "--db"]).arg(db()).write_stdin(input));
    answered.says(&["3 of 7 positions could not be answered"]);
    let answers = answered.out.lines().map(serde_json::from_str::<Json>);
    let answers: Vec<Json> = answers.collect::<Result<_, _>>().unwrap();
    assert_eq!(answers.len(), 7);
    for (number, reason) in [(1, "garbage"), (2, "does not exist"), (5, "UTF-8")] {
        assert_eq!(keys(&answers[number]), ["error"].into());
        let error = answers[number]["error"].as_str().unwrap();
        assert!(error.contains(reason), "{error}");
    }
    for (number, fen) in [(0, &lines[0]), (3, &lines[3]), (4, &lines[4])] {
        assert_eq!(answers[number], query_json(fen));
    }
    assert_eq!(answers[6]["plies"], 0);

    let good = format!("{}\r\n{}\r\n", reference_fen(), drawn_fen());
    let answered = run(0, moara().args(["query", "-", "--db"]).arg(db()).write_stdin(good));
    assert_eq!(answered.out.lines().count(), 2);
    assert!(run(0, moara().args(["query", "-", "--db"]).arg(db()).write_stdin("")).out.is_empty());
}

#[test]
fn a_stream_answers_each_line_before_the_next_one_comes() {
    let mut child = Process::new(env!("CARGO_BIN_EXE_moara"))
        .args(["query", "-", "--db"])
        .arg(db())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    for fen in [reference_fen(), drawn_fen()] {
        writeln!(input, "{fen}").unwrap();
        let mut answer = String::new();
        output.read_line(&mut answer).unwrap();
        assert!(answer.contains(&fen), "{answer}");
    }
    drop(input);
    assert!(child.wait().unwrap().success());
}

// Where the database is

#[test]
fn the_file_in_the_repository_answers_without_any_option() {
    let answer = run(0, moara().args(["query", &reference_fen()]).current_dir(ROOT));
    assert!(answer.out.contains("White wins in 13 plies."), "{}", answer.out);
}

#[test]
fn the_environment_names_the_folder_unless_the_option_does() {
    let elsewhere = tempfile::tempdir().unwrap();
    let query = ["query", "--json", &drawn_fen()];
    let from_environment =
        run(0, moara().args(query).env("MOARA_DB", db()).current_dir(elsewhere.path()));
    assert!(from_environment.out.contains("\"draw\""));
    run(1, moara().args(query).env("MOARA_DB", elsewhere.path()));
    run(0, moara().args(query).env("MOARA_DB", elsewhere.path()).arg("--db").arg(db()));
}

#[test]
fn a_folder_without_a_database_is_named() {
    let empty = tempfile::tempdir().unwrap();
    let dir = empty.path().join("standard").display().to_string();
    for subcommand in ["stats", "verify"] {
        let refused = run(1, moara().args([subcommand, "--db"]).arg(empty.path()));
        refused.says(&[&dir, "moara generate", "--db"]);
    }
}

#[test]
fn a_file_made_under_other_rules_is_refused_with_both_named() {
    let db = copy_of_db();
    fs::rename(db.path().join("standard"), db.path().join("no-flying")).unwrap();
    let mut command = moara();
    command.args(["query", &reference_fen(), "--rules", "no-flying", "--db"]).arg(db.path());
    run(1, &mut command).says(&["3-3.moara", "\"standard\"", "\"no-flying\""]);
}

// Damage

/// A copy of the database with a changed file 3-3.
struct Damaged {
    db: TempDir,
    file: String,
}

impl Damaged {
    fn new(change: impl FnOnce(&mut Vec<u8>)) -> Damaged {
        let db = copy_of_db();
        let path = db.path().join("standard").join("3-3.moara");
        let mut bytes = fs::read(&path).unwrap();
        change(&mut bytes);
        fs::write(&path, bytes).unwrap();
        Damaged { db, file: path.display().to_string() }
    }

    fn run(&self, code: i32, args: &[&str]) -> Output {
        run(code, moara().args(args).arg("--db").arg(self.db.path()))
    }

    fn assert_verify_tells(&self, what: &str) {
        self.run(1, &["verify"]).says(&[&self.file, what, "1 of 6 files are bad", "4-4: good"]);
    }

    fn assert_query_tells(&self, what: &str) {
        let asked = self.run(1, &["query", &reference_fen()]);
        asked.says(&[&self.file, what]);
        assert!(asked.out.is_empty());
    }
}

/// Verifying the file and asking it both fail, and name it.
fn assert_damage_is_told(change: impl FnOnce(&mut Vec<u8>), what: &str) {
    let damaged = Damaged::new(change);
    damaged.assert_query_tells(what);
    damaged.assert_verify_tells(what);
}

fn number(bytes: &[u8], at: usize) -> usize {
    u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap()) as usize
}

/// From the file format: where the outcome index, its blocks, the distance index and its blocks end.
const SECTION_ENDS: [usize; 4] = [112, 120, 128, 136];
const HEADER_LEN: usize = 4096;

#[test]
fn a_flipped_bit_is_found_wherever_it_is() {
    let flip = |at: usize| move |bytes: &mut Vec<u8>| bytes[at] ^= 1;
    assert_damage_is_told(flip(0), "not a moara database");
    assert_damage_is_told(flip(8), "format version");
    for at in [20, 88, 96, 160, 300, 3000, HEADER_LEN - 1] {
        assert_damage_is_told(flip(at), "is damaged");
    }
    for (section, end) in SECTION_ENDS.into_iter().enumerate() {
        for last in [false, true] {
            let damaged = Damaged::new(|bytes| {
                let at = match (last, section) {
                    (true, _) => number(bytes, end) - 1,
                    (false, 0) => HEADER_LEN,
                    (false, _) => number(bytes, SECTION_ENDS[section - 1]),
                };
                bytes[at] ^= 1;
            });
            damaged.assert_verify_tells("is damaged");
            // Which blocks an answer needs depends on the position, but the indices are always
            // looked at.
            if section % 2 == 0 {
                damaged.assert_query_tells("is damaged");
            }
        }
    }
    // With all blocks of a plane bad the answer meets one.
    for plane in [[112, 120], [128, 136]] {
        let damaged = Damaged::new(|bytes| {
            let [start, end] = plane.map(|field| number(bytes, field));
            bytes[start..end].iter_mut().for_each(|byte| *byte ^= 1);
        });
        damaged.assert_query_tells("is damaged");
    }
}

#[test]
fn a_file_of_another_length_is_found() {
    for length in [0, 1, HEADER_LEN - 1] {
        let cut = |bytes: &mut Vec<u8>| bytes.truncate(length);
        assert_damage_is_told(cut, if length == 0 { "3-3" } else { "truncated" });
    }
    for length in [HEADER_LEN, 20_000, 60_000] {
        assert_damage_is_told(|bytes| bytes.truncate(length), "truncated");
    }
    assert_damage_is_told(|bytes| bytes.push(0), "too long");
}

#[test]
fn outcomes_without_distances_are_not_mistaken_for_the_whole() {
    let damaged = Damaged::new(|bytes| bytes.truncate(number(bytes, SECTION_ENDS[1])));
    damaged.assert_query_tells("no distances");
    damaged
        .run(1, &["verify", "--recompute", "--max-stones", "6"])
        .says(&[&damaged.file, "no distances"]);
}

#[test]
fn a_renamed_file_is_found() {
    let db = copy_of_db();
    let dir = db.path().join("standard");
    fs::copy(dir.join("4-3.moara"), dir.join("3-4.moara")).unwrap();
    let asked = run(1, moara().args(["query", &drawn_fen(), "--db"]).arg(db.path()));
    asked.says(&[&dir.join("3-4.moara").display().to_string(), "holds the subspace 4-3"]);
}

// Line

/// Follows a line, asking for each position on the way: its first move is the line's next.
fn check_line(fen: &str, end: &str) -> Json {
    let line: Json = serde_json::from_str(&ask(0, &["line", "--json", fen]).out).unwrap();
    assert_eq!(keys(&line), ["end", "fen", "line", "plies", "rules", "to_move", "value"].into());
    assert_eq!(line["end"], end);
    let steps = line["line"].as_array().unwrap();
    if let Some(first) = steps.first() {
        assert_eq!(pair(first), pair(&line));
    }
    let mut fen = fen;
    for step in steps {
        assert_eq!(keys(step), ["fen", "move", "plies", "value"].into());
        let answer = query_json(fen);
        assert_eq!(step["move"], answer["moves"][0]["move"], "{fen}");
        assert_eq!(pair(step), pair(&answer), "{fen}");
        fen = step["fen"].as_str().unwrap();
    }
    line
}

#[test]
fn a_line_counts_down_one_ply_at_a_time_and_agrees_with_the_answers() {
    // The second is the first after its best move; the third begins in the middle of a turn.
    let starts = [reference_fen(), fen("g7 d1 b4", "d6 d7 g1"), pending_fen()];
    for fen in starts {
        let line = check_line(&fen, "stones");
        let steps = line["line"].as_array().unwrap();
        let mut left = line["plies"].as_u64().unwrap();
        let mut name = line["value"].as_str().unwrap();
        assert_eq!(steps.len() as u64, left);
        for step in steps {
            assert_eq!((step["value"].as_str(), step["plies"].as_u64()), (Some(name), Some(left)));
            left -= 1;
            name = if name == "win" { "loss" } else { "win" };
        }
        assert_eq!(left, 0);
    }
}

#[test]
fn a_drawn_line_ends_when_a_position_comes_again() {
    let line = check_line(&drawn_fen(), "repetition");
    let steps = line["line"].as_array().unwrap();
    assert!(!steps.is_empty() && steps.iter().all(|step| step["value"] == "draw"));
    let text = ask(0, &["line", &drawn_fen()]).out;
    assert!(text.contains("A draw: the position was there before."), "{text}");
}

#[test]
fn the_line_of_a_blocked_side_is_empty() {
    let line = check_line(&to_fen(&blocked()), "blocked");
    assert_eq!(line["line"], Json::Array(vec![]));
    let text = ask(0, &["line", &to_fen(&blocked())]).out;
    assert!(text.contains("white is blocked"), "{text}");
}

#[test]
fn a_line_as_text_has_the_moves_of_the_one_as_json() {
    let json: Json =
        serde_json::from_str(&ask(0, &["line", "--json", &reference_fen()]).out).unwrap();
    let text = ask(0, &["line", &reference_fen()]).out;
    let table = text.lines().skip_while(|line| !line.starts_with("ply")).skip(1);
    let cells = table.take_while(|line| !line.is_empty()).map(|line| {
        let mut cells = line.split_whitespace();
        (cells.next().unwrap(), cells.next().unwrap(), cells.next().unwrap())
    });
    for ((ply, side, mv), (number, step)) in cells.zip((1..).zip(json["line"].as_array().unwrap()))
    {
        let expected = if number % 2 == 1 { "white" } else { "black" };
        assert_eq!((ply, side), (number.to_string().as_str(), expected));
        assert_eq!(step["move"], mv);
    }
    assert!(text.contains("The game is over: black has two stones left."), "{text}");
}

// Stats and verify

#[test]
fn stats_as_csv_are_the_published_counts() {
    let csv = ask(0, &["stats", "--format", "csv"]).out;
    let mut lines = csv.lines();
    assert_eq!(lines.next(), Some(STATS_COLUMNS));
    let cell = |number: Option<u8>| number.map(|n| n.to_string()).unwrap_or_default();
    let expected: BTreeSet<String> = published()
        .iter()
        .filter(|row| row.subspace.stones() <= 8)
        .map(|row| {
            let (mover, opponent) = (row.subspace.mover, row.subspace.opponent);
            let (wins, draws, losses) = (row.wins, row.draws, row.losses);
            let positions = wins + draws + losses;
            let (win, loss) = (cell(row.max_win), cell(row.max_loss));
            format!("{mover},{opponent},0,0,{positions},{wins},{draws},{losses},{win},{loss}")
        })
        .collect();
    assert_eq!(lines.map(str::to_owned).collect::<BTreeSet<_>>(), expected);
}

#[test]
fn stats_as_json_and_text_tell_the_same() {
    let json: Json = serde_json::from_str(&ask(0, &["stats", "--format", "json"]).out).unwrap();
    let csv = ask(0, &["stats", "--format", "csv"]).out;
    let rows = json.as_array().unwrap();
    assert_eq!(rows.len(), 6);
    for (row, line) in rows.iter().zip(csv.lines().skip(1)) {
        let cells = STATS_COLUMNS.split(',').map(|column| match &row[column] {
            Json::Null => String::new(),
            number => number.to_string(),
        });
        assert_eq!(cells.collect::<Vec<_>>().join(","), line);
        // The histogram has each win and loss once.
        let plies = row["plies"].as_array().unwrap();
        let decided: u64 = plies.iter().map(|entry| entry[1].as_u64().unwrap()).sum();
        assert_eq!(
            Some(decided),
            row["positions"].as_u64().zip(row["draws"].as_u64()).map(|(p, d)| p - d)
        );
    }
    let text = ask(0, &["stats"]).out;
    let line = text.lines().find(|line| line.starts_with("3-3 ")).unwrap();
    for cell in ["169,626", "82.90%", "0.16%", "16.94%", "25", "26"] {
        assert!(line.contains(cell), "{line}");
    }
    assert!(text.lines().last().unwrap().starts_with("moving "), "{text}");
}

#[test]
fn verify_accepts_a_good_database() {
    let calls: [&[&str]; 4] = [
        &["verify"],
        &["verify", "--recompute", "--max-stones", "7"],
        &["verify", "--recompute", "--sample", "20000"],
        &["verify", "--recompute", "--sample", "1000", "--seed", "5", "--min-stones", "8"],
    ];
    for (args, files) in calls.into_iter().zip([6, 3, 6, 3]) {
        let verified = ask(0, args);
        assert!(verified.out.contains(&format!("{files} files are good")), "{}", verified.out);
    }
}

// The request itself

#[test]
fn a_wrong_request_is_told_from_bad_data() {
    let calls: [(&[&str], &[&str]); 14] = [
        (&["query", "d6", "--frob"], &["--frob"]),
        (&["frob"], &["frob"]),
        (&["query"], &["POSITION"]),
        (&["query", "d6", "--rules", "foo"], &["foo", "standard", "no-flying"]),
        (&["query", "d6", "--men", "2"], &["--men", "3..=9"]),
        (&["query", "d6", "--men", "4", "--rules", "men-4"], &["cannot be used with"]),
        (&["generate", "--max-stones", "5"], &["--max-stones", "6..=18"]),
        (&["generate", "--max-stones", "19"], &["--max-stones", "6..=18"]),
        (&["generate", "--threads", "0"], &["--threads"]),
        (&["generate", "--memory", "lots"], &["--memory", "lots"]),
        (&["generate", "--kernel", "mmx"], &["--kernel", "avx2"]),
        (&["generate", "--phase", "frob"], &["--phase", "moving"]),
        (&["stats", "--format", "xml"], &["--format", "csv"]),
        (&["verify", "--sample", "5"], &["--recompute"]),
    ];
    for (args, reasons) in calls {
        ask(2, args).says(reasons);
    }
}

#[test]
fn help_and_version_are_answers() {
    let help = run(0, moara().arg("--help")).out;
    for subcommand in ["generate", "query", "line", "stats", "verify"] {
        assert!(help.contains(subcommand), "{help}");
        assert!(run(0, moara().args([subcommand, "--help"])).out.contains("Usage"));
    }
    let version = run(0, moara().arg("--version")).out;
    assert_eq!(version.trim(), concat!("moara ", env!("CARGO_PKG_VERSION")));
}

#[test]
fn a_reader_who_has_gone_is_no_failure() {
    let (fen, drawn) = (reference_fen(), drawn_fen());
    let calls: [&[&str]; 9] = [
        &["query", &fen],
        &["query", "--json", &fen],
        &["query", "-"],
        &["line", &fen],
        &["line", "--json", &drawn],
        &["stats"],
        &["stats", "--format", "csv"],
        &["stats", "--format", "json"],
        &["verify"],
    ];
    for args in calls {
        let (reader, writer) = io::pipe().unwrap();
        // Closed before the program starts, so that its first write fails for sure.
        drop(reader);
        let mut child = Process::new(env!("CARGO_BIN_EXE_moara"))
            .args(args)
            .arg("--db")
            .arg(db())
            .stdin(Stdio::piped())
            .stdout(writer)
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // Only the stream reads, and it may be gone before.
        let _ = writeln!(child.stdin.take().unwrap(), "{fen}");
        let output = child.wait_with_output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success(), "{args:?}: {err}");
        assert!(!err.contains("error"), "{args:?}: {err}");
    }
}

// Games

/// Three stones a side, placing included.
fn game_db() -> &'static Path {
    static DB: OnceLock<PathBuf> = OnceLock::new();
    DB.get_or_init(|| {
        let db = shared_dir("cli-game");
        run(0, moara().args(["generate", "--men", "3", "--db"]).arg(&db));
        db
    })
}

/// The placing phase of a game with three stones a side.
const GAME: &str = "1. d7 a1 2. g4 a4 3. a7 d1";

#[test]
fn a_game_is_reviewed_and_its_record_read_again() {
    let dir = tempfile::tempdir().unwrap();
    let (file, plot) = (dir.path().join("game.txt"), dir.path().join("game.svg"));
    fs::write(&file, GAME).unwrap();
    let review = |args: &[&str]| {
        let mut command = moara();
        run(0, command.args(["--men", "3", "review", "--db"]).arg(game_db()).arg(&file).args(args))
    };
    let text = review(&["--plot", plot.to_str().unwrap()]).out;
    assert!(text.contains("win in 23 plies") && text.contains("white: 3 turns"), "{text}");
    let svg = fs::read_to_string(&plot).unwrap();
    assert!(svg.starts_with("<svg ") && svg.contains("<polyline points="), "{svg}");
    let json: Json = serde_json::from_str(&review(&["--json"]).out).unwrap();
    let turns = json["turns"].as_array().unwrap();
    assert_eq!(turns.len(), 6);
    for turn in turns {
        let equal = turn["before"] == turn["after"];
        assert_eq!(turn["verdict"] == "best", equal, "{turn}");
        // The best move has the value of the position.
        assert_eq!(turn["best"][0]["value"], turn["before"]["value"], "{turn}");
    }
    let count = |side: &str, what: &str| json[side][what].as_u64().unwrap();
    for side in ["white", "black"] {
        let parts = ["best", "slower", "win_to_draw", "win_to_loss", "draw_to_loss"];
        assert_eq!(parts.iter().map(|part| count(side, part)).sum::<u64>(), 3, "{side}");
    }
    let record = review(&["--format", "record"]).out;
    fs::write(&file, &record).unwrap();
    assert_eq!(review(&[]).out, text.as_str(), "{record}");
}

#[test]
fn a_bad_game_is_refused_at_its_token() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("game.txt");
    fs::write(&file, "d7 a1 d7").unwrap();
    let bad = run(2, moara().args(["--men", "3", "review", "--db"]).arg(game_db()).arg(&file));
    bad.says(&["cannot read the game", "token 3"]);
    let gone = run(2, moara().arg("review").arg(dir.path().join("nothing.txt")));
    gone.says(&["cannot open", "nothing.txt"]);
}

#[test]
fn positions_and_games_are_converted() {
    let convert = |to: &str, text: &str| {
        run(0, moara().args(["convert", "--to", to, text])).out.trim_end().to_owned()
    };
    assert_eq!(convert("playok", "d7 a1 g7"), "playok: 2 22 3");
    assert_eq!(convert("moves", &convert("openspiel", "d7 a1 g7")), "d7 a1 g7");
    let fen = convert("fen", "d7 a1 g7");
    assert_eq!(convert("fen", &convert("malom", &fen)), fen);
    run(2, moara().args(["convert", "--to", "moves", &fen])).says(&["cannot read the input"]);
    run(2, moara().args(["convert", "--to", "pgn", "d7"])).says(&["possible values"]);
}
