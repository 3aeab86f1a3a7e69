//! Suites solved by other engines (`epd --engine`): options, interruptions, faulty engines.

use crate::BINARY;
use crate::epd_command::{SuiteFolder, start_slowly, wait_for_results};
use crate::program::{program, run, write_engine};
use serde_json::Value;

/// The second engine is Secateur as an external engine. A killed and resumed run gives the same
/// results.
#[test]
fn a_run_with_two_engines_resumes_after_a_kill() {
    let folder = SuiteFolder::new();
    let run = format!(
        "bratko-kopec --nodes 3000 --engine self --engine {BINARY} --option 2:UCI_ShowWDL=true"
    );
    let out = folder.solve(&format!("{run} --json whole.json --csv whole.csv"));
    let whole = folder.json("whole.json");
    assert_eq!(whole["settings"]["engines"].as_array().map(Vec::len), Some(2));
    assert_eq!(whole["positions"].as_array().map(Vec::len), Some(48));
    assert_eq!(folder.text("whole.csv").lines().count(), 49);
    let rows: Vec<&str> = out.lines().filter(|line| line.starts_with("BK.")).collect();
    assert_eq!(rows.len(), 24, "{out}");
    let moves = |row: &str| -> Vec<String> {
        let words: Vec<&str> = row.split_whitespace().collect();
        [words[2], words[6]].map(str::to_owned).to_vec()
    };
    // Both engines are the same program, so they play the same moves.
    assert!(rows.iter().all(|row| moves(row)[0] == moves(row)[1]), "{out}");
    assert_eq!(out.lines().filter(|line| line.contains(": solved ")).count(), 2, "{out}");

    let mut child = start_slowly(&folder, &format!("{run} --json broken.json"));
    wait_for_results(&folder, "broken.json.partial");
    child.kill().and_then(|()| child.wait()).expect("killed");
    assert!(!folder.path().join("broken.json").exists(), "the run ended before the kill");
    let again = folder.solve(&format!("{run} --json broken.json --resume"));
    let judged = |out: &str| -> Vec<Vec<String>> {
        out.lines().filter(|line| line.starts_with("BK.")).map(moves).collect()
    };
    assert_eq!(judged(&out), judged(&again));
    let verdicts = |name: &str| -> Vec<Value> {
        folder
            .positions(name)
            .iter()
            .map(|p| serde_json::json!([p["played"], p["solved"]]))
            .collect()
    };
    assert_eq!(verdicts("whole.json"), verdicts("broken.json"));
}

#[test]
fn invalid_engines_and_options_are_rejected() {
    let folder = SuiteFolder::new();
    for (arguments, reason) in [
        ("--engine /no/such/engine".to_owned(), "cannot start /no/such/engine"),
        (
            format!("--engine {BINARY} --option Hsah=8"),
            "has no option 'Hsah'; did you mean 'Hash'?",
        ),
        (format!("--engine {BINARY} --option Hash"), "not of the form NAME=VALUE"),
        ("--option Hash=8".to_owned(), "required arguments were not provided"),
        (
            format!("--engine {BINARY} --engine {BINARY} --option 2:Hsah=8"),
            "has no option 'Hsah'; did you mean 'Hash'?",
        ),
        (
            format!("--engine {BINARY} --option 2:Hash=8"),
            "--option 2:Hash: there is no engine 2 of 1",
        ),
        (
            format!("--engine {BINARY} --engine self --option 2:MultiPV=8"),
            "engine 2 is Secateur, which takes only",
        ),
        (format!("--engine {BINARY} --option 0:Hash=8"), "there is no engine 0 of 1"),
        ("--engine self --option MultiPV=3".to_owned(), "engine 1 is Secateur, which takes only"),
        ("--engine self --option Foo=1".to_owned(), "engine 1 is Secateur, which takes only"),
        ("--engine self --option =abc".to_owned(), "engine 1 is Secateur, which takes only"),
        (
            format!("--engine {BINARY} --engine self --option MultiPV=2"),
            "--option MultiPV: engine 2 is Secateur, which takes only",
        ),
        (
            "--engine self --option hash=abc".to_owned(),
            "--option Hash=abc: Secateur accepts an integer from 1 to 33554432",
        ),
        (
            "--engine self --option Threads=0".to_owned(),
            "--option Threads=0: Secateur accepts an integer from 1 to 1024",
        ),
    ] {
        let (code, out, error) = folder.run(&format!("wac --first 1 --depth 1 {arguments}"));
        assert!(code == Some(2) && error.contains(reason), "{arguments}: {error}");
        assert!(out.is_empty() && !error.contains("panicked"), "{out}");
    }
}

