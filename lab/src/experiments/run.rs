//! Running an experiment: its trees, its matches, whatever else it has, then the judgement.

use crate::experiments::experiment::{Experiment, ExperimentOutcome, Judgement};
use crate::experiments::trees;
use crate::matches::play;
use crate::progress::Progress;
use crate::scale::Scale;
use secateur::chess::epd::Epd;
use secateur::tools::bench;
use std::hash::{DefaultHasher, Hash, Hasher};

/// What two runs have in common whose searches and games may stand for each other: the program by
/// the signature of its search, the experiment and its plan, the positions. More of them, other
/// depths or more games change nothing.
pub fn identity(experiment: &Experiment, positions: Option<&[Epd]>, scale: &Scale) -> String {
    let signature = bench::signature();
    let plan = (experiment.plan)();
    let configurations = plan.trees.map(|trees| trees.configurations);
    let mut hasher = DefaultHasher::new();
    let matches = plan.matches;
    format!("{configurations:?} {matches:?} {positions:?} {} {:?}", scale.quick, scale.evaluator)
        .hash(&mut hasher);
    format!("{} {signature} {:016x}", experiment.name, hasher.finish())
}

/// Runs an experiment; `None` if stopped before the end, or if [nobody could
/// search](Progress::refusal). `positions` replaces its suite.
pub fn run(
    experiment: &Experiment,
    positions: Option<&[Epd]>,
    scale: &Scale,
    progress: &Progress,
) -> Option<(ExperimentOutcome, Judgement)> {
    let plan = (experiment.plan)();
    let mut outcome = ExperimentOutcome::default();
    if let Some(tree_plan) = &plan.trees {
        outcome.trees = Some(trees::run(tree_plan, positions, scale, progress)?);
    }
    if let Some(special) = plan.special {
        outcome.figures = Some((special.run)(scale, progress)?);
    }
    for match_plan in &plan.matches {
        outcome.matches.push(play::play(match_plan, scale, progress)?);
    }
    let judgement = (experiment.judge)(&outcome);
    Some((outcome, judgement))
}
