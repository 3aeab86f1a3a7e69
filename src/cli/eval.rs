//! `secateur eval`: what the static evaluation is made of.

use super::input::{castling, evaluation_file, position};
use super::json::Json;
use crate::chess::Board;
use crate::eval::{DEFAULT_NAME, evaluator_named, winning};
use crate::tools::explain::{Units, explain};
use anyhow::{Result, anyhow};
use clap::Args;
use serde_json::json;
use std::process::ExitCode;

/// Prints the static evaluation of a position in pawns, +1.00 an even chance of winning, and what
/// it is made of: what each piece adds where it stands, and what every output of the network makes
/// of the position.
#[derive(Debug, Args)]
#[command(after_help = super::examples::EVAL)]
pub struct EvalOptions {
    /// The position; the initial one (startpos) by default
    #[arg(value_name = "FEN", num_args = 0..)]
    fen: Vec<String>,
    /// The evaluation: network, material, or a file of a network
    #[arg(long, value_name = "NAME", default_value = DEFAULT_NAME)]
    eval: String,
    /// Show internal units, those that the search counts in, instead of pawns
    #[arg(long)]
    units: bool,
    #[command(flatten)]
    json: Json,
}

/// Explains the evaluation.
pub fn run(options: &EvalOptions) -> Result<ExitCode> {
    let board = match options.fen.as_slice() {
        [] => Board::default(),
        words => position(words, castling(false))?,
    };
    let evaluator = evaluator_named(&options.eval).map_err(|error| anyhow!("--eval: {error}"))?;
    let units = if options.units { Units::Internal } else { Units::Pawns };
    options.json.check(evaluation_file(&options.eval))?;
    for line in explain(&evaluator, &board, units) {
        options.json.say(format_args!("{line}"));
    }
    let score = evaluator.evaluate(&board);
    let material = winning::material(&board);
    options.json.write(&json!({
        "fen": board.to_string(), "eval": options.eval, "units": score,
        "score": { "cp": winning::centipawns(score, material) },
        "wdl": winning::wdl(score, material),
    }))?;
    Ok(ExitCode::SUCCESS)
}
