//! Unit tests of `secateur::chess::perft`.

use secateur::chess::board::Board;
use secateur::chess::perft::*;
use std::sync::Mutex;

#[test]
fn threads_and_hash_do_not_change_the_count() {
    let board = Board::default();
    let plain = perft(&board, 4);
    assert_eq!(plain, 197_281);
    for (threads, hash_megabytes) in [(1, 0), (2, 0), (1, 1), (3, 1)] {
        let options = PerftOptions { threads, hash_megabytes, stop: None };
        let divided = divide(&board, 4, &options).expect("not stopped");
        assert_eq!(divided.iter().map(|(_, leaves)| leaves).sum::<u64>(), plain);
    }
}

/// This includes moves without a subtree, such as the mate Ra8 here.
#[test]
fn progress_reports_every_root_move() {
    let board: Board = "6k1/5ppp/8/8/8/8/8/R6K w - -".parse().expect("valid FEN");
    for depth in 1..=4 {
        let done = Mutex::new(Vec::new());
        let report = |mv, leaves| done.lock().expect("not poisoned").push((mv, leaves));
        let options = PerftOptions::default();
        let counted = divide_with_progress(&board, depth, &options, &report).expect("not stopped");
        let done = done.lock().expect("not poisoned");
        assert_eq!(done.len(), counted.len(), "depth {depth}");
        assert!(counted.iter().all(|root_move| done.contains(root_move)), "depth {depth}");
    }
}
