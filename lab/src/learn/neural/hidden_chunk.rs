//! A chunk: [`CHUNK`] hidden neurons of both perspectives with all their weights.

use super::adam::{AdamStep, AdamWeights, Row};
use super::batch::Batch;
use super::record::Inputs;
use secateur::eval::neural::features::{INPUTS_PER_KING_BUCKET, OUTPUT_BUCKETS};
use secateur::eval::neural::quantization::CHUNK;

/// The row of the biases.
pub const BIAS_ROW: usize = 0;
/// The first row of output weights; each output bucket has two rows, one for each perspective.
const OUTPUTS: usize = BIAS_ROW + 1;
/// The first row of input weights.
pub const INPUT_ROWS: usize = OUTPUTS + 2 * OUTPUT_BUCKETS;

/// The row of an output bucket's weights for the side to move (0) or the opponent (1).
pub const fn output_row(bucket: usize, perspective: usize) -> usize {
    OUTPUTS + 2 * bucket + perspective
}

/// A chunk of hidden neurons.
#[derive(Clone, Debug, PartialEq)]
pub struct HiddenChunk {
    /// One row for the biases, two for each output bucket, one for each input.
    pub weights: AdamWeights,
}

impl HiddenChunk {
    /// A chunk with these weights.
    pub fn new(values: Vec<Row>) -> HiddenChunk {
        debug_assert!(values.len() > INPUT_ROWS);
        HiddenChunk { weights: AdamWeights::new(values) }
    }

    /// The accumulators of both perspectives, before clipping.
    #[inline(always)]
    fn hidden(bias: &Row, weights: &[Row], inputs: &[Inputs]) -> [Row; 2] {
        let mut sums = [*bias; 2];
        gather(&mut sums, weights, inputs);
        sums
    }

    /// Adds the contribution of these neurons to the output of every position.
    pub fn forward(&self, batch: &Batch, mut on_output: impl FnMut(usize, f32)) {
        let (values, weights) = parts(&self.weights.values);
        for (number, inputs) in batch.positions().enumerate() {
            let hidden = HiddenChunk::hidden(&values[BIAS_ROW], weights, inputs);
            let bucket = usize::from(batch.buckets[number]) % OUTPUT_BUCKETS;
            let mut sums = [0.0; CHUNK];
            for perspective in 0..2 {
                let weights = &values[output_row(bucket, perspective)];
                for i in 0..CHUNK {
                    let active = hidden[perspective][i].clamp(0.0, 1.0);
                    sums[i] += active * active * weights[i];
                }
            }
            on_output(number, sum(&sums));
        }
    }

    /// Accumulates the gradients.
    /// `slopes` are the derivatives of the loss with respect to the output of each position.
    pub fn backward(&mut self, batch: &Batch, slopes: &[f32]) {
        let (values, weights) = parts(&self.weights.values);
        let (gradient, slopes_of_inputs) = parts_mut(&mut self.weights.gradient);
        for ((inputs, &bucket), &slope) in batch.positions().zip(&batch.buckets).zip(slopes) {
            let mut hidden = HiddenChunk::hidden(&values[BIAS_ROW], weights, inputs);
            let bucket = usize::from(bucket) % OUTPUT_BUCKETS;
            for (perspective, hidden) in hidden.iter_mut().enumerate() {
                let row = output_row(bucket, perspective);
                let (weights, gradient) = (&values[row], &mut gradient[row]);
                for i in 0..CHUNK {
                    let active = hidden[i].clamp(0.0, 1.0);
                    gradient[i] += slope * active * active;
                    // A clipped neuron has no gradient; at the clip itself either value is valid.
                    let inside = if active == hidden[i] { active } else { 0.0 };
                    hidden[i] = 2.0 * slope * inside * weights[i];
                }
            }
            scatter(slopes_of_inputs, &hidden, inputs);
            add(&mut gradient[BIAS_ROW], &hidden[0]);
            add(&mut gradient[BIAS_ROW], &hidden[1]);
        }
    }

    /// Replaces this share, 0 to 1, of the gradient of every input by its sum over the king
    /// buckets. With 1 all king buckets take the same steps: what they have in common is learned
    /// from all positions, as by the factorizer of nnue-pytorch.
    pub fn share_gradient(&mut self, share: f32) {
        let inputs = &mut self.weights.gradient[INPUT_ROWS..];
        for input in 0..INPUTS_PER_KING_BUCKET {
            let mut total = [0.0; CHUNK];
            for row in inputs.iter().skip(input).step_by(INPUTS_PER_KING_BUCKET) {
                add(&mut total, row);
            }
            for row in inputs.iter_mut().skip(input).step_by(INPUTS_PER_KING_BUCKET) {
                *row = std::array::from_fn(|i| row[i] + share * (total[i] - row[i]));
            }
        }
    }

    /// Takes an optimizer step with the accumulated gradients.
    pub fn step(&mut self, step: AdamStep) {
        self.weights.step(step);
    }
}

/// The inputs of both perspectives, limited to the rows so that no bounds check is needed.
#[inline(always)]
fn split(both: Inputs, rows: usize) -> (usize, usize) {
    (((both & 0xFFFF) as usize).min(rows - 1), ((both >> 16) as usize).min(rows - 1))
}

/// Adds the weights of the inputs to the sums of both perspectives.
/// Not inlined: as parameters, the slices are known not to overlap, and the additions are
/// vectorized whatever surrounds the call. Inlined, training took up to ten times as long.
#[inline(never)]
fn gather(sums: &mut [Row; 2], weights: &[Row], inputs: &[Inputs]) {
    assert!(!weights.is_empty(), "a chunk has rows for the inputs");
    let [mut own_sum, mut other_sum] = *sums;
    for &both in inputs {
        let (own, other) = split(both, weights.len());
        add(&mut own_sum, &weights[own]);
        add(&mut other_sum, &weights[other]);
    }
    *sums = [own_sum, other_sum];
}

