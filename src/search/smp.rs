//! Lazy SMP: every thread searches the whole tree, and they help each other through the shared table alone.
//!
//! The main thread's move is played; the helpers fill the table.

use super::deepen::deepen;
use super::node::Depth;
use super::report::Listener;
use super::root::RootMoves;
use super::shared::Shared;
use super::tally::Tally;
use super::techniques::Techniques;
use super::worker::{Memory, Setup, Worker};
use crate::chess::Game;
use crate::eval::Evaluator;

/// Stack of a search thread, in bytes: the deepest line with room to spare.
pub const STACK: usize = 16 << 20;

/// What the threads search with.
#[derive(Clone, Copy, Debug)]
pub struct Plan<'a> {
    /// The game up to the root.
    pub game: &'a Game,
    /// Root moves that get a line of their own.
    pub lines: usize,
    /// Which techniques are on.
    pub techniques: Techniques,
    /// What positions are worth.
    pub evaluator: &'a Evaluator,
    /// A search with one thread runs on the caller's, which has a stack of [`STACK`] bytes.
    pub in_place: bool,
}

impl<'a> Plan<'a> {
    fn setup(&self, thread: usize) -> Setup<'a> {
        Setup { game: self.game, thread, techniques: self.techniques, evaluator: self.evaluator }
    }
}

/// What the main thread has found.
#[derive(Debug)]
pub struct Found {
    /// The root moves, best first.
    pub root: RootMoves,
    /// The last depth completed, in plies.
    pub depth: Depth,
    /// What all threads did.
    pub tally: Tally,
}

/// Searches with one thread for each memory.
pub fn search(
    shared: &Shared<'_>,
    plan: Plan<'_>,
    memories: &mut [Memory],
    listener: &mut (dyn Listener + Send),
) -> Found {
    let (main_memory, helper_memories) = memories.split_first_mut().expect("an engine has at least one thread");
    if plan.in_place && helper_memories.is_empty() {
        return lead(shared, plan, main_memory, listener);
    }
    std::thread::scope(|scope| {
        let thread = || std::thread::Builder::new().stack_size(STACK);
        let run = move || lead(shared, plan, main_memory, listener);
        let main = thread().spawn_scoped(scope, run).expect("a thread for the search can be started");
        let helpers: Vec<_> = helper_memories
            .iter_mut()
            .enumerate()
            .filter_map(|(index, memory)| {
                let run = move || {
                    let mut worker = Worker::new(shared, memory, &plan.setup(index + 1), None);
                    deepen(&mut worker, plan.lines);
                    worker.tally
                };
                // A helper that cannot be started is missed, not mourned: the main thread plays on.
                thread().spawn_scoped(scope, run).ok()
            })
            .collect();
        let mut found = main.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        for tally in helpers.into_iter().filter_map(|helper| helper.join().ok()) {
            found.tally += &tally;
        }
        found
    })
}

/// The part of the main thread.
fn lead(shared: &Shared<'_>, plan: Plan<'_>, memory: &mut Memory, listener: &mut (dyn Listener + Send)) -> Found {
    let mut worker = Worker::new(shared, memory, &plan.setup(0), Some(listener));
    let depth = deepen(&mut worker, plan.lines);
    shared.publish_nodes(0, worker.nodes);
    shared.finish();
    Found { root: worker.root, depth, tally: worker.tally }
}
