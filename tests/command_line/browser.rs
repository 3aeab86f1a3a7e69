//! Pages of trees and suites in a real browser: time to open, script errors, mouse and keyboard,
//! displayed data.

use crate::BINARY;
use crate::driver::Browser;
use crate::program::{program, run};
use secateur::chess::Board;
use secateur::eval::wdl;
use serde_json::Value;
use std::fs;
use std::path::PathBuf;
use std::time::Duration;
use tempfile::TempDir;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 10";

/// A tree page and its JSON data, in a temporary folder.
struct Page {
    folder: TempDir,
    data: Value,
}

impl Page {
    fn create(arguments: &[&str]) -> Page {
        let folder = TempDir::new().expect("a temporary folder");
        let mut command = program(BINARY);
        command.current_dir(folder.path()).args(["tree", KIWIPETE]).args(arguments);
        let (code, _, stderr) = run(command.args(["--out", "page.html", "--json", "data.json"]));
        assert_eq!(code, Some(0), "{stderr}");
        let data =
            serde_json::from_slice(&fs::read(folder.path().join("data.json")).expect("data"))
                .expect("JSON");
        Page { folder, data }
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("page.html")
    }

    fn row(&self, search: usize, index: usize) -> &Value {
        &self.data["searches"][search]["rows"][index]
    }

    fn column(&self, row: &Value, name: &str) -> Value {
        let columns = self.data["searches"][0]["columns"].as_array().expect("columns");
        row[columns.iter().position(|column| column == name).expect("a column")].clone()
    }

    /// The moves that lead to a row, from the root.
    fn moves(&self, index: usize) -> Vec<String> {
        let mut moves = Vec::new();
        let mut at = index as i64;
        while at >= 0 {
            let row = self.row(0, at as usize);
            moves.push(self.column(row, "move").as_str().expect("a move").to_owned());
            at = self.column(row, "parent").as_i64().expect("an index");
        }
        moves.into_iter().rev().filter(|mv| !mv.is_empty()).collect()
    }

    /// Piece placement (first field of FEN) at a row, computed by `Board` and not by the page.
    fn placement(&self, index: usize) -> String {
        let mut board: Board = self.data["fen"].as_str().expect("FEN").parse().expect("a position");
        for mv in self.moves(index) {
            board = if mv == "0000" {
                board.after_null()
            } else {
                board.after(board.parse_uci(&mv).expect("a legal move"))
            };
        }
        board.to_string().split(' ').next().unwrap_or_default().to_owned()
    }
}

/// Formats a score as the page does.
fn signed(score: &Value) -> String {
    let score = score.as_i64().expect("a score");
    if score == 0 {
        "0".to_owned()
    } else {
        format!("{}{}", if score < 0 { '−' } else { '+' }, score.abs())
    }
}

/// Time limit for opening a page, also on a busy machine.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(8);

#[test]
fn a_large_tree_opens_quickly() {
    let Some(mut browser) = Browser::start() else { return };
    let page = Page::create(&["--depth", "8", "--preset", "papers"]);
    let size = fs::metadata(page.path()).expect("the page").len();
    assert!((1_000_000..10_000_000).contains(&size), "{size} bytes");
    let elapsed: Vec<Duration> = (0..3).map(|_| browser.open(&page.path())).collect();
    println!("{size} bytes open after {elapsed:?}");
    assert!(elapsed.iter().min() < Some(&TIMEOUT), "{elapsed:?}");
    assert!(browser.count("[role=treeitem]") > 8);
    assert_eq!(browser.errors(), [""; 0]);
}

