//! `secateur bench`: node count and speed of a fixed search.

use super::input::{evaluation_file, evaluator};
use super::json::Json;
use super::numbers::within;
use super::techniques::TechniqueOptions;
use crate::eval::neural::kernels;
use crate::eval::{DEFAULT_NAME, Evaluator};
use crate::screen::{fit, width};
use crate::search::Signals;
use crate::search::limits::{MAX_HASH, MAX_THREADS};
use crate::search::statistics::Statistic;
use crate::tools::bench::{BenchResult, POSITIONS, Task};
use anyhow::{Result, anyhow, bail};
use clap::Args;
use serde_json::{Value, json};
use std::process::ExitCode;

/// Searches the built-in positions and prints `N nodes M nps` as its last line. The hash table is
/// cleared before each position. With one thread and a depth or node limit, the node count is the
/// same on every machine and identifies the search.
///
/// A single number is the depth. Several are hash size in megabytes, threads, limit and limit type.
/// The word `default` (Stockfish's position file) before the limit type is ignored.
#[derive(Debug, Args)]
#[command(after_help = super::examples::BENCH)]
pub struct BenchOptions {
    /// Search depth, 13 by default; or HASH THREADS [LIMIT [depth|nodes|movetime]]
    #[arg(value_name = "DEPTH", num_args = 0..=5)]
    words: Vec<String>,
    /// Number of search threads (1 to 1024)
    #[arg(long, value_name = "T", value_parser = within::<u64>(1..=MAX_THREADS))]
    threads: Option<u64>,
    /// Size of the hash table, in megabytes (1 to 33554432)
    #[arg(long, value_name = "MB", value_parser = within::<u64>(1..=MAX_HASH))]
    hash: Option<u64>,
    /// Print attempts, successes and nodes of each technique
    #[arg(long)]
    stats: bool,
    /// Evaluation: network, material or a network file
    #[arg(long, value_name = "NAME", default_value = DEFAULT_NAME)]
    eval: String,
    /// Instruction set of the network kernels
    #[arg(long, value_name = "NAME", hide = true)]
    kernels: Option<String>,
    #[command(flatten)]
    techniques: TechniqueOptions,
    #[command(flatten)]
    json: Json,
}

/// Runs `secateur bench`, which searches the built-in positions and prints nodes and speed.
pub fn run(options: &BenchOptions) -> Result<ExitCode> {
    let task = options.task()?;
    options.json.check(evaluation_file(&options.eval))?;
    let mut counts = Vec::new();
    let result = task.run(
        options.techniques.techniques()?,
        options.evaluator()?,
        &Signals::default(),
        |nodes| {
            let position = POSITIONS[counts.len()];
            options.json.say(format_args!("{}", fit(&format!("{nodes:>12}  {position}"))));
            counts.push(nodes);
        },
    )?;
    if options.stats {
        stats(&result).iter().for_each(|line| options.json.say(format_args!("{line}")));
    }
    options.json.say(format_args!("{result}"));
    let positions: Vec<Value> = POSITIONS
        .iter()
        .zip(&counts)
        .map(|(fen, nodes)| json!({ "fen": fen, "nodes": nodes }))
        .collect();
    options.json.write(&json!({
        "nodes": result.nodes, "seconds": result.time.as_secs_f64(), "nps": result.speed(),
        "threads": task.threads, "hash": task.hash_megabytes, "positions": positions,
    }))?;
    Ok(ExitCode::SUCCESS)
}

impl BenchOptions {
    fn task(&self) -> Result<Task> {
        let task = Task::parse(&self.words).map_err(|error| anyhow!(error))?;
        if let [hash, threads, ..] = self.words.as_slice() {
            for (name, meaning, by_option, by_word) in [
                ("hash", "table size", self.hash, hash),
                ("threads", "number of threads", self.threads, threads),
            ] {
                if let Some(value) = by_option {
                    bail!(
                        "bench: --{name} {value} and the argument '{by_word}' both set the \
                         {meaning}; omit one"
                    );
                }
            }
        }
        Ok(Task {
            threads: self.threads.map_or(task.threads, |threads| threads as usize),
            hash_megabytes: self.hash.map_or(task.hash_megabytes, |hash| hash as usize),
            ..task
        })
    }

    fn evaluator(&self) -> Result<Evaluator> {
        let evaluator = evaluator(&self.eval)?;
        let Some(name) = &self.kernels else { return Ok(evaluator) };
        let names: Vec<&str> = kernels::available().map(|kernels| kernels.name).collect();
        let missing =
            || anyhow!("--kernels: this processor has {}, not '{name}'", names.join(", "));
        evaluator.with_kernels(name).ok_or_else(missing)
    }
}

/// The statistics of each technique, as lines.
fn stats(result: &BenchResult) -> Vec<String> {
    let mut lines = Vec::new();
    let statistics = &result.statistics;
    let share = |part: u64, whole: u64| 100.0 * part as f64 / whole.max(1) as f64;
    lines.push(format!(
        "{} interior, {} leaves, {} quiescence, {} evaluations",
        statistics.interior, statistics.leaves, statistics.quiescence, statistics.evaluations
    ));
    lines.push(format!(
        "the first move causes {:.1} % of the beta cutoffs",
        share(statistics.first_move_cuts, statistics.cuts)
    ));
    if let Some((factor, from, to)) = result.branching_factor() {
        lines.push(format!("effective branching factor {factor:.2}, depth {from} to {to}"));
    }
    let is_narrow = width().is_some_and(|width| width < 86);
    lines.push(match is_narrow {
        true => format!("{:<22} {:>12} {:>8} {:>8}", "technique", "tried", "won", "nodes"),
        false => format!(
            "{:<22} {:>12} {:>12} {:>8} {:>14} {:>8}",
            "technique", "tried", "won", "", "nodes spent", ""
        ),
    });
    for statistic in Statistic::ALL {
        let count = statistics[statistic];
        if is_narrow {
            lines.push(format!(
                "{:<22} {:>12} {:>6.1} % {:>6.1} %",
                statistic.name(),
                count.tried,
                share(count.won, count.tried),
                share(count.nodes, statistics.nodes())
            ));
            continue;
        }
        lines.push(format!(
            "{:<22} {:>12} {:>12} {:>6.1} % {:>14} {:>6.1} %",
            statistic.name(),
            count.tried,
            count.won,
            share(count.won, count.tried),
            count.nodes,
            share(count.nodes, statistics.nodes())
        ));
    }
    for statistic in Statistic::ALL {
        let audit = statistics.audit(statistic);
        if audit.tried > 0 {
            let wrong = audit.tried - audit.won;
            let (name, tried) = (statistic.name(), audit.tried);
            lines.push(format!(
                "{name:<22} {tried:>12} cuts audited, {wrong} wrong ({:.1} %)",
                share(wrong, tried)
            ));
        }
    }
    lines
}
