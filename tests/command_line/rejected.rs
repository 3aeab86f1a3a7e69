//! Input that the command line rejects: numbers out of range, conflicting options, files of another
//! format. Also positions as arguments, and control characters in names.

use crate::secateur;
use std::path::Path;

/// Writes a file into a folder and returns its path.
fn file(folder: &Path, name: &str, content: &str) -> String {
    let path = folder.join(name);
    std::fs::write(&path, content).expect("the folder is writable");
    path.to_str().expect("UTF-8").to_owned()
}

/// Asserts that a command is rejected with this reason and prints nothing else.
fn assert_rejected(arguments: &[&str], reason: &str) -> String {
    let (code, stdout, stderr) = secateur(arguments);
    assert!(
        code == Some(2) && stderr.contains(reason) && stdout.is_empty(),
        "{arguments:?}: {code:?} {stdout}{stderr}"
    );
    assert!(!stderr.contains("unexpected argument"), "{arguments:?}: {stderr}");
    stderr
}

#[test]
fn numbers_are_rejected_with_their_range() {
    for (arguments, reason) in [
        (&["perft", "-1"][..], "not a depth from 0 to 30"),
        (&["perft", "31"], "not a depth from 0 to 30"),
        (&["perft", "x"], "not a depth from 0 to 30"),
        (&["perft", "2", "--threads", "-1"], "-1 is not between 1 and 1024"),
        (&["analyse", "startpos", "--nodes", "-5"], "not a whole number above zero"),
        (&["analyse", "startpos", "--time", "-1"], "not a time above zero"),
        (&["analyse", "startpos", "--depth", "x"], "not a whole number"),
        (&["tree", "startpos", "--rows", "-1"], "-1 is not between 1 and 90000"),
        (&["bench", "--hash", "-1"], "-1 is not between 1 and 33554432"),
        (
            &["bench", "16", "1", "4", "--hash", "8"],
            "--hash 8 and the argument '16' both set the table size",
        ),
        (&["bench", "16", "1", "--threads", "2"], "'1' both set the number of threads"),
        (&["bench", "--json", "3"], "'3' is a number; write --json after it, or --json=./3"),
        (&["tree", "startpos", "--json", "3"], "--json: '3' is a number"),
        (&["annotate", "a.pgn", "--json", "3"], "--json: '3' is a number"),
        (&["epd", "wac", "--depth", "1", "--json", "startpos"], "'startpos' is a position"),
        (&["epd", "merge", "a.json", "--json", "3"], "--json: '3' is a number"),
        (&["epd", "merge", "a.json", "--require", "-1"], "must be at least 0"),
    ] {
        assert_rejected(arguments, reason);
    }
}

/// clap waives a required `--suite` if another argument conflicts with it, so these are declared as
/// conflicts.
#[test]
fn options_of_a_suite_require_one() {
    for option in [&["--max-nodes", "5"][..], &["--skip-bad"]] {
        assert_rejected(&[&["perft", "3"][..], option].concat(), "cannot be used with");
    }
    assert_rejected(&["perft", "3", "--divide", "--timeout", "5"], "cannot be used with");
    assert_rejected(&["perft", "--suite", "x", "--timeout", "5"], "cannot be used with");
}

#[test]
fn the_usage_of_perft_lists_only_valid_combinations() {
    let stderr = assert_rejected(&["perft", "--suite", "x", "--divide"], "cannot be used with");
    let usage: Vec<&str> = stderr.lines().filter(|line| line.contains("perft [")).collect();
    assert!(
        usage.len() == 2 && usage[0].ends_with("<DEPTH> [FEN]...") && usage[1].ends_with("<FILE>"),
        "{stderr}"
    );
}

/// Deeper counts could overflow the stack or run without end.
#[test]
fn depths_of_a_suite_have_a_limit() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    for depth in ["31", "99999"] {
        let suite =
            file(folder.path(), "deep.epd", &format!("{start} ;D1 20\n{start} ;D{depth} 20\n"));
        let reason = format!("deep.epd:2: depth {depth} is not between 0 and 30");
        assert_rejected(&["perft", "--suite", &suite], &reason);
    }
}

