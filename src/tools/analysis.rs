//! Positions and games looked at by the engine: the best lines of a position with their chances,
//! and a whole game move by move, with what every move has cost the player who made it.
//!
//! A move costs what it takes off the share of the point that its player may expect ([`winning`]).
//! The losses at which a move is marked, and the scale of the accuracy, keep the proportions that
//! lichess has made familiar: 80 % for a move that just counts as an inaccuracy, 64 % for a
//! mistake, 51 % for a blunder.

use crate::chess::{Board, Color, Game, Move, Outcome};
use crate::engine::{Answer, Engine};
use crate::eval::winning;
use crate::score::{MATE, Score, moves_to_mate};
use crate::search::report::{Listener, Progress, Report};
use crate::search::smp::STACK;
use crate::search::{Limits, Signals};
use crate::stop::Stop;
use crate::threads::{for_each, with_stack};
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::Instant;

/// A score as people are shown it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// Centipawns, +100 for an even chance of winning.
    Centipawns(i32),
    /// Moves to mate, negative for the one who is mated; no move for a mate on the board.
    Mate(i32),
}

impl Serialize for Shown {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (name, value) = match self {
            Shown::Centipawns(value) => ("cp", value),
            Shown::Mate(value) => ("mate", value),
        };
        BTreeMap::from([(name, value)]).serialize(serializer)
    }
}

/// What a position is worth to one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Worth {
    /// The score.
    pub score: Shown,
    /// Chances of winning, drawing and losing, permille.
    pub wdl: [i32; 3],
}

impl Worth {
    /// A score of the search for the side that it belongs to.
    pub fn of(score: Score, board: &Board) -> Worth {
        let material = winning::material(board);
        let shown = match moves_to_mate(score) {
            Some(moves) => Shown::Mate(moves),
            None => Shown::Centipawns(winning::centipawns(score, material)),
        };
        Worth { score: shown, wdl: winning::wdl(score, material) }
    }

    /// The same for the other side.
    pub fn reversed(self) -> Worth {
        let score = match self.score {
            Shown::Centipawns(value) => Shown::Centipawns(-value),
            Shown::Mate(moves) => Shown::Mate(-moves),
        };
        let [win, draw, loss] = self.wdl;
        Worth { score, wdl: [loss, draw, win] }
    }

    /// The share of the point to be expected, permille.
    pub fn expected(self) -> i32 {
        self.wdl[0] + self.wdl[1] / 2
    }
}

/// A line that the engine found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnalysisLine {
    /// The iteration that found it, in plies.
    pub depth: u32,
    /// Worth for the side to move.
    pub worth: Worth,
    /// The moves.
    pub moves: Vec<Move>,
}

/// What the engine found in a position.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// The best lines, best first; none where no move is legal.
    pub lines: Vec<AnalysisLine>,
    /// Worth for the side to move.
    pub worth: Worth,
    /// How the search ended.
    pub answer: Answer,
}

/// Gets the best lines so far and the effort, whenever one of them changes.
pub type Watcher<'a> = dyn FnMut(&[AnalysisLine], &Progress) + Send + 'a;

/// Keeps what was told last of every rank; bounds too, for so a mate is told whose moves are not
/// all known.
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
    fn line(&mut self, report: &Report<'_>) {
        let worth = Worth::of(report.score, self.board);
        let line = AnalysisLine { depth: report.depth, worth, moves: report.pv.to_vec() };
        self.lines.insert(report.multi_pv, line);
        let lines = self.lines();
        (self.watcher)(&lines, &report.progress);
    }

    fn heartbeat(&mut self, progress: &Progress) {
        let lines = self.lines();
        (self.watcher)(&lines, progress);
    }
}

/// Why an engine has no analysis.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct AnalystError(pub String);

/// Who analyses positions: this engine, or another one.
pub trait Analyst: Send {
    /// Forgets what earlier games taught.
    fn forget(&mut self);

