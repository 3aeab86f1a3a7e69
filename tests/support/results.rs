//! Example of a result of `secateur epd`.

use secateur::tools::analysis::DisplayScore;
use secateur::tools::solve::record::{Effort, PositionResult, Setup, Suite};

/// The settings of an example run.
pub fn setup() -> Setup {
    Setup {
        version: "1".to_owned(),
        short_bench: Some(1),
        commit: "abc".to_owned(),
        processor: "any".to_owned(),
        techniques: "full".to_owned(),
        eval: None,
        seconds: Some(0.5),
        nodes: None,
        depth: None,
        threads: 1,
        hash: 16,
        tablebases: None,
        multipv: 1,
        jobs: 1,
        id: None,
        first: None,
        shard: None,
        suites: vec![Suite { name: "a.epd".to_owned(), positions: 3, digest: "0".to_owned() }],
        engines: Vec::new(),
    }
}

/// An example solution of a position with this number.
pub fn solution(number: usize, solved: bool) -> PositionResult {
    PositionResult {
        suite: 0,
        number,
        engine: 0,
        id: format!("A, \"{number}\""),
        fen: format!("4k3/8/8/8/8/8/8/4K2R w H - 0 {number}"),
        expected: "bm O-O".to_owned(),
        played: Some(if solved { "O-O" } else { "Kd1" }.to_owned()),
        score: DisplayScore::Centipawns(123),
        line: "1. Kd1 Kd7".to_owned(),
        depth: 9,
        nodes: 1000,
        seconds: 0.5,
        solved: Some(solved),
        points: None,
        max_points: None,
        effort_to_solution: solved.then_some(Effort { nodes: 10, seconds: 0.1 }),
    }
}
