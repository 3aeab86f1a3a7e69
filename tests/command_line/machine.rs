//! Start of the x86-64-v3 program, and processor and memory of the machine.

use crate::{BINARY, program};
use secateur::cli::launch::Launch;
use secateur::machine::{IS_BASELINE, is_beyond, memory, prefers_v3, processor};
use std::fs;
use std::process::Command;

#[test]
fn processor_and_environment_determine_the_program_to_start() {
    let chosen = |level, has_v3, prefers_v3| Launch::of(level, has_v3, prefers_v3).ok();
    for (level, [without_v3, slow_pext, fast_pext]) in [
        (None, [Some(Launch::Never), Some(Launch::Never), Some(Launch::IfPossible)]),
        (Some("v2"), [Some(Launch::Never); 3]),
        (Some("v3"), [None, Some(Launch::Forced), Some(Launch::Forced)]),
        (Some("v4"), [None; 3]),
    ] {
        assert_eq!(chosen(level, false, false), without_v3, "{level:?}");
        assert_eq!(chosen(level, true, false), slow_pext, "{level:?}");
        assert_eq!(chosen(level, true, true), fast_pext, "{level:?}");
    }
}

/// The baseline program runs in its place.
#[test]
fn a_v3_program_that_cannot_be_started_is_skipped_unless_forced() {
    let folder = tempfile::tempdir().expect("a folder");
    let copy = folder.path().join("secateur");
    let copied = Command::new("cp").arg(BINARY).arg(&copy).status();
    assert!(copied.expect("cp runs").success());
    let faster = format!("secateur-{}-v3", env!("CARGO_PKG_VERSION"));
    fs::write(folder.path().join(&faster), "not executable").expect("written");
    let run = |level: Option<&str>| {
        let mut command = program::program(&copy);
        command.arg("--version").envs(level.map(|level| ("SECATEUR_LEVEL", level)));
        let (code, _, error) = program::run(&mut command);
        (code, error)
    };
    let (code, error) = run(None);
    let is_reported = error.contains("cannot start ") && error.contains(&faster);
    assert_eq!((code, is_reported), (Some(0), IS_BASELINE && prefers_v3()), "{error}");
    assert_eq!(run(Some("v3")).0, Some(if IS_BASELINE { 2 } else { 0 }));
}

#[test]
fn memory_is_the_total_of_proc_meminfo() {
    let text = fs::read_to_string("/proc/meminfo").expect("Linux");
    let line = text.lines().find(|line| line.starts_with("MemTotal:")).expect("a total");
    let kilobytes = line.split_whitespace().nth(1).expect("a number");
    let total = kilobytes.parse::<usize>().expect("a number") >> 10;
    let memory = memory().expect("Linux reports it");
    assert_eq!(memory.total, total);
    assert!((1..=total).contains(&memory.available), "{memory:?}");
    assert!(is_beyond(total + 1) && !is_beyond(total));
}

#[test]
#[cfg(target_arch = "x86_64")]
fn the_processor_name_is_that_of_proc_cpuinfo() {
    let text = fs::read_to_string("/proc/cpuinfo").expect("Linux");
    let line = text.lines().find(|line| line.starts_with("model name")).expect("a name");
    let name = line.split_once(':').expect("a value").1.trim();
    assert_eq!(processor().as_deref(), Some(name));
}
