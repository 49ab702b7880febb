//! Reads database files by the description of their format, as a second program would.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use xxhash_rust::xxh3::xxh3_64;

use crate::index::{Index, Subspace};
use crate::rules::{Position, Rules, Value, turns};

pub struct Database<'a> {
    /// By the name of the folder.
    pub rules: Rules,
    files: HashMap<Subspace, SubspaceFile>,
    index: &'a Index,
}

struct SubspaceFile {
    path: PathBuf,
    block_slots: u64,
    slots: u64,
    /// Plies of the longest win, and a slot with it.
    longest_win: (u64, u64),
    has_distances: bool,
    /// What distances count: 0 plies to the end, 1 plies to the next placing or capture, or the end.
    metric: u8,
    /// Where each block of outcomes and of distances is, and its checksum.
    outcomes: Vec<(u64, u64, u64)>,
    distances: Vec<(u64, u64, u64)>,
    /// Blocks that were read: a value for each slot, whose plies are unknown without distances.
    blocks: RefCell<HashMap<u64, Vec<(u8, u8)>>>,
}

fn number(bytes: &[u8], at: usize, length: usize) -> u64 {
    bytes[at..at + length].iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte))
}

impl Database<'_> {
    /// The files of a folder, all of whose blocks are read and kept.
    pub fn read<'a>(dir: &Path, index: &'a Index) -> Database<'a> {
        let database = Database::open(dir, index);
        for file in database.files.values() {
            (0..file.outcomes.len() as u64).for_each(|block| file.load(block));
        }
        database
    }

    /// The files of a folder, whose blocks are read when they are needed.
    pub fn open<'a>(dir: &Path, index: &'a Index) -> Database<'a> {
        let mut files = HashMap::new();
        for entry in std::fs::read_dir(dir).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "moara") {
                let (subspace, file) = SubspaceFile::open(&path);
                files.insert(subspace, file);
            }
        }
        let name = dir.file_name().unwrap().to_str().unwrap();
        let rules = Rules {
            flying: !name.contains("no-flying"),
            take_from_mills: !name.contains("protect-mills"),
        };
        Database { rules, files, index }
    }

    pub fn subspaces(&self) -> Vec<Subspace> {
        let mut all: Vec<Subspace> = self.files.keys().copied().collect();
        all.sort_unstable();
        all
    }

    /// The plies of the longest win of a subspace, and a position with it, as its header has them.
    pub fn longest_win(&self, subspace: Subspace) -> (u32, Position) {
        let (plies, slot) = self.files[&subspace].longest_win;
        (plies as u32, self.index.position(subspace, slot))
    }

    pub fn value(&self, position: &Position) -> Value {
        let file = &self.files[&position.subspace()];
        assert_eq!(file.metric, 0);
        match file.get(self.index.slot(position)) {
            (0, _) => Value::Draw,
            (outcome, _) if !file.has_distances => {
                let turns = turns(&self.rules, position);
                let values = turns.iter().map(|turn| match turn.after.mover_stones() < 3 {
                    true => Value::Loss(0),
                    false => self.value(&turn.after),
                });
                let value = crate::from_turns(values);
                assert_eq!(outcome, if matches!(value, Value::Win(_)) { 1 } else { 2 });
                value
            }
            (1, distance) => Value::Win(2 * u32::from(distance) + 1),
            (_, distance) => Value::Loss(2 * u32::from(distance)),
        }
    }

    /// For each slot its outcome (0 a draw, 1 a win, 2 a loss) and the plies it takes, where these
    /// are stored.
    pub fn stored(&self, subspace: Subspace) -> Vec<(u8, Option<u16>)> {
        let file = &self.files[&subspace];
        let value = |(outcome, distance)| {
            let distance = u16::from(distance);
            let plies = match (outcome, file.metric) {
                _ if outcome == 0 || !file.has_distances => None,
                (1, 0) => Some(2 * distance + 1),
                (_, 0) => Some(2 * distance),
                (1, _) => Some(distance + 1),
                (_, _) => Some(distance),
            };
            (outcome, plies)
        };
        (0..file.outcomes.len() as u64).flat_map(|block| file.block(block)).map(value).collect()
    }
}

