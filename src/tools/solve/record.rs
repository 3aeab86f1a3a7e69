//! The result of a suite run as JSON, with everything that is needed to repeat it.

use super::SuitePosition;
use crate::chess::san::numbered;
use crate::chess::{Board, Move};
use crate::engine::Answer;
use crate::eval::wdl;
use crate::quote::quoted;
use crate::score::Score;
use crate::search::table::OutOfMemory;
use crate::tools::analysis::DisplayScore;
use crate::tools::bench;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Record of a suite run, with its settings and the result of each position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SuiteRecord {
    /// The settings.
    pub settings: Setup,
    /// The results, in the order of the suites.
    pub positions: Vec<PositionResult>,
}

/// Settings and environment of a suite run, as stored in its record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Setup {
    /// The version of the program.
    pub version: String,
    /// The node count of a short benchmark, which identifies the search.
    pub short_bench: Option<u64>,
    /// The commit of the program, or its version.
    pub commit: String,
    /// The name of the processor.
    pub processor: String,
    /// The preset and switches.
    pub techniques: String,
    /// The evaluation; `None` for the default.
    #[serde(default)]
    pub eval: Option<String>,
    /// The limit per position, seconds.
    pub seconds: Option<f64>,
    /// The limit per position, nodes.
    pub nodes: Option<u64>,
    /// The limit per position, plies.
    pub depth: Option<u32>,
    /// The number of search threads per position.
    pub threads: usize,
    /// The size of the transposition table per engine, megabytes.
    pub hash: usize,
    /// A short description of the tablebases; `None` without.
    #[serde(default)]
    pub tablebases: Option<String>,
    /// The number of principal variations (MultiPV).
    pub multipv: usize,
    /// The number of positions that run in parallel.
    pub jobs: usize,
    /// The pattern that selects positions by name.
    pub id: Option<String>,
    /// The maximum number of positions of each suite.
    pub first: Option<u64>,
    /// The shard of this run; `None` for all positions.
    pub shard: Option<Shard>,
    /// The suites, in the given order.
    pub suites: Vec<Suite>,
    /// The engines; empty for Secateur alone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub engines: Vec<EngineSetup>,
}

impl Setup {
    /// Returns the number of engines that solve each position.
    pub fn engine_count(&self) -> usize {
        self.engines.len().max(1)
    }
}

/// Name, command and options of an engine in a suite run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineSetup {
    /// The name that the engine reports.
    pub name: String,
    /// The command that starts the engine; `None` for Secateur itself.
    pub command: Option<String>,
    /// The options beside those of the run, each as `NAME=VALUE`.
    pub options: Vec<String>,
}

/// Part of a suite run that is run separately, with every `of`-th position from number `index` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    /// The number of the shard, from 1.
    pub index: usize,
    /// The number of shards.
    pub of: usize,
}

/// Name and content hash of a test suite in a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Suite {
    /// The name as given on the command line.
    pub name: String,
    /// The number of selected positions, over all shards.
    pub positions: usize,
    /// A hash of the selected positions.
    pub digest: String,
}

/// Result of one suite position with one engine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PositionResult {
    /// The index of the suite, from 0.
    pub suite: usize,
    /// The number of the position in the suite, from 1.
    pub number: usize,
    /// The index of the engine, from 0.
    #[serde(default, skip_serializing_if = "is_first")]
    pub engine: usize,
    /// The name of the position.
    pub id: String,
    /// The position as FEN.
    pub fen: String,
    /// The solution, as EPD operations.
    pub expected: String,
    /// The best move of the engine, in SAN.
    pub played: Option<String>,
    /// The score for the side to move.
    pub score: DisplayScore,
    /// The principal variation in SAN, with move numbers; empty if unknown.
    #[serde(default)]
    pub line: String,
    /// The iteration of the principal variation, plies.
    pub depth: u32,
    /// The number of nodes.
    pub nodes: u64,
    /// The search time, seconds.
    pub seconds: f64,
    /// Whether the position is solved; `None` if it has no solution.
    pub solved: Option<bool>,
    /// The points of the best move, if the position gives points.
    pub points: Option<u32>,
    /// The maximum points of the position.
    pub max_points: Option<u32>,
    /// The start of the final phase in which the best move was a solution, if the position is
    /// solved.
    pub effort_to_solution: Option<Effort>,
}

/// Nodes and time that a search had spent at some moment.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Effort {
    /// The number of nodes.
    pub nodes: u64,
    /// The time, seconds.
    pub seconds: f64,
}

fn is_first(engine: &usize) -> bool {
    *engine == 0
}

/// Final move and score of an engine's search of a suite position, with nodes and time.
#[derive(Clone, Debug, PartialEq)]
pub struct SolverAnswer {
    /// The best move.
    pub best: Option<Move>,
    /// The principal variation; only the best move if the last variation begins with another.
    pub line: Vec<Move>,
    /// The score for the side to move: centipawns, or a mate score of the search.
    pub score: Score,
    /// The iteration of the principal variation, plies.
    pub depth: u32,
    /// The number of nodes.
    pub nodes: u64,
    /// The search time, seconds.
    pub seconds: f64,
}

