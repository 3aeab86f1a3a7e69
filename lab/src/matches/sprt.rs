//! Sequential tests of strength: a match goes on until its pairs of games speak for one of two
//! hypotheses.
//!
//! The hypotheses are differences in normalized Elo, the mean of a game's points above one half in
//! units of its standard deviation, 800 / ln 10 of them to one: so the games that a test takes do
//! not depend on how many of them are drawn.
//!
//! **Paper** Abraham Wald, "Sequential tests of statistical hypotheses", Annals of Mathematical
//! Statistics 16(2), 1945; the likelihoods of pairs of games after Michel Van den Bergh, "Comments
//! on normalized Elo", as OpenBench and fastchess compute them.

use crate::statistics::Pentanomial;

/// The chance of accepting either hypothesis when the other is true.
const ERROR: f64 = 0.05;
/// Normalized Elo for a mean of one standard deviation of a game.
const ELO_PER_DEVIATION: f64 = 800.0 / std::f64::consts::LN_10;
/// Stands for a result that has never come, in pairs.
const UNSEEN: f64 = 1e-3;
/// Points of a pair as shares of the most.
const POINTS: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];
/// Rounds of fitting a distribution, at most, and the change of a share that ends them.
const ROUNDS: usize = 10;
const SETTLED: f64 = 1e-4;
/// The hypotheses that are tried, at most: beyond some 232 no distribution of a pair's points is so
/// far from one half.
const MOST_ELO: f64 = 200.0;
/// Halvings of an interval.
const HALVINGS: usize = 60;

/// Two hypotheses about the difference of strength.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The lower one, normalized Elo.
    pub elo0: f64,
    /// The higher one.
    pub elo1: f64,
}

/// What a test has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SprtResult {
    /// The higher hypothesis.
    Passed,
    /// The lower one.
    Failed,
    /// More games are needed.
    Open,
}

impl Sprt {
    /// The logarithm of how much likelier the pairs are under the higher hypothesis than under the
    /// lower one.
    pub fn log_likelihood_ratio(&self, pairs: &Pentanomial) -> f64 {
        let counts = pairs.0.map(|count| if count == 0 { UNSEEN } else { count as f64 });
        let total: f64 = counts.iter().sum();
        let seen = counts.map(|count| count / total);
        let [lower, higher] = [self.elo0, self.elo1]
            .map(|elo| likeliest(&seen, elo * 2f64.sqrt() / ELO_PER_DEVIATION));
        total * (0..POINTS.len()).map(|i| seen[i] * (higher[i] / lower[i]).ln()).sum::<f64>()
    }

    /// The ratio beyond which a test is decided, either way.
    pub fn bound() -> f64 {
        ((1.0 - ERROR) / ERROR).ln()
    }

    /// What the pairs say.
    pub fn verdict(&self, pairs: &Pentanomial) -> SprtResult {
        match self.log_likelihood_ratio(pairs) {
            _ if pairs.pairs() == 0 => SprtResult::Open,
            ratio if ratio >= Sprt::bound() => SprtResult::Passed,
            ratio if ratio <= -Sprt::bound() => SprtResult::Failed,
            _ => SprtResult::Open,
        }
    }
}

/// `0,4` as two hypotheses.
impl std::str::FromStr for Sprt {
    type Err = String;

    fn from_str(text: &str) -> Result<Sprt, String> {
        let number = |text: &str| text.trim().parse::<f64>().ok().filter(|elo| elo.is_finite());
        let numbers =
            text.split_once(',').and_then(|(low, high)| Some((number(low)?, number(high)?)));
        match numbers {
            Some((elo0, elo1)) if elo0.abs().max(elo1.abs()) > MOST_ELO => Err(format!(
                "beyond {MOST_ELO} normalized Elo to either side nothing can be tested"
            )),
            Some((elo0, elo1)) if elo0 < elo1 => Ok(Sprt { elo0, elo1 }),
            Some(_) => Err("the first hypothesis is the lower one".to_owned()),
            None => Err("not two differences in normalized Elo, as 0,4".to_owned()),
        }
    }
}

/// The distribution under which these shares are likeliest, of all whose mean lies so many of their
/// own standard deviations above one half.
fn likeliest(seen: &[f64; 5], deviations: f64) -> [f64; 5] {
    let mut fitted = [0.2; 5];
    for _ in 0..ROUNDS {
        let mean: f64 = fitted.iter().zip(POINTS).map(|(share, points)| share * points).sum();
        let variance: f64 =
            fitted.iter().zip(POINTS).map(|(share, points)| share * (points - mean).powi(2)).sum();
        let deviation = variance.sqrt();
        let tilt = POINTS.map(|points| {
            points
                - 0.5
                - 0.5 * deviations * deviation * (1.0 + ((points - mean) / deviation).powi(2))
        });
        let factor = balance(seen, &tilt);
        let next: [f64; 5] = std::array::from_fn(|i| seen[i] / (1.0 + factor * tilt[i]));
        let change =
            next.iter().zip(fitted).map(|(new, old)| (new - old).abs()).fold(0.0, f64::max);
        fitted = next;
        if change < SETTLED {
            break;
        }
    }
    fitted
}

/// The factor that brings the tilted shares to a mean tilt of nothing. The mean falls as the factor
/// grows.
fn balance(seen: &[f64; 5], tilt: &[f64; 5]) -> f64 {
    let (least, most) =
        tilt.iter().fold((f64::MAX, f64::MIN), |(least, most), t| (least.min(*t), most.max(*t)));
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(low, high);
        let mean: f64 =
            seen.iter().zip(tilt).map(|(share, t)| share * t / (1.0 + middle * t)).sum();
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

    /// The ratios that fastchess (its model "normalized") computes for these pairs.
    #[test]
    fn ratios_are_those_of_fastchess() {
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
    fn a_test_is_decided_by_enough_pairs_and_not_before() {
        let sprt: Sprt = "0, 4".parse().expect("two numbers");
        assert_eq!(sprt.verdict(&Pentanomial::default()), SprtResult::Open);
        assert_eq!(sprt.verdict(&Pentanomial([10, 20, 40, 20, 10])), SprtResult::Open);
        assert_eq!(sprt.verdict(&Pentanomial([300, 1500, 3000, 2100, 500])), SprtResult::Passed);
        assert_eq!(sprt.verdict(&Pentanomial([500, 2100, 3000, 1500, 300])), SprtResult::Failed);
        for bad in ["4,0", "0", "0,x", "0,1e9", "nan,4", "0,inf", "0,201", "-201,0"] {
            assert!(bad.parse::<Sprt>().is_err(), "{bad}");
        }
    }

    /// From ±232 on the ratio was no number, and the test went on for ever.
    #[test]
    fn the_widest_hypotheses_have_a_ratio_whatever_the_pairs() {
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