    /// Searches the last position of a game until the signals stop it; what was learned from
    /// earlier positions stays.
    fn analyse(
        &mut self,
        game: &Game,
        limits: &Limits,
        signals: &Signals,
        watcher: &mut Watcher<'_>,
    ) -> Result<Analysis, AnalystError>;
}

impl Analyst for Engine {
    fn forget(&mut self) {
        self.new_game();
    }

    fn analyse(
        &mut self,
        game: &Game,
        limits: &Limits,
        signals: &Signals,
        watcher: &mut Watcher<'_>,
    ) -> Result<Analysis, AnalystError> {
        let board = game.board();
        let mut recorder = Recorder { board, lines: BTreeMap::new(), watcher };
        self.set_game(game.clone());
        let answer = self.go(limits, signals, Instant::now(), &mut recorder);
        Ok(concluded(recorder.lines(), answer, board))
    }
}

/// The analysis of a search that reported these lines and gave this answer.
pub fn concluded(lines: Vec<AnalysisLine>, answer: Answer, board: &Board) -> Analysis {
    let mut lines = lines;
    // What the search answers counts, whatever it told before it was broken off; but of several
    // lines the first was told with a score that the others compare with.
    let compares = lines.len() > 1 && lines[0].moves.first().copied() == answer.best;
    if let Some(best) = answer.best.filter(|_| !compares) {
        let moves = if answer.pv.first() == Some(&best) { answer.pv.to_vec() } else { vec![best] };
        let first =
            AnalysisLine { depth: answer.depth, worth: Worth::of(answer.score, board), moves };
        if lines.is_empty() { lines.push(first) } else { lines[0] = first }
    }
    let worth = lines.first().map_or_else(|| Worth::of(answer.score, board), |line| line.worth);
    Analysis { lines, worth, answer }
}

/// The moves of a line in SAN, numbered.
pub fn san_line(board: &Board, moves: &[Move]) -> String {
    let mut board = *board;
    let mut words = Vec::new();
    for (index, &mv) in moves.iter().enumerate() {
        if board.side_to_move() == Color::White {
            words.push(format!("{}.", board.fullmove_number()));
        } else if index == 0 {
            words.push(format!("{}...", board.fullmove_number()));
        }
        words.push(board.san(mv));
        board = board.after(mv);
    }
    words.join(" ")
}

/// How bad a bad move is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    /// `?!`
    Inaccuracy,
    /// `?`
    Mistake,
    /// `??`
    Blunder,
}

impl Mark {
    /// From the least to the worst.
    pub const ALL: [Mark; 3] = [Mark::Inaccuracy, Mark::Mistake, Mark::Blunder];

    /// The mark of a move that takes so much off the expected share of the point, permille.
    pub fn of(loss: i32) -> Option<Mark> {
        match loss {
            300.. => Some(Mark::Blunder),
            200..300 => Some(Mark::Mistake),
            100..200 => Some(Mark::Inaccuracy),
            _ => None,
        }
    }

    /// As it is written behind the move.
    pub const fn sign(self) -> &'static str {
        ["?!", "?", "??"][self as usize]
    }

    /// The numeric annotation glyph of PGN.
    pub const fn glyph(self) -> u32 {
        [6, 2, 4][self as usize]
    }

    /// In words.
    pub const fn name(self) -> &'static str {
        ["Inaccuracy", "Mistake", "Blunder"][self as usize]
    }
}

/// The loss, as a share of the point, that divides the accuracy of a move by e.
const ACCURACY_SCALE: f64 = 0.45;

/// How accurate a move is that loses so much, permille: 0 to 100.
fn accuracy(loss: i32) -> f64 {
    100.0 * (-f64::from(loss) / 1000.0 / ACCURACY_SCALE).exp()
}

/// A score beyond this, or a mate, counts as this in a loss of centipawns.
const MOST_CENTIPAWNS: i32 = 1000;

