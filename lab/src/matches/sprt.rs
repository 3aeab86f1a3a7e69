//! Sequential probability ratio test (SPRT) for game pairs.
//!
//! The hypotheses are differences in normalized Elo: the mean of a game's points above one half in
//! units of its standard deviation, times 800 / ln 10. The expected length of a test therefore does
//! not depend on the draw rate.
//!
//! **Paper** Abraham Wald, "Sequential tests of statistical hypotheses", Annals of Mathematical
//! Statistics 16(2), 1945; the likelihoods of pairs of games after Michel Van den Bergh, "Comments
//! on normalized Elo", as OpenBench and fastchess compute them.

use crate::statistics::Pentanomial;

/// Error probabilities α and β.
const ERROR: f64 = 0.05;
/// Normalized Elo of a mean of one standard deviation per game.
const ELO_PER_DEVIATION: f64 = 800.0 / std::f64::consts::LN_10;
/// Count, in pairs, that replaces a zero count.
const ZERO_COUNT: f64 = 1e-3;
/// Scores of a game pair, 0 to 1.
const POINTS: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];
/// Largest number of iterations of a fit, and the change of a probability that ends it.
const ROUNDS: usize = 10;
const CONVERGED: f64 = 1e-4;
/// Largest absolute value of a hypothesis. Beyond about 232, the first iteration of the fit, from
/// the uniform distribution, has no solution.
const MAX_ELO: f64 = 200.0;
/// Number of bisection steps.
const BISECTION_STEPS: usize = 60;

/// A sequential probability ratio test (SPRT): two hypotheses about the Elo difference.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The lower hypothesis H0, normalized Elo.
    pub elo0: f64,
    /// The higher hypothesis H1, normalized Elo.
    pub elo1: f64,
}

/// The state of a sequential test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SprtResult {
    /// H1 is accepted.
    AcceptH1,
    /// H0 is accepted.
    AcceptH0,
    /// More games are needed.
    Continue,
}

impl Sprt {
    /// The log-likelihood ratio (LLR) of H1 against H0 for these pairs.
    pub fn log_likelihood_ratio(&self, pairs: &Pentanomial) -> f64 {
        let counts = pairs.0.map(|count| if count == 0 { ZERO_COUNT } else { count as f64 });
        let total: f64 = counts.iter().sum();
        let seen = counts.map(|count| count / total);
        let [lower, higher] = [self.elo0, self.elo1]
            .map(|elo| maximum_likelihood(&seen, elo * 2f64.sqrt() / ELO_PER_DEVIATION));
        total * (0..POINTS.len()).map(|i| seen[i] * (higher[i] / lower[i]).ln()).sum::<f64>()
    }

    /// The absolute LLR at which a test is decided.
    pub fn bound() -> f64 {
        ((1.0 - ERROR) / ERROR).ln()
    }

    /// The state of the test after these pairs.
    pub fn verdict(&self, pairs: &Pentanomial) -> SprtResult {
        match self.log_likelihood_ratio(pairs) {
            _ if pairs.pairs() == 0 => SprtResult::Continue,
            ratio if ratio >= Sprt::bound() => SprtResult::AcceptH1,
            ratio if ratio <= -Sprt::bound() => SprtResult::AcceptH0,
            _ => SprtResult::Continue,
        }
    }
}

/// Parses `0,4` as the two hypotheses.
impl std::str::FromStr for Sprt {
    type Err = String;

    fn from_str(text: &str) -> Result<Sprt, String> {
        let number = |text: &str| text.trim().parse::<f64>().ok().filter(|elo| elo.is_finite());
        let numbers =
            text.split_once(',').and_then(|(low, high)| Some((number(low)?, number(high)?)));
        match numbers {
            Some((elo0, elo1)) if elo0.abs().max(elo1.abs()) > MAX_ELO => {
                Err(format!("hypotheses must be within ±{MAX_ELO} normalized Elo"))
            }
            Some((elo0, elo1)) if elo0 < elo1 => Ok(Sprt { elo0, elo1 }),
            Some(_) => Err("the first hypothesis must be the lower one".to_owned()),
            None => Err("expected two differences in normalized Elo, as 0,4".to_owned()),
        }
    }
}

