//! The parameters of a network as integers, so that every processor computes the same score.

use super::features::{INPUTS_PER_KING_BUCKET, KingBuckets, OUTPUT_BUCKETS};
use super::kernels::Kernels;
use super::quantization::{
    CHUNK, Chunk, MAX_FIRST, MAX_SECOND, MAX_SUM, append_bytes, in_chunks, values,
};
use crate::files::hash::fnv1a;
use crate::huge_pages::Frozen;
use std::fmt;
use std::sync::Arc;

/// The maximum number of hidden neurons. A larger number means a damaged file.
const MAX_HIDDEN: usize = 4096;

/// Reason why network parameters are invalid (inconsistent or out of range).
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum NetworkError {
    /// The architecture differs.
    #[error("has {found}, expected {expected}")]
    Architecture {
        /// The architecture of the parameters.
        found: String,
        /// The expected architecture.
        expected: String,
    },
    /// A parameter is so large that sums could overflow.
    #[error("has {what} of {found}, expected at most {max}")]
    Range {
        /// The name of the parameter.
        what: &'static str,
        /// The magnitude of the parameter.
        found: i64,
        /// The maximum magnitude.
        max: i64,
    },
}

/// Where a network comes from (generation, training data and commit of the trainer).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// The number of the generation, from 1; 0 if unknown.
    pub generation: u32,
    /// The number of games in the last training.
    pub games: u64,
    /// The number of different positions in the last training.
    pub positions: u64,
    /// The commit of the trainer, at most 40 characters.
    pub commit: String,
}

/// Quantized evaluation network with one hidden layer per perspective, squared clipped ReLU and
/// output buckets.
#[derive(Clone)]
pub struct Network {
    /// The number of chunks of the hidden layer of one perspective.
    pub(super) chunks: usize,
    /// The king buckets, each with its own first-layer weights.
    pub(super) king_buckets: &'static KingBuckets,
    /// The weights of each input to all hidden neurons.
    pub(super) first_weights: Arc<Frozen<Chunk>>,
    /// The biases of the hidden neurons.
    pub(super) first_bias: Vec<Chunk>,
    /// The weights of each output: first those of the side to move, then those of the other side.
    pub(super) second_weights: Vec<Chunk>,
    /// The biases of the outputs, in units of 1 / ([`QA`](super::quantization::QA) ×
    /// [`QB`](super::quantization::QB)).
    pub(super) output_bias: [i32; OUTPUT_BUCKETS],
    /// The internal units of an output of 1.
    pub(super) scale: i32,
    pub(super) origin: Origin,
    pub(super) hash: u64,
    /// The kernels for this processor.
    pub(super) kernels: &'static Kernels,
}

impl Network {
    /// Creates a network from its quantized parameters and checks their sizes and ranges. The first
    /// layer is by input and neuron, the second by output, perspective and neuron. The sizes
    /// determine hidden neurons and king buckets.
    pub fn new(
        first: &[i16],
        bias: &[i16],
        second: &[i16],
        output_bias: [i32; OUTPUT_BUCKETS],
        scale: i32,
        origin: Origin,
    ) -> Result<Network, NetworkError> {
        let hidden = bias.len();
        let king_buckets = check_shape(hidden, first.len(), second.len())?;
        let mut network = Network {
            chunks: hidden / CHUNK,
            king_buckets,
            first_weights: Arc::new(Frozen::copy_of(&in_chunks(first))),
            first_bias: in_chunks(bias),
            second_weights: in_chunks(second),
            output_bias,
            scale,
            origin,
            hash: 0,
            kernels: Kernels::best(),
        };
        check_range(&network)?;
        network.hash = hash(&network);
        Ok(network)
    }

    /// Returns the number of hidden neurons per perspective.
    pub fn hidden(&self) -> usize {
        self.chunks * CHUNK
    }

