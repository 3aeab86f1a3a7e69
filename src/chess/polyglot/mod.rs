//! Opening books in the Polyglot format: entries of 16 bytes, big-endian, sorted by key.
//!
//! ```text
//! bytes  0–7  the key of the position     8–9  the move
//!      10–11  its weight                12–15  for programs that learn; not read here
//! move   bits 0–2 file and 3–5 rank it goes to, 6–8 and 9–11 where it comes from,
//!        12–14 promotion: none, knight, bishop, rook, queen
//! ```
//! Castling is written as the king taking its own rook, as in a [`Move`]; books that write it as
//! the king's two steps are understood too. Several programs put notes at the front of a book, as
//! entries with the key 0: they are no moves.

mod key;
mod random;

pub use key::{key, key_of_game};

use super::{Board, Move, PieceKind, Square};

/// Bytes of an entry.
const ENTRY: usize = 16;

/// What is wrong with the bytes of a book; offsets count from its first byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadBook {
    /// Nothing in it.
    #[error("offset 0: it is empty")]
    Empty,
    /// Keys must not fall.
    #[error(
        "offset {0}: this key is smaller than the one before it; entries of a Polyglot book are sorted"
    )]
    Unsorted(usize),
    /// Bits that no move has.
    #[error("offset {0}: {1:#06x} is no move of a Polyglot book")]
    NoMove(usize, u16),
    /// The last entry is not whole.
    #[error("offset {0}: {1} bytes are left where an entry of a Polyglot book has 16")]
    Truncated(usize, usize),
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    key: u64,
    mv: u16,
    weight: u16,
}

/// An opening book.
#[derive(Clone, Debug)]
pub struct Book {
    entries: Vec<Entry>,
}

/// A move that a book knows in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// A legal one.
    pub mv: Move,
    /// What the book thinks of it, in units of its own.
    pub weight: u16,
}

impl Book {
    /// A book out of the bytes of its file, which are read through, so that a foreign file is found
    /// out now.
    pub fn from_bytes(bytes: &[u8]) -> Result<Book, BadBook> {
        let (whole, rest) = bytes.as_chunks::<ENTRY>();
        let mut entries: Vec<Entry> = Vec::with_capacity(whole.len());
        for (index, bytes) in whole.iter().enumerate() {
            let entry = Entry::of(*bytes);
            if entries.last().is_some_and(|last| last.key > entry.key) {
                return Err(BadBook::Unsorted(index * ENTRY));
            }
            if !entry.is_plausible() {
                return Err(BadBook::NoMove(index * ENTRY + 8, entry.mv));
            }
            entries.push(entry);
        }
        match rest.len() {
            0 if entries.is_empty() => Err(BadBook::Empty),
            0 => Ok(Book { entries }),
            left => Err(BadBook::Truncated(whole.len() * ENTRY, left)),
        }
    }

