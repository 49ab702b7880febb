//! `cargo fuzz run file`: the file reader on damaged and forged files.
#![no_main]

#[path = "../targets/file.rs"]
mod file;

libfuzzer_sys::fuzz_target!(|data: &[u8]| file::file(data));
