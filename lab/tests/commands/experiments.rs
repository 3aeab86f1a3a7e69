//! The laboratory's command line: after Ctrl-C a resumed run ends as one that was never
//! interrupted, and odd inputs are reported before anything is run.

use crate::{BINARY, folder};
use secateur::files::hash::fnv1a;
use secateur::tools::bench;
use secateur_lab::experiments::experiment::{ExperimentOutcome, ExperimentRecord};
use secateur_lab::matches::play::MatchResult;
use serde_json::{Value, json};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Longer than any wait may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// Begins a run. Other processes go first, so that it is far from its end when it is interrupted.
fn start(folder: &Path, arguments: &[&str]) -> Child {
    let mut command = Command::new("nice");
    command.args(["-n", "5", BINARY, "run"]).args(arguments);
    command.arg("--out").arg(folder);
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the binary starts")
}

fn finish(child: Child) -> (Option<i32>, String) {
    let Output { status, stdout, stderr } = child.wait_with_output().expect("it ends");
    (status.code(), String::from_utf8_lossy(&[stdout, stderr].concat()).into_owned())
}

/// Interrupts a run when it has kept `enough` lines in this file.
fn interrupt(mut child: Child, kept: &Path, enough: usize) -> (Option<i32>, String) {
    let lines = || std::fs::read_to_string(kept).unwrap_or_default().lines().count();
    let deadline = Instant::now() + PATIENCE;
    while lines() < enough && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(2));
    }
    crate::signal::signal(&mut child, "-INT");
    finish(child)
}

fn outcome(folder: &Path, name: &str) -> ExperimentOutcome {
    let text = std::fs::read_to_string(folder.join(format!("{name}.json"))).expect("a result");
    serde_json::from_str::<ExperimentRecord>(&text).expect("a record").outcome
}

/// Runs the experiment, interrupts it when it has kept `enough` lines, and returns those that it
/// has kept.
fn interrupted(folder: &Path, name: &str, arguments: &[&str], enough: usize) -> Vec<String> {
    let kept = folder.join(format!("{name}.lab-partial"));
    let (code, said) = interrupt(start(folder, arguments), &kept, enough);
    assert!(code == Some(130) && said.contains("; --resume continues from"), "{code:?} {said}");
    let text = std::fs::read_to_string(&kept).expect("what is kept");
    text.lines().map(str::to_owned).collect()
}

/// A pair of games that is kept, with a result that was never played.
struct Forged {
    label: String,
    /// Half points of its first game.
    was: usize,
    is: usize,
}

impl Forged {
    /// Gives the first pair of those that a run has kept another result, under the right checksum.
    /// Whoever plays it again, instead of taking it over, finds the old one.
    fn in_file(path: &Path) -> Forged {
        let text = std::fs::read_to_string(path).expect("what is kept");
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let (_checksum, pair) = lines[1].split_once(' ').expect("a checksum");
        let mut piece: Value = serde_json::from_str(pair).expect("a pair of games");
        let was = piece["Games"]["points"][0].as_u64().expect("half points") as usize;
        let is = if was == 2 { 0 } else { 2 };
        piece["Games"]["points"][0] = json!(is);
        let label = piece["Games"]["at"][0].as_str().expect("the label of a match").to_owned();
        lines[1] = format!("{:016x} {piece}", fnv1a(piece.to_string().as_bytes()));
        std::fs::write(path, lines.join("\n") + "\n").expect("written");
        Forged { label, was, is }
    }

    /// Wins, draws and losses with it instead of what was played.
    fn counted(&self, mut wdl: [u64; 3]) -> [u64; 3] {
        wdl[2 - self.was] -= 1;
        wdl[2 - self.is] += 1;
        wdl
    }
}

