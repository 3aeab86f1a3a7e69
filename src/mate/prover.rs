//! Full-width proof of forced mates.
//!
//! **Idea** The attacker needs one move that mates, the defender must have none that escapes (an
//! AND/OR tree). Nothing is pruned, so quiet keys and sacrifices are found. Iterative deepening
//! (Slate & Atkin 1977) finds the shortest mate first.
//! **Paper** Claude Elwood Shannon 1950 for full width; Richard Greenblatt et al. 1967 for the
//! table.
//! **Condition** `go mate` and mate PVs that are too short.
//! **Parameters** [`MAX_MEGABYTES`], [`POLL_INTERVAL`].
//! **Differences** None.
//!
//! The parity of a number of plies names the roles: if it is odd, the side to move mates.

use crate::chess::{Board, Game, Move, MoveList};
use crate::score::{FIFTY_MOVE_PLIES, MATE, MAX_PLY, Score, is_mate, mate_in, mated_in};
use crate::search::pv::Line;
use crate::search::table::{Bound, Table};
use crate::seeds::index_below;

/// Maximum size of the mate prover's hash table, in megabytes.
pub const MAX_MEGABYTES: usize = 64;
/// Nodes of the mate prover between two checks of its limits, about half a millisecond.
pub const POLL_INTERVAL: u64 = 512;

/// Proofs about one position in one role, in plies.
#[derive(Clone, Copy, Default)]
struct Proof {
    key: u64,
    /// There is a mate in this many plies; 0 if none is proved.
    mate: u8,
    /// There is no mate within this many plies.
    no_mate: u8,
    /// Move that mates or escapes.
    best: Option<Move>,
}

/// Hash table of the mate prover, with proved and refuted mates. The default table stores nothing.
#[derive(Default)]
pub struct ProofTable(Vec<Proof>);

impl ProofTable {
    /// Allocates the mate prover's hash table, at most [`MAX_MEGABYTES`] large; it stores nothing
    /// if memory is short.
    pub fn new(megabytes: usize) -> ProofTable {
        let count = (megabytes.clamp(1, MAX_MEGABYTES) << 20) / size_of::<Proof>();
        let mut slots = Vec::new();
        if slots.try_reserve_exact(count).is_ok() {
            slots.resize(count, Proof::default());
        }
        ProofTable(slots)
    }

    fn slot(&self, key: u64) -> usize {
        index_below(key, self.0.len())
    }

    fn probe(&self, board: &Board, plies: usize) -> Proof {
        let key = if is_attack(plies) { board.key() } else { !board.key() };
        let proof = self.0.get(self.slot(key)).filter(|proof| proof.key == key);
        proof.copied().unwrap_or(Proof { key, ..Proof::default() })
    }

    fn store(&mut self, proof: Proof) {
        let slot = self.slot(proof.key);
        if let Some(old) = self.0.get_mut(slot) {
            *old = proof;
        }
    }
}

/// State of the mate prover's iterative deepening, from which a paused search resumes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Iteration {
    /// Plies of the last complete iteration.
    pub plies: usize,
    /// Root moves that the next iteration has already settled.
    settled: usize,
}

/// Full-width mate prover for the last position of a game and the positions below it.
pub struct Prover<'a> {
    /// Game whose last position is the root.
    pub game: &'a Game,
    /// Proofs found so far.
    pub proofs: &'a mut ProofTable,
    /// Transposition table: its mate scores count as proofs and order the moves.
    pub table: Option<&'a Table>,
    /// Lines show the longest defence; otherwise any that leads to the length of the mate.
    pub longest: bool,
    /// Nodes visited.
    pub nodes: u64,
    /// Number of nodes at which the prover stops.
    pub node_limit: u64,
    /// Receives the number of nodes every [`POLL_INTERVAL`] nodes; `true` stops the prover.
    pub poll: &'a mut (dyn FnMut(u64) -> bool + Send),
    /// Set once `poll` has stopped the prover.
    pub is_over: bool,
}

