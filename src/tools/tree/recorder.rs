//! Records what the search does at each node.
//!
//! A search may have more nodes than fit on a page. When `MAX_BRANCHES` branches are recorded, the
//! recorder folds those with the least remaining depth into their parents. From then on it folds
//! each such node when the search leaves it. The [totals](Totals) and the node counts of the
//! parents still include folded nodes.

use super::legend::{self, Cause, LEGEND};
use crate::chess::Move;
use crate::score::{MAX_PLY, Score};
use crate::search::node::{Depth, NodeContext, NodeKind};
use crate::search::report::{Ending, Listener, Progress, TreeEvent};
use crate::search::statistics::Statistic;
use crate::search::table::TtHit;

/// The maximum number of branches in memory during the search.
const MAX_BRANCHES: usize = 400_000;
/// A depth below all others.
const NO_DEPTH: Depth = Depth::MIN;
/// Techniques that prune moves in the move loop.
pub const MOVE_LOOP_PRUNING: [Statistic; 4] =
    [Statistic::Lmp, Statistic::Futility, Statistic::HistoryPruning, Statistic::SeePruning];

/// How the search reached a tree node from its parent (move, null move or same position).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// The root of one iteration.
    Root,
    /// The node was reached by a move.
    Move(Move),
    /// The node was reached by a null move.
    NullMove,
    /// The node has the position of its parent, searched by a technique (singular search,
    /// razoring, …).
    SamePosition,
}

/// Number of children left out below a node of a recorded search tree, and of all nodes in their
/// subtrees.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Folded {
    /// The number of children.
    pub branches: u64,
    /// The number of nodes in their subtrees.
    pub nodes: u64,
}

/// Data that explains why a node of a search tree ended, such as the null-move score.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Evidence {
    /// The score of the null-move search for the side to move, and the required bound.
    pub null_move: Option<(Score, Score)>,
    /// The moves that failed high in the multi-cut search.
    pub cutters: Vec<Move>,
    /// The table entry.
    pub record: Option<TtHit>,
    /// The result of null-move verification: true if it contradicted the cut (zugzwang).
    pub verified: Option<bool>,
    /// The number of nodes of the search without the cut.
    pub audit_nodes: Option<u64>,
    /// The number of skipped moves, in the order of [`MOVE_LOOP_PRUNING`].
    pub skipped: [u32; MOVE_LOOP_PRUNING.len()],
}

/// Node of a recorded search tree, with how it was reached, searched and ended.
#[derive(Clone, Debug)]
pub struct Branch {
    /// The index of the parent; `None` at the root.
    pub parent: Option<usize>,
    /// How the search reached the node.
    pub way: Arrival,
    /// The technique that searched the node; `None` in the move loop.
    pub within: Option<Statistic>,
    /// Alpha and beta at the start of the node.
    pub window: [Score; 2],
    /// The remaining depth, plies; negative in quiescence.
    pub depth: Depth,
    /// The reduction in plies: the parent's depth, less one for a move, less the node's depth.
    pub reduction: Depth,
    /// The expected node type; `None` in quiescence.
    pub kind: Option<NodeKind>,
    /// The evaluation of the node before any move is searched.
    pub static_eval: Option<Score>,
    /// The score; `None` if the search was aborted.
    pub score: Option<Score>,
    /// The reason for the node's end.
    pub end: Cause,
    /// The best move.
    pub best: Option<Move>,
    /// The number of different moves searched.
    pub moves: u32,
    /// The number of nodes in the subtree, the node included.
    pub nodes: u64,
    /// The children that are not kept.
    pub folded: Folded,
    /// The data behind the reason for the node's end.
    pub evidence: Option<Box<Evidence>>,
}

/// Totals of one technique over a whole recorded search tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Total {
    /// The number of nodes that it ended.
    pub ended: u64,
    /// The number of attempts.
    pub tried: u64,
    /// The number of successes.
    pub won: u64,
    /// The number of nodes searched in attempts.
    pub spent: u64,
    /// The number of audited cuts: the node is also searched without the cut.
    pub audited: u64,
    /// The number of nodes of the audited searches with the cut.
    pub with: u64,
    /// The number of nodes of the audited searches without the cut.
    pub without: u64,
}