#[test]
fn searches_go_on_after_an_interruption() {
    // One position, so that every cell of the result is a search, by whose time it is known again.
    let arguments = ["null-move", "--first", "1", "--depth", "5..7"];
    let (whole, broken) = (folder(), folder());
    assert_eq!(finish(start(whole.path(), &arguments)).0, Some(0));
    // It is interrupted among more positions, lest it end before; searches of the first one, by
    // three of the configurations, are kept by then.
    let more = ["null-move", "--first", "6", "--depth", "5..7"];
    let kept = interrupted(broken.path(), "null-move", &more, 14);
    let (code, said) = finish(start(broken.path(), &[&arguments[..], &["--resume"]].concat()));
    assert_eq!(code, Some(0), "{said}");
    let (whole, resumed) =
        (outcome(whole.path(), "null-move"), outcome(broken.path(), "null-move"));
    let nodes = |outcome: &ExperimentOutcome| {
        outcome
            .trees()
            .cells
            .iter()
            .map(|cell| (cell.label.clone(), cell.depth, cell.nodes))
            .collect::<Vec<_>>()
    };
    assert_eq!(nodes(&whole), nodes(&resumed));
    let cells = &resumed.trees().cells;
    let of_the_first: Vec<&String> =
        kept.iter().filter(|line| line.contains("\",7,0],\"score\"")).collect();
    assert!(
        (3..8).contains(&of_the_first.len()),
        "the interruption came at the wrong time to show anything: {kept:?}"
    );
    for line in of_the_first {
        let time = |cell: &f64| line.contains(&format!("\"milliseconds\":{cell}"));
        assert!(cells.iter().any(|cell| time(&cell.milliseconds)), "searched again: {line}");
    }
}

#[test]
fn matches_go_on_after_an_interruption() {
    let arguments = ["minus-one", "--quick"];
    let (whole, broken) = (folder(), folder());
    assert_eq!(finish(start(whole.path(), &arguments)).0, Some(0));
    let kept = interrupted(broken.path(), "minus-one", &arguments, 4);
    let forged = Forged::in_file(&broken.path().join("minus-one.lab-partial"));
    let (code, said) = finish(start(broken.path(), &[&arguments[..], &["--resume"]].concat()));
    assert_eq!(code, Some(0), "{said}");
    let results = |folder: &TempDir| {
        let matches = outcome(folder.path(), "minus-one").matches;
        matches.into_iter().map(|result| (result.label, result.wdl)).collect::<Vec<_>>()
    };
    let mut expected = results(&whole);
    assert!(kept.len() - 1 < 2 * expected.len(), "the interruption came too late to show anything");
    let changed =
        expected.iter_mut().find(|(label, _)| *label == forged.label).expect("one of the matches");
    changed.1 = forged.counted(changed.1);
    assert_eq!(results(&broken), expected);
}

#[test]
fn what_belongs_to_another_run_is_not_taken_over() {
    let folder = folder();
    let arguments = ["null-move", "--first", "6", "--depth", "5..7"];
    interrupted(folder.path(), "null-move", &arguments, 4);
    let suite = folder.path().join("other.epd");
    std::fs::write(&suite, "4k3/8/8/8/8/8/4P3/4K3 w - -\n").expect("a file");
    let suite = suite.to_str().expect("UTF-8");
    let (code, said) =
        finish(start(folder.path(), &[&arguments[..], &["--resume", "--suite", suite]].concat()));
    assert!(code == Some(2) && said.contains("other settings (--suite)"), "{code:?} {said}");
}

#[test]
fn what_is_finished_is_not_run_again() {
    let folder = folder();
    let arguments = ["null-move", "--first", "1", "--depth", "2..3"];
    assert_eq!(finish(start(folder.path(), &arguments)).0, Some(0));
    let (code, said) = finish(start(folder.path(), &[&arguments[..], &["--resume"]].concat()));
    assert!(code == Some(0) && said.contains("finished already"), "{code:?} {said}");
}

#[test]
fn odd_inputs_are_reported_in_a_line_before_anything_is_run() {
    let folder = folder();
    let file = folder.path().join("file");
    std::fs::write(&file, "nonsense\n").expect("a file");
    let file = file.to_str().expect("UTF-8");
    let below = format!("{file}/below");
    let odd: [(&[&str], &str); 14] = [
        (&["nonsense"], "there is no experiment 'nonsense'; `secateur-lab list` shows all"),
        (&["null-move", "--depth", "9..6"], "the lower depth comes first: 6..9"),
        (&["null-move", "--depth", "0"], "not of the form 6..9, with depths from 1 to 60"),
        (&["null-move", "--first", "0"], "0 is not in 1.."),
        (&["null-move", "--jobs", "0"], "0 is not in 1.."),
        (&["minus-one", "--games", "3"], "not an even number: games are played in pairs"),
        (
            &["null-move", "--suite", "/none.epd"],
            "cannot read /none.epd: No such file or directory",
        ),
        (&["null-move", "--suite", file], "file:1: the FEN has 1 of 4 fields"),
        (&["null-move", "--out", &below], "cannot make"),
        (&["null-move", "--csv", &below], "there is no folder"),
        (&["null-move", "--svg", "/"], "it is a folder"),
        (&["null-move", "etc", "--json", "x"], "--out DIR takes several"),
        (&["minus-one", "--suite", file], "minus-one compares no trees"),
        (&["null-move", "--games", "2"], "null-move plays no games"),
    ];
    for (arguments, expected) in odd {
        let output = Command::new(BINARY).arg("run").args(arguments).output();
        let Output { status, stdout, stderr } = output.expect("the binary starts");
        let said = String::from_utf8_lossy(&stderr);
        let first = said.lines().next().unwrap_or_default();
        assert!(
            status.code() == Some(2) && first.contains(expected),
            "{arguments:?}: {status} {said}"
        );
        assert!(stdout.is_empty(), "{arguments:?}");
    }
}

