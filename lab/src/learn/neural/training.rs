//! The training loop: threads that own chunks, a batch loader, and the learning-rate schedule.

use super::adam::{AdamStep, AdamWeights};
use super::batch::{Batch, Packs, blocks_per_batch, most_positions};
use super::hidden_chunk::HiddenChunk;
use super::model::Model;
use super::pack::{Contents, PackError};
use crate::learn::expected_score;
use crossbeam::channel::{Receiver, Sender, bounded};
use secateur::eval::neural::network::Network;
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Barrier};

/// Number of batches prepared ahead.
const AHEAD: usize = 2;

/// The settings of a training.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// Number of epochs (passes over the data).
    pub epochs: u64,
    /// Batch size, positions.
    pub batch: usize,
    /// Initial learning rate; it decays to a hundredth along a cosine.
    pub rate: f32,
    /// Share of the result in the label at the beginning and at the end; the rest is the score.
    pub result_share: [f32; 2],
    /// Share of the input gradients that all king buckets have in common, 0 to 1
    /// ([`HiddenChunk::share_gradient`]).
    #[serde(default)]
    pub shared_gradient: f32,
    /// Seed of the initial weights and the order of positions.
    pub seed: u64,
}

impl Settings {
    /// Progress of the training at a step, 0 to 1.
    fn progress(step: u64, steps: u64) -> f32 {
        step as f32 / steps.max(1) as f32
    }

    /// The learning rate of a step, from 0.
    fn rate_at(&self, step: u64, steps: u64) -> f32 {
        let low = self.rate / 100.0;
        let cosine = (std::f32::consts::PI * Settings::progress(step, steps)).cos();
        low + (self.rate - low) * 0.5 * (1.0 + cosine)
    }

    fn result_share_at(&self, step: u64, steps: u64) -> f32 {
        let [from, to] = self.result_share;
        from + (to - from) * Settings::progress(step, steps)
    }
}

/// The losses of one epoch.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct EpochRecord {
    /// Number of the epoch, from 1.
    pub epoch: u64,
    /// Mean squared error of the expected score over the training positions, each before its step.
    pub loss: f64,
    /// Mean squared error over the held-out positions after the epoch; `None` if there are none.
    pub held_out: Option<f64>,
}

/// The progress of a run, without its weights.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TrainingProgress {
    /// Number of steps taken.
    pub step: u64,
    /// Sum of squared errors in the current epoch.
    sum: f64,
    /// Number of positions in that sum.
    count: u64,
    /// The records of the finished epochs.
    pub records: Vec<EpochRecord>,
}

impl TrainingProgress {
    /// The epoch whose network is kept: the one with the lowest held-out loss so far. Without
    /// held-out positions it is the last one: training losses of different labels do not compare.
    pub fn best(&self) -> Option<&EpochRecord> {
        let loss = |record: &EpochRecord| record.held_out.unwrap_or_default();
        self.records.iter().rev().min_by(|one, other| loss(one).total_cmp(&loss(other)))
    }
}

/// The identity of a run, which its checkpoint must match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Identity {
    settings: Settings,
    contents: Vec<Contents>,
    sample_hashes: Vec<u64>,
    hidden: usize,
    king_buckets: usize,
    /// Hash of the initial weights.
    initial_hash: u64,
}

/// A training run.
#[derive(Debug)]
pub struct Training {
    /// The current network.
    pub model: Model,
    /// The progress of the run.
    pub progress: TrainingProgress,
    settings: Settings,
    packs: Packs,
    threads: usize,
    /// Hash of the initial weights, computed before training changes them.
    initial_hash: u64,
}

/// A batch and its task.
#[derive(Clone)]
struct Task {
    batch: Arc<Batch>,
    /// Number and learning rate of the step; `None` for evaluation only.
    step: Option<(u64, f32)>,
}

impl Training {
    /// A new run.
    pub fn new(model: Model, packs: Packs, settings: Settings, threads: usize) -> Training {
        let threads = threads.clamp(1, model.chunks.len());
        let initial_hash = model.hash();
        Training {
            model,
            progress: TrainingProgress::default(),
            settings,
            packs,
            threads,
            initial_hash,
        }
    }

    /// Number of steps per epoch.
    pub fn steps_per_epoch(&self) -> u64 {
        (self.packs.blocks_to_train() as u64).div_ceil(blocks_per_batch(self.settings.batch) as u64)
    }

    /// Number of steps of the whole run.
    pub fn steps(&self) -> u64 {
        self.steps_per_epoch() * self.settings.epochs
    }

    /// Whether all epochs are done.
    pub fn is_done(&self) -> bool {
        self.progress.records.len() as u64 >= self.settings.epochs
    }

