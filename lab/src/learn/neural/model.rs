//! The network in floating point during training, and its quantization.

use super::SCALE;
use super::adam::{AdamWeights, CLIP, Row};
use super::hidden_chunk::{BIAS_ROW, HiddenChunk, INPUT_ROWS, output_row};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use secateur::eval::neural::features::{INPUTS_PER_KING_BUCKET, KingBuckets, OUTPUT_BUCKETS};
use secateur::eval::neural::network::{Network, NetworkError, Origin};
use secateur::eval::neural::quantization::{CHUNK, QA, QB};
use secateur::files::hash::fnv1a;
use secateur::seeds::mix;
use zerocopy::IntoBytes;

/// All weights of a network.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// The hidden layer with its input and output weights.
    pub chunks: Vec<HiddenChunk>,
    /// The output biases: the first [`OUTPUT_BUCKETS`] numbers of one row.
    pub output_bias: AdamWeights,
    /// The king buckets, each with its own first-layer weights.
    pub king_buckets: &'static KingBuckets,
}

/// A change of a model to a smaller shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShapeError {
    /// Fewer hidden neurons.
    #[error("the network has {0} hidden neurons, more than {1}")]
    Hidden(usize, usize),
    /// Fewer king buckets.
    #[error("the network has {0} king buckets, more than {1}")]
    KingBuckets(usize, usize),
}

impl Model {
    /// An untrained network: normally distributed weights of standard deviation 1/√inputs, by the
    /// seed, and one king bucket.
    pub fn random(hidden: usize, seed: u64) -> Model {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(mix(0x6e65_7477_6f72_6b00, seed));
        let chunks = (0..hidden / CHUNK).map(|_| {
            let places: Vec<Row> = (0..INPUTS_PER_KING_BUCKET)
                .map(|_| random_row(INPUTS_PER_KING_BUCKET, &mut rng))
                .collect();
            let mut rows = vec![[0.0; CHUNK]];
            rows.extend((0..2 * OUTPUT_BUCKETS).map(|_| random_row(2 * hidden, &mut rng)));
            rows.extend(places);
            HiddenChunk::new(rows)
        });
        Model {
            chunks: chunks.collect(),
            output_bias: AdamWeights::new(vec![[0.0; CHUNK]]),
            king_buckets: KingBuckets::ONE,
        }
    }

    /// Adds hidden neurons up to this number.
    /// Their input weights are random, by the seed, and their output weights zero, so that the
    /// evaluation does not change.
    pub fn widen(&mut self, hidden: usize, seed: u64) -> Result<(), ShapeError> {
        if hidden < self.hidden() {
            return Err(ShapeError::Hidden(self.hidden(), hidden));
        }
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(mix(0x7769_6465_6e00, seed));
        for _ in self.chunks.len()..hidden / CHUNK {
            let places: Vec<Row> = (0..INPUTS_PER_KING_BUCKET)
                .map(|_| random_row(INPUTS_PER_KING_BUCKET, &mut rng))
                .collect();
            let mut rows = vec![[0.0; CHUNK]; INPUT_ROWS];
            rows.extend(places.repeat(self.king_buckets.count()));
            self.chunks.push(HiddenChunk::new(rows));
        }
        Ok(())
    }

    /// Gives every king bucket of a finer division the weights of the king bucket that contains it,
    /// so that the evaluation does not change.
    pub fn split(&mut self, king_buckets: &'static KingBuckets) -> Result<(), ShapeError> {
        if king_buckets.count() < self.king_buckets.count() {
            return Err(ShapeError::KingBuckets(self.king_buckets.count(), king_buckets.count()));
        }
        for chunk in &mut self.chunks {
            let (own, inputs) = chunk.weights.values.split_at(INPUT_ROWS);
            let mut rows = own.to_vec();
            for king_bucket in 0..king_buckets.count() {
                let parent = king_buckets.parent(king_bucket, self.king_buckets);
                rows.extend_from_slice(
                    &inputs[parent * INPUTS_PER_KING_BUCKET..][..INPUTS_PER_KING_BUCKET],
                );
            }
            *chunk = HiddenChunk::new(rows);
        }
        self.king_buckets = king_buckets;
        Ok(())
    }

