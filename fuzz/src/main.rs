//! libFuzzer's front door: one program for all targets, which are functions beside the engine's
//! tests (`tests/targets`). `TARGET`, in the environment, says which.

#![no_main]

#[path = "../../tests/targets/mod.rs"]
mod targets;

use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;
use targets::Target;

static TARGET: LazyLock<&Target> = LazyLock::new(|| {
    let name = std::env::var("TARGET").unwrap_or_default();
    targets::named(&name).unwrap_or_else(|| {
        let names = targets::TARGETS.map(|target| target.name).join(", ");
        eprintln!("TARGET is '{name}', which is none of {names}");
        std::process::exit(2)
    })
});

fuzz_target!(
    init: {
        LazyLock::force(&TARGET);
    },
    |input: &[u8]| (TARGET.run)(input)
);
