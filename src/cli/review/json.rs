//! A reviewed game as JSON.

use serde::Serialize;

use crate::board::Rules;
use crate::cli::report::{CountedReport, MoveReport};
use crate::notation::{Color, to_fen};
use crate::query::{Review, ReviewedTurn, Verdict};

/// The answer of `review --format json`.
#[derive(Serialize)]
pub struct Report {
    rules: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    metric: Option<&'static str>,
    turns: Vec<TurnReport>,
    white: SummaryReport,
    black: SummaryReport,
}

#[derive(Serialize)]
struct TurnReport {
    ply: usize,
    fen: String,
    to_move: &'static str,
    #[serde(rename = "move")]
    mv: String,
    before: CountedReport,
    after: CountedReport,
    verdict: &'static str,
    plies_lost: u16,
    best: Vec<MoveReport>,
}

#[derive(Serialize)]
struct SummaryReport {
    turns: u32,
    best: u32,
    slower: u32,
    plies_lost: u32,
    win_to_draw: u32,
    win_to_loss: u32,
    draw_to_loss: u32,
}

impl Report {
    /// The report on a review.
    pub fn new(rules: &Rules, review: &Review) -> Report {
        let turn = |(ply, turn): (usize, &ReviewedTurn)| TurnReport {
            ply,
            fen: to_fen(&turn.before),
            to_move: turn.before.to_move.name(),
            mv: turn.mv.to_string(),
            before: CountedReport::new(turn.value, turn.turned),
            after: CountedReport::new(turn.played, turn.played_turned),
            verdict: match turn.verdict {
                Verdict::Best => "best",
                Verdict::Slower(_) => "slower",
                Verdict::WinToDraw => "win_to_draw",
                Verdict::WinToLoss => "win_to_loss",
                Verdict::DrawToLoss => "draw_to_loss",
            },
            plies_lost: if let Verdict::Slower(plies) = turn.verdict { plies } else { 0 },
            best: turn.best.iter().map(MoveReport::from).collect(),
        };
        let summary = |side| {
            let s = review.summary(side);
            SummaryReport {
                turns: s.turns,
                best: s.best,
                slower: s.slower,
                plies_lost: s.plies_lost,
                win_to_draw: s.win_to_draw,
                win_to_loss: s.win_to_loss,
                draw_to_loss: s.draw_to_loss,
            }
        };
        Report {
            rules: rules.to_string(),
            metric: rules.draw_after.map(|_| rules.metric().name()),
            turns: (1..).zip(&review.turns).map(turn).collect(),
            white: summary(Color::White),
            black: summary(Color::Black),
        }
    }
}
