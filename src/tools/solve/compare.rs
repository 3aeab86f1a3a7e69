//! Compares a run with an older one: gained and lost positions.

use super::record::{Solution, SuiteRecord};
use super::tally::Tally;
use crate::chess::Board;
use std::collections::{HashMap, VecDeque};

/// The differences between two runs, over the positions that both have.
#[derive(Debug, Default, PartialEq)]
pub struct Changes<'a> {
    /// The positions that only the new run solved.
    pub gained: Vec<&'a Solution>,
    /// The positions that only the old run solved.
    pub lost: Vec<&'a Solution>,
    /// The totals of the old run.
    pub then: Tally,
    /// The totals of the new run.
    pub now: Tally,
    /// The number of positions that only the new run has.
    pub only_now: usize,
    /// The number of positions that only the old run has.
    pub only_then: usize,
    /// The first difference between the settings.
    pub setup: Option<String>,
}

impl Changes<'_> {
    /// The two-sided p-value of the sign test: the probability that chance alone divides the changed
    /// positions as unevenly into gained and lost. 1 without changes.
    pub fn sign_test(&self) -> f64 {
        let (gained, lost) = (self.gained.len(), self.lost.len());
        let changed = (gained + lost) as f64;
        // The logarithm of a binomial probability at 1/2, from 0 on: the product itself underflows.
        let mut logarithm = changed * 0.5_f64.ln();
        let mut tail = logarithm.exp();
        for count in 1..=gained.min(lost) {
            let count = count as f64;
            logarithm += ((changed - count + 1.0) / count).ln();
            tail += logarithm.exp();
        }
        (2.0 * tail).min(1.0)
    }
}

/// The settings that may differ between compared runs.
const EXPECTED: [&str; 7] =
    ["version", "signature", "techniques", "suites", "first", "id", "shard"];

/// Compares a run with an older one. Positions match by FEN and solution; the names of the suites
/// do not matter.
pub fn compare<'a>(old: &'a SuiteRecord, new: &'a SuiteRecord) -> Changes<'a> {
    let mut known: HashMap<(usize, String, &str), VecDeque<&Solution>> = HashMap::new();
    for solution in &old.positions {
        let key = (solution.engine, same(&solution.fen), solution.wanted.as_str());
        known.entry(key).or_default().push_back(solution);
    }
    let mut changes =
        Changes { setup: old.settings.difference(&new.settings, &EXPECTED), ..Changes::default() };
    for now in &new.positions {
        let Some(then) = known
            .get_mut(&(now.engine, same(&now.fen), now.wanted.as_str()))
            .and_then(VecDeque::pop_front)
        else {
            changes.only_now += 1;
            continue;
        };
        changes.then.add(then);
        changes.now.add(now);
        match (then.solved == Some(true), now.solved == Some(true)) {
            (false, true) => changes.gained.push(now),
            (true, false) => changes.lost.push(now),
            _ => {}
        }
    }
    changes.only_then = known.values().map(VecDeque::len).sum();
    changes
}

/// Normalizes a FEN: older results write castling rights as files of the rooks.
fn same(fen: &str) -> String {
    fen.parse::<Board>().map_or_else(|_| fen.to_owned(), |board| board.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::solve::Setup;
    use crate::tools::solve::tests::{setup, solution};

    #[test]
    fn gains_and_losses_do_not_depend_on_the_order() {
        let old = SuiteRecord {
            settings: setup(),
            positions: vec![solution(3, true), solution(1, false), solution(2, true)],
        };
        let settings = Setup { threads: 2, version: "2".to_owned(), ..setup() };
        let new = SuiteRecord {
            settings,
            positions: vec![solution(1, true), solution(3, false), solution(4, true)],
        };
        let changes = compare(&old, &new);
        let numbers = |solutions: &[&Solution]| {
            solutions.iter().map(|solution| solution.number).collect::<Vec<_>>()
        };
        assert_eq!((numbers(&changes.gained), numbers(&changes.lost)), (vec![1], vec![3]));
        assert_eq!((changes.only_now, changes.only_then), (1, 1));
        assert_eq!((changes.then.solved, changes.now.solved), (1, 1));
        assert_eq!(changes.setup.as_deref(), Some("threads: 1 and 2"));
    }

    #[test]
    fn the_sign_test_is_the_binomial_tail() {
        let position = solution(1, true);
        let p = |gained: usize, lost: usize| {
            let list = |count| vec![&position; count];
            Changes { gained: list(gained), lost: list(lost), ..Changes::default() }.sign_test()
        };
        // 2 (C(n, 0) + … + C(n, least)) / 2^n
        for (gained, lost, expected) in [
            (0, 0, 1.0),
            (1, 0, 1.0),
            (12, 12, 1.0),
            (6, 0, 2.0 / 64.0),
            (9, 1, 22.0 / 1024.0),
            (2, 8, 112.0 / 1024.0),
        ] {
            assert!((p(gained, lost) - expected).abs() < 1e-12, "{gained}, {lost}");
            assert_eq!(p(gained, lost), p(lost, gained));
        }
        // Exact sums of whole numbers.
        assert!((p(1031, 969) - 0.172_551_718).abs() < 1e-8, "{}", p(1031, 969));
        assert!(p(1100, 900) < 1e-4 && p(3000, 0) < 1e-100);
    }

    #[test]
    fn a_run_equals_itself() {
        let record = SuiteRecord {
            settings: setup(),
            positions: vec![solution(1, true), solution(1, false)],
        };
        let changes = compare(&record, &record);
        assert!(changes.gained.is_empty() && changes.lost.is_empty() && changes.setup.is_none());
        assert_eq!((changes.only_now, changes.only_then, changes.now.positions), (0, 0, 2));
    }
}
