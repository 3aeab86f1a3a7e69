//! Self-check of a UCI engine from outside: latency measurements and a protocol conversation.

use super::client::{Client, ClientError, HANDSHAKE_TIMEOUT};
use super::solver::NO_MOVE;
use crate::chess::Board;
use crate::tools::health::CheckResult;
use std::time::{Duration, Instant};

/// Timeout of an answer, generous for a busy machine.
const ANSWER_TIMEOUT: Duration = HANDSHAKE_TIMEOUT;
/// Time in which an infinite search must not answer.
const MINIMUM_SEARCH: Duration = Duration::from_millis(50);
/// Number of timed answers. The time includes two pipes and the scheduling of both processes. The
/// minimum is close to the engine's own share; the median is what clients see, and is judged.
const TIMES: usize = 25;
/// Limit of a warning: slower answers lose games at short time controls.
const SLOW: Duration = Duration::from_millis(20);
/// Limit of a failure: clients treat slower answers as missing.
const TOO_SLOW: Duration = Duration::from_secs(1);

/// Checks for `doctor` that a UCI engine starts. The other checks would each wait for an engine
/// that does not answer, so they need a successful start. `engine` is its command with arguments.
pub fn start(engine: &str) -> Result<(), CheckResult> {
    let greet = |mut client: Client| {
        client.ask("uci", "uciok", ANSWER_TIMEOUT)?;
        client.ask("isready", "readyok", ANSWER_TIMEOUT)
    };
    match Client::start_command(engine).and_then(greet) {
        Ok(_) => Ok(()),
        Err(error) => Err(CheckResult::fail("engine", error.to_string())),
    }
}

/// Measures for `doctor` how fast a UCI engine answers `isready` (idle and searching) and `stop`.
pub fn latencies(engine: &str) -> Vec<CheckResult> {
    let rest = latency("isready at rest", engine, |client| timed(client, "isready", "readyok"));
    let during = latency("isready in a search", engine, |client| {
        client.send("go infinite")?;
        client.expect("info depth", ANSWER_TIMEOUT)?;
        let time = timed(client, "isready", "readyok")?;
        client.ask("stop", "bestmove", ANSWER_TIMEOUT)?;
        Ok(time)
    });
    let stop = latency("stop", engine, |client| {
        client.send("go infinite")?;
        client.expect("info depth", ANSWER_TIMEOUT)?;
        std::thread::sleep(MINIMUM_SEARCH);
        timed(client, "stop", "bestmove")
    });
    vec![rest, during, stop]
}

fn timed(client: &mut Client, line: &str, beginning: &str) -> Result<Duration, ClientError> {
    let start = Instant::now();
    client.ask(line, beginning, ANSWER_TIMEOUT)?;
    Ok(start.elapsed())
}

/// Repeats a measurement with one process and judges the median.
fn latency(
    name: &str,
    engine: &str,
    measure: impl Fn(&mut Client) -> Result<Duration, ClientError>,
) -> CheckResult {
    let measured = Client::start_command(engine).and_then(|mut client| {
        client.ask("uci", "uciok", ANSWER_TIMEOUT)?;
        (0..TIMES).map(|_| measure(&mut client)).collect::<Result<Vec<_>, _>>()
    });
    match measured {
        Ok(times) => judged(name, times),
        Err(error) => CheckResult::fail(name, error.to_string()),
    }
}

fn judged(name: &str, mut times: Vec<Duration>) -> CheckResult {
    times.sort_unstable();
    let milliseconds = |time: Duration| time.as_secs_f64() * 1e3;
    let median = times[times.len() / 2];
    let worst = times.last().copied().unwrap_or(median);
    let text = format!(
        "median {:.2} ms, minimum {:.2} ms, maximum {:.2} ms of {}",
        milliseconds(median),
        milliseconds(times[0]),
        milliseconds(worst),
        times.len()
    );
    match median {
        time if time >= TOO_SLOW => CheckResult::fail(name, text),
        time if time >= SLOW => CheckResult::warn(name, text),
        _ => CheckResult::ok(name, text),
    }
}

