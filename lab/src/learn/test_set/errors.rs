//! Errors of an evaluation on a test set.
//!
//! Evaluation and deep score become expected scores, as in training. The evaluation is first
//! multiplied by the factor with the least error, so that networks of different scales compare.

use super::classes::Class;
use super::{GameSource, Position};
use crate::learn::expected_score;
use crate::learn::neural::SCALE;
use crate::statistics::Correlation;
use secateur::chess::Board;
use secateur::eval::Evaluator;
use secateur::eval::neural::features::{OUTPUT_BUCKETS, output_bucket};
use secateur::eval::wdl::centipawns;
use secateur::score::{is_decisive, is_known_win};
use std::ops::Range;

/// Limits of the classes by score, centipawns.
const EDGES: [i32; 5] = [25, 75, 150, 300, 600];
/// Limits of the logarithm of the scale factor, and the width at which its search ends.
const FACTORS: (f64, f64) = (-2.0, 2.0);
const FACTOR_WIDTH: f64 = 1e-4;

/// The errors on one class of positions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Errors {
    /// Number of positions.
    pub count: u64,
    errors: f64,
    /// Sum of fourth powers of the errors.
    fourth: f64,
    correlation: Correlation,
}

impl Errors {
    fn add(&mut self, [found, expected]: [f64; 2]) {
        let error = (found - expected).powi(2);
        self.count += 1;
        self.errors += error;
        self.fourth += error * error;
        self.correlation.add([found, expected]);
    }

    /// The mean squared error of the expected score.
    pub fn mean(&self) -> f64 {
        self.errors / self.count.max(1) as f64
    }

    /// Half the width of the 95 % confidence interval of the mean, for independent positions.
    pub fn margin(&self) -> f64 {
        let count = self.count.max(1) as f64;
        1.96 * ((self.fourth / count - self.mean().powi(2)).max(0.0) / count).sqrt()
    }

    /// The correlation of evaluation and deep score, as expected scores; 0 if either is constant.
    pub fn correlation(&self) -> f64 {
        self.correlation.value()
    }
}

