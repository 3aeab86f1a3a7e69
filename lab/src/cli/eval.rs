//! `secateur-lab eval`: explains the linear evaluation of a position.

use crate::evaluations::linear::features::Group;
use crate::evaluations::linear::weights::{STAGES, Weights, stage};
use crate::evaluations::linear::{Share, explain, piece_count};
use anyhow::{Context, Result};
use clap::Args;
use secateur::chess::Board;
use secateur::chess::fen::CastlingMode;
use secateur::cli::input::position;
use std::path::PathBuf;
use std::process::ExitCode;

/// Prints the contribution of each feature group to the linear evaluation. It shows both sides with
/// the weights of the current game stage, and the difference between the sides in every stage.
#[derive(Debug, Args)]
pub struct EvalOptions {
    /// Position as FEN; the initial position (startpos) by default
    #[arg(value_name = "FEN", num_args = 0..)]
    fen: Vec<String>,
    /// Weights file; the built-in weights by default
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
}

/// Runs `secateur-lab eval`: prints the contribution of each feature group.
pub fn run(options: &EvalOptions) -> Result<ExitCode> {
    let board = if options.fen.is_empty() {
        Board::default()
    } else {
        position(&options.fen, CastlingMode::Guess)?
    };
    match &options.weights {
        None => table(&Weights::embedded(), &board),
        Some(path) => {
            let bytes =
                std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
            table(
                &Weights::from_bytes(&bytes).with_context(|| path.display().to_string())?,
                &board,
            );
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Pieces on the board in the middle of a stage.
fn middle(stage: usize) -> usize {
    stage * 4 + 3
}

/// Width of the column of names.
fn name_width() -> usize {
    Group::ALL.iter().map(|group| group.name().len()).max().unwrap_or(0) + 1
}

fn table(weights: &Weights, board: &Board) {
    let pieces = piece_count(board);
    let here = stage(pieces);
    println!(
        "{pieces} pieces: stage {} of {STAGES}; internal units; number of features in brackets\n",
        here + 1
    );
    let width = name_width();
    print!("{:<width$}{:>16}{:>16}{:>9}  |", "", "White", "Black", "W - B");
    println!(" W - B by stage, {} to {} pieces", middle(0), middle(STAGES - 1));
    let now = explain(weights, board, pieces);
    let stages: Vec<Vec<Share>> =
        (0..STAGES).map(|stage| explain(weights, board, middle(stage))).collect();
    for (index, share) in now.iter().enumerate() {
        if share.hits == [0, 0] {
            continue;
        }
        let side = |side: usize| format!("{:.0} ({})", share.sides[side], share.hits[side]);
        print!(
            "{:<width$}{:>16}{:>16}{:>9.0}  |",
            share.group.name(),
            side(0),
            side(1),
            difference(share)
        );
        let others: String =
            stages.iter().map(|stage| format!("{:>7.0}", difference(&stage[index]))).collect();
        println!("{others}");
    }
    let total = |shares: &[Share]| shares.iter().map(difference).sum::<f64>();
    let totals: String = stages.iter().map(|stage| format!("{:>7.0}", total(stage))).collect();
    println!("{:<width$}{:>16}{:>16}{:>9.0}  |{totals}\n", "for White", "", "", total(&now));
}

fn difference(share: &Share) -> f64 {
    share.sides[0] - share.sides[1]
}
