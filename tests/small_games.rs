//! Whole solves of the small subspaces against published values, and against the plain rules code.
//! Meant for release builds: a debug build takes minutes.

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use common::{
    REFERENCE_PLIES, ROOT, blocked, contents, moara, published, reference_win, shared_dir, solve,
    white_to_move,
};
use moara::board::{CODES, Plies, Rules, Value};
use moara::index::{Layout, Subspace};
use moara::query::{Database, QueryError, recompute, recompute_sample};
use moara::solve::{Kernels, warm_up};
use moara::store::{Folder, Header, SubspaceValues, write};

const THREE_THREE: Subspace = Subspace::moving(3, 3);

/// A database of the moving phase up to nine stones, which all tests share.
fn solved() -> &'static Path {
    static SOLVED: OnceLock<PathBuf> = OnceLock::new();
    SOLVED.get_or_init(|| {
        let db = shared_dir("small-games");
        warm_up();
        solve(&db, &Rules::STANDARD, 9, Kernels::best());
        db
    })
}

fn database() -> Database {
    Database::open(solved(), &Rules::STANDARD)
}

fn header(subspace: Subspace) -> Header {
    database().folder().header(subspace).unwrap()
}

/// The value codes of three against three.
fn codes() -> Vec<u16> {
    let mut codes = vec![0; THREE_THREE.slots()];
    let file = database().folder().open_once(THREE_THREE).unwrap();
    file.decode_all(&mut codes, |_, code| code).unwrap();
    codes
}

/// The distances that occur with their numbers of distinct positions: wins, then losses.
fn histograms(header: &Header) -> [Vec<(u16, u64)>; 2] {
    // A win has an even code and a loss an odd one, each one more than its plies; 0 is a draw.
    let of_parity = |parity: usize| {
        let codes = (1..CODES).filter(move |code| code % 2 == parity);
        codes
            .map(|code| (code as u16 - 1, header.histogram()[code]))
            .filter(|(_, positions)| *positions > 0)
            .collect()
    };
    [of_parity(0), of_parity(1)]
}

/// Compares every value of the subspaces with its successors'.
fn assert_recomputes_clean(database: &Database, subspaces: impl IntoIterator<Item = Subspace>) {
    for subspace in subspaces {
        let mismatch = recompute(database, subspace, &|_| ()).unwrap();
        assert_eq!(mismatch, None, "{} {subspace}", database.rules());
    }
}

#[test]
fn counts_and_longest_are_the_published_ones() {
    for row in published() {
        let header = header(row.subspace);
        let counts = header.counts();
        let name = row.subspace;
        assert_eq!(
            (counts.wins, counts.draws, counts.losses),
            (row.wins, row.draws, row.losses),
            "{name}"
        );
        assert_eq!(counts.positions, row.subspace.positions(), "{name}");
        assert_eq!(header.longest_win().map(|longest| longest.plies.0), row.max_win, "{name}");
        assert_eq!(header.longest_loss().map(|longest| longest.plies.0), row.max_loss, "{name}");
    }
}

#[test]
fn histograms_are_the_published_ones() {
    let three_three = histograms(&header(THREE_THREE));
    let wins = [
        (1, 66472),
        (3, 33775),
        (5, 16651),
        (7, 6619),
        (9, 4770),
        (11, 2561),
        (13, 3808),
        (15, 2506),
        (17, 1185),
        (19, 776),
        (21, 1125),
        (23, 346),
        (25, 27),
    ];
    let losses = [
        (2, 3125),
        (4, 4700),
        (6, 3998),
        (8, 2496),
        (10, 2099),
        (12, 2160),
        (14, 2261),
        (16, 2387),
        (18, 2116),
        (20, 2122),
        (22, 1079),
        (24, 123),
        (26, 70),
    ];
    assert_eq!(three_three, [wins.to_vec(), losses.to_vec()]);
    let four_four = histograms(&header(Subspace::moving(4, 4)));
    let wins = vec![(1, 29), (3, 24), (5, 46), (7, 48), (9, 12)];
    let losses = vec![(0, 6), (2, 3), (4, 10), (6, 6), (8, 4)];
    assert_eq!(four_four, [wins, losses]);
}

#[test]
fn every_value_up_to_seven_stones_follows_from_its_successors() {
    let small = published().into_iter().map(|row| row.subspace).filter(|s| s.stones() <= 7);
    assert_recomputes_clean(&database(), small);
}

