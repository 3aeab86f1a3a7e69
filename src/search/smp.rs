//! Lazy SMP: every thread searches the whole tree, and they help each other through the shared
//! table alone.
//!
//! The main thread watches the limits and tells what it finds. When it is done, all threads vote on
//! the move.

use super::deepen::{Deepened, deepen};
use super::limits::Limits;
use super::memory::ThreadMemory;
use super::node::Depth;
use super::report::{Listener, Report};
use super::root::RootMoves;
use super::shared::Shared;
use super::statistics::Statistics;
use super::table::Bound;
use super::techniques::Techniques;
use super::worker::{Setup, TableKnowledge, Worker};
use crate::chess::{Game, Move};
use crate::eval::Evaluator;
use crate::huge_pages;
use crate::score::{DECISIVE_BOUND, Score};
use crate::threads::{note_shortage, with_stack};
use std::sync::Mutex;
use std::thread::{Scope, ScopedJoinHandle};

/// Stack of a search thread, in bytes: the deepest line with room to spare.
pub const STACK: usize = 16 << 20;
/// Memory that is left for small things when the threads have taken theirs, in bytes.
const ROOM: usize = 32 << 20;
/// Added to every lead over the worst score, in internal units, so that the worst has a vote too.
const LEAST_WEIGHT: i64 = 10;

/// What the threads search with.
#[derive(Clone, Copy, Debug)]
pub struct SearchPlan<'a> {
    /// The game up to the root.
    pub game: &'a Game,
    /// Root moves that get a line of their own.
    pub lines: usize,
    /// Which techniques are on.
    pub techniques: Techniques,
    /// What positions are worth.
    pub evaluator: &'a Evaluator,
    /// How much less than nothing a draw is worth to the side to move at the root.
    pub contempt: Score,
    /// What endgame tables know.
    pub tables: TableKnowledge<'a>,
    /// A search with one thread runs on the caller's, which has a stack of [`STACK`] bytes.
    pub in_place: bool,
}

impl<'a> SearchPlan<'a> {
    fn setup(&self, thread: usize) -> Setup<'a> {
        Setup {
            game: self.game,
            thread,
            techniques: self.techniques,
            evaluator: self.evaluator,
            contempt: self.contempt,
            tables: self.tables,
        }
    }

    /// Do the threads vote? The lines of MultiPV are the main thread's, so the move must be; and
    /// with a fixed depth or number of nodes a search is asked for that is to be the same again, as
    /// far as that can be had.
    fn is_voted(&self, limits: &Limits) -> bool {
        self.lines == 1
            && limits.depth.is_none()
            && limits.nodes.is_none()
            && limits.soft_nodes.is_none()
    }
}

/// What one thread has found, or all of them together.
#[derive(Debug)]
pub struct Found {
    /// The root moves, best first.
    pub root: RootMoves,
    /// The last depth completed, in plies.
    pub depth: Depth,
    /// What was done.
    pub statistics: Statistics,
}

/// Searches with one thread for each memory; each makes its own memory if it is missing.
pub fn search(
    shared: &Shared<'_>,
    plan: SearchPlan<'_>,
    memories: &mut [ThreadMemory],
    listener: &mut (dyn Listener + Send),
) -> Found {
    let (main_memory, helper_memories) =
        memories.split_first_mut().expect("an engine has at least one thread");
    if plan.in_place && helper_memories.is_empty() {
        return lead(shared, plan, main_memory, listener).0;
    }
    let teller = &mut *listener;
    // Helpers wait here until all are there: on a machine with fewer cores than threads, those that
    // run would keep the main thread from starting the rest.
    let gate = &Mutex::new(());
    let (main, helpers) = with_stack(STACK, move || {
        std::thread::scope(|scope| {
            let closed = gate.lock();
            let helpers = start_helpers(scope, shared, plan, helper_memories, gate);
            drop(closed);
            let missing = shared.threads() - 1 - helpers.len();
            note_shortage(shared.threads(), 1 + helpers.len());
            if missing > 0 {
                teller.remark(&format!("{missing} of {} threads cannot be had", shared.threads()));
            }
            let main = lead(shared, plan, main_memory, teller);
            (main, helpers.into_iter().filter_map(|helper| helper.join().ok()).collect())
        })
    });
    decide(shared, &plan, main, helpers, listener)
}

