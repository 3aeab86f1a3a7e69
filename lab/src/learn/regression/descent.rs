//! Gradient descent for one stage: Buro's update, plain or accelerated.

use super::Loss;
use super::examples::{Examples, Slice};
use crate::evaluations::linear::features::FEATURES;
use serde::{Deserialize, Serialize};

/// Number of positions with a feature below which its learning rate is reduced (S3).
const FULL_RATE_COUNT: f32 = 50.0;

/// The gradient and loss of a part of the positions.
#[derive(Clone, Debug)]
pub struct SliceLoss {
    /// Sum of the errors by feature: s_i of S3, internal units.
    pub errors: Vec<f32>,
    /// Sum of the losses.
    pub loss: f64,
    /// Sum of the absolute errors.
    pub distance: f64,
    /// Number of positions.
    pub count: usize,
}

/// Computes the errors of the positions of a part with these weights.
pub fn slice_loss(examples: &Examples, slice: Slice, weights: &[f32], loss: Loss) -> SliceLoss {
    let mut sums =
        SliceLoss { errors: vec![0.0; FEATURES], loss: 0.0, distance: 0.0, count: slice.len() };
    for example in examples.of(slice) {
        let found = loss.evaluate(example.value(weights), example.label);
        sums.loss += f64::from(found.loss);
        sums.distance += f64::from(found.distance);
        for &feature in example.white {
            sums.errors[usize::from(feature)] += found.gradient;
        }
        for &feature in example.black {
            sums.errors[usize::from(feature)] -= found.gradient;
        }
    }
    sums
}

/// The learning rates of a stage, by feature.
#[derive(Clone, Debug)]
pub struct DescentStep {
    /// Factor of each feature's summed error: 2β · min(1, N/50) / N, without the ridge term.
    rates: Vec<f32>,
    /// Ridge strength: each weight is drawn to its initial value as by this number of additional
    /// positions without error.
    /// The paper has no such term. Without it, rare patterns overfit the few games that contain
    /// them.
    ridge: f32,
}

impl DescentStep {
    /// The learning rates for features with these counts, with this β and ridge strength.
    pub fn new(counts: &[u32], beta: f32, ridge: f32) -> DescentStep {
        let rate = |&count: &u32| {
            let count = count as f32;
            if count == 0.0 {
                0.0
            } else {
                2.0 * beta * (count / FULL_RATE_COUNT).min(1.0) / (count + 2.0 * beta * ridge)
            }
        };
        DescentStep { rates: counts.iter().map(rate).collect(), ridge }
    }

    /// β = 1/(2A), with which the loss never rises if no position has more than A features.
    pub fn safe_beta(most_active: usize) -> f32 {
        1.0 / (2.0 * most_active.max(1) as f32)
    }
}

/// The descent of one stage: weights, momentum and last loss.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StageDescent {
    /// The current weights, internal units.
    pub weights: Vec<f32>,
    /// The point of the next gradient: the weights, or their extrapolation along the last step.
    pub lookahead: Vec<f32>,
    /// The initial weights, to which the ridge term draws.
    origin: Vec<f32>,
    /// Nesterov's t; 1 after a restart.
    momentum: f32,
    /// The last loss.
    last_loss: f64,
    accelerated: bool,
}

/// The change of the weights in a step, internal units.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Change {
    /// Largest change.
    pub largest: f32,
    /// Mean change of the features that occur.
    pub mean: f32,
}

impl StageDescent {
    /// The descent at its start, with these weights.
    pub fn new(origin: Vec<f32>, accelerated: bool) -> StageDescent {
        StageDescent {
            weights: origin.clone(),
            lookahead: origin.clone(),
            origin,
            momentum: 1.0,
            last_loss: f64::INFINITY,
            accelerated,
        }
    }

    /// Whether another descent has the same initial weights.
    pub fn began_as(&self, other: &StageDescent) -> bool {
        self.origin == other.origin
    }

