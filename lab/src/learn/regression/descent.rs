//! One step of descent for one stage: Buro's update, plain or accelerated.

use super::Loss;
use super::examples::{Examples, Slice};
use secateur::eval::linear::features::FEATURES;
use serde::{Deserialize, Serialize};

/// Positions a feature must occur in before it learns at full speed (S3).
const MUTED_BELOW: f32 = 50.0;

/// What a part of the positions says about weights.
#[derive(Clone, Debug)]
pub struct SliceLoss {
    /// Sum of the errors by feature: s_i of S3, internal units.
    pub errors: Vec<f32>,
    /// Sum of the loss.
    pub loss: f64,
    /// Sum of the distances from the labels.
    pub distance: f64,
    /// Positions.
    pub count: usize,
}

/// Judges the positions of a part by these weights.
pub fn judge(examples: &Examples, slice: Slice, weights: &[f32], loss: Loss) -> SliceLoss {
    let mut verdict =
        SliceLoss { errors: vec![0.0; FEATURES], loss: 0.0, distance: 0.0, count: slice.len() };
    for example in examples.of(slice) {
        let judgement = loss.judge(example.value(weights), example.label);
        verdict.loss += f64::from(judgement.loss);
        verdict.distance += f64::from(judgement.distance);
        for &feature in example.white {
            verdict.errors[usize::from(feature)] += judgement.error;
        }
        for &feature in example.black {
            verdict.errors[usize::from(feature)] -= judgement.error;
        }
    }
    verdict
}

/// The step that the positions of a stage allow: β and what divides each feature's error.
#[derive(Clone, Debug)]
pub struct DescentStep {
    /// For each feature, what its summed error is multiplied by: 2β · min(1, N/50) / N, but for the
    /// ridge.
    rates: Vec<f32>,
    /// Each weight is drawn to where it began as if its feature had been seen so many times more,
    /// with nothing to gain from it. The paper has no such term; without one, patterns seen in a
    /// few games learn those games by heart.
    ridge: f32,
}

impl DescentStep {
    /// The step for features that occur so often, with this β and ridge.
    pub fn new(counts: &[u32], beta: f32, ridge: f32) -> DescentStep {
        let rate = |&count: &u32| {
            let count = count as f32;
            if count == 0.0 {
                0.0
            } else {
                2.0 * beta * (count / MUTED_BELOW).min(1.0) / (count + 2.0 * beta * ridge)
            }
        };
        DescentStep { rates: counts.iter().map(rate).collect(), ridge }
    }

    /// β = 1/(2A), with which the loss never rises if no position shows more than A features.
    pub fn safe_beta(most_active: usize) -> f32 {
        1.0 / (2.0 * most_active.max(1) as f32)
    }
}

/// Where the descent of a stage stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pace {
    /// The weights found, internal units.
    pub weights: Vec<f32>,
    /// Where the next errors are measured: the weights, or a point further on in the direction of
    /// the last step.
    pub outlook: Vec<f32>,
    /// Where it began, and where the ridge draws to.
    origin: Vec<f32>,
    /// Nesterov's t; 1 just after a fresh start.
    momentum: f32,
    /// The loss measured last.
    last_loss: f64,
    accelerated: bool,
}

/// How much a step changed the weights, internal units.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Change {
    /// The most.
    pub most: f32,
    /// On average over the features that occur.
    pub mean: f32,
}

impl Pace {
    /// At the beginning, with these weights.
    pub fn new(origin: Vec<f32>, accelerated: bool) -> Pace {
        Pace {
            weights: origin.clone(),
            outlook: origin.clone(),
            origin,
            momentum: 1.0,
            last_loss: f64::INFINITY,
            accelerated,
        }
    }

    /// Did another begin with the same weights?
    pub fn began_as(&self, other: &Pace) -> bool {
        self.origin == other.origin
    }

