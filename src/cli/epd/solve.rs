//! Sets up a run, reports its progress and resumes it.

use super::SolveOptions;
use super::engines::Engines;
use super::show::{Layout, OldResult, Printer, print_results, write_outputs};
use crate::chess::epd::Epd;
use crate::cli::PARTIAL;
use crate::cli::input::{
    STANDARD_INPUT, describe_rejected, describe_skipped, parse_lines, read_bytes,
};
use crate::cli::json::Json;
use crate::cli::resume::{Interrupted, handle_interrupts, report_damaged, with_hint};
use crate::cli::ticker::Ticker;
use crate::engine::Settings;
use crate::files::companion_file;
use crate::files::journal::{Journal, ResumeMode};
use crate::machine;
use crate::screen::width;
use crate::tools::solve::{
    self, EngineSetup, PositionResult, Setup, Suite, SuitePosition, SuiteRecord, digest, report,
};
use crate::tools::suites;
use crate::version;
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Runs `secateur epd` on suites: solves the positions and prints the results.
pub(super) fn run(options: &SolveOptions) -> Result<ExitCode> {
    if options.outputs.json.file().is_none() && options.resume.mode() != ResumeMode::Refuse {
        bail!("--resume and --restart need --json: solved positions are saved next to that file");
    }
    // Reads all input before the first search, so that a bad line is reported immediately and not
    // after an hour.
    let read: Vec<&Path> = options
        .files
        .iter()
        .map(PathBuf::as_path)
        .chain(options.search.evaluation_file())
        .collect();
    let old = OldResult::read(&read, &options.outputs, partial(options).as_ref())?;
    let techniques = options.techniques.techniques()?;
    let settings = Settings { techniques, ..options.search.settings(options.multipv as usize) };
    let (suites, bad) = read_suites(options)?;
    if let Some(id) = options.id.as_ref().filter(|_| suites.iter().all(Vec::is_empty)) {
        bail!("--id: no position matches '{id}'");
    }
    let engines = Engines::new(options, techniques)?;
    let setup = setup(options, &suites, engines.setups())?;
    let positions = shard_positions(suites.into_iter().flatten(), options, engines.count());
    let mut run = SolveRun::new(&positions, &setup, &options.outputs.json);
    run.keep_and_resume(options, &setup)?;
    if !run.is_finished() {
        let outcome = run.solve_open_positions(options, &engines, settings);
        let has_saved = run.results.iter().any(Option::is_some);
        outcome
            .map_err(|error| with_hint(error, partial(options).as_deref().filter(|_| has_saved)))?;
    }
    let finished = run.is_finished();
    let known = run.results.iter().flatten().count();
    let record =
        SuiteRecord { settings: setup, positions: run.results.into_iter().flatten().collect() };
    if !finished {
        let json = &options.outputs.json;
        json.say(format_args!("\n{}", report::table(&record, width()).trim_end()));
        let partial = partial(options);
        bail!(Interrupted::after(known, positions.len(), "positions", partial.as_deref()));
    }
    write_outputs(&record, &options.outputs)?;
    // Before the table is printed: a closed pipe ends the program there.
    if let Some(path) = partial(options).filter(|path| path.exists()) {
        std::fs::remove_file(&path).with_context(|| format!("cannot remove {}", path.display()))?;
    }
    let mut code = print_results(&record, &old, &options.outputs);
    if bad > 0 {
        eprintln!("secateur: {}", describe_skipped(bad));
        code = ExitCode::FAILURE;
    }
    Ok(code)
}

/// The selected positions of all files, and the number of bad lines that were skipped.
fn read_suites(options: &SolveOptions) -> Result<(Vec<Vec<SuitePosition>>, usize)> {
    let (mut suites, mut bad, mut good) = (Vec::new(), Vec::new(), 0);
    for (index, path) in options.files.iter().enumerate() {
        let bytes = read_suite(path)?;
        let parsed = parse_lines(path, &bytes)?;
        bad.extend(parsed.bad);
        good += parsed.good.len();
        suites.push(chosen(index, parsed.good, options));
    }
    if !bad.is_empty() && !options.skip_bad {
        bail!(describe_rejected(&bad, good));
    }
    bad.iter().for_each(|line| eprintln!("{line}"));
    Ok((suites, bad.len()))
}

/// The bytes of a file, or of the built-in suite of this name.
fn read_suite(path: &Path) -> Result<Vec<u8>> {
    let name = path.to_str().filter(|_| !suites::is_file(path)).unwrap_or_default();
    if let Some(suite) = suites::named(name) {
        return Ok(suite.text.as_bytes().to_vec());
    }
    if path != Path::new(STANDARD_INPUT) && !path.exists() {
        bail!(suites::unknown(path));
    }
    read_bytes(path)
}

/// The positions of a suite that the options select.
fn chosen(
    suite: usize,
    positions: Vec<(usize, Epd)>,
    options: &SolveOptions,
) -> Vec<SuitePosition> {
    let positions =
        positions.into_iter().map(|(number, epd)| SuitePosition { suite, number, engine: 0, epd });
    let fitting = positions
        .filter(|position| options.id.as_ref().is_none_or(|id| id.is_match(&position.id())));
    fitting.take(options.first.map_or(usize::MAX, |first| first as usize)).collect()
}

/// The positions of this shard, each once for every engine.
fn shard_positions(
    positions: impl Iterator<Item = SuitePosition>,
    options: &SolveOptions,
    engines: usize,
) -> Vec<SuitePosition> {
    let own: Vec<SuitePosition> = match options.shard {
        None => positions.collect(),
        Some(shard) => positions.skip(shard.index - 1).step_by(shard.of).collect(),
    };
    let for_each = |position: SuitePosition| {
        (0..engines).map(move |engine| SuitePosition { engine, ..position.clone() })
    };
    own.into_iter().flat_map(for_each).collect()
}

