//! `secateur annotate`: annotates the games of a PGN file.

use super::PARTIAL;
use super::input::{NumberedGame, read_bytes, read_pgn};
use super::json::Json;
use super::other::AnalystOptions;
use super::overwrite::OutputKind;
use super::resume::{Interrupted, Resume, handle_interrupts_and_exit, report_damaged, with_hint};
use super::ticker::Ticker;
use crate::chess::Color;
use crate::chess::pgn::PgnGame;
use crate::engine::Settings;
use crate::files::hash::{fnv1a, of_serialized};
use crate::files::journal::{Journal, ResumeMode};
use crate::files::{self, companion_file, write_atomically};
use crate::quote::escaped;
use crate::search::{Limits, Techniques};
use crate::tools::analysis::{
    AnalysedMove, Analyst, Summary, analyse_game, map_in_parallel, summary,
};
use crate::tools::annotate::{annotate, as_json};
use crate::tools::bench;
use crate::tools::page::{GameEntry, GamesTarget};
use anyhow::{Result, bail};
use clap::Args;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Default nodes for each position.
const NODES: u64 = 200_000;

/// Searches every position of the games in a PGN file and writes the results into the games. After
/// each move come its evaluation ([%eval], in pawns) and White's win, draw and loss probabilities
/// ([%wdl], in permille). Evaluations are White's; at +1.00 White has a 50 % probability to win.
///
/// A move that lowers the player's expected score by 10, 20 or 30 percentage points is marked ?!
/// (inaccuracy), ? (mistake) or ?? (blunder). The best line follows as a variation. The headers get
/// the accuracy of both sides; 100 means no loss. Existing headers, comments, glyphs and variations
/// stay. A table of the games goes to standard error.
///
/// Games that cannot be read are skipped and reported with number and reason. Repairs are reported
/// too. Without a limit, each position gets 200000 nodes. With --out, --json or --html,
/// each finished game is saved immediately. The first Ctrl-C lets running games finish, the second
/// drops them. --resume continues the run.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub struct AnnotateOptions {
    /// PGN file; - reads standard input
    #[arg(value_name = "GAME.pgn")]
    file: PathBuf,
    /// Write the annotated games to this file instead of standard output
    #[arg(long, value_name = "PGN")]
    out: Option<PathBuf>,
    #[command(flatten)]
    json: Json,
    /// Also write the games as an HTML page, or as a page for each game if this is a folder (DIR/)
    #[arg(long, value_name = "HTML|DIR")]
    html: Option<PathBuf>,
    #[command(flatten)]
    resume: Resume,
    #[command(flatten)]
    analyst: AnalystOptions,
}

const AFTER_HELP: &str = "\
Examples:
  secateur annotate game.pgn --nodes 1000000 > annotated.pgn
  secateur annotate games.pgn --time 0.5 --jobs 2 --out annotated.pgn --json annotated.json
  secateur annotate games.pgn --nodes 500000 --out annotated.pgn --html games.html
  secateur annotate season.pgn --jobs 2 --out annotated.pgn --html season/

Exit codes:
  0  done
  1  done, but some games could not be read and were skipped
  2  invalid input; the error message names the place
  130  interrupted; --resume continues";

/// Header with the name of the engine.
const ANNOTATOR: &str = "Annotator";

/// A finished game.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Done {
    /// Number in the file, from 1.
    number: usize,
    /// The annotated game.
    text: String,
    /// Line of the table.
    line: String,
    /// Results as JSON.
    found: Value,
}

