//! Textbook searches as oracles for the engine's search.
//! The search with pruning disabled must find the same values; `lab/tests/research/oracle.rs`
//! compares them.
//!
//! Leaves are scored by the static evaluation, or by a quiescence search without a window, whose
//! value also depends on the position only.

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;
use secateur::chess::draw::is_repetition;
use secateur::chess::movegen::Noisy;
use secateur::chess::{Board, MoveList, PieceKind};
use secateur::eval::Evaluator;
use secateur::score::{DRAW, INFINITE, Score, mated_in};

/// Evaluation of the leaves in a textbook search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaf {
    /// Static evaluation.
    Static,
    /// Quiescence search with captures and promotions that lose no material, and evasions.
    Quiet,
}

/// Value that textbook alpha-beta returns outside its window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fail {
    /// Fail-hard: the bound of the window.
    Hard,
    /// Fail-soft: the best score found, a tighter bound.
    Soft,
}

/// Textbook search, to which the engine's search is compared.
#[derive(Debug)]
pub struct Oracle {
    evaluator: Evaluator,
    leaf: Leaf,
    fail: Fail,
    keys: Vec<u64>,
    shuffle: Option<Xoshiro256PlusPlus>,
    /// Number of leaves evaluated.
    pub leaves: u64,
}

impl Oracle {
    /// An oracle with this leaf evaluation and the linear evaluation.
    pub fn new(leaf: Leaf) -> Oracle {
        let evaluator = crate::evaluations::linear();
        Oracle { evaluator, leaf, fail: Fail::Soft, keys: Vec::new(), shuffle: None, leaves: 0 }
    }

    /// The same oracle with another evaluation.
    pub fn with_evaluator(self, evaluator: Evaluator) -> Oracle {
        Oracle { evaluator, ..self }
    }

    /// The same oracle with fail-hard or fail-soft.
    pub fn failing(self, fail: Fail) -> Oracle {
        Oracle { fail, ..self }
    }

    /// The same oracle with random move ordering.
    pub fn shuffling(self, seed: u64) -> Oracle {
        Oracle { shuffle: Some(Xoshiro256PlusPlus::seed_from_u64(seed)), ..self }
    }

    /// The negamax value (Shannon 1950) at this depth, plies, without pruning.
    pub fn negamax(&mut self, board: &Board, depth: u32) -> Score {
        self.keys = vec![board.key()];
        self.walk(board, None, depth, 0)
    }

    /// The alpha-beta value (Brudno 1963, Knuth & Moore 1975) at this depth, with an open window.
    pub fn alpha_beta(&mut self, board: &Board, depth: u32) -> Score {
        self.keys = vec![board.key()];
        self.walk(board, Some((-INFINITE, INFINITE)), depth, 0)
    }

    /// Searches one node: alpha-beta with a window, plain negamax without one.
    fn walk(
        &mut self,
        board: &Board,
        window: Option<(Score, Score)>,
        depth: u32,
        ply: usize,
    ) -> Score {
        if ply > 0 && self.is_draw(board) {
            return DRAW;
        }
        if depth == 0 {
            self.leaves += 1;
            return match self.leaf {
                Leaf::Static => self.evaluate_or_mate(board, ply),
                Leaf::Quiet => self.quiet(board, window.unwrap_or((-INFINITE, INFINITE)), ply),
            };
        }
        let mut moves = board.legal_moves();
        if let Some(rng) = &mut self.shuffle {
            moves.shuffle(rng);
        }
        self.best_child(board, &moves, window, None, ply, |oracle, child, window, ply| {
            oracle.walk(child, window, depth - 1, ply)
        })
        .unwrap_or_else(|| mate_or_stalemate(board, ply))
    }

    fn quiet(&mut self, board: &Board, (alpha, beta): (Score, Score), ply: usize) -> Score {
        if self.is_draw(board) {
            return DRAW;
        }
        let (moves, stand_pat) = if board.in_check() {
            (board.legal_moves(), None)
        } else {
            let mut moves = MoveList::new();
            board.append_moves::<Noisy>(&mut moves);
            moves.retain(|mv| {
                mv.promotion().is_none_or(|kind| kind == PieceKind::Queen) && board.see_ge(*mv, 0)
            });
            (moves, Some(self.evaluator.evaluate(board)))
        };
        if stand_pat.is_some_and(|score| score >= beta) {
            return stand_pat.unwrap_or_default();
        }
        let alpha = alpha.max(stand_pat.unwrap_or(-INFINITE));
        self.best_child(
            board,
            &moves,
            Some((alpha, beta)),
            stand_pat,
            ply,
            |oracle, child, window, ply| {
                oracle.quiet(child, window.unwrap_or((-INFINITE, INFINITE)), ply)
            },
        )
        .unwrap_or_else(|| mated_in(ply))
    }

    /// The best of the children's values and the value so far; `None` without either.
    fn best_child(
        &mut self,
        board: &Board,
        moves: &[secateur::chess::Move],
        mut window: Option<(Score, Score)>,
        stand_pat: Option<Score>,
        ply: usize,
        mut value: impl FnMut(&mut Oracle, &Board, Option<(Score, Score)>, usize) -> Score,
    ) -> Option<Score> {
        let whole_window = window;
        let mut best = stand_pat;
        for &mv in moves {
            let child = board.after(mv);
            self.keys.push(child.key());
            let turned = window.map(|(alpha, beta)| (-beta, -alpha));
            let score = -value(self, &child, turned, ply + 1);
            self.keys.pop();
            best = best.max(Some(score));
            if let Some((alpha, beta)) = &mut window {
                *alpha = (*alpha).max(score);
                if alpha >= beta {
                    break;
                }
            }
        }
        match (self.fail, whole_window) {
            (Fail::Hard, Some((alpha, beta))) => best.map(|best| best.clamp(alpha, beta)),
            _ => best,
        }
    }

    fn is_draw(&self, board: &Board) -> bool {
        board.is_fifty_move_draw()
            || is_repetition(&self.keys, board.halfmove_clock(), 0)
            || board.is_insufficient_material()
    }

    fn evaluate_or_mate(&self, board: &Board, ply: usize) -> Score {
        if board.count_moves() > 0 {
            self.evaluator.evaluate(board)
        } else {
            mate_or_stalemate(board, ply)
        }
    }
}

fn mate_or_stalemate(board: &Board, ply: usize) -> Score {
    if board.in_check() { mated_in(ply) } else { DRAW }
}
