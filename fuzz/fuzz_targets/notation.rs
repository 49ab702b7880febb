//! `cargo fuzz run notation`: every notation on any text.
#![no_main]

#[path = "../targets.rs"]
mod targets;

libfuzzer_sys::fuzz_target!(|data: &[u8]| targets::notation(data));
