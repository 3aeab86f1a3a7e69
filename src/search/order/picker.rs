//! The move picker: hands out moves one by one, the most promising first, and generates no more than it must.
//!
//! Order: the table's move; moves that a room has put to the front; captures and promotions that lose nothing, by what they
//! take (most valuable victim, then least valuable attacker) and what they have [earned](super::merits); killers; quiet moves by
//! what they have earned; captures that lose material. In check all evasions come in one go.

use super::super::node::{Front, Kind, Node};
use super::super::prune::n_best::Selected;
use super::super::table::Hit;
use super::super::worker::Worker;
use super::merits::{MERIT_PER_CENTIPAWN, Merits, of_noisy};
use crate::chess::movegen::{All, Noisy, Quiet};
use crate::chess::{Move, MoveList, PieceKind};
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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Table,
    Front(usize),
    GenerateNoisy,
    GoodNoisy,
    Killers(usize),
    GenerateQuiet,
    Quiet,
    BadNoisy(usize),
    GenerateChecks,
    Checks,
    GenerateEvasions,
    Evasions,
    Done,
}

#[derive(Clone, Copy, Debug)]
struct Scored {
    mv: Move,
    score: i32,
}

/// Hands out the moves of one node.
#[derive(Debug)]
pub struct Picker {
    mode: Mode,
    stage: Stage,
    table_move: Option<Move>,
    killers: [Option<Move>; 2],
    front: Front,
    /// Losing captures gather at the front, moves still to be handed out lie from `next` on.
    moves: ArrayVec<Scored, 256>,
    next: usize,
    bad: usize,
    /// What a capture must win by exchange to come early, centipawns.
    threshold: i32,
    /// Quiet moves are no longer wanted.
    skips_quiet: bool,
    /// What the move handed out last was sorted by, if that was what it had earned as a quiet move.
    merit: Option<i32>,
}

impl Picker {
    /// All moves of the current position.
    pub fn main<K: Kind>(w: &Worker<'_>, node: &Node) -> Picker {
        let first = table_move::<K>(w, node.hit).or_else(|| w.refutation_move::<K>());
        let (mode, killers) = if w.board().in_check() {
            (Mode::Evasions, [None; 2])
        } else {
            (Mode::Main, if w.techniques.killers { w.frames[w.ply()].killers } else { [None; 2] })
        };
        Picker::new(w, mode, first, killers, node.front.clone())
    }

    /// The moves of a quiescence node: evasions in check, else captures and promotions that lose nothing, and perhaps quiet
    /// moves that give check.
    pub fn quiescence<K: Kind>(w: &Worker<'_>, hit: Option<Hit>, with_checks: bool) -> Picker {
        let table_move = table_move::<K>(w, hit);
        let mode = match (w.board().in_check(), with_checks) {
            (true, _) => return Picker::new(w, Mode::Evasions, table_move, [None; 2], Front::new()),
            (false, true) => Mode::QuiescenceWithChecks,
            (false, false) => Mode::Quiescence,
        };
        Picker::new(w, mode, table_move.filter(|mv| mv.is_noisy()), [None; 2], Front::new())
    }

    /// Captures and promotions that win at least so many centipawns by exchange; not for positions in check.
    pub fn winning(w: &Worker<'_>, hit: Option<Hit>, threshold: i32) -> Picker {
        let table_move =
            hit.and_then(|hit| hit.mv).filter(|mv| mv.is_noisy() && w.board().exchange_reaches(*mv, threshold));
        Picker { threshold, ..Picker::new(w, Mode::Quiescence, table_move, [None; 2], Front::new()) }
    }

    /// From now on only captures and promotions.
    #[inline]
    pub fn skip_quiet(&mut self) {
        self.skips_quiet = true;
    }

    /// What the move handed out last has earned; for quiet moves it is what they were sorted by, not asked for again.
    #[inline]
    pub fn merit_of<K: Kind>(&self, w: &Worker<'_>, mv: Move) -> i32 {
        self.merit.unwrap_or_else(|| if mv.is_noisy() { of_noisy::<K>(w, mv) } else { Merits::new::<K>(w).of(mv) })
    }

