//! Texts in and out: notations, the address, reviews, and what is said when something is wrong.

use super::harness::{Explorer, LIMITED, WIDE, WIN, men4};

#[tokio::test]
async fn a_bad_text_is_refused_and_changes_nothing() {
    let explorer = Explorer::open("bad-fen", WIDE).await;
    explorer.paste("d6 f4").await;
    explorer.until_turns(2).await;
    for (bad, reason) in [
        ("********/********/O@O*@*O w m s 3 0 3 0 0 0 0 1", "the board"),
        ("d6 f4 d6", "d6 is taken by a white stone"),
        ("d6 <img src=x onerror=alert(1)>", "is not a point"),
    ] {
        explorer.paste(bad).await;
        let shown =
            format!("return document.querySelector('#problem').textContent.includes({reason:?})");
        explorer.until("the reason", &shown).await;
        assert_eq!(explorer.record().await, ["d6", "f4"]);
        assert_eq!(explorer.stone("d6").await, "white");
    }
    explorer.picture("reason").await;
    // It is gone with the next text that can be read.
    explorer.paste(WIN).await;
    explorer.until("the win", "return document.querySelector('#problem').hidden").await;
    assert_eq!(explorer.stone("d6").await, "");
    explorer.close().await;
}

#[tokio::test]
async fn a_game_is_shared_by_its_address_and_pasted_in_any_notation() {
    let explorer = Explorer::open("address", WIDE).await;
    for (text, turns) in [
        ("[Event \"x\"] 1. d6 f4 {why?} 2. d2 (2. a1 a4) b4 *", vec!["d6", "f4", "d2", "b4"]),
        ("playok: 5 14 20 11", vec!["d6", "f4", "d2", "b4"]),
        ("openspiel: 4 13 19 10", vec!["d6", "f4", "d2", "b4"]),
        (WIN, vec![]),
        ("d2 d6 f4 b4 f2 g4 b2", vec!["d2", "d6", "f4", "b4", "f2", "g4", "b2"]),
    ] {
        explorer.paste(text).await;
        explorer.until_turns(turns.len()).await;
        assert_eq!(explorer.record().await, turns);
    }
    // In the last one a capture is pending: its answers are captures.
    assert!(explorer.text("#status").await.starts_with("White takes a stone"));
    assert_eq!(explorer.targets().await, ["d6", "b4", "g4"]);
    explorer.click("#undo").await;
    explorer.until("the address", "return location.hash.endsWith('ply=6')").await;
    let address = explorer.run("return location.hash").await;
    explorer.visit(address.as_str().unwrap()).await;
    explorer.until_turns(7).await;
    assert_eq!(explorer.stone("b2").await, "");
    assert_eq!(explorer.stone("g4").await, "black");
    // A number that is none is the end of the game.
    explorer.visit("#game=d6+f4&ply=1.5").await;
    explorer.until_turns(2).await;
    assert_eq!(explorer.stone("f4").await, "black");
    explorer.close().await;
}

#[tokio::test]
async fn a_review_has_a_graph_to_step_through() {
    let explorer = Explorer::open("review", WIDE).await;
    // The fourth turn of Black lets White close a mill twice.
    explorer.paste("d6 f4 d2 b4 f6 f2 b6xf2 g7 d6-d5 g7-d7 d5-d6xf4").await;
    explorer.until_turns(11).await;
    explorer.click("#review-game").await;
    let done = "return document.querySelectorAll('#review .turn').length === 11";
    explorer.until("the review", done).await;
    assert!(explorer.text("#review").await.contains("White: turns 6"));
    assert!(
        explorer.run("return document.querySelectorAll('#review .mistake').length").await.as_u64()
            > Some(0)
    );
    let verdicts = "return [...document.querySelectorAll('#record button')]
        .every((b) => b.dataset.verdict !== '')";
    assert_eq!(explorer.run(verdicts).await, true);
    explorer.click("#review [data-ply='6']").await;
    let now =
        "return document.querySelector('#record [aria-current]')?.textContent.startsWith('f2')";
    explorer.until("the jump", now).await;
    explorer.until_values().await;
    explorer.picture("graph").await;
    // Another move, and the review is no longer that of the game.
    explorer.click("#moves td button").await;
    explorer.until_turns(7).await;
    assert_eq!(explorer.run("return document.querySelector('#review').hidden").await, true);
    explorer.close().await;
}

#[tokio::test]
async fn without_a_database_the_command_is_named_and_moves_can_be_made() {
    let empty = tempfile::tempdir().unwrap();
    let explorer = Explorer::open_with("no-database", WIDE, empty.path(), "men-5").await;
    // The legal moves come after the refusal.
    let shown = "return document.querySelectorAll('#moves td button').length === 24";
    explorer.until("the moves", shown).await;
    let command = explorer.run("return document.querySelector('#problem code').textContent").await;
    let command = command.as_str().unwrap();
    assert!(
        command.starts_with("moara generate") && command.ends_with("--rules men-5"),
        "{command}"
    );
    explorer.picture("command").await;
    explorer.click_point("d6").await;
    explorer
        .until("the move", "return document.querySelectorAll('#record button').length === 1")
        .await;
    assert_eq!(explorer.stone("d6").await, "white");
    explorer.close().await;
}

#[tokio::test]
async fn under_a_limit_distances_do_not_pass_for_those_to_the_end() {
    let explorer = Explorer::open_with("limit", WIDE, men4(), LIMITED).await;
    // In the placing phase the next turn always counts anew: nothing to tell.
    explorer.paste("d2 d6 f4 b4 f2 g4 b2xd6 d6").await;
    explorer.until_turns(8).await;
    assert!(explorer.text("#limit").await.starts_with("A draw by rule after 30 turns"));
    for (quiet, status) in [
        (17, "White to move · White wins; the next capture comes within 13 plies"),
        (18, "White to move · Draw: by the limit of turns without a capture (18 were played)"),
    ] {
        explorer.paste(&WIN.replace("0 1 ids", &format!("{quiet} 1 ids"))).await;
        let shown = format!("return document.querySelector('#status').textContent === {status:?}");
        explorer.until(status, &shown).await;
    }
    explorer.picture("draw").await;
    explorer.close().await;
}
