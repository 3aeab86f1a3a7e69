//! `secateur eval`: what the static evaluation is made of.

use super::input::{castling, position};
use crate::chess::{Board, Color, Piece, PieceKind, Square};
use crate::eval::linear::weights::{STAGES, Weights, stage};
use crate::eval::linear::{Share, explain, piece_count};
use crate::eval::neural;
use crate::eval::neural::features::bucket;
use crate::eval::neural::network::Network;
use crate::eval::{DEFAULT_NAME, Evaluator, evaluator_named, winning};
use crate::score::Score;
use anyhow::{Result, anyhow};
use clap::Args;
use std::process::ExitCode;

/// Prints the static evaluation of a position and, for the linear evaluation, what every group of
/// features adds to it: for each side, with the weights of this stage of the game, and what the
/// difference would be in every other stage. For a network: what every output makes of the
/// position, and what each piece is worth where it stands.
#[derive(Debug, Args)]
pub struct Options {
    /// The position; the initial one (startpos) by default
    #[arg(value_name = "FEN", num_args = 0..)]
    fen: Vec<String>,
    /// The evaluation: material, stand-in, linear, network, or a file of weights or of a network
    #[arg(long, value_name = "NAME", default_value = DEFAULT_NAME)]
    eval: String,
}

/// Explains the evaluation.
pub fn run(options: &Options) -> Result<ExitCode> {
    let board = match options.fen.as_slice() {
        [] => Board::default(),
        words => position(words, castling(false))?,
    };
    let evaluator = evaluator_named(&options.eval).map_err(|error| anyhow!("--eval: {error}"))?;
    match &evaluator {
        Evaluator::Linear(weights) => table(weights, &board),
        Evaluator::Network(network) => pieces_and_outputs(network, &board),
        Evaluator::Material | Evaluator::StandIn => {}
    }
    let score = evaluator.evaluate(&board);
    let shown = winning::centipawns(score, winning::material(&board));
    println!("{score} internal units for the side to move, shown as cp {shown}");
    Ok(ExitCode::SUCCESS)
}

/// Pieces on the board in the middle of a stage.
fn middle(stage: usize) -> usize {
    stage * 4 + 3
}

fn table(weights: &Weights, board: &Board) {
    let pieces = piece_count(board);
    let here = stage(pieces);
    println!(
        "{pieces} pieces: stage {} of {STAGES}; internal units; features that a side shows in brackets\n",
        here + 1
    );
    print!("{:<22}{:>16}{:>16}{:>9}  |", "", "White", "Black", "W - B");
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
            "{:<22}{:>16}{:>16}{:>9.0}  |",
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
    println!("{:<22}{:>16}{:>16}{:>9.0}  |{totals}\n", "for White", "", "", total(&now));
}

fn difference(share: &Share) -> f64 {
    share.sides[0] - share.sides[1]
}

/// Each piece with what the score for White would lose without it, and what every output makes of
/// the position.
fn pieces_and_outputs(network: &Network, board: &Board) {
    let for_white =
        |score: Score| if board.side_to_move() == Color::White { score } else { -score };
    let men = piece_count(board);
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