    /// Just these moves, in their order.
    pub fn selected(moves: &Selected) -> Picker {
        let moves = moves.iter().map(|&(mv, score)| Scored { mv, score }).collect();
        let stage = Stage::Evasions;
        Picker {
            mode: Mode::Main,
            stage,
            table_move: None,
            killers: [None; 2],
            front: Front::new(),
            moves,
            next: 0,
            bad: 0,
            threshold: 0,
            skips_quiet: false,
            merit: None,
        }
    }

    fn new(
        w: &Worker<'_>,
        mode: Mode,
        table_move: Option<Move>,
        killers: [Option<Move>; 2],
        mut front: Front,
    ) -> Picker {
        let table_move = table_move.filter(|&mv| w.board().is_legal(mv));
        front.retain(|mv| Some(*mv) != table_move);
        Picker {
            mode,
            stage: Stage::Table,
            table_move,
            killers,
            front,
            moves: ArrayVec::new(),
            next: 0,
            bad: 0,
            threshold: 0,
            skips_quiet: false,
            merit: None,
        }
    }

    /// The next move, if there is one.
    pub fn next<K: Kind>(&mut self, w: &Worker<'_>) -> Option<Move> {
        loop {
            match self.stage {
                Stage::Table => {
                    self.stage = Stage::Front(0);
                    if self.table_move.is_some() {
                        return self.table_move;
                    }
                }
                Stage::Front(index) => {
                    if let Some(&mv) = self.front.get(index) {
                        self.stage = Stage::Front(index + 1);
                        return Some(mv);
                    }
                    self.stage =
                        if self.mode == Mode::Evasions { Stage::GenerateEvasions } else { Stage::GenerateNoisy };
                }
                Stage::GenerateNoisy => self.generate_noisy::<K>(w),
                Stage::GoodNoisy => match self.pick_best().map(|picked| picked.mv) {
                    Some(mv) if self.is_good::<K>(w, mv) => return Some(mv),
                    Some(mv) => self.set_aside(mv),
                    None => {
                        self.stage = match self.mode {
                            Mode::Quiescence => Stage::Done,
                            Mode::QuiescenceWithChecks => Stage::GenerateChecks,
                            Mode::Main | Mode::Evasions => Stage::Killers(0),
                        }
                    }
                },
                Stage::Killers(index) => {
                    self.stage = if index == 0 { Stage::Killers(1) } else { Stage::GenerateQuiet };
                    if let Some(mv) = self.killers[index]
                        && !self.skips_quiet
                        && !self.is_handed_out(mv)
                        && w.board().is_legal(mv)
                    {
                        return Some(mv);
                    }
                    self.killers[index] = None; // not handed out, so the generator's copy must be
                }
                Stage::GenerateQuiet | Stage::Quiet if self.skips_quiet => self.go_to_losing_captures(),
                Stage::GenerateQuiet => self.generate_quiet::<K>(w),
                Stage::Quiet => match self.pick_best() {
                    Some(picked) => {
                        self.merit = Some(picked.score);
                        return Some(picked.mv);
                    }
                    None => self.go_to_losing_captures(),
                },
                Stage::BadNoisy(index) => {
                    if index == self.bad {
                        self.stage = Stage::Done;
                    } else {
                        self.stage = Stage::BadNoisy(index + 1);
                        return Some(self.moves[index].mv);
                    }
                }
                Stage::GenerateChecks => self.generate_checks::<K>(w),
                Stage::Checks => match self.pick_best().map(|picked| picked.mv) {
                    Some(mv) if !w.board().exchange_reaches(mv, 0) => {} // it would only lose the piece
                    Some(mv) => return Some(mv),
                    None => self.stage = Stage::Done,
                },
                Stage::GenerateEvasions => self.generate_evasions::<K>(w),
                Stage::Evasions => match self.pick_best() {
                    Some(picked) if self.skips_quiet && !picked.mv.is_noisy() => {}
                    Some(picked) => {
                        self.merit = (self.mode == Mode::Evasions && !picked.mv.is_noisy()).then_some(picked.score);
                        return Some(picked.mv);
                    }
                    None => self.stage = Stage::Done,
                },
                Stage::Done => return None,
            }
        }
    }

