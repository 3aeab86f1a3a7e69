//! `secateur annotate`: what the engine has to say about games.

use super::effort::Effort;
use super::input::read_bytes;
use super::json::Json;
use super::other::Other;
use super::resume::{Interrupted, Resume, listen_and_leave, tell_damaged};
use crate::chess::Color;
use crate::chess::pgn::{PgnGame, read_games};
use crate::engine::Settings;
use crate::files::hash::{fnv1a, of_serialised};
use crate::files::journal::{Earlier, Journal};
use crate::files::{self, kept_beside, write_whole};
use crate::search::Limits;
use crate::tools::analysis::{Analyst, Judged, Summary, review, side_by_side, summary};
use crate::tools::annotate::{annotate, as_json};
use crate::tools::bench;
use crate::tools::page::{self, GameEntry};
use anyhow::{Result, bail};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};

/// Nodes that a position gets if nothing else is asked for.
const NODES: u64 = 200_000;

/// Searches every position of the games of a PGN file and writes into the games what it finds:
/// after each move the evaluation ([%eval], pawns for White, +1.00 an even chance of winning) and
/// the chances of White winning, drawing and losing in permille ([%wdl]); ?! (inaccuracy), ?
/// (mistake) or ?? (blunder) behind moves that take 10, 20 or 30 percent of the point off what
/// their player could expect, with what was best as a variation; and the accuracy of both sides
/// (100 without losses) among the headers. Headers, comments, glyphs and variations stay. The table
/// of games goes to standard error.
///
/// Broken games are named by their number, with the reason, and left out; repaired ones are named
/// with what was repaired. Without a limit each
/// position gets 200000 nodes. With --out, --json or --html every finished game is kept at once;
/// Ctrl-C lets the games under way end, a second one drops them, and --resume goes on.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub struct AnnotateOptions {
    /// The games; - is standard input
    #[arg(value_name = "GAME.pgn")]
    file: PathBuf,
    /// Write the games here instead of to standard output
    #[arg(long, value_name = "PGN")]
    out: Option<PathBuf>,
    #[command(flatten)]
    json: Json,
    /// Write the games as a page for browsers as well
    #[arg(long, value_name = "HTML")]
    html: Option<PathBuf>,
    #[command(flatten)]
    resume: Resume,
    #[command(flatten)]
    other: Other,
    #[command(flatten)]
    effort: Effort,
}

const AFTER_HELP: &str = "\
Examples:
  secateur annotate game.pgn --nodes 1000000 > annotated.pgn
  secateur annotate games.pgn --time 0.5 --jobs 2 --out annotated.pgn --json annotated.json
  secateur annotate games.pgn --nodes 500000 --out annotated.pgn --html games.html

Exit codes:
  0  done
  1  done, but games of the file were broken and left out
  2  the input is bad; one line says where
  130  interrupted; --resume goes on";

/// Ending, behind the name of the output, of the file that keeps the finished games of an
/// unfinished run.
const PARTIAL: &str = ".partial";

/// A game with its number in the file, from 1.
type Numbered = (usize, PgnGame);

/// A finished game.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Done {
    /// Its number in the file.
    number: usize,
    /// The game with all that was found.
    text: String,
    /// Its line of the table.
    line: String,
    /// All that was found.
    found: Value,
}

