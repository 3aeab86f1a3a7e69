//! Interrupted, resumed and merged runs of `epd`.

use crate::epd_command::{LONG, SuiteFolder, last, start_slowly, sums, wait_for_results};
use crate::program::finish;
use serde_json::Value;

#[test]
fn a_killed_and_resumed_run_gives_the_same_result() {
    let folder = SuiteFolder::new();
    folder.solve(&format!("{LONG} whole.json --jobs 2"));
    let mut child = start_slowly(&folder, &format!("{LONG} broken.json"));
    let kept = wait_for_results(&folder, "broken.json.partial");
    child.kill().and_then(|()| child.wait()).expect("killed");
    assert!(!folder.path().join("broken.json").exists(), "the run ended before the kill");
    // A kill rarely leaves an incomplete line, so the test adds one.
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
    assert!(!folder.path().join("broken.json.partial").exists());
}

#[test]
fn an_interrupted_run_can_be_resumed() {
    let folder = SuiteFolder::new();
    let mut child = start_slowly(&folder, &format!("{LONG} a.json"));
    wait_for_results(&folder, "a.json.partial");
    crate::signal::signal(&mut child, "-INT");
    let (code, out, error) = finish(child);
    assert!(code == Some(130) && error.contains("interrupted after "), "{code:?} {error}");
    assert!(error.contains(" of 48 positions; --resume continues from a.json.partial"), "{error}");
    assert!(
        out.contains("suite ") && !out.contains(": solved "),
        "a table of the results so far, without a last line: {out}"
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

    // The same command without --resume must not discard the journal.
    let kept = folder.text("a.json.partial");
    let (code, _, error) = folder.run(&format!("{LONG} a.json"));
    assert!(
        code == Some(2) && error.contains("--resume continues it, --restart discards it"),
        "{code:?} {error}"
    );
    assert_eq!(folder.text("a.json.partial"), kept);
    // A flipped bit is detected, and the position of the damaged line is solved again.
    let bit = kept.rfind("\"nodes\":").expect("a result") + 9;
    let mut damaged = kept.into_bytes();
    damaged[bit] ^= 1;
    folder.write("a.json.partial", &String::from_utf8(damaged).expect("UTF-8"));
    let (code, _, error) = folder.run(&format!("{LONG} a.json --resume --jobs 2"));
    assert!(code == Some(0) && error.contains("1 damaged line was skipped"), "{code:?} {error}");

    let resumed = folder.solve(&format!("{LONG} a.json --resume"));
    assert_eq!(
        resumed.lines().filter(|line| line.starts_with("WAC.")).count(),
        48,
        "all positions are printed"
    );
    let again = folder.solve(&format!("{LONG} a.json --resume"));
    assert_eq!(resumed, again, "a finished run is only printed");
    let (code, _, error) = folder.run("epd/wac.epd --depth 1 --json a.json --resume");
    assert!(
        code == Some(2) && error.contains("a.json is the result of a run with other settings"),
        "{code:?} {error}"
    );
}

#[test]
fn merged_shards_equal_the_whole_run() {
    let folder = SuiteFolder::new();
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
fn restart_discards_a_damaged_journal_but_no_other_file() {
    let folder = SuiteFolder::new();
    folder.write("a.json.partial", "something else\n");
    let (code, _, error) = folder.run("epd/wac.epd --first 1 --depth 1 --json a.json --restart");
    assert!(code == Some(2) && error.contains("a.json.partial is not a journal"), "{error}");
    folder.write("a.json.partial", "0123456789abcdef damaged\n");
    let (code, _, error) = folder.run("epd/wac.epd --first 1 --depth 1 --json a.json");
    assert!(code == Some(2) && error.contains("--restart discards it"), "{error}");
    folder.solve("epd/wac.epd --first 1 --depth 1 --json a.json --restart");
    assert!(
        !folder.path().join("a.json.partial").exists() && folder.path().join("a.json").exists()
    );
    for flag in ["--resume", "--restart"] {
        let (code, _, error) = folder.run(&format!("epd/wac.epd --depth 1 {flag}"));
        assert!(code == Some(2) && error.contains("need --json"), "{error}");
    }
}
