//! Limited strength: fewer nodes, and a random choice among the best moves. The less a move loses,
//! the more likely it is.
//!
//! At every level, a mate that is found is played, and a queen or a rook wins against a bare king.
//! From Elo 1000 on, every mate in one is played, and none is allowed that can be avoided.

use crate::chess::{Board, Color, Move, PieceKind};
use crate::score::{MATE_BOUND, Score};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

/// Value of the UCI option `Skill Level` that stands for full strength.
pub const FULL_SKILL: u32 = 20;
/// Lowest level, in Elo, that finds all mates in one, for and against.
const MATE_IN_ONE_ELO: u32 = 1000;
/// Least nodes against a bare king at any level: enough to mate.
const NODES_TO_MATE: u64 = 30_000;
/// Upper limit of the loss of a move, in internal units.
const MAX_LOSS: Score = 2500;

/// Settings of one measured strength level, such as its Elo rating and node limit.
pub struct Level {
    /// Rating of the level.
    pub elo: u32,
    /// Nodes for a move.
    pub nodes: f64,
    /// Softmax temperature: the loss, in internal units, that divides the probability of a move by
    /// e.
    pub temperature: f64,
    /// Number of root moves to choose from.
    pub lines: f64,
}

/// Measured strength levels, in increasing order of Elo. `.ci/levels` measures them
/// (`docs/dev/matches.md`). Those from 1400 to 2200 score 50 % against Stockfish 15.1 of the same
/// `UCI_Elo`. The lower ones and 2600 score against their neighbour what the difference of their
/// ratings predicts; 3000 and 3200 are extrapolated. Between two levels, nodes, temperature and
/// lines are interpolated geometrically.
pub const LEVELS: [Level; 9] = [
    Level { elo: 400, nodes: 27.0, temperature: 540.0, lines: 16.0 },
    Level { elo: 700, nodes: 35.0, temperature: 360.0, lines: 14.0 },
    Level { elo: 1000, nodes: 50.0, temperature: 220.0, lines: 12.0 },
    Level { elo: 1400, nodes: 150.0, temperature: 125.0, lines: 9.0 },
    Level { elo: 1800, nodes: 1500.0, temperature: 72.0, lines: 8.0 },
    Level { elo: 2200, nodes: 33_000.0, temperature: 24.0, lines: 4.0 },
    Level { elo: 2600, nodes: 90_000.0, temperature: 12.0, lines: 3.0 },
    Level { elo: 3000, nodes: 2_000_000.0, temperature: 4.0, lines: 1.0 },
    Level { elo: 3200, nodes: 4_000_000.0, temperature: 3.0, lines: 1.0 },
];

/// Lowest value of `UCI_Elo`, the rating of the weakest strength level.
pub const MIN_ELO: u32 = LEVELS[0].elo;
/// Highest value of `UCI_Elo`, the rating of the strongest strength level.
pub const MAX_ELO: u32 = LEVELS[LEVELS.len() - 1].elo;

/// Limited playing strength as an Elo rating, by fewer nodes and a random choice among good moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strength {
    elo: u32,
}

impl Strength {
    /// Rating in Elo, from [`MIN_ELO`] to [`MAX_ELO`].
    pub fn elo(self) -> u32 {
        self.elo
    }

    /// Creates the strength of an Elo rating, clamped to the range from [`MIN_ELO`] to
    /// [`MAX_ELO`].
    pub fn of_elo(elo: u32) -> Strength {
        Strength { elo: elo.clamp(MIN_ELO, MAX_ELO) }
    }

    /// Creates the strength of a `Skill Level` from 0 to [`FULL_SKILL`]; `None` at full strength.
    pub fn of_skill(level: u32) -> Option<Strength> {
        (level < FULL_SKILL)
            .then(|| Strength::of_elo(MIN_ELO + level * (MAX_ELO - MIN_ELO) / FULL_SKILL))
    }

    /// Interpolates a setting geometrically between two levels.
    fn interpolate(self, quantity: impl Fn(&Level) -> f64) -> f64 {
        let above = LEVELS.partition_point(|level| level.elo < self.elo).max(1);
        let (low, high) = (&LEVELS[above - 1], &LEVELS[above]);
        let share = f64::from(self.elo - low.elo) / f64::from(high.elo - low.elo);
        quantity(low) * (quantity(high) / quantity(low)).powf(share)
    }

    /// Node limit for a move at this limited strength.
    pub fn nodes(self, board: &Board) -> u64 {
        let nodes = self.interpolate(|level| level.nodes).round() as u64;
        if faces_bare_king(board) { nodes.max(NODES_TO_MATE) } else { nodes }
    }

    /// Number of principal variations to search at limited strength, among which the move is chosen
    /// at random.
    pub fn lines(self, board: &Board) -> usize {
        if faces_bare_king(board) {
            return 1;
        }
        self.interpolate(|level| level.lines).round() as usize
    }

    /// Root moves to search at limited strength, either mates in one or moves that allow no mate in
    /// one. `allowed` restricts the moves unless it is empty.
    pub fn select_root_moves(self, board: &Board, allowed: &[Move]) -> Vec<Move> {
        if self.elo < MATE_IN_ONE_ELO {
            return allowed.to_vec();
        }
        let legal = board.legal_moves().into_iter();
        let moves: Vec<Move> =
            legal.filter(|mv| allowed.is_empty() || allowed.contains(mv)).collect();
        let select = |is_selected: &dyn Fn(Move) -> bool| {
            moves.iter().copied().filter(|&mv| is_selected(mv)).collect()
        };
        let mates: Vec<Move> = select(&|mv| board.after(mv).is_checkmate());
        if !mates.is_empty() {
            return mates;
        }
        let safe: Vec<Move> = select(&|mv| !allows_mate_in_one(board, mv));
        if safe.is_empty() || safe.len() == moves.len() { allowed.to_vec() } else { safe }
    }

    /// Chooses a candidate move at random, better scores being more likely, and returns its index.
    /// The choice depends on the seed only.
    pub fn choose(self, board: &Board, candidates: &[(Move, Score)], seed: u64) -> usize {
        let scores = candidates.iter().map(|&(_, score)| score);
        let best = scores.clone().max().unwrap_or(0);
        if best >= MATE_BOUND || faces_bare_king(board) {
            return scores.clone().position(|score| score == best).unwrap_or(0);
        }
        let temperature = self.interpolate(|level| level.temperature);
        let loss = |score: Score| f64::from(best.saturating_sub(score).clamp(0, MAX_LOSS));
        let weights: Vec<f64> = scores.map(|score| (-loss(score) / temperature).exp()).collect();
        choose_weighted(&weights, seed)
    }
}

/// Random index with probabilities proportional to the weights; 0 if all weights are zero.
fn choose_weighted(weights: &[f64], seed: u64) -> usize {
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

/// Whether the opponent has only the king, and the side to move a rook or a queen.
fn faces_bare_king(board: &Board) -> bool {
    let own: Color = board.side_to_move();
    let has = |kind| board.pieces(own, kind).any();
    board.color(!own).count() == 1 && (has(PieceKind::Rook) || has(PieceKind::Queen))
}

/// Whether this legal move allows a mate in one.
fn allows_mate_in_one(board: &Board, mv: Move) -> bool {
    let next = board.after(mv);
    next.legal_moves().into_iter().any(|reply| next.after(reply).is_checkmate())
}
