//! Selection of training positions: quiet positions with a meaningful score.

use super::{GameResult, Ply, ScoredGame};
use secateur::chess::{Board, Color};
use secateur::eval::endings;
use secateur::score::{DECISIVE_BOUND, is_mate};

/// The positions that are excluded from training.
/// The search resolves captures, promotions and checks, not the evaluation. Random openings and
/// long shuffling are not typical of play, and mate scores have no value in centipawns.
///
/// Known wins score above 21 000. A position that a rule decides is excluded: in play, the rule
/// replaces the network there. A known win found by the search stays: without such positions,
/// training would see only those in which the search misses the win. Packing caps its score; its
/// expected score is 1 in any case, so the exact value does not matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filter {
    /// Exclude positions of the first plies, counted by move number from the initial position.
    /// Plies of the random opening count.
    pub first_plies: u32,
    /// Exclude positions with the side to move in check.
    pub checks: bool,
    /// Exclude positions whose move is a capture or promotion.
    pub noisy: bool,
    /// Exclude larger absolute scores, internal units.
    pub max_score: i32,
    /// Exclude positions that a rule for known endings decides.
    pub known_endings: bool,
    /// Exclude mate scores.
    pub mates: bool,
    /// Exclude positions with a larger half-move clock.
    pub max_halfmoves: u16,
}

impl Default for Filter {
    fn default() -> Filter {
        Filter {
            first_plies: 16,
            checks: true,
            noisy: true,
            max_score: DECISIVE_BOUND - 1,
            known_endings: true,
            mates: true,
            max_halfmoves: 80,
        }
    }
}

impl Filter {
    /// A filter that keeps all positions.
    pub const NONE: Filter = Filter {
        first_plies: 0,
        checks: false,
        noisy: false,
        max_score: i32::MAX,
        known_endings: false,
        mates: false,
        max_halfmoves: u16::MAX,
    };

    /// Whether this position is kept.
    pub fn keeps(&self, board: &Board, ply: Ply) -> bool {
        let score = i32::from(ply.score);
        plies_before(board) >= self.first_plies
            && !(self.checks && board.in_check())
            && !(self.noisy && ply.mv.is_noisy())
            && score.abs() <= self.max_score
            && !(self.mates && is_mate(score))
            && board.halfmove_clock() <= self.max_halfmoves
            && !(self.known_endings && endings::evaluate(board).is_some())
    }
}

/// Plies from the initial position, by move number.
fn plies_before(board: &Board) -> u32 {
    let moves = u32::from(board.fullmove_number()).saturating_sub(1);
    moves * 2 + u32::from(board.side_to_move() == Color::Black)
}

/// A training position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The position.
    pub board: Board,
    /// Search score for White, internal units.
    pub score: i32,
    /// Result of the game.
    pub outcome: GameResult,
    /// [`ScoredGame::id`] of its game.
    pub game: u64,
}

/// The positions of a game that pass the filter, in order.
pub fn positions<'a>(
    game: &'a ScoredGame,
    filter: &Filter,
) -> impl Iterator<Item = Position> + use<'a> {
    let (filter, id, outcome) = (*filter, game.id(), game.outcome);
    game.replay()
        .filter(move |(board, ply)| filter.keeps(board, *ply))
        .map(move |(board, ply)| Position { board, score: i32::from(ply.score), outcome, game: id })
}

#[cfg(test)]
mod tests {
    use super::*;

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

    fn kept(game: &ScoredGame, filter: Filter) -> Vec<i32> {
        positions(game, &filter).map(|position| position.score).collect()
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
        assert_eq!(kept(&played, Filter::default()), [1, 2, 5, 6]);
        assert_eq!(
            kept(&played, Filter { noisy: false, ..Filter::default() }),
            [1, 2, 3, 4, 5, 6, 7]
        );
        let early = late.replace("0 9", "0 7");
        assert_eq!(
            kept(&game(&early, &plies), Filter { noisy: false, ..Filter::default() }),
            [5, 6, 7]
        );
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
        assert_eq!(kept(&played, Filter::default()), [500, 21_500]);
        let with_checks = Filter { checks: false, ..Filter::default() };
        assert_eq!(kept(&played, with_checks), [500, 490, 21_500]);
        assert_eq!(kept(&played, Filter::NONE).len(), plies.len());
    }

    /// A rule decides rook against bare king; with a black pawn on the board no rule does.
    #[test]
    fn positions_that_a_rule_decides_are_excluded() {
        let plies = [("a1b1", 21_800), ("e8e7", 21_800), ("b1c1", 22_000)];
        let bare = game("4k3/8/8/8/8/8/8/R3K3 w - - 0 60", &plies);
        assert!(kept(&bare, Filter::default()).is_empty());
        let with_pawn = game("4k3/4p3/8/8/8/8/8/R3K3 w - - 0 60", &plies[..1]);
        assert_eq!(kept(&with_pawn, Filter::default()), [21_800]);
    }
}
