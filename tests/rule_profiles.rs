//! Rule profiles: whole solves with five stones, answers for every counter of an N-ply rule, and two
//! profiles side by side. The referee (`tests/referee/`) has every position with three and four
//! stones. Meant for release builds.

mod common;

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use common::{Silent, points, shared_dir, solve, solve_game, white_to_move};
use moara::board::{MAX_PLIES, Outcome, Plies, Point, Position, Rules, Turn, Value, legal_turns};
use moara::index::{Layout, Subspace};
use moara::notation::{Color, Setup};
use moara::query::{Attacker, Database, LineEnd, Move, recompute, recompute_sample, search};
use moara::solve::{Job, Kernels, SolveError, Solver};
use moara::store::{Folder, SubspaceValues, compare, write};

const THREE_THREE: Subspace = Subspace::moving(3, 3);
const LIMIT: u8 = 6;

fn limited() -> Rules {
    Rules { men: 3, draw_after: Some(LIMIT), ..Rules::STANDARD }
}

/// The whole games with three stones with and without a limit, which all tests share.
fn solved() -> &'static Path {
    static SOLVED: OnceLock<PathBuf> = OnceLock::new();
    SOLVED.get_or_init(|| {
        let db = shared_dir("rule-profiles");
        solve_game(&db, &limited(), Kernels::best());
        solve_game(&db, &Rules { draw_after: None, ..limited() }, Kernels::best());
        db
    })
}

fn database() -> Database {
    Database::open(solved(), &limited())
}

#[test]
fn every_profile_with_five_stones_follows_from_its_successors() {
    for (flying, take_from_mills) in [(true, true), (true, false), (false, true), (false, false)] {
        for draw_after in [None, Some(4), Some(10), Some(30), Some(50)] {
            let rules = Rules { men: 5, flying, take_from_mills, draw_after };
            let db = tempfile::tempdir().unwrap();
            let database = Database::from_folder(solve_game(db.path(), &rules, Kernels::best()));
            let all = database.folder().subspaces().unwrap();
            assert_eq!(all.len(), 9 + Subspace::all_placing(&rules).len());
            // The moving phase that four stones don't have, and a few of the placing phase.
            let new = |s: &Subspace| s.is_moving() && s.mover.max(s.opponent) == 5;
            let placing = all.iter().copied().filter(|s| !s.is_moving()).step_by(12);
            for subspace in all.iter().copied().filter(new).chain(placing) {
                let mismatch = recompute_sample(&database, subspace, 10_000, 1, &|_| ()).unwrap();
                assert_eq!(mismatch, None, "{rules}, {subspace}");
            }
        }
    }
}

#[test]
fn threads_and_kernels_do_not_change_a_byte_under_a_limit() {
    let rules = Rules { draw_after: Some(20), ..Rules::STANDARD };
    let mut expected = None;
    for kernel in Kernels::ALL.into_iter().filter(|kernel| kernel.is_supported()) {
        for threads in [1, 2] {
            let db = tempfile::tempdir().unwrap();
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let folder = pool.install(|| solve(db.path(), &rules, 8, kernel));
            let files = common::contents(folder.dir());
            assert_eq!(files.len(), 6);
            let expected = expected.get_or_insert_with(|| files.clone());
            assert!(*expected == files, "{kernel}, {threads} threads");
        }
    }
}

/// How each position of three against three ends, for each number of plies that are left: by the
/// definition of the rule, state by state.
fn ends_by_plies_left(rules: &Rules) -> Vec<Vec<Outcome>> {
    let layout = Layout::new(THREE_THREE);
    let turns: Vec<Option<Vec<usize>>> = (0..THREE_THREE.slots())
        .map(|slot| {
            let position = layout.position(slot);
            let turns = legal_turns(rules, &position);
            // A capture ends the game: two stones are left.
            let wins = turns.iter().any(|turn| turn.capture.is_some());
            (!wins).then(|| turns.iter().map(|turn| layout.slot(&turn.apply(&position))).collect())
        })
        .collect();
    let mut rounds: Vec<Vec<Outcome>> = Vec::new();
    for left in 0..=LIMIT {
        let end = |turns: &Option<Vec<usize>>| match (turns, left) {
            (Some(turns), _) if turns.is_empty() => Outcome::Loss,
            (_, 0) => Outcome::Draw,
            (None, _) => Outcome::Win,
            (Some(turns), _) => {
                let before = &rounds[usize::from(left) - 1];
                let all = |end| turns.iter().all(|child| before[*child] == end);
                match turns.iter().any(|child| before[*child] == Outcome::Loss) {
                    true => Outcome::Win,
                    false if all(Outcome::Win) => Outcome::Loss,
                    false => Outcome::Draw,
                }
            }
        };
        let round = turns.iter().map(end).collect();
        rounds.push(round);
    }
    rounds
}

