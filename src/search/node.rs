//! What a node is: its kind as a type, what it is expected to do as a value, and what is known once
//! it is entered.

use super::table::{Bound, TtEntry, TtHit};
use crate::chess::Move;
use crate::score::{INFINITE, Score, is_decisive};
use arrayvec::ArrayVec;

/// Remaining depth in plies.
pub type Depth = i32;

/// The kinds of node whose code differs, as types. All searches below a null window are of its
/// kind.
pub trait NodeType {
    /// Is the window open: may the node be on the principal variation?
    const PV: bool;
    /// Is it the root?
    const ROOT: bool;
    /// May the search be [an experiment](super::techniques::Techniques::is_experiment)? Where not,
    /// its rules are those of play.
    const EXPERIMENT: bool;
}

/// The root.
#[derive(Debug)]
pub struct Root;
/// A node with an open window.
#[derive(Debug)]
pub struct Pv;
/// A node with a null window, as in play.
#[derive(Debug)]
pub struct NonPv;
/// A node with a null window, of an experiment.
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

/// What a node is expected to do (Knuth & Moore 1975; the names after Marsland & Popowich 1985).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeKind {
    /// Has an exact value: all moves are searched, one after the other better perhaps.
    Pv,
    /// One move will refute it.
    Cut,
    /// No move will be good enough, so all must be tried.
    All,
}

impl NodeKind {
    /// What the child by the first move, or by a later one, is expected to be.
    pub fn child(self, is_first: bool) -> NodeKind {
        match (self, is_first) {
            (NodeKind::Pv, true) => NodeKind::Pv,
            (NodeKind::Pv, false) | (NodeKind::All, _) => NodeKind::Cut,
            (NodeKind::Cut, _) => NodeKind::All,
        }
    }
}

/// What a node is told by its parent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeContext {
    /// What the node is expected to do.
    pub kind: NodeKind,
    /// No ancestor has had its null-move fail-high verified yet.
    pub verify: bool,
    /// The last move was none, so this one may not be none too.
    pub after_null: bool,
    /// Inside the check of a ProbCut, where no other is made.
    pub in_prob_cut: bool,
    /// What the parent has taken off the depth of the last move, plies.
    pub reduced: u8,
    /// The node itself, without this move: the others are asked whether it stands alone.
    pub excluded: Option<Move>,
}

impl NodeContext {
    /// To the root.
    pub const ROOT: NodeContext = NodeContext {
        kind: NodeKind::Pv,
        verify: true,
        after_null: false,
        in_prob_cut: false,
        reduced: 0,
        excluded: None,
    };

    /// To the child by the first move, or by a later one.
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

    /// To a child that is searched so many plies less deep because it is likely to fail high.
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

    /// To the position after passing the turn.
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

/// The values of a position that is not in check, before a move is searched.
#[derive(Clone, Copy, Debug)]
pub struct Estimate {
    /// What the evaluation says; for the table.
    pub raw: Score,
    /// Scaled by the fifty-move rule and corrected: what prunings compare with the window.
    pub static_eval: Score,
    /// The stored score, where its bound makes it the better guess; else as corrected.
    pub tt_adjusted: Score,
}

/// Moves that a room has found worth trying first.
pub type Front = ArrayVec<Move, 8>;

/// Between what the score of a node lies, whatever a search of limited depth returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proven {
    /// At least this.
    pub least: Score,
    /// At most this.
    pub most: Score,
}

impl Proven {
    /// Any score is possible.
    pub const NOTHING: Proven = Proven { least: -INFINITE, most: INFINITE };
}

/// Plies that the table's bound may be too shallow for a node whose move could stand alone.
const BOUND_TOO_SHALLOW: Depth = 3;

/// A node that has been entered and has to be searched.
#[derive(Clone, Debug)]
pub struct Node {
    /// Lower end of the window.
    pub alpha: Score,
    /// Upper end of the window.
    pub beta: Score,
    /// Remaining depth; a null-move fail-high under verification has taken something off.
    pub depth: Depth,
    /// What the parent has told.
    pub context: NodeContext,
    /// What endgame tables have proved; asked only where the window is open.
    pub proven: Proven,
    /// What the table knows of the position.
    pub hit: Option<TtHit>,
    /// What it is taken to be worth before a move is searched; `None` in check, where that would
    /// mean nothing.
    pub estimate: Option<Estimate>,
    /// Is the evaluation better than at the side's last turn, or good enough as it is?
    pub improving: bool,
    /// Is it on a principal variation, or was it when it was stored?
    pub was_pv: bool,
    /// The side to move can repeat a position, so the window begins at a draw.
    pub can_repeat: bool,
    /// To be tried first.
    pub front: Front,
    /// A null-move fail-high is being verified; the depth that the node had before, plies.
    pub verified_from: Option<Depth>,
}

impl Node {
    /// Value without looking ahead; `None` in check.
    #[inline]
    pub fn static_eval(&self) -> Option<Score> {
        self.estimate.map(|estimate| estimate.static_eval)
    }

    /// What the table is to remember of it, with a score for so many plies.
    #[inline]
    pub fn tt_entry(&self, mv: Option<Move>, score: Score, bound: Bound, depth: Depth) -> TtEntry {
        TtEntry {
            mv,
            score,
            eval: self.estimate.map(|estimate| estimate.raw),
            depth,
            bound,
            is_pv: self.was_pv,
        }
    }

    /// Could the table's move stand alone? Then the node is deep enough, and the move has a lower
    /// bound that was searched at most so many plies less deep.
    #[inline]
    pub fn may_be_singular(&self, least_depth: Depth) -> bool {
        self.depth >= least_depth
            && self.hit.is_some_and(|hit| {
                hit.depth >= self.depth - BOUND_TOO_SHALLOW
                    && matches!(hit.bound, Bound::Lower | Bound::Exact)
                    && !is_decisive(hit.score)
            })
    }
}

/// How far the loop over a node's moves has come, and in the end what it has found.
#[derive(Clone, Copy, Debug)]
pub struct MoveLoopResult {
    /// Lower end of the window by now.
    pub alpha: Score,
    /// The best score, a bound outside the window.
    pub score: Score,
    /// The move that raised alpha last, if any did.
    pub best: Option<Move>,
    /// Moves searched.
    pub moves: usize,
    /// The score says all, and is not for the table.
    pub is_settled: bool,
}

/// A move that comes up in the loop.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// What it has earned.
    pub history: i32,
    /// What is taken off its depth at first, 1024ths of a ply.
    pub reduction: i32,
    /// Plies deeper.
    pub extension: Depth,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expectations_alternate_below_the_principal_variation() {
        assert_eq!(NodeKind::Pv.child(true), NodeKind::Pv);
        assert_eq!(NodeKind::Pv.child(false), NodeKind::Cut);
        for first in [true, false] {
            assert_eq!(NodeKind::Cut.child(first), NodeKind::All);
            assert_eq!(NodeKind::All.child(first), NodeKind::Cut);
        }
    }
}
