//! Random positions and games for the property tests (Claessen & Hughes 2000): games from many
//! starts, and pieces on random squares for positions that no game reaches. A failing case is
//! reduced before it is reported.

#![allow(dead_code)] // each test program uses a part of it

use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{Config, RngSeed, TestRunner};
use secateur::chess::perft::PerftCase;
use secateur::chess::{Board, Game};

/// Random seed, unless `PROPTEST_RNG_SEED` is set. It is fixed, so that failures are reproducible.
const SEED: u64 = 2026;

/// Checks a property with `cases` random cases, times `PROPTEST_MULTIPLIER`.
pub fn check<S: Strategy>(cases: u32, strategy: S, property: impl Fn(S::Value)) {
    let multiplier =
        std::env::var("PROPTEST_MULTIPLIER").map_or(1, |text| text.parse().expect("a number"));
    let defaults = Config::default();
    let rng_seed =
        if defaults.rng_seed == RngSeed::Random { RngSeed::Fixed(SEED) } else { defaults.rng_seed };
    let config =
        Config { cases: cases * multiplier, failure_persistence: None, rng_seed, ..defaults };
    let checked = TestRunner::new(config).run(&strategy, |value| {
        property(value);
        Ok(())
    });
    if let Err(failure) = checked {
        panic!("{failure}");
    }
}

/// Start positions of standard chess and Chess960, from the perft suites.
pub fn starts() -> Vec<Board> {
    let standard = include_str!("../../epd/perft-standard.epd").lines().step_by(8);
    let chess960 = include_str!("../../epd/perft-chess960.epd").lines().step_by(40);
    standard.chain(chess960).map(|line| line.parse::<PerftCase>().expect(line).board).collect()
}

/// A random game of at most `plies` plies; shorter only if the game ends.
pub fn games(plies: usize) -> impl Strategy<Value = Game> {
    (select(starts()), prop::collection::vec(any::<u16>(), 0..=plies)).prop_map(
        |(start, choices)| {
            let mut game = Game::new(start);
            for choice in choices {
                let moves = game.board().legal_moves();
                if game.outcome().is_some() || moves.is_empty() {
                    break;
                }
                game.play(moves[usize::from(choice) % moves.len()]);
            }
            game
        },
    )
}

/// Valid positions with random pieces on random squares. They have the first set of castling rights
/// in a list, largest first, that the positions of kings and rooks permit.
pub fn random_placements() -> impl Strategy<Value = Board> {
    let pieces =
        prop::collection::vec((select(b"PPPPNNBBRRQppppnnbbrrq".to_vec()), 0..64usize), 0..24);
    let kings = (prop_oneof![Just(4usize), 0..64usize], prop_oneof![Just(60usize), 0..64usize]);
    (pieces, kings, any::<bool>(), 0..=150u16).prop_filter_map(
        "invalid position",
        |(pieces, (white, black), turn, clock)| {
            let mut squares = [b'1'; 64];
            pieces.into_iter().for_each(|(piece, square)| squares[square] = piece);
            (squares[white], squares[black]) = (b'K', b'k');
            let ranks: Vec<String> = squares
                .chunks(8)
                .rev()
                .map(|rank| String::from_utf8_lossy(rank).into_owned())
                .collect();
            let side = if turn { 'w' } else { 'b' };
            let fen = |rights: &str| {
                format!("{} {side} {rights} - {clock} 1", ranks.join("/")).parse::<Board>().ok()
            };
            ["KQkq", "Kk", "Qq", "KQ", "kq", "-"].into_iter().find_map(fen)
        },
    )
}

/// A position of a random game, or one with pieces on random squares.
pub fn boards() -> impl Strategy<Value = Board> {
    prop_oneof![games(120).prop_map(|game| *game.board()), random_placements()]
}
