//! Writes the engine's analysis into a PGN game: glyphs, comments and variations. Annotations of
//! other sources stay, including their `[%eval]` commands. Annotations of an earlier run are
//! replaced.

mod json;

pub use json::as_json;

use super::analysis::{Judged, Mark, Shown, Worth, summary};
use crate::chess::pgn::{Item, Node, PgnGame, Variation};
use crate::chess::{Board, Color};
use once_cell::sync::Lazy;
use regex_lite::Regex;

/// The maximum length of a variation with a better line, in plies.
const LONGEST: usize = 12;
/// The NAGs that judge a move: `!`, `?`, `!!`, `??`, `!?`, `?!`.
const JUDGEMENTS: std::ops::RangeInclusive<u32> = 1..=6;
/// The commands that this module writes into comments. Other programs do not write this pair.
static COMMANDS: Lazy<Regex> =
    Lazy::new(|| Regex::new(r"\[%eval [^\]]*\] \[%wdl [^\]]*\]").expect("a sound expression"));

/// The worth for White, whichever side moved.
fn for_white(judged: &Judged, worth: Worth) -> Worth {
    if judged.board.side_to_move() == Color::White { worth } else { worth.reversed() }
}

/// A score as in PGN comments: pawns, or `#` and the moves to mate.
fn pawns(score: Shown) -> String {
    match score {
        Shown::Centipawns(value) => format!("{:.2}", f64::from(value) / 100.0),
        Shown::Mate(moves) => format!("#{moves}"),
    }
}

/// Writes the evaluations, marks and best lines of the analysed moves into the game.
pub fn annotate(game: &mut PgnGame, moves: &[Judged]) {
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
        game.headers.push((
            "Annotator".to_owned(),
            concat!("Secateur ", env!("CARGO_PKG_VERSION")).to_owned(),
        ));
    }
}

fn annotate_move(node: &mut Node, judged: &Judged) {
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
            .take(LONGEST)
            .map(|&mv| Node { mv: Some(mv), tail: Vec::new() })
            .collect();
        let variation = Item::Variation(Variation { lead: Vec::new(), moves });
        if !node.tail.contains(&variation) {
            node.tail.push(variation);
        }
    }
}

/// The comment after a move: the evaluation for White as commands, and the better move in words.
fn comment(judged: &Judged) -> String {
    let after = for_white(judged, judged.after);
    let [win, draw, loss] = after.wdl;
    let mut text = format!("[%eval {}] [%wdl {win},{draw},{loss}]", pawns(after.score));
    if let (Some(mark), Some(&best)) = (judged.mark, judged.best.first()) {
        text.push_str(&format!(" {}. {} was best.", mark.name(), judged.board.san(best)));
    }
    text
}

/// Removes what an earlier run wrote after a move: evaluations, and judgements with their glyphs.
fn remove_own(tail: &mut Vec<Item>, board: &Board) {
    let mut marks = Vec::new();
    tail.retain_mut(|item| {
        let Item::Comment(text) = item else { return true };
        let (rest, mark) = without_own(text, board);
        *text = rest;
        marks.extend(mark);
        !text.is_empty()
    });
    for mark in marks {
        if let Some(place) = tail.iter().position(|item| *item == Item::Glyph(mark.glyph())) {
            tail.remove(place);
        }
    }
}

/// The comment without the text of an earlier run, and the mark that this text gave.
fn without_own(text: &str, board: &Board) -> (String, Option<Mark>) {
    let rest = COMMANDS.replace_all(text, "");
    let words: Vec<&str> = rest.split_whitespace().collect();
    match verdict(&words, board).filter(|_| rest != text) {
        Some(mark) => (String::new(), Some(mark)),
        None => (words.join(" "), None),
    }
}