/// On Ctrl-C a match said nothing and kept nothing.
#[test]
fn a_match_goes_on_after_an_interruption() {
    let (whole, broken) = (folder(), folder());
    let run = |folder: &TempDir, games: &str, more: &[&str]| {
        let arguments =
            ["match", "linear", "material", "--games", games, "--nodes", "300", "--json", "m.json"];
        let command = Command::new("nice")
            .args(["-n", "5", BINARY])
            .args(arguments)
            .args(more)
            .current_dir(folder.path())
            .stderr(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn();
        command.expect("the binary starts")
    };
    assert_eq!(finish(run(&whole, "40", &[])).0, Some(0));
    // It is interrupted among more games, lest it end before.
    let kept = broken.path().join("m.json.partial");
    let (code, said) = interrupt(run(&broken, "1000", &[]), &kept, 3);
    assert!(
        code == Some(130) && said.contains("--resume continues from m.json.partial"),
        "{code:?} {said}"
    );
    let (code, said) = finish(run(&broken, "40", &[]));
    assert!(code == Some(2) && said.contains("--restart discards it"), "{code:?} {said}");
    let forged = Forged::in_file(&kept);
    assert_eq!(finish(run(&broken, "40", &["--resume"])).0, Some(0));
    let result = |folder: &TempDir| {
        let text = std::fs::read_to_string(folder.path().join("m.json")).expect("a result");
        serde_json::from_str::<MatchResult>(&text).expect("the result of a match").wdl
    };
    assert_eq!(result(&broken), forged.counted(result(&whole)));
    assert!(!kept.exists(), "its duty is done");
}

#[test]
fn a_finished_match_is_not_resumed() {
    let folder = folder();
    let play = |more: &[&str]| {
        let arguments = ["match", "linear", "material", "--games", "2", "--json", "m.json"];
        lab(&folder, &[&arguments[..], more].concat())
    };
    assert_eq!(play(&["--nodes", "20"]).0, Some(0));
    let result = || std::fs::read(folder.path().join("m.json")).expect("a result");
    let before = result();
    for nodes in ["20", "90"] {
        let (code, said) = play(&["--nodes", nodes, "--resume"]);
        assert!(code == Some(2) && said.contains("no m.json.partial to resume"), "{code:?} {said}");
        assert!(result() == before);
    }
}

fn lab(folder: &TempDir, arguments: &[&str]) -> (Option<i32>, String) {
    let command = Command::new(BINARY).args(arguments).current_dir(folder.path()).output();
    let Output { status, stdout, stderr } = command.expect("the binary starts");
    (
        status.code(),
        format!("{}{}", String::from_utf8_lossy(&stdout), String::from_utf8_lossy(&stderr)),
    )
}

#[test]
fn a_match_tests_and_stops_when_it_knows() {
    let folder = folder();
    let arguments =
        ["match", "linear", "material", "--nodes", "300", "--sprt", "0,60", "--jobs", "2"];
    let (code, said) = lab(&folder, &arguments);
    assert!(code == Some(0) && said.contains("SPRT [0, 60]: passed, LLR +"), "{code:?} {said}");
    let (code, said) = lab(
        &folder,
        &["match", "linear", "linear", "--nodes", "50", "--games", "4", "--sprt", "-4,0"],
    );
    assert!(code == Some(0) && said.contains("SPRT [-4, 0]: undecided"), "{code:?} {said}");
}

#[test]
fn many_changes_share_the_games_of_a_match() {
    let folder = folder();
    let play = |more: &[&str]| {
        let arguments = [
            "match",
            "linear",
            "linear",
            "--nodes",
            "100",
            "--games",
            "60",
            "--json",
            "factors.json",
        ];
        lab(&folder, &[&arguments[..], more].concat())
    };
    let (code, said) = play(&["--factor", "Quiescence=off", "--factor", "Aspiration.Margin=25"]);
    let effects: Vec<&str> =
        said.lines().skip_while(|line| !line.starts_with("| change")).skip(2).collect();
    assert!(
        code == Some(0) && effects[0].starts_with("| Aspiration.Margin=25 |"),
        "{code:?} {said}"
    );
    assert!(effects[1].starts_with("| Quiescence=off | -"), "the greatest effect first: {said}");
    let text = std::fs::read_to_string(folder.path().join("factors.json")).expect("a result");
    let result: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(result["effects"][0]["factor"], "Quiescence=off", "{text}");
    let pairs = result["effects"][0]["pairs"].as_array().expect("counts");
    assert_eq!(pairs.iter().filter_map(Value::as_u64).sum::<u64>(), 30, "{text}");
    let (code, said) = play(&["--factor", "Quiescence=of"]);
    assert!(code == Some(2) && said.contains("Quiescence: 'of' is not one of"), "{code:?} {said}");
}

#[test]
fn matches_are_written_into_the_log() {
    let folder = folder();
    let play = |more: &[&str]| {
        let arguments = [
            "match", "linear", "material", "--nodes", "100", "--games", "4", "--report", "log.tsv",
        ];
        lab(&folder, &[&arguments[..], more].concat())
    };
    assert_eq!(play(&["--set-a", "Delta.Margin=200"]).0, Some(0));
    assert_eq!(play(&["--sprt", "0,4", "--note", "a test"]).0, Some(0));
    let text = std::fs::read_to_string(folder.path().join("log.tsv")).expect("a log");
    let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split('\t').collect()).collect();
    let [names, newest, oldest] = &lines[..] else { panic!("{text}") };
    let field = |line: &[&str], name: &str| {
        let at = names
            .iter()
            .position(|named| *named == name)
            .unwrap_or_else(|| panic!("{name} in {text}"));
        line[at].to_owned()
    };
    assert_eq!(
        ["a", "b", "limit"].map(|name| field(oldest, name)),
        ["linear Delta.Margin=200", "material", "100 nodes"]
    );
    assert_eq!(
        ["verdict", "note", "games"].map(|name| field(newest, name)),
        ["undecided", "a test", "4"]
    );
    assert_eq!(play(&["--factor", "Killers=false", "--factor", "Delta.Margin=300"]).0, Some(0));
    let text = std::fs::read_to_string(folder.path().join("log.tsv")).expect("a log");
    let shared: Vec<Vec<&str>> =
        text.lines().map(|line| line.split('\t').collect()).skip(1).take(2).collect();
    let reported = |name| [&shared[0], &shared[1]].map(|line| field(line, name));
    assert_eq!(
        reported("a"),
        ["Delta.Margin=300", "Killers=false"],
        "a line for each change that shared the games"
    );
    assert_eq!(reported("note"), ["lab match; factorial, 2 changes"; 2]);
    assert_eq!(
        (reported("games"), reported("wins")),
        (["4", "4"].map(str::to_owned), ["", ""].map(str::to_owned))
    );
    assert_eq!(reported("bench"), ["", ""].map(str::to_owned), "it is not the default evaluation");
    let default = ["network", "network", "--nodes", "20", "--games", "2", "--report", "log.tsv"];
    let arguments = [&["match"], &default[..], &["--factor", "Killers=false"]].concat();
    assert_eq!(lab(&folder, &arguments).0, Some(0));
    let text = std::fs::read_to_string(folder.path().join("log.tsv")).expect("a log");
    let newest: Vec<&str> = text.lines().nth(1).expect("a line").split('\t').collect();
    assert_eq!(field(&newest, "bench"), bench::signature().to_string());
    for foreign in ["hello\n", "nonsense\n1\n"] {
        std::fs::write(folder.path().join("log.tsv"), foreign).expect("a file");
        let (code, said) = play(&[]);
        let refused = code == Some(2) && said.contains("log.tsv exists and is not a match log");
        assert!(refused, "{code:?} {said}");
        let left = std::fs::read_to_string(folder.path().join("log.tsv")).expect("a file");
        assert_eq!(left, foreign);
    }
}

