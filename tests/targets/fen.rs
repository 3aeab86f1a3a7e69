//! A position as text. What is taken is sound, comes back from its own FEN, and can be judged.

use secateur::chess::Board;
use secateur::chess::fen::CastlingNotation;
use secateur::eval::Evaluator;
use secateur::score::DECISIVE_BOUND;
use std::sync::LazyLock;

static EVALUATORS: LazyLock<[Evaluator; 2]> =
    LazyLock::new(|| [Evaluator::default(), Evaluator::Material]);

/// The input is the FEN.
pub fn run(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    if let Ok(board) = text.parse::<Board>() {
        check(&board);
    }
}

/// All that holds of any position.
pub fn check(board: &Board) {
    assert!(board.is_consistent(), "{board:?}");
    for notation in [CastlingNotation::Standard, CastlingNotation::Shredder] {
        let fen = board.fen(notation);
        assert_eq!(fen.parse::<Board>().as_ref(), Ok(board), "{fen}");
    }
    assert_eq!(board.legal_moves().len(), board.count_moves() as usize, "{board:?}");
    for evaluator in EVALUATORS.iter() {
        let score = evaluator.evaluate(board);
        assert!(score.abs() < DECISIVE_BOUND, "{evaluator:?}: {score} for {board:?}");
    }
}
