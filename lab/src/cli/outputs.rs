//! Kinds of the output files of the laboratory. An output replaces existing files of its kind only.

use crate::evaluations::linear::weights;
use crate::experiments::{fit, report};
use crate::matches::games::EVENT;
use secateur::chess::Board;
use secateur::cli::resume::OutputKind;
use secateur::eval::neural::file;

/// Games of a match.
pub const MATCH_GAMES: OutputKind = OutputKind {
    is_kind_of: |text| text.starts_with(&format!("[Event \"{EVENT}\"]")),
    refusal: "was not written by `secateur-lab match`",
};
/// Table of an experiment or a training.
pub const TABLE: OutputKind = OutputKind {
    is_kind_of: |text| {
        let heads = ["configuration,depth,", "iteration,loss,", "epoch,loss,"];
        heads.iter().any(|head| text.starts_with(head))
    },
    refusal: "exists and is not a table of secateur-lab",
};
/// Page of the experiments' results.
pub const RESULTS: OutputKind = OutputKind {
    is_kind_of: |text| text.starts_with(report::TITLE),
    refusal: "exists and is not a page of results",
};
/// SVG of any program.
pub const SVG: OutputKind = OutputKind {
    is_kind_of: |text| {
        text.starts_with("<svg") || text.starts_with("<?xml") && text.contains("<svg")
    },
    refusal: "exists and is not SVG",
};
/// ProbCut parameters.
pub const PROB_CUT: OutputKind = OutputKind {
    is_kind_of: |text| text.starts_with(fit::TITLE),
    refusal: "was not written by `secateur-lab fit`",
};
/// FEN lines.
pub const FENS: OutputKind = OutputKind {
    is_kind_of: |text| text.lines().next().is_some_and(|line| line.parse::<Board>().is_ok()),
    refusal: "exists and is not a file of FEN lines",
};
/// State of a tuning.
pub const TUNING: OutputKind = OutputKind {
    is_kind_of: |text| {
        text.starts_with('{') && text.contains("\"run\"") && text.contains("\"pairs\"")
    },
    refusal: "exists and is not the state of a tuning",
};
/// Weights of the linear evaluation.
pub const WEIGHTS: OutputKind = OutputKind {
    is_kind_of: |text| text.as_bytes().starts_with(&weights::MAGIC),
    refusal: "exists and is not a file of weights",
};
/// Network.
pub const NETWORK: OutputKind = OutputKind {
    is_kind_of: |text| text.as_bytes().starts_with(&file::MAGIC),
    refusal: "exists and is not a network",
};
/// Checkpoint of a training.
pub const CHECKPOINT: OutputKind = OutputKind {
    is_kind_of: |text| text.starts_with("{\"settings\":") || text.starts_with("{\"identity\":"),
    refusal: "exists and is not a checkpoint",
};
