//! `secateur-lab data test-set` and `data evaluate`: errors of evaluations against deep searches.

use crate::cli::evaluator;
use crate::cli::options::SearchOptions;
use crate::evaluations::evaluation_file;
use crate::learn::data::DataProgress;
use crate::learn::selfplay::SelfPlayer;
use crate::learn::test_set::choose::{Selection, choose};
use crate::learn::test_set::decided::{QueenAndPawn, queen_and_pawn, tally, without_rules};
use crate::learn::test_set::errors::{ClassErrors, Errors, measure_errors};
use crate::learn::test_set::file::{FORMAT, Head, Writer, read};
use crate::learn::test_set::measure::{check_prefix, measure};
use crate::learn::test_set::{GameSource, Position};
use crate::matches::play::SHORT_BENCH;
use anyhow::{Result, bail};
use clap::Args;
use secateur::chess::Board;
use secateur::cli::numbers::{count, within};
use secateur::cli::resume::{Interrupted, handle_interrupts};
use secateur::cli::ticker::Ticker;
use secateur::eval::{DEFAULT_NAME, Evaluator};
use secateur::files;
use secateur::score::Score;
use secateur::tools::fingerprint::fingerprint;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Number of decided endings, and of comparisons of a queen with a pawn.
const DECIDED: u32 = 2000;
const COMPARED: u32 = 500;
/// Random seed of both.
const SEED: u64 = 1;

/// Selects quiet positions of held-out games and searches each. `evaluate` measures evaluations on
/// them. With the --seed and --hold-out of `pack`, no position comes from a game of the training.
///
/// Ctrl-C keeps the finished searches; --resume continues.
#[derive(Debug, Args)]
pub struct TestSetOptions {
    /// Game files
    #[arg(required = true, value_name = "IN")]
    inputs: Vec<PathBuf>,
    /// File to write; it must not exist, except with --resume
    #[arg(long, value_name = "OUT")]
    out: PathBuf,
    /// Number of positions
    #[arg(long, value_name = "N", default_value_t = 150_000, value_parser = count)]
    positions: u64,
    /// Soft node limit for each position: no iteration begins after 80 % of it. The hard limit is
    /// eight times this number
    #[arg(long, value_name = "SOFT", default_value_t = 20_000, value_parser = count)]
    nodes: u64,
    /// Origin of the games
    #[arg(long, value_enum, default_value_t = GameSource::Own)]
    origin: GameSource,
    #[command(flatten)]
    search: SearchOptions,
    /// Random seed of the held-out games and the positions
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = within::<u64>(0..=u64::MAX))]
    seed: u64,
    /// Games to select from, in permille
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = within::<u64>(1..=1000))]
    hold_out: u64,
    /// Continue the file if it exists; a larger --positions extends it
    #[arg(long)]
    resume: bool,
}

/// Prints the mean squared error of the expected score and the correlation with the deep scores, by
/// class. The evaluation is multiplied by the factor with the least error, so that networks of
/// different scales compare.
///
/// It also tests 2000 decided endings with few pieces, with the rules for known endings as truth.
/// In play, these rules replace the network.
#[derive(Debug, Args)]
pub struct EvaluateOptions {
    /// Test sets; an unfinished one is read too
    #[arg(required = true, value_name = "TESTSET")]
    files: Vec<PathBuf>,
    /// Evaluation: material, piece-square, linear, network, or a weights or network file
    #[arg(long, value_name = "NAME", default_value = DEFAULT_NAME)]
    eval: Vec<String>,
}

