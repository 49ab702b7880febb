//! Round trips through every notation, and texts that nobody would write.

use moara::board::{Point, PointSet, Rules, Turn};
use moara::notation::{
    Color, Game, Notation, Setup, from_fen, from_malom, parse, parse_position, to_fen, to_malom,
};
use proptest::prelude::*;

const NOTATIONS: [Notation; 3] = [Notation::Algebraic, Notation::PlayOk, Notation::OpenSpiel];

fn any_rules() -> impl Strategy<Value = Rules> {
    (3..=9u8, any::<bool>(), any::<bool>()).prop_map(|(men, flying, take_from_mills)| Rules {
        men,
        flying,
        take_from_mills,
        draw_after: None,
    })
}

/// Any valid setup, reachable or not.
fn any_setup() -> impl Strategy<Value = (Setup, Rules)> {
    let points = Just(Point::all().collect::<Vec<_>>()).prop_shuffle();
    let counts = (any::<u8>(), any::<u8>(), any::<u8>());
    let counters = (any::<u16>(), 1..=u32::MAX);
    let flags = (any::<bool>(), any::<bool>(), any::<bool>());
    let parts = (any_rules(), points, counts, counters, flags);
    parts.prop_filter_map("no valid setup", |(rules, points, counts, counters, flags)| {
        let (black_moves, capture_pending, moving) = flags;
        let one_more = u8::from(black_moves != capture_pending && !moving);
        let white_hand = if moving { 0 } else { counts.0 % rules.men };
        let black_hand = white_hand + one_more;
        let white = usize::from(counts.1 % (rules.men - white_hand + 1));
        let black = usize::from(counts.2 % (rules.men - black_hand + 1));
        let stones = |range: &[Point]| range.iter().copied().collect::<PointSet>();
        let setup = Setup {
            white: stones(&points[..white]),
            black: stones(&points[white..white + black]),
            white_hand,
            black_hand,
            to_move: if black_moves { Color::Black } else { Color::White },
            capture_pending,
            plies_since_capture: counters.0,
            move_number: counters.1,
        };
        setup.validate(&rules).is_ok().then_some((setup, rules))
    })
}

/// Plays as the choices say, until they or the game end; the last capture may be left out.
fn play(rules: &Rules, start: Setup, choices: &[u16], leave_out: bool) -> Game {
    let mut game = Game { start, first_capture: None, turns: vec![], pending: None, end: start };
    for (number, choice) in choices.iter().enumerate() {
        let choice = usize::from(*choice);
        let captures: Vec<Point> = game.end.legal_captures(rules).iter().collect();
        if !captures.is_empty() {
            let taken = captures[choice % captures.len()];
            game.first_capture = Some(taken);
            game.end = game.end.take(taken);
            continue;
        }
        let turns = game.end.legal_turns(rules);
        let Some(&turn) = turns.get(choice % turns.len().max(1)) else { break };
        if leave_out && number + 1 == choices.len() && turn.capture.is_some() {
            let half = Turn { capture: None, ..turn };
            game.end = game.end.play(rules, half);
            assert!(game.end.capture_pending);
            game.pending = Some(half);
        } else {
            game.end = game.end.play(rules, turn);
            game.turns.push(turn);
        }
    }
    game
}

fn check_game(rules: &Rules, game: &Game) {
    for notation in NOTATIONS {
        let text = game.write(notation, rules);
        assert_eq!(parse(&text, rules).as_ref(), Ok(game), "{text}");
        // A capture of its own says the same.
        if notation != Notation::OpenSpiel {
            let (header, moves) = text.split_at(text.rfind(']').map_or(0, |end| end + 1));
            let apart = format!("{header}{}", moves.replace('x', " x"));
            let apart = apart.replace("playok  x", "playok x");
            assert_eq!(parse(&apart, rules).as_ref(), Ok(game), "{apart}");
        }
    }
    // Reading a position again may only lose what the text does not hold.
    assert_eq!(game.end.validate(rules).is_ok(), parse_position(&to_fen(&game.end), rules).is_ok());
}

