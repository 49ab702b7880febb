use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use proptest::prelude::*;

use super::format::{HEADER_LEN, INDEX_ENTRY, MAGIC, checksum};
use super::header::get_u64;
use super::writer::write_blocks;
use super::*;
use crate::board::{CODES, Metric, Outcome, Rules, Value};
use crate::index::{Layout, Subspace};

const RULES: Rules = Rules::STANDARD;
const METRIC: Metric = RULES.metric();
/// Small enough to damage it in every place; four blocks of 1024 slots.
const TINY: Subspace = Subspace::moving(3, 1);

/// Values without meaning, the same for twins: runs of draws, wins and losses up to `longest`.
fn codes(subspace: Subspace, longest: u16, seed: u64) -> Vec<u16> {
    let mut state = seed;
    let mut random = move || {
        // splitmix64
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = state;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    };
    let mut is_draw = true;
    let mut codes: Vec<u16> = (0..subspace.slots())
        .map(|_| {
            let number = random();
            is_draw ^= number >> 60 == 0;
            let code = (number % u64::from(longest) + 1) as u16;
            if is_draw { 0 } else { code }
        })
        .collect();
    let layout = Layout::new(subspace);
    for slot in 0..codes.len() {
        if !layout.is_first_twin(slot) {
            // The first twin is the lowest slot of all images of the position.
            let position = layout.position(slot);
            let first = crate::board::BOARD
                .symmetries
                .iter()
                .map(|symmetry| {
                    layout.slot(&crate::board::Position {
                        mover: position.mover.permuted(symmetry),
                        opponent: position.opponent.permuted(symmetry),
                        ..position
                    })
                })
                .min()
                .unwrap();
            codes[slot] = codes[first];
        }
    }
    codes
}

fn write_in(dir: &Path, subspace: Subspace, codes: &[u16], block_slots: usize) -> Summary {
    let values = SubspaceValues { rules: &RULES, subspace, codes };
    write_blocks(dir, &values, block_slots, &|_| ()).unwrap()
}

/// The bytes of a file with these values.
fn file_of(subspace: Subspace, codes: &[u16], block_slots: usize) -> Vec<u8> {
    let dir = tempfile::tempdir().unwrap();
    fs::read(write_in(dir.path(), subspace, codes, block_slots).path).unwrap()
}

fn open(bytes: &[u8], subspace: Subspace) -> Result<SubspaceFile, StoreError> {
    let cache = Arc::new(BlockCache::default());
    SubspaceFile::from_bytes(bytes.to_vec(), Path::new("some.moara"), &RULES, subspace, &cache)
}

#[test]
fn every_slot_is_read_back() {
    let subspace = Subspace::moving(3, 3);
    let dir = tempfile::tempdir().unwrap();
    for (longest, block_slots, cache) in
        [(478, 1 << 16, 1 << 26), (40, 1 << 10, 1 << 18), (1, 1 << 20, 1)]
    {
        let codes = codes(subspace, longest, u64::from(longest));
        let told = AtomicU64::new(0);
        let values = SubspaceValues { rules: &RULES, subspace, codes: &codes[..] };
        let progress = |slots| {
            told.fetch_add(slots, Ordering::Relaxed);
        };
        let summary = write_blocks(dir.path(), &values, block_slots, &progress).unwrap();
        assert_eq!(told.into_inner(), codes.len() as u64);
        assert_eq!(summary.bytes, fs::metadata(&summary.path).unwrap().len());

        let cache = Arc::new(BlockCache::new(cache));
        let file = SubspaceFile::open(&summary.path, &RULES, subspace, &cache).unwrap();
        assert_eq!(*file.header(), summary.header);
        let mut decoded = vec![9; codes.len()];
        file.decode_all(&mut decoded, |_, code| code).unwrap();
        assert!(decoded == codes);
        decoded.fill(9);
        file.decode(1000, &mut decoded[1000..150_000]).unwrap();
        assert!(decoded[1000..150_000] == codes[1000..150_000] && decoded[150_000] == 9);
        // Backwards by leaps too, so that blocks are evicted and loaded again.
        let step = if block_slots == 1 << 20 { 1009 } else { 1 };
        let slots = (0..codes.len()).step_by(step);
        let slots = slots.chain((0..codes.len()).rev().step_by(1009));
        for slot in slots {
            let value = METRIC.value(codes[slot]);
            assert_eq!(file.value(slot).unwrap(), value);
            assert_eq!(file.outcome(slot).unwrap(), value.outcome());
        }
        file.verify().unwrap();
    }
}

