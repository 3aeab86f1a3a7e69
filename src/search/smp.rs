//! Lazy SMP: every thread searches the whole tree; they share only the transposition table.
//!
//! The main thread checks the limits and reports. When it is done, the threads vote on the move,
//! except where [`uses_voting`] is false.

use super::deepen::{DeepeningResult, deepen};
use super::limits::Limits;
use super::node::Depth;
use super::report::{Listener, Report};
use super::root::RootMoves;
use super::setup::SearchSetup;
use super::shared::Shared;
use super::statistics::Statistics;
use super::thread_data::LazyThreadData;
use super::worker::Worker;
use crate::chess::Move;
use crate::huge_pages;
use crate::score::{DECISIVE_BOUND, Score};
use crate::threads::{record_shortage, with_stack};
use std::sync::Mutex;
use std::thread::{Scope, ScopedJoinHandle};

/// Stack size of a search thread in bytes, enough for the maximum search depth.
pub const STACK: usize = 16 << 20;
/// Memory left free when the threads are started, bytes.
const FREE_MEMORY: usize = 32 << 20;
/// Added to every lead over the worst score, internal units, so that the worst has a vote too.
const MIN_WEIGHT: i64 = 10;

/// Result of one search thread, or the combined result of all threads.
#[derive(Debug)]
pub struct SearchResult {
    /// The root moves, best first.
    pub root: RootMoves,
    /// The last depth completed, in plies.
    pub depth: Depth,
    /// Search statistics of the threads.
    pub statistics: Statistics,
}

/// Runs a search with one thread per entry of `thread_data`, and returns the combined result. A
/// missing entry is reserved before its thread starts.
pub fn search(
    shared: &Shared<'_>,
    setup: SearchSetup<'_>,
    thread_data: &mut [LazyThreadData],
    listener: &mut (dyn Listener + Send),
) -> SearchResult {
    let (main_data, helper_data) =
        thread_data.split_first_mut().expect("an engine has at least one thread");
    if setup.in_place && helper_data.is_empty() {
        return search_main_thread(shared, setup, main_data, listener).0;
    }
    let reporter = &mut *listener;
    // Helpers wait here until all have started: with fewer cores than threads, running helpers
    // would delay the start of the rest.
    let gate = &Mutex::new(());
    let in_place = setup.in_place;
    let mut run = move || {
        std::thread::scope(|scope| {
            let closed = gate.lock();
            let helpers = start_helpers(scope, shared, setup, helper_data, gate);
            drop(closed);
            let missing = shared.threads() - 1 - helpers.len();
            record_shortage(shared.threads(), 1 + helpers.len());
            if missing > 0 {
                reporter
                    .remark(&format!("could not start {missing} of {} threads", shared.threads()));
            }
            let main = search_main_thread(shared, setup, main_data, reporter);
            let join = |helper: ScopedJoinHandle<'_, _>| {
                helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            };
            (main, helpers.into_iter().map(join).collect())
        })
    };
    let (main, helpers) = if in_place { run() } else { with_stack(STACK, run) };
    combine_results(shared, &setup, main, helpers, listener)
}

/// Starts as many helpers as memory allows, and leaves [`FREE_MEMORY`] free.
fn start_helpers<'scope>(
    scope: &'scope Scope<'scope, '_>,
    shared: &'scope Shared<'_>,
    setup: SearchSetup<'scope>,
    thread_data: &'scope mut [LazyThreadData],
    gate: &'scope Mutex<()>,
) -> Vec<ScopedJoinHandle<'scope, SearchResult>> {
    let Some(_room) = huge_pages::map(FREE_MEMORY) else { return Vec::new() };
    let start_one = |(index, thread_data): (usize, &'scope mut LazyThreadData)| {
        if !thread_data.reserve(shared.threads()) {
            return None;
        }
        let run = move || {
            drop(gate.lock());
            let mut worker = worker(shared, &setup, thread_data, index + 1, None);
            let done = deepen(&mut worker, setup.multi_pv);
            shared.publish_nodes(index + 1, worker.nodes);
            SearchResult { root: worker.root, depth: done.depth, statistics: worker.statistics }
        };
        std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, run).ok()
    };
    thread_data.iter_mut().enumerate().map_while(start_one).collect()
}

/// A worker with its data ready. The calling thread is the first to access the pages, so that
/// they lie near its processor.
fn worker<'a>(
    shared: &'a Shared<'a>,
    setup: &SearchSetup<'a>,
    thread_data: &'a mut LazyThreadData,
    thread: usize,
    listener: Option<&'a mut dyn Listener>,
) -> Worker<'a> {
    let thread_data = thread_data.get_or_allocate(shared.threads());
    thread_data.prepare(setup.techniques.switches.history.ageing);
    Worker::new(shared, thread_data, setup, thread, listener)
}

