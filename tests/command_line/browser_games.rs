//! Pages of annotated games in a real browser: moves, comments, graph, clipboard.

use crate::BINARY;
use crate::browser::{TIMEOUT, bounding_box};
use crate::driver::Browser;
use crate::program::{program, run};
use secateur::chess::Board;
use serde_json::Value;
use std::fs;
use std::time::Instant;
use tempfile::TempDir;

/// Annotates `games.pgn` of the folder with these options.
fn annotate(folder: &TempDir, options: &str) {
    let mut command = program(BINARY);
    command.args(["annotate", "games.pgn"]).args(options.split(' '));
    let (code, _, stderr) = run(command.current_dir(folder.path()));
    assert_eq!(code, Some(0), "{stderr}");
}

/// Annotates games whose headers and comments contain HTML. Returns the folder with the files.
fn annotate_games() -> TempDir {
    let folder = TempDir::new().expect("a temporary folder");
    let games = "[White \"<script>document.title='caught'</script>\"]\n\
                 [Black \"</script><img src=x onerror=alert(1)>\"]\n[Result \"1-0\"]\n\n\
                 {Old trap} 1. e4 e5 (1... c5 {or} 2. Nf3 (2. c3 d5) 2... d6) \
                 2. Qh5 $6 {[%clk 0:01] early <b>} Nc6 \
                 3. Bc4 Nf6 4. Qxf7# 1-0\n\n\
                 [White \"C\"]\n[Black \"D\"]\n[Result \"*\"]\n\n1. d4 d5 2. c4 {<b>} e6 *\n";
    fs::write(folder.path().join("games.pgn"), games).expect("a file");
    annotate(&folder, "--nodes 20000 --html games.html --json games.json");
    folder
}

/// Opens the page of the annotated games, and returns their JSON data.
fn open_games(browser: &mut Browser, folder: &TempDir) -> Value {
    let data = fs::read(folder.path().join("games.json")).expect("data");
    browser.set_view(1200, 900, "light");
    browser.open(&folder.path().join("games.html"));
    serde_json::from_slice(&data).expect("JSON")
}

const PLACEMENT: &str = "byId('board').dataset.placement";

#[test]
fn clicks_and_keys_step_through_a_game() {
    let Some(mut browser) = Browser::start() else { return };
    let folder = annotate_games();
    let data = open_games(&mut browser, &folder);
    let fen = |index: usize| {
        data[0]["moves"][index]["fen"]
            .as_str()
            .and_then(|fen| fen.split(' ').next())
            .expect("FEN")
            .to_owned()
    };
    assert_eq!(browser.eval(PLACEMENT), fen(0));
    browser.press("ArrowRight");
    browser.press("ArrowRight");
    assert_eq!(browser.eval(PLACEMENT), fen(2), "after two moves");
    browser.press("ArrowLeft");
    assert_eq!(browser.eval(PLACEMENT), fen(1));
    browser.click("#moves button[data-ply='6']");
    assert_eq!(browser.eval(PLACEMENT), fen(6));
    assert!(
        browser.text("#moves button[data-ply='6']").ends_with("??")
            && browser.text("#where").contains("Nf6??")
    );
    let best = data[0]["moves"][5]["best_san"]
        .as_str()
        .and_then(|line| line.split(' ').nth(1))
        .expect("a move");
    assert!(browser.text("#better").contains(best), "{}", browser.text("#better"));
    assert_eq!(
        browser.eval("document.querySelector('#board .arrow.better').dataset.move"),
        data[0]["moves"][5]["best"][0],
        "the arrow of the better move"
    );
    browser.click("#better button");
    assert!(browser.text("#where").contains(best), "the better line is on the board");
    browser.press("ArrowLeft");
    assert_eq!(browser.eval(PLACEMENT), fen(5), "the left arrow returns to the game");
    browser.press("End");
    assert!(browser.text("#where").contains("Qxf7#"));
    browser.click("#graph svg");
    assert_eq!(browser.count("#graph .mark.blunder"), 1);
    browser.click("#games button:last-child");
    assert!(
        browser.text("#title").starts_with("C – D")
            && browser.count("#moves button[data-ply]") == 4
    );
    assert_eq!(browser.errors(), [""; 0]);
}

