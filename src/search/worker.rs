//! What one thread owns while it searches, beside the [memory](super::memory) that outlives its searches.

use super::clock::Course;
use super::correction::Place;
use super::frame::{Frame, PLIES};
use super::memory::Memory;
use super::node::{Depth, Kind};
use super::order::piece_to;
use super::pv::{self, Line};
use super::report::Listener;
use super::root::RootMoves;
use super::shared::Shared;
use super::tally::Tally;
use super::techniques::{Rules, Techniques, Tunables};
use crate::chess::cycle;
use crate::chess::draw::is_repetition;
use crate::chess::{Board, Game, Move, Square};
use crate::eval::Evaluator;
use crate::score::{DRAW, MAX_PLY, Score};
use crate::tablebase::ranking::Ranking;
use crate::tablebase::{self, Probing};
use std::time::{Duration, Instant};

/// Nodes between two looks at clock and signals: well under a millisecond.
const POLL_INTERVAL: u64 = 1024;
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
    /// The numbers that a tuner may move.
    pub tunables: Tunables,
    /// Is the search [an experiment](Techniques::is_experiment)?
    pub is_experiment: bool,
    /// Is a cut being [audited](super::prune::audit)?
    pub is_auditing: bool,
    /// The endgame tables to look into; `None` if there are none or the root has been looked up.
    pub probing: Option<Probing<'a>>,
    /// The root moves.
    pub root: RootMoves,
    /// Iteration under way, in plies.
    pub root_depth: Depth,
    /// What the iterations before it have shown.
    pub course: Course,
    /// One frame a ply.
    pub frames: Box<[Frame; PLIES]>,
    /// The best line from each ply on.
    lines: Vec<Line>,
    /// Deepest ply reached by the current line.
    pub selective_depth: usize,
    /// Nodes entered by this thread.
    pub nodes: u64,
    /// What was done there.
    pub tally: Tally,
    /// Index of the root move under search.
    pub current_root: usize,
    /// Where reports go; only the main thread has one.
    pub listener: Option<&'a mut dyn Listener>,
    rules: Rules,
    evaluator: &'a Evaluator,
    /// What a draw is worth to the side to move, by the parity of the ply.
    draws: [Score; 2],
    thread: usize,
    boards: Box<[Board; PLIES]>,
    keys: Vec<u64>,
    root_key: usize,
    ply: u8,
    aborted: bool,
    /// The opponent was still thinking when last looked.
    awaits_hit: bool,
    poll_at: u64,
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
    pub rules: tablebase::Rules,
}

