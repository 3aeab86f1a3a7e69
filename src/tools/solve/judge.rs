//! Decides whether a position is solved.

use crate::chess::Move;
use crate::chess::epd::Epd;
use crate::engine::Answer;
use crate::score::{Score, moves_to_mate};

/// Whether a search's best move and score solve the EPD position; `None` if the record has no
/// solution.
pub fn is_solved(epd: &Epd, answer: &Answer) -> Option<bool> {
    judge(epd, answer.best, answer.score)
}

/// Whether a move with this score solves the EPD position; `None` if the record has no solution.
/// The move must satisfy all operations of the position. If the position gives only points, the
/// move must have the highest number.
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
    named.or_else(|| epd.max_points().map(|max| epd.points_of(played) == Some(max)))
}
