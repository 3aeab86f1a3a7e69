//! `analyse` and `annotate` by the real binary: positions, files and games, interruptions, and other
//! engines.

use crate::shell::{BINARY, Folder, ITALIAN, faulty_engine, json, secateur};
use serde_json::Value;
use std::path::Path;
use std::process::Command;

#[test]
fn a_position_is_analysed() {
    let mate = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";
    let nodes = |more: &[&str]| {
        let (_, said, error) =
            secateur(&[&["analyse", "startpos", "--depth", "7", "--json"], more].concat());
        serde_json::from_str::<Value>(&said).expect(&error)["nodes"].clone()
    };
    assert_ne!(nodes(&[]), nodes(&["--set", "null-move.mode=off"]));
    let (code, _, error) =
        secateur(&["analyse", mate, "--engine", BINARY, "--preset", "papers", "--depth", "2"]);
    assert!(code == Some(2) && error.contains("--preset and --set are for Secateur"), "{error}");
    let (code, said, complaint) = secateur(&["analyse", mate, "--depth", "4"]);
    assert!(
        code == Some(0) && said.contains("#1") && said.contains("1. Ra8#"),
        "{said}{complaint}"
    );
    let (code, said, _) = secateur(&["analyse", mate, "--depth", "4", "--multipv", "3", "--json"]);
    let found: Value = serde_json::from_str(&said).expect("JSON");
    assert_eq!((code, found["lines"].as_array().map(Vec::len)), (Some(0), Some(3)));
    assert_eq!((&found["score"]["mate"], &found["best"]), (&Value::from(1), &Value::from("a1a8")));
    let wdl = found["lines"][2]["wdl"].as_array().expect("three chances");
    assert_eq!(wdl.iter().filter_map(Value::as_i64).sum::<i64>(), 1000);
    let stalemate = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
    let (_, said, _) = secateur(&["analyse", stalemate, "--depth", "4"]);
    assert!(said.contains("stalemate"), "{said}");
    let (_, said, _) = secateur(&["analyse", stalemate, "--depth", "4", "--json"]);
    let found: Value = serde_json::from_str(&said).expect("JSON");
    assert_eq!(found["wdl"], serde_json::json!([0, 1000, 0]));
}

#[test]
fn files_are_analysed_in_their_order() {
    let folder = Folder::new("analyse");
    let epd = folder.with(
        "some.epd",
        b"4k3/8/8/8/8/8/4P3/4K3 w - - id \"one\";\n6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1\n",
    );
    let (code, said, _) = secateur(&["analyse", &epd, "--nodes", "500", "--jobs", "2", "--json"]);
    let names: Vec<Value> = said
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect(line)["name"].clone())
        .collect();
    assert_eq!((code, &names[..]), (Some(0), &["one".into(), "#2".into()][..]));
    // The last positions of games; the second game is broken.
    let pgn = folder.with(
        "games.pgn",
        b"[White \"A\"]\n[Black \"B\"]\n\n1. f3 e5 2. g4 *\n\n[White \"C\"]\n\n1. e5 *\n",
    );
    let (code, said, complaint) = secateur(&["analyse", &pgn, "--depth", "3"]);
    assert!(
        code == Some(1) && said.contains("game 1, A - B") && said.contains("2... Qh4#"),
        "{said}"
    );
    assert!(complaint.contains("game 2: move 1. 'e5' is not legal here"), "{complaint}");
}

