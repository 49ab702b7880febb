//! Rule profiles: switches, answers under an N-ply rule, files of other profiles, and `stats
//! --compare`.

use super::*;

/// Three stones against three under these profiles, and the whole game with three stones a side
/// under one; all tests share it, and none changes it.
fn rules_db() -> &'static Path {
    static DB: OnceLock<PathBuf> = OnceLock::new();
    DB.get_or_init(|| {
        let db = shared_dir("cli-rules");
        let six_stones = ["generate", "--max-stones", "6"];
        for switches in
            [&[][..], &["--draw-after", "10"], &["--draw-after", "50"], &["--no-flying"]]
        {
            run(0, moara().args(six_stones).args(switches).arg("--db").arg(&db));
        }
        run(0, moara().args(["generate", "--rules", "men-3+draw-after-10", "--db"]).arg(&db));
        db
    })
}

fn ask_rules(code: i32, args: &[&str]) -> Output {
    run(code, moara().args(args).arg("--db").arg(rules_db()))
}

fn json_of(args: &[&str]) -> Json {
    serde_json::from_str(&ask_rules(0, args).out).unwrap()
}

/// The reference win with a counter.
fn after(quiet_plies: u16) -> String {
    to_fen(&Setup { plies_since_capture: quiet_plies, ..reference_win() })
}

#[test]
fn switches_choose_the_profile_of_the_canonical_name() {
    let db = tempfile::tempdir().unwrap();
    let switches = ["--draw-after", "50", "--protect-mills", "--no-flying", "--men", "4"];
    let generate = ["generate", "--max-stones", "6"];
    run(0, moara().args(generate).args(switches).arg("--db").arg(db.path()));
    let name = "men-4+no-flying+protect-mills+draw-after-50";
    assert!(db.path().join(name).join("3-3.moara").exists());
    let by_name = ["query", "--rules", name, &reference_fen()];
    let by_name = run(0, moara().args(by_name).arg("--db").arg(db.path())).out;
    assert!(by_name.contains(&format!("(rules {name})")), "{by_name}");
    let mut by_switches = moara();
    by_switches.args(["query", &reference_fen()]).args(switches).arg("--db").arg(db.path());
    assert_eq!(run(0, &mut by_switches).out, by_name);
}

#[test]
fn wrong_switches_are_refused() {
    let switches: [&[&str]; 3] = [&["--no-flying"], &["--protect-mills"], &["--draw-after", "5"]];
    for switch in switches {
        let both = [&["query", "start", "--rules", "men-4"], switch].concat();
        ask_rules(2, &both).says(&[switch[0], "cannot be used with", "--rules"]);
    }
    for plies in ["0", "121", "some"] {
        ask_rules(2, &["stats", "--draw-after", plies]).says(&["--draw-after", plies]);
    }
    ask_rules(2, &["stats", "--compare", "men-12"]).says(&["--compare", "unknown rules"]);
    ask_rules(2, &["stats", "--moving"]).says(&["--compare"]);
    let quiet = ["query", "d6", "--draw-after", "10", "--quiet-plies", "3"];
    ask_rules(2, &quiet).says(&["--quiet-plies 3", "stones in hand"]);
}

#[test]
fn the_counter_decides_between_win_and_draw_and_both_are_told() {
    // The win takes 13 plies.
    let fifty =
        |args: &[&str]| ask_rules(0, &[&["query", "--draw-after", "50"], args].concat()).out;
    for args in [&[reference_fen().as_str(), "--quiet-plies", "37"][..], &[after(37).as_str()]] {
        let won = fifty(args);
        let sentence = "White wins; the next capture, or the end, comes in 13 plies at most.";
        assert!(won.contains(sentence), "{won}");
        assert!(won.contains("win, capture in 13") && !won.contains("win in 13"), "{won}");
    }
    for args in [&[reference_fen().as_str(), "--quiet-plies", "38"][..], &[after(38).as_str()]] {
        let drawn = fifty(args);
        let sentence = "White draws: won in 13 plies to the next capture, a draw under the 50-turn \
                        rule (38 were played).";
        assert!(drawn.contains(sentence), "{drawn}");
        assert!(drawn.contains("draw (win in 13)"), "{drawn}");
    }
    // A switch wins over the FEN.
    assert!(fifty(&[&after(38), "--quiet-plies", "0"]).contains("White wins"));
}