#[test]
fn games_whose_clocks_count_nodes_are_the_same_again() {
    let folder = folder();
    let play = |json: &str| {
        let arguments = [
            "match",
            "linear",
            "linear",
            "--tc",
            "0.5+0.005@50",
            "--games",
            "4",
            "--set-a",
            "Time.Soft=40",
        ];
        let (code, said) = lab(&folder, &[&arguments[..], &["--json", json]].concat());
        assert_eq!(code, Some(0), "{said}");
        let text = std::fs::read_to_string(folder.path().join(json)).expect("a result");
        let result: Value = serde_json::from_str(&text).expect("JSON");
        ["wdl", "pairs", "overstepped"].map(|name| result[name].clone())
    };
    let [first, again] = ["a.json", "b.json"].map(play);
    assert_eq!(first, again);
    assert_eq!(first[2], json!([0, 0]), "no player is late");
}

#[test]
fn a_tuning_takes_the_hash_size_of_matches() {
    let folder = folder();
    let tune = |more: &[&str]| {
        let clock = ["tune", "spsa", "Delta.Margin", "--tc", "0.05+0.001@50", "--pairs", "2"];
        lab(&folder, &[&clock[..], more].concat())
    };
    assert_eq!(tune(&[]).0, Some(0));
    assert_eq!(tune(&["--hash", "16", "--resume"]).0, Some(0));
    let (code, said) = tune(&["--hash", "4", "--resume"]);
    assert!(code == Some(2) && said.contains("belongs to another tuning"), "{code:?} {said}");
}

