//! Processor and memory are those that the kernel reports.

use secateur::machine::{is_beyond, memory, processor};
use std::fs;

#[test]
fn memory_is_that_of_the_kernel() {
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
fn the_processor_has_the_name_of_the_kernel() {
    let text = fs::read_to_string("/proc/cpuinfo").expect("Linux");
    let line = text.lines().find(|line| line.starts_with("model name")).expect("a name");
    let name = line.split_once(':').expect("a value").1.trim();
    assert_eq!(processor().as_deref(), Some(name));
}
