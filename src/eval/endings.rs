//! Known endings: a bare king against any material, and a queen against a pawn.
//!
//! **Idea** Against a bare king the outcome follows from the material, or from the [KPK
//! bitbase](super::kpk) for a single pawn. A win scores above every other evaluation and grows with
//! progress, so that the search converts it. A draw has the draw score. A queen wins against a pawn
//! that is not too far advanced.
//! **Source** Folklore; tests/evaluation/known_endings.rs checks the rules against Syzygy tables.
//! **Condition** One side has a bare king, or king and pawn against a queen. Only evaluations by a
//! network use the rules.
//! **Parameters** The constants below, internal units. Steps of progress have the size of the
//! pruning margins, so that pruning does not hide them.

use super::kpk;
use crate::chess::{Bitboard, Board, Color, PieceKind, Square};
use crate::score::{DECISIVE_BOUND, DRAW, KNOWN_WIN, Score};

/// Base score of a known win (such as KRK), before material and progress are added, in internal
/// units.
pub const BASE: Score = KNOWN_WIN + 200;
/// The material by [`PieceKind::index`]. A promotion gains more than the loss of progress.
const PIECE_VALUES: [Score; 6] = [100, 350, 350, 600, 1000, 0];
/// Maximum material bonus in the score of a known win (such as KRK), in internal units.
pub const MAX_MATERIAL: Score = 7_000;
/// The bonus per king step between the weak king and the four centre squares.
const EDGE: Score = 40;
/// The bonus per diagonal between the weak king and the long diagonal of the colour opposite to the
/// bishop's. The bishop mates in the two corners of its own colour.
const CORNER: Score = 50;
/// The bonus per king step that the kings are closer to each other.
const CLOSE: Score = 20;
/// The bonus per rank of the most advanced pawn, if only the pawns can win.
const ADVANCE: Score = 40;
/// The bonus per king step that the strong king is closer to the next square of that pawn.
const KING_SUPPORT: Score = 8;
/// The malus for the weak side's pawn, and per rank of its advance.
const PAWN_LEFT: [Score; 2] = [200, 20];

const _: () = assert!(BASE + MAX_MATERIAL + 8 * CORNER + 8 * CLOSE < DECISIVE_BOUND - 2_000);
const _: () = assert!(6 * ADVANCE + 8 * KING_SUPPORT < PIECE_VALUES[3] - PIECE_VALUES[0]);

/// Evaluates a known ending such as KRK for the side to move, in internal units; `None` for other
/// positions. The piece count is tested first, because it rejects most positions.
#[inline]
pub fn evaluate(board: &Board) -> Option<Score> {
    let has_three = |color: Color| {
        let pieces = board.color(color).0;
        Bitboard(pieces & pieces.wrapping_sub(1)).has_many()
    };
    if has_three(Color::White) && has_three(Color::Black) {
        return None;
    }
    with_few_pieces(board)
}

#[inline(never)]
fn with_few_pieces(board: &Board) -> Option<Score> {
    let is_bare = |color: Color| !board.color(color).has_many();
    let has_pawn = |color: Color| {
        board.color(color).count() == 2 && board.pieces(color, PieceKind::Pawn).any()
    };
    let has_queen = |color: Color| board.pieces(color, PieceKind::Queen).any();
    let sides = || Color::ALL.into_iter();
    let (weak, score) = if let Some(weak) = sides().find(|&color| is_bare(color)) {
        (weak, against_king(board, !weak)?)
    } else {
        let weak = sides().find(|&color| has_pawn(color) && has_queen(!color))?;
        (weak, against_pawn(board, !weak)?)
    };
    if board.side_to_move() != weak {
        return Some(score);
    }
    Some(if board.is_stalemate() { DRAW } else { -score })
}

/// The score of a known ending against a bare king, for the strong side.
fn against_king(board: &Board, strong: Color) -> Option<Score> {
    let force = StrongSide::of(board, strong);
    if force.is_drawn(board) {
        Some(DRAW)
    } else if force.mates {
        Some(BASE + force.material() + force.mating_progress(board))
    } else {
        force.promotes(board).then(|| BASE + force.material() + force.pawn_progress(board))
    }
}

/// The score of a queen, alone or with other pieces, against a pawn, for the strong side. A pawn on
/// the seventh rank may draw, as may one on the sixth with its side to move.
fn against_pawn(board: &Board, strong: Color) -> Option<Score> {
    let pawn = board.pieces(!strong, PieceKind::Pawn).first();
    let gained = (!strong).relative_rank(pawn.rank()) - 1;
    let max = if board.side_to_move() == strong { 4 } else { 3 };
    let [left, by_rank] = PAWN_LEFT;
    let near = CLOSE * (7 - Score::from(board.king(strong).distance(pawn)));
    let material = StrongSide::of(board, strong).material();
    (gained <= max).then(|| BASE + material + near - left - by_rank * Score::from(gained))
}

/// The material of the strong side.
struct StrongSide {
    strong: Color,
    pieces: [Bitboard; 6],
    /// Whether the pieces mate without the pawns.
    mates: bool,
}