#[test]
fn the_answer_as_json_keeps_its_contract_and_says_more() {
    let head = ["fen", "metric", "moves", "plies", "quiet_plies", "rules", "to_move", "value"];
    let won = json_of(&["query", "--json", "--draw-after", "50", &after(37)]);
    assert_eq!(keys(&won), head.into());
    assert_eq!(pair(&won), (&"win".into(), &13.into()));
    assert_eq!((&won["quiet_plies"], &won["rules"]), (&37.into(), &"draw-after-50".into()));
    assert!(won["metric"].as_str().unwrap().contains("capture"));

    let drawn = json_of(&["query", "--json", "--draw-after", "50", &after(38)]);
    // The standard profile is there too.
    assert_eq!(keys(&drawn), head.into_iter().chain(["stored", "without_limit"]).collect());
    assert_eq!(pair(&drawn["without_limit"]), (&"win".into(), &13.into()));
    let ten = json_of(&["query", "--json", "--draw-after", "10", &after(0)]);
    assert_eq!((&ten["value"], ten.get("stored")), (&"draw".into(), None));
    assert_eq!(pair(&ten["without_limit"]), (&"win".into(), &13.into()));
    let ten = ask_rules(0, &["query", "--draw-after", "10", &after(0)]).out;
    let sentence = "Without the 10-turn rule: won in 13 plies to the end of the game.";
    assert!(ten.contains("White draws.") && ten.contains(sentence), "{ten}");
    assert_eq!(pair(&drawn), (&"draw".into(), &Json::Null));
    assert_eq!(pair(&drawn["stored"]), (&"win".into(), &13.into()));
    let turned = |ranked: &&Json| pair(&ranked["stored"]) == (&"win".into(), &13.into());
    assert_eq!(drawn["moves"].as_array().unwrap().iter().filter(turned).count(), 2);
    assert!(drawn["moves"].as_array().unwrap().iter().all(|ranked| ranked["value"] != "win"));

    // Where there is no such rule the counter means nothing.
    let standard = json_of(&["query", "--json", &after(200)]);
    assert_eq!(pair(&standard), (&"win".into(), &13.into()));
    assert!(standard.get("quiet_plies").is_none());
    // A stream has the counter of each line, or that of the switch.
    let stream = |args: &[&str]| {
        let mut command = moara();
        command.args(["query", "-", "--draw-after", "50"]).args(args).arg("--db").arg(rules_db());
        run(0, command.write_stdin(format!("{}\n{}\n", after(37), after(38)))).out
    };
    let values = |text: String| -> Vec<Json> {
        let answers = text.lines().map(|line| serde_json::from_str::<Json>(line).unwrap());
        answers.map(|answer| answer["value"].clone()).collect()
    };
    assert_eq!(values(stream(&[])), ["win", "draw"]);
    assert_eq!(values(stream(&["--quiet-plies", "50"])), ["draw", "draw"]);
}

#[test]
fn lines_end_by_the_limit_and_count_on() {
    let line = |plies: u16| json_of(&["line", "--json", "--draw-after", "50", &after(plies)]);
    let won = line(37);
    assert_eq!((&won["end"], won["line"].as_array().unwrap().len()), (&"stones".into(), 13));
    let over = line(50);
    assert_eq!((&over["end"], over["line"].as_array().unwrap().len()), (&"limit".into(), 0));
    let drawn = line(48);
    assert_eq!(drawn["end"], "limit");
    assert_eq!(pair(&drawn["stored"]), (&"win".into(), &13.into()));
    let steps = drawn["line"].as_array().unwrap();
    assert_eq!(steps.len(), 2);
    assert!(steps[1]["fen"].as_str().unwrap().contains(" 50 "), "{}", steps[1]);
    let text = ask_rules(0, &["line", "--draw-after", "50", &after(48)]).out;
    assert!(text.contains("A draw: so many turns without a capture"), "{text}");
}

#[test]
fn files_of_one_profile_are_refused_under_another_with_both_named() {
    let db = tempfile::tempdir().unwrap();
    let names = ["standard", "draw-after-10", "draw-after-50", "no-flying"];
    for asked in names {
        for made in names.into_iter().filter(|made| *made != asked) {
            let (from, to) = (rules_db().join(made), db.path().join(asked));
            fs::create_dir_all(&to).unwrap();
            fs::copy(from.join("3-3.moara"), to.join("3-3.moara")).unwrap();
            let (fen, compared) = (reference_fen(), ["stats", "--rules", made, "--compare", asked]);
            let calls: [&[&str]; 4] = [
                &["query", &fen, "--rules", asked],
                &["line", &fen, "--rules", asked],
                &["stats", "--rules", asked],
                &["verify", "--rules", asked],
            ];
            for args in calls {
                let refused = run(1, moara().args(args).arg("--db").arg(db.path()));
                refused.says(&["3-3.moara", &format!("\"{made}\""), &format!("\"{asked}\"")]);
            }
            fs::create_dir_all(db.path().join(made)).unwrap();
            fs::copy(from.join("3-3.moara"), db.path().join(made).join("3-3.moara")).unwrap();
            let refused = run(1, moara().args(compared).arg("--db").arg(db.path()));
            refused.says(&[&format!("\"{made}\""), &format!("\"{asked}\"")]);
        }
    }
}

