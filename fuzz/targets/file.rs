//! The file reader on damaged and forged files.
//!
//! Run by libFuzzer (`fuzz_targets/`) where the toolchain can, and as property tests everywhere
//! (`tests/hostile.rs`).

use std::path::Path;
use std::sync::Arc;

use moara::board::Rules;
use moara::index::Subspace;
use moara::store::{SubspaceFile, checksum};

/// A real file: three stones against three.
const GOOD: &[u8] = include_bytes!("../../data/standard/3-3.moara");
/// Where the header has what a forger has to mend.
const HEADER_SUM: usize = 4088;
const INDEX_SUMS: usize = 208;
const ENDS: usize = 112;

/// The file reader. The first byte chooses: edits of a good file, edits whose checksums are mended
/// as a forger would, or the bytes as they are. Nothing may panic; what passes `verify` without
/// mended checksums has to be the good file.
pub fn file(data: &[u8]) {
    let Some((kind, rest)) = data.split_first() else { return };
    let bytes = match kind % 4 {
        0 => rest.to_vec(),
        1 => edited(rest),
        2 => mended(edited(rest), false),
        _ => mended(edited(rest), true),
    };
    let subspace = Subspace::moving(3, 3);
    let path = Path::new("3-3.moara");
    let opened =
        SubspaceFile::from_bytes(bytes.clone(), path, &Rules::STANDARD, subspace, &Arc::default());
    let Ok(file) = opened else { return };
    let slots = file.header().slots() as usize;
    for slot in [0, 1, slots / 2, slots - 1] {
        let _ = (file.outcome(slot), file.value(slot));
    }
    let mut codes = vec![0; slots];
    let _ = file.decode_all(&mut codes, |_, code| code);
    let _ = file.decode(slots - 1, &mut codes[..1]);
    if file.verify().is_ok() && kind % 4 < 2 {
        assert!(GOOD.starts_with(&bytes), "a damaged file passes for a good one");
    }
}

/// The good file with edits: four bytes each, three of a place and one to write there. A place
/// beyond the end cuts the file.
fn edited(edits: &[u8]) -> Vec<u8> {
    let mut bytes = GOOD.to_vec();
    for edit in edits.chunks_exact(4) {
        let place = usize::from(edit[0]) | usize::from(edit[1]) << 8 | usize::from(edit[2]) << 16;
        match bytes.get_mut(place) {
            Some(byte) => *byte = edit[3],
            None => bytes.truncate(place % GOOD.len()),
        }
    }
    bytes
}

/// Makes the checksums of the header, and of indices and blocks, those of the contents.
fn mended(mut bytes: Vec<u8>, blocks: bool) -> Vec<u8> {
    if bytes.len() < HEADER_SUM + 8 {
        return bytes;
    }
    let number = |bytes: &[u8], at: usize| {
        bytes.get(at..at + 8).and_then(|b| b.try_into().ok()).map_or(0, u64::from_le_bytes)
    };
    if blocks {
        let ends: [usize; 4] = std::array::from_fn(|i| number(&bytes, ENDS + 8 * i) as usize);
        for (plane, (start, end)) in [(4096, ends[0]), (ends[1], ends[2])].into_iter().enumerate() {
            if start > end || end > bytes.len() {
                return bytes;
            }
            let mut begin = end;
            for entry in (start..end).step_by(16).filter(|entry| entry + 16 <= end) {
                let finish = number(&bytes, entry) as usize;
                if begin <= finish && finish <= bytes.len() {
                    let sum = checksum(&bytes[begin..finish]);
                    bytes[entry + 8..entry + 16].copy_from_slice(&sum.to_le_bytes());
                    begin = finish;
                }
            }
            let sum = checksum(&bytes[start..end]);
            let at = INDEX_SUMS + 8 * plane;
            bytes[at..at + 8].copy_from_slice(&sum.to_le_bytes());
        }
    }
    let sum = checksum(&bytes[..HEADER_SUM]);
    bytes[HEADER_SUM..HEADER_SUM + 8].copy_from_slice(&sum.to_le_bytes());
    bytes
}
