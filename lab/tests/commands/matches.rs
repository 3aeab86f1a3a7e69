//! Commands for matches, tuning and openings: conflicting options, repeated openings, Ctrl-C, and
//! tunings that are finished or in progress.

use crate::program::{Outcome, run};
use crate::{command, folder};
use std::fs::File;
use std::path::Path;

fn lab(folder: &Path, arguments: &str) -> Outcome {
    run(&mut command(folder, arguments))
}

/// Runs a command and interrupts it after a second. It is run again for a longer time if standard
/// error contains `nothing`, the message that there is no progress yet.
#[cfg(unix)]
fn interrupted(folder: &Path, arguments: &str, nothing: &str) -> Outcome {
    use std::process::Stdio;
    for seconds in [1, 4, 16] {
        let mut command = command(folder, arguments);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the binary starts");
        std::thread::sleep(std::time::Duration::from_secs(seconds));
        crate::signal::signal(&mut child, "-INT");
        let outcome = crate::program::finish(child);
        if !outcome.2.contains(nothing) {
            return outcome;
        }
    }
    panic!("no progress: {arguments}");
}

/// Each command ends with exit code 2 and one line on standard error that contains the text.
fn assert_rejected(folder: &Path, refused: &[(&str, &str)]) {
    for (arguments, expected) in refused {
        let (code, _, stderr) = lab(folder, arguments);
        let lines = stderr.lines().count();
        assert_eq!((code, lines), (Some(2), 1), "{arguments}: {stderr}");
        assert!(stderr.contains(expected), "{arguments}: {stderr}");
    }
}

#[test]
fn factors_that_conflict_or_change_nothing_are_rejected() {
    let refused = [
        ("--factor Delta.Margin=300 --factor delta-margin=100", "Delta.Margin is given twice"),
        ("--factor Killers=true", "'Killers=true' does not change both sides"),
        ("--set-a Delta.Margin=200 --factor Delta.Margin=300", "also set by --set-a"),
        ("--set-b Delta.Margin=200 --factor Delta.Margin=300", "also set by --set-b"),
    ];
    for (options, expected) in refused {
        let arguments = format!("match linear linear --nodes 50 --games 2 {options}");
        assert_rejected(folder().path(), &[(&arguments, expected)]);
    }
}

/// A repeated position gives the same games again, even with other move counters.
#[test]
fn repeated_openings_are_dropped() {
    let folder = folder();
    let lines = [
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 4 9",
    ];
    std::fs::write(folder.path().join("book"), lines.join("\n")).expect("written");
    let play = |games: u32| {
        let arguments = format!("match linear linear --nodes 20 --openings book --games {games}");
        lab(folder.path(), &arguments)
    };
    let (code, _, stderr) = play(4);
    assert_eq!((code, &*stderr), (Some(0), "book: 2 repeated openings were dropped\n"));
    let (code, _, stderr) = play(6);
    let expected = "6 games need 3 openings, but there are 2";
    assert!(code == Some(2) && stderr.contains(expected), "{code:?} {stderr}");
}

#[test]
fn numbers_accept_unit_suffixes() {
    let folder = folder();
    let (code, stdout, stderr) =
        lab(folder.path(), "match linear linear --nodes 1k --games 0.002k");
    assert!(code == Some(0) && stdout.contains("linear – linear"), "{code:?} {stderr}");
    let tune = "tune spsa Delta.Margin --pairs 0.001k --nodes 1k --out t.json";
    let (code, _, stderr) = lab(folder.path(), tune);
    assert_eq!(code, Some(0), "{stderr}");
}

#[test]
fn a_finished_tuning_is_not_continued() {
    let folder = folder();
    let tune = "tune spsa Delta.Margin --nodes 50 --pairs 1 --out t.json";
    let (code, _, stderr) = lab(folder.path(), tune);
    assert_eq!(code, Some(0), "{stderr}");
    for pairs in ["1", "2"] {
        let again = tune.replace("--pairs 1", &format!("--pairs {pairs}"));
        let expected = "t.json is a finished tuning: --restart replaces it";
        assert_rejected(folder.path(), &[(&again, expected)]);
    }
    let state = folder.path().join("t.json");
    let text = std::fs::read_to_string(&state).expect("a state");
    std::fs::write(&state, text.replace("\"planned\": 1,", "\"planned\": 9,")).expect("written");
    assert_rejected(folder.path(), &[(tune, "is the journal of an interrupted run: --resume")]);
}

