//! Layer 2: the static evaluation.

pub mod endings;
pub mod kpk;
pub mod material;
pub mod neural;
pub mod wdl;

use crate::chess::Board;
use crate::quote::quoted;
use crate::score::Score;
use neural::accumulator::AccumulatorStack;
use neural::file::NetworkFileError;
use neural::kernels::Kernels;
use neural::network::Network;
use std::fmt;
use std::path::Path;
use std::sync::Arc;

/// Static evaluation that another crate implements, such as the linear one of `secateur-lab`.
pub trait CustomEvaluation: fmt::Debug + Send + Sync {
    /// Returns the static evaluation for the side to move, in internal units. Its magnitude is
    /// below [`KNOWN_WIN`](crate::score::KNOWN_WIN).
    fn evaluate(&self, board: &Board) -> Score;
}

/// Static evaluation function of a search (neural network, material or a custom one). It uses only
/// integers, so that a search visits the same nodes on every processor.
#[derive(Clone, Debug)]
pub enum Evaluator {
    /// The material balance.
    Material,
    /// A network with rules for [known endings](endings): the default evaluation.
    Network(Arc<Network>),
    /// An evaluation outside the engine.
    Custom(Arc<dyn CustomEvaluation>),
}

/// Reason why an evaluation could not be loaded by name.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum EvaluatorError {
    /// The name is neither a known evaluation nor a file.
    #[error("there is no evaluation or file '{0}'; use network, material or a network file")]
    Unknown(String),
    /// The file is not readable.
    #[error("{0}")]
    Unreadable(String),
    /// The file is not a network of this architecture.
    #[error("{0} {1}")]
    Network(String, NetworkFileError),
}

/// Name of the default evaluation, the built-in neural network.
pub const DEFAULT_NAME: &str = "network";

/// Names of the built-in evaluations.
pub const BUILT_IN: [&str; 2] = [DEFAULT_NAME, "material"];

/// Loads an evaluation by name, either `network` (built in), `material` or the path of a network
/// file.
pub fn evaluator_named(name: &str) -> Result<Evaluator, EvaluatorError> {
    match name {
        "material" => Ok(Evaluator::Material),
        DEFAULT_NAME => Ok(Evaluator::default()),
        path if Path::new(path).exists() => {
            let network = neural::file::read(Path::new(path)).map_err(|error| match error {
                NetworkFileError::Unreadable(reason) => EvaluatorError::Unreadable(reason),
                error => EvaluatorError::Network(path.to_owned(), error),
            })?;
            Ok(Evaluator::Network(Arc::new(network)))
        }
        other => Err(EvaluatorError::Unknown(quoted(other))),
    }
}

impl Default for Evaluator {
    /// The embedded network.
    fn default() -> Evaluator {
        Evaluator::Network(neural::embedded())
    }
}

impl Evaluator {
    /// Returns the evaluation with the named SIMD kernels; `None` if the processor does not support
    /// them.
    pub fn with_kernels(self, name: &str) -> Option<Evaluator> {
        let kernels = Kernels::named(name)?;
        Some(match self {
            Evaluator::Network(network) => {
                Evaluator::Network(Arc::new(network.with_kernels(kernels)))
            }
            other => other,
        })
    }

    /// Returns the static evaluation in internal units for the side to move; its magnitude is below
    /// [`DECISIVE_BOUND`](crate::score::DECISIVE_BOUND).
    #[inline]
    pub fn evaluate(&self, board: &Board) -> Score {
        match self {
            Evaluator::Material => material::evaluate(board),
            Evaluator::Network(network) => {
                endings::evaluate(board).unwrap_or_else(|| neural::evaluate(network, board))
            }
            Evaluator::Custom(evaluation) => evaluation.evaluate(board),
        }
    }

    /// Evaluates the last board of a line of positions, with the help of cached results for the
    /// earlier ones. The result is that of [`evaluate`](Self::evaluate); `accumulators` make
    /// repeated calls faster.
    #[inline]
    pub fn evaluate_with_cache(
        &self,
        line: &[Board],
        accumulators: &mut AccumulatorStack,
    ) -> Score {
        let Some(board) = line.last() else { return 0 };
        match self {
            Evaluator::Network(network) => endings::evaluate(board)
                .unwrap_or_else(|| neural::evaluate_with_cache(network, line, accumulators)),
            _ => self.evaluate(board),
        }
    }
}