#[test]
fn the_header_counts_distinct_positions() {
    for subspace in [Subspace::moving(3, 3), Subspace::moving(2, 2), Subspace::moving(0, 3)] {
        let codes = codes(subspace, 60, 7);
        let layout = Layout::new(subspace);
        let mut histogram = [0; CODES];
        let firsts: Vec<usize> =
            (0..codes.len()).filter(|slot| layout.is_first_twin(*slot)).collect();
        firsts.iter().for_each(|slot| histogram[codes[*slot] as usize] += 1);
        let bytes = file_of(subspace, &codes, 1 << 16);
        let file = open(&bytes, subspace).unwrap();
        let header = file.header();
        assert_eq!(*header.histogram(), histogram);
        assert_eq!(header.counts().positions, subspace.positions());
        for (parity, longest) in [(0, header.longest_win()), (1, header.longest_loss())] {
            let decided = codes.iter().filter(|code| **code > 0 && **code % 2 == parity);
            let code = *decided.max().unwrap();
            let slot = codes.iter().position(|c| *c == code).unwrap();
            let longest = longest.unwrap();
            assert_eq!((longest.plies.0 + 1, longest.slot), (code, slot as u64));
            assert_eq!(longest.position(subspace), layout.position(slot));
        }
        assert_eq!(get_u64(&bytes, HEADER_LEN - 8), header.checksum());
    }
    let draws = file_of(TINY, &vec![0; TINY.slots()], 1 << 10);
    let file = open(&draws, TINY).unwrap();
    assert_eq!((file.header().longest_win(), file.header().longest_loss()), (None, None));
    assert_eq!(file.value(5).unwrap(), Value::Draw);
    file.verify().unwrap();
}

#[test]
fn the_first_part_is_a_file_of_outcomes() {
    let codes = codes(TINY, 99, 3);
    let bytes = file_of(TINY, &codes, 1 << 10);
    let length = open(&bytes, TINY).unwrap().header().outcomes_len() as usize;
    let file = open(&bytes[..length], TINY).unwrap();
    assert!(!file.has_distances());
    file.verify().unwrap();
    for (slot, code) in codes.iter().enumerate() {
        assert_eq!(file.outcome(slot).unwrap(), Outcome::of_code(*code));
        assert!(matches!(file.value(slot), Err(StoreError::NoDistances { .. })));
    }
    let mut decoded = vec![0; codes.len()];
    assert!(matches!(
        file.decode_all(&mut decoded, |_, code| code),
        Err(StoreError::NoDistances { .. })
    ));
    assert!(matches!(file.decode(0, &mut decoded), Err(StoreError::NoDistances { .. })));
}

#[test]
fn bytes_do_not_depend_on_threads() {
    let subspace = Subspace::moving(3, 4);
    let codes = codes(subspace, 80, 11);
    let written = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| file_of(subspace, &codes, 1 << 10))
    };
    assert!(written(1) == written(2));
}

/// Opens, verifies and decodes; whatever is accepted must be right.
fn must_fail(bytes: &[u8], right: &[u16], what: &str) {
    let Ok(file) = open(bytes, TINY) else { return };
    assert!(file.verify().is_err(), "{what} was accepted");
    let mut decoded = vec![0; right.len()];
    if file.decode_all(&mut decoded, |_, code| code).is_ok() {
        assert!(decoded == right, "{what} gave a wrong answer");
    }
    for slot in (0..right.len()).step_by(101) {
        let value = METRIC.value(right[slot]);
        assert!(file.value(slot).map_or(true, |v| v == value), "{what} gave a wrong value");
        assert!(file.outcome(slot).map_or(true, |o| o == value.outcome()), "{what}");
    }
}

#[test]
fn every_flipped_byte_is_found() {
    let codes = codes(TINY, 30, 5);
    let mut bytes = file_of(TINY, &codes, 1 << 10);
    let ends = open(&bytes, TINY).unwrap().header().ends;
    for at in 0..bytes.len() {
        let is_block = |start, end| (start..end).contains(&(at as u64));
        let in_blocks = is_block(ends.outcome_index, ends.outcome_blocks)
            || is_block(ends.distance_index, ends.distance_blocks);
        for flip in [1 << (at % 8), 0xff] {
            bytes[at] ^= flip;
            assert_eq!(open(&bytes, TINY).is_ok(), in_blocks, "byte {at}: blocks are read later");
            must_fail(&bytes, &codes, &format!("byte {at} ^ {flip}"));
            bytes[at] ^= flip;
        }
    }
    open(&bytes, TINY).unwrap().verify().unwrap();
}

