//! Unit tests of `secateur::seeds`.

use secateur::seeds::*;
use std::collections::HashSet;

#[test]
fn no_two_games_share_a_seed() {
    let mut seen = HashSet::new();
    for seed in 0..20 {
        for epoch in 0..20 {
            assert!((0..200).all(|number| seen.insert(game_seed(seed, epoch, number))));
        }
    }
}
