//! Where pieces stand, how far they reach, and how they suit the pawns.

use super::features::{Group, KING_ZONES, MOBILITY_SIZES, Sink};
use super::scene::{Scene, file_flip, fill_down, king_zone, pawn_attacks_down};
use crate::chess::color::Side;
use crate::chess::{Bitboard, PieceKind};

/// Where each kind's mobility begins in its group.
const MOBILITY_OFFSETS: [usize; 4] = {
    let mut offsets = [0; 4];
    let mut i = 1;
    while i < 4 {
        offsets[i] = offsets[i - 1] + MOBILITY_SIZES[i - 1];
        i += 1;
    }
    offsets
};

/// Every piece on its square, seen from both kings.
#[inline]
pub fn placement<C: Side>(scene: &Scene<'_>, sink: &mut impl Sink) {
    let (own_zone, own_flip) = (king_zone(scene.own.king), file_flip(scene.own.king));
    let (enemy_zone, enemy_flip) = (king_zone(scene.enemy.king.mirrored()), file_flip(scene.enemy.king));
    debug_assert!(own_zone < KING_ZONES && enemy_zone < KING_ZONES);
    for kind in PieceKind::ALL {
        let own = (own_zone * 6 + kind.index()) * 64;
        let facing = (enemy_zone * 5 + kind.index()) * 64;
        for square in scene.own.of(kind) {
            sink.hit::<C>(Group::Placement, own + (square.index() ^ own_flip));
            if kind != PieceKind::King {
                sink.hit::<C>(Group::Facing, facing + (square.index() ^ enemy_flip));
            }
        }
    }
}

/// The officers one by one: mobility, pawns around them, files, outposts.
#[inline]
pub fn officers<C: Side>(scene: &Scene<'_>, sink: &mut impl Sink) {
    let own_pawns = scene.own.pawns();
    let pawns = own_pawns.count().min(8) as usize;
    let barred = own_pawns | scene.own.of(PieceKind::King) | scene.enemy.pawn_attacks();
    // Where an enemy pawn could still come to attack.
    let reachable = fill_down(pawn_attacks_down(scene.enemy.pawns()));
    let holes = (Bitboard::rank(3) | Bitboard::rank(4) | Bitboard::rank(5)).without(reachable);
    for officer in scene.officers {
        let slot = officer.kind.index() - 1;
        let reach = officer.attacks.without(barred).count() as usize;
        sink.hit::<C>(Group::Mobility, MOBILITY_OFFSETS[slot] + reach);
        sink.hit::<C>(Group::PiecePawns, slot * 9 + pawns);
        match officer.kind {
            PieceKind::Rook => {
                let file = Bitboard::file(officer.square.file());
                let state = match (file.meets(own_pawns), file.meets(scene.enemy.pawns())) {
                    (false, false) => 0,
                    (false, true) => 1,
                    (true, _) => 2,
                };
                sink.hit::<C>(Group::RookFile, state);
            }
            PieceKind::Bishop => {
                let squares = if Bitboard::LIGHT.has(officer.square) { Bitboard::LIGHT } else { !Bitboard::LIGHT };
                sink.hit::<C>(Group::BadBishop, (own_pawns & squares).count().min(8) as usize);
            }
            _ => {}
        }
        if matches!(officer.kind, PieceKind::Knight | PieceKind::Bishop) && holes.has(officer.square) {
            let defended = usize::from(scene.own.pawn_attacks().has(officer.square));
            sink.hit::<C>(Group::Outpost, slot * 2 + defended);
        }
    }
    for (slot, kind) in [PieceKind::Bishop, PieceKind::Knight, PieceKind::Rook].into_iter().enumerate() {
        sink.hits::<C>(Group::Pair, slot, scene.own.of(kind).count().saturating_sub(1));
    }
}
