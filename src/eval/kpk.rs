//! King and pawn against king: a bitbase of the positions that the side with the pawn wins.
//!
//! **Idea** For each square of the pawn and of its king, one bitboard holds the squares of the weak
//! king at which the side with the pawn wins. Retrograde analysis then works on 64 positions at a
//! time. A pawn only moves forward, so the pawn squares are solved from the seventh rank down.
//! **Source** Thomas Ströhlein, *Untersuchungen über kombinatorische Spiele* (1970), for retrograde
//! analysis; sets of king squares are folklore. **Condition** One pawn beside the kings; other
//! pieces are ignored. **Parameters** None: the table is exact, apart from the fifty-move rule.

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

/// Whether `strong` wins the ending of king and pawn against king. All other pieces are ignored.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::PieceKind;

    /// Every position with a white pawn and this side to move.
    fn positions() -> impl Iterator<Item = Board> {
        let squares = || Square::all().map(Square::index);
        let places = squares().flat_map(move |pawn| {
            squares().flat_map(move |king| squares().map(move |weak| [pawn, king, weak]))
        });
        let fens = places.flat_map(|[pawn, king, weak]| {
            let letter = move |square: usize| match square {
                _ if square == pawn => 'P',
                _ if square == king => 'K',
                _ if square == weak => 'k',
                _ => '1',
            };
            let rank = move |rank: usize| (0..8).map(|file| letter(rank * 8 + file)).collect();
            let ranks: Vec<String> = (0..8).rev().map(rank).collect();
            ["w", "b"].map(|side| format!("{} {side} - - 0 1", ranks.join("/")))
        });
        fens.filter_map(|fen| fen.parse::<Board>().ok())
            .filter(|board| board.occupied().count() == 3)
    }

    fn pawn(board: &Board) -> Option<Square> {
        board.kind(PieceKind::Pawn).next()
    }

    /// Whether the side with the pawn wins after a move, with the pawn or with the promoted queen
    /// or rook.
    fn is_won_after(board: &Board) -> bool {
        let has_mover = board.kind(PieceKind::Queen) | board.kind(PieceKind::Rook);
        match pawn(board) {
            Some(pawn) => is_won(board, Color::White, pawn),
            None => {
                let moves = board.legal_moves();
                has_mover.any()
                    && (board.in_check() || !moves.is_empty())
                    && moves.iter().all(|mv| !mv.is_capture())
            }
        }
    }

    /// Checks the bitbase against the move generator, which it does not use. The side with the pawn
    /// wins if one of its moves wins, or if every move of the weak side loses.
    #[test]
    fn the_bitbase_agrees_with_the_move_generator() {
        let (mut seen, mut won) = (0, 0);
        for board in positions() {
            let by_moves =
                || board.legal_moves().into_iter().map(|mv| is_won_after(&board.after(mv)));
            let expected = match board.side_to_move() {
                Color::White => by_moves().any(|won| won),
                Color::Black => by_moves().all(|won| won) && board.count_moves() > 0,
            };
            let is_won = is_won(&board, Color::White, pawn(&board).expect("a pawn"));
            assert_eq!(is_won, expected, "{board}");
            seen += 1;
            won += usize::from(is_won);
        }
        assert_eq!((seen, won), (331_352, 222_564));
    }

    #[test]
    fn textbook_positions() {
        for (fen, wins) in [
            ("8/8/8/4k3/8/4K3/4P3/8 w - - 0 1", false), // the weak king has the opposition
            ("8/8/8/4k3/8/4K3/4P3/8 b - - 0 1", true),
            ("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", true), // the king on the sixth rank
            ("4k3/8/4K3/4P3/8/8/8/8 b - - 0 1", true),
            ("k7/8/K7/P7/8/8/8/8 w - - 0 1", false), // a rook's pawn
            ("8/1P6/8/8/8/K7/8/k7 w - - 0 1", true), // queen and rook stalemate at once
            ("8/8/8/P6k/8/8/8/K7 w - - 0 1", true),  // outside the square
        ] {
            let board: Board = fen.parse().expect(fen);
            for (board, strong) in [(board, Color::White), (board.mirrored(), Color::Black)] {
                let pawn = pawn(&board).expect("a pawn");
                assert_eq!(is_won(&board, strong, pawn), wins, "{board}");
            }
        }
    }
}
