//! Analysis of positions and games: the best lines of a position with their WDL, and the loss of
//! every move of a game.
//!
//! The loss of a move is the decrease of the player's expected score ([`wdl`]). The accuracy
//! scale and the thresholds of the marks keep the proportions of lichess: accuracy 80 % at the
//! threshold of an inaccuracy, 64 % of a mistake, 51 % of a blunder.

use crate::chess::{Board, Color, Game, Move, Outcome};
use crate::engine::{Answer, Engine};
use crate::eval::wdl;
use crate::score::{MATE, Score, is_mate, moves_to_mate};
use crate::search::report::{Listener, Progress, Report};
use crate::search::smp::STACK;
use crate::search::table::Bound;
use crate::search::{Limits, Signals};
use crate::stop::Stop;
use crate::threads::map_with_workers;
use crate::version;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Mutex;
use std::time::Instant;

/// Score as shown to users, either in centipawns (+100 is 50 % win probability) or in moves to
/// mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DisplayScore {
    /// Centipawns: +100 is a 50 % win probability.
    #[serde(rename = "cp")]
    Centipawns(i32),
    /// Moves to mate: negative if the side gets mated, 0 if it is checkmated.
    #[serde(rename = "mate")]
    Mate(i32),
}

impl DisplayScore {
    /// Converts a search score with this [material](wdl::material).
    pub fn of(score: Score, material: i32) -> DisplayScore {
        match moves_to_mate(score) {
            Some(moves) => DisplayScore::Mate(moves),
            None => DisplayScore::Centipawns(wdl::centipawns_at(score, material)),
        }
    }

    /// Converts centipawns, or a mate score of the search.
    pub fn of_centipawns(score: Score) -> DisplayScore {
        moves_to_mate(score).map_or(DisplayScore::Centipawns(score), DisplayScore::Mate)
    }

    /// Returns the unit as UCI writes it (`cp` or `mate`) and the number of units.
    pub fn parts(self) -> (&'static str, i32) {
        match self {
            DisplayScore::Centipawns(value) => ("cp", value),
            DisplayScore::Mate(moves) => ("mate", moves),
        }
    }
}

/// Pawns with a sign (`+0.25`), or `#` and the moves to mate.
impl fmt::Display for DisplayScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&match self {
            DisplayScore::Centipawns(value) => format!("{:+.2}", f64::from(*value) / 100.0),
            DisplayScore::Mate(moves) => format!("#{moves}"),
        })
    }
}

/// Value of a position for one side, as shown score with win, draw and loss probability.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ScoreAndWdl {
    /// The score.
    pub score: DisplayScore,
    /// WDL in permille.
    pub wdl: [i32; 3],
}

impl ScoreAndWdl {
    /// Value of a drawn game.
    pub const DRAWN: ScoreAndWdl =
        ScoreAndWdl { score: DisplayScore::Centipawns(0), wdl: [0, 1000, 0] };

    /// Converts a search score of this position to shown score and WDL, from the same point of view
    /// as the score. Stalemate and insufficient material are certain draws.
    pub fn of(score: Score, board: &Board) -> ScoreAndWdl {
        if board.is_certain_draw() {
            return ScoreAndWdl::DRAWN;
        }
        let material = wdl::material(board);
        let wdl = wdl::wdl_permille(score, material);
        ScoreAndWdl { score: DisplayScore::of(score, material), wdl }
    }

    /// Returns the same value from the point of view of the other side.
    pub fn reversed(self) -> ScoreAndWdl {
        let score = match self.score {
            DisplayScore::Centipawns(value) => DisplayScore::Centipawns(-value),
            DisplayScore::Mate(moves) => DisplayScore::Mate(-moves),
        };
        let [win, draw, loss] = self.wdl;
        ScoreAndWdl { score, wdl: [loss, draw, win] }
    }

    /// Returns the expected score in units of half a permille, as [`wdl::expected_score`] does.
    pub fn expected(self) -> i32 {
        2 * self.wdl[0] + self.wdl[1]
    }
}

