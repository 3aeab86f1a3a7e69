//! Matches between configurations in one process: fixed nodes or depth per move, or clocks.
//! Openings are played in pairs with colours reversed. A match ends after a number of games or when
//! a [sequential test](crate::matches::sprt) is decided.

use super::adjudication::{Adjudication, Adjudicator};
use crate::learn::games::GameResult;
use crate::matches::SEPARATOR;
use crate::matches::factors::{self, Effect, Factors};
use crate::matches::sprt::{Sprt, SprtResult};
use crate::progress::{Identity, RunProgress, identity_of};
use crate::samples::{GameEnd, HalfPoints, Pair, PlayedGame, PlayedMove};
use crate::statistics::Pentanomial;
use once_cell::sync::Lazy;
use secateur::chess::{Board, Color, Game, Outcome};
use secateur::engine::{Engine, Settings};
use secateur::eval::Evaluator;
use secateur::files::hash::of_serialized;
use secateur::search::clock::time_of_nodes;
use secateur::search::limits::ClockTimes;
use secateur::search::smp::STACK;
use secateur::search::table::OutOfMemory;
use secateur::search::{Limits, Signals, Silent, Techniques};
use secateur::threads::{self, with_stack};
use secateur::tools::bench;
use secateur::tools::fingerprint::fingerprint;
use secateur::tools::suites;
use serde::{Deserialize, Serialize};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// One side of a match.
#[derive(Clone, Debug)]
pub struct Player {
    /// The search techniques of this side.
    pub techniques: Techniques,
    /// Node limit per move.
    pub nodes: Option<u64>,
    /// Depth limit per move, plies.
    pub depth: Option<u32>,
    /// Time control.
    pub time: Option<TimeControl>,
    /// The evaluation of this side; `None` for the default.
    pub evaluator: Option<Evaluator>,
}

impl Player {
    /// A player with a node limit per move.
    pub fn with_nodes(techniques: impl Into<Techniques>, nodes: u64) -> Player {
        Player { nodes: Some(nodes), ..Player::unlimited(techniques) }
    }

    /// A player with a depth limit per move, plies.
    pub fn with_depth(techniques: impl Into<Techniques>, depth: u32) -> Player {
        Player { depth: Some(depth), ..Player::unlimited(techniques) }
    }

    /// A player with a time control.
    pub fn with_time(techniques: impl Into<Techniques>, time: TimeControl) -> Player {
        Player { time: Some(time), ..Player::unlimited(techniques) }
    }

    fn unlimited(techniques: impl Into<Techniques>) -> Player {
        Player {
            techniques: techniques.into(),
            nodes: None,
            depth: None,
            time: None,
            evaluator: None,
        }
    }

    /// The same player with another evaluation.
    pub fn with_evaluator(self, evaluator: Evaluator) -> Player {
        Player { evaluator: Some(evaluator), ..self }
    }

    /// The limits of a move with this time left on the clock.
    fn limits(&self, left: Duration) -> Limits {
        let clock = self.time.map(|time| ClockTimes {
            left: [Some(left); 2],
            increment: [time.increment; 2],
            nodes_per_millisecond: time.nodes_per_millisecond,
            ..ClockTimes::default()
        });
        Limits {
            nodes: self.nodes,
            depth: self.depth,
            clock: clock.unwrap_or_default(),
            ..Limits::default()
        }
    }
}

/// A time control: base time and increment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct TimeControl {
    /// Base time of a game.
    pub base: Duration,
    /// Increment per move.
    pub increment: Duration,
    /// If not 0, the number of nodes that count as a millisecond.
    /// Results then do not depend on the speed or load of the machine.
    pub nodes_per_millisecond: u64,
}

impl TimeControl {
    /// The time that a search takes off the clock.
    fn taken(&self, nodes: u64, passed: Duration) -> Duration {
        match self.nodes_per_millisecond {
            0 => passed,
            rate => time_of_nodes(nodes, rate),
        }
    }
}

/// Writes `2+0.02` (seconds), or `2+0.02@500` for 500 nodes per millisecond.
impl std::fmt::Display for TimeControl {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}+{}", self.base.as_secs_f64(), self.increment.as_secs_f64())?;
        match self.nodes_per_millisecond {
            0 => Ok(()),
            rate => write!(f, "@{rate}"),
        }
    }
}

/// Parses `2+0.02` (seconds) or `2+0.02@500` (500 nodes count as a millisecond).
impl std::str::FromStr for TimeControl {
    type Err = String;

