//! Solving suites by the command line: every option, the exit codes, interrupted runs, shards.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

const BINARY: &str = env!("CARGO_BIN_EXE_secateur");
/// Longer than any wait may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// A folder of its own for each test, with the suites in it, removed in the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("secateur-epd-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a temporary folder");
        let suites = Path::new(env!("CARGO_MANIFEST_DIR")).join("epd");
        std::os::unix::fs::symlink(suites, path.join("epd")).expect("a link");
        Folder(path)
    }

    fn start(&self, arguments: &str) -> Child {
        let mut command = Command::new(BINARY);
        command.current_dir(&self.0).arg("epd").args(arguments.split_whitespace());
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the binary starts")
    }

    /// Exit code, standard output, standard error.
    fn run(&self, arguments: &str) -> (Option<i32>, String, String) {
        finish(self.start(arguments))
    }

    /// Standard output of a run that must end well.
    fn solve(&self, arguments: &str) -> String {
        let (code, out, error) = self.run(arguments);
        assert_eq!(code, Some(0), "{arguments}: {out}{error}");
        out
    }

    fn text(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.0.join(name), text).expect("written");
    }

    fn json(&self, name: &str) -> Value {
        serde_json::from_str(&self.text(name)).expect("JSON")
    }

    /// The positions of a result without what is not the same twice.
    fn positions(&self, name: &str) -> Vec<Value> {
        let mut positions = self.json(name)["positions"].as_array().expect("a list").clone();
        for position in &mut positions {
            assert!(
                position["seconds"].as_f64().is_some_and(|seconds| seconds > 0.0),
                "{position}"
            );
            position["seconds"].take();
            if let Some(seconds) = position["right_from"].get_mut("seconds") {
                seconds.take();
            }
        }
        positions
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn finish(child: Child) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } = child.wait_with_output().expect("it ends");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (status.code(), text(&stdout), text(&stderr))
}