/// Principal variation in an analysis, with its value for the side to move and its depth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnalysisLine {
    /// The depth of the iteration, plies.
    pub depth: u32,
    /// The value for the side to move.
    pub value: ScoreAndWdl,
    /// The moves.
    pub moves: Vec<Move>,
}

/// Analysis of a position, with principal variations, value and search result.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// The best lines, best first; empty if there is no legal move.
    pub lines: Vec<AnalysisLine>,
    /// The value for the side to move.
    pub value: ScoreAndWdl,
    /// The result of the search.
    pub answer: Answer,
}

/// Callback of an analysis, which receives the current principal variations and search progress.
pub type Watcher<'a> = dyn FnMut(&[AnalysisLine], &Progress) + Send + 'a;

/// Keeps the last report of every MultiPV rank. Bounds do not replace a score of the same move,
/// except mates: their lines may be incomplete.
struct Recorder<'a, 'b> {
    board: &'a Board,
    lines: BTreeMap<usize, AnalysisLine>,
    watcher: &'a mut Watcher<'b>,
}

impl Recorder<'_, '_> {
    fn lines(&self) -> Vec<AnalysisLine> {
        self.lines.values().filter(|line| !line.moves.is_empty()).cloned().collect()
    }
}

impl Listener for Recorder<'_, '_> {
    fn pv(&mut self, report: &Report<'_>) {
        let last = self.lines.get(&report.multi_pv);
        let is_same = last.is_some_and(|line| line.moves.first() == report.pv.first());
        if !is_same || report.bound == Bound::Exact || is_mate(report.score) {
            let value = ScoreAndWdl::of(report.score, self.board);
            let line = AnalysisLine { depth: report.depth, value, moves: report.pv.to_vec() };
            self.lines.insert(report.multi_pv, line);
        }
        let lines = self.lines();
        (self.watcher)(&lines, &report.progress);
    }

    fn heartbeat(&mut self, progress: &Progress) {
        let lines = self.lines();
        (self.watcher)(&lines, progress);
    }
}

/// Error of an engine that failed to analyse a position.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct AnalystError(pub String);

/// Position to analyse, as the last one of a game, with limits and stop signals.
#[derive(Clone, Copy, Debug)]
pub struct AnalysisTask<'a> {
    /// The game; its last position is searched.
    pub game: &'a Game,
    /// The limits of the search.
    pub limits: &'a Limits,
    /// The signals that stop the search.
    pub signals: &'a Signals,
}

/// Analysis of a position, or the error of the engine that failed to analyse it.
pub type Analysed = Result<Analysis, AnalystError>;

/// Engine that can analyse positions, either Secateur or an external UCI engine.
pub trait Analyst: Send {
    /// Name and version of the engine.
    fn name(&self) -> &str {
        version::NAME
    }

    /// Clears what the engine keeps from earlier games, such as its transposition table.
    fn forget(&mut self);

    /// Analyses a position and keeps the engine's tables for the next one.
    fn analyse(&mut self, task: &AnalysisTask<'_>, watcher: &mut Watcher<'_>) -> Analysed;
}

impl Analyst for Engine {
    fn forget(&mut self) {
        self.new_game();
    }

    fn analyse(&mut self, task: &AnalysisTask<'_>, watcher: &mut Watcher<'_>) -> Analysed {
        let board = task.game.board();
        let mut recorder = Recorder { board, lines: BTreeMap::new(), watcher };
        self.set_game(task.game.clone());
        let answer = self.go(task.limits, task.signals, Instant::now(), &mut recorder);
        Ok(build_analysis(recorder.lines(), answer, board))
    }
}

/// Builds an analysis from the reported principal variations and the final result of a search.
pub fn build_analysis(lines: Vec<AnalysisLine>, answer: Answer, board: &Board) -> Analysis {
    let mut lines = lines;
    // The final result replaces the first line only if it has another move: the last report of a
    // move has the score of a complete iteration.
    let is_same = lines.first().is_some_and(|line| line.moves.first().copied() == answer.best);
    if let Some(best) = answer.best.filter(|_| !is_same) {
        let moves = if answer.pv.first() == Some(&best) { answer.pv.to_vec() } else { vec![best] };
        let first = AnalysisLine {
            depth: answer.depth,
            value: ScoreAndWdl::of(answer.score, board),
            moves,
        };
        if lines.is_empty() { lines.push(first) } else { lines[0] = first }
    }
    let value =
        lines.first().map_or_else(|| ScoreAndWdl::of(answer.score, board), |line| line.value);
    Analysis { lines, value, answer }
}

