//! Nodes: the node type (root, PV, null window) as a type, the node kind (PV, CUT, ALL) as a value,
//! and the data of a node that has been entered.

use super::table::{Bound, TtEntry, TtHit};
use crate::chess::Move;
use crate::score::{INFINITE, Score, WINNING, is_decisive};
use arrayvec::ArrayVec;

/// Remaining search depth in plies; zero or less means quiescence search.
pub type Depth = i32;

/// Node type as a type parameter ([`Root`], [`Pv`], [`NonPv`], [`Experiment`]); the search is
/// compiled once for each. Below a null window all nodes have its type.
pub trait NodeType {
    /// Whether nodes of the type have an open window (alpha and beta more than one unit apart).
    const PV: bool;
    /// Whether the type is that of the root node.
    const ROOT: bool;
    /// Whether the search reads its technique switches at run time, instead of the default ones as
    /// constants.
    const EXPERIMENT: bool;
}

/// Marker type for the root node, a type parameter of search functions that are compiled once per
/// node type.
#[derive(Debug)]
pub struct Root;
/// Marker type for PV nodes below the root (open window), a type parameter of search functions.
#[derive(Debug)]
pub struct Pv;
/// Marker type for null-window nodes with default techniques and parameters, which are compile-time
/// constants.
#[derive(Debug)]
pub struct NonPv;
/// Marker type for null-window nodes in experiments, where switches and parameters are read at run
/// time.
#[derive(Debug)]
pub struct Experiment;

impl NodeType for Root {
    const PV: bool = true;
    const ROOT: bool = true;
    const EXPERIMENT: bool = true;
}

impl NodeType for Pv {
    const PV: bool = true;
    const ROOT: bool = false;
    const EXPERIMENT: bool = true;
}

impl NodeType for NonPv {
    const PV: bool = false;
    const ROOT: bool = false;
    const EXPERIMENT: bool = false;
}

impl NodeType for Experiment {
    const PV: bool = false;
    const ROOT: bool = false;
    const EXPERIMENT: bool = true;
}

/// Expected kind of a node, PV, CUT or ALL (Knuth & Moore 1975, names after Marsland & Popowich
/// 1985).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeKind {
    /// PV node: expected to have an exact score.
    Pv,
    /// CUT node: expected to fail high by one move.
    Cut,
    /// ALL node: expected to fail low after all moves.
    All,
}

impl NodeKind {
    /// Expected kind of the child that the first move, or a later move, leads to.
    pub fn child(self, is_first: bool) -> NodeKind {
        match (self, is_first) {
            (NodeKind::Pv, true) => NodeKind::Pv,
            (NodeKind::Pv, false) | (NodeKind::All, _) => NodeKind::Cut,
            (NodeKind::Cut, _) => NodeKind::All,
        }
    }
}

/// Data that a node receives from its parent (expected kind, last reduction, excluded move, search
/// flags).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeContext {
    /// The expected kind of the node. A singular search of a PV node has a null window and kind PV,
    /// and so has its first line.
    pub kind: NodeKind,
    /// Whether the node may verify a null-move fail-high: no ancestor is verifying one.
    pub verify: bool,
    /// Whether the last move was a null move.
    pub after_null: bool,
    /// Whether the node is inside a ProbCut check, where no other is made.
    pub in_prob_cut: bool,
    /// Reduction of the last move, plies.
    pub reduced: u8,
    /// The move that a singular search leaves out.
    pub excluded: Option<Move>,
}

impl NodeContext {
    /// Context of the root, a PV node without reduction or excluded move.
    pub const ROOT: NodeContext = NodeContext {
        kind: NodeKind::Pv,
        verify: true,
        after_null: false,
        in_prob_cut: false,
        reduced: 0,
        excluded: None,
    };

    /// Context of the child that an unreduced move leads to, for the first or a later move.
    #[inline]
    pub fn child(self, is_first: bool) -> NodeContext {
        NodeContext {
            kind: self.kind.child(is_first),
            after_null: false,
            reduced: 0,
            excluded: None,
            ..self
        }
    }

    /// Context of the child that a move reduced by `plies` leads to (late-move reduction). The move
    /// is expected to fail low, so the child is a CUT node, whatever its parent (as in Stockfish).
    #[inline]
    pub fn reduced_child(self, plies: Depth) -> NodeContext {
        NodeContext {
            kind: NodeKind::Cut,
            after_null: false,
            reduced: plies as u8,
            excluded: None,
            ..self
        }
    }

    /// Context of the child that a null move leads to.
    #[inline]
    pub fn null_child(self) -> NodeContext {
        NodeContext {
            kind: self.kind.child(false),
            after_null: true,
            reduced: 0,
            excluded: None,
            ..self
        }
    }
}

