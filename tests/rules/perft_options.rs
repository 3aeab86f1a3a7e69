//! Unit tests of `secateur::chess::perft`.

use secateur::chess::board::Board;
use secateur::chess::perft::*;

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
