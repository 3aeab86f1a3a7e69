//! `secateur-lab match`: plays matches.

use crate::cli::options::GameOptions;
use crate::cli::{commit, evaluator, outputs};
use crate::evaluations::evaluation_file;
use crate::matches::SEPARATOR;
use crate::matches::adjudication::{Adjudication, DrawRule, ResignRule};
use crate::matches::factors::{Effect, FactorError, Factors};
use crate::matches::games;
use crate::matches::log::{self, Entry, FACTORIAL, Limit};
use crate::matches::play::{self, MatchPlan, MatchResult, Player};
use crate::matches::report;
use crate::matches::sprt::{Sprt, SprtResult};
use crate::progress::RunProgress;
use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use secateur::cli::PARTIAL;
use secateur::cli::numbers::{count, within};
use secateur::cli::resume::{
    Force, Interrupted, OutputKind, Resume, handle_interrupts, report_damaged,
};
use secateur::cli::techniques::{preset, set_switches, switch_error};
use secateur::eval::{DEFAULT_NAME, Evaluator};
use secateur::files::journal::ResumeMode;
use secateur::files::{self, companion_file, write_json};
use secateur::search::table::OutOfMemory;
use secateur::search::{Signals, Techniques};
use secateur::tools::bench;
use secateur::tools::page::GamesTarget;
use std::path::{Path, PathBuf};

/// Default nodes for each move, if no time control is given.
const NODES: u64 = 20_000;
/// Default number of games without SPRT.
const GAMES: usize = 1000;

/// Plays a match in this process: each opening twice, with colours reversed. A side has an
/// evaluation (material, piece-square, linear, network, or a weights or network file) and the
/// techniques of a preset.
///
/// With --sprt, the match ends when the test is decided. With --factor (a factorial match), the
/// result gives the effect of each change.
///
/// The first Ctrl-C lets running games finish, the second drops them. The result of the finished
/// pairs is printed, marked as incomplete.
#[derive(Debug, Args)]
pub struct MatchOptions {
    /// Evaluation of the first side, whose score is reported
    a: String,
    /// Evaluation of the second side
    b: String,
    #[command(flatten)]
    limits: GameOptions,
    /// Maximum number of games, an even number; by default 1000, with --sprt two for each opening
    #[arg(long, value_name = "N", value_parser = games)]
    games: Option<usize>,
    /// Run an SPRT with these bounds, in normalized Elo of the first side; alpha = beta = 0.05
    #[arg(long, value_name = "E0,E1", allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// Preset of the first side
    #[arg(long, value_name = "PRESET", default_value = "full")]
    preset_a: String,
    /// Preset of the second side
    #[arg(long, value_name = "PRESET", default_value = "full")]
    preset_b: String,
    /// Set a switch of the first side; may be repeated
    #[arg(long, value_name = "NAME=VALUE")]
    set_a: Vec<String>,
    /// Set a switch of the second side; may be repeated
    #[arg(long, value_name = "NAME=VALUE")]
    set_b: Vec<String>,
    /// Assign this switch to one side at random for each pair of games, and print its effect; may
    /// be repeated
    #[arg(long, value_name = "NAME=VALUE", conflicts_with = "sprt")]
    factor: Vec<String>,
    /// Number of games in parallel
    #[arg(long, value_name = "J", default_value_t = 1, value_parser = within::<usize>(1..=1024))]
    jobs: usize,
    /// Draw games whose scores stay within SCORE centipawns for MOVECOUNT moves of each side:
    /// movenumber=40,movecount=8,score=10, with commas or, as in fastchess, spaces. Unlike in
    /// fastchess, scores before move MOVENUMBER do not count, and captures and pawn moves do not
    /// restart the count. `off` draws none. By default movenumber=40,movecount=8 and 8 internal
    /// units
    #[arg(long, value_name = "KEY=VALUE", value_delimiter = ',')]
    draw: Vec<String>,
    /// Resign games that are lost by SCORE centipawns for MOVECOUNT moves, with twosided=true by
    /// the scores of both sides: movecount=3,score=600,twosided=true. `off` resigns none. By
    /// default movecount=3,twosided=true and 1000 internal units
    #[arg(long, value_name = "KEY=VALUE", value_delimiter = ',')]
    resign: Vec<String>,
    /// Draw games after N moves of each side
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = within::<usize>(1..=10_000))]
    maxmoves: usize,
    /// Write the games as PGN, with score, depth and time of each move
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Write a crosstable and the games as an HTML page, or as a page for each game if this is a
    /// folder (DIR/)
    #[arg(long, value_name = "HTML|DIR")]
    html: Option<PathBuf>,
    /// Write the result as JSON; finished pairs are saved in FILE.partial during the match
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Add the result at the top of this match log, such as lab/notebook/strength.tsv; a factorial
    /// match adds a line for each factor
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Note in the line of the match log
    #[arg(long, value_name = "TEXT", requires = "report", default_value = "lab match")]
    note: String,
    #[command(flatten)]
    resume: Resume,
    #[command(flatten)]
    force: Force,
}