fn setup(
    options: &SolveOptions,
    suites: &[Vec<SuitePosition>],
    engines: Vec<EngineSetup>,
) -> Result<Setup> {
    let search = &options.search;
    let suites = options.files.iter().zip(suites).map(|(path, positions)| Suite {
        name: path.display().to_string(),
        positions: positions.len(),
        digest: digest(positions.iter()),
    });
    let mut setup = Setup {
        version: version::VERSION.to_owned(),
        short_bench: None,
        commit: version::build(), // before the run: it may outlast a commit
        processor: machine::describe_processor(),
        techniques: options.techniques.description(),
        eval: search.other_evaluation()?,
        seconds: search.time.map(|time| time.as_secs_f64()),
        nodes: search.nodes,
        depth: search.depth,
        threads: search.threads as usize,
        hash: search.hash as usize,
        tablebases: search.tablebase_counts()?,
        multipv: options.multipv as usize,
        jobs: search.jobs(),
        id: options.id.as_ref().map(ToString::to_string),
        first: options.first,
        shard: options.shard,
        suites: suites.collect(),
        engines,
    };
    if options.outputs.json.is_wanted() {
        setup.measure_bench()?;
    }
    Ok(setup)
}

/// The file with the solved positions of an unfinished run; `None` without a JSON file.
fn partial(options: &SolveOptions) -> Option<PathBuf> {
    options.outputs.json.file().and_then(|json| companion_file(json, PARTIAL))
}

/// State of a run.
struct SolveRun<'a> {
    positions: &'a [SuitePosition],
    /// Result of each position; `None` if not yet solved.
    results: Vec<Option<PositionResult>>,
    /// Number of results printed.
    printed: usize,
    printer: Printer,
    json: &'a Json,
    journal: Option<Journal>,
}

impl<'a> SolveRun<'a> {
    fn new(positions: &'a [SuitePosition], setup: &Setup, json: &'a Json) -> SolveRun<'a> {
        let expected = |suite| positions.iter().filter(|position| position.suite == suite).count();
        let ids: Vec<String> = positions.iter().map(SuitePosition::id).collect();
        let layout = Layout::new(setup, ids.iter().map(String::as_str), json);
        let printer = Printer::new(setup, layout, expected);
        SolveRun {
            positions,
            results: vec![None; positions.len()],
            printed: 0,
            printer,
            json,
            journal: None,
        }
    }

    fn is_finished(&self) -> bool {
        self.results.iter().all(Option::is_some)
    }

    /// Opens the journal if results go to a JSON file, and loads the solved positions when
    /// resuming.
    fn keep_and_resume(&mut self, options: &SolveOptions, setup: &Setup) -> Result<()> {
        let (Some(path), Some(json)) = (partial(options), options.outputs.json.file()) else {
            return Ok(());
        };
        let known = if options.resume.resume && !path.exists() && json.exists() {
            finished(json, setup)?
        } else {
            let differs = |found: &Setup| found.difference(setup, &[]);
            let (journal, resumed) = Journal::open(&path, setup, options.resume.mode(), differs)?;
            report_damaged(resumed.damaged, &path);
            self.journal = Some(journal);
            resumed.entries
        };
        for result in known {
            let is_same = |position: &SuitePosition| {
                (position.suite, position.number, position.engine)
                    == (result.suite, result.number, result.engine)
            };
            if let Some(index) = self.positions.iter().position(is_same) {
                self.results[index] = Some(result);
            }
        }
        self.print();
        Ok(())
    }

    /// Solves the open positions until all are solved or Ctrl-C ends the run.
    fn solve_open_positions(
        &mut self,
        options: &SolveOptions,
        engines: &Engines,
        settings: Settings,
    ) -> Result<()> {
        let open: Vec<usize> =
            (0..self.positions.len()).filter(|&index| self.results[index].is_none()).collect();
        let positions: Vec<&SuitePosition> =
            open.iter().map(|&index| &self.positions[index]).collect();
        let engine_sets = engines.engine_sets(options, settings, open.len())?;
        let stop = handle_interrupts()?;
        let mut ticker = Ticker::new();
        self.show_progress(&mut ticker);
        let outcome = solve::run(
            &positions,
            &options.search.limits(),
            engine_sets,
            &stop,
            |index, result| {
                self.take(open[index], result)?;
                ticker.suspend(|| self.print());
                self.show_progress(&mut ticker);
                anyhow::Ok(())
            },
        );
        ticker.finish();
        outcome
    }

    fn take(&mut self, index: usize, result: PositionResult) -> Result<()> {
        if let Some(journal) = &mut self.journal {
            journal.add(&result)?;
        }
        self.results[index] = Some(result);
        Ok(())
    }

    /// Prints results in order, up to the first open position.
    fn print(&mut self) {
        while let Some(Some(result)) = self.results.get(self.printed) {
            self.printer.print(result, self.json);
            self.printed += 1;
        }
    }

    fn show_progress(&self, ticker: &mut Ticker) {
        let known = self.results.iter().flatten();
        let (done, solved) = known.fold((0, 0), |(done, solved), result| {
            (done + 1, solved + usize::from(result.solved == Some(true)))
        });
        let all = self.positions.len() as u64;
        ticker.show(done, all, || format!("{done}/{all} positions, {solved} solved"));
    }
}

/// The results of a finished run.
fn finished(json: &Path, setup: &Setup) -> Result<Vec<PositionResult>> {
    let record = SuiteRecord::read(json)?;
    match record.settings.difference(setup, &[]) {
        Some(difference) => bail!(
            "{} is the result of a run with other settings ({difference}); a run without --resume replaces it",
            json.display()
        ),
        None => Ok(record.positions),
    }
}
