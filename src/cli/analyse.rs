//! `secateur analyse`: shows the best lines of positions.

use super::input::{
    NumberedGame, ParsedLines, STANDARD_INPUT, describe_rejected, is_pgn, parse_lines, position,
    read_bytes, read_pgn,
};
use super::json::Json;
use super::numbers::within;
use super::other::AnalystOptions;
use super::resume::{Interrupted, stop_on_interrupt};
use super::techniques::TechniqueOptions;
use crate::chess::Game;
use crate::chess::epd::Epd;
use crate::chess::fen::CastlingMode;
use crate::chess::moves::MAX_LEGAL_MOVES;
use crate::chess::san::numbered;
use crate::files::write_atomically;
use crate::quote::escaped;
use crate::screen::{Redrawn, is_redrawable, width, wrap};
use crate::search::{Limits, Progress, Signals};
use crate::stop::Stop;
use crate::tools::analysis::{
    Analysed, Analysis, AnalysisLine, AnalysisTask, Analyst, map_in_parallel,
};
use crate::tools::suites;
use anyhow::{Result, anyhow, bail};
use clap::Args;
use serde_json::{Value, json};
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

/// Default time for each position.
const TIME: Duration = Duration::from_secs(1);
/// Time between two updates of the lines on a terminal.
const DRAW_EVERY: Duration = Duration::from_millis(50);
/// Indentation of the second line of a variation, in columns.
const INDENT: usize = 4;

/// Searches a position, or every position of a FEN or EPD file, or the last position of every game
/// in a PGN file. Shows the best lines with win, draw and loss probabilities. Scores and
/// probabilities are from the point of view of the side to move; +1.00 is a 50 % probability to win.
/// In a PGN game, earlier positions count for repetitions.
///
/// Without a limit, each position gets one second. With --json, each position is an object on one
/// line; `lines` holds its variations. In a terminal, the lines are updated during the search.
/// Ctrl-C stops the search and shows the best lines so far.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub struct AnalyseOptions {
    /// Position (FEN or startpos), file (FEN, EPD or PGN) or built-in suite; - reads standard input
    #[arg(value_name = "FEN|FILE", required = true, num_args = 1..)]
    what: Vec<String>,
    /// Number of lines for each position (MultiPV)
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = within::<u64>(1..=MAX_LEGAL_MOVES as u64))]
    multipv: u64,
    #[command(flatten)]
    json: Json,
    /// Use Chess960 castling: K and Q in a FEN mean the outermost rooks, and JSON has castling as
    /// king takes rook
    #[arg(long)]
    chess960: bool,
    #[command(flatten)]
    analyst: AnalystOptions,
    #[command(flatten)]
    techniques: TechniqueOptions,
}

const AFTER_HELP: &str = "\
Examples:
  secateur analyse 'r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 0 1' --depth 12
  secateur analyse epd/wac.epd --nodes 100000 --jobs 2 --json
  secateur analyse games.pgn --time 5 --multipv 3 --threads 2
  secateur analyse startpos --depth 12 --set null-move.mode=off

Exit codes:
  0  done
  1  done, but some games or lines could not be read and were skipped
  2  invalid input; the error message names the place
  130  interrupted; the best lines so far are shown";

/// A position to analyse.
struct Position {
    name: String,
    game: Game,
}