    fn from_str(text: &str) -> Result<TimeControl, String> {
        let seconds = |text: &str| {
            let seconds: f64 =
                text.parse().ok().filter(|seconds| (0.0..=86_400.0).contains(seconds))?;
            Some(Duration::from_secs_f64(seconds))
        };
        let (clock, rate) =
            text.split_once('@').map_or((text, Some(0)), |(clock, rate)| (clock, nodes_rate(rate)));
        let (base, increment) = clock.split_once('+').unwrap_or((clock, "0"));
        match (seconds(base), seconds(increment), rate) {
            (Some(base), Some(increment), Some(nodes_per_millisecond)) if !base.is_zero() => {
                Ok(TimeControl { base, increment, nodes_per_millisecond })
            }
            _ => Err("expected base time and increment in seconds, as 2+0.02, \
                or 2+0.02@500 with nodes per millisecond"
                .to_owned()),
        }
    }
}

/// Parses the number of nodes per millisecond.
fn nodes_rate(text: &str) -> Option<u64> {
    text.parse().ok().filter(|rate| (1..=1_000_000).contains(rate))
}

/// The plan of a match.
#[derive(Clone, Debug)]
pub struct MatchPlan {
    /// Name of the match, "A – B".
    pub label: String,
    /// Names of the sides.
    pub names: [String; 2],
    /// Side A, whose score is reported.
    pub a: Player,
    /// Side B, the opponent.
    pub b: Player,
    /// Largest number of games; an even number.
    pub games: usize,
    /// The sequential test; its decision ends the match.
    pub sprt: Option<Sprt>,
    /// Changes that are assigned to one side at random for each pair.
    pub factors: Factors,
    /// The openings; each is used for one pair before any is used again.
    pub openings: Arc<[Board]>,
    /// Hash size of each side, megabytes.
    pub hash: usize,
    /// When games end early.
    pub adjudication: Adjudication,
    /// Whether the result has the moves of the games.
    pub records_games: bool,
}

impl MatchPlan {
    /// A match of this number of games with the built-in openings.
    pub fn new(label: impl Into<String>, a: Player, b: Player, games: usize) -> MatchPlan {
        let openings = suites::built_in("openings").into_iter().map(|epd| epd.board).collect();
        let label = label.into();
        let names = label.split_once(SEPARATOR).unwrap_or((&label, ""));
        MatchPlan {
            names: [names.0, names.1].map(str::to_owned),
            label,
            a,
            b,
            games,
            sprt: None,
            factors: Factors::default(),
            openings,
            hash: HASH,
            adjudication: Adjudication::default(),
            records_games: false,
        }
    }
}

/// The result of a match, from the point of view of side A.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct MatchResult {
    /// Name of the match, "A – B".
    pub label: String,
    /// Wins, draws and losses.
    pub wdl: [u64; 3],
    /// Pentanomial results.
    pub pairs: Pentanomial,
    /// Thinking time of each side, seconds.
    pub seconds: [f64; 2],
    /// Losses on time of each side.
    #[serde(default, rename = "overstepped")]
    pub time_forfeits: [u64; 2],
    /// The effect of each change of a factorial match.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub effects: Vec<Effect>,
    /// The pairs of games by their numbers, if the plan records games.
    #[serde(skip)]
    pub games: Vec<(usize, [PlayedGame; 2])>,
}

impl MatchResult {
    fn of(plan: &MatchPlan) -> MatchResult {
        MatchResult {
            label: plan.label.clone(),
            effects: plan.factors.effects(),
            ..MatchResult::default()
        }
    }

    fn add(&mut self, pair: &Pair) {
        for points in pair.points {
            self.wdl[2 - points as usize] += 1;
        }
        self.pairs.0[pair.points.iter().sum::<HalfPoints>() as usize] += 1;
        self.seconds.iter_mut().zip(pair.seconds).for_each(|(sum, seconds)| *sum += seconds);
        self.time_forfeits
            .iter_mut()
            .zip(pair.time_forfeits)
            .for_each(|(sum, games)| *sum += games);
        factors::count(&mut self.effects, pair);
        if let [first, second] = &pair.games[..] {
            self.games.push((pair.at.1, [first.clone(), second.clone()]));
        }
    }

    /// The recorded games: the number of the pair, whether it is the second game, and the game.
    pub fn played(&self) -> impl Iterator<Item = (usize, bool, &PlayedGame)> {
        self.games.iter().flat_map(|(number, [first, second])| {
            [(*number, false, first), (*number, true, second)]
        })
    }
}

/// Hash size of each side with fixed nodes, megabytes.
pub const HASH: usize = 4;
/// Distance between the openings of successive pairs, modulo the number of openings.
/// The journals and checkpoints of matches rely on it.
const STRIDE: usize = 7919;
/// Move overhead; no interface runs between player and clock.
const OVERHEAD: Duration = Duration::from_millis(1);
/// Node count of a short bench of this build; 0 without memory for it.
pub static SHORT_BENCH: Lazy<u64> = Lazy::new(|| bench::short_bench().unwrap_or(0));

