//! The independent referee: a second implementation of the rules, the index, the file format and the
//! solution, that shares no code with the program. `rules` has the game, `file` reads a database by
//! the description in `src/store/format.rs`, and this file solves whole small games by value
//! iteration and compares; `profiles` does it for every rule profile, with the counter of an N-ply
//! rule as a part of the state. The program is only run, to make the databases.
//!
//! Over a large database, by hand:
//! `MOARA_REFEREE_DB=data cargo test --release --test referee -- --ignored --nocapture`, and
//! `MOARA_REFEREE_RULES=protect-mills` for other rules without a limit of turns.

mod file;
mod index;
mod profiles;
mod rules;

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use file::Database;
use index::Index;
use profiles::Graph;
use rules::{Position, Rules, STANDARD, Value, images, turns};

static INDEX: LazyLock<Index> = LazyLock::new(Index::new);

/// The position's smallest image.
fn smallest(position: &Position) -> Position {
    let image = |table: &[u32; 24]| Position {
        mover: rules::image(position.mover, table),
        opponent: rules::image(position.opponent, table),
        ..*position
    };
    images().iter().map(image).min_by_key(|p| (p.mover, p.opponent)).unwrap()
}

/// The value of a position by the values that its turns lead to.
fn from_turns(values: impl Iterator<Item = Value>) -> Value {
    let (mut shortest_loss, mut longest_win, mut draws) = (None, 0, 0);
    for value in values {
        match value {
            Value::Loss(plies) => {
                shortest_loss = Some(shortest_loss.map_or(plies, |least: u32| least.min(plies)));
            }
            Value::Win(plies) => longest_win = longest_win.max(plies),
            Value::Draw => draws += 1,
        }
    }
    match (shortest_loss, draws) {
        (Some(plies), _) => Value::Win(plies + 1),
        (None, 0) => Value::Loss(longest_win + 1),
        (None, _) => Value::Draw,
    }
}

/// All positions that a game with `men` stones a side can come to, symmetric ones once, with their
/// values.
fn solve(men: u8) -> HashMap<Position, Value> {
    let start = Position { mover: 0, opponent: 0, mover_hand: men, opponent_hand: men };
    let mut numbers = HashMap::from([(start, 0u32)]);
    let mut positions = vec![start];
    let mut next: Vec<Vec<u32>> = Vec::new();
    while next.len() < positions.len() {
        let mut children = Vec::new();
        for turn in turns(&STANDARD, &positions[next.len()]) {
            let child = smallest(&turn.after);
            let number = *numbers.entry(child).or_insert(positions.len() as u32);
            if number as usize == positions.len() {
                positions.push(child);
            }
            children.push(number);
        }
        children.sort_unstable();
        children.dedup();
        next.push(children);
    }
    drop(numbers);
    // Round `n` finds what ends in `n` plies: a loss when there is no turn or all turns lead to
    // wins known by then, a win when one leads to a loss. What is never found is a draw.
    let mut values = vec![Value::Draw; positions.len()];
    let mut unknown: Vec<u32> = (0..positions.len() as u32).collect();
    let mut quiet_rounds = 0;
    for round in 0.. {
        let mut found = Vec::new();
        for &number in &unknown {
            let children = &next[number as usize];
            let value = match children.is_empty() {
                true => Value::Loss(0),
                false => from_turns(children.iter().map(|child| values[*child as usize])),
            };
            if value != Value::Draw {
                assert_eq!(value.plies(), Some(round));
                found.push((number, value));
            }
        }
        quiet_rounds = if found.is_empty() { quiet_rounds + 1 } else { 0 };
        if quiet_rounds == 2 {
            return positions.into_iter().zip(values).collect();
        }
        found.iter().for_each(|(number, value)| values[*number as usize] = *value);
        unknown.retain(|number| values[*number as usize] == Value::Draw);
    }
    unreachable!()
}

/// The folder of a whole game, or a part of it, made by the program into `db`, a name that no other
/// test uses.
fn generated(db: &str, rules: &str, part: &[&str]) -> PathBuf {
    let db = Path::new(env!("CARGO_TARGET_TMPDIR")).join(db);
    let _ = std::fs::remove_dir_all(&db);
    let run = Command::new(env!("CARGO_BIN_EXE_moara"))
        .args(["generate", "--rules", rules, "--db"])
        .arg(&db)
        .args(part)
        .output()
        .unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    db.join(rules)
}

/// Solves a game and compares every position with the files, without an index of its own.
fn compare(men: u8, at_least: usize) {
    let solved = solve(men);
    assert!(solved.len() >= at_least, "only {} positions", solved.len());
    let dir = generated(&format!("referee-{men}"), &format!("men-{men}"), &[]);
    let database = Database::read(&dir, &INDEX);
    for (position, value) in &solved {
        if position.mover_stones() < 3 {
            // The game is over; files hold what can still be played.
            assert_eq!(*value, Value::Loss(0));
            continue;
        }
        assert_eq!(database.value(position), *value, "{position:?}");
    }
}