/// Runs `secateur annotate`, which analyses the games of a PGN file and writes annotated games.
pub fn run(options: &AnnotateOptions) -> Result<ExitCode> {
    let json = options.json.file();
    let pages = options.html.as_deref().map(GamesTarget::begin).transpose()?;
    let front = pages.as_ref().map(GamesTarget::front);
    let output = options.out.as_deref().or(json).or(front.as_deref());
    let partial = output.and_then(|output| companion_file(output, PARTIAL));
    if partial.is_none() && options.resume.mode() != ResumeMode::Refuse {
        bail!(
            "--resume and --restart need --out, --json or --html: finished games are saved next to that file"
        );
    }
    options.json.check_name()?;
    let read =
        std::iter::once(options.file.as_path()).chain(options.analyst.search.evaluation_file());
    files::check(
        read,
        [options.out.as_deref(), json, front.as_deref(), partial.as_deref()].into_iter().flatten(),
    )?;
    options.json.check_replaced(options.out.as_deref(), OutputKind::GAMES)?;
    options.json.check_replaced(json, OutputKind::JSON)?;
    options.json.check_replaced(front.as_deref(), OutputKind::PAGE)?;
    options.analyst.check(Techniques::FULL)?;
    if let (Some(output), Some(partial)) = (output, &partial) {
        options.resume.check_unfinished(output, partial)?;
    }
    let bytes = read_bytes(&options.file)?;
    let (games, broken) = read_pgn(&options.file, &bytes)?;
    let all_pages = pages.as_ref().map_or(Vec::new(), |pages| pages.pages(games.len()));
    files::check(
        [options.file.as_path()],
        [options.out.as_deref(), json]
            .into_iter()
            .flatten()
            .chain(all_pages.iter().map(PathBuf::as_path)),
    )?;
    options.json.check_replaced(all_pages.iter().map(PathBuf::as_path), OutputKind::PAGE)?;
    let mut run = Run { finished: Vec::new(), journal: None };
    if let Some(path) = &partial {
        run.keep_in(path, &identity(options, &bytes)?, options.resume.mode())?;
    }
    let outcome = run.annotate_open_games(options, &games, partial.as_deref());
    let texts: Vec<&str> = run.finished.iter().map(|done| done.text.as_str()).collect();
    if options.out.is_none() && !texts.is_empty() {
        options.json.say(format_args!("{}", texts.join("\n").trim_end()));
    }
    let is_whole = outcome
        .map_err(|error| with_hint(error, partial.as_deref().filter(|_| !texts.is_empty())))?;
    if !is_whole {
        bail!(Interrupted::after(texts.len(), games.len(), "games", partial.as_deref()));
    }
    if let Some(path) = &options.out {
        write_atomically(path, &texts.join("\n"))?;
    }
    options.json.write(&run.finished.iter().map(|done| &done.found).collect::<Vec<_>>())?;
    if let Some(pages) = &pages {
        let entries =
            run.finished.iter().map(|done| GameEntry { found: &done.found, pgn: &done.text });
        if let Some(hint) = pages.write_with_hint(&entries.collect::<Vec<_>>(), None)? {
            eprintln!("secateur: {hint}");
        }
    }
    run.journal.map_or(Ok(()), Journal::remove)?;
    Ok(if broken { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// Identity of a run, checked on resuming: the program, the games and the search settings.
fn identity(options: &AnnotateOptions, bytes: &[u8]) -> Result<String> {
    let search = &options.analyst.search;
    let Settings { hash_megabytes, threads, techniques, .. } = search.settings(1);
    let Limits { depth, nodes, move_time, .. } = limits(options);
    let settings = (hash_megabytes, threads, techniques, search.syzygy());
    let run = (fnv1a(bytes), depth, nodes, move_time, settings, search.other_evaluation()?);
    let other = options.analyst.identity();
    Ok(format!("{} {:016x} {other}", bench::short_bench()?, of_serialized(&run)))
}

fn limits(options: &AnnotateOptions) -> Limits {
    options.analyst.search.limits_or(Limits::with_nodes(NODES))
}

/// Progress of a run: its display, the number of finished positions and of finished games.
type Progress = Mutex<(Ticker, u64, usize)>;

/// What a second Ctrl-C does before it ends the process: it reports the interruption, and removes a
/// journal without games.
fn leave(
    progress: Arc<Progress>,
    saved: Arc<AtomicUsize>,
    games: usize,
    partial: Option<PathBuf>,
) -> impl Fn() + Send + 'static {
    move || {
        // Locked to the end of the process, so that the bar is not drawn again.
        let guard = progress.try_lock();
        if let Ok(guard) = &guard {
            guard.0.finish();
        }
        let finished = saved.load(Ordering::Relaxed);
        if let Some(path) = partial.as_ref().filter(|_| finished == 0) {
            let _ = std::fs::remove_file(path); // the next run accepts it too
        }
        eprintln!("secateur: {}", Interrupted::after(finished, games, "games", partial.as_deref()));
        std::mem::forget(guard);
    }
}

/// State of a run.
struct Run {
    /// Finished games. Once the run has ended, they are in the order of the file and without gaps.
    finished: Vec<Done>,
    journal: Option<Journal>,
}

impl Run {
    /// Opens the journal of finished games and loads the games in it.
    fn keep_in(&mut self, path: &Path, identity: &String, mode: ResumeMode) -> Result<()> {
        let differs = |found: &String| {
            (found != identity).then(|| "other games, limits or program".to_owned())
        };
        let (journal, resumed) = Journal::open(path, identity, mode, differs)?;
        report_damaged(resumed.damaged, path);
        (self.journal, self.finished) = (Some(journal), resumed.entries);
        Ok(())
    }

    /// Annotates the unfinished games until Ctrl-C; true if all games are finished.
    fn annotate_open_games(
        &mut self,
        options: &AnnotateOptions,
        games: &[NumberedGame],
        partial: Option<&Path>,
    ) -> Result<bool> {
        let is_open = |number: usize| !self.finished.iter().any(|done| done.number == number);
        let open: Vec<&NumberedGame> =
            games.iter().filter(|(number, _)| is_open(*number)).collect();
        let positions: usize = open.iter().map(|(_, game)| game.line.moves.len() + 1).sum();
        let progress: Arc<Progress> = Arc::new(Mutex::new((Ticker::new(), 0, 0)));
        let show_progress = |more_positions: u64, line: Option<&str>| {
            let mut guard = progress.lock().unwrap_or_else(PoisonError::into_inner);
            let (ticker, done, games) = &mut *guard;
            *done += more_positions;
            if let Some(line) = line {
                *games += 1;
                ticker.suspend(|| eprintln!("{line}"));
            }
            ticker.show(*done, positions as u64, || {
                format!("{done}/{positions} positions, {games} of {} games", open.len())
            });
        };
        let saved = Arc::new(AtomicUsize::new(self.finished.len()));
        let leave =
            leave(progress.clone(), saved.clone(), games.len(), partial.map(Path::to_owned));
        let stop = handle_interrupts_and_exit(leave)?;
        let limits = limits(options);
        // A game is saved as soon as it is finished, even if earlier games are not.
        let journal = Mutex::new(self.journal.as_mut());
        let work =
            |engine: &mut Box<dyn Analyst>, (number, game): &&NumberedGame| -> Result<Done> {
                let mut judged = Vec::new();
                for part in game.games() {
                    let part =
                        analyse_game(engine.as_mut(), &part, &limits, &|| show_progress(1, None));
                    judged.extend(part.inspect_err(|_| stop.request())?);
                }
                let done = annotated(*number, game, &judged, engine.name());
                let mut journal = journal.lock().unwrap_or_else(PoisonError::into_inner);
                // Counted first: a second Ctrl-C must not remove the journal of a saved game.
                saved.fetch_add(1, Ordering::Relaxed);
                journal
                    .as_mut()
                    .map_or(Ok(()), |journal| journal.add(&done))
                    .inspect_err(|_| stop.request())?;
                Ok(done)
            };
        let mut fresh = Vec::new();
        let engines = options.analyst.analysts(Techniques::FULL, 1, open.len())?;
        map_in_parallel(&open, engines, &stop, &work, &mut |_, done| {
            if let Ok(done) = &done {
                show_progress(0, Some(&done.line));
            }
            fresh.push(done);
        });
        progress.lock().unwrap_or_else(PoisonError::into_inner).0.finish();
        let mut failure = None;
        for done in fresh {
            match done {
                Ok(done) => self.finished.push(done),
                Err(error) => failure = failure.or(Some(error)),
            }
        }
        self.finished.sort_by_key(|done| done.number);
        failure.map_or(Ok(self.finished.len() == games.len()), Err)
    }
}

/// Writes the results of this engine into the game.
fn annotated(number: usize, game: &PgnGame, judged: &[AnalysedMove], engine: &str) -> Done {
    let mut text = game.clone();
    annotate(&mut text, judged);
    let annotator = text.headers.iter_mut().find(|(name, _)| name == ANNOTATOR);
    if let Some((_, value)) = annotator.filter(|_| game.header(ANNOTATOR).is_none()) {
        engine.clone_into(value);
    }
    Done {
        number,
        text: text.to_string(),
        line: line(number, game, judged),
        found: as_json(number, game, judged),
    }
}

/// The line of a game in the table.
fn line(number: usize, game: &PgnGame, moves: &[AnalysedMove]) -> String {
    let player = |name| escaped(game.header(name).unwrap_or("?"));
    let side = |side| {
        let Summary { accuracy, inaccuracies, mistakes, blunders, .. } = summary(moves, side);
        let accuracy =
            accuracy.map_or_else(|| "no moves".to_owned(), |accuracy| format!("{accuracy:.1} %"));
        format!("{accuracy} ({inaccuracies} ?!, {mistakes} ?, {blunders} ??)")
    };
    format!(
        "game {number}: {} {} - {} {}  {}",
        player("White"),
        side(Color::White),
        player("Black"),
        side(Color::Black),
        escaped(&game.result)
    )
}
