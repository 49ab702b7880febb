//! Every notation on any text.
//!
//! Run by libFuzzer (`fuzz_targets/`) where the toolchain can, and as property tests everywhere
//! (`tests/hostile.rs`).

use moara::board::Rules;
use moara::notation::{Notation, from_fen, from_malom, parse, parse_position, to_fen, to_malom};

/// All notations. Nothing may panic, and what was read is written and read again the same.
pub fn notation(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    for men in [9, 4] {
        let rules = Rules { men, ..Rules::STANDARD };
        let _ = parse_position(text, &rules);
        if let Ok(game) = parse(text, &rules) {
            // What the server does with a request.
            assert_eq!(game.setups(&rules).last(), Some(&game.end), "{text}");
            assert_eq!(game.setups(&rules).len(), game.moves(Notation::Algebraic).count() + 1);
            assert_eq!(parse(&game.write(Notation::Algebraic, &rules), &rules), Ok(game));
        }
        if let Ok(setup) = from_fen(text, &rules) {
            assert_eq!(from_fen(&to_fen(&setup), &rules), Ok(setup), "{text}");
        }
        if let Ok(setup) = from_malom(text, &rules) {
            assert_eq!(from_malom(&to_malom(&setup, &rules), &rules), Ok(setup), "{text}");
        }
    }
}
