//! The part of a tree that is shown: the deepest and widest branches, as rows of a table that
//! programs can also read.

use super::Tree;
use super::divergence::first_divergence;
use super::legend::{self, Cause, LEGEND, LegendEntry};
use super::recorder::{Arrival, Branch, Evidence, MOVE_LOOP_PRUNING, Total, keep_only};
use crate::chess::san::numbered;
use crate::chess::{Board, Move};
use crate::eval::wdl;
use crate::score::{self, DECISIVE_BOUND, INFINITE, MATE, MATE_BOUND, Score};
use crate::search::node::{Depth, NodeKind};
use crate::search::statistics::Statistic;
use crate::search::table::{Bound, TtHit};
use crate::tools::analysis::DisplayScore;
use serde::Serialize;
use std::cmp::Reverse;
use std::iter::successors;

/// Name and version of the JSON format in which search trees are written.
pub const FORMAT: &str = "secateur-tree 3";

/// The names of the values in a [`Row`], in order.
const COLUMNS: [&str; 18] = [
    "parent",
    "move",
    "san",
    "within",
    "depth",
    "reduction",
    "alpha",
    "beta",
    "expected",
    "found",
    "score",
    "end",
    "nodes",
    "hidden",
    "hidden_nodes",
    "static_eval",
    "moves",
    "evidence",
];

/// Selected part of one or two recorded search trees, for the HTML page and for JSON.
#[derive(Clone, Debug, Serialize)]
pub struct Drawing {
    /// The format: `secateur-tree 3`.
    pub format: &'static str,
    /// The position as FEN.
    pub fen: String,
    /// Whether castling moves are written as king takes rook.
    pub chess960: bool,
    /// The search depth, plies.
    pub depth: u32,
    /// Internal units per displayed pawn, by [material](wdl::material) from 0.
    pub pawn: Vec<f64>,
    /// Score of a mate at the root; each ply to the mate subtracts one.
    pub mate: Score,
    /// Smallest score of a mate.
    pub mate_bound: Score,
    /// Smallest score of a mate or a tablebase win.
    pub decisive_bound: Score,
    /// Window bound above all scores.
    pub infinite: Score,
    /// The legend. Rows refer to it by index.
    pub reasons: &'static [LegendEntry],
    /// The searches.
    pub searches: Vec<Search>,
    /// The first row in which two searches differ, one index for each; `None` if there is none.
    pub first_difference: Option<[usize; 2]>,
}

/// One search in a drawn search tree, with its result, totals and branches.
#[derive(Clone, Debug, Serialize)]
pub struct Search {
    /// The name: preset and switches.
    pub name: String,
    /// The score for the side to move: pawns, or `#` and moves to mate.
    pub score: String,
    /// The principal variation in SAN, with move numbers.
    pub line: String,
    /// The number of recorded nodes.
    pub nodes: u64,
    /// The totals of each active technique over the whole search, including hidden branches.
    pub totals: Vec<Sum>,
    /// The names of the values of a row.
    pub columns: [&'static str; COLUMNS.len()],
    /// The branches, parents before their children, in search order.
    pub rows: Vec<Row>,
}

/// Totals of one technique over a whole search in a drawn search tree.
#[derive(Clone, Debug, Serialize)]
pub struct Sum {
    /// The index of the technique in the legend.
    pub reason: usize,
    /// The number of nodes that it ended.
    pub ended: u64,
    /// The number of attempts.
    pub tried: u64,
    /// The number of successes.
    pub won: u64,
    /// The number of nodes searched in attempts.
    pub spent: u64,
    /// The nodes saved by its audited cuts: nodes without the cut minus nodes with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub saved: Option<i64>,
    /// The number of audited cuts.
    #[serde(skip_serializing_if = "is_zero")]
    pub audited: u64,
}

impl Search {
    /// The moves from the root to the node of this row, in SAN.
    pub fn path_of(&self, row: usize) -> String {
        let parent = |&at: &usize| usize::try_from(self.rows[at].0).ok();
        let mut path: Vec<usize> = successors(Some(row), parent).collect();
        path.reverse();
        let moves = path.iter().map(|&at| self.rows[at].2.as_str()).filter(|san| !san.is_empty());
        moves.collect::<Vec<_>>().join(" ")
    }
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// Node of a drawn search tree as one row of values. In order: index of the parent (-1 at the
/// root); move in UCI notation (`0000` for a null move, empty for the position of the parent) and
/// in SAN; legend index of the technique that searched it; depth left, reduction, ply; window;
/// expected and actual node type (`P`, `C` or `A`); score for the side to move in internal units;
/// legend index of the reason for its end; nodes; hidden children and their nodes; static
/// evaluation; number of moves searched; evidence.
#[derive(Clone, Debug, Serialize)]
pub struct Row(
    i64,
    String,
    String,
    Option<usize>,
    Depth,
    Depth,
    Score,
    Score,
    &'static str,
    &'static str,
    Option<Score>,
    usize,
    u64,
    u64,
    u64,
    Option<Score>,
    u32,
    Option<Shown>,
);

impl Row {
    /// Index of this node's parent in the drawn search tree; -1 at the root.
    pub fn parent(&self) -> i64 {
        self.0
    }

