//! Unit tests of the pages of games in `secateur::tools::page`.

use secateur::chess::Board;
use secateur::tools::page::{GameEntry, GamesTarget};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

fn game() -> Value {
    let after_e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    let evaluation = |cp: i32, wdl: [i32; 3]| json!({ "score": { "cp": cp }, "wdl": wdl });
    let mate = json!({ "score": { "mate": -3 }, "wdl": [0, 0, 1000] });
    let first = json!({
        "fen": Board::default().to_string(), "move": "e2e4", "san": "e4",
        "before": evaluation(20, [90, 850, 60]), "after": evaluation(10, [80, 850, 70]),
        "is_best": false, "best": ["d2d4", "d7d5"], "best_san": "1. d4 d5", "mark": null,
    });
    let second = json!({
        "fen": after_e4, "move": "e7e5", "san": "e5", "before": evaluation(-10, [70, 850, 80]),
        "after": mate, "is_best": true, "best": ["e7e5"], "best_san": "1... e5",
        "mark": "blunder", "depth": 7, "seconds": 0.25,
    });
    json!({
        "game": 1, "headers": { "White": "A" }, "result": "*", "chess960": false,
        "start": Board::default().to_string(), "lead": [], "moves": [first, second],
    })
}

/// The data of a written page.
fn data(path: &Path) -> Value {
    let page = fs::read_to_string(path).expect("the page");
    let rest = page.split("<script type=\"application/json\" id=\"data\">").nth(1).expect("data");
    serde_json::from_str(rest.split("</script>").next().expect("an end")).expect("JSON")
}

/// The data of the page of one game.
fn game_in_page(found: &Value, pgn: &str) -> Value {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.html");
    let target = GamesTarget::begin(&path).expect("a file");
    assert_eq!(target, GamesTarget::Page(path.clone()));
    target.write(&[GameEntry { found, pgn }], None).expect("written");
    data(&path)["games"][0].clone()
}

#[test]
fn data_that_follow_from_the_previous_move_are_omitted() {
    let game = game_in_page(&game(), "1. e4 e5 *");
    assert_eq!(
        game["moves"],
        json!([
            { "m": "e2e4", "s": "e4", "p": [20, 90, 850], "v": [10, 80, 850],
              "b": "d2d4 d7d5", "l": "d4 d5" },
            { "m": "e7e5", "s": "e5", "v": ["3", 1000, 0], "k": "blunder", "d": 7, "t": 0.25 },
        ])
    );
    assert_eq!((&game["pgn"], &game["result"]), (&json!("1. e4 e5 *"), &json!("*")));
}

#[test]
fn a_move_after_a_null_move_keeps_its_position() {
    let mut found = game();
    let after_null = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2";
    found["moves"][1]["fen"] = after_null.into();
    let game = game_in_page(&found, "");
    assert_eq!(game["moves"][1]["f"], after_null);
    assert_eq!(game["moves"][1]["p"], json!([-10, 70, 850]));
}

#[test]
fn a_folder_has_an_index_and_a_page_for_each_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games/");
    let target = GamesTarget::begin(&path).expect("created");
    assert_eq!(target, GamesTarget::Folder(path.clone()));
    let found = game();
    let games = [GameEntry { found: &found, pgn: "" }, GameEntry { found: &found, pgn: "" }];
    let largest = target.write(&games, None).expect("written");
    assert!((1000..200_000).contains(&largest), "{largest}");
    let index = data(&path.join("index.html"));
    assert!(index["games"][1]["plies"] == 2 && index["games"][1].get("moves").is_none());
    for name in ["game-1.html", "game-2.html"] {
        let page = data(&path.join(name));
        assert_eq!(
            (&page["index"], page["games"].as_array().map(Vec::len)),
            (&"index.html".into(), Some(1))
        );
    }
    assert!(!path.join("game-3.html").exists());
}

#[test]
fn large_pages_get_a_hint() {
    let folder = tempfile::tempdir().expect("a folder");
    let (found, pgn) = (game(), "x".repeat(1_100_000));
    let games = [GameEntry { found: &found, pgn: &pgn }];
    let hint = |name: &str| {
        let target = GamesTarget::begin(&folder.path().join(name)).expect(name);
        target.write_with_hint(&games, None).expect("written")
    };
    let text = hint("large.html").expect("a hint");
    assert!(text.contains("large.html has 1.1 MB; --html FOLDER/"), "{text}");
    assert_eq!(hint("folder/"), None);
}
