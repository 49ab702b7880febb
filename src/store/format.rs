//! The file format, version 1.
//!
//! A file holds the value of every position of one subspace under one rule profile. It is named
//! after the subspace, `5-4.moara`, or `5-4-2-3.moara` with stones in hand (mover's stones on the
//! board, opponent's, mover's in hand, opponent's), and lies in a folder named after the rules.
//! All numbers are unsigned and little-endian. Checksums are XXH3 with 64 bits, seed 0.
//!
//! # Sections
//!
//! | section           | begins at               | ends at (header field)        |
//! |-------------------|-------------------------|-------------------------------|
//! | header            | 0                       | 4096                          |
//! | outcome index     | 4096                    | end of the outcome index      |
//! | outcome blocks    | end of the one before   | end of the outcome blocks     |
//! | distance index    | end of the one before   | end of the distance index     |
//! | distance blocks   | end of the one before   | end of the distance blocks, which is the file's length |
//!
//! The file up to the end of the outcome blocks is a valid file too, made by `head -c`: it answers
//! who wins, and nothing about distances. Any other length is an error.
//!
//! Where each turn places the last stone in hand (one in the mover's hand, none in the
//! opponent's), no distances are stored: they would be a fifth of the whole game's files, and
//! the turns of such a position lead to the moving phase, which has them: a win takes one ply more
//! than the shortest loss it leads to, a loss one more than the longest win. Such a file ends with
//! the outcome blocks; its distance index and blocks are empty. Its header's statistics are those
//! of the full values. Under rules with an N-ply rule that holds for the whole placing phase, where
//! all wins and losses take one ply to the next placing.
//!
//! # Header
//!
//! | offset | bytes  | field |
//! |-------:|-------:|-------|
//! |      0 |      8 | magic: `4D 4F 41 52 41 0D 0A 1A`, that is `MOARA`, CR, LF, Ctrl-Z |
//! |      8 |      4 | format version: 1 |
//! |     12 |      4 | header length: 4096 |
//! |     16 |     64 | canonical name of the rules, such as `standard`, ASCII, zero padded |
//! |     80 |      8 | fingerprint of the rules: 64-bit FNV-1a of that name without the padding |
//! |     88 |      4 | subspace, one byte each: mover's stones on the board, opponent's, mover's in hand, opponent's |
//! |     92 |      1 | metric: 0, plies to the end of the game; 1, under an N-ply rule, plies to the next placing or capture, or to the end |
//! |     93 |      1 | planes: 2, outcomes and distances; 1, outcomes alone, where the last stone in hand is placed, and with metric 1 where any is |
//! |     94 |      2 | zero |
//! |     96 |      8 | slots |
//! |    104 |      4 | slots per block: a power of two, 1024 to 1048576 |
//! |    108 |      4 | blocks: slots / slots per block, rounded up |
//! |    112 |      8 | end of the outcome index |
//! |    120 |      8 | end of the outcome blocks |
//! |    128 |      8 | end of the distance index |
//! |    136 |      8 | end of the distance blocks, the length of the whole file |
//! |    144 |      8 | distinct positions: positions that a symmetry of the board takes into each other count as one |
//! |    152 |      8 | of them wins for the side to move |
//! |    160 |      8 | draws |
//! |    168 |      8 | losses |
//! |    176 |      8 | longest win in plies, 0 if there is no win |
//! |    184 |      8 | the lowest slot with a win that long, 2^64 - 1 if there is none |
//! |    192 |      8 | longest loss in plies, 0 if there is no loss |
//! |    200 |      8 | the lowest slot with a loss that long, 2^64 - 1 if there is none |
//! |    208 |      8 | checksum of the outcome index |
//! |    216 |      8 | checksum of the distance index |
//! |    224 |     32 | zero |
//! |    256 |   3832 | histogram: for each value code 0 to 478 the number of distinct positions, 8 bytes each |
//! |   4088 |      8 | checksum of bytes 0 to 4087 |
//!
//! A *value code* is 0 for a draw, even (2, 4, ...) for a win and odd (1, 3, ...) for a loss; 1 is a
//! position already lost. With metric 0 it is plies + 1: wins take an odd number of plies and losses
//! an even one. With metric 1 it is 2 * plies for a win and 2 * plies + 1 for a loss; what would take
//! more plies than the N of the rules is a draw. Either way code `2 * k + 2` is the win, and code
//! `2 * k + 1` the loss, that a stored distance `k` stands for.
//!
//! The header is written last, into a file with a temporary name that is renamed once all its bytes
//! are on the disk: a header whose checksum is right is the mark of a finished file. As it covers
//! the checksums of the indices, and they those of the blocks, the header's checksum stands for the
//! contents of the whole file.
//!
//! # Indices and blocks
//!
//! Slots are cut into blocks of "slots per block", of which the last may be shorter. Block `b`
//! holds the slots from `b * slots_per_block` on. An index has 16 bytes for each block, in order:
//!
//! | bytes | field |
//! |------:|-------|
//! |     8 | where the block's compressed bytes end, counted from the start of the file; they begin where those of the block before end, the first at the end of the index |
//! |     8 | checksum of the compressed bytes |
//!
//! An *outcome block* is one zstd frame. Decompressed it has 2 bits a slot, four slots a byte:
//! slot `i` of the block is `byte[i / 4] >> 2 * (i % 4) & 3`, and means 0 a draw, 1 a win, 2 a loss
//! for the side to move; 3 never occurs. Unused bits of the last byte are 0.
//!
//! A *distance block* is one zstd frame as well. Decompressed it has one byte for each slot of the
//! block that is not a draw, in the order of the slots. With metric 0, `k` is a win in `2 * k + 1`
//! plies or a loss in `2 * k` plies; with metric 1 a win in `k + 1` plies or a loss in `k` plies.
//! `k` is at most 238. A block of draws only has no frame and no bytes:
//! its end is that of the block before, its checksum that of the empty string.
//!
//! # Slots
//!
//! Points are numbered `8 * ring + place`: ring 0 is the outer, 2 the inner one, place 0 the top left
//! corner, and places go clockwise. A set of points is the number with bit `i` set for each point `i`.
//! The 16 symmetries of the board are the 8 of the square, times swapping the outer and inner ring.
//!
//! To find the slot of a position of `m` stones of the side to move against `o` on the board:
//!
//! 1. A set is canonical when none of its 16 images is a smaller number. Canonical sets of `m` points
//!    are numbered from 0 in ascending order: `row` is the number of the smallest image of the mover's
//!    set. Take a symmetry to that image (any, if there are several), and the opponent's set with it.
//! 2. Number the 24 - `m` points that the canonical set leaves free from 0 in ascending order, and
//!    write the opponent's image with these numbers: `p1 < p2 < ... < po`. Then
//!    `column = C(p1, 1) + C(p2, 2) + ... + C(po, o)`, with binomials `C`.
//! 3. `slot = row * C(24 - m, o) + column`.
//!
//! If the canonical set is symmetric itself, several slots of its row are the same position. They
//! hold the same value; the counts of the header count the lowest of them.

