//! Evaluations that only the laboratory uses: the linear one of the papers' experiments, and a
//! handmade one that learned evaluations are compared with.

pub mod linear;
pub mod stand_in;

use linear::weights::{BadWeights, Weights};
use secateur::chess::Board;
use secateur::eval::neural::file::MAGIC;
use secateur::eval::{CustomEvaluation, Evaluator, NoEvaluator};
use secateur::files::read_plain;
use secateur::score::Score;
use std::path::Path;
use std::sync::Arc;

/// Largest file of weights, bytes.
const LARGEST_FILE: u64 = 1 << 30;

/// Why an evaluation cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum BadEvaluation {
    /// Neither a name nor a file.
    #[error(
        "there is no evaluation '{0}'; there are material, stand-in, linear, network, and files of weights or of a network"
    )]
    Unknown(String),
    /// A network that cannot be read.
    #[error(transparent)]
    Network(#[from] NoEvaluator),
    /// Weights that cannot be read.
    #[error("{0} {1}")]
    Weights(String, BadWeights),
}

/// The linear evaluation with these weights.
#[derive(Debug)]
struct Linear(Arc<Weights>);

impl CustomEvaluation for Linear {
    fn evaluate(&self, board: &Board) -> Score {
        linear::evaluate(&self.0, board)
    }
}

#[derive(Debug)]
struct StandIn;

impl CustomEvaluation for StandIn {
    fn evaluate(&self, board: &Board) -> Score {
        stand_in::evaluate(board)
    }
}

/// The linear evaluation with its built-in weights: the results of the papers' experiments were
/// found with it.
pub fn linear() -> Evaluator {
    linear_with(Weights::embedded())
}

/// The linear evaluation with weights of your own.
pub fn linear_with(weights: Arc<Weights>) -> Evaluator {
    Evaluator::Custom(Arc::new(Linear(weights)))
}

/// The handmade evaluation.
pub fn handmade() -> Evaluator {
    Evaluator::Custom(Arc::new(StandIn))
}

/// The evaluation of this name: `material`, `stand-in`, `linear`, `network`, or the path of a file
/// of weights or of a network.
pub fn evaluator_named(name: &str) -> Result<Evaluator, BadEvaluation> {
    match name {
        "linear" => return Ok(linear()),
        "stand-in" => return Ok(handmade()),
        "material" | "network" => return Ok(secateur::eval::evaluator_named(name)?),
        path if !Path::new(path).exists() => {
            return Err(BadEvaluation::Unknown(secateur::quote::quoted(path)));
        }
        _ => {}
    }
    let bad = |error| BadEvaluation::Weights(name.to_owned(), error);
    let bytes = read_plain(Path::new(name), LARGEST_FILE)
        .map_err(|error| bad(BadWeights::Unreadable(error.to_string())))?;
    if bytes.starts_with(&MAGIC) {
        return Ok(secateur::eval::evaluator_named(name)?);
    }
    Ok(linear_with(Arc::new(Weights::from_bytes(&bytes).map_err(bad)?)))
}

/// The file that an evaluation of this name is read from; `None` for the built-in ones.
pub fn evaluation_file(name: &str) -> Option<&Path> {
    let is_built_in = matches!(name, "material" | "stand-in" | "linear" | "network");
    (!is_built_in).then(|| Path::new(name))
}
