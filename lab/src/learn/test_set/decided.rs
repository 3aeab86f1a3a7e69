//! Decided endings with few pieces: how often an evaluation prefers the winner.
//!
//! The [rules for known endings](secateur::eval::endings) decide. In play they replace the network;
//! here the network is tested without them, because the search compares such positions with their
//! neighbours, which the rules do not cover.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use secateur::chess::{Board, Color};
use secateur::eval::{Evaluator, endings, neural};
use secateur::score::{Score, is_known_win};

/// The pieces beside the kings, the strong side's in capitals.
const KINDS: [&str; 14] =
    ["Q", "R", "BB", "BN", "P", "PP", "RP", "BP", "NP", "QR", "RR", "RN", "Qp", "QPp"];
/// Number of trials to place pieces before a kind is given up.
const TRIALS: u32 = 10_000;

/// The result for one kind of ending.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// The pieces beside the kings.
    pub pieces: &'static str,
    /// Number of positions.
    pub count: u32,
    /// Number of positions with a positive evaluation for the winner.
    pub right: u32,
}

/// The comparison of a queen with a pawn on the same square, against a bare king.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueenAndPawn {
    /// Number of comparisons.
    pub count: u32,
    /// Number of positions in which the queen is not worth more.
    pub wrong: u32,
    /// The lowest evaluation with the queen, internal units.
    pub lowest_queen: Score,
    /// The highest evaluation with the pawn, internal units.
    pub highest_pawn: Score,
}

/// The evaluation without the rules for known endings.
pub fn without_rules(evaluator: &Evaluator, board: &Board) -> Score {
    match evaluator {
        Evaluator::Network(network) => neural::evaluate(network, board),
        other => other.evaluate(board),
    }
}

/// Tests the evaluation of the winner in this number of random decided endings, by kind.
pub fn tally(evaluate: impl Fn(&Board) -> Score, positions: u32, seed: u64) -> Vec<Tally> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let kinds = KINDS.len() as u32;
    let tally = |(number, pieces): (u32, &'static str)| {
        let wanted = positions / kinds + u32::from(number < positions % kinds);
        let mut tally = Tally { pieces, count: 0, right: 0 };
        for _ in 0..wanted {
            let Some((board, known)) = decided(pieces, &mut rng) else { break };
            tally.count += 1;
            tally.right += u32::from(evaluate(&board) * known.signum() > 0);
        }
        tally
    };
    (0..).zip(KINDS).map(tally).collect()
}

/// A random decided ending and its score by rule.
fn decided(pieces: &str, rng: &mut Xoshiro256PlusPlus) -> Option<(Board, Score)> {
    (0..TRIALS).find_map(|_| {
        let side = if rng.random_bool(0.5) { Color::White } else { Color::Black };
        let board = place(&format!("K{pieces}k"), side, rng)?;
        let board = if rng.random_bool(0.5) { board } else { board.mirrored() };
        let score = endings::evaluate(&board).filter(|&score| is_known_win(score))?;
        (!board.legal_moves().is_empty()).then_some((board, score))
    })
}

/// The pieces on random squares; `None` for an illegal position or a side to move in check.
fn place(pieces: &str, side: Color, rng: &mut Xoshiro256PlusPlus) -> Option<Board> {
    let mut squares = [None; 64];
    for letter in pieces.chars() {
        let square: usize = rng.random_range(0..64);
        if squares[square].is_some() {
            return None;
        }
        squares[square] = Some(letter);
    }
    parse(&squares, side)
}

fn parse(squares: &[Option<char>; 64], side: Color) -> Option<Board> {
    let rank = |rank: usize| -> String {
        (0..8).map(|file| squares[rank * 8 + file].unwrap_or('1')).collect()
    };
    let ranks: Vec<String> = (0..8).rev().map(rank).collect();
    let letter = if side == Color::White { 'w' } else { 'b' };
    let board: Board = format!("{} {letter} - - 0 1", ranks.join("/")).parse().ok()?;
    (!board.in_check()).then_some(board)
}

/// Compares a queen with a pawn on the same square, in positions that both win by rule.
pub fn queen_and_pawn(
    evaluate: impl Fn(&Board) -> Score,
    positions: u32,
    seed: u64,
) -> QueenAndPawn {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut result =
        QueenAndPawn { count: 0, wrong: 0, lowest_queen: Score::MAX, highest_pawn: Score::MIN };
    for _ in 0..positions * 100 {
        if result.count == positions {
            break;
        }
        let side = if rng.random_bool(0.5) { Color::White } else { Color::Black };
        let Some(pawn) = place("KPk", side, &mut rng) else { continue };
        let fen = pawn.to_string();
        let (pieces, rest) = fen.split_once(' ').unwrap_or((&fen, ""));
        let with_queen: Option<Board> = format!("{} {rest}", pieces.replace('P', "Q")).parse().ok();
        let Some(queen) = with_queen.filter(|board| !board.in_check()) else { continue };
        let is_won = |board: &Board| endings::evaluate(board).is_some_and(is_known_win);
        if !is_won(&pawn) || !is_won(&queen) {
            continue;
        }
        let sign = if side == Color::White { 1 } else { -1 };
        let [pawn, queen] = [pawn, queen].map(|board| sign * evaluate(&board));
        result.count += 1;
        result.wrong += u32::from(queen <= pawn);
        result.lowest_queen = result.lowest_queen.min(queen);
        result.highest_pawn = result.highest_pawn.max(pawn);
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endgame_rules_favour_the_winner_in_every_position() {
        let by_rule = |board: &Board| endings::evaluate(board).expect("a known ending");
        let right = tally(by_rule, 140, 1);
        assert!(right.iter().all(|kind| (kind.count, kind.right) == (10, 10)), "{right:?}");
        let wrong = tally(|board| -by_rule(board), 140, 1);
        assert!(wrong.iter().all(|kind| (kind.count, kind.right) == (10, 0)), "{wrong:?}");
        let compared = queen_and_pawn(by_rule, 50, 1);
        assert_eq!((compared.count, compared.wrong), (50, 0), "{compared:?}");
        assert!(compared.lowest_queen > compared.highest_pawn, "{compared:?}");
        assert_eq!(queen_and_pawn(|board| -by_rule(board), 50, 1).wrong, 50);
    }
}
