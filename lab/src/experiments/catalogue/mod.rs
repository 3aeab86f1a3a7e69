//! The catalogue of experiments, as data.
//! Numbers and criteria come from the papers (`docs/dev/papers.md`). Each criterion is fixed before
//! the run.

mod exact;
mod forward;
mod learned;
mod notes;
mod null;
mod order;
mod play;
mod prob;

use super::experiment::Experiment;
use crate::statistics::{PairEstimate, Pentanomial};
pub use notes::{limit, reason};

/// All experiments, in the order of their identifiers.
pub fn all() -> Vec<&'static Experiment> {
    let mut experiments: Vec<&Experiment> =
        [exact::ALL, order::ALL, null::ALL, forward::ALL, prob::ALL, learned::ALL, play::ALL]
            .into_iter()
            .flatten()
            .collect();
    experiments.sort_by_key(|experiment| experiment.id);
    experiments
}

/// The experiment with this name or identifier.
pub fn find(name: &str) -> Option<&'static Experiment> {
    all()
        .into_iter()
        .find(|experiment| experiment.name == name || experiment.id.eq_ignore_ascii_case(name))
}

/// A share in percent.
fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// A score in percent with its interval.
fn with_interval(score: PairEstimate) -> String {
    let interval = score.interval.map(|bounds| format!("[{}]", bounds.map(percent).join(", ")));
    format!("{} {}", percent(score.value), interval.as_deref().unwrap_or("(no interval)"))
}

/// Fewest pairs of games of a verdict: with fewer, the normal approximation of the interval fails.
const MIN_PAIRS: u64 = 50;

/// Whether the lower end of the 95 % interval of the score is above 50 %.
fn is_above_half(pairs: &Pentanomial) -> bool {
    pairs.pairs() >= MIN_PAIRS && pairs.score().interval.is_some_and(|[low, _]| low > 0.5)
}

/// Whether the numbers fall, apart from small rises.
fn falls(values: &[f64]) -> bool {
    values.windows(2).all(|pair| pair[1] <= pair[0] * 1.005) && values.last() < values.first()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiments::experiment::Plot;
    use std::collections::HashSet;

    #[test]
    fn names_and_numbers_are_unique() {
        let names: HashSet<&str> = all().iter().map(|experiment| experiment.name).collect();
        let ids: HashSet<&str> = all().iter().map(|experiment| experiment.id).collect();
        assert_eq!((names.len(), ids.len()), (all().len(), all().len()));
        assert!(find("null-move").is_some() && find("e10").is_some() && find("nonsense").is_none());
    }

    /// The labels distinguish them from the tables of the run, which follow in the same section.
    #[test]
    fn tables_of_the_papers_are_labelled() {
        for experiment in all() {
            let text = experiment.printed.join("\n");
            for table in text.split("\n\n").filter(|table| !table.is_empty()) {
                let labels = ["| paper", "| S2, ", "| S3, "];
                let is_labelled = labels.iter().any(|label| table.starts_with(label));
                assert!(is_labelled, "{}: {table}", experiment.name);
            }
        }
    }

    #[test]
    fn references_and_plotted_labels_are_unique_configurations() {
        for experiment in all() {
            let plan = (experiment.plan)();
            let plotted: Vec<String> = match plan.plot {
                Plot::Depth => Vec::new(),
                Plot::Parameter { points, .. } => {
                    points.into_iter().map(|(_, _, label)| label).collect()
                }
                Plot::Grid { squares, .. } => {
                    squares.into_iter().map(|(_, _, label)| label).collect()
                }
            };
            if let Some(trees) = plan.trees {
                let labels: Vec<&str> =
                    trees.configurations.iter().map(|one| one.label.as_str()).collect();
                for label in plotted.iter().map(String::as_str).chain([trees.reference]) {
                    assert!(labels.contains(&label), "{}: no {label}", experiment.name);
                }
                assert_eq!(
                    labels.iter().collect::<HashSet<_>>().len(),
                    labels.len(),
                    "{}",
                    experiment.name
                );
            }
        }
    }
}
