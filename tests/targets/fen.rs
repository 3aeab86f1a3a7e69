//! Fuzz target: FEN. An accepted position is consistent, equals its own FEN read back, and can be
//! evaluated.

use secateur::chess::Board;
use secateur::chess::fen::{CastlingMode, CastlingNotation};
use secateur::chess::fen_repair::RepairedFen;
use secateur::eval::Evaluator;
use secateur::score::DECISIVE_BOUND;
use std::sync::LazyLock;

static EVALUATORS: LazyLock<[Evaluator; 2]> =
    LazyLock::new(|| [Evaluator::default(), Evaluator::Material]);

/// The input is a FEN, which is read strictly and with repairs.
pub fn run(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    let strict = text.parse::<Board>();
    if let Ok(board) = &strict {
        check(board);
    }
    for castling in [CastlingMode::Outermost, CastlingMode::Guess] {
        match RepairedFen::read(&text, castling) {
            Ok(RepairedFen { board, fen, remark }) => {
                check(&board);
                // A repaired FEN needs no second repair, and a valid FEN is not repaired.
                let again =
                    RepairedFen::read(&fen, castling).map(|again| (again.board, again.remark));
                assert_eq!(again, Ok((board, None)), "{fen}");
                assert!(remark.is_none() || castling != CastlingMode::Outermost || strict.is_err());
                super::check_message(&remark.unwrap_or_default());
            }
            Err(error) => super::check_message(&error.to_string()),
        }
    }
}

/// Checks the invariants of a position.
pub fn check(board: &Board) {
    assert!(board.is_consistent(), "{board:?}");
    for notation in [CastlingNotation::Standard, CastlingNotation::Shredder] {
        let fen = board.fen(notation);
        assert_eq!(fen.parse::<Board>().as_ref(), Ok(board), "{fen}");
        for castling in [CastlingMode::Outermost, CastlingMode::Guess] {
            let read = RepairedFen::read(&fen, castling).map(|read| (read.board, read.remark));
            assert_eq!(read, Ok((*board, None)), "{fen} {castling:?}");
        }
    }
    assert_eq!(board.legal_moves().len(), board.count_moves() as usize, "{board:?}");
    for evaluator in EVALUATORS.iter() {
        let score = evaluator.evaluate(board);
        assert!(score.abs() < DECISIVE_BOUND, "{evaluator:?}: {score} for {board:?}");
    }
}