/// Pieces of real notation, put together at random: they reach deeper than random letters.
fn any_scraps() -> impl Strategy<Value = String> {
    let scraps = vec![
        "d6",
        "d2-d3",
        "d2-d3xf4",
        "xf4",
        "x",
        "-",
        "12",
        "12-13",
        "18x21",
        "0",
        "-1",
        "599",
        "12.",
        "12...",
        "1-0",
        "1/2-1/2",
        "*",
        "{",
        "}",
        "(",
        ")",
        "[",
        "]",
        "[FEN \"",
        "\"]",
        "\"",
        ";",
        "\n",
        "openspiel:",
        "playok:",
        "malom",
        "malom2",
        "True",
        "False",
        ",",
        "/",
        "ids:nodes",
        "********/********/********",
        "OOO*****/@@@*****/********",
        "w",
        "b",
        "p",
        "m",
        "s",
        "r",
        "1",
        "3",
        "9",
        "$1",
        "!",
        "\\",
        "é",
        "\u{1f600}",
        "start",
    ];
    let separators = prop::sample::select(vec![" ", "", ","]);
    prop::collection::vec((prop::sample::select(scraps), separators), 0..60)
        .prop_map(|pairs| pairs.into_iter().flat_map(|(scrap, gap)| [scrap, gap]).collect())
}

fn check_any_text(text: &str) {
    for men in [3, 9] {
        let rules = Rules { men, ..Rules::STANDARD };
        match parse_position(text, &rules) {
            Ok(setup) => {
                assert_eq!(setup.validate(&rules), Ok(()));
                assert_eq!(from_fen(&to_fen(&setup), &rules), Ok(setup));
            }
            Err(error) => assert!(!error.to_string().chars().any(char::is_control), "{error}"),
        }
        for result in [from_fen(text, &rules), from_malom(text, &rules)].into_iter().flatten() {
            assert_eq!(result.validate(&rules), Ok(()));
        }
        let _ = parse(text, &rules);
    }
}

proptest! {
    #[test]
    fn setups_survive_fen_and_clipboard((setup, rules) in any_setup()) {
        let fen = to_fen(&setup);
        prop_assert_eq!(from_fen(&fen, &rules), Ok(setup));
        prop_assert_eq!(to_fen(&parse_position(&fen, &rules).unwrap()), fen);
        let malom = to_malom(&setup, &rules);
        prop_assert_eq!(from_malom(&malom, &rules), Ok(setup));
        prop_assert_eq!(parse_position(&malom, &rules), Ok(setup));
    }

    #[test]
    fn games_from_the_start_survive_every_notation(
        rules in any_rules(),
        choices in prop::collection::vec(any::<u16>(), 0..150),
        leave_out in any::<bool>(),
    ) {
        check_game(&rules, &play(&rules, Setup::start(&rules), &choices, leave_out));
    }

    #[test]
    fn games_from_a_header_survive_every_notation(
        (setup, rules) in any_setup(),
        choices in prop::collection::vec(any::<u16>(), 1..30),
        leave_out in any::<bool>(),
    ) {
        check_game(&rules, &play(&rules, setup, &choices, leave_out));
    }

    #[test]
    fn no_text_makes_a_panic(
        bytes in prop::collection::vec(any::<u8>(), 0..200),
        scraps in any_scraps(),
    ) {
        check_any_text(&String::from_utf8_lossy(&bytes));
        check_any_text(&scraps);
    }

    #[test]
    fn no_damaged_text_makes_a_panic(
        (setup, rules) in any_setup(),
        choices in prop::collection::vec(any::<u16>(), 0..20),
        notation in prop::sample::select(&NOTATIONS[..]),
        at in any::<prop::sample::Index>(),
        to in any::<char>(),
    ) {
        let game = play(&rules, setup, &choices, false).write(notation, &rules);
        for text in [to_fen(&setup), to_malom(&setup, &rules), game] {
            let mut chars: Vec<char> = text.chars().collect();
            let at = at.index(chars.len());
            chars[at] = to;
            check_any_text(&chars.iter().collect::<String>());
            chars.remove(at);
            check_any_text(&chars.iter().collect::<String>());
        }
    }
}
