//! A fingerprint that identifies an evaluation by its scores, not by its name.

use super::openings::Openings;
use crate::eval::Evaluator;
use crate::seeds;

/// The number of positions in a fingerprint.
const FINGERPRINT_POSITIONS: usize = 500;
/// The number of random plies before each position.
const FINGERPRINT_PLIES: usize = 40;

/// Returns a hash of an evaluation's values on positions of random games, which identifies the
/// evaluation.
pub fn fingerprint(evaluator: &Evaluator) -> u64 {
    let mut openings = Openings::new(0, Vec::new());
    (0..FINGERPRINT_POSITIONS).fold(0, |hash, _| {
        let game = openings.random_game(FINGERPRINT_PLIES);
        seeds::mix(hash, i64::from(evaluator.evaluate(game.board())) as u64)
    })
}