#[test]
fn answers_are_exact_for_every_counter() {
    let (rules, database, layout) = (limited(), database(), Layout::new(THREE_THREE));
    let ends = ends_by_plies_left(&rules);
    let end = |position: &Position, played: u8| match position.mover_has_lost_by_stones() {
        true => Outcome::Loss,
        false => ends[usize::from(LIMIT.saturating_sub(played))][layout.slot(position)],
    };
    let opposite = |outcome| match outcome {
        Outcome::Win => Outcome::Loss,
        Outcome::Draw => Outcome::Draw,
        Outcome::Loss => Outcome::Win,
    };
    let (mut turned, mut decided) = (0, 0);
    for slot in (0..THREE_THREE.slots()).step_by(997) {
        let position = layout.position(slot);
        for played in 0..=LIMIT {
            let setup = Setup::of(&rules, &position, Color::White);
            let setup = Setup { plies_since_capture: played.into(), ..setup };
            let analysis = database.analyse(&setup).unwrap();
            assert_eq!(analysis.value.outcome(), end(&position, played), "{slot}, {played} played");
            turned += usize::from(analysis.turned.is_some());
            decided += usize::from(analysis.value != Value::Draw);
            let game_goes_on = played < LIMIT;
            for ranked in analysis.moves.iter().filter(|_| game_goes_on) {
                let Move::Turn(turn) = ranked.mv else { panic!("no capture is pending") };
                let child = turn.apply(&position);
                let then = if turn.zeroes() { 0 } else { played + 1 };
                assert_eq!(ranked.value.outcome(), opposite(end(&child, then)), "{slot}, {turn}");
                let mut replies = [0; 3];
                for reply in legal_turns(&rules, &child) {
                    let last = if reply.zeroes() { 0 } else { then + 1 };
                    let over = then >= LIMIT;
                    let reached = end(&reply.apply(&child), last);
                    replies[if over { 0 } else { reached as usize }] += 1;
                }
                let found = ranked.replies;
                assert_eq!([found.draw, found.win, found.loss], replies, "{slot}, {turn}");
            }
            assert!(game_goes_on || analysis.moves.iter().all(|m| m.value == Value::Draw));
            // The best move has the value of the position.
            let best = analysis.moves.first().map(|ranked| ranked.value);
            assert_eq!(best.unwrap_or(Value::Loss(Plies(0))), analysis.value);
        }
    }
    assert!(turned > 100 && decided > 100, "{turned} turned, {decided} decided");
}

#[test]
fn a_line_ends_as_its_value_says() {
    let (rules, database, layout) = (limited(), database(), Layout::new(THREE_THREE));
    let mut ends = [0; 3];
    for slot in (0..THREE_THREE.slots()).step_by(4999) {
        for played in 0..=LIMIT {
            let setup = Setup::of(&rules, &layout.position(slot), Color::White);
            let setup = Setup { plies_since_capture: played.into(), ..setup };
            let line = database.line(&setup).unwrap();
            let length = line.steps.len();
            match (line.value, line.end) {
                (Value::Draw, LineEnd::Limit) => {
                    let after = line.steps.last().map_or(setup, |step| step.after);
                    assert_eq!(after.plies_since_capture, u16::from(LIMIT));
                    ends[0] += 1;
                }
                (Value::Draw, LineEnd::Repetition) => ends[1] += 1,
                // Three against three: the first capture ends it.
                (value, LineEnd::Stones | LineEnd::Blocked) => {
                    assert_eq!(value.plies(), Some(Plies(length as u16)), "{slot}, {played}");
                    ends[2] += 1;
                }
                other => panic!("{slot}, {played} played: {other:?}"),
            }
        }
    }
    assert!(ends[0] > 0 && ends[2] > 0, "{ends:?}");
}

#[test]
fn a_pending_capture_on_the_last_ply_counts_and_one_after_it_does_not() {
    let database = database();
    let setup = white_to_move(&limited(), "a7 d7 g7", "a1 d2 g4");
    let pending = |plies| Setup { capture_pending: true, plies_since_capture: plies, ..setup };
    let value = |plies| database.analyse(&pending(plies)).unwrap().value;
    assert_eq!(value(LIMIT.into()), Value::Win(Plies(1)));
    assert_eq!(value(u16::from(LIMIT) + 1), Value::Draw);
    assert_eq!(database.line(&pending(LIMIT.into())).unwrap().end, LineEnd::Stones);
}

