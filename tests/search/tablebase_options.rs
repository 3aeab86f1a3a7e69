//! The Syzygy options of the UCI protocol, and their effect on the search.

use crate::endings::folder;
use crate::support::Session;
use secateur::tablebase::folders::SEPARATOR;
use std::time::Duration;

#[test]
fn syzygy_options_are_declared_and_checked() {
    let mut session = Session::start();
    session.send("uci");
    session.expect("uciok");
    for option in [
        "option name SyzygyPath type string default <empty>",
        "option name SyzygyProbeDepth type spin default 1 min 1 max 100",
        "option name SyzygyProbeLimit type spin default 7 min 0 max 7",
        "option name Syzygy50MoveRule type check default true",
    ] {
        assert!(session.output().iter().any(|line| line == option), "{option}");
    }
    session.send("setoption name SyzygyPath value /no/such folder");
    session.expect("info string option SyzygyPath: no tables: '/no/such folder' cannot be read");
    for command in [
        "setoption name SyzygyPath",
        "setoption name SyzygyPath value <empty>",
        "setoption name SyzygyPath value",
    ] {
        session.send(command);
    }
    session.expect_no("info string", Duration::from_millis(200));
    session.assert_responsive();
}

#[test]
#[ignore = "data: make test runs it where ../shared/data is"]
fn syzygy_options_limit_the_probes() {
    let path = folder();
    let last_line = |option: &str, fen: &str| {
        let mut session = Session::start();
        session.send(&format!("setoption name SyzygyPath value {}", path.display()));
        session.send(&format!("setoption name {option}"));
        session.best_move(&format!("position fen {fen}"), "go depth 3");
        session.output().iter().rfind(|line| line.contains(" score ")).expect("a line").clone()
    };
    let five = "4k3/8/8/8/8/8/3nP3/4K2R w - - 5 1";
    for (option, is_probed) in [
        ("SyzygyProbeDepth value 1", true),
        ("SyzygyProbeDepth value 90", false),
        ("SyzygyProbeLimit value 3", false),
    ] {
        let line = last_line(option, five);
        assert_eq!(!line.contains(" tbhits 0 "), is_probed, "{option}: {line}");
    }
    let late = "7k/8/8/8/8/8/8/KBN5 w - - 80 60";
    for (value, score) in [("true", " score cp 0 "), ("false", " score cp 20000 ")] {
        let line = last_line(&format!("Syzygy50MoveRule value {value}"), late);
        assert!(line.contains(score), "{value}: {line}");
    }
}

#[test]
#[ignore = "data: make test runs it where ../shared/data is"]
fn tables_are_loaded_over_the_protocol() {
    let mut session = Session::start();
    let folder = folder();
    let temporary = tempfile::tempdir().expect("a temporary folder");
    let copies = temporary.path().join("end games Échecs Шахматы");
    std::fs::create_dir(&copies).expect("the folder can be created");
    for name in ["KRvK.rtbw", "KRvK.rtbz"] {
        std::fs::copy(folder.join(name), copies.join(name)).expect("the file can be copied");
    }
    let path = format!("{}{SEPARATOR}/no/such folder{SEPARATOR}", copies.display());
    session.send(&format!("setoption name SyzygyPath value {path}"));
    let message = session.expect("info string SyzygyPath:");
    assert!(
        message
            .contains("1 WDL and 1 DTZ tables, up to 3 pieces; '/no/such folder' cannot be read"),
        "{message}"
    );
    session.send(&format!("setoption name SyzygyPath value {path}"));
    session.expect_no("info string", Duration::from_millis(200));
    session.best_move("position fen 8/8/8/3k4/8/8/8/KR6 w - - 0 1", "go depth 3");
    let last_score = |session: &Session| {
        let line = session.output().iter().rfind(|line| line.contains(" score "));
        line.expect("a line").clone()
    };
    let line = last_score(&session);
    assert!(line.contains(" score cp 20000 ") && !line.contains(" tbhits 0 "), "{line}");
    session.send("setoption name SyzygyPath value <empty>");
    session.best_move("position fen 8/8/8/3k4/8/8/8/KR6 w - - 0 1", "go depth 3");
    let line = last_score(&session);
    assert!(line.contains(" tbhits 0 ") && !line.contains("cp 20000"), "{line}");
}
