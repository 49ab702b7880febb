//! `moara stats` and `moara verify`.

use super::*;

#[test]
fn stats_as_csv_are_the_published_counts() {
    let csv = ask(0, &["stats", "--format", "csv"]).out;
    let mut lines = csv.lines();
    assert_eq!(lines.next(), Some(STATS_COLUMNS));
    let cell = |number: Option<u16>| number.map(|n| n.to_string()).unwrap_or_default();
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

#[test]
fn the_heat_map_has_every_subspace_of_the_moving_phase() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("stats.svg");
    let text = ask(0, &["stats", "--plot", file.to_str().unwrap()]).out;
    assert!(text.lines().any(|line| line.starts_with("3-3 ") && line.contains("++++")), "{text}");
    let svg = fs::read_to_string(&file).unwrap();
    let cells: BTreeSet<&str> = svg
        .split("<title>")
        .skip(1)
        .filter_map(|cell| cell.split_once(':').map(|(name, _)| name))
        .collect();
    let subspaces = fs::read_dir(db().join("standard")).unwrap();
    let names: BTreeSet<String> = subspaces
        .filter_map(|entry| {
            let name = entry.unwrap().file_name().into_string().unwrap();
            Some(name.strip_suffix(".moara")?.to_owned())
        })
        .collect();
    assert_eq!(cells, names.iter().map(String::as_str).collect());
    let gone = dir.path().join("none/stats.svg");
    ask(1, &["stats", "--plot", gone.to_str().unwrap()]).says(&["cannot write", "stats.svg"]);
}
