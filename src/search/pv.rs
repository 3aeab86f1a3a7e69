//! Principal variations: one line for each ply, its best move followed by the line of the child
//! (triangular table, Akl & Newborn 1977).

use crate::chess::Move;
use crate::score::MAX_PLY;
use arrayvec::ArrayVec;

/// Sequence of consecutive moves, such as a principal variation, at most [`MAX_PLY`] long.
pub type Line = ArrayVec<Move, MAX_PLY>;

/// The line of each ply (triangular PV table). It grows with the plies that need a line, so that a
/// short search does not create all.
#[derive(Debug, Default)]
pub struct PvTable(Vec<Line>);

impl PvTable {
    /// Clears the line of a ply, when its node is entered.
    pub fn clear(&mut self, ply: usize) {
        match self.0.get_mut(ply) {
            Some(line) => line.clear(),
            None => self.0.resize_with(ply + 1, Line::new),
        }
    }

    /// The line of a ply.
    pub fn line(&self, ply: usize) -> &[Move] {
        self.0.get(ply).map_or(&[], |line| line)
    }

    /// Sets the line of a ply to `mv` followed by the line of the next ply, truncated at
    /// [`MAX_PLY`] moves.
    pub fn extend(&mut self, ply: usize, mv: Move) {
        let (upper, lower) = self.0.split_at_mut(ply + 1);
        let rest = lower.first().map_or(&[][..], |line| line);
        let line = &mut upper[ply];
        line.clear();
        line.push(mv);
        line.extend(rest.iter().copied().take(MAX_PLY - 1));
    }
}
