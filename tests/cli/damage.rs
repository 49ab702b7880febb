//! Damaged files, as a user meets them.

use super::*;

/// A copy of the database with a changed file 3-3.
struct Damaged {
    db: TempDir,
    file: String,
}

impl Damaged {
    fn new(change: impl FnOnce(&mut Vec<u8>)) -> Damaged {
        let db = copy_of_db();
        let path = db.path().join("standard").join("3-3.moara");
        let mut bytes = fs::read(&path).unwrap();
        change(&mut bytes);
        fs::write(&path, bytes).unwrap();
        Damaged { db, file: path.display().to_string() }
    }

    fn run(&self, code: i32, args: &[&str]) -> Output {
        run(code, moara().args(args).arg("--db").arg(self.db.path()))
    }

    fn assert_verify_tells(&self, what: &str) {
        self.run(1, &["verify"]).says(&[&self.file, what, "1 of 6 files are bad", "4-4: good"]);
    }

    fn assert_query_tells(&self, what: &str) {
        let asked = self.run(1, &["query", &reference_fen()]);
        asked.says(&[&self.file, what]);
        assert!(asked.out.is_empty());
    }
}

/// Verifying the file and asking it both fail, and name it.
fn assert_damage_is_told(change: impl FnOnce(&mut Vec<u8>), what: &str) {
    let damaged = Damaged::new(change);
    damaged.assert_query_tells(what);
    damaged.assert_verify_tells(what);
}

fn number(bytes: &[u8], at: usize) -> usize {
    u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap()) as usize
}

/// From the file format: where the outcome index, its blocks, the distance index and its blocks end.
const SECTION_ENDS: [usize; 4] = [112, 120, 128, 136];
const HEADER_LEN: usize = 4096;

#[test]
fn a_flipped_bit_is_found_wherever_it_is() {
    let flip = |at: usize| move |bytes: &mut Vec<u8>| bytes[at] ^= 1;
    assert_damage_is_told(flip(0), "not a moara database");
    assert_damage_is_told(flip(8), "format version");
    for at in [20, 88, 96, 160, 300, 3000, HEADER_LEN - 1] {
        assert_damage_is_told(flip(at), "is damaged");
    }
    for (section, end) in SECTION_ENDS.into_iter().enumerate() {
        for last in [false, true] {
            let damaged = Damaged::new(|bytes| {
                let at = match (last, section) {
                    (true, _) => number(bytes, end) - 1,
                    (false, 0) => HEADER_LEN,
                    (false, _) => number(bytes, SECTION_ENDS[section - 1]),
                };
                bytes[at] ^= 1;
            });
            damaged.assert_verify_tells("is damaged");
            // Which blocks an answer needs depends on the position, but the indices are always
            // looked at.
            if section % 2 == 0 {
                damaged.assert_query_tells("is damaged");
            }
        }
    }
    // With all blocks of a plane bad the answer meets one.
    for plane in [[112, 120], [128, 136]] {
        let damaged = Damaged::new(|bytes| {
            let [start, end] = plane.map(|field| number(bytes, field));
            bytes[start..end].iter_mut().for_each(|byte| *byte ^= 1);
        });
        damaged.assert_query_tells("is damaged");
    }
}

#[test]
fn a_file_of_another_length_is_found() {
    for length in [0, 1, HEADER_LEN - 1] {
        let cut = |bytes: &mut Vec<u8>| bytes.truncate(length);
        assert_damage_is_told(cut, if length == 0 { "3-3" } else { "truncated" });
    }
    for length in [HEADER_LEN, 20_000, 60_000] {
        assert_damage_is_told(|bytes| bytes.truncate(length), "truncated");
    }
    assert_damage_is_told(|bytes| bytes.push(0), "too long");
}

#[test]
fn outcomes_without_distances_are_not_mistaken_for_the_whole() {
    let damaged = Damaged::new(|bytes| bytes.truncate(number(bytes, SECTION_ENDS[1])));
    damaged.assert_query_tells("no distances");
    damaged
        .run(1, &["verify", "--recompute", "--max-stones", "6"])
        .says(&[&damaged.file, "no distances"]);
}

#[test]
fn a_renamed_file_is_found() {
    let db = copy_of_db();
    let dir = db.path().join("standard");
    fs::copy(dir.join("4-3.moara"), dir.join("3-4.moara")).unwrap();
    let asked = run(1, moara().args(["query", &drawn_fen(), "--db"]).arg(db.path()));
    asked.says(&[&dir.join("3-4.moara").display().to_string(), "holds the subspace 4-3"]);
}
