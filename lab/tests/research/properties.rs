//! Properties of stored games, with random games.

use crate::strategies::{check, games, random_placements};
use proptest::prelude::*;
use secateur::chess::Game;
use secateur_lab::learn::games::{self as stored, GameResult, Ply, Reader, Writer};

const CASES: u32 = if cfg!(debug_assertions) { 200 } else { 1000 };

/// A game to store. Its scores and outcome are random, and need not agree with the moves.
fn stored_game() -> impl Strategy<Value = stored::ScoredGame> {
    let start = prop_oneof![games(60), random_placements().prop_map(Game::new)];
    let rest = prop::collection::vec((any::<u16>(), any::<i16>()), 0..80);
    (start, rest, prop::sample::select(GameResult::ALL.to_vec())).prop_map(
        |(opening, rest, outcome)| {
            let start = *opening.board();
            let (mut board, mut plies) = (start, Vec::new());
            for (choice, score) in rest {
                let moves = board.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let mv = moves[usize::from(choice) % moves.len()];
                plies.push(Ply { mv, score });
                board = board.after(mv);
            }
            stored::ScoredGame { start, outcome, plies }
        },
    )
}

#[test]
fn stored_games_survive_a_round_trip() {
    check(CASES, prop::collection::vec(stored_game(), 0..4), |games| {
        let mut writer = Writer::new(Vec::new());
        games.iter().for_each(|game| writer.append(game).expect("written to memory"));
        let bytes = writer.into_inner().expect("written to memory");
        let back: Vec<stored::ScoredGame> =
            Reader::new(&bytes[..]).map(|game| game.expect("a valid game")).collect();
        assert_eq!(back, games);
    });
}
