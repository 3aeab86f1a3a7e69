//! The WDL model, fitted to game results by maximum likelihood.
//!
//! Positions are counted by material, score and result. Fisher scoring (Newton's method with the
//! expected curvature) finds the eight coefficients of the [`WdlModel`]. A step that lowers the
//! likelihood or makes a curve too small is halved. The model is symmetric: a score of +50 has the
//! same meaning for both colours.

use super::games::{GameResult, ScoredGame};
use secateur::eval::wdl::{COEFFICIENTS, FULL_MATERIAL, MIN_MATERIAL, WdlModel, material};
use secateur::score::is_mate;

/// Width of a score class, internal units.
const CLASS: i32 = 10;
/// Largest score; larger ones are clamped.
const MAX_SCORE: i32 = 3000;
/// Number of score classes on either side of zero.
const SIDE: usize = (MAX_SCORE / CLASS) as usize;
/// Number of coefficients of both curves.
const PARAMETERS: usize = 2 * COEFFICIENTS;
/// Largest number of iterations; about twelve are enough.
const MAX_ITERATIONS: usize = 200;
/// Largest number of halvings of a step.
const HALVINGS: usize = 30;
/// Gain in mean log likelihood that ends the fit.
const MIN_GAIN: f64 = 1e-10;
/// Smallest value of a curve, internal units.
const MIN_CURVE: f64 = 5.0;
/// Smallest probability.
const MIN_PROBABILITY: f64 = 1e-9;
/// Initial values of the curves, internal units.
const FIRST_GUESS: (f64, f64) = (200.0, 100.0);

/// Counts of wins, draws and losses of White, by material and score class.
#[derive(Clone, Debug)]
pub struct Observations {
    counts: Vec<[u32; 3]>,
    /// Number of positions counted.
    pub positions: u64,
}

impl Default for Observations {
    fn default() -> Observations {
        Observations {
            counts: vec![[0; 3]; (FULL_MATERIAL as usize + 1) * (2 * SIDE + 1)],
            positions: 0,
        }
    }
}

/// Counts of one material and score class.
#[derive(Clone, Copy, Debug)]
struct Cell {
    material: i32,
    score: f64,
    counts: [f64; 3],
}

impl Observations {
    /// Counts the positions of a game; mate scores are skipped.
    pub fn add(&mut self, game: &ScoredGame) {
        let result = match game.outcome {
            GameResult::WhiteWins => 0,
            GameResult::Draw => 1,
            GameResult::BlackWins => 2,
        };
        for (board, ply) in game.replay() {
            let score = i32::from(ply.score);
            if !is_mate(score) {
                self.count(material(&board), score, result, 1);
            }
        }
    }

    fn count(&mut self, material: i32, score: i32, result: usize, times: u32) {
        let class =
            (f64::from(score.clamp(-MAX_SCORE, MAX_SCORE)) / f64::from(CLASS)).round() as i32;
        let row = material.clamp(MIN_MATERIAL, FULL_MATERIAL) as usize;
        self.counts[row * (2 * SIDE + 1) + (class + SIDE as i32) as usize][result] += times;
        self.positions += u64::from(times);
    }

    fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        let filled = self
            .counts
            .iter()
            .enumerate()
            .filter(|(_, counts)| counts.iter().any(|&count| count > 0));
        filled.map(|(index, counts)| {
            let (row, class) = (index / (2 * SIDE + 1), index % (2 * SIDE + 1));
            let score = (class as i32 - SIDE as i32) * CLASS;
            Cell { material: row as i32, score: f64::from(score), counts: counts.map(f64::from) }
        })
    }

    /// The mean log likelihood of the results under these curves, nats per position.
    pub fn likelihood(&self, curves: &WdlModel) -> f64 {
        let of_cell = |cell: Cell| {
            let probabilities = curves.probabilities(cell.score, cell.material);
            cell.counts
                .iter()
                .zip(probabilities)
                .map(|(count, probability)| count * probability.max(MIN_PROBABILITY).ln())
                .sum::<f64>()
        };
        self.cells().map(of_cell).sum::<f64>() / (self.positions.max(1) as f64)
    }

    /// The maximum-likelihood curves; `None` without positions.
    pub fn fit(&self) -> Option<WdlModel> {
        if self.positions == 0 {
            return None;
        }
        let constant = |value: f64| [value, 0.0, 0.0, 0.0];
        let mut curves =
            WdlModel { half_win: constant(FIRST_GUESS.0), spread: constant(FIRST_GUESS.1) };
        let mut likelihood = self.likelihood(&curves);
        for _ in 0..MAX_ITERATIONS {
            let Some((better, risen)) = self.improve(&curves, likelihood) else { break };
            let gain = risen - likelihood;
            (curves, likelihood) = (better, risen);
            if gain < MIN_GAIN {
                break;
            }
        }
        Some(curves)
    }

    /// The longest step that raises the likelihood: the new curves and their likelihood.
    fn improve(&self, curves: &WdlModel, likelihood: f64) -> Option<(WdlModel, f64)> {
        let mut step = self.direction(curves)?;
        for _ in 0..HALVINGS {
            let moved = moved(curves, &step);
            if is_sound(&moved) {
                let risen = self.likelihood(&moved);
                if risen > likelihood {
                    return Some((moved, risen));
                }
            }
            step.iter_mut().for_each(|part| *part /= 2.0);
        }
        None
    }

    /// The step of Fisher scoring: the gradient times the inverse of the Fisher information.
    fn direction(&self, curves: &WdlModel) -> Option<[f64; PARAMETERS]> {
        let mut system = [[0.0; PARAMETERS + 1]; PARAMETERS];
        for cell in self.cells() {
            let probabilities = curves.probabilities(cell.score, cell.material);
            let slopes = slopes(curves, &cell, probabilities);
            let total: f64 = cell.counts.iter().sum();
            for ((slope, probability), count) in slopes.iter().zip(probabilities).zip(cell.counts) {
                let probability = probability.max(MIN_PROBABILITY);
                for row in 0..PARAMETERS {
                    for column in 0..PARAMETERS {
                        system[row][column] += total * slope[row] * slope[column] / probability;
                    }
                    system[row][PARAMETERS] += count * slope[row] / probability;
                }
            }
        }
        for (row, line) in system.iter_mut().enumerate() {
            line[row] *= 1.0 + 1e-9; // rare materials make the system almost singular
            line[row] += 1e-12;
        }
        solve(system)
    }
}

