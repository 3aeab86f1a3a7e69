//! The AdamW optimizer: a step size for each weight from the moments of its gradient.
//!
//! **Paper.** D. P. Kingma, J. Ba, *Adam: A Method for Stochastic Optimization* (2015); I.
//! Loshchilov, F. Hutter, *Decoupled Weight Decay Regularization* (2019). β1 0.9, β2 0.999, ε 1e-8,
//! weight decay 0.01.

use secateur::eval::neural::quantization::CHUNK;

/// The weights of [`CHUNK`] neighbouring neurons, which SIMD code processes together.
pub type Row = [f32; CHUNK];

const BETA1: f32 = 0.9;
const BETA2: f32 = 0.999;
const EPSILON: f32 = 1e-8;
const DECAY: f32 = 0.01;
/// Largest absolute weight, so that quantized weights fit: 1.98 × 64 is 127.
pub const CLIP: f32 = 1.98;

/// Trained weights with their Adam moments.
#[derive(Clone, Debug, PartialEq)]
pub struct AdamWeights {
    /// The weights.
    pub values: Vec<Row>,
    /// The accumulated gradient since the last step.
    pub gradient: Vec<Row>,
    mean: Vec<Row>,
    square: Vec<Row>,
}

/// The parameters of one Adam step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AdamStep {
    /// The learning rate, with the bias correction of the first moment.
    rate: f32,
    /// The bias correction of the second moment, a factor.
    correction: f32,
    decay: f32,
}

impl AdamStep {
    /// Step `number`, from 1, with this learning rate.
    pub fn new(number: u64, rate: f32) -> AdamStep {
        let young = |beta: f32| 1.0 - f64::from(beta).powf(number as f64);
        AdamStep {
            rate: (f64::from(rate) / young(BETA1)) as f32,
            correction: (1.0 / young(BETA2)) as f32,
            decay: 1.0 - rate * DECAY,
        }
    }
}

impl AdamWeights {
    /// These weights with zero moments.
    pub fn new(values: Vec<Row>) -> AdamWeights {
        let zeros = vec![[0.0; CHUNK]; values.len()];
        AdamWeights { gradient: zeros.clone(), mean: zeros.clone(), square: zeros, values }
    }

    /// Takes a step against the gradient and resets it.
    pub fn step(&mut self, step: AdamStep) {
        let memory = self.mean.iter_mut().zip(&mut self.square);
        for ((values, gradient), (mean, square)) in
            self.values.iter_mut().zip(&mut self.gradient).zip(memory)
        {
            for i in 0..CHUNK {
                let slope = gradient[i];
                mean[i] = BETA1 * mean[i] + (1.0 - BETA1) * slope;
                square[i] = BETA2 * square[i] + (1.0 - BETA2) * slope * slope;
                let change = step.rate * mean[i] / ((square[i] * step.correction).sqrt() + EPSILON);
                values[i] = (values[i] * step.decay - change).clamp(-CLIP, CLIP);
                gradient[i] = 0.0;
            }
        }
    }

    /// The weights and moments, which a checkpoint stores.
    pub fn parts(&self) -> [&[Row]; 3] {
        [&self.values, &self.mean, &self.square]
    }

    /// The weights and moments, mutable.
    pub fn parts_mut(&mut self) -> [&mut [Row]; 3] {
        [&mut self.values, &mut self.mean, &mut self.square]
    }
}
