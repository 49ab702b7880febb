//! Whole games with few stones a side, placing included, against a plain referee and against counts
//! that another program found.

mod common;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use common::{ROOT, contents, moara, shared_dir, solve_game};
use moara::board::{BOARD, CODES, Outcome, Plies, Position, Rules, Value, legal_turns};
use moara::index::{Layout, Subspace};
use moara::notation::parse_position;
use moara::query::{Attacker, Database, recompute, recompute_sample, search};
use moara::solve::Kernels;

fn rules(men: u8) -> Rules {
    Rules { men, ..Rules::STANDARD }
}

/// The whole games with three, four and five stones a side, which all tests share.
fn solved() -> &'static Path {
    static SOLVED: OnceLock<PathBuf> = OnceLock::new();
    SOLVED.get_or_init(|| {
        let db = shared_dir("whole-games");
        for men in 3..=5 {
            solve_game(&db, &rules(men), Kernels::best());
        }
        db
    })
}

fn database(men: u8) -> Database {
    Database::open(solved(), &rules(men))
}

/// Symmetric positions are one: the least image.
fn least_image(position: &Position) -> Position {
    let images = BOARD.symmetries.iter().map(|symmetry| Position {
        mover: position.mover.permuted(symmetry),
        opponent: position.opponent.permuted(symmetry),
        ..*position
    });
    images.min_by_key(|image| (image.mover.bits(), image.opponent.bits())).unwrap()
}

/// All positions that a game from the empty board can come to, and their values: by value
/// iteration from the plain rules, without an index, a row or a file.
fn referee(rules: &Rules) -> HashMap<Position, Value> {
    let start = least_image(&Position::start(rules));
    let mut numbers = HashMap::from([(start, 0)]);
    let mut positions = vec![start];
    let mut children: Vec<Vec<usize>> = Vec::new();
    while children.len() < positions.len() {
        let position = positions[children.len()];
        let next = legal_turns(rules, &position).into_iter().map(|turn| {
            let child = least_image(&turn.apply(&position));
            *numbers.entry(child).or_insert_with(|| {
                positions.push(child);
                positions.len() - 1
            })
        });
        let mut next: Vec<usize> = next.collect();
        next.sort_unstable();
        next.dedup();
        children.push(next);
    }
    // Everything is a draw until it is known to be more. In sweep `n` all ends in `n` plies are
    // found: from sweep to sweep values are only ever refined away from the draw.
    let mut values = vec![Value::Draw; positions.len()];
    for ply in 0.. {
        let before = values.clone();
        for (number, next) in children.iter().enumerate() {
            if before[number] != Value::Draw {
                continue;
            }
            let after = |child: &usize| rules.metric().of_turn(before[*child], false);
            let best = next.iter().map(after).max().unwrap_or(Value::Loss(Plies(0)));
            if best.plies() == Some(Plies(ply)) {
                values[number] = best;
            }
        }
        // Plies alternate between wins and losses; nothing new in two means that no more comes.
        if ply > 60 {
            break;
        }
    }
    positions.into_iter().zip(values).collect()
}

#[test]
fn every_position_of_the_game_with_three_stones_has_the_value_of_the_referee() {
    let (rules, database) = (rules(3), database(3));
    let referee = referee(&rules);
    assert_eq!(referee[&Position::start(&rules)], Value::Win(Plies(23)));
    let longest = referee.values().filter_map(|value| value.plies()).max();
    assert!(longest < Some(Plies(40)), "the referee stopped too early: {longest:?}");
    for (position, value) in &referee {
        assert_eq!(database.probe(position).unwrap(), *value, "{position:?}");
    }
    assert!(referee.len() > 100_000, "{}", referee.len());
}

#[test]
fn the_game_with_four_or_five_stones_is_a_draw() {
    for men in [4, 5] {
        let start = Position::start(&rules(men));
        assert_eq!(database(men).probe(&start).unwrap(), Value::Draw, "{men}");
    }
}

#[test]
fn counts_of_the_placing_phase_are_those_of_another_program() {
    let csv = std::fs::read_to_string(Path::new(ROOT).join("tests/placing_counts.csv")).unwrap();
    let mut compared = 0;
    for line in csv.lines().skip(1) {
        let n: Vec<u64> = line.split(',').map(|n| n.parse().unwrap()).collect();
        let subspace = Subspace {
            mover: n[1] as u8,
            opponent: n[2] as u8,
            mover_hand: n[3] as u8,
            opponent_hand: n[4] as u8,
        };
        let database = database(n[0] as u8);
        let file = database.folder().open(subspace).unwrap();
        let (header, counts) = (file.header(), file.header().counts());
        assert_eq!([counts.wins, counts.draws, counts.losses], n[5..8], "{line}");
        assert_eq!(counts.positions, subspace.positions(), "{line}");
        // The other program says 0 for none.
        let longest = [header.longest_win(), header.longest_loss()];
        let longest = longest.map(|longest| longest.map_or(0, |longest| longest.plies.0.into()));
        assert_eq!(longest, n[8..10], "{line}");
        compared += 1;
    }
    let all = (3..=5).map(|men| Subspace::all_placing(&rules(men)).len());
    assert_eq!(compared, all.sum::<usize>());
}

