//! What one thread owns while it searches, beside the [memory](super::memory) that outlives its
//! searches.

use super::clock::IterationHistory;
use super::memory::Memory;
use super::node::{Depth, NodeType};
use super::pv::{self, Line};
use super::report::{Ending, Listener, TreeStep};
use super::root::RootMoves;
use super::shared::Shared;
use super::stack::SearchStack;
use super::statistics::{Statistic, Statistics};
use super::table::TtEntry;
use super::techniques::{Rules, Techniques};
use crate::chess::{Board, Game, Move};
use crate::eval::Evaluator;
use crate::score::{DRAW, MAX_PLY, Score};
use crate::tablebase::ranking::Ranking;
use crate::tablebase::{self, Probing};
use std::time::{Duration, Instant};

/// Nodes between two looks at clock and signals: well under a millisecond.
const POLL_INTERVAL: u64 = 1024;
/// Nodes that the first iteration may take though it is told to stop: some milliseconds.
const FIRST_ITERATION: u64 = 10_000;
/// Time between two signs of life.
const HEARTBEAT: Duration = Duration::from_secs(1);
/// Time before the root moves are told one by one.
const TELL_ROOT_MOVES_AFTER: Duration = Duration::from_secs(3);

/// One thread's search. Built afresh for every search, so there is nothing to reset.
pub struct Worker<'a> {
    /// What the threads share.
    pub shared: &'a Shared<'a>,
    /// What outlives the search.
    pub memory: &'a mut Memory,
    /// Which techniques are on; nodes ask for [`Worker::rules`].
    pub techniques: Techniques,
    /// Is the search [an experiment](Techniques::is_experiment), or its tree wanted?
    pub is_experiment: bool,
    /// Does the listener [want the tree](Listener::wants_tree)?
    is_watched: bool,
    /// Is a cut being [audited](super::prune::audit)?
    pub is_auditing: bool,
    /// The endgame tables to look into; `None` if there are none or the root has been looked up.
    pub probing: Option<Probing<'a>>,
    /// The root moves.
    pub root: RootMoves,
    /// Iteration under way, in plies.
    pub root_depth: Depth,
    /// What the iterations before it have shown.
    pub iterations: IterationHistory,
    /// The line of play.
    pub stack: SearchStack,
    /// The best line from each ply on.
    lines: Vec<Line>,
    /// Deepest ply reached by the current line.
    pub selective_depth: usize,
    /// Nodes entered by this thread.
    pub nodes: u64,
    /// What was done there.
    pub statistics: Statistics,
    /// Where reports go; only the main thread has one.
    pub listener: Option<&'a mut dyn Listener>,
    evaluator: &'a Evaluator,
    /// What a draw is worth to the side to move, by the parity of the ply.
    draws: [Score; 2],
    thread: usize,
    watch: Watch,
}

/// When to look whether the search has to end, and what was seen.
struct Watch {
    /// Number of nodes at which to look again.
    poll_at: u64,
    /// The search has been broken off.
    aborted: bool,
    /// The opponent was still thinking when last looked.
    awaits_hit: bool,
    last_sign: Instant,
}

/// What a worker is made of beside what it shares.
#[derive(Debug)]
pub struct Setup<'a> {
    /// The game up to the root.
    pub game: &'a Game,
    /// Number of the thread; 0 is the main one.
    pub thread: usize,
    /// Which techniques are on.
    pub techniques: Techniques,
    /// What positions are worth.
    pub evaluator: &'a Evaluator,
    /// How much less than nothing a draw is worth to the side to move at the root.
    pub contempt: Score,
    /// What endgame tables know.
    pub tables: TableKnowledge<'a>,
}

/// What endgame tables know of a search.
#[derive(Clone, Copy, Debug, Default)]
pub struct TableKnowledge<'a> {
    /// To be asked inside the tree.
    pub probing: Option<Probing<'a>>,
    /// What they say of the root moves.
    pub ranking: Option<&'a Ranking>,
    /// How they are used.
    pub rules: tablebase::TablebaseRules,
}