#[test]
fn positions_are_read_alike_as_arguments_and_in_files() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let after = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq";
    for words in [
        &["startpos", "moves", "e2e4"][..],
        &["startpos moves e4"],
        &["position", "startpos", "moves", "e2e4"],
        &["position startpos moves e2e4"],
        &["startpos; moves e2e4; id \"king pawn\";"],
    ] {
        let line = file(folder.path(), "line.epd", &words.join(" "));
        for arguments in [words, &[line.as_str()]] {
            let command = [&["analyse", "--depth", "1"][..], arguments].concat();
            let (code, stdout, stderr) = secateur(&command);
            assert!(
                code == Some(0) && stdout.starts_with(after),
                "{arguments:?}: {stdout}{stderr}"
            );
        }
        let (code, stdout, stderr) = secateur(&[&["perft", "2"][..], words].concat());
        assert!(
            code == Some(0) && stdout.starts_with("depth 2: 600 leaves"),
            "{words:?}: {stdout}{stderr}"
        );
    }
    assert_rejected(
        &["perft", "2", "startpos moves e2e5"],
        "'startpos moves e2e5' is not a position: moves: 'e2e5' is not legal here",
    );
    assert_rejected(&["perft", "2", "startpos e2e4"], "'e2e4' follows the last field of the FEN");
    let suite = file(folder.path(), "suite.epd", "startpos ;D1 20\nstartpos moves e2e4 ;D2 600\n");
    let (code, stdout, stderr) = secateur(&["perft", "--suite", &suite]);
    assert!(code == Some(0) && stdout.contains("2 counts checked, 0 wrong"), "{stdout}{stderr}");
}

#[test]
fn a_pgn_file_in_place_of_a_suite_is_recognized() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let pgn = "\u{feff}\n[Event \"Candidates\"]\n[White \"A\"]\n\n1. e4 e5 *\n";
    let games = file(folder.path(), "game.pgn", pgn);
    for arguments in [&["epd", &games, "--depth", "1"][..], &["perft", "--suite", &games]] {
        let stderr = assert_rejected(
            arguments,
            "game.pgn is a PGN file, not FEN or EPD; `analyse` and `annotate` read PGN",
        );
        assert_eq!(stderr.lines().count(), 1, "{stderr}");
    }
}

/// A terminal would interpret them.
#[test]
fn control_characters_in_names_are_escaped() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mate = "6k1/5ppp/8/8/8/8/8/R5K1 w - -";
    let suite = file(folder.path(), "red.epd", &format!("{mate} bm Ra8#; id \"\u{1b}[31mred\";\n"));
    let bad = file(folder.path(), "bad.epd", "6k1/5ppp/8/8/8/8/8/R5\u{1b}1 w - - 0 1\n");
    let games = "[White \"\u{1b}[31mA\"]\n[Black \"\u{9b}31mB\"]\n\n1. e4 e5 *\n";
    let games = file(folder.path(), "red.pgn", games);
    for (arguments, shown) in [
        (&["epd", &suite, "--depth", "1"][..], "\\u{1b}[31mred"),
        (&["epd", &bad, "--depth", "1"], "'\\u{1b}' in rank 1 is no piece"),
        (&["analyse", &suite, "--depth", "1"], "\\u{1b}[31mred"),
        (&["analyse", &games, "--depth", "1"], "\\u{1b}[31mA - \\u{9b}31mB"),
        (&["annotate", &games, "--depth", "1", "--out", &format!("{games}.out")], "\\u{1b}[31mA"),
    ] {
        let (_, stdout, stderr) = secateur(arguments);
        let all = stdout + &stderr;
        assert!(all.contains(shown), "{arguments:?}: {all:?}");
        let is_raw = |letter: char| letter.is_control() && letter != '\n';
        assert!(!all.contains(is_raw), "{arguments:?}: {all:?}");
    }
    let written = std::fs::read_to_string(format!("{games}.out")).expect("the file exists");
    assert!(written.contains("\u{1b}[31mA"), "files keep the names: {written:?}");
}

/// Each hash table alone fits into the memory.
#[test]
fn hash_tables_that_exceed_the_memory_together_are_rejected() {
    let Some(memory) = secateur::machine::memory() else { return };
    let hash = (memory.total * 3 / 4).to_string();
    let arguments = ["epd", "wac", "--nodes", "1", "--first", "2", "--jobs", "2", "--hash", &hash];
    assert_rejected(&arguments, "MB of hash are more than");
}

#[test]
fn likely_mistakes_get_their_own_message() {
    for (arguments, reason) in [
        (&["epd", "wac", "--depth", "1", "--set", "Preset=plain"][..], "use --preset NAME"),
        (&["perft", "--suite", "epd/wac.epd"], "no ';D<depth> <leaves>' after the position"),
        (&["analyse", "wac", "epd/wac.epd"], "takes one file or position, not 2"),
        (&["epd", "wac", "--depth", "1", "--eval", "none"], "use network, material or a network"),
    ] {
        assert_rejected(arguments, reason);
    }
}
