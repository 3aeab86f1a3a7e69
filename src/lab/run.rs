//! Running an experiment: its trees, its matches, whatever else it has, then the judgement.

use super::experiment::{Experiment, Judgement, Outcome};
use super::progress::Progress;
use super::scale::Scale;
use super::{matches, trees};
use crate::chess::epd::Epd;
use crate::files::hash::of_serialised;
use crate::learn::datagen::fingerprint;
use crate::tools::bench;

/// Identity of a run, by which it resumes: the program, the experiment with its plan, and the
/// positions. Depths and numbers of positions and games are no part of it.
pub fn identity(experiment: &Experiment, positions: Option<&[Epd]>, scale: &Scale) -> String {
    let plan = (experiment.plan)();
    let configurations = plan.trees.map(|trees| trees.configurations);
    let matches: Vec<(&str, u64)> =
        plan.matches.iter().map(|plan| (&*plan.label, matches::settings_hash(plan))).collect();
    let positions: Option<Vec<String>> =
        positions.map(|positions| positions.iter().map(|epd| epd.board.to_string()).collect());
    let evaluator = fingerprint(&scale.evaluator);
    let run = of_serialised(&(configurations, matches, positions, scale.quick, evaluator));
    format!("{} {} {run:016x}", experiment.name, bench::signature())
}

/// Runs an experiment; `None` if stopped before the end, or if [nobody could
/// search](Progress::refusal). `positions` replaces its suite.
pub fn run(
    experiment: &Experiment,
    positions: Option<&[Epd]>,
    scale: &Scale,
    progress: &Progress,
) -> Option<(Outcome, Judgement)> {
    let plan = (experiment.plan)();
    let mut outcome = Outcome::default();
    if let Some(tree_plan) = &plan.trees {
        outcome.trees = Some(trees::run(tree_plan, positions, scale, progress)?);
    }
    if let Some(special) = plan.special {
        outcome.figures = Some((special.run)(scale, progress)?);
    }
    for match_plan in &plan.matches {
        outcome.matches.push(matches::play(match_plan, scale, progress)?);
    }
    let judgement = (experiment.judge)(&outcome);
    Some((outcome, judgement))
}