#[test]
fn every_truncation_is_found() {
    let codes = codes(TINY, 30, 6);
    let mut bytes = file_of(TINY, &codes, 1 << 10);
    let outcomes = open(&bytes, TINY).unwrap().header().outcomes_len() as usize;
    for length in (0..bytes.len()).filter(|length| *length != outcomes) {
        let error = open(&bytes[..length], TINY).unwrap_err();
        let expected = if length < HEADER_LEN { HEADER_LEN } else { bytes.len() } as u64;
        match error {
            StoreError::Length { expected: e, got, .. }
                if e == expected && got == length as u64 => {}
            other => panic!("{length} bytes: {other}"),
        }
    }
    bytes.push(0);
    let error = open(&bytes, TINY).unwrap_err();
    assert!(error.to_string().contains("too long"), "{error}");
}

#[test]
fn other_files_are_refused_by_name() {
    let codes = codes(TINY, 30, 8);
    let bytes = file_of(TINY, &codes, 1 << 10);
    let cache = Arc::default();
    let refused = |bytes: &[u8], rules: &str, subspace| {
        let (rules, path) = (rules.parse().unwrap(), Path::new("x/3-1.moara"));
        SubspaceFile::from_bytes(bytes.to_vec(), path, &rules, subspace, &cache).unwrap_err()
    };
    let error = refused(&bytes, "no-flying", TINY);
    assert!(matches!(error, StoreError::Rules { .. }));
    for part in ["x/3-1.moara", "\"no-flying\"", "\"standard\"", "moara generate"] {
        assert!(error.to_string().contains(part), "{error}");
    }
    let error = refused(&bytes, "standard", Subspace::moving(1, 3));
    assert!(error.to_string().contains("holds the subspace 3-1, but 1-3 is expected"), "{error}");
    let error = refused(b"PK\x03\x04 something else", "standard", TINY);
    assert!(matches!(error, StoreError::NotADatabase { .. }));
    let mut newer = bytes;
    newer[8] = 2;
    let error = refused(&newer, "standard", TINY);
    assert!(matches!(error, StoreError::Version { expected: 1, got: 2, .. }));
}

#[test]
fn under_a_limit_distances_count_to_the_capture_and_placing_has_none() {
    let rules = Rules { draw_after: Some(100), ..RULES };
    let metric = rules.metric();
    let dir = tempfile::tempdir().unwrap();
    let written = |subspace: Subspace, codes: &[u16]| {
        let values = SubspaceValues { rules: &rules, subspace, codes };
        let summary = write_blocks(dir.path(), &values, 1 << 10, &|_| ()).unwrap();
        let bytes = fs::read(&summary.path).unwrap();
        let cache = Arc::default();
        let file = SubspaceFile::open(&summary.path, &rules, subspace, &cache).unwrap();
        file.verify().unwrap();
        // The metric and the number of planes.
        (file, [bytes[92], bytes[93]])
    };
    let moving = codes(TINY, 201, 9);
    let (file, numbers) = written(TINY, &moving);
    assert_eq!(numbers, [1, 2]);
    for (slot, code) in moving.iter().enumerate() {
        assert_eq!(file.value(slot).unwrap(), metric.value(*code));
    }
    let longest = moving.iter().filter(|code| *code % 2 == 0).max().unwrap();
    assert_eq!(file.header().longest_win().map(|it| it.plies), metric.value(*longest).plies());

    let subspace = Subspace { mover_hand: 2, opponent_hand: 2, ..TINY };
    let placing: Vec<u16> =
        codes(subspace, 2, 10).into_iter().map(|code| if code == 1 { 3 } else { code }).collect();
    let (file, numbers) = written(subspace, &placing);
    assert_eq!(numbers, [1, 1]);
    assert!(matches!(file.value(0), Err(StoreError::NoDistances { .. })) && !file.is_cut());
    for (slot, code) in placing.iter().enumerate() {
        assert_eq!(file.outcome(slot).unwrap(), Outcome::of_code(*code));
    }
    let decided = [2, 3].map(|code| file.header().histogram()[code]);
    let counts = file.header().counts();
    assert_eq!(decided, [counts.wins, counts.losses]);
}

