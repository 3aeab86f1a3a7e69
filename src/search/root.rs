//! The root moves with their scores and lines.

use super::pv::Line;
use crate::chess::{Board, Move};
use crate::score::{DRAW, INFINITE, Score, TABLES_WIN, is_mate};
use crate::tablebase::TablebaseRules;
use crate::tablebase::ranking::{RankedMove, Ranking};

/// A move of the root.
#[derive(Clone, Debug)]
pub struct RootMove {
    /// The move.
    pub mv: Move,
    /// Its score in this iteration; minus infinite if it did not raise alpha or has not been
    /// searched.
    pub score: Score,
    /// Its score in the iteration before.
    pub previous: Score,
    /// Deepest ply reached below it.
    pub selective_depth: u32,
    /// Rank by endgame tables, higher is better; equal without tables.
    pub rank: i32,
    /// Its score by endgame tables.
    pub verdict: Option<Score>,
    /// Nodes spent below it in the whole search.
    pub nodes: u64,
    /// The line that begins with it.
    pub pv: Line,
    /// The line that refuted it in its last search; kept only for the refutation table.
    pub refutation: Line,
}

impl RootMove {
    /// Its score in this iteration, or in the one before if this one has not reached it. Scores of
    /// endgame tables take precedence, except over mates.
    pub fn known_score(&self) -> Score {
        self.verdict
            .filter(|_| self.is_known_from_tables())
            .unwrap_or_else(|| self.searched_score())
    }

    /// Does the score come from endgame tables, without a mate found?
    pub fn is_known_from_tables(&self) -> bool {
        let score = self.searched_score();
        self.verdict.is_some() && (!is_mate(score) || score == -INFINITE)
    }

    fn searched_score(&self) -> Score {
        if self.score == -INFINITE { self.previous } else { self.score }
    }
}

/// The root moves, best first, and those with which the current line may begin.
#[derive(Clone, Debug)]
pub struct RootMoves {
    /// Best first, as far as known.
    pub moves: Vec<RootMove>,
    /// Lines already found in this iteration: moves before this index are taken (MultiPV).
    pub first: usize,
    /// The current line may begin with moves before this index, which have the rank of its first
    /// move.
    last: usize,
    /// Index of the move under search.
    current: usize,
}

impl RootMoves {
    /// The legal root moves, or those of `only`.
    pub fn new(board: &Board, only: &[Move]) -> RootMoves {
        let wanted = |mv: &Move| only.is_empty() || only.contains(mv);
        let root_move = |mv| RootMove {
            mv,
            score: -INFINITE,
            previous: -INFINITE,
            selective_depth: 0,
            rank: 0,
            verdict: None,
            nodes: 0,
            pv: Line::from_iter([mv]),
            refutation: Line::new(),
        };
        let moves: Vec<RootMove> =
            board.legal_moves().into_iter().filter(wanted).map(root_move).collect();
        RootMoves { last: moves.len(), moves, first: 0, current: 0 }
    }

    /// Takes over the ranking of the moves by endgame tables.
    pub fn take_ranking(&mut self, ranking: &Ranking, rules: &TablebaseRules) {
        for root_move in &mut self.moves {
            if let Some(ranked) = ranking.of(root_move.mv) {
                root_move.rank = ranked.rank;
                root_move.verdict = Some(score_of(ranked, rules));
            }
        }
        self.moves.sort_by_key(|root_move| std::cmp::Reverse(root_move.rank));
        self.begin_line(0);
    }

    /// Begins a line, which may start with the moves of equal rank from this index on.
    pub fn begin_line(&mut self, first: usize) {
        self.first = first;
        let rank = self.moves.get(first).map(|root_move| root_move.rank);
        let is_other = |root_move: &RootMove| Some(root_move.rank) != rank;
        self.last = self
            .moves
            .iter()
            .skip(first)
            .position(is_other)
            .map_or(self.moves.len(), |alike| first + alike);
    }

    /// Are there root moves with which the current line may not begin?
    pub fn is_partial(&self) -> bool {
        self.first > 0 || self.last < self.moves.len()
    }

    /// The number of moves with which the current line may begin.
    pub fn choices(&self) -> usize {
        self.last.saturating_sub(self.first)
    }

    /// Begins an iteration: scores become previous scores.
    pub fn begin_iteration(&mut self) {
        for root_move in &mut self.moves {
            root_move.previous = root_move.score;
            root_move.score = -INFINITE;
        }
    }

    /// Notes a move's score in the current window; returns whether it is the best so far. A later
    /// move that does not raise alpha gets no score, so that it keeps its place in the order.
    pub fn note_score(&mut self, index: usize, score: Score, raised_alpha: bool) -> bool {
        let is_best = index == self.first || raised_alpha;
        self.moves[index].score = if is_best { score } else { -INFINITE };
        is_best
    }

    /// Sorts the moves with which the current line may begin, best first, in a stable way.
    pub fn sort_rest(&mut self) {
        self.moves[self.first..self.last]
            .sort_by_key(|root_move| std::cmp::Reverse((root_move.score, root_move.previous)));
    }

    /// Sorts the lines found so far in this iteration.
    pub fn sort_lines(&mut self) {
        let lines = (self.first + 1).min(self.moves.len());
        let key = |root_move: &RootMove| {
            std::cmp::Reverse((root_move.rank, root_move.score, root_move.previous))
        };
        self.moves[..lines].sort_by_key(key);
    }

    /// The share of the best move in the nodes of all root moves, from 0 to 1.
    pub fn share_of_best(&self) -> f64 {
        let all: u64 = self.moves.iter().map(|root_move| root_move.nodes).sum();
        self.moves.first().map_or(0.0, |best| best.nodes as f64 / all.max(1) as f64)
    }

    /// The best move so far.
    pub fn best(&self) -> Option<Move> {
        self.moves.first().map(|root_move| root_move.mv)
    }

    /// The move number `index` (from 0) of the current line, which becomes the move under search.
    pub fn begin_move(&mut self, index: usize) -> Option<Move> {
        let mv = self.moves[..self.last].get(self.first + index)?.mv;
        self.current = self.first + index;
        Some(mv)
    }

    /// The move under search.
    #[inline]
    pub fn under_search(&self) -> Option<&RootMove> {
        self.moves.get(self.current)
    }
}

/// The score of a ranked move.
fn score_of(ranked: &RankedMove, rules: &TablebaseRules) -> Score {
    match ranked.verdict.sign(rules.fifty_moves) {
        1 => TABLES_WIN,
        -1 => -TABLES_WIN,
        _ => DRAW,
    }
}