/// Totals of each technique over a recorded search tree, by legend index ([`legend::LEGEND`]).
pub type Totals = Vec<Total>;

/// A node that the search has not left yet.
#[derive(Debug)]
struct Open {
    index: usize,
    ply: usize,
    /// The techniques under way, the innermost last.
    attempts: Vec<Statistic>,
    /// The technique that ends the node if no further move is searched.
    cut: Option<Statistic>,
    ending: Option<Ending>,
    last: Option<Move>,
    best: Option<Score>,
}

/// Search listener that records the search tree.
#[derive(Debug)]
pub struct TreeRecorder {
    branches: Vec<Branch>,
    totals: Totals,
    open: Vec<Open>,
    /// How the search reached the last position at each ply.
    ways: Vec<Arrival>,
    /// Branches with less depth are folded when the search leaves them, plies.
    min_depth: Depth,
    /// The number of nodes of the audit under way.
    audit: Option<u64>,
    /// Gets the progress of the search, about once a second.
    on_progress: fn(&Progress),
}

impl TreeRecorder {
    /// Creates a recorder that passes the progress of the search on, about once a second.
    pub fn with_progress(on_progress: fn(&Progress)) -> TreeRecorder {
        TreeRecorder { on_progress, ..TreeRecorder::default() }
    }
}

impl Default for TreeRecorder {
    fn default() -> TreeRecorder {
        TreeRecorder {
            branches: Vec::new(),
            totals: vec![Total::default(); LEGEND.len()],
            open: Vec::new(),
            ways: vec![Arrival::Root; MAX_PLY + 1],
            min_depth: NO_DEPTH,
            audit: None,
            on_progress: |_| {},
        }
    }
}

impl Listener for TreeRecorder {
    fn shows_mate_pvs(&self) -> bool {
        false
    }

    fn records_tree(&self) -> bool {
        true
    }

    fn heartbeat(&mut self, progress: &Progress) {
        (self.on_progress)(progress);
    }

    fn tree_event(&mut self, event: &TreeEvent) {
        if let Some(nodes) = &mut self.audit {
            match event {
                TreeEvent::Enter { .. } => *nodes += 1,
                TreeEvent::AuditEnd => self.end_audit(),
                _ => {}
            }
            return;
        }
        match *event {
            TreeEvent::Move { ply, mv } => {
                self.ways[ply] = mv.map_or(Arrival::NullMove, Arrival::Move);
            }
            TreeEvent::Enter { ply, window, depth, context } => {
                self.enter(ply, window, depth, context);
            }
            TreeEvent::Leave(score) => self.leave(score),
            TreeEvent::AuditBegin => self.audit = Some(0),
            TreeEvent::AuditEnd => {}
            TreeEvent::Attempt(technique) => self.at_node(|open, _| open.attempts.push(technique)),
            TreeEvent::End(ending) => self.at_node(|open, _| open.ending = Some(ending)),
            TreeEvent::Evaluated(evals) => {
                let static_eval = evals.map(|evals| evals.static_eval);
                self.at_node(|_, branch| branch.static_eval = static_eval);
            }
            TreeEvent::TtHit(hit) => self.at_node(|_, branch| branch.evidence().record = Some(hit)),
            TreeEvent::Counted { technique, success } => self.count_attempt(technique, success),
        }
    }
}

impl Branch {
    fn evidence(&mut self) -> &mut Evidence {
        self.evidence.get_or_insert_default()
    }

    /// Converts a child's score to the point of view of its parent.
    fn for_parent(&self, score: Score) -> Score {
        if self.way == Arrival::SamePosition { score } else { -score }
    }
}

