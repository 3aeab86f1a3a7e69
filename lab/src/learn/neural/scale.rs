//! The unit of a network's scores: that of another evaluation, so that margins of the search keep
//! their meaning.

use secateur::chess::Board;
use secateur::eval::Evaluator;
use secateur::eval::neural::network::{BadNetwork, Network};
use std::sync::Arc;

/// Magnitudes of two evaluations over the same positions, added up.
#[derive(Clone, Debug)]
pub struct Magnitudes {
    like: Evaluator,
    network: Evaluator,
    sums: [i64; 2],
    /// Positions.
    pub count: u64,
}

impl Magnitudes {
    /// Those of the evaluation whose unit is wanted and of a network.
    pub fn new(like: Evaluator, network: &Network) -> Magnitudes {
        Magnitudes {
            like,
            network: Evaluator::Network(Arc::new(network.clone())),
            sums: [0; 2],
            count: 0,
        }
    }

    /// Adds a position.
    pub fn add(&mut self, board: &Board) {
        for (sum, evaluator) in self.sums.iter_mut().zip([&self.like, &self.network]) {
            *sum += i64::from(evaluator.evaluate(board).abs());
        }
        self.count += 1;
    }

    /// The mean magnitudes, internal units: of the evaluation whose unit is wanted, and of the
    /// network.
    pub fn means(&self) -> [f64; 2] {
        self.sums.map(|sum| sum as f64 / self.count.max(1) as f64)
    }

    /// The network with scores as large, on the mean, as the other's; nothing where either has told
    /// no difference of any position.
    pub fn scaled(&self, network: &Network) -> Option<Result<Network, BadNetwork>> {
        let [wanted, found] = self.means();
        let can_tell = wanted > 0.0 && found > 0.0;
        can_tell.then(|| {
            network.with_scale((f64::from(network.scale()) * wanted / found).round() as i32)
        })
    }
}
