//! Unit tests of `secateur::search::order::threats`.

use secateur::chess::Board;
use secateur::search::order::threats::*;

#[test]
fn only_attacks_by_less_valuable_pieces_count() {
    // The pawn attacks d3 and f3, the bishop its diagonal up to d5.
    let board: Board = "6k1/1b6/8/3R4/4p3/5N2/8/3Q2K1 w - - 0 1".parse().expect("valid FEN");
    let reach = ThreatOrder::new(&board);
    let of = |text: &str| reach.score(board.parse_san(text).expect("a legal move"));
    assert_eq!((of("Ne5"), of("Nh4")), (1, 1), "leaves the attack of a pawn");
    assert_eq!(of("Rf5"), 2, "leaves the attack of a bishop");
    assert_eq!(of("Rc5"), 2);
    assert_eq!(of("Qd3"), -2, "enters the attack of a pawn");
    assert_eq!((of("Qe1"), of("Kg2")), (0, 0));
}
