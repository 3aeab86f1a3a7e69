//! Which positions of a game are worth learning from: quiet ones, whose score says something about
//! the position itself.

use super::{Game, Outcome, Ply};
use secateur::chess::{Board, Color};
use secateur::score::is_mate;

/// What is left out. Captures, promotions and checks are resolved by the search and not by the
/// evaluation, random openings and endless shuffling teach what is never played, and mates have no
/// price.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filter {
    /// Positions of the first so many plies, counted by the move number from the initial position:
    /// the random opening counts.
    pub first_plies: u32,
    /// Positions with the side to move in check.
    pub checks: bool,
    /// Positions in which a capture or promotion was the move.
    pub noisy: bool,
    /// Scores beyond this, internal units.
    pub max_score: i32,
    /// Scores that are mates.
    pub mates: bool,
    /// Positions later than so many plies after the last capture or pawn move.
    pub max_halfmoves: u16,
}

impl Default for Filter {
    fn default() -> Filter {
        Filter {
            first_plies: 16,
            checks: true,
            noisy: true,
            max_score: 20_000,
            mates: true,
            max_halfmoves: 80,
        }
    }
}

impl Filter {
    /// Leaves nothing out.
    pub const NONE: Filter = Filter {
        first_plies: 0,
        checks: false,
        noisy: false,
        max_score: i32::MAX,
        mates: false,
        max_halfmoves: u16::MAX,
    };

    /// Is this position kept?
    pub fn keeps(&self, board: &Board, ply: Ply) -> bool {
        let score = i32::from(ply.score);
        plies_before(board) >= self.first_plies
            && !(self.checks && board.in_check())
            && !(self.noisy && ply.mv.is_noisy())
            && score.abs() <= self.max_score
            && !(self.mates && is_mate(score))
            && board.halfmove_clock() <= self.max_halfmoves
    }
}

/// Plies from the initial position, by the move number.
fn plies_before(board: &Board) -> u32 {
    let moves = u32::from(board.fullmove_number()).saturating_sub(1);
    moves * 2 + u32::from(board.side_to_move() == Color::Black)
}

/// A position to learn from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The position.
    pub board: Board,
    /// What the search made of it, for White, in internal units.
    pub score: i32,
    /// How the game ended.
    pub outcome: Outcome,
    /// Its game's [`Game::id`].
    pub game: u64,
}

/// The positions of a game that the filter keeps, in the order of the game.
pub fn positions<'a>(game: &'a Game, filter: &Filter) -> impl Iterator<Item = Position> + use<'a> {
    let (filter, id, outcome) = (*filter, game.id(), game.outcome);
    game.replay()
        .filter(move |(board, ply)| filter.keeps(board, *ply))
        .map(move |(board, ply)| Position { board, score: i32::from(ply.score), outcome, game: id })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(fen: &str, plies: &[(&str, i16)]) -> Game {
        let start: Board = fen.parse().expect(fen);
        let mut board = start;
        let mut play = |&(text, score): &(&str, i16)| {
            let mv = board.parse_uci(text).expect(text);
            board = board.after(mv);
            Ply { mv, score }
        };
        let plies = plies.iter().map(&mut play).collect();
        Game { start, outcome: Outcome::WhiteWins, plies }
    }

    fn kept(game: &Game, filter: Filter) -> Vec<i32> {
        positions(game, &filter).map(|position| position.score).collect()
    }

    #[test]
    fn each_reason_leaves_out_its_positions() {
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
    fn checks_mates_and_shuffles_are_left_out() {
        let ending = "4k3/8/8/8/8/8/8/R3K3 w - - 78 60";
        let plies =
            [("a1a8", 500), ("e8e7", 490), ("a8a7", 31_990), ("e7e6", 21_000), ("a7a6", 480)];
        let played = game(ending, &plies);
        assert_eq!(kept(&played, Filter::default()), [500]);
        assert_eq!(kept(&played, Filter { checks: false, ..Filter::default() }), [500, 490]);
        assert_eq!(kept(&played, Filter::NONE), [500, 490, 31_990, 21_000, 480]);
    }
}