    /// How many entries it has.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Has it none? Never so for a book that was read.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The moves it knows in a position with this [`key()`], in its own order; what is not legal
    /// here is passed over.
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

/// Chooses among the moves of a book. A variety of 0 takes the greatest weight, the first of
/// equals; 100 takes each move as often as its share of the weights says; between, the greater
/// weights gain. `draw`, from 0 up to 1, decides. Moves without weight are never played.
pub fn choose(moves: &[BookMove], variety: u32, draw: f64) -> Option<BookMove> {
    let known = || moves.iter().filter(|mv| mv.weight > 0);
    let best = *known().rev().max_by_key(|mv| mv.weight)?;
    if variety == 0 {
        return Some(best);
    }
    let share = |mv: &BookMove| {
        (f64::from(mv.weight) / f64::from(best.weight)).powf(100.0 / f64::from(variety))
    };
    let mut left = draw * known().map(share).sum::<f64>();
    let drawn = known().find(|mv| {
        left -= share(mv);
        left < 0.0
    });
    Some(drawn.copied().unwrap_or(best))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(key: u64, mv: u16, weight: u16) -> Vec<u8> {
        let mut bytes = key.to_be_bytes().to_vec();
        bytes.extend(mv.to_be_bytes());
        bytes.extend(weight.to_be_bytes());
        bytes.extend([0; 4]);
        bytes
    }

    /// The bits of a move between squares given by their indices.
    fn bits(from: u16, to: u16) -> u16 {
        from << 6 | to
    }

    #[test]
    fn a_book_is_searched_by_key_and_only_legal_moves_come_out() {
        let board = Board::default();
        let own = key(&board, None);
        let bytes = [
            entry(0, u16::MAX, 0), // a note
            entry(own - 1, bits(12, 28), 9),
            entry(own, bits(12, 28), 7),
            entry(own, bits(12, 36), 5), // e2e5
            entry(own, bits(11, 27), 3),
            entry(own + 1, bits(12, 28), 9),
        ];
        let book = Book::from_bytes(&bytes.concat()).expect("sorted");
        let moves: Vec<(String, u16)> = book
            .moves(&board, own)
            .iter()
            .map(|found| (found.mv.uci(false), found.weight))
            .collect();
        assert_eq!(moves, [("e2e4".to_owned(), 7), ("d2d4".to_owned(), 3)]);
        assert!(book.moves(&board, own + 2).is_empty() && book.moves(&board, u64::MAX).is_empty());
        assert_eq!(book.len(), 6);
    }

    #[test]
    fn castling_is_understood_both_ways_and_promotions_by_their_piece() {
        let board: Board = "4k3/P7/8/8/8/8/8/4K2R w K - 0 1".parse().expect("sound");
        let own = key(&board, None);
        let bytes = [
            entry(own, bits(4, 7), 1),
            entry(own, bits(4, 6), 1),
            entry(own, bits(48, 56) | 1 << 12, 1),
        ];
        let book = Book::from_bytes(&bytes.concat()).expect("sorted");
        let moves: Vec<String> =
            book.moves(&board, own).iter().map(|found| found.mv.uci(true)).collect();
        assert_eq!(moves, ["e1h1", "e1h1", "a7a8n"]);
    }

    #[test]
    fn what_is_no_book_is_refused_where_it_shows() {
        let refused = |bytes: &[u8]| Book::from_bytes(bytes).expect_err("no book");
        assert_eq!(refused(&[]), BadBook::Empty);
        assert_eq!(refused(b"short"), BadBook::Truncated(0, 5));
        let cut = &[entry(1, 0, 0), entry(2, 0, 0)].concat()[..25];
        assert_eq!(refused(cut), BadBook::Truncated(16, 9));
        assert_eq!(
            refused(&[entry(1, 0, 0), entry(3, 0, 0), entry(2, 0, 0)].concat()),
            BadBook::Unsorted(32)
        );
        assert_eq!(
            refused(&[entry(1, 0, 0), entry(3, 5 << 12, 0)].concat()),
            BadBook::NoMove(24, 0x5000)
        );
    }

    #[test]
    fn variety_goes_from_the_best_to_the_weights() {
        let legal = Board::default().legal_moves();
        let moves: Vec<BookMove> = legal
            .iter()
            .zip([0, 10, 30, 30])
            .map(|(&mv, weight)| BookMove { mv, weight })
            .collect();
        let draws = || (0..700).map(|draw| (f64::from(draw) + 0.5) / 700.0);
        let counted = |variety| {
            moves
                .iter()
                .map(|mv| {
                    draws().filter(|&draw| choose(&moves, variety, draw) == Some(*mv)).count()
                })
                .collect()
        };
        let (best, all, between): (Vec<usize>, Vec<usize>, Vec<usize>) =
            (counted(0), counted(100), counted(50));
        assert_eq!(best, [0, 0, 700, 0]);
        assert_eq!(all, [0, 100, 300, 300]);
        assert!(between[0] == 0 && (30..50).contains(&between[1]), "{between:?}");
        assert_eq!(choose(&moves[..1], 100, 0.5), None, "no weight, no move");
        assert_eq!(choose(&[], 0, 0.0), None);
    }
}
