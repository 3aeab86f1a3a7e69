//! Opening books in the Polyglot format: entries of 16 bytes, big-endian, sorted by key.
//!
//! ```text
//! bytes  0–7  key of the position         8–9  move
//!      10–11  weight                    12–15  learning data; ignored
//! move   bits 0–2 file and 3–5 rank of the target, 6–8 and 9–11 of the origin,
//!        12–14 promotion: none, knight, bishop, rook, queen
//! ```
//! Castling is encoded as king takes own rook, as in a [`Move`]. Books with the king's two-square
//! move are supported too. Some programs store notes at the beginning of a book, as entries with
//! key 0; they are not moves.

mod key;
mod random;

pub use key::{key, key_of_game};

use super::{Board, Move, PieceKind, Square};

/// Size of an entry in bytes.
const ENTRY: usize = 16;

/// Reason why a file is not a valid Polyglot book. Offsets count from the first byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BookError {
    /// The file is empty.
    #[error("offset 0: it is empty")]
    Empty,
    /// A key is smaller than the one before it.
    #[error(
        "offset {0}: this key is smaller than the one before it; entries of a Polyglot book are sorted"
    )]
    Unsorted(usize),
    /// An entry has bits that no move has.
    #[error("offset {0}: {1:#06x} is no move of a Polyglot book")]
    NoMove(usize, u16),
    /// The last entry is incomplete.
    #[error("offset {0}: {1} bytes are left where an entry of a Polyglot book has 16")]
    Truncated(usize, usize),
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    key: u64,
    mv: u16,
    weight: u16,
}

/// Opening book in the Polyglot format, loaded into memory.
#[derive(Clone, Debug)]
pub struct Book {
    entries: Vec<Entry>,
}

/// Move of an opening book for some position, with its weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// The move, which is legal.
    pub mv: Move,
    /// Weight of the move, in units of the book.
    pub weight: u16,
}

impl Book {
    /// Parses a Polyglot book from the bytes of its file and validates all entries.
    pub fn from_bytes(bytes: &[u8]) -> Result<Book, BookError> {
        let (whole, rest) = bytes.as_chunks::<ENTRY>();
        let mut entries: Vec<Entry> = Vec::with_capacity(whole.len());
        for (index, bytes) in whole.iter().enumerate() {
            let entry = Entry::of(*bytes);
            if entries.last().is_some_and(|last| last.key > entry.key) {
                return Err(BookError::Unsorted(index * ENTRY));
            }
            if !entry.is_plausible() {
                return Err(BookError::NoMove(index * ENTRY + 8, entry.mv));
            }
            entries.push(entry);
        }
        match rest.len() {
            0 if entries.is_empty() => Err(BookError::Empty),
            0 => Ok(Book { entries }),
            left => Err(BookError::Truncated(whole.len() * ENTRY, left)),
        }
    }

    /// Number of entries in the opening book.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether the opening book has no entries (never true for a book read from a file).
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Legal book moves of a position, looked up by its Polyglot [`key()`], in the order of the
    /// book. Illegal moves are skipped.
    pub fn moves(&self, board: &Board, key: u64) -> Vec<BookMove> {
        let first = self.entries.partition_point(|entry| entry.key < key);
        let entries = self.entries[first..].iter().take_while(|entry| entry.key == key);
        entries
            .filter_map(|entry| {
                Some(BookMove { mv: entry.legal_move(board)?, weight: entry.weight })
            })
            .collect()
    }
}

impl Entry {
    fn of(bytes: [u8; ENTRY]) -> Entry {
        let number = u128::from_be_bytes(bytes);
        Entry {
            key: (number >> 64) as u64,
            mv: (number >> 48) as u16,
            weight: (number >> 32) as u16,
        }
    }

    fn promotion(self) -> Option<PieceKind> {
        match self.mv >> 12 {
            0 => None,
            piece => PieceKind::PROMOTIONS.get(piece as usize - 1).copied(),
        }
    }

    fn is_plausible(self) -> bool {
        self.key == 0 || self.mv >> 12 <= PieceKind::PROMOTIONS.len() as u16
    }

    fn legal_move(self, board: &Board) -> Option<Move> {
        let (to, from) = (Square::new(self.mv as u8), Square::new((self.mv >> 6) as u8));
        let legal = board.legal_moves();
        let same =
            |mv: &&Move| mv.from() == from && mv.to() == to && mv.promotion() == self.promotion();
        let two_steps =
            |mv: &&Move| mv.is_castling() && mv.from() == from && mv.castling_king_target() == to;
        legal.iter().find(same).or_else(|| legal.iter().find(two_steps)).copied()
    }
}

/// Chooses a book move at random by weight; `variety` is from 0 (always the best) to 100
/// (proportional).
///
/// A `variety` of 0 chooses the greatest weight, the first among equals. 100 chooses in proportion
/// to the weights. Values between favour greater weights. `random` is a number in [0, 1).
pub fn choose(moves: &[BookMove], variety: u32, random: f64) -> Option<BookMove> {
    let known = || moves.iter().filter(|mv| mv.weight > 0);
    let best = *known().rev().max_by_key(|mv| mv.weight)?;
    if variety == 0 {
        return Some(best);
    }
    let share = |mv: &BookMove| {
        (f64::from(mv.weight) / f64::from(best.weight)).powf(100.0 / f64::from(variety))
    };
    let mut left = random * known().map(share).sum::<f64>();
    let drawn = known().find(|mv| {
        left -= share(mv);
        left < 0.0
    });
    Some(drawn.copied().unwrap_or(best))
}
