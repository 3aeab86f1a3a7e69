//! What a run has found, with all that is needed to judge it or to do it again; as JSON.

use super::Question;
use crate::chess::{Board, Move};
use crate::engine::Answer;
use crate::eval::winning;
use crate::quote::quoted;
use crate::score::{Score, moves_to_mate};
use crate::tools::analysis::san_line;
use crate::tools::bench;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// A run: its settings and its positions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SuiteRecord {
    /// How it was run.
    pub settings: Setup,
    /// What came of it, in the order of the suites.
    pub positions: Vec<Solution>,
}

/// How a run is run, and on what.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Setup {
    /// Of the program.
    pub version: String,
    /// Nodes of a short benchmark: programs with the same search have the same.
    pub signature: Option<u64>,
    /// That the program was built from, or its version.
    pub commit: String,
    /// Its name.
    pub processor: String,
    /// Preset and switches.
    pub techniques: String,
    /// The evaluation; `None` for the one in play.
    #[serde(default)]
    pub eval: Option<String>,
    /// Limit of each position, seconds.
    pub seconds: Option<f64>,
    /// Limit of each position.
    pub nodes: Option<u64>,
    /// Limit of each position, plies.
    pub depth: Option<u32>,
    /// Search threads for each position.
    pub threads: usize,
    /// Megabytes of table for each engine.
    pub hash: usize,
    /// Endgame tables, in a few words; `None` without.
    #[serde(default)]
    pub tables: Option<String>,
    /// Root moves with a line of their own.
    pub multipv: usize,
    /// Positions searched side by side.
    pub jobs: usize,
    /// The pattern that names of positions have to fit.
    pub id: Option<String>,
    /// Positions taken of each suite, at most.
    pub first: Option<u64>,
    /// Which part of the positions this is; `None` for all.
    pub shard: Option<Shard>,
    /// In the order given.
    pub suites: Vec<Suite>,
    /// Who solves; empty for Secateur alone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub engines: Vec<EngineSetup>,
}

/// An engine that solves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineSetup {
    /// As it names itself.
    pub name: String,
    /// As it is started; `None` for Secateur itself.
    pub command: Option<String>,
    /// Options beside those of the run, each as `NAME=VALUE`.
    pub options: Vec<String>,
}

/// A part of the positions: every `of`-th, beginning with number `index`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    /// From 1.
    pub index: usize,
    /// Parts in all.
    pub of: usize,
}

/// A file of positions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Suite {
    /// As it was given.
    pub name: String,
    /// Positions chosen of it, for all shards together.
    pub positions: usize,
    /// The same for the same positions.
    pub digest: String,
}

/// What came of one position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Solution {
    /// Which of the suites, from 0.
    pub suite: usize,
    /// Which of its positions, from 1.
    pub number: usize,
    /// Which of the engines, from 0.
    #[serde(default, skip_serializing_if = "is_first")]
    pub engine: usize,
    /// Its name.
    pub id: String,
    /// The position, castling rights by the files of the rooks.
    pub fen: String,
    /// What solves it, as EPD operations.
    pub wanted: String,
    /// The move played, in SAN.
    pub played: Option<String>,
    /// Centipawns as they are shown, for the side to move; 32000 less the plies to it for a mate.
    pub score: Score,
    /// Moves to the mate, negative if the side to move is mated.
    pub mate: Option<i32>,
    /// The principal variation in SAN, with move numbers; empty if it is not known.
    #[serde(default)]
    pub line: String,
    /// The last iteration completed, plies.
    pub depth: u32,
    /// Nodes.
    pub nodes: u64,
    /// Time.
    pub seconds: f64,
    /// Is it? `None` if the position names no solution.
    pub solved: Option<bool>,
    /// Points of the move played, if the position gives points.
    pub points: Option<u32>,
    /// The most that it gives.
    pub most_points: Option<u32>,
    /// From where on the answer was right until the end, if it is solved.
    pub right_from: Option<Effort>,
}

/// Effort up to some moment of a search.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Effort {
    /// Nodes.
    pub nodes: u64,
    /// Time.
    pub seconds: f64,
}

fn is_first(engine: &usize) -> bool {
    *engine == 0
}

