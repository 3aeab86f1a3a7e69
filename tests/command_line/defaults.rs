//! Unit tests of `secateur::tools::defaults`.

use crate::BINARY;
use crate::program::{Outcome, program};
use secateur::tools::defaults::*;

/// Reads a text that must have no errors.
fn read_valid(text: &str) -> Defaults {
    let (defaults, problems) = read(Some(("secateur.toml", text)), |_| None);
    assert!(problems.is_empty(), "{problems:?}");
    defaults
}

#[test]
fn the_file_sets_its_keys() {
    let text = "# mine\nhash = 1_024 # MB\n\nsyzygy = \"/tables/345:/tables/6\"\nthreads=4\n";
    let defaults = read_valid(text);
    assert_eq!(defaults.hash.expect("set").to_string(), "1024 (secateur.toml)");
    assert_eq!(defaults.threads.map(|setting| setting.value), Some(4));
    assert_eq!(defaults.syzygy.expect("set").value, "/tables/345:/tables/6");
    let windows = read_valid("syzygy = \"C:\\\\tables\"").syzygy.expect("set");
    assert_eq!(windows.value, "C:\\tables");
    assert_eq!(read_valid(""), Defaults::default());
}

#[test]
fn the_environment_overrides_the_file() {
    let environment = |key: &str| (key == "hash").then(|| "64".to_owned());
    let (defaults, problems) = read(Some(("f", "hash = 32\nthreads = 2")), environment);
    assert!(problems.is_empty(), "{problems:?}");
    assert_eq!(defaults.hash.expect("set").to_string(), "64 (SECATEUR_HASH)");
    assert_eq!(defaults.threads.expect("set").to_string(), "2 (f)");
}

#[test]
fn errors_name_file_and_line() {
    for (text, reason) in [
        ("hsah = 1", "secateur.toml:1: unknown key 'hsah'; did you mean 'hash'?"),
        ("\nhash = 0", "secateur.toml:2: hash: '0' is not from 1 to 33554432"),
        ("threads = four", "secateur.toml:1: 'four' is neither a number nor a text"),
        ("syzygy = \"/a", "secateur.toml:1: a quotation mark is not closed"),
        ("[engine]", "secateur.toml:1: '[engine]' is not KEY = VALUE"),
    ] {
        let (defaults, problems) = read(Some(("secateur.toml", text)), |_| None);
        assert_eq!(defaults, Defaults::default(), "{text}");
        assert!(problems.len() == 1 && problems[0].starts_with(reason), "{problems:?}");
    }
}

#[test]
fn valid_lines_apply_despite_invalid_ones() {
    let environment = |key: &str| (key == "hash").then(|| "abc".to_owned());
    let text = "threads = 2\nhash = 0\nhsah = 3\nhash = 32\n";
    let (defaults, problems) = read(Some(("f", text)), environment);
    assert_eq!(defaults.threads.expect("set").value, 2);
    assert_eq!(defaults.hash.expect("set").to_string(), "32 (f)");
    let places: Vec<&str> = problems.iter().filter_map(|line| line.split(": ").next()).collect();
    assert_eq!(places, ["f:2", "f:3", "SECATEUR_HASH"]);
}

#[test]
fn a_byte_order_mark_is_skipped() {
    assert_eq!(read_valid("\u{feff}hash = 8").hash.expect("set").value, 8);
}

#[test]
fn files_that_are_not_utf8_are_errors() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("secateur.toml");
    assert_eq!(read_text(&file), Ok(None));
    std::fs::write(&file, b"\xff\xfeh\0a\0s\0h\0=\08\0").expect("written");
    let error = read_text(&file).expect_err("UTF-16");
    assert!(error.ends_with("secateur.toml is not a text in UTF-8"), "{error}");
    assert_eq!(read_text(&file.join("secateur.toml")), Ok(None), "no folder");
    let error = read_text(folder.path()).expect_err("a folder");
    assert!(error.ends_with("not a regular file"), "{error}");
}