impl SubspaceFile {
    fn open(path: &Path) -> (Subspace, SubspaceFile) {
        let mut file = File::open(path).unwrap();
        let mut header = vec![0; 4096];
        file.read_exact(&mut header).unwrap();
        assert_eq!(header[..8], *b"MOARA\r\n\x1a");
        assert_eq!((number(&header, 8, 4), number(&header, 12, 4)), (1, 4096));
        assert_eq!(number(&header, 4088, 8), xxh3_64(&header[..4088]), "header checksum");
        let subspace: Subspace = header[88..92].try_into().unwrap();
        let numbers: Vec<String> = subspace.iter().map(u8::to_string).collect();
        let name = if subspace[2..] == [0, 0] { numbers[..2].join("-") } else { numbers.join("-") };
        assert_eq!(path.file_stem().unwrap().to_str().unwrap(), name);
        let metric = header[92];
        let rules = String::from_utf8_lossy(&header[16..80]);
        assert_eq!(metric, u8::from(rules.contains("draw-after-")), "metric");
        let has_distances = match header[93] {
            1 => false,
            2 => true,
            other => panic!("{other} planes"),
        };
        let (slots, block_slots) = (number(&header, 96, 8), number(&header, 104, 4));
        let blocks = number(&header, 108, 4);
        assert_eq!(blocks, slots.div_ceil(block_slots));
        let ends: Vec<u64> = (0..4).map(|i| number(&header, 112 + 8 * i, 8)).collect();
        assert_eq!(ends[3], file.metadata().unwrap().len(), "length");
        let mut index = |start: u64, end: u64, sum: u64| -> Vec<(u64, u64, u64)> {
            let mut bytes = vec![0; (end - start) as usize];
            file.seek(SeekFrom::Start(start)).unwrap();
            file.read_exact(&mut bytes).unwrap();
            assert_eq!(xxh3_64(&bytes), sum, "index checksum");
            let mut begin = end;
            let entry = |at: usize| {
                let block = (begin, number(&bytes, at, 8), number(&bytes, at + 8, 8));
                begin = block.1;
                block
            };
            (0..bytes.len()).step_by(16).map(entry).collect()
        };
        let outcomes = index(4096, ends[0], number(&header, 208, 8));
        let distances = index(ends[1], ends[2], number(&header, 216, 8));
        assert_eq!(outcomes.len() as u64, blocks);
        assert_eq!(distances.len() as u64, if has_distances { blocks } else { 0 });
        let file = SubspaceFile {
            path: path.to_owned(),
            block_slots,
            slots,
            longest_win: (number(&header, 176, 8), number(&header, 184, 8)),
            has_distances,
            metric,
            outcomes,
            distances,
            blocks: RefCell::default(),
        };
        (subspace, file)
    }

    /// Outcome (0 a draw, 1 a win, 2 a loss) and stored distance of a slot.
    fn get(&self, slot: u64) -> (u8, u8) {
        assert!(slot < self.slots);
        let block = slot / self.block_slots;
        if !self.blocks.borrow().contains_key(&block) {
            self.load(block);
        }
        self.blocks.borrow()[&block][(slot % self.block_slots) as usize]
    }

    fn load(&self, block: u64) {
        let values = self.block(block);
        let mut blocks = self.blocks.borrow_mut();
        if blocks.len() > 2000 {
            blocks.clear();
        }
        blocks.insert(block, values);
    }

    /// Outcome and stored distance of each slot of a block.
    fn block(&self, block: u64) -> Vec<(u8, u8)> {
        let slots = self.block_slots.min(self.slots - block * self.block_slots) as usize;
        let outcomes = self.decompress(self.outcomes[block as usize]);
        assert_eq!(outcomes.len(), slots.div_ceil(4));
        let distances = match self.has_distances {
            true => self.decompress(self.distances[block as usize]),
            false => Vec::new(),
        };
        let mut next = 0;
        let value = |i: usize| {
            let outcome = outcomes[i / 4] >> (2 * (i % 4)) & 3;
            let mut distance = 0;
            if outcome != 0 && self.has_distances {
                distance = distances[next];
                next += 1;
            }
            (outcome, distance)
        };
        let values: Vec<(u8, u8)> = (0..slots).map(value).collect();
        assert_eq!(next, distances.len());
        values
    }

    fn decompress(&self, (start, end, sum): (u64, u64, u64)) -> Vec<u8> {
        let mut bytes = vec![0; (end - start) as usize];
        let mut file = File::open(&self.path).unwrap();
        file.seek(SeekFrom::Start(start)).unwrap();
        file.read_exact(&mut bytes).unwrap();
        assert_eq!(xxh3_64(&bytes), sum, "block checksum in {}", self.path.display());
        if bytes.is_empty() { bytes } else { zstd::stream::decode_all(&bytes[..]).unwrap() }
    }
}