    /// Move that led to this node of the drawn search tree, in SAN.
    pub fn san(&self) -> &str {
        &self.2
    }

    /// Legend index of the technique whose search visited this tree node; `None` in the move loop.
    pub fn within(&self) -> Option<usize> {
        self.3
    }

    /// Remaining depth of this node of the drawn search tree, in plies.
    pub fn depth(&self) -> Depth {
        self.4
    }

    /// Score of this tree node for the side to move, in internal units; `None` if the search was
    /// aborted.
    pub fn score(&self) -> Option<Score> {
        self.10
    }

    /// Legend index of the reason why the search of this tree node ended.
    pub fn end(&self) -> usize {
        self.11
    }

    /// Number of nodes in the subtree of this tree node, itself included.
    pub fn nodes(&self) -> u64 {
        self.12
    }

    /// Number of nodes in children of this tree node that are not drawn.
    pub fn hidden_nodes(&self) -> u64 {
        self.14
    }
}

/// Data that explains why a tree node ended ([`Evidence`]), in the form shown to users.
#[derive(Clone, Debug, Serialize)]
pub struct Shown {
    /// The best move.
    #[serde(skip_serializing_if = "Option::is_none")]
    best: Option<String>,
    /// The score of the null-move search for the side to move, and the required bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    null: Option<(Score, Score)>,
    /// The moves that failed high in the multi-cut search.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    cutters: Vec<String>,
    /// The table entry: depth, bound, score at this node, move.
    #[serde(skip_serializing_if = "Option::is_none")]
    table: Option<(Depth, &'static str, Score, Option<String>)>,
    /// The result of null-move verification: true if it contradicted the cut (zugzwang).
    #[serde(skip_serializing_if = "Option::is_none")]
    zugzwang: Option<bool>,
    /// The number of nodes of the search without the cut.
    #[serde(skip_serializing_if = "Option::is_none")]
    audit_nodes: Option<u64>,
    /// The number of skipped moves by technique: legend index, number.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    skipped: Vec<(usize, u32)>,
}

/// Selects about `rows` nodes of each recorded search (one or two) and returns the drawn search
/// tree.
pub fn draw(board: &Board, depth: u32, trees: &[Tree], rows: usize) -> Drawing {
    let parts = if let [left, right] = trees { first_divergence(left, right) } else { None };
    let mut searches = Vec::new();
    let mut at = Vec::new();
    for (side, tree) in trees.iter().enumerate() {
        let part = parts.map(|parts| parts[side]);
        let (search, place) = show(board, tree, rows, part);
        searches.push(search);
        at.extend(place);
    }
    Drawing {
        format: FORMAT,
        fen: board.to_string(),
        chess960: board.needs_chess960(),
        depth,
        pawn: (0..=wdl::FULL_MATERIAL).map(wdl::units_per_pawn).collect(),
        mate: MATE,
        mate_bound: MATE_BOUND,
        decisive_bound: DECISIVE_BOUND,
        infinite: INFINITE,
        reasons: LEGEND,
        searches,
        first_difference: <[usize; 2]>::try_from(at).ok(),
    }
}

/// A search with about `rows` rows that include the branch `wanted`, and the row of that branch.
fn show(board: &Board, tree: &Tree, rows: usize, wanted: Option<usize>) -> (Search, Option<usize>) {
    let mut branches = tree.branches.clone();
    let mut keep = choose(&branches, rows);
    let mut above = wanted;
    while let Some(index) = above {
        keep[index] = true;
        above = branches[index].parent;
    }
    let roots = branches.iter().filter(|branch| branch.parent.is_none());
    let nodes = roots.map(|branch| branch.nodes).sum();
    let places = keep_only(&mut branches, keep);
    let answer = &tree.answer;
    let search = Search {
        name: tree.name.clone(),
        score: DisplayScore::of(answer.score, wdl::material(board)).to_string(),
        line: numbered(board, &answer.pv).join(" "),
        nodes,
        totals: sums(&tree.totals),
        columns: COLUMNS,
        rows: rows_of(board, &branches),
    };
    (search, wanted.and_then(|index| places[index]))
}

/// Selects the branches to show: those with the greatest remaining depth, and the widest of the
/// first depth that does not fit completely.
fn choose(branches: &[Branch], rows: usize) -> Vec<bool> {
    let mut depths: Vec<Depth> = Vec::with_capacity(branches.len());
    for branch in branches {
        let above = branch.parent.map_or(Depth::MAX, |parent| depths[parent]);
        depths.push(branch.depth.min(above)); // the parents of shown branches are shown
    }
    let mut order: Vec<usize> = (0..branches.len()).collect();
    order.sort_by_key(|&index| (Reverse(depths[index]), Reverse(branches[index].nodes), index));
    let mut keep = vec![false; branches.len()];
    order.into_iter().take(rows.max(1)).for_each(|index| keep[index] = true);
    keep
}

fn sums(totals: &[Total]) -> Vec<Sum> {
    let is_active = |(_, total): &(usize, &Total)| **total != Total::default();
    let sum = |(reason, total): (usize, &Total)| Sum {
        reason,
        ended: total.ended,
        tried: total.tried,
        won: total.won,
        spent: total.spent,
        saved: (total.audited > 0).then_some(total.without as i64 - total.with as i64),
        audited: total.audited,
    };
    totals.iter().enumerate().filter(is_active).map(sum).collect()
}

fn rows_of(board: &Board, branches: &[Branch]) -> Vec<Row> {
    let chess960 = board.needs_chess960();
    let mut boards: Vec<(Board, usize)> = Vec::with_capacity(branches.len());
    let mut rows = Vec::with_capacity(branches.len());
    for branch in branches {
        let (before, ply) = branch.parent.map_or((*board, 0), |parent| boards[parent]);
        let (after, ply) = match branch.way {
            Arrival::Root | Arrival::SamePosition => (before, ply),
            Arrival::Move(mv) => (before.after(mv), ply + 1),
            Arrival::NullMove => (before.after_null(), ply + 1),
        };
        rows.push(row(branch, (&before, &after), ply, chess960));
        boards.push((after, ply));
    }
    rows
}

/// The row of a branch at this ply, between the position before its move and the one after it.
fn row(branch: &Branch, (before, after): (&Board, &Board), ply: usize, chess960: bool) -> Row {
    let (mv, san) = match branch.way {
        Arrival::Root | Arrival::SamePosition => (String::new(), String::new()),
        Arrival::Move(mv) => (mv.uci(chess960), before.san(mv)),
        Arrival::NullMove => ("0000".to_owned(), "null move".to_owned()),
    };
    let found = branch.score.map_or("", |score| {
        letter(match Bound::from_window(score, branch.window[0], branch.window[1]) {
            Bound::Lower => NodeKind::Cut,
            Bound::Exact => NodeKind::Pv,
            Bound::Upper | Bound::None => NodeKind::All,
        })
    });
    Row(
        branch.parent.map_or(-1, |parent| parent as i64),
        mv,
        san,
        branch.within.and_then(reason_of),
        branch.depth,
        branch.reduction,
        branch.window[0],
        branch.window[1],
        branch.kind.map_or("", letter),
        found,
        branch.score,
        legend::index(branch.end).unwrap_or_default(),
        branch.nodes,
        branch.folded.branches,
        branch.folded.nodes,
        branch.static_eval,
        branch.moves,
        shown(branch, after, ply),
    )
}

fn reason_of(technique: Statistic) -> Option<usize> {
    legend::index(Cause::Technique(technique))
}

fn letter(kind: NodeKind) -> &'static str {
    match kind {
        NodeKind::Pv => "P",
        NodeKind::Cut => "C",
        NodeKind::All => "A",
    }
}

fn shown(branch: &Branch, board: &Board, ply: usize) -> Option<Shown> {
    let nothing = Evidence::default();
    let evidence = branch.evidence.as_deref().unwrap_or(&nothing);
    let san = |mv: Move| board.san(mv);
    let best = branch.best.filter(|_| branch.end == Cause::Moves).map(san);
    if *evidence == nothing && best.is_none() {
        return None;
    }
    let skipped =
        MOVE_LOOP_PRUNING.into_iter().zip(evidence.skipped).filter(|(_, count)| *count > 0);
    Some(Shown {
        best,
        null: evidence.null_move,
        cutters: evidence.cutters.iter().map(|&mv| san(mv)).collect(),
        table: evidence.record.map(|hit| record(hit, board, ply)),
        zugzwang: evidence.verified,
        audit_nodes: evidence.audit_nodes,
        skipped: skipped
            .filter_map(|(technique, count)| Some((reason_of(technique)?, count)))
            .collect(),
    })
}

/// The depth, bound, score at this node and move of a table entry.
fn record(hit: TtHit, board: &Board, ply: usize) -> (Depth, &'static str, Score, Option<String>) {
    let bound = match hit.bound {
        Bound::None => "none",
        Bound::Upper => "upper",
        Bound::Lower => "lower",
        Bound::Exact => "exact",
    };
    let mv = hit.mv.filter(|&mv| board.is_legal(mv)).map(|mv| board.san(mv));
    (hit.depth, bound, score::from_tt(hit.score, ply), mv)
}