impl SolverAnswer {
    /// Converts the answer of a search of this position.
    pub(super) fn of(answer: &Answer, board: &Board) -> SolverAnswer {
        let is_of_best = answer.best.is_some() && answer.pv.first().copied() == answer.best;
        let line = if is_of_best { &answer.pv[..] } else { answer.best.as_slice() };
        SolverAnswer {
            best: answer.best,
            line: line.to_vec(),
            score: wdl::centipawns(answer.score, board),
            depth: answer.depth,
            nodes: answer.progress.nodes,
            seconds: answer.progress.time.as_secs_f64(),
        }
    }
}

impl PositionResult {
    /// Creates the result of a suite position; `effort_to_solution` is the effort from which the
    /// best move stayed correct.
    pub fn new(
        position: &SuitePosition,
        found: &SolverAnswer,
        solved: Option<bool>,
        effort_to_solution: Option<Effort>,
    ) -> PositionResult {
        let epd = &position.epd;
        PositionResult {
            suite: position.suite,
            number: position.number,
            engine: position.engine,
            id: position.id(),
            fen: position.fen(),
            expected: epd.solution(),
            played: found.best.map(|best| epd.board.san(best)),
            score: DisplayScore::of_centipawns(found.score),
            line: numbered(&epd.board, &found.line).join(" "),
            depth: found.depth,
            nodes: found.nodes,
            seconds: found.seconds,
            solved,
            points: epd.points_of(found.best),
            max_points: epd.max_points(),
            effort_to_solution,
        }
    }

    /// Returns the expected solution of a suite position as text, such as `d5`, `not Ke3` or `mate
    /// in 3`.
    pub fn expected_text(&self) -> String {
        let operation = |operation: &str| {
            let (opcode, operand) = operation.split_once(' ').unwrap_or(("", operation));
            match opcode {
                "am" => format!("not {}", operand.replace(' ', " nor ")),
                "dm" => format!("mate in {operand}"),
                "c0" => {
                    operand
                        .split(", ")
                        .map(|pair| pair.replace('=', " "))
                        .collect::<Vec<_>>()
                        .join(", ")
                        + " points"
                }
                _ => operand.replace(' ', " or "),
            }
        };
        self.expected.split("; ").map(operation).collect::<Vec<_>>().join(" and ")
    }
}

/// The settings that do not affect results. The names of suites do not either.
const IGNORED_SETTINGS: [&str; 3] = ["commit", "processor", "jobs"];

impl Setup {
    /// Stores this program's bench node count, which identifies its search, in the setup of a suite
    /// run.
    pub fn measure_bench(&mut self) -> Result<(), OutOfMemory> {
        self.short_bench = Some(bench::short_bench()?);
        Ok(())
    }

    /// Returns the settings by which two suite runs differ, or `None`; `besides` lists fields to
    /// ignore.
    pub fn difference(&self, other: &Setup, besides: &[&str]) -> Option<String> {
        let (own, other) = (self.fields(), other.fields());
        let is_compared = |key: &str| !IGNORED_SETTINGS.contains(&key) && !besides.contains(&key);
        // A field at its default may be missing in either.
        let keys: BTreeSet<&String> = own.keys().chain(other.keys()).collect();
        let differing =
            keys.into_iter().filter(|key| is_compared(key) && own.get(*key) != other.get(*key));
        let texts = differing.map(|key| match key.as_str() {
            "suites" => "the suites differ".to_owned(),
            _ => format!("{key}: {} and {}", shown(own.get(key)), shown(other.get(key))),
        });
        Some(texts.collect::<Vec<_>>().join("; ")).filter(|text| !text.is_empty())
    }

    fn fields(&self) -> BTreeMap<String, Value> {
        let mut setup = self.clone();
        setup.suites.iter_mut().for_each(|suite| suite.name.clear());
        let value = serde_json::to_value(&setup).unwrap_or_default();
        value
            .as_object()
            .map(|map| map.iter().map(|(key, value)| (key.clone(), value.clone())).collect())
            .unwrap_or_default()
    }
}

fn shown(value: Option<&Value>) -> String {
    match value {
        None | Some(Value::Null) => "none".to_owned(),
        Some(Value::String(text)) => format!("'{text}'"),
        Some(value) => value.to_string(),
    }
}

/// Error in reading the record of a suite run.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The file is not readable.
    #[error("cannot read {0}: {1}")]
    File(String, std::io::Error),
    /// The file has another format.
    #[error("{0} is not a result of `secateur epd`: {1}")]
    WrongFileType(String, serde_json::Error),
    /// A position refers to a suite that the file does not have.
    #[error("{0} is damaged: {1} belongs to none of its suites")]
    UnknownSuite(String, String),
}

impl SuiteRecord {
    /// Reads the record of a suite run from a file written with `--json`.
    pub fn read(path: &Path) -> Result<SuiteRecord, ReadError> {
        let name = path.display().to_string();
        let text = std::fs::read(path).map_err(|error| ReadError::File(name.clone(), error))?;
        SuiteRecord::from_json(&text, &name)
    }

    /// Parses the JSON record of a suite run; `name` is the file name for error messages.
    pub fn from_json(text: &[u8], name: &str) -> Result<SuiteRecord, ReadError> {
        let record: SuiteRecord = serde_json::from_slice(text)
            .map_err(|error| ReadError::WrongFileType(name.to_owned(), error))?;
        match record.positions.iter().find(|result| result.suite >= record.settings.suites.len()) {
            Some(astray) => Err(ReadError::UnknownSuite(name.to_owned(), quoted(&astray.id))),
            None => Ok(record),
        }
    }
}