/// Makes or continues a test set.
pub fn make(options: TestSetOptions) -> Result<()> {
    let read = options.inputs.iter().map(PathBuf::as_path);
    files::check(read.chain(evaluation_file(&options.search.eval)), [&options.out])?;
    let evaluator = options.search.evaluator()?;
    let settings = options.search.settings(options.nodes, 0.0);
    let players = (0..options.search.threads)
        .map(|_| SelfPlayer::new(settings, evaluator.clone()))
        .collect::<Result<Vec<SelfPlayer>, _>>()?;
    let head = Head {
        format: FORMAT,
        origin: options.origin,
        nodes: options.nodes,
        hash: options.search.hash,
        seed: options.seed,
        hold_out: options.hold_out,
        evaluation_hash: format!("{:016x}", fingerprint(&evaluator)),
        bench: *SHORT_BENCH,
    };
    let TestSetOptions { inputs, out, positions, seed, hold_out, resume, .. } = options;
    // An unsuitable file is reported before the games are read; a new one is created afterwards.
    let open = || Writer::open(&out, &head, resume);
    let begun = out.exists().then(open).transpose()?;
    let selection = Selection { inputs, positions: positions as usize, seed, hold_out };
    let stop = handle_interrupts()?;
    let mut ticker = Ticker::new();
    let mut watch =
        |at: &DataProgress| ticker.show(at.bytes, at.total, || format!("{} games", at.games));
    let candidates = choose(&selection, &stop, &mut watch);
    ticker.finish();
    let candidates = candidates?;
    let (mut writer, done) = begun.map_or_else(open, Ok)?;
    check_prefix(&out, &done[..done.len().min(selection.positions)], &candidates)?;
    if done.len() > candidates.len() {
        println!("{} is finished already: {} positions", out.display(), done.len());
        return Ok(());
    }
    if candidates.len() < selection.positions {
        eprintln!("the held-out games have only {} quiet positions", candidates.len());
    }
    let (start, mut ticker) = (Instant::now(), Ticker::new());
    let (before, all) = (done.len() as u64, candidates.len() as u64);
    let mut watch = |count: usize| {
        let speed = count as f64 / start.elapsed().as_secs_f64().max(1e-9);
        let at = before + count as u64;
        ticker.show(at, all, || format!("{at} positions, {speed:.1} positions/s"));
    };
    let count = measure(&candidates[done.len()..], players, &mut writer, &stop, &mut watch);
    ticker.finish();
    let found = done.len() + count?;
    if found < candidates.len() {
        bail!(Interrupted(format!("after {found} positions; --resume continues")));
    }
    println!("{}: {found} positions", out.display());
    Ok(())
}

/// Measures evaluations on test sets.
pub fn run_evaluate(options: &EvaluateOptions) -> Result<()> {
    let mut positions: Vec<(GameSource, Position)> = Vec::new();
    for path in &options.files {
        let test_set = read(path)?;
        let origin = test_set.head.origin;
        let count = test_set.positions.len();
        positions.extend(test_set.positions.into_iter().map(|position| (origin, position)));
        print_contents(path, &test_set.head, count);
    }
    if positions.is_empty() {
        bail!("the test sets have no positions");
    }
    for name in &options.eval {
        let evaluator = evaluator("--eval", name)?;
        println!("\n{name} ({:016x})", fingerprint(&evaluator));
        print_errors(&measure_errors(&evaluator, &positions));
        print_decided(&evaluator);
    }
    Ok(())
}

fn print_contents(path: &Path, head: &Head, count: usize) {
    println!(
        "{}: {count} positions, searched with {} nodes by evaluation {}",
        path.display(),
        head.nodes,
        head.evaluation_hash
    );
}

fn print_errors(errors: &ClassErrors) {
    println!("factor {:.3}; errors are mean squared errors x 10000", errors.factor);
    println!("{:<32}{:>10}{:>10}{:>9}{:>13}", "", "positions", "error", "95 %", "correlation");
    for (title, classes) in &errors.groups {
        if classes.len() > 1 {
            println!("{title}");
        }
        let indent = if classes.len() > 1 { "  " } else { "" };
        for (name, errors) in classes.iter().filter(|(_, errors)| errors.count > 0) {
            print_row(&format!("{indent}{name}"), errors);
        }
    }
}

fn print_row(name: &str, errors: &Errors) {
    println!(
        "{name:<32}{:>10}{:>10.1}{:>9}{:>13.3}",
        errors.count,
        errors.mean() * 1e4,
        format!("±{:.1}", errors.margin() * 1e4),
        errors.correlation()
    );
}

/// Prints the results on decided endings: of a network alone, and of the evaluation in play.
fn print_decided(evaluator: &Evaluator) {
    if let Evaluator::Network(_) = evaluator {
        println!("decided endings, the network without the rules for known endings");
        print_decided_by(|board| without_rules(evaluator, board));
    }
    println!("decided endings, the evaluation in play");
    print_decided_by(|board| evaluator.evaluate(board));
}

fn print_decided_by(evaluate: impl Fn(&Board) -> Score) {
    let kinds = tally(&evaluate, DECIDED, SEED);
    let [count, right] =
        kinds.iter().fold([0, 0], |[count, right], kind| [count + kind.count, right + kind.right]);
    let percent = |right: u32, count: u32| 100.0 * f64::from(right) / f64::from(count.max(1));
    println!(
        "  the evaluation favours the winner in {:.1} % of {count} positions",
        percent(right, count)
    );
    let by_kind: Vec<String> = kinds
        .iter()
        .filter(|kind| kind.right < kind.count)
        .map(|kind| format!("K{}k {:.0} %", kind.pieces, percent(kind.right, kind.count)))
        .collect();
    if !by_kind.is_empty() {
        println!("  below 100 %: {}", by_kind.join(", "));
    }
    let QueenAndPawn { count, wrong, lowest_queen, highest_pawn } =
        queen_and_pawn(evaluate, COMPARED, SEED);
    println!(
        "  a queen is not above a pawn on the same square in {wrong} of {count}; lowest queen \
         {lowest_queen}, highest pawn {highest_pawn}"
    );
}
