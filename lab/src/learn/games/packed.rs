//! Encoding of stored games in the public viriformat.
//!
//! ```text
//! 32 bytes   the start, in marlinformat:
//!            0–7    occupied squares, a1 the lowest bit (all numbers little-endian)
//!            8–23   one nibble for each of them, from a1 on, the low nibble of a byte first:
//!                   0–5 pawn to king, 6 a rook that may still castle, +8 for Black
//!            24     en passant square, or 64 for none; +128 if Black is to move
//!            25     half-move clock          26–27  move number
//!            28–29  score (unused: 0)        30     half points of White        31  unused: 0
//! 4 bytes    a move: two bytes of squares and kind, two of its score for White, internal units
//!            bits 0–5 from, 6–11 to, 12–13 promotion N B R Q,
//!            14–15: 1 en passant, 2 castling (king takes rook), 3 promotion
//! …
//! 4 bytes    zero: the end of the game
//! ```

use super::{GameResult, Ply, ScoredGame};
use secateur::chess::fen::FenError;
use secateur::chess::{Board, Color, Move, MoveKind, Piece, PieceKind, Square};
use std::fmt::Write as _;

/// Size of the start of a game, bytes.
pub const HEADER: usize = 32;
/// Size of a move, and of the end marker, bytes.
pub const PLY: usize = 4;
/// The end marker behind the last move.
pub const END: [u8; PLY] = [0; PLY];

/// The nibble of a rook with castling rights.
const CASTLING_ROOK: u8 = 6;
/// The colour bit of a black piece's nibble.
const BLACK_PIECE: u8 = 8;
/// The square number for no en passant square.
const NO_SQUARE: u8 = 64;
/// The side-to-move bit in the byte of the en passant square.
const BLACK_TO_MOVE: u8 = 128;

const EN_PASSANT: u16 = 1;
const CASTLING: u16 = 2;
const PROMOTION: u16 = 3;

/// An error of decoding the start of a game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum HeaderError {
    /// More than 32 squares are occupied.
    #[error("{0} pieces on the board")]
    TooManyPieces(u32),
    /// A nibble is not a valid piece.
    #[error("invalid piece number {number} on {square}")]
    UnknownPiece {
        /// The nibble without the colour bit.
        number: u8,
        /// The square of the nibble.
        square: Square,
    },
    /// A rook with castling rights is on an impossible square.
    #[error("a rook on {0} has castling rights")]
    CastlingRook(Square),
    /// The en passant square is out of range.
    #[error("en passant square number {0}")]
    EnPassant(u8),
    /// The result is not 0, 1 or 2.
    #[error("{0} half points for White")]
    Outcome(u8),
    /// The position is illegal.
    #[error(transparent)]
    Position(#[from] FenError),
}

/// Appends the bytes of a game.
pub fn encode(game: &ScoredGame, bytes: &mut Vec<u8>) {
    bytes.extend_from_slice(&encode_start(&game.start, game.outcome));
    for ply in &game.plies {
        bytes.extend_from_slice(&encode_move(ply.mv).to_le_bytes());
        bytes.extend_from_slice(&ply.score.to_le_bytes());
    }
    bytes.extend_from_slice(&END);
}

/// Size of a game, bytes.
pub fn size(game: &ScoredGame) -> u64 {
    (HEADER + PLY * (game.plies.len() + 1)) as u64
}

/// Encodes the start of a game.
pub fn encode_start(board: &Board, outcome: GameResult) -> [u8; HEADER] {
    let mut bytes = [0; HEADER];
    let mut occupied = 0u64;
    for (index, square) in board.occupied().enumerate() {
        occupied |= 1 << square.index();
        bytes[8 + index / 2] |= nibble(board, square) << (index % 2 * 4);
    }
    bytes[..8].copy_from_slice(&occupied.to_le_bytes());
    let en_passant = board.en_passant().map_or(NO_SQUARE, |square| square.index() as u8);
    bytes[24] = en_passant | if board.side_to_move() == Color::Black { BLACK_TO_MOVE } else { 0 };
    bytes[25] = board.halfmove_clock().min(u16::from(u8::MAX)) as u8;
    bytes[26..28].copy_from_slice(&board.fullmove_number().to_le_bytes());
    bytes[30] = outcome.half_points();
    bytes
}

fn nibble(board: &Board, square: Square) -> u8 {
    let number = match board.kind_on(square) {
        Some(PieceKind::Rook) if board.castling_rooks().has(square) => CASTLING_ROOK,
        kind => kind.map_or(0, |kind| kind.index() as u8),
    };
    number | if board.color(Color::Black).has(square) { BLACK_PIECE } else { 0 }
}

/// Decodes the start of a game.
/// The FEN parser rejects illegal positions.
pub fn decode_start(bytes: &[u8; HEADER]) -> Result<(Board, GameResult), HeaderError> {
    let outcome =
        *GameResult::ALL.get(usize::from(bytes[30])).ok_or(HeaderError::Outcome(bytes[30]))?;
    let mut squares = [None; 64];
    let mut castling = String::new();
    let occupied = u64::from_le_bytes(bytes[..8].try_into().expect("eight bytes"));
    if occupied.count_ones() > 32 {
        return Err(HeaderError::TooManyPieces(occupied.count_ones()));
    }
    for (index, square) in
        Square::all().filter(|square| occupied >> square.index() & 1 != 0).enumerate()
    {
        let nibble = bytes[8 + index / 2] >> (index % 2 * 4) & 15;
        let color = if nibble & BLACK_PIECE != 0 { Color::Black } else { Color::White };
        let number = nibble & !BLACK_PIECE;
        let kind = match number {
            CASTLING_ROOK if square.rank() != color.relative_rank(0) => {
                return Err(HeaderError::CastlingRook(square));
            }
            CASTLING_ROOK => {
                castling.push(color.cased(square.file_letter()));
                PieceKind::Rook
            }
            _ => *PieceKind::ALL
                .get(usize::from(number))
                .ok_or(HeaderError::UnknownPiece { number, square })?,
        };
        squares[square.index()] = Some(Piece { color, kind });
    }
    let fen = fen(&squares, &castling, bytes)?;
    Ok((fen.parse()?, outcome))
}

