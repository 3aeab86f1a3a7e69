//! The counting method: each feature is valued by its win rate, and a regression weights each group
//! with one number.
//!
//! **Paper.** M. Buro, *Experiments with Multi-ProbCut and a New High-Quality Evaluation Function
//! for Othello* (1997), section 2, which compares it with the joint regression: V(c) = (Y + 0.5) /
//! (N + 1.0), the win rate among the N positions with configuration c. Here Y counts wins plus half
//! the draws of the side with the feature. The log odds of V(c) replace a weight.

use super::descent::DescentStep;
use super::examples::{Examples, Slice};
use super::model::Model;
use super::training::spread;
use super::{LOGISTIC_SCALE, Loss};
use crate::evaluations::linear::features::{FEATURES, Group};
use crate::evaluations::linear::weights::STAGES;

/// Number of iterations of the regression on the groups.
const ITERATIONS: usize = 400;

/// The weights by counting; labels must be results or expected scores, 0 to 1.
pub fn estimate(examples: &Examples, smoothing: usize, threads: usize) -> Model {
    let stages: Vec<usize> = (0..STAGES).collect();
    let weights = spread(threads, &stages, |&stage| {
        let slices = examples.slices(stage, smoothing, usize::MAX);
        let odds = log_odds(examples, &slices);
        let shares = fit_group_weights(examples, &slices, &odds);
        odds.iter()
            .enumerate()
            .map(|(feature, odds)| odds * shares[Group::of(feature) as usize])
            .collect()
    });
    Model { stages: weights }
}

/// The log odds of V(c) for every feature, internal units; 0 for features that do not occur.
fn log_odds(examples: &Examples, slices: &[Slice]) -> Vec<f32> {
    let (mut wins, mut counts) = (vec![0.0f64; FEATURES], vec![0.0f64; FEATURES]);
    for example in slices.iter().flat_map(|&slice| examples.of(slice)) {
        for (side, share) in [(example.white, example.label), (example.black, 1.0 - example.label)]
        {
            for &feature in side {
                wins[usize::from(feature)] += f64::from(share);
                counts[usize::from(feature)] += 1.0;
            }
        }
    }
    let odds = |(wins, count): (&f64, &f64)| {
        let value = (wins + 0.5) / (count + 1.0);
        (LOGISTIC_SCALE as f64 * (value / (1.0 - value)).ln()) as f32
    };
    wins.iter().zip(&counts).map(odds).collect()
}

/// The weight of each group, by logistic regression.
fn fit_group_weights(examples: &Examples, slices: &[Slice], odds: &[f32]) -> Vec<f32> {
    let groups = Group::ALL.len();
    let rows: Vec<(Vec<f32>, f32)> = slices
        .iter()
        .flat_map(|&slice| examples.of(slice))
        .map(|example| {
            let mut row = vec![0.0; groups];
            for (features, sign) in [(example.white, 1.0), (example.black, -1.0)] {
                for &feature in features {
                    row[Group::of(usize::from(feature)) as usize] +=
                        sign * odds[usize::from(feature)];
                }
            }
            (row, example.label)
        })
        .collect();
    // Safe step sizes: each is divided by the sum of its column's absolute entries, weighted by
    // those of the row.
    let mut bounds = vec![0.0f64; groups];
    for (row, _) in &rows {
        let total: f32 = row.iter().map(|value| value.abs()).sum();
        row.iter()
            .zip(&mut bounds)
            .for_each(|(value, bound)| *bound += f64::from(value.abs() * total));
    }
    let mut shares = vec![0.0f32; groups];
    for _ in 0..ITERATIONS {
        let mut errors = vec![0.0f64; groups];
        for (row, label) in &rows {
            let value: f32 = row.iter().zip(&shares).map(|(value, share)| value * share).sum();
            let error = Loss::Logistic.evaluate(value, *label).gradient;
            row.iter().zip(&mut errors).for_each(|(value, sum)| *sum += f64::from(value * error));
        }
        for ((share, error), bound) in shares.iter_mut().zip(&errors).zip(&bounds) {
            if *bound > 0.0 {
                *share += (2.0 * f64::from(DescentStep::safe_beta(1)) * error / bound) as f32;
            }
        }
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::*;
    use secateur::chess::Board;

    #[test]
    fn features_of_the_winner_are_worth_more() {
        let mut examples = Examples::default();
        let ahead: Board = "4k3/8/8/8/8/8/PP6/4K3 w - - 0 1".parse().expect("valid FEN");
        let behind: Board = "4k3/pp6/8/8/8/8/8/4K3 w - - 0 1".parse().expect("valid FEN");
        for _ in 0..20 {
            examples.push(&ahead, 1.0);
            examples.push(&behind, 0.0);
        }
        let model = estimate(&examples, 0, 1);
        let two_pawns = Group::PawnCount.offset() + 2;
        let no_pawn = Group::PawnCount.offset();
        assert!(
            model.stages[0][two_pawns] > model.stages[0][no_pawn],
            "{:?}",
            &model.stages[0][no_pawn..no_pawn + 3]
        );
        let slices = examples.slices(0, 0, usize::MAX);
        let values: Vec<f32> = slices
            .iter()
            .flat_map(|&slice| examples.of(slice))
            .map(|example| example.value(&model.stages[0]))
            .collect();
        assert!(values[0] > 0.0 && values[1] < 0.0, "{values:?}");
    }
}