/// A value outside the declared range is refused before the engine gets it.
#[test]
fn invalid_option_values_are_rejected() {
    let folder = SuiteFolder::new();
    for (option, range) in [
        ("Hash=abc", "accepts an integer from 1 to 33554432"),
        ("Hash=99999999", "accepts an integer from 1 to 33554432"),
        ("Threads=abc", "accepts an integer from 1 to 1024"),
        ("UCI_Elo=7", "accepts an integer from 400 to "),
        ("Ponder=maybe", "accepts true or false"),
    ] {
        for number in ["", "1:"] {
            let (code, out, error) = folder.run(&format!(
                "wac --first 1 --depth 1 --engine {BINARY} --option {number}{option}"
            ));
            let expected = format!("--option {option}: Secateur");
            assert!(error.contains(&expected) && error.contains(range), "{option}: {error}");
            assert!(code == Some(2) && out.is_empty(), "{option}: {out}");
        }
    }
    folder.solve(&format!("wac --first 1 --depth 1 --engine {BINARY} --option Ponder=TRUE"));
}

/// `--engine self` accepts Hash and Threads, with and without the number of the engine.
#[test]
fn options_apply_to_secateur_too() {
    let folder = SuiteFolder::new();
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    folder.write("start.epd", &format!("{start} id \"start\";\n"));
    let nodes = |arguments: &str| -> Vec<Value> {
        folder.solve(&format!("start.epd --depth 15 {arguments} --json a.json"));
        folder.positions("a.json").iter().map(|position| position["nodes"].clone()).collect()
    };
    let small = nodes("--hash 1");
    assert_ne!(small, nodes(""), "a small table changes the search");
    assert_eq!(small, nodes("--engine self --option Hash=1"));
    assert_eq!(small, nodes("--engine self --option 1:Hash=1"));
    let both =
        nodes(&format!("--engine self --engine {BINARY} --option hash=1 --option Threads=1"));
    assert_eq!((&both[..1], both.len()), (&small[..], 2));
    let engines = &folder.json("a.json")["settings"]["engines"];
    let options = serde_json::json!(["hash=1", "Threads=1"]);
    assert_eq!([&engines[0]["options"], &engines[1]["options"]], [&options, &options]);
}

#[test]
fn settings_of_secateur_are_rejected_for_other_engines() {
    let folder = SuiteFolder::new();
    for (setting, reason) in [
        ("--preset bare", "--preset and --set are for Secateur"),
        ("--set null-move.mode=off", "--preset and --set are for Secateur"),
        ("--eval material", "--eval is for Secateur"),
        ("--eval /nope", "--eval is for Secateur"),
    ] {
        let run = format!("wac --first 1 --depth 1 --engine {BINARY} {setting}");
        let (code, out, error) = folder.run(&run);
        assert!(code == Some(2) && out.is_empty() && error.contains(reason), "{setting}: {error}");
    }
    for setting in ["--preset bare", "--eval material"] {
        folder.solve(&format!("wac --first 1 --depth 1 --engine {BINARY} --engine self {setting}"));
    }
}

