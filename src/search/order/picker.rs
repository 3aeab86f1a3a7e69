//! The move picker: hands out moves one by one, the most promising first, and generates no more
//! than it must.
//!
//! Order: the table's move; moves that a room has put to the front; captures and promotions that
//! lose nothing, by what they take (most valuable victim, then least valuable attacker) and what
//! they have [earned](super::scores); killers; quiet moves by what they have earned, and by what
//! lesser pieces [threats](super::threats); captures that lose material. In check all evasions come in
//! one go.

use super::scores::{HISTORY_PER_UNIT, HistoryScores, of_noisy};
use super::threats::ThreatOrder;
use crate::chess::movegen::{All, Noisy, Quiet};
use crate::chess::{Move, MoveList, PieceKind};
use crate::search::node::{Front, Node, NodeType};
use crate::search::prune::n_best::Selected;
use crate::search::table::TtHit;
use crate::search::worker::Worker;
use arrayvec::ArrayVec;

/// Which moves a node wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// All of them.
    Main,
    /// All of them, out of check.
    Evasions,
    /// Captures and promotions that lose nothing.
    Quiescence,
    /// And quiet moves that give check.
    QuiescenceWithChecks,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd)]
enum Stage {
    Table,
    Front(usize),
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

/// Which quiet moves are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Quiets {
    All,
    Checks,
    None,
}

/// A move with what it is sorted by, in one number: the score, then how early it was generated (8
/// bits), then the move. No two of a list are equal, the best is the largest, and the next best is
/// the largest below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Scored(i64);

impl Scored {
    /// Above every move.
    const TOP: Scored = Scored(i64::MAX);

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

/// Hands out the moves of one node.
#[derive(Debug)]
pub struct MovePicker {
    mode: Mode,
    stage: Stage,
    table_move: Option<Move>,
    killers: [Option<Move>; 2],
    front: Front,
    /// The moves generated last; those above `last` have been handed out.
    moves: ArrayVec<Scored, 256>,
    last: Scored,
    /// The one that comes after it, if it has been looked for.
    upcoming: Option<Scored>,
    /// Losing captures, for later.
    bad: ArrayVec<Move, 256>,
    /// What a capture must win by exchange to come early, internal units.
    threshold: i32,
    quiets: Quiets,
    /// What the move handed out last was sorted by, if that was what it had earned as a quiet move.
    sorted_by: Option<i32>,
}

impl MovePicker {
    /// All moves of the current position.
    pub fn main<N: NodeType>(w: &Worker<'_>, node: &Node) -> MovePicker {
        let first = table_move::<N>(w, node.hit).or_else(|| w.refutation_move::<N>());
        let (mode, killers) = if w.board().in_check() {
            (Mode::Evasions, [None; 2])
        } else {
            (Mode::Main, if w.rules::<N>().killers { w.stack.entry().killers } else { [None; 2] })
        };
        MovePicker::new(w, mode, first, killers, node.front.clone())
    }

    /// The moves of a quiescence node: evasions in check, else captures and promotions that lose
    /// nothing, and perhaps quiet moves that give check.
    pub fn quiescence<N: NodeType>(
        w: &Worker<'_>,
        hit: Option<TtHit>,
        with_checks: bool,
    ) -> MovePicker {
        let table_move = table_move::<N>(w, hit);
        let mode = match (w.board().in_check(), with_checks) {
            (true, _) => {
                return MovePicker::new(w, Mode::Evasions, table_move, [None; 2], Front::new());
            }
            (false, true) => Mode::QuiescenceWithChecks,
            (false, false) => Mode::Quiescence,
        };
        let table_move = table_move.filter(|mv| mv.is_noisy());
        MovePicker {
            quiets: Quiets::Checks,
            ..MovePicker::new(w, mode, table_move, [None; 2], Front::new())
        }
    }

    /// Captures and promotions that win at least so many internal units by exchange; not for
    /// positions in check.
    pub fn winning(w: &Worker<'_>, hit: Option<TtHit>, threshold: i32) -> MovePicker {
        let table_move = hit.and_then(|hit| hit.mv).filter(|mv| mv.is_noisy());
        let picker = MovePicker::new(w, Mode::Quiescence, table_move, [None; 2], Front::new());
        // Only now is the table's move known to be legal.
        let table_move = picker.table_move.filter(|mv| w.board().see_ge(*mv, threshold));
        MovePicker { threshold, table_move, ..picker }
    }

    /// From now on only captures and promotions.
    #[inline]
    pub fn skip_quiet(&mut self) {
        self.quiets = Quiets::None;
    }

    /// Are all quiet moves still wanted, and none but killers handed out?
    #[inline]
    pub fn is_before_quiet(&self) -> bool {
        self.mode == Mode::Main && self.quiets == Quiets::All && self.stage < Stage::Quiet
    }

