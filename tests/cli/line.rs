//! `moara line`.

use super::*;

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