/// Annotates the games.
pub fn run(options: &AnnotateOptions) -> Result<ExitCode> {
    let json = options.json.file();
    let output = options.out.as_deref().or(json).or(options.html.as_deref());
    let partial = output.and_then(|output| kept_beside(output, PARTIAL));
    if partial.is_none() && options.resume.earlier() != Earlier::Kept {
        bail!(
            "--resume and --restart need --out, --json or --html: what is finished is kept beside that file"
        );
    }
    let read = std::iter::once(options.file.as_path()).chain(options.effort.evaluation_file());
    files::check(
        read,
        [options.out.as_deref(), json, options.html.as_deref(), partial.as_deref()]
            .into_iter()
            .flatten(),
    )?;
    let bytes = read_bytes(&options.file)?;
    let (games, broken) = sound_games(options, &bytes)?;
    let mut run = Run { finished: Vec::new(), journal: None };
    if let Some(path) = &partial {
        run.keep_in(path, &identity(options, &bytes)?, options.resume.earlier())?;
    }
    let is_whole = run.go_on(options, &games)?;
    let texts: Vec<&str> = run.finished.iter().map(|done| done.text.as_str()).collect();
    if options.out.is_none() && !options.json.is_printed() {
        print!("{}", texts.join("\n"));
    }
    if !is_whole {
        let on = partial
            .map_or(String::new(), |path| format!("; --resume goes on from {}", path.display()));
        bail!(Interrupted(format!("after {} of {} games{on}", texts.len(), games.len())));
    }
    if let Some(path) = &options.out {
        write_whole(path, &texts.join("\n"))?;
    }
    options.json.write(&run.finished.iter().map(|done| &done.found).collect::<Vec<_>>())?;
    if let Some(file) = &options.html {
        let entries =
            run.finished.iter().map(|done| GameEntry { found: &done.found, pgn: &done.text });
        write_whole(file, &page::games(&entries.collect::<Vec<_>>())?)?;
    }
    run.journal.map_or(Ok(()), Journal::remove)?;
    Ok(if broken { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// The games that can be annotated, and whether there are others, which are named.
fn sound_games(options: &AnnotateOptions, bytes: &[u8]) -> Result<(Vec<Numbered>, bool)> {
    let name = options.file.display();
    let (mut games, mut broken) = (Vec::new(), false);
    for (index, game) in read_games(bytes).into_iter().enumerate() {
        match game {
            Ok(game) => {
                if let Some(remark) = game.remark() {
                    eprintln!("{name}: game {}: {remark}", index + 1);
                }
                games.push((index + 1, game));
            }
            Err(error) => {
                eprintln!("{name}: game {}: {error}", index + 1);
                broken = true;
            }
        }
    }
    if games.is_empty() {
        bail!("{name} has no sound games");
    }
    Ok((games, broken))
}

/// Identity of a run, by which it resumes: the program, the games, and how they are searched.
fn identity(options: &AnnotateOptions, bytes: &[u8]) -> Result<String> {
    let effort = &options.effort;
    let Settings { hash_megabytes, threads, techniques, .. } = effort.settings(1);
    let Limits { depth, nodes, move_time, .. } = limits(options);
    let settings = (hash_megabytes, threads, techniques, effort.syzygy());
    let run = (fnv1a(bytes), depth, nodes, move_time, settings, effort.other_evaluation()?);
    let other = options.other.identity();
    Ok(format!("{} {:016x} {other}", bench::signature(), of_serialised(&run)))
}

fn limits(options: &AnnotateOptions) -> Limits {
    options.effort.limits_or(Limits::to_nodes(NODES))
}

/// How far a run has come.
struct Run {
    /// In the order of the file, as far as they go without a gap once the run has ended.
    finished: Vec<Done>,
    journal: Option<Journal>,
}

impl Run {
    /// Keeps what is finished in this file from now on, and takes over what it holds.
    fn keep_in(&mut self, path: &Path, identity: &String, earlier: Earlier) -> Result<()> {
        let differs = |found: &String| {
            (found != identity).then(|| "other games, limits or program".to_owned())
        };
        let (journal, resumed) = Journal::open(path, identity, earlier, differs)?;
        tell_damaged(resumed.damaged, path);
        (self.journal, self.finished) = (Some(journal), resumed.entries);
        Ok(())
    }

    /// Annotates the games that are not finished yet, until Ctrl-C; true if all are finished then.
    fn go_on(&mut self, options: &AnnotateOptions, games: &[Numbered]) -> Result<bool> {
        let is_open = |number: usize| !self.finished.iter().any(|done| done.number == number);
        let open: Vec<&Numbered> = games.iter().filter(|(number, _)| is_open(*number)).collect();
        let positions: usize = open.iter().map(|(_, game)| game.line.moves.len() + 1).sum();
        let bar = ProgressBar::new(positions as u64)
            .with_style(ProgressStyle::with_template(
                "{bar:12} {pos}/{len} positions, {eta} left, {wide_msg}",
            )?)
            .with_message(format!("0 of {} games", open.len()));
        let stop = listen_and_leave()?;
        let limits = limits(options);
        // A game is kept as soon as it is finished, also while those before it are not.
        let journal = Mutex::new(self.journal.as_mut());
        let work = |engine: &mut Box<dyn Analyst>, (number, game): &&Numbered| -> Result<Done> {
            let mut judged = Vec::new();
            for part in game.games() {
                let part = review(engine.as_mut(), &part, &limits, &|| bar.inc(1));
                judged.extend(part.inspect_err(|_| stop.ask())?);
            }
            let done = annotated(*number, game, &judged);
            let mut journal = journal.lock().unwrap_or_else(PoisonError::into_inner);
            journal
                .as_mut()
                .map_or(Ok(()), |journal| journal.add(&done))
                .inspect_err(|_| stop.ask())?;
            Ok(done)
        };
        let mut fresh = Vec::new();
        let engines = options.other.analysts(&options.effort, 1, open.len())?;
        side_by_side(&open, engines, &stop, &work, &mut |index, done| {
            if let Ok(done) = &done {
                bar.suspend(|| eprintln!("{}", done.line));
            }
            bar.set_message(format!("{} of {} games", index + 1, open.len()));
            fresh.push(done);
        });
        bar.finish_and_clear();
        self.finished.extend(fresh.into_iter().collect::<Result<Vec<_>, _>>()?);
        self.finished.sort_by_key(|done| done.number);
        Ok(self.finished.len() == games.len())
    }
}

/// The game with what was found written into it.
fn annotated(number: usize, game: &PgnGame, judged: &[Judged]) -> Done {
    let mut text = game.clone();
    annotate(&mut text, judged);
    Done {
        number,
        text: text.to_string(),
        line: line(number, game, judged),
        found: as_json(number, game, judged),
    }
}

/// A game in a line of the table.
fn line(number: usize, game: &PgnGame, moves: &[Judged]) -> String {
    let player = |name| game.header(name).unwrap_or("?");
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
        game.result
    )
}