#[test]
fn a_closing_turn_that_takes_nothing_is_quiet() {
    let rules = Rules { men: 4, take_from_mills: false, draw_after: Some(4), ..Rules::STANDARD };
    // All of Black's stones stand in a mill; White closes one on the inner ring.
    let setup = white_to_move(&rules, "c5 d5 f6 b2", "a1 d1 g1");
    let turn = |from: &str, to: &str| Turn {
        from: Point::from_name(from),
        to: Point::from_name(to).unwrap(),
        capture: None,
    };
    let closing = white_to_move(&rules, "c5 d5 e4 b2", "a1 d1 g1");
    let turns = legal_turns(&rules, &closing.position());
    assert!(turns.contains(&turn("e4", "e5")) && !turn("e4", "e5").zeroes());
    let counted = Setup { plies_since_capture: 2, ..closing };
    let after = counted.play(&rules, turn("e4", "e5"));
    assert_eq!((after.plies_since_capture, after.capture_pending), (3, false));
    assert_eq!(after.to_move, Color::Black);
    assert_eq!(after.stones(Color::White), points("c5 d5 e5 b2"));

    let db = tempfile::tempdir().unwrap();
    let database = Database::from_folder(solve(db.path(), &rules, 7, Kernels::best()));
    for subspace in database.folder().subspaces().unwrap() {
        assert_eq!(recompute(&database, subspace, &|_| ()).unwrap(), None, "{subspace}");
    }
    // On the last ply that is left it ends the game as a draw, though it closes a mill.
    for setup in [setup, closing] {
        let last = Setup { plies_since_capture: 3, ..setup };
        let analysis = database.analyse(&last).unwrap();
        let quiet = analysis.moves.iter().filter(|ranked| ranked.value == Value::Draw);
        assert_eq!(quiet.count(), analysis.moves.len());
    }
}

#[test]
fn fights_of_more_plies_than_a_byte_can_say_are_solved() {
    let rules = Rules { take_from_mills: false, ..Rules::STANDARD };
    let (six_four, four_six) = (Subspace::moving(6, 4), Subspace::moving(4, 6));
    let mut expected = None;
    for (kernel, threads) in [(Kernels::best(), 2), (Kernels::best(), 1), (Kernels::Portable, 2)] {
        let db = tempfile::tempdir().unwrap();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let folder = pool.install(|| solve(db.path(), &rules, 10, kernel));
        let files = common::contents(folder.dir());
        if let Some(expected) = &expected {
            assert!(*expected == files, "{kernel}, {threads} threads");
            continue;
        }
        expected = Some(files);

        let database = Database::from_folder(folder);
        for subspace in database.folder().subspaces().unwrap() {
            database.folder().open_once(subspace).unwrap().verify().unwrap();
            let mismatch = recompute_sample(&database, subspace, 20_000, 1, &|_| ()).unwrap();
            assert_eq!(mismatch, None, "{subspace}");
        }
        let header = |subspace| database.folder().header(subspace).unwrap();
        let [win, loss] =
            [header(six_four).longest_win(), header(four_six).longest_loss()].map(Option::unwrap);
        assert_eq!([win.plies, loss.plies], [Plies(301), Plies(300)]);
        // The main line is as long as the value says, and its values are those of the files.
        let longest = Setup::of(&rules, &win.position(six_four), Color::White);
        let line = database.line(&longest).unwrap();
        assert_eq!(line.steps.len(), 301);
        assert!([LineEnd::Stones, LineEnd::Blocked].contains(&line.end));
        for (step, left) in line.steps.iter().zip((1..=301).rev()) {
            let win_or_loss = if left % 2 == 1 { Value::Win } else { Value::Loss };
            assert_eq!(step.value, win_or_loss(Plies(left)));
        }
    }
}

