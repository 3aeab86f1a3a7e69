//! Unit tests of `secateur::search::prune::null_move`.

use secateur::search::prune::null_move::*;

#[test]
fn heinz_reduction_depends_on_depth_and_pieces() {
    assert_eq!((heinz(6, false), heinz(7, false), heinz(8, true), heinz(9, true)), (2, 3, 2, 3));
}
