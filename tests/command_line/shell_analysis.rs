//! `analyse` and `annotate` by the real binary: positions, files, games, interruptions, and other
//! engines.

use crate::program::{finish, program};
use crate::shell::{Folder, ITALIAN, json};
use crate::{BINARY, secateur};
use serde_json::Value;

#[test]
fn a_position_is_analysed() {
    let mate = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";
    let nodes = |more: &[&str]| {
        let (_, stdout, stderr) =
            secateur(&[&["analyse", "startpos", "--depth", "7", "--json"], more].concat());
        serde_json::from_str::<Value>(&stdout).expect(&stderr)["nodes"].clone()
    };
    assert_ne!(nodes(&[]), nodes(&["--set", "null-move.mode=off"]));
    let (code, _, stderr) =
        secateur(&["analyse", mate, "--engine", BINARY, "--preset", "papers", "--depth", "2"]);
    assert!(code == Some(2) && stderr.contains("--preset and --set are for Secateur"), "{stderr}");
    let (code, stdout, stderr) = secateur(&["analyse", mate, "--depth", "4"]);
    assert!(
        code == Some(0) && stdout.contains("#1") && stdout.contains("1. Ra8#"),
        "{stdout}{stderr}"
    );
    let (code, stdout, _) =
        secateur(&["analyse", mate, "--depth", "4", "--multipv", "3", "--json"]);
    let found: Value = serde_json::from_str(&stdout).expect("JSON");
    assert_eq!((code, found["lines"].as_array().map(Vec::len)), (Some(0), Some(3)));
    assert_eq!((&found["score"]["mate"], &found["best"]), (&Value::from(1), &Value::from("a1a8")));
    let wdl = found["lines"][2]["wdl"].as_array().expect("three probabilities");
    assert_eq!(wdl.iter().filter_map(Value::as_i64).sum::<i64>(), 1000);
    let stalemate = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
    let (_, stdout, _) = secateur(&["analyse", stalemate, "--depth", "4"]);
    assert!(stdout.contains("stalemate"), "{stdout}");
    let (_, stdout, _) = secateur(&["analyse", stalemate, "--depth", "4", "--json"]);
    let found: Value = serde_json::from_str(&stdout).expect("JSON");
    assert_eq!(found["wdl"], serde_json::json!([0, 1000, 0]));
}

#[test]
fn positions_of_files_are_analysed_in_order() {
    let folder = Folder::new();
    let epd = folder.with(
        "some.epd",
        b"4k3/8/8/8/8/8/4P3/4K3 w - - id \"one\";\n6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1\n",
    );
    let (code, stdout, _) = secateur(&["analyse", &epd, "--nodes", "500", "--jobs", "2", "--json"]);
    let names: Vec<Value> = stdout
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect(line)["name"].clone())
        .collect();
    assert_eq!((code, &names[..]), (Some(0), &["one".into(), "#2".into()][..]));
    // The last positions of games; the second game is broken.
    let pgn = folder.with(
        "games.pgn",
        b"[White \"A\"]\n[Black \"B\"]\n\n1. f3 e5 2. g4 *\n\n[White \"C\"]\n\n1. e5 *\n",
    );
    let (code, stdout, stderr) = secateur(&["analyse", &pgn, "--depth", "3"]);
    assert!(
        code == Some(1) && stdout.contains("game 1, A - B") && stdout.contains("2... Qh4#"),
        "{stdout}"
    );
    assert!(stderr.contains("game 2: move 1. 'e5' is not legal here"), "{stderr}");
    // Not every file that begins with a bracket is PGN.
    let list = folder.with("a.json", b"[1]\n");
    let (code, _, stderr) = secateur(&["analyse", &list, "--depth", "1"]);
    assert!(code == Some(2) && stderr.contains("a.json:1: "), "{stderr}");
}

