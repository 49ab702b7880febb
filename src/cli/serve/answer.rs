//! Questions in text, answers in JSON: what each address of the API does, without HTTP.

use std::time::Instant;

use serde::Serialize;

use crate::board::Rules;
use crate::cli::query::json;
use crate::cli::report::{LineReport, QueryReport};
use crate::cli::review::Report;
use crate::cli::unlimited::Unlimited;
use crate::cli::{Common, stats};
use crate::notation::{
    Notation, NotationError, Record, parse, parse_position, parse_record, to_fen,
};
use crate::query::{Database, QueryError};
use crate::store::StoreError;

/// Most turns of a game that is reviewed: more than games have, and an answer of a megabyte.
const REVIEWED: usize = 1000;

/// Why there is no answer.
#[derive(Debug)]
pub enum Refusal {
    /// The request is wrong.
    Request(String),
    /// A database file is not there; the command makes it.
    Missing { error: String, command: Option<String> },
    /// The database is damaged, or cannot be read.
    Damaged(String),
    /// The request asks for too much.
    TooLarge(String),
    /// It takes too long.
    TooLong,
}

impl From<NotationError> for Refusal {
    fn from(error: NotationError) -> Refusal {
        Refusal::Request(error.to_string())
    }
}

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Refusal {
        let text = error.to_string();
        match error {
            StoreError::Missing { command, .. } => Refusal::Missing { error: text, command },
            _ => Refusal::Damaged(text),
        }
    }
}

impl From<QueryError> for Refusal {
    fn from(error: QueryError) -> Refusal {
        match error {
            QueryError::Store(error) => error.into(),
            QueryError::Invalid(_) => Refusal::Request(error.to_string()),
            QueryError::Contradiction { .. } => Refusal::Damaged(error.to_string()),
        }
    }
}

/// A text of JSON.
pub type Answer = Result<String, Refusal>;

fn answer(report: &impl Serialize) -> Answer {
    json(report).map_err(|error| Refusal::Damaged(format!("{error:#}")))
}

/// What the server answers from.
pub struct Answers {
    database: Database,
    unlimited: Unlimited,
}

impl Answers {
    pub fn new(common: &Common) -> Answers {
        Answers { database: common.database(), unlimited: Unlimited::new(common) }
    }

    fn rules(&self) -> &Rules {
        self.database.rules()
    }

    pub fn query(&self, position: &str) -> Answer {
        let setup = parse_position(position, self.rules())?;
        let analysis = self.database.analyse(&setup)?;
        let without = self.unlimited.value(&setup, &analysis)?;
        answer(&QueryReport::new(self.rules(), &setup, &analysis).without_limit(without))
    }

    pub fn line(&self, position: &str, deadline: Instant) -> Answer {
        let setup = parse_position(position, self.rules())?;
        match self.database.line_while(&setup, || Instant::now() < deadline)? {
            Some(line) => answer(&LineReport::new(self.rules(), &setup, &line)),
            None => Err(Refusal::TooLong),
        }
    }

    pub fn review(&self, game: &str, deadline: Instant) -> Answer {
        let game = parse(game, self.rules())?;
        if game.turns.len() > REVIEWED {
            let error = format!("the game has more than {REVIEWED} turns; `moara review` takes it");
            return Err(Refusal::TooLarge(error));
        }
        match self.database.review_while(&game, || Instant::now() < deadline)? {
            Some(review) => answer(&Report::new(self.rules(), &review)),
            None => Err(Refusal::TooLong),
        }
    }

    pub fn stats(&self) -> Answer {
        answer(&stats::rows(self.database.folder())?)
    }

    /// Needs no database.
    pub fn game(&self, text: &str) -> Answer {
        let record = parse_record(text, self.rules())?;
        answer(&GameReport::new(self.rules(), &record))
    }
}

/// A game or position as it was understood.
#[derive(Serialize)]
struct GameReport {
    rules: String,
    /// The positions, one more than there are moves.
    fens: Vec<String>,
    moves: Vec<String>,
    /// The game with move numbers, and what stands around its moves.
    record: String,
    /// Whether the last position is one with a capture pending.
    capture_pending: bool,
    /// Why the game is over in the last position, lost for the side to move: "stones" or "blocked".
    over: Option<&'static str>,
    /// What can be played in the last position.
    legal: Vec<String>,
}

impl GameReport {
    fn new(rules: &Rules, record: &Record) -> GameReport {
        let game = &record.game;
        let end = &game.end;
        let legal: Vec<String> = if end.capture_pending {
            end.legal_captures(rules).iter().map(|point| format!("x{point}")).collect()
        } else {
            end.legal_turns(rules).iter().map(ToString::to_string).collect()
        };
        let over = match legal.is_empty() {
            true if end.position().mover_has_lost_by_stones() => Some("stones"),
            true => Some("blocked"),
            false => None,
        };
        GameReport {
            rules: rules.to_string(),
            fens: game.setups(rules).iter().map(to_fen).collect(),
            moves: game.moves(Notation::Algebraic).collect(),
            record: record.write(rules, |_| ""),
            capture_pending: end.capture_pending,
            over,
            legal,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::MIN_MEN;
    use crate::notation::Setup;

    #[test]
    fn a_game_is_told_move_by_move() {
        let rules = Rules { men: MIN_MEN, ..Rules::STANDARD };
        let report = |text| GameReport::new(&rules, &parse_record(text, &rules).unwrap());
        let over = report("a1 a7 d1 d7 g1xa7");
        assert_eq!(over.over, Some("stones"));
        assert_eq!(over.record, "1. a1 a7 2. d1 d7 3. g1xa7");
        assert_eq!((over.fens.len(), over.moves.len()), (6, 5));
        assert_eq!(over.fens[0], to_fen(&Setup::start(&rules)));
        let pending = report("a1 a7 d1 d7 g1");
        assert!(pending.capture_pending);
        assert_eq!(pending.legal, ["xa7", "xd7"]);
        let text = format!("[FEN \"{}\"] xd7", pending.fens[5]);
        let captured = report(&text);
        assert_eq!(captured.moves, ["xd7"]);
        assert_eq!(captured.over, Some("stones"));
        let position = report(&pending.fens[3]);
        assert_eq!((position.fens.len(), position.legal.len()), (1, 21));
    }
}
