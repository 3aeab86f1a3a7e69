//! Layer 2: what a position is worth without looking ahead.

pub mod endings;
pub mod kpk;
pub mod material;
pub mod neural;
pub mod winning;

use crate::chess::Board;
use crate::files::read_plain;
use crate::quote::quoted;
use crate::score::Score;
use neural::file::BadFile;
use neural::kernels::Kernels;
use neural::network::Network;
use std::fmt;
use std::path::Path;
use std::sync::Arc;
use zerocopy::{FromBytes, IntoBytes, KnownLayout};

/// A static evaluation that is not part of the engine, such as the laboratory's linear one.
pub trait CustomEvaluation: fmt::Debug + Send + Sync {
    /// Internal units from the point of view of the side to move; never a mate score.
    fn evaluate(&self, board: &Board) -> Score;
}

/// The static evaluation of a search. Integers only, so that a search visits the same nodes on
/// every processor.
#[derive(Clone, Debug)]
pub enum Evaluator {
    /// Material alone.
    Material,
    /// A network and the [known endings](endings): the evaluation of play.
    Network(Arc<Network>),
    /// An evaluation from outside the engine.
    Custom(Arc<dyn CustomEvaluation>),
}

/// Why an evaluation cannot be used.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoEvaluator {
    /// Neither a name nor a file.
    #[error("there is no evaluation '{0}'; there are network, material, and files of a network")]
    Unknown(String),
    /// The file cannot be read.
    #[error("{0}")]
    Unreadable(String),
    /// The file is not a network, or not one of this layout.
    #[error("{0} {1}")]
    BadNetwork(String, BadFile),
}

/// Largest file of a network, bytes.
const LARGEST_FILE: u64 = 1 << 30;

/// The name of the evaluation that the program plays with unless told otherwise.
pub const DEFAULT_NAME: &str = "network";

/// The evaluation of this name: `network` (built in), `material`, or the path of a network.
pub fn evaluator_named(name: &str) -> Result<Evaluator, NoEvaluator> {
    match name {
        "material" => Ok(Evaluator::Material),
        "network" => Ok(Evaluator::default()),
        path if Path::new(path).exists() => {
            let bytes = read_plain(Path::new(path), LARGEST_FILE)
                .map_err(|error| NoEvaluator::Unreadable(error.to_string()))?;
            let network = neural::file::read(&bytes)
                .map_err(|error| NoEvaluator::BadNetwork(path.to_owned(), error))?;
            Ok(Evaluator::Network(Arc::new(network)))
        }
        other => Err(NoEvaluator::Unknown(quoted(other))),
    }
}

/// What one thread remembers of the boards it has evaluated. All zeros is empty.
#[derive(Debug, FromBytes, IntoBytes, KnownLayout)]
#[repr(C, align(64))]
pub struct LineMemory {
    /// The network's hidden layers, each kept with its board and its network.
    accumulators: neural::accumulator::Accumulators,
}

impl Default for Evaluator {
    /// The network that the program was built with.
    fn default() -> Evaluator {
        Evaluator::Network(neural::embedded())
    }
}

impl Evaluator {
    /// The evaluation with a network's loops of this name; `None` if this processor has none of that
    /// name.
    pub fn with_kernels(self, name: &str) -> Option<Evaluator> {
        let kernels = Kernels::named(name)?;
        Some(match self {
            Evaluator::Network(network) => {
                Evaluator::Network(Arc::new(network.with_kernels(kernels)))
            }
            other => other,
        })
    }

    /// Internal units from the point of view of the side to move; never a mate score.
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

    /// The same for the last board of a line, by one who asks often: what its memory has is not
    /// computed again.
    #[inline]
    pub fn evaluate_line(&self, line: &[Board], memory: &mut LineMemory) -> Score {
        let Some(board) = line.last() else { return 0 };
        match self {
            Evaluator::Network(network) => endings::evaluate(board)
                .unwrap_or_else(|| neural::evaluate_line(network, line, &mut memory.accumulators)),
            _ => self.evaluate(board),
        }
    }
}
