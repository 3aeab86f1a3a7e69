//! What attacks what.

use super::features::{Group, Sink};
use super::scene::{Scene, pawn_attacks_up};
use crate::chess::Bitboard;
use crate::chess::color::Side;

/// Enemy pieces under attack, by attacker and defence.
#[inline]
pub fn threats<C: Side>(scene: &Scene<'_>, sink: &mut impl Sink) {
    let enemy = &scene.enemy;
    for (attacker, &attacks) in scene.own.attacks.iter().enumerate() {
        if !attacks.meets(enemy.all) {
            continue;
        }
        for victim in 0..5 {
            let hit = attacks & enemy.kinds[victim];
            if hit.any() {
                let index = (attacker * 5 + victim) * 2;
                sink.hits::<C>(Group::Threat, index, hit.without(enemy.attacked).count());
                sink.hits::<C>(Group::Threat, index + 1, (hit & enemy.attacked).count());
            }
        }
    }
    let free = !scene.occupied;
    let single = scene.own.pawns().shifted(8) & free;
    let double = (single & Bitboard::rank(2)).shifted(8) & free;
    let safe = (single | double).without(enemy.pawn_attacks()) & (scene.own.attacked | !enemy.attacked);
    let officers = enemy.all.without(enemy.pawns());
    sink.hits::<C>(Group::PushThreat, 0, (pawn_attacks_up(safe) & officers).count());
}
