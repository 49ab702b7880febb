//! `moara query`.

use super::*;

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

#[test]
fn an_empty_line_is_an_error_of_its_own() {
    let input = format!("{}\n \n{}\n", reference_fen(), reference_fen());
    let out = run(1, moara().args(["query", "-", "--db"]).arg(db()).write_stdin(input)).out;
    let answers: Vec<Json> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers.len(), 3);
    assert!(answers[1]["error"].as_str().unwrap().contains("the line is empty"), "{out}");
    assert_eq!(answers[0], answers[2]);
}

#[test]
fn what_no_play_leads_to_is_answered_and_marked() {
    // A mill of White's, and no stone is missing that it could have taken.
    let men4 = ["--men", "4"];
    let fen = "OO*****O/@@*@*@**/******** w m s 3 0 4 0 0 0 0 9";
    let dir = shared_dir("cli-unreachable");
    run(0, moara().args(["generate", "--phase", "moving", "--db"]).arg(&dir).args(men4));
    let query = |args: &[&str]| run(0, moara().arg("query").args(args).arg("--db").arg(&dir)).out;
    let text = query(&["--men", "4", fen]);
    assert!(text.contains("No play from the empty board leads to this position: "), "{text}");
    let json: Json = serde_json::from_str(&query(&["--men", "4", "--json", fen])).unwrap();
    assert!(json["unreachable"].as_str().unwrap().contains("mill"), "{json}");
    assert!(query_json(&reference_fen()).get("unreachable").is_none());
}
