//! `go mate`: the normal search and the mate proof take turns.
//!
//! The normal search finds most mates early, but its pruning may miss quiet keys and sacrifices,
//! which the [prover](super::prover) finds. The search begins with `FIRST_SEARCH` nodes, or half of
//! the limit. The proof follows until its total is `FIRST_SHARE` times the total of the search, or
//! as large if the search has `3 * FIRST_SEARCH` nodes or more. The search then doubles its nodes.
//! A proved mate ends both, and so does a proof that none exists.

use super::completion::PvCompleter;
use super::prover::{Iteration, ProofTable, Prover};
use crate::chess::{Game, Move};
use crate::quote::counted;
use crate::score::{MATE, Score, moves_to_mate};
use crate::search::clock::Clock;
use crate::search::pv::Line;
use crate::search::report::{Answer, Progress, Report};
use crate::search::shared::Shared;
use crate::search::smp::STACK;
use crate::search::table::{Bound, Table};
use crate::search::{Limits, Listener, Signals};
use crate::threads::with_stack;
use std::time::{Duration, Instant};

/// Nodes of the first normal search.
const FIRST_SEARCH: u64 = 200_000;
/// Total nodes of the proof for each node of the normal search until that has `3 * FIRST_SEARCH`
/// nodes; one later.
const FIRST_SHARE: u64 = 3;
/// Interval between two heartbeats.
const HEARTBEAT: Duration = Duration::from_secs(1);

/// Limits, stop signals and clock of a UCI `go` command.
#[derive(Clone, Copy)]
pub struct GoCommand<'a> {
    /// Limits of the search.
    pub limits: &'a Limits,
    /// Stop and ponder hit.
    pub signals: &'a Signals,
    /// Time limits, counted from the start.
    pub clock: Clock,
}

/// Interface to the engine that `go mate` requires, with game, transposition table and normal
/// search.
pub trait Searcher {
    /// Game whose last position `go mate` searches.
    fn game(&self) -> &Game;
    /// Transposition table that the normal search and the mate prover share.
    fn table(&self) -> &Table;
    /// Runs a normal (alpha-beta) search within the limits of the command.
    fn search(&mut self, go: GoCommand<'_>, listener: &mut (dyn Listener + Send)) -> Answer;
}

/// One `go mate` command, which alternates between the normal search and a full-width mate prover.
pub struct MateSearch<'a, 'b> {
    moves: u32,
    go: GoCommand<'a>,
    reporter: TurnReporter<'b>,
    /// Effort of both searches.
    spent: Progress,
    /// Nodes of the normal search.
    searched: u64,
    /// The normal search ended before its node limit.
    is_search_finished: bool,
}

impl<'a, 'b> MateSearch<'a, 'b> {
    /// Prepares a `go mate` search for a mate in at most `moves` moves.
    pub fn new(
        moves: u32,
        go: GoCommand<'a>,
        listener: &'b mut (dyn Listener + Send),
    ) -> MateSearch<'a, 'b> {
        let spent = Progress { time: go.clock.elapsed(), ..Progress::default() };
        let last_report = Instant::now();
        let reporter =
            TurnReporter { listener, moves, before: spent, depth: 0, reported: None, last_report };
        let (searched, is_search_finished) = (0, false);
        MateSearch { moves, go, reporter, spent, searched, is_search_finished }
    }

