//! Repair of imperfect input by the real binary: the repair is reported in one line, and one bad
//! item does not affect others.

use crate::program::{Outcome, program, run};
use serde_json::Value;
use std::fs;
use tempfile::TempDir;

/// A temporary folder for one test.
struct Folder(TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(tempfile::tempdir().expect("a temporary folder"))
    }

    fn with(&self, name: &str, content: &[u8]) {
        fs::write(self.0.path().join(name), content).expect("a file");
    }

    fn run(&self, arguments: &[&str]) -> Outcome {
        let mut command = program(env!("CARGO_BIN_EXE_secateur"));
        run(command.args(arguments).current_dir(self.0.path()))
    }

    /// Annotates the games, none of which may be skipped. Returns the games on one line, and
    /// standard error.
    fn annotate(&self, games: &[u8]) -> (String, String) {
        self.with("games.pgn", games);
        let (code, stdout, stderr) = self.run(&["annotate", "games.pgn", "--nodes", "1"]);
        assert_eq!(code, Some(0), "{stderr}");
        (stdout.replace('\n', " "), stderr)
    }
}

#[test]
fn annotate_keeps_null_moves_comments_and_nags() {
    let folder = Folder::new();
    let (stdout, stderr) = folder.annotate(
        "[White \"Jürgen\"]\n\n1. e4 e5 2. Nf3 -- 3. Bc4 Nf6 +- 4. 0-0 {[%eval 0.3] x} $256 *\n"
            .as_bytes(),
    );
    for kept in ["[White \"Jürgen\"]", "2... -- 3. Bc4", "$18", "4. O-O", "{[%eval 0.3] x}", "$256"]
    {
        assert!(stdout.contains(kept), "{kept}: {stdout}");
    }
    assert_eq!(
        stdout.matches("[%wdl").count(),
        6,
        "one for each move except the null move: {stdout}"
    );
    assert!(!stderr.contains("games.pgn: game 1"), "nothing is repaired: {stderr}");
}

#[test]
fn annotate_reports_repairs_and_continues() {
    let folder = Folder::new();
    let mut games = b"[White J\xfcrgen]\n\n1. e4 e5 2. nf3 (2. Zf3) *\n\n".to_vec();
    games.extend(
        "[Event \"2\"]\n[White \"Jürgen\"]\n[FEN \"\"]\n\n1. e4 {open\n\n[Event \"3\"]\n\n1. d4 {x} *\n"
            .bytes(),
    );
    let (stdout, stderr) = folder.annotate(&games);
    assert_eq!(stdout.matches("[White \"Jürgen\"]").count(), 2, "{stdout}");
    for kept in ["({Zf3})", "{open}", "1. d4"] {
        assert!(stdout.contains(kept), "{kept}: {stdout}");
    }
    for line in [
        "games.pgn: game 1: header White: no double quotation marks around it; move 2. 'nf3' read as \
         Nf3; move 2. 'Zf3' is not a move: the rest of the variation kept as a comment",
        "games.pgn: game 2: header FEN: no position; the initial position is used; move 1... a comment is \
         not closed",
    ] {
        assert!(stderr.lines().any(|reported| reported == line), "{line}\n{stderr}");
    }
}

/// The commands repair positions as UCI does.
#[test]
fn every_command_repairs_positions() {
    let folder = Folder::new();
    let fen = "4k3/8/8/8/8/8/8/1R2K2R w KQkq e4 180 200";
    let expected = "secateur: impossible parts ignored: castling right without a rook on a1";
    for arguments in [
        &["eval", fen][..],
        &["perft", "1", fen],
        &["analyse", fen, "--depth", "1"],
        &["tree", fen, "--depth", "1", "--json", "tree.json"],
    ] {
        let (code, _, stderr) = folder.run(arguments);
        assert!(code == Some(0) && stderr.contains(expected), "{arguments:?}: {stderr}");
        assert!(stderr.contains("half-move clock '180' read as '150'"), "{arguments:?}: {stderr}");
        assert_eq!(stderr.lines().filter(|line| line.starts_with("secateur:")).count(), 1);
    }
    let (_, stdout, _) = folder.run(&["perft", "1", "--divide", "4k3/8/8/8/8/8/8/1R2K2R w KQ -"]);
    assert!(
        stdout.contains("e1g1: 1") && !stdout.contains("e1c1") && !stdout.contains("e1b1"),
        "{stdout}"
    );
    let chess960 = ["perft", "1", "--divide", "--chess960", "4k3/8/8/8/8/8/8/1R2K2R w KQ -"];
    let (_, stdout, stderr) = folder.run(&chess960);
    assert!(
        stdout.contains("e1h1: 1") && stdout.contains("e1b1: 1") && stderr.is_empty(),
        "{stdout}"
    );
}

