//! Unit tests of `secateur::tools::genfens`.

use secateur::chess::Board;
use secateur::search::Signals;
use secateur::tools::genfens::*;

#[test]
fn a_book_of_lost_positions_is_an_error() {
    let lost: Board = "4k3/8/8/8/8/8/QQQQ4/4K3 w - - 0 1".parse().expect("valid FEN");
    let over: Board = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1".parse().expect("valid FEN");
    for start in [lost, over] {
        assert!(matches!(
            generate(&FOR_FRAMEWORKS, 1, 1, vec![start], &Signals::default(), &mut |_| {}),
            Err(GenFensError::TooManyRejections(200))
        ));
    }
}
