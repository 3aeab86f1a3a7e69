//! The search counts exchanges in units of its own and the evaluation in others; margins mean
//! something only while both agree.

use secateur::chess::{Board, PieceKind};
use secateur::eval::Evaluator;

/// Every N-th position of the suite is tested.
const STEP: usize = 5;
/// How far the value of a kind may be off from what the evaluation takes off for it, as a ratio.
const SLACK: f64 = 0.25;

/// The position without the piece that stands at this place of the expanded diagram, if it is sound
/// and quiet.
fn without(fen: &str, place: usize) -> Option<Board> {
    let (diagram, rest) = fen.split_once(' ')?;
    let mut squares: Vec<char> = diagram
        .chars()
        .flat_map(|letter| match letter.to_digit(10) {
            Some(empty) => vec!['1'; empty as usize],
            None => vec![letter],
        })
        .collect();
    squares[place] = '1';
    let turn = rest.split(' ').next()?;
    let board: Board =
        format!("{} {turn} - - 0 1", squares.iter().collect::<String>()).parse().ok()?;
    (!board.in_check()).then_some(board)
}

/// Places of the expanded diagram where a letter stands; slashes count as places.
fn places(fen: &str, piece: char) -> Vec<usize> {
    let mut place = 0;
    let mut found = Vec::new();
    for letter in fen.split(' ').next().unwrap_or_default().chars() {
        if letter.eq_ignore_ascii_case(&piece) {
            found.push(place);
        }
        place += letter.to_digit(10).unwrap_or(1) as usize;
    }
    found
}

#[test]
fn exchanges_are_counted_in_the_units_of_the_evaluation() {
    let suite = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/epd/sts.epd"))
        .expect("the suite");
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
            let whole: Board = fen.parse().expect("suites are sound");
            if whole.in_check() {
                continue;
            }
            for place in places(fen, letter) {
                let Some(lifted) = without(fen, place) else { continue };
                let change = f64::from(evaluator.evaluate(&whole) - evaluator.evaluate(&lifted));
                let is_own = whole.color(whole.side_to_move()).count()
                    > lifted.color(whole.side_to_move()).count();
                losses.push(if is_own { change } else { -change });
            }
        }
        let mean = losses.iter().sum::<f64>() / losses.len() as f64;
        let ratio = f64::from(kind.exchange_value()) / mean;
        assert!(losses.len() >= 100, "{letter}: {}", losses.len());
        assert!(
            (1.0 - SLACK..=1.0 + SLACK).contains(&ratio),
            "{letter}: {} against {mean:.0}",
            kind.exchange_value()
        );
    }
}