/// The errors of an evaluation, by class.
#[derive(Clone, Debug)]
pub struct ClassErrors {
    /// The factor applied to the evaluation.
    pub factor: f64,
    /// Groups of classes in the order of the table: the title, then the classes of the group.
    pub groups: Vec<(&'static str, Vec<(String, Errors)>)>,
}

/// Measures an evaluation on the positions of test sets.
/// The files have no position that a rule for known endings decides: in play, the rule replaces the
/// network there, and the filter of the training excludes such positions.
pub fn measure_errors(evaluator: &Evaluator, positions: &[(GameSource, Position)]) -> ClassErrors {
    let found: Vec<f64> = positions
        .iter()
        .map(|(_, position)| f64::from(evaluator.evaluate(&position.board)))
        .collect();
    let truth: Vec<f64> =
        positions.iter().map(|(_, position)| expected(f64::from(position.score))).collect();
    let factor = best_factor(&found, &truth);
    let mut groups = empty_groups();
    for (number, (origin, position)) in positions.iter().enumerate() {
        let pair = [expected(factor * found[number]), truth[number]];
        for ((_, classes), picked) in groups.iter_mut().zip(picked(*origin, position)) {
            picked.into_iter().for_each(|class| classes[class].1.add(pair));
        }
    }
    ClassErrors { factor, groups }
}

/// The expected score, 0 to 1. A mate or known win counts as a sure win.
fn expected(score: f64) -> f64 {
    f64::from(expected_score(score as f32, SCALE))
}

/// The factor of the evaluation with the least mean squared error, by golden-section search.
fn best_factor(found: &[f64], truth: &[f64]) -> f64 {
    let error = |log: f64| -> f64 {
        let pairs = found.iter().zip(truth);
        pairs.map(|(found, truth)| (expected(log.exp() * found) - truth).powi(2)).sum()
    };
    let golden = (5f64.sqrt() - 1.0) / 2.0;
    let (mut low, mut high) = FACTORS;
    let inner = |low: f64, high: f64| [high - golden * (high - low), low + golden * (high - low)];
    let [mut left, mut right] = inner(low, high);
    let (mut of_left, mut of_right) = (error(left), error(right));
    while high - low > FACTOR_WIDTH {
        if of_left < of_right {
            (high, right, of_right) = (right, left, of_left);
            left = inner(low, high)[0];
            of_left = error(left);
        } else {
            (low, left, of_left) = (left, right, of_right);
            right = inner(low, high)[1];
            of_right = error(right);
        }
    }
    f64::midpoint(low, high).exp()
}

fn empty_groups() -> Vec<(&'static str, Vec<(String, Errors)>)> {
    let rows = |names: Vec<String>| names.into_iter().map(|name| (name, Errors::default()));
    let pieces = (0..OUTPUT_BUCKETS).map(|output| {
        let counts: Vec<usize> = (2..=32).filter(|&count| output_bucket(count) == output).collect();
        format!("{} to {} pieces", counts[0], counts[counts.len() - 1])
    });
    let mut sizes: Vec<String> = vec![format!("below {:.2}", f64::from(EDGES[0]) / 100.0)];
    sizes.extend(EDGES.windows(2).map(|edges| {
        let [from, to] = [edges[0], edges[1]].map(|edge| f64::from(edge) / 100.0);
        format!("{from:.2} to {to:.2}")
    }));
    sizes.push(format!("from {:.2}", f64::from(EDGES[EDGES.len() - 1]) / 100.0));
    sizes.push("known win or mate".to_owned());
    let classes = Class::ALL.map(|class| class.name().to_owned());
    [
        ("all", vec!["all".to_owned()]),
        ("origin", vec!["own games".to_owned(), "games between versions".to_owned()]),
        ("pieces", pieces.collect()),
        ("deep score, pawns", sizes),
        ("class", classes.to_vec()),
    ]
    .into_iter()
    .map(|(title, names)| (title, rows(names).collect()))
    .collect()
}

/// The classes of a position in each group.
fn picked(origin: GameSource, position: &Position) -> [Vec<usize>; 5] {
    let board = &position.board;
    let pieces = output_bucket(board.occupied().count() as usize);
    let classes = (0..Class::ALL.len()).filter(|&class| Class::ALL[class].has(board)).collect();
    [vec![0], vec![origin as usize], vec![pieces], vec![size(board, position.score)], classes]
}

/// The class by size of the score.
fn size(board: &Board, score: i32) -> usize {
    if is_decisive(score) || is_known_win(score) {
        return EDGES.len() + 1;
    }
    let shown = centipawns(score, board).abs();
    let within: Range<usize> = 0..EDGES.len();
    within.filter(|&edge| shown >= EDGES[edge]).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use secateur::eval::CustomEvaluation;
    use secateur::score::Score;

    /// The material evaluation, multiplied by the first number and divided by the second.
    #[derive(Debug)]
    struct Multiplied(Score, Score);

    impl CustomEvaluation for Multiplied {
        fn evaluate(&self, board: &Board) -> Score {
            Evaluator::Material.evaluate(board) * self.0 / self.1
        }
    }

    fn positions() -> Vec<(GameSource, Position)> {
        let mut board = Board::default();
        let mut positions = Vec::new();
        for number in 0..400 {
            let moves = board.legal_moves();
            board = match moves.len() {
                0 => Board::default(),
                count => board.after(moves[number * 7 % count]),
            };
            let score = Evaluator::Material.evaluate(&board);
            let origin = if number % 2 == 0 { GameSource::Own } else { GameSource::Versions };
            positions.push((origin, Position { board, score, half_points: 1 }));
        }
        positions
    }

    fn all(measured: &ClassErrors) -> &Errors {
        &measured.groups[0].1[0].1
    }

    #[test]
    fn the_scale_of_an_evaluation_does_not_matter() {
        let positions = positions();
        for (times, by) in [(1, 1), (3, 1), (1, 2)] {
            let evaluator = Evaluator::Custom(std::sync::Arc::new(Multiplied(times, by)));
            let measured = measure_errors(&evaluator, &positions);
            let expected = f64::from(by) / f64::from(times);
            assert!((measured.factor / expected - 1.0).abs() < 0.01, "{}", measured.factor);
            let all = all(&measured);
            assert!(all.mean() < 1e-4 && all.correlation() > 0.999, "{all:?}");
        }
    }

    #[test]
    fn errors_are_counted_in_every_group() {
        let mut positions = positions();
        let opposite = Evaluator::Custom(std::sync::Arc::new(Multiplied(-1, 1)));
        let measured = measure_errors(&opposite, &positions);
        assert!(all(&measured).correlation() < -0.9 && all(&measured).mean() > 0.01);
        positions[0].1.score = 31_990;
        let measured = measure_errors(&Evaluator::Material, &positions);
        for (title, classes) in &measured.groups[..4] {
            let count: u64 = classes.iter().map(|(_, errors)| errors.count).sum();
            assert_eq!(count, 400, "{title}");
        }
        let (name, mates) = measured.groups[3].1.last().expect("classes");
        assert_eq!((name.as_str(), mates.count), ("known win or mate", 1));
        // Expected scores: 0.5 for level material, 1 for the mate. The error squared is 0.25.
        assert!((mates.mean() - 0.25).abs() < 1e-3 && mates.margin() == 0.0, "{mates:?}");
        let own = &measured.groups[1].1[0].1;
        assert_eq!(own.count, 200);
        assert!(own.margin() > 0.0 && own.mean() > 0.0);
    }
}