#[test]
fn games_are_annotated() {
    let folder = Folder::new("annotate");
    let games = "[Event \"Scholar\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n\
                 1. e4 {best by test} e5 2. Qh5 (2. Nf3 Nc6) Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n\n\
                 [Event \"Broken\"]\n\n1. e4 e5 2. Ke3 *\n\n[Event \"Short\"]\n\n1. d4 *\n";
    let file = folder.with("games.pgn", games.as_bytes());
    let (out, found) = (folder.file("out.pgn"), folder.file("out.json"));
    let arguments =
        ["annotate", &file, "--nodes", "3000", "--jobs", "2", "--out", &out, "--json", &found];
    let (code, said, complaint) = secateur(&arguments);
    assert!(code == Some(1) && said.is_empty(), "{said}{complaint}");
    assert!(complaint.contains("game 2: move 2. 'Ke3' is not legal here"), "{complaint}");
    assert!(complaint.contains("game 1: A ") && complaint.contains("1 ??"), "{complaint}");
    let pgn = std::fs::read_to_string(&out).expect("written").replace('\n', " ");
    for kept in [
        "best by test",
        "(2. Nf3 Nc6)",
        "[Event \"Scholar\"]",
        "Nf6 $4 {[%eval #1] [%wdl 1000,0,0] Blunder.",
        "1-0",
    ] {
        assert!(pgn.contains(kept), "{kept}: {pgn}");
    }
    let found = json(&found);
    assert_eq!((found.as_array().map(Vec::len), &found[1]["game"]), (Some(2), &Value::from(3)));
    assert_eq!(
        (&found[0]["black"]["blunders"], &found[0]["moves"][5]["mark"]),
        (&1.into(), &"blunder".into())
    );
    // One job finds the same, and without --out the games go to standard output.
    let (_, said, _) = secateur(&["annotate", &file, "--nodes", "3000"]);
    assert_eq!(said, std::fs::read_to_string(&out).expect("written"));
}

