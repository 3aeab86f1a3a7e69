//! History scores, what a move has earned: all histories together, for ordering, pruning and
//! reducing alike, and what teaches them: cutoffs above all; cutoffs by the table, nodes where all
//! moves fail and the evaluation before and after a move too (folklore, as in Stockfish; `HistoryBonus.*`
//! of the [tunables](crate::search::techniques::TUNABLES), 0 for none).

use super::captures::CaptureHistory;
use super::continuation::BACK;
use super::low_ply::{self, FromTo};
use super::tables::{LIMIT, PieceTo, bonus, malus, piece_to};
use super::{history, killers, threats};
use crate::chess::{Board, Move};
use crate::search::memory::Memory;
use crate::search::node::{Depth, NodeType};
use crate::search::techniques::{Rules, Weight};
use crate::search::worker::Worker;

/// Looks up the scores of many moves of the current position: what does not depend on the move is
/// done once.
#[derive(Clone, Copy)]
pub struct HistoryScores<'a> {
    board: &'a Board,
    history: history::Scores<'a>,
    rows: [&'a PieceTo; BACK.len() + 1],
    low_ply: Option<&'a FromTo>,
    /// 128ths.
    own: i32,
}

/// The row of one's own last move: two plies back.
const OWN: usize = 1;

/// The row of moves that have earned nothing.
static NOTHING: PieceTo = [0; 12 * 64];

impl<'a> HistoryScores<'a> {
    /// At the current position.
    #[inline]
    pub fn new<N: NodeType>(w: &'a Worker<'_>) -> HistoryScores<'a> {
        let (board, rules) = (w.board(), w.rules::<N>());
        let mut rows = [&NOTHING; BACK.len() + 1];
        if rules.continuation_history {
            for (row, back) in rows.iter_mut().zip(BACK) {
                *row = w
                    .stack
                    .moved(back)
                    .map_or(&NOTHING, |previous| w.memory.continuation_history.after(previous));
            }
        }
        if rules.pawn_history {
            rows[BACK.len()] = w.memory.pawn_history.among(board);
        }
        let low_ply =
            if rules.low_ply_history { w.memory.low_ply_history.at(w.ply()) } else { None };
        let (history, own) = (
            w.memory.quiet_history.scores(&rules.history, w.stack.situation()),
            w.techniques.tunables.continuation_own_move,
        );
        HistoryScores { board, history, rows, low_ply, own }
    }

    /// Of a quiet move.
    #[inline]
    pub fn of<N: NodeType>(&self, mv: Move) -> i32 {
        let index = piece_to(self.board, mv);
        let among_all = self.history.of::<N>(mv) + self.low_ply.map_or(0, |low_ply| low_ply.of(mv));
        let all = self.rows.iter().fold(among_all, |history, row| history + i32::from(row[index]));
        all + i32::from(self.rows[OWN][index]) * self.own / 128
    }
}

/// No quiet move has earned more in play at the current node: the limits of all tables together,
/// and what escapes from [`threats`] are worth.
#[inline]
pub fn most_history<N: NodeType>(w: &Worker<'_>) -> i32 {
    let escape = if w.rules::<N>().threat_ordering {
        threats::MOST * w.techniques.tunables.threat_weight
    } else {
        0
    };
    let own = w.techniques.tunables.continuation_own_move * LIMIT / 128;
    (BACK.len() as i32 + 2 + i32::from(w.ply() < low_ply::PLIES)) * LIMIT + own + escape
}

/// History score of a capture that makes up for an internal unit lost in exchange.
pub const HISTORY_PER_UNIT: i32 = 55;

/// The history score of a capture or promotion; zero for all without capture history.
#[inline]
pub fn of_noisy<N: NodeType>(w: &Worker<'_>, mv: Move) -> i32 {
    if w.rules::<N>().capture_history { w.memory.capture_history.of(w.board(), mv) } else { 0 }
}

/// What was tried at a node before a move cut.
#[derive(Debug, Default)]
pub struct Tried {
    /// Quiet moves.
    pub quiet: arrayvec::ArrayVec<Move, 64>,
    /// CaptureHistory and promotions.
    pub noisy: arrayvec::ArrayVec<Move, 32>,
}

impl Tried {
    /// Notes a move that did not cut. Those tried too late to remember are too many to blame.
    #[inline]
    pub fn note(&mut self, mv: Move) {
        if mv.is_noisy() {
            let _ = self.noisy.try_push(mv);
        } else {
            let _ = self.quiet.try_push(mv);
        }
    }
}

