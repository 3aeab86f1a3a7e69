//! Training positions of the regression: the features of both sides and the label, by number of
//! pieces.

use crate::evaluations::linear::features::{FEATURES, Sink};
use crate::evaluations::linear::weights::{STAGES, stage};
use crate::evaluations::linear::{extract, piece_count};
use secateur::chess::Board;
use secateur::chess::Color;
use secateur::chess::color::Side;

const _: () = assert!(FEATURES <= 1 << 16, "features are kept in 16 bits");

/// Positions with the same number of pieces.
#[derive(Clone, Debug, Default)]
struct Bin {
    /// Features of all positions: White's of the first, Black's of the first, White's of the second
    /// …
    features: Vec<u16>,
    /// Ends of White's and Black's features, for each position.
    ends: Vec<(u32, u32)>,
    labels: Vec<f32>,
}

/// A training position: the features of both sides and the label.
#[derive(Clone, Copy, Debug)]
pub struct Example<'a> {
    /// White's features; a feature that occurs twice is listed twice.
    pub white: &'a [u16],
    /// Black's features.
    pub black: &'a [u16],
    /// The label: see [`super::Loss::label`].
    pub label: f32,
}

/// A part of the positions with one number of pieces.
#[derive(Clone, Copy, Debug)]
pub struct Slice {
    bin: usize,
    first: usize,
    last: usize,
}

/// The training positions of a regression.
#[derive(Clone, Debug)]
pub struct Examples {
    bins: Vec<Bin>,
}

impl Default for Examples {
    fn default() -> Examples {
        Examples { bins: vec![Bin::default(); 33] }
    }
}

/// A sink that collects the features of one position.
#[derive(Default)]
struct Collect {
    sides: [Vec<u16>; 2],
}

impl Sink for Collect {
    fn add<C: Side>(&mut self, feature: usize, times: i32) {
        let list = &mut self.sides[if C::COLOR == Color::White { 0 } else { 1 }];
        list.extend((0..times).map(|_| feature as u16));
    }
}

impl Examples {
    /// Adds a position.
    pub fn push(&mut self, board: &Board, label: f32) {
        let mut collect = Collect::default();
        extract(board, &mut collect);
        let bin = &mut self.bins[piece_count(board)];
        bin.features.extend(&collect.sides[0]);
        let white = bin.features.len() as u32;
        bin.features.extend(&collect.sides[1]);
        bin.ends.push((white, bin.features.len() as u32));
        bin.labels.push(label);
    }

    /// Number of positions.
    pub fn len(&self) -> usize {
        self.bins.iter().map(|bin| bin.labels.len()).sum()
    }

    /// Whether there are no positions.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The positions that train a stage, its own and those of adjacent stages, in parts of at most
    /// `max`.
    /// The parts depend on the positions only, so sums over them do not depend on the threads.
    pub fn slices(&self, wanted: usize, smoothing: usize, max: usize) -> Vec<Slice> {
        let bins =
            (0..self.bins.len()).filter(|&pieces| stage(pieces).abs_diff(wanted) <= smoothing);
        bins.flat_map(|bin| {
            let count = self.bins[bin].labels.len();
            (0..count).step_by(max).map(move |first| Slice {
                bin,
                first,
                last: (first + max).min(count),
            })
        })
        .collect()
    }

    /// The positions of a part.
    pub fn of(&self, slice: Slice) -> impl Iterator<Item = Example<'_>> {
        let bin = &self.bins[slice.bin];
        let start = |index: usize| if index == 0 { 0 } else { bin.ends[index - 1].1 as usize };
        (slice.first..slice.last).map(move |index| {
            let (white, black) = bin.ends[index];
            let (white, black) = (white as usize, black as usize);
            Example {
                white: &bin.features[start(index)..white],
                black: &bin.features[white..black],
                label: bin.labels[index],
            }
        })
    }

    /// The count of each feature in these parts, and the largest number of features of one
    /// position.
    pub fn count_features(&self, slices: &[Slice]) -> (Vec<u32>, usize) {
        let mut counts = vec![0; FEATURES];
        let mut max = 0;
        for example in slices.iter().flat_map(|&slice| self.of(slice)) {
            max = max.max(example.white.len() + example.black.len());
            for &feature in example.white.iter().chain(example.black) {
                counts[usize::from(feature)] += 1;
            }
        }
        (counts, max)
    }

    /// Hash of the positions; a resumed run must have the same.
    pub fn hash(&self) -> u64 {
        let labels =
            self.bins.iter().flat_map(|bin| &bin.labels).map(|label| u64::from(label.to_bits()));
        let features =
            self.bins.iter().flat_map(|bin| &bin.features).map(|&feature| feature.into());
        labels.chain(features).fold(0, |hash: u64, word| {
            (hash.rotate_left(5) ^ word).wrapping_mul(0x517C_C1B7_2722_0A95)
        })
    }

    /// Number of positions by stage.
    pub fn by_stage(&self) -> [usize; STAGES] {
        let mut counts = [0; STAGES];
        for (pieces, bin) in self.bins.iter().enumerate() {
            counts[stage(pieces)] += bin.labels.len();
        }
        counts
    }
}

impl Slice {
    /// The stage of its positions.
    pub fn stage(self) -> usize {
        stage(self.bin)
    }

    /// Number of positions.
    pub fn len(self) -> usize {
        self.last - self.first
    }

    /// Whether the part has no positions.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }
}

impl Example<'_> {
    /// The evaluation with these weights, for White.
    #[inline]
    pub fn value(self, weights: &[f32]) -> f32 {
        let sum = |features: &[u16]| {
            features.iter().map(|&feature| weights[usize::from(feature)]).sum::<f32>()
        };
        sum(self.white) - sum(self.black)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_keep_positions_and_labels() {
        let boards = ["4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "4k3/8/8/8/8/8/3P4/4K3 b - - 0 1"]
            .map(|fen| fen.parse::<Board>().expect("valid FEN"));
        let mut examples = Examples::default();
        examples.push(&boards[0], 1.0);
        examples.push(&boards[1], 2.0);
        let slices = examples.slices(0, 0, 1);
        let labels: Vec<f32> = slices
            .iter()
            .flat_map(|&slice| examples.of(slice))
            .map(|example| example.label)
            .collect();
        assert_eq!((examples.len(), labels), (2, vec![1.0, 2.0]));
        let (counts, max) = examples.count_features(&slices);
        assert!(max > 10);
        // The tempo feature occurs once in each position.
        assert_eq!(counts[0], 2);
    }
}
