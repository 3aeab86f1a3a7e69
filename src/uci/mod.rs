//! Layer 7: the Universal Chess Interface (UCI) over standard input and output.
//!
//! ```text
//! stdin ──> reader thread ──── requests ────> controller ──> engine
//!             │  guard: bytes -> Command        │  options, position, go
//!             └─ stop, ponderhit, isready ──────┴──> stdout, a line at a time
//! ```

pub mod analyst;
pub mod book;
pub mod client;
pub mod command;
mod console;
mod controller;
pub mod declared;
pub mod guard;
pub mod info_line;
mod log;
pub mod node_clock;
pub mod options;
pub mod output;
pub mod pending;
mod reader;
pub mod repeats;
pub mod self_check;
pub mod solver;
pub mod terminal;

use crate::engine::{Engine, Settings};
use crate::screen;
use crate::search::Signals;
use crate::search::smp::STACK;
use crate::search::table::OutOfMemory;
use crate::seeds;
use crate::stop::INTERRUPTED;
use crate::threads::with_stack;
use command::Command;
use controller::Controller;
use pending::Pending;
pub use reader::answer_at_interrupt;
use reader::{Request, kind_of};
use std::io::{BufReader, IsTerminal};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

/// Reason why the engine cannot start its UCI loop, such as missing memory.
#[derive(Debug, thiserror::Error)]
pub enum UciStartError {
    /// The hash table cannot be allocated.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
    /// The reader thread cannot be started.
    #[error("cannot start the reader thread: {0}")]
    Thread(#[from] std::io::Error),
}

/// Runs the UCI loop on standard input and output until `quit` or the end of input. The loop has
/// the stack of a search: a thread started for each `go` could wait for a busy processor.
pub fn run() -> Result<(), UciStartError> {
    with_stack(STACK, run_loop)
}

fn run_loop() -> Result<(), UciStartError> {
    let mut engine = Engine::new(Settings { in_place: true, ..Settings::default() })?;
    engine.set_seed(seeds::random());
    let mut controller = Controller::new(engine);
    if std::io::stdin().is_terminal() && screen::is_terminal() {
        console::greeting().iter().for_each(|line| output::send(line));
    }
    controller.apply_defaults();
    let (sender, requests) = crossbeam::channel::unbounded();
    let pending = Pending::default();
    if std::io::stdin().is_terminal() {
        answer_at_interrupt(&pending);
    }
    let readers_pending = pending.clone();
    let read =
        move || reader::read_lines(BufReader::new(std::io::stdin()), &sender, &readers_pending);
    std::thread::Builder::new().spawn(read)?;
    while let Ok(request) = requests.recv() {
        if controller.execute(&request, &pending).is_break() {
            break;
        }
    }
    Ok(())
}

/// Executes UCI commands given as command-line arguments, such as `secateur "go depth 10" quit`.
/// Returns false if a command was rejected or failed. `pending` has the running command, for
/// [`answer_at_interrupt`].
pub fn run_lines(
    lines: impl IntoIterator<Item = String>,
    pending: &Pending,
) -> Result<bool, OutOfMemory> {
    let mut engine = Engine::new(Settings::default())?;
    engine.set_seed(seeds::random());
    let mut controller = Controller::new(engine);
    controller.apply_defaults();
    let mut lines = lines.into_iter().peekable();
    while let Some(line) = lines.next() {
        output::log_input(&line);
        let command = match guard::read(&guard::clean(line.as_bytes())) {
            Ok(Some(command)) => command,
            Ok(None) => continue,
            Err(reason) => Command::Invalid(reason),
        };
        let request = request_of(command, lines.peek().is_none());
        let was_stopped = request.signals.is_stopped();
        pending.add(kind_of(&request.command), &request.signals);
        if let ControlFlow::Break(()) = controller.execute(&request, pending) {
            break;
        }
        if request.signals.is_stopped() && !was_stopped {
            std::process::exit(INTERRUPTED.into());
        }
    }
    Ok(!controller.has_failed())
}

/// Adapts a command of the command line, which cannot receive `stop` or `ponderhit`. `go ponder` is
/// a search as after `ponderhit`. A search without a limit ends at once if another argument
/// follows, as on standard input; the last one runs until the process is interrupted.
fn request_of(command: Command, is_last: bool) -> Request {
    let signals = Arc::new(Signals::default());
    let command = match command {
        Command::Go(mut go) if go.perft.is_none() => {
            if go.ponder && !go.infinite && !go.has_limit() {
                go.problems.push("go: as an argument, ponder needs a limit".to_owned());
            }
            go.ponder = false;
            let is_endless = go.infinite || !go.has_limit() && go.problems.is_empty();
            if is_endless && is_last {
                output::send_info("go: no limit, Ctrl-C ends the search");
            } else if is_endless {
                signals.stop();
            }
            Command::Go(go)
        }
        other => other,
    };
    Request { command, at: Instant::now(), signals }
}
