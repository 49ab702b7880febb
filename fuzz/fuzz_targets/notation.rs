//! `cargo fuzz run notation`: every notation on any text.
#![no_main]

#[path = "../targets/notation.rs"]
mod notation;

libfuzzer_sys::fuzz_target!(|data: &[u8]| notation::notation(data));
