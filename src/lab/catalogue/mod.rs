//! The experiments, as data. Numbers and criteria are those of the documents' study; each says what would count as
//! reproducing its claim before it is run.

mod exact;
mod forward;
mod learned;
mod null;
mod order;
mod play;
mod prob;

use super::experiment::Experiment;

/// Every experiment, in the order of their numbers.
pub fn all() -> Vec<&'static Experiment> {
    let mut experiments: Vec<&Experiment> =
        [exact::ALL, order::ALL, null::ALL, forward::ALL, prob::ALL, learned::ALL, play::ALL]
            .into_iter()
            .flatten()
            .collect();
    experiments.sort_by_key(|experiment| experiment.id);
    experiments
}

/// The experiment with this name or number.
pub fn find(name: &str) -> Option<&'static Experiment> {
    all().into_iter().find(|experiment| experiment.name == name || experiment.id.eq_ignore_ascii_case(name))
}

/// A share as percent.
fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// Numbers that never rise by more than a hair.
fn falls(values: &[f64]) -> bool {
    values.windows(2).all(|pair| pair[1] <= pair[0] * 1.005) && values.last() < values.first()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn names_and_numbers_are_unique() {
        let names: HashSet<&str> = all().iter().map(|experiment| experiment.name).collect();
        let ids: HashSet<&str> = all().iter().map(|experiment| experiment.id).collect();
        assert_eq!((names.len(), ids.len()), (all().len(), all().len()));
        assert!(find("null-move").is_some() && find("e10").is_some() && find("nonsense").is_none());
    }

    #[test]
    fn every_reference_is_among_its_configurations() {
        for experiment in all() {
            if let Some(trees) = (experiment.plan)().trees {
                let labels: Vec<&str> = trees.configurations.iter().map(|one| one.label.as_str()).collect();
                assert!(labels.contains(&trees.reference), "{}: no {}", experiment.name, trees.reference);
                assert_eq!(labels.iter().collect::<HashSet<_>>().len(), labels.len(), "{}", experiment.name);
            }
        }
    }
}