impl<'a> Worker<'a> {
    /// A worker at the root.
    pub fn new(
        shared: &'a Shared<'a>,
        memory: &'a mut Memory,
        setup: &Setup<'a>,
        listener: Option<&'a mut dyn Listener>,
    ) -> Worker<'a> {
        let mut keys = Vec::with_capacity(setup.game.keys().len() + MAX_PLY);
        keys.extend_from_slice(setup.game.keys());
        let mut root = RootMoves::new(setup.game.board(), &shared.limits.search_moves);
        if let Some(ranking) = setup.tables.ranking {
            root.take_ranking(ranking, &setup.tables.rules);
        }
        let mut worker = Worker {
            shared,
            memory,
            tunables: setup.techniques.tunables,
            is_experiment: setup.techniques.is_experiment(),
            rules: setup.techniques.rules,
            is_auditing: false,
            course: Course::new(root.choices()),
            probing: setup.tables.probing,
            root,
            root_depth: 0,
            frames: Box::new([Frame::default(); PLIES]),
            lines: vec![Line::new(); MAX_PLY + 1],
            selective_depth: 0,
            nodes: 0,
            tally: Tally::default(),
            current_root: 0,
            listener,
            evaluator: setup.evaluator,
            draws: [DRAW - setup.contempt, DRAW + setup.contempt],
            thread: setup.thread,
            boards: Box::new([*setup.game.board(); PLIES]),
            root_key: keys.len() - 1,
            keys,
            ply: 0,
            aborted: false,
            awaits_hit: shared.limits.ponder,
            poll_at: if shared.limits.nodes.is_some() || shared.limits.clock.nodes_per_millisecond != 0 {
                0
            } else {
                POLL_INTERVAL
            },
            last_sign: Instant::now(),
        };
        worker.find_corrections();
        worker
    }

    /// Number of this thread; 0 is the main one.
    pub fn thread(&self) -> usize {
        self.thread
    }

    /// The position at the current ply.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.boards[self.ply()]
    }

    /// Distance from the root.
    #[inline]
    pub fn ply(&self) -> usize {
        usize::from(self.ply)
    }

    /// The frame of the current ply.
    #[inline]
    pub fn frame(&mut self) -> &mut Frame {
        let ply = self.ply();
        &mut self.frames[ply]
    }

    /// The position at the current ply, and the memory that what is found there goes into.
    #[inline]
    pub fn lesson(&mut self) -> (&Board, &mut Memory, &Tunables) {
        (&self.boards[usize::from(self.ply)], self.memory, &self.tunables)
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
        self.aborted
    }

    /// The static value of the current position, rounded to the grain.
    #[inline(never)] // a node that finds it in the table should not carry it along
    pub fn evaluate<K: Kind>(&mut self) -> Score {
        self.tally.evaluations += 1;
        let score = self.evaluator.evaluate_line(&self.boards[..=self.ply()], &mut self.memory.evaluation);
        let grain = self.rules::<K>().grain;
        if grain == 1 { score } else { score / grain * grain }
    }

    /// Has what the table knows of the position after a move fetched: the earlier before [`Worker::push`], the better.
    #[inline]
    pub fn prefetch(&self, mv: Move) {
        self.shared.table.prefetch(self.board().likely_key_after(mv));
    }

    /// The same for passing the turn.
    #[inline]
    pub fn prefetch_null(&self) {
        self.shared.table.prefetch(self.board().key_after_null());
    }

    /// Goes down by a move.
    #[inline(always)]
    pub fn push<K: Kind>(&mut self, mv: Move) {
        let moved = piece_to(self.board(), mv) as u16;
        self.frame().moved = Some(moved);
        self.copy_board().make(mv);
        self.descend();
        if self.rules::<K>().refutation {
            self.follow_refutation(mv);
        }
    }

    /// Notes whether the line, now longer by this move, is still that of the refutation table.
    #[cold]
    fn follow_refutation(&mut self, mv: Move) {
        let line = self.root.moves.get(self.current_root).map(|root_move| &root_move.refutation);
        let expected = line.and_then(|line| line.get(self.ply() - 1)).copied();
        let parent = self.ply == 1 || self.frames[self.ply() - 1].follows_refutation;
        self.frame().follows_refutation = parent && expected == Some(mv);
    }

    /// Goes down by passing the turn.
    #[inline]
    pub fn push_null(&mut self) {
        self.frame().moved = None;
        self.copy_board().make_null();
        self.descend();
        self.frame().follows_refutation = false;
    }

    /// The board of the next ply, as a copy of the current one.
    #[inline]
    fn copy_board(&mut self) -> &mut Board {
        let ply = self.ply();
        let (above, below) = self.boards.split_at_mut(ply + 1);
        below[0] = above[ply];
        &mut below[0]
    }

    /// Goes to the next ply, whose board has been made.
    #[inline]
    fn descend(&mut self) {
        self.ply += 1;
        self.keys.push(self.board().key());
        self.find_corrections();
    }

    /// Notes where the corrections of the current position's evaluation lie, and has them fetched.
    #[inline]
    fn find_corrections(&mut self) {
        let place = Place::of(self.board(), [1, 2].map(|back| self.moved(back).map_or(0, |moved| moved + 1)));
        self.memory.corrections.prefetch(&place);
        self.frame().correction_place = place;
    }

    /// Where the corrections of the current position's evaluation lie.
    #[inline]
    pub fn correction_place(&self) -> &Place {
        &self.frames[self.ply()].correction_place
    }

    /// The refutation table's move: what followed in the last iteration, if the line so far is the same.
    #[inline]
    pub fn refutation_move<K: Kind>(&self) -> Option<Move> {
        if !self.rules::<K>().refutation || self.ply == 0 || !self.frames[self.ply()].follows_refutation {
            return None;
        }
        self.root.moves.get(self.current_root)?.refutation.get(self.ply()).copied()
    }

    /// Must this kind of node keep its best line?
    #[inline]
    pub fn keeps_line<K: Kind>(&self) -> bool {
        K::PV || self.rules::<K>().refutation
    }

    /// Goes up again.
    #[inline]
    pub fn pop(&mut self) {
        self.keys.pop();
        self.ply -= 1;
    }

    /// The move made so many plies before, by piece and square; `None` for a pass and beyond the root.
    #[inline]
    pub fn moved(&self, back: usize) -> Option<u16> {
        self.ply().checked_sub(back).and_then(|ply| self.frames[ply].moved)
    }

    /// Notes the static evaluation of the current node, which is being entered. Is it better than at the side's last turn? In
    /// check the answer is no; if the side was in check then, the turn before counts.
    #[inline]
    pub fn note_evaluation(&mut self, evaluation: Option<Score>) -> bool {
        let ply = self.ply();
        self.frames[ply].evaluation = evaluation;
        self.frames[ply + 2].cutoffs = 0;
        let before = |back: usize| ply.checked_sub(back).and_then(|ply| self.frames[ply].evaluation);
        let Some(now) = evaluation else { return false };
        before(2).or_else(|| before(4)).is_none_or(|then| now > then)
    }

    /// Which techniques are on, and how: in play those of FULL, which the compiler knows; else those of the experiment. A switch
    /// that is read costs about two instructions a node, whether it is on or not.
    #[inline(always)]
    pub fn rules<K: Kind>(&self) -> &Rules {
        if K::EXPERIMENT { &self.rules } else { &Rules::FULL }
    }

    /// Can the side to move repeat a position of this search by its next move? Then it has at least a draw (Marcel van Kervinck).
    #[inline]
    pub fn can_repeat<K: Kind>(&self) -> bool {
        let board = self.board();
        self.rules::<K>().upcoming_repetition
            && board.halfmove_clock() >= 3
            && cycle::can_repeat(board, &self.keys, self.root_key)
    }

    /// Where the move before has taken something.
    pub fn last_capture(&self) -> Option<Square> {
        let before = self.ply().checked_sub(1).map(|ply| &self.boards[ply])?;
        let (side, now) = (before.side_to_move(), self.board());
        let has_taken = now.color(!side) != before.color(!side);
        has_taken.then(|| (now.color(side).without(before.color(side))).next()).flatten()
    }

    /// Is the current position drawn by rule: fifty moves, repetition, material?
    #[inline]
    pub fn is_draw(&self) -> bool {
        let board = self.board();
        board.is_fifty_move_draw()
            || is_repetition(&self.keys, board.halfmove_clock(), self.root_key)
            || board.is_dead_material()
    }

    /// What a draw is worth to the side to move.
    #[inline]
    pub fn draw(&self) -> Score {
        self.draws[self.ply() % 2]
    }

    /// Has the path no room for another ply?
    #[inline]
    pub fn is_at_last_ply(&self) -> bool {
        self.ply() >= MAX_PLY - 1
    }

    /// Counts a node, and now and then looks whether the search has to end.
    #[inline]
    pub fn count_node(&mut self) {
        self.nodes += 1;
        self.selective_depth = self.selective_depth.max(self.ply());
        if self.nodes >= self.poll_at {
            self.poll();
        }
    }

    #[cold]
    fn poll(&mut self) {
        self.shared.publish_nodes(self.thread, self.nodes);
        self.poll_at = self.nodes + POLL_INTERVAL;
        if self.shared.is_over() {
            self.aborted = true;
        }
        if self.thread != 0 {
            return;
        }
        // The first iteration is always finished unless told to stop, so that there is a score to go with the move.
        let may_end = self.root_depth > 1;
        if let Some(limit) = self.shared.limits.nodes {
            let total = self.shared.total_nodes();
            self.aborted |= may_end && total >= limit;
            self.poll_at = self.nodes + POLL_INTERVAL.min(limit.saturating_sub(total)).max(1);
        }
        if !self.shared.signals.is_pondering() {
            let clock = &self.shared.clock;
            // The time pondered was free: if it was enough, the answer goes out with the hit.
            let nodes = || self.shared.total_nodes();
            let was_enough = self.awaits_hit && !self.shared.limits.infinite && clock.is_past_soft(&self.course, nodes);
            self.aborted |= may_end && (was_enough || clock.is_past_hard(nodes));
            if let Some(left) = clock.nodes_to_hard(nodes) {
                self.poll_at = self.poll_at.min(self.nodes + left.max(1));
            }
            self.awaits_hit = false;
        }
        if self.last_sign.elapsed() >= HEARTBEAT {
            self.last_sign = Instant::now();
            if let Some(listener) = self.listener.as_deref_mut() {
                listener.heartbeat(&self.shared.progress());
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

    /// Notes what the search of a root move has shown. A later move that does not raise alpha keeps no score, so that it
    /// keeps its place in the order.
    pub fn note_root_move(&mut self, mv: Move, score: Score, raised_alpha: bool, nodes_before: u64) {
        let selective_depth = self.selective_depth as u32;
        let Some(index) = self.root.moves.iter().position(|root_move| root_move.mv == mv) else { return };
        let is_first = index == self.root.first;
        let root_move = &mut self.root.moves[index];
        root_move.nodes += self.nodes - nodes_before;
        if self.rules.refutation {
            pv::set(&mut root_move.refutation, mv, &self.lines[1]);
        }
        if is_first || raised_alpha {
            root_move.score = score;
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
        self.last_sign = Instant::now();
    }
}