#[test]
fn cutoffs_on_the_page_match_the_data() {
    let Some(mut browser) = Browser::start() else { return };
    let techniques = ["--set", "null-move.mode=verified", "--set", "multi-cut.at-cut=true"];
    let page = Page::create(&[&["--depth", "6", "--preset", "papers"][..], &techniques].concat());
    browser.set_view(1300, 900, "light");
    browser.open(&page.path());
    browser.click("#white-view");
    for key in ["null-move", "mc-c", "table"] {
        let button = format!("#reasons button[data-reason={key}]");
        browser.click(&button);
        let chip = format!(".chip.cut[data-reason={key}]");
        for _ in 0..12 {
            if browser.count(&format!(".tree {chip}")) > 0 {
                break;
            }
            browser.eval(
                "document.querySelectorAll('[aria-expanded=\"false\"] > .row')\
                 .forEach(row => row.click())",
            );
        }
        browser.hover(&format!(".tree li:has(> .row {chip}) > .row"));
        let index: usize =
            browser.eval("Number(byId('node').dataset.row)").as_u64().expect("a row") as usize;
        let row = page.row(0, index);
        assert_eq!(
            browser.eval("byId('board').dataset.placement"),
            page.placement(index),
            "the board of row {index}"
        );
        let text = browser.text("#node");
        let evidence = page.column(row, "evidence");
        let expected = match key {
            "null-move" => format!(
                "The null move scored {}; {} was required",
                signed(&evidence["null"][0]),
                signed(&evidence["null"][1])
            ),
            "mc-c" => {
                let cutters: Vec<&str> = evidence["cutters"]
                    .as_array()
                    .expect("cutters")
                    .iter()
                    .filter_map(Value::as_str)
                    .collect();
                assert_eq!(cutters.len(), 3, "C of the paper");
                format!("3 moves failed high in the shallower search: {}.", cutters.join(", "))
            }
            _ => format!("{} from depth {}", signed(&evidence["table"][2]), evidence["table"][0]),
        };
        assert!(text.contains(&expected), "{key}: '{expected}' in '{text}'");
        let reason = page.column(row, "end").as_u64().expect("a reason") as usize;
        assert_eq!(page.data["reasons"][reason]["key"], key);
        browser.click(&button);
    }
    assert_eq!(browser.errors(), [""; 0]);
}

#[test]
fn the_tree_opens_closes_and_filters_by_mouse_and_keys() {
    let Some(mut browser) = Browser::start() else { return };
    let page = Page::create(&["--depth", "5"]);
    browser.set_view(1300, 900, "light");
    browser.open(&page.path());
    browser.click("#close-all");
    let roots = browser.count("[role=treeitem]");
    browser.click("[role=treeitem]:last-child > .row");
    let open = browser.count("[role=treeitem]");
    assert!(open > roots + 20, "{roots} rows, then {open}: all moves of the root");
    browser.click("[role=treeitem][aria-level='1']:last-child > .row");
    assert_eq!(browser.count("[role=treeitem]"), roots);
    for (key, expected) in [
        ("End", roots),
        ("ArrowRight", open),
        ("ArrowDown", open),
        ("ArrowLeft", open),
        ("ArrowLeft", roots),
        ("Enter", open),
    ] {
        browser.press(key);
        assert_eq!(browser.count("[role=treeitem]"), expected, "after {key}");
    }
    browser.press("ArrowDown");
    let first = browser
        .eval("document.activeElement.dataset.row")
        .as_str()
        .and_then(|row| row.parse().ok())
        .expect("a row");
    assert_eq!(browser.eval("document.activeElement.getAttribute('aria-level')"), "2");
    assert_eq!(
        browser.eval("byId('board').dataset.placement"),
        page.placement(first),
        "the board shows the selected row"
    );
    browser.click("#reasons button[data-reason=reverse-futility]");
    let all_match = browser.eval(
        "[...document.querySelectorAll('.tree li[role=treeitem]')]\
         .every(item => searches[0].shown[item.dataset.row] > 0)",
    );
    assert_eq!(all_match, true);
    assert!(
        browser.text("#filtered").contains("match")
            && browser.count(".tree .chip[data-reason=reverse-futility]") > 0
    );
    assert_eq!(browser.errors(), [""; 0]);
}

#[test]
fn two_searches_are_compared_and_the_first_difference_is_marked() {
    let Some(mut browser) = Browser::start() else { return };
    let page =
        Page::create(&["--depth", "4", "--preset", "plain", "--compare", "papers", "--audit"]);
    browser.set_view(1300, 900, "dark");
    browser.open(&page.path());
    assert_eq!(browser.count(".panel"), 2);
    browser.click("#to-difference");
    let difference = page.data["first_difference"].as_array().expect("the searches differ");
    let found = browser
        .eval("[...document.querySelectorAll('li.parts')].map(item => Number(item.dataset.row))");
    assert_eq!(found.as_array().expect("rows"), difference);
    assert_eq!(browser.count("li.parts"), 2);
    assert_eq!(browser.errors(), [""; 0]);
}

