//! `moara review`: a game turn by turn.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Context, anyhow};
use clap::{Args, ValueEnum};
use serde::Serialize;

use super::query::json;
use super::report::{MoveReport, ValueReport};
use super::wording::{note, short};
use super::{Common, Failure, Outcome, input, plot};
use crate::board::{Metric, Rules, Value};
use crate::notation::{Color, Setup, parse_game, to_fen};
use crate::query::{Review, ReviewedTurn, Verdict};

/// Review a game: what each turn was worth, the mistakes, and what would have been better
#[derive(Args)]
#[command(after_help = "\
The game is a list of moves in any notation that moara reads, from the empty board or from a
[FEN \"...\"] header; comments and variations in it are read over.

Examples:
  moara review game.txt
  moara review --format record game.txt > reviewed.txt    the game with comments
  moara review --plot game.svg - < game.txt               also draw a graph of the values")]
pub struct ReviewArgs {
    /// The file with the game, or - for standard input
    game: PathBuf,

    /// Output format
    #[arg(long, value_enum, default_value = "text")]
    format: Format,

    /// The same as --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,

    /// Draw the values as a graph into this file (SVG)
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A table to read
    Text,
    /// One object
    Json,
    /// The moves with a comment after each, for other programs
    Record,
}

impl ReviewArgs {
    pub fn run(self, common: &Common) -> Outcome {
        let rules = common.rules();
        let text = self.read()?;
        let game = parse_game(&text, &rules)
            .map_err(|error| Failure::Request(anyhow!("cannot read the game: {error}")))?;
        let review = common.database().review(&game)?;
        if let Some(path) = &self.plot {
            fs::write(path, plot::values(&review))
                .with_context(|| format!("cannot write {}", path.display()))?;
        }
        let format = if self.json { Format::Json } else { self.format };
        let mut out = io::stdout().lock();
        match format {
            Format::Text => write!(out, "{}", text_of(&rules, &review))?,
            Format::Json => writeln!(out, "{}", json(&Report::new(&rules, &review))?)?,
            Format::Record => writeln!(out, "{}", record(&rules, &review))?,
        }
        if let Some(turn) = game.pending {
            let _ = writeln!(
                io::stderr(),
                "the last turn, {turn}, is left out: it has to take a stone"
            );
        }
        Ok(())
    }

    fn read(&self) -> Result<String, Failure> {
        if self.game.as_os_str() == "-" {
            return input::stdin();
        }
        let name = self.game.display().to_string();
        let file = fs::File::open(&self.game)
            .with_context(|| format!("cannot open {name}"))
            .map_err(Failure::Request)?;
        input::read(file, &name)
    }
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

fn text_of(rules: &Rules, review: &Review) -> String {
    let mut text = format!("rules {rules}\n");
    text += &note(rules).map(|note| note + "\n").unwrap_or_default();
    text += "\nply  side   move        before              after               remark\n";
    for (ply, turn) in (1..).zip(&review.turns) {
        let mut remark = remark(rules, turn);
        if !remark.is_empty() {
            remark += &format!("; best: {}", best(turn));
        }
        let line = format!(
            "{ply:>3}  {:<5}  {:<10}  {:<18}  {:<18}  {remark}",
            turn.before.to_move.name(),
            turn.mv.to_string(),
            short(rules, &turn.before, turn.value, None),
            short(rules, &turn.before, turn.played, None),
        );
        text += line.trim_end();
        text.push('\n');
    }
    for side in [Color::White, Color::Black] {
        let s = review.summary(side);
        text += &format!(
            "\n{side}: {} turns, {} of them best, {} slower ({} plies lost), wins thrown away: {}, \
             draws lost: {}",
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

/// The moves with comments, in a form that is read back.
fn record(rules: &Rules, review: &Review) -> String {
    let mut words = Vec::new();
    let start = review.turns.first().map_or(review.end, |turn| turn.before);
    if start != Setup::start(rules) {
        words.push(format!("[FEN \"{}\"]\n", to_fen(&start)));
    }
    for (ply, turn) in review.turns.iter().enumerate() {
        let white = turn.before.to_move == Color::White;
        if white {
            words.push(format!("{}.", turn.before.move_number));
        } else if ply == 0 {
            words.push(format!("{}...", turn.before.move_number));
        }
        let mark = match turn.verdict {
            Verdict::WinToLoss => "??",
            Verdict::WinToDraw | Verdict::DrawToLoss => "?",
            Verdict::Slower(_) | Verdict::Best => "",
        };
        words.push(format!("{}{mark}", turn.mv));
        let mut comment = short(rules, &turn.before, turn.played, None);
        let remark = remark(rules, turn);
        if !remark.is_empty() {
            comment += &format!(": {remark}; best: {}", best(turn));
        }
        words.push(format!("{{{comment}}}"));
    }
    words.join(" ").replace("\n ", "\n")
}

#[derive(Serialize)]
struct Report {
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
    before: ValueReport,
    after: ValueReport,
    verdict: &'static str,
    plies_lost: u8,
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
    fn new(rules: &Rules, review: &Review) -> Report {
        let turn = |(ply, turn): (usize, &ReviewedTurn)| TurnReport {
            ply,
            fen: to_fen(&turn.before),
            to_move: turn.before.to_move.name(),
            mv: turn.mv.to_string(),
            before: turn.value.into(),
            after: turn.played.into(),
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
