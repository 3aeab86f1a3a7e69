//! Size of a run: positions, depths, games, threads, and the evaluation.

use crate::matches::play::MatchPlan;
use secateur::eval::Evaluator;

/// Largest depth that the command line accepts, plies.
pub const DEEPEST: u32 = 60;

/// Size of an experiment run as set on the command line: positions, depths, games and threads.
#[derive(Clone, Debug)]
pub struct RunSize {
    /// Number of positions, counted from the first.
    pub first: Option<usize>,
    /// First and last depth that replace those of the plan, plies.
    pub depths: Option<(u32, u32)>,
    /// Number of games that replaces that of the plan.
    pub games: Option<usize>,
    /// A run of less than a minute: ten positions, shallow depths, a few games.
    pub quick: bool,
    /// Number of threads, one search each.
    pub jobs: usize,
    /// The evaluation for experiments that do not set one.
    /// The published results use the linear evaluation.
    pub evaluator: Evaluator,
}

/// Positions of a quick run.
const QUICK_POSITIONS: usize = 10;
/// Deepest depth of a quick run, plies.
const QUICK_DEPTH: u32 = 5;
/// Games of a match of a quick run.
const QUICK_GAMES: usize = 4;
/// Node limit per move of a quick run.
const QUICK_NODES: u64 = 500;

impl RunSize {
    /// The number of positions to search, for a plan of `wanted` positions.
    pub fn positions(&self, wanted: usize) -> usize {
        let wanted = self.first.unwrap_or(wanted);
        if self.quick { wanted.min(QUICK_POSITIONS) } else { wanted }
    }

    /// The first and last depth to search, for a plan of these depths.
    pub fn depths(&self, wanted: (u32, u32)) -> (u32, u32) {
        let (first, last) = self.depths.unwrap_or(wanted);
        if self.quick { (first.min(QUICK_DEPTH - 1), last.min(QUICK_DEPTH)) } else { (first, last) }
    }

    /// The match to play for this plan: its games and limits, and the evaluation of sides without
    /// one.
    pub fn match_plan(&self, wanted: &MatchPlan) -> MatchPlan {
        let mut plan = wanted.clone();
        plan.games = self.games.unwrap_or(plan.games);
        if self.quick {
            plan.games = plan.games.min(QUICK_GAMES);
        }
        for player in [&mut plan.a, &mut plan.b] {
            player.evaluator.get_or_insert_with(|| self.evaluator.clone());
            if self.quick {
                player.nodes = player.nodes.map(|nodes| nodes.min(QUICK_NODES));
                // Halved, so that sides of different depth stay different.
                player.depth = player.depth.map(|depth| depth.div_ceil(2));
            }
        }
        plan
    }
}
