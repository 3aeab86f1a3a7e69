//! Piece features: placement, mobility, and minor pieces by pawn structure.

use super::features::{Group, MOBILITY_SIZES, Sink};
use super::king::zone;
use super::material;
use super::scene::{Army, fill_behind, flip, king_zone, pawns, pieces, rank};
use secateur::chess::attacks;
use secateur::chess::color::Side;
use secateur::chess::{Bitboard, Board, PieceKind, Square};

/// Offset of each piece kind in the mobility group.
const MOBILITY_OFFSETS: [usize; 4] = {
    let mut offsets = [0; 4];
    let mut i = 1;
    while i < 4 {
        offsets[i] = offsets[i - 1] + MOBILITY_SIZES[i - 1];
        i += 1;
    }
    offsets
};

/// Parameters of piece-square features: zones and mirroring of both kings.
#[derive(Clone, Copy, Debug)]
pub struct Places {
    own: usize,
    own_flip: usize,
    facing: usize,
    facing_flip: usize,
}

impl Places {
    /// Computes the piece-square parameters of side `C` in a position.
    #[inline(always)]
    pub fn new<C: Side>(board: &Board) -> Places {
        let (king, enemy_king) = (board.king(C::COLOR), board.king(!C::COLOR));
        Places {
            own: king_zone(king.relative_to(C::COLOR)) * 6 * 64,
            own_flip: flip::<C>(king),
            facing: king_zone(enemy_king.relative_to(!C::COLOR)) * 5 * 64,
            facing_flip: flip::<C>(enemy_king),
        }
    }

    /// Adds the piece-square features of a piece.
    #[inline(always)]
    pub fn hit<C: Side>(&self, kind: PieceKind, square: Square, sink: &mut impl Sink) {
        let first = kind.index() * 64;
        sink.hit::<C>(Group::Placement, self.own + first + (square.index() ^ self.own_flip));
        if kind != PieceKind::King {
            sink.hit::<C>(Group::Facing, self.facing + first + (square.index() ^ self.facing_flip));
        }
    }
}

/// Adds the piece-square features of king and pawns.
#[inline]
pub fn king_and_pawns<C: Side>(board: &Board, sink: &mut impl Sink) {
    let places = Places::new::<C>(board);
    places.hit::<C>(PieceKind::King, board.king(C::COLOR), sink);
    for square in pawns::<C>(board) {
        places.hit::<C>(PieceKind::Pawn, square, sink);
    }
}

/// The attack sets of one side while its pieces are processed.
struct AttackSets {
    places: Places,
    own_pawns: Bitboard,
    enemy_pawns: Bitboard,
    barred: Bitboard,
    zone: Bitboard,
    number_of_pawns: usize,
    army: Army,
}

impl AttackSets {
    /// Processes the pieces of one kind: placement, mobility and attacks in one pass.
    #[inline(always)]
    fn kind<C: Side>(
        &mut self,
        kind: PieceKind,
        set: Bitboard,
        attacks: impl Fn(Square) -> Bitboard,
        sink: &mut impl Sink,
    ) {
        let slot = kind.index() - 1;
        let mut all = Bitboard::EMPTY;
        for square in set {
            let reach = attacks(square);
            all |= reach;
            let near = (reach & self.zone).count();
            self.army.attackers += u32::from(near > 0);
            self.army.pressure += near;
            sink.hit::<C>(Group::ZoneAttacker, slot * 10 + near.min(9) as usize);
            self.places.hit::<C>(kind, square, sink);
            sink.hit::<C>(
                Group::Mobility,
                MOBILITY_OFFSETS[slot] + reach.without(self.barred).count() as usize,
            );
            if kind == PieceKind::Rook {
                self.rook_file::<C>(square, sink);
            }
        }
        sink.hits::<C>(Group::PiecePawns, slot * 9 + self.number_of_pawns, set.count());
        self.army.attacks[kind.index()] = all;
    }

    /// Adds the feature of a rook's file: open, half open, or closed by an own pawn.
    #[inline(always)]
    fn rook_file<C: Side>(&self, rook: Square, sink: &mut impl Sink) {
        let file = Bitboard::file(rook.file());
        let state = if file.intersects(self.own_pawns) {
            2
        } else {
            usize::from(file.intersects(self.enemy_pawns))
        };
        sink.hit::<C>(Group::RookFile, state);
    }
}

/// Adds the features of a side's pieces and computes its attacks.
#[inline(always)]
pub fn piece_features<C: Side>(board: &Board, occupied: Bitboard, sink: &mut impl Sink) -> Army {
    let (own_pawns, enemy_pawns) = (pawns::<C>(board), pawns::<C::Other>(board));
    let king = board.king(C::COLOR);
    let guarded = attacks::pawns(C::Other::COLOR, enemy_pawns);
    let mut sets = AttackSets {
        places: Places::new::<C>(board),
        own_pawns,
        enemy_pawns,
        barred: own_pawns | Bitboard::of(king) | guarded,
        zone: zone::<C>(board.king(!C::COLOR)),
        number_of_pawns: own_pawns.count().min(8) as usize,
        army: Army::default(),
    };
    let [knights, bishops, rooks, queens] =
        [PieceKind::Knight, PieceKind::Bishop, PieceKind::Rook, PieceKind::Queen]
            .map(|kind| pieces::<C>(board, kind));
    sets.kind::<C>(PieceKind::Knight, knights, attacks::knight, sink);
    sets.kind::<C>(PieceKind::Bishop, bishops, |square| attacks::bishop(square, occupied), sink);
    sets.kind::<C>(PieceKind::Rook, rooks, |square| attacks::rook(square, occupied), sink);
    sets.kind::<C>(PieceKind::Queen, queens, |square| attacks::queen(square, occupied), sink);
    for (slot, set) in [bishops, knights, rooks].into_iter().enumerate() {
        sink.hits::<C>(Group::Pair, slot, set.count().saturating_sub(1));
    }
    let mut army = sets.army;
    army.configuration = material::configuration::<C>(board);
    army.attacks[0] = attacks::pawns(C::COLOR, own_pawns);
    army.attacks[5] = attacks::king(king);
    army.helped = army.attacks[..5].iter().fold(Bitboard::EMPTY, |all, &set| all | set);
    army.attacked = army.helped | army.attacks[5];
    among_pawns::<C>(board, &army, guarded, sink);
    army
}

/// Adds the features of minor pieces by pawn structure.
#[inline(always)]
fn among_pawns<C: Side>(board: &Board, army: &Army, guarded: Bitboard, sink: &mut impl Sink) {
    let own_pawns = pawns::<C>(board);
    let bishops = pieces::<C>(board, PieceKind::Bishop);
    for squares in [Bitboard::LIGHT, !Bitboard::LIGHT] {
        let in_the_way = (own_pawns & squares).count().min(8) as usize;
        sink.hits::<C>(Group::BadBishop, in_the_way, (bishops & squares).count());
    }
    // Squares behind those that enemy pawns attack can be attacked later.
    let holes = (rank::<C>(3) | rank::<C>(4) | rank::<C>(5)).without(fill_behind::<C>(guarded));
    for (slot, kind) in [PieceKind::Knight, PieceKind::Bishop].into_iter().enumerate() {
        let outposts = pieces::<C>(board, kind) & holes;
        if outposts.any() {
            let defended = outposts & army.attacks[0];
            sink.hits::<C>(Group::Outpost, slot * 2 + 1, defended.count());
            sink.hits::<C>(Group::Outpost, slot * 2, outposts.without(defended).count());
        }
    }
}
