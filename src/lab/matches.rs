//! Matches between configurations, inside one process: fixed nodes or depth a move, paired openings with colours reversed.

use super::progress::Progress;
use super::samples::{HalfPoints, Pair};
use super::scale::Scale;
use super::statistics::Pentanomial;
use super::suites;
use crate::chess::{Board, Color, Game, Outcome};
use crate::engine::{Engine, Settings};
use crate::eval::Evaluator;
use crate::learn::datagen::fingerprint;
use crate::score::Score;
use crate::search::smp::STACK;
use crate::search::table::OutOfMemory;
use crate::search::{Limits, Signals, Silent, Techniques};
use crate::threads::share_out;
use crate::tools::bench;
use serde::{Deserialize, Serialize};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

/// One side of a match.
#[derive(Clone, Debug)]
pub struct Player {
    /// How it searches.
    pub techniques: Techniques,
    /// Nodes a move, if limited.
    pub nodes: Option<u64>,
    /// Plies a move, if limited.
    pub depth: Option<u32>,
    /// How it judges positions; `None` for as the run does.
    pub evaluator: Option<Evaluator>,
}

impl Player {
    /// With so many nodes a move.
    pub fn with_nodes(techniques: impl Into<Techniques>, nodes: u64) -> Player {
        Player { techniques: techniques.into(), nodes: Some(nodes), depth: None, evaluator: None }
    }

    /// With so many plies a move.
    pub fn with_depth(techniques: impl Into<Techniques>, depth: u32) -> Player {
        Player { techniques: techniques.into(), nodes: None, depth: Some(depth), evaluator: None }
    }

    /// The same, with another evaluation.
    pub fn judging_by(self, evaluator: Evaluator) -> Player {
        Player { evaluator: Some(evaluator), ..self }
    }

    fn limits(&self) -> Limits {
        Limits { nodes: self.nodes, depth: self.depth, ..Limits::default() }
    }
}

/// A match to play.
#[derive(Clone, Debug)]
pub struct MatchPlan {
    /// "A – B".
    pub label: String,
    /// The side whose score is reported.
    pub a: Player,
    /// The other.
    pub b: Player,
    /// Games, an even number.
    pub games: usize,
}

/// What came of a match, for the first side.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct MatchResult {
    /// "A – B".
    pub label: String,
    /// Wins, draws and losses.
    pub wdl: [u64; 3],
    /// By pairs of games.
    pub pairs: Pentanomial,
    /// Seconds that each side thought.
    pub seconds: [f64; 2],
}

impl MatchResult {
    fn add(&mut self, pair: &Pair) {
        for points in pair.points {
            self.wdl[2 - points as usize] += 1;
        }
        self.pairs.0[pair.points.iter().sum::<HalfPoints>() as usize] += 1;
        self.seconds.iter_mut().zip(pair.seconds).for_each(|(sum, seconds)| *sum += seconds);
    }
}

/// Megabytes of table for each side.
const HASH: usize = 4;
/// Games of a quick run.
const QUICK_GAMES: usize = 4;
/// Node limit of a quick run.
const QUICK_NODES: u64 = 500;
/// Depth limit of a quick run, plies.
const QUICK_DEPTH: u32 = 2;
/// Both sides agree on a decisive score, internal units, for [`RESIGN_PLIES`].
const RESIGN_SCORE: Score = 1000;
/// Plies.
const RESIGN_PLIES: u32 = 6;
/// Both sides see nothing, internal units, for [`DRAW_PLIES`] after [`DRAW_FROM`].
const DRAW_SCORE: Score = 8;
/// Plies.
const DRAW_PLIES: u32 = 16;
/// Plies.
const DRAW_FROM: usize = 80;
/// Plies after which a game is a draw.
const LONGEST: usize = 400;

/// Names the games of a match, so that others are not taken for them; how many there are does not matter.
pub fn identity(plan: &MatchPlan) -> String {
    let side = |player: &Player| {
        let judge = player.evaluator.as_ref().map(fingerprint);
        format!("{judge:016x?} {:?} {:?} {:?}", player.techniques, player.nodes, player.depth)
    };
    let mut hasher = DefaultHasher::new();
    format!("{} {}", side(&plan.a), side(&plan.b)).hash(&mut hasher);
    format!("{} {} {:016x}", plan.label, bench::signature(), hasher.finish())
}

