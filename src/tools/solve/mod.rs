//! Solves test suites. The engine starts each position with empty tables, and several positions run
//! in parallel.
//!
//! A [`Question`] is a position with its place in a suite. A [`Solution`] is its result. [`run()`]
//! searches the questions and reports each solution as it comes. [`journal`](crate::files::journal)
//! writes it immediately, so that an interrupted run can continue. A [`Shard`] is a part of the
//! questions for one machine; [`merge`] combines the shards. A complete run is a [`SuiteRecord`],
//! which [`report`] prints and [`compare`] compares with an older one.

pub mod compare;
pub mod judge;
pub mod merge;
pub mod record;
pub mod report;
pub mod tally;
mod watch;

pub use record::{Effort, EngineSetup, Found, Setup, Shard, Solution, Suite, SuiteRecord};

use crate::chess::Game;
use crate::chess::epd::Epd;
use crate::chess::fen::CastlingNotation;
use crate::engine::Engine;
use crate::files::hash::fnv1a;
use crate::search::smp::STACK;
use crate::search::{Limits, Signals};
use crate::stop::Stop;
use crate::threads::{for_each, with_stack};
use judge::is_solved;
use std::sync::Mutex;
use std::time::Instant;
use watch::Watch;

/// Position of a suite to solve, with its number and suite.
#[derive(Clone, Debug)]
pub struct Question {
    /// The index of the suite, from 0.
    pub suite: usize,
    /// The number of the position in the suite, from 1.
    pub number: usize,
    /// The index of the engine that solves it, from 0.
    pub engine: usize,
    /// The position and its solution.
    pub epd: Epd,
}

impl Question {
    /// Returns the `id` of the position, or its number if it has none.
    pub fn id(&self) -> String {
        self.epd.id.clone().unwrap_or_else(|| format!("#{}", self.number))
    }

    /// Returns the FEN of the position.
    pub fn fen(&self) -> String {
        self.epd.board.fen(CastlingNotation::Standard)
    }
}

/// Returns a hash of the suite positions that is the same on every machine.
pub fn digest<'a>(questions: impl Iterator<Item = &'a Question>) -> String {
    let text = |question: &Question| {
        let points: Vec<String> = question
            .epd
            .points
            .iter()
            .map(|(mv, points)| format!("{}={points}", mv.uci(true)))
            .collect();
        let (id, wanted) = (question.id(), question.epd.solution());
        let fen = question.epd.board.fen(CastlingNotation::Shredder);
        format!("{}\t{id}\t{fen}\t{wanted}\t{}\n", question.number, points.join(" "))
    };
    format!("{:016x}", fnv1a(questions.map(text).collect::<String>().as_bytes()))
}

/// Error of an engine that did not solve a suite position.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct SolverError(pub String);

/// Engine that solves suite positions one at a time.
pub trait Solver: Send {
    /// Searches one position within the limits and aborts when the stop is urgent.
    fn solve(
        &mut self,
        question: &Question,
        limits: &Limits,
        stop: &Stop,
    ) -> Result<Solution, SolverError>;
}

/// Engines that one thread runs on each position, in the order of the run's engines.
pub type Team = Vec<Box<dyn Solver>>;

/// Solves the positions within the limits, with one thread per team of engines. `done` receives
/// each solution as soon as it is finished, with the index of its question. The first error of
/// `done` or of an engine ends the run. A stop request ends the run early. An urgent one also
/// aborts the current searches.
pub fn run<E: From<SolverError> + Send>(
    questions: &[&Question],
    limits: &Limits,
    teams: Vec<Team>,
    stop: &Stop,
    done: impl FnMut(usize, Solution) -> Result<(), E> + Send,
) -> Result<(), E> {
    let done = Mutex::new((done, Ok(())));
    let work = |team: &mut Team, index: usize| {
        let question = questions[index];
        let solution = team[question.engine].solve(question, limits, stop);
        let mut done = done.lock().expect("no holder panics");
        let (done, result) = &mut *done;
        if stop.is_urgent() || result.is_err() {
            return None;
        }
        *result = solution.map_err(E::from).and_then(|solution| done(index, solution));
        if result.is_err() {
            stop.request_urgent();
        }
        Some(())
    };
    let (jobs, teams) = (teams.len(), Mutex::new(teams));
    let start = || teams.lock().expect("no holder panics").pop();
    with_stack(STACK, || {
        for_each(jobs, STACK, questions.len(), || stop.is_requested(), start, work)
    });
    done.into_inner().expect("no holder panics").1
}

