//! `secateur analyse`: the best lines of positions.

use super::effort::Effort;
use super::input::{STANDARD_INPUT, Sifted, castling, position, read_bytes, sift_lines};
use crate::chess::Game;
use crate::chess::epd::Epd;
use crate::chess::pgn::read_games;
use crate::search::Limits;
use crate::stop::Stop;
use crate::tools::analysis::{Analysis, Shown, analyse, san_line, side_by_side};
use anyhow::{Result, anyhow, bail};
use clap::Args;
use serde_json::{Value, json};
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

/// What a position gets if nothing else is asked for.
const TIME: Duration = Duration::from_secs(1);

/// Searches a position, every position of a file of FEN or EPD lines, or the last position of every
/// game of a PGN file (repetitions in the game count), and shows the best lines with the chances of
/// winning, drawing and losing. Scores and chances are those of the side to move; +1.00 is an even
/// chance of winning.
///
/// Without a limit each position gets a second.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub struct Options {
    /// A position as FEN, or startpos, or a file; - is standard input
    #[arg(value_name = "FEN|FILE", required = true, num_args = 1..)]
    what: Vec<String>,
    /// Lines a position
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=218))]
    multipv: u64,
    /// Print one JSON object for each position, on a line of its own; its `lines` hold the
    /// variations
    #[arg(long)]
    json: bool,
    /// Castling is that of Chess960: K and Q of a FEN mean the outermost rooks, and JSON has castling
    /// as king takes rook, as it has where only Chess960 has such a castling
    #[arg(long)]
    chess960: bool,
    #[command(flatten)]
    effort: Effort,
}

const AFTER_HELP: &str = "\
Examples:
  secateur analyse 'r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 0 1' --depth 12
  secateur analyse epd/wac.epd --nodes 100000 --jobs 2 --json
  secateur analyse games.pgn --time 5 --multipv 3 --threads 2

Exit codes:
  0  done
  1  done, but games or lines of the file were broken and left out
  2  the input is bad; one line says where";

/// A position to look at.
struct Position {
    name: String,
    game: Game,
}

/// Looks at the positions.
pub fn run(options: &Options) -> Result<ExitCode> {
    let (positions, broken) = read(options)?;
    let limits = options.effort.limits_or(Limits::for_time(TIME));
    let settings = options.effort.settings(options.multipv as usize);
    side_by_side(
        &positions,
        options.effort.engines(settings, positions.len())?,
        &Stop::default(),
        &|engine, position: &Position| {
            engine.new_game();
            analyse(engine, &position.game, &limits)
        },
        &mut |index, analysis| {
            let position = &positions[index];
            let text = if options.json {
                as_json(position, &analysis, options)
            } else {
                as_text(position, &analysis)
            };
            println!("{text}");
        },
    );
    Ok(if broken { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// The positions, and whether some were left out.
fn read(options: &Options) -> Result<(Vec<Position>, bool)> {
    let what = options.what.join(" ");
    let path = Path::new(&what);
    if what != STANDARD_INPUT && !path.exists() {
        let board = position(&options.what, castling(options.chess960))
            .map_err(|error| anyhow!("there is no such file, and {error}"))?;
        return Ok((vec![Position { name: String::new(), game: Game::new(board) }], false));
    }
    let bytes = read_bytes(path)?;
    if !is_pgn(path, &bytes) {
        return read_positions(path, &bytes);
    }
    let mut positions = Vec::new();
    let games = read_games(&bytes);
    let count = games.len();
    for (index, game) in games.into_iter().enumerate() {
        match game {
            Ok(game) => {
                let player = |name| game.header(name).unwrap_or("?");
                let name = format!("game {}, {} - {}", index + 1, player("White"), player("Black"));
                if let Some(remark) = game.remark() {
                    eprintln!("{what}: game {}: {remark}", index + 1);
                }
                positions.push(Position { name, game: game.last_game() });
            }
            Err(error) => eprintln!("{what}: game {}: {error}", index + 1),
        }
    }
    if positions.is_empty() {
        bail!("{what} has no sound games");
    }
    let broken = positions.len() < count;
    Ok((positions, broken))
}

/// The positions of FEN or EPD lines, and whether some were left out.
fn read_positions(path: &Path, bytes: &[u8]) -> Result<(Vec<Position>, bool)> {
    let Sifted { good, bad } = sift_lines::<Epd>(path, bytes)?;
    if good.is_empty() {
        bail!(bad.join("\n"));
    }
    bad.iter().for_each(|line| eprintln!("{line}"));
    let named = |(number, epd): (usize, Epd)| Position {
        name: epd.id.unwrap_or_else(|| format!("#{number}")),
        game: Game::new(epd.board),
    };
    Ok((good.into_iter().map(named).collect(), !bad.is_empty()))
}

/// By its name, or because it begins with a header.
fn is_pgn(path: &Path, bytes: &[u8]) -> bool {
    let first = bytes.iter().find(|byte| byte.is_ascii_graphic());
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("pgn"))
        || first == Some(&b'[')
}

fn shown(score: Shown) -> String {
    match score {
        Shown::Centipawns(value) => format!("{:+.2}", f64::from(value) / 100.0),
        Shown::Mate(moves) => format!("#{moves}"),
    }
}

fn as_text(position: &Position, analysis: &Analysis) -> String {
    let board = position.game.board();
    let mut text = board.to_string();
    if !position.name.is_empty() {
        text.push_str(&format!("  {}", position.name));
    }
    if analysis.lines.is_empty() {
        text.push_str(if board.in_check() { "\n  mated" } else { "\n  stalemate" });
    }
    for line in &analysis.lines {
        let [win, draw, loss] = line.worth.wdl.map(|chance| f64::from(chance) / 10.0);
        text.push_str(&format!(
            "\n  depth {:>3} {:>7}  win {win:.1} draw {draw:.1} loss {loss:.1} %  {}",
            line.depth,
            shown(line.worth.score),
            san_line(board, &line.moves)
        ));
    }
    let progress = &analysis.answer.progress;
    text.push_str(&format!("\n  {} nodes, {:.2} s\n", progress.nodes, progress.time.as_secs_f64()));
    text
}

fn as_json(position: &Position, analysis: &Analysis, options: &Options) -> String {
    let board = position.game.board();
    let chess960 = options.chess960 || board.needs_chess960();
    let lines: Vec<Value> = analysis
        .lines
        .iter()
        .enumerate()
        .map(|(index, line)| {
            let moves: Vec<String> = line.moves.iter().map(|mv| mv.uci(chess960)).collect();
            json!({
                "multipv": index + 1, "depth": line.depth, "score": line.worth.score, "wdl": line.worth.wdl,
                "pv": moves, "san": san_line(board, &line.moves),
            })
        })
        .collect();
    let progress = &analysis.answer.progress;
    let name = (!position.name.is_empty()).then_some(&position.name);
    let best = analysis.answer.best.map(|best| best.uci(chess960));
    json!({
        "name": name, "fen": board.to_string(), "best": best, "score": analysis.worth.score, "wdl": analysis.worth.wdl,
        "depth": analysis.answer.depth, "nodes": progress.nodes, "seconds": progress.time.as_secs_f64(), "lines": lines,
    })
    .to_string()
}
