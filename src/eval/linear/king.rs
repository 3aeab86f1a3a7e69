//! The safety of kings: shelter, storm, attackers, weak squares and safe checks.

use super::features::{Group, Sink};
use super::scene::Scene;
use crate::chess::attacks;
use crate::chess::color::Side;
use crate::chess::{Bitboard, PieceKind, Square};

/// Attackers are told apart up to this number.
const MOST_ATTACKERS: u32 = 5;
/// Attacked squares, counted once for each attacker, are told apart up to this number.
const MOST_ATTACKED: u32 = 15;

/// The own king's cover.
#[inline]
pub fn shelter<C: Side>(scene: &Scene<'_>, sink: &mut impl Sink) {
    let king = scene.own.king;
    let middle = king.file().clamp(1, 6);
    // From the wing inwards, so that both wings read alike.
    let files = if middle < 4 { [middle - 1, middle, middle + 1] } else { [middle + 1, middle, middle - 1] };
    let class = middle.min(7 - middle) as usize - 1;
    let ahead = Bitboard(!0 << (8 * king.rank()));
    let (mut cover, mut storm) = (0, 0);
    for file in files {
        let squares = Bitboard::file(file) & ahead;
        cover = cover * 5 + cover_digit(scene.own.pawns() & squares);
        storm = storm * 5 + storm_digit(scene.enemy.pawns() & squares);
    }
    let rank = king.rank().min(2) as usize;
    sink.hit::<C>(Group::Shelter, (class * 3 + rank) * 125 + cover);
    sink.hit::<C>(Group::Storm, class * 125 + storm);
    let open = attacks::queen(king, scene.own.all | scene.enemy.pawns()).without(scene.own.all);
    sink.hit::<C>(Group::Exposure, open.count().min(27) as usize);
}

/// 0 for no pawn, then by the rank of the nearest: second, third, fourth, further.
#[inline]
fn cover_digit(pawns: Bitboard) -> usize {
    if pawns.is_empty() { 0 } else { pawns.first().rank().clamp(1, 4) as usize }
}

/// 0 for no pawn, then by the rank of the nearest: up to the third, fourth, fifth, further.
#[inline]
fn storm_digit(pawns: Bitboard) -> usize {
    if pawns.is_empty() { 0 } else { (pawns.first().rank().clamp(2, 5) - 1) as usize }
}

/// The king with the squares around it and the rank before those, towards the attacker.
#[inline]
fn zone(enemy_king: Square) -> Bitboard {
    let ring = attacks::king(enemy_king) | Bitboard::of(enemy_king);
    ring | ring.shifted(-8)
}

/// The attack on the enemy king.
#[inline]
pub fn attack<C: Side>(scene: &Scene<'_>, sink: &mut impl Sink) {
    let king = scene.enemy.king;
    let zone = zone(king);
    let (mut attackers, mut attacked) = (0, 0);
    for officer in scene.officers {
        let hits = (officer.attacks & zone).count();
        attackers += u32::from(hits > 0);
        attacked += hits;
    }
    let queen = usize::from(scene.own.of(PieceKind::Queen).any());
    let index = attackers.min(MOST_ATTACKERS) as usize * 16 + attacked.min(MOST_ATTACKED) as usize;
    sink.hit::<C>(Group::KingAttack, index * 2 + queen);
    let enemy = &scene.enemy;
    let helped = enemy.attacks[..5].iter().fold(Bitboard::EMPTY, |all, &set| all | set);
    let weak = attacks::king(king) & scene.own.attacked.without(helped);
    sink.hit::<C>(Group::WeakRing, weak.count() as usize);
    let safe = !(enemy.attacked | scene.own.all);
    let (diagonal, straight) = (attacks::bishop(king, scene.occupied), attacks::rook(king, scene.occupied));
    let checks = [attacks::knight(king), diagonal, straight, diagonal | straight];
    for (slot, squares) in checks.into_iter().enumerate() {
        let count = (squares & scene.own.attacks[slot + 1] & safe).count().min(3) as usize;
        sink.hit::<C>(Group::SafeCheck, slot * 4 + count);
    }
}
