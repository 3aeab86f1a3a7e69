//! Selection of the positions of a test set: quiet positions of held-out games.

use crate::learn::data::{DataError, DataProgress, games, total_size};
use crate::learn::games::{ScoredGame, training_positions};
use secateur::chess::Board;
use secateur::seeds::mix;
use secateur::stop::Stop;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// A selection of positions.
/// With the seed and share of `data pack`, no position comes from a game of the training.
#[derive(Clone, Debug)]
pub struct Selection {
    /// The files of games.
    pub inputs: Vec<PathBuf>,
    /// Number of positions.
    pub positions: usize,
    /// Seed of the held-out games and of the positions in them.
    pub seed: u64,
    /// Share of held-out games, permille.
    pub hold_out: u64,
}

/// A selected position and the result of its game for the side to move, in half points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The position.
    pub board: Board,
    /// The result: 0 loss, 1 draw, 2 win.
    pub half_points: u8,
}

/// Selects the positions of the lowest rank, in the order of the ranks.
/// A rank is a hash of the game and the ply, so it does not depend on the files or their order, and
/// a game that occurs twice counts once. A smaller selection from the same games is a prefix of a
/// larger one.
pub fn choose(
    selection: &Selection,
    stop: &Stop,
    watch: &mut dyn FnMut(&DataProgress),
) -> Result<Vec<Candidate>, DataError> {
    let mut best = BTreeMap::new();
    let mut progress =
        DataProgress { total: total_size(&selection.inputs)?, ..DataProgress::default() };
    for input in &selection.inputs {
        for game in games(input)? {
            let game = game?;
            if game.is_held_out(selection.seed, selection.hold_out) {
                offer(&game, selection, &mut best);
            }
            progress.add(&game);
            watch(&progress);
            if stop.is_requested() {
                return Err(DataError::Interrupted);
            }
        }
    }
    Ok(best.into_values().collect())
}

/// Adds the training positions of a game to those of the lowest rank.
fn offer(game: &ScoredGame, selection: &Selection, best: &mut BTreeMap<u64, Candidate>) {
    let id = mix(selection.seed, game.id());
    for (index, board, _) in training_positions(game) {
        let half_points = game.outcome.half_points_of(board.side_to_move());
        best.insert(mix(id, index as u64), Candidate { board, half_points });
        if best.len() > selection.positions {
            best.pop_last();
        }
    }
}