#[test]
fn sampled_values_of_eight_and_nine_stones_follow_from_their_successors() {
    let database = database();
    for row in published().iter().filter(|row| row.subspace.stones() > 7) {
        let mismatch = recompute_sample(&database, row.subspace, 40_000, 7, &|_| ()).unwrap();
        assert_eq!(mismatch, None, "{}", row.subspace);
    }
}

#[test]
fn every_value_of_other_rule_profiles_follows_from_its_successors() {
    let profiles = [(false, true), (true, false), (false, false)];
    for (flying, take_from_mills) in profiles {
        let rules = Rules { flying, take_from_mills, ..Rules::STANDARD };
        let db = tempfile::tempdir().unwrap();
        let database = Database::from_folder(solve(db.path(), &rules, 7, Kernels::best()));
        let subspaces = database.folder().subspaces().unwrap();
        assert_eq!(subspaces.len(), 3);
        assert_recomputes_clean(&database, subspaces);
        // The rule does make a difference, or the check would show nothing.
        let file = database.folder().open(THREE_THREE).unwrap();
        assert_ne!(file.header().histogram(), header(THREE_THREE).histogram(), "{rules}");
    }
}

#[test]
fn fewer_men_make_the_same_values_in_a_folder_of_their_own() {
    let rules = Rules { men: 3, ..Rules::STANDARD };
    let db = tempfile::tempdir().unwrap();
    let folder = solve(db.path(), &rules, 18, Kernels::best());
    assert_eq!(folder.dir(), db.path().join("men-3"));
    assert_eq!(folder.subspaces().unwrap(), [THREE_THREE]);
    let file = folder.open(THREE_THREE).unwrap();
    assert_eq!(file.header().histogram(), header(THREE_THREE).histogram());
}

#[test]
fn files_are_the_same_whatever_the_threads_and_kernels() {
    let expected = contents(Folder::new(solved(), &Rules::STANDARD).dir());
    for kernels in Kernels::ALL.into_iter().filter(|kernels| kernels.is_supported()) {
        for threads in [1, 2] {
            let db = tempfile::tempdir().unwrap();
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let folder = pool.install(|| solve(db.path(), &Rules::STANDARD, 8, kernels));
            let files = contents(folder.dir());
            assert_eq!(files.len(), 6);
            for (name, bytes) in files {
                assert!(bytes == expected[&name], "{name}, {kernels}, {threads} threads");
            }
        }
    }
}

#[test]
fn the_file_in_the_repository_is_what_a_solve_makes() {
    let shipped = fs::read(Path::new(ROOT).join("data/standard/3-3.moara")).unwrap();
    let fresh = fs::read(database().folder().path_of(THREE_THREE)).unwrap();
    assert!(shipped == fresh);
}

#[test]
fn the_reference_win_has_54_moves_and_two_best_ones() {
    let analysis = database().analyse(&reference_win()).unwrap();
    assert_eq!(analysis.value, Value::Win(Plies(REFERENCE_PLIES)));
    assert_eq!(analysis.moves.len(), 54);
    let best = analysis.moves.iter().filter(|ranked| ranked.value == analysis.value);
    let mut best: Vec<String> = best.map(|ranked| ranked.mv.to_string()).collect();
    best.sort_unstable();
    assert_eq!(best, ["a4-d5", "a4-d6"]);
}

#[test]
fn a_fourth_black_stone_makes_the_reference_win_a_draw() {
    let setup = white_to_move(&Rules::STANDARD, "a4 d7 g1", "g7 d1 b4 c5");
    let analysis = database().analyse(&setup).unwrap();
    assert_eq!(analysis.value, Value::Draw);
    assert_eq!(analysis.moves[0].value, Value::Draw);
}

#[test]
fn a_blocked_side_has_lost_in_no_plies() {
    let analysis = database().analyse(&blocked()).unwrap();
    assert_eq!(analysis.value, Value::Loss(Plies(0)));
    assert!(analysis.moves.is_empty());
}

