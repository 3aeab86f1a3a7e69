//! Bootstrap intervals of ratios, Elo differences with their intervals, and linear regression.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use serde::{Deserialize, Serialize};

/// Number of bootstrap resamples.
const RESAMPLES: usize = 1000;
/// Seed of the resampling; it is fixed, so the same samples give the same interval.
const SEED: u64 = 0xB007;

/// A value with its 95 % confidence interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    /// The value.
    pub value: f64,
    /// Lower bound of the interval.
    pub low: f64,
    /// Upper bound of the interval.
    pub high: f64,
}

/// The ratio of the sums of paired samples, with its bootstrap percentile interval.
/// A few large trees dominate such a sum; the interval shows by how much.
pub fn ratio_of_sums(pairs: &[(f64, f64)]) -> Estimate {
    let ratio = |pairs: &mut dyn Iterator<Item = &(f64, f64)>| {
        let (above, below) =
            pairs.fold((0.0, 0.0), |(above, below), (a, b)| (above + a, below + b));
        if below > 0.0 { above / below } else { f64::NAN }
    };
    let value = ratio(&mut pairs.iter());
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(SEED);
    let mut ratios: Vec<f64> = (0..RESAMPLES)
        .map(|_| {
            let mut draws = (0..pairs.len()).map(|_| &pairs[rng.random_range(0..pairs.len())]);
            ratio(&mut draws)
        })
        .collect();
    ratios.sort_by(f64::total_cmp);
    let at = |share: f64| ratios.get((share * RESAMPLES as f64) as usize).copied().unwrap_or(value);
    Estimate { value, low: at(0.025), high: at(0.975) }
}

/// The geometric mean of the ratios of paired samples; pairs with a zero are skipped.
pub fn geometric_mean_ratio(pairs: &[(f64, f64)]) -> f64 {
    let logs: Vec<f64> =
        pairs.iter().filter(|(a, b)| *a > 0.0 && *b > 0.0).map(|(a, b)| (a / b).ln()).collect();
    (logs.iter().sum::<f64>() / logs.len() as f64).exp()
}

/// A value from game pairs with its 95 % confidence interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairEstimate {
    /// The value.
    pub value: f64,
    /// The bounds of the interval; `None` if all pairs have the same result, as their variance is
    /// then unknown.
    pub interval: Option<[f64; 2]>,
}

/// Pentanomial results: game pairs with one opening and reversed colours, counted by points.
/// The points are 0, ½, 1, 1½ and 2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// Number of game pairs.
    pub fn pairs(&self) -> u64 {
        self.0.iter().fold(0, |sum, pairs| sum.saturating_add(*pairs))
    }

    /// Score of the first side, 0 to 1, with its 95 % interval from the variance between pairs,
    /// within these limits.
    pub fn score(&self) -> PairEstimate {
        let pairs = self.pairs() as f64;
        let points = |index: usize| index as f64 / 4.0;
        let mean =
            self.0.iter().enumerate().map(|(i, n)| points(i) * *n as f64).sum::<f64>() / pairs;
        let variance = self
            .0
            .iter()
            .enumerate()
            .map(|(i, n)| (points(i) - mean).powi(2) * *n as f64)
            .sum::<f64>()
            / pairs;
        let margin = 1.96 * (variance / pairs).sqrt();
        let differ = self.0.iter().filter(|pairs| **pairs > 0).count() > 1;
        let interval =
            differ.then_some([mean - margin, mean + margin].map(|bound| bound.clamp(0.0, 1.0)));
        PairEstimate { value: mean, interval }
    }

    /// The score as logistic Elo, with its 95 % interval; `None` too if both bounds are beyond the
    /// largest Elo.
    pub fn elo(&self) -> PairEstimate {
        let score = self.score();
        let interval = score.interval.map(|bounds| bounds.map(elo));
        PairEstimate {
            value: elo(score.value),
            interval: interval.filter(|[low, high]| low < high),
        }
    }
}

/// The logistic Elo of a score from 0 to 1, bounded for scores of 0 and 1.
pub fn elo(share: f64) -> f64 {
    let share = share.clamp(0.001, 0.999);
    -400.0 * (1.0 / share - 1.0).log10()
}

/// Sums for a correlation coefficient.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Correlation {
    count: f64,
    sums: [f64; 2],
    squares: [f64; 2],
    products: f64,
}

impl Correlation {
    /// Adds a value of each variable.
    pub fn add(&mut self, pair: [f64; 2]) {
        self.count += 1.0;
        for (index, value) in pair.into_iter().enumerate() {
            self.sums[index] += value;
            self.squares[index] += value * value;
        }
        self.products += pair[0] * pair[1];
    }

    /// The correlation coefficient, −1 to 1; 0 if one variable is constant.
    pub fn value(&self) -> f64 {
        let count = self.count.max(1.0);
        let variance =
            |index: usize| self.squares[index] / count - (self.sums[index] / count).powi(2);
        let covariance = self.products / count - self.sums[0] * self.sums[1] / (count * count);
        let spread = (variance(0) * variance(1)).sqrt();
        if spread > 1e-12 { covariance / spread } else { 0.0 }
    }
}

