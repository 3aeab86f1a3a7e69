//! Scaling of a network's scores to the unit of another evaluation.
//! The margins of the search then keep their meaning.

use secateur::chess::Board;
use secateur::eval::Evaluator;
use secateur::eval::neural::network::{Network, NetworkError};
use std::sync::Arc;

/// Sums of the magnitudes of two evaluations over the same positions.
#[derive(Clone, Debug)]
pub struct Magnitudes {
    like: Evaluator,
    network: Evaluator,
    sums: [i64; 2],
    /// Number of positions.
    pub count: u64,
}

impl Magnitudes {
    /// Magnitudes of the reference evaluation and of a network.
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

    /// The mean magnitudes of the reference evaluation and of the network, internal units.
    pub fn means(&self) -> [f64; 2] {
        self.sums.map(|sum| sum as f64 / self.count.max(1) as f64)
    }

    /// The network scaled so that its mean magnitude equals that of the reference.
    /// `None` if either mean is zero.
    pub fn scaled(&self, network: &Network) -> Option<Result<Network, NetworkError>> {
        let [wanted, found] = self.means();
        let can_tell = wanted > 0.0 && found > 0.0;
        can_tell.then(|| {
            network.with_scale((f64::from(network.scale()) * wanted / found).round() as i32)
        })
    }
}