#[test]
fn a_wrong_value_in_a_sound_file_is_found() {
    let rules = Rules::STANDARD;
    let setup = reference_win();
    let slot = Layout::new(THREE_THREE).slot(&setup.position());
    let codes = codes();
    let best = Value::Win(Plies(REFERENCE_PLIES));
    assert_eq!(rules.metric().value(codes[slot]), best);

    // One ply pair too many leaves win, draw and loss as they are: only distances show it.
    let wrong = [Value::Win(Plies(REFERENCE_PLIES + 2)), Value::Draw, Value::Loss(Plies(14))];
    for wrong in wrong {
        let mut codes = codes.clone();
        codes[slot] = rules.metric().code(wrong);
        let db = tempfile::tempdir().unwrap();
        let folder = Folder::new(db.path(), &rules);
        let values = SubspaceValues { rules: &rules, subspace: THREE_THREE, codes: &codes[..] };
        write(folder.dir(), &values, &|_| ()).unwrap();
        let database = Database::from_folder(folder);
        // To checksums and statistics nothing is wrong.
        database.folder().open_once(THREE_THREE).unwrap().verify().unwrap();

        let mismatch = recompute(&database, THREE_THREE, &|_| ()).unwrap().unwrap();
        assert_ne!(mismatch.stored, mismatch.expected);
        // Its predecessors may be found before it, but none after it.
        assert!(mismatch.slot <= slot as u64);
        if mismatch.slot == slot as u64 {
            assert_eq!((mismatch.stored, mismatch.expected), (wrong, best));
        }
        match database.analyse(&setup) {
            Err(QueryError::Contradiction { stored, best: found, .. }) => {
                assert_eq!((stored, found), (wrong.to_string(), best));
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn a_sample_finds_wrong_values_that_are_not_rare() {
    let rules = Rules::STANDARD;
    let mut codes = codes();
    for code in codes.iter_mut().step_by(100) {
        *code = if *code == 0 { 2 } else { 0 };
    }
    let db = tempfile::tempdir().unwrap();
    let folder = Folder::new(db.path(), &rules);
    let values = SubspaceValues { rules: &rules, subspace: THREE_THREE, codes: &codes[..] };
    write(folder.dir(), &values, &|_| ()).unwrap();
    let database = Database::from_folder(folder);
    assert!(recompute_sample(&database, THREE_THREE, 5_000, 1, &|_| ()).unwrap().is_some());
}

/// The rows of `data/moving_phase.csv`, checked for their columns.
fn moving_phase() -> Vec<String> {
    let path = Path::new(ROOT).join("data/moving_phase.csv");
    let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let mut lines = text.lines().map(str::to_owned);
    let columns = "mover,opponent,mover_hand,opponent_hand,positions,wins,draws,losses,\
                   max_win,max_loss";
    assert_eq!(lines.next().as_deref(), Some(columns));
    lines.collect()
}

fn cell(row: &str, column: usize) -> u64 {
    row.split(',').nth(column).unwrap().parse().unwrap()
}

#[test]
fn the_table_of_the_moving_phase_adds_up() {
    let rows = moving_phase();
    let subspace = |row: &String| Subspace::moving(cell(row, 0) as u8, cell(row, 1) as u8);
    let mut subspaces: Vec<Subspace> = rows.iter().map(subspace).collect();
    subspaces.sort_unstable();
    let mut all = Subspace::all_moving(&Rules::STANDARD);
    all.sort_unstable();
    assert_eq!(subspaces, all);
    for row in &rows {
        assert_eq!((cell(row, 2), cell(row, 3)), (0, 0), "{row}");
        assert_eq!(cell(row, 4), subspace(row).positions(), "{row}");
        assert_eq!(cell(row, 4), cell(row, 5) + cell(row, 6) + cell(row, 7), "{row}");
    }
    // Wins, draws and losses of the whole moving phase, as two other solvers found them.
    let total = |column| rows.iter().map(|row| cell(row, column)).sum::<u64>();
    assert_eq!([total(5), total(6), total(7)], [4_325_452_782, 1_832_093_880, 2_747_046_939]);
}

#[test]
fn the_table_of_the_moving_phase_has_the_rows_of_a_fresh_solve() {
    let mut rows = moving_phase();
    rows.retain(|row| cell(row, 0) + cell(row, 1) <= 9);
    rows.sort_unstable();
    let stats = moara().args(["stats", "--format", "csv", "--db"]).arg(solved()).output().unwrap();
    assert!(stats.status.success());
    let stats = String::from_utf8(stats.stdout).unwrap();
    let mut fresh: Vec<&str> = stats.lines().skip(1).collect();
    fresh.sort_unstable();
    assert_eq!(rows, fresh);
}
