//! Compares a run with an older one: gained and lost positions.

use super::record::{Solution, SuiteRecord};
use super::tally::Tally;
use crate::chess::Board;
use std::collections::{HashMap, VecDeque};

/// Differences between two runs of a suite, over the positions that both have.
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

/// The settings that may differ between compared runs.
const EXPECTED: [&str; 7] =
    ["version", "signature", "techniques", "suites", "first", "id", "shard"];

/// Compares a run of a suite with an older one. Positions match by FEN and solution; the names of
/// the suites do not matter.
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
