//! Fuzz target: lines of EPD suites. Writing and reading a parsed line does not change it.

use secateur::chess::epd::Epd;

/// The input is a suite.
pub fn run(input: &[u8]) {
    for line in String::from_utf8_lossy(input).lines() {
        match line.parse::<Epd>() {
            Ok(epd) => check(&epd),
            Err(error) => super::check_message(&error.to_string()),
        }
    }
}

fn check(epd: &Epd) {
    super::fen::check(&epd.board);
    let line = format!("{:?} {};", epd.board, epd.solution());
    let back: Epd = line.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
    assert_eq!(back.board, epd.board, "{line}");
    assert_eq!(
        (&back.best, &back.avoid, back.mate_in),
        (&epd.best, &epd.avoid, epd.mate_in),
        "{line}"
    );
    // Points are written only without `bm`, `am` and `dm`.
    if epd.best.is_empty() && epd.avoid.is_empty() && epd.mate_in.is_none() {
        assert_eq!(back.points, epd.points, "{line}");
    }
}