/// Starts as many helpers as can be had, and leaves room for what the search needs beside its
/// threads.
fn start_helpers<'scope>(
    scope: &'scope Scope<'scope, '_>,
    shared: &'scope Shared<'_>,
    plan: SearchPlan<'scope>,
    memories: &'scope mut [ThreadMemory],
    gate: &'scope Mutex<()>,
) -> Vec<ScopedJoinHandle<'scope, Found>> {
    let Some(_room) = huge_pages::map(ROOM) else { return Vec::new() };
    let start_one = |(index, memory): (usize, &'scope mut ThreadMemory)| {
        if !memory.reserve(shared.threads()) {
            return None;
        }
        let run = move || {
            drop(gate.lock());
            let mut worker = worker(shared, &plan, memory, index + 1, None);
            let done = deepen(&mut worker, plan.lines);
            Found { root: worker.root, depth: done.depth, statistics: worker.statistics }
        };
        std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, run).ok()
    };
    memories.iter_mut().enumerate().map_while(start_one).collect()
}

/// A worker with its memory ready, both allocated by the thread that will use them.
fn worker<'a>(
    shared: &'a Shared<'a>,
    plan: &SearchPlan<'a>,
    memory: &'a mut ThreadMemory,
    thread: usize,
    listener: Option<&'a mut dyn Listener>,
) -> Worker<'a> {
    let memory = memory.recall(shared.threads());
    memory.prepare(plan.techniques.rules.history.ageing);
    Worker::new(shared, memory, &plan.setup(thread), listener)
}

/// The part of the main thread.
fn lead(
    shared: &Shared<'_>,
    plan: SearchPlan<'_>,
    memory: &mut ThreadMemory,
    listener: &mut (dyn Listener + Send),
) -> (Found, Deepened) {
    let mut worker = worker(shared, &plan, memory, 0, Some(listener));
    let done = deepen(&mut worker, plan.lines);
    shared.publish_nodes(0, worker.nodes);
    shared.finish();
    (Found { root: worker.root, depth: done.depth, statistics: worker.statistics }, done)
}

/// Puts together what all have found. If the vote goes against the line last told, the winner's
/// line is told.
fn decide(
    shared: &Shared<'_>,
    plan: &SearchPlan<'_>,
    (main, done): (Found, Deepened),
    helpers: Vec<Found>,
    listener: &mut dyn Listener,
) -> Found {
    let mut all = vec![main];
    all.extend(helpers);
    let mut statistics = Statistics::default();
    all.iter().for_each(|found| statistics += &found.statistics);
    let elected = if plan.is_voted(shared.limits) {
        let ballot = |found: &Found| {
            let best = &found.root.moves[0];
            Ballot { mv: best.mv, score: best.known_score(), depth: found.depth }
        };
        elect(&all.iter().map(ballot).collect::<Vec<_>>())
    } else {
        0
    };
    let winner = all.swap_remove(elected);
    if done.told.is_some() && done.told != winner.root.best() {
        listener.line(&Report::of(
            &winner.root.moves[0],
            winner.depth,
            1,
            Bound::Exact,
            shared.progress(),
        ));
    }
    Found { statistics, ..winner }
}

/// What a thread votes with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Ballot {
    mv: Move,
    score: Score,
    depth: Depth,
}