    /// The floating-point weights of a quantized network, for further training.
    /// King buckets with equal weights become one king bucket.
    pub fn from_network(network: &Network) -> Model {
        let hidden = network.hidden();
        let scale = Model::scale_of(network);
        let (first, bias) = network.first();
        let first: Vec<f32> = first.map(|number| f32::from(number) / QA as f32).collect();
        let bias: Vec<f32> = bias.map(|number| f32::from(number) / QA as f32).collect();
        let (second, biases) = network.second();
        let second: Vec<f32> = second
            .map(|number| (f32::from(number) / QB as f32 * scale).clamp(-CLIP, CLIP))
            .collect();
        let king_buckets =
            if network.has_king_buckets() { network.king_buckets() } else { KingBuckets::ONE };
        let chunks = (0..hidden / CHUNK).map(|chunk| {
            let cut =
                |numbers: &[f32]| -> Row { std::array::from_fn(|i| numbers[chunk * CHUNK + i]) };
            let mut rows = vec![cut(&bias)];
            rows.extend(second.chunks_exact(hidden).map(cut));
            rows.extend(first.chunks_exact(hidden).take(king_buckets.inputs()).map(cut));
            HiddenChunk::new(rows)
        });
        let mut output_bias = [0.0; CHUNK];
        for (bias, &rounded) in output_bias.iter_mut().zip(biases) {
            *bias = rounded as f32 / (QA * QB) as f32 * scale;
        }
        let output_bias = AdamWeights::new(vec![output_bias]);
        Model { chunks: chunks.collect(), output_bias, king_buckets }
    }

    /// The scale factor between the outputs of a network and internal units.
    fn scale_of(network: &Network) -> f32 {
        network.scale() as f32 / SCALE
    }

    /// The number of output weights that [`Model::from_network`] clips.
    pub fn clipped_weights(network: &Network) -> usize {
        let largest = (CLIP * QB as f32).round();
        let (second, _) = network.second();
        second
            .filter(|number| {
                (f32::from(*number) * Model::scale_of(network)).abs().round() > largest
            })
            .count()
    }

    /// Number of hidden neurons per perspective.
    pub fn hidden(&self) -> usize {
        self.chunks.len() * CHUNK
    }

    /// All trained weights, in a fixed order.
    pub fn parameters(&self) -> impl Iterator<Item = &AdamWeights> {
        self.chunks.iter().map(|chunk| &chunk.weights).chain([&self.output_bias])
    }

    /// All trained weights, mutable, in a fixed order.
    pub fn parameters_mut(&mut self) -> impl Iterator<Item = &mut AdamWeights> {
        self.chunks.iter_mut().map(|chunk| &mut chunk.weights).chain([&mut self.output_bias])
    }

    /// Hash of the weights.
    pub fn hash(&self) -> u64 {
        let parts: Vec<u64> =
            self.parameters().map(|weights| fnv1a(weights.values.as_bytes())).collect();
        fnv1a(parts.as_bytes())
    }

    /// The quantized network; its scores have the unit of the training.
    pub fn quantized(&self, origin: Origin) -> Result<Network, NetworkError> {
        let gather = |row: usize, unit: i32| {
            let numbers = self.chunks.iter().flat_map(move |chunk| chunk.weights.values[row]);
            numbers.map(move |number| (number * unit as f32).round() as i16)
        };
        let inputs = INPUT_ROWS..INPUT_ROWS + self.king_buckets.inputs();
        let first: Vec<i16> = inputs.flat_map(|row| gather(row, QA)).collect();
        let bias: Vec<i16> = gather(BIAS_ROW, QA).collect();
        let outputs =
            (0..OUTPUT_BUCKETS).flat_map(|bucket| [output_row(bucket, 0), output_row(bucket, 1)]);
        let second: Vec<i16> = outputs.flat_map(|row| gather(row, QB)).collect();
        let output_bias = &self.output_bias.values[0];
        let rounded =
            std::array::from_fn(|bucket| (output_bias[bucket] * (QA * QB) as f32).round() as i32);
        Network::new(&first, &bias, &second, rounded, SCALE as i32, origin)
    }
}

