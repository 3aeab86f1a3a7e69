//! `secateur epd compare`: compares two results.

use super::CompareOptions;
use super::show::changes;
use crate::tools::solve::compare::compare;
use crate::tools::solve::{PositionResult, SuiteRecord};
use anyhow::{Result, bail};
use serde_json::{Value, json};
use std::path::Path;
use std::process::ExitCode;

/// Reads two results and prints the positions gained and lost.
pub(super) fn run(options: &CompareOptions) -> Result<ExitCode> {
    options.json.check([&options.old, &options.new].map(Path::new))?;
    let (old, new) = (SuiteRecord::read(&options.old)?, SuiteRecord::read(&options.new)?);
    let found = compare(&old, &new);
    if found.before.positions == 0 {
        bail!("{} and {} have no position in common", options.old.display(), options.new.display());
    }
    for line in changes(&found, &options.old.display().to_string()) {
        options.json.say(format_args!("{}", line.trim_start()));
    }
    let list = |results: &[&PositionResult]| -> Vec<Value> {
        let named = |result: &&PositionResult| json!({ "id": result.id, "fen": result.fen, "expected": result.expected });
        results.iter().map(named).collect()
    };
    options.json.write(&json!({
        "solved_before": found.before.solved, "solved_after": found.after.solved,
        "gained": list(&found.gained), "lost": list(&found.lost), "p": found.sign_test(),
    }))?;
    Ok(ExitCode::SUCCESS)
}