/// The settings that decide the games of a match, which `--resume` compares. The number of games
/// and the sequential test are not part of it.
pub fn identity(plan: &MatchPlan) -> Identity {
    let sides = [&plan.a, &plan.b];
    let hash = |hash: u64| format!("{hash:016x}");
    let evaluations = sides.map(|side| side.evaluator.as_ref().map(fingerprint));
    let openings: Vec<u64> = plan.openings.iter().map(Board::key).collect();
    identity_of([
        ("sides", plan.label.clone()),
        ("bench node count", SHORT_BENCH.to_string()),
        ("evaluations", hash(of_serialized(&evaluations))),
        ("techniques", hash(of_serialized(&sides.map(|side| side.techniques)))),
        ("limits", hash(of_serialized(&sides.map(|side| (side.nodes, side.depth, side.time))))),
        ("openings", hash(of_serialized(&openings))),
        ("hash size", plan.hash.to_string()),
        ("adjudication", hash(of_serialized(&plan.adjudication))),
    ])
}

/// Plays a match with this number of games in parallel; `None` if stopped early or if [no worker
/// could start](RunProgress::refusal).
pub fn play(plan: &MatchPlan, jobs: usize, progress: &RunProgress) -> Option<MatchResult> {
    let (result, is_complete) = play_until_stopped(plan, jobs, progress);
    is_complete.then_some(result)
}

/// Plays a match until it is complete or stopped; returns the result of the finished pairs, and
/// whether the match is complete. A stop during the last pair leaves it complete.
pub fn play_until_stopped(
    plan: &MatchPlan,
    jobs: usize,
    progress: &RunProgress,
) -> (MatchResult, bool) {
    let pairs = plan.games / 2;
    let result = Mutex::new(MatchResult::of(plan));
    progress.begin(pairs as u64, "pairs");
    let start = || progress.unless_out_of_memory(engines(plan));
    let work = |sides: &mut _, number: usize| {
        let at = (plan.label.clone(), number);
        let pair = progress.known_games(&at, plan.records_games).or_else(|| {
            let pair = play_pair(sides, plan, opening(plan, number), at, progress)?;
            progress.journal_games(&pair);
            Some(pair)
        })?;
        let mut result = result.lock().expect("no holder panics");
        if !count(plan, &mut result, &pair) {
            return None;
        }
        progress.step_to(&standing(plan, &result));
        Some(())
    };
    let is_stopped =
        || progress.is_stopped() || is_decided(plan, &result.lock().expect("no holder panics"));
    // Engines search in place, and the caller's stack may be small.
    with_stack(STACK, || threads::map(jobs, STACK, pairs, is_stopped, start, work));
    let mut result = result.into_inner().expect("no holder panics");
    result.games.sort_by_key(|(number, _)| *number);
    let is_complete = result.pairs.pairs() == pairs as u64 || is_decided(plan, &result);
    (result, is_complete)
}

/// Counts a pair, unless the sequential test is already decided.
fn count(plan: &MatchPlan, result: &mut MatchResult, pair: &Pair) -> bool {
    let counts = !is_decided(plan, result);
    if counts {
        result.add(pair);
    }
    counts
}

fn is_decided(plan: &MatchPlan, result: &MatchResult) -> bool {
    plan.sprt.is_some_and(|sprt| sprt.verdict(&result.pairs) != SprtResult::Continue)
}

/// The current result as a short text.
fn standing(plan: &MatchPlan, result: &MatchResult) -> String {
    let [wins, draws, losses] = result.wdl;
    let elo = result.pairs.elo();
    let ratio = plan.sprt.map(|sprt| {
        format!(", LLR {:+.2} of ±{:.2}", sprt.log_likelihood_ratio(&result.pairs), Sprt::bound())
    });
    let margin = elo.interval.map(|[low, high]| format!(" ± {:.1}", (high - low) / 2.0));
    format!(
        "+{wins} ={draws} -{losses}, {:+.1}{}{}",
        elo.value,
        margin.as_deref().unwrap_or(", no interval"),
        ratio.unwrap_or_default()
    )
}

/// Plays one pair of games from the opening of this number.
/// The result is side A's score less one half of the points, from -1 to 1. `None` if stopped early
/// or without memory for the engines.
pub fn play_one(plan: &MatchPlan, number: u64, progress: &RunProgress) -> Option<f64> {
    let mut sides = progress.unless_out_of_memory(engines(plan))?;
    let opening = opening(plan, number as usize);
    let pair = play_pair(&mut sides, plan, opening, (plan.label.clone(), 0), progress)?;
    Some((pair.points.iter().sum::<HalfPoints>() as f64 - 2.0) / 2.0)
}