    /// The merit of the last quiet move is not theirs.
    fn go_to_losing_captures(&mut self) {
        self.merit = None;
        self.stage = Stage::BadNoisy(0);
    }

    // What generates is kept out of `next`, which is called for every move: inlined, it would have `next` fetch on every
    // call what only a generation needs.

    #[inline(never)]
    fn generate_noisy<K: Kind>(&mut self, w: &Worker<'_>) {
        let mut list = MoveList::new();
        w.board().append_moves::<Noisy>(&mut list);
        self.add(&list, |mv| noisy_score::<K>(w, mv));
        self.stage = Stage::GoodNoisy;
    }

    #[inline(never)]
    fn generate_quiet<K: Kind>(&mut self, w: &Worker<'_>) {
        let mut list = MoveList::new();
        w.board().append_moves::<Quiet>(&mut list);
        let merits = Merits::new::<K>(w);
        self.add(&list, |mv| merits.of(mv));
        self.stage = Stage::Quiet;
    }

    #[inline(never)]
    fn generate_checks<K: Kind>(&mut self, w: &Worker<'_>) {
        let mut list = MoveList::new();
        w.board().append_quiet_checks(&mut list);
        let merits = Merits::new::<K>(w);
        self.add(&list, |mv| merits.of(mv));
        self.stage = Stage::Checks;
    }

    #[inline(never)]
    fn generate_evasions<K: Kind>(&mut self, w: &Worker<'_>) {
        let mut list = MoveList::new();
        w.board().append_moves::<All>(&mut list);
        let merits = Merits::new::<K>(w);
        self.add(&list, |mv| if mv.is_noisy() { noisy_score::<K>(w, mv) + CAPTURES_FIRST } else { merits.of(mv) });
        self.stage = Stage::Evasions;
    }

    fn add(&mut self, list: &[Move], score: impl Fn(Move) -> i32) {
        for &mv in list {
            if !self.is_handed_out(mv) && !self.killers.contains(&Some(mv)) {
                self.moves.push(Scored { mv, score: score(mv) });
            }
        }
    }

    /// Has the move come already, from the table or the front?
    fn is_handed_out(&self, mv: Move) -> bool {
        Some(mv) == self.table_move || self.front.contains(&mv)
    }

    /// Selection sort, one step a call: most nodes cut long before the list is through.
    fn pick_best(&mut self) -> Option<Scored> {
        let rest = &mut self.moves[self.next..];
        let mut best = 0;
        for index in 1..rest.len() {
            if rest[index].score > rest[best].score {
                best = index;
            }
        }
        let picked = *rest.get(best)?;
        rest.swap(0, best);
        self.next += 1;
        Some(picked)
    }

    /// Does it win enough? A capture that has often cut may lose a little.
    fn is_good<K: Kind>(&self, w: &Worker<'_>, mv: Move) -> bool {
        let wanted = self.threshold - of_noisy::<K>(w, mv) / MERIT_PER_CENTIPAWN;
        mv.promotion().is_none_or(|kind| kind == PieceKind::Queen) && w.board().exchange_reaches(mv, wanted)
    }

    fn set_aside(&mut self, mv: Move) {
        self.moves[self.bad] = Scored { mv, score: 0 };
        self.bad += 1;
    }
}

/// The table's move, if it may be tried first.
#[inline]
fn table_move<K: Kind>(w: &Worker<'_>, hit: Option<Hit>) -> Option<Move> {
    let is_off = K::STUDY && !w.techniques.table.order;
    if is_off { None } else { hit.and_then(|hit| hit.mv) }
}

/// Above every history score.
const CAPTURES_FIRST: i32 = 1 << 20;

/// Most valuable victim, then least valuable attacker; what the capture has earned counts too.
fn noisy_score<K: Kind>(w: &Worker<'_>, mv: Move) -> i32 {
    let board = w.board();
    let attacker = board.kind_on(mv.from()).map_or(0, |kind| kind.index() as i32);
    board.immediate_gain(mv) * 16 - attacker + of_noisy::<K>(w, mv) / 2
}