/// Stops the helpers when it is dropped, so that a panic of the main thread does not wait for them
/// forever.
struct StopHelpers<'a>(&'a Shared<'a>);

impl Drop for StopHelpers<'_> {
    fn drop(&mut self) {
        self.0.stop_helpers();
    }
}

/// The search of the main thread.
fn search_main_thread(
    shared: &Shared<'_>,
    setup: SearchSetup<'_>,
    thread_data: &mut LazyThreadData,
    listener: &mut (dyn Listener + Send),
) -> (SearchResult, DeepeningResult) {
    let _stop_at_end = StopHelpers(shared);
    let mut worker = worker(shared, &setup, thread_data, 0, Some(listener));
    let done = deepen(&mut worker, setup.multi_pv);
    shared.publish_nodes(0, worker.nodes);
    (SearchResult { root: worker.root, depth: done.depth, statistics: worker.statistics }, done)
}

/// Combines the results of all threads. If a helper wins the vote, its PV is reported.
fn combine_results(
    shared: &Shared<'_>,
    setup: &SearchSetup<'_>,
    (main, done): (SearchResult, DeepeningResult),
    helpers: Vec<SearchResult>,
    listener: &mut dyn Listener,
) -> SearchResult {
    let mut all = vec![main];
    all.extend(helpers);
    let mut statistics = Statistics::default();
    all.iter().for_each(|found| statistics += &found.statistics);
    let best = if uses_voting(setup.multi_pv, shared.limits) {
        let vote = |found: &SearchResult| {
            let best = &found.root.moves[0];
            ThreadVote { mv: best.mv, score: best.known_score(), depth: found.depth }
        };
        select_best_thread(&all.iter().map(vote).collect::<Vec<_>>())
    } else {
        0
    };
    let winner = all.swap_remove(best);
    if done.reported.is_some() && best != 0 {
        listener.pv(&Report::from_root_move(
            &winner.root.moves[0],
            winner.depth,
            1,
            shared.progress(),
        ));
    }
    SearchResult { statistics, ..winner }
}

/// Whether the threads vote on the move. Not with MultiPV, whose PVs are the main thread's, nor
/// with a fixed depth or number of nodes, where the search shall be repeatable as far as possible.
pub fn uses_voting(multi_pv: usize, limits: &Limits) -> bool {
    multi_pv == 1 && limits.depth.is_none() && limits.nodes.is_none() && limits.soft_nodes.is_none()
}

/// Vote of a search thread for its best move, with score and depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ThreadVote {
    /// The best move.
    pub mv: Move,
    /// Its score, internal units.
    pub score: Score,
    /// The last completed depth, plies.
    pub depth: Depth,
}

/// Returns the index of the thread whose best move wins the vote of all threads. The main thread
/// comes first and wins ties.
///
/// A proved mate or tablebase win wins at once, the shortest first. Threads that see a loss count
/// only if all do, and then the longest resistance wins.
///
/// Otherwise each thread gives its move a weight by its lead over the worst score and by its depth
/// (as Berserk and Viridithas do). Of the threads with the winning move the deepest answers.
pub fn select_best_thread(threads: &[ThreadVote]) -> usize {
    let best_of = |threads: &mut dyn Iterator<Item = usize>, rank: &dyn Fn(usize) -> (i64, i64)| {
        threads.reduce(|best, other| if rank(other) > rank(best) { other } else { best })
    };
    // A thread that has not finished an iteration has no vote.
    let voters = || (0..threads.len()).filter(|&thread| threads[thread].depth > 0);
    let by_score =
        |thread: usize| (i64::from(threads[thread].score), i64::from(threads[thread].depth));
    let not_lost = || voters().filter(|&thread| threads[thread].score > -DECISIVE_BOUND);
    let Some(highest) = best_of(&mut voters(), &by_score) else { return 0 };
    if threads[highest].score >= DECISIVE_BOUND || not_lost().next().is_none() {
        return highest;
    }
    let worst = not_lost().map(|thread| threads[thread].score).min().unwrap_or_default();
    let weight = |thread: usize| {
        let ThreadVote { score, depth, .. } = threads[thread];
        (i64::from(score - worst) + MIN_WEIGHT) * i64::from(depth)
    };
    let votes = |thread: usize| {
        not_lost().filter(|&other| threads[other].mv == threads[thread].mv).map(weight).sum::<i64>()
    };
    best_of(&mut not_lost(), &|thread| (votes(thread), i64::from(threads[thread].depth)))
        .unwrap_or(0)
}
