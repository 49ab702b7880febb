//! Playing: by clicks, touch and keys, and against the database.

use fantoccini::key::Key;

use super::harness::{Explorer, NARROW, WIDE, WIN};

/// The points of `d2-d3xf4` in the order of the clicks.
fn clicks(mv: &str) -> Vec<&str> {
    mv.split(['-', 'x']).filter(|point| !point.is_empty()).collect()
}

#[tokio::test]
async fn a_whole_game_by_clicks() {
    let explorer = Explorer::open("whole-game", WIDE).await;
    let mut captures = 0;
    for turn in 0..200 {
        explorer.until_turns(turn).await;
        let status = explorer.text("#status").await;
        if status.contains("has won") {
            assert_eq!(status, "White has won: Black has two stones left.");
            assert!(captures >= 2, "{captures}");
            explorer.picture("end").await;
            assert!(explorer.moves().await.is_empty());
            explorer.close().await;
            return;
        }
        let moves = explorer.moves().await;
        // White plays the best move, Black the worst.
        let white = status.starts_with("White");
        let mv = if white { &moves[0] } else { moves.last().unwrap() };
        let points = clicks(mv);
        let (last, before) = points.split_last().unwrap();
        for point in before {
            explorer.click_point(point).await;
        }
        if mv.contains('x') {
            // The stone stands on its new point already, and only stones of the opponent can be chosen.
            let (side, other) = if white { ("white", "black") } else { ("black", "white") };
            assert_eq!(explorer.stone(before.last().unwrap()).await, side);
            for target in explorer.targets().await {
                assert_eq!(explorer.stone(&target).await, other);
            }
            explorer.picture("capture").await;
            captures += 1;
        }
        explorer.click_point(last).await;
        explorer.until_turns(turn + 1).await;
        assert_eq!(explorer.record().await.last(), Some(mv));
    }
    panic!("the game did not end");
}

#[tokio::test]
async fn a_choice_can_be_changed() {
    let explorer = Explorer::open("choice", WIDE).await;
    explorer.paste("a4 a7 d7 g7 g4 g1 d1 a1").await;
    explorer.until_turns(8).await;
    // Each of White's stones that can slide; the values are on the arrows.
    assert_eq!(explorer.targets().await, ["d7", "g4", "d1", "a4"]);
    explorer.click_point("d7").await;
    assert_eq!(explorer.targets().await, ["d6"]);
    explorer.click_point("g4").await;
    assert_eq!(explorer.targets().await, ["f4"]);
    explorer.click_point("b2").await;
    assert_eq!(explorer.targets().await, ["d7", "g4", "d1", "a4"]);
    explorer.click_point("g4").await;
    explorer.click_point("f4").await;
    explorer.until_turns(9).await;
    assert_eq!(explorer.record().await[8], "g4-f4");
    explorer.close().await;
}

#[tokio::test]
async fn flights_are_labelled_with_their_distances() {
    let explorer = Explorer::open("flights", WIDE).await;
    explorer.paste(WIN).await;
    explorer.until("the win", "return document.querySelector('#status').className === 'win'").await;
    assert_eq!(explorer.text("#status").await, "White to move · White wins in 13 plies");
    assert_eq!(&explorer.moves().await[..2], ["a4-d6", "a4-d5"]);
    explorer.click_point("a4").await;
    let label = "return document.querySelector('[data-point=d6] .worth').textContent === '+13'";
    explorer.until("the label", label).await;
    explorer.picture("values").await;
    explorer.close().await;
}

#[tokio::test]
async fn the_board_does_not_wait_for_values() {
    let explorer = Explorer::open("slow", WIDE).await;
    explorer.paste("d6 f4 d2 b4").await;
    explorer.until_turns(4).await;
    // Answers that never come until they are let through.
    explorer
        .run(
            "const fetch = window.fetch;
            const gate = new Promise((open) => { window.letThrough = open; });
            window.fetch = async (address, options) => {
                if (address.startsWith('/api/query')) await gate;
                return fetch(address, options);
            };",
        )
        .await;
    explorer.click("#first").await;
    assert_eq!(explorer.stone("d6").await, "");
    for _ in 0..3 {
        explorer.click("#redo").await;
    }
    // What is shown is what a move is added to, and no move of another position can be chosen.
    assert_eq!(explorer.stone("d2").await, "white");
    assert_eq!(explorer.stone("b4").await, "");
    assert!(explorer.moves().await.is_empty() && explorer.targets().await.is_empty());
    explorer.run("window.letThrough()").await;
    explorer.until_values().await;
    explorer.click_point("a1").await;
    explorer.until_turns(4).await;
    assert_eq!(explorer.record().await, ["d6", "f4", "d2", "a1"]);
    explorer.close().await;
}

