//! `secateur-lab chart`: positions solved against time.

use crate::cli::outputs;
use crate::solved;
use anyhow::{Context, Result};
use clap::Args;
use secateur::cli::resume::Force;
use secateur::files;
use secateur::tools::solve::record::SuiteRecord;
use std::path::PathBuf;

/// Plots the number of solved positions against time, with one line for each result, suite and
/// engine. The results are files that `secateur epd --json` wrote.
#[derive(Debug, Args)]
pub struct ChartOptions {
    /// Results of `secateur epd --json FILE`
    #[arg(required = true, value_name = "JSON")]
    files: Vec<PathBuf>,
    /// Write the chart to this file
    #[arg(long, value_name = "FILE")]
    svg: PathBuf,
    #[command(flatten)]
    force: Force,
}

/// Reads the results and writes the chart.
pub fn run(options: &ChartOptions) -> Result<()> {
    files::check(options.files.iter().map(PathBuf::as_path), [options.svg.as_path()])?;
    options.force.check([&options.svg], outputs::SVG)?;
    let read = |path: &PathBuf| {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Ok((name, SuiteRecord::read(path)?))
    };
    let results: Vec<_> = options.files.iter().map(read).collect::<Result<_>>()?;
    let svg = solved::plot(&results).context("there are no positions to plot")?;
    files::write_atomically(&options.svg, &svg)?;
    Ok(())
}