/// Derivatives of the three probabilities with respect to the coefficients.
fn slopes(curves: &WdlModel, cell: &Cell, probabilities: [f64; 3]) -> [[f64; PARAMETERS]; 3] {
    let (half_win, spread) = curves.at(cell.material);
    let share = WdlModel::share(cell.material);
    // The logistic of u = (±score - half_win) / spread has the slope p (1 - p) in u.
    let of_side = |score: f64, probability: f64| {
        let u = (score - half_win) / spread;
        let steep = probability * (1.0 - probability);
        let mut slope = [0.0; PARAMETERS];
        let mut power = 1.0;
        for term in 0..COEFFICIENTS {
            slope[term] = -steep / spread * power;
            slope[COEFFICIENTS + term] = -steep * u / spread * power;
            power *= share;
        }
        slope
    };
    let (win, loss) =
        (of_side(cell.score, probabilities[0]), of_side(-cell.score, probabilities[2]));
    let mut draw = [0.0; PARAMETERS];
    for (index, slope) in draw.iter_mut().enumerate() {
        *slope = -win[index] - loss[index];
    }
    [win, draw, loss]
}

fn moved(curves: &WdlModel, step: &[f64; PARAMETERS]) -> WdlModel {
    let mut moved = *curves;
    for term in 0..COEFFICIENTS {
        moved.half_win[term] += step[term];
        moved.spread[term] += step[COEFFICIENTS + term];
    }
    moved
}

/// Whether both curves stay above the floor, so that all probabilities are valid.
fn is_sound(curves: &WdlModel) -> bool {
    (MIN_MATERIAL..=FULL_MATERIAL)
        .map(|material| curves.at(material))
        .all(|(half_win, spread)| half_win > MIN_CURVE && spread > MIN_CURVE)
}

/// Solves a linear system by Gaussian elimination with pivoting.
/// The last column is the right-hand side.
fn solve(mut system: [[f64; PARAMETERS + 1]; PARAMETERS]) -> Option<[f64; PARAMETERS]> {
    for column in 0..PARAMETERS {
        let pivot = (column..PARAMETERS)
            .max_by(|&a, &b| system[a][column].abs().total_cmp(&system[b][column].abs()))?;
        system.swap(column, pivot);
        let head = system[column];
        if head[column].abs() < f64::MIN_POSITIVE {
            return None;
        }
        for row in (0..PARAMETERS).filter(|&row| row != column) {
            let factor = system[row][column] / head[column];
            for (value, of_head) in system[row].iter_mut().zip(head) {
                *value -= factor * of_head;
            }
        }
    }
    let mut solution = [0.0; PARAMETERS];
    for (row, value) in solution.iter_mut().enumerate() {
        *value = system[row][PARAMETERS] / system[row][row];
    }
    solution.iter().all(|value| value.is_finite()).then_some(solution)
}

/// Predicted and observed WDL for a class of positions.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// Description of the class.
    pub class: String,
    /// Number of positions.
    pub positions: u64,
    /// Mean predicted probabilities of win, draw and loss.
    pub predicted: [f64; 3],
    /// Observed shares of win, draw and loss.
    pub observed: [f64; 3],
}

impl Comparison {
    /// The absolute difference of predicted and observed score.
    pub fn miss(&self) -> f64 {
        let points = |probabilities: [f64; 3]| probabilities[0] + probabilities[1] / 2.0;
        (points(self.predicted) - points(self.observed)).abs()
    }
}