    /// Trains until the end of the epoch or until `should_continue` returns false.
    /// `should_continue` receives the number of every step. At the end of an epoch its record, with
    /// the held-out loss, is returned.
    pub fn advance(
        &mut self,
        should_continue: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Option<EpochRecord>, PackError> {
        self.learn(should_continue)?;
        let epoch = self.progress.records.len() as u64 + 1;
        if self.progress.step < epoch * self.steps_per_epoch() {
            return Ok(None);
        }
        let loss = self.progress.sum / self.progress.count.max(1) as f64;
        let held_out = self.held_out_loss()?;
        let record = EpochRecord { epoch, loss, held_out };
        self.progress.records.push(record);
        (self.progress.sum, self.progress.count) = (0.0, 0);
        Ok(Some(record))
    }

    /// Trains on the rest of the epoch, or until `should_continue` returns false.
    fn learn(&mut self, should_continue: &mut dyn FnMut(u64) -> bool) -> Result<(), PackError> {
        let (steps, per_epoch) = (self.steps(), self.steps_per_epoch());
        let epoch = self.progress.records.len() as u64;
        let done = self.progress.step - epoch * per_epoch;
        let blocks = self.packs.shuffled(self.settings.seed, epoch);
        let size = blocks_per_batch(self.settings.batch);
        let (settings, mut step) = (self.settings.clone(), self.progress.step);
        let king_buckets = self.model.king_buckets;
        let (sum, count) = self.work(|packs, send| {
            for blocks in blocks.chunks(size).skip(done as usize) {
                let batch =
                    packs.batch(blocks, settings.result_share_at(step, steps), king_buckets)?;
                let rate = settings.rate_at(step, steps);
                step += 1;
                send(Task { batch: Arc::new(batch), step: Some((step, rate)) });
                if !should_continue(step) {
                    break;
                }
            }
            Ok(())
        })?;
        self.progress.step = step;
        self.progress.sum += sum;
        self.progress.count += count;
        Ok(())
    }

    /// The mean held-out loss with the label of the end of the training; `None` without held-out
    /// positions.
    fn held_out_loss(&mut self) -> Result<Option<f64>, PackError> {
        let blocks = self.packs.held_out_blocks();
        if blocks.is_empty() {
            return Ok(None);
        }
        let (size, result_share) =
            (blocks_per_batch(self.settings.batch), self.settings.result_share[1]);
        let king_buckets = self.model.king_buckets;
        let (sum, count) = self.work(|packs, send| {
            for blocks in blocks.chunks(size) {
                send(Task {
                    batch: Arc::new(packs.batch(blocks, result_share, king_buckets)?),
                    step: None,
                });
            }
            Ok(())
        })?;
        Ok(Some(sum / count.max(1) as f64))
    }

    /// The mean held-out loss with the weights of the rounded network, in float arithmetic; `None`
    /// without held-out positions. Its difference from the held-out loss of the epoch is what
    /// rounding costs.
    pub fn held_out_rounded(&mut self, network: &Network) -> Result<Option<f64>, PackError> {
        let model = std::mem::replace(&mut self.model, Model::from_network(network));
        let loss = self.held_out_loss();
        self.model = model;
        loss
    }

    /// The identity of this run: settings, positions, hidden neurons, king buckets and initial
    /// weights.
    pub fn identity(&self) -> Identity {
        let model = &self.model;
        Identity {
            settings: self.settings.clone(),
            contents: self.packs.contents(),
            sample_hashes: self.packs.sample_hashes(),
            hidden: model.hidden(),
            king_buckets: model.king_buckets.count(),
            initial_hash: self.initial_hash,
        }
    }

    /// Runs the threads on the tasks of `produce`; returns the sum of squared errors and the number
    /// of positions.
    fn work(
        &mut self,
        produce: impl FnOnce(&mut Packs, &mut dyn FnMut(Task)) -> Result<(), PackError>,
    ) -> Result<(f64, u64), PackError> {
        let capacity = most_positions(self.settings.batch);
        let position_weight = 1.0 / capacity as f32;
        let exchange = OutputExchange::new(self.model.chunks.len(), capacity, self.threads);
        let mut chunks_by_thread: Vec<Vec<(usize, &mut HiddenChunk)>> =
            (0..self.threads).map(|_| Vec::new()).collect();
        for (number, chunk) in self.model.chunks.iter_mut().enumerate() {
            chunks_by_thread[number % self.threads].push((number, chunk));
        }
        let (packs, output_bias) = (&mut self.packs, &self.model.output_bias);
        let shared_gradient = self.settings.shared_gradient;
        let (produced, output_bias, sums) = std::thread::scope(|scope| {
            let mut channels: Vec<Sender<Task>> = Vec::new();
            let mut threads = Vec::new();
            for chunks in chunks_by_thread {
                let (sender, tasks) = bounded(AHEAD);
                let (exchange, output_bias) = (&exchange, output_bias.clone());
                channels.push(sender);
                threads.push(scope.spawn(move || {
                    let slopes = Vec::new();
                    ChunkWorker {
                        chunks,
                        output_bias,
                        exchange,
                        slopes,
                        position_weight,
                        shared_gradient,
                    }
                    .work(&tasks)
                }));
            }
            let produced = produce(packs, &mut |task| {
                channels.iter().for_each(|channel| {
                    channel.send(task.clone()).expect("threads work until the end");
                });
            });
            drop(channels);
            let mut results =
                threads.into_iter().map(|thread| thread.join().expect("a thread does not panic"));
            let (output_bias, sums) = results.next().expect("one thread at least");
            results.for_each(drop);
            (produced, output_bias, sums)
        });
        self.model.output_bias = output_bias;
        produced.map(|()| sums)
    }
}

/// Shared memory in which the threads exchange their parts of the outputs.
struct OutputExchange {
    /// Partial outputs as bits of an f32, by parity of the batch, chunk, and position.
    /// With two sets, one barrier per batch is enough.
    sums: [Vec<Vec<AtomicU32>>; 2],
    barrier: Barrier,
}

impl OutputExchange {
    fn new(chunks: usize, capacity: usize, threads: usize) -> OutputExchange {
        let row = || (0..capacity).map(|_| AtomicU32::new(0)).collect();
        let set = || (0..chunks).map(|_| row()).collect();
        OutputExchange { sums: [set(), set()], barrier: Barrier::new(threads) }
    }
}

/// The data of one thread.
struct ChunkWorker<'a> {
    chunks: Vec<(usize, &'a mut HiddenChunk)>,
    /// A copy of the output biases; all threads compute the same steps.
    output_bias: AdamWeights,
    exchange: &'a OutputExchange,
    /// Derivative of the loss with respect to the output of each position.
    slopes: Vec<f32>,
    /// Weight of a position in the loss, one part of a full batch: a position of the last, smaller
    /// batch of an epoch has the same weight as any other.
    position_weight: f32,
    /// See [`Settings::shared_gradient`].
    shared_gradient: f32,
}

impl ChunkWorker<'_> {
    /// Processes tasks until the channel closes.
    /// Returns the output biases, the sum of squared errors and the number of positions.
    fn work(mut self, tasks: &Receiver<Task>) -> (AdamWeights, (f64, u64)) {
        let (mut sum, mut count) = (0.0, 0);
        for (number, Task { batch, step }) in tasks.iter().enumerate() {
            let sums = &self.exchange.sums[number % 2];
            for (chunk, neurons) in &self.chunks {
                neurons.forward(&batch, |position, sum| {
                    sums[*chunk][position].store(sum.to_bits(), Ordering::Relaxed);
                });
            }
            self.exchange.barrier.wait();
            sum += self.compute_slopes(&batch, sums);
            count += batch.len() as u64;
            let Some((step, rate)) = step else { continue };
            let adam = AdamStep::new(step, rate);
            for (_, neurons) in &mut self.chunks {
                neurons.backward(&batch, &self.slopes);
                if self.shared_gradient > 0.0 {
                    neurons.share_gradient(self.shared_gradient);
                }
                neurons.step(adam);
            }
            for (&slope, &bucket) in self.slopes.iter().zip(&batch.buckets) {
                self.output_bias.gradient[0][usize::from(bucket)] += slope;
            }
            self.output_bias.step(adam);
        }
        (self.output_bias, (sum, count))
    }

