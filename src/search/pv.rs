//! Principal variations: one line for each ply, its best move followed by the line of the child
//! (triangular table, Akl & Newborn 1977).

use crate::chess::Move;
use crate::score::MAX_PLY;
use arrayvec::ArrayVec;

/// Sequence of consecutive moves, such as a principal variation, at most [`MAX_PLY`] long.
pub type Line = ArrayVec<Move, MAX_PLY>;

/// Sets `line` to `mv` followed by `rest`, truncated at [`MAX_PLY`] moves.
pub fn set(line: &mut Line, mv: Move, rest: &[Move]) {
    line.clear();
    line.push(mv);
    let room = line.remaining_capacity().min(rest.len());
    line.extend(rest[..room].iter().copied());
}
