//! Unit tests of `secateur::tools::solve::judge`.

use secateur::chess::epd::Epd;
use secateur::score::Score;
use secateur::tools::solve::judge::*;

#[test]
fn all_operations_must_hold() {
    let position = "1kr5/3n4/q3p2p/p2n2p1/PppB1P2/5BP1/1P2Q2P/3R2K1 w - -";
    let solves = |operations: &str, mv: &str, score: Score| {
        let epd: Epd = format!("{position} {operations}").parse().expect("valid EPD");
        judge(&epd, epd.board.parse_san(mv).ok(), score)
    };
    assert_eq!(solves("", "f5", 0), None);
    assert_eq!(
        (solves("bm f5 h3;", "h3", 0), solves("bm f5;", "h3", 0)),
        (Some(true), Some(false))
    );
    assert_eq!((solves("am f5;", "h3", 0), solves("am f5;", "-", 0)), (Some(true), Some(false)));
    let mate = |moves: Score| secateur::score::MATE - 2 * moves + 1;
    assert_eq!(
        (solves("dm 3;", "h3", mate(3)), solves("dm 3;", "h3", mate(4))),
        (Some(true), Some(false))
    );
    assert_eq!(
        (solves("dm 3; bm f5", "h3", mate(3)), solves("dm 3;", "h3", -mate(2))),
        (Some(false), Some(false))
    );
    assert_eq!(
        (solves("bm #-2;", "h3", -mate(2)), solves("bm #-2;", "h3", -mate(4))),
        (Some(true), Some(false))
    );
    assert_eq!(
        (solves("bm #2;", "h3", mate(1)), solves("bm #-2;", "h3", mate(1))),
        (Some(true), Some(false))
    );
    let points = "c0 \"f5=10, Be5=2\"";
    assert_eq!((solves(points, "f5", 0), solves(points, "Be5", 0)), (Some(true), Some(false)));
}
