//! Playing below full strength, plausibly: fewer nodes, and among the best moves a choice by chance, the likelier the less
//! a move loses.
//!
//! What no level does: let go of a mate that it has found, fail to win against a bare king with a rook or a queen to spare, or,
//! from a rating of 1000 on, walk into a mate in one that can be avoided.

use crate::chess::{Board, Color, Move, PieceKind};
use crate::score::{MATE_BOUND, Score};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

/// The weakest level, in Elo.
pub const LEAST_ELO: u32 = 400;
/// The strongest level, in Elo.
pub const MOST_ELO: u32 = 3200;
/// The skill level that stands for full strength.
pub const FULL_SKILL: u32 = 20;
/// From this level on, in Elo, no mate in one is handed over.
const SEES_MATES: u32 = 1000;
/// Nodes of the weakest level.
const LEAST_NODES: f64 = 40.0;
/// Nodes of the strongest.
const MOST_NODES: f64 = 4_000_000.0;
/// Nodes against a bare king, whatever the level: enough to mate.
const NODES_TO_MATE: u64 = 30_000;
/// Loss, in internal units, that makes a move less likely by a factor e, at the weakest level.
const MOST_LENIENT: f64 = 160.0;
/// And at the strongest.
const LEAST_LENIENT: f64 = 2.0;
/// Losses, in internal units, are taken to be at most this.
const WORST_LOSS: Score = 2500;
/// Root moves among which the strongest level chooses.
const LEAST_CHOICE: f64 = 3.0;
/// And the weakest.
const MOST_CHOICE: f64 = 12.0;

/// A level of play below the full one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strength {
    elo: u32,
}

impl Strength {
    /// The level of a player of about this rating; the nearest there is.
    pub fn of_elo(elo: u32) -> Strength {
        Strength { elo: elo.clamp(LEAST_ELO, MOST_ELO) }
    }

    /// A skill level from 0 to [`FULL_SKILL`], where there is nothing to limit.
    pub fn of_skill(level: u32) -> Option<Strength> {
        (level < FULL_SKILL).then(|| Strength::of_elo(LEAST_ELO + level * (MOST_ELO - LEAST_ELO) / FULL_SKILL))
    }

    /// How far up the scale, 0 to 1.
    fn height(self) -> f64 {
        f64::from(self.elo - LEAST_ELO) / f64::from(MOST_ELO - LEAST_ELO)
    }

    /// Nodes for a move.
    pub fn nodes(self, board: &Board) -> u64 {
        let nodes = (LEAST_NODES * (MOST_NODES / LEAST_NODES).powf(self.height())) as u64;
        if faces_bare_king(board) { nodes.max(NODES_TO_MATE) } else { nodes }
    }

    /// How many root moves get a line, to choose among.
    pub fn lines(self, board: &Board) -> usize {
        if faces_bare_king(board) {
            return 1;
        }
        (MOST_CHOICE + (LEAST_CHOICE - MOST_CHOICE) * self.height()).round() as usize
    }

    /// Loss, in internal units, that makes a move less likely by a factor e.
    fn leniency(self) -> f64 {
        MOST_LENIENT * (LEAST_LENIENT / MOST_LENIENT).powf(self.height())
    }

    /// The index of the move to play, of candidates with their scores. The same seed chooses the same.
    pub fn choose(self, board: &Board, candidates: &[(Move, Score)], seed: u64) -> usize {
        let scores = candidates.iter().map(|&(_, score)| score);
        let best = scores.clone().max().unwrap_or(0);
        if best >= MATE_BOUND || faces_bare_king(board) {
            return scores.clone().position(|score| score == best).unwrap_or(0);
        }
        let weights: Vec<f64> = candidates
            .iter()
            .map(|&(mv, score)| {
                let loss = best.saturating_sub(score).clamp(0, WORST_LOSS);
                let is_barred = self.elo >= SEES_MATES && allows_mate_in_one(board, mv);
                if is_barred { 0.0 } else { (-f64::from(loss) / self.leniency()).exp() }
            })
            .collect();
        draw_lot(&weights, seed)
    }
}

