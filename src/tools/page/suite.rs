//! Data of the page of a suite: the unsolved positions.

use crate::chess::epd::Epd;
use crate::chess::{Board, Move};
use crate::tools::solve::{PositionResult, SuiteRecord};
use serde_json::{Value, json};

/// Returns the unsolved positions of a run as JSON, with the numbers of solved and judged
/// positions.
pub(super) fn failed(record: &SuiteRecord) -> Value {
    let count = |wanted: Option<bool>| {
        record.positions.iter().filter(|result| result.solved == wanted).count()
    };
    let (solved, failed) = (count(Some(true)), count(Some(false)));
    let cards: Vec<Value> =
        record.positions.iter().filter(|result| result.solved == Some(false)).map(card).collect();
    json!({ "solved": solved, "judged": solved + failed, "failed": cards })
}

/// An unsolved position. Arrows are moves in UCI notation.
fn card(result: &PositionResult) -> Value {
    let mut card = json!({
        "id": result.id, "fen": result.fen, "played": result.played,
        "score": result.score, "line": result.line,
        "depth": result.depth, "nodes": result.nodes, "points": result.points,
        "max_points": result.max_points,
    });
    let Ok(epd) = format!("{} {}", result.fen, result.expected).parse::<Epd>() else {
        return card; // the record was not written by this version
    };
    let best = if epd.best.is_empty() { most_pointed(&epd) } else { epd.best.clone() };
    let played = result.played.as_deref().and_then(|san| epd.board.parse_san(san).ok());
    card["fen"] = epd.board.to_string().into();
    card["best"] = san(&epd.board, &best).into();
    card["avoid"] = san(&epd.board, &epd.avoid).into();
    card["mate_in"] = epd.mate_in.into();
    card["best_arrows"] = uci(&epd.board, &best).into();
    card["played_arrow"] = uci(&epd.board, played.as_slice()).pop().into();
    card
}

/// The moves with the highest number of points.
fn most_pointed(epd: &Epd) -> Vec<Move> {
    let max = epd.max_points();
    let is_best = |(_, points): &&(Move, u32)| Some(*points) == max;
    epd.points.iter().filter(is_best).map(|(mv, _)| *mv).collect()
}

fn san(board: &Board, moves: &[Move]) -> Vec<String> {
    moves.iter().map(|&mv| board.san(mv)).collect()
}

fn uci(board: &Board, moves: &[Move]) -> Vec<String> {
    moves.iter().map(|mv| mv.uci(board.needs_chess960())).collect()
}
