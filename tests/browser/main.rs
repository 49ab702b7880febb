//! The explorer in a real browser: Chromium without a window, led by ChromeDriver.
//!
//! They need both programs, so they run only when named (see Cargo.toml): `scripts/browser-test.sh`.
//! Each leaves screenshots in the target folder.

mod harness;
mod looks;
mod play;
mod texts;
