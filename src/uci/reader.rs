//! The reader: it stamps each line with the time of its arrival, and answers at once what must not
//! wait for a search.
//!
//! `stop`, `ponderhit` and `quit` act on the work under way or waiting; `isready` is answered here
//! while there is a search, or other long work that nothing waits for, and else queued behind what
//! was sent before it. Each command has signals of its own, so a stop that comes late cannot end
//! the next one. At the end of input, and on `quit`, searches are stopped; counts and the
//! benchmark, which end by themselves, are finished first (`printf 'go perft 5\nquit\n' |
//! secateur`), unless a person has typed it.

use super::command::{Command, Tool};
use super::guard;
use super::output::{note_input, send, tell};
use super::pending::{Kind, Pending};
use crate::search::Signals;
use crossbeam::channel::Sender;
use std::io::{BufRead, IsTerminal};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long other work may go on after `quit` or the end of input before the process ends
/// regardless.
const GRACE: Duration = Duration::from_millis(80);
/// How long stopped searches may take to answer then: a table that is large is made before the
/// search that uses it begins.
const LAST_ANSWERS: Duration = Duration::from_secs(3);
/// How often it is looked whether the last of them has answered.
const LOOK: Duration = Duration::from_millis(5);
/// How often somebody is told meanwhile that it goes on: where nobody reads any more, the telling
/// ends the process.
const SIGN_OF_LIFE: Duration = Duration::from_secs(5);

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

fn kind_of(command: &Command) -> Kind {
    match command {
        Command::Go(go) if go.perft.is_none() => Kind::Search,
        Command::Go(_)
        | Command::Tool(
            Tool::Perft(_) | Tool::Bench(_) | Tool::SpeedTest(_) | Tool::GenFens { .. },
        ) => Kind::Work,
        _ => Kind::Other,
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
    if std::io::stdin().is_terminal() {
        pending.each(Signals::stop);
    } else {
        pending.each_search(Signals::stop);
    }
    let quit = Request { command: Command::Quit, at: Instant::now(), signals: Arc::default() };
    if requests.send(quit).is_ok() {
        wait_for_answers(pending);
        std::thread::sleep(GRACE);
        std::process::exit(0);
    }
}

/// Waits until what ends by itself has ended, and what has been stopped has answered.
fn wait_for_answers(pending: &Pending) {
    let end = Instant::now();
    let mut told = end;
    while pending.has(Kind::Work) || pending.has(Kind::Search) && end.elapsed() < LAST_ANSWERS {
        std::thread::sleep(LOOK);
        if told.elapsed() >= SIGN_OF_LIFE {
            tell("finishing what was asked for before the end of input");
            told = Instant::now();
        }
    }
}

/// The controller has gone.
struct Gone;

fn dispatch(
    command: Command,
    at: Instant,
    requests: &Sender<Request>,
    pending: &Pending,
) -> Result<(), Gone> {
    match command {
        Command::Stop => pending.each(Signals::stop),
        Command::PonderHit => pending.each(Signals::ponder_hit),
        Command::IsReady if pending.is_ready_at_once() => send("readyok"),
        command => {
            let signals = Arc::new(match &command {
                Command::Go(go) => Signals::new(go.ponder),
                _ => Signals::default(),
            });
            pending.add(kind_of(&command), &signals);
            return requests.send(Request { command, at, signals }).map_err(|_| Gone);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_sent_first_is_answered_first_but_for_searches() {
        let at_once = |kinds: &[Kind]| {
            let pending = Pending::default();
            kinds.iter().for_each(|kind| pending.add(*kind, &Arc::default()));
            pending.is_ready_at_once()
        };
        assert!(!at_once(&[]), "nothing is under way");
        assert!(at_once(&[Kind::Search]) && at_once(&[Kind::Work]));
        assert!(
            !at_once(&[Kind::Other])
                && !at_once(&[Kind::Work, Kind::Other])
                && !at_once(&[Kind::Work, Kind::Work])
        );
        assert!(
            at_once(&[Kind::Search, Kind::Other]) && at_once(&[Kind::Other, Kind::Search]),
            "it may last for ever"
        );
    }
}
