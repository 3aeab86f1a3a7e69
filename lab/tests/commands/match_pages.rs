//! The games of a match as PGN, and as HTML pages in a real browser.

use crate::BINARY;
use crate::browser::Browser;
use crate::program::{program, run};
use secateur::chess::pgn::{Item, PgnGame, read_games};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Plays a match in a new temporary folder.
fn played(arguments: &[&str]) -> TempDir {
    let folder = TempDir::new().expect("a temporary folder");
    lab(folder.path(), arguments);
    folder
}

fn lab(folder: &Path, arguments: &[&str]) -> String {
    let mut command = program(BINARY);
    command.current_dir(folder).args(["match", "linear", "material", "--nodes", "100"]);
    let (code, stdout, stderr) = run(command.args(arguments));
    assert_eq!(code, Some(0), "{stderr}");
    stdout + &stderr
}

fn games(folder: &TempDir, name: &str) -> Vec<PgnGame> {
    let bytes = fs::read(folder.path().join(name)).expect("PGN");
    read_games(&bytes).into_iter().map(|game| game.expect("a valid game")).collect()
}

/// The comments of a game, one for each move.
fn comments(game: &PgnGame) -> Vec<String> {
    let tails = game.line.moves.iter().map(|node| match &node.tail[..] {
        [Item::Comment(text)] => text.clone(),
        tail => panic!("{tail:?}"),
    });
    tails.collect()
}

#[test]
fn games_are_written_with_scores_depths_and_times() {
    let folder = played(&["--games", "6", "--pgn", "m.pgn", "--json", "m.json"]);
    let games = games(&folder, "m.pgn");
    assert_eq!(games.len(), 6);
    let score = regex_lite::Regex::new(r"^([+-]?\d+\.\d\d|[+-]M\d+)/\d+ \d+\.\d{3}s(, [A-Z].*)?$");
    let score = score.expect("valid regex");
    let mut points = [0; 3];
    for (index, game) in games.iter().enumerate() {
        let header = |name| game.header(name).unwrap_or_else(|| panic!("no {name}"));
        let names = [header("White"), header("Black")];
        let expected = if index % 2 == 0 { ["linear", "material"] } else { ["material", "linear"] };
        assert_eq!(names, expected);
        assert_eq!(header("Round"), format!("{}.{}", index / 2 + 1, index % 2 + 1));
        assert_eq!(header("PlyCount"), game.line.moves.len().to_string());
        let comments = comments(game);
        assert!(comments.iter().all(|text| score.is_match(text)), "{comments:?}");
        let reasons = comments.iter().filter(|text| text.contains(", ")).count();
        assert!(reasons == 1 && comments.last().is_some_and(|text| text.contains(", ")));
        let of_white = ["0-1", "1/2-1/2", "1-0"].iter().position(|result| *result == game.result);
        let of_white = of_white.expect("a result");
        points[if index % 2 == 0 { 2 - of_white } else { of_white }] += 1;
    }
    let text = fs::read_to_string(folder.path().join("m.json")).expect("a result");
    let result: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(result["wdl"], serde_json::json!(points));
    assert!(result.get("games").is_none(), "the JSON file repeats the games");
}

#[test]
fn games_end_by_the_selected_adjudication_rules() {
    let ends = |arguments: &[&str]| -> Vec<String> {
        let folder = played(&[&["--games", "4", "--pgn", "m.pgn"], arguments].concat());
        let last = |game: &PgnGame| comments(game).pop().expect("a comment");
        games(&folder, "m.pgn").iter().map(last).collect()
    };
    for end in ends(&["--draw", "off", "--resign", "off"]) {
        assert!(!end.contains("adjudication"), "{end}");
    }
    for end in ends(&["--draw", "movecount=1", "score=100000", "--resign", "off"]) {
        assert!(end.ends_with(", Draw by adjudication"), "{end}");
    }
    for end in ends(&["--maxmoves", "2", "--draw", "off", "--resign", "off"]) {
        assert!(end.ends_with(", Draw by move limit"), "{end}");
    }
    for end in ends(&["--draw", "off", "--resign", "score=0,movecount=1"]) {
        assert!(end.ends_with(" wins by adjudication") || end.contains(", Draw by "), "{end}");
    }
}