impl StrongSide {
    fn of(board: &Board, strong: Color) -> StrongSide {
        let pieces = PieceKind::ALL.map(|kind| board.pieces(strong, kind));
        let [_, knights, bishops, rooks, queens, _] = pieces;
        let both_bishops =
            bishops.intersects(Bitboard::LIGHT) && bishops.without(Bitboard::LIGHT).any();
        let mates = (rooks | queens).any()
            || both_bishops
            || bishops.any() && knights.any()
            || knights.count() > 2;
        StrongSide { strong, pieces, mates }
    }

    fn of_kind(&self, kind: PieceKind) -> Bitboard {
        self.pieces[kind.index()]
    }

    fn pawns(&self) -> Bitboard {
        self.of_kind(PieceKind::Pawn)
    }

    fn material(&self) -> Score {
        let worth = self
            .pieces
            .iter()
            .zip(PIECE_VALUES)
            .map(|(pieces, worth)| pieces.count() as Score * worth);
        worth.sum::<Score>().min(MAX_MATERIAL)
    }

    /// Whether the pieces cannot mate and no pawn can promote.
    fn is_drawn(&self, board: &Board) -> bool {
        let pawns = self.pawns();
        if self.mates {
            return false;
        }
        if pawns.is_empty() {
            return true;
        }
        if pawns.count() == 1 && !board.has_non_pawn_material(self.strong) {
            return !kpk::is_won(board, self.strong, pawns.first());
        }
        self.has_wrong_corner(board)
    }

    /// Whether all pawns are on one rook file, no piece guards the promotion corner, and the weak
    /// king is in the corner or next to it.
    fn has_wrong_corner(&self, board: &Board) -> bool {
        let pawns = self.pawns();
        let file = pawns.first().file();
        if !matches!(file, 0 | 7) || pawns.without(Bitboard::file(file)).any() {
            return false;
        }
        let corner = Square::at(file, self.strong.relative_rank(7));
        let bishops = self.of_kind(PieceKind::Bishop);
        let can_guard = self.of_kind(PieceKind::Knight).any()
            || bishops.intersects(same_colour_squares(corner));
        !can_guard && board.king(!self.strong).distance(corner) <= 1
    }

    /// Whether a pawn wins alone, with a clear path ahead. The bitbase decides by the squares of
    /// the kings.
    fn promotes(&self, board: &Board) -> bool {
        let own = board.color(self.strong).without(Bitboard::of(board.king(self.strong)));
        let wins = |pawn: Square| {
            !self.path_ahead(pawn).intersects(own) && kpk::is_won(board, self.strong, pawn)
        };
        Iterator::any(&mut self.pawns(), wins)
    }

    /// The squares in front of a pawn.
    fn path_ahead(&self, pawn: Square) -> Bitboard {
        let rank = 8 * pawn.rank();
        let ahead = match self.strong {
            Color::White => Bitboard(!0xFF << rank),
            Color::Black => Bitboard(!(!0 << rank)),
        };
        ahead & Bitboard::file(pawn.file())
    }

    /// The progress towards mate: the weak king is driven to the edge, or to a corner of the
    /// bishop's colour with bishop and knight. The strong king approaches.
    fn mating_progress(&self, board: &Board) -> Score {
        let (king, weak) = (board.king(self.strong), board.king(!self.strong));
        let [_, knights, bishops, rooks, queens, _] = self.pieces;
        let is_light = bishops.intersects(Bitboard::LIGHT);
        let only_one_corner =
            (rooks | queens).is_empty() && !(is_light && bishops.without(Bitboard::LIGHT).any());
        let close = CLOSE * (7 - Score::from(king.distance(weak)));
        close
            + if only_one_corner && knights.any() && bishops.any() {
                CORNER * from_wrong_diagonal(weak, is_light)
            } else {
                EDGE * from_centre(weak)
            }
    }

    /// The progress towards a promotion: the most advanced pawn, supported by its king.
    fn pawn_progress(&self, board: &Board) -> Score {
        let rank = |pawn: Square| self.strong.relative_rank(pawn.rank());
        let Some(pawn) = self.pawns().max_by_key(|&pawn| rank(pawn)) else { return 0 };
        let next = pawn.offset(self.strong.up());
        let away = Score::from(board.king(self.strong).distance(next));
        ADVANCE * Score::from(rank(pawn) - 1) + KING_SUPPORT * (7 - away)
    }
}

/// The squares of the same colour as this square.
fn same_colour_squares(square: Square) -> Bitboard {
    if Bitboard::LIGHT.has(square) { Bitboard::LIGHT } else { !Bitboard::LIGHT }
}

/// The file and rank distance to the nearest of the four centre squares, 0 to 6.
fn from_centre(square: Square) -> Score {
    let steps = |line: u8| Score::from(3_u8.saturating_sub(line).max(line.saturating_sub(4)));
    steps(square.file()) + steps(square.rank())
}

/// The number of diagonals between a square and the long diagonal of the other colour, 0 to 7:
/// highest in the corners of this colour.
fn from_wrong_diagonal(square: Square, is_light: bool) -> Score {
    let (file, rank) = (Score::from(square.file()), Score::from(square.rank()));
    if is_light { (file - rank).abs() } else { (file + rank - 7).abs() }
}
