//! The state of one thread during a search, beside the [thread_data](super::thread_data) that
//! outlives it.

use super::clock::IterationHistory;
use super::node::{Depth, NodeType};
use super::pv::PvTable;
use super::report::{Ending, Listener, TreeEvent};
use super::root::RootMoves;
use super::setup::SearchSetup;
use super::shared::Shared;
use super::stack::SearchStack;
use super::statistics::{Statistic, Statistics};
use super::table::{Bound, Scheme, TtEntry, TtHit};
use super::techniques::{Switches, Techniques, Tunables};
use super::thread_data::ThreadData;
use crate::chess::{Board, Move};
use crate::eval::Evaluator;
use crate::score::{DRAW, MAX_PLY, Score};
use crate::tablebase::TablebaseProbe;
use std::iter;
use std::time::{Duration, Instant};

/// Nodes between two checks of clock and signals, about a millisecond or less.
const POLL_INTERVAL: u64 = 1024;
/// Nodes that the first iteration may take after a stop: some milliseconds.
const FIRST_ITERATION: u64 = 10_000;
/// Time between two heartbeats.
const HEARTBEAT: Duration = Duration::from_secs(1);
/// Time before the root moves are reported one by one.
const REPORT_ROOT_MOVES_AFTER: Duration = Duration::from_secs(3);

/// Search of one thread, with stack, thread data, statistics and settings. It is built for every
/// search, so nothing needs a reset.
pub struct Worker<'a> {
    /// The data shared by all threads.
    pub shared: &'a Shared<'a>,
    /// The data that outlives the search.
    pub thread_data: &'a mut ThreadData,
    /// The techniques that are on; nodes read [`Worker::switches`] and [`Worker::tunables`].
    pub techniques: Techniques,
    /// Whether the search is [an experiment](Techniques::is_experiment), or its tree or table is
    /// not that of play.
    pub is_experiment: bool,
    /// Whether the listener [records the tree](Listener::records_tree).
    records_tree: bool,
    /// Whether a cutoff is being [audited](super::prune::audit).
    pub is_auditing: bool,
    /// The tablebases to probe; `None` without tablebases, and if the root is ranked by distance or
    /// not won by them.
    pub probing: Option<TablebaseProbe<'a>>,
    /// The root moves.
    pub root: RootMoves,
    /// Depth of the current iteration, in plies.
    pub root_depth: Depth,
    /// Best moves and scores of the previous iterations, for time management.
    pub iterations: IterationHistory,
    /// The search stack.
    pub stack: SearchStack,
    /// The PV from each ply.
    pv_table: PvTable,
    /// Deepest ply reached since the current search of the root began (`seldepth`).
    pub selective_depth: usize,
    /// Nodes entered by this thread.
    pub nodes: u64,
    /// Search statistics of this thread.
    pub statistics: Statistics,
    /// The listener; only the main thread has one, unless it ignores everything.
    pub listener: Option<&'a mut dyn Listener>,
    evaluator: &'a Evaluator,
    /// The draw score for the side to move, by the parity of the ply.
    draws: [Score; 2],
    thread: usize,
    poll: PollState,
}

/// When to poll for the end of the search, and whether it has ended.
struct PollState {
    /// Number of nodes at the next poll.
    at: u64,
    /// The search has been stopped.
    aborted: bool,
    /// The search was pondering at the last poll.
    was_pondering: bool,
    last_report: Instant,
}

