//! `go mate`: a short search for play, and then one for nothing but the mate.

use super::announcer::Announcer;
use super::prover::{Mate, Prover};
use super::{Answer, Engine};
use crate::score::{MATE, moves_to_mate};
use crate::search::clock::Clock;
use crate::search::lines::Finisher;
use crate::search::report::Report;
use crate::search::shared::Shared;
use crate::search::smp::STACK;
use crate::search::table::Bound;
use crate::search::{Limits, Listener, Signals};
use crate::threads::with_stack;
use std::time::{Duration, Instant};

/// Nodes of the search for play that comes before the search for a mate.
const NODES_BEFORE_MATES: u64 = 200_000;
/// Between two signs of life of a search for a mate.
const HEARTBEAT: Duration = Duration::from_secs(1);

impl Engine {
    /// Looks for a mate in so many moves: by a short search for play first, then by one that leaves nothing out. If there is none,
    /// or the limits end the search before, the answer is that of the search for play.
    pub(super) fn search_mate(
        &mut self,
        moves: u32,
        limits: &Limits,
        signals: &Signals,
        clock: Clock,
        listener: &mut (dyn Listener + Send),
    ) -> Answer {
        let nodes = limits.nodes.map_or(NODES_BEFORE_MATES, |nodes| (nodes / 2).clamp(1, NODES_BEFORE_MATES));
        let answer = self.search(&Limits { nodes: Some(nodes), ..limits.clone() }, signals, clock, listener);
        if moves_to_mate(answer.score).is_some_and(|found| found > 0 && found as u32 <= moves) {
            return answer;
        }
        let shared = Shared::new(&self.table, signals, limits, clock, 1);
        let mut told = Instant::now();
        let mut alive = || {
            if told.elapsed() >= HEARTBEAT {
                told = Instant::now();
                listener.heartbeat(&shared.progress());
            }
        };
        let megabytes = self.settings.hash_megabytes;
        let mut prover = Prover::new(&self.game, &shared, megabytes, answer.progress.nodes, &mut alive);
        let by_depth = limits.depth.map_or(moves, |depth| depth.div_ceil(2));
        let mate = with_stack(STACK, || prover.prove(moves.min(by_depth)));
        shared.publish_nodes(0, prover.nodes());
        let progress = shared.progress();
        let Some(Mate { score, line: pv }) = mate else { return Answer { progress, ..answer } };
        let depth = (MATE - score.abs()) as u32;
        let report =
            Report { depth, selective_depth: depth, multi_pv: 1, score, bound: Bound::Exact, progress, pv: &pv };
        let finisher = Finisher::new(&self.game, &self.table);
        Announcer { finisher, lines: 1, listener }.line(&report);
        Answer { best: pv.first().copied(), ponder: pv.get(1).copied(), score, depth, pv, progress, ..answer }
    }
}
