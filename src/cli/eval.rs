//! `secateur eval`: explains the static evaluation of a position.

use super::input::{evaluation_file, evaluator, position};
use super::json::Json;
use crate::chess::Board;
use crate::chess::fen::CastlingMode;
use crate::eval::DEFAULT_NAME;
use crate::tools::explain::{Units, explain, score_and_wdl};
use anyhow::Result;
use clap::Args;
use serde_json::json;
use std::process::ExitCode;

/// Prints the contribution of each piece, the value of each network output, and last the static
/// evaluation in pawns. +1.00 is a 50 % probability to win.
#[derive(Debug, Args)]
#[command(after_help = super::examples::EVAL)]
pub struct EvalOptions {
    /// Position as FEN; the initial position (startpos) by default
    #[arg(value_name = "FEN", num_args = 0..)]
    fen: Vec<String>,
    /// Evaluation: network, material or a network file
    #[arg(long, value_name = "NAME", default_value = DEFAULT_NAME)]
    eval: String,
    /// Print internal units of the search instead of pawns
    #[arg(long)]
    units: bool,
    #[command(flatten)]
    json: Json,
}

/// Runs `secateur eval`, which prints the static evaluation of a position and its parts.
pub fn run(options: &EvalOptions) -> Result<ExitCode> {
    let board = match options.fen.as_slice() {
        [] => Board::default(),
        words => position(words, CastlingMode::Guess)?,
    };
    let evaluator = evaluator(&options.eval)?;
    let units = if options.units { Units::Internal } else { Units::Pawns };
    options.json.check(evaluation_file(&options.eval))?;
    for line in explain(&evaluator, &board, units) {
        options.json.say(format_args!("{line}"));
    }
    let score = evaluator.evaluate(&board);
    let score_and_wdl = score_and_wdl(score, &board);
    options.json.write(&json!({
        "fen": board.to_string(), "eval": options.eval,
        "units": (board.count_moves() > 0).then_some(score),
        "score": score_and_wdl.score, "wdl": score_and_wdl.wdl,
    }))?;
    Ok(ExitCode::SUCCESS)
}
