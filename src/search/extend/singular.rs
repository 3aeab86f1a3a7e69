//! Singular extensions, and the multi-cut that comes with them.
//!
//! **Idea** If all moves but the table's fail low in a shallower search against a bound below its
//! score, that move stands alone and is searched deeper; more so the farther they fail. If another
//! move beats even beta, two moves cut, and the node is cut: multi-cut with C = 2 and the table's
//! move as the first cutter. **Paper** Thomas Anantharaman, Murray Campbell & Feng-hsiung Hsu,
//! "Singular extensions: adding selectivity to brute-force searching", Artificial Intelligence 43,
//! 1990; in today's form Stockfish (2011). Multi-cut there since 2019, after Björnsson & Marsland
//! 2001. Extending unasked is folklore. **Condition** From `Singular.Depth` on, the table's move
//! with a lower bound at most three plies too shallow. Nearer the leaves nobody is asked: the
//! table's move is searched a ply deeper where its lower bound speaks for it, and the evaluation
//! alone, which lies `Singular.ShallowMargin` below alpha, speaks for no other. **Parameters**
//! `Singular.*` of the [tunables](crate::search::techniques::TUNABLES); the search goes to half the
//! depth. A table's move that beats beta, and is not alone in it, is searched less deep by
//! `Singular.Negative`, one less than that at PV nodes, and at CUT nodes if it does not beat beta.
//! **Where we differ** Nothing.

use super::forced::is_within_extension_limit;
use crate::chess::Move;
use crate::score::{self, Score, is_decisive};
use crate::search::move_loop::scout;
use crate::search::node::{Depth, Node, NodeContext, NodeKind, NodeType};
use crate::search::statistics::Statistic;
use crate::search::table::Bound;
use crate::search::worker::Worker;

/// Doubly extended moves in one line.
const MOST_DOUBLE: u32 = 8;

/// What the other moves say of the table's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SingularResult {
    /// Search it so many plies deeper, or less deep.
    Extend(Depth),
    /// Another move cuts too: the node is worth at least this.
    Cut(Score),
}

/// Asks all other moves about this one, which is about to be searched.
#[inline]
pub fn try_extend<N: NodeType>(w: &mut Worker<'_>, node: &Node, mv: Move) -> SingularResult {
    let least_depth = w.techniques.tunables.singular_depth;
    let concerns = w.rules::<N>().singular
        && !N::ROOT
        && node.context.excluded.is_none()
        && node.hit.is_some_and(|hit| hit.mv == Some(mv))
        && is_within_extension_limit(w);
    if !concerns {
        SingularResult::Extend(0)
    } else if node.depth < least_depth {
        SingularResult::Extend(Depth::from(is_likely_singular(w, node)))
    } else if node.may_be_singular(least_depth) {
        search_others::<N>(w, node, mv)
    } else {
        SingularResult::Extend(0)
    }
}

/// Does nothing but the table's move promise to come near alpha?
#[inline]
fn is_likely_singular(w: &Worker<'_>, node: &Node) -> bool {
    let hope = node.alpha - w.techniques.tunables.singular_shallow_margin;
    node.hit.is_some_and(|hit| hit.bound == Bound::Lower)
        && node.static_eval().is_some_and(|eval| eval <= hope)
}

#[inline(never)]
fn search_others<N: NodeType>(w: &mut Worker<'_>, node: &Node, mv: Move) -> SingularResult {
    let Some(hit) = node.hit else { return SingularResult::Extend(0) };
    let stored = score::from_table(hit.score, w.ply());
    let bound = stored - node.depth * w.techniques.tunables.singular_margin / 16;
    let depth = (node.depth - 1) / 2;
    let context = NodeContext { excluded: Some(mv), ..node.context };
    let score = w.measure::<N, _>(
        Statistic::Singular,
        |w| scout(w, bound - 1, depth, context),
        |score| *score < bound,
    );
    if w.is_aborted() {
        return SingularResult::Extend(0);
    }
    let double = w.techniques.tunables.singular_double;
    if score < bound {
        let is_far =
            !N::PV && score < bound - double && w.stack.entry().double_extensions < MOST_DOUBLE;
        return SingularResult::Extend(1 + Depth::from(is_far));
    }
    if !N::PV && score >= node.beta && !is_decisive(score) {
        w.note::<N>(Statistic::SingularCut, true, 0);
        return SingularResult::Cut((score + node.beta) / 2);
    }
    // Others may do as well, so the table's move does not deserve its full depth; least of all
    // where beta is likely to be beaten anyway.
    let negative = w.techniques.tunables.singular_negative;
    if stored >= node.beta {
        return SingularResult::Extend((Depth::from(N::PV) - negative).min(0));
    }
    if node.context.kind == NodeKind::Cut {
        SingularResult::Extend((1 - negative).min(0))
    } else {
        SingularResult::Extend(0)
    }
}
