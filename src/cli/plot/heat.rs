//! The subspaces of the moving phase as a heat map: stones of the mover against those of the
//! opponent.

use std::fmt::Write;

use crate::cli::stats::Row;

const CELL: u32 = 96;
const MARGIN: u32 = 64;

/// A cell for each subspace of the moving phase among `rows`: its colour mixes wins (green), draws
/// (blue) and losses (red) of the side to move by their shares. Placing subspaces are left out.
pub fn heat_map(rows: &[Row], rules: &str) -> String {
    let rows: Vec<&Row> = rows.iter().filter(|row| row.is_moving()).collect();
    let sizes = rows.iter().flat_map(|row| [row.mover, row.opponent]);
    let (low, high) = (sizes.clone().min().unwrap_or(3), sizes.max().unwrap_or(3));
    let side = u32::from(high - low + 1) * CELL;
    let (width, height) = (side + MARGIN + 16, side + MARGIN + 56);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" font-size=\"12\" text-anchor=\"middle\">\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\
         <text x=\"{0}\" y=\"20\" font-size=\"15\">Moving phase, rules {rules}: \
         wins, draws, losses of the side to move</text>\
         <text x=\"{0}\" y=\"{1}\">stones of the opponent</text>\
         <text transform=\"translate(16 {2}) rotate(-90)\">stones of the side to move</text>\n",
        MARGIN + side / 2,
        height - 8,
        40 + side / 2,
    );
    // Writing to a string cannot fail.
    for stones in low..=high {
        let middle = u32::from(stones - low) * CELL + CELL / 2;
        let _ = write!(svg, "<text x=\"44\" y=\"{}\">{stones}</text>", 40 + middle + 4);
        let _ = writeln!(
            svg,
            "<text x=\"{}\" y=\"{}\">{stones}</text>",
            MARGIN + middle,
            40 + side + 20
        );
    }
    for row in rows {
        let x = MARGIN + u32::from(row.opponent - low) * CELL;
        let y = 40 + u32::from(row.mover - low) * CELL;
        let share = |n: u64| n as f64 / row.positions.max(1) as f64;
        let shares = [row.wins, row.draws, row.losses].map(share);
        let _ = write!(
            svg,
            "<g><title>{}-{}: {} positions</title>\
             <rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"{}\" stroke=\"#fff\"/>",
            row.mover,
            row.opponent,
            row.positions,
            color(shares),
        );
        let middle = x + CELL / 2;
        let signs = ["+", "=", "\u{2212}"];
        for (line, (sign, share)) in (0u32..).zip(signs.into_iter().zip(shares)) {
            let y = y + 24 + 17 * line;
            let _ =
                write!(svg, "<text x=\"{middle}\" y=\"{y}\">{sign} {:.2}%</text>", 100.0 * share);
        }
        let longest = [row.max_win, row.max_loss];
        let [win, loss] = longest.map(|plies| plies.map_or("-".to_owned(), |n| n.to_string()));
        let _ = writeln!(
            svg,
            "<text x=\"{middle}\" y=\"{}\" font-size=\"11\">{win} / {loss} plies</text></g>",
            y + 82
        );
    }
    svg + "</svg>\n"
}

/// Light enough for black text on it.
fn color(shares: [f64; 3]) -> String {
    const WIN: [f64; 3] = [110.0, 200.0, 120.0];
    const DRAW: [f64; 3] = [170.0, 195.0, 235.0];
    const LOSS: [f64; 3] = [240.0, 130.0, 115.0];
    let mix = |channel: usize| {
        let colors = [WIN, DRAW, LOSS].map(|color| color[channel]);
        colors.iter().zip(shares).map(|(color, share)| color * share).sum::<f64>().round()
    };
    format!("rgb({},{},{})", mix(0), mix(1), mix(2))
}
