//! A position as text. What is taken is sound, comes back from its own FEN, and can be judged.

use secateur::chess::Board;
use secateur::chess::fen::{Castling, CastlingNotation};
use secateur::chess::mended::Mended;
use secateur::eval::Evaluator;
use secateur::score::DECISIVE_BOUND;
use std::sync::LazyLock;

static EVALUATORS: LazyLock<[Evaluator; 2]> =
    LazyLock::new(|| [Evaluator::default(), Evaluator::Material]);

/// The input is the FEN, as it should be or as people write it.
pub fn run(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    let strict = text.parse::<Board>();
    if let Ok(board) = &strict {
        check(board);
    }
    for castling in [Castling::Outermost, Castling::Guess] {
        match Mended::read(&text, castling) {
            Ok(Mended { board, fen, remark }) => {
                check(&board);
                // What is mended needs nothing more, and what is sound is not mended.
                let again = Mended::read(&fen, castling).map(|again| (again.board, again.remark));
                assert_eq!(again, Ok((board, None)), "{fen}");
                assert!(remark.is_none() || castling != Castling::Outermost || strict.is_err());
                super::check_complaint(&remark.unwrap_or_default());
            }
            Err(error) => super::check_complaint(&error.to_string()),
        }
    }
}

/// All that holds of any position.
pub fn check(board: &Board) {
    assert!(board.is_consistent(), "{board:?}");
    for notation in [CastlingNotation::Standard, CastlingNotation::Shredder] {
        let fen = board.fen(notation);
        assert_eq!(fen.parse::<Board>().as_ref(), Ok(board), "{fen}");
        for castling in [Castling::Outermost, Castling::Guess] {
            let read = Mended::read(&fen, castling).map(|read| (read.board, read.remark));
            assert_eq!(read, Ok((*board, None)), "{fen} {castling:?}");
        }
    }
    assert_eq!(board.legal_moves().len(), board.count_moves() as usize, "{board:?}");
    for evaluator in EVALUATORS.iter() {
        let score = evaluator.evaluate(board);
        assert!(score.abs() < DECISIVE_BOUND, "{evaluator:?}: {score} for {board:?}");
    }
}