    /// Returns the division of the board into king buckets.
    pub fn king_buckets(&self) -> &'static KingBuckets {
        self.king_buckets
    }

    /// Whether the first-layer weights depend on the king bucket.
    pub fn has_king_buckets(&self) -> bool {
        let mut king_buckets =
            self.first_weights.all().chunks_exact(INPUTS_PER_KING_BUCKET * self.chunks);
        let first = king_buckets.next();
        king_buckets.any(|king_bucket| Some(king_bucket) != first)
    }

    /// Returns a hash over all parameters, which identifies the network.
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// Returns the output scale, the number of internal units for a network output of 1.
    pub fn scale(&self) -> i32 {
        self.scale
    }

    /// Returns a copy of the network with another output scale (internal units for an output of 1).
    pub fn with_scale(&self, scale: i32) -> Result<Network, NetworkError> {
        let mut network = Network { scale, ..self.clone() };
        check_range(&network)?;
        network.hash = hash(&network);
        Ok(network)
    }

    /// Returns where the network comes from (generation, training data and commit of the trainer).
    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    /// Returns a copy of the network that uses other SIMD kernels.
    pub fn with_kernels(&self, kernels: &'static Kernels) -> Network {
        Network { kernels, ..self.clone() }
    }

    /// Iterates over the first-layer weights, by input and neuron, and over the first-layer biases.
    pub fn first(&self) -> (impl Iterator<Item = i16> + '_, impl Iterator<Item = i16> + '_) {
        (values(self.first_weights.all()), values(&self.first_bias))
    }

    /// Returns the second-layer weights, by output bucket, perspective and neuron, and the output
    /// biases.
    pub fn second(&self) -> (impl Iterator<Item = i16> + '_, &[i32; OUTPUT_BUCKETS]) {
        (values(&self.second_weights), &self.output_bias)
    }
}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Network({}x{}, {:016x})", self.king_buckets.inputs(), self.hidden(), self.hash)
    }
}

/// Checks the sizes of both layers against the number of hidden neurons. Returns the king buckets.
pub(super) fn check_shape(
    hidden: usize,
    first: usize,
    second: usize,
) -> Result<&'static KingBuckets, NetworkError> {
    let is_sound = hidden > 0 && hidden.is_multiple_of(CHUNK) && hidden <= MAX_HIDDEN;
    let king_buckets =
        KingBuckets::ALL.into_iter().find(|king_buckets| first == king_buckets.inputs() * hidden);
    match king_buckets {
        Some(king_buckets) if is_sound && second == OUTPUT_BUCKETS * 2 * hidden => Ok(king_buckets),
        _ => Err(NetworkError::Architecture {
            found: format!("{hidden} hidden neurons with {first} and {second} weights"),
            expected: format!(
                "a multiple of {CHUNK} up to {MAX_HIDDEN} hidden neurons \
                 with {} and {} weights each",
                inputs_allowed(),
                2 * OUTPUT_BUCKETS
            ),
        }),
    }
}

/// The numbers of inputs that a network can have, as text.
pub(super) fn inputs_allowed() -> String {
    KingBuckets::ALL.map(|king_buckets| king_buckets.inputs().to_string()).join(" or ")
}

/// Checks that no sum can overflow in any position.
fn check_range(network: &Network) -> Result<(), NetworkError> {
    let max =
        |chunks: &[Chunk]| values(chunks).map(|value| i64::from(value).abs()).max().unwrap_or(0);
    let row = 2 * network.chunks;
    let sums = network
        .second_weights
        .chunks_exact(row)
        .map(|chunks| values(chunks).map(|value| i64::from(value).abs()).sum());
    let limits = [
        ("a weight of the first layer", max(network.first_weights.all()), MAX_FIRST.into()),
        ("a bias of the first layer", max(&network.first_bias), MAX_FIRST.into()),
        ("a weight of the second layer", max(&network.second_weights), MAX_SECOND.into()),
        ("a sum of weights to one output", sums.max().unwrap_or(0), MAX_SUM.into()),
        (
            "a bias of the second layer",
            network.output_bias.iter().map(|&bias| i64::from(bias).abs()).max().unwrap_or(0),
            1 << 24,
        ),
        ("a scale", i64::from(network.scale).abs(), 1 << 14),
    ];
    match limits.into_iter().find(|&(_, found, max)| found > max) {
        Some((what, found, max)) => Err(NetworkError::Range { what, found, max }),
        None => Ok(()),
    }
}

/// A hash over all parameters that affect the score.
fn hash(network: &Network) -> u64 {
    let mut bytes = Vec::new();
    for chunks in [network.first_weights.all(), &network.first_bias, &network.second_weights] {
        append_bytes(&mut bytes, chunks);
    }
    for number in network.output_bias.iter().chain([&network.scale]) {
        bytes.extend(number.to_le_bytes());
    }
    fnv1a(&bytes)
}
