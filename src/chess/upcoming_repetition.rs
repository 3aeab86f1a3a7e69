//! Upcoming repetition: detects whether one move leads to an earlier position, without making it.
//!
//! The keys of two positions an odd number of plies apart differ by one reversible move exactly if
//! their XOR is the key of that move: its piece on both squares, and the side to move. A cuckoo
//! table contains the keys of all such moves (Marcel van Kervinck 2013, after Rasmus Pagh &
//! Flemming Rodler, "Cuckoo hashing", 2001).

use super::attacks;
use super::bitboard::Bitboard;
use super::board::Board;
use super::color::Color;
use super::piece::{Piece, PieceKind};
use super::square::Square;
use super::zobrist;
use once_cell::sync::Lazy;

/// Slots of the cuckoo table.
const SLOTS: usize = 1 << 13;
/// Number of keys in the table.
const COUNT: usize = 3668;

/// Reversible move with its key.
#[derive(Clone, Copy)]
struct ReversibleMove {
    key: u64,
    squares: (Square, Square),
}

static TABLE: Lazy<Box<[Option<ReversibleMove>]>> = Lazy::new(build);

#[inline]
fn slots(key: u64) -> [usize; 2] {
    [key as usize % SLOTS, (key >> 16) as usize % SLOTS]
}

/// All moves of non-pawn pieces, once for both directions.
fn reversible_moves() -> impl Iterator<Item = ReversibleMove> {
    let pieces = PieceKind::ALL.into_iter().filter(|&kind| kind != PieceKind::Pawn);
    pieces.flat_map(|kind| Color::ALL.map(|color| (kind, color))).flat_map(|(kind, color)| {
        Square::all().flat_map(move |from| {
            let reach = attacks::of(Piece { color, kind }, from, Bitboard::EMPTY);
            let targets = reach.filter(move |to| to.index() > from.index());
            targets.map(move |to| {
                let moved = zobrist::piece(color, kind, from) ^ zobrist::piece(color, kind, to);
                ReversibleMove { key: moved ^ zobrist::black_to_move(), squares: (from, to) }
            })
        })
    })
}

/// Fills the cuckoo table. Each move has two slots; a displaced move goes to its other slot.
fn build() -> Box<[Option<ReversibleMove>]> {
    let mut table: Box<[Option<ReversibleMove>]> = vec![None; SLOTS].into_boxed_slice();
    for one in reversible_moves() {
        let mut displaced = one;
        let mut slot = slots(one.key)[0];
        while let Some(evicted) = table[slot].replace(displaced) {
            let [first, second] = slots(evicted.key);
            slot = if slot == first { second } else { first };
            displaced = evicted;
        }
    }
    debug_assert_eq!(table.iter().flatten().count(), COUNT);
    let is_found = |one: ReversibleMove| {
        find(&table, one.key).is_some_and(|found| found.squares == one.squares)
    };
    debug_assert!(reversible_moves().all(is_found));
    table
}

/// Finds the move with this key.
#[inline]
fn find(table: &[Option<ReversibleMove>], key: u64) -> Option<ReversibleMove> {
    slots(key).into_iter().find_map(|slot| table[slot].filter(|one| one.key == key))
}

/// Whether one reversible move can repeat a position that occurred after index `root` of `keys`
/// (upcoming repetition).
///
/// `keys` are the keys of all positions of the game and the current line, the current one last.
/// `root` is the index of the search's root.
pub fn can_repeat(board: &Board, keys: &[u64], root: usize) -> bool {
    let newest = keys.len() - 1;
    let farthest = usize::from(board.reversible_plies()).min(newest - root.min(newest));
    if farthest < 3 {
        return false;
    }
    let table: &[Option<ReversibleMove>] = &TABLE;
    // XOR of what the opponent's moves have changed. One move of the side to move can only repeat
    // the position if it is zero.
    let mut theirs = keys[newest] ^ keys[newest - 1] ^ zobrist::black_to_move();
    (3..=farthest).step_by(2).any(|back| {
        theirs ^= keys[newest - back + 1] ^ keys[newest - back] ^ zobrist::black_to_move();
        theirs == 0
            && find(table, keys[newest] ^ keys[newest - back]).is_some_and(|one| {
                let (a, b) = one.squares;
                let is_free = !attacks::between(a, b).intersects(board.occupied());
                // Positions at or before the root are excluded: one repetition of them is no draw.
                is_free && newest - back > root
            })
    })
}
