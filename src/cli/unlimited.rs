//! What a draw under an N-ply rule would be without it, where the files of that profile are there too.

use super::Common;
use crate::board::{Metric, Outcome, Rules, Value};
use crate::notation::Setup;
use crate::query::{Analysis, Database, QueryError};
use crate::store::StoreError;

/// The profile without the N-ply rule, of which only draws are asked.
pub struct Unlimited(Option<Database>);

impl Unlimited {
    pub fn new(common: &Common) -> Unlimited {
        let rules = common.rules();
        let without = Rules { draw_after: None, ..rules };
        Unlimited((rules != without).then(|| Database::open(&common.db, &without)))
    }

    /// The value of a setup without the rule; `None` if there is no such rule, or it makes no
    /// difference, or the files are not there.
    ///
    /// # Errors
    /// If a file is damaged.
    pub fn value(&self, setup: &Setup, analysis: &Analysis) -> Result<Option<Value>, QueryError> {
        let Some(database) = self.0.as_ref().filter(|_| analysis.value == Value::Draw) else {
            return Ok(None);
        };
        match database.analyse_without_replies(setup) {
            Ok(without) => Ok(Some(without.value).filter(|value| *value != Value::Draw)),
            Err(QueryError::Store(StoreError::Missing { .. })) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

/// `Without the 50-turn rule: won in 61 plies to the end of the game.`
pub fn sentence(rules: &Rules, value: Value) -> Option<String> {
    let (limit, plies) = (rules.draw_after?, value.plies()?);
    let would = if value.outcome() == Outcome::Win { "won" } else { "lost" };
    let last = Metric::End.name().trim_start_matches("plies ");
    Some(format!("Without the {limit}-turn rule: {would} in {plies} {last}."))
}