#[test]
fn comments_and_variations_of_the_file_are_shown_and_clickable() {
    let Some(mut browser) = Browser::start() else { return };
    let folder = annotate_games();
    open_games(&mut browser, &folder);
    let move_list = browser.text("#moves");
    for text in ["Old trap", "1…c5", "or", "2.Nf3", "(2.c3 d5)", "Qh5?!", "early <b>"] {
        assert!(move_list.contains(text), "'{text}' in '{move_list}'");
    }
    assert!(!move_list.contains("[%clk"), "commands are not shown: {move_list}");
    let click = |browser: &mut Browser, san: &str| {
        browser.eval(&format!(
            "[...document.querySelectorAll('#moves .variation button')]\
             .find(button => button.textContent === '{san}').click()"
        ));
    };
    for (san, moves) in [
        ("c5", &["e4", "c5"][..]),
        ("d6", &["e4", "c5", "Nf3", "d6"]),
        ("d5", &["e4", "c5", "c3", "d5"]),
    ] {
        click(&mut browser, san);
        let mut board = Board::default();
        for san in moves {
            board = board.after(board.parse_san(san).expect("legal"));
        }
        assert_eq!(browser.eval("byId('board').dataset.fen"), board.to_string(), "{moves:?}");
        assert_eq!(browser.text("#moves [aria-current]"), *san);
        assert_eq!(browser.count("#bar.unknown"), 1, "variations are not evaluated");
    }
    for _ in 0..3 {
        browser.press("ArrowLeft");
    }
    assert!(browser.text("#where").starts_with("1. e4"), "{}", browser.text("#where"));
    assert_eq!(browser.errors(), [""; 0]);
}

#[test]
fn the_game_page_shows_headers_graph_and_accuracy() {
    let Some(mut browser) = Browser::start() else { return };
    let folder = annotate_games();
    let data = open_games(&mut browser, &folder);
    assert_eq!(browser.text("#opening"), "C20 King's Pawn Game: Wayward Queen Attack");
    let names =
        browser.eval("[...document.querySelectorAll('#headers dt')].map(dt => dt.textContent)");
    assert_eq!(names, serde_json::json!(["White", "Black", "Result"]));
    for (row, side) in [(2, "white"), (3, "black")] {
        let text = browser.text(&format!("#summary tr:nth-child({row})"));
        let loss = data[0][side]["average_loss"].as_f64().expect("a loss") / 100.0;
        let accuracy = data[0][side]["accuracy"].as_f64().expect("an accuracy");
        let expected = format!("{accuracy:.1} %{loss:.2}");
        assert!(text.contains(&expected), "{side}: '{expected}' in '{text}'");
    }
    let ticks = browser.eval(
        "[...document.querySelectorAll('#graph .tick')].map(tick => tick.textContent).join(' ')",
    );
    let ticks = ticks.as_str().expect("text").to_owned();
    for tick in ["0 %", "50 %", "100 %", "−10", "+10", " 2"] {
        assert!(ticks.contains(tick), "'{tick}' in '{ticks}'");
    }
    assert!(browser.text("#key").contains("expected score") && browser.count("#key") == 1);
    // White's share of the evaluation bar is about half at first and everything at the end. It is
    // at the bottom, or at the top if the board is flipped.
    let share = |browser: &mut Browser| {
        let [_, top, _, bottom] = bounding_box(browser, "#bar i");
        let [_, first, _, last] = bounding_box(browser, "#bar");
        ((bottom - top) / (last - first), top - first, last - bottom)
    };
    browser.eval("byId('bar').firstElementChild.style.transition = 'none'");
    let even = share(&mut browser).0;
    assert!((0.3..0.7).contains(&even), "{even}");
    browser.press("End");
    assert!(share(&mut browser).0 > 0.95);
    assert_eq!(browser.text("#bar span"), "#0");
    browser.press("Home");
    let (_, above, below) = share(&mut browser);
    assert!(above > below, "White is below");
    browser.press("f");
    let (_, above, below) = share(&mut browser);
    assert!(above < below, "White is above");
    assert_eq!(browser.errors(), [""; 0]);
}

#[test]
fn keys_step_from_mistake_to_mistake() {
    let Some(mut browser) = Browser::start() else { return };
    let folder = annotate_games();
    let data = open_games(&mut browser, &folder);
    let marked: Vec<usize> =
        (1..=7).filter(|ply| !data[0]["moves"][ply - 1]["mark"].is_null()).collect();
    assert!(marked.contains(&6), "{marked:?}");
    let ply = |browser: &mut Browser| {
        browser.eval("Number(document.querySelector('#moves [aria-current]').dataset.ply)")
    };
    for &expected in marked.iter().chain(&marked[..1]) {
        browser.press("n");
        assert_eq!(ply(&mut browser), expected, "the next of {marked:?}, then the first");
    }
    browser.press("End");
    for &expected in marked.iter().rev() {
        browser.press("N");
        assert_eq!(ply(&mut browser), expected, "the previous of {marked:?}");
    }
    browser.press("Home");
    browser.click("[data-step=mistake]");
    assert_eq!(ply(&mut browser), marked[0]);
    assert_eq!(browser.errors(), [""; 0]);
}

