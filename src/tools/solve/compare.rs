//! Compares a run with an older one: gained and lost positions.

use super::record::{PositionResult, SuiteRecord};
use super::tally::Tally;
use crate::chess::Board;
use std::collections::{HashMap, VecDeque};

/// Differences between two runs of a test suite, over the positions that both contain.
#[derive(Debug, Default, PartialEq)]
pub struct Changes<'a> {
    /// The positions that only the new run solved.
    pub gained: Vec<&'a PositionResult>,
    /// The positions that only the old run solved.
    pub lost: Vec<&'a PositionResult>,
    /// The totals of the old run.
    pub before: Tally,
    /// The totals of the new run.
    pub after: Tally,
    /// The number of positions that only the new run has.
    pub only_after: usize,
    /// The number of positions that only the old run has.
    pub only_before: usize,
    /// The differences between the settings.
    pub setup: Option<String>,
}

impl Changes<'_> {
    /// Two-sided p-value of the sign test on positions gained and lost between two runs; 1 without
    /// changes.
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
const EXPECTED: [&str; 6] = ["version", "short_bench", "suites", "first", "id", "shard"];

/// Compares a run of a test suite with an older run; positions match by FEN and solution. The names
/// of the suites do not matter.
pub fn compare<'a>(old: &'a SuiteRecord, new: &'a SuiteRecord) -> Changes<'a> {
    let mut known: HashMap<(usize, String, &str), VecDeque<&PositionResult>> = HashMap::new();
    for result in &old.positions {
        let key = (result.engine, same(&result.fen), result.expected.as_str());
        known.entry(key).or_default().push_back(result);
    }
    let mut changes =
        Changes { setup: old.settings.difference(&new.settings, &EXPECTED), ..Changes::default() };
    for after in &new.positions {
        let Some(before) = known
            .get_mut(&(after.engine, same(&after.fen), after.expected.as_str()))
            .and_then(VecDeque::pop_front)
        else {
            changes.only_after += 1;
            continue;
        };
        changes.before.add(before);
        changes.after.add(after);
        match (before.solved == Some(true), after.solved == Some(true)) {
            (false, true) => changes.gained.push(after),
            (true, false) => changes.lost.push(after),
            _ => {}
        }
    }
    changes.only_before = known.values().map(VecDeque::len).sum();
    changes
}

/// Normalizes a FEN: older results write castling rights as files of the rooks.
fn same(fen: &str) -> String {
    fen.parse::<Board>().map_or_else(|_| fen.to_owned(), |board| board.to_string())
}