/// A move of a game, judged.
#[derive(Clone, Debug)]
pub struct Judged {
    /// The position before it.
    pub board: Board,
    /// The move.
    pub mv: Move,
    /// What the position before was worth to the player.
    pub before: Worth,
    /// What the position after it is worth to the player.
    pub after: Worth,
    /// The engine's line instead of the move, or with it.
    pub best: Vec<Move>,
    /// What it takes off the expected share of the point, permille.
    pub loss: i32,
    /// How bad that is.
    pub mark: Option<Mark>,
}

impl Judged {
    /// Would the engine have played it too?
    pub fn is_best(&self) -> bool {
        self.best.first() == Some(&self.mv)
    }

    /// What the move costs, in centipawns as they are shown; nothing if the engine would have
    /// played it too.
    fn centipawn_loss(&self) -> i32 {
        let value = |worth: Worth| match worth.score {
            Shown::Centipawns(value) => value.clamp(-MOST_CENTIPAWNS, MOST_CENTIPAWNS),
            Shown::Mate(_) if worth.wdl[0] > worth.wdl[2] => MOST_CENTIPAWNS,
            Shown::Mate(_) => -MOST_CENTIPAWNS,
        };
        if self.is_best() { 0 } else { (value(self.before) - value(self.after)).max(0) }
    }
}

/// A side's moves taken together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Summary {
    /// Moves.
    pub moves: usize,
    /// Mean accuracy, 0 to 100; `None` without moves.
    pub accuracy: Option<f64>,
    /// Mean loss of a move, centipawns as they are shown; `None` without moves.
    pub average_loss: Option<f64>,
    /// Inaccuracies.
    pub inaccuracies: usize,
    /// Mistakes.
    pub mistakes: usize,
    /// Blunders.
    pub blunders: usize,
}