/// A least-squares line through points, with its goodness of fit.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct FittedLine {
    /// Slope of the line.
    pub slope: f64,
    /// Intercept of the line.
    pub offset: f64,
    /// Standard deviation of the residuals.
    pub deviation: f64,
    /// Coefficient of determination R².
    pub r_squared: f64,
    /// Kurtosis of the residuals; 3 for a normal distribution.
    pub kurtosis: f64,
}

impl FittedLine {
    /// The least-squares line through these points.
    /// `None` for fewer than three points or if all have the same x or the same y.
    pub fn through(points: &[(f64, f64)]) -> Option<FittedLine> {
        let count = points.len() as f64;
        if points.len() < 3 {
            return None;
        }
        let mean_x = points.iter().map(|(x, _)| x).sum::<f64>() / count;
        let mean_y = points.iter().map(|(_, y)| y).sum::<f64>() / count;
        let sxx: f64 = points.iter().map(|(x, _)| (x - mean_x).powi(2)).sum();
        let sxy: f64 = points.iter().map(|(x, y)| (x - mean_x) * (y - mean_y)).sum();
        let syy: f64 = points.iter().map(|(_, y)| (y - mean_y).powi(2)).sum();
        if sxx == 0.0 || syy == 0.0 {
            return None;
        }
        let slope = sxy / sxx;
        let offset = mean_y - slope * mean_x;
        let rest = |power: i32| {
            points.iter().map(|(x, y)| (y - slope * x - offset).powi(power)).sum::<f64>()
        };
        let variance = rest(2) / (count - 2.0);
        let kurtosis = rest(4) / count / (rest(2) / count).powi(2);
        Some(FittedLine {
            slope,
            offset,
            deviation: variance.sqrt(),
            r_squared: 1.0 - rest(2) / syy,
            kurtosis,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn correlation_of_linear_and_constant_data() {
        let of = |pairs: &[[f64; 2]]| {
            let mut correlation = Correlation::default();
            pairs.iter().for_each(|&pair| correlation.add(pair));
            correlation.value()
        };
        assert!((of(&[[0.0, 1.0], [1.0, 3.0], [2.0, 5.0]]) - 1.0).abs() < 1e-9);
        assert!((of(&[[0.0, 5.0], [1.0, 3.0], [2.0, 1.0]]) + 1.0).abs() < 1e-9);
        assert_eq!(of(&[[1.0, 5.0], [1.0, 3.0]]), 0.0);
        assert_eq!(of(&[]), 0.0);
    }

    #[test]
    fn a_constant_ratio_has_no_spread() {
        let pairs: Vec<(f64, f64)> = (1..50).map(|n| (f64::from(n), f64::from(2 * n))).collect();
        let estimate = ratio_of_sums(&pairs);
        assert!(
            (estimate.value - 0.5).abs() < 1e-12 && (estimate.high - estimate.low).abs() < 1e-12
        );
        assert!((geometric_mean_ratio(&pairs) - 0.5).abs() < 1e-12);
    }

    #[test]
    fn elo_of_known_scores() {
        assert!(elo(0.5).abs() < 1e-9 && (elo(0.75) - 190.848).abs() < 0.01);
        let even = Pentanomial([10, 20, 40, 20, 10]);
        assert!((even.score().value - 0.5).abs() < 1e-12);
        assert!(even.elo().interval.is_some_and(|[low, high]| low < 0.0 && high > 0.0));
    }

    #[test]
    fn score_intervals_stay_from_0_to_1() {
        let few = Pentanomial([0, 0, 1, 0, 1]);
        let [low, high] = few.score().interval.expect("pairs that differ");
        assert!(low > 0.0 && low < 0.5 && high == 1.0, "{low} {high}");
        let [low, high] = Pentanomial([1, 0, 1, 0, 0]).score().interval.expect("pairs that differ");
        assert!(low == 0.0 && high > 0.5 && high < 1.0, "{low} {high}");
    }

    #[test]
    fn equal_pairs_have_no_interval() {
        for pairs in [[0, 0, 0, 0, 1], [0, 0, 7, 0, 0], [0; 5]].map(Pentanomial) {
            assert_eq!((pairs.score().interval, pairs.elo().interval), (None, None), "{pairs:?}");
        }
        let saturated = Pentanomial([0, 0, 0, 1, 9999]);
        assert!(saturated.score().interval.is_some() && saturated.elo().interval.is_none());
    }

    #[test]
    fn a_known_line_is_recovered() {
        let points: Vec<(f64, f64)> = (0..100)
            .map(|x| (f64::from(x), 0.9 * f64::from(x) + 7.0 + if x % 2 == 0 { 3.0 } else { -3.0 }))
            .collect();
        let line = FittedLine::through(&points).expect("a line");
        assert!(
            (line.slope - 0.9).abs() < 0.01
                && (line.offset - 7.0).abs() < 0.5
                && (line.deviation - 3.0).abs() < 0.1
        );
        assert_eq!(FittedLine::through(&[(1.0, 1.0), (1.0, 2.0), (1.0, 3.0)]), None);
    }
}
