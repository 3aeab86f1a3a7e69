//! Unit tests of `secateur::chess::polyglot`.

use secateur::chess::Board;
use secateur::chess::polyglot::*;

fn entry(key: u64, mv: u16, weight: u16) -> Vec<u8> {
    let mut bytes = key.to_be_bytes().to_vec();
    bytes.extend(mv.to_be_bytes());
    bytes.extend(weight.to_be_bytes());
    bytes.extend([0; 4]);
    bytes
}

/// Polyglot encoding of a move between two square indices.
fn bits(from: u16, to: u16) -> u16 {
    from << 6 | to
}

#[test]
fn a_lookup_by_key_returns_only_legal_moves() {
    let board = Board::default();
    let own = key(&board, None);
    let bytes = [
        entry(0, u16::MAX, 0), // a note has key 0
        entry(own - 1, bits(12, 28), 9),
        entry(own, bits(12, 28), 7),
        entry(own, bits(12, 36), 5), // e2e5
        entry(own, bits(11, 27), 3),
        entry(own + 1, bits(12, 28), 9),
    ];
    let book = Book::from_bytes(&bytes.concat()).expect("valid book");
    let moves: Vec<(String, u16)> =
        book.moves(&board, own).iter().map(|found| (found.mv.uci(false), found.weight)).collect();
    assert_eq!(moves, [("e2e4".to_owned(), 7), ("d2d4".to_owned(), 3)]);
    assert!(book.moves(&board, own + 2).is_empty() && book.moves(&board, u64::MAX).is_empty());
    assert_eq!(book.len(), 6);
}

#[test]
fn both_encodings_of_castling_and_promotions_are_read() {
    let board: Board = "4k3/P7/8/8/8/8/8/4K2R w K - 0 1".parse().expect("valid FEN");
    let own = key(&board, None);
    let bytes = [
        entry(own, bits(4, 7), 1),
        entry(own, bits(4, 6), 1),
        entry(own, bits(48, 56) | 1 << 12, 1),
    ];
    let book = Book::from_bytes(&bytes.concat()).expect("valid book");
    let moves: Vec<String> =
        book.moves(&board, own).iter().map(|found| found.mv.uci(true)).collect();
    assert_eq!(moves, ["e1h1", "e1h1", "a7a8n"]);
}

#[test]
fn files_that_are_not_books_are_rejected() {
    let refused = |bytes: &[u8]| Book::from_bytes(bytes).expect_err("not a book");
    assert_eq!(refused(&[]), BookError::Empty);
    assert_eq!(refused(b"short"), BookError::Truncated(0, 5));
    let cut = &[entry(1, 0, 0), entry(2, 0, 0)].concat()[..25];
    assert_eq!(refused(cut), BookError::Truncated(16, 9));
    assert_eq!(
        refused(&[entry(1, 0, 0), entry(3, 0, 0), entry(2, 0, 0)].concat()),
        BookError::Unsorted(32)
    );
    assert_eq!(
        refused(&[entry(1, 0, 0), entry(3, 5 << 12, 0)].concat()),
        BookError::NoMove(24, 0x5000)
    );
}

#[test]
fn variety_ranges_from_the_best_move_to_a_choice_by_weight() {
    let legal = Board::default().legal_moves();
    let moves: Vec<BookMove> =
        legal.iter().zip([0, 10, 30, 30]).map(|(&mv, weight)| BookMove { mv, weight }).collect();
    let draws = || (0..700).map(|draw| (f64::from(draw) + 0.5) / 700.0);
    let counted = |variety| {
        moves
            .iter()
            .map(|mv| draws().filter(|&draw| choose(&moves, variety, draw) == Some(*mv)).count())
            .collect()
    };
    let (best, all, between): (Vec<usize>, Vec<usize>, Vec<usize>) =
        (counted(0), counted(100), counted(50));
    assert_eq!(best, [0, 0, 700, 0]);
    assert_eq!(all, [0, 100, 300, 300]);
    assert!(between[0] == 0 && (30..50).contains(&between[1]), "{between:?}");
    assert_eq!(choose(&moves[..1], 100, 0.5), None, "a move without weight is not chosen");
    assert_eq!(choose(&[], 0, 0.0), None);
}
