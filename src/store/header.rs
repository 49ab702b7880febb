//! The header: what a file says about itself.

use std::path::Path;

use super::error::StoreError;
use super::format::{
    HEADER_LEN, INDEX_ENTRY, MAGIC, MAX_BLOCK_SLOTS, MIN_BLOCK_SLOTS, VERSION, checksum,
    metric_number, planes,
};
use crate::board::{CODES, Plies, Position, Rules};
use crate::index::{Layout, Subspace};

// Offsets of the fields; `format` says what they are.
const AT_VERSION: usize = 8;
const AT_HEADER_LEN: usize = 12;
const AT_RULES: usize = 16;
const RULES_LEN: usize = 64;
const AT_FINGERPRINT: usize = 80;
const AT_SUBSPACE: usize = 88;
const AT_METRIC: usize = 92;
const AT_PLANES: usize = 93;
const AT_SLOTS: usize = 96;
const AT_BLOCK_SLOTS: usize = 104;
const AT_BLOCKS: usize = 108;
const AT_ENDS: usize = 112;
const AT_COUNTS: usize = 144;
const AT_LONGEST_WIN: usize = 176;
const AT_LONGEST_LOSS: usize = 192;
const AT_OUTCOME_INDEX_SUM: usize = 208;
const AT_DISTANCE_INDEX_SUM: usize = 216;
const AT_HISTOGRAM: usize = 256;
const AT_CHECKSUM: usize = HEADER_LEN - 8;
const NO_SLOT: u64 = u64::MAX;

const _: () = assert!(AT_HISTOGRAM + 8 * CODES == AT_CHECKSUM);

/// Numbers of distinct positions, for the side to move; symmetric positions count once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts {
    /// All positions.
    pub positions: u64,
    /// Wins.
    pub wins: u64,
    /// Draws.
    pub draws: u64,
    /// Losses.
    pub losses: u64,
}

/// The longest win or loss of a subspace, with an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Longest {
    /// The distance, in the metric of the rules.
    pub plies: Plies,
    /// The lowest slot with that distance.
    pub slot: u64,
}

impl Longest {
    /// The example; `subspace` is that of the file.
    pub fn position(&self, subspace: Subspace) -> Position {
        Layout::new(subspace).position(self.slot as usize)
    }
}

/// Where the sections end, counted from the start of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ends {
    pub outcome_index: u64,
    pub outcome_blocks: u64,
    pub distance_index: u64,
    pub distance_blocks: u64,
}

/// The header of a database file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    pub(super) rules: Rules,
    pub(super) subspace: Subspace,
    pub(super) slots: u64,
    pub(super) block_slots: u32,
    pub(super) ends: Ends,
    pub(super) histogram: Box<[u64; CODES]>,
    pub(super) longest_win: Option<Longest>,
    pub(super) longest_loss: Option<Longest>,
    pub(super) outcome_index_sum: u64,
    pub(super) distance_index_sum: u64,
}

impl Header {
    /// The rules that the values hold under.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The subspace.
    pub fn subspace(&self) -> Subspace {
        self.subspace
    }

    /// Slots, at least 1.
    pub fn slots(&self) -> u64 {
        self.slots
    }

    /// Slots per block, a power of two.
    pub fn block_slots(&self) -> usize {
        self.block_slots as usize
    }

    /// Blocks of each plane, at least 1.
    pub fn blocks(&self) -> usize {
        blocks(self.slots, self.block_slots) as usize
    }

    /// Whether whole files of the subspace have distances. Otherwise they follow from those of where
    /// its turns lead.
    pub fn stores_distances(&self) -> bool {
        planes(&self.rules, self.subspace) == 2
    }

    /// Length of the whole file in bytes.
    pub fn file_len(&self) -> u64 {
        self.ends.distance_blocks
    }

    /// Length in bytes of the part of the file that is a file of outcomes only.
    pub fn outcomes_len(&self) -> u64 {
        self.ends.outcome_blocks
    }

    /// Distinct positions by value: entry [`Metric::code`](crate::board::Metric::code).
    pub fn histogram(&self) -> &[u64; CODES] {
        &self.histogram
    }

    /// Distinct positions that are wins, draws and losses.
    pub fn counts(&self) -> Counts {
        counts(&self.histogram)
    }

    /// The longest win; `None` if there is no win.
    pub fn longest_win(&self) -> Option<Longest> {
        self.longest_win
    }

    /// The longest loss; `None` if there is no loss.
    pub fn longest_loss(&self) -> Option<Longest> {
        self.longest_loss
    }

    /// The header's checksum. It covers the checksums of everything else, so that files with the
    /// same checksum have the same contents (unless someone forges them: it is not cryptographic).
    pub fn checksum(&self) -> u64 {
        get_u64(&self.encode(), AT_CHECKSUM)
    }