/// Plays a match; `None` if stopped before the end, or if [nobody could play](Progress::refusal).
pub fn play(plan: &MatchPlan, scale: &Scale, progress: &Progress) -> Option<MatchResult> {
    let mut plan = plan.clone();
    plan.games = scale.games.unwrap_or(plan.games);
    if scale.quick {
        plan.games = plan.games.min(QUICK_GAMES);
        for player in [&mut plan.a, &mut plan.b] {
            player.nodes = player.nodes.map(|nodes| nodes.min(QUICK_NODES));
            player.depth = player.depth.map(|depth| depth.min(QUICK_DEPTH));
        }
    }
    let openings = openings();
    let pairs = plan.games / 2;
    let next = AtomicUsize::new(0);
    let result = Mutex::new(MatchResult { label: plan.label.clone(), ..MatchResult::default() });
    progress.begin(pairs as u64);
    share_out(scale.jobs, STACK, || {
        let Some(mut sides) = progress.had(engines(&plan, &scale.evaluator)) else { return };
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= pairs || progress.is_stopped() {
                return;
            }
            let at = (plan.label.clone(), number);
            let pair = progress.known_games(&at).or_else(|| {
                let pair = play_pair(&mut sides, &plan, opening(&openings, number), at, progress)?;
                progress.keep_games(&pair);
                Some(pair)
            });
            let Some(pair) = pair else { return };
            result.lock().expect("no holder panics").add(&pair);
            progress.step();
        }
    });
    progress.is_done().then(|| result.into_inner().expect("no holder panics"))
}

/// One pair of games, from the opening of this number: what the first side scores above one half of the points, from -1 to 1.
/// `None` if dropped before the end, or if there is no memory to play with.
pub fn play_one(plan: &MatchPlan, number: u64, progress: &Progress) -> Option<f64> {
    let openings: Vec<Board> = openings();
    let evaluator = Evaluator::default();
    let mut sides = progress.had(engines(plan, &evaluator))?;
    let opening = opening(&openings, number as usize);
    let pair = play_pair(&mut sides, plan, opening, (plan.label.clone(), 0), progress)?;
    Some((pair.points.iter().sum::<HalfPoints>() as f64 - 2.0) / 2.0)
}

fn openings() -> Vec<Board> {
    suites::built_in("openings").into_iter().map(|epd| epd.board).collect()
}

/// Spread over the whole book, whatever the number of games.
fn opening(openings: &[Board], number: usize) -> Board {
    openings[number * 7919 % openings.len()]
}

/// Those of both sides.
fn engines(plan: &MatchPlan, otherwise: &Evaluator) -> Result<[Engine; 2], OutOfMemory> {
    Ok([engine(&plan.a, otherwise)?, engine(&plan.b, otherwise)?])
}

fn engine(player: &Player, otherwise: &Evaluator) -> Result<Engine, OutOfMemory> {
    let settings = Settings { hash_megabytes: HASH, techniques: player.techniques, ..Settings::default() };
    let mut engine = Engine::new(settings)?;
    engine.use_evaluator(player.evaluator.as_ref().unwrap_or(otherwise).clone());
    Ok(engine)
}

/// `None` if dropped before the end.
fn play_pair(
    sides: &mut [Engine; 2],
    plan: &MatchPlan,
    opening: Board,
    at: (String, usize),
    progress: &Progress,
) -> Option<Pair> {
    let mut seconds = [0.0; 2];
    let as_white = play_game(sides, plan, opening, Color::White, &mut seconds, progress)?;
    let as_black = 2 - play_game(sides, plan, opening, Color::Black, &mut seconds, progress)?;
    Some(Pair { at, points: [as_white, as_black], seconds })
}

/// One game; the half points of White, `None` if dropped before the end. `color` is that of side A.
fn play_game(
    sides: &mut [Engine; 2],
    plan: &MatchPlan,
    opening: Board,
    color: Color,
    seconds: &mut [f64; 2],
    progress: &Progress,
) -> Option<HalfPoints> {
    let mut game = Game::new(opening);
    sides.iter_mut().for_each(Engine::new_game);
    let (mut decided, mut level) = (0, 0);
    while game.moves().len() < LONGEST {
        if let Some(outcome) = game.outcome() {
            return Some(match (outcome, game.board().side_to_move()) {
                (Outcome::Checkmate, Color::White) => 0,
                (Outcome::Checkmate, Color::Black) => 2,
                _ => 1,
            });
        }
        if progress.is_urgent() {
            return None;
        }
        let side = game.board().side_to_move();
        let index = usize::from(side != color);
        let (engine, player) = (&mut sides[index], [&plan.a, &plan.b][index]);
        engine.set_game(game.clone());
        let start = Instant::now();
        let answer = engine.go(&player.limits(), &Signals::default(), start, &mut Silent);
        seconds[index] += start.elapsed().as_secs_f64();
        let Some(mv) = answer.best else { return Some(1) };
        let for_white = if side == Color::White { answer.score } else { -answer.score };
        // Signed, so that both sides must agree on who wins.
        decided = match for_white {
            score if score >= RESIGN_SCORE => (decided + 1).max(1),
            score if score <= -RESIGN_SCORE => (decided - 1).min(-1),
            _ => 0,
        };
        level = if for_white.abs() <= DRAW_SCORE && game.moves().len() >= DRAW_FROM { level + 1 } else { 0 };
        if decided >= RESIGN_PLIES as i32 {
            return Some(2);
        }
        if decided <= -(RESIGN_PLIES as i32) {
            return Some(0);
        }
        if level >= DRAW_PLIES {
            return Some(1);
        }
        game.play(mv);
    }
    Some(1)
}
