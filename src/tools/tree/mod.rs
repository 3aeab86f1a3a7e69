//! Search trees, recorded for inspection.
//!
//! [`grow`] searches a position with a [recorder] as observer. A [`Drawing`](drawing::Drawing)
//! selects the branches to show. It is available as JSON, as a [page](super::page) for browsers,
//! and as a graph for [Graphviz](dot). A drawing of two searches of one position also marks the
//! first node in which they [differ](divergence).

pub mod divergence;
pub mod dot;
pub mod drawing;
pub mod legend;
pub mod recorder;

use crate::chess::{Board, Game};
use crate::engine::{Answer, Engine, Settings};
use crate::eval::Evaluator;
use crate::search::table::OutOfMemory;
use crate::search::{Limits, Progress, Signals, Techniques};
use recorder::{Branch, Totals, TreeRecorder};
use std::time::Instant;

/// Recorded search tree, with its nodes, totals and result.
#[derive(Clone, Debug)]
pub struct Tree {
    /// The name of the search.
    pub name: String,
    /// The techniques that the search used.
    pub techniques: Techniques,
    /// The result of the search.
    pub answer: Answer,
    /// The branches, parents before their children, in search order.
    pub branches: Vec<Branch>,
    /// The totals of each technique, over kept and folded branches.
    pub totals: Totals,
}

impl Tree {
    /// Returns the index of the root node of the last search from the root; `None` if nothing was
    /// searched.
    pub fn last_root(&self) -> Option<usize> {
        self.branches.iter().rposition(|branch| branch.parent.is_none())
    }
}

/// Searches a position within limits until the signals stop it, and records the search tree.
/// `on_progress` gets the progress about once a second.
pub fn grow(
    name: &str,
    board: &Board,
    settings: Settings,
    evaluator: Evaluator,
    limits: &Limits,
    signals: &Signals,
    on_progress: fn(&Progress),
) -> Result<Tree, OutOfMemory> {
    let techniques = settings.techniques;
    let mut engine = Engine::with_evaluator(settings, evaluator)?;
    engine.set_game(Game::new(*board));
    let mut recorder = TreeRecorder::with_progress(on_progress);
    let answer = engine.go(limits, signals, Instant::now(), &mut recorder);
    let (branches, totals) = recorder.finish();
    Ok(Tree { name: name.to_owned(), techniques, answer, branches, totals })
}
