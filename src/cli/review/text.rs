//! A reviewed game as text: a table to read, and a record that other programs read.

use crate::board::{Metric, Rules, Value};
use crate::cli::paint;
use crate::cli::wording::{note, short};
use crate::notation::{Color, Note, Record};
use crate::query::{Review, ReviewedTurn, Verdict};

/// The turns as a table, and a summary of each side.
pub fn table(rules: &Rules, review: &Review) -> String {
    let mut text = format!("rules {rules}\n");
    text += &note(rules).map(|note| note + "\n").unwrap_or_default();
    text += "\nply  side   move        before              after               remark\n";
    for (ply, turn) in (1..).zip(&review.turns) {
        let mut remark = remark(rules, turn);
        if !remark.is_empty() {
            remark += &format!("; best: {}", best(turn));
        }
        if turn.verdict.is_mistake() {
            remark = paint::mistake(&remark);
        }
        let value = |value: Value, turned, width| {
            paint::padded(&short(rules, &turn.before, value, turned), width, value.outcome())
        };
        let line = format!(
            "{ply:>3}  {:<5}  {:<10}  {}  {}  {remark}",
            turn.before.to_move.name(),
            turn.mv.to_string(),
            value(turn.value, turn.turned, 18),
            value(turn.played, turn.played_turned, if remark.is_empty() { 0 } else { 18 }),
        );
        text += line.trim_end();
        text.push('\n');
    }
    for side in [Color::White, Color::Black] {
        let s = review.summary(side);
        text += &format!(
            "\n{side}: turns {}, of them best {}, slower {} ({} plies lost), wins thrown away {}, \
             draws lost {}",
            s.turns,
            s.best,
            s.slower,
            s.plies_lost,
            s.win_to_draw + s.win_to_loss,
            s.draw_to_loss
        );
    }
    text + "\n"
}

/// The record with a comment on each move, in a form that is read back. Headers, comments and
/// variations that it has are kept.
pub fn record(rules: &Rules, record: &Record, review: &Review) -> String {
    let mark = |ply: usize| match review.turns.get(ply).map(|turn| turn.verdict) {
        Some(Verdict::WinToLoss) => "??",
        Some(Verdict::WinToDraw | Verdict::DrawToLoss) => "?",
        Some(Verdict::Slower(_) | Verdict::Best) | None => "",
    };
    let comments = (1..).zip(&review.turns).map(|(moves, turn)| {
        let mut comment = short(rules, &turn.before, turn.played, turn.played_turned);
        let remark = remark(rules, turn);
        if !remark.is_empty() {
            comment += &format!(": {remark}; best: {}", best(turn));
        }
        Note { moves, text: format!("{{{comment}}}") }
    });
    // Of one move, the review's comes first.
    let notes = comments.chain(record.notes.iter().cloned()).collect();
    Record { notes, ..record.clone() }.write(rules, mark)
}

/// What is wrong with a turn, in a few words; empty if nothing is.
fn remark(rules: &Rules, turn: &ReviewedTurn) -> String {
    let [wins, loses] = match rules.metric() {
        Metric::End => ["wins", "loses"],
        Metric::Capture { .. } => ["wins, with the next capture", "loses, with the next capture"],
    };
    match turn.verdict {
        Verdict::Best => String::new(),
        Verdict::Slower(plies) if turn.value > Value::Draw => format!("{wins} {plies} plies later"),
        Verdict::Slower(plies) => format!("{loses} {plies} plies sooner"),
        Verdict::WinToDraw => "throws the win away".to_owned(),
        Verdict::WinToLoss => "throws the win away, and loses".to_owned(),
        Verdict::DrawToLoss => "loses the draw".to_owned(),
    }
}

/// The first of the best moves, `a4-d6, a4-d5 (and 3 more)`.
fn best(turn: &ReviewedTurn) -> String {
    const SHOWN: usize = 3;
    let names: Vec<String> = turn.best.iter().take(SHOWN).map(|best| best.mv.to_string()).collect();
    let names = names.join(", ");
    match turn.best.len().checked_sub(SHOWN) {
        Some(more) if more > 0 => format!("{names} (and {more} more)"),
        _ => names,
    }
}