/// The opening of a pair; successive pairs are spread over the whole book.
pub(super) fn opening(plan: &MatchPlan, number: usize) -> Board {
    let count = plan.openings.len();
    plan.openings[number * stride(count) % count]
}

/// The first stride from [`STRIDE`] that visits all `count` openings before it repeats one.
fn stride(count: usize) -> usize {
    (STRIDE..).find(|&stride| common_factor(stride, count) == 1).unwrap_or(STRIDE)
}

/// The greatest common divisor, by Euclid's algorithm.
fn common_factor(a: usize, b: usize) -> usize {
    if b == 0 { a } else { common_factor(b, a % b) }
}

/// The engines of both sides.
fn engines(plan: &MatchPlan) -> Result<[Engine; 2], OutOfMemory> {
    Ok([engine(plan, &plan.a)?, engine(plan, &plan.b)?])
}

fn engine(plan: &MatchPlan, player: &Player) -> Result<Engine, OutOfMemory> {
    let settings = Settings {
        hash_megabytes: plan.hash,
        techniques: player.techniques,
        move_overhead: OVERHEAD,
        in_place: true,
        ..Settings::default()
    };
    let mut engine = Engine::new(settings)?;
    engine.use_evaluator(player.evaluator.clone().unwrap_or_default());
    Ok(engine)
}

/// Plays a pair of games; `None` if stopped early.
fn play_pair(
    sides: &mut [Engine; 2],
    plan: &MatchPlan,
    opening: Board,
    at: (String, usize),
    progress: &RunProgress,
) -> Option<Pair> {
    let techniques = plan.factors.assign_changes([plan.a.techniques, plan.b.techniques], at.1);
    sides.iter_mut().zip(techniques).for_each(|(side, techniques)| side.set_techniques(techniques));
    let mut pair = Pair { at, ..Pair::default() };
    let first = play_game(sides, plan, opening, Color::White, &mut pair, progress)?;
    let second = play_game(sides, plan, opening, Color::Black, &mut pair, progress)?;
    pair.points = [first.points, 2 - second.points];
    if plan.records_games {
        pair.games = vec![first, second];
    }
    Some(pair)
}

/// Plays one game; `None` if stopped early.
/// `color` is the colour of side A. The time used is added to the pair.
fn play_game(
    sides: &mut [Engine; 2],
    plan: &MatchPlan,
    opening: Board,
    color: Color,
    pair: &mut Pair,
    progress: &RunProgress,
) -> Option<PlayedGame> {
    let players = [&plan.a, &plan.b];
    let mut game = Game::new(opening);
    let mut moves = Vec::new();
    let mut clocks = players.map(|player| player.time.map_or(Duration::ZERO, |time| time.base));
    let mut adjudicator = Adjudicator::new(plan.adjudication);
    sides.iter_mut().for_each(Engine::new_game);
    let end = |moves, points, end| Some(PlayedGame { moves, points, end });
    loop {
        let board = *game.board();
        let side = board.side_to_move();
        let loss = GameResult::win_of(!side).half_points().into();
        if let Some(outcome) = game.outcome() {
            let points = if outcome == Outcome::Checkmate { loss } else { 1 };
            return end(moves, points, outcome.into());
        }
        if game.moves().len() >= plan.adjudication.longest {
            return end(moves, 1, GameEnd::MoveLimit);
        }
        if progress.is_urgent() {
            return None;
        }
        let index = usize::from(side != color);
        sides[index].set_game(game.clone());
        let limits = players[index].limits(clocks[index]);
        let start = Instant::now();
        let answer = sides[index].go(&limits, &Signals::default(), start, &mut Silent);
        let passed = start.elapsed();
        pair.seconds[index] += passed.as_secs_f64();
        let mut taken = passed;
        if let Some(time) = players[index].time {
            taken = time.taken(answer.progress.nodes, passed);
            match clocks[index].checked_sub(taken) {
                Some(left) => clocks[index] = left + time.increment,
                None => {
                    pair.time_forfeits[index] += 1;
                    return end(moves, loss, GameEnd::Time);
                }
            }
        }
        let mv = answer.best.expect("the position has a legal move");
        if plan.records_games {
            moves.push(PlayedMove {
                uci: mv.uci(board.needs_chess960()),
                score: answer.score,
                depth: answer.depth,
                seconds: (taken.as_secs_f64() * 1000.0).round() / 1000.0,
            });
        }
        if let Some(result) = adjudicator.add(answer.score, &board, game.moves().len()) {
            return end(moves, result.half_points().into(), GameEnd::Adjudication);
        }
        game.play(mv);
    }
}

#[cfg(test)]
mod tests;
