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