#[test]
fn pages_are_legible_in_narrow_windows_and_dark_mode() {
    let Some(mut browser) = Browser::start() else { return };
    let page = Page::create(&["--depth", "3"]);
    for (width, scheme) in [(360, "light"), (800, "dark"), (1300, "dark")] {
        browser.set_view(width, 800, scheme);
        browser.open(&page.path());
        let overflow = browser.eval("document.documentElement.scrollWidth - innerWidth");
        assert!(
            overflow.as_f64().is_some_and(|pixels| pixels <= 0.0),
            "{width} pixels wide, {overflow} pixels too many"
        );
        let brightness = browser.eval(
            "['color', 'backgroundColor'].map(name => getComputedStyle(document.body)[name]\
             .match(/\\d+/g).slice(0, 3).reduce((sum, part) => sum + Number(part), 0))",
        );
        let [foreground, background] = [0, 1].map(|at| brightness[at].as_i64().expect("a colour"));
        assert!(
            (foreground > background) == (scheme == "dark")
                && (foreground - background).abs() > 400,
            "{scheme}: {foreground} on {background}"
        );
        assert!(browser.count("#board svg use") == 32 && browser.count("[role=treeitem]") > 3);
    }
    assert_eq!(browser.errors(), [""; 0]);
}

#[test]
fn scores_are_in_pawns_for_white_or_internal_for_the_side_to_move() {
    let Some(mut browser) = Browser::start() else { return };
    let page = Page::create(&["--depth", "5"]);
    browser.set_view(1300, 900, "light");
    browser.open(&page.path());
    let rows = browser
        .eval("[...document.querySelectorAll('.tree li')].map(item => Number(item.dataset.row))");
    let rows: Vec<usize> = rows
        .as_array()
        .expect("rows")
        .iter()
        .map(|row| row.as_u64().expect("a row") as usize)
        .collect();
    assert!(rows.len() > 30, "{rows:?}");
    let shown = |browser: &mut Browser, index: usize| {
        browser.text(&format!(".tree li[data-row='{index}'] > .row > .score"))
    };
    let mut depths = [0, 0];
    for &index in &rows {
        let (row, path) = (page.row(0, index), page.moves(index));
        let score = page.column(row, "score").as_i64().expect("a score") as i32;
        let sign = if path.len().is_multiple_of(2) { 1 } else { -1 };
        let board = format!("{} w - - 0 1", page.placement(index));
        let material = wdl::material(&board.parse().expect("a position"));
        let expected = f64::from(sign * wdl::centipawns_at(score, material)) / 100.0;
        let text = shown(&mut browser, index).replace('−', "-");
        let found: f64 = text.parse().unwrap_or_else(|_| panic!("'{text}'"));
        assert!((found - expected).abs() < 0.011, "row {index}: {found}, not {expected}");
        depths[path.len() % 2] += 1;
    }
    assert!(depths.into_iter().all(|count| count > 0), "both sides to move: {depths:?}");
    browser.click("#white-view");
    for &index in &rows {
        let score = page.column(page.row(0, index), "score");
        assert_eq!(shown(&mut browser, index), signed(&score), "row {index}");
    }
    assert_eq!(browser.count(".tree li"), rows.len() as u64, "open rows stay open");
    assert_eq!(browser.errors(), [""; 0]);
}

/// Bounding box of an element in pixels: left, top, right, bottom.
pub(crate) fn bounding_box(browser: &mut Browser, selector: &str) -> [f64; 4] {
    let rectangle = browser.eval(&format!(
        "(() => {{ const r = document.querySelector({}).getBoundingClientRect(); \
         return [r.left, r.top, r.right, r.bottom]; }})()",
        Value::from(selector)
    ));
    [0, 1, 2, 3]
        .map(|at| rectangle[at].as_f64().unwrap_or_else(|| panic!("there is no {selector}")))
}

