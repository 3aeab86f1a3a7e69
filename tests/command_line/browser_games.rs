//! The pages of annotated games in a real browser: moves, comments, graph, clipboard.

use crate::browser::{SOON, place};
use crate::driver::Browser;
use secateur::chess::Board;
use serde_json::Value;
use std::fs;
use std::process::Command;
use std::time::Instant;
use tempfile::TempDir;

/// A file of games whose headers and comments try to be more than text, in a folder that goes with
/// it.
fn annotated() -> TempDir {
    let folder = TempDir::new().expect("a temporary folder");
    let games = "[White \"<script>document.title='caught'</script>\"]\n[Black \"</script><img src=x onerror=alert(1)>\"]\n[Result \"1-0\"]\n\n\
                 {Old trap} 1. e4 e5 (1... c5 {or} 2. Nf3 (2. c3 d5) 2... d6) 2. Qh5 $6 {[%clk 0:01] early <b>} Nc6 \
                 3. Bc4 Nf6 4. Qxf7# 1-0\n\n\
                 [White \"C\"]\n[Black \"D\"]\n[Result \"*\"]\n\n1. d4 d5 2. c4 {<b>} e6 *\n";
    fs::write(folder.path().join("games.pgn"), games).expect("a file");
    let mut command = Command::new(env!("CARGO_BIN_EXE_secateur"));
    command.current_dir(folder.path()).args([
        "annotate",
        "games.pgn",
        "--nodes",
        "20000",
        "--html",
        "games.html",
    ]);
    let output = command.args(["--json", "games.json"]).output().expect("the program runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    folder
}

/// The annotated games in a browser, and what was found in them.
fn open_games(browser: &mut Browser, folder: &TempDir) -> Value {
    let data = fs::read(folder.path().join("games.json")).expect("data");
    browser.dress(1200, 900, "light");
    browser.open(&folder.path().join("games.html"));
    serde_json::from_slice(&data).expect("JSON")
}

const PLACEMENT: &str = "byId('board').dataset.placement";

#[test]
fn games_are_gone_through_by_clicks_and_keys() {
    let Some(mut browser) = Browser::start() else { return };
    let folder = annotated();
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
    assert_eq!(browser.eval(PLACEMENT), fen(5), "and leads back to the game");
    browser.press("End");
    assert!(browser.text("#where").contains("Qxf7#"));
    browser.click("#graph svg");
    assert_eq!(browser.count("#graph .mark.blunder"), 1);
    browser.click("#games button:last-child");
    assert!(
        browser.text("#title").starts_with("C – D")
            && browser.count("#moves button[data-ply]") == 4
    );
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn comments_and_variations_of_the_player_are_shown_and_lead_to_their_positions() {
    let Some(mut browser) = Browser::start() else { return };
    let folder = annotated();
    open_games(&mut browser, &folder);
    let sheet = browser.text("#moves");
    for text in ["Old trap", "1…c5", "or", "2.Nf3", "(2.c3 d5)", "Qh5?!", "early <b>"] {
        assert!(sheet.contains(text), "'{text}' in '{sheet}'");
    }
    assert!(!sheet.contains("[%clk"), "commands are for programs: {sheet}");
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
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn the_game_page_has_its_heads_graph_and_figures() {
    let Some(mut browser) = Browser::start() else { return };
    let folder = annotated();
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
    // The bar: about even at first, White's at the end; at the other end of a flipped board.
    let share = |browser: &mut Browser| {
        let [_, top, _, bottom] = place(browser, "#bar i");
        let [_, first, _, last] = place(browser, "#bar");
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
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn keys_lead_from_mistake_to_mistake() {
    let Some(mut browser) = Browser::start() else { return };
    let folder = annotated();
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
        assert_eq!(ply(&mut browser), expected, "the one before");
    }
    browser.press("Home");
    browser.click("[data-step=mistake]");
    assert_eq!(ply(&mut browser), marked[0]);
    assert_eq!(browser.complaints(), [""; 0]);
}

/// A folder has an index that leads to a page for each game.
#[test]
fn games_in_a_folder_have_a_page_each() {
    let Some(mut browser) = Browser::start() else { return };
    let folder = annotated();
    let mut command = Command::new(env!("CARGO_BIN_EXE_secateur"));
    command.current_dir(folder.path()).args(["annotate", "games.pgn", "--nodes", "500"]);
    let output = command.args(["--html", "pages/", "--json", "pages.json"]).output();
    assert!(output.expect("the program runs").status.success());
    browser.dress(420, 800, "dark");
    browser.open(&folder.path().join("pages/index.html"));
    assert_eq!(browser.count("#list a"), 2);
    assert!(browser.text("#list").contains("</script><img") && browser.count("img") == 0);
    let link = browser.eval("document.querySelector('#list tr:last-child a').href");
    assert!(link.as_str().is_some_and(|link| link.ends_with("/pages/game-2.html")), "{link}");
    browser.open(&folder.path().join("pages/game-2.html"));
    assert!(browser.text("#title").starts_with("C – D") && browser.count("#games") == 0);
    assert_eq!(browser.text("#up"), "All games");
    assert_eq!(browser.complaints(), [""; 0]);
}

/// Waits until the clipboard has this text.
fn copies(browser: &mut Browser, expected: &str) {
    let deadline = Instant::now() + SOON;
    while browser.clipboard() != expected {
        assert!(Instant::now() < deadline, "'{}', not '{expected}'", browser.clipboard());
    }
}

/// The page computes the FEN of a position itself; castling, en passant, a promotion and the
/// capture of a rook that could castle are in this game.
#[test]
fn fen_and_pgn_are_copied_as_the_rules_have_them() {
    let Some(mut browser) = Browser::start() else { return };
    let folder = TempDir::new().expect("a temporary folder");
    let game = "[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n\n\
                1. b3 d5 2. Bb2 g6 3. Bxh8 d4 4. e4 dxe3 5. Nf3 exd2+ 6. Nbxd2 Bh6 7. Be2 Bd7 8. O-O \
                Na6 9. h4 c6 10. h5 Qc7 11. hxg6 O-O-O 12. gxh7 Bxd2 13. hxg8=Q Rxg8 *\n";
    fs::write(folder.path().join("games.pgn"), game).expect("a file");
    let mut command = Command::new(env!("CARGO_BIN_EXE_secateur"));
    command.current_dir(folder.path()).args(["annotate", "games.pgn", "--nodes", "500"]);
    let files = ["--html", "games.html", "--json", "games.json", "--out", "out.pgn"];
    assert!(command.args(files).output().expect("the program runs").status.success());
    let data = open_games(&mut browser, &folder);
    browser.allow_clipboard();
    let moves = data[0]["moves"].as_array().expect("moves");
    assert_eq!(moves.len(), 26);
    for judged in moves {
        browser.click("#copies button:first-child");
        copies(&mut browser, judged["fen"].as_str().expect("FEN"));
        browser.press("ArrowRight");
    }
    browser.click("#copies button:last-child");
    let pgn = fs::read_to_string(folder.path().join("out.pgn")).expect("PGN");
    copies(&mut browser, &pgn);
    assert!(browser.text("#copies").contains("Copied"));
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn what_stands_in_a_file_stays_text() {
    let Some(mut browser) = Browser::start() else { return };
    let folder = annotated();
    let page = fs::read_to_string(folder.path().join("games.html")).expect("the page");
    assert!(
        !page.contains("<script>document.title") && !page.contains("<img"),
        "nothing of the file is markup"
    );
    for width in [360, 1200] {
        browser.dress(width, 800, "dark");
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
            "{width} pixels wide: {overflow} beyond"
        );
    }
    assert_eq!(browser.complaints(), [""; 0]);
}