    pub(super) fn encode(&self) -> [u8; HEADER_LEN] {
        let mut bytes = [0; HEADER_LEN];
        let mut put = |at: usize, field: &[u8]| bytes[at..at + field.len()].copy_from_slice(field);
        put(0, &MAGIC);
        put(AT_VERSION, &VERSION.to_le_bytes());
        put(AT_HEADER_LEN, &(HEADER_LEN as u32).to_le_bytes());
        let name = self.rules.to_string();
        debug_assert!(name.len() <= RULES_LEN);
        put(AT_RULES, name.as_bytes());
        put(AT_FINGERPRINT, &self.rules.fingerprint().to_le_bytes());
        put(AT_SUBSPACE, &subspace_bytes(self.subspace));
        put(AT_METRIC, &[metric_number(self.rules.metric())]);
        put(AT_PLANES, &[planes(&self.rules, self.subspace)]);
        put(AT_SLOTS, &self.slots.to_le_bytes());
        put(AT_BLOCK_SLOTS, &self.block_slots.to_le_bytes());
        put(AT_BLOCKS, &(self.blocks() as u32).to_le_bytes());
        let Counts { positions, wins, draws, losses } = self.counts();
        let (win, loss) = (longest_fields(self.longest_win), longest_fields(self.longest_loss));
        let ends = &self.ends;
        let runs: [(usize, &[u64]); 7] = [
            (
                AT_ENDS,
                &[
                    ends.outcome_index,
                    ends.outcome_blocks,
                    ends.distance_index,
                    ends.distance_blocks,
                ],
            ),
            (AT_COUNTS, &[positions, wins, draws, losses]),
            (AT_LONGEST_WIN, &win),
            (AT_LONGEST_LOSS, &loss),
            (AT_OUTCOME_INDEX_SUM, &[self.outcome_index_sum]),
            (AT_DISTANCE_INDEX_SUM, &[self.distance_index_sum]),
            (AT_HISTOGRAM, &self.histogram[..]),
        ];
        for (at, run) in runs {
            for (i, number) in run.iter().enumerate() {
                put(at + 8 * i, &number.to_le_bytes());
            }
        }
        let sum = checksum(&bytes[..AT_CHECKSUM]);
        bytes[AT_CHECKSUM..].copy_from_slice(&sum.to_le_bytes());
        bytes
    }

    /// Whether a file of this length is a whole one, or one of outcomes only; otherwise an error.
    pub(super) fn check_length(&self, path: &Path, length: u64) -> Result<(), StoreError> {
        if [self.file_len(), self.outcomes_len()].contains(&length) {
            return Ok(());
        }
        let (path, expected) = (path.to_owned(), self.file_len());
        Err(StoreError::Length { path, expected, got: length })
    }

