//! The piece values of exchanges have the scale of the evaluation. Pruning margins apply to both,
//! so the scales must agree.

use secateur::chess::{Board, PieceKind};
use secateur::eval::Evaluator;

/// One position out of this number is tested.
const STEP: usize = 5;
/// Tolerance of the ratio of the exchange value to the mean loss of evaluation.
const SLACK: f64 = 0.25;

/// The position without the piece at this index of the expanded diagram; `None` if it is invalid or
/// a check.
fn without(fen: &str, index: usize) -> Option<Board> {
    let (diagram, rest) = fen.split_once(' ')?;
    let mut squares: Vec<char> = diagram
        .chars()
        .flat_map(|letter| match letter.to_digit(10) {
            Some(empty) => vec!['1'; empty as usize],
            None => vec![letter],
        })
        .collect();
    squares[index] = '1';
    let turn = rest.split(' ').next()?;
    let board: Board =
        format!("{} {turn} - - 0 1", squares.iter().collect::<String>()).parse().ok()?;
    (!board.in_check()).then_some(board)
}

/// Indices of pieces of this kind in the expanded diagram. Slashes count.
fn indices(fen: &str, piece: char) -> Vec<usize> {
    let mut index = 0;
    let mut found = Vec::new();
    for letter in fen.split(' ').next().unwrap_or_default().chars() {
        if letter.eq_ignore_ascii_case(&piece) {
            found.push(index);
        }
        index += letter.to_digit(10).unwrap_or(1) as usize;
    }
    found
}

#[test]
fn exchange_values_have_the_scale_of_the_evaluation() {
    let suite = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/epd/sts.epd"))
        .expect("the suite exists");
    let fens: Vec<String> = suite
        .lines()
        .step_by(STEP)
        .filter(|line| !line.is_empty())
        .map(|line| line.split(' ').take(4).collect::<Vec<_>>().join(" ") + " 0 1")
        .collect();
    let evaluator = Evaluator::default();
    for (kind, letter) in [
        (PieceKind::Pawn, 'p'),
        (PieceKind::Knight, 'n'),
        (PieceKind::Bishop, 'b'),
        (PieceKind::Rook, 'r'),
        (PieceKind::Queen, 'q'),
    ] {
        let mut losses = Vec::new();
        for fen in &fens {
            let whole: Board = fen.parse().expect("valid FEN");
            if whole.in_check() {
                continue;
            }
            for index in indices(fen, letter) {
                let Some(lifted) = without(fen, index) else { continue };
                let change = f64::from(evaluator.evaluate(&whole) - evaluator.evaluate(&lifted));
                let is_own = whole.color(whole.side_to_move()).count()
                    > lifted.color(whole.side_to_move()).count();
                losses.push(if is_own { change } else { -change });
            }
        }
        let mean = losses.iter().sum::<f64>() / losses.len() as f64;
        let ratio = f64::from(kind.see_value()) / mean;
        assert!(losses.len() >= 100, "{letter}: {}", losses.len());
        assert!(
            (1.0 - SLACK..=1.0 + SLACK).contains(&ratio),
            "{letter}: exchange value {}, mean loss of evaluation {mean:.0}",
            kind.see_value()
        );
    }
}
