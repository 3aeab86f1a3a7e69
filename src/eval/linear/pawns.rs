//! Pawn structure as patterns (table look-ups, after S3 and its Othello patterns), and passed pawns by what matters to them.

use super::features::{Group, Sink};
use super::scene::{Scene, fill_down, pawn_attacks_down};
use crate::chess::color::Side;
use crate::chess::{Bitboard, PieceKind, Square};

/// The six squares of a file on which pawns stand, as a number: bit 0 is the second rank.
#[inline]
fn file_bits(pawns: Bitboard, file: usize) -> usize {
    // The multiplication brings the bits, eight apart, side by side into the highest byte; no two land on one place.
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

/// Six bits read as six digits to the base three.
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

/// Patterns of files, of pairs of files, and the number of pawns.
#[inline]
pub fn structure<C: Side>(scene: &Scene<'_>, sink: &mut impl Sink) {
    let (own, enemy) = (scene.own.pawns(), scene.enemy.pawns());
    sink.hit::<C>(Group::PawnCount, own.count().min(8) as usize);
    let files: [usize; 8] = std::array::from_fn(|file| file_bits(own, file));
    for (file, &bits) in files.iter().enumerate() {
        let pattern = usize::from(TERNARY[bits]) + 2 * usize::from(TERNARY[file_bits(enemy, file)]);
        sink.hit::<C>(Group::PawnFile, file.min(7 - file) * 729 + pattern);
    }
    for left in 0..7 {
        // Mirrored, so that the first of the two files is always the outer one.
        let (pair, outer, inner) =
            if left < 4 { (left, files[left], files[left + 1]) } else { (6 - left, files[left + 1], files[left]) };
        sink.hit::<C>(Group::PawnPair, pair * 4096 + outer * 64 + inner);
    }
}

/// Own pawns that no enemy pawn can stop or take, the foremost of each file.
#[inline]
pub fn passed_pawns(own: Bitboard, enemy: Bitboard) -> Bitboard {
    let guarded = fill_down(enemy.shifted(-8) | pawn_attacks_down(enemy));
    own.without(guarded | fill_down(own.shifted(-8)))
}

/// Passed pawns: how far, how free, how near the kings.
#[inline]
pub fn passed<C: Side>(scene: &Scene<'_>, sink: &mut impl Sink) {
    for pawn in passed_pawns(scene.own.pawns(), scene.enemy.pawns()) {
        let next = pawn.offset(8);
        let state = usize::from(scene.occupied.has(next))
            + 2 * usize::from(scene.enemy.attacked.has(next))
            + 4 * usize::from(scene.own.attacked.has(next));
        sink.hit::<C>(Group::Passed, pawn.rank() as usize * 8 + state);
        let progress = (pawn.rank() as usize).saturating_sub(2).min(4) / 2;
        sink.hit::<C>(Group::PassedOwnKing, progress * 8 + scene.own.king.distance(next) as usize);
        sink.hit::<C>(Group::PassedEnemyKing, progress * 8 + scene.enemy.king.distance(next) as usize);
        if outruns(scene, pawn) {
            sink.hit::<C>(Group::Runner, 0);
        }
    }
}

/// The rule of the square: no enemy officer is left, the way is free, and the enemy king comes too late.
fn outruns(scene: &Scene<'_>, pawn: Square) -> bool {
    let enemy_officers = scene.enemy.all.without(scene.enemy.pawns() | scene.enemy.of(PieceKind::King));
    if enemy_officers.any() {
        return false;
    }
    let ahead = Bitboard(Bitboard::file(pawn.file()).0 & (!0 << (pawn.index() + 1)));
    // The double step from the second rank saves one move.
    let moves = 7 - pawn.rank().max(2);
    let late = scene.enemy.king.distance(Square::at(pawn.file(), 7)) > moves + u8::from(!scene.to_move);
    late && !scene.occupied.meets(ahead)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(squares: &str) -> Bitboard {
        squares.split(' ').map(|square| square.parse::<Square>().expect("a square")).collect()
    }

    #[test]
    fn a_file_is_read_from_the_second_rank_up() {
        assert_eq!(file_bits(set("c2 c4 c7 d5 b3"), 2), 0b10_0101);
        assert_eq!(file_bits(Bitboard::ALL, 7), 63);
        assert_eq!(TERNARY[0b10_0101], 1 + 9 + 243);
    }

    #[test]
    fn passed_pawns_have_a_free_way() {
        assert_eq!(passed_pawns(set("a5 c4 c3 e4 h2"), set("b7 e6 h7")), Bitboard::EMPTY);
        assert_eq!(passed_pawns(set("c4 c3 h5"), set("e6 g5")), set("c4 h5"));
        assert_eq!(passed_pawns(set("d5"), set("d4")), set("d5"));
    }
}
