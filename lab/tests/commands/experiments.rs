//! Commands for experiments and matches: a run that is resumed after Ctrl-C has the result of an
//! uninterrupted run, and invalid inputs are reported before the run.

use crate::program::{self, program};
use crate::{BINARY, folder};
use secateur::eval::Evaluator;
use secateur::files::hash::fnv1a;
use secateur::search::{Signals, Techniques};
use secateur::tools::bench;
use secateur_lab::experiments::experiment::{ExperimentOutcome, ExperimentRecord};
use secateur_lab::matches::play::MatchResult;
use serde_json::{Value, json};
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Timeout of every wait, for a machine under load.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Starts a run with low priority, so that it is interrupted before it ends.
fn start(folder: &Path, arguments: &[&str]) -> Child {
    let mut command = program("nice");
    command.args(["-n", "5", BINARY, "run"]).args(arguments);
    command.arg("--out").arg(folder);
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the binary starts")
}

fn finish(child: Child) -> (Option<i32>, String) {
    let (code, stdout, stderr) = program::finish(child);
    (code, stdout + &stderr)
}

/// Interrupts a run when its journal has `enough` lines.
fn interrupt(mut child: Child, journal: &Path, enough: usize) -> (Option<i32>, String) {
    let lines = || std::fs::read_to_string(journal).unwrap_or_default().lines().count();
    let deadline = Instant::now() + TIMEOUT;
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

/// Runs the experiment, interrupts it when its journal has `enough` lines, and returns the journal.
fn interrupted(folder: &Path, name: &str, arguments: &[&str], enough: usize) -> Vec<String> {
    let journal = folder.join(format!("{name}.partial"));
    let (code, output) = interrupt(start(folder, arguments), &journal, enough);
    assert!(code == Some(130) && output.contains("; --resume continues from"), "{code:?} {output}");
    let text = std::fs::read_to_string(&journal).expect("a journal");
    text.lines().map(str::to_owned).collect()
}

/// A pair of games in a journal whose result was changed.
struct Forged {
    label: String,
    /// Half points of the first game, as played.
    played: usize,
    /// Half points of the first game, in the changed journal.
    forged: usize,
}

impl Forged {
    /// Changes the result of the first pair in a journal, with a correct checksum. A resumed run
    /// has the changed result only if it reads the journal instead of playing the pair again.
    fn in_file(path: &Path) -> Forged {
        let text = std::fs::read_to_string(path).expect("a journal");
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let (_checksum, pair) = lines[1].split_once(' ').expect("a checksum");
        let mut entry: Value = serde_json::from_str(pair).expect("a pair of games");
        let played = entry["Games"]["points"][0].as_u64().expect("half points") as usize;
        let forged = if played == 2 { 0 } else { 2 };
        entry["Games"]["points"][0] = json!(forged);
        let label = entry["Games"]["at"][0].as_str().expect("the label of a match").to_owned();
        lines[1] = format!("{:016x} {entry}", fnv1a(entry.to_string().as_bytes()));
        std::fs::write(path, lines.join("\n") + "\n").expect("written");
        Forged { label, played, forged }
    }

    /// Replaces the played result by the changed one in wins, draws and losses.
    fn counted(&self, mut wdl: [u64; 3]) -> [u64; 3] {
        wdl[2 - self.played] -= 1;
        wdl[2 - self.forged] += 1;
        wdl
    }
}

#[test]
fn searches_resume_after_an_interruption() {
    // With one position, every cell of the result is one search, which its time identifies.
    let arguments = ["null-move", "--first", "1", "--depth", "5..7"];
    let (whole, broken) = (folder(), folder());
    assert_eq!(finish(start(whole.path(), &arguments)).0, Some(0));
    // The interrupted run has more positions, so that it does not end before. Its journal then has
    // searches of the first position by three of the configurations.
    let more = ["null-move", "--first", "6", "--depth", "5..7"];
    let journal = interrupted(broken.path(), "null-move", &more, 14);
    let (code, output) = finish(start(broken.path(), &[&arguments[..], &["--resume"]].concat()));
    assert_eq!(code, Some(0), "{output}");
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
    let of_first_position: Vec<&String> =
        journal.iter().filter(|line| line.contains("\",7,0],\"score\"")).collect();
    assert!(
        (3..8).contains(&of_first_position.len()),
        "the interruption came too early or too late: {journal:?}"
    );
    for line in of_first_position {
        let time = |cell: &f64| {
            [',', '}'].iter().any(|end| line.contains(&format!("\"milliseconds\":{cell}{end}")))
        };
        assert!(cells.iter().any(|cell| time(&cell.milliseconds)), "searched again: {line}");
    }
}

#[test]
fn experiment_matches_resume_after_an_interruption() {
    let arguments = ["minus-one", "--quick"];
    let (whole, broken) = (folder(), folder());
    assert_eq!(finish(start(whole.path(), &arguments)).0, Some(0));
    let journal = interrupted(broken.path(), "minus-one", &arguments, 4);
    let forged = Forged::in_file(&broken.path().join("minus-one.partial"));
    let (code, output) = finish(start(broken.path(), &[&arguments[..], &["--resume"]].concat()));
    assert_eq!(code, Some(0), "{output}");
    let results = |folder: &TempDir| {
        let matches = outcome(folder.path(), "minus-one").matches;
        matches.into_iter().map(|result| (result.label, result.wdl)).collect::<Vec<_>>()
    };
    let mut expected = results(&whole);
    assert!(journal.len() - 1 < 2 * expected.len(), "the interruption came too late");
    let changed =
        expected.iter_mut().find(|(label, _)| *label == forged.label).expect("one of the matches");
    changed.1 = forged.counted(changed.1);
    assert_eq!(results(&broken), expected);
    let again = [&arguments[..], &["--resume", "--jobs", "2"]].concat();
    let (code, output) = finish(start(broken.path(), &again));
    assert!(code == Some(0) && output.contains("is finished already"), "{output}");
}

#[test]
fn a_journal_of_another_suite_is_rejected() {
    let folder = folder();
    let arguments = ["null-move", "--first", "6", "--depth", "5..7"];
    interrupted(folder.path(), "null-move", &arguments, 4);
    let suite = folder.path().join("other.epd");
    std::fs::write(&suite, "4k3/8/8/8/8/8/4P3/4K3 w - -\n").expect("a file");
    let suite = suite.to_str().expect("UTF-8");
    let (code, output) =
        finish(start(folder.path(), &[&arguments[..], &["--resume", "--suite", suite]].concat()));
    assert!(code == Some(2) && output.contains("other settings (--suite)"), "{code:?} {output}");
}

#[test]
fn a_finished_run_is_not_repeated() {
    let folder = folder();
    let arguments = ["null-move", "--first", "1", "--depth", "2..3"];
    assert_eq!(finish(start(folder.path(), &arguments)).0, Some(0));
    let (code, output) = finish(start(folder.path(), &[&arguments[..], &["--resume"]].concat()));
    assert!(code == Some(0) && output.contains("finished already"), "{code:?} {output}");
}

#[test]
fn invalid_inputs_are_reported_before_the_run() {
    let folder = folder();
    let file = folder.path().join("file");
    std::fs::write(&file, "nonsense\n").expect("a file");
    let file = file.to_str().expect("UTF-8");
    let below = format!("{file}/below");
    let invalid: [(&[&str], &str); 14] = [
        (&["nonsense"], "there is no experiment 'nonsense'; `secateur-lab list` shows all"),
        (&["null-move", "--depth", "9..6"], "the lower depth comes first: 6..9"),
        (&["null-move", "--depth", "0"], "not of the form 6..9, with depths from 1 to 60"),
        (&["null-move", "--first", "0"], "must be at least 1"),
        (&["null-move", "--jobs", "-1"], "-1 is not between 1 and 1024"),
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
    for (arguments, expected) in invalid {
        let (code, stdout, stderr) = program::run(program(BINARY).arg("run").args(arguments));
        let first = stderr.lines().next().unwrap_or_default();
        assert!(code == Some(2) && first.contains(expected), "{arguments:?}: {code:?} {stderr}");
        assert!(stdout.is_empty(), "{arguments:?}");
    }
}

#[test]
fn a_match_resumes_after_an_interruption() {
    let (whole, broken) = (folder(), folder());
    let run = |folder: &TempDir, games: &str, more: &[&str]| {
        let arguments =
            ["match", "linear", "material", "--games", games, "--nodes", "300", "--json", "m.json"];
        let command = program("nice")
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
    // The interrupted run has more games, so that it does not end before.
    let journal = broken.path().join("m.json.partial");
    let (code, output) = interrupt(run(&broken, "1000", &[]), &journal, 3);
    assert!(
        code == Some(130) && output.contains("--resume continues from m.json.partial"),
        "{code:?} {output}"
    );
    let (code, output) = finish(run(&broken, "40", &[]));
    assert!(code == Some(2) && output.contains("--restart discards it"), "{code:?} {output}");
    let forged = Forged::in_file(&journal);
    assert_eq!(finish(run(&broken, "40", &["--resume"])).0, Some(0));
    let result = |folder: &TempDir| {
        let text = std::fs::read_to_string(folder.path().join("m.json")).expect("a result");
        serde_json::from_str::<MatchResult>(&text).expect("the result of a match").wdl
    };
    assert_eq!(result(&broken), forged.counted(result(&whole)));
    assert!(!journal.exists(), "the journal is not removed");
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
        let (code, output) = play(&["--nodes", nodes, "--resume"]);
        assert!(
            code == Some(2) && output.contains("no m.json.partial to resume"),
            "{code:?} {output}"
        );
        assert!(result() == before);
    }
}

fn lab(folder: &TempDir, arguments: &[&str]) -> (Option<i32>, String) {
    let mut command = program(BINARY);
    let (code, stdout, stderr) = program::run(command.args(arguments).current_dir(folder.path()));
    (code, stdout + &stderr)
}

#[test]
fn a_match_stops_when_the_sprt_is_decided() {
    let folder = folder();
    let arguments =
        ["match", "linear", "material", "--nodes", "300", "--sprt", "0,60", "--jobs", "2"];
    let (code, output) = lab(&folder, &arguments);
    assert!(code == Some(0) && output.contains("SPRT [0, 60]: passed, LLR +"), "{code:?} {output}");
    let (code, output) = lab(
        &folder,
        &["match", "linear", "linear", "--nodes", "50", "--games", "4", "--sprt", "-4,0"],
    );
    assert!(code == Some(0) && output.contains("SPRT [-4, 0]: undecided"), "{code:?} {output}");
}

#[test]
fn a_factorial_match_reports_the_effect_of_each_change() {
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
    let (code, output) = play(&["--factor", "Quiescence=off", "--factor", "Aspiration.Margin=25"]);
    let effects: Vec<&str> =
        output.lines().skip_while(|line| !line.starts_with("| change")).skip(2).collect();
    assert!(
        code == Some(0) && effects[0].starts_with("| Aspiration.Margin=25 |"),
        "{code:?} {output}"
    );
    assert!(effects[1].starts_with("| Quiescence=off | -"), "not sorted by effect: {output}");
    let text = std::fs::read_to_string(folder.path().join("factors.json")).expect("a result");
    let result: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(result["effects"][0]["factor"], "Quiescence=off", "{text}");
    let pairs = result["effects"][0]["pairs"].as_array().expect("counts");
    assert_eq!(pairs.iter().filter_map(Value::as_u64).sum::<u64>(), 30, "{text}");
    let (code, output) = play(&["--factor", "Quiescence=of"]);
    assert!(
        code == Some(2) && output.contains("Quiescence: 'of' is not one of"),
        "{code:?} {output}"
    );
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
    assert_eq!(reported("a"), ["Delta.Margin=300", "Killers=false"], "one line for each change");
    assert_eq!(reported("note"), ["lab match; factorial, 2 changes"; 2]);
    assert_eq!(
        (reported("games"), reported("wins")),
        (["4", "4"].map(str::to_owned), ["", ""].map(str::to_owned))
    );
    assert_eq!(
        reported("bench"),
        ["", ""].map(str::to_owned),
        "no bench without the default evaluation"
    );
    let default = ["network", "network", "--nodes", "20", "--games", "2", "--report", "log.tsv"];
    let arguments = [&["match"], &default[..], &["--factor", "Killers=false"]].concat();
    assert_eq!(lab(&folder, &arguments).0, Some(0));
    let text = std::fs::read_to_string(folder.path().join("log.tsv")).expect("a log");
    let newest: Vec<&str> = text.lines().nth(1).expect("a line").split('\t').collect();
    let task = bench::Task::default();
    let result = task.run(Techniques::FULL, Evaluator::default(), &Signals::default(), |_| {});
    assert_eq!(field(&newest, "bench"), result.expect("memory").nodes.to_string());
    for foreign in ["hello\n", "nonsense\n1\n"] {
        std::fs::write(folder.path().join("log.tsv"), foreign).expect("a file");
        let (code, output) = play(&[]);
        let refused = code == Some(2) && output.contains("log.tsv exists and is not a match log");
        assert!(refused, "{code:?} {output}");
        let left = std::fs::read_to_string(folder.path().join("log.tsv")).expect("a file");
        assert_eq!(left, foreign);
    }
}

#[test]
fn games_with_node_clocks_are_reproducible() {
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
        let (code, output) = lab(&folder, &[&arguments[..], &["--json", json]].concat());
        assert_eq!(code, Some(0), "{output}");
        let text = std::fs::read_to_string(folder.path().join(json)).expect("a result");
        let result: Value = serde_json::from_str(&text).expect("JSON");
        ["wdl", "pairs", "overstepped"].map(|name| result[name].clone())
    };
    let [first, again] = ["a.json", "b.json"].map(play);
    assert_eq!(first, again);
    assert_eq!(first[2], json!([0, 0]), "a player exceeded its time");
}

#[test]
fn spsa_uses_the_default_hash_size_of_matches() {
    let folder = folder();
    let tune = |more: &[&str]| {
        let clock = ["tune", "spsa", "Delta.Margin", "--tc", "0.05+0.001@50", "--pairs", "2"];
        lab(&folder, &[&clock[..], more].concat())
    };
    assert_eq!(tune(&[]).0, Some(0));
    assert_eq!(tune(&["--hash", "16", "--resume"]).0, Some(0));
    let (code, output) = tune(&["--hash", "4", "--resume"]);
    assert!(code == Some(2) && output.contains("belongs to another tuning"), "{code:?} {output}");
}

#[test]
fn a_match_is_played_on_the_clock() {
    let folder = folder();
    let arguments =
        ["match", "linear", "linear", "--tc", "0.05+0.005", "--games", "2", "--json", "m.json"];
    let (code, output) = lab(&folder, &arguments);
    assert!(code == Some(0) && output.contains("linear – linear"), "{code:?} {output}");
    let text = std::fs::read_to_string(folder.path().join("m.json")).expect("a result");
    let result: Value = serde_json::from_str(&text).expect("JSON");
    let seconds = result["seconds"].as_array().expect("an array");
    assert!(
        seconds.iter().all(|seconds| seconds.as_f64().is_some_and(|seconds| seconds > 0.01)),
        "{text}"
    );
}

#[test]
fn openings_are_generated_and_played() {
    let folder = folder();
    let generate =
        |seed, file| lab(&folder, &["openings", "--count", "5", "--seed", seed, "--out", file]);
    for (seed, file) in [("1", "a"), ("1", "b"), ("2", "c")] {
        assert_eq!(generate(seed, file).0, Some(0));
    }
    let read = |file| std::fs::read_to_string(folder.path().join(file)).expect("openings");
    assert!(read("a") == read("b") && read("a") != read("c"), "the seed determines the openings");
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
    let (code, output) = played("12");
    let expected = "12 games need 6 openings, but there are 5; `secateur-lab openings` writes more";
    assert!(code == Some(2) && output.contains(expected), "{code:?} {output}");
}

#[test]
fn invalid_match_options_are_reported() {
    let folder = folder();
    let invalid: [(&[&str], &str); 6] = [
        (&["--sprt", "4,0"], "the first hypothesis must be the lower one"),
        (&["--sprt", "4"], "expected two differences in normalized Elo, as 0,4"),
        (&["--tc", "fast"], "expected base time and increment in seconds, as 2+0.02"),
        (&["--tc", "1", "--nodes", "5"], "cannot be used with"),
        (&["--games", "3"], "not an even number"),
        (&["--openings", "/none.epd"], "cannot read /none.epd"),
    ];
    for (arguments, expected) in invalid {
        let (code, output) = lab(&folder, &[&["match", "linear", "linear"], arguments].concat());
        assert!(code == Some(2) && output.contains(expected), "{arguments:?}: {code:?} {output}");
    }
}
