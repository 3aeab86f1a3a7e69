//! Statistics of files of games, in one pass.

use super::{DataError, games};
use crate::learn::expected_score;
use crate::learn::games::{GameResult, ScoredGame, is_training_position};
use crate::learn::regression::LOGISTIC_SCALE;
use crate::statistics::Correlation;
use secateur::seeds::mix;
use std::collections::HashMap;
use std::fmt;
use std::path::Path;

/// Number of distinct hashes kept for counting duplicates; beyond it, a sample is counted.
const SAMPLE: usize = 1 << 21;
/// Upper bounds of the score classes, internal units for White.
const CLASSES: [i32; 14] =
    [-10_000, -2500, -1000, -500, -250, -100, -25, 25, 100, 250, 500, 1000, 2500, 10_000];
/// Length of the longest bar, characters.
const BAR: u64 = 50;

/// Estimates the share of duplicates in a stream of hashes.
/// It keeps the hashes whose low bits are zero. The number of bits grows when too many are kept,
/// which bounds memory and leaves the share unbiased.
#[derive(Debug, Default)]
struct Duplicates {
    counts: HashMap<u64, u32>,
    bits: u32,
}

impl Duplicates {
    fn is_in_sample(&self, hash: u64) -> bool {
        hash.trailing_zeros() >= self.bits
    }

    fn add(&mut self, hash: u64) {
        if !self.is_in_sample(hash) {
            return;
        }
        *self.counts.entry(hash).or_default() += 1;
        if self.counts.len() > SAMPLE {
            self.bits += 1;
            let bits = self.bits;
            self.counts.retain(|hash, _| hash.trailing_zeros() >= bits);
        }
    }

    /// Share of duplicates, 0 to 1.
    fn share(&self) -> f64 {
        let all: u64 = self.counts.values().map(|&count| u64::from(count)).sum();
        1.0 - self.counts.len() as f64 / all.max(1) as f64
    }
}

/// Statistics of files of games.
#[derive(Debug, Default)]
pub struct Stats {
    /// Number of games.
    pub games: u64,
    /// Number of positions.
    pub positions: u64,
    /// Number of training positions.
    pub usable: u64,
    /// Wins, draws and losses of White.
    pub wdl: [u64; 3],
    /// Length of the shortest game, plies; `None` without games.
    pub shortest: Option<usize>,
    /// Length of the longest game, plies.
    pub longest: usize,
    /// Number of positions by score: one class for each bound of `CLASSES`, and one above.
    histogram: [u64; CLASSES.len() + 1],
    same_games: Duplicates,
    same_positions: Duplicates,
    correlation: Correlation,
}

impl Stats {
    /// The statistics of these files.
    pub fn of_files<P: AsRef<Path>>(paths: &[P]) -> Result<Stats, DataError> {
        let mut stats = Stats::default();
        for path in paths {
            for game in games(path.as_ref())? {
                stats.add(&game?);
            }
        }
        Ok(stats)
    }

    /// Adds a game.
    pub fn add(&mut self, game: &ScoredGame) {
        let length = game.plies.len();
        self.games += 1;
        self.positions += length as u64;
        self.wdl[usize::from(2 - game.outcome.half_points())] += 1;
        self.shortest = Some(self.shortest.map_or(length, |shortest| shortest.min(length)));
        self.longest = self.longest.max(length);
        self.same_games.add(game.id());
        let result = f64::from(game.outcome.half_points()) / 2.0;
        for (board, ply) in game.replay() {
            let score = i32::from(ply.score);
            self.usable += u64::from(is_training_position(&board, ply));
            self.histogram[CLASSES.partition_point(|&end| end < score)] += 1;
            self.same_positions.add(mix(0, board.key()));
            let expected = expected_score(score as f32, LOGISTIC_SCALE);
            self.correlation.add([f64::from(expected), result]);
        }
    }

    /// Share of duplicate games, 0 to 1.
    pub fn same_games(&self) -> f64 {
        self.same_games.share()
    }

    /// Share of duplicate positions, 0 to 1.
    pub fn same_positions(&self) -> f64 {
        self.same_positions.share()
    }

    /// Correlation of score and result, −1 to 1.
    /// A negative value indicates a sign error.
    pub fn correlation(&self) -> f64 {
        self.correlation.value()
    }
}

impl fmt::Display for Stats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = |part: u64, whole: u64| 100.0 * part as f64 / whole.max(1) as f64;
        writeln!(f, "{} games, {} positions", self.games, self.positions)?;
        writeln!(
            f,
            "{} positions ({:.1} %) pass the filter",
            self.usable,
            percent(self.usable, self.positions)
        )?;
        for (outcome, count) in GameResult::ALL.iter().rev().zip(self.wdl) {
            writeln!(f, "{:>7} {count:>10} ({:.1} %)", outcome.text(), percent(count, self.games))?;
        }
        let mean = self.positions as f64 / self.games.max(1) as f64;
        writeln!(
            f,
            "plies per game: {} to {}, mean {mean:.1}",
            self.shortest.unwrap_or(0),
            self.longest
        )?;
        writeln!(
            f,
            "duplicates: {:.3} % of the games, {:.2} % of the positions",
            100.0 * self.same_games(),
            100.0 * self.same_positions()
        )?;
        writeln!(f, "correlation of score and result: {:.3}", self.correlation())?;
        writeln!(f, "scores, internal units for White:")?;
        let largest = self.histogram.iter().copied().max().unwrap_or(0).max(1);
        for (index, &count) in self.histogram.iter().enumerate() {
            let class = CLASSES.get(index).map_or("above".to_owned(), |end| format!("to {end}"));
            let bar = "#".repeat((count * BAR).div_ceil(largest) as usize);
            writeln!(f, "{:>10} {:>5.1} % {bar}", class, percent(count, self.positions))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn duplicates_are_counted_in_bounded_memory() {
        let mut few = Duplicates::default();
        [1, 2, 3, 1].into_iter().for_each(|value| few.add(mix(0, value)));
        assert!((few.share() - 0.25).abs() < 1e-9);
        let mut many = Duplicates::default();
        let different = SAMPLE as u64 * 3;
        (0..different * 4 / 3).for_each(|value| many.add(mix(0, value % different)));
        assert!(many.counts.len() <= SAMPLE && many.bits > 0);
        assert!((many.share() - 0.25).abs() < 0.01, "{}", many.share());
    }
}
