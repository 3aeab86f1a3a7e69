//! The move picker: returns the moves of a node one by one, best first, and generates them in
//! stages.
//!
//! Order:
//!
//! 1. the TT move, and moves that a technique puts first;
//! 2. captures and promotions that lose nothing by exchange, by the material won and
//!    [history](super::scores);
//! 3. killers, then quiet moves by history and [threats](super::threats);
//! 4. losing captures.
//!
//! In check all evasions are one stage.

use super::scores::{HISTORY_PER_UNIT, HistoryScores, capture_history_score};
use super::threats::ThreatOrder;
use crate::chess::movegen::{All, Noisy, Quiet};
use crate::chess::{Move, MoveList, PieceKind};
use crate::search::node::{Node, NodeType, PriorityMoves};
use crate::search::prune::n_best::Selected;
use crate::search::table::TtHit;
use crate::search::worker::Worker;
use arrayvec::ArrayVec;

/// Which moves are returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// All of them.
    Main,
    /// All of them; the side to move is in check.
    Evasions,
    /// Captures and promotions that lose nothing.
    Quiescence,
    /// Captures and promotions that lose nothing, and quiet checks.
    QuiescenceWithChecks,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd)]
enum Stage {
    Table,
    PriorityMoves(usize),
    GenerateNoisy,
    GoodNoisy,
    Killers(usize),
    GenerateQuiet,
    Quiet,
    BadNoisy(usize),
    Checks,
    GenerateEvasions,
    Evasions,
    Done,
}

/// Which quiet moves are still returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Quiets {
    All,
    Checks,
    None,
}

/// A move with its sort key in one number: the score, then the inverted index (8 bits), then the
/// move. All numbers of a list differ: the next best move is the largest number below the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Scored(i64);

impl Scored {
    #[inline]
    fn new(mv: Move, score: i32, index: usize) -> Scored {
        Scored(i64::from(score) << 32 | i64::from(!(index as u8)) << 16 | i64::from(mv.bits()))
    }

    #[inline]
    fn mv(self) -> Option<Move> {
        Move::from_bits(self.0 as u16)
    }

    #[inline]
    fn score(self) -> i32 {
        (self.0 >> 32) as i32
    }
}

/// Move picker that returns the moves of one node best first, and generates them in stages.
#[derive(Debug)]
pub struct MovePicker {
    mode: Mode,
    stage: Stage,
    tt_move: Option<Move>,
    killers: [Option<Move>; 2],
    priority_moves: PriorityMoves,
    /// The moves generated last; those above `best` have been returned.
    moves: ArrayVec<Scored, 256>,
    /// The best of these moves that is left, if any.
    best: Option<Scored>,
    /// Losing captures, for a later stage.
    bad: ArrayVec<Move, 256>,
    /// What a good capture must win by exchange, internal units.
    threshold: i32,
    quiets: Quiets,
    /// History score of the move returned last, if the moves were sorted by it.
    last_history: Option<i32>,
}

impl MovePicker {
    /// Creates a move picker with all moves of the current position, for the main search.
    pub fn for_main_search<N: NodeType>(w: &Worker<'_>, node: &Node) -> MovePicker {
        let tt_move = tt_move::<N>(w, node.hit).or_else(|| w.refutation_move::<N>());
        if w.board().in_check() {
            return MovePicker::new(w, Mode::Evasions, tt_move)
                .with_priority_moves(&node.priority_moves);
        }
        let killers = if w.switches::<N>().killers { w.stack.entry().killers } else { [None; 2] };
        MovePicker { killers, ..MovePicker::new(w, Mode::Main, tt_move) }
            .with_priority_moves(&node.priority_moves)
    }

    /// Creates a move picker for quiescence search (evasions in check, else good captures and
    /// optionally quiet checks).
    pub fn for_quiescence<N: NodeType>(
        w: &Worker<'_>,
        hit: Option<TtHit>,
        with_checks: bool,
    ) -> MovePicker {
        let tt_move = tt_move::<N>(w, hit);
        if w.board().in_check() {
            return MovePicker::new(w, Mode::Evasions, tt_move);
        }
        let mode = if with_checks { Mode::QuiescenceWithChecks } else { Mode::Quiescence };
        let tt_move = tt_move.filter(|mv| mv.is_noisy());
        MovePicker { quiets: Quiets::Checks, ..MovePicker::new(w, mode, tt_move) }
    }

