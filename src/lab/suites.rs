//! The suites that come with the program.

use crate::chess::Move;
use crate::chess::epd::Epd;
use crate::engine::Answer;
use crate::score::{Score, moves_to_mate};

/// Name and text of each suite.
const SUITES: [(&str, &str); 9] = [
    ("bratko-kopec", include_str!("../../epd/bratko-kopec.epd")),
    ("ecm", include_str!("../../epd/ecm.epd")),
    ("eet", include_str!("../../epd/eet.epd")),
    ("hardzugs", include_str!("../../epd/hardzugs.epd")),
    ("lct2", include_str!("../../epd/lct2.epd")),
    ("mates", include_str!("../../epd/mates.epd")),
    ("openings", include_str!("../../epd/openings.epd")),
    ("wac", include_str!("../../epd/wac.epd")),
    ("zugts", include_str!("../../epd/zugts.epd")),
];

/// The positions of a suite. Its name must be one of the built-in ones.
pub fn built_in(name: &str) -> Vec<Epd> {
    let text = SUITES.iter().find(|(known, _)| *known == name).map_or("", |(_, text)| text);
    text.lines().map(|line| line.parse().expect("the suites are tested")).collect()
}

/// Has the answer solved the position? `None` if the position names no solution.
pub fn is_solved(epd: &Epd, answer: &Answer) -> Option<bool> {
    judge(epd, answer.best, answer.score)
}

/// Does this move with this score solve the position? It has to do all that the position asks for; one that gives only points is
/// solved by the most of them. `None` if the position names no solution.
pub fn judge(epd: &Epd, played: Option<Move>, score: Score) -> Option<bool> {
    let is = |moves: &[Move]| played.is_some_and(|played| moves.contains(&played));
    let mate = epd.mate_in.map(|wanted| moves_to_mate(score).is_some_and(|found| found > 0 && found as u32 <= wanted));
    let best = (!epd.best.is_empty()).then(|| is(&epd.best));
    let avoided = (!epd.avoid.is_empty()).then(|| played.is_some() && !is(&epd.avoid));
    let named = [mate, best, avoided].into_iter().flatten().reduce(|all, good| all && good);
    named.or_else(|| epd.most_points().map(|most| epd.points_of(played) == Some(most)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_suite_has_positions() {
        for (name, _) in SUITES {
            assert!(built_in(name).len() >= 3, "{name}");
        }
        assert!(built_in("nonsense").is_empty());
    }

    #[test]
    fn everything_asked_for_has_to_be_done() {
        let position = "1kr5/3n4/q3p2p/p2n2p1/PppB1P2/5BP1/1P2Q2P/3R2K1 w - -";
        let solves = |operations: &str, mv: &str, score: Score| {
            let epd: Epd = format!("{position} {operations}").parse().expect("sound");
            judge(&epd, epd.board.parse_san(mv).ok(), score)
        };
        assert_eq!(solves("", "f5", 0), None);
        assert_eq!((solves("bm f5 h3;", "h3", 0), solves("bm f5;", "h3", 0)), (Some(true), Some(false)));
        assert_eq!((solves("am f5;", "h3", 0), solves("am f5;", "-", 0)), (Some(true), Some(false)));
        let mate = |moves: Score| crate::score::MATE - 2 * moves + 1;
        assert_eq!((solves("dm 3;", "h3", mate(3)), solves("dm 3;", "h3", mate(4))), (Some(true), Some(false)));
        assert_eq!((solves("dm 3; bm f5", "h3", mate(3)), solves("dm 3;", "h3", -mate(2))), (Some(false), Some(false)));
        let points = "c0 \"f5=10, Be5=2\"";
        assert_eq!((solves(points, "f5", 0), solves(points, "Be5", 0)), (Some(true), Some(false)));
    }
}
