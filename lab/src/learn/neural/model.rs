//! The network in floating point during training, and its quantisation.

use super::SCALE;
use super::adam::{CLIP, Learner, Row};
use super::slab::{ROWS, Slab, bias_row, output_row};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use secateur::eval::neural::features::{BUCKETS, INPUTS, PLACES, REGIONS};
use secateur::eval::neural::network::{BadNetwork, Network, Origin};
use secateur::eval::neural::numbers::{LANE, QA, QB};
use secateur::files::hash::fnv1a;
use secateur::seeds::mix;
use zerocopy::IntoBytes;

/// All weights of a network.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// The hidden layer with its input and output weights.
    pub slabs: Vec<Slab>,
    /// The output biases: the first [`BUCKETS`] numbers of one row.
    pub tail: Learner,
    /// Whether each region of the king has weights of its own.
    /// Otherwise all regions share those of the first, which need fewer training positions.
    pub tells_regions: bool,
}

impl Model {
    /// An untrained network: normally distributed weights of standard deviation 1/√inputs, by the
    /// seed.
    /// All regions of the king start with the same weights.
    pub fn random(hidden: usize, seed: u64) -> Model {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(mix(0x6e65_7477_6f72_6b00, seed));
        let slabs = (0..hidden / LANE).map(|_| {
            let row = |index: usize, rng: &mut Xoshiro256PlusPlus| -> Row {
                let inputs = if index < INPUTS { PLACES } else { 2 * hidden };
                let deviation =
                    if index == bias_row() { 0.0 } else { 1.0 / (inputs as f32).sqrt() };
                std::array::from_fn(|_| normal(rng) * deviation)
            };
            let places: Vec<Row> = (0..PLACES).map(|index| row(index, &mut rng)).collect();
            let mut rows = places.repeat(REGIONS);
            rows.extend((INPUTS..ROWS).map(|index| row(index, &mut rng)));
            Slab::new(rows)
        });
        Model {
            slabs: slabs.collect(),
            tail: Learner::new(vec![[0.0; LANE]]),
            tells_regions: false,
        }
    }

    /// The floating-point weights of a quantised network, for further training.
    pub fn from_network(network: &Network) -> Model {
        let hidden = network.hidden();
        let scale = Model::scale_of(network);
        let (first, bias) = network.first();
        let first: Vec<f32> = first.map(|number| f32::from(number) / QA as f32).collect();
        let bias: Vec<f32> = bias.map(|number| f32::from(number) / QA as f32).collect();
        let (second, tail) = network.second();
        let second: Vec<f32> = second
            .map(|number| (f32::from(number) / QB as f32 * scale).clamp(-CLIP, CLIP))
            .collect();
        let slabs = (0..hidden / LANE).map(|slab| {
            let cut =
                |numbers: &[f32]| -> Row { std::array::from_fn(|i| numbers[slab * LANE + i]) };
            let mut rows: Vec<Row> = first.chunks_exact(hidden).map(cut).collect();
            rows.push(cut(&bias));
            rows.extend(second.chunks_exact(hidden).map(cut));
            Slab::new(rows)
        });
        let mut begins = [0.0; LANE];
        for (begin, &bias) in begins.iter_mut().zip(tail) {
            *begin = bias as f32 / (QA * QB) as f32 * scale;
        }
        Model {
            slabs: slabs.collect(),
            tail: Learner::new(vec![begins]),
            tells_regions: network.has_king_regions(),
        }
    }

    /// The scale factor between the outputs of a network and internal units.
    fn scale_of(network: &Network) -> f32 {
        network.scale() as f32 / SCALE
    }

    /// The number of output weights that [`Model::from_network`] clips.
    pub fn cut_by_scale(network: &Network) -> usize {
        let most = (CLIP * QB as f32).round();
        let (second, _) = network.second();
        second
            .filter(|number| (f32::from(*number) * Model::scale_of(network)).abs().round() > most)
            .count()
    }

    /// Number of hidden neurons per perspective.
    pub fn hidden(&self) -> usize {
        self.slabs.len() * LANE
    }