    /// From now on no quiet moves but killers and those that give check.
    #[inline]
    pub fn only_checks(&mut self) {
        self.quiets = Quiets::Checks;
    }

    /// The move handed out last is not worth a search: then no quiet move is that has earned less,
    /// unless it gives check.
    #[inline]
    pub fn drop_worse(&mut self, w: &Worker<'_>) {
        if self.stage != Stage::Quiet || self.quiets != Quiets::All {
            return; // killers do not come by what they have earned
        }
        self.quiets = Quiets::Checks;
        self.upcoming = None;
        let checks = w.board().checks();
        let last = self.last;
        self.moves
            .retain(|scored| scored.0 < last.0 && scored.mv().is_some_and(|mv| checks.include(mv)));
    }

    /// What the move handed out last has earned; for quiet moves it is what they were sorted by,
    /// not asked for again.
    #[inline]
    pub fn history_score<N: NodeType>(&self, w: &Worker<'_>, mv: Move) -> i32 {
        self.sorted_by.unwrap_or_else(|| {
            if mv.is_noisy() {
                of_noisy::<N>(w, mv)
            } else {
                HistoryScores::new::<N>(w).of::<N>(mv)
            }
        })
    }

    /// Just these moves, in their order.
    pub fn selected(moves: &Selected) -> MovePicker {
        let moves = moves
            .iter()
            .enumerate()
            .map(|(index, &(mv, score))| Scored::new(mv, score, index))
            .collect();
        MovePicker { stage: Stage::Evasions, moves, ..MovePicker::empty(Mode::Main) }
    }

    fn empty(mode: Mode) -> MovePicker {
        MovePicker {
            mode,
            stage: Stage::Table,
            table_move: None,
            killers: [None; 2],
            front: Front::new(),
            moves: ArrayVec::new(),
            last: Scored::TOP,
            upcoming: None,
            bad: ArrayVec::new(),
            threshold: 0,
            quiets: Quiets::All,
            sorted_by: None,
        }
    }

    fn new(
        w: &Worker<'_>,
        mode: Mode,
        table_move: Option<Move>,
        killers: [Option<Move>; 2],
        mut front: Front,
    ) -> MovePicker {
        let table_move = table_move.filter(|&mv| w.board().is_legal(mv));
        front.retain(|mv| Some(*mv) != table_move);
        MovePicker { table_move, killers, front, ..MovePicker::empty(mode) }
    }