    /// Takes a step against the errors at the lookahead point, where the loss is `loss`.
    pub fn advance(&mut self, step: &DescentStep, errors: &[f32], loss: f64) -> Change {
        if loss > self.last_loss {
            self.momentum = 1.0;
        }
        self.last_loss = loss;
        let next = (1.0 + (1.0 + 4.0 * self.momentum * self.momentum).sqrt()) / 2.0;
        let carry = if self.accelerated { (self.momentum - 1.0) / next } else { 0.0 };
        self.momentum = next;
        let (mut largest, mut sum, mut occurring) = (0.0f32, 0.0f64, 0usize);
        let places = self.weights.iter_mut().zip(&mut self.lookahead);
        let pulls = step.rates.iter().zip(errors).zip(&self.origin);
        for ((weight, lookahead), ((&rate, &error), &origin)) in places.zip(pulls) {
            if rate == 0.0 {
                continue;
            }
            let better = *lookahead + rate * (error - step.ridge * (*lookahead - origin));
            let change = better - *weight;
            *lookahead = better + carry * change;
            *weight = better;
            largest = largest.max(change.abs());
            sum += f64::from(change.abs());
            occurring += 1;
        }
        Change { largest, mean: (sum / occurring.max(1) as f64) as f32 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use secateur::chess::Color;
    use secateur::tools::openings::Openings;

    /// Positions of random games, with labels that the features can express except for some noise.
    fn examples() -> Examples {
        let mut examples = Examples::default();
        let mut openings = Openings::new(3, Vec::new());
        for number in 0..300 {
            let game = openings.random_game(10 + number % 60);
            let board = game.board();
            let side = if board.side_to_move() == Color::White { 1.0 } else { -1.0 };
            let value = side * crate::evaluations::piece_square::evaluate(board) as f32;
            let noise = (number * 37 % 101) as f32 - 50.0;
            examples.push(board, value.clamp(-900.0, 900.0) + noise);
        }
        examples
    }

    fn losses(beta: impl Fn(usize) -> f32, accelerated: bool, steps: usize) -> Vec<f64> {
        let examples = examples();
        let slices = examples.slices(7, 7, usize::MAX);
        let (counts, largest) = examples.count_features(&slices);
        let step = DescentStep::new(&counts, beta(largest), 0.0);
        let mut descent = StageDescent::new(vec![0.0; FEATURES], accelerated);
        let mut losses = Vec::new();
        for _ in 0..steps {
            let mut errors = vec![0.0; FEATURES];
            let mut loss = 0.0;
            for &slice in &slices {
                let part = slice_loss(&examples, slice, &descent.lookahead, Loss::Squared);
                errors.iter_mut().zip(&part.errors).for_each(|(sum, error)| *sum += error);
                loss += part.loss;
            }
            losses.push(loss);
            descent.advance(&step, &errors, loss);
        }
        losses
    }

    #[test]
    fn every_step_of_the_safe_size_lowers_the_loss() {
        let losses = losses(DescentStep::safe_beta, false, 60);
        assert!(losses.windows(2).all(|pair| pair[1] < pair[0]), "{losses:?}");
        assert!(losses[59] < losses[0] * 0.7, "{losses:?}");
    }

    #[test]
    fn the_step_size_of_the_paper_diverges() {
        let losses = losses(|_| 1.0, false, 12);
        assert!(losses[11] > losses[0] * 1e3, "{losses:?}");
    }

    #[test]
    fn acceleration_lowers_the_loss_faster() {
        let plain = losses(DescentStep::safe_beta, false, 60);
        let accelerated = losses(DescentStep::safe_beta, true, 60);
        assert!(accelerated[59] < plain[59], "{} {}", accelerated[59], plain[59]);
    }

    #[test]
    fn learning_rates_of_rare_features_are_limited() {
        let step = DescentStep::new(&[0, 10, 50, 500], 0.5, 0.0);
        assert_eq!(step.rates[0], 0.0);
        assert_eq!(step.rates[1], step.rates[2]);
        assert!((step.rates[3] - 1.0 / 500.0).abs() < 1e-9);
    }
}