    /// Alternates between the normal search and the mate prover until one finds the mate or a limit
    /// ends both. Without a mate, or if a limit ends the search, the answer is that of the normal
    /// search. The proof table takes at most `megabytes`.
    pub fn run(&mut self, engine: &mut impl Searcher, megabytes: usize) -> Answer {
        let mut answer = self.search(engine);
        let (mut iteration, mut proofs, mut is_proved) = (Iteration::default(), None, false);
        while !is_mate_within(answer.score, self.moves) && !self.is_over() {
            let proofs = proofs.get_or_insert_with(|| ProofTable::new(megabytes));
            let share = if self.searched < 3 * FIRST_SEARCH { FIRST_SHARE } else { 1 };
            let limit = self.searched.saturating_mul(1 + share);
            let node_limit = if self.is_search_finished { u64::MAX } else { limit };
            if self.spent.nodes >= node_limit {
                let mut later = self.search(engine);
                later.statistics += &answer.statistics;
                // A search that a limit ends early does not replace the answer.
                if later.depth >= answer.depth || is_mate_within(later.score, self.moves) {
                    answer = later;
                } else {
                    answer.statistics = later.statistics;
                }
                continue;
            }
            let (mate, may_resume) = self.prove(engine, &mut iteration, proofs, node_limit);
            if let Some((score, pv)) = mate {
                let (best, ponder) = (pv.first().copied(), pv.get(1).copied());
                let depth = (MATE - score.abs()) as u32;
                answer = Answer { best, ponder, score, bound: Bound::Exact, depth, pv, ..answer };
                is_proved = true;
                break;
            }
            if !may_resume {
                break;
            }
        }
        answer.progress = self.spent;
        // The last PV reported must begin with the best move and the move to ponder.
        let first_two = &answer.pv[..answer.pv.len().min(2)];
        let is_reported =
            self.reporter.reported.as_ref().is_none_or(|pv| pv.starts_with(first_two));
        if is_proved || !is_reported {
            self.report(engine, &answer);
        }
        answer
    }

    /// Runs a turn of the normal search.
    fn search(&mut self, engine: &mut impl Searcher) -> Answer {
        let first = self.go.limits.nodes.map_or(FIRST_SEARCH, |nodes| FIRST_SEARCH.min(nodes / 2));
        let nodes = if self.searched == 0 { first } else { self.searched };
        let nodes = nodes.min(self.nodes_left()).max(1);
        let ponder = self.go.limits.ponder && self.go.signals.is_pondering();
        let limits = Limits { nodes: Some(nodes), ponder, ..self.go.limits.clone() };
        self.reporter.before = self.spent;
        let answer = engine.search(GoCommand { limits: &limits, ..self.go }, &mut self.reporter);
        self.is_search_finished = answer.progress.nodes < nodes;
        self.searched += answer.progress.nodes;
        self.spent = self.reporter.add_earlier(&answer.progress);
        self.reporter.depth = self.reporter.depth.max(answer.depth);
        answer
    }

    /// Runs a turn of the proof, until both searches together reach `node_limit`. Returns a mate,
    /// and whether the proof may resume without one.
    fn prove(
        &mut self,
        engine: &impl Searcher,
        iteration: &mut Iteration,
        proofs: &mut ProofTable,
        node_limit: u64,
    ) -> (Option<(Score, Line)>, bool) {
        let GoCommand { limits, signals, clock } = self.go;
        let shared = Shared::new(engine.table(), signals, limits, clock, 1);
        shared.add_tb_hits(self.spent.tb_hits);
        let max = limits.nodes.unwrap_or(u64::MAX);
        let mut prover = Prover {
            game: engine.game(),
            proofs,
            table: None,
            longest: true,
            nodes: self.spent.nodes,
            node_limit: node_limit.min(max),
            poll: &mut |nodes| {
                shared.publish_nodes(0, nodes);
                self.reporter.send_heartbeat(&shared.progress());
                shared.is_due()
            },
            is_over: false,
        };
        let Limits { depth, search_moves, .. } = limits;
        let moves = depth.map_or(self.moves, |depth| self.moves.min(depth.div_ceil(2)));
        let mate = with_stack(STACK, || prover.find_shortest(iteration, moves, search_moves, max));
        let may_resume = prover.is_stopped() && !prover.is_over;
        let is_refuted = mate.is_none() && !prover.is_stopped();
        shared.publish_nodes(0, prover.nodes);
        self.spent = shared.progress();
        if is_refuted {
            let with = if search_moves.is_empty() { "" } else { " with these searchmoves" };
            let moves = counted(u64::from(moves), "move", "moves");
            self.reporter.listener.remark(&format!("no mate in {moves}{with}"));
        }
        (mate, may_resume)
    }