    /// The next move, if there is one.
    pub fn next<N: NodeType>(&mut self, w: &Worker<'_>) -> Option<Move> {
        loop {
            match self.stage {
                Stage::Table => {
                    self.stage = Stage::Front(0);
                    if let Some(mv) = self.table_move {
                        w.prefetch(mv);
                        return Some(mv);
                    }
                }
                Stage::Front(index) => {
                    if let Some(&mv) = self.front.get(index) {
                        self.stage = Stage::Front(index + 1);
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
                    None => {
                        self.stage = match self.mode {
                            Mode::Quiescence => Stage::Done,
                            Mode::QuiescenceWithChecks => Stage::GenerateQuiet,
                            Mode::Main | Mode::Evasions => Stage::Killers(0),
                        }
                    }
                },
                Stage::Killers(index) => {
                    self.stage = if index == 0 { Stage::Killers(1) } else { Stage::GenerateQuiet };
                    if let Some(mv) = self.killers[index]
                        && self.quiets != Quiets::None
                        && !self.is_handed_out(mv)
                        && w.board().is_legal(mv)
                    {
                        w.prefetch(mv);
                        return Some(mv);
                    }
                    self.killers[index] = None; // not handed out, so the generator's copy must be
                }
                Stage::GenerateQuiet | Stage::Quiet if self.quiets == Quiets::None => {
                    self.go_to_losing_captures();
                }
                Stage::GenerateQuiet => self.generate_quiet::<N>(w),
                Stage::Quiet => match self.pick_best(w) {
                    Some(picked) => {
                        self.sorted_by = Some(picked.score());
                        return picked.mv();
                    }
                    None => self.go_to_losing_captures(),
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
                    Some(mv) if !w.board().see_ge(mv, 0) => {} // it would only lose the piece
                    Some(mv) => return Some(mv),
                    None => self.stage = Stage::Done,
                },
                Stage::GenerateEvasions => self.generate_evasions::<N>(w),
                Stage::Evasions => {
                    match self.pick_best(w).and_then(|picked| Some((picked.mv()?, picked.score())))
                    {
                        Some((mv, _)) if self.quiets == Quiets::None && !mv.is_noisy() => {}
                        Some((mv, score)) => {
                            self.sorted_by =
                                (self.mode == Mode::Evasions && !mv.is_noisy()).then_some(score);
                            return Some(mv);
                        }
                        None => self.stage = Stage::Done,
                    }
                }
                Stage::Done => return None,
            }
        }
    }

    /// The history score of the last quiet move is not theirs.
    fn go_to_losing_captures(&mut self) {
        self.sorted_by = None;
        self.stage = Stage::BadNoisy(0);
    }

    // What generates, picks and judges is kept out of `next`, which is called for every move:
    // inlined, it would have `next` prepare on every call what only one stage needs.

    #[inline(never)]
    fn generate_noisy<N: NodeType>(&mut self, w: &Worker<'_>) {
        let mut list = MoveList::new();
        w.board().append_moves::<Noisy>(&mut list);
        self.add(&list, |mv| noisy_score::<N>(w, mv));
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
        let scores = HistoryScores::new::<N>(w);
        if w.rules::<N>().threat_ordering {
            let (reach, worth) = (ThreatOrder::new(w.board()), w.techniques.tunables.threat_weight);
            self.add(&list, |mv| scores.of::<N>(mv) + reach.of(mv) * worth);
        } else {
            self.add(&list, |mv| scores.of::<N>(mv));
        }
        self.stage = if self.mode == Mode::Main { Stage::Quiet } else { Stage::Checks };
    }

    #[inline(never)]
    fn generate_evasions<N: NodeType>(&mut self, w: &Worker<'_>) {
        let mut list = MoveList::new();
        w.board().append_moves::<All>(&mut list);
        let scores = HistoryScores::new::<N>(w);
        self.add(&list, |mv| {
            if mv.is_noisy() {
                noisy_score::<N>(w, mv) + CAPTURES_FIRST
            } else {
                scores.of::<N>(mv)
            }
        });
        self.stage = Stage::Evasions;
    }

    /// Makes these the moves to hand out, but for those that have come already.
    fn add(&mut self, list: &[Move], score: impl Fn(Move) -> i32) {
        self.moves.clear();
        self.upcoming = None;
        self.last = Scored::TOP;
        for (index, &mv) in list.iter().enumerate() {
            if !self.is_handed_out(mv) && !self.killers.contains(&Some(mv)) {
                self.moves.push(Scored::new(mv, score(mv), index));
            }
        }
    }

    /// Has the move come already, from the table or the front?
    fn is_handed_out(&self, mv: Move) -> bool {
        Some(mv) == self.table_move || self.front.contains(&mv)
    }

    /// The best of those still to come; what the table knows of the one after it is fetched while
    /// this one is searched.
    fn pick_best(&mut self, w: &Worker<'_>) -> Option<Scored> {
        self.last = match self.upcoming.take() {
            Some(upcoming) => upcoming,
            None => self.fetched(w, self.last)?,
        };
        self.upcoming = self.fetched(w, self.last);
        if self.upcoming.is_none() {
            self.moves.clear(); // none is left to look for
        }
        Some(self.last)
    }

    /// The best that comes after this one, with what the table knows of it on the way.
    fn fetched(&self, w: &Worker<'_>, last: Scored) -> Option<Scored> {
        let best = self.best_below(last);
        if let Some(mv) = best.and_then(Scored::mv) {
            w.prefetch(mv);
        }
        best
    }

    /// The best that comes after this one. One pass without a branch that depends on the moves:
    /// most nodes cut long before a sorted list would have paid.
    #[inline(never)]
    fn best_below(&self, last: Scored) -> Option<Scored> {
        let mut best = i64::MIN;
        // A plain loop: compilers make vector code of it, and not of a fold.
        for scored in &self.moves {
            best = best.max(if scored.0 < last.0 { scored.0 } else { i64::MIN });
        }
        (best > i64::MIN).then_some(Scored(best))
    }

    /// Does it win enough? A capture that has often cut may lose a little, one that has often
    /// failed must win a little: what it has earned shifts the threshold, in quiescence too (by
    /// exchange alone -7 ± 6, lab/notebook/factors.md).
    #[inline(never)]
    fn is_good<N: NodeType>(&self, w: &Worker<'_>, mv: Move) -> bool {
        let wanted = self.threshold - of_noisy::<N>(w, mv) / HISTORY_PER_UNIT;
        mv.promotion().is_none_or(|kind| kind == PieceKind::Queen) && w.board().see_ge(mv, wanted)
    }
}

/// The table's move, if it may be tried first.
#[inline]
fn table_move<N: NodeType>(w: &Worker<'_>, hit: Option<TtHit>) -> Option<Move> {
    if w.rules::<N>().table.order { hit.and_then(|hit| hit.mv) } else { None }
}

/// Above every history score.
const CAPTURES_FIRST: i32 = 1 << 20;

/// Most valuable victim, then least valuable attacker; what the capture has earned counts too.
fn noisy_score<N: NodeType>(w: &Worker<'_>, mv: Move) -> i32 {
    let board = w.board();
    let attacker = board.kind_on(mv.from()).map_or(0, |kind| kind.index() as i32);
    board.immediate_gain(mv) * 16 - attacker + of_noisy::<N>(w, mv) / 2
}
