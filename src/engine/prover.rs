//! Mate search: is there a mate in so many moves, for the side to move or against it? It shares
//! nothing with the search of play but limits and signals, so it stands beside it and not in it.
//!
//! **Idea** Nothing but mates counts, so nothing is judged and nothing that could matter is left
//! out: whoever mates needs one move at each of his turns, whoever is mated has none, and the last
//! move must be a check. One move after the other is added (Slate & Atkin 1977), so the first mate
//! found is the shortest. **Paper** Claude Elwood Shannon 1950 for the full tree; Richard
//! Greenblatt et al. 1967 for the table. The search for play prunes by guesses, which hide
//! sacrifices and quiet keys from it. **Condition** `go mate`, by turns with the search for play
//! ([`super::mates`]), which sees most mates at once. **Parameters** [`MOST_MEGABYTES`]. **Where we
//! differ** Nothing to differ from.

use crate::chess::{Board, Game, Move, MoveList};
use crate::score::{MAX_PLY, Score, mate_in, mated_in};
use crate::search::Limits;
use crate::search::pv::Line;
use crate::search::shared::Shared;

/// Positions between two looks at the limits.
const LOOK_EVERY: u64 = 1 << 10;
/// Most memory for what is known, in megabytes.
pub const MOST_MEGABYTES: usize = 64;

/// A mate with best play.
#[derive(Clone, Debug)]
pub struct Mate {
    /// For the side to move.
    pub score: Score,
    /// The moves to it, as far as the limits let them be found.
    pub line: Line,
}

/// What may be asked of a position.
#[derive(Clone, Copy)]
enum Question {
    /// Does the side to move mate?
    Mates,
    /// Is it mated?
    IsMated,
}

impl Question {
    /// The key under which the answer is kept: both questions may be asked of one position.
    fn key(self, board: &Board) -> u64 {
        match self {
            Question::Mates => board.key(),
            Question::IsMated => !board.key(),
        }
    }

    /// Plies to a mate in so many moves.
    fn plies(self, moves: u8) -> u16 {
        match self {
            Question::Mates => u16::from(moves) * 2 - 1,
            Question::IsMated => u16::from(moves) * 2,
        }
    }
}

/// What is known of a position. Numbers of moves count those of the side that mates.
#[derive(Clone, Copy, Default)]
struct Known {
    key: u64,
    /// There is a mate in so many moves; 0: not known.
    proved: u8,
    /// There is none in so many moves or less.
    refuted: u8,
    /// The move that mates or saves.
    best: Option<Move>,
}

impl Known {
    /// Is a mate in so many moves proved for this board? A mate that would come after the hundredth
    /// ply of the fifty-move rule is none, though it was one where the same position stood at a
    /// lower clock. That there is none holds at every clock.
    fn proves(&self, question: Question, board: &Board, moves: u8) -> bool {
        (1..=moves).contains(&self.proved)
            && board.halfmove_clock().saturating_add(question.plies(self.proved)) <= 100
    }
}

/// What has been found out about one position, kept for when its search goes on.
pub struct Findings {
    known: Vec<Known>,
    /// Moves of the iteration under way.
    moves: u8,
    /// Root moves that do not mate in so many.
    tried: usize,
    /// Positions that the last two whole iterations took, and the one under way so far.
    costs: [u64; 3],
}

impl Findings {
    /// Nothing yet, with so many megabytes for what is known.
    pub fn new(megabytes: usize) -> Findings {
        let count = (megabytes.clamp(1, MOST_MEGABYTES) << 20) / size_of::<Known>();
        let mut known = Vec::new();
        if known.try_reserve_exact(count).is_ok() {
            known.resize(count, Known::default());
        }
        Findings { known, moves: 1, tried: 0, costs: [0; 3] }
    }

    /// About how many positions the iteration of so many moves takes, if each takes as many times
    /// more than the one before as the last did.
    pub fn cost_of(&self, moves: u32) -> u64 {
        let [before, last, _] = self.costs.map(|cost| cost.max(1) as f64);
        let growths = (moves + 1).saturating_sub(u32::from(self.moves));
        (last * (last / before).max(1.0).powi(growths as i32)) as u64
    }

    fn end_iteration(&mut self) {
        self.costs = [self.costs[1], self.costs[2], 0];
        (self.moves, self.tried) = (self.moves + 1, 0);
    }
}

/// How a search for a mate ends.
pub enum Verdict {
    /// The shortest.
    Mate(Box<Mate>),
    /// There is none in so many moves.
    NoMate,
    /// It may go on.
    Paused,
    /// A limit is reached.
    Over,
}

