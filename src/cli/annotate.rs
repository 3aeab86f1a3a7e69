//! `secateur annotate`: what the engine has to say about games.

use super::effort::Effort;
use crate::chess::Color;
use crate::chess::pgn::{PgnGame, read_games};
use crate::files::{self, write_json, write_whole};
use crate::search::Limits;
use crate::tools::analysis::{Judged, Summary, review, side_by_side, summary};
use crate::tools::annotate::{annotate, as_json};
use anyhow::{Context, Result, bail};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use std::path::PathBuf;
use std::process::ExitCode;

/// Nodes that a position gets if nothing else is asked for.
const NODES: u64 = 200_000;

/// Searches every position of the games of a PGN file and writes into the games what it finds: after each move the evaluation
/// ([%eval], pawns for White, +1.00 an even chance of winning) and the chances of White winning, drawing and losing in permille
/// ([%wdl]); ?! (inaccuracy), ? (mistake) or ?? (blunder) behind moves that take 10, 20 or 30 percent of the point off what
/// their player could expect, with what was best as a variation; and the accuracy of both sides (100 without losses) among the
/// headers. Headers, comments, glyphs and variations stay. The table of games goes to standard error.
///
/// Broken games are named by their number, with the reason, and left out. Without a limit each position gets 200000 nodes.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub struct Options {
    /// The games
    #[arg(value_name = "GAME.pgn")]
    file: PathBuf,
    /// Write the games here instead of to standard output
    #[arg(long, value_name = "PGN")]
    out: Option<PathBuf>,
    /// Write everything found to this file as well
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    #[command(flatten)]
    effort: Effort,
}

const AFTER_HELP: &str = "\
Examples:
  secateur annotate game.pgn --nodes 1000000 > annotated.pgn
  secateur annotate games.pgn --time 0.5 --jobs 2 --out annotated.pgn --json annotated.json

Exit codes:
  0  done
  1  done, but games of the file were broken and left out
  2  the input is bad; one line says where";

/// Annotates the games.
pub fn run(options: &Options) -> Result<ExitCode> {
    files::check([&options.file], [&options.out, &options.json].into_iter().flatten())?;
    let name = options.file.display();
    let bytes = std::fs::read(&options.file).with_context(|| format!("cannot read {name}"))?;
    let read = read_games(&bytes);
    let count = read.len();
    let mut games: Vec<(usize, PgnGame)> = Vec::new();
    for (index, game) in read.into_iter().enumerate() {
        match game {
            Ok(game) => games.push((index + 1, game)),
            Err(error) => eprintln!("{name}: game {}: {error}", index + 1),
        }
    }
    if games.is_empty() {
        bail!("{name} has no sound games");
    }
    // Over the old file only when all is done, so that an interruption costs nothing.
    let (annotated, found) = annotate_all(options, &games)?;
    match &options.out {
        Some(path) => write_whole(path, &annotated)?,
        None => print!("{annotated}"),
    }
    if let Some(file) = &options.json {
        write_json(file, &found)?;
    }
    Ok(if games.len() == count { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The annotated games as text, and all that was found.
fn annotate_all(options: &Options, games: &[(usize, PgnGame)]) -> Result<(String, Vec<serde_json::Value>)> {
    let limits = options.effort.limits_or(Limits::to_nodes(NODES));
    let positions: usize = games.iter().map(|(_, game)| game.line.moves.len() + 1).sum();
    let bar = ProgressBar::new(positions as u64)
        .with_style(ProgressStyle::with_template("{bar:30} {pos}/{len} positions, {msg}, {eta} left")?)
        .with_message(format!("0 of {} games", games.len()));
    let (mut texts, mut found) = (Vec::new(), Vec::new());
    side_by_side(
        games,
        options.effort.engines(options.effort.settings(1), games.len())?,
        &|engine, (_, game): &(usize, PgnGame)| review(engine, &game.game(), &limits, &|| bar.inc(1)),
        &mut |index, judged| {
            let (number, game) = &games[index];
            bar.suspend(|| eprintln!("{}", line(*number, game, &judged)));
            bar.set_message(format!("{} of {} games", index + 1, games.len()));
            found.push(as_json(*number, game, &judged));
            let mut game = game.clone();
            annotate(&mut game, &judged);
            texts.push(game.to_string());
        },
    );
    bar.finish_and_clear();
    Ok((texts.join("\n"), found))
}

/// A game in a line of the table.
fn line(number: usize, game: &PgnGame, moves: &[Judged]) -> String {
    let player = |name| game.header(name).unwrap_or("?");
    let side = |side| {
        let Summary { accuracy, inaccuracies, mistakes, blunders, .. } = summary(moves, side);
        let accuracy = accuracy.map_or_else(|| "no moves".to_owned(), |accuracy| format!("{accuracy:.1} %"));
        format!("{accuracy} ({inaccuracies} ?!, {mistakes} ?, {blunders} ??)")
    };
    format!(
        "game {number}: {} {} - {} {}  {}",
        player("White"),
        side(Color::White),
        player("Black"),
        side(Color::Black),
        game.result
    )
}
