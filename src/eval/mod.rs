//! Layer 2: what a position is worth without looking ahead.

pub mod linear;
pub mod material;
pub mod stand_in;

use crate::chess::Board;
use crate::score::Score;

/// The evaluations there are. Integers only, so that a search visits the same nodes on every processor.
#[derive(Clone, Debug, Default)]
pub enum Evaluator {
    /// Material alone: what learning begins with.
    Material,
    /// Tapered material and piece-square values, until a learned evaluation takes its place.
    #[default]
    StandIn,
}

/// An evaluation that is not known by this name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no evaluation '{0}'; there are material and stand-in")]
pub struct UnknownEvaluator(pub String);

/// The evaluation with this name, as the command line takes it: `material` or `stand-in`.
pub fn evaluator_named(name: &str) -> Result<Evaluator, UnknownEvaluator> {
    match name {
        "material" => Ok(Evaluator::Material),
        "stand-in" => Ok(Evaluator::StandIn),
        other => Err(UnknownEvaluator(other.to_owned())),
    }
}

impl Evaluator {
    /// Centipawns from the point of view of the side to move; never a mate score.
    #[inline]
    pub fn evaluate(&self, board: &Board) -> Score {
        match self {
            Evaluator::Material => material::evaluate(board),
            Evaluator::StandIn => stand_in::evaluate(board),
        }
    }
}
