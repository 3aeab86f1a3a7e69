//! Adjudication: a game ends early when the scores show its result.
//!
//! The rules have the names of fastchess. Without options, both sides must agree on a win or a draw
//! for long enough. The draw rule differs: here, scores count from its first move on; fastchess
//! counts from the beginning of the game, and again after each capture and pawn move.

use crate::learn::games::GameResult;
use secateur::chess::{Board, Color};
use secateur::eval::wdl;
use secateur::score::{Score, is_mate};
use serde::Serialize;
use std::collections::HashMap;

/// The rules of a match by which its games end early.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Adjudication {
    /// When a game is drawn; `None` for never.
    pub draw: Option<DrawRule>,
    /// When a game is won; `None` for never.
    pub resign: Option<ResignRule>,
    /// Plies after which a game is drawn.
    pub longest: usize,
}

/// A game is drawn when all scores of these moves are near zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct DrawRule {
    /// Moves of each side before the first score that counts, without those of the opening.
    pub move_number: usize,
    /// Successive moves of each side with a drawn score.
    pub move_count: u32,
    /// Largest absolute value of a drawn score.
    pub score: ScoreLimit,
}

/// A game is won when all scores of these moves are decisive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ResignRule {
    /// Successive moves with a decisive score.
    pub move_count: u32,
    /// Smallest absolute value of a decisive score.
    pub score: ScoreLimit,
    /// Whether the scores of both sides must agree; otherwise the loser's are enough.
    pub two_sided: bool,
}

/// A bound of scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum ScoreLimit {
    /// Internal units.
    Units(Score),
    /// Centipawns as displayed.
    Centipawns(i32),
}

impl ScoreLimit {
    /// Whether the absolute value of a score in this position is at most the bound.
    fn includes(self, score: Score, board: &Board) -> bool {
        self.compare(score, board).is_le()
    }

    /// Whether a score in this position is at least the bound.
    fn is_reached_by(self, score: Score, board: &Board) -> bool {
        score > 0 && self.compare(score, board).is_ge()
    }

    fn compare(self, score: Score, board: &Board) -> std::cmp::Ordering {
        match self {
            _ if is_mate(score) => std::cmp::Ordering::Greater,
            ScoreLimit::Units(bound) => score.abs().cmp(&bound),
            ScoreLimit::Centipawns(bound) => wdl::centipawns(score, board).abs().cmp(&bound),
        }
    }
}

impl Default for Adjudication {
    fn default() -> Adjudication {
        Adjudication {
            draw: Some(DrawRule { move_number: 40, move_count: 8, score: ScoreLimit::Units(8) }),
            resign: Some(ResignRule {
                move_count: 3,
                score: ScoreLimit::Units(1000),
                two_sided: true,
            }),
            longest: 400,
        }
    }
}

impl DrawRule {
    /// Parses `movenumber=40`, `movecount=8`, `score=10`; `None` for `off`.
    pub fn parse(words: &[String]) -> Result<Option<DrawRule>, String> {
        let Some(mut fields) = Fields::of(words)? else { return Ok(None) };
        let rule = DrawRule {
            move_number: fields.number("movenumber", 0)? as usize,
            move_count: fields.number("movecount", 1)?.max(1),
            score: ScoreLimit::Centipawns(fields.number("score", 0)? as i32),
        };
        fields.finish(&["movenumber", "movecount", "score"])?;
        Ok(Some(rule))
    }
}

impl ResignRule {
    /// Parses `movecount=3`, `score=600`, `twosided=true`; `None` for `off`.
    pub fn parse(words: &[String]) -> Result<Option<ResignRule>, String> {
        let Some(mut fields) = Fields::of(words)? else { return Ok(None) };
        let two_sided = match fields.0.remove("twosided") {
            None | Some("false") => false,
            Some("true") => true,
            Some(other) => return Err(format!("twosided is true or false, not '{other}'")),
        };
        let rule = ResignRule {
            move_count: fields.number("movecount", 1)?.max(1),
            score: ScoreLimit::Centipawns(fields.number("score", 0)? as i32),
            two_sided,
        };
        fields.finish(&["movecount", "score", "twosided"])?;
        Ok(Some(rule))
    }
}

/// Values by name.
struct Fields<'a>(HashMap<&'a str, &'a str>);

impl<'a> Fields<'a> {
    /// The fields `NAME=VALUE`; `None` for `off`.
    fn of(words: &'a [String]) -> Result<Option<Fields<'a>>, String> {
        if words == ["off"] {
            return Ok(None);
        }
        let field = |word: &'a String| {
            word.split_once('=').ok_or_else(|| format!("'{word}' is not NAME=VALUE or off"))
        };
        Ok(Some(Fields(words.iter().map(field).collect::<Result<_, _>>()?)))
    }

    /// Takes out the number of this name.
    fn number(&mut self, name: &str, otherwise: u32) -> Result<u32, String> {
        let Some(text) = self.0.remove(name) else { return Ok(otherwise) };
        let number = text.parse().ok().filter(|number| *number <= MAX_NUMBER);
        number.ok_or_else(|| format!("{name}: '{text}' is not a number from 0 to {MAX_NUMBER}"))
    }

    /// Refuses fields that are left.
    fn finish(self, known: &[&str]) -> Result<(), String> {
        match self.0.keys().next() {
            Some(name) => Err(format!("there is no '{name}', only {}", known.join(", "))),
            None => Ok(()),
        }
    }
}

/// Largest number in a rule.
const MAX_NUMBER: u32 = 100_000;

