//! Writes down what the search does at each node, as it walks.
//!
//! A search may have more nodes than anybody will look at. When `MOST` are written down, those with
//! the least depth left are folded into their parents, and from then on every such node when it is
//! left; what they did is in the [totals](Totals) all the same, and their parents know how many
//! nodes they were.

use super::rooms::{self, Cause};
use crate::chess::Move;
use crate::score::{MAX_PLY, Score};
use crate::search::node::{Depth, NodeContext, NodeKind};
use crate::search::report::{Ending, Listener, TreeStep};
use crate::search::statistics::Statistic;
use crate::search::table::TtHit;

/// Branches that are kept while the search goes on.
const MOST: usize = 400_000;
/// No depth lies below.
const NO_DEPTH: Depth = Depth::MIN;
/// Techniques whose success ends the node, unless the search goes on to its moves all the same.
const ENDING: [Statistic; 12] = [
    Statistic::TableCut,
    Statistic::Etc,
    Statistic::NullMove,
    Statistic::MultiCutAtCut,
    Statistic::MultiCutAtAll,
    Statistic::ProbCut,
    Statistic::CaptureProbCut,
    Statistic::StoredProbCut,
    Statistic::ReverseFutility,
    Statistic::Razoring,
    Statistic::SingularCut,
    Statistic::Tablebase,
];
/// Techniques that leave moves out.
pub const LEAVING_OUT: [Statistic; 4] =
    [Statistic::LateMoves, Statistic::Futility, Statistic::History, Statistic::Exchange];

/// How a node is reached from its parent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// It is the root, searched in one of the iterations.
    Root,
    /// By a move.
    Move(Move),
    /// By passing the turn.
    Pass,
    /// It is the position of its parent, searched once more.
    Same,
}

/// Branches that are not kept, and the nodes in them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Folded {
    /// Children.
    pub branches: u64,
    /// Nodes in them.
    pub nodes: u64,
}

/// What a node's end rests on, beside its score.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Evidence {
    /// The score of the null-move search for the side to move, and the bound it had to reach.
    pub passed: Option<(Score, Score)>,
    /// Moves that failed high in multi-cut's search.
    pub cutters: Vec<Move>,
    /// The record of the table.
    pub record: Option<TtHit>,
    /// A null-move fail-high was verified; true where the verification contradicted it: zugzwang.
    pub verified: Option<bool>,
    /// Nodes of the search without the cut.
    pub price: Option<u64>,
    /// How often moves were left out, in the order of [`LEAVING_OUT`].
    pub left_out: [u32; LEAVING_OUT.len()],
}

/// A node, and how it was searched.
#[derive(Clone, Debug)]
pub struct Branch {
    /// Index of its parent; none at the root.
    pub parent: Option<usize>,
    /// How it is reached.
    pub way: Way,
    /// The technique that looked at it; `None` in the move loop.
    pub within: Option<Statistic>,
    /// Alpha and beta when it was entered.
    pub window: [Score; 2],
    /// Depth left, plies; below the horizon it is negative.
    pub depth: Depth,
    /// Plies that were taken off: what its parent had, less the one of the move, less what it has.
    pub taken_off: Depth,
    /// What it was expected to do; nothing in quiescence.
    pub kind: Option<NodeKind>,
    /// What it is taken to be worth before a move is searched.
    pub worth: Option<Score>,
    /// Its score; `None` where the search was broken off.
    pub score: Option<Score>,
    /// What ended it.
    pub end: Cause,
    /// The best of its moves.
    pub best: Option<Move>,
    /// How many different moves were searched.
    pub moves: u32,
    /// Nodes in it, itself included.
    pub nodes: u64,
    /// Children that are not kept.
    pub folded: Folded,
    /// What its end rests on.
    pub evidence: Option<Box<Evidence>>,
}