#[test]
fn every_value_follows_from_its_successors() {
    for men in 3..=4 {
        let database = database(men);
        for subspace in database.folder().subspaces().unwrap() {
            let mismatch = recompute(&database, subspace, &|_| ()).unwrap();
            assert_eq!(mismatch, None, "{men} stones, {subspace}");
        }
    }
    let database = database(5);
    for subspace in database.folder().subspaces().unwrap() {
        let mismatch = recompute_sample(&database, subspace, 200_000, 1, &|_| ()).unwrap();
        assert_eq!(mismatch, None, "5 stones, {subspace}");
    }
}

#[test]
fn threads_and_kernels_do_not_change_a_byte() {
    let expected = contents(&solved().join("men-4"));
    assert_eq!(expected.len(), 4 + Subspace::all_placing(&rules(4)).len());
    for kernel in Kernels::ALL.into_iter().filter(|kernel| kernel.is_supported()) {
        for threads in [1, 2] {
            let db = tempfile::tempdir().unwrap();
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| solve_game(db.path(), &rules(4), kernel));
            assert!(contents(&db.path().join("men-4")) == expected, "{kernel}, {threads} threads");
        }
    }
}

#[test]
fn other_rules_are_solved_whole_too() {
    for name in ["men-3+no-flying", "men-4+protect-mills", "men-4+no-flying+protect-mills"] {
        let rules: Rules = name.parse().unwrap();
        let db = tempfile::tempdir().unwrap();
        solve_game(db.path(), &rules, Kernels::best());
        let database = Database::open(db.path(), &rules);
        for subspace in database.folder().subspaces().unwrap() {
            let mismatch = recompute(&database, subspace, &|_| ()).unwrap();
            assert_eq!(mismatch, None, "{name}, {subspace}");
        }
    }
}

#[test]
fn a_search_finds_what_the_database_says() {
    for (men, expected) in [(3, Outcome::Win), (4, Outcome::Draw), (5, Outcome::Draw)] {
        let database = database(men);
        let [first, second] = [Attacker::First, Attacker::Second]
            .map(|attacker| search(&database, attacker, &|_| ()).unwrap());
        let found = match (first.wins, second.wins) {
            (true, false) => Outcome::Win,
            (false, true) => Outcome::Loss,
            (false, false) => Outcome::Draw,
            (true, true) => panic!("both players win with {men} stones"),
        };
        assert_eq!(found, expected, "{men} stones");
        assert!(first.nodes > 0 && second.probes > 0);
    }
}

#[test]
fn a_pending_capture_in_the_placing_phase_is_answered() {
    let (rules, database) = (rules(3), database(3));
    // White has placed a7, d7 and g7 in a line, and takes one of two stones.
    let setup = parse_position("a7 a1 d7 g1 g7", &rules).unwrap();
    assert!(setup.capture_pending);
    let analysis = database.analyse(&setup).unwrap();
    // Black has two stones and one in hand: with one fewer the game is over.
    assert_eq!(analysis.moves.len(), 2);
    assert_eq!(analysis.value, Value::Win(Plies(1)));
}

#[test]
fn where_the_last_stone_is_placed_distances_follow_from_the_moving_phase() {
    let (rules, database) = (rules(4), database(4));
    let last = Subspace { mover: 3, opponent: 4, mover_hand: 1, opponent_hand: 0 };
    let file = database.folder().open(last).unwrap();
    assert!(!file.header().stores_distances() && !file.is_cut());
    let (mut seen, layout) = ([0u64; CODES], Layout::new(last));
    for slot in 0..last.slots() {
        let value = database.probe(&layout.position(slot)).unwrap();
        assert_eq!(value.outcome(), file.outcome(slot).unwrap());
        seen[usize::from(rules.metric().code(value))] += u64::from(layout.is_first_twin(slot));
    }
    // The header counts full values, though the file has no distances.
    assert!(seen == *file.header().histogram(), "{rules}");
    let longest = file.header().longest_win().unwrap();
    let position = longest.position(last);
    assert_eq!(database.probe(&position).unwrap(), Value::Win(longest.plies));
}

#[test]
fn positions_that_cannot_arise_are_refused_by_name() {
    // After two plies nobody can have lost a stone.
    let run = moara()
        .args(["--db", solved().to_str().unwrap(), "--men", "5", "query"])
        .arg("********/********/O******* w p p 1 4 0 4 0 0 -1 -1 -1 -1 0 0 1")
        .output()
        .unwrap();
    let text = String::from_utf8(run.stderr).unwrap();
    assert_eq!(run.status.code(), Some(1), "{text}");
    assert!(text.contains("can't lead to such numbers of stones"), "{text}");
}
