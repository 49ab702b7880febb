//! The fuzz targets as property tests, for toolchains without a fuzzer: damaged and forged files, and
//! texts in no notation.

#[path = "../fuzz/targets/file.rs"]
mod file;
#[path = "../fuzz/targets/notation.rs"]
mod notation;

use proptest::prelude::*;

/// Pieces that notations are made of, so that random texts come close to them.
const PIECES: &[&str] = &[
    "********", "O@O@O@O@", "O*******", "/", " ", " w ", " b ", "m", "p", "o", "s", "c", "3", "9",
    "0", "-1", "1.", "a1", "d7", "g4", "xd1", "-", "x", "a4-a7", "{", "}", "(", ")", "[", "]",
    "\"", ";", "\n", "24", "12-7", "startpos", "moves", "1-0", "1/2-1/2", "\u{feff}", "é", ",",
    "O", "@", "*",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 64 } else { 2000 }))]

    #[test]
    fn damaged_and_forged_files_are_told(
        kind in 0u8..4,
        // Half of the places in the header and the indices, where most can go wrong.
        edits in prop::collection::vec((prop_oneof![0u32..4400, 0u32..80_000], any::<u8>()), 0..6),
    ) {
        let mut data = vec![kind];
        for (place, byte) in edits {
            data.extend([place as u8, (place >> 8) as u8, (place >> 16) as u8, byte]);
        }
        file::file(&data);
    }

    #[test]
    fn any_bytes_are_no_file(data in prop::collection::vec(any::<u8>(), 0..6000)) {
        file::file(&data);
    }

    #[test]
    fn any_text_is_read_or_refused(text in any::<String>()) {
        notation::notation(text.as_bytes());
    }

    #[test]
    fn near_notations_are_read_or_refused(
        pieces in prop::collection::vec(prop::sample::select(PIECES), 0..40),
    ) {
        notation::notation(pieces.concat().as_bytes());
    }
}
