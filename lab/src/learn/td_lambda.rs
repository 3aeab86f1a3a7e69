//! TD(λ) labels: the score of a position averaged with the scores of later positions.
//!
//! **Idea** The score of a short search has an error; the scores of searches some moves later have
//! other errors and see further. An exponentially weighted average predicts the result better than
//! the score of the position. **Paper** Richard Sutton, "Learning to predict by the methods of
//! temporal differences", Machine Learning 3, 1988.

use super::expected_score;
use super::games::ScoredGame;

/// TD(λ) scores of a game's positions, internal units for White.
/// v(t) = (1 - λ) s(t) + λ v(t + 1), with 0 ≤ λ < 1. The average is taken over expected
/// scores, so mate scores do not dominate. `scale` is the scale of their logistic curve, internal
/// units: that of the loss, so that labels are averages too. λ = 0 gives the original
/// scores. The last value is the last search score, not the outcome as in the paper.
pub fn td_lambda_scores(game: &ScoredGame, lambda: f32, scale: f32) -> Vec<f32> {
    let scores = game.plies.iter().map(|ply| f32::from(ply.score));
    if lambda == 0.0 {
        return scores.collect();
    }
    let mut averages: Vec<f32> = scores.map(|score| expected_score(score, scale)).collect();
    for index in (1..averages.len()).rev() {
        averages[index - 1] += lambda * (averages[index] - averages[index - 1]);
    }
    averages.into_iter().map(|average| scale * logit(average)).collect()
}

/// The inverse of [`expected_score`] with a scale of 1, bounded.
fn logit(expected: f32) -> f32 {
    let sure = expected.clamp(1e-4, 1.0 - 1e-4);
    (sure / (1.0 - sure)).ln()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learn::games::{GameResult, Ply};
    use secateur::chess::Board;

    /// The labels of a game with these scores. The moves are not used.
    fn labels_at(scores: &[i16], lambda: f32, scale: f32) -> Vec<f32> {
        let start = Board::default();
        let mv = start.legal_moves()[0];
        let plies = scores.iter().map(|&score| Ply { mv, score }).collect();
        td_lambda_scores(&ScoredGame { start, outcome: GameResult::Draw, plies }, lambda, scale)
    }

    fn labels(scores: &[i16], lambda: f32) -> Vec<f32> {
        labels_at(scores, lambda, 400.0)
    }

    #[test]
    fn labels_average_expected_scores_on_the_scale_of_the_loss() {
        let scores = [0, 0, 500];
        for scale in [300.0, 400.0] {
            let last = expected_score(500.0, scale);
            let [first, ..] = labels_at(&scores, 0.9, scale)[..] else { panic!("three scores") };
            let average = 0.5 + 0.81 * (last - 0.5);
            assert!((expected_score(first, scale) - average).abs() < 1e-5, "{scale}: {first}");
        }
    }

    #[test]
    fn lambda_zero_keeps_the_scores() {
        assert_eq!(labels(&[17, -31_990, 4_000], 0.0), [17.0, -31_990.0, 4_000.0]);
    }

    #[test]
    fn later_scores_have_smaller_weights() {
        let assert_near = |found: Vec<f32>, known: &[f32]| {
            assert!(
                found.iter().zip(known).all(|(found, known)| (found - known).abs() < 0.1),
                "{found:?}, {known:?}"
            );
        };
        assert_near(labels(&[0, 0, 100], 0.5), &[24.9, 49.9, 100.0]);
        assert_near(labels(&[100, 0, 0], 0.5), &[49.9, 0.0, 0.0]);
        let [before, mate] = labels(&[0, 32_000], 0.1)[..] else { panic!("two scores") };
        assert!(
            (40.0..90.0).contains(&before) && mate > 3_000.0,
            "a mate has an expected score near 1: {before}, {mate}"
        );
    }
}