#[test]
fn the_game_with_three_stones() {
    compare(3, 100_000);
}

/// Compares the games with `men` stones a side under every combination of the rules.
fn compare_profiles(men: u8, at_least: usize) {
    for flying in [true, false] {
        for take_from_mills in [true, false] {
            let rules = Rules { flying, take_from_mills };
            let mut graph = None;
            for limit in [None, Some(4), Some(10), Some(30), Some(50)] {
                let mut name = format!("men-{men}");
                name += if flying { "" } else { "+no-flying" };
                name += if take_from_mills { "" } else { "+protect-mills" };
                name += &limit.map(|limit| format!("+draw-after-{limit}")).unwrap_or_default();
                let dir = generated(&format!("profiles-{men}"), &name, &[]);
                let database = Database::open(&dir, &INDEX);
                let graph =
                    graph.get_or_insert_with(|| Graph::new(&rules, &INDEX, database.subspaces()));
                let compared = profiles::compare(graph, limit, &database);
                assert!(compared >= at_least, "{name}: only {compared} positions");
            }
        }
    }
}

#[test]
fn every_rule_profile_with_three_stones() {
    compare_profiles(3, 100_000);
}

#[test]
fn every_rule_profile_with_four_stones() {
    compare_profiles(4, 6_000_000);
}

/// Compares a value with those of the positions that its turns lead to. Returns the positions after
/// best turns.
fn compare_with_turns(database: &Database, position: &Position) -> Vec<Position> {
    let value = |after: &Position| match after.mover_stones() < 3 {
        true => Value::Loss(0),
        false => database.value(after),
    };
    let turns = turns(&database.rules, position);
    let expected = match turns.is_empty() {
        true => Value::Loss(0),
        false => from_turns(turns.iter().map(|turn| value(&turn.after))),
    };
    assert_eq!(database.value(position), expected, "{position:?}");
    let best = turns.iter().filter(|turn| {
        let after = value(&turn.after);
        from_turns([after].into_iter()) == expected
    });
    best.map(|turn| turn.after).collect()
}

/// Fights of more than 250 plies: all positions that best play leads to from the longest win.
#[test]
fn the_longest_fight_of_six_against_four_with_protected_mills() {
    let part = ["--max-stones", "10", "--phase", "moving"];
    let dir = generated("referee-long", "protect-mills", &part);
    let database = Database::open(&dir, &INDEX);
    let (longest, start) = database.longest_win([6, 4, 0, 0]);
    assert_eq!((database.value(&start), longest), (Value::Win(301), 301));
    let mut seen = HashSet::from([smallest(&start)]);
    let mut next = vec![start];
    while let Some(position) = next.pop() {
        let after = compare_with_turns(&database, &position);
        let on_board = after.into_iter().filter(|after| after.mover_stones() >= 3);
        next.extend(on_board.filter(|after| seen.len() < 50_000 && seen.insert(smallest(after))));
    }
    assert!(seen.len() > 1_000, "only {} positions", seen.len());
    let mut plies: Vec<u32> = seen.iter().filter_map(|p| database.value(p).plies()).collect();
    plies.sort_unstable();
    plies.dedup();
    assert!(plies.len() > 290, "{plies:?}");
}

/// Every file of a large database: random positions against those that their turns lead to.
#[test]
#[ignore = "needs a large database, named by MOARA_REFEREE_DB"]
fn random_positions_of_a_large_database() {
    let db = std::env::var("MOARA_REFEREE_DB").expect("MOARA_REFEREE_DB names the folder");
    let each: u64 =
        std::env::var("MOARA_REFEREE_POSITIONS").map_or(1000, |n| n.parse().expect("a number"));
    let rules = std::env::var("MOARA_REFEREE_RULES").unwrap_or("standard".to_owned());
    let database = Database::open(&Path::new(&db).join(rules), &INDEX);
    let (mut random, mut compared) = (1u64, 0);
    for subspace in database.subspaces() {
        for _ in 0..each {
            let mut below = |limit: u32| {
                // Knuth's MMIX generator.
                random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                ((random >> 33) % u64::from(limit)) as u32
            };
            let mut draw = |count: u8, taken: u32| {
                let mut set = 0u32;
                while set.count_ones() < u32::from(count) {
                    set |= 1 << below(24) & !taken;
                }
                set
            };
            let [m, o, mover_hand, opponent_hand] = subspace;
            let mover = draw(m, 0);
            let opponent = draw(o, mover);
            let position = Position { mover, opponent, mover_hand, opponent_hand };
            compare_with_turns(&database, &position);
            compared += 1;
        }
        println!("{subspace:?}: {each} positions");
    }
    println!("{compared} positions are what their turns make them");
}
