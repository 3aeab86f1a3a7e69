//! Unit tests of `secateur::chess::perft::difference`.

use secateur::chess::board::Board;
use secateur::chess::perft::difference::*;
use secateur::chess::perft::{PerftError, PerftOptions, divide};
use std::sync::atomic::AtomicBool;

/// Generator without en passant captures.
fn without_en_passant(board: &Board, depth: u32) -> Divided {
    let moves = board.legal_moves().into_iter().filter(|mv| !mv.is_en_passant());
    moves.map(|mv| (mv.uci(false), count_without(&board.after(mv), depth - 1))).collect()
}

fn count_without(board: &Board, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    without_en_passant(board, depth).iter().map(|(_, leaves)| leaves).sum()
}

#[test]
fn the_first_difference_is_found() {
    let start = Board::default();
    let mut count =
        |board: &Board, depth: u32| Ok::<_, PerftError>(without_en_passant(board, depth));
    let (_, found) = first_difference(&start, 5, &PerftOptions::default(), &mut count)
        .expect("every count succeeds");
    let Some(PerftDifference { path, board, fault: Fault::Moves { missing, extra } }) = found
    else {
        panic!("{found:?}");
    };
    assert!(extra.is_empty() && !missing.is_empty() && missing.iter().all(|mv| mv.is_en_passant()));
    assert_eq!(path.iter().fold(start, |board, &mv| board.after(mv)), board);
    assert_eq!(path.len(), 4);
}

#[test]
fn equal_generators_agree_and_inconsistent_counts_are_found() {
    let mut correct = |board: &Board, depth: u32| {
        let divided = divide(board, depth, &PerftOptions::default()).unwrap_or_default();
        Ok::<Divided, PerftError>(
            divided.into_iter().map(|(mv, leaves)| (mv.uci(true), leaves)).collect(),
        )
    };
    let start = Board::default();
    assert_eq!(
        first_difference(&start, 3, &PerftOptions::default(), &mut correct),
        Ok((8_902, None))
    );
    let mut inconsistent = |board: &Board, depth: u32| {
        let mut divided = correct(board, depth)?;
        if depth == 3 {
            divided[0].1 += 1;
        }
        Ok::<Divided, PerftError>(divided)
    };
    let (_, found) = first_difference(&start, 3, &PerftOptions::default(), &mut inconsistent)
        .expect("every count succeeds");
    assert!(matches!(found, Some(PerftDifference { fault: Fault::Count { .. }, .. })), "{found:?}");
}

/// If it counted as an empty move list, all moves of the other generator would be extra.
#[test]
fn a_failed_count_is_an_error_and_no_difference() {
    let stop = AtomicBool::new(true);
    let options = PerftOptions { stop: Some(&stop), ..PerftOptions::default() };
    let mut count =
        |board: &Board, depth: u32| Ok::<_, PerftError>(without_en_passant(board, depth));
    let found = first_difference(&Board::default(), 3, &options, &mut count);
    assert_eq!(found, Err(PerftError::Stopped));
}
