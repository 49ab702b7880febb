//! `moara verify --against`: the files' hashes, compared with a published list.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;
use std::time::Instant;

use anyhow::{Context, anyhow};
use rayon::prelude::*;
use sha2::{Digest, Sha256};

use super::progress::{bar_of, say};
use super::{Common, Failure, Outcome, grouped};

/// A line of the list.
struct Entry {
    hash: String,
    name: String,
}

/// Compares the files of a folder with the list.
pub fn run(common: &Common, list: &Path, pool: rayon::ThreadPool) -> Outcome {
    let text = fs::read_to_string(list)
        .with_context(|| format!("cannot read {}", list.display()))
        .map_err(Failure::Request)?;
    let entries = parse(&text).map_err(|why| {
        Failure::Request(anyhow!("{} is no list of hashes: {why}", list.display()))
    })?;
    let database = common.database();
    let dir = database.folder().dir();
    let started = Instant::now();
    let sizes = entries.iter().filter_map(|entry| dir.join(&entry.name).metadata().ok());
    let bytes: u64 = sizes.map(|metadata| metadata.len()).sum();
    let bar = bar_of(bytes, "bytes");
    let compare = |entry: &Entry| match hash(&dir.join(&entry.name), &|n| bar.inc(n)) {
        Ok(hash) if hash == entry.hash => true,
        Ok(hash) => {
            say(&bar, &format!("{}: has hash {hash}, but {} is published", entry.name, entry.hash));
            false
        }
        Err(error) => {
            say(&bar, &format!("{}: cannot be read: {error}", entry.name));
            false
        }
    };
    let bad = pool.install(|| entries.par_iter().filter(|entry| !compare(entry)).count());
    bar.finish_and_clear();
    if bad > 0 {
        return Err(Failure::Data(anyhow!(
            "{bad} of {} files in {} are not the published ones; delete them and run `moara \
             generate` again",
            entries.len(),
            dir.display()
        )));
    }
    writeln!(
        io::stdout(),
        "{} files are the published ones: {} bytes compared in {:.1} s",
        entries.len(),
        grouped(bytes),
        started.elapsed().as_secs_f64()
    )?;
    Ok(())
}

/// Reads what `sha256sum` writes; lines that begin with `#` are comments.
fn parse(text: &str) -> Result<Vec<Entry>, String> {
    let mut entries = Vec::new();
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.starts_with('#')) {
        let entry = line.split_once("  ").or_else(|| line.split_once(" *"));
        match entry {
            Some((hash, name))
                if hash.len() == 64
                    && hash.bytes().all(|b| b.is_ascii_hexdigit())
                    && !name.is_empty()
                    && !name.contains(['/', '\\']) =>
            {
                entries.push(Entry { hash: hash.to_ascii_lowercase(), name: name.to_owned() });
            }
            _ => return Err(format!("line {number} is not a hash and a file's name")),
        }
    }
    if entries.is_empty() { Err("it is empty".to_owned()) } else { Ok(entries) }
}

/// The SHA-256 hash of a file in hexadecimal.
fn hash(path: &Path, progress: &dyn Fn(u64)) -> io::Result<String> {
    let (mut file, mut hasher) = (File::open(path)?, Sha256::new());
    let mut buffer = vec![0; 1 << 20];
    loop {
        let read = io::Read::read(&mut file, &mut buffer)?;
        if read == 0 {
            break;
        }
        hasher.update(&buffer[..read]);
        progress(read as u64);
    }
    Ok(hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_read_and_others_refused() {
        let hash = "ab".repeat(32);
        let list = format!("# moara\n{hash}  3-3.moara\n{hash} *4-3.moara\n");
        let names: Vec<String> = parse(&list).unwrap().into_iter().map(|e| e.name).collect();
        assert_eq!(names, ["3-3.moara", "4-3.moara"]);
        for bad in ["", "# nothing", "abc  3-3.moara", &format!("{hash}  ../3-3.moara"), &hash] {
            assert!(parse(bad).is_err(), "{bad}");
        }
    }
}
