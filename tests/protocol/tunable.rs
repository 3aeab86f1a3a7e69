//! Builds with the feature `tunable`, for tuners.

use crate::support::Session;
use secateur::search::techniques::Switch;

#[test]
fn every_switch_and_parameter_is_declared_after_uci() {
    let mut engine = Session::start();
    engine.send("uci");
    engine.expect("uciok");
    for name in Switch::all().map(|switch| switch.name) {
        let declaration = format!("option name {name} type ");
        assert!(engine.output().iter().any(|line| line.starts_with(&declaration)), "{name}");
    }
}
