//! Prints and writes the results of a run.

use super::Outputs;
use crate::cli::json::Json;
use crate::cli::overwrite::OutputKind;
use crate::files::{self, write_atomically};
use crate::quote::{counted, escaped};
use crate::screen::{TextRole, cut, paint, width, wrap};
use crate::tools::page;
use crate::tools::solve::compare::{Changes, compare};
use crate::tools::solve::tally::Tally;
use crate::tools::solve::{Effort, PositionResult, Setup, SuiteRecord, report};
use anyhow::Result;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Column widths of the printed lines: full for scripts, cut to the terminal otherwise.
pub(super) struct Layout {
    /// Characters of the longest position id.
    longest: usize,
    width: Option<usize>,
    /// Names of the engines, if there are several.
    engines: Vec<String>,
}

/// Columns of a full line.
const WHOLE: usize = 100;
/// Columns of a position id in a full line; the maximum in a narrow line.
const ID: usize = 24;
/// Columns of an engine's cell: outcome, move, time.
const CELL: usize = 29;

impl Layout {
    pub(super) fn new<'a>(
        settings: &Setup,
        ids: impl Iterator<Item = &'a str>,
        json: &Json,
    ) -> Layout {
        let longest = ids.map(|id| escaped(id).chars().count()).max().unwrap_or_default().min(ID);
        let several = settings.engines.len() > 1;
        let engines = settings.engines.iter().filter(|_| several);
        Layout {
            longest,
            width: width().filter(|_| !json.is_printed()),
            engines: engines.map(|engine| escaped(&engine.name)).collect(),
        }
    }

    /// The header line, if there are several engines.
    fn head(&self) -> Option<String> {
        let cell = self.cell();
        let names = self.engines.iter().map(|name| format!("  {:<cell$}", cut(name, cell)));
        let head = format!("{:<id$}{}", "position", names.collect::<String>(), id = self.id());
        (!self.engines.is_empty()).then(|| head + "  expected")
    }

    fn id(&self) -> usize {
        match self.width {
            Some(width) if width < WHOLE => self.longest.max("position".len()),
            _ => ID,
        }
    }

    fn cell(&self) -> usize {
        let Some(width) = self.width else { return CELL };
        let expected = 12;
        let room = width.saturating_sub(self.id() + expected) / self.engines.len().max(1);
        room.saturating_sub(2).clamp(8, CELL)
    }

    /// The line of a position solved by several engines.
    fn row(&self, results: &[PositionResult]) -> String {
        let Some(first) = results.first() else { return String::new() };
        let mut line = format!("{:<id$}", cut(&escaped(&first.id), self.id()), id = self.id());
        let width = self.cell();
        for result in results {
            let played = result.played.as_deref().unwrap_or("(none)");
            let text = match width {
                CELL.. => {
                    format!("{:<6} {played:<8} {:>8.3} s", outcome(result), result.seconds)
                }
                18.. => format!("{:<6} {played:<8}", outcome(result)),
                _ => played.to_owned(),
            };
            let cell = format!("{:<width$}", cut(&text, width));
            line.push_str(&format!("  {}", painted(result, cell)));
        }
        fit_to(line + "  " + &escaped(&first.expected_text()), self.width)
    }

    /// The line of a position solved by one engine.
    fn line(&self, result: &PositionResult) -> String {
        let played = result.played.as_deref().unwrap_or("(none)");
        let outcome = painted(result, format!("{:<6}", outcome(result)));
        let id = escaped(&result.id);
        let mut line = format!("{id:<width$} {outcome} {played:<8}", width = self.id());
        let (depth, seconds) = (result.depth, result.seconds);
        let is_whole = self.width.is_none_or(|width| width >= WHOLE);
        if is_whole {
            line.push_str(&format!(" depth {depth:>3}  {seconds:>8.3} s"));
        }
        if let (Some(points), Some(max)) = (result.points, result.max_points) {
            line.push_str(&format!("  {points:>3} of {max} points"));
        }
        if let Some(effort) = result.effort_to_solution {
            let Effort { seconds, nodes } = effort;
            line.push_str(&match is_whole {
                true => format!("  found after {seconds:>8.3} s, {nodes} nodes"),
                false => format!(" {seconds:>8.3} s"),
            });
        } else if result.solved == Some(false) {
            line.push_str(&format!("  expected {}", escaped(&result.expected_text())));
        }
        fit_to(line, self.width)
    }
}

fn outcome(result: &PositionResult) -> &'static str {
    result.solved.map_or("-", |solved| if solved { "solved" } else { "failed" })
}

/// The text in the role of the outcome.
fn painted(result: &PositionResult, text: String) -> String {
    match result.solved {
        Some(true) => paint(TextRole::Good, text),
        Some(false) => paint(TextRole::Bad, text),
        None => text,
    }
}

fn fit_to(line: String, width: Option<usize>) -> String {
    match width {
        Some(width) => cut(&line, width),
        None => line,
    }
}

/// Prints the results in the order of the positions, and the totals after each of several suites.
pub(super) struct Printer {
    /// Name, expected number of positions, totals so far.
    suites: Vec<(String, usize, Tally)>,
    layout: Layout,
    /// Solutions of the current position so far, one for each engine.
    row: Vec<PositionResult>,
    has_head: bool,
}

impl Printer {
    /// `expected`: number of positions of a suite that will be printed.
    pub(super) fn new(
        settings: &Setup,
        layout: Layout,
        expected: impl Fn(usize) -> usize,
    ) -> Printer {
        let suites = settings.suites.iter().enumerate();
        Printer {
            suites: suites
                .map(|(index, s)| (s.name.clone(), expected(index), Tally::default()))
                .collect(),
            layout,
            row: Vec::new(),
            has_head: false,
        }
    }