/// The mark of a judgement that matches [`comment`] exactly. Comments by people are often similar.
fn verdict(words: &[&str], board: &Board) -> Option<Mark> {
    let &[name, best, "was", "best."] = words else { return None };
    let name = name.strip_suffix('.').filter(|_| board.parse_san(best).is_ok())?;
    Mark::ALL.into_iter().find(|mark| mark.name() == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::pgn::read_games;
    use crate::engine::{Engine, Settings};
    use crate::search::Limits;
    use crate::tools::analysis::review;
    use serde_json::Value;

    #[test]
    fn foreign_annotations_stay_and_own_ones_are_replaced() {
        let text =
            b"[White \"A\"]\n\n1. e4 {[%clk 0:01] mine} e5 2. Qh5 Nc6 (2... g6 $2) 3. Bc4 Nf6 $5 {trap} 4. Qxf7# 1-0\n";
        let mut game = read_games(text).remove(0).expect("sound");
        let mut engine =
            Engine::new(Settings { hash_megabytes: 1, ..Settings::default() }).expect("a megabyte");
        let judged = review(&mut engine, &game.last_game(), &Limits::to_nodes(5000), &|| {})
            .expect("this engine does not fail");
        annotate(&mut game, &judged);
        let once = game.to_string();
        for kept in [
            "[%clk 0:01] mine}",
            "(2... g6 $2)",
            "Nf6 $5 {[%eval #1]",
            "{trap}",
            "[White \"A\"]",
            "[%eval #0]",
        ] {
            assert!(once.replace('\n', " ").contains(kept), "{kept}: {once}");
        }
        assert!(once.replace('\n', " ").contains(" was best.} {trap} (3... "), "{once}");
        assert!(once.contains("[WhiteAccuracy ") && once.contains("[Annotator \"Secateur "));
        let mut again = read_games(once.as_bytes()).remove(0).expect("sound");
        annotate(&mut again, &judged);
        assert_eq!(again.to_string(), once);
        let found = as_json(1, &game, &judged);
        assert_eq!(
            (&found["black"]["blunders"], &found["moves"][5]["sign"]),
            (&Value::from(1), &Value::from("??"))
        );
    }

    /// A game with one move, and its judgement.
    fn judged(text: &str, mark: Option<Mark>) -> (PgnGame, Judged) {
        let game = read_games(text.as_bytes()).remove(0).expect("sound");
        let (board, worth) = (game.start, Worth { score: Shown::Centipawns(0), wdl: [0, 1000, 0] });
        let mv = game.line.moves[0].mv.expect("a move");
        (game, Judged { board, mv, before: worth, after: worth, best: vec![mv], loss: 0, mark })
    }

    /// The game with these judgements in it, on one line.
    fn annotated(text: &str, mark: Option<Mark>) -> String {
        let (mut game, judged) = judged(text, mark);
        annotate(&mut game, &[judged]);
        game.to_string()
            .rsplit("\n\n")
            .find(|part| part.starts_with("1."))
            .expect("moves")
            .trim()
            .replace('\n', " ")
    }

    /// Comments that only resemble the judgement of an earlier run stay.
    #[test]
    fn comments_similar_to_own_judgements_stay() {
        for words in [
            "Nf3 still was best.",
            "Blunder: Nf3 was best.",
            "Blunder. Resigning was best.",
            "Move. Nf3 was best.",
        ] {
            let text = format!("1. e4 $4 {{[%eval 0.10] [%wdl 1,2,3] {words}}} *");
            assert_eq!(
                annotated(&text, None),
                format!("1. e4 $4 {{[%eval 0.00] [%wdl 0,1000,0]}} {{{words}}} *")
            );
        }
    }

    /// The evaluations of lichess stay.
    #[test]
    fn foreign_evaluations_stay() {
        let text = "1. e4 {[%eval 0.17] [%clk 0:01:00]} {[%eval 0.2] [%wdl 1,2,3]} *";
        assert_eq!(
            annotated(text, None),
            "1. e4 {[%eval 0.00] [%wdl 0,1000,0]} {[%eval 0.17] [%clk 0:01:00]} *"
        );
    }

    /// A game with a null move is annotated.
    #[test]
    fn a_null_move_in_the_game_has_no_judgement() {
        let text = b"1. e4 -- 2. d4 Nf6 $1 *";
        let mut game = read_games(text).remove(0).expect("sound");
        let mut engine =
            Engine::new(Settings { hash_megabytes: 1, ..Settings::default() }).expect("a megabyte");
        let games = game.games();
        assert_eq!(games.iter().map(|game| game.moves().len()).collect::<Vec<_>>(), [1, 2]);
        let judge = |game| review(&mut engine, game, &Limits::to_nodes(100), &|| {});
        let judged: Vec<Judged> = games.iter().flat_map(judge).flatten().collect();
        annotate(&mut game, &judged);
        let text = game.to_string().replace('\n', " ");
        let notes: Vec<usize> = text.match_indices("[%eval").map(|(at, _)| at).collect();
        assert_eq!(notes.len(), 3, "{text}");
        assert!(text.contains("} 1... -- 2. d4 ") || text.contains(") 1... -- 2. d4 "), "{text}");
    }

    /// The glyph of an earlier run is removed together with its comment.
    #[test]
    fn a_judgement_is_removed_with_its_glyph() {
        let text = "1. e4 $4 {[%eval 0.20] [%wdl 1,2,3] Blunder. Nf3 was best.} (1. Nf3 d5) *";
        assert_eq!(annotated(text, None), "1. e4 {[%eval 0.00] [%wdl 0,1000,0]} (1. Nf3 d5) *");
        let milder = annotated(text, Some(Mark::Inaccuracy));
        assert!(
            milder
                .starts_with("1. e4 $6 {[%eval 0.00] [%wdl 0,1000,0] Inaccuracy. e4 was best.} ("),
            "{milder}"
        );
        let other = annotated(&text.replace("$4", "$1 $14"), None);
        assert_eq!(other, "1. e4 $1 $14 {[%eval 0.00] [%wdl 0,1000,0]} (1. Nf3 d5) *");
    }

    /// With castling rights of Chess960, `1. O-O` is castling, not a king move to g1.
    #[test]
    fn chess960_castling_is_king_takes_rook() {
        let text = "[FEN \"r4k1r/pppppppp/8/8/8/8/PPPPPPPP/R4K1R w HAha - 0 1\"]\n\n1. O-O *";
        let (game, judged) = judged(text, None);
        let found = as_json(1, &game, &[judged]);
        assert_eq!(
            (&found["moves"][0]["move"], &found["moves"][0]["best"][0]),
            (&"f1h1".into(), &"f1h1".into())
        );
    }
}