impl<'a> Worker<'a> {
    /// Creates the worker of a search thread at the root position; thread 0 is the main thread.
    pub fn new(
        shared: &'a Shared<'a>,
        thread_data: &'a mut ThreadData,
        setup: &SearchSetup<'a>,
        thread: usize,
        listener: Option<&'a mut dyn Listener>,
    ) -> Worker<'a> {
        let mut root = RootMoves::new(setup.game.board(), &shared.limits.search_moves);
        if let Some(ranking) = setup.tablebases.ranking {
            root.apply_ranking(ranking, &setup.tablebases.options, DRAW - setup.contempt);
        }
        let polls_at_once =
            shared.limits.nodes.is_some() || shared.limits.clock.nodes_per_millisecond != 0;
        let poll = PollState {
            at: if polls_at_once { 0 } else { POLL_INTERVAL },
            aborted: false,
            was_pondering: shared.limits.ponder,
            last_report: Instant::now(),
        };
        let listener = listener.filter(|listener| !listener.is_silent());
        let records_tree = listener.as_ref().is_some_and(|listener| listener.records_tree());
        // With several PVs, moves of other ranks are searched too.
        let choices = if setup.multi_pv > 1 { root.moves.len() } else { root.choice_count() };
        let mut worker = Worker {
            shared,
            thread_data,
            techniques: setup.techniques,
            is_experiment: setup.techniques.is_experiment()
                || shared.table.scheme() != Scheme::Cluster
                || records_tree,
            records_tree,
            is_auditing: false,
            iterations: IterationHistory::new(choices),
            probing: setup.tablebases.probing,
            root,
            root_depth: 0,
            stack: SearchStack::new(setup.game),
            pv_table: PvTable::default(),
            selective_depth: 0,
            nodes: 0,
            statistics: Statistics::default(),
            listener,
            evaluator: setup.evaluator,
            draws: [DRAW - setup.contempt, DRAW + setup.contempt],
            thread,
            poll,
        };
        worker.prefetch_correction_history();
        worker
    }

    /// Index of this search thread; 0 is the main thread.
    pub fn thread(&self) -> usize {
        self.thread
    }

    /// Switches of the search: compile-time constants in the null-window nodes of default
    /// techniques, else read at run time. A switch that is read costs about two instructions for
    /// each node.
    #[inline(always)]
    pub fn switches<N: NodeType>(&self) -> &Switches {
        if N::EXPERIMENT { &self.techniques.switches } else { &Switches::FULL }
    }

    /// Tunable parameters of the search, as compile-time constants like [`Worker::switches`].
    #[inline(always)]
    pub fn tunables<N: NodeType>(&self) -> &Tunables {
        if N::EXPERIMENT { &self.techniques.tunables } else { &Tunables::DEFAULT }
    }

    /// Position of the current node of the search.
    #[inline]
    pub fn board(&self) -> &Board {
        self.stack.board()
    }

    /// Distance of the current node from the root, in plies.
    #[inline]
    pub fn ply(&self) -> usize {
        self.stack.ply()
    }

    /// Clears the PV at the current ply.
    #[inline]
    pub fn clear_pv(&mut self) {
        self.pv_table.clear(self.ply());
    }

    /// Whether the search was stopped, so that scores returned from unfinished nodes are invalid.
    #[inline]
    pub fn is_aborted(&self) -> bool {
        self.poll.aborted
    }

    /// Raw static evaluation of the current position in internal units, rounded to the search's
    /// evaluation grain.
    #[inline(never)] // nodes with a stored evaluation do not call it
    pub fn evaluate<N: NodeType>(&mut self) -> Score {
        self.statistics.evaluations += 1;
        let score = self
            .evaluator
            .evaluate_with_cache(self.stack.boards(), &mut self.thread_data.accumulators);
        let grain = self.switches::<N>().grain;
        if grain == 1 { score } else { score / grain * grain }
    }

    /// Prefetches the transposition-table entries of the position after `mv`, ahead of
    /// [`Worker::push`].
    #[inline]
    pub fn prefetch(&self, mv: Move) {
        self.shared.table.prefetch(self.board().approximate_key_after(mv));
    }

    /// Prefetches the transposition-table entries of the position after the TT move, which arrive
    /// while the node is evaluated.
    #[inline]
    pub fn prefetch_after_tt_move(&self, hit: Option<TtHit>) {
        if let Some(mv) = hit.and_then(|hit| hit.mv) {
            self.prefetch(mv);
        }
    }

    /// Prefetches the transposition-table entries of the position after a null move.
    #[inline]
    pub fn prefetch_null(&self) {
        self.shared.table.prefetch(self.board().key_after_null());
    }

    /// Stores an entry for the current position in the transposition table. Only experiments look
    /// at the table's [replacement scheme](Scheme).
    #[inline]
    pub fn store<N: NodeType>(&self, entry: &TtEntry) {
        let (table, key) = (self.shared.table, self.board().key());
        if N::EXPERIMENT && self.is_experiment {
            table.store_by_scheme(key, self.ply(), entry);
        } else {
            table.store(key, self.ply(), entry);
        }
    }

    /// Makes a move on the search stack and prefetches the correction-history entries.
    #[inline(always)]
    pub fn push<N: NodeType>(&mut self, mv: Move) {
        self.stack.push(mv);
        self.report_event::<N>(|w| TreeEvent::Move { ply: w.ply(), mv: Some(mv) });
        self.prefetch_correction_history();
        if self.switches::<N>().refutation {
            self.follow_refutation(mv);
        }
    }

    /// Makes a null move on the search stack and prefetches the correction-history entries.
    #[inline]
    pub fn push_null<N: NodeType>(&mut self) {
        self.stack.push_null();
        self.report_event::<N>(|w| TreeEvent::Move { ply: w.ply(), mv: None });
        self.prefetch_correction_history();
    }

    /// Takes back the last move or null move on the search stack.
    #[inline]
    pub fn pop(&mut self) {
        self.stack.pop();
    }

    /// Computes and prefetches the correction-history entries of the current position.
    #[inline]
    fn prefetch_correction_history(&mut self) {
        self.thread_data.correction_history.prefetch(self.stack.compute_correction_indices());
    }

    /// Notes whether the line with this move still follows the refutation table.
    #[cold]
    fn follow_refutation(&mut self, mv: Move) {
        let before = self.ply() - 1;
        let line = self.root.current_move().map(|root_move| &root_move.refutation);
        let expected = line.and_then(|line| line.get(before)).copied();
        let parent = before == 0 || self.stack.entries[before].follows_refutation;
        self.stack.entry_mut().follows_refutation = parent && expected == Some(mv);
    }

    /// Move that the refutation table suggests at the current ply; `None` if the moves left its
    /// line, or without the table.
    #[inline]
    pub fn refutation_move<N: NodeType>(&self) -> Option<Move> {
        if !self.switches::<N>().refutation
            || self.ply() == 0
            || !self.stack.entry().follows_refutation
        {
            return None;
        }
        self.root.current_move()?.refutation.get(self.ply()).copied()
    }

    /// Whether nodes of this type record their PV (PV nodes, or all nodes with the refutation
    /// table).
    #[inline]
    pub fn should_keep_pv<N: NodeType>(&self) -> bool {
        N::PV || self.switches::<N>().refutation
    }

    /// Score of a draw for the side to move, including contempt, in internal units.
    #[inline]
    pub fn draw_score(&self) -> Score {
        self.draws[self.ply() % 2]
    }

    /// Counts a node, and checks the limits of the search at regular intervals. Returns whether the
    /// search was found to be stopped, so that the node ends.
    #[inline]
    #[must_use]
    pub fn count_node(&mut self) -> bool {
        self.nodes += 1;
        self.selective_depth = self.selective_depth.max(self.ply());
        self.nodes >= self.poll.at && self.check_limits()
    }

    /// Makes the next node check the limits of the search, after work that may have taken long.
    pub fn poll_soon(&mut self) {
        self.poll.at = 0;
    }

    /// Runs a search on behalf of a technique, and counts it as an attempt with success and nodes,
    /// unless stopped.
    #[inline(always)]
    pub fn measure<N: NodeType, T>(
        &mut self,
        technique: Statistic,
        search: impl FnOnce(&mut Worker<'a>) -> T,
        has_won: impl FnOnce(&T) -> bool,
    ) -> T {
        let nodes_before = self.nodes;
        self.report_event::<N>(|_| TreeEvent::Attempt(technique));
        let found = search(self);
        if !self.is_aborted() {
            self.count_attempt::<N>(technique, has_won(&found), self.nodes - nodes_before);
        }
        found
    }

    /// Counts one attempt of a search technique, with its success and nodes, and reports it to the
    /// listener.
    #[inline(always)]
    pub fn count_attempt<N: NodeType>(&mut self, technique: Statistic, won: bool, nodes: u64) {
        self.statistics.count_attempt(technique, won, nodes);
        self.report_event::<N>(|_| TreeEvent::Counted { technique, success: won });
    }

    /// Reports an event in the search tree to a listener that records the tree; compiled out in
    /// normal play.
    #[inline(always)]
    pub fn report_event<N: NodeType>(&mut self, event: impl FnOnce(&Worker<'a>) -> TreeEvent) {
        if N::EXPERIMENT && self.records_tree {
            let event = event(self);
            let Some(listener) = self.listener.as_deref_mut() else { return };
            listener.tree_event(&event);
        }
    }

    /// Reports the rule that ended a node before its moves, and returns the node's score unchanged.
    #[inline(always)]
    pub fn end_by_rule<N: NodeType>(&mut self, why: Ending, score: Score) -> Score {
        self.report_event::<N>(|_| TreeEvent::End(why));
        score
    }

    #[cold]
    fn check_limits(&mut self) -> bool {
        self.shared.publish_nodes(self.thread, self.nodes);
        self.poll.at = self.nodes + POLL_INTERVAL;
        // The first iteration is finished, so that there is a score: only a stop ends it, after a
        // while.
        let may_end = self.root_depth > 1;
        self.poll.aborted |= self.shared.should_stop()
            && (may_end || self.thread != 0 || self.nodes >= FIRST_ITERATION);
        if self.thread == 0 {
            let is_past_nodes = self.poll_node_limit();
            let is_past_time = self.poll_time_limit();
            self.poll.aborted |= may_end && (is_past_nodes || is_past_time);
            self.send_heartbeat();
        }
        self.poll.aborted
    }

    /// Sets the next poll to the node limit at the latest; returns whether the limit is reached.
    fn poll_node_limit(&mut self) -> bool {
        let Some(limit) = self.shared.limits.nodes else { return false };
        let left = limit.saturating_sub(self.shared.total_nodes());
        self.poll.at = self.poll.at.min(self.nodes + left.max(1));
        left == 0
    }

    /// Returns whether the hard time limit has passed, or the soft one at a ponder hit: the search
    /// then ends at once. If the clock counts nodes, sets the next poll to the hard limit at the
    /// latest.
    fn poll_time_limit(&mut self) -> bool {
        if self.shared.signals.is_pondering() {
            return false;
        }
        let (clock, nodes) = (&self.shared.clock, || self.shared.total_nodes());
        let was_pondering = std::mem::take(&mut self.poll.was_pondering);
        if let Some(left) = clock.nodes_to_hard(nodes) {
            self.poll.at = self.poll.at.min(self.nodes + left.max(1));
        }
        clock.is_past_hard(nodes) || was_pondering && clock.is_past_soft(&self.iterations, nodes)
    }

    /// Reports the progress if nothing has been reported for a while.
    fn send_heartbeat(&mut self) {
        if self.poll.last_report.elapsed() < HEARTBEAT {
            return;
        }
        self.poll.last_report = Instant::now();
        if let Some(listener) = self.listener.as_deref_mut() {
            listener.heartbeat(&self.shared.progress());
        }
    }

    /// Sets the PV at the current ply to `mv` followed by the child's PV.
    #[inline]
    pub fn extend_pv(&mut self, mv: Move) {
        self.pv_table.extend(self.ply(), mv);
    }

    /// Records score with type, nodes and PV of the current root move after its search.
    pub fn record_root_move(&mut self, score: Score, bound: Bound, nodes_before: u64) {
        let selective_depth = self.selective_depth as u32;
        let index = self.root.current;
        let is_best = self.root.record_score(index, score, bound);
        let reply = self.pv_table.line(1);
        let root_line = |mv| iter::once(mv).chain(reply.iter().copied()).take(MAX_PLY).collect();
        let root_move = &mut self.root.moves[index];
        root_move.nodes += self.nodes - nodes_before;
        if self.techniques.switches.refutation {
            root_move.refutation = root_line(root_move.mv);
        }
        if is_best {
            root_move.selective_depth = selective_depth;
            root_move.pv = root_line(root_move.mv);
        }
    }

    /// Reports the root move that is searched next (`currmove`), once the search has lasted a
    /// while.
    pub fn announce_root_move(&mut self, mv: Move, index: usize) {
        let Some(listener) = self.listener.as_deref_mut() else { return };
        if self.shared.clock.elapsed() >= REPORT_ROOT_MOVES_AFTER {
            listener.root_move(self.root_depth as u32, mv, self.root.pv_index + index + 1);
        }
    }

    /// Restarts the one-second interval to the next progress report, because something was
    /// reported.
    pub fn postpone_heartbeat(&mut self) {
        self.poll.last_report = Instant::now();
    }
}
