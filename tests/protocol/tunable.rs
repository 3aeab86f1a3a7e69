//! Builds with the feature `tunable`, for tuners.

use crate::support::Session;
use secateur::search::techniques::TUNABLES;

#[test]
fn every_tunable_is_declared_after_uci() {
    let mut engine = Session::start();
    engine.send("uci");
    engine.expect("uciok");
    for name in TUNABLES.iter().map(|tunable| tunable.switch.name) {
        let declaration = format!("option name {name} type ");
        assert!(engine.output().iter().any(|line| line.starts_with(&declaration)), "{name}");
    }
}
