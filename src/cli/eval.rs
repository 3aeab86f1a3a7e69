//! `secateur eval`: what the static evaluation is made of.

use super::input::position;
use crate::chess::{Board, Color, Piece, PieceKind, Square};
use crate::eval::endings;
use crate::eval::neural;
use crate::eval::neural::features::bucket;
use crate::eval::neural::network::Network;
use crate::eval::{DEFAULT_NAME, Evaluator, evaluator_named, winning};
use crate::score::Score;
use anyhow::{Result, anyhow};
use clap::Args;
use std::process::ExitCode;

/// Prints the static evaluation of a position: what every output of the network makes of it, and
/// what each piece is worth where it stands.
#[derive(Debug, Args)]
pub struct EvalOptions {
    /// The position; the initial one (startpos) by default
    #[arg(value_name = "FEN", num_args = 0..)]
    fen: Vec<String>,
    /// The evaluation: network, material, or a file of a network
    #[arg(long, value_name = "NAME", default_value = DEFAULT_NAME)]
    eval: String,
}

/// Explains the evaluation.
pub fn run(options: &EvalOptions) -> Result<ExitCode> {
    let board = if options.fen.is_empty() { Board::default() } else { position(&options.fen)? };
    let evaluator = evaluator_named(&options.eval).map_err(|error| anyhow!("--eval: {error}"))?;
    if let Evaluator::Network(network) = &evaluator {
        pieces_and_outputs(network, &board);
    }
    if matches!(evaluator, Evaluator::Network(_)) && endings::evaluate(&board).is_some() {
        println!("A known ending: its score takes the place of the network's.");
    }
    let score = evaluator.evaluate(&board);
    let shown = winning::centipawns(score, winning::material(&board));
    println!("{score} internal units for the side to move, shown as cp {shown}");
    Ok(ExitCode::SUCCESS)
}

/// Each piece with what the score for White would lose without it, and what every output makes of
/// the position.
fn pieces_and_outputs(network: &Network, board: &Board) {
    let for_white =
        |score: Score| if board.side_to_move() == Color::White { score } else { -score };
    let men = board.occupied().count() as usize;
    let outputs = neural::by_output(network, board).map(for_white);
    let whole = outputs[bucket(men)];
    println!(
        "What each piece adds for White (internal units, a pawn is about 250): the score without it, taken from the score\n"
    );
    let worth = neural::without(network, board);
    for rank in (0..8).rev() {
        let cell = |file: u8| {
            let square = Square::at(file, rank);
            let without = worth.iter().find(|(at, _)| *at == square);
            match (board.piece_on(square), without) {
                (Some(Piece { kind: PieceKind::King, .. }), _) => format!("{:>8}", 'K'),
                (Some(piece), Some(&(_, score))) => {
                    format!("{:>2}{:>+6}", piece.letter(), whole - for_white(score))
                }
                _ => format!("{:>8}", "."),
            }
        };
        println!("{}  {}", rank + 1, (0..8).map(cell).collect::<String>());
    }
    println!("   {}\n", ('a'..='h').map(|file| format!("{file:>8}")).collect::<String>());
    println!(
        "{men} men: output {} of {}; what each makes of the position for White, the fewest men first:",
        bucket(men) + 1,
        outputs.len()
    );
    println!("{}\n", outputs.map(|score| format!("{score:>7}")).concat());
}
