//! Unit tests of `secateur::cli`.

use crate::secateur;
use secateur::cli::*;

fn lines(arguments: &[&str]) -> Option<Vec<String>> {
    as_uci_lines(&arguments.iter().map(|argument| (*argument).to_owned()).collect::<Vec<_>>())
}

#[test]
fn the_clap_declaration_is_valid() {
    declaration().debug_assert();
}

#[test]
fn every_help_ends_with_examples_and_exit_codes() {
    for command in declaration().get_subcommands_mut() {
        assert_complete_help(command);
        command.get_subcommands_mut().for_each(assert_complete_help);
        let about = command.get_about().map(ToString::to_string).unwrap_or_default();
        let help = command.render_long_help().to_string();
        // The description of `epd` begins with the short one.
        let is_repeated = help.starts_with(&about) && command.get_name() != "epd";
        assert!(!is_repeated, "the long help repeats the short one: {help}");
    }
}

/// Asserts that a help has a description in whole sentences, examples and exit codes. Examples fit
/// 100 columns, so that they can be pasted.
fn assert_complete_help(command: &mut clap::Command) {
    let about = command.get_long_about().map(ToString::to_string).unwrap_or_default();
    assert!(about.ends_with('.'), "{}: {about}", command.get_name());
    let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    assert!(help.starts_with("Examples:\n  ") && help.contains("\nExit codes:\n  0"), "{help}");
    let wide = help.lines().find(|line| line.chars().count() > 100);
    assert_eq!(wide, None, "{}", command.get_name());
}

#[test]
fn uci_words_are_distinguished_from_subcommands() {
    assert_eq!(lines(&[]), None);
    assert_eq!(lines(&["bench"]), None);
    assert_eq!(lines(&["perft", "5"]), None);
    assert_eq!(lines(&["--help"]), None);
    assert_eq!(
        lines(&["go", "perft", "5", "quit"]),
        Some(vec!["go perft 5".to_owned(), "quit".to_owned()])
    );
    assert_eq!(
        lines(&["go depth 10", "quit"]),
        Some(vec!["go depth 10".to_owned(), "quit".to_owned()])
    );
    assert_eq!(lines(&["genfens 5 seed 1 book None", "quit"]).map(|lines| lines.len()), Some(2));
    for (arguments, split) in [
        // Unquoted words are joined to a command, also after a quoted argument.
        (
            &["position startpos moves e2e4", "go", "depth", "5"][..],
            &["position startpos moves e2e4", "go depth 5"][..],
        ),
        (
            &["position", "startpos", "d", "go", "depth", "1"],
            &["position startpos", "d", "go depth 1"],
        ),
        (&["go", "infinite", "exit"], &["go infinite", "exit"]),
        (&["go", "depth 1", "quit"], &["go depth 1", "quit"]),
        // Quotes keep blanks within a word together. A command word begins a line in any case.
        (
            &["position", "fen", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "go", "depth", "2"],
            &["position fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1", "go depth 2"],
        ),
        (&["export_net", "my net.nnue"], &["export_net my net.nnue"]),
        (
            &["setoption", "name", "Skill Level", "value", "3", "go depth 1", "d"],
            &["setoption name Skill Level value 3", "go depth 1", "d"],
        ),
        (
            &["setoption", "name", "Debug Log File", "value", "d e", "uci"],
            &["setoption name Debug Log File value d e", "uci"],
        ),
        (&["go depth 1", "nodes", "5"], &["go depth 1", "nodes 5"]),
        (
            &["setoption", "name", "Debug", "Log", "File", "value", "a", "uci"],
            &["setoption name Debug Log File value a", "uci"],
        ),
        (
            &["setoption", "name", "EvalFile", "value", "eval", "quit"],
            &["setoption name EvalFile value eval", "quit"],
        ),
        (
            &["position", "fen", "3rk3/8/8/8/8/8/8/4K3", "b", "d", "-", "0", "1", "d"],
            &["position fen 3rk3/8/8/8/8/8/8/4K3 b d - 0 1", "d"],
        ),
    ] {
        let expected = split.iter().map(|line| (*line).to_owned()).collect();
        assert_eq!(lines(arguments), Some(expected), "{arguments:?}");
    }
    assert_eq!(lines(&["quit"]), Some(vec!["quit".to_owned()]));
}

#[test]
fn rejected_uci_commands_are_exit_code_2() {
    for (arguments, code) in [
        (&["position startpos moves e2e5", "go depth 2"][..], 2),
        (&["position fen 8/8 w - - 0 1", "d"], 2),
        (&["position startpos", "xyzzy 1"], 2),
        (&["setoption name Hash value many", "go depth 1"], 2),
        (&["setoption name Nonsense value 1", "quit"], 2),
        (&["go depth 1 searchmoves e2e5", "quit"], 2),
        (&["export_net /no/such/folder/x", "quit"], 2),
        (&["go depth x"], 2),
        (&["go movetime 300ms", "quit"], 2),
        (&["go depth 1 searchmoves e2e4 e2e5"], 2),
        (&["go ponder"], 2),
        (&["go ponder depth 1"], 0),
        (&["position startpos moves e2e4", "flip", "go depth 1"], 0),
        (&["position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "go depth 1"], 0),
    ] {
        let (found, stdout, stderr) = secateur(arguments);
        assert_eq!(found, Some(code), "{arguments:?}: {stdout}{stderr}");
    }
}

/// `timeout` turns an endless search into a failure.
#[cfg(target_os = "linux")]
#[test]
fn a_search_without_a_limit_ends_at_the_next_argument() {
    for arguments in [
        &["go infinite", "stop", "quit"][..],
        &["go", "infinite", "stop", "quit"],
        &["go", "quit"],
        &["go infinite", "d"],
    ] {
        let mut command = crate::program::program("timeout");
        let (code, stdout, stderr) =
            crate::program::run(command.args(["20", crate::BINARY]).args(arguments));
        assert_eq!(code, Some(0), "{arguments:?}: {stdout}{stderr}");
        assert_eq!(stdout.matches("bestmove ").count(), 1, "{stdout}");
    }
}

/// The seed is not fixed when the commands are arguments.
#[test]
fn skill_level_in_arguments_is_not_deterministic() {
    let mut answers: Vec<String> = (0..12)
        .map(|_| {
            let (_, text, _) = secateur(&["setoption name Skill Level value 0", "go depth 3"]);
            text.lines().last().expect("a move").to_owned()
        })
        .collect();
    answers.sort();
    answers.dedup();
    assert!(answers.len() > 2, "{answers:?}");
}
