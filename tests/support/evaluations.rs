//! The laboratory's evaluations for tests of the search: they do not change with the network.

#[path = "../../lab/src/evaluations/linear/mod.rs"]
#[allow(dead_code)]
pub mod linear;
#[path = "../../lab/src/evaluations/stand_in.rs"]
pub mod stand_in;

use linear::weights::Weights;
use secateur::chess::Board;
use secateur::eval::{CustomEvaluation, Evaluator};
use secateur::score::Score;
use std::sync::Arc;

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

/// The linear evaluation of the papers' experiments.
pub fn linear_evaluator() -> Evaluator {
    Evaluator::Custom(Arc::new(Linear(Weights::embedded())))
}

/// The handmade evaluation.
pub fn handmade_evaluator() -> Evaluator {
    Evaluator::Custom(Arc::new(StandIn))
}