    /// Adds up the outputs in the order of the chunks and computes the slopes.
    /// Returns the sum of squared errors.
    fn compute_slopes(&mut self, batch: &Batch, sums: &[Vec<AtomicU32>]) -> f64 {
        let mut loss = 0.0;
        self.slopes.clear();
        for (position, (&target, &bucket)) in batch.targets.iter().zip(&batch.buckets).enumerate() {
            let parts =
                sums.iter().map(|chunk| f32::from_bits(chunk[position].load(Ordering::Relaxed)));
            let output =
                parts.fold(self.output_bias.values[0][usize::from(bucket)], |sum, part| sum + part);
            let value = expected_score(output, 1.0);
            let error = value - target;
            loss += f64::from(error * error);
            self.slopes.push(2.0 * error * value * (1.0 - value) * self.position_weight);
        }
        loss
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_epoch_is_kept_if_no_position_is_held_out() {
        let best = |held_out: [Option<f64>; 3]| {
            let records = (1..).zip(held_out).map(|(epoch, held_out)| EpochRecord {
                epoch,
                loss: epoch as f64,
                held_out,
            });
            let progress =
                TrainingProgress { records: records.collect(), ..TrainingProgress::default() };
            progress.best().map(|record| record.epoch)
        };
        assert_eq!(best([None; 3]), Some(3));
        assert_eq!(best([Some(0.3), Some(0.1), Some(0.2)]), Some(2));
    }
}
