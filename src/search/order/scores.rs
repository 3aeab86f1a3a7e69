//! History scores: the sum of all histories of a move, for ordering, pruning and reductions, and
//! the updates of the histories. Updates come from cutoffs, TT cutoffs, nodes that fail
//! low, and changes of the static evaluation (folklore, as in Stockfish; `HistoryBonus.*` and
//! `HistoryMalus.*` of the [tunables](crate::search::techniques::TUNABLES)).

use super::captures::CaptureHistory;
use super::continuation::BACK;
use super::low_ply::{self, FromTo};
use super::tables::{LIMIT, PieceTo, bonus, malus, piece_to};
use super::{history, killers, threats};
use crate::chess::{Board, Move};
use crate::search::node::{Depth, NodeType};
use crate::search::techniques::{BonusFormula, Switches};
use crate::search::thread_data::ThreadData;
use crate::search::worker::Worker;

/// Prepared lookup of the summed quiet histories for moves of the current position.
#[derive(Clone, Copy)]
pub struct HistoryScores<'a> {
    board: &'a Board,
    history: history::Scores<'a>,
    rows: [&'a PieceTo; ROWS],
    low_ply: Option<&'a FromTo>,
    /// Extra weight of the side's own last move, 128ths.
    follow_up_weight: i32,
}

/// Tables by piece and square: those of the continuation history, then the pawn history.
const ROWS: usize = BACK.len() + 1;

/// The row of the side's own last move: two plies back.
const FOLLOW_UP: usize = 1;

/// A row of zeros, for histories that are off.
static NOTHING: PieceTo = [0; 12 * 64];

impl<'a> HistoryScores<'a> {
    /// Prepares the lookup of quiet histories for the moves of the current position.
    #[inline]
    pub fn new<N: NodeType>(w: &'a Worker<'_>) -> HistoryScores<'a> {
        let (board, switches) = (w.board(), w.switches::<N>());
        let mut rows = [&NOTHING; ROWS];
        if switches.continuation_history {
            for (row, back) in rows.iter_mut().zip(BACK) {
                *row = w.stack.previous_piece_to(back).map_or(&NOTHING, |previous| {
                    w.thread_data.continuation_history.scores_after(previous)
                });
            }
        }
        if switches.pawn_history {
            rows[BACK.len()] = w.thread_data.pawn_history.scores_for(board);
        }
        let low_ply = if switches.low_ply_history {
            w.thread_data.low_ply_history.scores_at(w.ply())
        } else {
            None
        };
        let (history, follow_up_weight) = (
            w.thread_data.quiet_history.scores(&switches.history, w.stack.board_with_threats()),
            w.tunables::<N>().continuation_own_move,
        );
        HistoryScores { board, history, rows, low_ply, follow_up_weight }
    }

    /// Sum of the history scores of a quiet move (quiet, continuation, pawn and low-ply history).
    #[inline]
    pub fn score<N: NodeType>(&self, mv: Move) -> i32 {
        let index = piece_to(self.board, mv);
        sum(
            self.history.score::<N>(mv),
            self.low_ply.map(|low_ply| low_ply.score(mv)),
            self.rows.map(|row| i32::from(row[index])),
            self.follow_up_weight,
        )
    }
}

/// A history score from the entries of all quiet tables. `follow_up_weight` is the extra weight of
/// the side's own last move, in 128ths.
#[inline(always)]
fn sum(quiet: i32, low_ply: Option<i32>, rows: [i32; ROWS], follow_up_weight: i32) -> i32 {
    rows.iter().fold(quiet + low_ply.unwrap_or(0), |sum, entry| sum + entry)
        + rows[FOLLOW_UP] * follow_up_weight / 128
}

/// Upper bound of the summed history scores of any quiet move at the current node. It is the sum of
/// all tables at their limit and of the greatest bonus of [`threats`].
#[inline]
pub fn max_history_score<N: NodeType>(w: &Worker<'_>) -> i32 {
    let tunables = w.tunables::<N>();
    let escape = if w.switches::<N>().threat_ordering {
        threats::MAX_SCORE * tunables.threat_weight
    } else {
        0
    };
    let low_ply = (w.ply() < low_ply::PLIES).then_some(LIMIT);
    sum(LIMIT, low_ply, [LIMIT; ROWS], tunables.continuation_own_move) + escape
}

/// Capture-history points that outweigh one internal unit of static exchange loss.
pub const HISTORY_PER_UNIT: i32 = 55;

/// Capture-history score of a capture or promotion; 0 if the capture history is off.
#[inline]
pub fn capture_history_score<N: NodeType>(w: &Worker<'_>, mv: Move) -> i32 {
    if w.switches::<N>().capture_history {
        w.thread_data.capture_history.score(w.board(), mv)
    } else {
        0
    }
}

/// Moves searched at a node before its cutoff move; they get a malus in the histories.
#[derive(Debug, Default)]
pub struct Tried {
    /// Quiet moves.
    pub quiet: arrayvec::ArrayVec<Move, 64>,
    /// Captures and promotions.
    pub noisy: arrayvec::ArrayVec<Move, 32>,
}

impl Tried {
    /// Records a move that caused no cutoff; moves beyond the list's capacity are ignored.
    #[inline]
    pub fn push(&mut self, mv: Move) {
        if mv.is_noisy() {
            let _ = self.noisy.try_push(mv);
        } else {
            let _ = self.quiet.try_push(mv);
        }
    }
}

