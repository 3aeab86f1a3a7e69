//! The reader: it stamps each line with the time of its arrival, and answers at once what must not wait for a search.
//!
//! `stop`, `ponderhit` and `quit` act on the searches under way or waiting; `isready` is answered here while there is one,
//! and queued behind the rest of the work when there is none. Each search has signals of its own, so a stop that comes
//! late cannot end the next one.

use super::command::{Command, Tool};
use super::guard;
use super::output::{note_input, send, tell};
use crate::search::Signals;
use crossbeam::channel::Sender;
use std::io::BufRead;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long other work may go on after `quit` or the end of input before the process ends regardless.
const GRACE: Duration = Duration::from_millis(80);

/// A command, when its line came, and, if it searches, how to reach into the search.
#[derive(Debug)]
pub struct Request {
    /// What to do.
    pub command: Command,
    /// When it was asked for.
    pub at: Instant,
    /// Fresh signals.
    pub signals: Arc<Signals>,
}

/// The searches and counts asked for and not yet answered, in order.
#[derive(Clone, Debug, Default)]
pub struct Pending(Arc<Mutex<Vec<Arc<Signals>>>>);

impl Pending {
    fn with<T>(&self, act: impl FnOnce(&mut Vec<Arc<Signals>>) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Another search is asked for.
    pub fn add(&self, signals: &Arc<Signals>) {
        self.with(|searches| searches.push(Arc::clone(signals)));
    }

    /// A search has been answered.
    pub fn remove(&self, signals: &Arc<Signals>) {
        self.with(|searches| searches.retain(|other| !Arc::ptr_eq(other, signals)));
    }

    fn is_empty(&self) -> bool {
        self.with(|searches| searches.is_empty())
    }

    fn each(&self, act: impl Fn(&Signals)) {
        self.with(|searches| searches.iter().for_each(|signals| act(signals)));
    }
}

/// Reads lines until `quit` or the end of input.
pub fn read_lines(mut input: impl BufRead, requests: &Sender<Request>, pending: &Pending) {
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        let at = match input.read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => break,
            Ok(_) => Instant::now(),
        };
        let line = guard::clean(&bytes);
        note_input(&line);
        match guard::read(&line) {
            Ok(None) => {}
            Ok(Some(Command::Quit)) => break,
            Ok(Some(command)) => {
                if dispatch(command, at, requests, pending).is_err() {
                    break;
                }
            }
            Err(reason) => tell(&reason),
        }
    }
    pending.each(Signals::stop);
    let quit = Request { command: Command::Quit, at: Instant::now(), signals: Arc::default() };
    if requests.send(quit).is_ok() {
        std::thread::sleep(GRACE);
        std::process::exit(0);
    }
}

/// The controller has gone.
struct Gone;

fn dispatch(command: Command, at: Instant, requests: &Sender<Request>, pending: &Pending) -> Result<(), Gone> {
    match command {
        Command::Stop => pending.each(Signals::stop),
        Command::PonderHit => pending.each(Signals::ponder_hit),
        Command::IsReady if !pending.is_empty() => send("readyok"),
        command => {
            let signals = Arc::new(match &command {
                Command::Go(go) => Signals::new(go.ponder),
                _ => Signals::default(),
            });
            if matches!(command, Command::Go(_) | Command::Tool(Tool::Perft(_))) {
                pending.add(&signals);
            }
            return requests.send(Request { command, at, signals }).map_err(|_| Gone);
        }
    }
    Ok(())
}