/// Error in a conversation.
#[derive(Debug, thiserror::Error)]
enum CheckError {
    #[error(transparent)]
    Client(#[from] ClientError),
    #[error("{0}")]
    UnexpectedAnswer(String),
}

/// Step of the conversation: its name and its check.
type Step = (&'static str, fn(&mut Client) -> Result<(), CheckError>);

/// Steps of the conversation, in order.
const STEPS: [Step; 6] = [
    ("uci", check_id),
    ("legal move", play),
    ("go infinite and stop", wait_for_stop),
    ("checkmate on the board", mate),
    ("castling notation", castling),
    ("invalid input", odd_input),
];

/// Checks for `doctor` that a UCI engine answers a test session correctly, and names the first
/// failing step.
pub fn conversation(engine: &str) -> CheckResult {
    const NAME: &str = "UCI conversation";
    let client = Client::start_command(engine).map_err(|error| error.to_string());
    let held = client.and_then(|mut client| {
        for (what, step) in STEPS {
            step(&mut client).map_err(|problem| format!("{what}: {problem}"))?;
        }
        client.quit(ANSWER_TIMEOUT).map_err(|error| error.to_string())
    });
    match held {
        Ok(status) if status.success() => {
            CheckResult::ok(NAME, format!("{} steps and quit", STEPS.len()))
        }
        Ok(status) => CheckResult::fail(NAME, format!("quit: the process ended with {status}")),
        Err(reason) => CheckResult::fail(NAME, reason),
    }
}

fn ready(client: &mut Client) -> Result<(), CheckError> {
    client.ask("isready", "readyok", ANSWER_TIMEOUT)?;
    Ok(())
}

fn check_id(client: &mut Client) -> Result<(), CheckError> {
    client.send("uci")?;
    let mut missing = vec!["id name ", "id author ", "option name Hash ", "option name Threads "];
    client.wait(ANSWER_TIMEOUT, |line| {
        missing.retain(|beginning| !line.starts_with(beginning));
        (line == "uciok").then_some(())
    })?;
    if !missing.is_empty() {
        return Err(CheckError::UnexpectedAnswer(format!(
            "no line begins with '{}'",
            missing.join("', '")
        )));
    }
    ready(client)
}

/// Returns the move of `bestmove`, which must be legal.
fn best_move(
    client: &mut Client,
    position: &str,
    board: &Board,
    go: &str,
) -> Result<String, CheckError> {
    client.send(position)?;
    let answer = client.ask(go, "bestmove", ANSWER_TIMEOUT)?;
    let text = answer.split(' ').nth(1).unwrap_or_default();
    match board.parse_uci(text) {
        Ok(_) => Ok(text.to_owned()),
        Err(error) => Err(CheckError::UnexpectedAnswer(format!("'{answer}': {error}"))),
    }
}

fn parsed(fen: &str) -> Result<Board, CheckError> {
    fen.parse().map_err(|error| CheckError::UnexpectedAnswer(format!("{fen}: {error}")))
}

fn play(client: &mut Client) -> Result<(), CheckError> {
    let after = parsed("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1")?;
    best_move(client, "position startpos moves e2e4", &after, "go depth 4")?;
    best_move(
        client,
        "position startpos",
        &Board::default(),
        "go wtime 1000 btime 1000 movestogo 40",
    )?;
    Ok(())
}

fn wait_for_stop(client: &mut Client) -> Result<(), CheckError> {
    client.send("position startpos")?;
    client.send("go infinite")?;
    match client.expect("bestmove", MINIMUM_SEARCH) {
        Ok(answer) => {
            return Err(CheckError::UnexpectedAnswer(format!("'{answer}' came before stop")));
        }
        Err(ClientError::Silent { .. }) => {}
        Err(error) => return Err(error.into()),
    }
    ready(client)?;
    client.ask("stop", "bestmove", ANSWER_TIMEOUT)?;
    Ok(())
}

fn mate(client: &mut Client) -> Result<(), CheckError> {
    client.send("position fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1 moves a1a8")?;
    let answer = client.ask("go depth 2", "bestmove", ANSWER_TIMEOUT)?;
    if answer.split_whitespace().nth(1).is_some_and(|text| NO_MOVE.contains(&text)) {
        return Ok(());
    }
    Err(CheckError::UnexpectedAnswer(format!("'{answer}' after mate")))
}

fn castling(client: &mut Client) -> Result<(), CheckError> {
    let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let board = parsed(fen)?;
    for (mode, castle) in [("true", "e1h1"), ("false", "e1g1")] {
        client.send(&format!("setoption name UCI_Chess960 value {mode}"))?;
        let go = format!("go depth 1 searchmoves {castle}");
        let written = best_move(client, &format!("position fen {fen}"), &board, &go)?;
        if written != castle {
            return Err(CheckError::UnexpectedAnswer(format!("'{written}' instead of '{castle}'")));
        }
    }
    Ok(())
}

fn odd_input(client: &mut Client) -> Result<(), CheckError> {
    for line in [
        "",
        "xyzzy",
        "setoption name Hash value many",
        "setoption name Nonsense value 1",
        "position fen 9/8/8/8/8/8/8/8 w - - 0 1",
        "position startpos moves e2e5",
        "go depth x nodes 10",
        "stop",
        "ponderhit",
    ] {
        client.send(line)?;
    }
    client.expect("bestmove", ANSWER_TIMEOUT)?; // `(none)`, since the last position is rejected
    ready(client)?;
    best_move(client, "position startpos", &Board::default(), "go depth 3")?;
    Ok(())
}