/// What a side has made of its moves.
pub fn summary(moves: &[Judged], side: Color) -> Summary {
    let own: Vec<&Judged> =
        moves.iter().filter(|judged| judged.board.side_to_move() == side).collect();
    let count = |mark: Mark| own.iter().filter(|judged| judged.mark == Some(mark)).count();
    let mean = |of: fn(&Judged) -> f64| {
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

/// Judges every move of a game; `tell` hears when another position is done.
pub fn review(
    engine: &mut dyn Analyst,
    game: &Game,
    limits: &Limits,
    tell: &(dyn Fn() + Sync),
) -> Result<Vec<Judged>, AnalystError> {
    engine.forget();
    let mut so_far = Game::new(*game.start());
    let mut found = look(engine, &so_far, limits)?;
    tell();
    let mut judged = Vec::with_capacity(game.moves().len());
    for &mv in game.moves() {
        let board = *so_far.board();
        so_far.play(mv);
        let (worth, best) = found;
        found = look(engine, &so_far, limits)?;
        tell();
        let after = found.0.reversed();
        // The engine's own move costs nothing, whatever the next search thinks of it.
        let loss = if best.first() == Some(&mv) {
            0
        } else {
            (worth.expected() - after.expected()).max(0)
        };
        judged.push(Judged { board, mv, before: worth, after, best, loss, mark: Mark::of(loss) });
    }
    Ok(judged)
}

/// Worth for the side to move and the best line; the rules know better than any search how a game
/// that is over has ended.
fn look(
    engine: &mut dyn Analyst,
    game: &Game,
    limits: &Limits,
) -> Result<(Worth, Vec<Move>), AnalystError> {
    Ok(match game.outcome() {
        Some(Outcome::Checkmate) => (Worth::of(-MATE, game.board()), Vec::new()),
        Some(Outcome::Stalemate | Outcome::DeadMaterial) => {
            (Worth { score: Shown::Centipawns(0), wdl: [0, 1000, 0] }, Vec::new())
        }
        // Repetitions and fifty moves end a game only if somebody says so.
        Some(Outcome::Threefold | Outcome::FiftyMoves) | None => {
            let analysis = engine.analyse(game, limits, &Signals::default(), &mut |_, _| {})?;
            let line = analysis.lines.into_iter().next().map(|line| line.moves).unwrap_or_default();
            (analysis.worth, line)
        }
    })
}

/// Runs `work` on every item, on one thread for each engine. `take` receives the results in the
/// order of the items, each as soon as all before it are finished. After a stop request no item is
/// begun.
pub fn side_by_side<T: Sync, R: Send, W: Send>(
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
    let (jobs, engines) = (engines.len(), Mutex::new(engines));
    let start = || engines.lock().expect("no holder panics").pop();
    with_stack(STACK, || for_each(jobs, STACK, items.len(), || stop.is_asked(), start, work));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Settings;

    fn engine() -> Engine {
        Engine::new(Settings { hash_megabytes: 1, ..Settings::default() }).expect("a megabyte")
    }

    fn game(moves: &[&str]) -> Game {
        let mut game = Game::default();
        moves.iter().for_each(|text| game.play(game.board().parse_san(text).expect(text)));
        game
    }

    #[test]
    fn a_blunder_is_marked_and_costs_accuracy() {
        let mated = game(&["e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7#"]);
        let judged = review(&mut engine(), &mated, &Limits::to_nodes(5000), &|| {})
            .expect("this engine does not fail");
        assert_eq!(judged.len(), 7);
        assert_eq!(judged[5].mark, Some(Mark::Blunder), "{judged:?}");
        assert_eq!((judged[6].mark, judged[6].after.score), (None, Shown::Mate(0)));
        let [white, black] = Color::ALL.map(|side| summary(&judged, side));
        assert_eq!((black.blunders, white.moves, black.moves), (1, 4, 3));
        assert!(white.accuracy > black.accuracy);
        assert!(white.average_loss < black.average_loss);
        assert!(black.average_loss > Some(300.0), "one of three moves allows mate: {black:?}");
    }

    #[test]
    fn losses_are_marked_as_promised() {
        let marks = [99, 100, 199, 200, 299, 300].map(Mark::of);
        let (low, middle) = (Some(Mark::Inaccuracy), Some(Mark::Mistake));
        assert_eq!(marks, [None, low, low, middle, middle, Some(Mark::Blunder)]);
        for (loss, wanted) in [(0, 100.0), (100, 80.0), (200, 64.0), (300, 51.0)] {
            assert!((accuracy(loss) - wanted).abs() < 0.5, "{loss}: {}", accuracy(loss));
        }
    }

    #[test]
    fn results_come_in_order_however_many_work() {
        let engines = (0..3).map(|_| engine()).collect();
        let items: Vec<u64> = (0..20).rev().collect();
        let mut seen = Vec::new();
        let work = |_: &mut Engine, item: &u64| {
            std::thread::sleep(std::time::Duration::from_millis(*item));
            *item
        };
        side_by_side(&items, engines, &Stop::default(), &work, &mut |index, item| {
            seen.push((index, item));
        });
        assert_eq!(seen, items.iter().copied().enumerate().collect::<Vec<_>>());
    }

    #[test]
    fn lines_are_ranked_and_numbered() {
        let mut engine = engine();
        engine.set_lines(3);
        let after = game(&["e4"]);
        let mut told = 0;
        let analysis = engine
            .analyse(&after, &Limits::to_depth(4), &Signals::default(), &mut |lines, _| {
                told += lines.len();
            })
            .expect("this engine does not fail");
        assert!(told >= 3, "the watcher gets the lines: {told}");
        assert_eq!(analysis.lines.len(), 3);
        assert!(
            analysis
                .lines
                .iter()
                .all(|line| san_line(after.board(), &line.moves).starts_with("1... "))
        );
        assert_eq!(analysis.worth.reversed().reversed(), analysis.worth);
    }
}
