//! `secateur perft`: counting leaves, for one position or a suite.

use super::input::read_lines;
use crate::chess::Board;
use crate::chess::perft::{PerftCase, PerftOptions, divide};
use anyhow::{Context, Result, anyhow};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

/// Counts the leaves of the game tree to a depth, or checks a suite of known counts (`FEN ;D1 20 ;D2 400 …`). A count
/// that differs from the suite's is printed with position, depth, wanted and got, and the exit code is 1.
#[derive(Debug, Args)]
pub struct Options {
    /// Depth in plies
    #[arg(required_unless_present = "suite", conflicts_with = "suite", value_parser = clap::value_parser!(u32).range(0..=30))]
    depth: Option<u32>,
    /// The position; the initial one by default
    #[arg(long, conflicts_with = "suite")]
    fen: Option<String>,
    /// Print the leaves below each root move
    #[arg(long, conflicts_with = "suite")]
    divide: bool,
    /// Write castling as king takes rook
    #[arg(long, conflicts_with = "suite")]
    chess960: bool,
    /// Threads to count with
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1024))]
    threads: u64,
    /// Megabytes of hash for subtree counts; none by default
    #[arg(long, value_name = "MB", default_value_t = 0, value_parser = clap::value_parser!(u64).range(0..=1_048_576))]
    hash: u64,
    /// Check the counts of this file instead
    #[arg(long, value_name = "FILE")]
    suite: Option<PathBuf>,
    /// Leave out entries of the suite with more leaves than this
    #[arg(long, value_name = "N", requires = "suite", default_value_t = u64::MAX, hide_default_value = true)]
    max_nodes: u64,
}

impl Options {
    fn perft_options(&self) -> PerftOptions<'static> {
        PerftOptions { threads: self.threads as usize, hash_megabytes: self.hash as usize, stop: None }
    }

    fn count(&self, board: &Board, depth: u32) -> Result<u64> {
        if depth == 0 {
            return Ok(1);
        }
        let divided = divide(board, depth, &self.perft_options()).context("a counting thread has failed")?;
        Ok(divided.iter().map(|(_, leaves)| leaves).sum())
    }
}

/// Runs the count.
pub fn run(options: &Options) -> Result<ExitCode> {
    match (&options.suite, options.depth) {
        (Some(path), _) => check_suite(options, path),
        (None, depth) => count_one(options, depth.unwrap_or_default()),
    }
}

fn count_one(options: &Options, depth: u32) -> Result<ExitCode> {
    let board = match &options.fen {
        Some(fen) => fen.parse().map_err(|error| anyhow!("--fen: {error}"))?,
        None => Board::default(),
    };
    let start = Instant::now();
    let divided = divide(&board, depth, &options.perft_options()).context("a counting thread has failed")?;
    let seconds = start.elapsed().as_secs_f64();
    if options.divide {
        for (mv, leaves) in &divided {
            println!("{}: {leaves}", mv.uci(options.chess960));
        }
        println!();
    }
    let leaves = if depth == 0 { 1 } else { divided.iter().map(|(_, leaves)| leaves).sum::<u64>() };
    println!(
        "depth {depth}: {leaves} leaves in {seconds:.3} s, {:.1} million/s",
        leaves as f64 / seconds.max(1e-9) / 1e6
    );
    Ok(ExitCode::SUCCESS)
}

fn check_suite(options: &Options, path: &Path) -> Result<ExitCode> {
    let cases: Vec<PerftCase> = read_lines(path)?;
    let bar = ProgressBar::new(cases.len() as u64)
        .with_style(ProgressStyle::with_template("{bar:30} {pos}/{len} positions, {eta} left")?);
    let start = Instant::now();
    let (mut checked, mut skipped, mut wrong, mut total) = (0u64, 0u64, 0u64, 0u64);
    for case in &cases {
        for &(depth, wanted) in &case.counts {
            if wanted > options.max_nodes {
                skipped += 1;
                continue;
            }
            let got = options.count(&case.board, depth)?;
            checked += 1;
            total += got;
            if got != wanted {
                wrong += 1;
                bar.suspend(|| println!("{}: depth {depth}, wanted {wanted}, got {got}", case.fen));
            }
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{} positions, {checked} counts checked, {wrong} wrong, {skipped} left out, {total} leaves in {seconds:.1} s",
        cases.len()
    );
    Ok(if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