    /// Creates a move picker for captures and promotions whose SEE is at least `threshold` internal
    /// units, shifted by their history except for the TT move; not in check.
    pub fn for_winning_captures<N: NodeType>(
        w: &Worker<'_>,
        hit: Option<TtHit>,
        threshold: i32,
    ) -> MovePicker {
        let tt_move = tt_move::<N>(w, hit).filter(|mv| mv.is_noisy());
        let picker = MovePicker::new(w, Mode::Quiescence, tt_move);
        // Only now is the TT move known to be legal.
        let tt_move = picker.tt_move.filter(|mv| w.board().see_ge(*mv, threshold));
        MovePicker { threshold, tt_move, ..picker }
    }

    /// Makes the move picker skip all remaining quiet moves.
    #[inline]
    pub fn skip_quiet(&mut self) {
        self.quiets = Quiets::None;
    }

    /// Whether the move picker has not yet reached the quiet moves (killers do not count).
    #[inline]
    pub fn is_before_quiet(&self) -> bool {
        self.mode == Mode::Main && self.quiets == Quiets::All && self.stage < Stage::Quiet
    }

    /// Whether the last move is a good capture: it has passed a static exchange evaluation.
    #[inline]
    pub fn is_at_good_noisy(&self) -> bool {
        self.stage == Stage::GoodNoisy
    }

    /// Makes the move picker skip remaining quiet moves, except killers and checks.
    #[inline]
    pub fn skip_quiet_except_checks(&mut self) {
        self.quiets = Quiets::Checks;
    }

    /// Makes the move picker skip quiet moves with a lower history score than the last one, except
    /// checks.
    #[inline]
    pub fn skip_worse_quiet(&mut self, w: &Worker<'_>) {
        if self.stage != Stage::Quiet || self.quiets != Quiets::All {
            return; // killers are not sorted by history
        }
        self.quiets = Quiets::Checks;
        let Some(best) = self.best else { return };
        let checks = w.board().checks();
        self.moves.retain(|scored| {
            *scored <= best && scored.mv().is_some_and(|mv| checks.gives_check(mv))
        });
        self.best = self.moves.iter().max().copied();
    }

    /// History score of the move that the move picker returned last. Quiet moves were sorted by it,
    /// so it is not computed again.
    #[inline]
    pub fn history_score<N: NodeType>(&self, w: &Worker<'_>, mv: Move) -> i32 {
        self.last_history.unwrap_or_else(|| {
            if mv.is_noisy() {
                capture_history_score::<N>(w, mv)
            } else {
                HistoryScores::new::<N>(w).score::<N>(mv)
            }
        })
    }

    /// Creates a move picker for exactly these moves in this order (N-best selective search).
    pub fn from_selection(moves: &Selected) -> MovePicker {
        let moves: ArrayVec<Scored, 256> = moves
            .iter()
            .enumerate()
            .map(|(index, &(mv, score))| Scored::new(mv, score, index))
            .collect();
        let best = moves.iter().max().copied();
        MovePicker { stage: Stage::Evasions, moves, best, ..MovePicker::empty(Mode::Main) }
    }

    fn empty(mode: Mode) -> MovePicker {
        MovePicker {
            mode,
            stage: Stage::Table,
            tt_move: None,
            killers: [None; 2],
            priority_moves: PriorityMoves::new(),
            moves: ArrayVec::new(),
            best: None,
            bad: ArrayVec::new(),
            threshold: 0,
            quiets: Quiets::All,
            last_history: None,
        }
    }

    /// Creates a move picker that starts with the TT move, if that is legal.
    fn new(w: &Worker<'_>, mode: Mode, tt_move: Option<Move>) -> MovePicker {
        let tt_move = tt_move.filter(|&mv| w.board().is_legal(mv));
        MovePicker { tt_move, ..MovePicker::empty(mode) }
    }

    /// Puts these moves after the TT move.
    fn with_priority_moves(mut self, moves: &PriorityMoves) -> MovePicker {
        let others = moves.iter().copied().filter(|&mv| Some(mv) != self.tt_move);
        self.priority_moves = others.collect();
        self
    }