/// What an engine has found in a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// The move to play.
    pub best: Option<Move>,
    /// Principal variation; the move alone if the last one begins with another.
    pub line: Vec<Move>,
    /// Centipawns for the side to move, or a mate as the search scores it.
    pub score: Score,
    /// The last iteration completed, plies.
    pub depth: u32,
    /// Nodes.
    pub nodes: u64,
    /// Time.
    pub seconds: f64,
}

impl Found {
    /// The answer of a search of this position.
    pub(super) fn of(answer: &Answer, board: &Board) -> Found {
        let is_of_best = answer.best.is_some() && answer.pv.first().copied() == answer.best;
        let line = if is_of_best { &answer.pv[..] } else { answer.best.as_slice() };
        Found {
            best: answer.best,
            line: line.to_vec(),
            score: winning::centipawns(answer.score, winning::material(board)),
            depth: answer.depth,
            nodes: answer.progress.nodes,
            seconds: answer.progress.time.as_secs_f64(),
        }
    }
}

impl Solution {
    /// What came of a question. `right_from`: from when on it has been right, if it is.
    pub fn new(
        question: &Question,
        found: &Found,
        solved: Option<bool>,
        right_from: Option<Effort>,
    ) -> Solution {
        let epd = &question.epd;
        Solution {
            suite: question.suite,
            number: question.number,
            engine: question.engine,
            id: question.id(),
            fen: question.fen(),
            wanted: epd.wanted(),
            played: found.best.map(|best| epd.board.san(best)),
            score: found.score,
            mate: moves_to_mate(found.score),
            line: san_line(&epd.board, &found.line),
            depth: found.depth,
            nodes: found.nodes,
            seconds: found.seconds,
            solved,
            points: epd.points_of(found.best),
            most_points: epd.most_points(),
            right_from,
        }
    }

    /// What solves the position, as people say it: `d5`, `not Ke3`, `mate in 3`.
    pub fn wanted_in_words(&self) -> String {
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
        self.wanted.split("; ").map(operation).collect::<Vec<_>>().join(" and ")
    }
}

/// What may differ between runs whose results may stand for each other. The names of suites may
/// too.
const INDIFFERENT: [&str; 3] = ["commit", "processor", "jobs"];

impl Setup {
    /// Fills in the signature of this program.
    pub fn sign(&mut self) {
        self.signature = Some(bench::signature());
    }

    /// The first thing, if any, that keeps results under one setup from standing beside those under
    /// the other; `besides`: what may differ too.
    pub fn difference(&self, other: &Setup, besides: &[&str]) -> Option<String> {
        let (own, other) = (self.fields(), other.fields());
        let is_asked = |key: &str| !INDIFFERENT.contains(&key) && !besides.contains(&key);
        let differing =
            own.iter().find(|(key, value)| is_asked(key) && other.get(*key) != Some(value));
        differing.map(|(key, value)| match key.as_str() {
            "suites" => "the suites differ".to_owned(),
            _ => format!("{key}: {} and {}", shown(Some(value)), shown(other.get(key))),
        })
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

/// Why a file is no result of a run.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// It cannot be read.
    #[error("cannot read {0}: {1}")]
    File(String, std::io::Error),
    /// It is something else.
    #[error("{0} is no result of `secateur epd`: {1}")]
    Foreign(String, serde_json::Error),
    /// A position belongs to none of the suites.
    #[error("{0} is damaged: {1} belongs to none of its suites")]
    Astray(String, String),
}

impl SuiteRecord {
    /// Reads a file of `--json`.
    pub fn read(path: &Path) -> Result<SuiteRecord, ReadError> {
        let name = path.display().to_string();
        let text = std::fs::read(path).map_err(|error| ReadError::File(name.clone(), error))?;
        SuiteRecord::from_json(&text, &name)
    }

    /// Reads what such a file holds; errors call it by this name.
    pub fn from_json(text: &[u8], name: &str) -> Result<SuiteRecord, ReadError> {
        let record: SuiteRecord = serde_json::from_slice(text)
            .map_err(|error| ReadError::Foreign(name.to_owned(), error))?;
        match record
            .positions
            .iter()
            .find(|solution| solution.suite >= record.settings.suites.len())
        {
            Some(astray) => Err(ReadError::Astray(name.to_owned(), quoted(&astray.id))),
            None => Ok(record),
        }
    }
}