#[test]
fn a_folder_opens_lists_and_names_what_is_missing() {
    let db = tempfile::tempdir().unwrap();
    let folder = Folder::new(db.path(), &RULES);
    assert_eq!(folder.subspaces().unwrap(), []);
    let wanted = Subspace::moving(3, 3);
    let error = folder.open(wanted).unwrap_err();
    let command = format!("`moara generate --db {}`", db.path().display());
    for part in [&command, "3-3 (rules standard)", &folder.path_of(wanted).display().to_string()] {
        assert!(error.to_string().contains(part), "{error}");
    }

    let codes = codes(TINY, 30, 9);
    let path = write_in(folder.dir(), TINY, &codes, 1 << 10).path;
    assert_eq!(path, folder.path_of(TINY));
    fs::write(folder.dir().join(".4-3.moara.tmp-1-abc"), "left behind").unwrap();
    fs::write(folder.dir().join("notes.txt"), "kept").unwrap();
    assert_eq!(folder.subspaces().unwrap(), [TINY]);
    let file = folder.open(TINY).unwrap();
    assert!(Arc::ptr_eq(&file, &folder.open(TINY).unwrap()));
    assert_eq!(file.value(0).unwrap(), METRIC.value(codes[0]));

    // What is no file at all.
    fs::write(folder.path_of(Subspace::moving(3, 2)), "").unwrap();
    let error = folder.open(Subspace::moving(3, 2)).unwrap_err();
    assert!(matches!(error, StoreError::Length { got: 0, .. }), "{error}");
    fs::remove_file(error.path()).unwrap();
    fs::create_dir(folder.path_of(Subspace::moving(3, 2))).unwrap();
    let error = folder.open(Subspace::moving(3, 2)).unwrap_err();
    assert!(matches!(error, StoreError::Io { .. }), "{error}");
    fs::remove_dir(error.path()).unwrap();

    // A file that is replaced while it is open: the old one goes on until it is closed.
    let others: Vec<u16> = codes.iter().map(|code| code ^ 1).collect();
    write_in(folder.dir(), TINY, &others, 1 << 10);
    assert_eq!(file.value(9).unwrap(), METRIC.value(codes[9]));
    folder.close(TINY);
    assert_eq!(folder.open(TINY).unwrap().value(9).unwrap(), METRIC.value(others[9]));

    assert_eq!(folder.remove_leftovers().unwrap(), 1);
    let mut names: Vec<_> =
        fs::read_dir(folder.dir()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["3-1.moara", "notes.txt"]);
}

#[test]
fn a_failed_write_names_the_file_and_leaves_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let codes = codes(TINY, 30, 10);
    let values = SubspaceValues { rules: &RULES, subspace: TINY, codes: &codes[..] };
    // A folder in the place of the file can't be replaced.
    fs::create_dir_all(dir.path().join("3-1.moara/in the way")).unwrap();
    let error = write(dir.path(), &values, &|_| ()).unwrap_err();
    assert!(matches!(error, StoreError::Io { .. }), "{error}");
    assert!(error.path().ends_with("3-1.moara"));
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
    fs::write(dir.path().join("file"), "").unwrap();
    assert!(write(&dir.path().join("file"), &values, &|_| ()).is_err());
}

/// Makes the checksums right again, so that what lies behind them is put to the test. Ends that
/// point nowhere are left as they are.
fn sign(bytes: &mut [u8]) {
    if bytes.len() < HEADER_LEN {
        return;
    }
    bytes[..8].copy_from_slice(&MAGIC);
    bytes[8..16].copy_from_slice(&[1, 0, 0, 0, 0, 16, 0, 0]);
    let ends: Vec<usize> = (0..4).map(|i| get_u64(bytes, 112 + 8 * i) as usize).collect();
    for (plane, sections) in [[HEADER_LEN, ends[0]], [ends[1], ends[2]]].into_iter().enumerate() {
        let [start, end] = sections;
        if start > end || end > bytes.len() {
            continue;
        }
        let mut block_start = end;
        for entry in (start..end).step_by(INDEX_ENTRY) {
            if entry + INDEX_ENTRY > end {
                break;
            }
            let block_end = get_u64(bytes, entry) as usize;
            if let Some(block) = bytes.get(block_start..block_end) {
                let sum = checksum(block).to_le_bytes();
                bytes[entry + 8..entry + 16].copy_from_slice(&sum);
            }
            block_start = block_end;
        }
        let sum = checksum(&bytes[start..end]).to_le_bytes();
        bytes[208 + 8 * plane..216 + 8 * plane].copy_from_slice(&sum);
    }
    let sum = checksum(&bytes[..HEADER_LEN - 8]).to_le_bytes();
    bytes[HEADER_LEN - 8..HEADER_LEN].copy_from_slice(&sum);
}

