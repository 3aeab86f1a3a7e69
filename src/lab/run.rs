//! Running an experiment: its trees, its matches, whatever else it has, then the judgement.

use super::experiment::{Experiment, Judgement, Outcome, Scale};
use super::matches;
use super::progress::Progress;
use super::trees;
use crate::chess::epd::Epd;

/// Runs an experiment; `None` if stopped before the end. `positions` replaces its suite.
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
        outcome.figures = Some(special(scale));
    }
    for match_plan in &plan.matches {
        outcome.matches.push(matches::play(match_plan, scale, progress)?);
    }
    progress.finish();
    let judgement = (experiment.judge)(&outcome);
    Some((outcome, judgement))
}
