//! Pawn features: pawn-structure patterns in lookup tables (after the Othello patterns of S3), and
//! passed pawns.

use super::features::{Group, Sink};
use super::scene::{Scene, ahead, behind, fill_behind, pawns, seen_by};
use secateur::chess::attacks;
use secateur::chess::color::{Side, White};
use secateur::chess::{Bitboard, Board, Square};

/// The pawns of a file as six bits; bit 0 is the second rank.
#[inline]
fn file_bits(pawns: Bitboard, file: usize) -> usize {
    // The multiplication gathers bits that are eight apart in the highest byte, without collisions.
    const GATHER: u64 = {
        let mut sum = 0;
        let mut j = 0;
        while j < 6 {
            sum |= 1u64 << (56 - 7 * j);
            j += 1;
        }
        sum
    };
    let column = (pawns.0 >> (file + 8)) & 0x0000_0101_0101_0101;
    (column.wrapping_mul(GATHER) >> 56) as usize & 63
}

/// Six bits read as six ternary digits.
const TERNARY: [u16; 64] = {
    let mut table = [0; 64];
    let mut bits = 0;
    while bits < 64 {
        let (mut digit, mut worth, mut sum) = (0, 1, 0);
        while digit < 6 {
            if bits >> digit & 1 != 0 {
                sum += worth;
            }
            worth *= 3;
            digit += 1;
        }
        table[bits] = sum;
        bits += 1;
    }
    table
};

/// Adds the pawn patterns of files and file pairs, and the number of pawns.
#[inline]
pub fn structure<C: Side>(board: &Board, sink: &mut impl Sink) {
    let (own, enemy) = (seen_by::<C>(pawns::<C>(board)), seen_by::<C>(pawns::<C::Other>(board)));
    sink.hit::<C>(Group::PawnCount, own.count().min(8) as usize);
    let files: [usize; 8] = std::array::from_fn(|file| file_bits(own, file));
    for (file, &bits) in files.iter().enumerate() {
        let pattern = usize::from(TERNARY[bits]) + 2 * usize::from(TERNARY[file_bits(enemy, file)]);
        sink.hit::<C>(Group::PawnFile, file.min(7 - file) * 729 + pattern);
    }
    for left in 0..7 {
        // Mirrored, so that the first of the two files is always the outer one.
        let (pair, outer, inner) = if left < 4 {
            (left, files[left], files[left + 1])
        } else {
            (6 - left, files[left + 1], files[left])
        };
        sink.hit::<C>(Group::PawnPair, pair * 4096 + outer * 64 + inner);
    }
}

/// Adds a feature for each pawn by its neighbours and opponents.
#[inline]
pub fn states<C: Side>(board: &Board, sink: &mut impl Sink) {
    let (own, enemy) = (seen_by::<C>(pawns::<C>(board)), seen_by::<C>(pawns::<C::Other>(board)));
    let left = own.without(Bitboard::FILE_A).shifted(7);
    let right = own.without(Bitboard::FILE_H).shifted(9);
    let beside =
        own.without(Bitboard::FILE_A).shifted(-1) | own.without(Bitboard::FILE_H).shifted(1);
    let guarded =
        enemy.without(Bitboard::FILE_A).shifted(-9) | enemy.without(Bitboard::FILE_H).shifted(-7);
    let opposed = fill_behind::<White>(enemy.shifted(-8));
    for pawn in own {
        let set = Bitboard::of(pawn);
        let support = usize::from(left.intersects(set)) + usize::from(right.intersects(set));
        let attacks =
            set.without(Bitboard::FILE_A).shifted(7) | set.without(Bitboard::FILE_H).shifted(9);
        let state = usize::from(beside.intersects(set))
            + 2 * usize::from(opposed.intersects(set))
            + 4 * usize::from(attacks.intersects(enemy))
            + 8 * usize::from(guarded.intersects(set.shifted(8)));
        sink.hit::<C>(
            Group::PawnState,
            ((usize::from(pawn.rank().clamp(1, 6)) - 1) * 3 + support) * 16 + state,
        );
    }
}

/// Passed pawns, the foremost of each file.
#[inline]
fn passed_pawns<C: Side>(own: Bitboard, enemy: Bitboard) -> Bitboard {
    let guarded = fill_behind::<C>(behind::<C>(enemy) | attacks::pawns(C::Other::COLOR, enemy));
    own.without(guarded | fill_behind::<C>(behind::<C>(own)))
}

/// The square before a pawn.
#[inline(always)]
fn next_square<C: Side>(pawn: Square) -> Square {
    pawn.offset(C::COLOR.up())
}