    /// Takes a step against the errors measured at the outlook, where the loss was `loss`.
    pub fn advance(&mut self, step: &DescentStep, errors: &[f32], loss: f64) -> Change {
        if loss > self.last_loss {
            self.momentum = 1.0;
        }
        self.last_loss = loss;
        let next = (1.0 + (1.0 + 4.0 * self.momentum * self.momentum).sqrt()) / 2.0;
        let carry = if self.accelerated { (self.momentum - 1.0) / next } else { 0.0 };
        self.momentum = next;
        let (mut most, mut sum, mut occurring) = (0.0f32, 0.0f64, 0usize);
        let places = self.weights.iter_mut().zip(&mut self.outlook);
        let pulls = step.rates.iter().zip(errors).zip(&self.origin);
        for ((weight, outlook), ((&rate, &error), &origin)) in places.zip(pulls) {
            if rate == 0.0 {
                continue;
            }
            let better = *outlook + rate * (error - step.ridge * (*outlook - origin));
            let change = better - *weight;
            *outlook = better + carry * change;
            *weight = better;
            most = most.max(change.abs());
            sum += f64::from(change.abs());
            occurring += 1;
        }
        Change { most, mean: (sum / occurring.max(1) as f64) as f32 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use secateur::chess::Color;
    use secateur::tools::openings::Openings;

    /// Positions of random games, labelled by a rule that the features can express but for some
    /// noise.
    fn examples() -> Examples {
        let mut examples = Examples::default();
        let mut openings = Openings::new(3, Vec::new());
        for number in 0..300 {
            let game = openings.random_game(10 + number % 60);
            let board = game.board();
            let side = if board.side_to_move() == Color::White { 1.0 } else { -1.0 };
            let value = side * secateur::eval::stand_in::evaluate(board) as f32;
            let noise = (number * 37 % 101) as f32 - 50.0;
            examples.push(board, value.clamp(-900.0, 900.0) + noise);
        }
        examples
    }

    fn losses(beta: impl Fn(usize) -> f32, accelerated: bool, steps: usize) -> Vec<f64> {
        let examples = examples();
        let slices = examples.slices(7, 7, usize::MAX);
        let (counts, most) = examples.census(&slices);
        let step = DescentStep::new(&counts, beta(most), 0.0);
        let mut pace = Pace::new(vec![0.0; FEATURES], accelerated);
        let mut losses = Vec::new();
        for _ in 0..steps {
            let mut errors = vec![0.0; FEATURES];
            let mut loss = 0.0;
            for &slice in &slices {
                let verdict = judge(&examples, slice, &pace.outlook, Loss::Squared);
                errors.iter_mut().zip(&verdict.errors).for_each(|(sum, error)| *sum += error);
                loss += verdict.loss;
            }
            losses.push(loss);
            pace.advance(&step, &errors, loss);
        }
        losses
    }

    #[test]
    fn the_loss_falls_in_every_step_of_the_safe_size() {
        let losses = losses(DescentStep::safe_beta, false, 60);
        assert!(losses.windows(2).all(|pair| pair[1] < pair[0]), "{losses:?}");
        assert!(losses[59] < losses[0] * 0.7, "{losses:?}");
    }

    #[test]
    fn the_printed_step_diverges() {
        let losses = losses(|_| 1.0, false, 12);
        assert!(losses[11] > losses[0] * 1e3, "{losses:?}");
    }

    #[test]
    fn acceleration_gets_further() {
        let plain = losses(DescentStep::safe_beta, false, 60);
        let accelerated = losses(DescentStep::safe_beta, true, 60);
        assert!(accelerated[59] < plain[59], "{} {}", accelerated[59], plain[59]);
    }

    #[test]
    fn rare_features_are_muted() {
        let step = DescentStep::new(&[0, 10, 50, 500], 0.5, 0.0);
        assert_eq!(step.rates[0], 0.0);
        assert_eq!(step.rates[1], step.rates[2]);
        assert!((step.rates[3] - 1.0 / 500.0).abs() < 1e-9);
    }
}
