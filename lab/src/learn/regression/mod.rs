//! The regression that finds the weights of the linear evaluation.
//!
//! **Idea.** All weights are estimated jointly, by descent on the error over all positions: a
//! feature that merely goes along with another no longer takes the credit for it, as it does when
//! each is counted by itself ([`counts`], the older method). **Paper.** M. Buro, S3, sections 2 to
//! 6: w_i += 2β · s_i · min(1, N_i / 50) / N_i, where s_i sums the errors of the N_i positions that
//! show feature i, from zero, 300 times. **Where we differ and why.** The paper's β = 1 diverges as
//! soon as more than one feature is shown at once: A of them share an error that each corrects in
//! full. β = 1/(2A) never raises the squared error ([`descent`] tests both). Such steps are small,
//! so they may be [accelerated](descent::Pace), after Nesterov (1983), starting afresh whenever the
//! error has risen. Beside the squared error there is the logistic one, whose target is the
//! expected result.
//!
//! [`examples`] holds the positions as lists of features, [`model`] the weights by stage,
//! [`training`] runs the iterations.

pub mod counts;
pub mod curves;
pub mod descent;
pub mod examples;
pub mod model;
pub mod training;

use clap::ValueEnum;
use serde::{Deserialize, Serialize};

/// What is made small.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Loss {
    /// The square of the distance to the label in internal units (S3).
    Squared,
    /// The surprise at the result: cross entropy.
    Logistic,
}

/// Internal units that multiply the odds of winning by e.
pub const LOGISTIC_SCALE: f32 = 400.0;
/// What a won game is worth in the squared loss, internal units.
const WIN: f32 = 500.0;
/// Scores beyond this, internal units, are taken for this in the squared loss.
const SCORE_LIMIT: f32 = 1500.0;

/// The expected result, 0 to 1, of a position worth so many internal units.
#[inline]
pub fn expected(units: f32) -> f32 {
    1.0 / (1.0 + (-units / LOGISTIC_SCALE).exp())
}

/// The internal units of an expected result: the reverse of [`expected`], bounded.
pub fn units(expected: f32) -> f32 {
    let sure = expected.clamp(1e-4, 1.0 - 1e-4);
    LOGISTIC_SCALE * (sure / (1.0 - sure)).ln()
}

impl Loss {
    /// The label of a position: `lambda` of it the result (0, 0.5 or 1 for White), the rest the
    /// score of a search (internal units for White). Internal units in the squared loss, an
    /// expected result in the logistic one.
    pub fn label(self, result: f32, score: f32, lambda: f32) -> f32 {
        match self {
            Loss::Squared => {
                lambda * (2.0 * result - 1.0) * WIN
                    + (1.0 - lambda) * score.clamp(-SCORE_LIMIT, SCORE_LIMIT)
            }
            Loss::Logistic => lambda * result + (1.0 - lambda) * expected(score),
        }
    }

    /// Loss of one position, distance from the label, and the error to correct, in internal units:
    /// scaled so that in both losses a step of 1/A of it is safe.
    #[inline]
    pub fn judge(self, value: f32, label: f32) -> Judgement {
        match self {
            Loss::Squared => {
                let error = label - value;
                Judgement { loss: error * error, distance: error.abs(), error }
            }
            Loss::Logistic => {
                let expected = expected(value);
                let miss = label - expected;
                let sure = expected.clamp(1e-6, 1.0 - 1e-6);
                let loss = -(label * sure.ln() + (1.0 - label) * (1.0 - sure).ln());
                // The second derivative is at most 1 / (4 scale²), so the first times 4 scale² is a
                // safe step.
                Judgement { loss, distance: miss.abs(), error: 4.0 * LOGISTIC_SCALE * miss }
            }
        }
    }
}

/// How far a position is from its label.
#[derive(Clone, Copy, Debug)]
pub struct Judgement {
    /// What the sum is made of that training makes small.
    pub loss: f32,
    /// Distance from the label: internal units, or expected result.
    pub distance: f32,
    /// What to correct, internal units.
    pub error: f32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_lean_to_the_winner() {
        assert!(Loss::Squared.label(1.0, 0.0, 0.5) > 0.0);
        assert!((Loss::Logistic.label(0.5, 0.0, 0.3) - 0.5).abs() < 1e-6);
        assert!((Loss::Squared.label(0.0, 200.0, 0.0) - 200.0).abs() < 1e-6);
        assert!((Loss::Logistic.label(1.0, -900.0, 1.0) - 1.0).abs() < 1e-6);
    }

    #[test]
    fn errors_point_to_the_label() {
        for loss in [Loss::Squared, Loss::Logistic] {
            let label = loss.label(1.0, 300.0, 0.5);
            assert!(loss.judge(-100.0, label).error > loss.judge(100.0, label).error);
            assert!(loss.judge(-100.0, label).loss > loss.judge(100.0, label).loss);
        }
    }
}
