//! Positions side by side, as lists of inputs: what a step learns from.

use super::pack::{Contents, Pack, PackError};
use super::record::{Inputs, PositionRecord};
use super::{SCALE, expected};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;
use secateur::eval::neural::features::PLACES;
use secateur::seeds::mix;
use std::path::Path;

/// Records that are read together; a batch is put together of such blocks from all over the pack.
const BLOCK: usize = 256;

/// Positions with their labels.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    /// Does the region of the own king choose among sets of inputs, or have all the first region's?
    tells_regions: bool,
    /// The inputs of all positions.
    inputs: Vec<Inputs>,
    /// Where those of a position end.
    ends: Vec<u32>,
    /// The output of each position.
    pub buckets: Vec<u8>,
    /// The label of each: the expected result of the side to move, 0 to 1.
    pub targets: Vec<f32>,
}

impl Batch {
    /// None yet, with inputs that tell regions of the king apart or do not.
    pub fn new(tells_regions: bool) -> Batch {
        Batch { tells_regions, ..Batch::default() }
    }

    /// Adds a position. `lambda` is the result's share in its label, the rest is the score.
    pub fn push(&mut self, record: &PositionRecord, lambda: f32) {
        if self.tells_regions {
            record.for_each_input(|inputs| self.inputs.push(inputs));
        } else {
            record.for_each_input(|inputs| self.inputs.push(in_first_region(inputs)));
        }
        self.ends.push(self.inputs.len() as u32);
        self.buckets.push(record.bucket() as u8);
        let result = f32::from(record.half_points) / 2.0;
        let score = expected(f32::from(record.score) / SCALE);
        self.targets.push(lambda * result + (1.0 - lambda) * score);
    }

    /// Positions.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// No position at all?
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The inputs of each position, one after the other.
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

/// The same man's inputs with both kings in the first region.
#[inline]
fn in_first_region(both: Inputs) -> Inputs {
    let places = PLACES as Inputs;
    both % 65_536 % places + (both >> 16) % places * 65_536
}

/// Several packs as one.
#[derive(Debug)]
pub struct Packs(Vec<Pack>);

/// Some records of one pack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    pack: usize,
    first: u64,
    count: usize,
}

impl Packs {
    /// These packs.
    pub fn new(packs: Vec<Pack>) -> Packs {
        Packs(packs)
    }

    /// The packs of these files, which must hold out the same games and look equally far ahead.
    pub fn open<P: AsRef<Path>>(paths: &[P]) -> Result<Packs, PackError> {
        let packs: Vec<Pack> =
            paths.iter().map(|path| Pack::open(path.as_ref())).collect::<Result<_, _>>()?;
        for (index, pack) in packs.iter().enumerate() {
            packs[..index].iter().try_for_each(|earlier| earlier.check_beside(pack))?;
        }
        Ok(Packs(packs))
    }

    /// Records to train on.
    pub fn train(&self) -> u64 {
        self.0.iter().map(|pack| pack.contents.train).sum()
    }

    /// Records held out.
    pub fn held_out(&self) -> u64 {
        self.0.iter().map(|pack| pack.contents.held_out).sum()
    }

    /// Games they come from.
    pub fn games(&self) -> u64 {
        self.0.iter().map(|pack| pack.contents.games).sum()
    }

    /// What each of them holds.
    pub fn contents(&self) -> Vec<Contents> {
        self.0.iter().map(|pack| pack.contents).collect()
    }

    /// Blocks to train on.
    pub fn blocks_to_train(&self) -> usize {
        self.0.iter().map(|pack| pack.contents.train.div_ceil(BLOCK as u64) as usize).sum()
    }

    /// The blocks to train on, in an order that seed and pass decide.
    pub fn shuffled(&self, seed: u64, pass: u64) -> Vec<Block> {
        let mut blocks = self.blocks(|pack| (0, pack.contents.train));
        blocks.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(mix(mix(0, seed), pass)));
        blocks
    }

    /// The blocks held out, in their order.
    pub fn judges(&self) -> Vec<Block> {
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

    /// The positions of these blocks, regions of the king told apart or not.
    pub fn batch(
        &mut self,
        blocks: &[Block],
        lambda: f32,
        tells_regions: bool,
    ) -> Result<Batch, PackError> {
        let mut batch = Batch::new(tells_regions);
        let mut records = [PositionRecord::default(); BLOCK];
        for block in blocks {
            let records = &mut records[..block.count];
            self.0[block.pack].read(block.first, records)?;
            records.iter().for_each(|record| batch.push(record, lambda));
        }
        Ok(batch)
    }
}

/// Blocks that make a batch of about so many positions.
pub fn blocks_a_batch(positions: usize) -> usize {
    positions.div_ceil(BLOCK).max(1)
}

/// Positions in such a batch, at most.
pub fn most_positions(positions: usize) -> usize {
    blocks_a_batch(positions) * BLOCK
}
