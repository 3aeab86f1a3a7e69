//! Unit tests of `secateur::chess::perft`.

use secateur::chess::board::Board;
use secateur::chess::perft::*;
use std::sync::Mutex;

#[test]
fn threads_and_hash_change_nothing() {
    let board = Board::default();
    let plain = perft(&board, 4);
    assert_eq!(plain, 197_281);
    for (threads, hash_megabytes) in [(1, 0), (2, 0), (1, 1), (3, 1)] {
        let options = PerftOptions { threads, hash_megabytes, stop: None };
        let divided = divide(&board, 4, &options).expect("not stopped");
        assert_eq!(divided.iter().map(|(_, leaves)| leaves).sum::<u64>(), plain);
    }
}

/// Moves that mate, such as Ra8 here, have no subtrees.
#[test]
fn progress_names_every_root_move() {
    let board: Board = "6k1/5ppp/8/8/8/8/8/R6K w - -".parse().expect("sound");
    for depth in 1..=4 {
        let done = Mutex::new(Vec::new());
        let note = |mv, leaves| done.lock().expect("sound").push((mv, leaves));
        let options = PerftOptions::default();
        let counted = divide_with_progress(&board, depth, &options, &note).expect("not stopped");
        let done = done.lock().expect("sound");
        assert_eq!(done.len(), counted.len(), "depth {depth}");
        assert!(counted.iter().all(|root_move| done.contains(root_move)), "depth {depth}");
    }
}
