//! The line of play from the root to the current node: a board and a [entry](StackEntry) a ply, and the
//! keys of all positions before.

use super::correction::Place;
use super::order::history::Situation;
use super::order::piece_to;
use super::stack_entry::{PLIES, StackEntry};
use crate::chess::cycle;
use crate::chess::draw::is_repetition;
use crate::chess::{Board, Game, Move, Square};
use crate::score::{MAX_PLY, Score};

/// The line of play.
#[derive(Debug)]
pub struct SearchStack {
    /// One entry a ply.
    pub entries: Box<[StackEntry; PLIES]>,
    boards: Box<[Board; PLIES]>,
    /// Those of the game come first.
    keys: Vec<u64>,
    root_key: usize,
    ply: u8,
}

impl SearchStack {
    /// At the root, behind this game.
    pub fn new(game: &Game) -> SearchStack {
        let mut keys = Vec::with_capacity(game.keys().len() + MAX_PLY);
        keys.extend_from_slice(game.keys());
        SearchStack {
            entries: Box::new(std::array::from_fn(|_| StackEntry::default())),
            boards: Box::new([*game.board(); PLIES]),
            root_key: keys.len() - 1,
            keys,
            ply: 0,
        }
    }

    /// The position at the current ply.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.boards[self.ply()]
    }

    /// The positions from the root to the current ply.
    #[inline]
    pub fn boards(&self) -> &[Board] {
        &self.boards[..=self.ply()]
    }

    /// Distance from the root.
    #[inline]
    pub fn ply(&self) -> usize {
        usize::from(self.ply)
    }

    /// The entry of the current ply.
    #[inline]
    pub fn entry(&self) -> &StackEntry {
        &self.entries[self.ply()]
    }

    /// The same, to change.
    #[inline]
    pub fn entry_mut(&mut self) -> &mut StackEntry {
        let ply = self.ply();
        &mut self.entries[ply]
    }

    /// Goes down by a move.
    #[inline(always)]
    pub fn push(&mut self, mv: Move) {
        debug_assert!(self.board().is_legal(mv), "{mv:?} in {}", self.board());
        let moved = piece_to(self.board(), mv) as u16;
        let entry = self.entry_mut();
        (entry.moved, entry.made) = (Some(moved), Some(mv));
        self.copy_board().make(mv);
        self.descend();
    }

    /// Goes down by passing the turn.
    #[inline]
    pub fn push_null(&mut self) {
        let entry = self.entry_mut();
        (entry.moved, entry.made) = (None, None);
        self.copy_board().make_null();
        self.descend();
        self.entry_mut().follows_refutation = false;
    }

    /// The board of the next ply, as a copy of the current one.
    #[inline]
    fn copy_board(&mut self) -> &mut Board {
        let ply = self.ply();
        let (above, below) = self.boards.split_at_mut(ply + 1);
        below[0] = above[ply];
        &mut below[0]
    }

    /// Goes to the next ply, whose board has been made.
    #[inline]
    fn descend(&mut self) {
        let double_extensions = self.entry().double_extensions;
        self.ply += 1;
        let entry = self.entry_mut();
        entry.threats.take();
        entry.double_extensions = double_extensions;
        self.keys.push(self.board().key());
    }

    /// Goes up again.
    #[inline]
    pub fn pop(&mut self) {
        self.keys.pop();
        self.ply -= 1;
    }

    /// Finds and notes where the corrections of the current position's evaluation lie.
    #[inline]
    pub fn find_corrections(&mut self) -> &Place {
        let place = Place::of(
            self.board(),
            [1, 2].map(|back| self.moved(back).map_or(0, |moved| moved + 1)),
        );
        let entry = self.entry_mut();
        entry.correction_place = place;
        &entry.correction_place
    }

    /// The move made so many plies before, by piece and square; `None` for a pass and beyond the
    /// root.
    #[inline]
    pub fn moved(&self, back: usize) -> Option<u16> {
        self.ply().checked_sub(back).and_then(|ply| self.entries[ply].moved)
    }

    /// The current position with what is attacked in it.
    #[inline]
    pub fn situation(&self) -> Situation<'_> {
        self.situation_at(self.ply())
    }

    #[inline]
    fn situation_at(&self, ply: usize) -> Situation<'_> {
        Situation { board: &self.boards[ply], threats: &self.entries[ply].threats }
    }

    /// The quiet move that has led to the current position, and the position in which it was made.
    #[inline]
    pub fn quiet_move_before(&self) -> Option<(Move, Situation<'_>)> {
        let ply = self.ply().checked_sub(1)?;
        self.entries[ply].made.filter(|mv| !mv.is_noisy()).map(|mv| (mv, self.situation_at(ply)))
    }

    /// What the move before has added to the static evaluation of the side that made it, internal
    /// units.
    #[inline]
    pub fn evaluation_gained(&self) -> Option<Score> {
        let ply = self.ply().checked_sub(1)?;
        Some(-(self.entries[ply].evaluation? + self.entry().evaluation?))
    }

    /// Notes the static evaluation of the current node, which is being entered. Is it better than
    /// at the side's last turn? In check the answer is no; if the side was in check then, the turn
    /// before counts.
    #[inline]
    pub fn note_evaluation(&mut self, evaluation: Option<Score>) -> bool {
        let ply = self.ply();
        self.entries[ply].evaluation = evaluation;
        self.entries[ply + 2].cutoff_count = 0;
        let before =
            |back: usize| ply.checked_sub(back).and_then(|ply| self.entries[ply].evaluation);
        let Some(now) = evaluation else { return false };
        before(2).or_else(|| before(4)).is_none_or(|then| now > then)
    }

    /// Can the side to move repeat a position of this search by its next move? Then it has at least
    /// a draw (Marcel van Kervinck).
    #[inline]
    pub fn can_repeat(&self) -> bool {
        let board = self.board();
        board.reversible_plies() >= 3 && cycle::can_repeat(board, &self.keys, self.root_key)
    }

    /// Where the move before has taken something.
    pub fn last_capture(&self) -> Option<Square> {
        let before = self.ply().checked_sub(1).map(|ply| &self.boards[ply])?;
        let (side, now) = (before.side_to_move(), self.board());
        let has_taken = now.color(!side) != before.color(!side);
        has_taken.then(|| (now.color(side).without(before.color(side))).next()).flatten()
    }

    /// Is the current position drawn by rule: fifty moves, repetition, material?
    #[inline]
    pub fn is_draw(&self) -> bool {
        let board = self.board();
        board.is_fifty_move_draw()
            || is_repetition(&self.keys, board.reversible_plies(), self.root_key)
            || board.is_dead_material()
    }

    /// Has the path no room for another ply?
    #[inline]
    pub fn is_at_last_ply(&self) -> bool {
        self.ply() >= MAX_PLY - 1
    }
}
