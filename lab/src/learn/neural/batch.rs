//! Training batches: positions as lists of input indices.

use super::SCALE;
use super::pack::{Contents, Pack, PackError};
use super::record::{Inputs, PositionRecord};
use crate::learn::expected_score;
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;
use secateur::eval::neural::features::KingBuckets;
use secateur::seeds::mix;
use std::path::Path;

/// Number of consecutive records read together; a batch consists of blocks from the whole pack.
const BLOCK: usize = 256;

/// A batch of positions with their labels.
#[derive(Clone, Debug)]
pub struct Batch {
    /// The king buckets, which select the inputs.
    king_buckets: &'static KingBuckets,
    /// The input indices of all positions.
    inputs: Vec<Inputs>,
    /// End of each position's inputs.
    ends: Vec<u32>,
    /// The output bucket of each position.
    pub buckets: Vec<u8>,
    /// The label of each position: the expected score of the side to move, 0 to 1.
    pub targets: Vec<f32>,
}

impl Batch {
    /// An empty batch for these king buckets.
    pub fn new(king_buckets: &'static KingBuckets) -> Batch {
        let (inputs, ends, buckets, targets) = Default::default();
        Batch { king_buckets, inputs, ends, buckets, targets }
    }

    /// Adds a position. `result_share` is the share of the result in its label; the rest is the
    /// score.
    pub fn push(&mut self, record: &PositionRecord, result_share: f32) {
        record.for_each_input(self.king_buckets, |inputs| self.inputs.push(inputs));
        self.ends.push(self.inputs.len() as u32);
        self.buckets.push(record.output_bucket() as u8);
        let result = f32::from(record.half_points) / 2.0;
        let score = expected_score(record.score.into(), SCALE);
        self.targets.push(result_share * result + (1.0 - result_share) * score);
    }

    /// Number of positions.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether the batch has no positions.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The inputs of each position in turn.
    #[inline]
    pub fn positions(&self) -> impl Iterator<Item = &[Inputs]> {
        let mut from = 0;
        self.ends.iter().map(move |&end| {
            let inputs = &self.inputs[from..end as usize];
            from = end as usize;
            inputs
        })
    }
}

/// Several packs, used as one.
#[derive(Debug)]
pub struct Packs(Vec<Pack>);

/// A block of records of one pack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    pack: usize,
    first: u64,
    count: usize,
}

impl Packs {
    /// Opens the packs of these files.
    /// They must hold out the same games and have the same λ.
    pub fn open<P: AsRef<Path>>(paths: &[P]) -> Result<Packs, PackError> {
        let packs: Vec<Pack> =
            paths.iter().map(|path| Pack::open(path.as_ref())).collect::<Result<_, _>>()?;
        for (index, pack) in packs.iter().enumerate() {
            packs[..index].iter().try_for_each(|earlier| earlier.check_beside(pack))?;
        }
        Ok(Packs(packs))
    }

    /// Checks that all packs have game results.
    pub fn check_results(&self) -> Result<(), PackError> {
        self.0.iter().try_for_each(Pack::check_results)
    }

    /// Number of training records.
    pub fn train(&self) -> u64 {
        self.0.iter().map(|pack| pack.contents.train).sum()
    }

    /// Number of held-out records.
    pub fn held_out(&self) -> u64 {
        self.0.iter().map(|pack| pack.contents.held_out).sum()
    }

    /// Number of games that the records come from.
    pub fn games(&self) -> u64 {
        self.0.iter().map(|pack| pack.contents.games).sum()
    }

    /// The contents of each pack.
    pub fn contents(&self) -> Vec<Contents> {
        self.0.iter().map(|pack| pack.contents).collect()
    }

    /// A hash of the first records of each pack.
    pub fn sample_hashes(&self) -> Vec<u64> {
        self.0.iter().map(|pack| pack.sample_hash).collect()
    }

    /// Number of training blocks.
    pub fn blocks_to_train(&self) -> usize {
        self.0.iter().map(|pack| pack.contents.train.div_ceil(BLOCK as u64) as usize).sum()
    }

    /// The training blocks in an order given by seed and epoch.
    pub fn shuffled(&self, seed: u64, epoch: u64) -> Vec<Block> {
        let mut blocks = self.blocks(|pack| (0, pack.contents.train));
        blocks.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(mix(mix(0, seed), epoch)));
        blocks
    }

    /// The held-out blocks, in file order.
    pub fn held_out_blocks(&self) -> Vec<Block> {
        self.blocks(|pack| (pack.contents.train, pack.contents.held_out))
    }

    fn blocks(&self, range: impl Fn(&Pack) -> (u64, u64)) -> Vec<Block> {
        let mut blocks = Vec::new();
        for (number, pack) in self.0.iter().enumerate() {
            let (first, count) = range(pack);
            let cut = (0..count).step_by(BLOCK);
            blocks.extend(cut.map(|from| Block {
                pack: number,
                first: first + from,
                count: (count - from).min(BLOCK as u64) as usize,
            }));
        }
        blocks
    }

    /// Reads the positions of these blocks as inputs of these king buckets.
    pub fn batch(
        &mut self,
        blocks: &[Block],
        result_share: f32,
        king_buckets: &'static KingBuckets,
    ) -> Result<Batch, PackError> {
        let mut batch = Batch::new(king_buckets);
        let mut records = [PositionRecord::default(); BLOCK];
        for block in blocks {
            let records = &mut records[..block.count];
            self.0[block.pack].read(block.first, records)?;
            records.iter().for_each(|record| batch.push(record, result_share));
        }
        Ok(batch)
    }
}

/// Number of blocks in a batch of about this number of positions.
pub fn blocks_per_batch(positions: usize) -> usize {
    positions.div_ceil(BLOCK).max(1)
}

/// Largest number of positions in a batch of about this number.
pub fn most_positions(positions: usize) -> usize {
    blocks_per_batch(positions) * BLOCK
}