/// Asks everything of a file; only panics count.
fn ask_everything(bytes: &[u8]) {
    let Ok(file) = open(bytes, TINY) else { return };
    let _ = file.verify();
    let _ = file.decode_all(&mut vec![0; TINY.slots()], |_, code| code);
    for slot in (0..TINY.slots()).step_by(97) {
        let _: (Result<Outcome, _>, Result<Value, _>) = (file.outcome(slot), file.value(slot));
    }
    for longest in [file.header().longest_win(), file.header().longest_loss()] {
        let _ = longest.map(|longest| longest.position(TINY));
    }
}

#[test]
fn forged_checksums_are_harmless() {
    let codes = codes(TINY, 30, 12);
    let bytes = file_of(TINY, &codes, 1 << 10);
    // Few bytes of the histogram and the zeros behind it: they are all alike.
    let header = (0..320).chain((320..HEADER_LEN).step_by(61));
    for at in header.chain(HEADER_LEN..bytes.len()) {
        for flip in [1, 0x80, 0xff] {
            let mut forged = bytes.clone();
            forged[at] ^= flip;
            sign(&mut forged);
            ask_everything(&forged);
        }
    }
}

#[test]
fn an_index_out_of_order_is_refused() {
    let bytes = file_of(TINY, &codes(TINY, 30, 14), 1 << 10);
    let ends = open(&bytes, TINY).unwrap().header().ends;
    let (first, blocks) = (HEADER_LEN as u64, ends.outcome_blocks);
    for (entry, end) in [(0, first), (1, blocks), (2, 0), (0, u64::MAX), (3, blocks - 1)] {
        let mut forged = bytes.clone();
        let at = HEADER_LEN + entry * INDEX_ENTRY;
        forged[at..at + 8].copy_from_slice(&end.to_le_bytes());
        sign(&mut forged);
        let error = open(&forged, TINY).unwrap_err();
        assert!(error.to_string().contains("damaged (outcome index)"), "{error}");
    }
}

#[test]
fn forged_contents_are_found_where_they_can_be() {
    // A distance block whose longest distance is no distance.
    let mut codes = vec![0; TINY.slots()];
    codes[7] = 477;
    let bytes = file_of(TINY, &codes, 1 << 10);
    let file = open(&bytes, TINY).unwrap();
    assert_eq!(file.value(7).unwrap(), METRIC.value(477));
    let mut forged = bytes.clone();
    // The frame holds the one byte 238 as it is.
    let at = forged.iter().rposition(|byte| *byte == 238).unwrap();
    forged[at] = 239;
    sign(&mut forged);
    let file = open(&forged, TINY).unwrap();
    assert!(file.value(7).is_err() && file.verify().is_err());
    assert_eq!(file.outcome(7).unwrap(), Outcome::Loss);
}

proptest! {
    #[test]
    fn arbitrary_bytes_are_harmless(mut bytes in prop::collection::vec(any::<u8>(), 0..9000)) {
        ask_everything(&bytes);
        sign(&mut bytes);
        ask_everything(&bytes);
    }

    #[test]
    fn edited_files_are_harmless(
        edits in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8),
        header_edits in prop::collection::vec((96..240usize, any::<u8>()), 0..3),
        cut in prop::option::of(any::<prop::sample::Index>()),
    ) {
        let mut bytes = file_of(TINY, &codes(TINY, 9, 13), 1 << 10);
        for (at, byte) in edits {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        for (at, byte) in header_edits {
            bytes[at] = byte;
        }
        if let Some(cut) = cut {
            bytes.truncate(cut.index(bytes.len()));
        }
        sign(&mut bytes);
        ask_everything(&bytes);
    }
}
