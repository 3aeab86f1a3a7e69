//! Fuzz target: perft suites. Writing and reading a parsed line does not change it.

use secateur::chess::perft::{PerftCase, join_lines};
use secateur::files::content_lines;

/// The input is a suite.
pub fn run(input: &[u8]) {
    for (_, line) in join_lines(content_lines(input)) {
        match line.parse::<PerftCase>() {
            Ok(case) => check(&case),
            Err(error) => super::check_message(&error.to_string()),
        }
    }
}

fn check(case: &PerftCase) {
    super::fen::check(&case.board);
    for repair in &case.repairs {
        super::check_message(repair);
    }
    let counts = case.counts.iter().map(|(depth, leaves)| format!(" ;D{depth} {leaves}"));
    let line = format!("{:?}{}", case.board, counts.collect::<String>());
    let back: PerftCase = line.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
    assert_eq!((&back.counts, back.board), (&case.counts, case.board), "{line}");
}
