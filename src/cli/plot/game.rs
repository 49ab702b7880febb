//! The values of a game as a graph.

use std::fmt::Write;

use crate::board::Value;
use crate::notation::Color;
use crate::query::Review;

const HEIGHT: f64 = 240.0;
const MARGIN: f64 = 30.0;
/// Width of a ply.
const STEP: f64 = 12.0;
/// Wins that take so many plies or more are drawn alike.
const FAR: u16 = 250;

/// A graph of a game's values for White: a win is above the middle, the nearer to the end the
/// higher; draws are the middle. Turns that change the outcome are marked.
pub fn values(review: &Review) -> String {
    let width = 2.0 * MARGIN + STEP * review.turns.len().max(10) as f64;
    let x = |ply: usize| MARGIN + STEP * ply as f64;
    let y = |value: f64| MARGIN + (HEIGHT - 2.0 * MARGIN) * (1.0 - value) / 2.0;
    let (mut points, mut marks) = (String::new(), String::new());
    if let Some(first) = review.turns.first() {
        let _ =
            write!(points, "{:.1},{:.1}", x(0), y(for_white(first.value, first.before.to_move)));
    }
    for (ply, turn) in (1..).zip(&review.turns) {
        let (x, y) = (x(ply), y(for_white(turn.played, turn.before.to_move)));
        let _ = write!(points, " {x:.1},{y:.1}");
        if turn.verdict.is_mistake() {
            let _ = write!(
                marks,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"#c0392b\"><title>{ply}. {}</title></circle>",
                turn.mv
            );
        }
    }
    let (middle, right) = (y(0.0), width - MARGIN);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {HEIGHT:.0}\" \
         font-family=\"sans-serif\" font-size=\"11\">\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\
         <line x1=\"{MARGIN}\" y1=\"{middle:.1}\" x2=\"{right:.1}\" y2=\"{middle:.1}\" stroke=\"#999\"/>\
         <text x=\"{MARGIN}\" y=\"20\">White wins</text>\
         <text x=\"{MARGIN}\" y=\"{:.1}\">Black wins</text>\
         <polyline points=\"{points}\" fill=\"none\" stroke=\"#2c3e50\" stroke-width=\"2\"/>{marks}</svg>\n",
        HEIGHT - 12.0,
    )
}

/// A value on a scale from -1, Black wins at once, to 1, White wins at once.
fn for_white(value: Value, side: Color) -> f64 {
    let near = |plies: u16| 1.0 - 0.8 * f64::from(plies.min(FAR)) / f64::from(FAR);
    let value = match value {
        Value::Win(plies) => near(plies.0),
        Value::Draw => 0.0,
        Value::Loss(plies) => -near(plies.0),
    };
    if side == Color::White { value } else { -value }
}
