//! The search stack: the boards and [entries](StackEntry) from the root to the current node, and
//! the keys of all positions before.

use super::correction::CorrectionIndices;
use super::order::piece_to;
use super::stack_entry::{PLIES, StackEntry};
use super::threats::BoardWithThreats;
use crate::chess::draw::is_repetition;
use crate::chess::upcoming_repetition;
use crate::chess::{Board, Game, Move, Square};
use crate::score::{MAX_PLY, Score};

/// Search stack with the positions and per-ply data from the root to the current node.
#[derive(Debug)]
pub struct SearchStack {
    /// One entry for each ply.
    pub entries: Box<[StackEntry; PLIES]>,
    boards: Box<[Board; PLIES]>,
    /// Keys of the game's positions, then of the line's.
    keys: Vec<u64>,
    root_key: usize,
    ply: u8,
}

/// An array filled in place. An array literal would be built on the stack and copied, which takes
/// a measurable part of a search of a few hundred nodes.
fn filled<T>(mut make: impl FnMut() -> T) -> Box<[T; PLIES]> {
    let all: Box<[T]> = (0..PLIES).map(|_| make()).collect();
    all.try_into().unwrap_or_else(|_| unreachable!("{PLIES} were made"))
}

impl SearchStack {
    /// Creates the search stack at the root, which is the last position of the game.
    pub fn new(game: &Game) -> SearchStack {
        let mut keys = Vec::with_capacity(game.keys().len() + MAX_PLY);
        keys.extend_from_slice(game.keys());
        SearchStack {
            entries: filled(StackEntry::default),
            boards: filled(|| *game.board()),
            root_key: keys.len() - 1,
            keys,
            ply: 0,
        }
    }

