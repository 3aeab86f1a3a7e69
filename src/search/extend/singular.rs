//! Singular extensions, and the multi-cut that comes with them.
//!
//! **Idea** If all other moves fail low in a shallower search against a bound below the TT move's
//! score, the TT move is singular and is searched deeper. If another move beats beta, the node
//! is cut: a multi-cut, also if the TT move's score does not beat beta.
//! **Paper** Thomas Anantharaman, Murray Campbell & Feng-hsiung Hsu, "Singular extensions: adding
//! selectivity to brute-force searching", Artificial Intelligence 43, 1990; in today's form
//! Stockfish (2011). Multi-cut after Björnsson & Marsland 2001.
//! **Condition** From `Singular.Depth` on: the TT entry is a lower bound from depth − 3 or deeper,
//! and its score is at most [`score::WINNING`]. At lower depth, without a search: a lower bound in
//! the TT and a static evaluation `Singular.ShallowMargin` below alpha (folklore).
//! **Parameters** `Singular.*` of the [tunables](crate::search::techniques::TUNABLES). The search
//! has half the depth. A TT move that is not singular is reduced by `Singular.Negative` plies if
//! its stored score is at least beta; by one less at PV nodes and at CUT nodes with a lower score.
//! **Differences** Up to three plies, if the others fail low by far (`Singular.Double`, `Triple`).

use super::is_within_extension_limit;
use crate::chess::Move;
use crate::score::{self, Score, is_decisive};
use crate::search::node::{Depth, Node, NodeContext, NodeKind, NodeType};
use crate::search::pvs::null_window;
use crate::search::statistics::Statistic;
use crate::search::table::Bound;
use crate::search::worker::Worker;

/// The greatest number of moves in one line that are extended by more than one ply.
const MAX_DOUBLE: u32 = 8;

/// Result of a singular search of the TT move (an extension or a cutoff).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SingularResult {
    /// Extend the TT move by this number of plies, which may be negative.
    Extend(Depth),
    /// Another move beats beta too: cut the node with this score.
    Cut(Score),
}

/// Returns the singular extension of a move before its search, or a multi-cut cutoff of the node.
#[inline]
pub fn try_extend<N: NodeType>(w: &mut Worker<'_>, node: &Node, mv: Move) -> SingularResult {
    let min_depth = w.tunables::<N>().singular_depth;
    let applies = w.switches::<N>().singular
        && !N::ROOT
        && node.context.excluded.is_none()
        && node.hit.is_some_and(|hit| hit.mv == Some(mv))
        && is_within_extension_limit(w);
    if !applies {
        SingularResult::Extend(0)
    } else if node.depth < min_depth {
        SingularResult::Extend(Depth::from(is_likely_singular::<N>(w, node)))
    } else if node.can_be_singular(min_depth) {
        search_others::<N>(w, node, mv)
    } else {
        SingularResult::Extend(0)
    }
}

/// Whether the TT move is likely to be singular: the static evaluation is far below alpha.
#[inline]
fn is_likely_singular<N: NodeType>(w: &Worker<'_>, node: &Node) -> bool {
    let limit = node.alpha - w.tunables::<N>().singular_shallow_margin;
    node.hit.is_some_and(|hit| hit.bound == Bound::Lower)
        && node.static_eval().is_some_and(|eval| eval <= limit)
}

#[inline(never)]
fn search_others<N: NodeType>(w: &mut Worker<'_>, node: &Node, mv: Move) -> SingularResult {
    let Some(hit) = node.hit else { return SingularResult::Extend(0) };
    let tt_score = score::from_tt(hit.score, w.ply());
    let singular_beta = tt_score - node.depth * w.tunables::<N>().singular_margin / 16;
    let depth = (node.depth - 1) / 2;
    let context = NodeContext { excluded: Some(mv), ..node.context };
    let score = w.measure::<N, _>(
        Statistic::Singular,
        |w| null_window::<N>(w, singular_beta - 1, depth, context),
        |score| *score < singular_beta,
    );
    if w.is_aborted() {
        return SingularResult::Cut(score); // ends the node; the score does not count
    }
    if score < singular_beta {
        let distance = singular_beta - score;
        let double_margin = w.tunables::<N>().singular_double;
        let triple_margin = w.tunables::<N>().singular_triple;
        let is_double =
            !N::PV && distance > double_margin && w.stack.entry().double_extensions < MAX_DOUBLE;
        let is_triple =
            is_double && triple_margin > 0 && !mv.is_noisy() && distance > triple_margin;
        return SingularResult::Extend(1 + Depth::from(is_double) + Depth::from(is_triple));
    }
    if !N::PV && score >= node.beta && !is_decisive(score) {
        w.count_attempt::<N>(Statistic::SingularMultiCut, true, 0);
        return SingularResult::Cut((score + node.beta) / 2);
    }
    // Other moves may be as good: a negative extension, most of all where beta is likely to be
    // beaten anyway.
    let negative = w.tunables::<N>().singular_negative;
    if tt_score >= node.beta {
        return SingularResult::Extend((Depth::from(N::PV) - negative).min(0));
    }
    if node.context.kind == NodeKind::Cut {
        SingularResult::Extend((1 - negative).min(0))
    } else {
        SingularResult::Extend(0)
    }
}
