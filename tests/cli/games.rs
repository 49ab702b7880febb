//! `moara review` and `moara convert`.

use super::*;

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
    assert!(text.contains("win in 23 plies") && text.contains("white: turns 3"), "{text}");
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
    assert_eq!(convert("moves", &fen), format!("[FEN \"{fen}\"]"));
    let record = "[Event \"x\"]\n\n1. d7 {high} a1 (1... d1) 2. g7 *";
    assert_eq!(convert("record", record), record.replace("} a1", "} 1... a1"));
    // A game that is over has a last position, which is read again.
    let over =
        convert("fen", "[FEN \"O*OO****/********/@@***@** w m s 3 0 3 0 0 0 0 9\"] d5-e5xd7");
    assert!(over.contains(" b o ? 3 0 2 0 "), "{over}");
    assert_eq!(convert("fen", &over), over);
    run(2, moara().args(["query", &over])).says(&["the game is over"]);
    run(2, moara().args(["convert", "--to", "moves", "d7 d7"])).says(&["cannot read the input"]);
    run(2, moara().args(["convert", "--to", "pgn", "d7"])).says(&["possible values"]);
}
