//! `secateur perft`: counts leaf nodes of a position or a suite, or compares with another engine.

use super::input::{
    ParsedLines, describe_rejected, describe_skipped, parse_lines, position, read_bytes,
};
use super::json::Json;
use super::numbers::{count, within};
use super::resume::{Interrupted, stop_on_interrupt};
use super::ticker::Ticker;
use crate::chess::fen::{CastlingMode, CastlingNotation};
use crate::chess::perft::difference::{Divided, Fault, PerftDifference, first_difference};
use crate::chess::perft::{
    PerftCase, PerftError, PerftOptions, divide, divide_with_progress, parse_depth, total,
};
use crate::chess::{Board, Move};
use crate::quote::{counted, escaped};
use crate::search::Signals;
use crate::search::limits::{MAX_HASH, MAX_THREADS};
use crate::tools::suites;
use crate::uci::client::{Client, HANDSHAKE_TIMEOUT};
use anyhow::{Result, anyhow, bail};
use clap::Args;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Counts the leaf nodes of the game tree to a depth, or checks the counts of a perft suite. A
/// suite has lines of the form `FEN ;D1 20 ;D2 400`. The forms `FEN; perft 1 20`, `FEN; 6;
/// 119060324` and `FEN,20,400` (from depth 1 on) work too. Each wrong count is printed with
/// position, depth, expected and actual count. In a terminal, a bar shows the progress.
///
/// With --compare, another UCI engine counts too (`go perft`). If the counts differ, the command
/// follows the first differing move down to the position where the move lists differ. It prints
/// that position with the missing and the extra moves of the other engine.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP, override_usage = USAGE)]
pub struct PerftArguments {
    /// Depth in plies (0 to 30)
    #[arg(required_unless_present = "suite", conflicts_with = "suite", value_parser = parse_depth)]
    depth: Option<u32>,
    /// Position as FEN; the initial position (startpos) by default
    #[arg(value_name = "FEN", num_args = 0.., conflicts_with = "suite")]
    fen: Vec<String>,
    /// Print the leaf count of each root move
    #[arg(long, conflicts_with = "suite")]
    divide: bool,
    /// Use Chess960 castling: K and Q in a FEN mean the outermost rooks, and castling is printed as
    /// king takes rook
    #[arg(long, conflicts_with = "suite")]
    chess960: bool,
    /// Number of threads (1 to 1024)
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = within::<u64>(1..=MAX_THREADS))]
    threads: u64,
    /// Size of the hash table for subtree counts, in megabytes (0 to 33554432)
    #[arg(long, value_name = "MB", default_value_t = 0, value_parser = within::<u64>(0..=MAX_HASH))]
    hash: u64,
    /// Check the counts in this file; - reads standard input
    #[arg(long, value_name = "FILE")]
    suite: Option<PathBuf>,
    /// Skip counts of the suite above N
    #[arg(long, value_name = "N", requires = "suite", conflicts_with = "depth", value_parser = count, default_value_t = u64::MAX, hide_default_value = true)]
    max_nodes: u64,
    /// Skip and report lines that cannot be read; the exit code is then 1
    #[arg(long, requires = "suite", conflicts_with = "depth")]
    skip_bad: bool,
    /// Compare with this UCI engine, with its arguments, and find the first position where the
    /// moves differ
    #[arg(long, value_name = "CMD", conflicts_with_all = ["suite", "divide"])]
    compare: Option<String>,
    /// Time limit for each count of the other engine, in seconds
    #[arg(long, value_name = "S", requires = "compare", conflicts_with_all = ["suite", "divide"], default_value_t = 60, value_parser = within::<u64>(1..=86_400))]
    timeout: u64,
    #[command(flatten)]
    json: Json,
}

/// The two forms of the command; clap would combine them.
const USAGE: &str = "\
secateur perft [OPTIONS] <DEPTH> [FEN]...
       secateur perft [OPTIONS] --suite <FILE>";

const AFTER_HELP: &str = "\
Examples:
  secateur perft 5 --divide
  secateur perft 6 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1' --threads 4 --hash 64
  secateur perft --suite epd/perft-standard.epd --max-nodes 100000000
  secateur perft 5 --compare stockfish --json difference.json

Exit codes:
  0  done; all counts agree
  1  a count differs from the suite or from the other engine, or lines were skipped
  2  invalid input, or the other engine does not answer; the error message says which
  130  interrupted; the counts of finished root moves or suite positions are printed";

impl PerftArguments {
    fn perft_options<'a>(&self, signals: &'a Signals) -> PerftOptions<'a> {
        PerftOptions {
            threads: self.threads as usize,
            hash_megabytes: self.hash as usize,
            stop: Some(signals.stop_flag()),
        }
    }

    /// Returns the number of leaves; `None` after a stop.
    fn leaves(&self, board: &Board, depth: u32, signals: &Signals) -> Result<Option<u64>> {
        match divide(board, depth, &self.perft_options(signals)) {
            Ok(divided) => Ok(Some(total(&divided, depth))),
            Err(PerftError::Stopped) => Ok(None),
            Err(error) => bail!("--hash: {error}"),
        }
    }

    /// Whether castling is printed as king takes rook, as with `--chess960` and where the position
    /// needs it.
    fn writes_chess960(&self, board: &Board) -> bool {
        self.chess960 || board.needs_chess960()
    }

    /// Notation of castling rights in the output: rook files with `--chess960`.
    fn notation(&self) -> CastlingNotation {
        CastlingNotation::of(self.chess960)
    }
}

