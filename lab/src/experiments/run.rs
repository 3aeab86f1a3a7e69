//! Runs an experiment: trees, matches, special code, then the judgement.

use crate::experiments::experiment::{Experiment, ExperimentOutcome, ExperimentVerdict, Judgement};
use crate::experiments::size::RunSize;
use crate::experiments::trees;
use crate::matches::play;
use crate::progress::{Identity, RunProgress, identity_of};
use secateur::chess::epd::Epd;
use secateur::files::hash::of_serialized;
use secateur::tools::fingerprint::fingerprint;

/// The identity of a run, which `--resume` compares: program, experiment, plan and positions.
/// Depths and numbers of positions and games are not part of it.
pub fn identity(experiment: &Experiment, positions: Option<&[Epd]>, size: &RunSize) -> Identity {
    let plan = (experiment.plan)();
    let configurations = plan.trees.map(|trees| trees.configurations);
    let matches: Vec<Identity> = plan.matches.iter().map(play::identity).collect();
    let positions: Option<Vec<String>> =
        positions.map(|positions| positions.iter().map(|epd| epd.board.to_string()).collect());
    let evaluator = fingerprint(&size.evaluator);
    let hash = |hash: u64| format!("{hash:016x}");
    identity_of([
        ("experiment", experiment.name.to_owned()),
        ("bench node count", play::SHORT_BENCH.to_string()),
        ("plan", hash(of_serialized(&(configurations, matches)))),
        ("--suite", hash(of_serialized(&positions))),
        ("--quick", size.quick.to_string()),
        ("--eval", hash(of_serialized(&evaluator))),
    ])
}

/// Runs an experiment; `positions` replaces its suite.
/// `None` if stopped early or if [no worker could start](RunProgress::refusal).
pub fn run(
    experiment: &Experiment,
    positions: Option<&[Epd]>,
    size: &RunSize,
    progress: &RunProgress,
) -> Option<(ExperimentOutcome, Judgement)> {
    let plan = (experiment.plan)();
    let mut outcome = ExperimentOutcome::default();
    if let Some(tree_plan) = &plan.trees {
        outcome.trees = Some(trees::run(tree_plan, positions, size, progress)?);
    }
    if let Some(special) = plan.special {
        outcome.figures = Some((special.run)(size, progress)?);
    }
    for match_plan in &plan.matches {
        outcome.matches.push(play::play(&size.match_plan(match_plan), size.jobs, progress)?);
    }
    let mut judgement = (experiment.judge)(&outcome);
    if size.quick {
        judgement.verdict = ExperimentVerdict::Quick;
    }
    Some((outcome, judgement))
}
