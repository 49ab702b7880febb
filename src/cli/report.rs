//! What `query` and `line` answer, as JSON. The field names are a contract: see the README.

use serde::Serialize;

use crate::board::{Outcome, Rules, Value};
use crate::notation::{Setup, to_fen};
use crate::query::{Analysis, Line, LineEnd, RankedMove, Replies, unreachable};

/// A value as two fields; `plies` is null for a draw.
#[derive(Serialize)]
pub struct ValueReport {
    value: &'static str,
    plies: Option<u16>,
}

impl ValueReport {
    /// A value whose distance is not known.
    pub fn of_outcome(outcome: Outcome) -> ValueReport {
        ValueReport { value: outcome.name(), plies: None }
    }
}

impl From<Value> for ValueReport {
    fn from(value: Value) -> ValueReport {
        ValueReport { value: value.outcome().name(), plies: value.plies().map(|plies| plies.0) }
    }
}

/// A value, and the win or loss that the counter of an N-ply rule has turned into that draw.
#[derive(Serialize)]
pub struct CountedReport {
    #[serde(flatten)]
    value: ValueReport,
    #[serde(skip_serializing_if = "Option::is_none")]
    stored: Option<ValueReport>,
}

impl CountedReport {
    /// `turned` is the win or loss.
    pub fn new(value: Value, turned: Option<Value>) -> CountedReport {
        CountedReport { value: value.into(), stored: turned.map(ValueReport::from) }
    }
}

/// What answers under an N-ply rule say beside the value.
#[derive(Serialize)]
struct LimitReport {
    /// What `plies` counts.
    metric: &'static str,
    /// The counter of the position.
    quiet_plies: u16,
    /// The win or loss that the counter has turned into a draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    stored: Option<ValueReport>,
    /// The win or loss that a draw would be without the rule, in plies to the end of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    without_limit: Option<ValueReport>,
}

/// The head of each answer.
#[derive(Serialize)]
struct Head {
    fen: String,
    rules: String,
    to_move: &'static str,
    #[serde(flatten)]
    value: ValueReport,
    /// Why no play leads here, where that is certain.
    #[serde(skip_serializing_if = "Option::is_none")]
    unreachable: Option<&'static str>,
    #[serde(flatten)]
    limit: Option<LimitReport>,
}

impl Head {
    fn new(rules: &Rules, setup: &Setup, value: Value, turned: Option<Value>) -> Head {
        let limit = rules.draw_after.map(|_| LimitReport {
            metric: rules.metric().name(),
            quiet_plies: setup.plies_since_capture,
            stored: turned.map(ValueReport::from),
            without_limit: None,
        });
        Head {
            fen: to_fen(setup),
            rules: rules.to_string(),
            to_move: setup.to_move.name(),
            value: value.into(),
            unreachable: unreachable(rules, setup),
            limit,
        }
    }
}

/// The answer of `query --json`.
#[derive(Serialize)]
pub struct QueryReport {
    #[serde(flatten)]
    head: Head,
    moves: Vec<MoveReport>,
}

#[derive(Serialize)]
pub struct MoveReport {
    #[serde(rename = "move")]
    mv: String,
    #[serde(flatten)]
    value: CountedReport,
    replies: RepliesReport,
}

#[derive(Serialize)]
struct RepliesReport {
    win: u32,
    draw: u32,
    loss: u32,
}

impl From<Replies> for RepliesReport {
    fn from(replies: Replies) -> RepliesReport {
        RepliesReport { win: replies.win, draw: replies.draw, loss: replies.loss }
    }
}

impl QueryReport {
    pub fn new(rules: &Rules, setup: &Setup, analysis: &Analysis) -> QueryReport {
        let moves = analysis.moves.iter().map(MoveReport::from).collect();
        QueryReport { head: Head::new(rules, setup, analysis.value, analysis.turned), moves }
    }

    /// The same with the value without an N-ply rule, if it is known and another.
    #[must_use]
    pub fn without_limit(mut self, value: Option<Value>) -> QueryReport {
        if let Some(limit) = &mut self.head.limit {
            limit.without_limit = value.map(ValueReport::from);
        }
        self
    }
}

impl From<&RankedMove> for MoveReport {
    fn from(RankedMove { mv, value, turned, replies }: &RankedMove) -> MoveReport {
        MoveReport {
            mv: mv.to_string(),
            value: CountedReport::new(*value, *turned),
            replies: (*replies).into(),
        }
    }
}

/// The answer of `line --json`.
#[derive(Serialize)]
pub struct LineReport {
    #[serde(flatten)]
    head: Head,
    line: Vec<StepReport>,
    end: &'static str,
}

#[derive(Serialize)]
struct StepReport {
    #[serde(rename = "move")]
    mv: String,
    #[serde(flatten)]
    value: CountedReport,
    fen: String,
}

impl LineReport {
    pub fn new(rules: &Rules, setup: &Setup, line: &Line) -> LineReport {
        let steps = line.steps.iter().map(|step| StepReport {
            mv: step.mv.to_string(),
            value: CountedReport::new(step.value, step.turned),
            fen: to_fen(&step.after),
        });
        let end = match line.end {
            LineEnd::Stones => "stones",
            LineEnd::Blocked => "blocked",
            LineEnd::Repetition => "repetition",
            LineEnd::Limit => "limit",
        };
        LineReport {
            head: Head::new(rules, setup, line.value, line.turned),
            line: steps.collect(),
            end,
        }
    }
}

/// What a line of a stream gets when it can't be answered.
#[derive(Serialize)]
pub struct ErrorReport {
    pub error: String,
}
