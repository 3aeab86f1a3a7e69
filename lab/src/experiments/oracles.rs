//! Textbook searches, short enough to be seen to be right. The search that plays, with its pruning
//! off, must find the same values; `lab/tests/oracle.rs` compares them.
//!
//! Leaves are judged by the static evaluation, or by a quiescence search without a window, so that
//! its value too depends on the position alone.

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;
use secateur::chess::draw::is_repetition;
use secateur::chess::movegen::Noisy;
use secateur::chess::{Board, MoveList, PieceKind};
use secateur::eval::Evaluator;
use secateur::score::{DRAW, INFINITE, Score, mated_in};

/// How leaves are judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaf {
    /// By the evaluation as they stand.
    Static,
    /// After playing out captures and promotions that lose nothing, and evasions.
    Quiet,
}

/// What alpha-beta returns outside its window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fail {
    /// The end of the window.
    Hard,
    /// The best score found, a tighter bound.
    Soft,
}

/// A textbook search from one root.
#[derive(Debug)]
pub struct Oracle {
    evaluator: Evaluator,
    leaf: Leaf,
    fail: Fail,
    keys: Vec<u64>,
    shuffle: Option<Xoshiro256PlusPlus>,
    /// Leaves judged so far.
    pub leaves: u64,
}

impl Oracle {
    /// An oracle that judges leaves like this, by the linear evaluation.
    pub fn new(leaf: Leaf) -> Oracle {
        let evaluator = Evaluator::linear();
        Oracle { evaluator, leaf, fail: Fail::Soft, keys: Vec::new(), shuffle: None, leaves: 0 }
    }

    /// The same, by another evaluation.
    pub fn judging_by(self, evaluator: Evaluator) -> Oracle {
        Oracle { evaluator, ..self }
    }

    /// The same, returning this outside the window.
    pub fn failing(self, fail: Fail) -> Oracle {
        Oracle { fail, ..self }
    }

    /// The same, trying moves in random order.
    pub fn shuffling(self, seed: u64) -> Oracle {
        Oracle { shuffle: Some(Xoshiro256PlusPlus::seed_from_u64(seed)), ..self }
    }

    /// Negamax (Shannon 1950): the value of the position by looking at every line of `depth` plies.
    pub fn negamax(&mut self, board: &Board, depth: u32) -> Score {
        self.keys = vec![board.key()];
        self.walk(board, None, depth, 0)
    }

    /// Alpha-beta (Brudno 1963, Knuth & Moore 1975), with the open window.
    pub fn alpha_beta(&mut self, board: &Board, depth: u32) -> Score {
        self.keys = vec![board.key()];
        self.walk(board, Some((-INFINITE, INFINITE)), depth, 0)
    }

    /// One node: with a window alpha-beta, without one plain negamax.
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
                Leaf::Static => self.judge_or_mate(board, ply),
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

    /// The best of the children's values and of what is had already; `None` without either.
    fn best_child(
        &mut self,
        board: &Board,
        moves: &[secateur::chess::Move],
        mut window: Option<(Score, Score)>,
        had: Option<Score>,
        ply: usize,
        mut value: impl FnMut(&mut Oracle, &Board, Option<(Score, Score)>, usize) -> Score,
    ) -> Option<Score> {
        let whole_window = window;
        let mut best = had;
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
            || board.is_dead_material()
    }

    fn judge_or_mate(&self, board: &Board, ply: usize) -> Score {
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
