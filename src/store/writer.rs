//! Writes a database file.

use std::convert::Infallible;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;
use zstd::bulk::Compressor;
use zstd::zstd_safe::compress_bound;

use super::error::StoreError;
use super::folder::{file_name, temporary_prefix};
use super::format::{
    BLOCK_SLOTS, HEADER_LEN, INDEX_ENTRY, ZSTD_LEVEL_DISTANCES, ZSTD_LEVEL_OUTCOMES, checksum,
    planes,
};
use super::header::{Ends, Header};
use super::planes::split;
use super::tally::{Codes, Tally, read, tally};
use crate::board::Rules;
use crate::index::Subspace;

/// Slots that are compressed before their blocks are written: bounds the memory for outcomes.
const BATCH_SLOTS: usize = 1 << 24;

/// The values of a subspace.
#[derive(Clone, Copy, Debug)]
pub struct SubspaceValues<'a, C: ?Sized> {
    /// The rules that they hold under.
    pub rules: &'a Rules,
    /// The subspace.
    pub subspace: Subspace,
    /// One [`Metric::code`](crate::board::Metric::code) for each slot. Slots that are the same
    /// position have to hold the same value.
    pub codes: &'a C,
}

/// A file that was written.
#[derive(Clone, Debug)]
pub struct Summary {
    /// Where it is.
    pub path: PathBuf,
    /// Its header.
    pub header: Header,
    /// Its length in bytes.
    pub bytes: u64,
}

/// Writes the file of a subspace into `folder`, which is made if need be, and replaces an older
/// one. The bytes depend on the values only, not on the number of threads.
///
/// It is written under a temporary name, synced and renamed: either there is a finished file in
/// the end, or no trace. `progress` is told how many more slots have been compressed, from any
/// thread.
///
/// Takes some 32 MiB, and the compressed distances of the whole subspace until the outcomes are
/// written: at most about 250 MB for the largest one.
///
/// # Errors
/// If the folder or the file can't be written.
///
/// # Panics
/// If there is no code for some slot.
pub fn write<C: Codes<Error = Infallible> + ?Sized>(
    folder: &Path,
    values: &SubspaceValues<'_, C>,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Summary, StoreError> {
    write_blocks(folder, values, BLOCK_SLOTS, progress)
}

