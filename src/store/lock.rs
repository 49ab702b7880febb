//! One writer a folder.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, Write};
use std::path::Path;
use std::process;

use super::error::StoreError;

/// Name of the file that is locked. It stays when nobody holds the lock: if it were removed, two
/// processes could hold locks on two files of that name.
const NAME: &str = ".lock";

/// The right to write to a folder, held until it is dropped. The operating system takes it back
/// from a process that is killed.
#[derive(Debug)]
pub struct Lock {
    _file: File,
}

impl Lock {
    /// Takes the right to write to `dir`, which must exist.
    ///
    /// # Errors
    /// If another process has it ([`StoreError::InUse`] names that one), or the lock's file can't
    /// be written.
    pub fn acquire(dir: &Path) -> Result<Lock, StoreError> {
        let path = dir.join(NAME);
        let io = |cause| StoreError::io("write", &path, cause);
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .map_err(io)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(StoreError::InUse { path: dir.to_owned(), holder: holder(&path) });
            }
            Err(TryLockError::Error(cause)) => return Err(io(cause)),
        }
        let write = |file: &mut File| {
            file.set_len(0)?;
            file.rewind()?;
            write!(file, "process {}", process::id())
        };
        write(&mut file).map_err(io)?;
        Ok(Lock { _file: file })
    }
}

/// What the holder of a lock has written about itself.
fn holder(path: &Path) -> String {
    let mut text = String::new();
    // At most a line: nobody else writes here, but nobody is kept from it either.
    let read = File::open(path).and_then(|file| file.take(64).read_to_string(&mut text));
    match read {
        Ok(_) if text.starts_with("process ") => text,
        _ => "another process".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_writer_is_told_who_the_first_is() {
        let dir = tempfile::tempdir().unwrap();
        let first = Lock::acquire(dir.path()).unwrap();
        let error = Lock::acquire(dir.path()).unwrap_err().to_string();
        let who = format!("in use by process {}", process::id());
        assert!(error.contains(&who), "{error}");
        drop(first);
        Lock::acquire(dir.path()).unwrap();
    }
}
