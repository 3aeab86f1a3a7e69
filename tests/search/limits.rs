//! Unit tests of `secateur::search::limits`.

use secateur::search::Limits;
use std::time::Duration;

#[test]
fn set_limits_are_described() {
    let second = Duration::from_secs(1);
    let mut limits = Limits { infinite: true, ..Limits::with_depth(3) };
    limits.clock.left = [Some(second), None];
    limits.clock.increment = [second / 10, Duration::ZERO];
    limits.clock.nodes_per_millisecond = 7;
    let text = "depth 3, White's clock 1000 ms, White's increment 100 ms, \
        nodes per millisecond 7, infinite";
    assert_eq!(limits.describe(), text);
    assert_eq!(Limits::default().describe(), "no limit");
}
