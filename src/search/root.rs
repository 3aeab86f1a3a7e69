//! The root moves with their scores and PVs.

use super::table::Bound;
use crate::chess::{Board, Move};
use crate::score::{INFINITE, Score, TB_WIN, is_mate};
use crate::tablebase::TablebaseOptions;
use crate::tablebase::ranking::{RankedMove, Ranking};

/// Move of the root position with its score, principal variation and node count.
#[derive(Clone, Debug)]
pub struct RootMove {
    /// The move.
    pub mv: Move,
    /// Score in this iteration; minus infinite if the move did not raise alpha or has not been
    /// searched.
    pub score: Score,
    /// Type of `score`: a bound while the window of the iteration has failed.
    pub bound: Bound,
    /// Score in the previous iteration.
    pub previous: Score,
    /// `seldepth` when the move last became the best; it includes the moves searched before.
    pub selective_depth: u32,
    /// Rank by tablebases, higher is better; equal without tablebases.
    pub rank: i32,
    /// Score by tablebases; `None` without them.
    pub tb_score: Option<Score>,
    /// Nodes below the move in the whole search.
    pub nodes: u64,
    /// Principal variation that begins with the move.
    pub pv: Vec<Move>,
    /// Line that refuted the move in its last search; kept only for the refutation table.
    pub refutation: Vec<Move>,
}

impl RootMove {
    /// Score of the root move in this iteration, or in the previous one if it has not been searched
    /// yet. Scores of tablebases take precedence, except over mates.
    pub fn known_score(&self) -> Score {
        self.tb_score
            .filter(|_| self.is_known_from_tablebases())
            .unwrap_or_else(|| self.searched_score())
    }

    /// Type of [`RootMove::known_score`]: exact if it comes from the previous iteration or from
    /// tablebases.
    pub fn known_bound(&self) -> Bound {
        let is_older = self.score == -INFINITE;
        if is_older || self.is_known_from_tablebases() { Bound::Exact } else { self.bound }
    }

    /// Whether the root move's score comes from tablebases, since the search has found no mate.
    pub fn is_known_from_tablebases(&self) -> bool {
        let score = self.searched_score();
        self.tb_score.is_some() && (!is_mate(score) || score == -INFINITE)
    }

    fn searched_score(&self) -> Score {
        if self.score == -INFINITE { self.previous } else { self.score }
    }
}

/// Root moves, best first, and the range of them that may start the current PV (MultiPV).
#[derive(Clone, Debug)]
pub struct RootMoves {
    /// Root moves, best first as far as known.
    pub moves: Vec<RootMove>,
    /// Index of the current PV. The moves of the PVs already found in this iteration come before.
    pub pv_index: usize,
    /// The current PV may begin with moves before this index: they have the rank of its first move.
    end: usize,
    /// Index of the move under search.
    pub current: usize,
}

impl RootMoves {
    /// Creates the list of legal root moves, restricted to the moves in `only` (`searchmoves`)
    /// unless that is empty.
    pub fn new(board: &Board, only: &[Move]) -> RootMoves {
        let is_allowed = |mv: &Move| only.is_empty() || only.contains(mv);
        let root_move = |mv| RootMove {
            mv,
            score: -INFINITE,
            bound: Bound::Exact,
            previous: -INFINITE,
            selective_depth: 0,
            rank: 0,
            tb_score: None,
            nodes: 0,
            pv: vec![mv],
            refutation: Vec::new(),
        };
        let moves: Vec<RootMove> =
            board.legal_moves().into_iter().filter(is_allowed).map(root_move).collect();
        RootMoves { end: moves.len(), moves, pv_index: 0, current: 0 }
    }

    /// Sorts the root moves by tablebase rank, and stores the score that the tablebase result
    /// implies. `draw` is the score of a draw for the side to move.
    pub fn apply_ranking(&mut self, ranking: &Ranking, options: &TablebaseOptions, draw: Score) {
        for root_move in &mut self.moves {
            if let Some(ranked) = ranking.of(root_move.mv) {
                root_move.rank = ranked.rank;
                root_move.tb_score = Some(score_of(ranked, options, draw));
            }
        }
        self.moves.sort_by_key(|root_move| std::cmp::Reverse(root_move.rank));
        self.begin_pv(0);
    }