/// What a room did in the whole search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Total {
    /// Nodes that it ended.
    pub ended: u64,
    /// Attempts.
    pub tried: u64,
    /// Successes.
    pub won: u64,
    /// Nodes spent in the attempts.
    pub spent: u64,
    /// Nodes ended whose search without the cut is known.
    pub priced: u64,
    /// Nodes that these took with the cut.
    pub with: u64,
    /// Nodes that they took without it.
    pub without: u64,
}

/// A total for every room, by its index.
pub type Totals = Vec<Total>;

/// A node that has not been left.
#[derive(Debug)]
struct Open {
    index: usize,
    ply: usize,
    /// Techniques that are searching, the innermost last.
    attempts: Vec<Statistic>,
    /// Has ended the node, if nothing more is searched.
    cut: Option<Statistic>,
    ending: Option<Ending>,
    last: Option<Move>,
    best: Option<Score>,
}

/// Listens, and writes down.
#[derive(Debug)]
pub struct TreeRecorder {
    branches: Vec<Branch>,
    totals: Totals,
    open: Vec<Open>,
    /// How the last position so many plies from the root was reached.
    ways: Vec<Way>,
    /// Branches with less depth are folded when they are left, plies.
    least: Depth,
    /// Nodes of an audit under way.
    audit: Option<u64>,
}

impl Default for TreeRecorder {
    fn default() -> TreeRecorder {
        TreeRecorder {
            branches: Vec::new(),
            totals: vec![Total::default(); rooms::ROOMS.len()],
            open: Vec::new(),
            ways: vec![Way::Root; MAX_PLY + 1],
            least: NO_DEPTH,
            audit: None,
        }
    }
}

impl Listener for TreeRecorder {
    fn wants_lines(&self) -> bool {
        false
    }

    fn wants_tree(&self) -> bool {
        true
    }

    fn step(&mut self, step: &TreeStep) {
        if let Some(nodes) = &mut self.audit {
            match step {
                TreeStep::Enter(..) => *nodes += 1,
                TreeStep::Audit(false) => self.end_audit(),
                _ => {}
            }
            return;
        }
        match *step {
            TreeStep::Move(ply, mv) => self.ways[ply] = mv.map_or(Way::Pass, Way::Move),
            TreeStep::Enter(ply, window, depth, context) => self.enter(ply, window, depth, context),
            TreeStep::Leave(score) => self.leave(score),
            TreeStep::Audit(_) => self.audit = Some(0),
            TreeStep::Attempt(technique) => self.at_node(|open, _| open.attempts.push(technique)),
            TreeStep::End(ending) => self.at_node(|open, _| open.ending = Some(ending)),
            TreeStep::Worth(worth) => {
                self.at_node(|_, branch| branch.worth = worth.map(|worth| worth.static_eval));
            }
            TreeStep::TtHit(hit) => self.at_node(|_, branch| branch.evidence().record = Some(hit)),
            TreeStep::Counted(technique, won) => self.verdict(technique, won),
        }
    }
}

impl Branch {
    fn evidence(&mut self) -> &mut Evidence {
        self.evidence.get_or_insert_default()
    }

    /// Alpha-beta's windows for the side to move, and whose score a child's is.
    fn for_parent(&self, score: Score) -> Score {
        if self.way == Way::Same { score } else { -score }
    }
}

