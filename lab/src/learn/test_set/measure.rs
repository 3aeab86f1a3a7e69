//! Searches of the positions of a test set.

use super::Position;
use super::choose::Candidate;
use super::file::{TestSetError, Writer};
use crate::learn::selfplay::SelfPlayer;
use secateur::search::smp::STACK;
use secateur::stop::Stop;
use secateur::threads::map_with_workers;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;

/// Checks that the searched positions are the first of these candidates.
pub fn check_prefix(
    path: &Path,
    done: &[Position],
    candidates: &[Candidate],
) -> Result<(), TestSetError> {
    let is_other = |(number, position): &(usize, &Position)| {
        candidates.get(*number).is_none_or(|candidate| candidate.board != position.board)
    };
    match done.iter().enumerate().find(is_other) {
        Some((number, _)) => Err(TestSetError::OtherGames(path.to_owned(), number + 2)),
        None => Ok(()),
    }
}

/// Searches the candidates and appends them in order.
/// A search does not depend on earlier ones, so the number of players does not change the scores.
/// Returns the number of new positions; `watch` receives it after each.
pub fn measure(
    candidates: &[Candidate],
    players: Vec<SelfPlayer>,
    writer: &mut Writer,
    stop: &Stop,
    watch: &mut (dyn FnMut(usize) + Send),
) -> Result<usize, TestSetError> {
    let queue =
        Mutex::new(Queue { writer, watch, waiting: BTreeMap::new(), next: 0, result: Ok(()) });
    let work = |player: &mut SelfPlayer, number: usize| {
        let Candidate { board, half_points } = candidates[number];
        let score = player.score(&board);
        queue.lock().expect("no holder panics").add(number, Position { board, score, half_points })
    };
    map_with_workers(STACK, players, candidates.len(), || stop.is_requested(), work);
    let queue = queue.into_inner().expect("no holder panics");
    queue.result.map(|()| queue.next)
}

/// Finished searches that wait for earlier ones.
struct Queue<'a> {
    writer: &'a mut Writer,
    watch: &'a mut (dyn FnMut(usize) + Send),
    waiting: BTreeMap<usize, Position>,
    /// Number of the next position to append.
    next: usize,
    result: Result<(), TestSetError>,
}

impl Queue<'_> {
    /// Adds a finished search; `None` if a write has failed.
    fn add(&mut self, number: usize, position: Position) -> Option<()> {
        self.waiting.insert(number, position);
        while let Some(position) = self.waiting.remove(&self.next) {
            if self.result.is_ok() {
                self.result = self.writer.append(&position);
            }
            self.next += 1;
            (self.watch)(self.next);
        }
        self.result.is_ok().then_some(())
    }
}
