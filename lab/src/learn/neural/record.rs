//! A training position in 32 bytes, from the point of view of the side to move.

use secateur::chess::{Board, Piece, PieceKind, Square};
use secateur::eval::neural::features::{KingBuckets, MAX_PIECES, input, output_bucket};
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout};

/// Size of a record, bytes.
pub const RECORD: usize = size_of::<PositionRecord>();

/// A training position and its label.
/// Ranks count from the back rank of the side to move; files are unchanged. Numbers have the byte
/// order of the machine, so files are not portable between byte orders.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, FromBytes, IntoBytes, KnownLayout, Immutable,
)]
#[repr(C)]
pub struct PositionRecord {
    /// Bitboard of the occupied squares.
    occupied: u64,
    /// The piece on each occupied square from a1 on, two per byte, low nibble first.
    /// A nibble is the kind of piece, plus 8 for the opponent.
    pieces: [u8; MAX_PIECES / 2],
    /// Score for the side to move, internal units.
    pub score: i16,
    /// Result for the side to move: 0 loss, 1 draw, 2 win.
    pub half_points: u8,
    /// The king squares of the side to move and of the opponent.
    kings: [u8; 2],
    spare: [u8; 3],
}

/// An input index of the side to move's perspective, plus 65 536 times that of the other
/// perspective.
pub type Inputs = u32;

const OTHERS: u8 = 8;

impl PositionRecord {
    /// The record of a position with its score and result, both for the side to move.
    pub fn new(board: &Board, score: i16, half_points: u8) -> PositionRecord {
        let us = board.side_to_move();
        let mut record = PositionRecord { score, half_points, ..PositionRecord::default() };
        record.kings = [us, !us].map(|color| board.king(color).relative_to(us).index() as u8);
        for square in board.occupied() {
            record.occupied |= 1 << square.relative_to(us).index();
        }
        let mut squares = record.occupied;
        let mut number = 0;
        while squares != 0 {
            let square = Square::new(squares.trailing_zeros() as u8).relative_to(us);
            squares &= squares - 1;
            let Some(Piece { color, kind }) = board.piece_on(square) else { continue };
            let piece = kind.index() as u8 + if color == us { 0 } else { OTHERS };
            record.pieces[number / 2] |= piece << (number % 2 * 4);
            number += 1;
        }
        record
    }

    /// The output bucket of the position.
    #[inline]
    pub fn output_bucket(&self) -> usize {
        output_bucket(self.occupied.count_ones() as usize)
    }

    /// Calls the function with the inputs of every piece, for this division into king buckets.
    #[inline]
    pub fn for_each_input(&self, king_buckets: &KingBuckets, mut take: impl FnMut(Inputs)) {
        let [own, other] = self.kings.map(usize::from);
        let (own_flip, other_flip) = (file_flip(own), file_flip(other) ^ 56);
        let (own_bucket, other_bucket) =
            (king_buckets.of(own ^ own_flip), king_buckets.of(other ^ other_flip));
        let mut squares = self.occupied;
        let mut number = 0;
        while squares != 0 {
            let square = squares.trailing_zeros() as usize;
            squares &= squares - 1;
            let piece = self.pieces[number / 2 % (MAX_PIECES / 2)] >> (number % 2 * 4) & 15;
            number += 1;
            let kind = PieceKind::ALL[usize::from(piece % OTHERS) % PieceKind::ALL.len()];
            let is_own = piece < OTHERS;
            let own = input(own_bucket, is_own, kind, square ^ own_flip);
            let other = input(other_bucket, !is_own, kind, square ^ other_flip);
            take((own | other << 16) as Inputs);
        }
    }
}

/// The XOR mask that mirrors the files so that a king stands on files a to d.
fn file_flip(king: usize) -> usize {
    if king % 8 < 4 { 0 } else { 7 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use secateur::eval::neural::features::Perspective;

    /// The expected inputs of both perspectives, computed by the engine's [`Perspective`].
    fn inputs_of(king_buckets: &KingBuckets, board: &Board) -> Vec<Inputs> {
        let us = board.side_to_move();
        let perspectives = [us, !us].map(|color| Perspective::of(king_buckets, board, color));
        let pieces = board.occupied().filter_map(|square| Some((board.piece_on(square)?, square)));
        pieces
            .map(|(piece, square)| {
                let [own, other] = perspectives.map(|perspective| perspective.input(piece, square));
                (own | other << 16) as Inputs
            })
            .collect()
    }

    #[test]
    fn records_have_the_inputs_of_the_engine() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
            "8/2k5/8/8/3P4/8/5K2/8 b - - 0 1",
            "6k1/5ppp/8/8/8/8/1PP5/1K1R4 w - - 0 1",
        ] {
            let board: Board = fen.parse().expect(fen);
            let record = PositionRecord::new(&board, -7, 2);
            for king_buckets in KingBuckets::ALL {
                let mut found = Vec::new();
                record.for_each_input(king_buckets, |inputs| found.push(inputs));
                let mut expected = inputs_of(king_buckets, &board);
                found.sort_unstable();
                expected.sort_unstable();
                assert_eq!(found, expected, "{fen}");
            }
            assert_eq!((record.score, record.half_points), (-7, 2));
            // The position with colours exchanged has the same record.
            assert_eq!(PositionRecord::new(&board.mirrored(), -7, 2), record, "{fen}");
        }
        assert_eq!(RECORD, 32);
    }
}
