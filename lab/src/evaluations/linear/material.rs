//! Material imbalance and opposite-coloured bishops.

use super::features::{CONFIGURATIONS, Group, Sink};
use super::scene::{Scene, behind, pawns, pieces};
use secateur::chess::color::Side;
use secateur::chess::{Bitboard, Board, PieceKind};

/// The index of a side's piece configuration.
#[inline(always)]
pub fn configuration<C: Side>(board: &Board) -> usize {
    let count = |kind, max: u32| pieces::<C>(board, kind).count().min(max) as usize;
    let minors = count(PieceKind::Knight, 2) * 3 + count(PieceKind::Bishop, 2);
    (minors * 3 + count(PieceKind::Rook, 2)) * 2 + count(PieceKind::Queen, 1)
}

/// Adds the material features of both sides.
#[inline(always)]
pub fn material<C: Side>(scene: &Scene<'_>, sink: &mut impl Sink) {
    let board = scene.board;
    let own_pawns = pawns::<C>(board);
    let index =
        scene.army::<C>().configuration * CONFIGURATIONS + scene.army::<C::Other>().configuration;
    sink.hit::<C>(Group::Imbalance, index * 2 + usize::from(own_pawns.any()));
    let lead = own_pawns.count() as usize;
    let theirs = pawns::<C::Other>(board).count() as usize;
    if lead > theirs
        && let Some(class) = opposite_bishops(board)
    {
        sink.hit::<C>(Group::OppositeBishops, class * 5 + (lead - theirs).min(4));
    }
    for (slot, kind) in [PieceKind::Knight, PieceKind::Bishop].into_iter().enumerate() {
        sink.hits::<C>(
            Group::Sheltered,
            slot,
            (pieces::<C>(board, kind) & behind::<C>(own_pawns)).count(),
        );
    }
    let (king, rooks) = (board.king(C::COLOR), board.castling_rooks() & board.color(C::COLOR));
    for rook in rooks {
        sink.hit::<C>(Group::Castling, usize::from(rook.file() > king.file()));
    }
}

/// The class of an ending with opposite-coloured bishops, one each.
/// 0 without other pieces, 1 without queens, else 2.
#[inline(always)]
fn opposite_bishops(board: &Board) -> Option<usize> {
    let bishops = board.kind(PieceKind::Bishop);
    let light = bishops & Bitboard::LIGHT;
    if bishops.count() != 2
        || light.count() != 1
        || (bishops & board.color(board.side_to_move())).count() != 1
    {
        return None;
    }
    let others = board
        .occupied()
        .without(bishops | board.kind(PieceKind::Pawn) | board.kind(PieceKind::King));
    Some(if others.is_empty() {
        0
    } else if board.kind(PieceKind::Queen).is_empty() {
        1
    } else {
        2
    })
}
