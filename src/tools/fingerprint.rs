//! A number that tells evaluations apart, whatever their names.

use super::openings::Openings;
use crate::eval::Evaluator;
use crate::seeds;

/// Positions that a fingerprint covers.
const FINGERPRINT_POSITIONS: usize = 500;
/// Plies of random play before each of them.
const FINGERPRINT_PLIES: usize = 40;

/// Hashes the static evaluation of positions from random games.
pub fn fingerprint(evaluator: &Evaluator) -> u64 {
    let mut openings = Openings::new(0, Vec::new());
    (0..FINGERPRINT_POSITIONS).fold(0, |hash, _| {
        let game = openings.random_game(FINGERPRINT_PLIES);
        seeds::mix(hash, i64::from(evaluator.evaluate(game.board())) as u64)
    })
}
