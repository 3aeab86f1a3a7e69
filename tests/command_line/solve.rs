//! Unit tests of `secateur::tools::solve`.

use crate::results::solution;
use secateur::engine::{Engine, Settings};
use secateur::search::Limits;
use secateur::stop::Stop;
use secateur::tools::analysis::DisplayScore;
use secateur::tools::solve::record::PositionResult;
use secateur::tools::solve::*;

/// The error of a test.
#[derive(Debug, PartialEq)]
struct Failed(String);

impl From<SolverError> for Failed {
    fn from(error: SolverError) -> Failed {
        Failed(error.to_string())
    }
}

fn engines(count: usize) -> Vec<EngineSet> {
    let engine = || {
        Engine::new(Settings { hash_megabytes: 1, ..Settings::default() }).expect("a small table")
    };
    (0..count).map(|_| vec![Box::new(engine()) as Box<dyn Solver>]).collect()
}

fn positions(texts: &[&str]) -> Vec<SuitePosition> {
    let position = |(index, text): (usize, &&str)| SuitePosition {
        suite: 0,
        number: index + 1,
        engine: 0,
        epd: text.parse().expect("valid EPD"),
    };
    texts.iter().enumerate().map(position).collect()
}

#[test]
fn results_do_not_depend_on_the_number_of_engines() {
    let positions = positions(&[
        "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6;",
        "8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - - bm Rxb2; id \"two\"",
        "6k1/5ppp/8/8/8/8/8/R5K1 w - - dm 1;",
    ]);
    let references: Vec<&SuitePosition> = positions.iter().collect();
    let found = |jobs: usize| {
        let mut found = vec![None; positions.len()];
        let result: Result<(), Failed> = run(
            &references,
            &Limits::with_nodes(3000),
            engines(jobs),
            &Stop::default(),
            |index, solution| {
                found[index] =
                    Some(PositionResult { seconds: 0.0, effort_to_solution: None, ..solution });
                Ok(())
            },
        );
        assert_eq!(result, Ok(()));
        found
    };
    let one = found(1);
    assert_eq!(one, found(3));
    let mate = one[2].as_ref().expect("searched");
    let is_mate = mate.score == DisplayScore::Mate(1);
    assert_eq!((is_mate, mate.solved, mate.id.as_str()), (true, Some(true), "#3"));
}

struct Broken;

impl Solver for Broken {
    fn solve(
        &mut self,
        _: &SuitePosition,
        _: &Limits,
        _: &Stop,
    ) -> Result<PositionResult, SolverError> {
        Err(SolverError("the pipe is closed".to_owned()))
    }
}

#[test]
fn an_engine_error_ends_the_run() {
    let mut positions = positions(&["4k3/8/8/8/8/8/8/4K2R w K - bm O-O"; 4]);
    positions.iter_mut().skip(1).step_by(2).for_each(|position| position.engine = 1);
    let references: Vec<&SuitePosition> = positions.iter().collect();
    let mut engine_set = engines(1).remove(0);
    engine_set.push(Box::new(Broken));
    let mut solved = Vec::new();
    let limits = Limits::with_nodes(100);
    let result: Result<(), Failed> =
        run(&references, &limits, vec![engine_set], &Stop::default(), |index, solution| {
            solved.push((index, solution.engine));
            Ok(())
        });
    assert_eq!(result, Err(Failed("the pipe is closed".to_owned())));
    assert_eq!(solved, [(0, 0)]);
}

#[test]
fn the_solution_is_formatted_in_words() {
    let text = |expected: &str| {
        PositionResult { expected: expected.to_owned(), ..solution(1, false) }.expected_text()
    };
    assert_eq!(text("bm d5"), "d5");
    assert_eq!(text("bm Nf3 Qg6; am Ke3 Kd3"), "Nf3 or Qg6 and not Ke3 nor Kd3");
    assert_eq!(text("dm 3"), "mate in 3");
    assert_eq!(text("c0 f5=10, Be5=2"), "f5 10, Be5 2 points");
}

#[test]
fn an_error_and_a_stop_end_the_run() {
    let positions = positions(&["4k3/8/8/8/8/8/8/4K2R w K - bm O-O"; 50]);
    let references: Vec<&SuitePosition> = positions.iter().collect();
    let mut solved = 0;
    let result =
        run(&references, &Limits::with_nodes(100), engines(2), &Stop::default(), |_, _| {
            solved += 1;
            Err(Failed("no room".to_owned()))
        });
    assert_eq!((result, solved), (Err(Failed("no room".to_owned())), 1));
    let stop = Stop::default();
    stop.request();
    let result: Result<(), Failed> =
        run(&references, &Limits::with_nodes(100), engines(2), &stop, |_, _| {
            Err(Failed("started".to_owned()))
        });
    assert_eq!(result, Ok(()), "no position is started");
}

#[test]
fn different_positions_have_different_digests() {
    let of = |texts: &[&str]| digest(positions(texts).iter());
    let (a, b) = ("4k3/8/8/8/8/8/8/4K2R w K - bm O-O", "4k3/8/8/8/8/8/8/4K2R w K - bm Kd1");
    assert_eq!(of(&[a, b]), of(&[a, b]));
    assert!(of(&[a]) != of(&[b]) && of(&[a, b]) != of(&[b, a]) && of(&[]) != of(&[a]));
}