#[test]
fn bars_headings_and_legend_stay_in_place() {
    let Some(mut browser) = Browser::start() else { return };
    let page = Page::create(&["--depth", "7", "--preset", "plain", "--compare", "papers"]);
    for (width, height) in [(1400, 900), (420, 800)] {
        browser.set_view(width, height, "light");
        browser.open(&page.path());
        let window_height = f64::from(height);
        assert!(
            bounding_box(&mut browser, "#reasons")[3] < window_height,
            "{width}: the legend is visible"
        );
        let starts = browser.eval(
            "[...document.querySelectorAll('.panel')].map(panel => new Set([...panel\
             .querySelectorAll('.tree .bar')].map(bar => Math.round(bar.getBoundingClientRect()\
             .left))).size)",
        );
        assert_eq!(starts, serde_json::json!([1, 1]), "{width}: bars start in one column");
        let levels = "new Set([...document.querySelectorAll('.panel li')].map(item => \
                      item.getAttribute('aria-level'))).size";
        assert!(browser.eval(levels).as_u64() > Some(1), "rows of several levels");
        if width > 1000 {
            let gap = browser.eval(
                "(() => { const panel = document.querySelector('.panel'), last = panel\
                 .querySelector('.tree > li:last-of-type').getBoundingClientRect().top; \
                 return last - panel.querySelector('.heading').getBoundingClientRect().bottom; \
                 })()",
            );
            let gap = gap.as_f64().expect("pixels");
            assert!((-1.0..8.0).contains(&gap), "the last iteration is the first row: {gap}");
        }
        // The heading of each panel stays visible after scrolling.
        browser
            .eval("document.querySelectorAll('.panel').forEach(panel => panel.scrollBy(0, 300))");
        for panel in [1, 2] {
            let panel = format!(".panel:nth-child({panel})");
            if width < 1000 {
                browser.eval(&format!(
                    "scrollTo(0, scrollY + document.querySelector('{panel}')\
                     .getBoundingClientRect().top + 10)"
                ));
            }
            let [_, top, _, bottom] = bounding_box(&mut browser, &format!("{panel} h2"));
            assert!(
                top >= 0.0 && bottom < window_height,
                "{width}: heading of {panel} from {top} to {bottom}"
            );
            let over = browser.eval(&format!(
                "(() => {{ const r = document.querySelector('{panel} h2').getBoundingClientRect(); \
                 return document.elementFromPoint(r.left + 20, r.top + 8).tagName; }})()"
            ));
            assert_eq!(over, "H2", "{width}: nothing covers the heading");
        }
    }
    assert_eq!(browser.errors(), [""; 0]);
}

#[test]
fn a_suite_page_shows_the_failed_positions() {
    let Some(mut browser) = Browser::start() else { return };
    let folder = TempDir::new().expect("a temporary folder");
    let mate = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";
    let suite = format!(
        "8/8/8/8/8/4k3/4p3/4K3 b - - 0 1 am Kf3; id \"<b>easy</b>\";\n\
         {mate} c0 \"Kf1=10, Kg2=3\"; id \"points\";\n\
         {mate} bm Kf1; id \"<i>wrong</i>\";\n"
    );
    fs::write(folder.path().join("suite.epd"), suite).expect("a file");
    let mut command = program(BINARY);
    command.args(["epd", "suite.epd", "--depth", "4", "--html", "suite.html"]);
    let (code, _, stderr) = run(command.current_dir(folder.path()));
    assert_eq!(code, Some(0), "{stderr}");
    browser.set_view(900, 900, "light");
    browser.open(&folder.path().join("suite.html"));
    let cards = browser.count(".card");
    assert!(
        (2..=3).contains(&cards) && browser.text("#cards").contains("<i>wrong</i>"),
        "{cards} cards"
    );
    let card = browser.text(".card:last-child");
    for words in ["Best moveKf1", "PlayedRa8#", "Score#1", "Line1. Ra8#", "secateur tree '6k1/"] {
        assert!(card.contains(words), "'{words}' in '{card}'");
    }
    let points = browser.text(".card:nth-last-child(2)");
    assert!(points.contains("Best moveKf1") && points.contains("Points0 of 10"), "{points}");
    for (kind, expected) in [("better", "g1f1"), ("played", "a1a8")] {
        let arrow =
            format!("document.querySelector('.card:last-child .arrow.{kind}').dataset.move");
        assert_eq!(browser.eval(&arrow), expected);
    }
    // The program accepts the command that the page shows.
    let command = browser.eval("treeCommand(data.failed.at(-1))");
    let command = command.as_str().expect("text").strip_prefix("secateur ").expect("the program");
    let line = format!("\"{BINARY}\" {command} --json tree.json");
    let (code, _, stderr) = run(program("sh").args(["-c", &line]).current_dir(folder.path()));
    assert_eq!(code, Some(0), "{command}: {stderr}");
    assert_eq!(browser.errors(), [""; 0]);
}