/// Normally distributed weights of standard deviation 1/√inputs.
fn random_row(inputs: usize, rng: &mut Xoshiro256PlusPlus) -> Row {
    let deviation = 1.0 / (inputs as f32).sqrt();
    std::array::from_fn(|_| normal(rng) * deviation)
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
    use secateur::eval::neural::{embedded, evaluate};

    /// The floating-point score, in internal units.
    fn float(model: &Model, board: &Board) -> f32 {
        let mut batch = Batch::new(model.king_buckets);
        batch.push(&PositionRecord::new(board, 0, 1), 0.0);
        let mut output = model.output_bias.values[0][usize::from(batch.buckets[0])];
        model.chunks.iter().for_each(|chunk| chunk.forward(&batch, |_, sum| output += sum));
        output * SCALE
    }

    /// Quantization changes an output by less than 1/50, which is 6 units.
    /// The error is at most 1/510 for each of 22 weights and 1/128 for each output weight; most of
    /// it cancels.
    #[test]
    fn quantized_and_float_scores_agree() {
        let model = Model::random(256, 11);
        let network = model.quantized(Origin::default()).expect("small numbers");
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
        assert_eq!(again.quantized(Origin::default()).expect("the same").hash(), network.hash());
        assert_eq!(Model::clipped_weights(&network), 0);
        let scaled = network.with_scale(1 << 14).expect("a scale");
        let cut = Model::clipped_weights(&scaled);
        let is_cut = |weights: &AdamWeights| {
            weights.values[1..INPUT_ROWS].as_flattened().iter().filter(|w| w.abs() == CLIP).count()
        };
        let model = Model::from_network(&scaled);
        let found: usize = model.chunks.iter().map(|chunk| is_cut(&chunk.weights)).sum();
        assert!(cut > 1000 && cut == found, "{cut} {found}");
    }

    /// Positions of random games.
    fn boards(count: usize) -> Vec<Board> {
        let mut board = Board::default();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
        let mut next = || {
            let moves = board.legal_moves();
            board = match moves.len() {
                0 => Board::default(),
                count => board.after(moves[rng.random_range(0..count)]),
            };
            board
        };
        (0..count).map(|_| next()).collect()
    }

    #[test]
    fn widening_and_splitting_keep_the_evaluation() {
        let small = embedded();
        let mut model = Model::from_network(&small);
        let again = model.quantized(Origin::default()).expect("valid network");
        model.widen(512, 3).expect("more neurons");
        model.split(KingBuckets::EIGHT).expect("more king buckets");
        let large = model.quantized(Origin::default()).expect("valid network");
        assert_eq!((large.hidden(), large.king_buckets()), (512, KingBuckets::EIGHT));
        let (mut largest, boards) = (0, boards(2000));
        for board in &boards {
            let score = evaluate(&large, board);
            assert_eq!(score, evaluate(&again, board), "{board}");
            largest = largest.max((score - evaluate(&small, board)).abs());
        }
        // The output weights are rounded once more, to the unit of the training, and clipped.
        assert!(largest <= 60, "{largest} units");
        // The new neurons depend on the position, so they can be trained.
        model.chunks.drain(..small.hidden() / CHUNK);
        model.chunks.iter_mut().for_each(|chunk| {
            chunk.weights.values[output_row(7, 0)] = [1.0; CHUNK];
        });
        let sums: Vec<f32> = boards[..50].iter().map(|board| float(&model, board)).collect();
        assert!(sums.iter().any(|sum| (sum - sums[0]).abs() > 1.0), "{sums:?}");
        assert_eq!(model.widen(32, 1), Err(ShapeError::Hidden(128, 32)));
        assert_eq!(model.split(KingBuckets::FOUR), Err(ShapeError::KingBuckets(8, 4)));
    }

    #[test]
    fn one_king_bucket_splits_into_equal_ones() {
        let model = Model::random(32, 7);
        let plain = model.quantized(Origin::default()).expect("small numbers");
        for king_buckets in [KingBuckets::FOUR, KingBuckets::EIGHT] {
            let mut split = model.clone();
            split.split(king_buckets).expect("more king buckets");
            let split = split.quantized(Origin::default()).expect("small numbers");
            assert_eq!((split.king_buckets(), split.has_king_buckets()), (king_buckets, false));
            for board in boards(300) {
                assert_eq!(evaluate(&split, &board), evaluate(&plain, &board), "{board}");
            }
            assert_eq!(Model::from_network(&split), Model::from_network(&plain));
        }
    }
}