#[test]
fn html_in_a_folder_is_an_index_and_a_page_for_each_game() {
    let Some(mut browser) = Browser::start() else { return };
    let folder = annotate_games();
    annotate(&folder, "--nodes 500 --html pages/ --json pages.json");
    browser.set_view(420, 800, "dark");
    browser.open(&folder.path().join("pages/index.html"));
    assert_eq!(browser.count("#list a"), 2);
    assert!(browser.text("#list").contains("</script><img") && browser.count("img") == 0);
    let link = browser.eval("document.querySelector('#list tr:last-child a').href");
    assert!(link.as_str().is_some_and(|link| link.ends_with("/pages/game-2.html")), "{link}");
    browser.open(&folder.path().join("pages/game-2.html"));
    assert!(browser.text("#title").starts_with("C – D") && browser.count("#games") == 0);
    assert_eq!(browser.text("#up"), "All games");
    assert_eq!(browser.errors(), [""; 0]);
}

/// Waits until the clipboard has this text.
fn wait_for_clipboard(browser: &mut Browser, expected: &str) {
    let deadline = Instant::now() + TIMEOUT;
    while browser.clipboard() != expected {
        assert!(Instant::now() < deadline, "'{}', not '{expected}'", browser.clipboard());
    }
}

/// The page computes the FEN of a position itself. The game contains castling, en passant, a
/// promotion and the capture of a rook with castling rights.
#[test]
fn copied_fen_and_pgn_equal_those_of_the_engine() {
    let Some(mut browser) = Browser::start() else { return };
    let folder = TempDir::new().expect("a temporary folder");
    let game = "[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n\n\
                1. b3 d5 2. Bb2 g6 3. Bxh8 d4 4. e4 dxe3 5. Nf3 exd2+ 6. Nbxd2 Bh6 7. Be2 Bd7 \
                8. O-O Na6 9. h4 c6 10. h5 Qc7 11. hxg6 O-O-O 12. gxh7 Bxd2 13. hxg8=Q Rxg8 *\n";
    fs::write(folder.path().join("games.pgn"), game).expect("a file");
    annotate(&folder, "--nodes 500 --html games.html --json games.json --out out.pgn");
    let data = open_games(&mut browser, &folder);
    browser.allow_clipboard();
    let moves = data[0]["moves"].as_array().expect("moves");
    assert_eq!(moves.len(), 26);
    for judged in moves {
        browser.click("#copies button:first-child");
        wait_for_clipboard(&mut browser, judged["fen"].as_str().expect("FEN"));
        browser.press("ArrowRight");
    }
    browser.click("#copies button:last-child");
    let pgn = fs::read_to_string(folder.path().join("out.pgn")).expect("PGN");
    wait_for_clipboard(&mut browser, &pgn);
    assert!(browser.text("#copies").contains("Copied"));
    assert_eq!(browser.errors(), [""; 0]);
}

#[test]
fn html_in_a_pgn_file_is_escaped() {
    let Some(mut browser) = Browser::start() else { return };
    let folder = annotate_games();
    let page = fs::read_to_string(folder.path().join("games.html")).expect("the page");
    assert!(
        !page.contains("<script>document.title") && !page.contains("<img"),
        "no text of the file is markup"
    );
    for width in [360, 1200] {
        browser.set_view(width, 800, "dark");
        browser.open(&folder.path().join("games.html"));
        assert!(
            browser
                .text("#title")
                .starts_with("<script>document.title='caught'</script> – </script><img")
        );
        assert_eq!(
            (browser.eval("document.title"), browser.count("img")),
            (Value::from("Games"), 0)
        );
        let overflow = browser.eval("document.documentElement.scrollWidth - innerWidth");
        assert!(
            overflow.as_f64().is_some_and(|pixels| pixels <= 0.0),
            "{width} pixels wide, {overflow} pixels too many"
        );
    }
    assert_eq!(browser.errors(), [""; 0]);
}
