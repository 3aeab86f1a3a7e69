//! AdamW: every number has a step of its own, by how large and how steady its gradient has been.
//!
//! **Paper.** D. P. Kingma, J. Ba, *Adam: A Method for Stochastic Optimization* (2015); I.
//! Loshchilov, F. Hutter, *Decoupled Weight Decay Regularization* (2019). β1 0.9, β2 0.999, ε 1e-8,
//! decay 0.01.

use secateur::eval::neural::numbers::LANE;

/// Neighbouring neurons: what is worked on together.
pub type Row = [f32; LANE];

const BETA1: f32 = 0.9;
const BETA2: f32 = 0.999;
const EPSILON: f32 = 1e-8;
const DECAY: f32 = 0.01;
/// Numbers are kept within ±this, so that their integers fit: 1.98 × 64 is 127.
pub const CLIP: f32 = 1.98;

/// Numbers that learn, and what Adam remembers of each.
#[derive(Clone, Debug, PartialEq)]
pub struct Learner {
    /// The numbers.
    pub values: Vec<Row>,
    /// The sum of gradients since the last step.
    pub gradient: Vec<Row>,
    mean: Vec<Row>,
    square: Vec<Row>,
}

/// A step of Adam.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AdamStep {
    /// The rate, corrected for the bias of a young mean.
    rate: f32,
    /// What a mean square is multiplied by to correct it.
    correction: f32,
    decay: f32,
}

impl AdamStep {
    /// The step of this number, from 1, at this rate.
    pub fn new(number: u64, rate: f32) -> AdamStep {
        let young = |beta: f32| 1.0 - f64::from(beta).powf(number as f64);
        AdamStep {
            rate: (f64::from(rate) / young(BETA1)) as f32,
            correction: (1.0 / young(BETA2)) as f32,
            decay: 1.0 - rate * DECAY,
        }
    }
}

impl Learner {
    /// These numbers, with nothing learned yet.
    pub fn new(values: Vec<Row>) -> Learner {
        let zeros = vec![[0.0; LANE]; values.len()];
        Learner { gradient: zeros.clone(), mean: zeros.clone(), square: zeros, values }
    }

    /// Takes a step against the gradient and forgets it.
    pub fn step(&mut self, step: AdamStep) {
        let memory = self.mean.iter_mut().zip(&mut self.square);
        for ((values, gradient), (mean, square)) in
            self.values.iter_mut().zip(&mut self.gradient).zip(memory)
        {
            for i in 0..LANE {
                let slope = gradient[i];
                mean[i] = BETA1 * mean[i] + (1.0 - BETA1) * slope;
                square[i] = BETA2 * square[i] + (1.0 - BETA2) * slope * slope;
                let change = step.rate * mean[i] / ((square[i] * step.correction).sqrt() + EPSILON);
                values[i] = (values[i] * step.decay - change).clamp(-CLIP, CLIP);
                gradient[i] = 0.0;
            }
        }
    }

    /// Everything that a checkpoint must keep.
    pub fn parts(&self) -> [&[Row]; 3] {
        [&self.values, &self.mean, &self.square]
    }

    /// The same, to be filled.
    pub fn parts_mut(&mut self) -> [&mut [Row]; 3] {
        [&mut self.values, &mut self.mean, &mut self.square]
    }
}