#[test]
fn games_are_annotated() {
    let folder = Folder::new();
    let games = "[Event \"Scholar\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n\
                 1. e4 {best by test} e5 2. Qh5 (2. Nf3 Nc6) Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n\n\
                 [Event \"Broken\"]\n\n1. e4 e5 2. Ke3 *\n\n[Event \"Short\"]\n\n1. d4 *\n";
    let file = folder.with("games.pgn", games.as_bytes());
    let (out, found) = (folder.file("out.pgn"), folder.file("out.json"));
    let arguments =
        ["annotate", &file, "--nodes", "3000", "--jobs", "2", "--out", &out, "--json", &found];
    let (code, stdout, stderr) = secateur(&arguments);
    assert!(code == Some(1) && stdout.is_empty(), "{stdout}{stderr}");
    assert!(stderr.contains("game 2: move 2. 'Ke3' is not legal here"), "{stderr}");
    assert!(stderr.contains("game 1: A ") && stderr.contains("1 ??"), "{stderr}");
    let pgn = std::fs::read_to_string(&out).expect("the file exists").replace('\n', " ");
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
    // One job gives the same result, and without --out the games go to standard output.
    let (_, stdout, _) = secateur(&["annotate", &file, "--nodes", "3000"]);
    let pgn = std::fs::read_to_string(&out).expect("the file exists");
    assert_eq!(stdout, pgn);
    // If JSON goes to standard output, the games go to standard error.
    let (_, stdout, stderr) = secateur(&["annotate", &file, "--nodes", "3000", "--json"]);
    assert!(serde_json::from_str::<Value>(&stdout).is_ok_and(|found| found.is_array()), "{stdout}");
    assert!(stderr.contains(&pgn), "{stderr}");
}

