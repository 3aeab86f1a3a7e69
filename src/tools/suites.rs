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
