//! King and pawn against king: a bitbase of the positions that the side with the pawn wins.
//!
//! **Idea** For each square of the pawn and of its king, one bitboard holds the squares of the weak
//! king at which the side with the pawn wins. Retrograde analysis then works on 64 positions at a
//! time. A pawn only moves forward, so the pawn squares are solved from the seventh rank down.
//! **Source** Thomas Ströhlein, *Untersuchungen über kombinatorische Spiele* (1970), for retrograde
//! analysis; sets of king squares are folklore.
//! **Condition** One pawn and the kings; other pieces are ignored.
//! **Parameters** None: the table is exact, apart from the fifty-move rule.

use crate::chess::{Bitboard, Board, Color, Square, attacks};
use once_cell::sync::Lazy;

/// The pawn squares on the files a to d; the others are mirrored.
const PAWNS: usize = 24;

/// The squares of the weak king at which the side with the pawn wins, by the strong king's square.
type Wins = [Bitboard; 64];

/// The won positions by the square of the pawn. White has the pawn.
struct Bitbase {
    strong_to_move: [Wins; PAWNS],
    weak_to_move: [Wins; PAWNS],
}

/// The bitbase, computed at the first probe in about a millisecond.
static BITBASE: Lazy<Box<Bitbase>> = Lazy::new(Bitbase::solved);

/// Whether `strong` wins the pawn ending KPK (king and this pawn against king). All other pieces
/// are ignored.
pub fn is_won(board: &Board, strong: Color, pawn: Square) -> bool {
    let mirror = if pawn.file() < 4 { 0 } else { 7 };
    let seen = |square: Square| Square::new(square.relative_to(strong).index() as u8 ^ mirror);
    let wins = if board.side_to_move() == strong {
        &BITBASE.strong_to_move
    } else {
        &BITBASE.weak_to_move
    };
    wins[number(seen(pawn))][seen(board.king(strong))].has(seen(board.king(!strong)))
}

/// The index of a pawn's square.
fn number(pawn: Square) -> usize {
    usize::from(pawn.rank().clamp(1, 6) - 1) * 4 + usize::from(pawn.file() % 4)
}

impl Bitbase {
    fn solved() -> Box<Bitbase> {
        let none = [[Bitboard::EMPTY; 64]; PAWNS];
        let mut bitbase = Box::new(Bitbase { strong_to_move: none, weak_to_move: none });
        for rank in (1..7).rev() {
            (0..4).for_each(|file| bitbase.solve(Square::at(file, rank)));
        }
        bitbase
    }

    /// Solves the positions with the pawn on this square. The squares ahead must be solved already.
    fn solve(&mut self, pawn: Square) {
        let checked = attacks::pawn(Color::White, pawn);
        let apart = |king: Square| !(attacks::king(king) | Bitboard::of(king) | Bitboard::of(pawn));
        let advances = self.advances(pawn);
        let (mut strong, mut weak) = ([Bitboard::EMPTY; 64], [Bitboard::EMPTY; 64]);
        loop {
            let before = (strong, weak);
            for king in Square::all().filter(|&king| king != pawn) {
                let steps = attacks::king(king).without(Bitboard::of(pawn));
                let won = steps.fold(advances[king], |won, to| won | weak[to]);
                strong[king] = won & apart(king).without(checked);
                let open = !(attacks::king(king) | checked | Bitboard::of(king));
                let escapes = neighbours(open.without(strong[king]));
                let stalemates = !(neighbours(open) | checked);
                weak[king] = apart(king).without(escapes | stalemates);
            }
            if before == (strong, weak) {
                break;
            }
        }
        self.strong_to_move[number(pawn)] = strong;
        self.weak_to_move[number(pawn)] = weak;
    }

    /// The squares of the weak king at which a pawn push wins.
    fn advances(&self, pawn: Square) -> Wins {
        let (one, two) = (pawn.offset(8), pawn.offset(16));
        let won_at = |pawn: Square, king: Square| self.weak_to_move[number(pawn)][king];
        let mut advances = [Bitboard::EMPTY; 64];
        for king in Square::all().filter(|&king| king != pawn && king != one) {
            advances[king] = match pawn.rank() {
                6 => promotions(king, one),
                1 if king != two => won_at(one, king) | won_at(two, king),
                _ => won_at(one, king),
            }
            .without(Bitboard::of(one));
        }
        advances
    }
}

/// The squares of the weak king, with its side to move, at which a new queen or rook wins: it
/// cannot be captured, and there is no stalemate.
fn promotions(king: Square, promoted: Square) -> Bitboard {
    let rook = attacks::rook(promoted, Bitboard::of(king));
    let queen = rook | attacks::bishop(promoted, Bitboard::of(king));
    let won = |attacked: Bitboard| {
        let guarded = attacked | attacks::king(king) | Bitboard::of(king);
        let takes = Bitboard::of(promoted).without(attacks::king(king));
        let is_over = !neighbours(!guarded);
        !(neighbours(takes) | is_over.without(attacked))
    };
    won(queen) | won(rook)
}

/// The squares that a king reaches from a square of the set.
fn neighbours(set: Bitboard) -> Bitboard {
    let beside =
        set.without(Bitboard::FILE_H).shifted(1) | set.without(Bitboard::FILE_A).shifted(-1);
    let row = set | beside;
    beside | row.shifted(8) | row.shifted(-8)
}
