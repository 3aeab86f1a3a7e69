//! `secateur doctor`: checks the machine, the files and the engine.

use super::input::evaluation_file;
use super::json::Json;
use crate::eval::DEFAULT_NAME;
use crate::screen::{Colour, paint, width, wrap};
use crate::tools::defaults;
use crate::tools::health::{self, CheckResult, HealthStatus};
use crate::uci::self_check;
use anyhow::{Context, Result};
use clap::Args;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Checks everything that Secateur needs and prints a line for each check: ok, warn (works, but
/// could be better) or FAIL. It checks processor features, cores, memory and huge pages. It checks
/// your defaults (secateur.toml), the evaluation, the book and the tablebases. It measures how fast
/// the engine answers isready and stop, and runs a UCI session that includes invalid input.
///
/// The checks take a few seconds.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub struct DoctorOptions {
    /// Evaluation to check: network, material or a network file
    #[arg(long, value_name = "NAME", default_value = DEFAULT_NAME)]
    eval: String,
    /// Opening book to check: Polyglot (.bin) or a file of FEN or EPD lines
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
    /// Folders of Syzygy tablebases to check, separated as in the UCI option SyzygyPath
    #[arg(long, value_name = "PATH")]
    syzygy: Option<String>,
    /// UCI engine to check; this program by default
    #[arg(long, value_name = "ENGINE")]
    engine: Option<PathBuf>,
    #[command(flatten)]
    json: Json,
}

const AFTER_HELP: &str = "\
Examples:
  secateur doctor
  secateur doctor --syzygy /tables/345:/tables/6 --book openings.bin --json health.json

Exit codes:
  0  no check failed; there may be warnings
  1  a check failed
  2  invalid input; the error message names the place";

/// Runs `secateur doctor`, which checks the installation and prints a line for each check.
pub fn run(options: &DoctorOptions) -> Result<ExitCode> {
    let read = [options.book.as_deref(), options.engine.as_deref(), evaluation_file(&options.eval)];
    options.json.check(read.into_iter().flatten())?;
    let program = match &options.engine {
        Some(engine) => engine.clone(),
        None => std::env::current_exe().context("cannot find the path of this program")?,
    };
    let mut findings = Vec::new();
    let mut add = |found: Vec<CheckResult>| {
        found.iter().for_each(|finding| print(finding, &options.json));
        findings.extend(found);
    };
    add(health::machine());
    add(health::defaults());
    add(files_of(options));
    match self_check::start(&program) {
        Ok(()) => {
            add(self_check::latencies(&program));
            add(vec![self_check::conversation(&program)]);
        }
        Err(failure) => add(vec![failure]),
    }
    let count = |status| findings.iter().filter(|finding| finding.status == status).count();
    let failed = count(HealthStatus::Fail);
    let (ok, warn) = (count(HealthStatus::Ok), count(HealthStatus::Warn));
    options.json.say(format_args!("\n{ok} ok, {warn} warn, {failed} fail"));
    options.json.write(&findings)?;
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Findings about the evaluation, the book and the tablebases.
fn files_of(options: &DoctorOptions) -> Vec<CheckResult> {
    let mut findings = vec![health::evaluation(&options.eval)];
    findings.extend(options.book.as_deref().map(Path::new).map(health::book));
    let own = defaults::user().syzygy.as_ref().map(|setting| &setting.value);
    if let Some(path) = options.syzygy.as_ref().or(own) {
        findings.extend(health::tablebases(path));
    }
    findings
}

fn print(finding: &CheckResult, json: &Json) {
    let (status, colour) = match finding.status {
        HealthStatus::Ok => ("ok", Colour::Good),
        HealthStatus::Warn => ("warn", Colour::Doubtful),
        HealthStatus::Fail => ("FAIL", Colour::Bad),
    };
    let beginning = format!("{} {:<20} ", paint(colour, format!("{status:<5}")), finding.name);
    for line in wrap(&beginning, &finding.text, 6, width()) {
        json.say(format_args!("{line}"));
    }
}