    /// Position at the current ply of the search stack.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.boards[self.ply()]
    }

    /// Positions from the root to the current ply, in this order.
    #[inline]
    pub fn boards(&self) -> &[Board] {
        &self.boards[..=self.ply()]
    }

    /// Distance of the current node from the root, in plies.
    #[inline]
    pub fn ply(&self) -> usize {
        usize::from(self.ply)
    }

    /// Data of the current ply on the search stack.
    #[inline]
    pub fn entry(&self) -> &StackEntry {
        &self.entries[self.ply()]
    }

    /// Data of the current ply on the search stack, mutable.
    #[inline]
    pub fn entry_mut(&mut self) -> &mut StackEntry {
        let ply = self.ply();
        &mut self.entries[ply]
    }

    /// Makes a legal move and goes one ply down the search stack.
    #[inline(always)]
    pub fn push(&mut self, mv: Move) {
        debug_assert!(self.board().is_legal(mv), "{mv:?} in {}", self.board());
        let piece_to = piece_to(self.board(), mv) as u16;
        let entry = self.entry_mut();
        (entry.piece_to, entry.current_move) = (Some(piece_to), Some(mv));
        self.copy_board().make(mv);
        self.descend();
    }

    /// Makes a null move and goes one ply down the search stack.
    #[inline]
    pub fn push_null(&mut self) {
        let entry = self.entry_mut();
        (entry.piece_to, entry.current_move) = (None, None);
        self.copy_board().make_null();
        self.descend();
        self.entry_mut().follows_refutation = false;
    }

    /// Copies the current board to the next ply.
    #[inline]
    fn copy_board(&mut self) -> &mut Board {
        let ply = self.ply();
        let (above, below) = self.boards.split_at_mut(ply + 1);
        below[0] = above[ply];
        &mut below[0]
    }

    /// Enters the next ply, whose board is ready.
    #[inline]
    fn descend(&mut self) {
        let double_extensions = self.entry().double_extensions;
        self.ply += 1;
        let entry = self.entry_mut();
        entry.threats.take();
        entry.double_extensions = double_extensions;
        self.keys.push(self.board().key());
    }

    /// Takes back the last move or null move on the search stack.
    #[inline]
    pub fn pop(&mut self) {
        self.keys.pop();
        self.ply -= 1;
    }

    /// Computes, stores and returns the correction-history indices of the current position.
    #[inline]
    pub fn compute_correction_indices(&mut self) -> &CorrectionIndices {
        let indices = CorrectionIndices::new(
            self.board(),
            [1, 2].map(|back| self.previous_piece_to(back).map_or(0, |piece_to| piece_to + 1)),
        );
        let entry = self.entry_mut();
        entry.correction_indices = indices;
        &entry.correction_indices
    }

    /// Piece-and-target index of the move `back` plies ago; `None` for a null move or before the
    /// root.
    #[inline]
    pub fn previous_piece_to(&self, back: usize) -> Option<u16> {
        self.ply().checked_sub(back).and_then(|ply| self.entries[ply].piece_to)
    }

    /// Current position with the squares that the opponent attacks, which are computed at the first
    /// use.
    #[inline]
    pub fn board_with_threats(&self) -> BoardWithThreats<'_> {
        self.board_with_threats_at(self.ply())
    }

    #[inline]
    fn board_with_threats_at(&self, ply: usize) -> BoardWithThreats<'_> {
        BoardWithThreats { board: &self.boards[ply], threats: &self.entries[ply].threats }
    }

    /// Last move if it was quiet, with the position before it; `None` otherwise.
    #[inline]
    pub fn quiet_move_before(&self) -> Option<(Move, BoardWithThreats<'_>)> {
        let ply = self.ply().checked_sub(1)?;
        self.entries[ply]
            .current_move
            .filter(|mv| !mv.is_noisy())
            .map(|mv| (mv, self.board_with_threats_at(ply)))
    }

    /// Gain in static evaluation by the last move for its side, in internal units; `None` if in
    /// check before or after it.
    #[inline]
    pub fn evaluation_gained(&self) -> Option<Score> {
        let ply = self.ply().checked_sub(1)?;
        Some(-(self.entries[ply].static_eval? + self.entry().static_eval?))
    }

    /// Stores the static evaluation of the current ply in internal units, or `None` in check.
    #[inline]
    pub fn set_static_eval(&mut self, static_eval: Option<Score>) {
        self.entry_mut().static_eval = static_eval;
    }

    /// Resets the cutoff counter two plies below, which counts cutoffs among grandchildren of the
    /// current node.
    #[inline]
    pub fn clear_cutoffs_of_grandchildren(&mut self) {
        let ply = self.ply();
        self.entries[ply + 2].cutoff_count = 0;
    }

    /// Whether the static evaluation is better than two plies ago (for the same side); false in
    /// check. If the side was in check then, the turn before that counts. True if there is no
    /// earlier evaluation.
    #[inline]
    pub fn is_improving(&self) -> bool {
        let ply = self.ply();
        let before =
            |back: usize| ply.checked_sub(back).and_then(|ply| self.entries[ply].static_eval);
        let Some(now) = self.entry().static_eval else { return false };
        before(2).or_else(|| before(4)).is_none_or(|then| now > then)
    }

    /// Whether the side to move can repeat an earlier position in one move (upcoming repetition,
    /// van Kervinck 2013). A draw score is then available.
    #[inline]
    pub fn can_repeat(&self) -> bool {
        let board = self.board();
        board.reversible_plies() >= 3
            && upcoming_repetition::can_repeat(board, &self.keys, self.root_key)
    }

    /// Target square of the last move if it was a capture; `None` otherwise.
    pub fn last_capture(&self) -> Option<Square> {
        let ply = self.ply().checked_sub(1)?;
        self.entries[ply].current_move.filter(|mv| mv.is_capture()).map(Move::to)
    }

    /// Whether the current position is a draw by the fifty-move rule, repetition or insufficient
    /// material.
    #[inline]
    pub fn is_draw(&self) -> bool {
        let board = self.board();
        board.is_fifty_move_draw()
            || is_repetition(&self.keys, board.reversible_plies(), self.root_key)
            || board.is_insufficient_material()
    }

    /// Whether the search stack has reached its maximum ply, so that no further move can be made.
    #[inline]
    pub fn is_at_last_ply(&self) -> bool {
        self.ply() >= MAX_PLY - 1
    }
}