/// Static evaluations of a position that is not in check (raw, corrected, adjusted by its table
/// entry).
#[derive(Clone, Copy, Debug)]
pub struct StaticEvals {
    /// The raw evaluation, for the table.
    pub raw: Score,
    /// The raw evaluation scaled by the fifty-move rule and corrected.
    pub static_eval: Score,
    /// The stored score if its bound makes it a better guess, else the static evaluation.
    pub tt_adjusted: Score,
}

/// Moves that the move picker returns before all others except the TT move.
pub type PriorityMoves = ArrayVec<Move, 8>;

/// Lower and upper bound of a node's score that tablebases have proved, in internal units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TablebaseBounds {
    /// Proven lower bound of the score.
    pub lower: Score,
    /// Proven upper bound of the score.
    pub upper: Score,
}

impl TablebaseBounds {
    /// Proven bounds that exclude no score (from minus to plus infinite).
    pub const UNBOUNDED: TablebaseBounds = TablebaseBounds { lower: -INFINITE, upper: INFINITE };
}

/// Maximum depth difference between the node and the TT entry of a singular search, in plies.
const MAX_SINGULAR_DEPTH_GAP: Depth = 3;

/// Node that neither a draw rule nor a table has ended, with the data for pruning and its move
/// loop.
#[derive(Clone, Debug)]
pub struct Node {
    /// Lower end of the window.
    pub alpha: Score,
    /// Upper end of the window.
    pub beta: Score,
    /// Remaining depth, less the reductions of the node: hindsight, IIR, null-move verification.
    pub depth: Depth,
    /// Context of the node, derived from its parent.
    pub context: NodeContext,
    /// Bounds that tablebases prove, where the window is open.
    pub tablebase_bounds: TablebaseBounds,
    /// Transposition-table entry of the position, if there is one.
    pub hit: Option<TtHit>,
    /// The evaluations of the node; `None` in check.
    pub evals: Option<StaticEvals>,
    /// Whether the static evaluation is better than at the side's previous turn.
    pub improving: bool,
    /// Whether the node is a PV node, or its table entry has this flag (`ttPv` in Stockfish).
    pub tt_pv: bool,
    /// Whether the side to move can repeat a position, so that a draw score is available.
    pub can_repeat: bool,
    /// Moves that the picker returns first.
    pub priority_moves: PriorityMoves,
    /// The depth before a null-move verification under way, plies.
    pub verified_from: Option<Depth>,
}

impl Node {
    /// Static evaluation of the node after correction history, in internal units; `None` in check.
    #[inline]
    pub fn static_eval(&self) -> Option<Score> {
        self.evals.map(|evals| evals.static_eval)
    }

    /// Builds the node's transposition-table entry for a score with this bound and depth.
    #[inline]
    pub fn tt_entry(&self, mv: Option<Move>, score: Score, bound: Bound, depth: Depth) -> TtEntry {
        TtEntry {
            mv,
            score,
            eval: self.evals.map(|evals| evals.raw),
            depth,
            bound,
            tt_pv: self.tt_pv,
        }
    }

    /// Builds the node's transposition-table entry with its evaluation only.
    #[inline]
    pub fn eval_entry(&self) -> TtEntry {
        self.tt_entry(None, 0, Bound::None, 0)
    }

    /// Whether the table entry of the node is a lower bound, neither decisive nor more than
    /// `too_shallow` plies shallower than the node.
    #[inline]
    pub fn has_lower_bound(&self, too_shallow: Depth) -> bool {
        self.hit.is_some_and(|hit| {
            matches!(hit.bound, Bound::Lower | Bound::Exact)
                && hit.depth >= self.depth - too_shallow
                && !is_decisive(hit.score)
        })
    }

    /// Whether the node and its table entry are deep enough for a singular search of its move, and
    /// the score is not winning. In won positions singular extensions hide mates
    /// (lab/notebook/findings.md).
    #[inline]
    pub fn can_be_singular(&self, min_depth: Depth) -> bool {
        self.depth >= min_depth
            && self.has_lower_bound(MAX_SINGULAR_DEPTH_GAP)
            && self.hit.is_some_and(|hit| hit.score <= WINNING)
    }
}

/// State of the move loop of a node (alpha, best score, best move); at the end, its result.
#[derive(Clone, Copy, Debug)]
pub struct MoveLoopState {
    /// Current lower end of the window.
    pub alpha: Score,
    /// Best score so far; outside the window it is a bound.
    pub best_score: Score,
    /// The last move that raised alpha.
    pub best_move: Option<Move>,
    /// Number of moves searched.
    pub searched: usize,
    /// Whether the node returns this score unchanged and stores nothing (singular multi-cut).
    pub is_final: bool,
}

/// Move under consideration in the move loop, with its history score, reduction and extension.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// History score of the move.
    pub history: i32,
    /// Reduction of the move, in 1024ths of a ply.
    pub reduction: i32,
    /// Extension of the move, in plies.
    pub extension: Depth,
}