impl Solver for Engine {
    /// Solves a question. A search for a mate ends when the mate is proved.
    fn solve(
        &mut self,
        question: &Question,
        limits: &Limits,
        stop: &Stop,
    ) -> Result<Solution, SolverError> {
        let epd = &question.epd;
        let signals = Signals::default();
        let mut watch = Watch::new(epd, stop, &signals);
        self.new_game();
        self.set_game(Game::new(epd.board));
        let limits = Limits { mate: epd.mate_in.map(i32::unsigned_abs), ..limits.clone() };
        let answer = self.go(&limits, &signals, Instant::now(), &mut watch);
        let solved = is_solved(epd, &answer);
        let right_from = (solved == Some(true)).then(|| watch.right_from(&answer.progress));
        Ok(Solution::new(question, &Found::of(&answer, &epd.board), solved, right_from))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Settings;

    /// The error of a test.
    #[derive(Debug, PartialEq)]
    struct Failed(String);

    impl From<SolverError> for Failed {
        fn from(error: SolverError) -> Failed {
            Failed(error.to_string())
        }
    }

    fn engines(count: usize) -> Vec<Team> {
        let engine = || {
            Engine::new(Settings { hash_megabytes: 1, ..Settings::default() })
                .expect("a small table")
        };
        (0..count).map(|_| vec![Box::new(engine()) as Box<dyn Solver>]).collect()
    }

    /// The settings of an example run.
    pub(super) fn setup() -> Setup {
        Setup {
            version: "1".to_owned(),
            signature: Some(1),
            commit: "abc".to_owned(),
            processor: "any".to_owned(),
            techniques: "full".to_owned(),
            eval: None,
            seconds: Some(0.5),
            nodes: None,
            depth: None,
            threads: 1,
            hash: 16,
            tables: None,
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
    pub(super) fn solution(number: usize, solved: bool) -> Solution {
        Solution {
            suite: 0,
            number,
            engine: 0,
            id: format!("A, \"{number}\""),
            fen: format!("4k3/8/8/8/8/8/8/4K2R w H - 0 {number}"),
            wanted: "bm O-O".to_owned(),
            played: Some(if solved { "O-O" } else { "Kd1" }.to_owned()),
            score: 123,
            mate: None,
            line: "1. Kd1 Kd7".to_owned(),
            depth: 9,
            nodes: 1000,
            seconds: 0.5,
            solved: Some(solved),
            points: None,
            most_points: None,
            right_from: solved.then_some(Effort { nodes: 10, seconds: 0.1 }),
        }
    }

    fn questions(texts: &[&str]) -> Vec<Question> {
        let question = |(index, text): (usize, &&str)| Question {
            suite: 0,
            number: index + 1,
            engine: 0,
            epd: text.parse().expect("sound"),
        };
        texts.iter().enumerate().map(question).collect()
    }

    #[test]
    fn results_do_not_depend_on_the_number_of_engines() {
        let questions = questions(&[
            "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6;",
            "8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - - bm Rxb2; id \"two\"",
            "6k1/5ppp/8/8/8/8/8/R5K1 w - - dm 1;",
        ]);
        let references: Vec<&Question> = questions.iter().collect();
        let found = |jobs: usize| {
            let mut found = vec![None; questions.len()];
            let result: Result<(), Failed> = run(
                &references,
                &Limits::to_nodes(3000),
                engines(jobs),
                &Stop::default(),
                |index, solution| {
                    found[index] = Some(Solution { seconds: 0.0, right_from: None, ..solution });
                    Ok(())
                },
            );
            assert_eq!(result, Ok(()));
            found
        };
        let one = found(1);
        assert_eq!(one, found(3));
        let mate = one[2].as_ref().expect("searched");
        assert_eq!((mate.mate, mate.solved, mate.id.as_str()), (Some(1), Some(true), "#3"));
    }

    struct Broken;

    impl Solver for Broken {
        fn solve(&mut self, _: &Question, _: &Limits, _: &Stop) -> Result<Solution, SolverError> {
            Err(SolverError("the pipe is closed".to_owned()))
        }
    }

    #[test]
    fn an_engine_error_ends_the_run() {
        let mut questions = questions(&["4k3/8/8/8/8/8/8/4K2R w K - bm O-O"; 4]);
        questions.iter_mut().skip(1).step_by(2).for_each(|question| question.engine = 1);
        let references: Vec<&Question> = questions.iter().collect();
        let mut team = engines(1).remove(0);
        team.push(Box::new(Broken));
        let mut solved = Vec::new();
        let limits = Limits::to_nodes(100);
        let result: Result<(), Failed> =
            run(&references, &limits, vec![team], &Stop::default(), |index, solution| {
                solved.push((index, solution.engine));
                Ok(())
            });
        assert_eq!(result, Err(Failed("the pipe is closed".to_owned())));
        assert_eq!(solved, [(0, 0)]);
    }

    #[test]
    fn the_solution_is_formatted_in_words() {
        let said = |wanted: &str| {
            Solution { wanted: wanted.to_owned(), ..solution(1, false) }.solution_text()
        };
        assert_eq!(said("bm d5"), "d5");
        assert_eq!(said("bm Nf3 Qg6; am Ke3 Kd3"), "Nf3 or Qg6 and not Ke3 nor Kd3");
        assert_eq!(said("dm 3"), "mate in 3");
        assert_eq!(said("c0 f5=10, Be5=2"), "f5 10, Be5 2 points");
    }

    #[test]
    fn an_error_and_a_stop_end_the_run() {
        let questions = questions(&["4k3/8/8/8/8/8/8/4K2R w K - bm O-O"; 50]);
        let references: Vec<&Question> = questions.iter().collect();
        let mut solved = 0;
        let result =
            run(&references, &Limits::to_nodes(100), engines(2), &Stop::default(), |_, _| {
                solved += 1;
                Err(Failed("no room".to_owned()))
            });
        assert_eq!((result, solved), (Err(Failed("no room".to_owned())), 1));
        let stop = Stop::default();
        stop.request();
        let result: Result<(), Failed> =
            run(&references, &Limits::to_nodes(100), engines(2), &stop, |_, _| {
                Err(Failed("begun".to_owned()))
            });
        assert_eq!(result, Ok(()), "nothing is begun");
    }

    #[test]
    fn different_questions_have_different_digests() {
        let of = |texts: &[&str]| digest(questions(texts).iter());
        let (a, b) = ("4k3/8/8/8/8/8/8/4K2R w K - bm O-O", "4k3/8/8/8/8/8/8/4K2R w K - bm Kd1");
        assert_eq!(of(&[a, b]), of(&[a, b]));
        assert!(of(&[a]) != of(&[b]) && of(&[a, b]) != of(&[b, a]) && of(&[]) != of(&[a]));
    }
}
