//! Unit tests of `secateur::search::techniques::tunables`.

use secateur::search::techniques::tunables::*;
use secateur::search::techniques::{Access, Techniques};

#[test]
fn defaults_are_in_range_and_every_tunable_has_its_own_field() {
    let mut techniques = Techniques::FULL;
    for tunable in TUNABLES {
        let (name, (min, max)) = (tunable.switch.name, tunable.range);
        assert!((min..=max).contains(&tunable.default) && tunable.step > 0, "{name}");
        assert_eq!(tunable.switch.get(&techniques), tunable.default.to_string(), "{name}");
        let Access::Number(_, _, field) = tunable.switch.access else {
            panic!("{name} is no number")
        };
        *field(&mut techniques) = -1; // detects another tunable of the same field
    }
}
