//! Layer 2: what a position is worth without looking ahead.

pub mod endings;
pub mod kpk;
pub mod linear;
pub mod material;
pub mod neural;
pub mod stand_in;
pub mod winning;

use crate::chess::Board;
use crate::files::read_plain;
use crate::quote::quoted;
use crate::score::Score;
use linear::weights::{BadWeights, Weights};
use neural::file::{BadFile, MAGIC};
use neural::kernels::Kernels;
use neural::network::Network;
use std::path::Path;
use std::sync::Arc;
use zerocopy::{FromBytes, FromZeros, IntoBytes, KnownLayout};

/// The evaluations there are. Integers only, so that a search visits the same nodes on every
/// processor.
#[derive(Clone, Debug)]
pub enum Evaluator {
    /// Material alone: what learning begins with.
    Material,
    /// Tapered material and piece-square values by rule of thumb: what the learned evaluation is
    /// measured against.
    StandIn,
    /// The linear evaluation with learned weights.
    Linear(Arc<Weights>),
    /// A network, and the [known endings](endings).
    Network(Arc<Network>),
}

/// Why there is no such evaluation.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoEvaluator {
    /// Neither a name nor a file.
    #[error(
        "there is no evaluation '{0}'; there are material, stand-in, linear, network, and files of weights or of a network"
    )]
    Unknown(String),
    /// A file, but not of weights.
    #[error("{0} {1}")]
    Bad(String, BadWeights),
    /// A file that begins as a network does, but is none for us.
    #[error("{0} {1}")]
    BadNetwork(String, BadFile),
}

/// Bytes of a file of weights or of a network, at most.
const LARGEST_FILE: u64 = 1 << 30;

/// The name of the evaluation that the program plays with unless told otherwise.
pub const DEFAULT_NAME: &str = "network";

/// The evaluation with this name, as command line and clients give it: `material`, `stand-in`,
/// `linear` and `network` for what the program was built with, or the path of a file of weights or
/// of a network.
pub fn evaluator_named(name: &str) -> Result<Evaluator, NoEvaluator> {
    match name {
        "material" => Ok(Evaluator::Material),
        "stand-in" => Ok(Evaluator::StandIn),
        "linear" => Ok(Evaluator::linear()),
        "network" => Ok(Evaluator::default()),
        path if Path::new(path).exists() => {
            let bad = |error| NoEvaluator::Bad(path.to_owned(), error);
            let bytes = read_plain(Path::new(path), LARGEST_FILE)
                .map_err(|error| bad(BadWeights::Unreadable(error.to_string())))?;
            if bytes.starts_with(&MAGIC) {
                let network = neural::file::read(&bytes)
                    .map_err(|error| NoEvaluator::BadNetwork(path.to_owned(), error))?;
                return Ok(Evaluator::Network(Arc::new(network)));
            }
            Ok(Evaluator::Linear(Arc::new(Weights::from_bytes(&bytes).map_err(bad)?)))
        }
        other => Err(NoEvaluator::Unknown(quoted(other))),
    }
}

/// What one thread remembers of the boards it has evaluated; nothing, where all is zero.
#[derive(Debug, FromBytes, IntoBytes, KnownLayout)]
#[repr(C, align(64))]
pub struct LineMemory {
    /// The network's hidden layers.
    accumulators: neural::accumulator::Accumulators,
    /// What pawns and kings add to the linear evaluation.
    pawns: linear::cache::PawnCache,
}

impl LineMemory {
    /// Forgets everything but the hidden layers, each of which is kept with the board and the
    /// network that it is of.
    pub fn forget(&mut self) {
        self.pawns.zero();
    }
}

impl Default for Evaluator {
    /// The network that the program was built with.
    fn default() -> Evaluator {
        Evaluator::Network(neural::embedded())
    }
}

impl Evaluator {
    /// The linear evaluation with the weights that the program was built with: what the experiments
    /// of the papers were made with.
    pub fn linear() -> Evaluator {
        Evaluator::Linear(Weights::embedded())
    }

    /// The same with a network's loops of this name; `None` if this processor has none of that
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
            Evaluator::StandIn => stand_in::evaluate(board),
            Evaluator::Linear(weights) => linear::evaluate(weights, board, None),
            Evaluator::Network(network) => {
                endings::evaluate(board).unwrap_or_else(|| neural::evaluate(network, board))
            }
        }
    }

    /// The same for the last board of a line, by one who asks often: what its memory has is not
    /// computed again.
    #[inline]
    pub fn evaluate_line(&self, line: &[Board], memory: &mut LineMemory) -> Score {
        let Some(board) = line.last() else { return 0 };
        match self {
            Evaluator::Linear(weights) => linear::evaluate(weights, board, Some(&mut memory.pawns)),
            Evaluator::Network(network) => endings::evaluate(board)
                .unwrap_or_else(|| neural::evaluate_line(network, line, &mut memory.accumulators)),
            _ => self.evaluate(board),
        }
    }
}