/// Updates all histories after a beta cutoff (bonus for `best`, malus for the moves tried before
/// it).
pub fn update_cutoff_history<N: NodeType>(
    w: &mut Worker<'_>,
    best: Move,
    tried: &Tried,
    depth: Depth,
) {
    if !best.is_noisy() {
        killers::update::<N>(w, best);
    }
    let context = BACK.map(|back| w.stack.previous_piece_to(back));
    let (switches, tunables) = (*w.switches::<N>(), *w.tunables::<N>());
    let (position, ply) = (w.stack.board_with_threats(), w.stack.ply());
    let (board, thread_data) = (position.board, &mut *w.thread_data);
    let (bonus, malus) = (bonus(&tunables, depth), malus(&tunables, depth));
    if switches.capture_history {
        update_capture_history(
            &mut thread_data.capture_history,
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
    thread_data.quiet_history.update(
        &switches.history,
        position,
        best,
        &tried.quiet,
        depth,
        &tunables,
    );
    if switches.low_ply_history {
        thread_data.low_ply_history.update(ply, best, bonus);
        tried.quiet.iter().for_each(|&mv| thread_data.low_ply_history.update(ply, mv, -malus));
    }
    update_continuation_and_pawn_history(thread_data, &switches, board, &context, best, bonus);
    for &mv in &tried.quiet {
        update_continuation_and_pawn_history(thread_data, &switches, board, &context, mv, -malus);
    }
}

/// Updates histories after a cutoff by the transposition table (bonus for its quiet move, malus for
/// the previous one).
#[inline]
pub fn update_table_cutoff_history<N: NodeType>(
    w: &mut Worker<'_>,
    best: Option<Move>,
    depth: Depth,
) {
    update_refuted_move_history::<N>(w, depth);
    let switches = w.switches::<N>();
    let Some(best) =
        best.filter(|mv| !mv.is_noisy() && switches.history.bonus_formula == BonusFormula::Gravity)
    else {
        return;
    };
    let (switches, context) = (*switches, BACK.map(|back| w.stack.previous_piece_to(back)));
    let bonus = bonus(w.tunables::<N>(), depth) * w.tunables::<N>().tt_move_bonus / 100;
    let (position, thread_data) = (w.stack.board_with_threats(), &mut *w.thread_data);
    thread_data.quiet_history.add(&switches.history, position, best, bonus);
    update_continuation_and_pawn_history(
        thread_data,
        &switches,
        position.board,
        &context,
        best,
        bonus,
    );
}

/// A malus for the quiet move that led to the current position, in continuation and pawn history.
#[inline]
fn update_refuted_move_history<N: NodeType>(w: &mut Worker<'_>, depth: Depth) {
    let malus = malus(w.tunables::<N>(), depth) * w.tunables::<N>().tt_cutoff_malus / 100;
    update_previous_move_history::<N>(w, -malus, false);
}

/// Adds a history bonus to the opponent's last quiet move, because all replies to it failed low.
pub fn update_fail_low_history<N: NodeType>(w: &mut Worker<'_>, depth: Depth) {
    let bonus = bonus(w.tunables::<N>(), depth) * w.tunables::<N>().fail_low_bonus / 100;
    update_previous_move_history::<N>(w, bonus, true);
}

/// Adds a bonus or malus to the quiet move that led to the current position, in continuation and
/// pawn history, and in the quiet history if `with_quiet_history`.
#[inline]
fn update_previous_move_history<N: NodeType>(
    w: &mut Worker<'_>,
    bonus: i32,
    with_quiet_history: bool,
) {
    let switches = *w.switches::<N>();
    let context = BACK.map(|back| w.stack.previous_piece_to(back + 1));
    let (stack, thread_data) = (&w.stack, &mut *w.thread_data);
    if let Some((mv, position)) = stack.quiet_move_before()
        && switches.history.bonus_formula == BonusFormula::Gravity
    {
        if with_quiet_history {
            thread_data.quiet_history.add(&switches.history, position, mv, bonus);
        }
        update_continuation_and_pawn_history(
            thread_data,
            &switches,
            position.board,
            &context,
            mv,
            bonus,
        );
    }
}

/// Adjusts the history of the opponent's last quiet move by the change in static evaluation it
/// caused.
#[inline]
pub fn update_evaluation_history<N: NodeType>(w: &mut Worker<'_>) {
    let switches = w.switches::<N>().history;
    let weight = w.tunables::<N>().static_eval_bonus;
    let (stack, thread_data) = (&w.stack, &mut *w.thread_data);
    if switches.bonus_formula == BonusFormula::Gravity
        && let Some(gained) = stack.evaluation_gained()
        && let Some((mv, position)) = stack.quiet_move_before()
    {
        let bonus = gained.clamp(-MAX_GAINED, MAX_GAINED) * weight;
        thread_data.quiet_history.add(&switches, position, mv, bonus);
    }
}

/// The greatest change of the static evaluation that counts, internal units.
const MAX_GAINED: i32 = 200;

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

/// The previous moves at the distances of [`BACK`].
type PreviousMoves = [Option<u16>; BACK.len()];

/// Adds a bonus or malus to a quiet move in continuation and pawn history.
fn update_continuation_and_pawn_history(
    thread_data: &mut ThreadData,
    switches: &Switches,
    board: &Board,
    context: &PreviousMoves,
    mv: Move,
    bonus: i32,
) {
    let index = piece_to(board, mv);
    if switches.continuation_history {
        thread_data.continuation_history.update(context, index, bonus);
    }
    if switches.pawn_history {
        thread_data.pawn_history.update(board, index, bonus);
    }
}