/// Follows the scores of a game.
#[derive(Debug)]
pub(crate) struct Adjudicator {
    adjudication: Adjudication,
    /// Successive plies with a drawn score.
    level: u32,
    /// Successive moves in which both sides agree on a winner: plies, and the winner.
    decided: (u32, Color),
    /// Successive moves of each side with a lost score.
    lost: [u32; 2],
}

impl Adjudicator {
    pub(crate) fn new(adjudication: Adjudication) -> Adjudicator {
        Adjudicator { adjudication, level: 0, decided: (0, Color::White), lost: [0; 2] }
    }

    /// Adds the score of the side to move of this position, after `plies` plies of the game.
    /// Returns the result once the game is adjudicated.
    pub(crate) fn add(&mut self, score: Score, board: &Board, plies: usize) -> Option<GameResult> {
        self.resigned(score, board).map(GameResult::win_of).or_else(|| {
            let rule = self.adjudication.draw?;
            let is_level = rule.score.includes(score, board) && plies >= 2 * rule.move_number;
            self.level = if is_level { self.level + 1 } else { 0 };
            (self.level >= 2 * rule.move_count).then_some(GameResult::Draw)
        })
    }

    /// The winner, if the other side is to resign.
    fn resigned(&mut self, score: Score, board: &Board) -> Option<Color> {
        let rule = self.adjudication.resign?;
        let side = board.side_to_move();
        let is_lost = rule.score.is_reached_by(-score, board);
        let winner = match is_lost || rule.score.is_reached_by(score, board) {
            true => Some(if is_lost { !side } else { side }),
            false => None,
        };
        self.decided = match winner {
            Some(winner) if winner == self.decided.1 => (self.decided.0 + 1, winner),
            Some(winner) => (1, winner),
            None => (0, side),
        };
        let lost = &mut self.lost[side.index()];
        *lost = if is_lost { *lost + 1 } else { 0 };
        let count = if rule.two_sided { self.decided.0 } else { *lost };
        let min = if rule.two_sided { 2 * rule.move_count } else { rule.move_count };
        winner.filter(|_| count >= min)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The result after the last of these scores for White, which moves first. The number of plies
    /// is the same for all scores.
    fn adjudicated(
        adjudication: Adjudication,
        scores: &[Score],
        plies: usize,
    ) -> Option<GameResult> {
        let board = Board::default();
        let boards = [board, board.after_null()];
        let mut adjudicator = Adjudicator::new(adjudication);
        let results = scores.iter().enumerate().map(|(ply, &score)| {
            let own = if ply % 2 == 0 { score } else { -score };
            adjudicator.add(own, &boards[ply % 2], plies)
        });
        results.last().expect("at least one score")
    }

    fn words(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn a_game_ends_when_both_sides_agree_for_long_enough() {
        let usual = Adjudication::default();
        assert_eq!(adjudicated(usual, &[1000; 6], 0), Some(GameResult::WhiteWins));
        assert_eq!(adjudicated(usual, &[-1000; 6], 0), Some(GameResult::BlackWins));
        assert_eq!(adjudicated(usual, &[1000; 5], 0), None);
        let each_wins = [1200, -1200, 1200, -1200, 1200, -1200, 1200];
        assert_eq!(adjudicated(usual, &each_wins, 0), None, "each side claims the win");
        assert_eq!(adjudicated(usual, &[0; 16], 80), Some(GameResult::Draw));
        assert_eq!(adjudicated(usual, &[0; 16], 79), None);
        assert_eq!(adjudicated(usual, &[9; 16], 80), None);
    }

    #[test]
    fn rules_follow_their_options() {
        let rules = |draw: &str, resign: &str| Adjudication {
            draw: DrawRule::parse(&words(draw)).expect(draw),
            resign: ResignRule::parse(&words(resign)).expect(resign),
            ..Adjudication::default()
        };
        let none = rules("off", "off");
        assert_eq!(
            (adjudicated(none, &[0; 99], 200), adjudicated(none, &[9000; 99], 0)),
            (None, None)
        );
        let pawn = wdl::from_centipawns(100, wdl::FULL_MATERIAL);
        let draw = rules("movenumber=10 movecount=2 score=100", "off");
        assert_eq!(adjudicated(draw, &[pawn; 4], 20), Some(GameResult::Draw));
        assert_eq!(adjudicated(draw, &[pawn; 3], 20), None);
        assert_eq!(adjudicated(draw, &[pawn + 9; 4], 20), None);
        assert_eq!(adjudicated(draw, &[pawn; 4], 19), None);
        // The scores of the losing side are enough; those of the other side do not count.
        let resign = rules("off", "score=100 movecount=2");
        assert_eq!(adjudicated(resign, &[-pawn, 0, -pawn], 0), Some(GameResult::BlackWins));
        assert_eq!(
            adjudicated(resign, &[pawn, 0, pawn], 0),
            None,
            "a winning side does not resign"
        );
        let both = rules("off", "score=100 movecount=2 twosided=true");
        assert_eq!(adjudicated(both, &[-pawn, 0, -pawn], 0), None);
        assert_eq!(adjudicated(both, &[-pawn; 4], 0), Some(GameResult::BlackWins));
    }

    #[test]
    fn invalid_rules_are_rejected() {
        let draw = |text: &str| DrawRule::parse(&words(text)).expect_err(text);
        assert_eq!(draw("never"), "'never' is not NAME=VALUE or off");
        assert_eq!(draw("score=x"), "score: 'x' is not a number from 0 to 100000");
        let known = "there is no 'twosided', only movenumber, movecount, score";
        assert_eq!(draw("score=1 twosided=true"), known);
        let resign = ResignRule::parse(&words("twosided=yes")).expect_err("a word");
        assert_eq!(resign, "twosided is true or false, not 'yes'");
    }
}