    /// Returns the next move to search; `None` when no moves are left.
    pub fn next<N: NodeType>(&mut self, w: &Worker<'_>) -> Option<Move> {
        loop {
            match self.stage {
                Stage::Table => {
                    self.stage = Stage::PriorityMoves(0);
                    if let Some(mv) = self.tt_move {
                        w.prefetch(mv);
                        return Some(mv);
                    }
                }
                Stage::PriorityMoves(index) => {
                    if let Some(&mv) = self.priority_moves.get(index) {
                        self.stage = Stage::PriorityMoves(index + 1);
                        w.prefetch(mv);
                        return Some(mv);
                    }
                    self.stage = if self.mode == Mode::Evasions {
                        Stage::GenerateEvasions
                    } else {
                        Stage::GenerateNoisy
                    };
                }
                Stage::GenerateNoisy => self.generate_noisy::<N>(w),
                Stage::GoodNoisy => match self.pick_best(w).and_then(Scored::mv) {
                    Some(mv) if self.is_good::<N>(w, mv) => return Some(mv),
                    Some(mv) => self.bad.push(mv),
                    None => self.stage = self.stage_after_good_noisy(),
                },
                Stage::Killers(index) => {
                    self.stage = if index == 0 { Stage::Killers(1) } else { Stage::GenerateQuiet };
                    if let Some(mv) = self.take_killer(w, index) {
                        return Some(mv);
                    }
                }
                Stage::GenerateQuiet | Stage::Quiet if self.quiets == Quiets::None => {
                    self.go_to_bad_noisy();
                }
                Stage::GenerateQuiet => self.generate_quiet::<N>(w),
                Stage::Quiet => match self.pick_best(w) {
                    Some(picked) => {
                        self.last_history = Some(picked.score());
                        return picked.mv();
                    }
                    None => self.go_to_bad_noisy(),
                },
                Stage::BadNoisy(index) => match self.bad.get(index) {
                    Some(&mv) => {
                        self.stage = Stage::BadNoisy(index + 1);
                        w.prefetch(mv);
                        return Some(mv);
                    }
                    None => self.stage = Stage::Done,
                },
                Stage::Checks => match self.pick_best(w).and_then(Scored::mv) {
                    Some(mv) if loses_by_exchange(w, mv, 0) => {}
                    Some(mv) => return Some(mv),
                    None => self.stage = Stage::Done,
                },
                Stage::GenerateEvasions => self.generate_evasions::<N>(w),
                Stage::Evasions => {
                    let Some(picked) = self.pick_best(w) else {
                        self.stage = Stage::Done;
                        continue;
                    };
                    let is_quiet = picked.mv().is_some_and(|mv| !mv.is_noisy());
                    let is_sorted = self.mode == Mode::Evasions; // not a selection
                    if !is_quiet || self.quiets != Quiets::None {
                        self.last_history = (is_sorted && is_quiet).then_some(picked.score());
                        return picked.mv();
                    }
                    if is_sorted {
                        self.stage = Stage::Done; // only quiet moves follow
                    }
                }
                Stage::Done => return None,
            }
        }
    }

    #[inline(always)]
    fn stage_after_good_noisy(&self) -> Stage {
        match self.mode {
            Mode::Quiescence => Stage::Done,
            Mode::QuiescenceWithChecks => Stage::GenerateQuiet,
            Mode::Main | Mode::Evasions => Stage::Killers(0),
        }
    }

    /// The killer with this index, if it is a legal move that has not come yet. Other killers are
    /// cleared, so that the move can come among the generated moves.
    #[inline(always)]
    fn take_killer(&mut self, w: &Worker<'_>, index: usize) -> Option<Move> {
        if let Some(mv) = self.killers[index]
            && self.quiets != Quiets::None
            && !self.was_returned(mv)
            && w.board().is_legal(mv)
        {
            w.prefetch(mv);
            return Some(mv);
        }
        self.killers[index] = None;
        None
    }

    /// Goes to the losing captures, which are not sorted by history.
    fn go_to_bad_noisy(&mut self) {
        self.last_history = None;
        self.stage = Stage::BadNoisy(0);
    }

    // The functions of the stages are not inlined into `next`, which is called for every move: each
    // call would prepare the registers of all stages.

    #[inline(never)]
    fn generate_noisy<N: NodeType>(&mut self, w: &Worker<'_>) {
        let mut list = MoveList::new();
        w.board().append_moves::<Noisy>(&mut list);
        self.add(w, &list, |mv| noisy_score::<N>(w, mv));
        self.stage = Stage::GoodNoisy;
    }

    #[inline(never)]
    fn generate_quiet<N: NodeType>(&mut self, w: &Worker<'_>) {
        let mut list = MoveList::new();
        if self.quiets == Quiets::All {
            w.board().append_moves::<Quiet>(&mut list);
        } else {
            w.board().append_quiet_checks(&mut list);
        }
        self.stage = if self.mode == Mode::Main { Stage::Quiet } else { Stage::Checks };
        if list.is_empty() {
            // Most leaves have no quiet check: the threats need not be computed.
            self.add(w, &list, |_| 0);
            return;
        }
        let scores = HistoryScores::new::<N>(w);
        if w.switches::<N>().threat_ordering {
            let (threats, weight) = (ThreatOrder::new(w.board()), w.tunables::<N>().threat_weight);
            self.add(w, &list, |mv| scores.score::<N>(mv) + threats.score(mv) * weight);
        } else {
            self.add(w, &list, |mv| scores.score::<N>(mv));
        }
    }