    /// Begins the PV with this index (MultiPV). It may start with any root move from this index on
    /// with equal tablebase rank.
    pub fn begin_pv(&mut self, pv_index: usize) {
        self.pv_index = pv_index;
        let rank = self.moves.get(pv_index).map(|root_move| root_move.rank);
        let is_other = |root_move: &RootMove| Some(root_move.rank) != rank;
        self.end = self
            .moves
            .iter()
            .skip(pv_index)
            .position(is_other)
            .map_or(self.moves.len(), |alike| pv_index + alike);
    }

    /// Whether some root moves are excluded from the current PV, by earlier PVs or by tablebase
    /// rank.
    pub fn is_partial(&self) -> bool {
        self.pv_index > 0 || self.end < self.moves.len()
    }

    /// Number of root moves that may start the current PV.
    pub fn choice_count(&self) -> usize {
        self.end.saturating_sub(self.pv_index)
    }

    /// Begins an iteration by saving the scores of all root moves as their previous scores.
    pub fn begin_iteration(&mut self) {
        for root_move in &mut self.moves {
            root_move.previous = root_move.score;
            root_move.score = -INFINITE;
        }
    }

    /// Records the score of a root move and its type in the current window; returns whether the
    /// move is the best so far. A later move that does not raise alpha gets no score.
    /// [`RootMoves::sort_rest`] orders it by its previous score, else by nodes.
    pub fn record_score(&mut self, index: usize, score: Score, bound: Bound) -> bool {
        let is_best = index == self.pv_index || bound != Bound::Upper;
        let root_move = &mut self.moves[index];
        root_move.score = if is_best { score } else { -INFINITE };
        root_move.bound = bound;
        is_best
    }

    /// Ends the current PV: the score of its move is exact now.
    pub fn end_pv(&mut self) {
        self.moves[self.pv_index].bound = Bound::Exact;
        self.sort_pvs();
    }

    /// Stably sorts the root moves that may start the current PV by score, best first.
    /// Moves without a score follow by the nodes below them: a move that was hard to refute comes
    /// early, where it is reduced less.
    pub fn sort_rest(&mut self) {
        self.moves[self.pv_index..self.end].sort_by_key(|root_move| {
            let &RootMove { score, previous, nodes, .. } = root_move;
            let has_score = score > -INFINITE || previous > -INFINITE;
            std::cmp::Reverse((score, previous, if has_score { 0 } else { nodes }))
        });
    }

    /// Sorts the PVs found so far in this iteration by score, best first.
    pub fn sort_pvs(&mut self) {
        let count = (self.pv_index + 1).min(self.moves.len());
        let key = |root_move: &RootMove| {
            std::cmp::Reverse((root_move.rank, root_move.score, root_move.previous))
        };
        self.moves[..count].sort_by_key(key);
    }

    /// Share of all searched nodes that are below the best root move, from 0 to 1.
    pub fn best_move_share(&self) -> f64 {
        let all: u64 = self.moves.iter().map(|root_move| root_move.nodes).sum();
        self.moves.first().map_or(0.0, |best| best.nodes as f64 / all.max(1) as f64)
    }

    /// Best root move so far; `None` if there is no legal move.
    pub fn best(&self) -> Option<Move> {
        self.moves.first().map(|root_move| root_move.mv)
    }

    /// Selects the `index`-th root move (from 0) of the current PV as under search, and returns it.
    pub fn begin_move(&mut self, index: usize) -> Option<Move> {
        let mv = self.moves[..self.end].get(self.pv_index + index)?.mv;
        self.current = self.pv_index + index;
        Some(mv)
    }

    /// Root move under search; `None` if there is no legal move.
    #[inline]
    pub fn current_move(&self) -> Option<&RootMove> {
        self.moves.get(self.current)
    }
}

/// The score of a ranked move, with this score of a draw.
fn score_of(ranked: &RankedMove, options: &TablebaseOptions, draw: Score) -> Score {
    match ranked.result.sign(options.fifty_moves) {
        1 => TB_WIN,
        -1 => -TB_WIN,
        _ => draw,
    }
}
