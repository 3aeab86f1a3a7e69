//! Unit tests of `secateur::tools::annotate`.

use secateur::chess::pgn::{PgnGame, read_games};
use secateur::engine::{Engine, Settings};
use secateur::search::Limits;
use secateur::tools::analysis::{AnalysedMove, DisplayScore, Mark, ScoreAndWdl, analyse_game};
use secateur::tools::annotate::*;
use serde_json::Value;

#[test]
fn foreign_annotations_stay_and_own_ones_are_replaced() {
    let text = b"[White \"A\"]\n\n1. e4 {[%clk 0:01] mine} e5 2. Qh5 Nc6 (2... g6 $2) \
                 3. Bc4 Nf6 $5 {trap} 4. Qxf7# 1-0\n";
    let mut game = read_games(text).remove(0).expect("valid PGN");
    let mut engine = Engine::new(Settings { hash_megabytes: 1, ..Settings::default() })
        .expect("1 MB is available");
    let judged = analyse_game(&mut engine, &game.last_game(), &Limits::with_nodes(5000), &|| {})
        .expect("the engine does not fail");
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
    let mut again = read_games(once.as_bytes()).remove(0).expect("valid PGN");
    annotate(&mut again, &judged);
    assert_eq!(again.to_string(), once);
    let found = as_json(1, &game, &judged);
    assert_eq!(
        (&found["black"]["blunders"], &found["moves"][5]["sign"]),
        (&Value::from(1), &Value::from("??"))
    );
}

/// A game with one move, and its judgement.
fn judged(text: &str, mark: Option<Mark>) -> (PgnGame, AnalysedMove) {
    let game = read_games(text.as_bytes()).remove(0).expect("valid PGN");
    let (board, worth) =
        (game.start, ScoreAndWdl { score: DisplayScore::Centipawns(0), wdl: [0, 1000, 0] });
    let mv = game.line.moves[0].mv.expect("a move");
    (game, AnalysedMove { board, mv, before: worth, after: worth, best: vec![mv], loss: 0, mark })
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

/// Another run may have another best move. Variations with comments are the user's and stay.
#[test]
fn the_variation_of_an_earlier_run_is_replaced() {
    let annotated_with_best = |text: &str, san: &str| {
        let (mut game, mut judged) = judged(text, Some(Mark::Blunder));
        judged.best = vec![judged.board.parse_san(san).expect(san)];
        annotate(&mut game, &[judged]);
        game.to_string().replace('\n', " ")
    };
    let first = annotated_with_best("1. e4 (1. c4 {mine}) *", "d4");
    assert!(first.contains("(1. d4)"), "{first}");
    let second = annotated_with_best(&first, "Nf3");
    assert!(second.contains("(1. Nf3)") && second.contains("(1. c4 {mine})"), "{second}");
    assert!(!second.contains("d4"), "{second}");
}

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

/// Lichess writes `[%eval]` alone. Only `[%eval]` with `[%wdl]` is from Secateur and is replaced.
#[test]
fn foreign_evaluations_stay() {
    let text = "1. e4 {[%eval 0.17] [%clk 0:01:00]} {[%eval 0.2] [%wdl 1,2,3]} *";
    assert_eq!(
        annotated(text, None),
        "1. e4 {[%eval 0.00] [%wdl 0,1000,0]} {[%eval 0.17] [%clk 0:01:00]} *"
    );
}

/// The moves before and after the null move are judged.
#[test]
fn a_null_move_in_the_game_has_no_judgement() {
    let text = b"1. e4 -- 2. d4 Nf6 $1 *";
    let mut game = read_games(text).remove(0).expect("valid PGN");
    let mut engine = Engine::new(Settings { hash_megabytes: 1, ..Settings::default() })
        .expect("1 MB is available");
    let games = game.games();
    assert_eq!(games.iter().map(|game| game.moves().len()).collect::<Vec<_>>(), [1, 2]);
    let judge = |game| analyse_game(&mut engine, game, &Limits::with_nodes(100), &|| {});
    let judged: Vec<AnalysedMove> = games.iter().flat_map(judge).flatten().collect();
    annotate(&mut game, &judged);
    let text = game.to_string().replace('\n', " ");
    let notes: Vec<usize> = text.match_indices("[%eval").map(|(at, _)| at).collect();
    assert_eq!(notes.len(), 3, "{text}");
    assert!(text.contains("} 1... -- 2. d4 ") || text.contains(") 1... -- 2. d4 "), "{text}");
}

/// Other glyphs (`$1`, `$14`) stay.
#[test]
fn a_judgement_is_removed_with_its_glyph_and_variation() {
    let text = "1. e4 $4 {[%eval 0.20] [%wdl 1,2,3] Blunder. Nf3 was best.} (1. Nf3 d5) *";
    assert_eq!(annotated(text, None), "1. e4 {[%eval 0.00] [%wdl 0,1000,0]} *");
    let milder = annotated(text, Some(Mark::Inaccuracy));
    assert!(
        milder.starts_with("1. e4 $6 {[%eval 0.00] [%wdl 0,1000,0] Inaccuracy. e4 was best.} ("),
        "{milder}"
    );
    let other = annotated(&text.replace("$4", "$1 $14"), None);
    assert_eq!(other, "1. e4 $1 $14 {[%eval 0.00] [%wdl 0,1000,0]} *");
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
