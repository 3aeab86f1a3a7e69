//! Regression of the linear evaluation's weights.
//!
//! **Idea.** Gradient descent on the error over all positions estimates all weights jointly. A
//! feature correlated with another gets no credit for it, unlike in [`counts`].
//!
//! **Paper.** M. Buro, *Experiments with Multi-ProbCut and a New High-Quality Evaluation Function
//! for Othello* (1997; S3 below), sections 2 to 6: w_i += 2β · s_i · min(1, N_i / 50) / N_i, 300
//! times from zero. s_i is the sum of the errors of the N_i positions with feature i.
//!
//! **Differences from the paper.** β = 1 diverges when a position has more than one feature: each
//! of A features corrects the whole error. β = 1/(2A) never raises the squared error ([`descent`]
//! tests both). The steps can be [accelerated](descent::StageDescent) after Nesterov (1983), with a
//! restart when the error rises. A logistic loss on the expected score is available too.
//!
//! [`examples`] holds the positions as lists of features, [`model`] the weights by stage,
//! [`training`] runs the iterations.

pub mod counts;
pub mod curves;
pub mod descent;
pub mod examples;
pub mod model;
pub mod training;

use crate::learn::expected_score;
use clap::ValueEnum;
use serde::{Deserialize, Serialize};

/// The loss that training minimizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Loss {
    /// Squared error to the label in internal units (Buro 1997).
    Squared,
    /// Cross entropy with the expected score.
    Logistic,
}

/// Scale of the logistic expected score, internal units.
pub const LOGISTIC_SCALE: f32 = 400.0;
/// Label of a won game in the squared loss, internal units.
const WIN: f32 = 500.0;
/// Largest absolute score in the squared loss, internal units; larger ones are clamped.
const SCORE_LIMIT: f32 = 1500.0;

impl Loss {
    /// The label of a position: `result_share` times the result plus 1 - `result_share` times the
    /// search score.
    /// The result is 0, 0.5 or 1 for White, the score internal units for White. The unit is
    /// internal units in the squared loss and expected score in the logistic one.
    pub fn label(self, result: f32, score: f32, result_share: f32) -> f32 {
        match self {
            Loss::Squared => {
                result_share * (2.0 * result - 1.0) * WIN
                    + (1.0 - result_share) * score.clamp(-SCORE_LIMIT, SCORE_LIMIT)
            }
            Loss::Logistic => {
                let expected = expected_score(score, LOGISTIC_SCALE);
                result_share * result + (1.0 - result_share) * expected
            }
        }
    }

    /// The loss, distance and gradient of one position.
    /// The gradient is in internal units, scaled so that a step of 1/A of it is safe in both
    /// losses.
    #[inline]
    pub fn evaluate(self, value: f32, label: f32) -> PositionError {
        match self {
            Loss::Squared => {
                let miss = label - value;
                PositionError { loss: miss * miss, distance: miss.abs(), gradient: miss }
            }
            Loss::Logistic => {
                let expected = expected_score(value, LOGISTIC_SCALE);
                let miss = label - expected;
                let sure = expected.clamp(1e-6, 1.0 - 1e-6);
                let loss = -(label * sure.ln() + (1.0 - label) * (1.0 - sure).ln());
                // The second derivative is at most 1 / (4 scale²), so the gradient times 4 scale²
                // is a safe step.
                PositionError { loss, distance: miss.abs(), gradient: 4.0 * LOGISTIC_SCALE * miss }
            }
        }
    }
}

/// The error of one position.
#[derive(Clone, Copy, Debug)]
pub struct PositionError {
    /// The term of the loss.
    pub loss: f32,
    /// Absolute error: internal units, or expected score.
    pub distance: f32,
    /// The gradient, internal units.
    pub gradient: f32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_favour_the_winner() {
        assert!(Loss::Squared.label(1.0, 0.0, 0.5) > 0.0);
        assert!((Loss::Logistic.label(0.5, 0.0, 0.3) - 0.5).abs() < 1e-6);
        assert!((Loss::Squared.label(0.0, 200.0, 0.0) - 200.0).abs() < 1e-6);
        assert!((Loss::Logistic.label(1.0, -900.0, 1.0) - 1.0).abs() < 1e-6);
    }

    #[test]
    fn errors_point_to_the_label() {
        for loss in [Loss::Squared, Loss::Logistic] {
            let label = loss.label(1.0, 300.0, 0.5);
            assert!(loss.evaluate(-100.0, label).gradient > loss.evaluate(100.0, label).gradient);
            assert!(loss.evaluate(-100.0, label).loss > loss.evaluate(100.0, label).loss);
        }
    }
}
