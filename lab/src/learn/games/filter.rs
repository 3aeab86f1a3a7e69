//! Selection of training positions: quiet positions with a meaningful score.

use super::{Ply, ScoredGame};
use secateur::chess::{Board, Color};
use secateur::eval::endings;
use secateur::score::is_decisive;

/// Training positions have at least this number of plies before them, counted by move number from
/// the initial position. Plies of the random opening count.
const FIRST_PLY: u32 = 16;
/// Largest half-move clock of a training position.
const MAX_HALFMOVES: u16 = 80;

/// Whether a position and its move are used for training.
///
/// The search resolves captures, promotions and checks, not the evaluation. Random openings and
/// long shuffling are not typical of play, and mate scores have no value in centipawns.
///
/// Known wins score above 21 000. A position that a rule decides is excluded: in play, the rule
/// replaces the network there. A known win found by the search stays: without such positions,
/// training would see only those in which the search misses the win. Packing caps its score; its
/// expected score is 1 in any case, so the exact value does not matter.
pub fn is_training_position(board: &Board, ply: Ply) -> bool {
    plies_before(board) >= FIRST_PLY
        && !board.in_check()
        && !ply.mv.is_noisy()
        && !is_decisive(ply.score.into())
        && board.halfmove_clock() <= MAX_HALFMOVES
        && endings::evaluate(board).is_none()
}

/// Plies from the initial position, by move number.
fn plies_before(board: &Board) -> u32 {
    let moves = u32::from(board.fullmove_number()).saturating_sub(1);
    moves * 2 + u32::from(board.side_to_move() == Color::Black)
}

/// The training positions of a game in order: the index of the ply, the position, and the ply.
pub fn training_positions(game: &ScoredGame) -> impl Iterator<Item = (usize, Board, Ply)> + '_ {
    let plies = game.replay().enumerate().map(|(index, (board, ply))| (index, board, ply));
    plies.filter(|(_, board, ply)| is_training_position(board, *ply))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learn::games::GameResult;

    fn game(fen: &str, plies: &[(&str, i16)]) -> ScoredGame {
        let start: Board = fen.parse().expect(fen);
        let mut board = start;
        let mut play = |&(text, score): &(&str, i16)| {
            let mv = board.parse_uci(text).expect(text);
            board = board.after(mv);
            Ply { mv, score }
        };
        let plies = plies.iter().map(&mut play).collect();
        ScoredGame { start, outcome: GameResult::WhiteWins, plies }
    }

    fn scores(game: &ScoredGame) -> Vec<i16> {
        training_positions(game).map(|(_, _, ply)| ply.score).collect()
    }

    #[test]
    fn each_criterion_excludes_its_positions() {
        let late = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 9";
        let plies = [
            ("e2e4", 1),
            ("d7d5", 2),
            ("e4d5", 3),
            ("d8d5", 4),
            ("d1e2", 5),
            ("d5e5", 6),
            ("e2e5", 7),
        ];
        let played = game(late, &plies);
        assert_eq!(scores(&played), [1, 2, 5, 6], "captures are excluded");
        let early = late.replace("0 9", "0 7");
        assert_eq!(scores(&game(&early, &plies)), [5, 6], "the first 16 plies are excluded");
    }

    #[test]
    fn checks_mates_and_shuffling_are_excluded() {
        let ending = "4k1n1/8/8/8/8/8/8/R3K3 w - - 76 60";
        let plies = [
            ("a1a8", 500),
            ("e8e7", 490),
            ("a8a7", 31_990),
            ("e7e6", 31_600),
            ("a7a6", 21_500),
            ("e6e5", 480),
            ("a6a5", 470),
        ];
        let played = game(ending, &plies);
        assert_eq!(scores(&played), [500, 21_500]);
    }

    /// A rule decides rook against bare king; with a black pawn on the board no rule does.
    #[test]
    fn positions_that_a_rule_decides_are_excluded() {
        let plies = [("a1b1", 21_800), ("e8e7", 21_800), ("b1c1", 22_000)];
        let bare = game("4k3/8/8/8/8/8/8/R3K3 w - - 0 60", &plies);
        assert!(scores(&bare).is_empty());
        let with_pawn = game("4k3/4p3/8/8/8/8/8/R3K3 w - - 0 60", &plies[..1]);
        assert_eq!(scores(&with_pawn), [21_800]);
    }
}