/// Solved, judged and nodes of a last line `NAME: solved S of J (x %), N nodes, T s`.
fn sums(line: &str, name: &str) -> (u64, u64, u64) {
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

fn last(out: &str) -> &str {
    out.lines().last().unwrap_or_default()
}

#[test]
fn a_suite_is_solved_line_by_line() {
    let folder = Folder::new("plain");
    let out = folder.solve("epd/wac.epd --nodes 3000 --first 4");
    let lines: Vec<&str> = out.lines().collect();
    for (line, number) in lines[..4].iter().zip(1..) {
        assert!(line.starts_with(&format!("WAC.00{number}                  ")), "{line}");
        assert!(line[25..].starts_with("solved ") || line[25..].starts_with("failed "), "{line}");
        assert_eq!(line[25..].starts_with("solved "), line.contains("right from"), "{line}");
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
    let folder = Folder::new("several");
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
fn every_setting_is_taken_and_written_down() {
    let folder = Folder::new("settings");
    folder.solve(
        "epd/zugts.epd --time 0.05 --nodes 5000 --depth 4 --threads 2 --hash 4 --multipv 2 --jobs 2 --first 3 --id ZPTS.[0-9]*[13579]$ \
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
    assert!(!folder.0.join("a.json.partial").exists(), "nothing is left to go on from");
}

#[test]
fn all_kinds_of_goals_are_judged() {
    let folder = Folder::new("goals");
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
    let folder = Folder::new("jobs");
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
    let folder = Folder::new("require");
    folder.solve("epd/wac.epd --depth 1 --first 3");
    let out = folder.solve("epd/mates.epd --nodes 5000 --first 2 --require 0");
    assert_eq!(sums(last(&out), "epd/mates.epd").1, 2);
    let (code, out, error) = folder.run("epd/wac.epd --depth 1 --first 3 --require 4");
    assert!(code == Some(1) && error.ends_with(" solved, 4 required\n"), "{code:?} {error}");
    assert_eq!(sums(last(&out), "epd/wac.epd").1, 3, "the last line stays");
}

/// A run long enough to be interrupted; the name of its result is to be added.
const LONG: &str = "epd/wac.epd --nodes 20000 --first 48 --json";

/// Begins this run, to be interrupted or killed. It has one job, what goes on with it two, and it
/// lets other processes go first, so that it is far from its end when it is heard of.
fn start_slowly(folder: &Folder, arguments: &str) -> Child {
    let mut command = Command::new("nice");
    command
        .current_dir(&folder.0)
        .args(["-n", "5", BINARY, "epd"])
        .args(arguments.split_whitespace());
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the binary starts")
}

/// Waits until a run has kept some results; its lines.
fn wait_for_results(folder: &Folder, partial: &str) -> Vec<String> {
    let deadline = Instant::now() + PATIENCE;
    loop {
        let text = std::fs::read_to_string(folder.0.join(partial)).unwrap_or_default();
        if text.lines().count() >= 4 {
            return text.lines().map(str::to_owned).collect();
        }
        assert!(Instant::now() < deadline, "it keeps nothing");
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn a_killed_run_goes_on_as_if_nothing_had_happened() {
    let folder = Folder::new("killed");
    folder.solve(&format!("{LONG} whole.json --jobs 2"));
    let mut child = start_slowly(&folder, &format!("{LONG} broken.json"));
    let kept = wait_for_results(&folder, "broken.json.partial");
    child.kill().and_then(|()| child.wait()).expect("killed");
    assert!(!folder.0.join("broken.json").exists(), "the kill came too late to show anything");
    // A kill tears a line rarely; here it always has.
    folder.write(
        "broken.json.partial",
        &(folder.text("broken.json.partial") + "{\"suite\":0,\"numb"),
    );
    folder.solve(&format!("{LONG} broken.json --resume --jobs 2"));
    assert_eq!(folder.positions("whole.json"), folder.positions("broken.json"));
    let broken = folder.json("broken.json");
    for line in &kept[1..] {
        let (_checksum, json) = line.split_once(' ').expect("a checksum");
        let kept: Value = serde_json::from_str(json).expect("a result");
        assert!(
            broken["positions"].as_array().is_some_and(|all| all.contains(&kept)),
            "searched again: {line}"
        );
    }
    assert!(!folder.0.join("broken.json.partial").exists());
}

#[test]
fn an_interrupted_run_says_how_to_go_on() {
    let folder = Folder::new("interrupted");
    let child = start_slowly(&folder, &format!("{LONG} a.json"));
    wait_for_results(&folder, "a.json.partial");
    let signal = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(signal.is_ok_and(|status| status.success()), "it should still run");
    let (code, out, error) = finish(child);
    assert!(code == Some(130) && error.contains("interrupted after "), "{code:?} {error}");
    assert!(error.contains(" of 48 positions; --resume continues from a.json.partial"), "{error}");
    assert!(
        out.contains("suite ") && !out.contains(": solved "),
        "a table so far, but no last line: {out}"
    );

    let (code, _, error) =
        folder.run("epd/wac.epd --nodes 30000 --first 48 --json a.json --resume");
    assert!(
        code == Some(2) && error.contains("with other settings (nodes: 20000 and 30000)"),
        "{code:?} {error}"
    );
    let (code, _, error) =
        folder.run("epd/ecm.epd --nodes 20000 --first 48 --json a.json --resume");
    assert!(code == Some(2) && error.contains("(the suites differ)"), "{code:?} {error}");

    // What is kept was once lost without a word by the same command without --resume.
    let kept = folder.text("a.json.partial");
    let (code, _, error) = folder.run(&format!("{LONG} a.json"));
    assert!(
        code == Some(2) && error.contains("--resume continues it, --restart discards it"),
        "{code:?} {error}"
    );
    assert_eq!(folder.text("a.json.partial"), kept);
    // A bit that flips is found out, and what stood in its line is solved again.
    let bit = kept.rfind("\"nodes\":").expect("a result") + 9;
    let mut damaged = kept.into_bytes();
    damaged[bit] ^= 1;
    folder.write("a.json.partial", &String::from_utf8(damaged).expect("UTF-8"));
    let (code, _, error) = folder.run(&format!("{LONG} a.json --resume --jobs 2"));
    assert!(code == Some(0) && error.contains("1 damaged lines were skipped"), "{code:?} {error}");

    let resumed = folder.solve(&format!("{LONG} a.json --resume"));
    assert_eq!(
        resumed.lines().filter(|line| line.starts_with("WAC.")).count(),
        48,
        "all are shown"
    );
    let again = folder.solve(&format!("{LONG} a.json --resume"));
    assert_eq!(resumed, again, "what is finished is only shown");
    let (code, _, error) = folder.run("epd/wac.epd --depth 1 --json a.json --resume");
    assert!(
        code == Some(2) && error.contains("a.json is the result of a run with other settings"),
        "{code:?} {error}"
    );
}

#[test]
fn merged_shards_are_the_whole() {
    let folder = Folder::new("shards");
    let arguments = "epd/hardzugs.epd epd/wac.epd --nodes 1500 --first 5 --json";
    let whole = folder.solve(&format!("{arguments} whole.json"));
    for index in 1..=3 {
        folder.solve(&format!("{arguments} {index}.json --shard {index}/3"));
    }
    assert_eq!(folder.positions("2.json").len(), 3);
    let merged = folder.solve("merge 3.json 1.json 2.json --json merged.json --csv merged.csv");
    assert_eq!(folder.positions("whole.json"), folder.positions("merged.json"));
    assert_eq!(folder.json("whole.json")["settings"], folder.json("merged.json")["settings"]);
    assert_eq!(folder.text("merged.csv").lines().count(), 9);
    assert_eq!(sums(last(&whole), "total"), sums(last(&merged), "total"));
    assert_eq!(whole.lines().count(), merged.lines().count());

    folder
        .solve("epd/hardzugs.epd epd/wac.epd --nodes 1600 --first 5 --json other.json --shard 2/3");
    for (files, reason) in [
        ("1.json 3.json", "missing: shard 2 of 3"),
        ("2.json", "missing: shards 1, 3 of 3"),
        ("1.json 2.json 3.json 2.json", "shard 2 is given twice, by 2.json and 2.json"),
        (
            "1.json other.json 3.json",
            "1.json and other.json have different settings: nodes: 1500 and 1600",
        ),
        ("1.json whole.json", "whole.json is a whole run, not a shard"),
        ("1.json none.json", "cannot read none.json"),
        ("1.json merged.csv", "merged.csv is not a result of `secateur epd`"),
    ] {
        let (code, out, error) = folder.run(&format!("merge {files}"));
        assert!(
            code == Some(2) && error.contains(reason) && error.lines().count() == 1,
            "{files}: {code:?} {error}"
        );
        assert!(out.is_empty(), "{files}: {out}");
    }
    let (code, _, error) = folder.run("merge 1.json 2.json 3.json --require 9");
    assert!(code == Some(1) && error.contains("9 required"), "{error}");
}

#[test]
fn gained_and_lost_positions_are_named() {
    let folder = Folder::new("compare");
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
    assert!(out.contains("settings differ, then and now: depth: 1 and none"), "{out}");
    assert!(
        out.contains("not compared: 1 positions only in the old result, 0 only in the new one"),
        "{out}"
    );
    let solved = |name: &str| -> Vec<String> {
        let positions = folder.positions(name);
        let solved = positions.iter().filter(|position| position["solved"] == true);
        solved.filter_map(|position| position["id"].as_str().map(str::to_owned)).collect()
    };
    let (then, now) = (solved("old.json"), solved("new.json"));
    let gained: Vec<&String> = now.iter().filter(|id| !then.contains(id)).collect();
    assert!(!gained.is_empty(), "the search is good for something");
    let named = |word: &str| -> Vec<&str> {
        out.lines().filter_map(|line| line.strip_prefix(word)?.split_whitespace().next()).collect()
    };
    assert_eq!(named("gained "), gained);
    let again = folder.solve("compare old.json new.json --json changes.json");
    assert!(again.lines().count() > 2 && again.lines().all(|line| out.contains(line)), "{again}");
    let changes = folder.json("changes.json");
    assert_eq!(changes["gained"].as_array().map(Vec::len), Some(gained.len()));
    // All changes are gains: both tails of n tosses that fall alike.
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
fn odd_inputs_are_reported_in_a_line_before_anything_is_searched() {
    let folder = Folder::new("odd");
    folder.write(
        "bad.epd",
        "# fine\n6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8;\n6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Rb9;\n",
    );
    folder.write("fen.epd", "6k1/5ppp/8/8 w - - bm Ra8;\n");
    folder.write("points.epd", "6k1/5ppp/8/8/8/8/8/R5K1 w - - c7 \"Ra8 Kf2\"; c8 \"10\";\n");
    folder.write("empty.epd", "# nothing\n");
    for (arguments, expected) in [
        ("none.epd --depth 1", "cannot read none.epd: No such file or directory"),
        ("epd --depth 1", "cannot read epd: Is a directory"),
        ("epd/wac.epd bad.epd --depth 1", "bad.epd:3: bm: 'Rb9' is not a move"),
        ("fen.epd --depth 1", "fen.epd:1: "),
        ("points.epd --depth 1", "points.epd:1: c8: 1 points for the 2 moves of c7"),
        ("empty.epd --depth 1", "empty.epd has no positions"),
        ("epd/wac.epd", "required arguments were not provided"),
        ("--depth 1", "required arguments were not provided"),
        ("epd/wac.epd --depth 0", "0 is not in 1..=200"),
        ("epd/wac.epd --time 0", "not a time above zero"),
        ("epd/wac.epd --time soon", "not a time above zero"),
        ("epd/wac.epd --depth 1 --jobs 0", "0 is not in 1..=1024"),
        ("epd/wac.epd --depth 1 --multipv 0", "0 is not in 1..=218"),
        ("epd/wac.epd --depth 1 --id [", "unclosed character class"),
        ("epd/wac.epd --depth 1 --id ^ECM", "--id: no position matches '^ECM'"),
        ("epd/wac.epd --depth 1 --shard 3/2", "there is no part 3 of 2"),
        ("epd/wac.epd --depth 1 --shard 0/2", "there is no part 0 of 2"),
        ("epd/wac.epd --depth 1 --shard 1/0", "the number of parts must be at least 1"),
        ("epd/wac.epd --depth 1 --first 0", "must be at least 1"),
        ("epd/wac.epd --depth 1 --require -1", "must be at least 0"),
        ("epd/wac.epd --depth 1 --hash -1", "-1 is not in 1..=33554432"),
        ("epd/wac.epd --nodes -5", "not a number above zero"),
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
    let folder = Folder::new("named");
    folder.write("merge", "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8;\n");
    let out = folder.solve("./merge --depth 2");
    assert_eq!(sums(last(&out), "./merge").0, 1);
}

#[test]
fn a_run_may_be_begun_anew() {
    let folder = Folder::new("anew");
    folder.write("a.json.partial", "something else\n");
    let (code, _, error) = folder.run("epd/wac.epd --first 1 --depth 1 --json a.json");
    assert!(code == Some(2) && error.contains("--restart discards it"), "{error}");
    folder.solve("epd/wac.epd --first 1 --depth 1 --json a.json --restart");
    assert!(!folder.0.join("a.json.partial").exists() && folder.0.join("a.json").exists());
    for flag in ["--resume", "--restart"] {
        let (code, _, error) = folder.run(&format!("epd/wac.epd --depth 1 {flag}"));
        assert!(code == Some(2) && error.contains("need --json"), "{error}");
    }
}

/// With carriage returns alone all positions but one were lost; the others were taken or dropped in
/// silence.
#[test]
fn suites_are_read_whole_or_refused() {
    let folder = Folder::new("odd-suites");
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

/// All bad lines of all files are named at once; they may be left out, and the run reports it.
#[test]
fn bad_lines_are_named_together_and_may_be_left_out() {
    let folder = Folder::new("bad-lines");
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
        "cannot be read: 3",
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
    assert_eq!(numbers, [1, 4, 1], "the others keep their numbers");
}

/// Every mate of the suite, in two to five moves, is proved by the search that leaves nothing out.
#[test]
fn every_mate_of_the_suite_is_found() {
    let folder = Folder::new("mates");
    let out = folder.solve("epd/mates.epd --nodes 10000000 --jobs 2 --require 200");
    assert_eq!(sums(last(&out), "epd/mates.epd"), (200, 200, sums(last(&out), "epd/mates.epd").2));
}

#[test]
fn suites_are_known_by_name_wherever_one_is() {
    let folder = Folder::new("by-name");
    let by_file = folder.solve("epd/wac.epd --nodes 500 --first 5");
    std::fs::remove_file(folder.0.join("epd")).expect("the link");
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
    let folder = Folder::new("expected");
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

/// Two engines, of which the other is this one too, in one table; a kill in the middle and
/// `--resume` give the same.
#[test]
fn engines_solve_side_by_side_and_go_on_after_a_kill() {
    let folder = Folder::new("engines");
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
    // The same program finds the same from here and over there.
    assert!(rows.iter().all(|row| moves(row)[0] == moves(row)[1]), "{out}");
    assert_eq!(out.lines().filter(|line| line.contains(": solved ")).count(), 2, "{out}");

    let mut child = start_slowly(&folder, &format!("{run} --json broken.json"));
    wait_for_results(&folder, "broken.json.partial");
    child.kill().and_then(|()| child.wait()).expect("killed");
    assert!(!folder.0.join("broken.json").exists(), "the kill came too late to show anything");
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
fn engines_and_their_options_are_refused_in_a_line() {
    let folder = Folder::new("refused-engines");
    for (arguments, reason) in [
        ("--engine /no/such/engine".to_owned(), "cannot start /no/such/engine"),
        ("--engine /bin/false".to_owned(), "exited before it answered 'uci'"),
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
            format!("--engine {BINARY} --engine self --option 2:Hash=8"),
            "engine 2 is Secateur; use --hash",
        ),
        (format!("--engine {BINARY} --option 0:Hash=8"), "there is no engine 0 of 1"),
        ("--engine self --option MultiPV=3".to_owned(), "engine 1 is Secateur; use --hash"),
        ("--engine self --option Foo=1".to_owned(), "engine 1 is Secateur; use --hash"),
        ("--engine self --option =abc".to_owned(), "engine 1 is Secateur; use --hash"),
        (
            format!("--engine {BINARY} --engine self --option MultiPV=2"),
            "--option MultiPV: engine 2 is Secateur; use --hash",
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
fn values_that_an_engine_does_not_declare_are_refused() {
    let folder = Folder::new("refused-values");
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

/// Hash and Threads without a number apply to Secateur itself too.
#[test]
fn options_of_all_engines_apply_to_secateur_too() {
    let folder = Folder::new("self-options");
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    folder.write("start.epd", &format!("{start} id \"start\";\n"));
    let nodes = |arguments: &str| -> Vec<Value> {
        folder.solve(&format!("start.epd --depth 15 {arguments} --json a.json"));
        folder.positions("a.json").iter().map(|position| position["nodes"].clone()).collect()
    };
    let small = nodes("--hash 1");
    assert_ne!(small, nodes(""), "a small table changes the search");
    assert_eq!(small, nodes("--engine self --option Hash=1"));
    let both =
        nodes(&format!("--engine self --engine {BINARY} --option hash=1 --option Threads=1"));
    assert_eq!((&both[..1], both.len()), (&small[..], 2));
    let engines = &folder.json("a.json")["settings"]["engines"];
    let options = serde_json::json!(["hash=1", "Threads=1"]);
    assert_eq!([&engines[0]["options"], &engines[1]["options"]], [&options, &options]);
}

#[test]
fn settings_of_secateur_are_refused_for_other_engines() {
    let folder = Folder::new("others-only");
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

/// An option with a number belongs to that engine alone, and names in the table say which is which.
#[test]
fn each_engine_has_options_of_its_own() {
    let folder = Folder::new("own-options");
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

/// An executable engine written for the shell, which runs `on_go` for each `go`.
fn scripted(folder: &Folder, name: &str, on_go: &str) {
    use std::os::unix::fs::PermissionsExt;
    let script = format!(
        "#!/bin/sh\nwhile read -r line; do case \"$line\" in\nuci) echo uciok;;\n\
         isready) echo readyok;;\ngo*) {on_go};;\nesac; done\n"
    );
    folder.write(name, &script);
    let path = folder.0.join(name);
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("permissions");
}

/// An engine that dies takes nothing with it: what is solved is kept.
#[test]
fn an_engine_that_dies_ends_the_run_and_loses_nothing() {
    let folder = Folder::new("dying");
    let on_go = "n=$((n+1)); [ $n -gt 2 ] && exit; echo 'bestmove (none)'";
    scripted(&folder, "dying", on_go);
    let (code, _, error) = folder.run("wac --first 5 --depth 1 --engine ./dying --json a.json");
    assert!(code == Some(2) && error.contains("exited before it answered 'go"), "{error}");
    assert_eq!(folder.text("a.json.partial").lines().count(), 3, "two results and the settings");
}

#[test]
fn an_illegal_move_of_an_engine_ends_the_run() {
    let folder = Folder::new("illegal");
    folder.write("a.epd", "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8; id \"back rank\";\n");
    for illegal in ["z9z9", "a1h8", "e2e4"] {
        scripted(&folder, "illegal", &format!("echo bestmove {illegal}"));
        let (code, _, error) = folder.run("a.epd --depth 1 --engine ./illegal");
        let reason = format!(
            "back rank: ./illegal answered with the illegal move '{illegal}' in \
             6k1/5ppp/8/8/8/8/8/R5K1 w"
        );
        assert!(code == Some(2) && error.contains(&reason), "{error}");
    }
    scripted(&folder, "resigning", "echo 'bestmove (none)'");
    assert!(folder.solve("a.epd --depth 1 --engine ./resigning").contains("failed"));
}