impl TreeRecorder {
    /// All that was written down: branches, parents before their children, in the order of the
    /// search, and what rooms did.
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
        if self.branches.len() >= MOST {
            self.fold();
        }
        let index = self.branches.len();
        let (mut parent, mut way, mut within, mut taken_off) = (None, Way::Root, None, 0);
        if let Some(open) = self.open.last_mut() {
            open.cut = None; // a fail-high that is verified does not end the node
            parent = Some(open.index);
            within = open.attempts.last().copied();
            way = if ply == open.ply { Way::Same } else { self.ways[ply] };
            let steps = Depth::from(way != Way::Same);
            taken_off = if depth > 0 { self.branches[open.index].depth - steps - depth } else { 0 };
            if let (Way::Move(mv), None | Some(Statistic::Reduction)) = (way, within)
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
            taken_off,
            kind: context.map(|context| context.kind),
            worth: None,
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

    fn verdict(&mut self, technique: Statistic, won: bool) {
        if let Some(room) = rooms::index(Cause::Technique(technique)) {
            self.totals[room].tried += 1;
            self.totals[room].won += u64::from(won);
        }
        self.at_node(|open, branch| {
            if open.attempts.last() == Some(&technique) {
                open.attempts.pop();
            }
            if technique == Statistic::NullMoveVerification {
                branch.evidence().verified = Some(won);
                if won {
                    // they are searched again
                    (open.best, open.last, branch.moves) = (None, None, 0);
                }
            } else if won && ENDING.contains(&technique) {
                open.cut = Some(technique);
            } else if won
                && let Some(place) = LEAVING_OUT.iter().position(|&leaving| leaving == technique)
            {
                branch.evidence().left_out[place] += 1;
            } else if technique == Statistic::TableCut
                && let Some(evidence) = &mut branch.evidence
            {
                evidence.record = None; // what does not decide is no evidence
            }
        });
    }

    fn end_audit(&mut self) {
        let nodes = self.audit.take();
        self.at_node(|_, branch| branch.evidence().price = nodes.map(|nodes| nodes + 1));
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
        self.tell_parent(open.index);
        if self.branches[open.index].depth < self.least
            && self.branches[open.index].parent.is_some()
        {
            self.branches.truncate(open.index);
        }
    }

    /// Adds what a node did to the totals.
    fn add_up(&mut self, index: usize) {
        let branch = &self.branches[index];
        if let Some(room) = rooms::index(branch.end) {
            let total = &mut self.totals[room];
            total.ended += 1;
            if let Some(price) = branch.evidence.as_ref().and_then(|evidence| evidence.price) {
                total.priced += 1;
                total.with += branch.nodes;
                total.without += price;
            }
        }
        if let Some(room) =
            branch.within.and_then(|technique| rooms::index(Cause::Technique(technique)))
        {
            self.totals[room].spent += branch.nodes;
        }
    }

    /// Tells the parent of a node that is left what it has found.
    fn tell_parent(&mut self, index: usize) {
        let child = &self.branches[index];
        let (Some(at), Some(open)) = (child.parent, self.open.last_mut()) else { return };
        let (way, within, nodes, bound) = (child.way, child.within, child.nodes, -child.window[0]);
        let score = child.score.map(|score| child.for_parent(score));
        let is_folded = child.depth < self.least;
        let parent = &mut self.branches[at];
        parent.nodes += nodes;
        if is_folded {
            parent.folded.branches += 1;
            parent.folded.nodes += nodes;
        }
        let Some(score) = score else { return };
        match (way, within) {
            (Way::Pass, _) => parent.evidence().passed = Some((score, bound)),
            (Way::Move(mv), Some(Statistic::MultiCutAtCut | Statistic::MultiCutAtAll))
                if score >= bound =>
            {
                parent.evidence().cutters.push(mv);
            }
            (Way::Move(mv), None | Some(Statistic::Reduction))
                if open.best.is_none_or(|best| score > best) =>
            {
                open.best = Some(score);
                parent.best = Some(mv);
            }
            _ => {}
        }
    }

    /// Folds the branches with the least depth left, but for roots and those that are still open,
    /// until half are gone or there are no others.
    fn fold(&mut self) {
        while self.branches.len() > MOST / 2 {
            let before = self.branches.len();
            let is_open: Vec<usize> = self.open.iter().map(|open| open.index).collect();
            let may_go = |index: usize| {
                self.branches[index].parent.is_some() && is_open.binary_search(&index).is_err()
            };
            let depths =
                (0..before).filter(|&index| may_go(index)).map(|index| self.branches[index].depth);
            let Some(lowest) = depths.min() else { return };
            self.least = lowest + 1;
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

/// Folds all branches but these, and those below them, into their parents; where each is
/// afterwards.
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