#[tokio::test]
async fn by_keys_alone() {
    let explorer = Explorer::open("keys", WIDE).await;
    explorer.until_turns(0).await;
    let press = async |keys: &str| {
        explorer.client.active_element().await.unwrap().send_keys(keys).await.unwrap();
    };
    let tab = Key::Tab.to_string();
    // Through the header to the board.
    let on_board = "return document.activeElement.dataset.point !== undefined";
    for _ in 0..5 {
        if explorer.run(on_board).await == true {
            break;
        }
        press(&tab).await;
    }
    assert_eq!(explorer.run("return document.activeElement.dataset.point").await, "d7");
    explorer.picture("focus").await;
    let (down, left, enter) =
        (Key::Down.to_string(), Key::Left.to_string(), Key::Enter.to_string());
    press(&down).await;
    press(&left).await;
    press(&enter).await;
    explorer.until_turns(1).await;
    assert_eq!(explorer.record().await, ["b6"]);
    // The focus is where it was, and the arrows there do not step through the game.
    press(&down).await;
    press(" ").await;
    explorer.until_turns(2).await;
    assert_eq!(explorer.record().await, ["b6", "b4"]);
    // Off the board they do.
    press(&tab).await;
    press(&left).await;
    explorer
        .until("the undo", "return document.querySelector('#redo').ariaDisabled === 'false'")
        .await;
    assert_eq!(explorer.stone("b4").await, "");
    press(&Key::Right.to_string()).await;
    explorer
        .until("the redo", "return document.querySelector('#redo').ariaDisabled === 'true'")
        .await;
    assert_eq!(explorer.stone("b4").await, "black");
    // A move from the list.
    explorer.until_values().await;
    explorer.run("document.querySelector('#moves td button').focus()").await;
    let best = explorer.moves().await[0].clone();
    press(&enter).await;
    explorer.until_turns(3).await;
    assert_eq!(explorer.record().await[2], best);
    explorer.close().await;
}

#[tokio::test]
async fn by_touch_on_a_narrow_screen() {
    let explorer = Explorer::open("narrow", NARROW).await;
    explorer.until_turns(0).await;
    let wide = "return [document.documentElement.scrollWidth, innerWidth]";
    let sizes = explorer.run(wide).await;
    assert!(sizes[0].as_u64() <= sizes[1].as_u64(), "the page scrolls sideways: {sizes}");
    let point =
        "return document.querySelector('[data-point=d6] .hit').getBoundingClientRect().width";
    assert!(explorer.run(point).await.as_f64() >= Some(40.0), "a point is too small for a finger");
    for (turn, point) in (1..).zip(["d6", "a7", "f4", "a4"]) {
        explorer.touch_point(point).await;
        explorer.until_turns(turn).await;
    }
    assert_eq!(explorer.record().await, ["d6", "a7", "f4", "a4"]);
    explorer.picture("game").await;
    explorer.close().await;
}

#[tokio::test]
async fn against_the_database() {
    let explorer = Explorer::open("opponent", WIDE).await;
    explorer.until_turns(0).await;
    explorer.choose("#style", "tricky").await;
    explorer.choose("#opponent", "black").await;
    explorer.click_point("d6").await;
    explorer.until_turns(2).await;
    explorer.until_values().await;
    explorer.click("#moves td button").await;
    explorer.until_turns(4).await;
    // Back to one's own turn, and on from there: the database answers anew.
    explorer.click("#undo").await;
    explorer
        .until("the undo", "return document.querySelector('#redo').ariaDisabled === 'false'")
        .await;
    explorer.until_values().await;
    let current = "return document.querySelectorAll('#record [aria-current]').length";
    assert_eq!(explorer.run(current).await, 1);
    explorer.click("#moves td button").await;
    explorer.until_turns(4).await;
    // What can't be read does not stop it, and nobody can play for it.
    explorer.until_values().await;
    // It thinks long enough to be caught at it.
    explorer
        .run("const set = window.setTimeout; window.setTimeout = (f, ms) => set(f, ms === 400 ? 3000 : ms)")
        .await;
    explorer.click("#moves td button").await;
    explorer.until("its turn", "return document.querySelector('#moves td button')?.disabled").await;
    assert!(explorer.targets().await.is_empty());
    explorer.paste("nonsense").await;
    explorer.until_turns(6).await;
    // As White it opens a new game by itself.
    explorer.choose("#opponent", "white").await;
    explorer.click("#new").await;
    explorer.until_turns(1).await;
    explorer.close().await;
}