    /// All trained weights, in a fixed order.
    pub fn learners(&self) -> impl Iterator<Item = &Learner> {
        self.slabs.iter().map(|slab| &slab.learner).chain([&self.tail])
    }

    /// All trained weights, mutable, in a fixed order.
    pub fn learners_mut(&mut self) -> impl Iterator<Item = &mut Learner> {
        self.slabs.iter_mut().map(|slab| &mut slab.learner).chain([&mut self.tail])
    }

    /// Hash of the weights.
    pub fn hash(&self) -> u64 {
        let parts: Vec<u64> =
            self.learners().map(|learner| fnv1a(learner.values.as_bytes())).collect();
        fnv1a(parts.as_bytes())
    }

    /// The quantised network; its scores have the unit of the training.
    pub fn quantised(&self, origin: Origin) -> Result<Network, BadNetwork> {
        let gather = |row: usize, unit: i32| {
            let numbers = self.slabs.iter().flat_map(move |slab| slab.learner.values[row]);
            numbers.map(move |number| (number * unit as f32).round() as i16)
        };
        let distinct = if self.tells_regions { INPUTS } else { PLACES };
        let first: Vec<i16> = (0..INPUTS).flat_map(|row| gather(row % distinct, QA)).collect();
        let bias: Vec<i16> = gather(bias_row(), QA).collect();
        let outputs =
            (0..BUCKETS).flat_map(|bucket| [output_row(bucket, 0), output_row(bucket, 1)]);
        let second: Vec<i16> = outputs.flat_map(|row| gather(row, QB)).collect();
        let begins = &self.tail.values[0];
        let tail = std::array::from_fn(|bucket| (begins[bucket] * (QA * QB) as f32).round() as i32);
        Network::new(&first, &bias, &second, tail, SCALE as i32, origin)
    }
}

/// A normally distributed number (Box and Muller 1958).
fn normal(rng: &mut Xoshiro256PlusPlus) -> f32 {
    let (radius, angle): (f64, f64) = (rng.random(), rng.random());
    ((-2.0 * (1.0 - radius).ln()).sqrt() * (std::f64::consts::TAU * angle).cos()) as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learn::neural::batch::Batch;
    use crate::learn::neural::record::PositionRecord;
    use secateur::chess::Board;
    use secateur::eval::neural::evaluate;

    /// The floating-point score, in internal units.
    fn float(model: &Model, board: &Board) -> f32 {
        let mut batch = Batch::default();
        batch.push(&PositionRecord::new(board, 0, 1), 0.0);
        let mut output = model.tail.values[0][usize::from(batch.buckets[0])];
        model.slabs.iter().for_each(|slab| slab.forward(&batch, |_, sum| output += sum));
        output * SCALE
    }

    /// Quantisation changes an output by less than a fiftieth, six units.
    /// The error is half a 255th for each of 22 weights and a 128th for each output weight; most of
    /// it cancels.
    #[test]
    fn integers_and_floats_agree() {
        let model = Model::random(256, 11);
        let network = model.quantised(Origin::default()).expect("small numbers");
        let mut board = Board::default();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        for _ in 0..300 {
            let moves = board.legal_moves();
            board = if moves.is_empty() {
                Board::default()
            } else {
                board.after(moves[rng.random_range(0..moves.len())])
            };
            let (exact, rounded) = (float(&model, &board), evaluate(&network, &board) as f32);
            assert!((exact - rounded).abs() < 6.0, "{board}: {exact} {rounded}");
        }
        let again = Model::from_network(&network);
        assert_eq!(again.quantised(Origin::default()).expect("the same").hash(), network.hash());
        assert_eq!(Model::cut_by_scale(&network), 0);
        let scaled = network.with_scale(1 << 14).expect("a scale");
        let cut = Model::cut_by_scale(&scaled);
        let is_cut = |learner: &Learner| {
            learner.values[INPUTS + 1..].as_flattened().iter().filter(|w| w.abs() == CLIP).count()
        };
        let model = Model::from_network(&scaled);
        let found: usize = model.slabs.iter().map(|slab| is_cut(&slab.learner)).sum();
        assert!(cut > 1000 && cut == found, "{cut} {found}");
    }
}