/// Parses an even number of games.
pub fn games(text: &str) -> Result<usize, String> {
    let number = count(text).ok().and_then(|games| usize::try_from(games).ok());
    let number = number.filter(|games| games.is_multiple_of(2));
    number.ok_or_else(|| "not an even number: games are played in pairs".to_owned())
}

/// Runs `secateur-lab match`: plays a match and prints the result.
pub fn run(options: &MatchOptions) -> Result<()> {
    let journal = options.json.as_ref().and_then(|json| companion_file(json, PARTIAL));
    let pages = options.html.as_deref().map(GamesTarget::begin).transpose()?;
    check_files(options, journal.as_deref(), pages.as_ref())?;
    let plan = plan(options)?;
    let all_pages = pages.as_ref().map_or(Vec::new(), |pages| pages.pages(plan.games));
    let others = [&options.json, &options.report, &options.pgn].into_iter().flatten();
    files::check(options.limits.openings.iter(), others.chain(&all_pages))?;
    options.force.check(&all_pages, OutputKind::PAGE)?;
    let bench = bench_of(options);
    let stop = handle_interrupts()?;
    let progress = match &journal {
        None => RunProgress::shown_until(stop),
        Some(journal) => {
            let identity = play::identity(&plan);
            let (progress, damaged) =
                RunProgress::with_journal(journal, &identity, options.resume.mode(), stop)?;
            report_damaged(damaged, journal);
            progress
        }
    };
    let (result, is_complete) = play::play_until_stopped(&plan, options.jobs, &progress);
    progress.finish();
    if let Some(refusal) = progress.refusal() {
        bail!("the match cannot be played: {refusal}");
    }
    let save = || -> Result<()> {
        if is_complete {
            save_result(options, &plan, &result, bench, journal.as_deref())?;
        } else if result.pairs.pairs() == 0 {
            return Ok(());
        }
        // A part of a match does not replace the games of an earlier one.
        let is_written = |path: &Path| is_complete || !path.exists();
        if let Some(path) = options.pgn.as_deref().filter(|path| is_written(path)) {
            games::write_pgn(path, &plan, &result)?;
        }
        let Some(pages) = pages.as_ref().filter(|pages| is_written(&pages.front())) else {
            return Ok(());
        };
        if let Some(hint) = games::write_pages(pages, &plan, &result)? {
            eprintln!("secateur-lab: {hint}");
        }
        Ok(())
    };
    // Saves before it prints: a closed pipe ends the program there.
    let saved = save();
    if result.pairs.pairs() > 0 {
        print!("{}", text_of(&plan, &result, is_complete));
    }
    saved?;
    if !is_complete {
        drop(progress); // removes a journal without finished pairs
        bail!(interruption(&plan, &result, journal.as_deref()));
    }
    Ok(())
}

/// Writes the result of a complete match as JSON and into the log, and removes its journal.
fn save_result(
    options: &MatchOptions,
    plan: &MatchPlan,
    result: &MatchResult,
    bench: Option<u64>,
    journal: Option<&Path>,
) -> Result<()> {
    // Writes the JSON first: if that fails, the match is not in the log yet, and --resume does not
    // log it twice.
    if let Some(json) = &options.json {
        write_json(json, result)?;
    }
    if let Some(path) = &options.report {
        let entries = entries(options, plan, result);
        log::add(path, entries.into_iter().map(|entry| Entry { bench, ..entry }))?;
    }
    if let Some(journal) = journal {
        std::fs::remove_file(journal)
            .with_context(|| format!("cannot remove {}", journal.display()))?;
    }
    Ok(())
}

