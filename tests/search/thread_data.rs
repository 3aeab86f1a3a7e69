//! Unit tests of `secateur::search::thread_data`.

use secateur::chess::Board;
use secateur::search::techniques::Tunables;
use secateur::search::thread_data::*;

#[test]
fn clear_before_use_clears_the_correction_history() {
    let board = Board::default();
    let indices = secateur::search::correction::CorrectionIndices::new(&board, [0, 0]);
    let correction = |data: &mut LazyThreadData| {
        data.get_or_allocate(1).correction_history.correction(&indices, &Tunables::DEFAULT)
    };
    let mut data = LazyThreadData::default();
    (0..50).for_each(|_| data.get_or_allocate(1).correction_history.update(&indices, 60, 8));
    assert!(correction(&mut data) > 0);
    data.clear_before_use();
    assert_eq!(correction(&mut data), 0);
}
