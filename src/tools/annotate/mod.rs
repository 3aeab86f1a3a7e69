//! Writes the engine's analysis into a PGN game: glyphs, comments and variations. Annotations of
//! other sources stay, including their `[%eval]` commands. Annotations of an earlier run are
//! replaced.

mod json;

pub use json::as_json;

use super::analysis::{AnalysedMove, Mark, ScoreAndWdl, summary};
use crate::chess::pgn::{Item, Node, PgnGame, Variation};
use crate::chess::{Board, Color, Move};
use crate::version;
use once_cell::sync::Lazy;
use regex_lite::Regex;

/// The maximum length of a variation with a better line, in plies.
const MAX_VARIATION_PLIES: usize = 12;
/// The NAGs that judge a move: `!`, `?`, `!!`, `??`, `!?`, `?!`.
const JUDGEMENTS: std::ops::RangeInclusive<u32> = 1..=6;
/// The commands that this module writes into comments. Other programs do not write this pair.
static COMMANDS: Lazy<Regex> =
    Lazy::new(|| Regex::new(r"\[%eval [^\]]*\] \[%wdl [^\]]*\]").expect("a sound expression"));

/// The value for White, whichever side moved.
fn for_white(judged: &AnalysedMove, value: ScoreAndWdl) -> ScoreAndWdl {
    if judged.board.side_to_move() == Color::White { value } else { value.reversed() }
}

/// Writes evaluations, marks for bad moves and best lines into a PGN game, as comments, NAGs and
/// variations.
pub fn annotate(game: &mut PgnGame, moves: &[AnalysedMove]) {
    let played = game.line.moves.iter_mut().filter(|node| node.mv.is_some());
    for (node, judged) in played.zip(moves) {
        annotate_move(node, judged);
    }
    let mut set = |name: &str, value: String| match game
        .headers
        .iter_mut()
        .find(|(other, _)| other == name)
    {
        Some(header) => header.1 = value,
        None => game.headers.push((name.to_owned(), value)),
    };
    for (side, name) in [(Color::White, "WhiteAccuracy"), (Color::Black, "BlackAccuracy")] {
        if let Some(accuracy) = summary(moves, side).accuracy {
            set(name, format!("{accuracy:.1}"));
        }
    }
    if game.header("Annotator").is_none() {
        game.headers.push(("Annotator".to_owned(), version::NAME.to_owned()));
    }
}

fn annotate_move(node: &mut Node, judged: &AnalysedMove) {
    remove_own(&mut node.tail, &judged.board);
    let is_judged = node
        .tail
        .iter()
        .any(|item| matches!(item, Item::Glyph(glyph) if JUDGEMENTS.contains(glyph)));
    if let Some(mark) = judged.mark.filter(|_| !is_judged) {
        node.tail.insert(0, Item::Glyph(mark.glyph()));
    }
    let glyphs = node.tail.iter().take_while(|item| matches!(item, Item::Glyph(_))).count();
    node.tail.insert(glyphs, Item::Comment(comment(judged)));
    if judged.mark.is_some() && !judged.best.is_empty() {
        let moves = judged
            .best
            .iter()
            .take(MAX_VARIATION_PLIES)
            .map(|&mv| Node { mv: Some(mv), tail: Vec::new() })
            .collect();
        let variation = Item::Variation(Variation { lead: Vec::new(), moves });
        if !node.tail.contains(&variation) {
            node.tail.push(variation);
        }
    }
}

/// The comment after a move: the evaluation for White as commands, and the better move in words.
fn comment(judged: &AnalysedMove) -> String {
    let after = for_white(judged, judged.after);
    let [win, draw, loss] = after.wdl;
    let score = after.score.to_string();
    let score = score.trim_start_matches('+');
    let mut text = format!("[%eval {score}] [%wdl {win},{draw},{loss}]");
    if let (Some(mark), Some(&best)) = (judged.mark, judged.best.first()) {
        text.push_str(&format!(" {}. {} was best.", mark.name(), judged.board.san(best)));
    }
    text
}

/// Removes what an earlier run wrote after a move: evaluations, and judgements with their glyphs
/// and variations.
fn remove_own(tail: &mut Vec<Item>, board: &Board) {
    let mut own_marks = Vec::new();
    tail.retain_mut(|item| {
        let Item::Comment(text) = item else { return true };
        let (rest, own_mark) = without_own(text, board);
        *text = rest;
        own_marks.extend(own_mark);
        !text.is_empty()
    });
    for (mark, best) in own_marks {
        if let Some(place) = tail.iter().position(|item| *item == Item::Glyph(mark.glyph())) {
            tail.remove(place);
        }
        if let Some(place) = tail.iter().rposition(|item| is_own_variation(item, best)) {
            tail.remove(place);
        }
    }
}

/// Whether an item looks like the variation of an earlier run: bare moves that begin with the
/// better move.
fn is_own_variation(item: &Item, best: Move) -> bool {
    let Item::Variation(Variation { lead, moves }) = item else { return false };
    lead.is_empty()
        && moves.len() <= MAX_VARIATION_PLIES
        && moves.first().is_some_and(|node| node.mv == Some(best))
        && moves.iter().all(|node| node.tail.is_empty())
}

/// The comment without the text of an earlier run, and the mark and better move of this text.
fn without_own(text: &str, board: &Board) -> (String, Option<(Mark, Move)>) {
    let rest = COMMANDS.replace_all(text, "");
    let words: Vec<&str> = rest.split_whitespace().collect();
    match own_mark(&words, board).filter(|_| rest != text) {
        Some(own_mark) => (String::new(), Some(own_mark)),
        None => (words.join(" "), None),
    }
}

/// The mark and better move of a judgement that matches [`comment`] exactly. Comments by people are
/// often similar.
fn own_mark(words: &[&str], board: &Board) -> Option<(Mark, Move)> {
    let &[name, best, "was", "best."] = words else { return None };
    let (name, best) = (name.strip_suffix('.')?, board.parse_san(best).ok()?);
    Some((Mark::ALL.into_iter().find(|mark| mark.name() == name)?, best))
}