/// Adds the slopes of both perspectives to the gradient of the inputs. Not inlined, like
/// [`gather`].
#[inline(never)]
fn scatter(gradient: &mut [Row], slopes: &[Row; 2], inputs: &[Inputs]) {
    assert!(!gradient.is_empty(), "a chunk has rows for the inputs");
    for &both in inputs {
        let (own, other) = split(both, gradient.len());
        add(&mut gradient[own], &slopes[0]);
        add(&mut gradient[other], &slopes[1]);
    }
}

/// Adds two rows.
/// Both rows are read before one is written. Only then the addition is vectorized.
#[inline(always)]
fn add(sum: &mut Row, row: &Row) {
    let (before, more) = (*sum, *row);
    *sum = std::array::from_fn(|i| before[i] + more[i]);
}

/// The sum of a row, in an order that does not depend on the processor.
#[inline(always)]
fn sum(row: &Row) -> f32 {
    let mut sums = *row;
    let mut width = CHUNK / 2;
    while width > 0 {
        for i in 0..width {
            sums[i] += sums[i + width];
        }
        width /= 2;
    }
    sums[0]
}

/// The rows of biases and outputs, and those of the inputs.
#[inline(always)]
fn parts(rows: &[Row]) -> (&[Row; INPUT_ROWS], &[Row]) {
    let (own, inputs) = rows.split_first_chunk().expect("a chunk has rows for the outputs");
    (own, inputs)
}

/// Like [`parts`], mutable.
#[inline(always)]
fn parts_mut(rows: &mut [Row]) -> (&mut [Row; INPUT_ROWS], &mut [Row]) {
    let (own, inputs) = rows.split_first_chunk_mut().expect("a chunk has rows for the outputs");
    (own, inputs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learn::neural::model::Model;
    use crate::learn::neural::record::PositionRecord;
    use secateur::chess::Board;
    use secateur::eval::neural::features::KingBuckets;

    /// A loss whose derivatives with respect to the outputs are `slopes`.
    fn loss(chunk: &HiddenChunk, batch: &Batch, slopes: &[f32]) -> f64 {
        let mut loss = 0.0;
        chunk.forward(batch, |position, sum| loss += f64::from(sum * slopes[position]));
        loss
    }

    #[test]
    fn king_buckets_with_a_shared_gradient_stay_equal() {
        let mut batch = Batch::new(KingBuckets::FOUR);
        let board: Board = "8/2k5/8/8/3P4/8/5K2/8 b - - 0 1".parse().expect("a position");
        batch.push(&PositionRecord::new(&board, 30, 1), 0.5);
        let mut model = Model::random(CHUNK, 3);
        model.split(KingBuckets::FOUR).expect("more king buckets");
        let before = model.chunks.remove(0);
        // The weights after a step, by king bucket.
        let trained = |share: f32| {
            let mut chunk = before.clone();
            chunk.weights.values[BIAS_ROW] = [0.45; CHUNK];
            chunk.backward(&batch, &[1.0]);
            chunk.share_gradient(share);
            chunk.step(AdamStep::new(1, 0.01));
            let inputs = &chunk.weights.values[INPUT_ROWS..];
            inputs.chunks(INPUTS_PER_KING_BUCKET).map(<[Row]>::to_vec).collect::<Vec<_>>()
        };
        let [apart, together] = [0.0, 1.0].map(trained);
        assert_eq!(apart.len(), 4);
        assert!(apart.iter().any(|bucket| *bucket != apart[0]), "each has its own gradient");
        assert!(together.iter().all(|bucket| *bucket == together[0]), "all have one gradient");
        assert!(together[0] != before.weights.values[INPUT_ROWS..][..INPUTS_PER_KING_BUCKET]);
    }

    #[test]
    fn gradients_agree_with_finite_differences() {
        let mut batch = Batch::new(KingBuckets::FOUR);
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
            "8/2k5/8/8/3P4/8/5K2/8 b - - 0 1",
        ] {
            batch.push(&PositionRecord::new(&fen.parse::<Board>().expect(fen), 30, 1), 0.5);
        }
        let slopes = [0.7, -1.3, 0.4];
        let mut model = Model::random(CHUNK, 3);
        model.split(KingBuckets::FOUR).expect("more king buckets");
        let mut chunk = model.chunks.remove(0);
        let rows = chunk.weights.values.len();
        // Neurons near the middle of their range, where the loss is smooth.
        chunk.weights.values[BIAS_ROW] = [0.45; CHUNK];
        chunk.backward(&batch, &slopes);
        let gradient = chunk.weights.gradient.clone();
        let mut checked = 0;
        for row in (INPUT_ROWS..rows).step_by(7).chain([
            BIAS_ROW,
            output_row(7, 0),
            output_row(7, 1),
            output_row(0, 1),
        ]) {
            for column in [0, 13, 31] {
                let nudged = |by: f32| {
                    let mut chunk = chunk.clone();
                    chunk.weights.values[row][column] += by;
                    loss(&chunk, &batch, &slopes)
                };
                let expected = (nudged(0.01) - nudged(-0.01)) / 0.02;
                let found = f64::from(gradient[row][column]);
                assert!(
                    (found - expected).abs() < 2e-3 * expected.abs().max(0.2),
                    "{row} {column}: {found} {expected}"
                );
                checked += usize::from(expected.abs() > 0.01);
            }
        }
        assert!(checked > 20, "only {checked} slopes differ from zero");
    }
}
