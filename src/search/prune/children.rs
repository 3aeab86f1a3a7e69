//! Multi-cut from the table, which costs no search: enhanced transposition cutoffs with more than one witness.
//!
//! **Idea** If several children have stored bounds that beat beta, each too shallow for a cutoff by itself, they are the
//! cutters of a multi-cut that somebody has searched already. One that is deep enough cuts alone. Those too few for a cut are
//! tried first.
//! **Paper** Jonathan Schaeffer & Aske Plaat, "New advances in alpha-beta searching", ACM 1996, and Yngvi Björnsson & Tony
//! Marsland, "Multi-cut alpha-beta pruning in game-tree search", 2001, put together; Plaat et al., "Nearly optimal minimax tree
//! search?", 1994, for the order.
//! **Condition** CUT nodes of null windows, not in check, not around mates, not where a repetition or the fifty-move rule is near.
//! **Parameters** `MultiCut.Children`; C = 2, from depth 14 on 3; bounds 3 + depth / 4 plies too shallow will do.
//! **Where we differ** Nodes whose table move could be singular are left to the multi-cut there, but for cutoffs by one child.

use super::super::extend::singular;
use super::super::node::{Depth, Expect, Front, Kind, Node};
use super::super::table::Bound;
use super::super::tally::Counted;
use super::super::worker::Worker;
use crate::score::{self, Score, is_decisive};

/// The least depth of the rooms that no preset opens, plies.
pub const LEAST_DEPTH: Depth = 5;
/// Half-move clock, in plies, up to which stored bounds are believed.
const LAST_SAFE_CLOCK: u16 = 80;
/// From this depth on three children are wanted.
const DEEP: Depth = 14;
/// Centipawns above beta that a shallow bound must reach.
const MARGIN: Score = 20;

/// A score of at least beta, if what is stored of the children allows it.
pub fn attempt<K: Kind>(w: &mut Worker<'_>, node: &mut Node) -> Option<Score> {
    let least = w.techniques.later.children;
    if least == 0
        || node.depth < least
        || node.edge.expect != Expect::Cut
        || node.was_pv
        || is_decisive(node.beta)
        || w.board().halfmove_clock() > LAST_SAFE_CLOCK
        || !w.board().has_pieces(w.board().side_to_move())
        || w.can_repeat::<K>()
    {
        return None;
    }
    let found = look(w, node);
    w.tally.note(Counted::ChildrenCut, found.is_some(), 0);
    found
}

#[inline(never)]
fn look(w: &mut Worker<'_>, node: &mut Node) -> Option<Score> {
    let reduction = 3 + node.depth / 4;
    let mut front = Front::new();
    for mv in w.board().legal_moves() {
        let Some(hit) = w.shared.table.probe(w.board().after(mv).key()) else { continue };
        let score = -score::from_table(hit.score, w.ply() + 1);
        let beats = matches!(hit.bound, Bound::Upper | Bound::Exact) && score >= node.beta && !is_decisive(score);
        if !beats {
            continue;
        }
        if hit.depth >= node.depth - 1 {
            w.tally.note(Counted::Etc, true, 0);
            return Some(score);
        }
        if hit.depth >= node.depth - 1 - reduction && score >= node.beta + MARGIN {
            let _ = front.try_push(mv);
        }
    }
    let wanted = if node.depth >= DEEP { 3 } else { 2 };
    let is_left = w.techniques.modern.singular && singular::is_candidate(w, node);
    if front.len() >= wanted && !is_left {
        return Some(node.beta);
    }
    if node.hit.is_none_or(|hit| hit.mv.is_none()) {
        node.front = front;
    }
    None
}
