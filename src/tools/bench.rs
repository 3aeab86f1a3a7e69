//! The benchmark: fixed positions, fixed depth, one thread. The bench node count identifies the
//! search: it is the same in every run and on every processor.

use crate::chess::{Board, Game};
use crate::engine::{DEFAULT_HASH_MEGABYTES, Engine, Settings};
use crate::eval::Evaluator;
use crate::quote::{counted, quoted};
use crate::score::MAX_PLY;
use crate::search::limits::{MAX_DEPTH, MAX_HASH, MAX_THREADS};
use crate::search::report::nodes_per_second;
use crate::search::statistics::Statistics;
use crate::search::table::{Bound, OutOfMemory};
use crate::search::{Limits, Listener, Report, Signals, Techniques};
use std::fmt;
use std::time::{Duration, Instant};

/// Default depth of the benchmark, in plies.
pub const DEFAULT_DEPTH: u32 = 13;
/// The depth of [`short_bench`], plies: high enough to detect changes of the search, and fast.
const SHORT_BENCH_DEPTH: u32 = 4;

/// Positions of the benchmark in FEN, from openings to endings, with Chess960 and a mate.
pub const POSITIONS: [&str; 24] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 10",
    "r1bqkb1r/pp3ppp/2np1n2/1N2p3/4P3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 7",
    "r2q1rk1/pp2bppp/2n1pn2/3p4/3P1B2/2NBPN2/PP3PPP/R2QK2R w KQ - 0 10",
    "rnbq1rk1/pp2ppbp/6p1/2p5/2BPP3/2P5/P3NPPP/R1BQK2R b KQ - 1 8",
    "r1bq1rk1/2p1bppp/p1np1n2/1p2p3/4P3/1BP2N1P/PP1P1PP1/RNBQR1K1 b - - 0 9",
    "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 25",
    "r1b2rk1/2q1b1pp/p2ppn2/1p6/3QP3/1BN1B3/PPP3PP/R4RK1 w - - 0 15",
    "3rn2k/ppb2rpp/2ppqp2/5N2/2P1P3/1P5Q/PB3PPP/3RR1K1 w - - 0 22",
    "2r3k1/pppR1pp1/4p3/4P1P1/5P2/1P4K1/P1P5/8 w - - 0 30",
    "r2qnrnk/p2b2b1/1p1p2pp/2pPpp2/1PP1P3/PRNBB3/3QNPPP/5RK1 w - - 0 20",
    "r3r1k1/ppqb1ppp/8/4p1NQ/8/2P5/PP3PPP/R3R1K1 b - - 0 18",
    "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - 0 27",
    "2q1rr1k/3bbnnp/p2p1pp1/2pPp3/PpP1P1P1/1P2BNNP/2BQ1PRK/7R b - - 0 25",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 40",
    "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 50",
    "8/8/1p1r1k2/p1pPN1p1/P3KnP1/1P6/8/3R4 b - - 0 44",
    "6k1/5p2/6p1/8/7p/8/6PP/6K1 b - - 0 40",
    "8/5p2/3p2p1/1bk4p/p2pBNnP/P5P1/1P3P2/4K3 b - - 0 36",
    "5k2/7R/4P2p/5K2/p1r2P1p/8/8/8 b - - 0 60",
    "4k2r/1pb2ppp/1p2p3/1R1p4/3P4/2r1PN2/P4PPP/1R4K1 b k - 3 22",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "qbbnrkrn/p1pppp2/6p1/1p5p/1P1P4/4P1P1/P1P2P1P/QBBNRKRN b GEge - 0 5",
    "8/8/8/8/5kp1/P7/8/1K1N4 w - - 0 60",
];

/// Result of a benchmark, with nodes, time and search statistics.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BenchResult {
    /// The total node count, which identifies the search.
    pub nodes: u64,
    /// The total time of all searches.
    pub time: Duration,
    /// The statistics of each technique.
    pub statistics: Statistics,
    /// The total node count up to the end of each iteration, by depth in plies.
    pub by_depth: Vec<u64>,
}

/// The first iteration of the branching factor, plies. Quiescence and the table dominate the nodes
/// of earlier iterations.
const SETTLED_DEPTH: usize = 12;

impl BenchResult {
    /// Returns the search speed in nodes per second.
    pub fn speed(&self) -> u64 {
        nodes_per_second(self.nodes, self.time)
    }

    /// Returns the effective branching factor and the two depths it is measured between; `None`
    /// with too few iterations.
    pub fn branching_factor(&self) -> Option<(f64, usize, usize)> {
        let last = self.by_depth.len().checked_sub(1).filter(|&last| last > SETTLED_DEPTH)?;
        let growth = self.by_depth[last] as f64 / self.by_depth[SETTLED_DEPTH] as f64;
        Some((growth.powf(1.0 / (last - SETTLED_DEPTH) as f64), SETTLED_DEPTH, last))
    }
}

impl fmt::Display for BenchResult {
    /// The format that testing frameworks parse.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} nodes {} nps", self.nodes, self.speed())
    }
}

/// Adds up the nodes at the end of each iteration.
struct ByDepth<'a>(&'a mut Vec<u64>);

impl Listener for ByDepth<'_> {
    fn pv(&mut self, report: &Report<'_>) {
        if report.bound == Bound::Exact
            && let Some(nodes) = self.0.get_mut(report.depth as usize)
        {
            *nodes += report.progress.nodes;
        }
    }
}

/// Limit of each search in a benchmark (depth, nodes or time).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// A depth, plies.
    Depth(u32),
    /// A number of nodes.
    Nodes(u64),
    /// A time.
    Time(Duration),
}