#[test]
fn the_crosstable_links_to_the_games() {
    let Some(mut browser) = Browser::start() else { return };
    let folder = played(&["--games", "6", "--pgn", "m.pgn", "--html", "m.html"]);
    lab(folder.path(), &["--games", "6", "--html", "games/"]);
    let games = games(&folder, "m.pgn");
    browser.set_view(1400, 900, "light");
    browser.open(&folder.path().join("m.html"));
    assert_eq!(browser.count("#table .cell"), 6);
    for index in [3, 0, 5] {
        browser.click(&format!(
            "#table li:nth-child({}) .cell:nth-child({})",
            index / 2 + 1,
            index % 2 + 2
        ));
        let header = |name: &str| games[index].header(name).expect("a header").to_owned();
        let [white, black, result] = ["White", "Black", "Result"].map(header);
        wait_for(&mut browser, "#title", &format!("{white} – {black}  {result}"));
        let current = browser.eval("document.querySelector('#table [aria-current=true]').title");
        assert!(
            current.as_str().is_some_and(|text| text.starts_with(&format!("Game {}:", index + 1)))
        );
        let moves = games[index].line.moves.len() as u64;
        assert_eq!(browser.count("#moves button[data-ply]"), moves);
    }
    browser.press("ArrowRight");
    assert!(browser.text("#where").contains(" Depth "), "{}", browser.text("#where"));
    assert!(browser.text("#summary").contains("mean depth") && browser.count("#games") == 0);
    let [won, lost] = [2, 3].map(|row| points(&mut browser, row));
    assert!((won + lost - 6.0).abs() < 1e-9, "{won} and {lost} of six points");
    for (width, scheme) in [(420, "dark"), (1400, "light")] {
        browser.set_view(width, 800, scheme);
        for page in ["m.html", "games/index.html", "games/game-2.html"] {
            browser.open(&folder.path().join(page));
            let overflow = browser.eval("document.documentElement.scrollWidth - innerWidth");
            assert!(overflow.as_f64().is_some_and(|pixels| pixels <= 0.0), "{page}: {overflow}");
        }
    }
    browser.open(&folder.path().join("games/index.html"));
    assert_eq!((browser.count("#table .cell"), browser.count("#list a")), (6, 6));
    let link = browser.eval("document.querySelector('#table li:nth-child(2) .cell').href");
    assert!(link.as_str().is_some_and(|link| link.ends_with("/game-3.html")), "{link}");
    browser.open(&folder.path().join("games/game-3.html"));
    assert_eq!(browser.count("#moves button[data-ply]"), games[2].line.moves.len() as u64);
    assert!(
        browser
            .eval("document.querySelector('#up a').href")
            .as_str()
            .is_some_and(|link| link.ends_with("/games/index.html"))
    );
    assert_eq!(browser.errors(), [""; 0]);
}

/// Waits until an element has this text. Links take effect some time after the click.
fn wait_for(browser: &mut Browser, selector: &str, expected: &str) {
    let deadline = Instant::now() + Duration::from_secs(30);
    while browser.text(selector) != expected {
        assert!(Instant::now() < deadline, "'{}', not '{expected}'", browser.text(selector));
    }
}

/// The points of a player in the table.
fn points(browser: &mut Browser, row: u32) -> f64 {
    let text = browser.text(&format!("#table .sums tr:nth-child({row}) td:nth-child(2)"));
    let whole: f64 = text.trim_end_matches('½').parse().unwrap_or(0.0);
    whole + if text.ends_with('½') { 0.5 } else { 0.0 }
}