#[test]
fn a_match_is_played_on_the_clock() {
    let folder = folder();
    let arguments =
        ["match", "linear", "linear", "--tc", "0.05+0.005", "--games", "2", "--json", "m.json"];
    let (code, said) = lab(&folder, &arguments);
    assert!(code == Some(0) && said.contains("linear – linear"), "{code:?} {said}");
    let text = std::fs::read_to_string(folder.path().join("m.json")).expect("a result");
    let result: Value = serde_json::from_str(&text).expect("JSON");
    let seconds = result["seconds"].as_array().expect("of both sides");
    assert!(
        seconds.iter().all(|seconds| seconds.as_f64().is_some_and(|seconds| seconds > 0.01)),
        "{text}"
    );
}

#[test]
fn openings_are_found_and_played() {
    let folder = folder();
    let find =
        |seed, file| lab(&folder, &["openings", "--count", "5", "--seed", seed, "--out", file]);
    for (seed, file) in [("1", "a"), ("1", "b"), ("2", "c")] {
        assert_eq!(find(seed, file).0, Some(0));
    }
    let read = |file| std::fs::read_to_string(folder.path().join(file)).expect("openings");
    assert!(read("a") == read("b") && read("a") != read("c"), "the seed decides");
    let fens: Vec<String> = read("a").lines().map(str::to_owned).collect();
    assert!(
        fens.len() == 5 && fens.iter().all(|fen| fen.ends_with(" 5") && fen.contains(" w ")),
        "eight plies: {fens:?}"
    );
    let played = |games| {
        lab(
            &folder,
            &["match", "linear", "linear", "--nodes", "20", "--openings", "a", "--games", games],
        )
    };
    assert_eq!(played("10").0, Some(0));
    let (code, said) = played("12");
    let expected = "12 games need 6 openings, but there are 5; `secateur-lab openings` writes more";
    assert!(code == Some(2) && said.contains(expected), "{code:?} {said}");
}

#[test]
fn odd_matches_are_reported_in_a_line() {
    let folder = folder();
    let odd: [(&[&str], &str); 6] = [
        (&["--sprt", "4,0"], "the first hypothesis must be the lower one"),
        (&["--sprt", "4"], "expected two differences in normalized Elo, as 0,4"),
        (&["--tc", "fast"], "expected base time and increment in seconds, as 2+0.02"),
        (&["--tc", "1", "--nodes", "5"], "cannot be used with"),
        (&["--games", "3"], "not an even number"),
        (&["--openings", "/none.epd"], "cannot read /none.epd"),
    ];
    for (arguments, expected) in odd {
        let (code, said) = lab(&folder, &[&["match", "linear", "linear"], arguments].concat());
        assert!(code == Some(2) && said.contains(expected), "{arguments:?}: {code:?} {said}");
    }
}
