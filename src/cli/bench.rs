//! `secateur bench`: the signature of the search, and its speed.

use super::techniques::TechniqueOptions;
use crate::eval::neural::kernels;
use crate::eval::{DEFAULT_NAME, Evaluator, evaluator_named};
use crate::search::statistics::Statistic;
use crate::tools::bench::{self, BenchResult, POSITIONS};
use anyhow::{Result, anyhow};
use clap::Args;
use std::process::ExitCode;

/// Searches the built-in positions, each with a cleared table, and prints `N nodes M nps` as its
/// last line. The node count depends on nothing but the program: not on the machine, the time, or
/// the table's contents before.
#[derive(Debug, Args)]
pub struct BenchOptions {
    /// Depth of every search, in plies
    #[arg(default_value_t = bench::DEFAULT_DEPTH, value_parser = clap::value_parser!(u32).range(1..=200))]
    depth: u32,
    /// Print each technique's attempts, successes and nodes
    #[arg(long)]
    stats: bool,
    /// The evaluation: material, stand-in, linear, network, or a file of weights or of a network
    #[arg(long, value_name = "NAME", default_value = DEFAULT_NAME)]
    eval: String,
    /// The loops of a network, by the kind of processor
    #[arg(long, value_name = "NAME", hide = true)]
    kernels: Option<String>,
    #[command(flatten)]
    techniques: TechniqueOptions,
}

/// Runs the benchmark.
pub fn run(options: &BenchOptions) -> Result<ExitCode> {
    let mut number = 0;
    let result = bench::run(
        options.depth,
        options.techniques.techniques()?,
        options.evaluator()?,
        |nodes| {
            println!("{nodes:>12}  {}", POSITIONS[number]);
            number += 1;
        },
    )?;
    if options.stats {
        print_stats(&result);
    }
    println!("{result}");
    Ok(ExitCode::SUCCESS)
}

impl BenchOptions {
    fn evaluator(&self) -> Result<Evaluator> {
        let evaluator = evaluator_named(&self.eval).map_err(|error| anyhow!("--eval: {error}"))?;
        let Some(name) = &self.kernels else { return Ok(evaluator) };
        let names: Vec<&str> = kernels::available().map(|kernels| kernels.name).collect();
        let missing =
            || anyhow!("--kernels: this processor has {}, not '{name}'", names.join(", "));
        evaluator.with_kernels(name).ok_or_else(missing)
    }
}

fn print_stats(result: &BenchResult) {
    let statistics = &result.statistics;
    let share = |part: u64, whole: u64| 100.0 * part as f64 / whole.max(1) as f64;
    println!(
        "{} interior, {} leaves, {} quiescence, {} evaluations",
        statistics.interior, statistics.leaves, statistics.quiescence, statistics.evaluations
    );
    println!(
        "the first move cuts at {:.1} % of the nodes that a move cuts",
        share(statistics.first_move_cuts, statistics.cuts)
    );
    if let Some((factor, from, to)) = result.branching_factor() {
        println!("effective branching factor {factor:.2}, depth {from} to {to}");
    }
    println!(
        "{:<22} {:>12} {:>12} {:>8} {:>14} {:>8}",
        "technique", "tried", "won", "", "nodes spent", ""
    );
    for statistic in Statistic::ALL {
        let count = statistics[statistic];
        println!(
            "{:<22} {:>12} {:>12} {:>6.1} % {:>14} {:>6.1} %",
            statistic.name(),
            count.tried,
            count.won,
            share(count.won, count.tried),
            count.nodes,
            share(count.nodes, statistics.nodes())
        );
    }
    for statistic in Statistic::ALL {
        let audit = statistics.audit(statistic);
        if audit.tried > 0 {
            let wrong = audit.tried - audit.won;
            let (name, tried) = (statistic.name(), audit.tried);
            println!(
                "{name:<22} {tried:>12} cuts audited, {wrong} wrong ({:.1} %)",
                share(wrong, tried)
            );
        }
    }
}
