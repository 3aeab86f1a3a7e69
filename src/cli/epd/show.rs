//! Printing and writing what has come of a run.

use super::Outputs;
use crate::files::{self, write_json, write_whole};
use crate::tools::page;
use crate::tools::solve::compare::{Changes, compare};
use crate::tools::solve::tally::Tally;
use crate::tools::solve::{Solution, Suite, SuiteRecord, report};
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Prints positions in order, and the sums of each of several suites behind its last.
pub(super) struct Printer {
    /// Name, positions expected, sums so far.
    suites: Vec<(String, usize, Tally)>,
}

impl Printer {
    /// `expected`: how many positions of a suite will be printed.
    pub(super) fn new(suites: &[Suite], expected: impl Fn(usize) -> usize) -> Printer {
        let suites = suites.iter().enumerate();
        Printer {
            suites: suites
                .map(|(index, s)| (s.name.clone(), expected(index), Tally::default()))
                .collect(),
        }
    }

    pub(super) fn print(&mut self, solution: &Solution) {
        println!("{}", line(solution));
        let several = self.suites.len() > 1;
        if let Some((name, expected, tally)) = self.suites.get_mut(solution.suite) {
            tally.add(solution);
            if several && tally.positions == *expected {
                println!("{name}: {tally}");
            }
        }
    }
}

fn line(solution: &Solution) -> String {
    let word = solution.solved.map_or("-", |solved| if solved { "solved" } else { "failed" });
    let played = solution.played.as_deref().unwrap_or("(none)");
    let (depth, seconds) = (solution.depth, solution.seconds);
    let mut line =
        format!("{:<24} {word:<6} {played:<8} depth {depth:>3}  {seconds:>8.3} s", solution.id);
    if let (Some(points), Some(most)) = (solution.points, solution.most_points) {
        line.push_str(&format!("  {points:>3} of {most} points"));
    }
    if let Some(effort) = solution.right_from {
        line.push_str(&format!("  right from {:>8.3} s, {} nodes", effort.seconds, effort.nodes));
    }
    line
}

/// The older result to compare with, if one is named.
pub(super) struct Old(Option<SuiteRecord>);

impl Old {
    /// Reads it, and finds what could not be written or would be lost, before anything takes long.
    pub(super) fn read(
        inputs: &[&Path],
        outputs: &Outputs,
        partial: Option<&PathBuf>,
    ) -> Result<Old> {
        let outputs_of_run = [&outputs.json, &outputs.csv, &outputs.svg, &outputs.html]
            .into_iter()
            .flatten()
            .chain(partial);
        files::check(inputs.iter().copied().chain(outputs.compare.as_deref()), outputs_of_run)?;
        Ok(Old(outputs.compare.as_deref().map(SuiteRecord::read).transpose()?))
    }
}

/// Writes the files, prints comparison, table and the line of sums, and decides the exit code.
pub(super) fn conclude(record: &SuiteRecord, old: &Old, outputs: &Outputs) -> Result<ExitCode> {
    if let Some(path) = &outputs.json {
        write_json(path, record)?;
    }
    if let Some(path) = &outputs.csv {
        write_whole(path, &report::csv(record)?)?;
    }
    if let Some(path) = &outputs.svg {
        let svg = report::svg(record).context("--svg: there are no positions to plot")?;
        write_whole(path, &svg)?;
    }
    if let Some(path) = &outputs.html {
        write_whole(path, &page::suite(record)?)?;
    }
    if let (Some(old), Some(path)) = (&old.0, &outputs.compare) {
        print_changes(&compare(old, record), &path.display().to_string());
    }
    print!("\n{}\n", report::table(record));
    let total = Tally::of(&record.positions);
    match &record.settings.suites[..] {
        [suite] => println!("{}: {total}", suite.name),
        _ => println!("total: {total}"),
    }
    if let Some(wanted) = outputs.require.filter(|wanted| total.solved < *wanted) {
        eprintln!("secateur: {} solved, {wanted} required", total.solved);
        return Ok(ExitCode::FAILURE);
    }
    Ok(ExitCode::SUCCESS)
}

fn print_changes(changes: &Changes<'_>, old: &str) {
    let Changes { gained, lost, then, now, .. } = changes;
    println!(
        "\nagainst {old}: {} solved then, {} now, {} gained, {} lost",
        then.solved,
        now.solved,
        gained.len(),
        lost.len()
    );
    if then.most_points + now.most_points > 0 {
        println!("points: {} then, {} now", then.points, now.points);
    }
    if let Some(difference) = &changes.setup {
        println!("other settings then and now: {difference}");
    }
    if changes.only_then + changes.only_now > 0 {
        println!(
            "not compared: {} positions of then only, {} of now only",
            changes.only_then, changes.only_now
        );
    }
    for (word, solutions) in [("gained", gained), ("lost", lost)] {
        for solution in solutions {
            println!("{word:<6} {:<24} {}", solution.id, solution.wanted);
        }
    }
}