use crate::board::{MAX_PLIES, Metric, Rules};
use crate::index::Subspace;

/// The first bytes of every file. CR, LF and Ctrl-Z expose a transfer in text mode.
pub const MAGIC: [u8; 8] = *b"MOARA\r\n\x1a";
/// The version of the format that this crate writes and reads.
pub const VERSION: u32 = 1;
/// Length of the header in bytes.
pub const HEADER_LEN: usize = 4096;
/// Length of an index entry in bytes.
pub const INDEX_ENTRY: usize = 16;
/// The number of a metric.
pub const fn metric_number(metric: Metric) -> u8 {
    match metric {
        Metric::End => 0,
        Metric::Capture { .. } => 1,
    }
}
/// Planes of the files of a subspace: outcomes, and distances unless they follow from where its turns
/// lead at once.
pub const fn planes(rules: &Rules, subspace: Subspace) -> u8 {
    let outcomes_alone = match rules.metric() {
        Metric::End => subspace.is_last_placing(),
        Metric::Capture { .. } => !subspace.is_moving(),
    };
    if outcomes_alone { 1 } else { 2 }
}
/// Largest distance that is stored.
pub const MAX_DISTANCE: u8 = (MAX_PLIES / 2) as u8;
/// Slots per block of the files that this crate writes.
pub const BLOCK_SLOTS: usize = 1 << 15;
/// Fewest slots per block that a reader accepts.
pub const MIN_BLOCK_SLOTS: usize = 1 << 10;
/// Most slots per block that a reader accepts: it bounds the memory that a block can claim.
pub const MAX_BLOCK_SLOTS: usize = 1 << 20;
/// The zstd level of outcome blocks in the files that this crate writes. Readers need not know it.
pub const ZSTD_LEVEL_OUTCOMES: i32 = 6;
/// The zstd level of distance blocks. Higher levels take longer and, as far as 6, even more space:
/// benches/README.md has the table.
pub const ZSTD_LEVEL_DISTANCES: i32 = 1;
/// The extension of database files.
pub const EXTENSION: &str = "moara";

/// XXH3 with 64 bits and seed 0.
pub fn checksum(bytes: &[u8]) -> u64 {
    xxhash_rust::xxh3::xxh3_64(bytes)
}
