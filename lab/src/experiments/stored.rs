//! Stored results of experiments: parsing, validation against the plan, and judgement by the
//! current criterion.

use crate::experiments::catalogue;
use crate::experiments::experiment::{ExperimentOutcome, ExperimentPlan, ExperimentRecord};
use crate::experiments::trees::TreeResults;
use secateur::quote::quoted;
use secateur::search::statistics::Statistic;

/// An error of a stored result.
#[derive(Debug, thiserror::Error)]
pub enum StoredResultError {
    /// The text is not a result.
    #[error(transparent)]
    WrongFileType(#[from] serde_json::Error),
    /// A part is missing or inconsistent.
    #[error("it is damaged: {0}")]
    Damaged(String),
}

/// Parses a stored result from JSON and judges it by the current criterion.
/// The figures are unchanged. Results of unknown experiments keep their judgement.
pub fn read(json: &[u8]) -> Result<ExperimentRecord, StoredResultError> {
    let mut record: ExperimentRecord = serde_json::from_slice(json)?;
    if let Some(trees) = &mut record.outcome.trees {
        check_trees(trees).map_err(StoredResultError::Damaged)?;
        complete(trees);
    }
    if let Some(experiment) = catalogue::find(&record.name) {
        check_plan(&record.outcome, &(experiment.plan)()).map_err(StoredResultError::Damaged)?;
        record.judgement = (experiment.judge)(&record.outcome);
    }
    Ok(record)
}

/// Checks that every configuration has a cell at every depth and that the techniques to show exist.
fn check_trees(trees: &TreeResults) -> Result<(), String> {
    if trees.cells.is_empty() {
        return Err("its trees have no cells".to_owned());
    }
    if let Some(unknown) = trees.show.iter().find(|index| **index >= Statistic::ALL.len()) {
        return Err(format!("unknown technique number {unknown}"));
    }
    trees.labels().into_iter().try_for_each(|label| check_label(trees, label))
}

fn check_label(trees: &TreeResults, label: &str) -> Result<(), String> {
    let is_there =
        |depth| trees.cells.iter().any(|cell| cell.depth == depth && cell.label == label);
    match trees.depths().into_iter().find(|depth| !is_there(*depth)) {
        Some(depth) => Err(format!("'{}' has no cell at depth {depth}", quoted(label))),
        None => Ok(()),
    }
}

/// Adds zero counters for techniques that are newer than the result.
fn complete(trees: &mut TreeResults) {
    for cell in &mut trees.cells {
        cell.counts.resize(Statistic::ALL.len(), [0; 3]);
    }
}

/// Checks that the results contain everything that the experiment's criterion, table and plot use.
fn check_plan(outcome: &ExperimentOutcome, plan: &ExperimentPlan) -> Result<(), String> {
    if let Some(planned) = &plan.trees {
        let trees = outcome.trees.as_ref().ok_or("it has no trees")?;
        let labels =
            planned.configurations.iter().map(|configuration| configuration.label.as_str());
        labels
            .chain([planned.reference, &trees.reference])
            .try_for_each(|label| check_label(trees, label))?;
    }
    if plan.special.is_some() && outcome.figures.is_none() {
        return Err("it has no figures".to_owned());
    }
    let is_there = |label: &str| outcome.matches.iter().any(|result| result.label == label);
    match plan.matches.iter().find(|planned| !is_there(&planned.label)) {
        Some(missing) => Err(format!("it has no match '{}'", missing.label)),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn stored(
        text: &str,
        change: impl FnOnce(&mut Value),
    ) -> Result<ExperimentRecord, StoredResultError> {
        let mut result: Value = serde_json::from_str(text).expect("JSON");
        change(&mut result);
        read(result.to_string().as_bytes())
    }

    /// An error is returned; there is no panic.
    #[test]
    fn damaged_results_are_rejected_with_the_reason() {
        let trees = |change: fn(&mut Value)| {
            let read = stored(include_str!("../../notebook/etc.json"), |result| {
                change(&mut result["outcome"]);
            });
            read.expect_err("damaged").to_string()
        };
        assert_eq!(
            trees(|outcome| outcome["trees"] = Value::Null),
            "it is damaged: it has no trees"
        );
        assert_eq!(
            trees(|outcome| outcome["trees"]["cells"] = json!([])),
            "it is damaged: its trees have no cells"
        );
        assert_eq!(
            trees(|outcome| outcome["trees"]["show"] = json!([99])),
            "it is damaged: unknown technique number 99"
        );
        assert_eq!(
            trees(|outcome| outcome["trees"]["cells"][0]["depth"] = json!(77)),
            "it is damaged: 'off' has no cell at depth 5"
        );
        assert_eq!(
            trees(|outcome| outcome["trees"]["reference"] = json!("x")),
            "it is damaged: 'x' has no cell at depth 5"
        );
        let figures = stored(include_str!("../../notebook/learned.json"), |r| {
            r["outcome"]["figures"] = Value::Null;
        });
        assert_eq!(figures.expect_err("damaged").to_string(), "it is damaged: it has no figures");
        let matches = stored(include_str!("../../notebook/n-best.json"), |r| {
            r["outcome"]["matches"] = json!([]);
        });
        assert_eq!(
            matches.expect_err("damaged").to_string(),
            "it is damaged: it has no match '4 moves – full width'"
        );
    }

    #[test]
    fn missing_counters_are_zero() {
        let read = stored(include_str!("../../notebook/etc.json"), |result| {
            result["outcome"]["trees"]["cells"][0]["counts"] = json!([]);
        });
        let trees = read.expect("valid result").outcome.trees.expect("it has trees");
        assert_eq!(trees.cells[0].counts, [[0; 3]; Statistic::ALL.len()]);
    }
}