/// Searches for mates in one position.
pub struct Prover<'a> {
    game: &'a Game,
    limits: &'a Limits,
    shared: &'a Shared<'a>,
    findings: &'a mut Findings,
    /// Positions looked at, here and before.
    nodes: u64,
    /// The number of them at which to pause.
    pause_at: u64,
    is_over: bool,
    /// Told about once a second that the search is alive.
    alive: &'a mut (dyn FnMut() + Send),
}

impl<'a> Prover<'a> {
    /// Goes on with these findings; `nodes` have been spent before. `alive` is called now and then.
    pub fn new(
        game: &'a Game,
        shared: &'a Shared<'a>,
        findings: &'a mut Findings,
        nodes: u64,
        alive: &'a mut (dyn FnMut() + Send),
    ) -> Prover<'a> {
        let limits = shared.limits;
        Prover { game, limits, shared, findings, nodes, pause_at: u64::MAX, is_over: false, alive }
    }

    /// Looks for the shortest mate in at most so many moves, given or taken by the side to move,
    /// until so many nodes have been spent, here and before.
    pub fn prove(&mut self, moves: u32, pause_at: u64) -> Verdict {
        let most = moves.min(MAX_PLY as u32 / 2 - 1) as u8;
        self.pause_at = pause_at;
        while self.findings.moves <= most {
            let before = self.nodes;
            if let Some(mate) = self.iterate(self.findings.moves) {
                return Verdict::Mate(Box::new(mate));
            }
            self.findings.costs[2] += self.nodes - before;
            if self.is_broken_off() {
                return if self.is_over { Verdict::Over } else { Verdict::Paused };
            }
            self.findings.end_iteration();
        }
        Verdict::NoMate
    }

    /// One iteration, or what is left of it: the mate in just so many moves.
    fn iterate(&mut self, moves: u8) -> Option<Mate> {
        let (mut line, plies) = (Line::new(), usize::from(moves) * 2);
        if let Some(key) = self.key(moves) {
            self.pause_at = u64::MAX;
            line.push(key);
            self.walk_mated(&self.after(key), moves - 1, &mut line);
            return Some(Mate { score: mate_in(plies - 1), line });
        }
        if self.is_broken_off()
            || !self.root_moves().into_iter().all(|mv| self.mates(&self.after(mv), moves))
        {
            return None;
        }
        self.pause_at = u64::MAX;
        let last = self.longest(self.root_moves(), &self.board(), moves)?;
        line.push(last);
        self.walk_mates(&self.after(last), moves, &mut line);
        Some(Mate { score: mated_in(plies), line })
    }

    /// The root move that mates in so many, of those not yet tried.
    fn key(&mut self, moves: u8) -> Option<Move> {
        for (index, mv) in self.root_moves().into_iter().enumerate().skip(self.findings.tried) {
            if self.is_mated(&self.after(mv), moves - 1) {
                return Some(mv);
            }
            if self.is_broken_off() {
                return None;
            }
            self.findings.tried = index + 1;
        }
        None
    }

    /// Positions looked at, here and before.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    fn board(&self) -> Board {
        *self.game.board()
    }

    fn after(&self, mv: Move) -> Board {
        self.game.board().after(mv)
    }

    fn root_moves(&self) -> MoveList {
        let wanted = |mv: &Move| {
            self.limits.search_moves.is_empty() || self.limits.search_moves.contains(mv)
        };
        ordered(self.game.board(), None).into_iter().filter(wanted).collect()
    }

    /// Does the side to move mate within so many moves?
    fn mates(&mut self, board: &Board, moves: u8) -> bool {
        if self.must_end() || self.is_drawn(board) {
            return false;
        }
        let known = self.look_up(Question::Mates, board);
        if known.proves(Question::Mates, board, moves) {
            return true;
        }
        if known.refuted >= moves {
            return false;
        }
        let key = if moves == 1 {
            board
                .legal_moves()
                .into_iter()
                .find(|&mv| board.gives_check(mv) && board.after(mv).count_moves() == 0)
        } else {
            ordered(board, known.best)
                .into_iter()
                .find(|&mv| self.is_mated(&board.after(mv), moves - 1))
        };
        self.note(Question::Mates, board, moves, key.is_some(), key);
        key.is_some()
    }

    /// Is the side to move mated within so many moves of the other, whatever it does?
    fn is_mated(&mut self, board: &Board, moves: u8) -> bool {
        if board.count_moves() == 0 {
            return board.in_check();
        }
        if moves == 0 || self.must_end() || self.is_drawn(board) {
            return false;
        }
        let known = self.look_up(Question::IsMated, board);
        if known.proves(Question::IsMated, board, moves) {
            return true;
        }
        if known.refuted >= moves {
            return false;
        }
        let mut replies = board.legal_moves();
        replies.sort_by_key(|&mv| (known.best != Some(mv), !mv.is_noisy()));
        let defence = replies.into_iter().find(|&mv| !self.mates(&board.after(mv), moves));
        self.note(Question::IsMated, board, moves, defence.is_none(), defence);
        defence.is_none()
    }

    /// The moves of the side that mates within so many, and the replies that last longest.
    fn walk_mates(&mut self, board: &Board, moves: u8, line: &mut Line) {
        let shortest = (1..=moves).find(|&fewer| self.mates(board, fewer));
        let Some(moves) = shortest else { return };
        let Some(key) =
            ordered(board, None).into_iter().find(|&mv| self.is_mated(&board.after(mv), moves - 1))
        else {
            return;
        };
        line.push(key);
        self.walk_mated(&board.after(key), moves - 1, line);
    }

    fn walk_mated(&mut self, board: &Board, moves: u8, line: &mut Line) {
        if let Some(reply) = self.longest(board.legal_moves(), board, moves) {
            line.push(reply);
            self.walk_mates(&board.after(reply), moves, line);
        }
    }

    /// The reply that is mated last.
    fn longest(&mut self, replies: MoveList, board: &Board, moves: u8) -> Option<Move> {
        let mut lasts = |mv: Move| {
            (1..=moves).find(|&fewer| self.mates(&board.after(mv), fewer)).unwrap_or(u8::MAX)
        };
        replies
            .into_iter()
            .map(|mv| (lasts(mv), mv))
            .reduce(|a, b| if b.0 > a.0 { b } else { a })
            .map(|(_, mv)| mv)
    }

    /// Would the game be drawn here? A mate on the board comes before, and is asked for before.
    fn is_drawn(&self, board: &Board) -> bool {
        let earlier = || self.game.keys().iter().filter(|&&key| key == board.key()).count();
        board.is_fifty_move_draw() || board.halfmove_clock() >= 4 && earlier() >= 2
    }

    fn slot(&self, key: u64) -> Option<usize> {
        let count = self.findings.known.len();
        (count > 0).then(|| ((u128::from(key) * count as u128) >> 64) as usize)
    }

    fn look_up(&self, question: Question, board: &Board) -> Known {
        let key = question.key(board);
        let known =
            self.slot(key).map(|slot| self.findings.known[slot]).filter(|known| known.key == key);
        known.unwrap_or(Known { key, ..Known::default() })
    }

    fn note(
        &mut self,
        question: Question,
        board: &Board,
        moves: u8,
        is_proved: bool,
        best: Option<Move>,
    ) {
        // Near the fifty-move rule what holds for a position does not hold for its key.
        if self.is_broken_off()
            || usize::from(board.halfmove_clock()) + 2 * usize::from(moves) >= 100
        {
            return;
        }
        let mut known = Known { best, ..self.look_up(question, board) };
        if is_proved {
            known.proved = moves;
        } else {
            known.refuted = moves;
        }
        if let Some(slot) = self.slot(known.key) {
            self.findings.known[slot] = known;
        }
    }

    fn is_broken_off(&self) -> bool {
        self.is_over || self.nodes >= self.pause_at
    }

    /// Counts a position; true once it is time to pause or a limit is reached.
    fn must_end(&mut self) -> bool {
        self.nodes += 1;
        self.is_over |= self.limits.nodes.is_some_and(|most| self.nodes >= most);
        if self.nodes.is_multiple_of(LOOK_EVERY) {
            self.shared.publish_nodes(0, self.nodes);
            let is_late = !self.shared.signals.is_pondering()
                && self.shared.clock.is_past_hard(|| self.nodes);
            self.is_over |= is_late || self.shared.is_over();
            (self.alive)();
        }
        self.is_broken_off()
    }
}

/// The legal moves: the one known to be good, checks, those that leave few replies.
fn ordered(board: &Board, best: Option<Move>) -> MoveList {
    let mut moves = board.legal_moves();
    moves.sort_by_cached_key(|&mv| {
        let next = board.after(mv);
        (best != Some(mv), !next.in_check(), next.count_moves())
    });
    moves
}

#[cfg(test)]
mod tests;