/// An option with a number applies to that engine only, and is part of its name.
#[test]
fn an_option_with_a_number_applies_to_one_engine() {
    let folder = SuiteFolder::new();
    let out = folder.solve(&format!(
        "wac --first 3 --depth 6 --engine {BINARY} --engine {BINARY} --engine {BINARY} \
         --option 2:MultiPV=3 --option Contempt=5 --json own.json"
    ));
    let engines = &folder.json("own.json")["settings"]["engines"];
    let options = |index: usize| engines[index]["options"].clone();
    let shared = serde_json::json!(["Contempt=5"]);
    let own = serde_json::json!(["MultiPV=3", "Contempt=5"]);
    assert_eq!([options(0), options(1), options(2)], [shared.clone(), own, shared]);
    let names: Vec<&str> = (0..3).filter_map(|index| engines[index]["name"].as_str()).collect();
    assert!(names[1].contains("MultiPV=3") && names[0] != names[2], "{names:?}");
    assert_eq!(out.lines().filter(|line| line.contains(": solved ")).count(), 3, "{out}");
    let positions = folder.positions("own.json");
    let nodes = |index| -> Vec<&Value> {
        positions.iter().skip(index).step_by(3).map(|position| &position["nodes"]).collect()
    };
    assert!(nodes(0) == nodes(2) && nodes(0).len() == 3, "{positions:?}");
    assert!(nodes(0).iter().zip(nodes(1)).all(|(one, three)| *one != three), "{positions:?}");
}

/// The journal keeps the positions solved before.
#[test]
fn an_engine_that_exits_ends_the_run_without_loss_of_results() {
    let folder = SuiteFolder::new();
    let on_go = "n=$((n+1)); [ $n -gt 2 ] && exit; echo 'bestmove (none)'";
    write_engine(&folder.path().join("dying"), on_go);
    let (code, _, error) = folder.run("wac --first 5 --depth 1 --engine ./dying --json a.json");
    assert!(code == Some(2) && error.contains("exited before it answered 'go"), "{error}");
    assert_eq!(folder.text("a.json.partial").lines().count(), 3, "two results and the settings");
}

#[test]
fn an_illegal_move_of_an_engine_ends_the_run() {
    let folder = SuiteFolder::new();
    folder.write("a.epd", "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8; id \"back rank\";\n");
    for illegal in ["z9z9", "a1h8", "e2e4"] {
        write_engine(&folder.path().join("illegal"), &format!("echo bestmove {illegal}"));
        let (code, _, error) = folder.run("a.epd --depth 1 --engine ./illegal");
        let reason = format!(
            "back rank: ./illegal answered with the illegal move '{illegal}' in \
             6k1/5ppp/8/8/8/8/8/R5K1 w"
        );
        assert!(code == Some(2) && error.contains(&reason), "{error}");
    }
    write_engine(&folder.path().join("resigning"), "echo 'bestmove (none)'");
    assert!(folder.solve("a.epd --depth 1 --engine ./resigning").contains("failed"));
}

#[test]
fn results_that_cannot_be_used_are_reported() {
    let folder = SuiteFolder::new();
    folder.write("a.epd", "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8;\n");
    folder.write("b.epd", "6k1/5ppp/8/8/8/8/8/R5K1 b - - bm Kf8;\n");
    for name in ["a", "b"] {
        folder.solve(&format!("{name}.epd --depth 2 --json {name}.json"));
    }
    let (code, _, error) = folder.run("compare a.json b.json");
    let expected = "a.json and b.json have no position in common";
    assert!(code == Some(2) && error.contains(expected), "{error}");
    let (code, _, error) = folder.run("wac --depth 1 --first 1 --shard 2/2");
    assert!(code == Some(0) && error.contains("this shard has no positions"), "{error}");
    let (code, _, error) = folder.run("openings --first 1 --depth 1");
    let expected = "no position has a solution (bm, am or dm)";
    assert!(code == Some(0) && error.contains(expected), "{error}");
}

#[test]
fn an_engine_that_exits_is_reported() {
    let folder = SuiteFolder::new();
    folder.write("a.epd", "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8;\n");
    let engine = format!("{BINARY} --version");
    let mut command = program(BINARY);
    command.current_dir(folder.path()).args(["epd", "a.epd", "--depth", "1", "--engine", &engine]);
    let (code, _, error) = run(&mut command);
    let is_reported = error.contains("exited before it answered 'uci'");
    assert!(code == Some(2) && is_reported, "{error}");
}
