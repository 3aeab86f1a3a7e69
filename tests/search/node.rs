//! Unit tests of `secateur::search::node`.

use secateur::search::node::*;

#[test]
fn expectations_alternate_below_the_principal_variation() {
    assert_eq!(NodeKind::Pv.child(true), NodeKind::Pv);
    assert_eq!(NodeKind::Pv.child(false), NodeKind::Cut);
    for first in [true, false] {
        assert_eq!(NodeKind::Cut.child(first), NodeKind::All);
        assert_eq!(NodeKind::All.child(first), NodeKind::Cut);
    }
}
