//! What a score means for the game: the chances of winning, drawing and losing, and the centipawns
//! that people are shown.
//!
//! The search counts in units that only it needs to understand. People and programs want a number
//! that means the same at every stage: [`centipawns`] is scaled so that +100 is an even chance of
//! winning, and [`wdl`] says how the games end that look like this. Both follow from two curves
//! over the material left: a score of `a` wins half of the games, and `b` says how quickly the
//! chance grows around it,
//!
//! ```text
//! win = 1 / (1 + exp((a - score) / b))    loss = 1 / (1 + exp((a + score) / b))    draw = the rest
//! ```
//!
//! `secateur-lab train wdl` fits them to the engine's own games; [`Curves::PLAYED`] holds the result.
//! Nothing of this is used inside the search, and no file holds scaled scores.

use crate::chess::{Board, PieceKind};
use crate::score::{MATE_BOUND, MAX_PLY, Score, is_mate, plies_to_tables};

/// What a piece of each kind counts as material, by [`PieceKind::index`]; in pawns.
const WORTH: [i32; 6] = [1, 3, 3, 5, 9, 0];
/// The material of both sides in the initial position.
pub const FULL: i32 = 78;
/// Less material than this is taken for this: so few games come there that the curves would be
/// guesses.
pub const LEAST: i32 = 10;
/// Coefficients of a curve: constant, linear, quadratic, cubic.
pub const COEFFICIENTS: usize = 4;
/// Centipawns shown for a win by endgame tables at the root, less a centipawn for each ply to it:
/// what clients know as one.
const TABLES_WIN_SHOWN: i32 = 20_000;
/// No evaluation is shown as more centipawns than this; wins by tables are.
const MOST_SHOWN: i32 = TABLES_WIN_SHOWN - MAX_PLY as i32 - 1;

/// Two curves over the material, each a cubic in the share of the full material.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Curves {
    /// The score that wins half of the games.
    pub even: [f64; COEFFICIENTS],
    /// How many units of score multiply the odds by e.
    pub spread: [f64; COEFFICIENTS],
}

impl Curves {
    /// The curves of the engine's own games.
    pub const PLAYED: Curves = Curves {
        even: [425.595, -524.512, 344.620, -65.054],
        spread: [30.930, 367.532, -243.612, 82.040],
    };

    /// The share of the full material, from [`LEAST`] on, of which the curves are polynomials.
    pub fn share(material: i32) -> f64 {
        f64::from(material.clamp(LEAST, FULL)) / f64::from(FULL)
    }

    /// The score that wins half of the games with so much material, and how many units of score
    /// multiply the odds by e.
    pub fn at(&self, material: i32) -> (f64, f64) {
        let share = Curves::share(material);
        let value = |curve: &[f64; COEFFICIENTS]| {
            curve.iter().rev().fold(0.0, |sum, term| sum * share + term)
        };
        (value(&self.even), value(&self.spread))
    }

    /// The chances of winning, drawing and losing, which add up to one.
    pub fn chances(&self, score: f64, material: i32) -> [f64; 3] {
        let (even, spread) = self.at(material);
        let win = 1.0 / (1.0 + ((even - score) / spread).exp());
        let loss = 1.0 / (1.0 + ((even + score) / spread).exp());
        [win, 1.0 - win - loss, loss]
    }
}

/// The material of both sides: pawns 1, knights and bishops 3, rooks 5, queens 9.
pub fn material(board: &Board) -> i32 {
    PieceKind::ALL.iter().map(|&kind| WORTH[kind.index()] * board.kind(kind).count() as i32).sum()
}

/// Chances of winning, drawing and losing in permille, for the side whose score this is; they add
/// up to 1000. A mate is sure.
pub fn wdl(score: Score, material: i32) -> [i32; 3] {
    if is_mate(score) {
        return if score > 0 { [1000, 0, 0] } else { [0, 0, 1000] };
    }
    let permille = |chance: f64| (chance * 1000.0).round() as i32;
    let [win, _, loss] = Curves::PLAYED.chances(f64::from(score), material);
    let (win, loss) = (permille(win), permille(loss));
    [win, 1000 - win - loss, loss]
}

/// The share of the point to be expected, in half permille, 0 to 2000: wins whole and draws half,
/// so that both sides' add up.
pub fn expected(score: Score, material: i32) -> i32 {
    let [win, draw, _] = wdl(score, material);
    2 * win + draw
}

/// The centipawns to show for a score: +100 wins half of the games. Mates are given back as they
/// are, and nothing else becomes one; what endgame tables promise is the same whatever the
/// material.
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

/// The score that is shown as so many centipawns: the reverse of [`centipawns`], as far as rounding
/// allows.
pub fn score(centipawns: i32, material: i32) -> Score {
    let (even, _) = Curves::PLAYED.at(material);
    bounded(f64::from(centipawns) * even / 100.0, MATE_BOUND - 1)
}

/// Rounded, and not beyond the limit on either side.
fn bounded(value: f64, limit: i32) -> i32 {
    let limit = f64::from(limit);
    value.clamp(-limit, limit).round() as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::{DECISIVE_BOUND, mate_in, mated_in, tables_win_in};

    #[test]
    fn a_hundred_shown_is_an_even_chance_of_winning() {
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
    fn mates_stay_mates_and_nothing_else_becomes_one() {
        for mate in [mate_in(1), mate_in(99), mated_in(0), mated_in(40)] {
            assert_eq!(centipawns(mate, 20), mate);
        }
        assert_eq!(wdl(mate_in(7), 30), [1000, 0, 0]);
        assert_eq!(wdl(mated_in(8), 30), [0, 0, 1000]);
        assert!(!is_mate(centipawns(MATE_BOUND - 1, 12)) && !is_mate(score(30_000, 78)));
        assert_eq!((centipawns(0, 40), wdl(0, 40)[0]), (0, wdl(0, 40)[2]));
    }

    /// People were shown +69.76 for the one that clients know as 20000.
    #[test]
    fn wins_by_tables_are_shown_alike_at_every_material_and_above_evaluations() {
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
