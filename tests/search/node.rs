//! Unit tests of `secateur::search::node`.

use crate::single::bare_node;
use secateur::score::{Score, WINNING};
use secateur::search::node::*;
use secateur::search::prune::stored_prob_cut::has_usable_bound;
use secateur::search::table::{Bound, TtHit};

#[test]
fn cut_and_all_nodes_alternate_below_pv_nodes() {
    assert_eq!(NodeKind::Pv.child(true), NodeKind::Pv);
    assert_eq!(NodeKind::Pv.child(false), NodeKind::Cut);
    for first in [true, false] {
        assert_eq!(NodeKind::Cut.child(first), NodeKind::All);
        assert_eq!(NodeKind::All.child(first), NodeKind::Cut);
    }
}

/// A CUT node of depth 10 with this beta and a lower bound of this score and depth in the table.
fn node(beta: Score, score: Score, depth: Depth) -> Node {
    let hit = TtHit { mv: None, score, eval: None, depth, bound: Bound::Lower, tt_pv: false };
    Node { alpha: beta - 1, beta, depth: 10, hit: Some(hit), ..bare_node() }
}

#[test]
fn singular_search_needs_a_score_that_is_not_winning() {
    let can_be_singular = |score| node(0, score, 7).can_be_singular(6);
    assert!(can_be_singular(WINNING));
    assert!(!can_be_singular(WINNING + 1));
    assert!(can_be_singular(-WINNING - 1));
}

#[test]
fn singular_search_needs_depth_and_a_deep_bound() {
    assert!(!node(0, 0, 7).can_be_singular(11));
    assert!(!node(0, 0, 6).can_be_singular(6));
}

#[test]
fn stored_prob_cut_needs_a_deeper_bound_if_lost() {
    let min_depth = |beta| (0..=10).find(|&depth| has_usable_bound(&node(beta, beta + 900, depth)));
    assert_eq!(min_depth(-WINNING), Some(6));
    assert_eq!(min_depth(-WINNING - 1), Some(8));
}