/// Runs `secateur perft`, which counts leaf nodes, checks a suite or compares engines.
pub fn run(options: &PerftArguments) -> Result<ExitCode> {
    options.json.check(
        options.suite.as_deref().into_iter().chain(options.compare.as_deref().map(Path::new)),
    )?;
    if let Some(path) = &options.suite {
        return check_suite(options, path);
    }
    let depth = options.depth.unwrap_or_default();
    let board = match options.fen.as_slice() {
        [] => Board::default(),
        words => position(words, CastlingMode::of(options.chess960))?,
    };
    match &options.compare {
        Some(engine) => compare(options, engine, &board, depth),
        None => count_one(options, &board, depth),
    }
}

fn count_leaves(leaves: u64) -> String {
    counted(leaves, "leaf", "leaves")
}

fn count_one(options: &PerftArguments, board: &Board, depth: u32) -> Result<ExitCode> {
    let start = Instant::now();
    let signals = stop_on_interrupt()?;
    let root_moves = board.count_moves();
    let mut ticker = Ticker::new();
    ticker.show(0, root_moves, || format!("0 of {root_moves} root moves"));
    let so_far = Mutex::new((ticker, Vec::new()));
    let done = |mv: Move, leaves: u64| {
        let mut guard = so_far.lock().unwrap_or_else(PoisonError::into_inner);
        let (ticker, counted) = &mut *guard;
        counted.push((mv, leaves));
        let (moves, sum) = (counted.len(), total(counted, depth));
        ticker.show(moves as u64, root_moves, || {
            format!("{moves} of {root_moves} root moves, {}", count_leaves(sum))
        });
    };
    let result = divide_with_progress(board, depth, &options.perft_options(&signals), &done);
    let (ticker, counted) = so_far.into_inner().unwrap_or_else(PoisonError::into_inner);
    ticker.finish();
    let is_stopped = matches!(result, Err(PerftError::Stopped));
    let divided = match result {
        Ok(divided) => divided,
        Err(PerftError::Stopped) => counted,
        Err(error) => bail!("--hash: {error}"),
    };
    let seconds = start.elapsed().as_secs_f64();
    if options.divide || is_stopped {
        for (mv, leaves) in &divided {
            options.json.say(format_args!("{}: {leaves}", mv.uci(options.writes_chess960(board))));
        }
        options.json.say(format_args!(""));
    }
    let leaves = if is_stopped { total(&divided, 1) } else { total(&divided, depth) };
    let incomplete = if is_stopped { " (incomplete)" } else { "" };
    options.json.say(format_args!(
        "depth {depth}{incomplete}: {} in {seconds:.3} s, {:.1} million/s",
        count_leaves(leaves),
        leaves as f64 / seconds.max(1e-9) / 1e6
    ));
    let text = |mv: &Move| mv.uci(options.writes_chess960(board));
    let moves: Vec<Value> =
        divided.iter().map(|(mv, leaves)| json!({ "move": text(mv), "leaves": leaves })).collect();
    let fen = board.fen(options.notation());
    options.json.write(&json!({
        "fen": fen, "depth": depth, "leaves": leaves, "seconds": seconds, "moves": moves,
        "complete": !is_stopped,
    }))?;
    if is_stopped {
        bail!(Interrupted(format!("after {} of {root_moves} root moves", divided.len())));
    }
    Ok(ExitCode::SUCCESS)
}

