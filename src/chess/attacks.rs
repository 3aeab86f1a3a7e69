//! Attack tables, computed at compile time.
//!
//! Sliders share one table, indexed by the relevant occupancy. The index is computed with the PEXT
//! instruction if the build has BMI2, and with magic multiplication otherwise (`magics.rs`). Both
//! use the same number of entries for each square. The tests compare the table with ray walks.

use super::bitboard::Bitboard;
use super::color::Color;
use super::piece::{Piece, PieceKind};
use super::square::Square;

#[cfg(not(target_feature = "bmi2"))]
use super::magics;

/// How this build indexes the sliding-attack tables (PEXT or magic multiplication), as text.
pub const SLIDER_INDEX: &str =
    if cfg!(target_feature = "bmi2") { "PEXT" } else { "magic multiplication" };

type Directions = [(i8, i8); 4];
const DIAGONAL: Directions = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const ORTHOGONAL: Directions = [(0, 1), (1, 0), (0, -1), (-1, 0)];

/// Square at an offset of `files` and `ranks`; `None` beyond the board.
const fn step(square: usize, files: i8, ranks: i8) -> Option<usize> {
    let file = (square & 7) as i8 + files;
    let rank = (square >> 3) as i8 + ranks;
    if file < 0 || file > 7 || rank < 0 || rank > 7 {
        None
    } else {
        Some((rank * 8 + file) as usize)
    }
}

/// Slider attacks by walking each ray up to and including the first blocker.
const fn walk(square: usize, occupied: u64, directions: &Directions) -> u64 {
    let mut attacks = 0;
    let mut d = 0;
    while d < 4 {
        let mut at = square;
        while let Some(next) = step(at, directions[d].0, directions[d].1) {
            attacks |= 1 << next;
            if occupied >> next & 1 != 0 {
                break;
            }
            at = next;
        }
        d += 1;
    }
    attacks
}

/// Squares with relevant occupancy: the rays without their last squares.
const fn relevant(square: usize, directions: &Directions) -> u64 {
    let mut mask = 0;
    let mut d = 0;
    while d < 4 {
        let (files, ranks) = directions[d];
        let mut at = square;
        while let Some(next) = step(at, files, ranks) {
            if step(next, files, ranks).is_some() {
                mask |= 1 << next;
            }
            at = next;
        }
        d += 1;
    }
    mask
}

const fn leaper<const N: usize>(steps: [(i8, i8); N]) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        let mut i = 0;
        while i < N {
            if let Some(to) = step(square, steps[i].0, steps[i].1) {
                table[square].0 |= 1 << to;
            }
            i += 1;
        }
        square += 1;
    }
    table
}

static KNIGHT: [Bitboard; 64] =
    leaper([(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]);
static KING: [Bitboard; 64] =
    leaper([(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]);
static PAWN: [[Bitboard; 64]; 2] = [leaper([(-1, 1), (1, 1)]), leaper([(-1, -1), (1, -1)])];

const fn rays(directions: &Directions) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = Bitboard(walk(square, 0, directions));
        square += 1;
    }
    table
}

static DIAGONAL_RAYS: [Bitboard; 64] = rays(&DIAGONAL);
static ORTHOGONAL_RAYS: [Bitboard; 64] = rays(&ORTHOGONAL);

/// Index data of one slider and square.
#[derive(Clone, Copy)]
struct Slider {
    mask: u64,
    #[cfg(not(target_feature = "bmi2"))]
    magic: u64,
    offset: u32,
    #[cfg(not(target_feature = "bmi2"))]
    shift: u32,
}

impl Slider {
    /// Index into the shared table. It is below [`ENTRIES`] for every input: the part within a
    /// square is smaller than two to the number of mask bits, and the offsets are the sums of
    /// those.
    #[inline]
    #[allow(unsafe_code)]
    fn index(&self, occupied: Bitboard) -> usize {
        // SAFETY: this line is compiled only if the whole build has BMI2, which the instruction
        // requires.
        #[cfg(target_feature = "bmi2")]
        let within = unsafe { std::arch::x86_64::_pext_u64(occupied.0, self.mask) };
        #[cfg(not(target_feature = "bmi2"))]
        let within = (occupied.0 & self.mask).wrapping_mul(self.magic) >> self.shift;
        self.offset as usize + within as usize
    }
}

/// Entries of the table, two to the number of relevant bits for each square: 102 400 for rooks and
/// 5 248 for bishops.
const ENTRIES: usize = 102_400 + 5_248;

struct SliderTables {
    rook: [Slider; 64],
    bishop: [Slider; 64],
    attacks: [Bitboard; ENTRIES],
}

const EMPTY_SLIDER: Slider = Slider {
    mask: 0,
    #[cfg(not(target_feature = "bmi2"))]
    magic: 0,
    offset: 0,
    #[cfg(not(target_feature = "bmi2"))]
    shift: 0,
};

