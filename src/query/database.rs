//! An open database: the value of any position that it covers.

use std::path::Path;

use thiserror::Error;

use crate::board::{InvalidPosition, Metric, Outcome, Plies, Position, Rules, Value, legal_turns};
use crate::index::{Layout, Subspace};
use crate::notation::{Setup, to_fen};
use crate::store::{Folder, StoreError};

/// Why a question has no answer.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum QueryError {
    /// A file is missing or damaged.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The position can't be one of the game.
    #[error("no position of this game: {0}")]
    Invalid(#[from] InvalidPosition),
    /// The stored value of a position is not that of its best turn.
    #[error(
        "the database contradicts itself: {fen} is stored as a {stored}, but its best turn makes \
         it a {best}; run `moara verify` to find the bad file"
    )]
    Contradiction {
        /// The position.
        fen: String,
        /// Its stored value, or win, draw or loss where there is no more.
        stored: String,
        /// The value of its best turn.
        best: Value,
    },
}

/// The database of one rule profile. Files are opened when they are first needed and kept open;
/// it can be shared between threads.
///
/// ```no_run
/// use moara::board::{Point, Position, Rules};
/// use moara::query::Database;
///
/// let set = |names: &str| names.split(' ').filter_map(Point::from_name).collect();
/// let database = Database::open("data".as_ref(), &Rules::STANDARD);
/// let value = database.probe(&Position::moving(set("a4 d7 g1"), set("g7 d1 b4")))?;
/// assert_eq!(value.to_string(), "win in 13 plies");
/// # Ok::<(), moara::query::QueryError>(())
/// ```
pub struct Database {
    folder: Folder,
}

impl Database {
    /// The database of these rules in the folder `db`. Nothing is read yet.
    pub fn open(db: &Path, rules: &Rules) -> Database {
        Database { folder: Folder::new(db, rules) }
    }

    /// The database of these files, which may have a cache of another size.
    pub fn from_folder(folder: Folder) -> Database {
        Database { folder }
    }

    /// The folder with the files.
    pub fn folder(&self) -> &Folder {
        &self.folder
    }

    /// The rules that the values hold under.
    pub fn rules(&self) -> &Rules {
        self.folder.rules()
    }

    /// The value of a position for the side to move. A side to move with fewer than three stones
    /// in all has lost in 0 plies. Under an N-ply rule it is the value when no plies have been
    /// played since the last placing or capture: [`Database::analyse`] knows the others.
    ///
    /// # Errors
    /// If it can't be a position of the game, or its file is missing or damaged.
    pub fn probe(&self, position: &Position) -> Result<Value, QueryError> {
        if position.mover_has_lost_by_stones() {
            return Ok(Value::Loss(Plies(0)));
        }
        let (subspace, slot) = self.slot(position)?;
        let file = self.folder.open(subspace)?;
        if file.header().stores_distances() {
            return Ok(file.value(slot)?);
        }
        match (self.rules().metric(), file.outcome(slot)?) {
            (_, Outcome::Draw) => Ok(Value::Draw),
            (Metric::End, outcome) => self.value_from_turns(position, outcome),
            // Every turn there places a stone.
            (Metric::Capture { .. }, Outcome::Win) => Ok(Value::Win(Plies(1))),
            (Metric::Capture { .. }, Outcome::Loss) => Ok(Value::Loss(Plies(1))),
        }
    }

    /// The value of a position whose outcome alone is stored.
    fn value_from_turns(&self, position: &Position, outcome: Outcome) -> Result<Value, QueryError> {
        let mut best = Value::Loss(Plies(0));
        for turn in legal_turns(self.rules(), position) {
            let after = self.probe(&turn.apply(position))?;
            best = best.max(self.rules().metric().of_turn(after, turn.zeroes()));
        }
        if best.outcome() == outcome {
            return Ok(best);
        }
        let fen = to_fen(&Setup::with_likely_color(self.rules(), position));
        Err(QueryError::Contradiction { fen, stored: outcome.name().to_owned(), best })
    }

    /// Win, draw or loss of a position for the side to move. Needs only the first plane of the
    /// file, about a quarter of it.
    ///
    /// # Errors
    /// As [`Database::probe`].
    pub fn outcome(&self, position: &Position) -> Result<Outcome, QueryError> {
        if position.mover_has_lost_by_stones() {
            return Ok(Outcome::Loss);
        }
        let (subspace, slot) = self.slot(position)?;
        Ok(self.folder.open(subspace)?.outcome(slot)?)
    }

    fn slot(&self, position: &Position) -> Result<(Subspace, usize), QueryError> {
        position.validate(self.rules())?;
        let subspace = Subspace::of(position);
        Ok((subspace, Layout::new(subspace).slot(position)))
    }
}