/// All that was done was lost on Ctrl-C.
#[cfg(unix)]
#[test]
fn annotating_goes_on_after_an_interruption() {
    let folder = Folder::new("annotate-resume");
    let games: String = (0..30)
        .map(|number| format!("[Round \"{number}\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n"))
        .collect();
    let file = folder.with("games.pgn", games.as_bytes());
    let (whole, out, partial) =
        (folder.file("whole.pgn"), folder.file("out.pgn"), folder.file("out.pgn.partial"));
    let annotate = |out: &str, more: &[&str]| {
        let arguments = ["annotate", file.as_str(), "--nodes", "5000", "--out", out];
        Command::new(BINARY)
            .args(arguments)
            .args(more)
            .stderr(std::process::Stdio::piped())
            .spawn()
            .expect("it starts")
    };
    let finish = |child: std::process::Child| {
        let output = child.wait_with_output().expect("it ends");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    assert_eq!(finish(annotate(&whole, &[])).0, Some(0));
    let mut child = annotate(&out, &[]);
    let kept = || std::fs::read_to_string(&partial).unwrap_or_default().lines().count();
    let deadline = std::time::Instant::now() + std::time::Duration::from_secs(60);
    while kept() < 4 && std::time::Instant::now() < deadline {
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    crate::signal::signal(&mut child, "-INT");
    let (code, said) = finish(child);
    assert!(
        code == Some(130) && said.contains(" of 30 games; --resume continues from"),
        "{code:?} {said}"
    );
    assert!(!Path::new(&out).exists() && kept() >= 4);
    let (code, said) = finish(annotate(&out, &[]));
    assert!(code == Some(2) && said.contains("--restart discards it"), "{code:?} {said}");
    let before = kept() - 1;
    let (code, said) = finish(annotate(&out, &["--resume", "--jobs", "2"]));
    assert_eq!(code, Some(0), "{said}");
    assert_eq!(
        said.lines().filter(|line| line.starts_with("game ")).count(),
        30 - before,
        "no game twice"
    );
    assert_eq!(std::fs::read(&out).expect("written"), std::fs::read(&whole).expect("written"));
    assert!(!Path::new(&partial).exists());
    for more in [&["--resume"][..], &["--resume", "--hash", "1"]] {
        let (code, said) = finish(annotate(&out, more));
        assert!(code == Some(2) && said.contains("out.pgn.partial to resume"), "{code:?} {said}");
        assert_eq!(std::fs::read(&out).expect("written"), std::fs::read(&whole).expect("written"));
        assert!(!Path::new(&partial).exists());
    }
}

#[test]
fn a_dash_is_standard_input() {
    let positions = "4k3/8/8/8/8/8/4P3/4K3 w - - id \"a\";\r4k3/8/8/8/8/8/8/4K2R w K -\r";
    let (code, said) = given(positions, &["analyse", "-", "--depth", "1", "--json"]);
    assert_eq!((code, said.lines().count()), (Some(0), 2), "{said}");
    let (code, said) = given(positions, &["epd", "-", "--depth", "1"]);
    assert!(code == Some(0) && said.contains("-: solved 0 of 0"), "{said}");
    let (code, said) =
        given("1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0\n", &["annotate", "-", "--depth", "1"]);
    assert!(code == Some(0) && said.contains("3. Qxe5#"), "{said}");
    let (code, said) = given(
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D2 400\n",
        &["perft", "--suite", "-"],
    );
    assert!(code == Some(0) && said.contains("400"), "{said}");
    let (code, said) = given("", &["epd", "-", "--depth", "1"]);
    assert_eq!((code, said.as_str()), (Some(2), ""));
}

/// Exit code and standard output of a command that reads this from standard input.
fn given(text: &str, arguments: &[&str]) -> (Option<i32>, String) {
    use std::io::Write;
    use std::process::Stdio;
    let mut command = Command::new(BINARY);
    let piped =
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = piped.spawn().expect("it starts");
    child.stdin.take().expect("piped").write_all(text.as_bytes()).expect("read");
    let output = child.wait_with_output().expect("it ends");
    (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
}

/// One move stood in two lines, and another in none.
#[test]
fn no_move_begins_two_lines_of_an_analysis() {
    for nodes in ["7000", "9000", "20000"] {
        let (_, said, _) =
            secateur(&["analyse", ITALIAN, "--multipv", "3", "--nodes", nodes, "--json"]);
        let found: Value = serde_json::from_str(&said).expect("JSON");
        let firsts: Vec<&str> =
            (0..3).filter_map(|line| found["lines"][line]["pv"][0].as_str()).collect();
        assert!(
            firsts.len() == 3 && (1..3).all(|line| !firsts[..line].contains(&firsts[line])),
            "{nodes}: {said}"
        );
        assert_eq!(
            (&found["best"], &found["score"]),
            (&firsts[0].into(), &found["lines"][0]["score"]),
            "{nodes}: {said}"
        );
    }
}

/// Exit code and output of a command that gets Ctrl-C after two seconds.
#[cfg(unix)]
fn interrupted(arguments: &[&str]) -> std::process::Output {
    use std::process::Stdio;
    let mut child = Command::new(BINARY)
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    std::thread::sleep(std::time::Duration::from_secs(2));
    crate::signal::signal(&mut child, "-INT");
    child.wait_with_output().expect("it ends")
}

/// What was searched was lost on Ctrl-C.
#[cfg(unix)]
#[test]
fn an_interruption_keeps_the_best_so_far() {
    let folder = Folder::new("interrupted");
    let page = folder.file("tree.html");
    for arguments in [
        &["analyse", ITALIAN, "--time", "1h"][..],
        &["perft", "12"],
        &["tree", ITALIAN, "--time", "1h", "--out", &page],
    ] {
        let output = interrupted(arguments);
        let (said, complaint) =
            (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert_eq!(output.status.code(), Some(130), "{arguments:?}: {said}{complaint}");
        assert!(complaint.contains("secateur: interrupted "), "{arguments:?}: {complaint}");
        let is_partial = said.contains(" nodes, ") || said.contains("depth 12 (incomplete): ");
        assert!(is_partial, "{arguments:?}: {said}");
    }
    assert!(std::fs::read_to_string(&page).expect("written").contains("content=\"Secateur"));
}

/// Ctrl-C printed nothing of a suite, and left the other engine of a comparison running.
#[cfg(unix)]
#[test]
fn an_interrupted_perft_prints_finished_positions_and_ends_the_other_engine() {
    use std::process::Stdio;
    let folder = Folder::new("interrupted-perft");
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let suite = format!("{start} ;D1 20\n{start} ;D1 20 ;D14 1\n");
    let suite = folder.with("suite.epd", suite.as_bytes());
    let engine = faulty_engine(&folder, "busy", "echo $$ >\"$0.pid\"; exec sleep 60");
    let pid = folder.file("busy.pid");
    for (arguments, said, complaint) in [
        (
            ["perft", "--suite", &suite].as_slice(),
            "1 position, 2 counts checked, 0 wrong, 0 skipped, 40 leaves in ",
            "secateur: interrupted after 1 of 2 positions\n",
        ),
        (
            &["perft", "2", "--compare", &engine],
            "",
            "secateur: interrupted before the comparison ended\n",
        ),
    ] {
        let output = interrupted(arguments);
        assert_eq!(output.status.code(), Some(130), "{output:?}");
        assert!(output.stdout.starts_with(said.as_bytes()), "{output:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), complaint);
    }
    let pid = std::fs::read_to_string(pid).expect("it has counted");
    let is_alive = Command::new("kill").args(["-0", pid.trim()]).stderr(Stdio::null()).status();
    assert!(is_alive.is_ok_and(|status| !status.success()), "the other engine is left");
}

/// `--engine self` is the run without `--engine`.
#[test]
fn secateur_itself_analyses_and_annotates_by_name() {
    let found = |more: &[&str]| {
        let analyse = ["analyse", "startpos", "--depth", "6", "--json"];
        let (code, said, complaint) = secateur(&[&analyse[..], more].concat());
        assert_eq!(code, Some(0), "{complaint}");
        let found: Value = serde_json::from_str(&said).expect("JSON");
        (found["best"].clone(), found["nodes"].clone())
    };
    assert_eq!(found(&[]), found(&["--engine", "self"]));
    assert_eq!(
        found(&["--preset", "papers"]),
        found(&["--preset", "papers", "--engine", "self", "--option", "Hash=16"])
    );
    for (option, reason) in [
        ("MultiPV=2", "the engine is Secateur; use --hash and so on"),
        ("Hash=abc", "Secateur accepts an integer from 1 to 33554432"),
    ] {
        let analyse = ["analyse", "startpos", "--depth", "1", "--engine", "self"];
        let (code, said, complaint) = secateur(&[&analyse[..], &["--option", option]].concat());
        assert!(code == Some(2) && said.is_empty() && complaint.contains(reason), "{complaint}");
    }
    let folder = Folder::new("annotate-self");
    let pgn = folder.with("game.pgn", b"1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n");
    let annotate = ["annotate", &pgn, "--nodes", "2000"];
    let own = secateur(&[&annotate[..], &["--engine", "self"]].concat());
    assert_eq!((own.0, own.1), (Some(0), secateur(&annotate).1), "{}", own.2);
    for eval in ["material", "/nope"] {
        let (code, said, complaint) =
            secateur(&[&annotate[..], &["--engine", BINARY, "--eval", eval]].concat());
        assert!(code == Some(2) && said.is_empty(), "{said}");
        assert!(complaint.contains("--eval is for Secateur"), "{complaint}");
    }
}

#[cfg(unix)]
#[test]
fn an_illegal_move_of_an_engine_is_reported() {
    let folder = Folder::new("analyse-illegal");
    let engine = faulty_engine(&folder, "illegal", "echo bestmove z9z9");
    let (code, said, complaint) =
        secateur(&["analyse", "startpos", "--depth", "1", "--engine", &engine]);
    let reason = format!("{engine} answered with the illegal move 'z9z9' in rnbqkbnr/pppppppp");
    assert!(code == Some(2) && said.is_empty() && complaint.contains(&reason), "{complaint}");
}

/// A value that the other engine does not accept is refused before the search.
#[test]
fn analyse_refuses_values_that_an_engine_does_not_declare() {
    for option in ["Hash=abc", "Threads=0"] {
        let analyse = ["analyse", "startpos", "--depth", "1", "--engine", BINARY];
        let (code, said, complaint) = secateur(&[&analyse[..], &["--option", option]].concat());
        let reason = format!("--option {option}: Secateur");
        assert!(code == Some(2) && said.is_empty() && complaint.contains(&reason), "{complaint}");
    }
}

/// Another engine analyses and annotates; here it is this one.
#[test]
fn another_engine_analyses_and_annotates() {
    let mate = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";
    let (code, said, complaint) = secateur(&[
        "analyse",
        mate,
        "--depth",
        "4",
        "--engine",
        BINARY,
        "--multipv",
        "2",
        "--json",
    ]);
    assert_eq!(code, Some(0), "{complaint}");
    let found: Value = serde_json::from_str(&said).expect("JSON");
    assert_eq!((&found["best"], &found["score"]["mate"]), (&"a1a8".into(), &1.into()), "{said}");
    assert_eq!(found["lines"].as_array().map(Vec::len), Some(2), "{said}");
    let folder = Folder::new("annotate-other");
    let pgn = folder.with("game.pgn", b"1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n");
    let annotate = ["annotate", &pgn, "--nodes", "3000"];
    let other = secateur(&[&annotate[..], &["--engine", BINARY]].concat());
    assert_eq!(other.0, Some(0), "{}", other.2);
    assert!(other.1.contains("Nf6 $4") && other.1.contains("[%eval #1]"), "{}", other.1);
    let annotator = format!("[Annotator \"{}\"]", secateur::version::full_name());
    assert!(other.1.contains(&annotator), "{}", other.1);
    for (engine, reason) in
        [("/no/such/engine", "cannot start"), ("/bin/false", "exited before it answered")]
    {
        let (code, _, complaint) = secateur(&["analyse", mate, "--depth", "1", "--engine", engine]);
        assert!(code == Some(2) && complaint.contains(reason), "{complaint}");
    }
}

/// An engine that dies takes no finished game with it, and its last message is the reason.
#[cfg(unix)]
#[test]
fn games_finished_before_an_engine_dies_are_printed() {
    let folder = Folder::new("annotate-dying");
    let dies =
        "n=$((n+1)); [ $n -gt 2 ] && { echo 'no libfoo.so' >&2; exit 3; }; echo 'bestmove (none)'";
    let engine = faulty_engine(&folder, "dying", dies);
    let pgn = folder.with("games.pgn", b"[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. d4 *\n");
    let annotate = ["annotate", &pgn, "--depth", "1", "--engine", &engine];
    let (code, said, complaint) = secateur(&annotate);
    assert_eq!(code, Some(2), "{complaint}");
    assert!(said.contains("[Event \"a\"]") && !said.contains("[Event \"b\"]"), "{said}");
    assert!(complaint.contains("(exit status: 3: no libfoo.so)"), "{complaint}");
    let out = folder.0.join("out.pgn").display().to_string();
    let (_, _, complaint) = secateur(&[&annotate[..], &["--out", &out]].concat());
    assert!(complaint.contains("--resume continues from"), "{complaint}");
}

#[cfg(unix)]
#[test]
fn a_time_beyond_every_calendar_is_no_deadline() {
    let folder = Folder::new("analyse-forever");
    let engine = faulty_engine(
        &folder,
        "quick",
        "echo 'info depth 1 score cp 5 pv e2e4'; echo bestmove e2e4",
    );
    let (code, said, complaint) =
        secateur(&["analyse", "startpos", "--time", "1.8e19", "--engine", &engine]);
    assert!(code == Some(0) && said.contains("e4"), "{said}{complaint}");
}