fn check_suite(options: &PerftArguments, path: &Path) -> Result<ExitCode> {
    let bytes = read_bytes(path).map_err(|error| {
        let name = path.to_str().filter(|name| name.starts_with("perft-") && !path.exists());
        anyhow!("{error:#}{}", suites::place_of(name.unwrap_or_default()))
    })?;
    let ParsedLines { good, bad } = parse_lines::<PerftCase>(path, &bytes)?;
    if !bad.is_empty() && !options.skip_bad {
        bail!(describe_rejected(&bad, good.len()));
    }
    bad.iter().for_each(|line| eprintln!("{line}"));
    let cases: Vec<PerftCase> = good.into_iter().map(|(_, case)| case).collect();
    let signals = stop_on_interrupt()?;
    let mut ticker = Ticker::new();
    let (mut done, all) = (0, cases.len());
    let start = Instant::now();
    let (mut checked, mut skipped, mut leaves, mut wrong) = (0u64, 0u64, 0u64, Vec::new());
    'suite: for case in &cases {
        for &(depth, expected) in &case.counts {
            if expected > options.max_nodes {
                skipped += 1;
                continue;
            }
            let Some(got) = options.leaves(&case.board, depth, &signals)? else { break 'suite };
            checked += 1;
            leaves += got;
            if got != expected {
                ticker.suspend(|| {
                    options.json.say(format_args!(
                        "{}: depth {depth}, expected {expected}, got {got}",
                        escaped(&case.fen)
                    ));
                });
                wrong.push(
                    json!({ "fen": case.fen, "depth": depth, "expected": expected, "got": got }),
                );
            }
        }
        done += 1;
        ticker.show(done as u64, all as u64, || format!("{done} of {all} positions"));
    }
    ticker.finish();
    if checked == 0 && done == all {
        bail!("nothing was checked: --max-nodes {} skips every count", options.max_nodes);
    }
    let seconds = start.elapsed().as_secs_f64();
    options.json.say(format_args!(
        "{}, {} checked, {} wrong, {skipped} skipped, {} in {seconds:.1} s",
        counted(done as u64, "position", "positions"),
        counted(checked, "count", "counts"),
        wrong.len(),
        count_leaves(leaves)
    ));
    options.json.write(&json!({
        "suite": path.display().to_string(), "positions": done, "checked": checked, "skipped": skipped,
        "bad_lines": bad.len(),
        "leaves": leaves, "seconds": seconds, "wrong": wrong, "complete": done == all,
    }))?;
    if done < all {
        bail!(Interrupted(format!("after {done} of {all} positions")));
    }
    if !bad.is_empty() {
        eprintln!("secateur: {}", describe_skipped(bad.len()));
    }
    Ok(if wrong.is_empty() && bad.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn compare(options: &PerftArguments, engine: &str, board: &Board, depth: u32) -> Result<ExitCode> {
    if depth == 0 {
        bail!("--compare needs a depth of 1 or more");
    }
    let signals = stop_on_interrupt()?;
    let mut client = Client::start_command(engine)?;
    client.set_signals(&signals);
    let compared = compare_with(options, &mut client, board, depth, &signals);
    if signals.is_stopped() {
        bail!(Interrupted("before the comparison ended".to_owned()));
    }
    let (leaves, found) = compared?;
    match &found {
        None => options.json.say(format_args!(
            "depth {depth}: {}, {} agrees",
            count_leaves(leaves),
            escaped(engine)
        )),
        Some(difference) => print_difference(difference, options, engine),
    }
    options.json.write(&json!({
        "engine": engine, "fen": board.fen(options.notation()), "depth": depth, "leaves": leaves,
        "difference": found.as_ref().map(|difference| difference_as_json(difference, options)),
    }))?;
    Ok(if found.is_none() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Returns the number of leaves and the first difference. After a stop, the result is invalid.
fn compare_with(
    options: &PerftArguments,
    client: &mut Client,
    board: &Board,
    depth: u32,
    signals: &Signals,
) -> Result<(u64, Option<PerftDifference>)> {
    client.ask("uci", "uciok", HANDSHAKE_TIMEOUT)?;
    if options.writes_chess960(board) {
        client.send("setoption name UCI_Chess960 value true")?;
    }
    client.ask("isready", "readyok", HANDSHAKE_TIMEOUT)?;
    let timeout = Duration::from_secs(options.timeout);
    let mut ask = |board: &Board, depth: u32| -> Result<Divided> {
        Ok(client.divide(board, depth, options.notation(), timeout)?)
    };
    first_difference(board, depth, &options.perft_options(signals), &mut ask)
}

fn texts(moves: &[Move], chess960: bool) -> Vec<String> {
    moves.iter().map(|mv| mv.uci(chess960)).collect()
}

fn print_difference(difference: &PerftDifference, options: &PerftArguments, engine: &str) {
    let engine = escaped(engine);
    let chess960 = options.writes_chess960(&difference.board);
    let path = texts(&difference.path, chess960);
    options
        .json
        .say(format_args!("{engine} differs at: {}", difference.board.fen(options.notation())));
    options.json.say(format_args!(
        "reached by: {}",
        if path.is_empty() { "no move".to_owned() } else { path.join(" ") }
    ));
    let list =
        |moves: &[String]| if moves.is_empty() { "none".to_owned() } else { moves.join(" ") };
    match &difference.fault {
        Fault::Moves { missing, extra } => {
            options.json.say(format_args!("missing moves: {}", list(&texts(missing, chess960))));
            options.json.say(format_args!("extra moves: {}", list(extra)));
        }
        Fault::Count { mv, ours, theirs } => {
            options.json.say(format_args!(
                "after {}: {}, {engine} counts {theirs}; the counts one ply deeper agree",
                mv.uci(chess960),
                count_leaves(*ours)
            ));
        }
    }
}

fn difference_as_json(difference: &PerftDifference, options: &PerftArguments) -> Value {
    let chess960 = options.writes_chess960(&difference.board);
    let (fen, path) = (difference.board.fen(options.notation()), texts(&difference.path, chess960));
    match &difference.fault {
        Fault::Moves { missing, extra } => {
            json!({ "fen": fen, "path": path, "missing": texts(missing, chess960), "extra": extra })
        }
        Fault::Count { mv, ours, theirs } => {
            json!({ "fen": fen, "path": path, "move": mv.uci(chess960), "ours": ours, "theirs": theirs })
        }
    }
}
