//! The weights during training: a number for each stage and feature, in internal units.

use crate::evaluations::linear::features::FEATURES;
use crate::evaluations::linear::weights::{STAGES, UNITS};
use serde::{Deserialize, Serialize};

/// Weights by stage.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Model {
    /// Weights by stage and feature, internal units.
    pub stages: Vec<Vec<f32>>,
}

impl Default for Model {
    /// All weights are zero.
    fn default() -> Model {
        Model { stages: vec![vec![0.0; FEATURES]; STAGES] }
    }
}

impl Model {
    /// The weights of a quantized file.
    pub fn from_quantized(stages: &[Vec<i16>; STAGES]) -> Model {
        let weights = |stage: &Vec<i16>| {
            stage.iter().map(|&weight| f32::from(weight) / UNITS as f32).collect()
        };
        Model { stages: stages.iter().map(weights).collect() }
    }

    /// Fills the weights of features that do not occur in a stage from the nearest stages with
    /// them.
    /// Between two such stages the weight is interpolated, else that of the nearest is used.
    pub fn fill_gaps(&mut self, counts: &[Vec<u32>]) {
        let occurs = |stage: usize, feature: usize| counts[stage][feature] > 0;
        for feature in 0..FEATURES {
            let (known, missing): (Vec<usize>, Vec<usize>) =
                (0..STAGES).partition(|&stage| occurs(stage, feature));
            for stage in missing {
                self.stages[stage][feature] = self.between(&known, stage, feature);
            }
        }
    }

    /// The weight of a feature in a stage, from the nearest known stages.
    fn between(&self, known: &[usize], stage: usize, feature: usize) -> f32 {
        let weight = |stage: usize| self.stages[stage][feature];
        let below = known.iter().rev().find(|&&other| other < stage);
        let above = known.iter().find(|&&other| other > stage);
        match (below, above) {
            (Some(&a), Some(&b)) => {
                let share = (stage - a) as f32 / (b - a) as f32;
                weight(a) * (1.0 - share) + weight(b) * share
            }
            (Some(&only), None) | (None, Some(&only)) => weight(only),
            (None, None) => 0.0,
        }
    }

    /// The weights rounded to integers, as in play.
    pub fn quantized(&self) -> [Vec<i16>; STAGES] {
        let unit = |weight: &f32| {
            (weight * UNITS as f32).round().clamp(f32::from(i16::MIN), f32::from(i16::MAX)) as i16
        };
        std::array::from_fn(|stage| self.stages[stage].iter().map(unit).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_are_filled_from_the_nearest_stages() {
        let mut model = Model::default();
        let mut counts = vec![vec![0; FEATURES]; STAGES];
        model.stages[1][7] = 10.0;
        model.stages[5][7] = 50.0;
        (counts[1][7], counts[5][7]) = (3, 3);
        model.fill_gaps(&counts);
        let filled: Vec<f32> = model.stages.iter().map(|stage| stage[7]).collect();
        assert_eq!(filled, [10.0, 10.0, 20.0, 30.0, 40.0, 50.0, 50.0, 50.0]);
        assert_eq!(model.quantized()[3][7], 240);
    }
}
