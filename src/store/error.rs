//! What can go wrong with a database file. Each message names the file, the cause and the mend.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::board::Rules;
use crate::index::Subspace;

/// An error of a database file.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum StoreError {
    /// There is no such file.
    #[error(
        "no database for {subspace} (rules {rules}): {} does not exist; {}", path.display(),
        match command {
            Some(command) => format!("make it with `{command}`"),
            None => "play from the empty board can't lead to such numbers of stones, so it is not \
                     solved".to_owned(),
        }
    )]
    Missing {
        /// The file looked for.
        path: PathBuf,
        /// The subspace it would hold.
        subspace: Subspace,
        /// The canonical name of the rules.
        rules: String,
        /// The command that makes it; none if the subspace can't arise, and so is never solved.
        command: Option<String>,
    },

    /// The operating system refused.
    #[error("cannot {action} {}: {cause}{}", path.display(), mend(cause))]
    Io {
        /// What was tried: "read", "write" and so on.
        action: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// The operating system's reason; part of the message, and so no `source` of it.
        cause: io::Error,
    },

    /// Another process writes to the folder.
    #[error("{} is in use by {holder}; wait until it has finished, or stop it", path.display())]
    InUse {
        /// The folder.
        path: PathBuf,
        /// What is known of that process.
        holder: String,
    },

    /// The file does not begin with the magic bytes.
    #[error("{} is not a moara database; move it away and run `moara generate`", path.display())]
    NotADatabase {
        /// The file.
        path: PathBuf,
    },

    /// The file has another format version.
    #[error(
        "{} has format version {got}, but this program reads version {expected}; use a matching \
         release, or delete the file and run `moara generate` again", path.display()
    )]
    Version {
        /// The file.
        path: PathBuf,
        /// The version that this program reads.
        expected: u32,
        /// The version of the file.
        got: u32,
    },

    /// The file was made under other rules.
    #[error(
        "{} was made for the rules \"{got}\", but \"{expected}\" is asked for; pass the matching \
         rules, or delete the file and run `moara generate` again", path.display()
    )]
    Rules {
        /// The file.
        path: PathBuf,
        /// The canonical name of the rules asked for.
        expected: String,
        /// The name that the file has; with its fingerprint if only that differs.
        got: String,
    },

    /// The file holds another subspace: it was renamed.
    #[error(
        "{} holds the subspace {got}, but {expected} is expected; rename it to {got}.moara, or \
         delete it and run `moara generate` again", path.display()
    )]
    WrongSubspace {
        /// The file.
        path: PathBuf,
        /// The subspace asked for.
        expected: Subspace,
        /// The subspace of the file, as it names it.
        got: Subspace,
    },

    /// The file is shorter or longer than its header says.
    #[error(
        "{} is {}: {got} bytes where {expected} are expected; copy it again, or delete it and run \
         `moara generate` again",
        path.display(), if got < expected { "truncated" } else { "too long" }
    )]
    Length {
        /// The file.
        path: PathBuf,
        /// The length that it should have, in bytes.
        expected: u64,
        /// The length that it has, in bytes.
        got: u64,
    },

    /// The bytes are not those that were written.
    #[error(
        "{} is damaged ({what}{}); delete it and run `moara generate` again",
        path.display(), block.map(|block| format!(", block {block}")).unwrap_or_default()
    )]
    Corrupt {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        what: &'static str,
        /// The block it is in, unless it is in the header or an index.
        block: Option<usize>,
    },

    /// The file was cut after the outcomes, and a distance is asked for.
    #[error(
        "{} holds outcomes only, no distances; copy the whole file, or delete it and run \
         `moara generate` again", path.display()
    )]
    NoDistances {
        /// The file.
        path: PathBuf,
    },
}

impl StoreError {
    /// The file or folder that the error is about.
    pub fn path(&self) -> &Path {
        match self {
            StoreError::Missing { path, .. }
            | StoreError::Io { path, .. }
            | StoreError::InUse { path, .. }
            | StoreError::NotADatabase { path }
            | StoreError::Version { path, .. }
            | StoreError::Rules { path, .. }
            | StoreError::WrongSubspace { path, .. }
            | StoreError::Length { path, .. }
            | StoreError::Corrupt { path, .. }
            | StoreError::NoDistances { path } => path,
        }
    }

    pub(super) fn io(action: &'static str, path: &Path, cause: io::Error) -> StoreError {
        StoreError::Io { action, path: path.to_owned(), cause }
    }

    pub(super) fn missing(path: &Path, rules: &Rules, subspace: Subspace) -> StoreError {
        // <db>/<rules>/<subspace>.moara
        let db = path.parent().and_then(Path::parent);
        let mut command = "moara generate".to_owned();
        if let Some(db) = db.filter(|db| !db.as_os_str().is_empty()) {
            let db = db.display().to_string();
            let quote = if db.contains(char::is_whitespace) { "\"" } else { "" };
            command += &format!(" --db {quote}{db}{quote}");
        }
        if *rules != Rules::STANDARD {
            command += &format!(" --rules {rules}");
        }
        let command = subspace.can_arise(rules).then_some(command);
        StoreError::Missing { path: path.to_owned(), subspace, rules: rules.to_string(), command }
    }
}

/// What to do about an I/O error, where that can be said.
fn mend(cause: &io::Error) -> &'static str {
    match cause.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
            "; free some space and run the command again, finished files are kept"
        }
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            "; check the permissions, or choose another folder with --db"
        }
        _ => "",
    }
}