/// Runs `secateur analyse`, which analyses positions and prints their best lines.
pub fn run(options: &AnalyseOptions) -> Result<ExitCode> {
    let (positions, broken) = read(options)?;
    let what = options.what.join(" ");
    options
        .json
        .check([Path::new(&what)].into_iter().chain(options.analyst.search.evaluation_file()))?;
    let limits = options.analyst.search.limits_or(Limits::with_move_time(TIME));
    let engines = options.analyst.analysts(
        options.techniques.techniques()?,
        options.multipv,
        positions.len(),
    )?;
    let (stop, signals) = (Stop::default(), stop_on_interrupt()?);
    // The output of parallel searches would overlap.
    let is_drawn = engines.len() == 1 && is_redrawable() && !options.json.is_printed();
    let (mut found, mut failure) = (Vec::new(), None);
    map_in_parallel(
        &positions,
        engines,
        &stop,
        &|engine: &mut Box<dyn Analyst>, position: &Position| {
            let analysis = search(engine.as_mut(), position, &limits, &signals, is_drawn);
            if signals.is_stopped() || analysis.is_err() {
                stop.request();
            }
            analysis
        },
        &mut |index, analysis| {
            let analysis = match analysis {
                Ok(analysis) => analysis,
                Err(error) => {
                    failure.get_or_insert(error);
                    return;
                }
            };
            let position = &positions[index];
            if options.json.is_printed() {
                println!("{}", as_json(position, &analysis, options));
            } else {
                let progress = &analysis.answer.progress;
                let lines = as_lines(position, &analysis.lines, progress, width());
                println!("{}\n", lines.join("\n"));
            }
            found.push(as_json(position, &analysis, options));
        },
    );
    if let Some(file) = options.json.file() {
        let lines: String = found.iter().map(|analysis| format!("{analysis}\n")).collect();
        write_atomically(file, &lines)?;
    }
    if let Some(error) = failure {
        bail!(error);
    }
    if signals.is_stopped() {
        let (shown, all) = (found.len(), positions.len());
        bail!(Interrupted(format!(
            "with {shown} of {all} positions shown; searches in progress were cut short"
        )));
    }
    Ok(if broken { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// Analyses a position. If `is_drawn`, the lines are redrawn during the search.
fn search(
    engine: &mut dyn Analyst,
    position: &Position,
    limits: &Limits,
    signals: &Signals,
    is_drawn: bool,
) -> Analysed {
    engine.forget();
    let (mut screen, mut drawn) = (Redrawn::default(), Duration::ZERO);
    let mut watcher = |lines: &[AnalysisLine], progress: &Progress| {
        if is_drawn && progress.time.saturating_sub(drawn) >= DRAW_EVERY {
            drawn = progress.time;
            screen.draw(&as_lines(position, lines, progress, None));
        }
    };
    let task = AnalysisTask { game: &position.game, limits, signals };
    let analysis = engine.analyse(&task, &mut watcher);
    screen.clear();
    analysis
}

/// The positions, and whether some were skipped.
fn read(options: &AnalyseOptions) -> Result<(Vec<Position>, bool)> {
    let what = options.what.join(" ");
    let path = Path::new(&what);
    if what != STANDARD_INPUT && !suites::is_file(path) {
        // A FEN without quotes is several words, but none of them is a file or suite.
        let is_source = |word: &String| Path::new(word).is_file() || suites::named(word).is_some();
        if options.what.len() > 1 && options.what.iter().any(is_source) {
            bail!("`analyse` takes one file or position, not {}", options.what.len());
        }
        if let Some(suite) = suites::named(&what) {
            return read_positions(path, suite.text.as_bytes());
        }
        if !is_like_fen(&what) {
            if path.is_dir() {
                read_bytes(path)?; // fails with the reason
            }
            bail!(suites::unknown(path));
        }
        let board = position(&options.what, CastlingMode::of(options.chess960))
            .map_err(|error| anyhow!("there is no such file, and {error}"))?;
        return Ok((vec![Position { name: String::new(), game: Game::new(board) }], false));
    }
    let bytes = read_bytes(path)?;
    if !is_pgn(path, &bytes) {
        return read_positions(path, &bytes);
    }
    let (games, broken) = read_pgn(path, &bytes)?;
    let last = |(number, game): &NumberedGame| {
        let player = |name| game.header(name).unwrap_or("?");
        let name = format!("game {number}, {} - {}", player("White"), player("Black"));
        Position { name, game: game.last_game() }
    };
    Ok((games.iter().map(last).collect(), broken))
}

/// Whether a text is meant as a position rather than as the name of a file.
fn is_like_fen(text: &str) -> bool {
    let mut words = text.split_whitespace().map(|word| word.trim_end_matches(';'));
    let first = words.clone().next().unwrap_or_default();
    let is_path = first.starts_with('/') || first.contains(['.', '\\']);
    let is_long = first.matches('/').count() >= 4 || text.split_whitespace().count() >= 4;
    words.find(|word| *word != "position") == Some("startpos") || is_long && !is_path
}

/// The positions of FEN or EPD lines, and whether some were skipped.
fn read_positions(path: &Path, bytes: &[u8]) -> Result<(Vec<Position>, bool)> {
    let ParsedLines { good, bad } = parse_lines::<Epd>(path, bytes)?;
    if good.is_empty() {
        bail!(describe_rejected(&bad, 0));
    }
    bad.iter().for_each(|line| eprintln!("{line}"));
    let named = |(number, epd): (usize, Epd)| Position {
        name: epd.id.unwrap_or_else(|| format!("#{number}")),
        game: Game::new(epd.board),
    };
    Ok((good.into_iter().map(named).collect(), !bad.is_empty()))
}

/// Columns from which the probabilities of a line are written in full.
const WIDE: usize = 90;

/// The result of a position as lines of text, wrapped at this width if given.
fn as_lines(
    position: &Position,
    lines: &[AnalysisLine],
    progress: &Progress,
    wrapped_at: Option<usize>,
) -> Vec<String> {
    let board = position.game.board();
    let mut text = vec![board.to_string()];
    if !position.name.is_empty() {
        text[0].push_str(&format!("  {}", escaped(&position.name)));
    }
    if board.count_moves() == 0 {
        text.push(if board.in_check() { "  checkmate" } else { "  stalemate" }.to_owned());
    }
    for line in lines {
        let [win, draw, loss] = line.value.wdl.map(|permille| f64::from(permille) / 10.0);
        let percentages = match width() {
            Some(width) if width < WIDE => format!("{win:.0}/{draw:.0}/{loss:.0} %"),
            _ => format!("win {win:.1} draw {draw:.1} loss {loss:.1} %"),
        };
        let score = line.value.score;
        let beginning = format!("  depth {:>3} {score:>7}  {percentages}  ", line.depth);
        text.extend(wrap(&beginning, &numbered(board, &line.moves).join(" "), INDENT, wrapped_at));
    }
    text.push(format!("  {} nodes, {:.2} s", progress.nodes, progress.time.as_secs_f64()));
    text
}

fn as_json(position: &Position, analysis: &Analysis, options: &AnalyseOptions) -> String {
    let board = position.game.board();
    let chess960 = options.chess960 || board.needs_chess960();
    let lines: Vec<Value> = analysis
        .lines
        .iter()
        .enumerate()
        .map(|(index, line)| {
            let moves: Vec<String> = line.moves.iter().map(|mv| mv.uci(chess960)).collect();
            json!({
                "multipv": index + 1, "depth": line.depth, "score": line.value.score, "wdl": line.value.wdl,
                "pv": moves, "san": numbered(board, &line.moves).join(" "),
            })
        })
        .collect();
    let progress = &analysis.answer.progress;
    let name = (!position.name.is_empty()).then_some(&position.name);
    let best = analysis.answer.best.map(|best| best.uci(chess960));
    let depth = analysis.lines.first().map_or(analysis.answer.depth, |line| line.depth);
    let value = analysis.value;
    json!({
        "name": name, "fen": board.to_string(), "best": best, "score": value.score, "wdl": value.wdl,
        "depth": depth, "nodes": progress.nodes, "seconds": progress.time.as_secs_f64(), "lines": lines,
    })
    .to_string()
}