/// Refuses, before the match, files that cannot be read or must not be replaced.
fn check_files(
    options: &MatchOptions,
    journal: Option<&Path>,
    pages: Option<&GamesTarget>,
) -> Result<()> {
    let front = pages.map(GamesTarget::front);
    let sides = [&options.a, &options.b].into_iter().filter_map(|name| evaluation_file(name));
    let outputs = [&options.json, &options.report, &options.pgn, &front].into_iter().flatten();
    files::check(
        sides.chain(options.limits.openings.as_deref()),
        outputs.map(PathBuf::as_path).chain(journal),
    )?;
    options.force.check(&options.json, OutputKind::JSON)?;
    options.force.check(&options.pgn, outputs::MATCH_GAMES)?;
    if let Some(path) = options.report.as_ref().filter(|path| path.exists()) {
        log::read(path)?; // reports a file that is not a log before the match, not after it
    }
    if journal.is_none() && options.resume.mode() != ResumeMode::Refuse {
        bail!("--resume and --restart need --json: finished pairs are saved next to that file");
    }
    if let (Some(json), Some(journal)) = (&options.json, journal) {
        options.resume.check_unfinished(json, journal)?;
    }
    Ok(())
}

/// The error of a match that Ctrl-C ended.
fn interruption(plan: &MatchPlan, result: &MatchResult, journal: Option<&Path>) -> Interrupted {
    let next = match journal {
        Some(journal) if journal.exists() => {
            format!("; --resume continues from {}", journal.display())
        }
        Some(_) => String::new(),
        None => "; only a match with --json can be resumed".to_owned(),
    };
    Interrupted(format!("after {} of {} pairs{next}", result.pairs.pairs(), plan.games / 2))
}

/// Rejects more games than there are openings for: repeated games would count as independent ones.
pub fn check_openings(games: usize, openings: usize) -> Result<()> {
    let needed = games / 2;
    if needed > openings {
        bail!(
            "{games} games need {needed} openings, but there are {openings}; `secateur-lab openings` writes more"
        );
    }
    Ok(())
}

fn plan(options: &MatchOptions) -> Result<MatchPlan> {
    let a = player(options, 'a', &options.a, &options.preset_a, &options.set_a)?;
    let b = player(options, 'b', &options.b, &options.preset_b, &options.set_b)?;
    let [a_label, b_label] = [
        side_label(&options.a, &options.preset_a, &options.set_a),
        side_label(&options.b, &options.preset_b, &options.set_b),
    ];
    let mut plan = MatchPlan::new(format!("{a_label}{SEPARATOR}{b_label}"), a, b, 0);
    plan.factors = factors(options, [plan.a.techniques, plan.b.techniques])?;
    if !options.factor.is_empty() {
        plan.label += &format!(", factors: {}", plan.factors.names().join(" "));
    }
    options.limits.apply(&mut plan)?;
    let max = 2 * plan.openings.len();
    let games = options.games.unwrap_or(if options.sprt.is_some() { max } else { GAMES.min(max) });
    check_openings(games, plan.openings.len())?;
    plan.games = games;
    plan.adjudication = adjudication(options)?;
    plan.records_games = options.pgn.is_some() || options.html.is_some();
    plan.sprt = options.sprt;
    Ok(plan)
}

/// The changes of a factorial match between sides with these settings.
fn factors(options: &MatchOptions, sides: [Techniques; 2]) -> Result<Factors> {
    let set = [&options.set_a[..], &options.set_b];
    Factors::new(&options.factor, sides, set).map_err(|error| match error {
        FactorError::Switch(error) => switch_error("--factor", &error),
        other => anyhow!("--factor: {other}"),
    })
}

/// The adjudication by which games end early; without options, the usual ones.
fn adjudication(options: &MatchOptions) -> Result<Adjudication> {
    let mut adjudication =
        Adjudication { longest: 2 * options.maxmoves, ..Adjudication::default() };
    if !options.draw.is_empty() {
        adjudication.draw =
            DrawRule::parse(&options.draw).map_err(|error| anyhow!("--draw: {error}"))?;
    }
    if !options.resign.is_empty() {
        adjudication.resign =
            ResignRule::parse(&options.resign).map_err(|error| anyhow!("--resign: {error}"))?;
    }
    Ok(adjudication)
}

