//! External UCI engines as analysts of positions and games.

use super::client::ClientError;
use super::info_line::InfoLine;
use super::solver::{ExternalEngine, go};
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
    lines: BTreeMap<usize, RankedLine>,
    /// The last line of each first move.
    by_move: Vec<RankedLine>,
    progress: Progress,
}

/// Depth, score and moves of a line.
type RankedLine = (u32, Score, Vec<Move>);

/// Evaluations of other engines stay below the scores of tablebase wins.
const MAX_EVALUATION: Score = DECISIVE_BOUND - 1;
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
            wdl::from_centipawns(score, wdl::material(board)).clamp(-MAX_EVALUATION, MAX_EVALUATION)
        }
    }
}

impl<'a> AnalysisInfo<'a> {
    /// Creates an empty collection of `info` lines for a search of this position.
    pub fn new(board: &'a Board) -> AnalysisInfo<'a> {
        AnalysisInfo {
            board,
            lines: BTreeMap::new(),
            by_move: Vec::new(),
            progress: Progress::default(),
        }
    }

    /// Parses one output line of the external engine; returns true if it contains a principal
    /// variation. `after` is the time since the start of the search.
    pub fn read(&mut self, line: &str, after: Duration) -> bool {
        let Some(info) = InfoLine::parse(line, self.board) else { return false };
        self.progress.time = after;
        self.progress.nodes = info.nodes.unwrap_or(self.progress.nodes);
        let (Some(score), Some(moves)) = (info.score, &info.pv) else { return false };
        let before = self.lines.get(&info.multi_pv);
        if !before.is_some_and(|(.., before)| info.is_mere_bound(before)) {
            let score = internal_score(score, self.board);
            let line = (info.depth.unwrap_or(0), score, moves.clone());
            self.by_move.retain(|(.., moves)| moves.first() != line.2.first());
            self.by_move.push(line.clone());
            self.lines.insert(info.multi_pv, line);
        }
        true
    }

    /// Returns the principal variations collected from `info` lines, best first.
    pub fn lines(&self) -> Vec<AnalysisLine> {
        let line = |(depth, score, moves): &RankedLine| AnalysisLine {
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
