//! The numbers of a network, as play uses them: integers, so that every processor finds the same
//! score.

use super::features::{BUCKETS, INPUTS, PLACES};
use super::kernels::Kernels;
use super::numbers::{LANE, Lane, MOST_FIRST, MOST_SECOND, MOST_SUM, in_lanes, numbers};
use crate::files::hash::fnv1a;
use crate::huge_pages::Frozen;
use std::fmt;
use std::sync::Arc;

/// More hidden neurons than this are nobody's network but damage.
const MOST_HIDDEN: usize = 4096;

/// Why numbers are no network for us.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum BadNetwork {
    /// Of another architecture.
    #[error("has {found}, expected {expected}")]
    Architecture {
        /// What it has.
        found: String,
        /// What there should be.
        expected: String,
    },
    /// Scores could leave the integers they are counted in.
    #[error("has {what} of {found}, expected at most {most}")]
    Range {
        /// What is too large.
        what: &'static str,
        /// Its magnitude.
        found: i64,
        /// Its greatest.
        most: i64,
    },
}

/// Where a network comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// Number of the generation, from 1; 0 where nobody counts.
    pub generation: u32,
    /// Games it has learned from in its last training.
    pub games: u64,
    /// Positions it has learned from there, each counted once.
    pub positions: u64,
    /// Commit of the trainer, at most 40 characters.
    pub commit: String,
}

/// A network: both views → hidden neurons each → the square of the clipped activation → one output
/// for each range of men.
#[derive(Clone)]
pub struct Network {
    /// Lanes of the hidden layer of one view.
    pub(super) lanes: usize,
    /// For each input, its weights to all hidden neurons.
    pub(super) inputs: Arc<Frozen<Lane>>,
    /// Where hidden neurons begin.
    pub(super) bias: Vec<Lane>,
    /// For each output, the weights of the side to move's neurons and then the other's.
    pub(super) outputs: Vec<Lane>,
    /// Where outputs begin, in [`QA`](super::numbers::QA) × [`QB`](super::numbers::QB).
    pub(super) output_bias: [i32; BUCKETS],
    /// What an output of 1 is worth, in internal units.
    pub(super) scale: i32,
    pub(super) origin: Origin,
    pub(super) hash: u64,
    /// The loops of this processor.
    pub(super) kernels: &'static Kernels,
}

impl Network {
    /// A network of these numbers: those of the first layer by input and neuron, those of the
    /// second by output, view and neuron.
    pub fn new(
        first: &[i16],
        bias: &[i16],
        second: &[i16],
        output_bias: [i32; BUCKETS],
        scale: i32,
        origin: Origin,
    ) -> Result<Network, BadNetwork> {
        let hidden = bias.len();
        check_shape(hidden, first.len(), second.len())?;
        let mut network = Network {
            lanes: hidden / LANE,
            inputs: Arc::new(Frozen::copy_of(&in_lanes(first))),
            bias: in_lanes(bias),
            outputs: in_lanes(second),
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

    /// Hidden neurons of one view.
    pub fn hidden(&self) -> usize {
        self.lanes * LANE
    }

    /// Has not every region of the king the same weights?
    pub fn tells_regions(&self) -> bool {
        let mut regions = self.inputs.all().chunks_exact(PLACES * self.lanes);
        let first = regions.next();
        regions.any(|region| Some(region) != first)
    }

    /// A number that tells this network from others.
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// What an output of 1 is worth, in internal units.
    pub fn scale(&self) -> i32 {
        self.scale
    }

    /// The same network with scores in another unit.
    pub fn with_scale(&self, scale: i32) -> Result<Network, BadNetwork> {
        let mut network = Network { scale, ..self.clone() };
        check_range(&network)?;
        network.hash = hash(&network);
        Ok(network)
    }

    /// Where it comes from.
    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    /// The same network with other loops.
    pub fn with_kernels(&self, kernels: &'static Kernels) -> Network {
        Network { kernels, ..self.clone() }
    }

    /// The numbers of the first layer, by input and neuron, and where its neurons begin.
    pub fn first(&self) -> (impl Iterator<Item = i16> + '_, impl Iterator<Item = i16> + '_) {
        (numbers(self.inputs.all()), numbers(&self.bias))
    }

    /// The weights of the second layer, by output, view and neuron, and where outputs begin.
    pub fn second(&self) -> (impl Iterator<Item = i16> + '_, &[i32; BUCKETS]) {
        (numbers(&self.outputs), &self.output_bias)
    }
}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Network({INPUTS}x{}, {:016x})", self.hidden(), self.hash)
    }
}

/// Do the numbers of both layers fit so many hidden neurons?
pub(super) fn check_shape(hidden: usize, first: usize, second: usize) -> Result<(), BadNetwork> {
    let is_sound = hidden > 0 && hidden.is_multiple_of(LANE) && hidden <= MOST_HIDDEN;
    if is_sound && first == INPUTS * hidden && second == BUCKETS * 2 * hidden {
        return Ok(());
    }
    Err(BadNetwork::Architecture {
        found: format!("{hidden} hidden neurons with {first} and {second} weights"),
        expected: format!(
            "a multiple of {LANE} up to {MOST_HIDDEN} hidden neurons with {INPUTS} and {} weights each",
            2 * BUCKETS
        ),
    })
}

/// Can no sum overflow, whatever the position?
fn check_range(network: &Network) -> Result<(), BadNetwork> {
    let most =
        |lanes: &[Lane]| numbers(lanes).map(|number| i64::from(number).abs()).max().unwrap_or(0);
    let row = 2 * network.lanes;
    let sums = network
        .outputs
        .chunks_exact(row)
        .map(|lanes| numbers(lanes).map(|number| i64::from(number).abs()).sum());
    let limits = [
        ("a weight of the first layer", most(network.inputs.all()), MOST_FIRST.into()),
        ("a bias of the first layer", most(&network.bias), MOST_FIRST.into()),
        ("a weight of the second layer", most(&network.outputs), MOST_SECOND.into()),
        ("a sum of weights to one output", sums.max().unwrap_or(0), MOST_SUM.into()),
        (
            "a bias of the second layer",
            network.output_bias.iter().map(|&bias| i64::from(bias).abs()).max().unwrap_or(0),
            1 << 24,
        ),
        ("a scale", i64::from(network.scale).abs(), 1 << 14),
    ];
    match limits.into_iter().find(|&(_, found, most)| found > most) {
        Some((what, found, most)) => Err(BadNetwork::Range { what, found, most }),
        None => Ok(()),
    }
}

/// A number that tells what a network computes from what others do.
fn hash(network: &Network) -> u64 {
    let shorts =
        [network.inputs.all(), &network.bias, &network.outputs].into_iter().flat_map(numbers);
    let longs = network.output_bias.iter().chain([&network.scale]);
    let bytes: Vec<u8> = shorts
        .flat_map(i16::to_le_bytes)
        .chain(longs.flat_map(|long| long.to_le_bytes()))
        .collect();
    fnv1a(&bytes)
}
