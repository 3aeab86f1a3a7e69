//! Unit tests of `secateur::search::prune::null_move`.

use secateur::search::prune::null_move::*;

#[test]
fn heinz_reduction_depends_on_depth_and_pieces() {
    assert_eq!(
        (
            adaptive_reduction(6, false),
            adaptive_reduction(7, false),
            adaptive_reduction(8, true),
            adaptive_reduction(9, true)
        ),
        (2, 3, 2, 3)
    );
}
