//! The files of one rule profile.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::{Arc, PoisonError, RwLock};

use super::cache::BlockCache;
use super::error::StoreError;
use super::format::EXTENSION;
use super::header::Header;
use super::reader::{SubspaceFile, read_header};
use crate::board::Rules;
use crate::index::Subspace;

/// The folder `<db>/<name of the rules>` and its open files. It can be shared between threads.
#[derive(Debug)]
pub struct Folder {
    dir: PathBuf,
    rules: Rules,
    cache: Arc<BlockCache>,
    files: RwLock<HashMap<Subspace, Arc<SubspaceFile>>>,
}

impl Folder {
    /// The folder of these rules under `db`. It need not exist; nothing is read yet.
    pub fn new(db: &Path, rules: &Rules) -> Folder {
        Folder::with_cache(db, rules, Arc::default())
    }

    /// The same with a cache of another size, or one shared with other folders.
    pub fn with_cache(db: &Path, rules: &Rules, cache: Arc<BlockCache>) -> Folder {
        let dir = db.join(rules.to_string());
        Folder { dir, rules: *rules, cache, files: RwLock::default() }
    }

    /// The folder's path.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Where the file of a subspace is, or would be.
    pub fn path_of(&self, subspace: Subspace) -> PathBuf {
        self.dir.join(file_name(subspace))
    }

    /// The subspaces that have a file, in ascending order: by the files' names, which they get when
    /// they are finished. None if there is no such folder.
    ///
    /// # Errors
    /// If the folder can't be read.
    pub fn subspaces(&self) -> Result<Vec<Subspace>, StoreError> {
        let mut found: Vec<Subspace> = self
            .file_names()?
            .iter()
            .filter_map(|name| name.strip_suffix(EXTENSION)?.strip_suffix('.')?.parse().ok())
            .collect();
        found.sort_unstable();
        Ok(found)
    }

    /// The file of a subspace: opened and checked at the first call, then kept open.
    ///
    /// # Errors
    /// If the file is missing, for other rules, or damaged; a later call tries again.
    pub fn open(&self, subspace: Subspace) -> Result<Arc<SubspaceFile>, StoreError> {
        let open =
            self.files.read().unwrap_or_else(PoisonError::into_inner).get(&subspace).cloned();
        if let Some(file) = open {
            return Ok(file);
        }
        let path = self.path_of(subspace);
        let file = Arc::new(SubspaceFile::open(&path, &self.rules, subspace, &self.cache)?);
        let mut files = self.files.write().unwrap_or_else(PoisonError::into_inner);
        Ok(Arc::clone(files.entry(subspace).or_insert(file)))
    }

    /// Opens the file of a subspace for the caller alone, who will read all of it once.
    ///
    /// # Errors
    /// If the file is missing, for other rules, or damaged.
    pub fn open_once(&self, subspace: Subspace) -> Result<SubspaceFile, StoreError> {
        SubspaceFile::open(&self.path_of(subspace), &self.rules, subspace, &self.cache)
    }

    /// The header of a subspace's file, without looking further into it.
    ///
    /// # Errors
    /// If the file is missing, for other rules, or truncated, or its header is damaged.
    pub fn header(&self, subspace: Subspace) -> Result<Header, StoreError> {
        read_header(&self.path_of(subspace), &self.rules, subspace)
    }

    /// Closes the file of a subspace, so that the next [`Folder::open`] sees a new one.
    pub fn close(&self, subspace: Subspace) {
        self.files.write().unwrap_or_else(PoisonError::into_inner).remove(&subspace);
    }

    /// Removes the temporary files that writers leave behind when they are killed, and says how
    /// many there were. Only for a folder that nobody is writing to.
    ///
    /// # Errors
    /// If the folder can't be read, or a file not removed.
    pub fn remove_leftovers(&self) -> Result<usize, StoreError> {
        let mut removed = 0;
        for name in self.file_names()?.iter().filter(|name| is_temporary(name)) {
            let path = self.dir.join(name);
            fs::remove_file(&path).map_err(|source| StoreError::io("remove", &path, source))?;
            removed += 1;
        }
        Ok(removed)
    }

    /// The names in the folder that are text; all of ours are.
    fn file_names(&self) -> Result<Vec<String>, StoreError> {
        let failed = |source| StoreError::io("read", &self.dir, source);
        let entries = match fs::read_dir(&self.dir) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries.map_err(failed)?,
        };
        let mut names = Vec::new();
        for entry in entries {
            names.extend(entry.map_err(failed)?.file_name().into_string());
        }
        Ok(names)
    }
}

/// The name of a subspace's file.
pub(super) fn file_name(subspace: Subspace) -> String {
    format!("{subspace}.{EXTENSION}")
}

/// How the names of temporary files begin; a random part follows.
pub(super) fn temporary_prefix(subspace: Subspace) -> String {
    format!(".{}.tmp-{}-", file_name(subspace), process::id())
}

fn is_temporary(name: &str) -> bool {
    name.strip_prefix('.')
        .and_then(|name| name.split_once(&format!(".{EXTENSION}.tmp-")))
        .is_some_and(|(subspace, _)| subspace.parse::<Subspace>().is_ok())
}
