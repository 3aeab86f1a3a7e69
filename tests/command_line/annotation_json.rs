//! Unit tests of `secateur::tools::annotate::json`.

use secateur::chess::pgn::read_games;
use secateur::tools::analysis::{AnalysedMove, DisplayScore, ScoreAndWdl};
use secateur::tools::annotate::as_json;
use serde_json::{Value, json};

/// The JSON of a game in which every move is the best move of the engine.
fn annotated_json(text: &str) -> Value {
    let game = read_games(text.as_bytes()).remove(0).expect("valid PGN");
    let worth = ScoreAndWdl { score: DisplayScore::Centipawns(0), wdl: [0, 1000, 0] };
    let mut board = game.start;
    let mut moves = Vec::new();
    for mv in game.line.moves.iter().filter_map(|node| node.mv) {
        let best = vec![mv];
        moves.push(AnalysedMove {
            board,
            mv,
            before: worth,
            after: worth,
            best,
            loss: 0,
            mark: None,
        });
        board = board.after(mv);
    }
    as_json(1, &game, &moves)
}

#[test]
fn foreign_comments_glyphs_and_variations_stay() {
    let found = annotated_json(
        "{before} 1. e4 $1 {[%eval 0.10] [%wdl 1,2,3] mine} ({or} 1. d4 d5 {solid} (1... Nf6)) \
         1... e5 2. Nf3 (2. -- Nc6 3. Nf3) *",
    );
    assert_eq!(found["lead"], json!(["before"]));
    let first = &found["moves"][0];
    assert_eq!((&first["glyphs"], &first["comments"]), (&json!([1]), &json!(["mine"])));
    let line = &first["variations"][0];
    assert_eq!(line["lead"], json!(["or"]));
    assert_eq!(line["moves"][1]["san"], "d5");
    assert_eq!(line["moves"][1]["comments"], json!(["solid"]));
    let nested = &line["moves"][1]["variations"][0]["moves"];
    assert_eq!(nested, &json!([{ "move": "g8f6", "san": "Nf6" }]));
    let null_move_line = &found["moves"][2]["variations"][0]["moves"];
    assert_eq!(
        (&null_move_line[0]["move"], &null_move_line[2]["move"]),
        (&json!("0000"), &json!("g1f3"))
    );
    assert!(found["moves"][1].get("comments").is_none());
    assert_eq!(found["opening"]["name"], "King's Knight Opening");
}
