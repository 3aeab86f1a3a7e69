//! Layer 2: what a position is worth without looking ahead.

pub mod hash;
pub mod linear;
pub mod material;
pub mod stand_in;
pub mod winning;

use crate::chess::Board;
use crate::quote::quoted;
use crate::score::Score;
use linear::cache::PawnCache;
use linear::weights::{BadWeights, Weights};
use std::path::Path;
use std::sync::Arc;

/// The evaluations there are. Integers only, so that a search visits the same nodes on every processor.
#[derive(Clone, Debug)]
pub enum Evaluator {
    /// Material alone: what learning begins with.
    Material,
    /// Tapered material and piece-square values by rule of thumb: what the learned evaluation is measured against.
    StandIn,
    /// The linear evaluation with learned weights.
    Linear(Arc<Weights>),
}

/// Why there is no such evaluation.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoEvaluator {
    /// Neither a name nor a file.
    #[error("there is no evaluation '{0}'; there are material, stand-in, linear, and files of weights")]
    Unknown(String),
    /// A file, but not of weights.
    #[error("{0} {1}")]
    Bad(String, BadWeights),
}

/// The evaluation with this name, as command line and clients give it: `material`, `stand-in`, `linear` for the weights that the
/// program was built with, or the path of a file of weights.
pub fn evaluator_named(name: &str) -> Result<Evaluator, NoEvaluator> {
    match name {
        "material" => Ok(Evaluator::Material),
        "stand-in" => Ok(Evaluator::StandIn),
        "linear" => Ok(Evaluator::Linear(Weights::embedded())),
        path if Path::new(path).exists() => {
            let weights = Weights::open(Path::new(path)).map_err(|error| NoEvaluator::Bad(path.to_owned(), error))?;
            Ok(Evaluator::Linear(Arc::new(weights)))
        }
        other => Err(NoEvaluator::Unknown(quoted(other))),
    }
}

impl Default for Evaluator {
    /// The linear evaluation with the weights that the program was built with.
    fn default() -> Evaluator {
        Evaluator::Linear(Weights::embedded())
    }
}

impl Evaluator {
    /// Centipawns from the point of view of the side to move; never a mate score.
    #[inline]
    pub fn evaluate(&self, board: &Board) -> Score {
        match self {
            Evaluator::Material => material::evaluate(board),
            Evaluator::StandIn => stand_in::evaluate(board),
            Evaluator::Linear(weights) => linear::evaluate(weights, board, None),
        }
    }

    /// The same for one who asks often: what the cache has is not computed again.
    #[inline]
    pub fn evaluate_cached(&self, board: &Board, cache: &mut PawnCache) -> Score {
        match self {
            Evaluator::Linear(weights) => linear::evaluate(weights, board, Some(cache)),
            _ => self.evaluate(board),
        }
    }
}