/// Settings of a benchmark run (limit, hash size, threads). With the default settings the node
/// count identifies the search. With several threads or a time limit it differs in every run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Task {
    /// The size of the transposition table, megabytes.
    pub hash_megabytes: usize,
    /// The number of search threads.
    pub threads: usize,
    /// The limit of each search.
    pub limit: Limit,
}

impl Default for Task {
    fn default() -> Task {
        Task {
            hash_megabytes: DEFAULT_HASH_MEGABYTES,
            threads: 1,
            limit: Limit::Depth(DEFAULT_DEPTH),
        }
    }
}

/// The syntax of the command, for error messages.
const FORM: &str = "`bench [DEPTH]` or `bench HASH THREADS [LIMIT [depth|nodes|movetime]]`";

impl Task {
    /// Parses the arguments of `bench`, either a depth alone, or hash, threads, limit and limit
    /// type as in Stockfish. The hash is in megabytes. The order is that of Stockfish, whose word
    /// `default` for the positions may precede the type.
    pub fn parse(words: &[impl AsRef<str>]) -> Result<Task, String> {
        let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
        let number = |word: &str, name: &str, max: u64| {
            let found = word.parse().ok().filter(|number| (1..=max).contains(number));
            found.ok_or_else(|| {
                format!("bench: '{}' is not a {name} from 1 to {max}; {FORM}", quoted(word))
            })
        };
        let task = Task::default();
        let (hash, threads, rest) = match words[..] {
            [] => return Ok(task),
            [depth] => {
                let limit = Limit::Depth(number(depth, "depth", MAX_DEPTH)? as u32);
                return Ok(Task { limit, ..task });
            }
            [hash, threads, ref rest @ ..] => (hash, threads, rest),
        };
        let (limit, kind) = match *rest {
            [] => (None, "depth"),
            [limit] | [limit, "default"] => (Some(limit), "depth"),
            [limit, kind] | [limit, "default", kind] => (Some(limit), kind),
            [_, "default", _, extra, ..]
            | [_, "depth" | "nodes" | "movetime", extra, ..]
            | [_, extra, ..] => {
                return Err(format!("bench: '{}' is unknown; {FORM}", quoted(extra)));
            }
        };
        let limit = match (limit, kind) {
            (None, _) => task.limit,
            (Some(limit), "depth") => Limit::Depth(number(limit, "depth", MAX_DEPTH)? as u32),
            (Some(limit), "nodes") => Limit::Nodes(number(limit, "number of nodes", u64::MAX)?),
            (Some(limit), "movetime") => {
                Limit::Time(Duration::from_millis(number(limit, "time in ms", u64::MAX)?))
            }
            (Some(_), kind) => {
                return Err(format!("bench: '{}' is not a type of limit; {FORM}", quoted(kind)));
            }
        };
        Ok(Task {
            hash_megabytes: number(hash, "table size in MB", MAX_HASH)? as usize,
            threads: number(threads, "number of threads", MAX_THREADS)? as usize,
            limit,
        })
    }

    fn limits(&self) -> Limits {
        match self.limit {
            Limit::Depth(depth) => Limits::with_depth(depth.min(MAX_PLY as u32)),
            Limit::Nodes(nodes) => Limits::with_nodes(nodes),
            Limit::Time(time) => Limits::with_move_time(time),
        }
    }

    /// Runs the benchmark with these settings, until it is finished or the signals stop it. The
    /// engine starts each position with empty tables. `done` receives the node count of each
    /// finished position; aborted positions do not count.
    pub fn run(
        &self,
        techniques: Techniques,
        evaluator: Evaluator,
        signals: &Signals,
        mut done: impl FnMut(u64),
    ) -> Result<BenchResult, OutOfMemory> {
        let settings = Settings {
            techniques,
            hash_megabytes: self.hash_megabytes,
            threads: self.threads,
            move_overhead: Duration::ZERO,
            ..Settings::default()
        };
        let mut engine = Engine::with_evaluator(settings, evaluator)?;
        let limits = self.limits();
        let mut result = BenchResult {
            nodes: 0,
            time: Duration::ZERO,
            statistics: Statistics::default(),
            by_depth: vec![0; limits.depth.map_or(0, |depth| depth as usize + 1)],
        };
        for fen in POSITIONS {
            let board: Board = fen.parse().expect("the benchmark's positions are sound");
            engine.new_game();
            engine.set_game(Game::new(board));
            let start = Instant::now();
            let answer = engine.go(&limits, signals, start, &mut ByDepth(&mut result.by_depth));
            if signals.is_stopped() {
                break;
            }
            result.time += start.elapsed();
            result.statistics += &answer.statistics;
            result.nodes += answer.progress.nodes;
            done(answer.progress.nodes);
        }
        Ok(result)
    }
}

impl fmt::Display for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.limit {
            Limit::Depth(depth) => write!(f, "depth {depth}")?,
            Limit::Nodes(nodes) => write!(f, "{nodes} nodes")?,
            Limit::Time(time) => write!(f, "{} ms", time.as_millis())?,
        }
        let Task { hash_megabytes, threads, .. } = self;
        let threads = counted(*threads as u64, "thread", "threads");
        write!(f, " per position, {hash_megabytes} MB of table, {threads}")
    }
}

/// Returns the node count of a short benchmark, which identifies a version of the search. Fails
/// without memory for its hash table.
pub fn short_bench() -> Result<u64, OutOfMemory> {
    let task = Task { limit: Limit::Depth(SHORT_BENCH_DEPTH), ..Task::default() };
    let result = task.run(Techniques::FULL, Evaluator::default(), &Signals::default(), |_| {})?;
    Ok(result.nodes)
}
