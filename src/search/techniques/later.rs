//! Proposals of later knowledge: what practice and the documents together suggest beside the documents' own forms. None is on
//! in any preset; `docs/strength.md` says what each did when it was screened. Nodes of play do not read them: where one is on,
//! the search is [a study](super::Techniques::is_study).

use crate::score::Score;

/// What makes a CUT node one for [multi-cut](super::super::prune::multi_cut).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trigger {
    /// What [`MultiCut`](super::MultiCut) says: an evaluation that promises a cut, or anything.
    Promising,
    /// A stored lower bound of at least beta, four to eight plies too shallow: its move counts as the first cutter (after Hrafn).
    Table,
    /// No table move, and an evaluation near beta: multi-cut stands for internal iterative deepening, and for the reduction there.
    Iid,
    /// Each of them.
    All,
}

/// The proposals; zero and false are off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Later {
    /// P1: from this depth on, children with stored bounds are counted as cutters before any move is searched, plies.
    pub children: i32,
    /// P2, P3: which CUT nodes multi-cut tries.
    pub trigger: Trigger,
    /// P5: cutters must be moves of different pieces, or one of them a capture.
    pub distinct_pieces: bool,
    /// P4: at a CUT node whose re-searches have taken back two fail-highs, the third cuts at its reduced depth.
    pub in_loop: bool,
    /// P6: a null move that misses beta by no more than this spares multi-cut a cutter, centipawns.
    pub near_pass: Score,
    /// P6: a capture that beats beta in the check of ProbCut, though not by its margin, is multi-cut's first cutter at CUT nodes.
    pub near_capture: bool,
    /// P6: where the moves but the table's miss beta by no more than this, one that beats it at multi-cut's depth will do,
    /// centipawns.
    pub near_singular: Score,
    /// Not at nodes once on a principal variation, nor at ALL nodes against a stored upper bound four plies too shallow.
    pub careful: bool,
    /// What multi-cut proves is stored, for the depth of its searches.
    pub store: bool,
    /// The last cutter is credited in the histories.
    pub learn: bool,
    /// A2: an ALL node whose re-searches have taken back so many fail-highs goes on as a CUT node.
    pub turn: i32,
    /// V1: verification of a null move takes off a ply more for so many plies of depth.
    pub verify_depth_per_ply: i32,
    /// V2: with one piece or none a null move that fails high takes so many plies off instead of cutting.
    pub endgame_plies: i32,
    /// V3: a null move is asked for a stored lower bound that misses beta by no more than this, and verified, centipawns.
    pub table_bound: Score,
    /// M2: t of a ProbCut against alpha at ALL nodes, permille of a standard deviation.
    pub prob_low: i32,
    /// M1: t of a ProbCut against beta at CUT nodes whose evaluation does not allow a null move, permille.
    pub prob_high: i32,
    /// M3: a shallow check with a larger t comes before that at half the depth.
    pub two_checks: bool,
    /// M3: t with few pieces, permille of t with many; 0 stands for the same.
    pub prob_endgame: i32,
    /// V5: a null move that loses a piece shows what is threatened: its capturers come first, and moves of the piece are
    /// reduced less.
    pub threat: bool,
    /// Every so many-th cut of each room is [audited](super::super::prune::audit).
    pub audit: i32,
}

impl Later {
    /// None of them.
    pub const OFF: Later = Later {
        children: 0,
        trigger: Trigger::Promising,
        distinct_pieces: false,
        in_loop: false,
        near_pass: 0,
        near_capture: false,
        near_singular: 0,
        careful: false,
        store: false,
        learn: false,
        turn: 0,
        verify_depth_per_ply: 0,
        endgame_plies: 0,
        table_bound: 0,
        prob_low: 0,
        prob_high: 0,
        two_checks: false,
        prob_endgame: 0,
        threat: false,
        audit: 0,
    };
}