    pub(super) fn print(&mut self, result: &PositionResult, json: &Json) {
        if !self.layout.engines.is_empty() {
            return self.print_beside(result, json);
        }
        json.say(format_args!("{}", self.layout.line(result)));
        let several = self.suites.len() > 1;
        if let Some((name, expected, tally)) = self.suites.get_mut(result.suite) {
            tally.add(result);
            if several && tally.positions == *expected {
                json.say(format_args!("{name}: {tally}"));
            }
        }
    }

    /// Prints a position when all engines have searched it.
    fn print_beside(&mut self, result: &PositionResult, json: &Json) {
        if !std::mem::replace(&mut self.has_head, true) {
            self.layout.head().iter().for_each(|head| json.say(format_args!("{head}")));
        }
        self.row.push(result.clone());
        if self.row.len() == self.layout.engines.len() {
            json.say(format_args!("{}", self.layout.row(&self.row)));
            self.row.clear();
        }
    }
}

/// The older result that `--compare` names, if any.
pub(super) struct OldResult(Option<SuiteRecord>);

impl OldResult {
    /// Reads the older result and checks the output files before the run begins.
    pub(super) fn read(
        inputs: &[&Path],
        outputs: &Outputs,
        partial: Option<&PathBuf>,
    ) -> Result<OldResult> {
        let named = [&outputs.csv, &outputs.html].into_iter().flatten();
        let outputs_of_run =
            outputs.json.file().into_iter().chain(named.chain(partial).map(PathBuf::as_path));
        outputs.json.check_name()?;
        files::check(inputs.iter().copied().chain(outputs.compare.as_deref()), outputs_of_run)?;
        outputs.json.check_replaced(outputs.json.file(), OutputKind::JSON)?;
        outputs.json.check_replaced(outputs.csv.as_deref(), OutputKind::CSV)?;
        outputs.json.check_replaced(outputs.html.as_deref(), OutputKind::PAGE)?;
        Ok(OldResult(outputs.compare.as_deref().map(SuiteRecord::read).transpose()?))
    }
}

/// Writes the files of a finished run.
pub(super) fn write_outputs(record: &SuiteRecord, outputs: &Outputs) -> Result<()> {
    outputs.json.write(record)?;
    if let Some(path) = &outputs.csv {
        write_atomically(path, &report::csv(record))?;
    }
    if let Some(path) = &outputs.html {
        write_atomically(path, &page::suite(record)?)?;
    }
    Ok(())
}

/// Prints comparison, table and totals, and returns the exit code.
pub(super) fn print_results(record: &SuiteRecord, old: &OldResult, outputs: &Outputs) -> ExitCode {
    let say = |text: &str| outputs.json.say(format_args!("{text}"));
    if let (Some(old), Some(path)) = (&old.0, &outputs.compare) {
        changes(&compare(old, record), &path.display().to_string())
            .iter()
            .for_each(|line| say(line));
    }
    let width = width().filter(|_| !outputs.json.is_printed());
    say(&format!("\n{}", report::table(record, width)));
    let name = match &record.settings.suites[..] {
        [suite] => suite.name.as_str(),
        _ => "total",
    };
    if record.positions.is_empty() {
        eprintln!("secateur: this shard has no positions");
    } else if record.positions.iter().all(|result| result.solved.is_none()) {
        eprintln!("secateur: no position has a solution (bm, am or dm)");
    }
    let engines = record.settings.engine_count();
    let mut fewest = usize::MAX;
    for engine in 0..engines {
        let own = record.positions.iter().filter(|result| result.engine == engine);
        let total = Tally::of(own);
        fewest = fewest.min(total.solved);
        let of = match engines {
            1 => String::new(),
            _ => format!(", {}", escaped(&report::engine_name(record, engine))),
        };
        wrap("", &format!("{name}{of}: {total}"), 2, width).iter().for_each(|line| say(line));
    }
    if let Some(required) = outputs.require.filter(|required| fewest < *required) {
        eprintln!("secateur: {fewest} solved, {required} required");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

/// Significance level of a difference.
const SIGNIFICANT: f64 = 0.05;

/// The lines of a comparison: positions gained and lost.
pub(super) fn changes(changes: &Changes<'_>, old: &str) -> Vec<String> {
    let Changes { gained, lost, before, after, .. } = changes;
    let mut lines = vec![format!(
        "\nagainst {old}: {} solved before, {} after, {} gained, {} lost",
        before.solved,
        after.solved,
        gained.len(),
        lost.len()
    )];
    let p = changes.sign_test();
    let verdict = if p < SIGNIFICANT { "significant" } else { "not significant" };
    lines.push(format!("sign test of gained and lost: p = {p:.3}, {verdict}"));
    if before.max_points + after.max_points > 0 {
        lines.push(format!("points: {} before, {} after", before.points, after.points));
    }
    if let Some(difference) = &changes.setup {
        lines.push(format!("settings differ, before and after: {}", escaped(difference)));
    }
    if changes.only_before + changes.only_after > 0 {
        lines.push(format!(
            "not compared: {} only in the old result, {} only in the new one",
            counted(changes.only_before as u64, "position", "positions"),
            changes.only_after
        ));
    }
    for (word, role, results) in [("gained", TextRole::Good, gained), ("lost", TextRole::Bad, lost)]
    {
        for result in results {
            let word = paint(role, format!("{word:<6}"));
            let (id, expected) = (escaped(&result.id), escaped(&result.expected));
            lines.push(format!("{word} {id:<24} {expected}"));
        }
    }
    lines
}