/// Mark for a bad move in an annotated game (inaccuracy, mistake or blunder).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    /// An inaccuracy, `?!`.
    Inaccuracy,
    /// A mistake, `?`.
    Mistake,
    /// A blunder, `??`.
    Blunder,
}

impl Mark {
    /// All marks for bad moves, from mild (inaccuracy) to severe (blunder).
    pub const ALL: [Mark; 3] = [Mark::Inaccuracy, Mark::Mistake, Mark::Blunder];

    /// Returns the mark for a move that loses `loss` permille of expected score; `None` for a small
    /// loss.
    pub fn of(loss: i32) -> Option<Mark> {
        match loss {
            300.. => Some(Mark::Blunder),
            200..300 => Some(Mark::Mistake),
            100..200 => Some(Mark::Inaccuracy),
            _ => None,
        }
    }

    /// Returns the annotation symbol of a mark for a bad move (`?!`, `?` or `??`).
    pub const fn sign(self) -> &'static str {
        ["?!", "?", "??"][self as usize]
    }

    /// Returns the numeric annotation glyph (NAG) in PGN of a mark for a bad move.
    pub const fn glyph(self) -> u32 {
        [6, 2, 4][self as usize]
    }

    /// Returns the English name of a mark for a bad move, such as `mistake`.
    pub const fn name(self) -> &'static str {
        ["Inaccuracy", "Mistake", "Blunder"][self as usize]
    }
}

/// The loss of expected score that divides the accuracy of a move by e.
const ACCURACY_SCALE: f64 = 0.45;

/// Accuracy of a move from 0 to 100, computed from its loss of expected score in permille.
pub fn accuracy(loss: i32) -> f64 {
    100.0 * (-f64::from(loss) / 1000.0 / ACCURACY_SCALE).exp()
}

/// The limit of scores and mates in the centipawn loss.
const MAX_CENTIPAWNS: i32 = 1000;

/// Move of an analysed game, with the analysis of the position before and after it.
#[derive(Clone, Debug)]
pub struct AnalysedMove {
    /// The position before the move.
    pub board: Board,
    /// The move.
    pub mv: Move,
    /// The value before the move for the player who moved.
    pub before: ScoreAndWdl,
    /// The value after the move for the player who moved.
    pub after: ScoreAndWdl,
    /// The best line of the engine in the position before the move.
    pub best: Vec<Move>,
    /// The loss of expected score, permille.
    pub loss: i32,
    /// The mark, if the move is bad enough.
    pub mark: Option<Mark>,
}

impl AnalysedMove {
    /// Whether the move played is the engine's best move in that position.
    pub fn is_best(&self) -> bool {
        self.best.first() == Some(&self.mv)
    }

    /// The centipawn loss; 0 for the engine's best move.
    fn centipawn_loss(&self) -> i32 {
        let value = |value: ScoreAndWdl| match value.score {
            DisplayScore::Centipawns(value) => value.clamp(-MAX_CENTIPAWNS, MAX_CENTIPAWNS),
            DisplayScore::Mate(_) if value.wdl[0] > value.wdl[2] => MAX_CENTIPAWNS,
            DisplayScore::Mate(_) => -MAX_CENTIPAWNS,
        };
        if self.is_best() { 0 } else { (value(self.before) - value(self.after)).max(0) }
    }
}

/// Summary of one player's moves in a game (accuracy, mean loss, number of marked moves).
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Summary {
    /// The number of moves.
    pub moves: usize,
    /// The mean accuracy, 0 to 100; `None` without moves.
    pub accuracy: Option<f64>,
    /// The mean centipawn loss; `None` without moves.
    pub average_loss: Option<f64>,
    /// The number of inaccuracies.
    pub inaccuracies: usize,
    /// The number of mistakes.
    pub mistakes: usize,
    /// The number of blunders.
    pub blunders: usize,
}

