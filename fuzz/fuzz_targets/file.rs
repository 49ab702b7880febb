//! `cargo fuzz run file`: the file reader on damaged and forged files.
#![no_main]

#[path = "../targets.rs"]
mod targets;

libfuzzer_sys::fuzz_target!(|data: &[u8]| targets::file(data));
