//! `secateur epd merge`: combines the results of all shards.

use super::MergeOptions;
use super::show::{Layout, OldResult, Printer, print_results, write_outputs};
use crate::tools::solve::SuiteRecord;
use crate::tools::solve::merge::merge;
use anyhow::Result;
use std::path::PathBuf;
use std::process::ExitCode;

/// Merges the shards of a run and prints the result like that of a single run.
pub(super) fn run(options: &MergeOptions) -> Result<ExitCode> {
    let old = OldResult::read(
        &options.files.iter().map(PathBuf::as_path).collect::<Vec<_>>(),
        &options.outputs,
        None,
    )?;
    let parts: Vec<(String, SuiteRecord)> = options
        .files
        .iter()
        .map(|path| Ok((path.display().to_string(), SuiteRecord::read(path)?)))
        .collect::<Result<_>>()?;
    let record = merge(parts)?;
    let ids = record.positions.iter().map(|result| result.id.as_str());
    let layout = Layout::new(&record.settings, ids, &options.outputs.json);
    let mut printer =
        Printer::new(&record.settings, layout, |suite| record.settings.suites[suite].positions);
    record.positions.iter().for_each(|result| printer.print(result, &options.outputs.json));
    write_outputs(&record, &options.outputs)?;
    Ok(print_results(&record, &old, &options.outputs))
}
