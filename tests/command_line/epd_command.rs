//! Tests of `epd`: options, goals, exit codes, invalid input.

use crate::BINARY;
use crate::program::{Outcome, finish, program};
use serde_json::Value;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Time limit of a wait, also on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(60);

/// A temporary folder with a link to the suites. `Drop` removes it.
pub(crate) struct SuiteFolder(TempDir);

impl SuiteFolder {
    pub(crate) fn new() -> SuiteFolder {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let suites = Path::new(env!("CARGO_MANIFEST_DIR")).join("epd");
        std::os::unix::fs::symlink(suites, folder.path().join("epd")).expect("a link");
        SuiteFolder(folder)
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn start(&self, arguments: &str) -> Child {
        let mut command = program(BINARY);
        command.current_dir(self.path()).arg("epd").args(arguments.split_whitespace());
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the binary starts")
    }

    pub(crate) fn run(&self, arguments: &str) -> Outcome {
        finish(self.start(arguments))
    }

    /// Standard output of a run that must succeed.
    pub(crate) fn solve(&self, arguments: &str) -> String {
        let (code, out, error) = self.run(arguments);
        assert_eq!(code, Some(0), "{arguments}: {out}{error}");
        out
    }

    pub(crate) fn text(&self, name: &str) -> String {
        std::fs::read_to_string(self.path().join(name))
            .unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        std::fs::write(self.path().join(name), text).expect("written");
    }

    pub(crate) fn json(&self, name: &str) -> Value {
        serde_json::from_str(&self.text(name)).expect("JSON")
    }

    /// The positions of a result without the times, which differ from run to run.
    pub(crate) fn positions(&self, name: &str) -> Vec<Value> {
        let mut positions = self.json(name)["positions"].as_array().expect("a list").clone();
        for position in &mut positions {
            assert!(
                position["seconds"].as_f64().is_some_and(|seconds| seconds > 0.0),
                "{position}"
            );
            position["seconds"].take();
            if let Some(seconds) = position["effort_to_solution"].get_mut("seconds") {
                seconds.take();
            }
        }
        positions
    }
}

/// Solved positions, judged positions and nodes of a last line
/// `NAME: solved S of P (x %), N nodes, T s`.
pub(crate) fn sums(line: &str, name: &str) -> (u64, u64, u64) {
    let rest =
        line.strip_prefix(&format!("{name}: solved ")).unwrap_or_else(|| panic!("{name}: {line}"));
    let words: Vec<&str> = rest.split_whitespace().collect();
    let [solved, "of", judged, percent, "%),", nodes, "nodes,", seconds, "s"] = words[..] else {
        panic!("{line}")
    };
    assert!(percent.starts_with('(') && seconds.parse::<f64>().is_ok(), "{line}");
    let number = |text: &str| text.parse().expect("a number");
    (number(solved), number(judged), number(nodes))
}

pub(crate) fn last(out: &str) -> &str {
    out.lines().last().unwrap_or_default()
}

#[test]
fn a_suite_is_solved_line_by_line() {
    let folder = SuiteFolder::new();
    let out = folder.solve("epd/wac.epd --nodes 3000 --first 4");
    let lines: Vec<&str> = out.lines().collect();
    for (line, number) in lines[..4].iter().zip(1..) {
        assert!(line.starts_with(&format!("WAC.00{number}                  ")), "{line}");
        assert!(line[25..].starts_with("solved ") || line[25..].starts_with("failed "), "{line}");
        assert_eq!(line[25..].starts_with("solved "), line.contains("found after"), "{line}");
    }
    assert!(lines[5].starts_with("suite ") && lines[6].starts_with("epd/wac.epd "), "{out}");
    let (solved, judged, nodes) = sums(last(&out), "epd/wac.epd");
    assert_eq!(
        (solved as usize, judged),
        (lines[..4].iter().filter(|line| line.contains(" solved ")).count(), 4)
    );
    assert!((4..=12_100).contains(&nodes) && solved > 0, "{out}");
}

#[test]
fn several_suites_have_a_line_each_and_a_total() {
    let folder = SuiteFolder::new();
    let out = folder.solve("epd/hardzugs.epd epd/sts.epd epd/mates.epd --depth 3 --first 3");
    let line = |name: &str| {
        let beginning = format!("{name}: solved ");
        sums(
            out.lines()
                .find(|line| line.starts_with(&beginning))
                .unwrap_or_else(|| panic!("{name}: {out}")),
            name,
        )
    };
    let parts = ["epd/hardzugs.epd", "epd/sts.epd", "epd/mates.epd"].map(line);
    let total = sums(last(&out), "total");
    assert_eq!(total.0, parts.iter().map(|part| part.0).sum::<u64>());
    assert_eq!((total.1, total.2), (9, parts.iter().map(|part| part.2).sum::<u64>()));
    let row =
        out.lines().find(|line| line.starts_with("epd/sts.epd  ")).expect("a row of the table");
    assert!(row.contains("/30 "), "points: {row}");
    assert_eq!(out.lines().filter(|line| line.contains(" of 10 points")).count(), 3, "{out}");
}

#[test]
fn every_setting_is_applied_and_recorded() {
    let folder = SuiteFolder::new();
    folder.solve(
        "epd/zugts.epd --time 0.05 --nodes 5000 --depth 4 --threads 2 --hash 4 --multipv 2 \
         --jobs 2 --first 3 --id ZPTS.[0-9]*[13579]$ \
         --preset papers --set null-move.reduction=2 --json a.json --csv a.csv",
    );
    let json = folder.json("a.json");
    let settings = &json["settings"];
    for (key, expected) in [
        ("seconds", Value::from(0.05)),
        ("nodes", Value::from(5000)),
        ("depth", Value::from(4)),
        ("threads", Value::from(2)),
        ("hash", Value::from(4)),
        ("multipv", Value::from(2)),
        ("jobs", Value::from(2)),
        ("first", Value::from(3)),
        ("id", Value::from("ZPTS.[0-9]*[13579]$")),
        ("techniques", Value::from("papers null-move.reduction=2")),
        ("version", Value::from(env!("CARGO_PKG_VERSION"))),
        ("shard", Value::Null),
    ] {
        assert_eq!(settings[key], expected, "{key}");
    }
    assert!(settings["processor"].is_string() && settings["commit"].is_string());
    assert_eq!(settings["suites"][0]["name"], "epd/zugts.epd");
    let positions = json["positions"].as_array().expect("a list");
    assert_eq!(
        positions.iter().map(|p| &p["id"]).collect::<Vec<_>>(),
        ["ZPTS.01", "ZPTS.03", "ZPTS.05"]
    );
    let first = &positions[0];
    assert_eq!(first["fen"], "8/8/1p1r1k2/p1pPN1p1/P3KnP1/1P6/8/3R4 b - - 0 1");
    assert_eq!((&first["expected"], &first["number"]), (&Value::from("bm Nxd5"), &Value::from(1)));
    assert!(first["depth"].as_u64().is_some_and(|depth| depth <= 4) && first["played"].is_string());
    let csv = folder.text("a.csv");
    assert_eq!(csv.lines().count(), 4);
    assert!(
        csv.lines().nth(1).is_some_and(|row| row.starts_with("epd/zugts.epd,ZPTS.01,")),
        "{csv}"
    );
    assert!(!folder.path().join("a.json.partial").exists(), "no journal remains");
}

#[test]
fn all_kinds_of_goals_are_judged() {
    let folder = SuiteFolder::new();
    folder.write(
        "goals.epd",
        "# every kind\n\
         6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8; id \"best\";\n\
         6k1/5ppp/8/8/8/8/8/R5K1 w - - am Ra8+; id \"avoid\";\n\
         \n\
         6k1/5ppp/8/8/8/8/8/R5K1 w - - dm 1; id \"mate\";\n\
         6k1/5ppp/8/8/8/8/8/R5K1 w - - c0 \"Ra8=10, Kf2=3\"; id \"points\";\n\
         6k1/5ppp/8/8/8/8/8/R5K1 w - - c7 \"Kf2 Ra1-a8\"; c8 \"3 10\"; id \"lists\";\n\
         6k1/5ppp/8/8/8/8/8/R5K1 w - -\n\
         7k/5Q2/6K1/8/8/8/8/8 b - - bm Kg8; id \"stalemate, not quite\"\n",
    );
    let (code, out, error) = folder.run("goals.epd --depth 3");
    assert_eq!(code, Some(2), "{out}");
    assert!(error.contains("goals.epd:9: bm: 'Kg8' is not legal here"), "{error}");
    folder.write("goals.epd", folder.text("goals.epd").rsplit_once("7k/").expect("the bad line").0);
    let out = folder.solve("goals.epd --depth 3");
    let verdicts: Vec<Vec<&str>> =
        out.lines().take(6).map(|line| line.split_whitespace().take(2).collect()).collect();
    let expected = [
        ["best", "solved"],
        ["avoid", "failed"],
        ["mate", "solved"],
        ["points", "solved"],
        ["lists", "solved"],
        ["#6", "-"],
    ];
    assert_eq!(verdicts, expected.map(|pair| pair.to_vec()), "{out}");
    assert_eq!(out.matches(" 10 of 10 points").count(), 2, "{out}");
    let (solved, judged, _) = sums(last(&out), "goals.epd");
    assert_eq!((solved, judged), (4, 5));
}

#[test]
fn jobs_change_neither_order_nor_result() {
    let folder = SuiteFolder::new();
    let arguments = "epd/wac.epd epd/hardzugs.epd --nodes 2000 --first 12 --json";
    let one = folder.solve(&format!("{arguments} one.json"));
    let two = folder.solve(&format!("{arguments} two.json --jobs 3"));
    assert_eq!(folder.positions("one.json"), folder.positions("two.json"));
    let names = |out: &str| -> Vec<String> {
        out.lines()
            .take(17)
            .filter_map(|line| line.split_whitespace().next())
            .map(str::to_owned)
            .collect()
    };
    assert_eq!(names(&one), names(&two));
    assert_eq!(names(&two)[..2], ["WAC.001", "WAC.002"]);
}

#[test]
fn the_exit_code_shows_whether_enough_are_solved() {
    let folder = SuiteFolder::new();
    folder.solve("epd/wac.epd --depth 1 --first 3");
    let out = folder.solve("epd/mates.epd --nodes 5000 --first 2 --require 0");
    assert_eq!(sums(last(&out), "epd/mates.epd").1, 2);
    let (code, out, error) = folder.run("epd/wac.epd --depth 1 --first 3 --require 4");
    assert!(code == Some(1) && error.ends_with(" solved, 4 required\n"), "{code:?} {error}");
    assert_eq!(sums(last(&out), "epd/wac.epd").1, 3, "the last line is printed");
}

/// Arguments of a run long enough to be interrupted. The caller appends the name of the result.
pub(crate) const LONG: &str = "epd/wac.epd --nodes 20000 --first 48 --json";

/// Starts a run that the test interrupts or kills. Its low priority keeps it far from its end until
/// then.
pub(crate) fn start_slowly(folder: &SuiteFolder, arguments: &str) -> Child {
    let mut command = program("nice");
    command.current_dir(folder.path()).args(["-n", "5", BINARY, "epd"]);
    command.args(arguments.split_whitespace());
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the binary starts")
}

/// Waits until the journal of a run has at least four lines, and returns its lines.
pub(crate) fn wait_for_results(folder: &SuiteFolder, partial: &str) -> Vec<String> {
    let deadline = Instant::now() + TIMEOUT;
    loop {
        let text = std::fs::read_to_string(folder.path().join(partial)).unwrap_or_default();
        if text.lines().count() >= 4 {
            return text.lines().map(str::to_owned).collect();
        }
        assert!(Instant::now() < deadline, "no results in {partial}");
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn gained_and_lost_positions_are_named() {
    let folder = SuiteFolder::new();
    let mates = "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8; id \"shared\";\n";
    folder.write("a.epd", &format!("{mates}8/8/8/8/8/8/8/K1k4R b - - bm Kd2; id \"old only\";\n"));
    let hard = folder
        .text("epd/wac.epd")
        .lines()
        .take(8)
        .map(|line| format!("{line}\n"))
        .collect::<String>();
    folder.write("b.epd", &format!("{hard}{mates}"));
    folder.solve("a.epd epd/wac.epd --depth 1 --json old.json --first 8");
    let out = folder.solve("b.epd --nodes 20000 --json new.json --compare old.json");
    let settings = "settings differ, before and after: depth: 1 and none; nodes: none and 20000";
    assert!(out.contains(settings), "{out}");
    assert!(
        out.contains("not compared: 1 position only in the old result, 0 only in the new one"),
        "{out}"
    );
    let solved = |name: &str| -> Vec<String> {
        let positions = folder.positions(name);
        let solved = positions.iter().filter(|position| position["solved"] == true);
        solved.filter_map(|position| position["id"].as_str().map(str::to_owned)).collect()
    };
    let (then, now) = (solved("old.json"), solved("new.json"));
    let gained: Vec<&String> = now.iter().filter(|id| !then.contains(id)).collect();
    assert!(!gained.is_empty(), "the deeper search solves more positions");
    let named = |word: &str| -> Vec<&str> {
        out.lines().filter_map(|line| line.strip_prefix(word)?.split_whitespace().next()).collect()
    };
    assert_eq!(named("gained "), gained);
    let again = folder.solve("compare old.json new.json --json changes.json");
    assert!(again.lines().count() > 2 && again.lines().all(|line| out.contains(line)), "{again}");
    let changes = folder.json("changes.json");
    assert_eq!(changes["gained"].as_array().map(Vec::len), Some(gained.len()));
    let solved_both = [&changes["solved_before"], &changes["solved_after"]].map(Value::as_u64);
    let [Some(before), Some(after)] = solved_both else { panic!("{changes}") };
    let summary = format!("{before} solved before, {after} after, {} gained, 0 lost", gained.len());
    assert!(out.contains(&summary) && after - before == gained.len() as u64, "{out}");
    // All n changes are gains, so the two-sided sign test gives p = 2 / 2^n.
    let p = changes["p"].as_f64().expect("a probability");
    assert!((p - 0.5_f64.powi(gained.len() as i32 - 1)).abs() < 1e-12, "{p}, {out}");
    let back = folder.solve("epd/wac.epd --depth 1 --first 8 --compare new.json");
    let lost: Vec<&str> = back
        .lines()
        .filter_map(|line| line.strip_prefix("lost ")?.split_whitespace().next())
        .collect();
    assert_eq!(lost, gained);
}

#[test]
fn invalid_inputs_are_reported_before_the_search() {
    let folder = SuiteFolder::new();
    folder.write(
        "bad.epd",
        "# fine\n6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8;\n6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Rb9;\n",
    );
    folder.write("fen.epd", "6k1/5ppp/8/8 w - - bm Ra8;\n");
    folder.write("points.epd", "6k1/5ppp/8/8/8/8/8/R5K1 w - - c7 \"Ra8 Kf2\"; c8 \"10\";\n");
    folder.write("empty.epd", "# nothing\n");
    for (arguments, expected) in [
        (
            "none.epd --depth 1",
            "there is no file or built-in suite 'none.epd'; `secateur epd --list` prints",
        ),
        ("epd --depth 1", "cannot read epd: Is a directory"),
        ("epd/wac.epd bad.epd --depth 1", "bad.epd:3: bm: 'Rb9' is not a move"),
        ("fen.epd --depth 1", "fen.epd:1: "),
        ("points.epd --depth 1", "points.epd:1: c8: 1 points for the 2 moves of c7"),
        ("empty.epd --depth 1", "empty.epd has no positions"),
        ("epd/wac.epd", "required arguments were not provided"),
        ("--depth 1", "required arguments were not provided"),
        ("epd/wac.epd --depth 0", "0 is not between 1 and 239"),
        ("epd/wac.epd --time 0", "not a time above zero"),
        ("epd/wac.epd --time soon", "not a time above zero"),
        ("epd/wac.epd --depth 1 --jobs 0", "0 is not between 1 and 1024"),
        ("epd/wac.epd --depth 1 --multipv 0", "0 is not between 1 and 218"),
        ("epd/wac.epd --depth 1 --id [", "unclosed character class"),
        ("epd/wac.epd --depth 1 --id ^ECM", "--id: no position matches '^ECM'"),
        ("epd/wac.epd --depth 1 --shard 3/2", "there is no shard 3 of 2"),
        ("epd/wac.epd --depth 1 --shard 0/2", "there is no shard 0 of 2"),
        ("epd/wac.epd --depth 1 --shard 1/0", "the number of shards must be at least 1"),
        ("epd/wac.epd --depth 1 --first 0", "must be at least 1"),
        ("epd/wac.epd --depth 1 --require -1", "must be at least 0"),
        ("epd/wac.epd --depth 1 --hash -1", "-1 is not between 1 and 33554432"),
        ("epd/wac.epd --nodes -5", "not a whole number above zero"),
        ("epd/wac.epd --nodes 99999999999999999999", "too large"),
        ("epd/wac.epd --depth 1 --shard half", "not of the form I/N"),
        ("epd/wac.epd --depth 1 --resume", "--resume and --restart need --json"),
        ("epd/wac.epd --depth 1 --json none/a.json", "there is no folder none"),
        ("epd/wac.epd --depth 1 --html epd", "cannot write epd: it is a folder"),
        ("epd/wac.epd --depth 1 --compare none.json", "cannot read none.json"),
        (
            "epd/wac.epd --depth 1 --compare empty.epd",
            "empty.epd is not a result of `secateur epd`",
        ),
        ("epd/wac.epd --depth 1 --preset best", "--preset: 'best' is none of"),
        ("merge", "required arguments were not provided"),
        ("merge none.json", "cannot read none.json"),
        ("compare none.json", "required arguments were not provided"),
        ("compare none.json none.json", "cannot read none.json"),
    ] {
        let (code, out, error) = folder.run(arguments);
        assert!(code == Some(2) && error.contains(expected), "{arguments}: {code:?} {error}");
        assert!(out.is_empty() && !error.contains("panicked"), "{arguments}: {out}");
    }
}

#[test]
fn a_suite_called_merge_can_be_solved() {
    let folder = SuiteFolder::new();
    folder.write("merge", "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8;\n");
    let out = folder.solve("./merge --depth 2");
    assert_eq!(sums(last(&out), "./merge").0, 1);
}

/// A line may end with a single carriage return, and opcodes may be in upper case.
#[test]
fn suites_are_read_completely_or_rejected() {
    let folder = SuiteFolder::new();
    let mate = "6k1/5ppp/8/8/8/8/8/R6K w - - bm Ra8#;";
    for end in ["\n", "\r\n", "\r"] {
        folder.write("a.epd", &[mate; 3].join(end));
        let out = folder.solve("a.epd --depth 1");
        assert_eq!(sums(last(&out), "a.epd").1, 3, "{end:?}: {out}");
    }
    folder.write("a.epd", &mate.replace("bm", "BM"));
    assert_eq!(sums(last(&folder.solve("a.epd --depth 1")), "a.epd").1, 1);
    for (odd, reason) in [
        ("bm ;", "bm names no move"),
        ("am ; bm Ra8", "am names no move"),
        ("bm Ra8; bm Ra7", "bm occurs twice"),
        ("bm Ra8; BM Ra7", "bm occurs twice"),
        ("bm Ra8; am Ra8", "bm and am both name Ra8#"),
    ] {
        folder.write("a.epd", &format!("{mate}\n\n{}", mate.replace("bm Ra8#", odd)));
        let (code, _, error) = folder.run("a.epd --depth 1");
        assert!(
            code == Some(2) && error.contains("a.epd:3: ") && error.contains(reason),
            "{odd}: {error}"
        );
    }
}

/// A run that skips lines has exit code 1.
#[test]
fn invalid_lines_are_reported_together_and_skipped_on_request() {
    let folder = SuiteFolder::new();
    let mate = "6k1/5ppp/8/8/8/8/8/R6K w - - bm Ra8 +; id \"back rank\";";
    folder.write("a.epd", &[mate, "no position", &mate.replace("Ra8", "Rb9"), mate].join("\n"));
    folder.write(
        "b.epd",
        &["6k1/5ppp/8/8/8/8/8/R6K w - - bm #1;", "6k1/5ppp/8/8/8/8/8/R6K w - - bm ;"].join("\n"),
    );
    let (code, out, error) = folder.run("a.epd b.epd --depth 3");
    assert!(code == Some(2) && out.is_empty(), "{out}");
    for expected in [
        "a.epd:2: ",
        "a.epd:3: bm: 'Rb9' is not a move",
        "b.epd:2: bm names no move",
        "--skip-bad",
        "3 lines cannot be read",
    ] {
        assert!(error.contains(expected), "{expected}: {error}");
    }
    let (code, out, error) = folder.run("a.epd b.epd --depth 3 --skip-bad --json a.json");
    assert!(
        code == Some(1)
            && error.contains("a.epd:2: ")
            && error.contains("3 lines could not be read"),
        "{error}"
    );
    assert_eq!((sums(last(&out), "total").0, sums(last(&out), "total").1), (3, 3), "{out}");
    let numbers: Vec<u64> = folder
        .positions("a.json")
        .iter()
        .map(|p| p["number"].as_u64().expect("a number"))
        .collect();
    assert_eq!(numbers, [1, 4, 1], "the other positions keep their numbers");
}

/// The suite has mates in two to five moves. The opcode `dm` sets the limit of `go mate`.
#[test]
fn every_mate_of_the_suite_is_found() {
    let folder = SuiteFolder::new();
    let out = folder.solve("epd/mates.epd --nodes 10000000 --jobs 2 --require 200");
    let (solved, judged, _) = sums(last(&out), "epd/mates.epd");
    assert_eq!((solved, judged), (200, 200));
}

#[test]
fn built_in_suites_are_found_by_name_in_any_folder() {
    let folder = SuiteFolder::new();
    let by_file = folder.solve("epd/wac.epd --nodes 500 --first 5");
    std::fs::remove_file(folder.path().join("epd")).expect("the link");
    std::fs::create_dir(folder.path().join("wac")).expect("a folder, which hides no suite");
    let by_name = folder.solve("wac --nodes 500 --first 5");
    let moves = |out: &str| -> Vec<String> {
        out.lines().take(5).map(|line| line.split_whitespace().take(3).collect()).collect()
    };
    assert_eq!(moves(&by_file), moves(&by_name));
    assert!(last(&by_name).starts_with("wac: solved "), "{by_name}");
    let list = folder.solve("--list");
    assert!(
        list.lines().count() >= 13 && list.contains("wac              300 positions"),
        "{list}"
    );
    let (code, _, error) = folder.run("bratko-kopek --depth 1");
    assert!(code == Some(2) && error.contains("did you mean 'bratko-kopec'?"), "{error}");
}

#[test]
fn a_failed_line_shows_the_expected_solution() {
    let folder = SuiteFolder::new();
    let mate = "6k1/5ppp/8/8/8/8/8/R5K1 w - -";
    folder.write("a.epd", &format!("{mate} bm Kf2 Kg2;\n{mate} am Ra8;\n{mate} bm Ra8;\n"));
    let out = folder.solve("a.epd --depth 3");
    let lines: Vec<&str> = out.lines().take(3).collect();
    assert!(
        lines[0].contains("failed Ra8#") && lines[0].ends_with("  expected Kf2 or Kg2"),
        "{out}"
    );
    assert!(lines[1].ends_with("  expected not Ra8#"), "{out}");
    assert!(!lines[2].contains("expected"), "{out}");
}
