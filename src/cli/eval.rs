//! `secateur eval`: what the static evaluation is made of.

use crate::chess::{Board, Color, PieceKind};
use crate::eval::{Evaluator, stand_in};
use anyhow::{Result, anyhow};
use clap::Args;
use std::process::ExitCode;

/// Prints the static evaluation of a position and the share of each kind of piece, in centipawns.
#[derive(Debug, Args)]
pub struct Options {
    /// The position; the initial one by default
    fen: Option<String>,
}

/// Explains the evaluation.
pub fn run(options: &Options) -> Result<ExitCode> {
    let board = match &options.fen {
        Some(fen) => fen.parse().map_err(|error| anyhow!("{fen}: {error}"))?,
        None => Board::default(),
    };
    println!("{:<8} {:>15} {:>15} {:>15}", "", "White mid/end", "Black mid/end", "difference");
    for kind in PieceKind::ALL {
        let white = stand_in::share(&board, Color::White, kind);
        let black = stand_in::share(&board, Color::Black, kind);
        println!(
            "{:<8} {:>7} {:>7} {:>7} {:>7} {:>7} {:>7}",
            format!("{kind:?}"),
            white.0,
            white.1,
            black.0,
            black.1,
            white.0 - black.0,
            white.1 - black.1
        );
    }
    println!("middle game left: {} permille", stand_in::phase_permille(&board));
    println!("{} centipawns for the side to move", Evaluator::default().evaluate(&board));
    Ok(ExitCode::SUCCESS)
}