#[test]
fn a_state_file_belongs_to_one_tuning_at_a_time() {
    let folder = folder();
    let tune = "tune spsa Delta.Margin --nodes 10 --pairs 1 --out t.json";
    let path = folder.path().join("t.json.lock");
    let other = File::create(&path).expect("a file");
    other.lock().expect("locked");
    let expected = "t.json is the state file of a tuning in progress";
    assert_rejected(folder.path(), &[(tune, expected), (&format!("{tune} --restart"), expected)]);
    drop(other);
    let (code, _, stderr) = lab(folder.path(), tune);
    assert_eq!(code, Some(0), "{stderr}");
    assert!(!path.exists(), "the lock file is left");
}

#[test]
fn players_may_follow_the_adjudication_rules() {
    let folder = folder();
    for rules in ["--resign off", "--draw movecount=1 score=9", "--draw movecount=1,score=9"] {
        let arguments = format!("match --nodes 10 --games 2 {rules} linear material");
        let (code, stdout, stderr) = lab(folder.path(), &arguments);
        assert!(code == Some(0) && stdout.contains("linear – material"), "{rules}: {stderr}");
    }
}

#[test]
fn unknown_names_are_reported_with_their_option() {
    let message = "there is no switch 'Kilers'; did you mean 'Killers'?";
    for option in ["--set-a", "--set-b", "--factor"] {
        let arguments = format!("match linear linear {option} Kilers=false");
        assert_rejected(folder().path(), &[(&arguments, &format!("{option}: {message}"))]);
    }
    assert_rejected(
        folder().path(),
        &[
            ("match linear linear --set-b Killers", "--set-b: 'Killers' is not of the form"),
            ("match linear linear --preset-a ful", "--preset-a: 'ful' is none of full"),
            ("match linear linear --preset-b ful", "--preset-b: 'ful' is none of full"),
        ],
    );
}

#[cfg(unix)]
#[test]
fn an_interrupted_match_shows_its_finished_pairs() {
    let folder = folder();
    let arguments = "match linear linear --nodes 100 --games 2000 --maxmoves 2000 \
                     --draw off --resign off --pgn m.pgn";
    let (code, stdout, stderr) = interrupted(folder.path(), arguments, "after 0 of");
    let pairs = stderr.split("interrupted after ").nth(1).and_then(|text| text.split(' ').next());
    let pairs: usize = pairs.expect(&stderr).parse().expect(&stderr);
    let after = format!("interrupted after {pairs} of 1000 pairs; only a match with --json");
    assert!(code == Some(130) && stderr.contains(&after), "{code:?} {stderr}");
    assert!(stdout.starts_with(&format!("incomplete: {pairs} of 1000 pairs\n")), "{stdout}");
    assert!(pairs > 0 && stdout.contains("| linear – linear |"), "{stdout}");
    let games = std::fs::read_to_string(folder.path().join("m.pgn")).expect("PGN");
    assert_eq!(games.matches("[Event ").count(), 2 * pairs);
}

#[test]
fn the_number_of_openings_is_printed() {
    let (code, _, stderr) = lab(folder().path(), "openings --count 2 --out book");
    assert_eq!((code, &*stderr), (Some(0), "book: 2 openings\n"));
}

#[cfg(unix)]
#[test]
fn interrupted_openings_are_written() {
    let folder = folder();
    let arguments = "openings --count 10000000 --within 2000 --out book";
    let (code, _, stderr) = interrupted(folder.path(), arguments, "before the first");
    let book = std::fs::read_to_string(folder.path().join("book")).expect("openings");
    let count = book.lines().count();
    let after = format!("interrupted after {count} of 10000000 openings");
    assert!(code == Some(130) && stderr.contains(&after), "{code:?} {stderr}");
    assert!(count > 0 && stderr.starts_with("book: "), "{count} {stderr}");
}

#[cfg(unix)]
#[test]
fn an_interrupted_match_keeps_the_games_of_an_earlier_one() {
    let folder = folder();
    let games = || std::fs::read(folder.path().join("m.pgn")).expect("PGN");
    let (code, _, stderr) =
        lab(folder.path(), "match linear material --nodes 20 --games 2 --pgn m.pgn");
    assert_eq!(code, Some(0), "{stderr}");
    let before = games();
    let arguments = "match linear linear --nodes 100 --games 2000 --maxmoves 2000 \
                     --draw off --resign off --pgn m.pgn";
    let (code, _, stderr) = interrupted(folder.path(), arguments, "after 0 of");
    assert_eq!(code, Some(130), "{stderr}");
    assert!(games() == before, "the games of the first match are replaced");
}
