//! Zobrist keys (Zobrist 1970): one random number for each feature of a position, combined by XOR.
//!
//! SplitMix64 generates the numbers at compile time from a fixed seed, so the bench node count does
//! not depend on the version of a dependency.

use super::bitboard::Bitboard;
use super::color::Color;
use super::piece::PieceKind;
use super::square::Square;
use crate::seeds::scrambled;

struct Keys {
    pieces: [[[u64; 64]; 6]; 2],
    castling: [u64; 64],
    en_passant: [u64; 8],
    black_to_move: u64,
}

/// Next number of SplitMix64 (Steele, Lea, Flood 2014).
const fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    scrambled(*state)
}

static KEYS: Keys = {
    let mut state = 0x5EC_A7EA5;
    let mut keys =
        Keys { pieces: [[[0; 64]; 6]; 2], castling: [0; 64], en_passant: [0; 8], black_to_move: 0 };
    let mut i = 0;
    while i < 2 * 6 * 64 {
        keys.pieces[i / 384][i / 64 % 6][i % 64] = split_mix(&mut state);
        i += 1;
    }
    let mut i = 0;
    while i < 64 {
        keys.castling[i] = split_mix(&mut state);
        i += 1;
    }
    let mut i = 0;
    while i < 8 {
        keys.en_passant[i] = split_mix(&mut state);
        i += 1;
    }
    keys.black_to_move = split_mix(&mut state);
    keys
};

/// Key of a piece on a square.
#[inline]
pub(super) fn piece(color: Color, kind: PieceKind, square: Square) -> u64 {
    KEYS.pieces[color.index()][kind.index()][square]
}

/// Key of castling rights, by rook squares.
#[inline]
pub(super) fn castling(rooks: Bitboard) -> u64 {
    rooks.fold(0, |key, square| key ^ KEYS.castling[square])
}

/// Key of the en passant file.
#[inline]
pub(super) fn en_passant(square: Square) -> u64 {
    KEYS.en_passant[square.file() as usize]
}

/// Key of the side to move, applied if Black is to move.
#[inline]
pub(super) fn black_to_move() -> u64 {
    KEYS.black_to_move
}
