//! `info` lines of other engines.

use crate::chess::{Board, Move};
use crate::score::{DECISIVE_BOUND, Score, is_mate, mate_in, mated_in};
use crate::search::table::Bound;

/// Longest mate score in moves; longer mates are clamped.
const MAX_MATE_MOVES: i32 = 100;

/// Fields of an `info` line of another engine.
#[derive(Clone, Debug, PartialEq)]
pub struct InfoLine {
    /// Number of nodes of the search.
    pub nodes: Option<u64>,
    /// Depth of the iteration, plies.
    pub depth: Option<u32>,
    /// MultiPV rank; 1 if the line has none.
    pub multi_pv: usize,
    /// Score in centipawns of the engine, or a mate score.
    pub score: Option<Score>,
    /// Whether the score is a bound.
    pub bound: Bound,
    /// Principal variation up to its first illegal move.
    pub pv: Option<Vec<Move>>,
}

impl InfoLine {
    /// Parses an `info` line of a search of this position; `None` for other lines and for
    /// `info string`.
    pub fn parse(line: &str, board: &Board) -> Option<InfoLine> {
        let words: Vec<&str> = line.split_whitespace().collect();
        if words.first() != Some(&"info") || words.get(1) == Some(&"string") {
            return None;
        }
        let after = |key: &str| words.iter().position(|word| *word == key).map(|at| at + 1);
        let word = |key: &str| words.get(after(key)?).copied();
        Some(InfoLine {
            nodes: word("nodes").and_then(|nodes| nodes.parse().ok()),
            depth: word("depth").and_then(|depth| depth.parse().ok()),
            multi_pv: word("multipv").and_then(|rank| rank.parse().ok()).unwrap_or(1),
            score: after("score").and_then(|at| read_score(&words[at..])),
            bound: if words.contains(&"upperbound") {
                Bound::Upper
            } else if words.contains(&"lowerbound") {
                Bound::Lower
            } else {
                Bound::Exact
            },
            pv: after("pv").map(|at| legal_moves(&words[at..], board)),
        })
    }

    /// First move of the principal variation.
    pub fn first_move(&self) -> Option<Move> {
        self.pv.as_ref()?.first().copied()
    }

    /// Whether the line has a bound that must not replace the score of a line with these moves: an
    /// upper bound, or a lower bound of the same move. A mate is no mere bound.
    pub fn is_mere_bound(&self, before: &[Move]) -> bool {
        let is_raise = self.bound == Bound::Lower && before.first().copied() == self.first_move();
        !self.score.is_some_and(is_mate) && (is_raise || self.bound == Bound::Upper)
    }
}

/// Parses moves up to the first illegal one.
fn legal_moves(words: &[&str], board: &Board) -> Vec<Move> {
    let mut board = *board;
    let mut moves = Vec::new();
    for word in words {
        let Ok(mv) = board.parse_uci(word) else { break };
        moves.push(mv);
        board = board.after(mv);
    }
    moves
}

/// Parses a score in centipawns or moves to mate.
fn read_score(words: &[&str]) -> Option<Score> {
    let (kind, number) = (words.first()?, words.get(1)?);
    let number: i32 = number.parse().ok()?;
    match *kind {
        "cp" => Some(number.clamp(1 - DECISIVE_BOUND, DECISIVE_BOUND - 1)),
        "mate" => {
            let moves = number.clamp(-MAX_MATE_MOVES, MAX_MATE_MOVES);
            let plies = 2 * moves.unsigned_abs() as usize;
            Some(if moves > 0 { mate_in(plies - 1) } else { mated_in(plies) })
        }
        _ => None,
    }
}
