//! PVs of mate scores, extended to the mate.
//!
//! A table entry or a narrow window may cut a PV short. The [prover](super::prover) finds the
//! missing moves, with the mate scores of the table as proofs. It honours the clock and `stop`.

use super::prover::{POLL_INTERVAL, ProofTable, Prover};
use crate::chess::{Board, Game, Move};
use crate::score::{MATE, Score, is_mate};
use crate::search::pv::Line;
use crate::search::shared::Shared;
use crate::search::table::Bound;

/// Minimum node budget to extend the PV of a mate score up to checkmate.
pub const MIN_BUDGET: u64 = 4_000;
/// Nodes of the main search per additional node of budget to extend the PV of a mate score.
pub const NODES_PER_STEP: u64 = 8;
/// Maximum node budget to extend the PV of a mate score up to checkmate.
pub const MAX_BUDGET: u64 = 400_000;
/// Share of the budget for one attempt: the last moves of the PV may lead away from the mate.
const ATTEMPTS: u64 = 3;
/// A failed completion is repeated only with this many times its budget.
const BUDGET_GROWTH: u64 = 2;
/// Total node budget to extend PVs of mate scores once `bestmove` [is due](Shared::is_due).
pub const LAST_BUDGET: u64 = POLL_INTERVAL - 1;

/// Truncates a PV before its first illegal move and after a move that ends the game.
pub fn truncate_line(game: &Game, line: &[Move]) -> Line {
    let mut game = game.clone();
    let mut legal = Line::new();
    for &mv in line {
        if !game.board().is_legal(mv) || legal.is_full() {
            break;
        }
        game.play(mv);
        legal.push(mv);
        if game.outcome().is_some() {
            break;
        }
    }
    legal
}

/// Extends the PVs of mate scores up to checkmate, and remembers successes and failures during a
/// search.
#[derive(Debug)]
pub struct PvCompleter<'a> {
    game: &'a Game,
    shared: &'a Shared<'a>,
    completed: Vec<Line>,
    failures: Vec<Failure>,
    last_budget: u64,
    /// Nodes of all completions.
    pub nodes: u64,
}

/// A mate PV that could not be completed.
#[derive(Debug)]
struct Failure {
    first: Option<Move>,
    plies: usize,
    /// Length of the PV in plies.
    length: usize,
    budget: u64,
}

impl<'a> PvCompleter<'a> {
    /// Creates a [`PvCompleter`] for a search of the game's last position.
    pub fn new(game: &'a Game, shared: &'a Shared<'a>) -> PvCompleter<'a> {
        let (completed, failures) = (Vec::new(), Vec::new());
        PvCompleter { game, shared, completed, failures, last_budget: LAST_BUDGET, nodes: 0 }
    }

    /// Extends the PV of a mate score up to checkmate; returns it with the bound to report, which
    /// is inexact if the budget ends first. `nodes` are those of the main search so far.
    pub fn complete(
        &mut self,
        line: &[Move],
        score: Score,
        bound: Bound,
        nodes: u64,
    ) -> (Line, Bound) {
        let line = truncate_line(self.game, line);
        if !is_mate(score) || bound != Bound::Exact {
            return (line, bound);
        }
        let plies = (MATE - score.abs()) as usize;
        if self.is_complete(&line, plies) {
            return (line, bound);
        }
        let is_same = |known: &&Line| known.len() == plies && known.first() == line.first();
        if let Some(known) = self.completed.iter().find(is_same) {
            return (known.clone(), bound);
        }
        let budget = (MIN_BUDGET + nodes / NODES_PER_STEP).min(MAX_BUDGET);
        if !self.has_failed(&line, plies, budget) {
            if let Some(whole) = self.find_mate(&line, plies, budget) {
                self.completed.push(whole.clone());
                return (whole, bound);
            }
            let first = line.first().copied();
            self.failures.push(Failure { first, plies, length: line.len(), budget });
        }
        (line, if score > 0 { Bound::Lower } else { Bound::Upper })
    }

    /// Whether the same mate has failed with as long a PV and a similar budget.
    fn has_failed(&self, line: &Line, plies: usize, budget: u64) -> bool {
        self.failures.iter().any(|failure| {
            let is_same = failure.first == line.first().copied() && failure.plies == plies;
            is_same && failure.length >= line.len() && budget < BUDGET_GROWTH * failure.budget
        })
    }

    fn is_complete(&self, line: &Line, plies: usize) -> bool {
        line.len() == plies && self.board_after(line).is_checkmate()
    }

    fn board_after(&self, line: &[Move]) -> Board {
        line.iter().fold(*self.game.board(), |board, &mv| board.after(mv))
    }

    /// Finds a line to the mate of exactly `plies` plies; it keeps as much of the PV as it can.
    fn find_mate(&mut self, line: &Line, plies: usize, mut budget: u64) -> Option<Line> {
        for kept in (1..=line.len().min(plies)).rev() {
            let is_due = self.shared.is_due();
            if is_due {
                budget = budget.min(self.last_budget);
            }
            if budget == 0 {
                break;
            }
            let shared = self.shared;
            let mut prover = Prover {
                game: self.game,
                proofs: &mut ProofTable::default(),
                table: Some(shared.table),
                longest: false,
                nodes: 0,
                node_limit: (budget / ATTEMPTS).max(MIN_BUDGET).min(budget),
                poll: &mut |_| shared.is_due(),
                is_over: false,
            };
            let mut whole: Line = line[..kept].iter().copied().collect();
            let is_found = prover.extend(&self.board_after(&whole), plies - kept, &mut whole);
            let spent = prover.nodes;
            (budget, self.nodes) = (budget - spent, self.nodes + spent);
            if is_due {
                self.last_budget -= spent;
            }
            if is_found && self.is_complete(&truncate_line(self.game, &whole), plies) {
                return Some(whole);
            }
        }
        None
    }
}