impl TreeRecorder {
    /// Returns the recorded nodes (parents before children, in search order) and the totals of each
    /// technique.
    pub fn finish(self) -> (Vec<Branch>, Totals) {
        (self.branches, self.totals)
    }

    fn at_node(&mut self, note: impl FnOnce(&mut Open, &mut Branch)) {
        if let Some(open) = self.open.last_mut() {
            let branch = &mut self.branches[open.index];
            note(open, branch);
        }
    }

    fn enter(
        &mut self,
        ply: usize,
        window: [Score; 2],
        depth: Depth,
        context: Option<NodeContext>,
    ) {
        if self.branches.len() >= MAX_BRANCHES {
            self.fold();
        }
        let index = self.branches.len();
        let (mut parent, mut way, mut within, mut reduction) = (None, Arrival::Root, None, 0);
        if let Some(open) = self.open.last_mut() {
            open.cut = None; // a verified fail-high does not end the node
            parent = Some(open.index);
            within = open.attempts.last().copied();
            way = if ply == open.ply { Arrival::SamePosition } else { self.ways[ply] };
            let steps = Depth::from(way != Arrival::SamePosition);
            reduction = if depth > 0 { self.branches[open.index].depth - steps - depth } else { 0 };
            if let (Arrival::Move(mv), None | Some(Statistic::Lmr)) = (way, within)
                && open.last.replace(mv) != Some(mv)
            {
                self.branches[open.index].moves += 1;
            }
        }
        self.branches.push(Branch {
            parent,
            way,
            within,
            window,
            depth,
            reduction,
            kind: context.map(|context| context.kind),
            static_eval: None,
            score: None,
            end: Cause::BrokenOff,
            best: None,
            moves: 0,
            nodes: 1,
            folded: Folded::default(),
            evidence: None,
        });
        self.open.push(Open {
            index,
            ply,
            attempts: Vec::new(),
            cut: None,
            ending: None,
            last: None,
            best: None,
        });
    }

    fn count_attempt(&mut self, technique: Statistic, won: bool) {
        let reason = legend::index(Cause::Technique(technique));
        if let Some(reason) = reason {
            self.totals[reason].tried += 1;
            self.totals[reason].won += u64::from(won);
        }
        // Success ends the node, unless the search continues with its moves.
        let cuts = won && reason.is_some_and(|reason| LEGEND[reason].cuts);
        self.at_node(|open, branch| {
            if open.attempts.last() == Some(&technique) {
                open.attempts.pop();
            }
            if technique == Statistic::NullMoveVerification {
                branch.evidence().verified = Some(won);
                if won {
                    // the moves are searched again
                    (open.best, open.last, branch.moves) = (None, None, 0);
                }
            } else if cuts {
                open.cut = Some(technique);
            } else if won
                && let Some(place) =
                    MOVE_LOOP_PRUNING.iter().position(|&leaving| leaving == technique)
            {
                branch.evidence().skipped[place] += 1;
            }
        });
    }

    fn end_audit(&mut self) {
        let nodes = self.audit.take();
        self.at_node(|_, branch| branch.evidence().audit_nodes = nodes.map(|nodes| nodes + 1));
    }

    fn leave(&mut self, score: Option<Score>) {
        let Some(open) = self.open.pop() else { return };
        let branch = &mut self.branches[open.index];
        branch.score = score;
        branch.end = match (score, open.ending, open.cut) {
            (None, ..) => Cause::BrokenOff,
            (_, Some(ending), _) => Cause::Rule(ending),
            (_, _, Some(technique)) => Cause::Technique(technique),
            _ if open.ply >= MAX_PLY - 1 => Cause::LastPly,
            _ if branch.kind.is_none() => Cause::Quiescence,
            _ if branch.nodes == 1 => Cause::NoMove,
            _ => Cause::Moves,
        };
        if branch.evidence.as_ref().is_some_and(|evidence| **evidence == Evidence::default()) {
            branch.evidence = None;
        }
        self.add_up(open.index);
        self.update_parent(open.index);
        if self.branches[open.index].depth < self.min_depth
            && self.branches[open.index].parent.is_some()
        {
            self.branches.truncate(open.index);
        }
    }