/// A move has cut: it is credited, and those tried before it are debited.
pub fn update_cutoff_history<N: NodeType>(
    w: &mut Worker<'_>,
    best: Move,
    tried: &Tried,
    depth: Depth,
) {
    if !best.is_noisy() {
        killers::update::<N>(w, best);
    }
    let (context, rules) = (BACK.map(|back| w.stack.moved(back)), *w.rules::<N>());
    let (situation, ply) = (w.stack.situation(), w.stack.ply());
    let (board, memory, tunables) = (situation.board, &mut *w.memory, &w.techniques.tunables);
    let (bonus, malus) = (bonus(tunables, depth), malus(tunables, depth));
    if rules.capture_history {
        update_capture_history(
            &mut memory.capture_history,
            board,
            best,
            &tried.noisy,
            bonus,
            malus,
        );
    }
    if best.is_noisy() {
        return;
    }
    memory.quiet_history.update(&rules.history, situation, best, &tried.quiet, depth, tunables);
    if rules.low_ply_history {
        memory.low_ply_history.update(ply, best, bonus);
        tried.quiet.iter().for_each(|&mv| memory.low_ply_history.update(ply, mv, -malus));
    }
    update_context_history(memory, &rules, board, &context, best, bonus);
    for &mv in &tried.quiet {
        update_context_history(memory, &rules, board, &context, mv, -malus);
    }
}

/// The table has cut: its quiet move is credited as one that has cut here, only less, and the quiet
/// move before it is debited.
#[inline]
pub fn update_table_cutoff_history<N: NodeType>(
    w: &mut Worker<'_>,
    best: Option<Move>,
    depth: Depth,
) {
    update_refuted_move_history::<N>(w, depth);
    let rules = w.rules::<N>();
    let Some(best) =
        best.filter(|mv| !mv.is_noisy() && rules.history.weight == Weight::SelfLimiting)
    else {
        return;
    };
    let (rules, context) = (*rules, BACK.map(|back| w.stack.moved(back)));
    let credit = bonus(&w.techniques.tunables, depth) * w.techniques.tunables.tt_move_bonus / 100;
    let (situation, memory) = (w.stack.situation(), &mut *w.memory);
    memory.quiet_history.add(&rules.history, situation, best, credit);
    update_context_history(memory, &rules, situation.board, &context, best, credit);
}

/// The quiet move that led to the current position is refuted: it is debited among what surrounds
/// it.
#[inline]
fn update_refuted_move_history<N: NodeType>(w: &mut Worker<'_>, depth: Depth) {
    let debit = malus(&w.techniques.tunables, depth) * w.techniques.tunables.tt_cutoff_malus / 100;
    update_previous_move_history::<N>(w, -debit, false);
}

/// All moves of a node have failed: the quiet move that led to it refutes them all, and is
/// credited.
pub fn update_fail_low_history<N: NodeType>(w: &mut Worker<'_>, depth: Depth) {
    let credit = bonus(&w.techniques.tunables, depth) * w.techniques.tunables.fail_low_bonus / 100;
    update_previous_move_history::<N>(w, credit, true);
}

/// Credits the quiet move that led to the current position, where it was made: among what surrounds
/// it, and among all moves if asked to.
#[inline]
fn update_previous_move_history<N: NodeType>(w: &mut Worker<'_>, credit: i32, among_all: bool) {
    let rules = *w.rules::<N>();
    let context = BACK.map(|back| w.stack.moved(back + 1));
    let (stack, memory) = (&w.stack, &mut *w.memory);
    if let Some((mv, situation)) = stack.quiet_move_before()
        && rules.history.weight == Weight::SelfLimiting
    {
        if among_all {
            memory.quiet_history.add(&rules.history, situation, mv, credit);
        }
        update_context_history(memory, &rules, situation.board, &context, mv, credit);
    }
}

/// A quiet move is credited with what it has added to the static evaluation, before any search of
/// it.
#[inline]
pub fn update_evaluation_history<N: NodeType>(w: &mut Worker<'_>) {
    let rules = w.rules::<N>().history;
    let (stack, memory) = (&w.stack, &mut *w.memory);
    if rules.weight == Weight::SelfLimiting
        && let Some(gained) = stack.evaluation_gained()
        && let Some((mv, situation)) = stack.quiet_move_before()
    {
        let credit =
            gained.clamp(-MOST_GAINED, MOST_GAINED) * w.techniques.tunables.static_eval_bonus;
        memory.quiet_history.add(&rules, situation, mv, credit);
    }
}

/// Internal units of evaluation that a move is credited with at most.
const MOST_GAINED: i32 = 200;

fn update_capture_history(
    captures: &mut CaptureHistory,
    board: &Board,
    best: Move,
    tried: &[Move],
    bonus: i32,
    malus: i32,
) {
    if best.is_noisy() {
        captures.update(board, best, bonus);
    }
    for &mv in tried {
        captures.update(board, mv, -malus);
    }
}

/// The moves that came before, as [`BACK`] counts them.
type Context = [Option<u16>; BACK.len()];

/// Credits a quiet move in the tables that look at what surrounds it: the moves that came before
/// and the pawns.
fn update_context_history(
    memory: &mut Memory,
    rules: &Rules,
    board: &Board,
    context: &Context,
    mv: Move,
    credit: i32,
) {
    let index = piece_to(board, mv);
    if rules.continuation_history {
        memory.continuation_history.update(context, index, credit);
    }
    if rules.pawn_history {
        memory.pawn_history.update(board, index, credit);
    }
}