    /// Reads the header at the start of `file` and checks it, against the rules and the subspace
    /// that are expected and in itself. Whatever the bytes, a header that is returned has section
    /// ends in ascending order and sizes that follow from the subspace.
    pub(super) fn decode(
        file: &[u8],
        path: &Path,
        rules: &Rules,
        subspace: Subspace,
    ) -> Result<Header, StoreError> {
        let path_buf = || path.to_owned();
        let corrupt = |what| StoreError::Corrupt { path: path_buf(), what, block: None };
        if !file.starts_with(&MAGIC[..MAGIC.len().min(file.len())]) {
            return Err(StoreError::NotADatabase { path: path_buf() });
        }
        let Some(bytes) = file.first_chunk::<HEADER_LEN>() else {
            let (expected, got) = (HEADER_LEN as u64, file.len() as u64);
            return Err(StoreError::Length { path: path_buf(), expected, got });
        };
        // The version first: another one may keep its checksum elsewhere.
        let version = get_u32(bytes, AT_VERSION);
        if version != VERSION {
            return Err(StoreError::Version { path: path_buf(), expected: VERSION, got: version });
        }
        if get_u32(bytes, AT_HEADER_LEN) != HEADER_LEN as u32
            || get_u64(bytes, AT_CHECKSUM) != checksum(&bytes[..AT_CHECKSUM])
        {
            return Err(corrupt("header checksum"));
        }

        let name = &bytes[AT_RULES..AT_RULES + RULES_LEN];
        let name = String::from_utf8_lossy(name).trim_end_matches('\0').to_owned();
        let fingerprint = get_u64(bytes, AT_FINGERPRINT);
        if name != rules.to_string() || fingerprint != rules.fingerprint() {
            let got = match name == rules.to_string() {
                true => format!("{name} with fingerprint {fingerprint:016x}"),
                false => name,
            };
            return Err(StoreError::Rules { path: path_buf(), expected: rules.to_string(), got });
        }
        if bytes[AT_SUBSPACE..AT_SUBSPACE + 4] != subspace_bytes(subspace) {
            let &[mover, opponent, mover_hand, opponent_hand, ..] = &bytes[AT_SUBSPACE..] else {
                return Err(corrupt("subspace"));
            };
            let got = Subspace { mover, opponent, mover_hand, opponent_hand };
            return Err(StoreError::WrongSubspace { path: path_buf(), expected: subspace, got });
        }
        if bytes[AT_METRIC] != metric_number(rules.metric())
            || bytes[AT_PLANES] != planes(rules, subspace)
        {
            return Err(corrupt("unknown metric or planes"));
        }

        let slots = get_u64(bytes, AT_SLOTS);
        let block_slots = get_u32(bytes, AT_BLOCK_SLOTS);
        let sizes = MIN_BLOCK_SLOTS as u32..=MAX_BLOCK_SLOTS as u32;
        if slots != subspace.slots() as u64
            || !block_slots.is_power_of_two()
            || !sizes.contains(&block_slots)
            || u64::from(get_u32(bytes, AT_BLOCKS)) != blocks(slots, block_slots)
        {
            return Err(corrupt("number of slots or blocks"));
        }
        let ends = Ends {
            outcome_index: get_u64(bytes, AT_ENDS),
            outcome_blocks: get_u64(bytes, AT_ENDS + 8),
            distance_index: get_u64(bytes, AT_ENDS + 16),
            distance_blocks: get_u64(bytes, AT_ENDS + 24),
        };
        let index_len = blocks(slots, block_slots) * INDEX_ENTRY as u64;
        let of_distances = if planes(rules, subspace) == 2 { index_len } else { 0 };
        if ends.outcome_index != HEADER_LEN as u64 + index_len
            || ends.outcome_blocks < ends.outcome_index
            || Some(ends.distance_index) != ends.outcome_blocks.checked_add(of_distances)
            || ends.distance_blocks < ends.distance_index
            || (of_distances == 0 && ends.distance_blocks != ends.outcome_blocks)
        {
            return Err(corrupt("section ends"));
        }

        let mut histogram = Box::new([0; CODES]);
        for (code, count) in histogram.iter_mut().enumerate() {
            *count = get_u64(bytes, AT_HISTOGRAM + 8 * code);
        }
        // Numbers that fit the subspace can be added up without overflow.
        let positions = subspace.positions();
        let Counts { wins, draws, losses, .. } = match histogram.iter().all(|n| *n <= positions) {
            true => counts(&histogram),
            false => return Err(corrupt("histogram")),
        };
        let stated: [u64; 4] = std::array::from_fn(|i| get_u64(bytes, AT_COUNTS + 8 * i));
        if stated != [positions, wins, draws, losses] || wins + draws + losses != positions {
            return Err(corrupt("counts of positions"));
        }
        let longest = |at: usize, parity: usize| -> Result<Option<Longest>, StoreError> {
            let found = longest_code(&histogram, parity);
            let (plies, slot) = (get_u64(bytes, at), get_u64(bytes, at + 8));
            match rules.metric().value(found.unwrap_or(0)).plies() {
                None if (plies, slot) == (0, NO_SLOT) => Ok(None),
                Some(found) if u64::from(found.0) == plies && slot < slots => {
                    Ok(Some(Longest { plies: found, slot }))
                }
                _ => Err(corrupt("longest win or loss")),
            }
        };
        Ok(Header {
            rules: *rules,
            subspace,
            slots,
            block_slots,
            ends,
            longest_win: longest(AT_LONGEST_WIN, 0)?,
            longest_loss: longest(AT_LONGEST_LOSS, 1)?,
            histogram,
            outcome_index_sum: get_u64(bytes, AT_OUTCOME_INDEX_SUM),
            distance_index_sum: get_u64(bytes, AT_DISTANCE_INDEX_SUM),
        })
    }
}

/// The largest code with this parity (0 wins, 1 losses) that the histogram has.
pub(super) fn longest_code(histogram: &[u64; CODES], parity: usize) -> Option<u16> {
    (1..CODES).rev().find(|code| code % 2 == parity && histogram[*code] > 0).map(|code| code as u16)
}

fn counts(histogram: &[u64; CODES]) -> Counts {
    let sum = |first: usize| histogram[first..].iter().step_by(2).sum();
    let (wins, draws, losses): (u64, u64, u64) = (sum(2), histogram[0], sum(1));
    Counts { positions: wins + draws + losses, wins, draws, losses }
}

fn longest_fields(longest: Option<Longest>) -> [u64; 2] {
    longest.map_or([0, NO_SLOT], |longest| [u64::from(longest.plies.0), longest.slot])
}

fn blocks(slots: u64, block_slots: u32) -> u64 {
    slots.div_ceil(u64::from(block_slots))
}

fn subspace_bytes(subspace: Subspace) -> [u8; 4] {
    [subspace.mover, subspace.opponent, subspace.mover_hand, subspace.opponent_hand]
}

/// The number at an offset; callers see to it that it is in bounds.
pub(super) fn get_u64(bytes: &[u8], at: usize) -> u64 {
    let mut number = [0; 8];
    number.copy_from_slice(&bytes[at..at + 8]);
    u64::from_le_bytes(number)
}

fn get_u32(bytes: &[u8], at: usize) -> u32 {
    let mut number = [0; 4];
    number.copy_from_slice(&bytes[at..at + 4]);
    u32::from_le_bytes(number)
}
