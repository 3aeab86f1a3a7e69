//! One libFuzzer program for all targets: functions beside the tests of the engine
//! (`tests/targets`) and of the laboratory (`lab/tests/targets`). The environment variable `TARGET`
//! selects one.

#![no_main]

#[path = "../../lab/tests/targets/mod.rs"]
mod lab_targets;
#[path = "../../tests/targets/mod.rs"]
mod targets;

use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;
static TARGET: LazyLock<fn(&[u8])> = LazyLock::new(|| {
    let name = std::env::var("TARGET").unwrap_or_default();
    let engine = targets::TARGETS.iter().map(|target| (target.name, target.run));
    let all: Vec<_> = engine.chain(lab_targets::TARGETS).collect();
    let found = all.iter().find(|(known, _)| *known == name);
    found.map(|(_, run)| *run).unwrap_or_else(|| {
        let names: Vec<_> = all.iter().map(|(name, _)| *name).collect();
        eprintln!("TARGET is '{name}', which is none of {}", names.join(", "));
        std::process::exit(2)
    })
});

fuzz_target!(
    init: {
        LazyLock::force(&TARGET);
    },
    |input: &[u8]| TARGET(input)
);