/// Exit code, standard output and standard error of a run with these defaults.
fn run(toml: &str, variables: &[(&str, &str)], arguments: &[&str]) -> Outcome {
    let folder = tempfile::tempdir().expect("a temporary folder");
    std::fs::write(folder.path().join("secateur.toml"), toml).expect("written");
    let mut command = program(BINARY);
    command.env("XDG_CONFIG_HOME", folder.path()).env("APPDATA", folder.path());
    crate::program::run(command.args(arguments).envs(variables.iter().copied()))
}

const ANALYSE: [&str; 4] = ["analyse", "startpos", "--depth", "1"];

#[test]
fn commands_report_bad_defaults_in_one_line() {
    let toml = "threads = 2\nhash = x\n";
    for (arguments, warnings) in [
        (&ANALYSE[..], 1),
        (&["epd", "wac", "--first", "1", "--depth", "1"], 1),
        (&["bench", "1"], 0),
        (&["eval"], 0),
    ] {
        let (code, _, error) = run(toml, &[("SECATEUR_HASH", "abc")], arguments);
        assert_eq!(code, Some(0), "{arguments:?}: {error}");
        let found: Vec<&str> =
            error.lines().filter(|line| line.contains("secateur.toml:2: ")).collect();
        assert_eq!(found.len(), warnings, "{arguments:?}: {error}");
        assert!(found.iter().all(|line| line.contains("SECATEUR_HASH: hash: 'abc'")), "{error}");
    }
    let (_, stdout, _) = run(toml, &[], &["uci", "quit"]);
    assert!(stdout.contains("name Threads type spin default 2 "), "{stdout}");
    assert!(stdout.contains("secateur.toml:2: "), "{stdout}");
}

/// A client may treat a line before `uciok` as an error.
#[test]
fn bad_defaults_are_reported_after_uciok_or_before_the_first_answer() {
    let toml = "hash = x\nsyzygy = \"/nope\"\n";
    for (first, answer, is_after) in [("uci", "uciok", true), ("go depth 1", "info depth 1", false)]
    {
        let (_, stdout, _) = run(toml, &[], &[first, "isready", "quit"]);
        let place = |text: &str| stdout.find(text).expect(&stdout);
        for message in ["secateur.toml:1: ", "/nope"] {
            assert_eq!(place(message) > place(answer), is_after, "{stdout}");
            assert!(place(message) < place("readyok"), "{stdout}");
        }
    }
}

#[test]
fn errors_name_the_source_of_a_default() {
    let huge = "hash = 33554432\n";
    let (code, _, error) = run(huge, &[], &ANALYSE);
    assert_eq!(code, Some(2), "{error}");
    assert!(error.contains("secateur.toml: 33554432 MB of hash"), "{error}");
    let (code, stdout, _) = run(huge, &[], &["doctor"]);
    let is_reported = |line: &str| line.contains("FAIL") && line.contains("33554432 MB of hash");
    assert!(code == Some(1) && stdout.lines().any(is_reported), "{stdout}");
    let (_, stdout, _) = run(huge, &[], &["uci", "quit"]);
    assert!(stdout.contains("secateur.toml: option Hash: 33554432 MB of hash"), "{stdout}");
    let (_, _, error) = run("", &[], &[&ANALYSE[..], &["--syzygy", "/nope"]].concat());
    assert!(error.contains("--syzygy: "), "{error}");
}

#[test]
fn an_invalid_default_tablebase_path_is_a_warning() {
    for (toml, variables, source) in [
        ("", &[("SECATEUR_SYZYGY", "/nope")][..], "SECATEUR_SYZYGY: "),
        ("syzygy = \"/nope\"\n", &[], "secateur.toml: "),
    ] {
        for arguments in
            [&ANALYSE[..], &["epd", "wac", "--first", "2", "--depth", "1", "--jobs", "2"]]
        {
            let (code, _, error) = run(toml, variables, arguments);
            assert_eq!(code, Some(0), "{arguments:?}: {error}");
            let warnings = error.lines().filter(|line| line.contains(source)).count();
            assert_eq!(warnings, 1, "{arguments:?}: {error}");
            assert!(!error.contains("--syzygy"), "{arguments:?}: {error}");
        }
        let (code, _, error) = run(toml, variables, &[&ANALYSE[..], &["--syzygy", "/no"]].concat());
        assert!(code == Some(2) && error.contains("--syzygy: "), "{error}");
    }
}
