//! An annotated game as JSON: the engine's results, and the comments, glyphs and variations of the
//! input.

use super::remove_own;
use crate::chess::pgn::{Item, Node, PgnGame, Variation};
use crate::chess::san::numbered;
use crate::chess::{Board, Color, Move};
use crate::tools::analysis::{AnalysedMove, Mark, Summary, summary};
use crate::tools::opening_names;
use serde_json::{Map, Value, json};

/// Converts an analysed game to JSON, with scores from the point of view of the player who moved.
pub fn as_json(number: usize, game: &PgnGame, moves: &[AnalysedMove]) -> Value {
    let chess960 = game.is_chess960() || game.start.needs_chess960();
    let judged: Vec<Value> = game
        .line
        .moves
        .iter()
        .filter(|node| node.mv.is_some())
        .zip(moves)
        .map(|(node, judged)| judged_move(node, judged, chess960))
        .collect();
    let headers: Map<String, Value> = game
        .headers
        .iter()
        .map(|(name, value)| (name.clone(), Value::from(value.as_str())))
        .collect();
    let sides: [Summary; 2] = Color::ALL.map(|side| summary(moves, side));
    json!({
        "game": number, "headers": headers, "result": game.result,
        "opening": game.games().first().and_then(opening_names::of_game), "start": game.start.to_string(),
        "chess960": chess960, "lead": game.line.lead,
        "white": sides[0], "black": sides[1], "moves": judged,
    })
}

fn judged_move(node: &Node, judged: &AnalysedMove, chess960: bool) -> Value {
    let write = |moves: &[Move]| moves.iter().map(|mv| mv.uci(chess960)).collect::<Vec<String>>();
    let mut tail = node.tail.clone();
    remove_own(&mut tail, &judged.board);
    let mut value = json!({
        "fen": judged.board.to_string(), "move": judged.mv.uci(chess960),
        "san": judged.board.san(judged.mv), "before": judged.before, "after": judged.after,
        "loss": judged.loss, "mark": judged.mark, "sign": judged.mark.map(Mark::sign),
        "is_best": judged.is_best(), "best": write(&judged.best),
        "best_san": numbered(&judged.board, &judged.best).join(" "),
    });
    add_tail(&mut value, &tail, &judged.board, chess960);
    value
}

/// Adds what follows a move as `glyphs`, `comments` and `variations`. Empty lists are left out.
fn add_tail(value: &mut Value, tail: &[Item], board: &Board, chess960: bool) {
    let (mut glyphs, mut comments, mut variations) = (Vec::new(), Vec::new(), Vec::new());
    for item in tail {
        match item {
            Item::Glyph(glyph) => glyphs.push(Value::from(*glyph)),
            Item::Comment(text) => comments.push(Value::from(text.as_str())),
            Item::Variation(line) => variations.push(variation(line, board, chess960)),
        }
    }
    for (name, list) in [("glyphs", glyphs), ("comments", comments), ("variations", variations)] {
        if !list.is_empty() {
            value[name] = Value::from(list);
        }
    }
}

/// A variation from this position: the comments before it, and its moves.
fn variation(line: &Variation, start: &Board, chess960: bool) -> Value {
    let mut board = *start;
    let mut moves = Vec::with_capacity(line.moves.len());
    for node in &line.moves {
        let (uci, san) = match node.mv {
            Some(mv) => (mv.uci(chess960), board.san(mv)),
            None => ("0000".to_owned(), "--".to_owned()),
        };
        let mut value = json!({ "move": uci, "san": san });
        add_tail(&mut value, &node.tail, &board, chess960);
        moves.push(value);
        board = node.mv.map_or_else(|| board.after_null(), |mv| board.after(mv));
    }
    json!({ "lead": line.lead, "moves": moves })
}
