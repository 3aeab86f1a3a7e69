//! Threat features.

use super::features::{Group, Sink};
use super::scene::{Scene, ahead, pawns, rank};
use secateur::chess::color::Side;
use secateur::chess::{PieceKind, attacks};

/// Adds the enemy pieces under attack, by attacker and defence.
#[inline(always)]
pub fn threats<C: Side>(scene: &Scene<'_>, sink: &mut impl Sink) {
    let board = scene.board;
    let (own, enemy) = (scene.army::<C>(), scene.army::<C::Other>());
    let targets = board.color(!C::COLOR).without(board.kind(PieceKind::King));
    for (attacker, &attacks) in own.attacks.iter().enumerate() {
        for square in attacks & targets {
            let Some(victim) = board.kind_on(square) else { continue };
            let defended = usize::from(enemy.attacked.has(square));
            sink.hit::<C>(Group::Threat, (attacker * 5 + victim.index()) * 2 + defended);
        }
    }
    let free = !scene.occupied;
    let single = ahead::<C>(pawns::<C>(board)) & free;
    let double = ahead::<C>(single & rank::<C>(2)) & free;
    let safe = (single | double).without(enemy.attacks[0]) & (own.attacked | !enemy.attacked);
    let enemy_pieces = board.color(!C::COLOR).without(board.kind(PieceKind::Pawn));
    let contested = enemy.attacked & own.attacked.without(enemy.attacks[0]);
    sink.hits::<C>(Group::Contested, 0, contested.count());
    sink.hits::<C>(Group::PushThreat, 0, (attacks::pawns(C::COLOR, safe) & enemy_pieces).count());
}
