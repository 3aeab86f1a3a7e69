//! External UCI engines as analysts of positions and games.

use super::client::ClientError;
use super::solver::{ExternalEngine, go, info_words, principal_variation, read_score, word_after};
use crate::chess::{Board, Move};
use crate::engine::Answer;
use crate::eval::wdl;
use crate::score::{DECISIVE_BOUND, MAX_PLY, Score, is_mate, tb_win_in};
use crate::search::statistics::Statistics;
use crate::search::table::Bound;
use crate::search::{Progress, pv};
use crate::tools::analysis::{
    Analysed, Analysis, AnalysisLine, AnalysisTask, Analyst, AnalystError, ScoreAndWdl, Watcher,
    build_analysis,
};
use std::collections::BTreeMap;
use std::time::Duration;

impl Analyst for ExternalEngine {
    fn name(&self) -> &str {
        ExternalEngine::name(self)
    }

    fn forget(&mut self) {
        let _ = self.begin_game(); // an engine that has exited fails in its next search
    }

    fn analyse(&mut self, task: &AnalysisTask<'_>, watcher: &mut Watcher<'_>) -> Analysed {
        self.analyse_position(task, watcher).map_err(|error| AnalystError(error.to_string()))
    }
}

impl ExternalEngine {
    fn analyse_position(
        &mut self,
        task: &AnalysisTask<'_>,
        watcher: &mut Watcher<'_>,
    ) -> Result<Analysis, ClientError> {
        let AnalysisTask { game, limits, signals } = *task;
        let board = game.board();
        let mut info = AnalysisInfo::new(board);
        let (best, time) = self.run_go(
            game,
            &go(limits, None),
            limits.move_time,
            &|| signals.is_stopped(),
            &mut |line, after| {
                if info.read(line, after) {
                    watcher(&info.lines(), &info.progress);
                }
            },
        )?;
        info.progress.time = time;
        let lines = info.lines();
        let answer = info.answer(best);
        Ok(build_analysis(lines, answer, board))
    }
}

/// Principal variations of an external engine's search, collected from its `info` lines.
pub struct AnalysisInfo<'a> {
    board: &'a Board,
    /// The lines by `multipv` number.
    lines: BTreeMap<usize, InfoLine>,
    /// The last line of each first move.
    by_move: Vec<InfoLine>,
    progress: Progress,
}

/// Depth, score and moves of a line.
type InfoLine = (u32, Score, Vec<Move>);

/// Evaluations of other engines stay below the scores of tablebase wins.
const GREATEST_EVALUATION: Score = DECISIVE_BOUND - 1;
/// Tablebase win as engines report it, less the plies to it, centipawns.
const TABLEBASE_WIN: i32 = 20_000;

/// Converts a received score (centipawns or mate) to internal units.
fn internal_score(score: Score, board: &Board) -> Score {
    if is_mate(score) {
        return score;
    }
    match usize::try_from(TABLEBASE_WIN - score.abs()) {
        Ok(plies) if plies < MAX_PLY => score.signum() * tb_win_in(plies),
        _ => {
            wdl::score(score, wdl::material(board)).clamp(-GREATEST_EVALUATION, GREATEST_EVALUATION)
        }
    }
}

impl<'a> AnalysisInfo<'a> {
    /// Creates an empty collection of `info` lines for a search of this position.
    pub fn new(board: &'a Board) -> AnalysisInfo<'a> {
        let progress = Progress { nodes: 0, time: Duration::ZERO, permille_full: 0, tb_hits: 0 };
        AnalysisInfo { board, lines: BTreeMap::new(), by_move: Vec::new(), progress }
    }

    /// Parses one output line of the external engine; returns true if it contains a principal
    /// variation. `after` is the time since the start of the search.
    pub fn read(&mut self, line: &str, after: Duration) -> bool {
        let Some(words) = info_words(line) else { return false };
        self.progress.time = after;
        if let Some(nodes) = word_after(&words, "nodes").and_then(|nodes| nodes.parse().ok()) {
            self.progress.nodes = nodes;
        }
        let Some(score) = read_score(&words).filter(|_| words.contains(&"pv")) else {
            return false;
        };
        let score = internal_score(score, self.board);
        let moves = principal_variation(&words, self.board);
        let number = |key: &str| word_after(&words, key).and_then(|number| number.parse().ok());
        let (rank, depth) = (number("multipv").unwrap_or(1), number("depth").unwrap_or(0));
        if !self.is_mere_bound(&words, rank as usize, score, moves.first()) {
            let line = (depth, score, moves);
            self.by_move.retain(|(.., moves)| moves.first() != line.2.first());
            self.by_move.push(line.clone());
            self.lines.insert(rank as usize, line);
        }
        true
    }

    /// Whether the line has a bound that must not replace the score of the line before: an upper
    /// bound, or a lower bound of the same move. A mate is no mere bound.
    fn is_mere_bound(
        &self,
        words: &[&str],
        rank: usize,
        score: Score,
        first: Option<&Move>,
    ) -> bool {
        let Some((.., before)) = self.lines.get(&rank) else { return false };
        let is_raise = words.contains(&"lowerbound") && before.first() == first;
        !is_mate(score) && (is_raise || words.contains(&"upperbound"))
    }

    /// Returns the principal variations collected from `info` lines, best first.
    pub fn lines(&self) -> Vec<AnalysisLine> {
        let line = |(depth, score, moves): &InfoLine| AnalysisLine {
            depth: *depth,
            value: ScoreAndWdl::of(*score, self.board),
            moves: moves.clone(),
        };
        self.lines.values().filter(|(.., moves)| !moves.is_empty()).map(line).collect()
    }

    /// Returns the result of the external search, with `best` as the move from `bestmove`.
    pub fn answer(&self, best: Option<Move>) -> Answer {
        let of_best = self.by_move.iter().find(|(.., moves)| moves.first().copied() == best);
        let (depth, score, moves) =
            of_best.or(self.lines.values().next()).cloned().unwrap_or((0, 0, Vec::new()));
        let line: pv::Line = moves.iter().copied().take(pv::Line::new().capacity()).collect();
        Answer {
            best,
            ponder: line.get(1).copied(),
            score,
            bound: Bound::Exact,
            depth,
            pv: line,
            progress: self.progress,
            statistics: Statistics::default(),
        }
    }
}