/// The index of the thread whose root moves are the answer. The main thread comes first and wins
/// ties.
///
/// A proved mate wins at once, the shortest first. Threads that see a mate against them count only
/// if all do, and then the longest resistance wins. Otherwise each thread gives its move a weight
/// by its lead over the worst score and by its depth (as Berserk and Viridithas do); of the threads
/// with the winning move the deepest answers.
fn elect(ballots: &[Ballot]) -> usize {
    let best_of = |voters: &mut dyn Iterator<Item = usize>, rank: &dyn Fn(usize) -> (i64, i64)| {
        voters.reduce(|best, other| if rank(other) > rank(best) { other } else { best })
    };
    // A thread that has not finished an iteration knows nothing yet.
    let informed = || (0..ballots.len()).filter(|&voter| ballots[voter].depth > 0);
    let by_score =
        |voter: usize| (i64::from(ballots[voter].score), i64::from(ballots[voter].depth));
    let alive = || informed().filter(|&voter| ballots[voter].score > -DECISIVE_BOUND);
    let Some(highest) = best_of(&mut informed(), &by_score) else { return 0 };
    if ballots[highest].score >= DECISIVE_BOUND || alive().next().is_none() {
        return highest;
    }
    let worst = alive().map(|voter| ballots[voter].score).min().unwrap_or_default();
    let weight = |voter: usize| {
        let Ballot { score, depth, .. } = ballots[voter];
        (i64::from(score - worst) + LEAST_WEIGHT) * i64::from(depth)
    };
    let votes = |voter: usize| {
        alive().filter(|&other| ballots[other].mv == ballots[voter].mv).map(weight).sum::<i64>()
    };
    best_of(&mut alive(), &|voter| (votes(voter), i64::from(ballots[voter].depth))).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Board;
    use crate::score::{mate_in, mated_in};

    /// The winner of ballots given by the number of the move, score and depth.
    fn winner(ballots: &[(usize, Score, Depth)]) -> usize {
        let legal = Board::default().legal_moves();
        elect(
            &ballots
                .iter()
                .map(|&(mv, score, depth)| Ballot { mv: legal[mv], score, depth })
                .collect::<Vec<_>>(),
        )
    }

    #[test]
    fn one_thread_has_its_way() {
        assert_eq!(winner(&[(3, -77, 9)]), 0);
        assert_eq!(winner(&[(3, 0, 0)]), 0, "even before its first iteration is done");
        assert_eq!(winner(&[(3, 20, 9), (3, 20, 9)]), 0, "the main thread wins ties");
    }

    #[test]
    fn the_move_with_the_most_weight_wins_and_its_deepest_thread_answers() {
        assert_eq!(winner(&[(0, 20, 10), (1, 20, 10), (1, 20, 11)]), 2);
        assert_eq!(winner(&[(0, 20, 10), (1, 40, 10)]), 1, "the higher score");
        assert_eq!(winner(&[(0, 20, 10), (1, 20, 12)]), 1, "the deeper search");
        assert_eq!(
            winner(&[(0, 60, 12), (1, 20, 12), (1, 20, 12), (1, 22, 12)]),
            0,
            "a clear lead outweighs three"
        );
        assert_eq!(winner(&[(0, 20, 10), (1, 500, 0)]), 0, "who has finished nothing has no vote");
    }

    #[test]
    fn the_shortest_mate_wins_and_lost_games_last_as_long_as_they_can() {
        let (short, long) = (mate_in(5), mate_in(9));
        assert_eq!(winner(&[(0, 900, 30), (1, long, 12), (2, short, 10), (1, long, 12)]), 2);
        assert_eq!(winner(&[(0, mated_in(4), 20), (1, mated_in(10), 10), (0, mated_in(4), 20)]), 1);
        assert_eq!(
            winner(&[(0, mated_in(10), 20), (1, -900, 10)]),
            1,
            "who sees a way out is followed"
        );
        assert_eq!(winner(&[(0, short, 9), (1, short, 12)]), 1, "of equal mates the deeper");
    }
}