/// The maximum-likelihood distribution among those whose mean is `deviations` standard deviations
/// above one half.
fn maximum_likelihood(seen: &[f64; 5], deviations: f64) -> [f64; 5] {
    let mut fitted = [0.2; 5];
    for _ in 0..ROUNDS {
        let mean: f64 = fitted.iter().zip(POINTS).map(|(share, points)| share * points).sum();
        let variance: f64 =
            fitted.iter().zip(POINTS).map(|(share, points)| share * (points - mean).powi(2)).sum();
        let deviation = variance.sqrt();
        let constraint = POINTS.map(|points| {
            points
                - 0.5
                - 0.5 * deviations * deviation * (1.0 + ((points - mean) / deviation).powi(2))
        });
        let factor = lagrange_multiplier(seen, &constraint);
        let next: [f64; 5] = std::array::from_fn(|i| seen[i] / (1.0 + factor * constraint[i]));
        let change =
            next.iter().zip(fitted).map(|(new, old)| (new - old).abs()).fold(0.0, f64::max);
        fitted = next;
        if change < CONVERGED {
            break;
        }
    }
    fitted
}

/// The Lagrange multiplier for which the reweighted distribution has a mean constraint of zero.
/// The mean decreases with the factor.
fn lagrange_multiplier(seen: &[f64; 5], constraint: &[f64; 5]) -> f64 {
    let (smallest, largest) = constraint
        .iter()
        .fold((f64::MAX, f64::MIN), |(smallest, largest), t| (smallest.min(*t), largest.max(*t)));
    let (mut low, mut high) = (-1.0 / largest, -1.0 / smallest);
    for _ in 0..BISECTION_STEPS {
        let middle = f64::midpoint(low, high);
        let mean: f64 =
            seen.iter().zip(constraint).map(|(share, t)| share * t / (1.0 + middle * t)).sum();
        if mean > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::midpoint(low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The expected values are those of fastchess with its model "normalized".
    #[test]
    fn llr_agrees_with_fastchess() {
        let known = [
            ([10, 20, 40, 20, 10], 0.0, 4.0, -0.0133),
            ([45, 230, 480, 265, 60], 0.0, 4.0, 1.0069),
            ([45, 230, 480, 265, 60], -4.0, 0.0, 1.2927),
            ([171, 610, 1340, 655, 190], 0.0, 4.0, 1.0209),
            ([5, 60, 200, 110, 20], 0.0, 10.0, 3.6267),
            ([0, 3, 10, 9, 2], 0.0, 5.0, 0.2188),
            ([0, 0, 0, 1, 0], 0.0, 5.0, 0.0142),
            ([12, 16, 10, 3, 0], 0.0, 4.0, -0.4532),
        ];
        for (pairs, elo0, elo1, expected) in known {
            let ratio = Sprt { elo0, elo1 }.log_likelihood_ratio(&Pentanomial(pairs));
            assert!(
                (ratio - expected).abs() < 0.002,
                "{pairs:?}, {elo0} to {elo1}: {ratio}, not {expected}"
            );
        }
    }

    #[test]
    fn sprt_is_decided_only_by_enough_pairs() {
        let sprt: Sprt = "0, 4".parse().expect("two numbers");
        assert_eq!(sprt.verdict(&Pentanomial::default()), SprtResult::Continue);
        assert_eq!(sprt.verdict(&Pentanomial([10, 20, 40, 20, 10])), SprtResult::Continue);
        assert_eq!(sprt.verdict(&Pentanomial([300, 1500, 3000, 2100, 500])), SprtResult::AcceptH1);
        assert_eq!(sprt.verdict(&Pentanomial([500, 2100, 3000, 1500, 300])), SprtResult::AcceptH0);
        for bad in ["4,0", "0", "0,x", "0,1e9", "nan,4", "0,inf", "0,201", "-201,0"] {
            assert!(bad.parse::<Sprt>().is_err(), "{bad}");
        }
    }

    /// Beyond about ±232 the LLR is NaN.
    #[test]
    fn llr_is_finite_for_the_widest_hypotheses() {
        let counts = [0, 1, 1000];
        for number in 0..3usize.pow(5) {
            let pairs = Pentanomial(std::array::from_fn(|place| {
                counts[number / 3usize.pow(place as u32) % 3]
            }));
            for bounds in ["-200,200", "0,200", "199,200", "-200,-199"] {
                let sprt: Sprt = bounds.parse().expect("two numbers");
                assert!(sprt.log_likelihood_ratio(&pairs).is_finite(), "{pairs:?}, {bounds}");
            }
        }
    }
}