#[test]
fn long_fights_begin_in_the_placing_phase_too_and_go_on_to_their_ends() {
    let rules = Rules { men: 6, take_from_mills: false, ..Rules::STANDARD };
    let db = tempfile::tempdir().unwrap();
    let database = Database::from_folder(solve_game(db.path(), &rules, Kernels::best()));
    let placing = |subspace: &Subspace| !subspace.is_moving();
    let mut followed = 0;
    for subspace in database.folder().subspaces().unwrap().into_iter().filter(placing) {
        let header = database.folder().header(subspace).unwrap();
        let longest = [header.longest_win(), header.longest_loss()].into_iter().flatten();
        for longest in longest.filter(|longest| longest.plies > Plies(249)) {
            let setup = Setup::with_likely_color(&rules, &longest.position(subspace));
            // Each position of the line is compared with where its turns lead.
            let line = database.line(&setup).unwrap();
            assert_eq!(line.value.plies(), Some(longest.plies), "{subspace}");
            assert_eq!(line.steps.len(), usize::from(longest.plies.0), "{subspace}");
            followed += 1;
        }
    }
    assert!(followed >= 20, "only {followed} long fights");
    for (mover, opponent, mover_hand, opponent_hand) in [(5, 5, 1, 1), (4, 5, 1, 1), (4, 4, 2, 1)] {
        let subspace = Subspace { mover, opponent, mover_hand, opponent_hand };
        let mismatch = recompute_sample(&database, subspace, 100_000, 1, &|_| ()).unwrap();
        assert_eq!(mismatch, None, "{subspace}");
    }
}

#[test]
fn distances_that_have_no_code_are_refused() {
    let rules = Rules { take_from_mills: false, ..Rules::STANDARD };
    let db = tempfile::tempdir().unwrap();
    let folder = Folder::new(db.path(), &rules);
    // No game is that long: captures that lead there would take one ply more than a code can say.
    let longest = rules.metric().code(Value::Win(Plies(MAX_PLIES)));
    let codes = vec![longest; THREE_THREE.slots()];
    let values = SubspaceValues { rules: &rules, subspace: THREE_THREE, codes: &codes[..] };
    write(folder.dir(), &values, &|_| ()).unwrap();
    let jobs = Job::moving(&rules, 7);
    let mut solver = Solver::new(&folder, Kernels::best());
    match solver.solve(&jobs[1], &Silent) {
        Err(error @ SolveError::TooLong { .. }) => {
            let message = error.to_string();
            assert!(message.contains("protect-mills") && message.contains("--draw-after"));
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_search_agrees_under_every_rule() {
    for name in ["men-3+draw-after-6", "men-4+no-flying+draw-after-10", "men-4+protect-mills"] {
        let rules: Rules = name.parse().unwrap();
        let db = tempfile::tempdir().unwrap();
        let database = Database::from_folder(solve_game(db.path(), &rules, Kernels::best()));
        let [first, second] = [Attacker::First, Attacker::Second]
            .map(|attacker| search(&database, attacker, &|_| ()).unwrap().wins);
        let expected = match database.probe(&Position::start(&rules)).unwrap().outcome() {
            Outcome::Win => [true, false],
            Outcome::Draw => [false, false],
            Outcome::Loss => [false, true],
        };
        assert_eq!([first, second], expected, "{name}");
    }
}

#[test]
fn a_limit_only_turns_wins_and_losses_into_draws() {
    let without = Database::open(solved(), &Rules { draw_after: None, ..limited() });
    let [first, second] =
        [&without, &database()].map(|database| database.folder().open_once(THREE_THREE).unwrap());
    let comparison = compare(&first, &second, &|_| ()).unwrap();
    let ends = [Outcome::Win, Outcome::Draw, Outcome::Loss];
    let (layout, mut counts, mut longest) = (Layout::new(THREE_THREE), [[0; 3]; 3], [0; 3]);
    for slot in (0..THREE_THREE.slots()).filter(|slot| layout.is_first_twin(*slot)) {
        let [before, now] = [&first, &second].map(|file| file.value(slot).unwrap());
        let (from, to) = (before.outcome() as usize, now.outcome() as usize);
        counts[from][to] += 1;
        if from == to {
            longest[from] = longest[from].max(before.plies().map_or(0, |plies| plies.0));
        }
        assert!(now == Value::Draw || now.outcome() == before.outcome(), "{slot}");
        // Each capture ends the game here, so the two distances are the same.
        let stands = before.plies().is_some_and(|plies| plies.0 <= LIMIT.into());
        assert_eq!(now, if stands { before } else { Value::Draw }, "{slot}");
    }
    for from in ends {
        for to in ends {
            assert_eq!(comparison.count(from, to), counts[from as usize][to as usize]);
        }
        if from != Outcome::Draw {
            assert_eq!(comparison.longest(from), Some(Plies(longest[from as usize])));
        }
    }
    assert!(comparison.count(Outcome::Win, Outcome::Draw) > 1000);
}