/// The same with blocks of `block_slots`, a size that readers accept.
pub(super) fn write_blocks<C: Codes<Error = Infallible> + ?Sized>(
    folder: &Path,
    values: &SubspaceValues<'_, C>,
    block_slots: usize,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Summary, StoreError> {
    let subspace = values.subspace;
    let path = folder.join(file_name(subspace));
    let io = |source| StoreError::io("write", &path, source);

    fs::create_dir_all(folder).map_err(|source| StoreError::io("create", folder, source))?;
    let Ok(tally) = tally(values.rules.metric(), subspace, values.codes);
    // Removes the file when it is dropped before it is renamed.
    let mut temporary = tempfile::Builder::new()
        .prefix(&temporary_prefix(subspace))
        .make_in(folder, |path| OpenOptions::new().write(true).create_new(true).open(path))
        .map_err(io)?;
    let header = write_to(temporary.as_file_mut(), values, block_slots, tally, progress)
        .and_then(|header| temporary.as_file().sync_all().map(|()| header))
        .map_err(io)?;
    temporary.persist(&path).map_err(|error| io(error.error))?;
    sync_folder(folder).map_err(|source| StoreError::io("sync", folder, source))?;
    let bytes = header.file_len();
    Ok(Summary { path, header, bytes })
}

/// Makes the rename last: on Unix a folder's entries are synced by themselves.
fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

fn write_to<C: Codes<Error = Infallible> + ?Sized>(
    file: &mut File,
    values: &SubspaceValues<'_, C>,
    block_slots: usize,
    tally: Tally,
    progress: &(dyn Fn(u64) + Sync),
) -> io::Result<Header> {
    let slots = values.subspace.slots();
    let index_len = (slots.div_ceil(block_slots) * INDEX_ENTRY) as u64;
    let mut out = BufWriter::with_capacity(1 << 20, &mut *file);

    // Header and outcome index come last; until then they are zero.
    let outcome_start = HEADER_LEN as u64 + index_len;
    out.seek(SeekFrom::Start(outcome_start))?;
    let mut outcome_index = IndexWriter::new(outcome_start);
    let mut distance_blocks = Vec::new();
    let encoders = Encoders::default();
    let batch_slots = BATCH_SLOTS.max(block_slots);
    let planes = planes(values.rules, values.subspace);
    for batch in (0..slots).step_by(batch_slots) {
        let end = slots.min(batch + batch_slots);
        let blocks: Vec<(Vec<u8>, Option<Vec<u8>>)> = (batch..end)
            .into_par_iter()
            .step_by(block_slots)
            .map(|first| {
                let block = first..end.min(first + block_slots);
                let encoded = encoders.encode(values.codes, block.clone(), planes);
                progress(block.len() as u64);
                encoded
            })
            .collect::<io::Result<_>>()?;
        for (outcomes, distances) in blocks {
            outcome_index.add(&outcomes);
            out.write_all(&outcomes)?;
            distance_blocks.extend(distances);
        }
    }
    let outcome_end = outcome_index.end;

    let distance_start = outcome_end + if planes == 2 { index_len } else { 0 };
    let mut distance_index = IndexWriter::new(distance_start);
    distance_blocks.iter().for_each(|block| distance_index.add(block));
    out.write_all(&distance_index.bytes)?;
    for block in &distance_blocks {
        out.write_all(block)?;
    }

    let header = Header {
        rules: *values.rules,
        subspace: values.subspace,
        slots: slots as u64,
        block_slots: block_slots as u32,
        ends: Ends {
            outcome_index: outcome_start,
            outcome_blocks: outcome_end,
            distance_index: distance_start,
            distance_blocks: distance_index.end,
        },
        histogram: tally.histogram,
        longest_win: tally.longest_win,
        longest_loss: tally.longest_loss,
        outcome_index_sum: checksum(&outcome_index.bytes),
        distance_index_sum: checksum(&distance_index.bytes),
    };
    out.seek(SeekFrom::Start(HEADER_LEN as u64))?;
    out.write_all(&outcome_index.bytes)?;
    out.seek(SeekFrom::Start(0))?;
    out.write_all(&header.encode())?;
    out.flush()?;
    Ok(header)
}

struct IndexWriter {
    bytes: Vec<u8>,
    end: u64,
}

impl IndexWriter {
    fn new(start: u64) -> IndexWriter {
        IndexWriter { bytes: Vec::new(), end: start }
    }

    fn add(&mut self, block: &[u8]) {
        self.end += block.len() as u64;
        self.bytes.extend(self.end.to_le_bytes());
        self.bytes.extend(checksum(block).to_le_bytes());
    }
}

/// Encoders at rest: a thread takes one for a block and puts it back, so that there are no more of
/// them than threads. Making one is dear.
#[derive(Default)]
struct Encoders(Mutex<Vec<Encoder>>);

struct Encoder {
    zstd_outcomes: Compressor<'static>,
    zstd_distances: Compressor<'static>,
    codes: Vec<u16>,
    packed: Vec<u8>,
    distances: Vec<u8>,
}

impl Encoders {
    /// The compressed outcomes of the slots of a block, and distances if there are two planes.
    fn encode<C: Codes<Error = Infallible> + ?Sized>(
        &self,
        codes: &C,
        block: Range<usize>,
        planes: u8,
    ) -> io::Result<(Vec<u8>, Option<Vec<u8>>)> {
        let at_rest = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let free = at_rest().pop();
        let mut encoder = match free {
            Some(encoder) => encoder,
            None => Encoder::new()?,
        };
        let encoded = encoder.encode(codes, block, planes)?;
        at_rest().push(encoder);
        Ok(encoded)
    }
}

impl Encoder {
    fn new() -> io::Result<Encoder> {
        Ok(Encoder {
            zstd_outcomes: compressor(ZSTD_LEVEL_OUTCOMES)?,
            zstd_distances: compressor(ZSTD_LEVEL_DISTANCES)?,
            codes: Vec::new(),
            packed: Vec::new(),
            distances: Vec::new(),
        })
    }

    fn encode<C: Codes<Error = Infallible> + ?Sized>(
        &mut self,
        codes: &C,
        block: Range<usize>,
        planes: u8,
    ) -> io::Result<(Vec<u8>, Option<Vec<u8>>)> {
        let Ok(codes) = read(codes, block, &mut self.codes);
        split(codes, &mut self.packed, &mut self.distances);
        let outcomes = compress(&mut self.zstd_outcomes, &self.packed)?;
        if planes == 1 {
            return Ok((outcomes, None));
        }
        let distances = match self.distances.is_empty() {
            true => Vec::new(),
            false => compress(&mut self.zstd_distances, &self.distances)?,
        };
        Ok((outcomes, Some(distances)))
    }
}

fn compressor(level: i32) -> io::Result<Compressor<'static>> {
    let mut zstd = Compressor::new(level)?;
    zstd.include_contentsize(true)?;
    zstd.include_checksum(false)?;
    Ok(zstd)
}

fn compress(zstd: &mut Compressor<'static>, bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut frame = Vec::with_capacity(compress_bound(bytes.len()));
    zstd.compress_to_buffer(bytes, &mut frame)?;
    // It is kept for long, and most of the room was not needed.
    frame.shrink_to_fit();
    Ok(frame)
}