/// A side, `a` or `b`, with the values of its options.
fn player(
    options: &MatchOptions,
    side: char,
    evaluation: &str,
    preset_name: &str,
    switches: &[String],
) -> Result<Player> {
    let mut techniques = preset(&format!("--preset-{side}"), preset_name)?;
    set_switches(&format!("--set-{side}"), switches, &mut techniques)?;
    let player = options.limits.player(techniques, NODES);
    Ok(player.with_evaluator(evaluator(&format!("side {side}"), evaluation)?))
}

/// The label of a side: its evaluation, and the settings that differ from the default.
fn side_label(evaluation: &str, preset: &str, switches: &[String]) -> String {
    let preset = Some(preset).filter(|preset| *preset != "full");
    let words =
        std::iter::once(evaluation).chain(preset).chain(switches.iter().map(String::as_str));
    words.collect::<Vec<_>>().join(" ")
}

/// The bench node count for the log; `None` if the first side does not play the default settings.
fn bench_of(options: &MatchOptions) -> Option<u64> {
    let is_default = side_label(&options.a, &options.preset_a, &options.set_a) == DEFAULT_NAME;
    (is_default && options.report.is_some()).then(|| bench_nodes().ok()).flatten()
}

/// The node count that `secateur bench` prints.
fn bench_nodes() -> Result<u64, OutOfMemory> {
    let task = bench::Task::default();
    let result = task.run(Techniques::FULL, Evaluator::default(), &Signals::default(), |_| {})?;
    Ok(result.nodes)
}

/// The lines of the log: one for the match, or one for each factor of a factorial match.
fn entries(options: &MatchOptions, plan: &MatchPlan, result: &MatchResult) -> Vec<Entry> {
    let [a, b] = &plan.names;
    let limit = limit(&plan.a);
    let ratio = plan.sprt.map(|sprt| sprt.log_likelihood_ratio(&result.pairs));
    let whole = Entry {
        commit: commit(),
        llr: ratio.map(|ratio| (ratio * 100.0).round() / 100.0),
        verdict: verdict(plan, result).to_owned(),
        note: options.note.clone(),
        ..Entry::of_pairs(a, b, limit, result.wdl, result.pairs)
    };
    if result.effects.is_empty() {
        return vec![whole];
    }
    let note = format!("{}; {FACTORIAL}, {} changes", options.note, result.effects.len());
    let line = |effect: &Effect| {
        let commit = commit();
        Entry {
            commit,
            note: note.clone(),
            ..Entry::of_change(&effect.factor, "without", limit, effect.pairs)
        }
    };
    result.effects.iter().map(line).collect()
}

/// The limit of a side, as recorded in the log.
fn limit(player: &Player) -> Limit {
    player.time.map_or(Limit::Nodes(player.nodes.unwrap_or(NODES)), Limit::Clock)
}

/// The verdict of the SPRT; empty without SPRT.
fn verdict(plan: &MatchPlan, result: &MatchResult) -> &'static str {
    match plan.sprt.map(|sprt| sprt.verdict(&result.pairs)) {
        Some(SprtResult::AcceptH1) => "passed",
        Some(SprtResult::AcceptH0) => "failed",
        Some(SprtResult::Continue) => "undecided",
        None => "",
    }
}

/// The result as a table, and the verdict of the SPRT.
fn text_of(plan: &MatchPlan, result: &MatchResult, is_complete: bool) -> String {
    let mut text = String::new();
    if !is_complete {
        text += &format!("incomplete: {} of {} pairs\n\n", result.pairs.pairs(), plan.games / 2);
    }
    report::match_table(&mut text, std::slice::from_ref(result));
    if !result.effects.is_empty() {
        report::effects_table(&mut text, &result.effects);
    }
    if let Some(sprt) = plan.sprt {
        let ratio = sprt.log_likelihood_ratio(&result.pairs);
        let (bound, games) = (Sprt::bound(), 2 * result.pairs.pairs());
        text += &format!(
            "SPRT [{}, {}]: {}, LLR {ratio:+.2} of ±{bound:.2} after {games} games\n",
            sprt.elo0,
            sprt.elo1,
            verdict(plan, result)
        );
    }
    if result.time_forfeits != [0; 2] {
        let [a, b] = result.time_forfeits;
        text += &format!("games lost on time: {a} by the first side, {b} by the second\n");
    }
    text
}
