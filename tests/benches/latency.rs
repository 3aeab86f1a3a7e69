//! Latency of answers: `stop` to `bestmove`, and `isready` to `readyok` during a search.
//!
//! `cargo bench --bench latency` prints medians and worst cases over many trials, in milliseconds.
//! It asserts no limits.

#[path = "../support/mod.rs"]
mod support;

use std::time::{Duration, Instant};
use support::Session;

const TRIALS: usize = 200;

fn report(name: &str, mut times: Vec<Duration>) {
    times.sort();
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    println!(
        "{name}: median {:.3} ms, worst {:.3} ms of {}",
        ms(times[times.len() / 2]),
        ms(times[times.len() - 1]),
        times.len()
    );
}

fn main() {
    for threads in [1, 2] {
        let mut engine = Session::start();
        engine.send(&format!("setoption name Threads value {threads}"));
        let (mut stops, mut readies) = (Vec::new(), Vec::new());
        for _ in 0..TRIALS {
            engine.send("position startpos moves e2e4 c7c5");
            engine.send("go infinite");
            engine.expect("info depth 5");
            let sent = Instant::now();
            engine.send("isready");
            engine.expect("readyok");
            readies.push(sent.elapsed());
            let sent = Instant::now();
            engine.send("stop");
            engine.expect("bestmove");
            stops.push(sent.elapsed());
        }
        report(&format!("{threads} thread(s), stop"), stops);
        report(&format!("{threads} thread(s), isready during a search"), readies);
    }
}