    fn report(&mut self, engine: &impl Searcher, answer: &Answer) {
        let &Answer { score, depth, progress, .. } = answer;
        let GoCommand { limits, signals, clock } = self.go;
        let shared = Shared::new(engine.table(), signals, limits, clock, 1);
        shared.publish_nodes(0, progress.nodes);
        let mut completer = PvCompleter::new(engine.game(), &shared);
        let (pv, bound) = completer.complete(&answer.pv, score, Bound::Exact, progress.nodes);
        let (selective_depth, multi_pv) = (depth, 1);
        let report = Report { depth, selective_depth, multi_pv, score, bound, progress, pv: &pv };
        self.reporter.listener.pv(&report);
    }

    fn is_over(&self) -> bool {
        let is_late =
            !self.go.signals.is_pondering() && self.go.clock.is_past_hard(|| self.spent.nodes);
        is_late || self.nodes_left() == 0 || self.go.signals.is_stopped()
    }

    /// Nodes left by the limits that count nodes.
    fn nodes_left(&self) -> u64 {
        let spent = self.spent.nodes;
        let by_limit = self.go.limits.nodes.map(|max| max.saturating_sub(spent));
        let by_clock = self.go.clock.nodes_to_hard(|| spent);
        by_limit.into_iter().chain(by_clock).min().unwrap_or(u64::MAX)
    }
}

/// Whether the score is a mate by the side to move within `moves` moves.
fn is_mate_within(score: Score, moves: u32) -> bool {
    moves_to_mate(score).is_some_and(|found| found > 0 && found as u32 <= moves)
}

/// Listener that reports several normal searches as one. It adds their effort and omits depths
/// that are already reported.
struct TurnReporter<'a> {
    listener: &'a mut (dyn Listener + Send),
    /// A mate within this many moves is reported at any depth.
    moves: u32,
    /// Effort before the current search.
    before: Progress,
    /// Depth of the earlier searches.
    depth: u32,
    /// The last PV reported.
    reported: Option<Vec<Move>>,
    last_report: Instant,
}

impl TurnReporter<'_> {
    fn add_earlier(&self, progress: &Progress) -> Progress {
        let Progress { nodes, tb_hits, .. } = self.before;
        Progress { nodes: nodes + progress.nodes, tb_hits: tb_hits + progress.tb_hits, ..*progress }
    }

    /// Sends a heartbeat if nothing was reported for [`HEARTBEAT`].
    fn send_heartbeat(&mut self, progress: &Progress) {
        if self.last_report.elapsed() >= HEARTBEAT {
            self.last_report = Instant::now();
            self.listener.heartbeat(progress);
        }
    }
}

impl Listener for TurnReporter<'_> {
    fn pv(&mut self, report: &Report<'_>) {
        let progress = self.add_earlier(&report.progress);
        // The last turn may have reported this depth before it was complete.
        if report.depth < self.depth && !is_mate_within(report.score, self.moves) {
            return self.send_heartbeat(&progress);
        }
        self.last_report = Instant::now();
        if report.multi_pv == 1 {
            self.reported = Some(report.pv.to_vec());
        }
        self.listener.pv(&Report { progress, ..report.clone() });
    }

    fn root_move(&mut self, depth: u32, mv: Move, number: usize) {
        if depth >= self.depth {
            self.listener.root_move(depth, mv, number);
        }
    }

    fn heartbeat(&mut self, progress: &Progress) {
        self.send_heartbeat(&self.add_earlier(progress));
    }

    fn remark(&mut self, text: &str) {
        // Each search makes the same remarks.
        if self.before.nodes == 0 {
            self.listener.remark(text);
        }
    }

    fn is_silent(&self) -> bool {
        self.listener.is_silent()
    }

    fn shows_mate_pvs(&self) -> bool {
        self.listener.shows_mate_pvs()
    }
}
