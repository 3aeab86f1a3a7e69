//! The tree of a search, to be looked at.
//!
//! [`grow`] searches a position with a [recorder] that listens; a [`Drawing`](drawing::Drawing)
//! chooses the branches to show and is data as it is (JSON), a [page](super::page) for browsers,
//! and a graph for [Graphviz](dot). Two searches of one position are drawn side by side with the
//! node at which they [part](parting).

pub mod dot;
pub mod drawing;
pub mod parting;
pub mod recorder;
pub mod rooms;

use crate::chess::{Board, Game};
use crate::engine::{Answer, Engine, Settings};
use crate::eval::Evaluator;
use crate::search::table::OutOfMemory;
use crate::search::{Limits, Signals, Techniques};
use recorder::{Branch, Totals, TreeRecorder};
use std::time::Instant;

/// A search that has been written down.
#[derive(Clone, Debug)]
pub struct Tree {
    /// What it is called.
    pub name: String,
    /// Which techniques it used.
    pub techniques: Techniques,
    /// What it found.
    pub answer: Answer,
    /// Parents before their children, in the order of the search.
    pub branches: Vec<Branch>,
    /// What rooms did in all of it, whether it was kept or not.
    pub totals: Totals,
}

impl Tree {
    /// The last search of the root; `None` if there was nothing to search.
    pub fn last_root(&self) -> Option<usize> {
        self.branches.iter().rposition(|branch| branch.parent.is_none())
    }
}

/// Searches the position to a depth in plies with one thread and an empty table of so many
/// megabytes, and writes the tree down.
pub fn grow(
    name: &str,
    board: &Board,
    depth: u32,
    techniques: Techniques,
    evaluator: Evaluator,
    hash_megabytes: usize,
) -> Result<Tree, OutOfMemory> {
    let limits = Limits::to_depth(depth);
    let engine = Settings { hash_megabytes, techniques, ..Settings::default() };
    grow_within(name, board, engine, evaluator, &limits, &Signals::default())
}

/// The same within any limits, until the signals stop it.
pub fn grow_within(
    name: &str,
    board: &Board,
    settings: Settings,
    evaluator: Evaluator,
    limits: &Limits,
    signals: &Signals,
) -> Result<Tree, OutOfMemory> {
    let techniques = settings.techniques;
    let mut engine = Engine::with_evaluator(settings, evaluator)?;
    engine.set_game(Game::new(*board));
    let mut recorder = TreeRecorder::default();
    let answer = engine.go(limits, signals, Instant::now(), &mut recorder);
    let (branches, totals) = recorder.finish();
    Ok(Tree { name: name.to_owned(), techniques, answer, branches, totals })
}
