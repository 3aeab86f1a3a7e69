//! Converts scores to WDL and to displayed centipawns.
//!
//! The search uses internal units. Displayed scores must mean the same at every stage of the game:
//! [`centipawns`] scales scores so that +100 is a win probability of 50 %. [`wdl_permille`]
//! estimates the results of games with this score. Both follow from two curves over the material
//! left. A score of `half_win` wins half of the games. The smaller the `spread`, the faster the win
//! probability rises around it.
//!
//! ```text
//! win = 1 / (1 + exp((half_win - score) / spread))
//! loss = 1 / (1 + exp((half_win + score) / spread))    draw = the rest
//! ```
//!
//! `secateur-lab train wdl` fits the curves to the engine's own games; [`WdlModel::FITTED`] holds
//! the result. The search does not use them, and no file holds scaled scores.

use crate::chess::{Board, PieceKind};
use crate::score::{MATE_BOUND, MAX_PLY, Score, is_mate, plies_to_tb};

/// The material value of each piece kind by [`PieceKind::index`], in pawns.
pub const PIECE_VALUES: [i32; 6] = [1, 3, 3, 5, 9, 0];
/// Material of both sides in the initial position, in pawns (knight and bishop 3, rook 5, queen 9).
pub const FULL_MATERIAL: i32 = 78;
/// Lower bound of the material (both sides, in pawns) in the WDL model, which has too few games
/// below it.
pub const MIN_MATERIAL: i32 = 10;
/// Number of coefficients of each polynomial in the WDL model (constant to cubic).
pub const COEFFICIENTS: usize = 4;
/// The displayed centipawns of a tablebase win at the root, less one centipawn per ply to it.
/// Clients recognize this value.
const TB_WIN_CENTIPAWNS: i32 = 20_000;
/// The maximum of displayed centipawns, except for tablebase wins.
const MAX_SHOWN: i32 = TB_WIN_CENTIPAWNS - MAX_PLY as i32 - 1;

/// WDL model that converts a score to win, draw and loss probabilities, depending on the material.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WdlModel {
    /// The score that wins half of the games.
    pub half_win: [f64; COEFFICIENTS],
    /// The spread: the difference in score that multiplies the odds by e.
    pub spread: [f64; COEFFICIENTS],
}

impl WdlModel {
    /// WDL model fitted to Secateur's own games.
    pub const FITTED: WdlModel = WdlModel {
        half_win: [425.595, -524.512, 344.620, -65.054],
        spread: [30.930, 367.532, -243.612, 82.040],
    };

    /// Returns the material of both sides as a share of the initial material, at least
    /// `MIN_MATERIAL / FULL_MATERIAL`.
    pub fn share(material: i32) -> f64 {
        f64::from(material.clamp(MIN_MATERIAL, FULL_MATERIAL)) / f64::from(FULL_MATERIAL)
    }

    /// Returns the score with 50 % win probability at this material and the logistic spread, in
    /// internal units.
    pub fn at(&self, material: i32) -> (f64, f64) {
        let share = WdlModel::share(material);
        let value = |curve: &[f64; COEFFICIENTS]| {
            curve.iter().rev().fold(0.0, |sum, term| sum * share + term)
        };
        (value(&self.half_win), value(&self.spread))
    }

    /// Returns win, draw and loss probability (sum 1) for a score in internal units and material in
    /// pawns.
    pub fn probabilities(&self, score: f64, material: i32) -> [f64; 3] {
        let (half_win, spread) = self.at(material);
        let win = 1.0 / (1.0 + ((half_win - score) / spread).exp());
        let loss = 1.0 / (1.0 + ((half_win + score) / spread).exp());
        [win, 1.0 - win - loss, loss]
    }
}

/// Returns the material of both sides in pawns (knight and bishop 3, rook 5, queen 9).
pub fn material(board: &Board) -> i32 {
    PieceKind::ALL
        .iter()
        .map(|&kind| PIECE_VALUES[kind.index()] * board.kind(kind).count() as i32)
        .sum()
}

/// Returns win, draw and loss probability in permille for a score, from the same point of view; the
/// sum is 1000. A mate score is certain.
pub fn wdl_permille(score: Score, material: i32) -> [i32; 3] {
    if is_mate(score) {
        return if score > 0 { [1000, 0, 0] } else { [0, 0, 1000] };
    }
    let permille = |probability: f64| (probability * 1000.0).round() as i32;
    let [win, _, loss] = WdlModel::FITTED.probabilities(f64::from(score), material);
    let (win, loss) = (permille(win), permille(loss));
    [win, 1000 - win - loss, loss]
}

/// Returns the expected score in units of half a permille (win 2000, draw 1000, loss 0). The values
/// of both sides add up to 2000.
pub fn expected_score(score: Score, material: i32) -> i32 {
    let [win, draw, _] = wdl_permille(score, material);
    2 * win + draw
}

/// Converts a score to the centipawns shown to users, where +100 is a win probability of 50 %. Mate
/// scores stay as they are, and no other score becomes one. Tablebase scores do not depend on the
/// material.
pub fn centipawns_at(score: Score, material: i32) -> i32 {
    if is_mate(score) {
        return score;
    }
    if let Some((plies, sign)) = plies_to_tb(score) {
        return sign * (TB_WIN_CENTIPAWNS - plies);
    }
    let (half_win, _) = WdlModel::FITTED.at(material);
    bounded(f64::from(score) * 100.0 / half_win, MAX_SHOWN)
}

/// Converts a score in this position to the centipawns shown to users (+100 is 50 % win
/// probability). See [`centipawns_at`].
pub fn centipawns(score: Score, board: &Board) -> i32 {
    centipawns_at(score, material(board))
}

/// Returns how many internal units are shown to users as +1.00 with this material, rounded to a
/// tenth.
pub fn units_per_pawn(material: i32) -> f64 {
    let (half_win, _) = WdlModel::FITTED.at(material);
    (half_win * 10.0).round() / 10.0
}

/// Converts centipawns as shown to users to internal units, the inverse of [`centipawns_at`] up
/// to rounding.
pub fn from_centipawns(centipawns: i32, material: i32) -> Score {
    let (half_win, _) = WdlModel::FITTED.at(material);
    bounded(f64::from(centipawns) * half_win / 100.0, MATE_BOUND - 1)
}

/// Rounds a value and clamps it to the limit on both sides.
fn bounded(value: f64, limit: i32) -> i32 {
    let limit = f64::from(limit);
    value.clamp(-limit, limit).round() as i32
}