#[cfg(unix)]
#[test]
fn annotate_resumes_after_an_interruption() {
    use std::path::Path;
    let folder = Folder::new();
    let games: String = (0..30)
        .map(|number| format!("[Round \"{number}\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n"))
        .collect();
    let file = folder.with("games.pgn", games.as_bytes());
    let (whole, out, partial) =
        (folder.file("whole.pgn"), folder.file("out.pgn"), folder.file("out.pgn.partial"));
    let annotate = |out: &str, more: &[&str]| {
        let arguments = ["annotate", file.as_str(), "--nodes", "5000", "--out", out];
        program(BINARY)
            .args(arguments)
            .args(more)
            .stderr(std::process::Stdio::piped())
            .spawn()
            .expect("the binary starts")
    };
    assert_eq!(finish(annotate(&whole, &[])).0, Some(0));
    let mut child = annotate(&out, &[]);
    let kept = || std::fs::read_to_string(&partial).unwrap_or_default().lines().count();
    let deadline = std::time::Instant::now() + std::time::Duration::from_secs(60);
    while kept() < 4 && std::time::Instant::now() < deadline {
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    crate::signal::signal(&mut child, "-INT");
    let (code, _, stderr) = finish(child);
    assert!(
        code == Some(130) && stderr.contains(" of 30 games; --resume continues from"),
        "{code:?} {stderr}"
    );
    assert!(!Path::new(&out).exists() && kept() >= 4);
    let (code, _, stderr) = finish(annotate(&out, &[]));
    assert!(code == Some(2) && stderr.contains("--restart discards it"), "{code:?} {stderr}");
    let (code, _, stderr) = finish(annotate(&out, &["--resume", "--hash", "1"]));
    assert!(
        code == Some(2) && stderr.contains("other games, limits or program"),
        "{code:?} {stderr}"
    );
    let before = kept() - 1;
    let (code, _, stderr) = finish(annotate(&out, &["--resume", "--jobs", "2"]));
    assert_eq!(code, Some(0), "{stderr}");
    assert_eq!(
        stderr.lines().filter(|line| line.starts_with("game ")).count(),
        30 - before,
        "no game twice"
    );
    assert_eq!(
        std::fs::read(&out).expect("the file exists"),
        std::fs::read(&whole).expect("the file exists")
    );
    assert!(!Path::new(&partial).exists());
    for more in [&["--resume"][..], &["--resume", "--hash", "1"]] {
        let (code, _, stderr) = finish(annotate(&out, more));
        assert!(
            code == Some(2) && stderr.contains("out.pgn.partial to resume"),
            "{code:?} {stderr}"
        );
        assert_eq!(
            std::fs::read(&out).expect("the file exists"),
            std::fs::read(&whole).expect("the file exists")
        );
        assert!(!Path::new(&partial).exists());
    }
}

#[test]
fn a_dash_is_standard_input() {
    let positions = "4k3/8/8/8/8/8/4P3/4K3 w - - id \"a\";\r4k3/8/8/8/8/8/8/4K2R w K -\r";
    let (code, stdout) = run_with_stdin(positions, &["analyse", "-", "--depth", "1", "--json"]);
    assert_eq!((code, stdout.lines().count()), (Some(0), 2), "{stdout}");
    let (code, stdout) = run_with_stdin(positions, &["epd", "-", "--depth", "1"]);
    assert!(code == Some(0) && stdout.contains("-: solved 0 of 0"), "{stdout}");
    let (code, stdout) =
        run_with_stdin("1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0\n", &["annotate", "-", "--depth", "1"]);
    assert!(code == Some(0) && stdout.contains("3. Qxe5#"), "{stdout}");
    let (code, stdout) = run_with_stdin(
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D2 400\n",
        &["perft", "--suite", "-"],
    );
    assert!(code == Some(0) && stdout.contains("400"), "{stdout}");
    let (code, stdout) = run_with_stdin("", &["epd", "-", "--depth", "1"]);
    assert_eq!((code, stdout.as_str()), (Some(2), ""));
}

/// Exit code and standard output of a command that reads this from standard input.
fn run_with_stdin(text: &str, arguments: &[&str]) -> (Option<i32>, String) {
    use std::io::Write;
    use std::process::Stdio;
    let mut command = program(BINARY);
    let piped =
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = piped.spawn().expect("the binary starts");
    child.stdin.take().expect("piped").write_all(text.as_bytes()).expect("standard input is open");
    let (code, stdout, _) = finish(child);
    (code, stdout)
}

/// The node limit may end the search between two lines of an iteration.
#[test]
fn multipv_lines_begin_with_different_moves() {
    for nodes in ["7000", "9000", "20000"] {
        let (_, stdout, _) =
            secateur(&["analyse", ITALIAN, "--multipv", "3", "--nodes", nodes, "--json"]);
        let found: Value = serde_json::from_str(&stdout).expect("JSON");
        let firsts: Vec<&str> =
            (0..3).filter_map(|line| found["lines"][line]["pv"][0].as_str()).collect();
        assert!(
            firsts.len() == 3 && (1..3).all(|line| !firsts[..line].contains(&firsts[line])),
            "{nodes}: {stdout}"
        );
        assert_eq!(
            (&found["best"], &found["score"]),
            (&firsts[0].into(), &found["lines"][0]["score"]),
            "{nodes}: {stdout}"
        );
    }
}

/// Exit code and output of a command that gets Ctrl-C after two seconds.
#[cfg(unix)]
fn interrupted(arguments: &[&str]) -> crate::program::Outcome {
    use std::process::Stdio;
    let mut child = program(BINARY)
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    std::thread::sleep(std::time::Duration::from_secs(2));
    crate::signal::signal(&mut child, "-INT");
    finish(child)
}

#[cfg(unix)]
#[test]
fn an_interrupted_command_prints_its_result_so_far() {
    let folder = Folder::new();
    let page = folder.file("tree.html");
    for arguments in [
        &["analyse", ITALIAN, "--time", "1h"][..],
        &["perft", "12"],
        &["tree", ITALIAN, "--time", "1h", "--out", &page],
    ] {
        let (code, stdout, stderr) = interrupted(arguments);
        assert_eq!(code, Some(130), "{arguments:?}: {stdout}{stderr}");
        assert!(stderr.contains("secateur: interrupted "), "{arguments:?}: {stderr}");
        let is_partial = stdout.contains(" nodes, ") || stdout.contains("depth 12 (incomplete): ");
        assert!(is_partial, "{arguments:?}: {stdout}");
    }
    assert!(
        std::fs::read_to_string(&page).expect("the file exists").contains("content=\"Secateur")
    );
}

#[cfg(unix)]
#[test]
fn an_interrupted_perft_prints_its_results_and_ends_the_other_engine() {
    use std::process::Stdio;
    let folder = Folder::new();
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let suite = format!("{start} ;D1 20\n{start} ;D1 20 ;D14 1\n");
    let suite = folder.with("suite.epd", suite.as_bytes());
    let engine = folder.engine("busy", "echo $$ >\"$0.pid\"; exec sleep 60");
    let pid = folder.file("busy.pid");
    for (arguments, printed, reported) in [
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
        let (code, stdout, stderr) = interrupted(arguments);
        assert_eq!(code, Some(130), "{stdout}{stderr}");
        assert!(stdout.starts_with(printed), "{stdout}");
        assert_eq!(stderr, reported);
    }
    let pid = std::fs::read_to_string(pid).expect("the other engine has started");
    let is_alive =
        std::process::Command::new("kill").args(["-0", pid.trim()]).stderr(Stdio::null()).status();
    assert!(is_alive.is_ok_and(|status| !status.success()), "the other engine still runs");
}

/// `--engine self` gives the same results as a run without `--engine`.
#[test]
fn engine_self_analyses_and_annotates_with_secateur() {
    let found = |more: &[&str]| {
        let analyse = ["analyse", "startpos", "--depth", "6", "--json"];
        let (code, stdout, stderr) = secateur(&[&analyse[..], more].concat());
        assert_eq!(code, Some(0), "{stderr}");
        let found: Value = serde_json::from_str(&stdout).expect("JSON");
        (found["best"].clone(), found["nodes"].clone())
    };
    assert_eq!(found(&[]), found(&["--engine", "self"]));
    assert_eq!(
        found(&["--preset", "papers"]),
        found(&["--preset", "papers", "--engine", "self", "--option", "Hash=16"])
    );
    for (option, reason) in [
        ("MultiPV=2", "--option MultiPV: Secateur takes only Hash and Threads"),
        ("Hash=abc", "Secateur accepts an integer from 1 to 33554432"),
    ] {
        let analyse = ["analyse", "startpos", "--depth", "1", "--engine", "self"];
        let (code, stdout, stderr) = secateur(&[&analyse[..], &["--option", option]].concat());
        assert!(code == Some(2) && stdout.is_empty() && stderr.contains(reason), "{stderr}");
    }
    let folder = Folder::new();
    let pgn = folder.with("game.pgn", b"1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n");
    let annotate = ["annotate", &pgn, "--nodes", "2000"];
    let own = secateur(&[&annotate[..], &["--engine", "self"]].concat());
    assert_eq!((own.0, own.1), (Some(0), secateur(&annotate).1), "{}", own.2);
    for eval in ["material", "/nope"] {
        let (code, stdout, stderr) =
            secateur(&[&annotate[..], &["--engine", BINARY, "--eval", eval]].concat());
        assert!(code == Some(2) && stdout.is_empty(), "{stdout}");
        assert!(stderr.contains("--eval is for Secateur"), "{stderr}");
    }
}

#[cfg(unix)]
#[test]
fn an_illegal_move_of_an_engine_is_reported() {
    let folder = Folder::new();
    let engine = folder.engine("illegal", "echo bestmove z9z9");
    let (code, stdout, stderr) =
        secateur(&["analyse", "startpos", "--depth", "1", "--engine", &engine]);
    let reason = format!("{engine} answered with the illegal move 'z9z9' in rnbqkbnr/pppppppp");
    assert!(code == Some(2) && stdout.is_empty() && stderr.contains(&reason), "{stderr}");
}

/// A value that the other engine does not accept is refused before the search.
#[test]
fn analyse_refuses_values_that_an_engine_does_not_declare() {
    for option in ["Hash=abc", "Threads=0"] {
        let analyse = ["analyse", "startpos", "--depth", "1", "--engine", BINARY];
        let (code, stdout, stderr) = secateur(&[&analyse[..], &["--option", option]].concat());
        let reason = format!("--option {option}: Secateur");
        assert!(code == Some(2) && stdout.is_empty() && stderr.contains(&reason), "{stderr}");
    }
}

/// The other engine is Secateur too, started as a UCI engine.
#[test]
fn another_engine_analyses_and_annotates() {
    let mate = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";
    let (code, stdout, stderr) = secateur(&[
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
    assert_eq!(code, Some(0), "{stderr}");
    let found: Value = serde_json::from_str(&stdout).expect("JSON");
    assert_eq!((&found["best"], &found["score"]["mate"]), (&"a1a8".into(), &1.into()), "{stdout}");
    assert_eq!(found["lines"].as_array().map(Vec::len), Some(2), "{stdout}");
    let folder = Folder::new();
    let pgn = folder.with("game.pgn", b"1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n");
    let annotate = ["annotate", &pgn, "--nodes", "3000"];
    let other = secateur(&[&annotate[..], &["--engine", BINARY]].concat());
    assert_eq!(other.0, Some(0), "{}", other.2);
    assert!(other.1.contains("Nf6 $4") && other.1.contains("[%eval #1]"), "{}", other.1);
    let annotator = format!("[Annotator \"{}\"]", secateur::version::full_name());
    assert!(other.1.contains(&annotator), "{}", other.1);
    let exits = format!("{BINARY} --version");
    for (engine, reason) in
        [("/no/such/engine", "cannot start"), (exits.as_str(), "exited before it answered")]
    {
        let (code, _, stderr) = secateur(&["analyse", mate, "--depth", "1", "--engine", engine]);
        assert!(code == Some(2) && stderr.contains(reason), "{stderr}");
    }
}

/// The reported reason includes the last message of the engine.
#[cfg(unix)]
#[test]
fn games_finished_before_an_engine_dies_are_printed() {
    let folder = Folder::new();
    let dies =
        "n=$((n+1)); [ $n -gt 2 ] && { echo 'no libfoo.so' >&2; exit 3; }; echo 'bestmove (none)'";
    let engine = folder.engine("dying", dies);
    let pgn = folder.with("games.pgn", b"[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. d4 *\n");
    let annotate = ["annotate", &pgn, "--depth", "1", "--engine", &engine];
    let (code, stdout, stderr) = secateur(&annotate);
    assert_eq!(code, Some(2), "{stderr}");
    assert!(stdout.contains("[Event \"a\"]") && !stdout.contains("[Event \"b\"]"), "{stdout}");
    assert!(stderr.contains("(exit status: 3: no libfoo.so)"), "{stderr}");
    let out = folder.path().join("out.pgn").display().to_string();
    let (_, _, stderr) = secateur(&[&annotate[..], &["--out", &out]].concat());
    assert!(stderr.contains("--resume continues from"), "{stderr}");
}

#[cfg(unix)]
#[test]
fn a_time_beyond_the_range_of_the_clock_sets_no_deadline() {
    let folder = Folder::new();
    let engine =
        folder.engine("quick", "echo 'info depth 1 score cp 5 pv e2e4'; echo bestmove e2e4");
    let (code, stdout, stderr) =
        secateur(&["analyse", "startpos", "--time", "1.8e19", "--engine", &engine]);
    assert!(code == Some(0) && stdout.contains("e4"), "{stdout}{stderr}");
}
