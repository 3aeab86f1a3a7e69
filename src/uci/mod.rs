//! Layer 7: the Universal Chess Interface over standard input and output.
//!
//! ```text
//! stdin ──> reader thread ──── requests ────> controller ──> engine
//!             │  guard: bytes -> Command        │  options, position, go
//!             └─ stop, ponderhit, isready ──────┴──> stdout, a line at a time
//! ```

mod analyst;
mod book;
pub mod client;
pub mod command;
mod console;
mod controller;
pub mod guard;
mod log;
mod node_clock;
mod options;
mod output;
mod pending;
mod reader;
pub mod screen;
pub mod self_check;
pub mod solver;
mod terminal;

use crate::engine::{Engine, Settings};
use crate::search::table::OutOfMemory;
use command::Command;
use controller::Controller;
use pending::Pending;
use reader::Request;
use std::io::{BufReader, IsTerminal};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// Why nobody can be spoken to.
#[derive(Debug, thiserror::Error)]
pub enum NoStart {
    /// The table.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
    /// The reader.
    #[error("a thread to read with cannot be started: {0}")]
    Thread(#[from] std::io::Error),
}

/// Speaks UCI on standard input and output until `quit` or the end of input.
pub fn run() -> Result<(), NoStart> {
    let mut engine = Engine::new(Settings::default())?;
    engine.set_seed(seed_of_now());
    let mut controller = Controller::new(engine);
    if std::io::stdin().is_terminal() && screen::is_terminal() {
        output::send(&console::greeting());
    }
    controller.take_defaults();
    let (sender, requests) = crossbeam::channel::unbounded();
    let pending = Pending::default();
    let readers_pending = pending.clone();
    let read =
        move || reader::read_lines(BufReader::new(std::io::stdin()), &sender, &readers_pending);
    std::thread::Builder::new().spawn(read)?;
    while let Ok(request) = requests.recv() {
        if controller.obey(&request, &pending).is_break() {
            break;
        }
    }
    Ok(())
}

/// Levels below the best should not play the same game every time.
fn seed_of_now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos() as u64)
}

/// Obeys lines given as arguments, one after the other, each to its end: `secateur "go depth 10"
/// quit`.
pub fn run_lines(lines: impl IntoIterator<Item = String>) -> Result<(), OutOfMemory> {
    let mut controller = Controller::new(Engine::new(Settings::default())?);
    controller.take_defaults();
    for line in lines {
        output::note_input(&line);
        let command = match guard::read(&guard::clean(line.as_bytes())) {
            Ok(Some(command)) => command,
            Ok(None) => continue,
            Err(reason) => {
                output::tell(&reason);
                continue;
            }
        };
        let signals = Arc::default();
        let request = Request { command: without_waiting(command), at: Instant::now(), signals };
        if let ControlFlow::Break(()) = controller.obey(&request, &Pending::default()) {
            break;
        }
    }
    Ok(())
}

/// Nobody can send `stop` or `ponderhit` to a search asked for by arguments, so it must not wait
/// for them: an infinite one goes on until the process is interrupted, and a pondering one counts
/// as hit.
fn without_waiting(command: Command) -> Command {
    match command {
        Command::Go(mut go) => {
            go.ponder = false;
            Command::Go(go)
        }
        other => other,
    }
}
