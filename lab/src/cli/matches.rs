//! `secateur-lab match`, and the openings that its pairs begin from.

use crate::evaluations::evaluation_file;
use crate::evaluations::evaluator_named;
use crate::experiments::report;
use crate::matches::factors::{Effect, Factors};
use crate::matches::log::{self, Entry, FACTORIAL, Limit};
use crate::matches::play::{self, MatchPlan, MatchResult, Player, TimeControl};
use crate::matches::sprt::{Sprt, SprtResult};
use crate::progress::Progress;
use crate::scale::Scale;
use anyhow::{Context, Result, bail};
use clap::Args;
use secateur::chess::Board;
use secateur::cli::commit::commit;
use secateur::cli::resume::{Interrupted, Resume, listen, tell_damaged};
use secateur::eval::Evaluator;
use secateur::files::journal::Earlier;
use secateur::files::{self, kept_beside, write_json, write_whole};
use secateur::search::{Signals, Techniques};
use secateur::tools::genfens::{self, Demands};
use std::path::{Path, PathBuf};

/// Nodes a move, where neither they nor the time are given.
const NODES: u64 = 20_000;
/// Games, where neither they nor a test are given.
const GAMES: u64 = 1000;
/// Megabytes of table for each side at fixed nodes, and on the clock.
const HASH: [u64; 2] = [4, 16];
/// Random plies of an opening: an even number, so that White is to move.
const OPENING_PLIES: [usize; 1] = [8];
/// Nodes, soft, that an opening is judged with: few, as most openings are refused.
const OPENING_NODES: u64 = 4000;
/// So many openings refused in a row mean that there are no others: a narrow --within refuses most
/// of them.
const OPENING_REFUSALS: u32 = 20_000;
/// Between the names of the sides.
const SEPARATOR: &str = " – ";
/// Ending, behind the name of the JSON file, of what keeps the finished pairs of a match.
const PARTIAL: &str = ".partial";

/// Plays openings in pairs with colours reversed, in this process. A side is an evaluation
/// (material, stand-in, linear, network, a file of weights or of a network) with the techniques of
/// a preset. With a test the match ends as soon as that is decided; with factors it tells what each
/// of many changes is worth.
#[derive(Debug, Args)]
pub struct MatchOptions {
    /// The evaluation whose score is reported
    a: String,
    /// The evaluation it plays against
    b: String,
    /// Nodes a move; 20000 if no time is given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Seconds for a game and for each move, as 2+0.02, instead of nodes; 2+0.02@500 takes 500
    /// nodes for a millisecond
    #[arg(long, value_name = "B+I", conflicts_with = "nodes")]
    tc: Option<TimeControl>,
    /// Games at most, in pairs; 1000 if nothing is tested, else as many as there are openings for
    #[arg(long, value_name = "N", value_parser = games)]
    games: Option<u64>,
    /// Test the first side's lead: it is E1 rather than E0, normalized Elo, with five chances in a
    /// hundred of either error
    #[arg(long, value_name = "E0,E1", allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// Begin from the positions of this file (FEN or EPD) instead of epd/openings.epd
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Preset of the first side
    #[arg(long, value_name = "PRESET", default_value = "full")]
    preset_a: String,
    /// Preset of the second side
    #[arg(long, value_name = "PRESET", default_value = "full")]
    preset_b: String,
    /// A switch of the first side, as NAME=VALUE; may be repeated
    #[arg(long, value_name = "NAME=VALUE")]
    set_a: Vec<String>,
    /// A switch of the second side
    #[arg(long, value_name = "NAME=VALUE")]
    set_b: Vec<String>,
    /// A switch that is assigned to one side at random for each pair of games; may be repeated.
    /// Prints the effect of each
    #[arg(long, value_name = "NAME=VALUE", conflicts_with = "sprt")]
    factor: Vec<String>,
    /// Megabytes of table for each side; 4 at fixed nodes, 16 on the clock
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    hash: Option<u64>,
    /// Games side by side
    #[arg(long, value_name = "J", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1024))]
    jobs: u64,
    /// Write the result as JSON; until then, pairs that are finished are kept in FILE.partial
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Add a line to this log of matches, as lab/notebook/strength.tsv is one; with factors, a line for
    /// each of them
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// What the line says beside the result
    #[arg(long, value_name = "TEXT", requires = "report", default_value = "lab match")]
    note: String,
    #[command(flatten)]
    resume: Resume,
}

