//! Evaluations of the laboratory: the linear evaluation of the papers' experiments, and a
//! hand-crafted one, piece-square tables, for comparison.

pub mod linear;
pub mod piece_square;

use linear::weights::{Weights, WeightsError};
use secateur::chess::Board;
use secateur::eval::neural::file::MAGIC;
use secateur::eval::{CustomEvaluation, Evaluator, EvaluatorError};
use secateur::files::read_regular;
use secateur::score::Score;
use std::path::Path;
use std::sync::Arc;

/// Largest size of a weights file, bytes.
const MAX_FILE_BYTES: u64 = 1 << 30;

/// An error of selecting an evaluation.
#[derive(Debug, thiserror::Error)]
pub enum EvaluationError {
    /// The name is neither an evaluation nor a file.
    #[error(
        "there is no evaluation or file '{0}'; \
         expected material, piece-square, linear, network, or a file of weights or of a network"
    )]
    Unknown(String),
    /// An error of a network file.
    #[error(transparent)]
    Network(#[from] EvaluatorError),
    /// An error of a weights file.
    #[error("{0} {1}")]
    Weights(String, WeightsError),
}

/// A linear evaluation with its weights.
#[derive(Debug)]
struct Linear(Arc<Weights>);

impl CustomEvaluation for Linear {
    fn evaluate(&self, board: &Board) -> Score {
        linear::evaluate(&self.0, board)
    }
}

#[derive(Debug)]
struct PieceSquare;

impl CustomEvaluation for PieceSquare {
    fn evaluate(&self, board: &Board) -> Score {
        piece_square::evaluate(board)
    }
}

/// The linear evaluation with its built-in weights, which the papers' experiments use.
pub fn linear() -> Evaluator {
    linear_with(Weights::embedded())
}

/// The linear evaluation with these weights.
pub fn linear_with(weights: Arc<Weights>) -> Evaluator {
    Evaluator::Custom(Arc::new(Linear(weights)))
}

/// The piece-square tables.
pub fn piece_square() -> Evaluator {
    Evaluator::Custom(Arc::new(PieceSquare))
}

/// The evaluation of this name. Names are `material`, `piece-square`, `linear`, `network`, or the
/// path of a file of weights or of a network.
pub fn evaluator_named(name: &str) -> Result<Evaluator, EvaluationError> {
    match name {
        "linear" => return Ok(linear()),
        // `stand-in` is its former name; commands in the notebook use it.
        "piece-square" | "stand-in" => return Ok(piece_square()),
        "material" | "network" => return Ok(secateur::eval::evaluator_named(name)?),
        path if !Path::new(path).exists() => {
            return Err(EvaluationError::Unknown(secateur::quote::quoted(path)));
        }
        _ => {}
    }
    let bad = |error| EvaluationError::Weights(name.to_owned(), error);
    let bytes = read_regular(Path::new(name), MAX_FILE_BYTES)
        .map_err(|error| bad(WeightsError::Unreadable(error.to_string())))?;
    if bytes.starts_with(&MAGIC) {
        return Ok(secateur::eval::evaluator_named(name)?);
    }
    Ok(linear_with(Arc::new(Weights::from_bytes(&bytes).map_err(bad)?)))
}

/// The file of an evaluation of this name; `None` for the built-in ones.
pub fn evaluation_file(name: &str) -> Option<&Path> {
    let is_built_in =
        matches!(name, "material" | "piece-square" | "stand-in" | "linear" | "network");
    (!is_built_in).then(|| Path::new(name))
}
