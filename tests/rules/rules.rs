//! Rules of chess as properties of random positions, in standard chess and Chess960.
//!
//! Move generation is compared with the legality test and with shakmaty, and incremental data with
//! recomputed data. FEN, UCI moves and SAN round-trip, and SEE stays within its bounds.

use crate::strategies::{boards, games, random_placements};
use secateur::chess::movegen::{Noisy, Quiet};
use secateur::chess::{Board, Move, MoveList, PieceKind};
use std::collections::HashSet;

const GAMES: u32 = if cfg!(debug_assertions) { 80 } else { 400 };
const PLIES: usize = 120;

/// Checks every position of random games, and random positions that no game reaches.
fn for_each_position(check: impl Fn(&Board)) {
    crate::strategies::check(GAMES, games(PLIES), |game| {
        let mut board = *game.start();
        check(&board);
        for &mv in game.moves() {
            board = board.after(mv);
            check(&board);
        }
    });
    crate::strategies::check(20 * GAMES, random_placements(), |board| check(&board));
}

#[test]
fn generated_moves_are_exactly_the_encodings_that_are_legal() {
    for_each_position(|board| {
        let generated: HashSet<Move> = board.legal_moves().into_iter().collect();
        assert_eq!(generated.len(), board.legal_moves().len(), "duplicate move in {board}");
        let legal: HashSet<Move> =
            (1..=u16::MAX).filter_map(Move::from_bits).filter(|&mv| board.is_legal(mv)).collect();
        assert_eq!(generated, legal, "{board:?}");
    });
}

#[test]
fn noisy_and_quiet_moves_are_all_moves() {
    for_each_position(|board| {
        let (mut noisy, mut quiet) = (MoveList::new(), MoveList::new());
        board.append_moves::<Noisy>(&mut noisy);
        board.append_moves::<Quiet>(&mut quiet);
        assert!(
            noisy.iter().all(|mv| mv.is_noisy()) && !quiet.iter().any(|mv| mv.is_noisy()),
            "{board}"
        );
        let both: HashSet<Move> = noisy.into_iter().chain(quiet).collect();
        assert_eq!(both, board.legal_moves().into_iter().collect(), "{board}");
        assert_eq!(board.count_moves() as usize, both.len());
    });
}

#[test]
fn incremental_data_equal_recomputed_data() {
    for_each_position(|board| {
        assert!(board.is_consistent(), "{board:?}");
        if !board.in_check() {
            assert!(board.after_null().is_consistent(), "null move in {board:?}");
        }
    });
}

#[test]
fn positions_and_moves_round_trip_through_text() {
    use secateur::chess::fen::CastlingMode::{Guess, Outermost};
    use secateur::chess::fen::CastlingNotation::{Shredder, Standard};
    use secateur::chess::fen_repair::RepairedFen;
    for_each_position(|board| {
        for notation in [Standard, Shredder] {
            let back: Board = board.fen(notation).parse().expect("valid FEN");
            assert!(back == *board, "{board:?} was read back as {back:?}");
        }
        for castling in [Outermost, Guess] {
            let back = RepairedFen::read(&board.to_string(), castling).expect("valid FEN").board;
            assert!(back == *board, "{board:?} was read back as {back:?}, {castling:?}");
        }
        for mv in board.legal_moves() {
            assert_eq!(board.parse_uci(&mv.uci(true)), Ok(mv), "{board}");
            let san = board.san(mv);
            assert_eq!(board.parse_san(&san), Ok(mv), "{san} in {board}");
        }
    });
}

/// Runs the fuzz target from random positions, most of which no game reaches.
#[test]
fn move_generation_agrees_with_shakmaty() {
    let choices = proptest::collection::vec(0..=u8::MAX, 0..20);
    crate::strategies::check(4 * GAMES, (boards(), choices), |(board, choices)| {
        crate::against_shakmaty::run(&[format!("{board:?}\n").as_bytes(), &choices].concat());
    });
}

#[test]
fn see_is_at_most_the_immediate_gain_of_the_move() {
    for_each_position(|board| {
        for mv in board.legal_moves() {
            let gain = board.immediate_gain(mv);
            assert!(!board.see_ge(mv, gain + 1), "{mv:?} in {board}");
            // The exchange loses at most the moving piece, which is worth at most a queen.
            assert!(board.see_ge(mv, gain - PieceKind::Queen.see_value()), "{mv:?} in {board}");
        }
    });
}
