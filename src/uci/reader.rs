//! The reader thread: it timestamps each input line and handles the commands that must not wait
//! for a search.
//!
//! `stop`, `ponderhit` and `quit` act on running and queued commands. The reader answers `isready`
//! itself during a search, or during other long work if no command is queued; otherwise `isready`
//! is queued. It reports an invalid line itself while a search runs and no command is queued;
//! otherwise the report is queued. Each command has its own signals, so a late `stop` cannot end
//! the next command.
//!
//! `quit` and the end of input stop searches. Long commands (perft, `bench`, `speedtest`,
//! `genfens`) are finished first (`printf 'go perft 5\nquit\n' | secateur`), unless standard input
//! is a terminal.

use super::command::{Command, Tool};
use super::guard;
use super::log;
use super::options::is_log;
use super::output::{log_input, send, send_info};
use super::pending::{CommandKind, Pending, ReadyAt};
use crate::search::Signals;
use crate::stop::INTERRUPTED;
use crossbeam::channel::Sender;
use std::io::{BufRead, IsTerminal};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Time for the last output between the last command and the exit of the process.
const EXIT_DELAY: Duration = Duration::from_millis(80);
/// Time limit for the answers of stopped searches and of other commands. `isready` and a search
/// with a large hash table access its memory before they can answer.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(3);
/// Interval between checks for the last answer.
const POLL_INTERVAL: Duration = Duration::from_millis(5);
/// Interval between progress messages while the process waits for its last answers. If standard
/// output is closed, such a message ends the process.
const PROGRESS_INTERVAL: Duration = Duration::from_secs(5);

/// UCI command queued for execution, with its arrival time and stop signals.
#[derive(Debug)]
pub struct Request {
    /// Command to execute.
    pub command: Command,
    /// Arrival time of the line.
    pub at: Instant,
    /// Signals of this command, for `stop` and `ponderhit`.
    pub signals: Arc<Signals>,
}

/// Returns the class of a command.
pub(super) fn kind_of(command: &Command) -> CommandKind {
    match command {
        Command::Go(go) if go.perft.is_none() => CommandKind::Search,
        Command::Go(_) => CommandKind::Work,
        Command::Tool(tool) => kind_of_tool(tool),
        _ => CommandKind::Other,
    }
}

fn kind_of_tool(tool: &Tool) -> CommandKind {
    match tool {
        Tool::Perft(_) | Tool::Bench(_) | Tool::SpeedTest(_) | Tool::GenFens { .. } => {
            CommandKind::Work
        }
        Tool::Display
        | Tool::Flip
        | Tool::Eval
        | Tool::Compiler
        | Tool::ExportNet(_)
        | Tool::Switches
        | Tool::Help => CommandKind::Other,
    }
}

/// Reads UCI commands from `input` and queues them, until `quit` or the end of input.
pub fn read_lines(mut input: impl BufRead, requests: &Sender<Request>, pending: &Pending) {
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        let at = match input.read_until(b'\n', &mut bytes) {
            Ok(0) => break,
            Ok(_) => Instant::now(),
            Err(error) => {
                send_info(&format!("cannot read standard input: {error}"));
                break;
            }
        };
        let line = guard::clean(&bytes);
        log_input(&line);
        let command = match guard::read(&line) {
            Ok(None) => continue,
            Ok(Some(Command::Quit)) => break,
            Ok(Some(command)) => command,
            Err(reason) => Command::Invalid(reason),
        };
        if dispatch(command, at, requests, pending).is_err() {
            break;
        }
    }
    if std::io::stdin().is_terminal() {
        pending.for_each(Signals::stop);
    } else {
        pending.for_each_search(Signals::stop);
    }
    let quit = Request { command: Command::Quit, at: Instant::now(), signals: Arc::default() };
    if requests.send(quit).is_ok() {
        wait_for_answers(pending);
        std::thread::sleep(EXIT_DELAY);
        std::process::exit(0);
    }
}

/// Waits for the end of long commands (perft, `bench`, `speedtest`, `genfens`), and for the answers
/// of other commands.
fn wait_for_answers(pending: &Pending) {
    let end = Instant::now();
    let mut reported = end;
    while pending.has(CommandKind::Work) || !pending.is_empty() && end.elapsed() < ANSWER_TIMEOUT {
        std::thread::sleep(POLL_INTERVAL);
        if reported.elapsed() >= PROGRESS_INTERVAL {
            send_info("finishing the commands in progress");
            reported = Instant::now();
        }
    }
}

/// Lets Ctrl-C stop searches and other long work. The process ends after their answers.
pub fn answer_at_interrupt(pending: &Pending) {
    let pending = pending.clone();
    let answer = move || {
        pending.for_each(Signals::stop);
        if pending.has(CommandKind::Work) || pending.has(CommandKind::Search) {
            wait_for_answers(&pending);
            std::thread::sleep(EXIT_DELAY);
        }
        std::process::exit(INTERRUPTED.into());
    };
    let _ = ctrlc::set_handler(answer); // without the handler, Ctrl-C ends the process immediately
}

/// The controller has closed its channel.
struct ChannelClosed;

fn dispatch(
    command: Command,
    at: Instant,
    requests: &Sender<Request>,
    pending: &Pending,
) -> Result<(), ChannelClosed> {
    if matches!(command, Command::IsReady) {
        match pending.schedule_ready() {
            ReadyAt::Now => {
                send("readyok");
                return Ok(());
            }
            ReadyAt::SearchStart => return Ok(()),
            ReadyAt::ItsTurn => {}
        }
    }
    match command {
        Command::Stop => pending.for_each(Signals::stop),
        Command::PonderHit => pending.for_each(Signals::ponder_hit),
        Command::Invalid(reason) if pending.is_only_searching() => send_info(&reason),
        command => {
            if matches!(&command, Command::SetOption { name, .. } if is_log(name)) {
                log::hold_input();
            }
            let signals = Arc::new(match &command {
                Command::Go(go) => Signals::new(go.ponder),
                _ => Signals::default(),
            });
            pending.add(kind_of(&command), &signals);
            return requests.send(Request { command, at, signals }).map_err(|_| ChannelClosed);
        }
    }
    Ok(())
}