impl Observations {
    /// Predicted and observed WDL by centipawns under these curves.
    pub fn by_centipawns(&self, curves: &WdlModel) -> Vec<Comparison> {
        const EDGES: [i32; 12] = [-400, -250, -150, -100, -50, -20, 20, 50, 100, 150, 250, 400];
        let class = |cell: &Cell| {
            let shown = cell.score * 100.0 / curves.at(cell.material).0;
            EDGES.iter().filter(|&&edge| shown >= f64::from(edge)).count()
        };
        let names = (0..=EDGES.len()).map(|index| match index {
            0 => format!("below {}", EDGES[0]),
            index if index == EDGES.len() => format!("from {}", EDGES[index - 1]),
            index => format!("{} to {}", EDGES[index - 1], EDGES[index]),
        });
        self.compare(curves, names.collect(), class)
    }

    /// Predicted and observed WDL by material.
    pub fn by_material(&self, curves: &WdlModel) -> Vec<Comparison> {
        const WIDTH: i32 = 10;
        let names = (0..=FULL_MATERIAL / WIDTH)
            .map(|index| format!("material {} to {}", index * WIDTH, index * WIDTH + WIDTH - 1));
        self.compare(curves, names.collect(), |cell| (cell.material / WIDTH) as usize)
    }

    fn compare(
        &self,
        curves: &WdlModel,
        names: Vec<String>,
        class: impl Fn(&Cell) -> usize,
    ) -> Vec<Comparison> {
        let mut sums = vec![([0.0; 3], [0.0; 3]); names.len()];
        for cell in self.cells() {
            let total: f64 = cell.counts.iter().sum();
            let (predicted, observed) = &mut sums[class(&cell)];
            for (index, probability) in
                curves.probabilities(cell.score, cell.material).into_iter().enumerate()
            {
                predicted[index] += probability * total;
                observed[index] += cell.counts[index];
            }
        }
        let comparison = |(class, (predicted, observed)): (String, ([f64; 3], [f64; 3]))| {
            let total: f64 = observed.iter().sum();
            let share = |sum: f64| sum / total.max(1.0);
            Comparison {
                class,
                positions: total as u64,
                predicted: predicted.map(share),
                observed: observed.map(share),
            }
        };
        names
            .into_iter()
            .zip(sums)
            .map(comparison)
            .filter(|comparison| comparison.positions > 0)
            .collect()
    }
}

/// The mean absolute difference of predicted and observed score, weighted by positions.
pub fn mean_miss(comparisons: &[Comparison]) -> f64 {
    let total: u64 = comparisons.iter().map(|comparison| comparison.positions).sum();
    let sum: f64 =
        comparisons.iter().map(|comparison| comparison.miss() * comparison.positions as f64).sum();
    sum / total.max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Simulated results with the probabilities of known curves.
    fn simulate(curves: &WdlModel) -> Observations {
        let mut observations = Observations::default();
        for material in MIN_MATERIAL..=FULL_MATERIAL {
            for score in (-1000..=1000).step_by(CLASS as usize) {
                for (result, share) in
                    curves.probabilities(f64::from(score), material).into_iter().enumerate()
                {
                    observations.count(material, score, result, (share * 1000.0).round() as u32);
                }
            }
        }
        observations
    }

    #[test]
    fn known_curves_are_recovered() {
        let known =
            WdlModel { half_win: [120.0, 180.0, -90.0, 40.0], spread: [60.0, 70.0, 10.0, -20.0] };
        let observations = simulate(&known);
        let found = observations.fit().expect("there are positions");
        for material in MIN_MATERIAL..=FULL_MATERIAL {
            let ((half_win, spread), (known_half_win, known_spread)) =
                (found.at(material), known.at(material));
            assert!(
                (half_win - known_half_win).abs() < 1.0,
                "{material}: {half_win} for {known_half_win}"
            );
            assert!((spread - known_spread).abs() < 1.0, "{material}: {spread} for {known_spread}");
        }
        assert!(mean_miss(&observations.by_centipawns(&found)) < 0.001);
        assert!(mean_miss(&observations.by_material(&found)) < 0.001);
    }

    #[test]
    fn wrong_curves_have_a_larger_error() {
        let known = WdlModel { half_win: [200.0, 0.0, 0.0, 0.0], spread: [80.0, 0.0, 0.0, 0.0] };
        let wrong = WdlModel { half_win: [120.0, 0.0, 0.0, 0.0], spread: [40.0, 0.0, 0.0, 0.0] };
        let observations = simulate(&known);
        assert!(observations.likelihood(&wrong) < observations.likelihood(&known));
        assert!(mean_miss(&observations.by_centipawns(&wrong)) > 0.02);
    }

    #[test]
    fn there_is_no_fit_without_positions() {
        assert_eq!(Observations::default().fit(), None);
    }
}
