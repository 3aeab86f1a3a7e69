//! Text as people write it, by the real binary: what is plainly meant is read, what was repaired is
//! said in one line, and one bad item takes no other along.

use serde_json::Value;
use std::fs;
use std::process::{Command, Output};
use tempfile::TempDir;

/// A folder of its own for each test.
struct Folder(TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(tempfile::tempdir().expect("a temporary folder"))
    }

    fn with(&self, name: &str, content: &[u8]) {
        fs::write(self.0.path().join(name), content).expect("a file");
    }

    /// Exit code, standard output, standard error; a failure shows both.
    fn run(&self, arguments: &[&str]) -> (Option<i32>, String, String) {
        let Output { status, stdout, stderr } = Command::new(env!("CARGO_BIN_EXE_secateur"))
            .args(arguments)
            .current_dir(self.0.path())
            .output()
            .expect("the binary starts");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
        (status.code(), text(stdout), text(stderr))
    }

    /// The games annotated, and what was said of them; nothing is left out.
    fn annotate(&self, games: &[u8]) -> (String, String) {
        self.with("games.pgn", games);
        let (code, out, said) = self.run(&["annotate", "games.pgn", "--nodes", "1"]);
        assert_eq!(code, Some(0), "{said}");
        (out.replace('\n', " "), said)
    }
}

#[test]
fn annotate_keeps_what_people_write() {
    let folder = Folder::new();
    let (out, said) = folder.annotate(
        "[White \"Jürgen\"]\n\n1. e4 e5 2. Nf3 -- 3. Bc4 Nf6 +- 4. 0-0 {[%eval 0.3] x} $256 *\n"
            .as_bytes(),
    );
    for kept in ["[White \"Jürgen\"]", "2... -- 3. Bc4", "$18", "4. O-O", "{[%eval 0.3] x}", "$256"]
    {
        assert!(out.contains(kept), "{kept}: {out}");
    }
    assert_eq!(out.matches("[%wdl").count(), 6, "one for each move, none for the null move: {out}");
    assert!(!said.contains("games.pgn: game 1"), "nothing was repaired: {said}");
}

#[test]
fn annotate_says_what_it_repairs_and_goes_on() {
    let folder = Folder::new();
    let mut games = b"[White J\xfcrgen]\n\n1. e4 e5 2. nf3 (2. Zf3) *\n\n".to_vec();
    games.extend(
        "[Event \"2\"]\n[White \"Jürgen\"]\n[FEN \"\"]\n\n1. e4 {open\n\n[Event \"3\"]\n\n1. d4 {x} *\n"
            .bytes(),
    );
    let (out, said) = folder.annotate(&games);
    for kept in
        ["[White \"Jürgen\"]  1. e4", "({Zf3})", "[White \"Jürgen\"] [FEN", "{open}", "1. d4"]
    {
        let shown = out.replace("[WhiteAccuracy", "\n[WhiteAccuracy");
        let kept = kept.replace("  1. e4", "");
        assert!(shown.contains(&kept), "{kept}: {out}");
    }
    for line in [
        "games.pgn: game 1: header White: no double quotation marks around it; move 2. 'nf3' read as \
         Nf3; move 2. 'Zf3' is not a move: the rest of the variation kept as a comment",
        "games.pgn: game 2: header FEN: no position; the initial position is used; move 1... a comment is \
         not closed",
    ] {
        assert!(said.lines().any(|reported| reported == line), "{line}\n{said}");
    }
}

/// A position that UCI repairs stopped every other command.
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
        let (code, _, said) = folder.run(arguments);
        assert!(code == Some(0) && said.contains(expected), "{arguments:?}: {said}");
        assert!(said.contains("half-move clock '180' read as '150'"), "{arguments:?}: {said}");
        assert_eq!(said.lines().filter(|line| line.starts_with("secateur:")).count(), 1);
    }
    let (_, out, _) = folder.run(&["perft", "1", "--divide", "4k3/8/8/8/8/8/8/1R2K2R w KQ -"]);
    assert!(out.contains("e1g1: 1") && !out.contains("e1c1") && !out.contains("e1b1"), "{out}");
    let chess960 = ["perft", "1", "--divide", "--chess960", "4k3/8/8/8/8/8/8/1R2K2R w KQ -"];
    let (_, out, said) = folder.run(&chess960);
    assert!(out.contains("e1h1: 1") && out.contains("e1b1: 1") && said.is_empty(), "{out}");
}

/// One bad line stopped all others; bytes that are not UTF-8 became question marks.
#[test]
fn lines_of_suites_are_repaired_and_bad_ones_cost_no_others() {
    let folder = Folder::new();
    let mut lines = b"4k3/8/8/8/8/8/8/4K2R w KQkq - bm O-O; id \"J\xfcrgen \x96 1\";\n".to_vec();
    lines.extend(b"no position\n4k3/8/8/8/8/8/8/4K2R w K - - - dm 0; id \"two\";\n");
    folder.with("suite.epd", &lines);
    let (code, out, said) = folder.run(&["analyse", "suite.epd", "--depth", "1"]);
    assert_eq!(code, Some(1), "{said}");
    assert!(out.contains("  Jürgen – 1\n") && out.contains("  two\n"), "{out}");
    for expected in [
        "suite.epd:1: impossible parts ignored: castling right without a rook on a1",
        "suite.epd:2: ",
        "suite.epd:3: half-move clock '-' read as '0'; move number '-' read as '1'; dm 0 names no mate",
    ] {
        assert!(said.lines().any(|line| line.starts_with(expected)), "{expected}: {said}");
    }
    let (code, _, said) =
        folder.run(&["epd", "suite.epd", "--depth", "1", "--skip-bad", "--json", "out.json"]);
    assert_eq!(code, Some(1), "{said}");
    let found = fs::read_to_string(folder.0.path().join("out.json")).expect("written");
    let found: Value = serde_json::from_str(&found).expect("JSON");
    let first = &found["positions"][0];
    assert_eq!(first["id"], "Jürgen – 1");
    assert_eq!(first["fen"], "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "as `analyse --json` has it");
}

/// A suite with lines of every dialect, in the shell. One bad line stopped it, and nothing could
/// leave that out.
#[test]
fn suites_of_every_dialect_are_counted() {
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
    let (code, said, complaint) = run(&good, &[]);
    assert_eq!(code, Some(0), "{said}{complaint}");
    assert!(said.starts_with("5 positions, 10 counts checked, 0 wrong"), "{said}");
    let repaired = "suite.epd:5: impossible parts ignored: castling right without a rook on a1";
    assert!(complaint.contains(repaired), "{complaint}");
    let mut all = good.to_vec();
    all.insert(1, "no position ;D1 20".to_owned());
    let (code, said, complaint) = run(&all, &[]);
    assert!(code == Some(2) && said.is_empty() && complaint.contains("suite.epd:2: "), "{said}");
    assert!(complaint.contains("--skip-bad skips the lines that cannot be read: 1"), "{complaint}");
    let (code, said, complaint) = run(&all, &["--skip-bad"]);
    assert!(code == Some(1) && complaint.contains("suite.epd:2: "), "{complaint}");
    assert!(said.starts_with("5 positions, 10 counts checked, 0 wrong"), "{said}");
}
