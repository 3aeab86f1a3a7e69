//! The suites that come with the program.

use crate::chess::epd::Epd;

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
pub fn is_solved(epd: &Epd, answer: &crate::engine::Answer) -> Option<bool> {
    let is = |moves: &[crate::chess::Move]| answer.best.is_some_and(|best| moves.contains(&best));
    let mate = epd.mate_in.map(|wanted| {
        crate::score::moves_to_mate(answer.score).is_some_and(|found| found > 0 && found as u32 <= wanted)
    });
    let best = (!epd.best.is_empty()).then(|| is(&epd.best));
    let avoided = (!epd.avoid.is_empty()).then(|| answer.best.is_some() && !is(&epd.avoid));
    [mate, best, avoided].into_iter().flatten().reduce(|all, good| all && good)
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
}
