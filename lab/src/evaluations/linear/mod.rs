//! The linear evaluation: a sum of weights, one for each feature of the position.
//!
//! **Idea.** f(p) = Σ w(s, i) over the features i of the position, White's added and Black's
//! subtracted, with weights for each game stage s. A joint regression on self-play positions finds
//! all weights (`learn`). **Paper.** M. Buro, *Experiments with Multi-ProbCut and a New
//! High-Quality Evaluation Function for Othello* (1997), S3. **Stages.** Eight, four pieces wide,
//! by the number of pieces on the board. Values between the middles of two stages are interpolated;
//! Buro's thirteen stages have no interpolation.
//!
//! [`extract`] turns a position into features for play, training and explanation. The list of
//! features is in [`features`]; the code is in `pieces`, `pawns`, `king` and `threats`.

pub mod features;
mod king;
mod material;
mod pawns;
mod pieces;
mod scene;
mod threats;
pub mod weights;

use features::{Group, Sink};
use scene::Scene;
use secateur::chess::color::{Black, Side, White};
use secateur::chess::{Bitboard, Board, Color};
use secateur::score::Score;
use weights::{Blend, Pair, SHARES, Table, UNITS, Weights};

/// Largest absolute evaluation, internal units; far from the mate scores.
const LIMIT: Score = 20_000;

/// Adds all features of both sides to the sink.
#[inline]
pub fn extract(board: &Board, sink: &mut impl Sink) {
    fn pawns_and_kings<C: Side>(board: &Board, sink: &mut impl Sink) -> Bitboard {
        pieces::king_and_pawns::<C>(board, sink);
        pawns::structure::<C>(board, sink);
        pawns::states::<C>(board, sink);
        king::shelter::<C>(board, sink);
        pawns::passed_and_kings::<C>(board, sink)
    }
    #[inline(always)]
    fn others<C: Side>(scene: &Scene<'_>, passed: Bitboard, sink: &mut impl Sink) {
        pawns::passed::<C>(scene, passed, sink);
        king::exposure::<C>(scene.board, sink);
        king::attack::<C>(scene, sink);
        threats::threats::<C>(scene, sink);
        material::material::<C>(scene, sink);
    }
    let passed = pawns_and_kings::<White>(board, sink) | pawns_and_kings::<Black>(board, sink);
    match board.side_to_move() {
        Color::White => sink.hit::<White>(Group::Tempo, 0),
        Color::Black => sink.hit::<Black>(Group::Tempo, 0),
    }
    let occupied = board.occupied();
    let armies = [
        pieces::piece_features::<White>(board, occupied, sink),
        pieces::piece_features::<Black>(board, occupied, sink),
    ];
    let scene = Scene { board, armies, occupied };
    others::<White>(&scene, passed, sink);
    others::<Black>(&scene, passed, sink);
}

/// Number of pieces on the board, which selects the stage.
#[inline]
pub fn piece_count(board: &Board) -> usize {
    board.occupied().count().min(32) as usize
}

/// A sink that sums weights for White.
struct Sum<'a> {
    table: &'a Table,
    total: Pair,
}

impl Sink for Sum<'_> {
    #[inline(always)]
    fn add<C: Side>(&mut self, feature: usize, times: i32) {
        self.total.add(self.table[feature], if C::COLOR == Color::White { times } else { -times });
    }
}

/// The evaluation for the side to move, internal units.
pub fn evaluate(weights: &Weights, board: &Board) -> Score {
    let blend = weights.blend(piece_count(board));
    let mut sum = Sum { table: blend.table, total: Pair::default() };
    extract(board, &mut sum);
    let for_white = (blend.of(sum.total) / (UNITS * SHARES)).clamp(-LIMIT, LIMIT);
    if board.side_to_move() == Color::White { for_white } else { -for_white }
}

/// The contribution of one feature group, internal units for the side that has it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    /// The group.
    pub group: Group,
    /// Contribution of White's features to White, and of Black's to Black.
    pub sides: [f64; 2],
    /// Number of features of each side.
    pub hits: [i32; 2],
}

/// The contribution of every group, with the weights of this number of pieces.
pub fn explain(weights: &Weights, board: &Board, pieces: usize) -> Vec<Share> {
    struct Shares<'a> {
        blend: Blend<'a>,
        shares: Vec<Share>,
    }
    impl Sink for Shares<'_> {
        fn add<C: Side>(&mut self, feature: usize, times: i32) {
            let share = &mut self.shares[Group::of(feature) as usize];
            let weight = self.blend.of(self.blend.table[feature]);
            share.sides[C::COLOR.index()] += f64::from(times * weight) / f64::from(UNITS * SHARES);
            share.hits[C::COLOR.index()] += times;
        }
    }
    let empty =
        Group::ALL.iter().map(|&group| Share { group, sides: [0.0; 2], hits: [0; 2] }).collect();
    let mut sink = Shares { blend: weights.blend(pieces), shares: empty };
    extract(board, &mut sink);
    sink.shares
}

#[cfg(test)]
mod tests {
    use super::features::FEATURES;
    use super::*;

    /// Weights that all differ, so that a missing or duplicate feature is detected.
    pub(super) fn uneven(step: usize) -> Weights {
        let stages = std::array::from_fn(|stage| {
            (0..FEATURES)
                .map(|feature| ((feature * step + stage * 31) % 997) as i16 - 498)
                .collect()
        });
        Weights::from_stages(&stages)
    }

    #[test]
    fn the_explanation_sums_to_the_evaluation() {
        let weights = uneven(7919);
        for fen in [
            "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9",
            "8/5k2/3p4/1P6/8/2K5/8/8 b - - 0 1",
            "2r3k1/5ppp/p1n5/1p2P3/3Q4/2N2P2/PPq3PP/R4RK1 b - - 0 20",
        ] {
            let board: Board = fen.parse().expect("valid FEN");
            let shares = explain(&weights, &board, piece_count(&board));
            let sum: f64 = shares.iter().map(|share| share.sides[0] - share.sides[1]).sum();
            let for_white = if board.side_to_move() == Color::White { 1 } else { -1 }
                * evaluate(&weights, &board);
            assert!((sum - f64::from(for_white)).abs() < 1.0, "{fen}: {sum} {for_white}");
        }
    }

    #[test]
    fn the_mirrored_position_has_the_same_value() {
        let weights = uneven(7919);
        let mut positions = Vec::new();
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/P4k2/8/8/1p6/8/5K2/8 w - - 0 1",
        ] {
            let board: Board = fen.parse().expect("valid FEN");
            positions.push(board);
            positions.extend(board.legal_moves().into_iter().map(|mv| board.after(mv)));
        }
        for board in positions {
            assert_eq!(
                evaluate(&weights, &board),
                evaluate(&weights, &board.mirrored()),
                "{board}"
            );
        }
    }
}