/// The position as Shredder-FEN.
fn fen(
    squares: &[Option<Piece>; 64],
    castling: &str,
    bytes: &[u8; HEADER],
) -> Result<String, HeaderError> {
    let mut fen = String::with_capacity(100);
    for rank in (0..8).rev() {
        for file in 0..8 {
            fen.push(squares[rank * 8 + file].map_or('1', Piece::letter));
        }
        fen.push(if rank > 0 { '/' } else { ' ' });
    }
    let en_passant = match bytes[24] & !BLACK_TO_MOVE {
        NO_SQUARE => "-".to_owned(),
        square @ 0..NO_SQUARE => Square::new(square).to_string(),
        other => return Err(HeaderError::EnPassant(other)),
    };
    let side = if bytes[24] & BLACK_TO_MOVE != 0 { 'b' } else { 'w' };
    let castling = if castling.is_empty() { "-" } else { castling };
    let moves = u16::from_le_bytes([bytes[26], bytes[27]]);
    let _ = write!(fen, "{side} {castling} {en_passant} {} {moves}", bytes[25]);
    Ok(fen)
}

/// Encodes a move as two bytes.
pub fn encode_move(mv: Move) -> u16 {
    let squares = mv.from().index() as u16 | (mv.to().index() as u16) << 6;
    let kind = match mv.promotion() {
        Some(kind) => PROMOTION << 14 | (kind.index() as u16 - 1) << 12,
        None if mv.is_castling() => CASTLING << 14,
        None if mv.is_en_passant() => EN_PASSANT << 14,
        None => 0,
    };
    squares | kind
}

/// Decodes a move; `None` if it is not legal in this position.
pub fn decode_move(board: &Board, bits: u16) -> Option<Move> {
    let (from, to) = (Square::new(bits as u8), Square::new((bits >> 6) as u8));
    let promotion = bits >> 12 & 3;
    let takes = board.occupied().has(to);
    let mv = match (bits >> 14, promotion) {
        (PROMOTION, piece) => Move::promoting(from, to, piece, takes),
        (EN_PASSANT, 0) => Move::new(from, to, MoveKind::EnPassant),
        (CASTLING, 0) => Move::new(from, to, MoveKind::Castling),
        (0, 0) => Move::new(from, to, plain_kind(board, from, to, takes)),
        _ => return None,
    };
    board.is_legal(mv).then_some(mv)
}

fn plain_kind(board: &Board, from: Square, to: Square, takes: bool) -> MoveKind {
    let is_double =
        board.kind_on(from) == Some(PieceKind::Pawn) && from.rank().abs_diff(to.rank()) == 2;
    match (takes, is_double) {
        (true, _) => MoveKind::Capture,
        (false, true) => MoveKind::DoublePush,
        (false, false) => MoveKind::Quiet,
    }
}

/// Decodes a move and its score.
pub fn decode_ply(board: &Board, bytes: [u8; PLY]) -> Option<Ply> {
    let mv = decode_move(board, u16::from_le_bytes([bytes[0], bytes[1]]))?;
    Some(Ply { mv, score: i16::from_le_bytes([bytes[2], bytes[3]]) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use secateur::tools::openings::Openings;

    #[test]
    fn exactly_the_legal_moves_are_decoded() {
        for seed in 0..20 {
            let board = *Openings::new(seed, Vec::new()).random_game(60).board();
            let legal = board.legal_moves();
            let decoded: Vec<Move> =
                (0..=u16::MAX).filter_map(|bits| decode_move(&board, bits)).collect();
            assert_eq!(decoded.len(), legal.len(), "{board}");
            assert!(
                legal.iter().all(|&mv| decode_move(&board, encode_move(mv)) == Some(mv)),
                "{board}"
            );
        }
    }

    #[test]
    fn decoded_positions_keep_rights_clocks_and_outcome() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
            "1rk1r3/8/8/8/8/8/8/R1RK3R b HCe - 37 300",
            "8/8/8/8/k2Pp3/8/8/4K3 b - d3 0 41",
        ] {
            let board: Board = fen.parse().expect(fen);
            for outcome in GameResult::ALL {
                assert_eq!(
                    decode_start(&encode_start(&board, outcome)),
                    Ok((board, outcome)),
                    "{fen}"
                );
            }
        }
    }

    #[test]
    fn each_invalid_byte_has_its_own_error() {
        let good = encode_start(&Board::default(), GameResult::Draw);
        let error = |at: usize, value: u8| {
            let mut bytes = good;
            bytes[at] = value;
            decode_start(&bytes).expect_err("invalid")
        };
        assert_eq!(error(30, 3), HeaderError::Outcome(3));
        assert_eq!(error(24, 70), HeaderError::EnPassant(70));
        assert!(matches!(error(8, 7), HeaderError::UnknownPiece { number: 7, .. }));
        assert!(matches!(error(12, 6), HeaderError::CastlingRook(_)));
        assert_eq!(error(3, 1), HeaderError::TooManyPieces(33));
        assert!(matches!(decode_start(&[0; HEADER]), Err(HeaderError::Position(_))));
    }
}
