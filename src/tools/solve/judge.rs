//! Decides whether a position is solved.

use crate::chess::Move;
use crate::chess::epd::Epd;
use crate::engine::Answer;
use crate::score::{Score, moves_to_mate};

/// Whether the best move and score of a search solve the position; `None` if the record has no
/// solution.
pub fn is_solved(epd: &Epd, answer: &Answer) -> Option<bool> {
    judge(epd, answer.best, answer.score)
}

/// Whether a move with this score solves the position; `None` if the record has no solution. The
/// move must satisfy all operations of the position. If the position gives only points, the move
/// must have the highest number.
pub fn judge(epd: &Epd, played: Option<Move>, score: Score) -> Option<bool> {
    let is = |moves: &[Move]| played.is_some_and(|played| moves.contains(&played));
    let is_in_time =
        |found: i32, wanted: i32| found.signum() == wanted.signum() && found.abs() <= wanted.abs();
    let mate = epd
        .mate_in
        .map(|wanted| moves_to_mate(score).is_some_and(|found| is_in_time(found, wanted)));
    let best = (!epd.best.is_empty()).then(|| is(&epd.best));
    let avoided = (!epd.avoid.is_empty()).then(|| played.is_some() && !is(&epd.avoid));
    let named = [mate, best, avoided].into_iter().flatten().reduce(|all, good| all && good);
    named.or_else(|| epd.max_points().map(|most| epd.points_of(played) == Some(most)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_operations_must_hold() {
        let position = "1kr5/3n4/q3p2p/p2n2p1/PppB1P2/5BP1/1P2Q2P/3R2K1 w - -";
        let solves = |operations: &str, mv: &str, score: Score| {
            let epd: Epd = format!("{position} {operations}").parse().expect("sound");
            judge(&epd, epd.board.parse_san(mv).ok(), score)
        };
        assert_eq!(solves("", "f5", 0), None);
        assert_eq!(
            (solves("bm f5 h3;", "h3", 0), solves("bm f5;", "h3", 0)),
            (Some(true), Some(false))
        );
        assert_eq!(
            (solves("am f5;", "h3", 0), solves("am f5;", "-", 0)),
            (Some(true), Some(false))
        );
        let mate = |moves: Score| crate::score::MATE - 2 * moves + 1;
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
}