/// Summarizes one player's moves in an analysed game.
pub fn summary(moves: &[AnalysedMove], side: Color) -> Summary {
    let own: Vec<&AnalysedMove> =
        moves.iter().filter(|judged| judged.board.side_to_move() == side).collect();
    let count = |mark: Mark| own.iter().filter(|judged| judged.mark == Some(mark)).count();
    let mean = |of: fn(&AnalysedMove) -> f64| {
        let sum: f64 = own.iter().map(|judged| of(judged)).sum();
        (!own.is_empty()).then(|| sum / own.len() as f64)
    };
    Summary {
        moves: own.len(),
        accuracy: mean(|judged| accuracy(judged.loss)),
        average_loss: mean(|judged| f64::from(judged.centipawn_loss())),
        inaccuracies: count(Mark::Inaccuracy),
        mistakes: count(Mark::Mistake),
        blunders: count(Mark::Blunder),
    }
}

/// Analyses every position of a game and returns its moves with their loss of expected score.
pub fn analyse_game(
    engine: &mut dyn Analyst,
    game: &Game,
    limits: &Limits,
    on_progress: &(dyn Fn() + Sync),
) -> Result<Vec<AnalysedMove>, AnalystError> {
    engine.forget();
    let mut so_far = Game::new(*game.start());
    let mut found = evaluate_position(engine, &so_far, limits)?;
    on_progress();
    let mut judged = Vec::with_capacity(game.moves().len());
    for &mv in game.moves() {
        let board = *so_far.board();
        so_far.play(mv);
        let (value, best) = found;
        found = evaluate_position(engine, &so_far, limits)?;
        on_progress();
        let after = found.0.reversed();
        // The engine's best move has no loss, even if the next search scores it lower.
        let loss = if best.first() == Some(&mv) {
            0
        } else {
            (value.expected() - after.expected()).max(0) / 2
        };
        judged.push(AnalysedMove {
            board,
            mv,
            before: value,
            after,
            best,
            loss,
            mark: Mark::of(loss),
        });
    }
    Ok(judged)
}

/// Returns the value for the side to move and the best line. The rules score finished games.
fn evaluate_position(
    engine: &mut dyn Analyst,
    game: &Game,
    limits: &Limits,
) -> Result<(ScoreAndWdl, Vec<Move>), AnalystError> {
    Ok(match game.outcome() {
        Some(Outcome::Checkmate) => (ScoreAndWdl::of(-MATE, game.board()), Vec::new()),
        Some(Outcome::Stalemate | Outcome::InsufficientMaterial) => {
            (ScoreAndWdl::DRAWN, Vec::new())
        }
        // Threefold repetition and the fifty-move rule end a game only on a claim.
        Some(Outcome::Threefold | Outcome::FiftyMoves) | None => {
            let task = AnalysisTask { game, limits, signals: &Signals::default() };
            let analysis = engine.analyse(&task, &mut |_, _| {})?;
            let line = analysis.lines.into_iter().next().map(|line| line.moves).unwrap_or_default();
            (analysis.value, line)
        }
    })
}

/// Runs `work` on each item in parallel with one thread per engine; results arrive in item order.
/// `take` receives the results in the order of the items, as early as possible. After a stop
/// request no new item starts.
pub fn map_in_parallel<T: Sync, R: Send, W: Send>(
    items: &[T],
    engines: Vec<W>,
    stop: &Stop,
    work: &(dyn Fn(&mut W, &T) -> R + Sync),
    take: &mut (dyn FnMut(usize, R) + Send),
) {
    let ordered = Mutex::new((BTreeMap::new(), 0, take));
    let work = |engine: &mut W, index: usize| {
        let result = work(engine, &items[index]);
        let mut ordered = ordered.lock().expect("no holder panics");
        let (waiting, due, take) = &mut *ordered;
        waiting.insert(index, result);
        while let Some(result) = waiting.remove(due) {
            take(*due, result);
            *due += 1;
        }
        Some(())
    };
    map_with_workers(STACK, engines, items.len(), || stop.is_requested(), work);
}