    /// Adds the results of a node to the totals.
    fn add_up(&mut self, index: usize) {
        let branch = &self.branches[index];
        if let Some(reason) = legend::index(branch.end) {
            let total = &mut self.totals[reason];
            total.ended += 1;
            if let Some(nodes) = branch.evidence.as_ref().and_then(|evidence| evidence.audit_nodes)
            {
                total.audited += 1;
                total.with += branch.nodes;
                total.without += nodes;
            }
        }
        if let Some(reason) =
            branch.within.and_then(|technique| legend::index(Cause::Technique(technique)))
        {
            self.totals[reason].spent += branch.nodes;
        }
    }

    /// Adds the results of a finished node to its parent.
    fn update_parent(&mut self, index: usize) {
        let child = &self.branches[index];
        let (Some(at), Some(open)) = (child.parent, self.open.last_mut()) else { return };
        let (way, within, nodes, bound) = (child.way, child.within, child.nodes, -child.window[0]);
        let score = child.score.map(|score| child.for_parent(score));
        let is_folded = child.depth < self.min_depth;
        let parent = &mut self.branches[at];
        parent.nodes += nodes;
        if is_folded {
            parent.folded.branches += 1;
            parent.folded.nodes += nodes;
        }
        let Some(score) = score else { return };
        match (way, within) {
            (Arrival::NullMove, _) => parent.evidence().null_move = Some((score, bound)),
            (Arrival::Move(mv), Some(Statistic::MultiCutAtCut | Statistic::MultiCutAtAll))
                if score >= bound =>
            {
                parent.evidence().cutters.push(mv);
            }
            (Arrival::Move(mv), None | Some(Statistic::Lmr))
                if open.best.is_none_or(|best| score > best) =>
            {
                open.best = Some(score);
                parent.best = Some(mv);
            }
            _ => {}
        }
    }

    /// Folds the branches with the least remaining depth until at most half of `MAX_BRANCHES` are
    /// left. Roots and open nodes stay.
    fn fold(&mut self) {
        while self.branches.len() > MAX_BRANCHES / 2 {
            let before = self.branches.len();
            let is_open: Vec<usize> = self.open.iter().map(|open| open.index).collect();
            let may_go = |index: usize| {
                self.branches[index].parent.is_some() && is_open.binary_search(&index).is_err()
            };
            let depths =
                (0..before).filter(|&index| may_go(index)).map(|index| self.branches[index].depth);
            let Some(lowest) = depths.min() else { return };
            self.min_depth = lowest + 1;
            let keep = (0..before)
                .map(|index| self.branches[index].depth > lowest || !may_go(index))
                .collect();
            let places = keep_only(&mut self.branches, keep);
            self.open
                .iter_mut()
                .for_each(|open| open.index = places[open.index].unwrap_or_default());
            if self.branches.len() == before {
                return;
            }
        }
    }
}

/// Removes all tree nodes not marked in `keep`, with their subtrees, and counts them in their
/// parents. Returns the new index of each branch.
pub fn keep_only(branches: &mut Vec<Branch>, mut keep: Vec<bool>) -> Vec<Option<usize>> {
    let mut places: Vec<Option<usize>> = vec![None; branches.len()];
    let mut kept: Vec<Branch> = Vec::new();
    for (index, mut branch) in std::mem::take(branches).into_iter().enumerate() {
        let parent = branch.parent.map(|parent| (keep[parent], places[parent]));
        match parent {
            Some((false, _)) => keep[index] = false,
            Some((true, Some(place))) if !keep[index] => {
                let folded = &mut kept[place].folded;
                folded.branches += 1;
                folded.nodes += branch.nodes;
            }
            Some((true, place)) => branch.parent = place,
            None => {}
        }
        if keep[index] {
            places[index] = Some(kept.len());
            kept.push(branch);
        }
    }
    *branches = kept;
    places
}
