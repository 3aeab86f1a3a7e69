//! The pages in a real browser: they open quickly and without complaint, obey mouse and keys, and
//! say what the data say.

use crate::driver::Browser;
use secateur::chess::Board;
use serde_json::Value;
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;
use tempfile::TempDir;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 10";

/// A page with its data, in a folder that goes with it.
struct Page {
    folder: TempDir,
    data: Value,
}

impl Page {
    fn grow(arguments: &[&str]) -> Page {
        let folder = TempDir::new().expect("a temporary folder");
        let mut command = Command::new(env!("CARGO_BIN_EXE_secateur"));
        command.current_dir(folder.path()).args(["tree", KIWIPETE]).args(arguments);
        let output = command
            .args(["--out", "page.html", "--json", "data.json"])
            .output()
            .expect("the program runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
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

    /// The placement of the men at a row, by the rules and not by the page.
    fn placement(&self, index: usize) -> String {
        let mut moves = Vec::new();
        let mut at = index as i64;
        while at >= 0 {
            let row = self.row(0, at as usize);
            moves.push(self.column(row, "move").as_str().expect("a move").to_owned());
            at = self.column(row, "parent").as_i64().expect("an index");
        }
        let mut board: Board = self.data["fen"].as_str().expect("FEN").parse().expect("a position");
        for mv in moves.iter().rev().filter(|mv| !mv.is_empty()) {
            board = if mv == "0000" {
                board.after_null()
            } else {
                board.after(board.parse_uci(mv).expect("a legal move"))
            };
        }
        board.to_string().split(' ').next().unwrap_or_default().to_owned()
    }
}

/// As the page writes scores.
fn signed(score: &Value) -> String {
    let score = score.as_i64().expect("a score");
    if score == 0 {
        "0".to_owned()
    } else {
        format!("{}{}", if score < 0 { '−' } else { '+' }, score.abs())
    }
}

/// Longer than a page takes to open on a busy machine; two seconds were enough on a quiet one.
const SOON: Duration = Duration::from_secs(8);

#[test]
fn a_large_tree_opens_soon() {
    let Some(mut browser) = Browser::start() else { return };
    let page = Page::grow(&["--depth", "8", "--preset", "papers"]);
    let size = fs::metadata(page.path()).expect("the page").len();
    assert!((1_000_000..10_000_000).contains(&size), "{size} bytes");
    let took: Vec<Duration> = (0..3).map(|_| browser.open(&page.path())).collect();
    println!("{size} bytes are open after {took:?}");
    assert!(took.iter().min() < Some(&SOON), "{took:?}");
    assert!(browser.count("[role=treeitem]") > 8);
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn three_cuts_of_the_page_are_those_of_the_data() {
    let Some(mut browser) = Browser::start() else { return };
    let techniques = ["--set", "null-move.mode=verified", "--set", "multi-cut.at-cut=true"];
    let page = Page::grow(&[&["--depth", "6", "--preset", "papers"][..], &techniques].concat());
    browser.dress(1300, 900, "light");
    browser.open(&page.path());
    for key in ["null-move", "mc-c", "table"] {
        let button = format!("#rooms button[data-room={key}]");
        browser.click(&button);
        let chip = format!(".chip.cut[data-room={key}]");
        for _ in 0..12 {
            if browser.count(&chip) > 0 {
                break;
            }
            browser.eval("document.querySelectorAll('[aria-expanded=\"false\"] > .row').forEach(row => row.click())");
        }
        browser.hover(&format!("li:has(> .row {chip}) > .row"));
        let index: usize =
            browser.eval("Number(byId('node').dataset.row)").as_u64().expect("a row") as usize;
        let row = page.row(0, index);
        assert_eq!(
            browser.eval("byId('board').dataset.placement"),
            page.placement(index),
            "the board of row {index}"
        );
        let said = browser.text("#node");
        let evidence = page.column(row, "evidence");
        let wanted = match key {
            "null-move" => format!(
                "the score was still {}, and {} would",
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
        assert!(said.contains(&wanted), "{key}: '{wanted}' in '{said}'");
        assert_eq!(
            page.data["rooms"][page.column(row, "end").as_u64().expect("a room") as usize]["key"],
            key
        );
        browser.click(&button);
    }
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn the_tree_opens_closes_and_filters_by_mouse_and_keys() {
    let Some(mut browser) = Browser::start() else { return };
    let page = Page::grow(&["--depth", "5"]);
    browser.dress(1300, 900, "light");
    browser.open(&page.path());
    browser.click("#close-all");
    let roots = browser.count("[role=treeitem]");
    browser.click("[role=treeitem]:last-child > .row");
    let open = browser.count("[role=treeitem]");
    assert!(open > roots + 20, "{roots} rows, then {open}: all moves of the root");
    browser.click("[role=treeitem][aria-level='1']:last-child > .row");
    assert_eq!(browser.count("[role=treeitem]"), roots);
    for (key, wanted) in [
        ("End", roots),
        ("ArrowRight", open),
        ("ArrowDown", open),
        ("ArrowLeft", open),
        ("ArrowLeft", roots),
        ("Enter", open),
    ] {
        browser.press(key);
        assert_eq!(browser.count("[role=treeitem]"), wanted, "after {key}");
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
        "the board follows the keys"
    );
    browser.click("#rooms button[data-room=reverse-futility]");
    let kept = browser.eval("[...document.querySelectorAll('.tree li[role=treeitem]')].every(item => searches[0].shown[item.dataset.row] > 0)");
    assert_eq!(kept, true);
    assert!(
        browser.text("#filtered").contains("match")
            && browser.count(".chip[data-room=reverse-futility]") > 0
    );
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn two_searches_stand_side_by_side_and_part_somewhere() {
    let Some(mut browser) = Browser::start() else { return };
    let page = Page::grow(&["--depth", "4", "--preset", "plain", "--compare", "papers", "--price"]);
    browser.dress(1300, 900, "dark");
    browser.open(&page.path());
    assert_eq!(browser.count(".panel"), 2);
    browser.click("#to-parting");
    let parting = page.data["parting"].as_array().expect("they part");
    let found = browser
        .eval("[...document.querySelectorAll('li.parts')].map(item => Number(item.dataset.row))");
    assert_eq!(found.as_array().expect("rows"), parting);
    assert_eq!(browser.count("li.parts"), 2);
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn pages_are_legible_in_narrow_windows_and_in_the_dark() {
    let Some(mut browser) = Browser::start() else { return };
    let page = Page::grow(&["--depth", "3"]);
    for (width, scheme) in [(360, "light"), (800, "dark"), (1300, "dark")] {
        browser.dress(width, 800, scheme);
        browser.open(&page.path());
        let overflow = browser.eval("document.documentElement.scrollWidth - innerWidth");
        assert!(
            overflow.as_f64().is_some_and(|pixels| pixels <= 0.0),
            "{width} pixels wide: {overflow} beyond"
        );
        let shades = browser.eval("['color', 'backgroundColor'].map(name => getComputedStyle(document.body)[name].match(/\\d+/g).slice(0, 3).reduce((sum, part) => sum + Number(part), 0))");
        let [ink, paper] = [0, 1].map(|at| shades[at].as_i64().expect("a colour"));
        assert!(
            (ink > paper) == (scheme == "dark") && (ink - paper).abs() > 400,
            "{scheme}: {ink} on {paper}"
        );
        assert!(browser.count("#board svg use") == 32 && browser.count("[role=treeitem]") > 3);
    }
    assert_eq!(browser.complaints(), [""; 0]);
}

/// A file of games whose headers and comments try to be more than text, in a folder that goes with
/// it.
fn annotated() -> TempDir {
    let folder = TempDir::new().expect("a temporary folder");
    let games = "[White \"<script>document.title='caught'</script>\"]\n[Black \"</script><img src=x onerror=alert(1)>\"]\n[Result \"1-0\"]\n\n\
                 1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n\n\
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

#[test]
fn games_are_gone_through_by_clicks_and_keys() {
    let Some(mut browser) = Browser::start() else { return };
    let folder = annotated();
    let data: Value =
        serde_json::from_slice(&fs::read(folder.path().join("games.json")).expect("data"))
            .expect("JSON");
    browser.dress(1200, 900, "light");
    browser.open(&folder.path().join("games.html"));
    let fen = |index: usize| {
        data[0]["moves"][index]["fen"]
            .as_str()
            .and_then(|fen| fen.split(' ').next())
            .expect("FEN")
            .to_owned()
    };
    assert_eq!(browser.eval("byId('board').dataset.placement"), fen(0));
    browser.press("ArrowRight");
    browser.press("ArrowRight");
    assert_eq!(browser.eval("byId('board').dataset.placement"), fen(2), "after two moves");
    browser.press("ArrowLeft");
    assert_eq!(browser.eval("byId('board').dataset.placement"), fen(1));
    browser.click("#moves button[data-ply='6']");
    assert_eq!(browser.eval("byId('board').dataset.placement"), fen(6));
    assert!(
        browser.text("#moves button[data-ply='6']").ends_with("??")
            && browser.text("#where").contains("Nf6??")
    );
    let best = data[0]["moves"][5]["best_san"]
        .as_str()
        .and_then(|line| line.split(' ').nth(1))
        .expect("a move");
    assert!(browser.text("#better").contains(best), "{}", browser.text("#better"));
    browser.press("End");
    assert!(browser.text("#where").contains("Qxf7#"));
    browser.click("#graph svg");
    assert_eq!(browser.count("#graph .mark.blunder"), 1);
    browser.click("#games button:last-child");
    assert!(browser.text("#title").starts_with("C – D") && browser.count("#moves button") == 4);
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

#[test]
fn a_suite_shows_what_it_failed() {
    let Some(mut browser) = Browser::start() else { return };
    let folder = TempDir::new().expect("a temporary folder");
    let suite = "8/8/8/8/8/4k3/4p3/4K3 b - - 0 1 am Kf3; id \"<b>easy</b>\";\n6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1 bm Kf1; id \"<i>wrong</i>\";\n";
    fs::write(folder.path().join("suite.epd"), suite).expect("a file");
    let mut command = Command::new(env!("CARGO_BIN_EXE_secateur"));
    let output = command
        .current_dir(folder.path())
        .args(["epd", "suite.epd", "--depth", "4", "--html", "suite.html"])
        .output();
    assert!(output.expect("the program runs").status.success());
    browser.dress(900, 900, "light");
    browser.open(&folder.path().join("suite.html"));
    let cards = browser.count(".card");
    assert!(
        (1..=2).contains(&cards) && browser.text("#cards").contains("<i>wrong</i>"),
        "{cards} cards"
    );
    assert!(browser.text("#cards").contains("Played") && browser.text("#cards").contains("Ra8#"));
    assert_eq!(browser.complaints(), [""; 0]);
}