impl Prover<'_> {
    /// Whether a limit or stop has ended the mate prover, so that later results prove nothing.
    pub fn is_stopped(&self) -> bool {
        self.is_over || self.nodes >= self.node_limit
    }

    /// Finds the shortest mate in at most `moves` moves for either side; returns its score and
    /// line, or `None`. An empty `search_moves` allows all root moves. `last_node` limits the nodes
    /// for the moves to a mate that is found.
    pub fn find_shortest(
        &mut self,
        iteration: &mut Iteration,
        moves: u32,
        search_moves: &[Move],
        last_node: u64,
    ) -> Option<(Score, Line)> {
        let board = *self.game.board();
        let mut root_moves = self.order(&board, true, None);
        root_moves.retain(|mv| search_moves.is_empty() || search_moves.contains(mv));
        let max = if root_moves.is_empty() { 0 } else { 2 * moves as usize };
        while iteration.plies < max.min(MAX_PLY - 2) {
            let plies = iteration.plies + 1;
            for &mv in root_moves.iter().skip(iteration.settled) {
                let decides = self.is_mate(&board.after(mv), plies - 1) == is_attack(plies);
                if self.is_stopped() && !(decides && is_attack(plies)) {
                    return None;
                }
                if decides {
                    break;
                }
                iteration.settled += 1;
            }
            if (iteration.settled < root_moves.len()) == is_attack(plies) {
                self.node_limit = last_node;
                let is_longest = |&mv: &Move| self.keeps_length(&board.after(mv), plies);
                let (best, score) = if is_attack(plies) {
                    (Some(iteration.settled), mate_in(plies))
                } else {
                    (root_moves.iter().position(is_longest), mated_in(plies))
                };
                let mut line = Line::new();
                line.push(root_moves[best.unwrap_or(0)]);
                self.extend(&board.after(line[0]), plies - 1, &mut line);
                return Some((score, line));
            }
            *iteration = Iteration { plies, settled: 0 };
        }
        None
    }

    /// Whether there is a mate within `plies` plies.
    fn is_mate(&mut self, board: &Board, plies: usize) -> bool {
        if !is_attack(plies) && board.count_moves() == 0 {
            return board.in_check();
        }
        if plies == 0 || !self.enter() || self.is_drawn(board) {
            return false;
        }
        let known = self.look_up(board, plies);
        // The mate must come by ply 100 of the fifty-move rule; it may be proved at a lower clock.
        let is_in_time = u16::from(known.mate) + board.halfmove_clock() <= FIFTY_MOVE_PLIES;
        let is_proved = (1..=plies).contains(&known.mate.into()) && is_in_time;
        if is_proved || usize::from(known.no_mate) >= plies {
            return is_proved;
        }
        let moves = if plies == 1 {
            board.legal_moves().into_iter().filter(|&mv| board.gives_check(mv)).collect()
        } else {
            self.order(board, is_attack(plies), known.best)
        };
        let decides = |&mv: &Move| self.is_mate(&board.after(mv), plies - 1) == is_attack(plies);
        let best = moves.into_iter().find(decides);
        let is_mate = best.is_some() == is_attack(plies);
        self.store(board, plies, is_mate, best);
        is_mate
    }

    /// Extends a line to a checkmate in exactly `plies` plies; returns whether the prover found it
    /// within its limits. The attacker keeps the mate, the defender plays as [`Prover::longest`]
    /// says. The line is cut short once the prover [has stopped](Self::is_stopped).
    pub fn extend(&mut self, board: &Board, plies: usize, line: &mut Line) -> bool {
        if plies == 0 {
            return board.is_checkmate();
        }
        for mv in self.order(board, is_attack(plies), self.look_up(board, plies).best) {
            let next = board.after(mv);
            if !self.keeps_length(&next, plies) {
                continue;
            }
            line.push(mv);
            if self.extend(&next, plies - 1, line) {
                return true;
            }
            if !self.enter() {
                return false;
            }
            line.pop();
        }
        false
    }

    /// Whether a move to `next` may begin a line to the mate in `plies` plies.
    fn keeps_length(&mut self, next: &Board, plies: usize) -> bool {
        if is_attack(plies) {
            return self.is_mate(next, plies - 1);
        }
        !self.longest || !(1..plies - 2).step_by(2).any(|fewer| self.is_mate(next, fewer))
    }

    /// Legal moves in the order of trial. Attacker: the best known, short known mates, checks, few
    /// replies. Defender: the best known, long known mates, captures and promotions.
    fn order(&self, board: &Board, is_attack: bool, best: Option<Move>) -> MoveList {
        let mut moves = board.legal_moves();
        moves.sort_by_cached_key(|&mv| {
            let next = (is_attack || self.table.is_some()).then(|| board.after(mv));
            let hit = next.and_then(|next| self.table?.probe(next.key()));
            let is_known = |score| is_mate(score) && (score < 0) == is_attack;
            let plies = hit.filter(|hit| is_known(hit.score)).map(|hit| MATE - hit.score.abs());
            let rank = match next.filter(|_| is_attack) {
                Some(next) => (plies.unwrap_or(MATE), !next.in_check(), next.count_moves()),
                None => (-plies.unwrap_or(0), !mv.is_noisy(), 0),
            };
            (best != Some(mv), rank)
        });
        moves
    }

    /// Draw by the fifty-move rule or the third repetition. Checkmate has precedence.
    fn is_drawn(&self, board: &Board) -> bool {
        let earlier = || self.game.keys().iter().filter(|&&key| key == board.key()).count();
        board.is_fifty_move_draw() || board.halfmove_clock() >= 4 && earlier() >= 2
    }

    /// Proofs of both tables.
    fn look_up(&self, board: &Board, plies: usize) -> Proof {
        let mut proof = self.proofs.probe(board, plies);
        let Some(hit) = self.table.and_then(|table| table.probe(board.key())) else { return proof };
        let score = if is_attack(plies) { hit.score } else { -hit.score };
        let bound = if is_attack(plies) { Bound::Lower } else { Bound::Upper };
        if score > 0 && is_mate(score) && [bound, Bound::Exact].contains(&hit.bound) {
            proof.mate = (MATE - score) as u8;
        }
        Proof { best: proof.best.or(hit.mv), ..proof }
    }

    fn store(&mut self, board: &Board, plies: usize, is_mate: bool, best: Option<Move>) {
        // Near the fifty-move rule, what holds for the position does not hold for its key.
        if self.is_stopped()
            || usize::from(board.halfmove_clock()) + plies + 1 >= FIFTY_MOVE_PLIES.into()
        {
            return;
        }
        let mut proof = Proof { best, ..self.proofs.probe(board, plies) };
        *(if is_mate { &mut proof.mate } else { &mut proof.no_mate }) = plies as u8;
        self.proofs.store(proof);
    }

    /// Counts a node; `false` once the prover has stopped.
    fn enter(&mut self) -> bool {
        if !self.is_stopped() {
            self.nodes += 1;
            self.is_over = self.nodes.is_multiple_of(POLL_INTERVAL) && (self.poll)(self.nodes);
        }
        !self.is_stopped()
    }
}

/// Whether the side to move is the attacker.
fn is_attack(plies: usize) -> bool {
    plies % 2 == 1
}
