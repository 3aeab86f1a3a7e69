//! How an experiment is run: how much of it, on how many threads, and by which evaluation.

use secateur::eval::Evaluator;

/// How much of a plan to run.
#[derive(Clone, Debug)]
pub struct Scale {
    /// Only the first so many positions.
    pub first: Option<usize>,
    /// Other depths than the plan's.
    pub depths: Option<(u32, u32)>,
    /// Other numbers of games than the plan's.
    pub games: Option<usize>,
    /// Under a minute: ten positions, shallow, a few games.
    pub quick: bool,
    /// Threads, one search each.
    pub jobs: usize,
    /// What judges positions where the experiment does not say: the linear evaluation, with which
    /// the results were found, or another.
    pub evaluator: Evaluator,
}

/// Positions of a quick run.
const QUICK_POSITIONS: usize = 10;
/// Deepest depth of a quick run, plies.
const QUICK_DEPTH: u32 = 5;

impl Scale {
    /// How many positions of a plan that wants so many.
    pub fn positions(&self, wanted: usize) -> usize {
        let wanted = self.first.unwrap_or(wanted);
        if self.quick { wanted.min(QUICK_POSITIONS) } else { wanted }
    }

    /// Which depths of a plan that wants these, first and last.
    pub fn depths(&self, wanted: (u32, u32)) -> (u32, u32) {
        let (first, last) = self.depths.unwrap_or(wanted);
        if self.quick { (first.min(QUICK_DEPTH - 1), last.min(QUICK_DEPTH)) } else { (first, last) }
    }
}