#[test]
fn profiles_are_compared_subspace_by_subspace() {
    let compared = ["stats", "--compare", "draw-after-10", "--format"];
    let csv = ask_rules(0, &[&compared[..], &["csv"]].concat()).out;
    let rows: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(rows.len(), 2);
    let cell = |name: &str| {
        let column = rows[0].iter().position(|column| *column == name).unwrap();
        rows[1][column].parse::<u64>().unwrap()
    };
    let [before, now] = ["standard", "draw-after-10"]
        .map(|rules| json_of(&["stats", "--format", "json", "--rules", rules])[0].clone());
    for (name, end) in [("positions", "positions"), ("wins", "wins"), ("losses", "losses")] {
        assert_eq!(before[end], cell(name));
    }
    assert_eq!(
        (&now["wins"], &now["losses"]),
        (&cell("other_wins").into(), &cell("other_losses").into())
    );
    // A capture ends the game with three against three: what takes more than 10 plies is drawn.
    let beyond = |parity: u64| -> u64 {
        let plies = before["plies"].as_array().unwrap().iter();
        let counts = plies.map(|entry| (entry[0].as_u64().unwrap(), entry[1].as_u64().unwrap()));
        counts.filter(|(plies, _)| plies % 2 == parity && *plies > 10).map(|(_, n)| n).sum()
    };
    assert_eq!((cell("win_to_draw"), cell("loss_to_draw")), (beyond(1), beyond(0)));
    assert!(cell("win_to_draw") > 0 && cell("win_to_loss") == 0 && cell("draw_to_win") == 0);
    assert_eq!((cell("max_win_kept"), cell("max_loss_kept")), (9, 10));

    let json = json_of(&[&compared[..], &["json"]].concat());
    assert_eq!((&json["rules"], &json["compared"]), (&"standard".into(), &"draw-after-10".into()));
    let row = &json["subspaces"][0];
    for (name, cell) in rows[0].iter().zip(&rows[1]) {
        assert_eq!(row[*name], cell.parse::<u64>().unwrap(), "{name}");
    }
    let text = ask_rules(0, &["stats", "--compare", "draw-after-10", "--moving"]).out;
    assert!(text.contains("From rules standard to draw-after-10"), "{text}");
    assert!(text.lines().last().unwrap().starts_with("all "), "{text}");

    // Flying changes values either way.
    let flying = json_of(&["stats", "--compare", "no-flying", "--format", "json"]);
    let row = &flying["subspaces"][0];
    let count = |name: &str| row[name].as_u64().unwrap();
    assert!(count("win_to_draw") > 0 && count("other_losses") > count("losses"), "{row}");

    let missing = ask_rules(1, &["stats", "--compare", "draw-after-99"]);
    let db = rules_db().display();
    missing.says(&["3-3.moara", &format!("moara generate --db {db} --rules draw-after-99")]);
}

#[test]
fn other_commands_work_under_a_limit() {
    let game = tempfile::tempdir().unwrap();
    let game = game.path().join("game.txt");
    fs::write(&game, "1. d7 a1 2. g4 a4 3. a7 d1 4. d7-d6 a1-b2").unwrap();
    let rules = ["--rules", "men-3+draw-after-10"];
    let with = |args: &[&str]| ask_rules(0, &[args, &rules[..]].concat()).out;
    assert!(with(&["verify", "--recompute"]).contains("files are good"));
    let proved = with(&["prove", "--search"]);
    let value = proved.split_whitespace().nth(5).unwrap().to_owned();
    assert!(
        proved.contains(&format!("by search: the empty board is a {value} (rules")),
        "{proved}"
    );
    assert!(!proved.contains(" plies"), "{proved}");
    let stats = with(&["stats"]);
    assert!(stats.contains("Distances are plies to the next placing or capture"), "{stats}");
    let review = with(&["review", game.to_str().unwrap()]);
    assert!(review.contains("white: turns 4") && review.contains("Distances are"), "{review}");
    let review: Json =
        serde_json::from_str(&with(&["review", "--json", game.to_str().unwrap()])).unwrap();
    assert!(review["metric"].is_string());
    // The counter runs through the game.
    let fen = review["turns"][7]["fen"].as_str().unwrap();
    assert!(fen.contains(" 1 4 ids"), "{fen}");
    let answer: Json = serde_json::from_str(&with(&["query", "--json", "start"])).unwrap();
    assert_eq!((&answer["quiet_plies"], &answer["value"]), (&0.into(), &value.as_str().into()));
}
