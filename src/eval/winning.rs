//! Converts scores to WDL and to displayed centipawns.
//!
//! The search uses internal units. Displayed scores must mean the same at every stage of the game:
//! [`centipawns`] scales scores so that +100 is an even chance of winning. [`wdl`] estimates the
//! results of games with this score. Both follow from two curves over the material left. A score of
//! `a` wins half of the games. `b` is the spread: the smaller `b`, the faster the winning chance
//! rises around `a`.
//!
//! ```text
//! win = 1 / (1 + exp((a - score) / b))    loss = 1 / (1 + exp((a + score) / b))    draw = the rest
//! ```
//!
//! `secateur-lab train wdl` fits the curves to the engine's own games; [`Curves::PLAYED`] holds the
//! result. The search does not use them, and no file holds scaled scores.

use crate::chess::{Board, PieceKind};
use crate::score::{MATE_BOUND, MAX_PLY, Score, is_mate, plies_to_tables};

/// The material value of each piece kind by [`PieceKind::index`], in pawns.
const WORTH: [i32; 6] = [1, 3, 3, 5, 9, 0];
/// The material of both sides in the initial position, in pawns.
pub const FULL: i32 = 78;
/// The lower bound of the material, in pawns. Too few games reach less material to fit the curves
/// there.
pub const LEAST: i32 = 10;
/// The number of coefficients of a curve: constant, linear, quadratic, cubic.
pub const COEFFICIENTS: usize = 4;
/// The displayed centipawns of a tablebase win at the root, less one centipawn per ply to it.
/// Clients recognize this value.
const TABLES_WIN_SHOWN: i32 = 20_000;
/// The maximum of displayed centipawns, except for tablebase wins.
const MOST_SHOWN: i32 = TABLES_WIN_SHOWN - MAX_PLY as i32 - 1;

/// The WDL model: two curves over the material, each a cubic in the share of the full material.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Curves {
    /// The score that wins half of the games.
    pub even: [f64; COEFFICIENTS],
    /// The spread: the difference in score that multiplies the odds by e.
    pub spread: [f64; COEFFICIENTS],
}

impl Curves {
    /// The curves fitted to the engine's own games.
    pub const PLAYED: Curves = Curves {
        even: [425.595, -524.512, 344.620, -65.054],
        spread: [30.930, 367.532, -243.612, 82.040],
    };

    /// Returns the material, bounded below by [`LEAST`], as a share of the full material.
    pub fn share(material: i32) -> f64 {
        f64::from(material.clamp(LEAST, FULL)) / f64::from(FULL)
    }

    /// Returns the score that wins half of the games with this material, and the spread.
    pub fn at(&self, material: i32) -> (f64, f64) {
        let share = Curves::share(material);
        let value = |curve: &[f64; COEFFICIENTS]| {
            curve.iter().rev().fold(0.0, |sum, term| sum * share + term)
        };
        (value(&self.even), value(&self.spread))
    }

    /// Returns the probabilities of a win, a draw and a loss, which add up to 1.
    pub fn chances(&self, score: f64, material: i32) -> [f64; 3] {
        let (even, spread) = self.at(material);
        let win = 1.0 / (1.0 + ((even - score) / spread).exp());
        let loss = 1.0 / (1.0 + ((even + score) / spread).exp());
        [win, 1.0 - win - loss, loss]
    }
}

/// Returns the material of both sides: pawns 1, knights and bishops 3, rooks 5, queens 9.
pub fn material(board: &Board) -> i32 {
    PieceKind::ALL.iter().map(|&kind| WORTH[kind.index()] * board.kind(kind).count() as i32).sum()
}

/// Returns the WDL in permille for the side of the score. The three values add up to 1000. A mate
/// score is certain.
pub fn wdl(score: Score, material: i32) -> [i32; 3] {
    if is_mate(score) {
        return if score > 0 { [1000, 0, 0] } else { [0, 0, 1000] };
    }
    let permille = |chance: f64| (chance * 1000.0).round() as i32;
    let [win, _, loss] = Curves::PLAYED.chances(f64::from(score), material);
    let (win, loss) = (permille(win), permille(loss));
    [win, 1000 - win - loss, loss]
}

/// Returns the expected score in half permille, 0 to 2000: a win counts 2, a draw 1. The values of
/// both sides add up to 2000.
pub fn expected(score: Score, material: i32) -> i32 {
    let [win, draw, _] = wdl(score, material);
    2 * win + draw
}

