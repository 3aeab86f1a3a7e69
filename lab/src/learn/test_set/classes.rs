//! Classes of positions in which evaluations tend to err.

use secateur::chess::{Bitboard, Board, Color, Piece, PieceKind, attacks};
use secateur::eval::wdl::PIECE_VALUES;

/// The least number of blocked pawn pairs.
const BLOCKED: u32 = 4;

/// A class of positions; a position can belong to several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Both sides have the same pieces.
    LevelMaterial,
    /// The material counts differ by a pawn at most, but the pieces differ.
    UnequalMaterial,
    /// One side has more rooks, the other more minor pieces.
    RookAgainstMinors,
    /// Each side has one bishop, on squares of different colours.
    OppositeBishops,
    /// Four or more pawns face a pawn of the opponent on the next square.
    BlockedPawns,
    /// A queen and another piece attack squares around the king.
    KingAttack,
}

impl Class {
    /// All classes.
    pub const ALL: [Class; 6] = [
        Class::LevelMaterial,
        Class::UnequalMaterial,
        Class::RookAgainstMinors,
        Class::OppositeBishops,
        Class::BlockedPawns,
        Class::KingAttack,
    ];

    /// The name of the class.
    pub fn name(self) -> &'static str {
        match self {
            Class::LevelMaterial => "level material",
            Class::UnequalMaterial => "unequal material, level count",
            Class::RookAgainstMinors => "rook against minor pieces",
            Class::OppositeBishops => "opposite bishops",
            Class::BlockedPawns => "four blocked pawn pairs",
            Class::KingAttack => "king attack",
        }
    }

    /// Whether a position belongs to the class.
    pub fn has(self, board: &Board) -> bool {
        let [pawns, knights, bishops, rooks, queens, _] = PieceKind::ALL.map(|kind| {
            let count = |color| board.pieces(color, kind).count() as i32;
            count(Color::White) - count(Color::Black)
        });
        let minors = knights + bishops;
        match self {
            Class::LevelMaterial => [pawns, knights, bishops, rooks, queens] == [0; 5],
            Class::UnequalMaterial => {
                let worth = [pawns, knights, bishops, rooks, queens];
                let count: i32 =
                    worth.iter().zip(PIECE_VALUES).map(|(more, worth)| more * worth).sum();
                count.abs() <= 1 && [minors, rooks, queens] != [0; 3]
            }
            Class::RookAgainstMinors => queens == 0 && rooks * minors < 0,
            Class::OppositeBishops => {
                let [white, black] = Color::ALL.map(|color| board.pieces(color, PieceKind::Bishop));
                white.count() == 1
                    && black.count() == 1
                    && white.intersects(Bitboard::LIGHT) != black.intersects(Bitboard::LIGHT)
            }
            Class::BlockedPawns => {
                let [white, black] = Color::ALL.map(|color| board.pieces(color, PieceKind::Pawn));
                Bitboard(white.0 << 8 & black.0).count() >= BLOCKED
            }
            Class::KingAttack => Color::ALL.into_iter().any(|color| attacks_king(board, color)),
        }
    }
}

/// Whether this side attacks the king's surroundings with its queen and other pieces.
fn attacks_king(board: &Board, color: Color) -> bool {
    let king = board.king(!color);
    let around = attacks::king(king) | Bitboard::of(king);
    let attackers = |kind: PieceKind| {
        let reach = |square| attacks::of(Piece { color, kind }, square, board.occupied());
        board.pieces(color, kind).filter(|&square| reach(square).intersects(around)).count()
    };
    let queens = attackers(PieceKind::Queen);
    let others = [PieceKind::Knight, PieceKind::Bishop, PieceKind::Rook].map(attackers);
    queens > 0 && queens + others.iter().sum::<usize>() > 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_contain_their_positions() {
        for (fen, expected) in [
            (
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                vec![Class::LevelMaterial],
            ),
            // A rook and a pawn for two minor pieces.
            (
                "4kbn1/5ppp/8/8/8/8/4PPPP/4KR2 w - - 0 1",
                vec![Class::UnequalMaterial, Class::RookAgainstMinors],
            ),
            // Black is the exchange down: the material counts differ by two pawns.
            ("4kn2/5ppp/8/8/8/8/5PPP/4KR2 w - - 0 1", vec![Class::RookAgainstMinors]),
            (
                "4kb2/2p5/1pPp4/1P1Pp3/4P3/8/8/4KB2 w - - 0 1",
                vec![Class::LevelMaterial, Class::OppositeBishops, Class::BlockedPawns],
            ),
            ("4k3/8/2pppp2/2PPPP2/8/8/8/4KB2 w - - 0 1", vec![Class::BlockedPawns]),
            ("6k1/5ppp/8/6N1/7Q/8/8/4K3 b - - 0 1", vec![Class::KingAttack]),
            ("6k1/5ppp/8/8/7Q/8/8/2B1K3 b - - 0 1", vec![]),
        ] {
            let board: Board = fen.parse().expect(fen);
            for board in [board, board.mirrored()] {
                let found: Vec<Class> =
                    Class::ALL.into_iter().filter(|class| class.has(&board)).collect();
                assert_eq!(found, expected, "{board}");
            }
        }
    }
}