/// An index by chance, the likelier the larger its weight; the first if all weights are zero.
fn draw_lot(weights: &[f64], seed: u64) -> usize {
    let total: f64 = weights.iter().sum();
    let mut rest = Xoshiro256PlusPlus::seed_from_u64(seed).random_range(0.0..1.0) * total;
    for (index, weight) in weights.iter().enumerate() {
        if rest < *weight {
            return index;
        }
        rest -= weight;
    }
    0
}

/// Has the opponent nothing but the king, and the side to move a rook or a queen?
fn faces_bare_king(board: &Board) -> bool {
    let own: Color = board.side_to_move();
    let has = |kind| board.pieces(own, kind).any();
    board.color(!own).count() == 1 && (has(PieceKind::Rook) || has(PieceKind::Queen))
}

/// Does this legal move let the opponent mate at once?
fn allows_mate_in_one(board: &Board, mv: Move) -> bool {
    let next = board.after(mv);
    next.legal_moves().into_iter().any(|reply| {
        let last = next.after(reply);
        last.in_check() && last.count_moves() == 0
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shares(strength: Strength, fen: &str, candidates: &[(&str, Score)]) -> Vec<usize> {
        let board: Board = fen.parse().expect(fen);
        let candidates: Vec<(Move, Score)> =
            candidates.iter().map(|&(text, score)| (board.parse_uci(text).expect(text), score)).collect();
        let mut counts = vec![0; candidates.len()];
        (0..1000).for_each(|seed| counts[strength.choose(&board, &candidates, seed)] += 1);
        counts
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn the_stronger_the_fewer_mistakes_and_the_more_nodes() {
        let board = Board::default();
        let candidates = [("e2e4", 30), ("d2d4", -40), ("g2g4", -150), ("f2f3", -300)];
        let mut mistakes = usize::MAX;
        let mut nodes = 0;
        for elo in [400, 1000, 1600, 2200, 2800, 3200] {
            let strength = Strength::of_elo(elo);
            let counts = shares(strength, START, &candidates);
            assert!(counts.is_sorted_by(|a, b| a >= b), "{elo}: {counts:?}");
            let now = counts[2] + counts[3];
            assert!(now < mistakes || now == 0, "{elo}: {counts:?}");
            assert!(strength.nodes(&board) > nodes);
            (mistakes, nodes) = (now, strength.nodes(&board));
        }
        assert_eq!(mistakes, 0);
    }

    #[test]
    fn levels_reach_from_the_weakest_to_full_strength() {
        assert_eq!(Strength::of_skill(0), Some(Strength::of_elo(400)));
        assert!((1..FULL_SKILL).all(|level| Strength::of_skill(level).map(|strength| strength.elo)
            > Strength::of_skill(level - 1).map(|strength| strength.elo)));
        assert_eq!(Strength::of_skill(FULL_SKILL), None);
        assert_eq!(Strength::of_elo(100_000), Strength::of_elo(MOST_ELO));
    }

    #[test]
    fn a_mate_that_was_found_is_played_at_every_level() {
        let fen = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";
        let candidates = [("a1a8", crate::score::mate_in(1)), ("a1a7", 500), ("a1a6", 490)];
        assert_eq!(shares(Strength::of_elo(400), fen, &candidates), [1000, 0, 0]);
    }

    #[test]
    fn mates_in_one_are_handed_over_by_the_weak_only() {
        // g2g4 with the pawn on f3 allows the mate on h4.
        let fen = "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2";
        let candidates = [("e2e4", 0), ("g2g4", -40)];
        assert_eq!(shares(Strength::of_elo(2000), fen, &candidates)[1], 0);
        assert!(shares(Strength::of_elo(400), fen, &candidates)[1] > 0);
    }
}
