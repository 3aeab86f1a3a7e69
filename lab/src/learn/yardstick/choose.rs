//! Selection of the positions of a yardstick: quiet positions of held-out games.

use crate::learn::data::{DataError, DataProgress, games};
use crate::learn::games::{Filter, ScoredGame};
use secateur::chess::Board;
use secateur::seeds::mix;
use secateur::stop::Stop;
use std::collections::BinaryHeap;
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

/// A candidate with its rank, which does not depend on the files or their order.
struct Ranked(u64, Candidate);

impl PartialEq for Ranked {
    fn eq(&self, other: &Ranked) -> bool {
        self.0 == other.0
    }
}

impl Eq for Ranked {}

impl PartialOrd for Ranked {
    fn partial_cmp(&self, other: &Ranked) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Ranked {
    fn cmp(&self, other: &Ranked) -> std::cmp::Ordering {
        self.0.cmp(&other.0)
    }
}

/// Selects the positions of the lowest rank, in the order of the ranks.
/// A smaller selection from the same games is a prefix of a larger one.
pub fn choose(
    selection: &Selection,
    stop: &Stop,
    watch: &mut dyn FnMut(&DataProgress),
) -> Result<Vec<Candidate>, DataError> {
    let mut best = BinaryHeap::new();
    let mut progress = DataProgress::default();
    for input in &selection.inputs {
        progress.total += std::fs::metadata(input).map_err(DataError::io(input))?.len();
    }
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
    Ok(best.into_sorted_vec().into_iter().map(|Ranked(_, candidate)| candidate).collect())
}

fn offer(game: &ScoredGame, selection: &Selection, best: &mut BinaryHeap<Ranked>) {
    let (id, filter) = (mix(selection.seed, game.id()), Filter::default());
    for (number, (board, ply)) in game.replay().enumerate() {
        if !filter.keeps(&board, ply) {
            continue;
        }
        let half_points = game.outcome.half_points_of(board.side_to_move());
        best.push(Ranked(mix(id, number as u64), Candidate { board, half_points }));
        if best.len() > selection.positions {
            best.pop();
        }
    }
}
