//! King-safety features: shelter, pawn storm, attackers, weak squares and safe checks.

use super::features::{Group, Sink};
use super::scene::{Scene, behind, pawns, pieces, seen_by};
use secateur::chess::attacks;
use secateur::chess::color::Side;
use secateur::chess::{Bitboard, Board, PieceKind, Square};

/// Largest number of attackers with a feature of its own.
const MAX_ATTACKERS: u32 = 5;
/// Largest number of attacked squares, summed over attackers, with a feature of its own.
const MAX_ATTACKED: u32 = 15;

/// King danger of a safe check by knight, bishop, rook, queen.
const CHECK_DANGER: [u32; 4] = [5, 3, 6, 4];

/// Adds the features of the pawn shelter and the pawn storm.
#[inline]
pub fn shelter<C: Side>(board: &Board, sink: &mut impl Sink) {
    let king = board.king(C::COLOR).relative_to(C::COLOR);
    let middle = king.file().clamp(1, 6);
    // From the edge inwards, so that king side and queen side share features.
    let files = if middle < 4 {
        [middle - 1, middle, middle + 1]
    } else {
        [middle + 1, middle, middle - 1]
    };
    let class = middle.min(7 - middle) as usize - 1;
    let ahead = Bitboard(!0 << (8 * king.rank()));
    let (own, enemy) =
        (seen_by::<C>(pawns::<C>(board)) & ahead, seen_by::<C>(pawns::<C::Other>(board)) & ahead);
    let (mut cover, mut storm) = (0, 0);
    for file in files {
        cover = cover * 5 + cover_digit(own & Bitboard::file(file));
        storm = storm * 5 + storm_digit(enemy & Bitboard::file(file));
    }
    let rank = king.rank().min(2) as usize;
    sink.hit::<C>(Group::Shelter, (class * 3 + rank) * 125 + cover);
    sink.hit::<C>(Group::Storm, class * 125 + storm);
}

/// 0 without a pawn, else 1 to 4 by the rank of the nearest: second, third, fourth, further.
#[inline]
fn cover_digit(pawns: Bitboard) -> usize {
    if pawns.is_empty() { 0 } else { pawns.first().rank().clamp(1, 4) as usize }
}

/// 0 without a pawn, else 1 to 4 by the rank of the nearest: up to the third, fourth, fifth,
/// further.
#[inline]
fn storm_digit(pawns: Bitboard) -> usize {
    if pawns.is_empty() { 0 } else { (pawns.first().rank().clamp(2, 5) - 1) as usize }
}

/// Returns the king zone: the squares around the enemy king, and one more rank towards side `C`.
#[inline(always)]
pub fn zone<C: Side>(enemy_king: Square) -> Bitboard {
    let ring = attacks::king(enemy_king) | Bitboard::of(enemy_king);
    ring | behind::<C>(ring)
}

/// Adds the exposure of the own king: the number of queen moves from its square.
#[inline(always)]
pub fn exposure<C: Side>(board: &Board, sink: &mut impl Sink) {
    let own = board.color(C::COLOR);
    let open = attacks::queen(board.king(C::COLOR), own | pawns::<C::Other>(board)).without(own);
    sink.hit::<C>(Group::Exposure, open.count().min(27) as usize);
}

/// Adds the features of the attack on the enemy king.
#[inline(always)]
pub fn attack<C: Side>(scene: &Scene<'_>, sink: &mut impl Sink) {
    let board = scene.board;
    let king = board.king(!C::COLOR);
    let (own, enemy) = (scene.army::<C>(), scene.army::<C::Other>());
    let queen = usize::from(pieces::<C>(board, PieceKind::Queen).any());
    let index =
        own.attackers.min(MAX_ATTACKERS) as usize * 16 + own.pressure.min(MAX_ATTACKED) as usize;
    sink.hit::<C>(Group::KingAttack, index * 2 + queen);
    let weak = enemy.attacks[5] & own.attacked.without(enemy.helped);
    sink.hit::<C>(Group::WeakRing, weak.count().min(8) as usize);
    let safe = !(enemy.attacked | board.color(C::COLOR));
    let (diagonal, straight) =
        (attacks::bishop(king, scene.occupied), attacks::rook(king, scene.occupied));
    let checks = [attacks::knight(king), diagonal, straight, diagonal | straight];
    let mut danger = 2 * own.attackers + own.pressure + 2 * weak.count();
    for (slot, squares) in checks.into_iter().enumerate() {
        let count = (squares & own.attacks[slot + 1] & safe).count().min(3);
        sink.hit::<C>(Group::SafeCheck, slot * 4 + count as usize);
        danger += CHECK_DANGER[slot] * u32::from(count > 0);
    }
    sink.hit::<C>(Group::Danger, danger.min(63) as usize * 2 + queen);
}