impl<'a> Worker<'a> {
    /// A worker at the root.
    pub fn new(
        shared: &'a Shared<'a>,
        memory: &'a mut Memory,
        setup: &Setup<'a>,
        listener: Option<&'a mut dyn Listener>,
    ) -> Worker<'a> {
        let mut root = RootMoves::new(setup.game.board(), &shared.limits.search_moves);
        if let Some(ranking) = setup.tables.ranking {
            root.take_ranking(ranking, &setup.tables.rules);
        }
        let polls_at_once =
            shared.limits.nodes.is_some() || shared.limits.clock.nodes_per_millisecond != 0;
        let watch = Watch {
            poll_at: if polls_at_once { 0 } else { POLL_INTERVAL },
            aborted: false,
            awaits_hit: shared.limits.ponder,
            last_sign: Instant::now(),
        };
        let is_watched = listener.as_ref().is_some_and(|listener| listener.wants_tree());
        let mut worker = Worker {
            shared,
            memory,
            techniques: setup.techniques,
            is_experiment: setup.techniques.is_experiment() || is_watched,
            is_watched,
            is_auditing: false,
            iterations: IterationHistory::new(root.choices()),
            probing: setup.tables.probing,
            root,
            root_depth: 0,
            stack: SearchStack::new(setup.game),
            lines: vec![Line::new(); MAX_PLY + 1],
            selective_depth: 0,
            nodes: 0,
            statistics: Statistics::default(),
            listener,
            evaluator: setup.evaluator,
            draws: [DRAW - setup.contempt, DRAW + setup.contempt],
            thread: setup.thread,
            watch,
        };
        worker.find_corrections();
        worker
    }

    /// Number of this thread; 0 is the main one.
    pub fn thread(&self) -> usize {
        self.thread
    }

    /// Which techniques are on, and how: in play those of FULL, which the compiler knows; else
    /// those of the experiment. A switch that is read costs about two instructions a node, whether
    /// it is on or not.
    #[inline(always)]
    pub fn rules<N: NodeType>(&self) -> &Rules {
        if N::EXPERIMENT { &self.techniques.rules } else { &Rules::FULL }
    }

    /// The position at the current ply.
    #[inline]
    pub fn board(&self) -> &Board {
        self.stack.board()
    }

    /// Distance from the root.
    #[inline]
    pub fn ply(&self) -> usize {
        self.stack.ply()
    }

    /// The best line from the current ply on.
    #[inline]
    pub fn line(&mut self) -> &mut Line {
        let ply = self.ply();
        &mut self.lines[ply]
    }

    /// Has the search been broken off? Then every score on the way up is void.
    #[inline]
    pub fn is_aborted(&self) -> bool {
        self.watch.aborted
    }

    /// The static value of the current position, rounded to the grain.
    #[inline(never)] // a node that finds it in the table should not carry it along
    pub fn evaluate<N: NodeType>(&mut self) -> Score {
        self.statistics.evaluations += 1;
        let score = self.evaluator.evaluate_line(self.stack.boards(), &mut self.memory.evaluation);
        let grain = self.rules::<N>().grain;
        if grain == 1 { score } else { score / grain * grain }
    }

    /// Has what the table knows of the position after a move fetched: the earlier before
    /// [`Worker::push`], the better.
    #[inline]
    pub fn prefetch(&self, mv: Move) {
        self.shared.table.prefetch(self.board().likely_key_after(mv));
    }

    /// The same for passing the turn.
    #[inline]
    pub fn prefetch_null(&self) {
        self.shared.table.prefetch(self.board().key_after_null());
    }

    /// Remembers what was found at the current position.
    #[inline]
    pub fn store(&self, record: &TtEntry) {
        self.shared.table.store(self.board().key(), self.ply(), record);
    }

    /// Goes down by a move.
    #[inline(always)]
    pub fn push<N: NodeType>(&mut self, mv: Move) {
        self.stack.push(mv);
        self.report_step::<N>(|w| TreeStep::Move(w.ply(), Some(mv)));
        self.find_corrections();
        if self.rules::<N>().refutation {
            self.follow_refutation(mv);
        }
    }

    /// Goes down by passing the turn.
    #[inline]
    pub fn push_null<N: NodeType>(&mut self) {
        self.stack.push_null();
        self.report_step::<N>(|w| TreeStep::Move(w.ply(), None));
        self.find_corrections();
    }

    /// Goes up again.
    #[inline]
    pub fn pop(&mut self) {
        self.stack.pop();
    }

    /// Notes where the corrections of the current position's evaluation lie, and has them fetched.
    #[inline]
    fn find_corrections(&mut self) {
        self.memory.corrections.prefetch(self.stack.find_corrections());
    }

    /// Notes whether the line, now longer by this move, is still that of the refutation table.
    #[cold]
    fn follow_refutation(&mut self, mv: Move) {
        let before = self.ply() - 1;
        let line = self.root.under_search().map(|root_move| &root_move.refutation);
        let expected = line.and_then(|line| line.get(before)).copied();
        let parent = before == 0 || self.stack.entries[before].follows_refutation;
        self.stack.entry_mut().follows_refutation = parent && expected == Some(mv);
    }

    /// The refutation table's move: what followed in the last iteration, if the line so far is the
    /// same.
    #[inline]
    pub fn refutation_move<N: NodeType>(&self) -> Option<Move> {
        if !self.rules::<N>().refutation
            || self.ply() == 0
            || !self.stack.entry().follows_refutation
        {
            return None;
        }
        self.root.under_search()?.refutation.get(self.ply()).copied()
    }

    /// Must this kind of node keep its best line?
    #[inline]
    pub fn keeps_line<N: NodeType>(&self) -> bool {
        N::PV || self.rules::<N>().refutation
    }

    /// What a draw is worth to the side to move.
    #[inline]
    pub fn draw(&self) -> Score {
        self.draws[self.ply() % 2]
    }

    /// Counts a node, and now and then looks whether the search has to end.
    #[inline]
    pub fn count_node(&mut self) {
        self.nodes += 1;
        self.selective_depth = self.selective_depth.max(self.ply());
        if self.nodes >= self.watch.poll_at {
            self.poll();
        }
    }

    /// Looks whether the search has to end at the next node: what has just been done may have taken
    /// as long as a thousand.
    pub fn poll_soon(&mut self) {
        self.watch.poll_at = 0;
    }

    /// Tries a technique: counts whether it won and the nodes it took, unless the search was broken
    /// off.
    #[inline(always)]
    pub fn measure<N: NodeType, T>(
        &mut self,
        technique: Statistic,
        search: impl FnOnce(&mut Worker<'a>) -> T,
        has_won: impl FnOnce(&T) -> bool,
    ) -> T {
        let nodes_before = self.nodes;
        self.report_step::<N>(|_| TreeStep::Attempt(technique));
        let found = search(self);
        if !self.is_aborted() {
            self.note::<N>(technique, has_won(&found), self.nodes - nodes_before);
        }
        found
    }

    /// Counts a technique that has or has not won, at the cost of so many nodes.
    #[inline(always)]
    pub fn note<N: NodeType>(&mut self, technique: Statistic, won: bool, nodes: u64) {
        self.statistics.note(technique, won, nodes);
        self.report_step::<N>(|_| TreeStep::Counted(technique, won));
    }

    /// Tells a step of the walk to whoever wants it; in play the compiler knows that nobody does.
    #[inline(always)]
    pub fn report_step<N: NodeType>(&mut self, step: impl FnOnce(&Worker<'a>) -> TreeStep) {
        if N::EXPERIMENT && self.is_watched {
            let step = step(self);
            let Some(listener) = self.listener.as_deref_mut() else { return };
            listener.step(&step);
        }
    }

    /// The score of a node that is over as soon as it is entered, with the reason told.
    #[inline(always)]
    pub fn ends<N: NodeType>(&mut self, why: Ending, score: Score) -> Score {
        self.report_step::<N>(|_| TreeStep::End(why));
        score
    }

    #[cold]
    fn poll(&mut self) {
        let (shared, watch) = (self.shared, &mut self.watch);
        shared.publish_nodes(self.thread, self.nodes);
        watch.poll_at = self.nodes + POLL_INTERVAL;
        // The first iteration is finished, so that there is a score to go with the move: only a
        // stop ends it, and that after a while.
        let may_end = self.root_depth > 1;
        watch.aborted |=
            shared.is_over() && (may_end || self.thread != 0 || self.nodes >= FIRST_ITERATION);
        if self.thread != 0 {
            return;
        }
        if let Some(limit) = shared.limits.nodes {
            let total = shared.total_nodes();
            watch.aborted |= may_end && total >= limit;
            watch.poll_at = self.nodes + POLL_INTERVAL.min(limit.saturating_sub(total)).max(1);
        }
        if !shared.signals.is_pondering() {
            let clock = &shared.clock;
            // The time pondered was free: if it was enough, the answer goes out with the hit.
            let nodes = || shared.total_nodes();
            let was_enough = watch.awaits_hit
                && !shared.limits.infinite
                && clock.is_past_soft(&self.iterations, nodes);
            watch.aborted |= may_end && (was_enough || clock.is_past_hard(nodes));
            if let Some(left) = clock.nodes_to_hard(nodes) {
                watch.poll_at = watch.poll_at.min(self.nodes + left.max(1));
            }
            watch.awaits_hit = false;
        }
        if watch.last_sign.elapsed() >= HEARTBEAT {
            watch.last_sign = Instant::now();
            if let Some(listener) = self.listener.as_deref_mut() {
                listener.heartbeat(&shared.progress());
            }
        }
    }

    /// Makes the move and the line below it the line of the current ply.
    #[inline]
    pub fn extend_pv(&mut self, mv: Move) {
        let ply = self.ply();
        let (upper, lower) = self.lines.split_at_mut(ply + 1);
        pv::set(&mut upper[ply], mv, &lower[0]);
    }

    /// Notes what the search of a root move has shown.
    pub fn note_root_move(
        &mut self,
        mv: Move,
        score: Score,
        raised_alpha: bool,
        nodes_before: u64,
    ) {
        let selective_depth = self.selective_depth as u32;
        let Some(index) = self.root.moves.iter().position(|root_move| root_move.mv == mv) else {
            return;
        };
        let is_best = self.root.note_score(index, score, raised_alpha);
        let root_move = &mut self.root.moves[index];
        root_move.nodes += self.nodes - nodes_before;
        if self.techniques.rules.refutation {
            pv::set(&mut root_move.refutation, mv, &self.lines[1]);
        }
        if is_best {
            root_move.selective_depth = selective_depth;
            pv::set(&mut root_move.pv, mv, &self.lines[1]);
        }
    }

    /// Tells which root move is about to be searched, once the search has lasted a while.
    pub fn announce_root_move(&mut self, mv: Move, index: usize) {
        let Some(listener) = self.listener.as_deref_mut() else { return };
        if self.shared.clock.elapsed() >= TELL_ROOT_MOVES_AFTER {
            listener.root_move(self.root_depth as u32, mv, self.root.first + index + 1);
        }
    }

    /// A sign of life has just been given, so the next may wait.
    pub fn has_reported(&mut self) {
        self.watch.last_sign = Instant::now();
    }
}