/// Random moves from the initial position, kept if neither side is better by much.
#[derive(Debug, Args)]
pub struct OpeningsOptions {
    /// Openings to find
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    count: u64,
    /// The same openings for the same seed
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// What either side may be better by, internal units, of which a pawn is about 250
    #[arg(long, value_name = "UNITS", default_value_t = 125, value_parser = clap::value_parser!(i32).range(1..=2000))]
    within: i32,
    /// Where to write them, a FEN a line
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// An even number of games.
pub fn games(text: &str) -> Result<u64, String> {
    let number = text.parse().ok().filter(|games: &u64| *games > 0 && games.is_multiple_of(2));
    number.ok_or_else(|| "not an even number: games are played in pairs".to_owned())
}

/// Plays a match and prints what came of it.
pub fn run(options: &MatchOptions) -> Result<()> {
    let kept = options.json.as_ref().and_then(|json| kept_beside(json, PARTIAL));
    let sides = [&options.a, &options.b].into_iter().filter_map(|name| evaluation_file(name));
    files::check(
        sides.chain(options.openings.as_deref()),
        options.json.iter().chain(&kept).chain(&options.report),
    )?;
    if let Some(path) = options.report.as_ref().filter(|path| path.exists()) {
        log::read(path)?; // what is no log is told before the games, not after
    }
    if kept.is_none() && options.resume.earlier() != Earlier::Kept {
        bail!("--resume and --restart need --json: what is finished is kept beside that file");
    }
    let plan = plan(options)?;
    let jobs = options.jobs as usize;
    let scale = Scale {
        first: None,
        depths: None,
        games: None,
        quick: false,
        jobs,
        evaluator: Evaluator::default(),
    };
    let stop = listen()?;
    let progress = match &kept {
        None => Progress::shown_until(stop),
        Some(kept) => {
            let identity = play::identity(&plan);
            let (progress, damaged) =
                Progress::kept_in(kept, &identity, options.resume.earlier(), stop)?;
            tell_damaged(damaged, kept);
            progress
        }
    };
    let result = play::play(&plan, &scale, &progress);
    progress.finish();
    if let Some(refusal) = progress.refusal() {
        bail!("the match cannot be played: {refusal}");
    }
    let Some(result) = result else {
        bail!(Interrupted(match &kept {
            Some(kept) => format!("in the match; --resume goes on from {}", kept.display()),
            None => "in the match; with --json it could be gone on with".to_owned(),
        }));
    };
    print!("{}", told(&plan, &result));
    // First what may be written again: should it fail, the match is not yet in the log, and
    // --resume does not log it twice.
    if let Some(json) = &options.json {
        write_json(json, &result)?;
    }
    if let Some(path) = &options.report {
        log::add(path, entries(options, &plan, &result))?;
    }
    if let Some(kept) = &kept {
        std::fs::remove_file(kept).with_context(|| format!("cannot remove {}", kept.display()))?;
    }
    Ok(())
}

/// Refuses more games than there are openings for: the same games played twice would be counted as
/// others.
pub fn check_openings(games: u64, openings: usize) -> Result<()> {
    let needed = games / 2;
    if needed > openings as u64 {
        bail!(
            "{games} games need {needed} openings, and there are {openings}: `secateur-lab openings` finds more"
        );
    }
    Ok(())
}

fn plan(options: &MatchOptions) -> Result<MatchPlan> {
    let a = player(options, &options.a, &options.preset_a, &options.set_a)?;
    let b = player(options, &options.b, &options.preset_b, &options.set_b)?;
    let [a_said, b_said] = [
        side_said(&options.a, &options.preset_a, &options.set_a),
        side_said(&options.b, &options.preset_b, &options.set_b),
    ];
    let mut plan = MatchPlan::new(format!("{a_said}{SEPARATOR}{b_said}"), a, b, 0);
    plan.factors = Factors::new(&options.factor)?;
    if !options.factor.is_empty() {
        plan.label += &format!(", factors: {}", plan.factors.names().join(" "));
    }
    if let Some(path) = &options.openings {
        plan.openings = read_openings(path)?;
    }
    let most = 2 * plan.openings.len() as u64;
    let games =
        options.games.unwrap_or(if options.sprt.is_some() { most } else { GAMES.min(most) });
    check_openings(games, plan.openings.len())?;
    plan.games = games as usize;
    plan.sprt = options.sprt;
    plan.hash = options.hash.unwrap_or(HASH[usize::from(options.tc.is_some())]) as usize;
    Ok(plan)
}

fn player(
    options: &MatchOptions,
    evaluation: &str,
    preset: &str,
    switches: &[String],
) -> Result<Player> {
    let mut techniques = Techniques::preset(preset)
        .with_context(|| format!("'{preset}' is none of the presets full, papers, plain, bare"))?;
    switches.iter().try_for_each(|pair| techniques.set_pair(pair))?;
    let player = match options.tc {
        Some(time) => Player::with_time(techniques, time),
        None => Player::with_nodes(techniques, options.nodes.unwrap_or(NODES)),
    };
    Ok(player.judging_by(evaluator_named(evaluation)?))
}

/// A side in words: its evaluation, and what is not as in play.
fn side_said(evaluation: &str, preset: &str, switches: &[String]) -> String {
    let preset = Some(preset).filter(|preset| *preset != "full");
    let words =
        std::iter::once(evaluation).chain(preset).chain(switches.iter().map(String::as_str));
    words.collect::<Vec<_>>().join(" ")
}

/// The lines of the log: one for the match, or one for each of the changes that shared its games.
fn entries(options: &MatchOptions, plan: &MatchPlan, result: &MatchResult) -> Vec<Entry> {
    let (a, b) = result.label.split_once(SEPARATOR).unwrap_or((&result.label, ""));
    let limit = limit(&plan.a);
    let ratio = plan.sprt.map(|sprt| sprt.log_likelihood_ratio(&result.pairs));
    let whole = Entry {
        commit: commit().to_owned(),
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
        let commit = commit().to_owned();
        Entry {
            commit,
            note: note.clone(),
            ..Entry::of_change(&effect.factor, "without", limit, effect.pairs)
        }
    };
    result.effects.iter().map(line).collect()
}

/// What a side may think, as the log tells it.
fn limit(player: &Player) -> Limit {
    let Some(time) = player.time else { return Limit::Nodes(player.nodes.unwrap_or(NODES)) };
    let (base, increment) = (time.base.as_secs_f64(), time.increment.as_secs_f64());
    match time.nodes_per_millisecond {
        0 => Limit::Clock(base, increment),
        rate => Limit::NodeClock(base, increment, rate),
    }
}

/// What the test says; nothing if there is none.
fn verdict(plan: &MatchPlan, result: &MatchResult) -> &'static str {
    match plan.sprt.map(|sprt| sprt.verdict(&result.pairs)) {
        Some(SprtResult::Passed) => "passed",
        Some(SprtResult::Failed) => "failed",
        Some(SprtResult::Open) => "undecided",
        None => "",
    }
}

fn read_openings(path: &Path) -> Result<std::sync::Arc<[Board]>> {
    Ok(genfens::read_book(&path.to_string_lossy())?.into())
}

/// The result as a table, and the verdict of the test.
fn told(plan: &MatchPlan, result: &MatchResult) -> String {
    let mut text = String::new();
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
    if result.overstepped != [0; 2] {
        let [a, b] = result.overstepped;
        text += &format!("lost on time: {a} and {b}\n");
    }
    text
}

/// Finds openings and writes them.
pub fn write_openings(options: &OpeningsOptions) -> Result<()> {
    files::check(None::<&Path>, [&options.out])?;
    let demands = Demands {
        plies: &OPENING_PLIES,
        nodes: OPENING_NODES,
        most: options.within,
        refusals: OPENING_REFUSALS,
    };
    let mut text = String::new();
    let found = genfens::generate(
        &demands,
        options.count,
        options.seed,
        Vec::new(),
        &Signals::default(),
        &mut |board| {
            text += &board.to_string();
            text.push('\n');
        },
    );
    found.with_context(|| format!("after {} openings", text.lines().count()))?;
    Ok(write_whole(&options.out, &text)?)
}