/// Finds the passed pawns and adds their king-distance features.
#[inline]
pub fn passed_and_kings<C: Side>(board: &Board, sink: &mut impl Sink) -> Bitboard {
    let passed = passed_pawns::<C>(pawns::<C>(board), pawns::<C::Other>(board));
    for pawn in passed {
        let next = next_square::<C>(pawn);
        let progress =
            usize::from(C::COLOR.relative_rank(pawn.rank())).saturating_sub(2).min(4) / 2;
        for (group, king) in [
            (Group::PassedOwnKing, board.king(C::COLOR)),
            (Group::PassedEnemyKing, board.king(!C::COLOR)),
        ] {
            sink.hit::<C>(group, progress * 8 + usize::from(king.distance(next)));
        }
    }
    passed
}

/// Adds the features of passed pawns that depend on the pieces.
#[inline(always)]
pub fn passed<C: Side>(scene: &Scene<'_>, passed: Bitboard, sink: &mut impl Sink) {
    let (own, enemy) = (scene.army::<C>(), scene.army::<C::Other>());
    for pawn in passed & scene.board.color(C::COLOR) {
        let next = next_square::<C>(pawn);
        let state = usize::from(scene.occupied.has(next))
            + 2 * usize::from(enemy.attacked.has(next))
            + 4 * usize::from(own.attacked.has(next));
        sink.hit::<C>(Group::Passed, usize::from(C::COLOR.relative_rank(pawn.rank())) * 8 + state);
        sink.hit::<C>(
            Group::PassedWay,
            usize::from(C::COLOR.relative_rank(pawn.rank())) * 9 + path_state::<C>(scene, pawn),
        );
        if !scene.board.has_non_pawn_material(!C::COLOR) && outruns::<C>(scene, pawn) {
            sink.hit::<C>(Group::Runner, 0);
        }
    }
}

/// Whether the path is free of pieces and attacks, and which rook or queen stands behind the pawn:
/// none, own, or enemy.
#[inline(always)]
fn path_state<C: Side>(scene: &Scene<'_>, pawn: Square) -> usize {
    let way = fill_behind::<C::Other>(ahead::<C>(Bitboard::of(pawn)));
    let freedom = if scene.occupied.intersects(way) {
        2
    } else {
        usize::from(scene.army::<C::Other>().attacked.intersects(way))
    };
    let back = attacks::rook(pawn, scene.occupied)
        & Bitboard::file(pawn.file()).without(way)
        & scene.board.orthogonal_sliders();
    let behind = if back.is_empty() {
        0
    } else if back.intersects(scene.board.color(C::COLOR)) {
        1
    } else {
        2
    };
    freedom * 3 + behind
}

/// The rule of the square: the enemy has no pieces, the path is free, and the king is too far away.
fn outruns<C: Side>(scene: &Scene<'_>, pawn: Square) -> bool {
    let rank = C::COLOR.relative_rank(pawn.rank());
    let way = fill_behind::<C::Other>(ahead::<C>(Bitboard::of(pawn)));
    // The double step from the second rank saves one move.
    let moves = 7 - rank.max(2);
    let goal = Square::at(pawn.file(), C::COLOR.relative_rank(7));
    let king = scene.board.king(!C::COLOR);
    let late = king.distance(goal) > moves + u8::from(scene.board.side_to_move() != C::COLOR);
    late && !scene.occupied.intersects(way)
}

#[cfg(test)]
mod tests {
    use super::*;
    use secateur::chess::color::Black;

    fn set(squares: &str) -> Bitboard {
        squares.split(' ').map(|square| square.parse::<Square>().expect("a square")).collect()
    }

    #[test]
    fn file_bits_begin_at_the_second_rank() {
        assert_eq!(file_bits(set("c2 c4 c7 d5 b3"), 2), 0b10_0101);
        assert_eq!(file_bits(Bitboard::ALL, 7), 63);
        assert_eq!(TERNARY[0b10_0101], 1 + 9 + 243);
    }

    #[test]
    fn passed_pawns_have_a_free_path() {
        assert_eq!(passed_pawns::<White>(set("a5 c4 c3 e4 h2"), set("b7 e6 h7")), Bitboard::EMPTY);
        assert_eq!(passed_pawns::<White>(set("c4 c3 h5"), set("e6 g5")), set("c4 h5"));
        assert_eq!(passed_pawns::<White>(set("d5"), set("d4")), set("d5"));
        assert_eq!(passed_pawns::<Black>(set("c5 c6 h4"), set("e3 g4")), set("c5 h4"));
    }
}