    #[inline(never)]
    fn generate_evasions<N: NodeType>(&mut self, w: &Worker<'_>) {
        let mut list = MoveList::new();
        w.board().append_moves::<All>(&mut list);
        let scores = HistoryScores::new::<N>(w);
        self.add(w, &list, |mv| {
            if mv.is_noisy() {
                noisy_score::<N>(w, mv) + CAPTURES_FIRST
            } else {
                scores.score::<N>(mv)
            }
        });
        self.stage = Stage::Evasions;
    }

    /// Scores these moves and makes them the moves to return, except those returned already.
    fn add(&mut self, w: &Worker<'_>, list: &[Move], score: impl Fn(Move) -> i32) {
        self.moves.clear();
        let mut best = Scored(i64::MIN);
        for (index, &mv) in list.iter().enumerate() {
            if !self.was_returned(mv) && !self.killers.contains(&Some(mv)) {
                let scored = Scored::new(mv, score(mv), index);
                self.moves.push(scored);
                best = best.max(scored);
            }
        }
        self.best = (!self.moves.is_empty()).then_some(best);
        self.prefetch_best(w);
    }

    /// Whether the move was returned already, as the TT move or a priority move.
    fn was_returned(&self, mv: Move) -> bool {
        Some(mv) == self.tt_move || self.priority_moves.contains(&mv)
    }

    /// The best move left. The next one is found at once: the search of this one gives its table
    /// entry the time to arrive.
    fn pick_best(&mut self, w: &Worker<'_>) -> Option<Scored> {
        let best = self.best?;
        self.best = self.best_below(best);
        self.prefetch_best(w);
        Some(best)
    }

    /// Prefetches the table entry after the best move left.
    fn prefetch_best(&self, w: &Worker<'_>) {
        if let Some(mv) = self.best.and_then(Scored::mv) {
            w.prefetch(mv);
        }
    }

    /// The best move after this one, in one pass without branches that depend on the moves. Most
    /// nodes are cut before a sorted list would pay.
    #[inline(never)]
    fn best_below(&self, last: Scored) -> Option<Scored> {
        let mut best = i64::MIN;
        // A plain loop: compilers make vector code of it, and not of a fold.
        for scored in &self.moves {
            best = best.max(if scored.0 < last.0 { scored.0 } else { i64::MIN });
        }
        (best > i64::MIN).then_some(Scored(best))
    }

    /// Whether the capture wins enough by exchange. Its history shifts the threshold, also in
    /// quiescence (lab/notebook/factors.md).
    #[inline(never)]
    fn is_good<N: NodeType>(&self, w: &Worker<'_>, mv: Move) -> bool {
        let threshold = self.threshold - capture_history_score::<N>(w, mv) / HISTORY_PER_UNIT;
        mv.promotion().is_none_or(|kind| kind == PieceKind::Queen)
            && w.board().see_ge(mv, threshold)
    }
}

/// Whether the quiet move loses more than `allowed`, at least 0, by exchange.
#[inline]
pub fn loses_by_exchange(w: &Worker<'_>, mv: Move, allowed: i32) -> bool {
    !w.stack.board_with_threats().is_safe_from_capture(mv) && !w.board().see_ge(mv, -allowed)
}

/// The TT move, if it may be tried first.
#[inline]
fn tt_move<N: NodeType>(w: &Worker<'_>, hit: Option<TtHit>) -> Option<Move> {
    if w.switches::<N>().table.order { hit.and_then(|hit| hit.mv) } else { None }
}

/// Above every history score, those of the papers' weights too.
const CAPTURES_FIRST: i32 = 1 << 29;

/// The material won plus capture history. The less valuable attacker breaks ties, which is MVV-LVA
/// where capture history is off.
fn noisy_score<N: NodeType>(w: &Worker<'_>, mv: Move) -> i32 {
    let board = w.board();
    let attacker = board.kind_on(mv.from()).map_or(0, |kind| kind.index() as i32);
    board.immediate_gain(mv) * 16 - attacker + capture_history_score::<N>(w, mv) / 2
}
