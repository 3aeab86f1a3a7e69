//! The root moves and what is known of each.

use super::pv::Line;
use crate::chess::{Board, Move};
use crate::score::{INFINITE, Score};

/// A move of the root.
#[derive(Clone, Debug)]
pub struct RootMove {
    /// The move.
    pub mv: Move,
    /// Its score in this iteration; minus infinite if it did not raise alpha or has not been searched.
    pub score: Score,
    /// Its score in the iteration before.
    pub previous: Score,
    /// Deepest ply reached below it.
    pub selective_depth: u32,
    /// Nodes spent below it in the whole search.
    pub nodes: u64,
    /// The line that begins with it.
    pub pv: Line,
    /// The line that refuted it in its last search; kept only for the refutation table.
    pub refutation: Line,
}

impl RootMove {
    /// Its score in this iteration, or in the one before if this one has not reached it.
    pub fn known_score(&self) -> Score {
        if self.score == -INFINITE { self.previous } else { self.score }
    }
}

/// The root moves, best first, and which of them the current line may begin with.
#[derive(Clone, Debug)]
pub struct RootMoves {
    /// Best first, as far as known.
    pub moves: Vec<RootMove>,
    /// Lines already found in this iteration: moves before this index are taken (MultiPV).
    pub first: usize,
}

impl RootMoves {
    /// The legal moves, or those of them that are asked for.
    pub fn new(board: &Board, only: &[Move]) -> RootMoves {
        let wanted = |mv: &Move| only.is_empty() || only.contains(mv);
        let root_move = |mv| RootMove {
            mv,
            score: -INFINITE,
            previous: -INFINITE,
            selective_depth: 0,
            nodes: 0,
            pv: Line::from_iter([mv]),
            refutation: Line::new(),
        };
        RootMoves { moves: board.legal_moves().into_iter().filter(wanted).map(root_move).collect(), first: 0 }
    }

    /// Begins an iteration: scores become previous scores.
    pub fn begin_iteration(&mut self) {
        for root_move in &mut self.moves {
            root_move.previous = root_move.score;
            root_move.score = -INFINITE;
        }
    }

    /// Sorts the moves from `first` on, best first; equal ones keep their order.
    pub fn sort_rest(&mut self) {
        let first = self.first;
        self.moves[first..].sort_by_key(|root_move| std::cmp::Reverse((root_move.score, root_move.previous)));
    }

    /// Sorts the lines found so far in this iteration.
    pub fn sort_lines(&mut self) {
        let lines = (self.first + 1).min(self.moves.len());
        self.moves[..lines].sort_by_key(|root_move| std::cmp::Reverse((root_move.score, root_move.previous)));
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

    /// The move to search as number `index` (from 0) of the current line.
    pub fn get(&self, index: usize) -> Option<Move> {
        self.moves.get(self.first + index).map(|root_move| root_move.mv)
    }
}