/// Text that is not UTF-8 is read as Windows-1252.
#[test]
fn suite_lines_are_repaired_and_bad_ones_do_not_affect_others() {
    let folder = Folder::new();
    let mut lines = b"4k3/8/8/8/8/8/8/4K2R w KQkq - bm O-O; id \"J\xfcrgen \x96 1\";\n".to_vec();
    lines.extend(b"no position\n4k3/8/8/8/8/8/8/4K2R w K - - - dm 0; id \"two\";\n");
    folder.with("suite.epd", &lines);
    let (code, stdout, stderr) = folder.run(&["analyse", "suite.epd", "--depth", "1"]);
    assert_eq!(code, Some(1), "{stderr}");
    assert!(stdout.contains("  Jürgen – 1\n") && stdout.contains("  two\n"), "{stdout}");
    for expected in [
        "suite.epd:1: impossible parts ignored: castling right without a rook on a1",
        "suite.epd:2: ",
        "suite.epd:3: half-move clock '-' read as '0'; move number '-' read as '1'; dm 0 names no mate",
    ] {
        assert!(stderr.lines().any(|line| line.starts_with(expected)), "{expected}: {stderr}");
    }
    let (code, _, stderr) =
        folder.run(&["epd", "suite.epd", "--depth", "1", "--skip-bad", "--json", "out.json"]);
    assert_eq!(code, Some(1), "{stderr}");
    let found = fs::read_to_string(folder.0.path().join("out.json")).expect("the file exists");
    let found: Value = serde_json::from_str(&found).expect("JSON");
    let first = &found["positions"][0];
    assert_eq!(first["id"], "Jürgen – 1");
    assert_eq!(
        first["fen"], "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        "the same FEN as in `analyse --json`"
    );
}

/// A bad line stops the suite unless `--skip-bad` is given.
#[test]
fn perft_suites_of_every_dialect_are_counted() {
    let folder = Folder::new();
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let good = [
        format!("{start},20,400"),
        format!("{start}; perft 1 20; perft 3 8902"),
        format!("{start}; 4; 197281"),
        "8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1 ;D1 6 ;D2 121 ;D3 711".to_owned(),
        "4k3/8/8/8/8/8/8/4K2R w KQkq - 197 1 ;D1 15 ;D2 66".to_owned(),
    ];
    let run = |lines: &[String], more: &[&str]| {
        folder.with("suite.epd", lines.join("\n").as_bytes());
        folder.run(&[&["perft", "--suite", "suite.epd"], more].concat())
    };
    let (code, stdout, stderr) = run(&good, &[]);
    assert_eq!(code, Some(0), "{stdout}{stderr}");
    assert!(stdout.starts_with("5 positions, 10 counts checked, 0 wrong"), "{stdout}");
    let repaired = "suite.epd:5: impossible parts ignored: castling right without a rook on a1";
    assert!(stderr.contains(repaired), "{stderr}");
    let mut all = good.to_vec();
    all.insert(1, "no position ;D1 20".to_owned());
    let (code, stdout, stderr) = run(&all, &[]);
    assert!(code == Some(2) && stdout.is_empty() && stderr.contains("suite.epd:2: "), "{stdout}");
    assert!(stderr.contains("1 line cannot be read; --skip-bad skips such lines"), "{stderr}");
    let (code, stdout, stderr) = run(&all, &["--skip-bad"]);
    assert!(code == Some(1) && stderr.contains("suite.epd:2: "), "{stderr}");
    assert!(stdout.starts_with("5 positions, 10 counts checked, 0 wrong"), "{stdout}");
}