#[allow(long_running_const_eval)] // a hundred thousand short ray walks
static SLIDERS: SliderTables = {
    let mut tables = SliderTables {
        rook: [EMPTY_SLIDER; 64],
        bishop: [EMPTY_SLIDER; 64],
        attacks: [Bitboard::EMPTY; ENTRIES],
    };
    let mut offset = 0;
    let mut i = 0;
    while i < 128 {
        let (square, is_rook) = (i & 63, i < 64);
        let directions = if is_rook { &ORTHOGONAL } else { &DIAGONAL };
        let mask = relevant(square, directions);
        #[cfg(not(target_feature = "bmi2"))]
        let (magic, shift) = (
            if is_rook { magics::ROOK[square] } else { magics::BISHOP[square] },
            64 - mask.count_ones(),
        );
        // The loop visits the subsets of the mask in the order of their PEXT index.
        let mut subset: u64 = 0;
        let mut count = 0;
        loop {
            #[cfg(target_feature = "bmi2")]
            let within = count;
            #[cfg(not(target_feature = "bmi2"))]
            let within = (subset.wrapping_mul(magic) >> shift) as usize;
            tables.attacks[offset + within] = Bitboard(walk(square, subset, directions));
            count += 1;
            subset = subset.wrapping_sub(mask) & mask;
            if subset == 0 {
                break;
            }
        }
        let slider = Slider {
            mask,
            #[cfg(not(target_feature = "bmi2"))]
            magic,
            offset: offset as u32,
            #[cfg(not(target_feature = "bmi2"))]
            shift,
        };
        if is_rook {
            tables.rook[square] = slider;
        } else {
            tables.bishop[square] = slider;
        }
        offset += count;
        i += 1;
    }
    assert!(offset == ENTRIES);
    tables
};

#[inline]
#[allow(unsafe_code)]
fn slide(slider: &Slider, occupied: Bitboard) -> Bitboard {
    let index = slider.index(occupied);
    debug_assert!(index < ENTRIES);
    // SAFETY: `Slider::index` is below ENTRIES for every input (see there). The compile-time
    // assertion above checks that the parts of all squares add up to ENTRIES.
    unsafe { *SLIDERS.attacks.get_unchecked(index) }
}

/// Squares that a knight on `square` attacks.
#[inline]
pub fn knight(square: Square) -> Bitboard {
    KNIGHT[square]
}

/// Squares that a king on `square` attacks.
#[inline]
pub fn king(square: Square) -> Bitboard {
    KING[square]
}

/// Squares that a pawn of `color` on `square` attacks.
#[inline]
pub fn pawn(color: Color, square: Square) -> Bitboard {
    PAWN[color.index()][square]
}

/// Squares that at least one pawn of a set attacks; all pawns have one colour.
#[inline(always)]
pub fn pawns(color: Color, pawns: Bitboard) -> Bitboard {
    let ahead = pawns.shifted(color.up());
    ahead.without(Bitboard::FILE_A).shifted(-1) | ahead.without(Bitboard::FILE_H).shifted(1)
}

/// Squares that a bishop on `square` attacks, given the occupied squares.
#[inline]
pub fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    slide(&SLIDERS.bishop[square], occupied)
}

/// Squares that a rook on `square` attacks, given the occupied squares.
#[inline]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    slide(&SLIDERS.rook[square], occupied)
}

/// Squares that a queen on `square` attacks, given the occupied squares.
#[inline]
pub fn queen(square: Square, occupied: Bitboard) -> Bitboard {
    bishop(square, occupied) | rook(square, occupied)
}

/// Squares that a piece on `square` attacks, given the occupied squares.
#[inline]
pub fn of(piece: Piece, square: Square, occupied: Bitboard) -> Bitboard {
    match piece.kind {
        PieceKind::Pawn => pawn(piece.color, square),
        PieceKind::Knight => knight(square),
        PieceKind::Bishop => bishop(square, occupied),
        PieceKind::Rook => rook(square, occupied),
        PieceKind::Queen => queen(square, occupied),
        PieceKind::King => king(square),
    }
}

/// Squares that a bishop on `square` attacks on an empty board.
#[inline]
pub fn diagonal_rays(square: Square) -> Bitboard {
    DIAGONAL_RAYS[square]
}

/// Squares that a rook on `square` attacks on an empty board.
#[inline]
pub fn orthogonal_rays(square: Square) -> Bitboard {
    ORTHOGONAL_RAYS[square]
}

/// Table, indexed `[a][b]`, of the whole line through two squares or the squares between them.
const fn lines(whole: bool) -> [[Bitboard; 64]; 64] {
    let mut table = [[Bitboard::EMPTY; 64]; 64];
    let mut a = 0;
    while a < 64 {
        let mut d = 0;
        while d < 8 {
            let (files, ranks) = if d < 4 { DIAGONAL[d] } else { ORTHOGONAL[d - 4] };
            let mut seen = 0u64;
            let mut at = a;
            while let Some(b) = step(at, files, ranks) {
                table[a][b] = Bitboard(if whole { line_through(a, files, ranks) } else { seen });
                seen |= 1 << b;
                at = b;
            }
            d += 1;
        }
        a += 1;
    }
    table
}

/// Squares of the line through `square` in this direction and its opposite.
const fn line_through(square: usize, files: i8, ranks: i8) -> u64 {
    let mut line = 1 << square;
    let mut at = square;
    while let Some(next) = step(at, files, ranks) {
        line |= 1 << next;
        at = next;
    }
    at = square;
    while let Some(next) = step(at, -files, -ranks) {
        line |= 1 << next;
        at = next;
    }
    line
}

static BETWEEN: [[Bitboard; 64]; 64] = lines(false);
static LINE: [[Bitboard; 64]; 64] = lines(true);

/// Squares strictly between two squares of one rank, file or diagonal; empty if they share none.
#[inline]
pub fn between(a: Square, b: Square) -> Bitboard {
    BETWEEN[a.index()][b]
}

/// The whole rank, file or diagonal through two squares, from edge to edge; empty if they share
/// none.
#[inline]
pub fn line(a: Square, b: Square) -> Bitboard {
    LINE[a.index()][b]
}
