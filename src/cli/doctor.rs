//! `secateur doctor`: checks the machine, the files and the engine.

use super::input::evaluation_file;
use super::json::Json;
use super::other::OWN;
use crate::eval::DEFAULT_NAME;
use crate::screen::{TextRole, paint, width, wrap};
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
    /// UCI engine to check, with its arguments; `self` is Secateur, the default
    #[arg(long, value_name = "CMD", default_value = OWN, hide_default_value = true)]
    engine: String,
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
    let read = [options.book.as_deref(), evaluation_file(&options.eval)];
    options.json.check(read.into_iter().flatten().chain([Path::new(&options.engine)]))?;
    let engine = match options.engine.as_str() {
        OWN => {
            let program =
                std::env::current_exe().context("cannot find the path of this program")?;
            program.display().to_string()
        }
        command => command.to_owned(),
    };
    let mut findings = Vec::new();
    let mut add = |found: Vec<CheckResult>| {
        found.iter().for_each(|finding| print(finding, &options.json));
        findings.extend(found);
    };
    add(health::machine());
    add(health::defaults());
    add(files_of(options));
    match self_check::start(&engine) {
        Ok(()) => {
            add(self_check::latencies(&engine));
            add(vec![self_check::conversation(&engine)]);
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
    let (status, role) = match finding.status {
        HealthStatus::Ok => ("ok", TextRole::Good),
        HealthStatus::Warn => ("warn", TextRole::Doubtful),
        HealthStatus::Fail => ("FAIL", TextRole::Bad),
    };
    let beginning = format!("{} {:<20} ", paint(role, format!("{status:<5}")), finding.name);
    for line in wrap(&beginning, &finding.text, 6, width()) {
        json.say(format_args!("{line}"));
    }
}