/// Converts a score to displayed centipawns: +100 wins half of the games. Mate scores stay as they
/// are, and no other score becomes one. Tablebase scores do not depend on the material.
pub fn centipawns(score: Score, material: i32) -> i32 {
    if is_mate(score) {
        return score;
    }
    if let Some((plies, sign)) = plies_to_tables(score) {
        return sign * (TABLES_WIN_SHOWN - plies);
    }
    let (even, _) = Curves::PLAYED.at(material);
    bounded(f64::from(score) * 100.0 / even, MOST_SHOWN)
}

/// Converts a score of this position to displayed centipawns. See [`centipawns`].
pub fn centipawns_of(score: Score, board: &Board) -> i32 {
    centipawns(score, material(board))
}

/// Returns the score that is displayed as +1.00 with this material, to a tenth.
pub fn pawn(material: i32) -> f64 {
    let (even, _) = Curves::PLAYED.at(material);
    (even * 10.0).round() / 10.0
}

/// Returns the score that is displayed as `centipawns`: the inverse of [`centipawns`], within
/// rounding.
pub fn score(centipawns: i32, material: i32) -> Score {
    let (even, _) = Curves::PLAYED.at(material);
    bounded(f64::from(centipawns) * even / 100.0, MATE_BOUND - 1)
}

/// Rounds a value and clamps it to the limit on both sides.
fn bounded(value: f64, limit: i32) -> i32 {
    let limit = f64::from(limit);
    value.clamp(-limit, limit).round() as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::{DECISIVE_BOUND, mate_in, mated_in, tables_win_in};

    #[test]
    fn a_displayed_pawn_is_an_even_chance_of_winning() {
        for material in 0..=FULL {
            let even = score(100, material);
            let [win, draw, loss] = wdl(even, material);
            assert!((win - 500).abs() <= 5, "{material}: {win}");
            assert_eq!(win + draw + loss, 1000);
            assert!((centipawns(even, material) - 100).abs() <= 1);
        }
    }

    #[test]
    fn curves_are_sound_at_every_material() {
        for material in 0..=2 * FULL {
            let (even, spread) = Curves::PLAYED.at(material);
            assert!(even > 20.0 && spread > 10.0, "{material}: {even} {spread}");
            let mut last = -1;
            for score in (-3000..=3000).step_by(50) {
                let ours = wdl(score, material);
                let theirs = wdl(-score, material);
                assert!(
                    ours.iter().all(|chance| (0..=1000).contains(chance)),
                    "{score} {material}: {ours:?}"
                );
                assert_eq!([ours[0], ours[2]], [theirs[2], theirs[0]], "both sides see the same");
                assert!(ours[0] >= last, "more is never worse");
                assert_eq!(
                    expected(score, material) + expected(-score, material),
                    2000,
                    "the point is shared"
                );
                last = ours[0];
            }
        }
    }

    #[test]
    fn only_mates_are_displayed_as_mates() {
        for mate in [mate_in(1), mate_in(99), mated_in(0), mated_in(40)] {
            assert_eq!(centipawns(mate, 20), mate);
        }
        assert_eq!(wdl(mate_in(7), 30), [1000, 0, 0]);
        assert_eq!(wdl(mated_in(8), 30), [0, 0, 1000]);
        assert!(!is_mate(centipawns(MATE_BOUND - 1, 12)) && !is_mate(score(30_000, 78)));
        assert_eq!((centipawns(0, 40), wdl(0, 40)[0]), (0, wdl(0, 40)[2]));
    }

    /// A tablebase win is displayed as the 20000 centipawns that clients recognize.
    #[test]
    fn tablebase_wins_are_displayed_above_evaluations_at_every_material() {
        for material in 0..=FULL {
            let shown =
                [tables_win_in(5), -tables_win_in(0)].map(|score| centipawns(score, material));
            assert_eq!(shown, [19_995, -20_000], "{material}");
            assert_eq!(wdl(tables_win_in(MAX_PLY), material), [1000, 0, 0], "{material}");
            assert!(
                centipawns(DECISIVE_BOUND - 1, material)
                    < centipawns(tables_win_in(MAX_PLY), material),
                "{material}"
            );
        }
    }

    #[test]
    fn material_is_counted_for_both_sides() {
        assert_eq!(material(&Board::default()), FULL);
        let board: Board = "8/8/4k3/8/8/3RK3/3P4/8 w - - 0 1".parse().expect("sound");
        assert_eq!(material(&board), 6);
    }
}
