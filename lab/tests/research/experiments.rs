//! Every experiment runs and is judged in its quick form, and the committed results agree with the
//! pages of the notebook.

use crate::program::program;
use secateur::chess::epd::Epd;
use secateur::tools::suites;
use secateur_lab::experiments::catalogue;
use secateur_lab::experiments::experiment::{ExperimentRecord, ExperimentVerdict};
use secateur_lab::experiments::plot;
use secateur_lab::experiments::report;
use secateur_lab::experiments::run;
use secateur_lab::experiments::size::RunSize;
use secateur_lab::experiments::trees::{self, Configuration, TreePlan};
use secateur_lab::progress::RunProgress;
use std::fs;
use std::path::{Path, PathBuf};

/// If this environment variable is set, the page of results and the grounds of its verdicts are
/// written instead of compared.
const WRITES: &str = "WRITE_STRENGTH";

fn quick() -> RunSize {
    RunSize {
        first: Some(2),
        depths: None,
        games: None,
        quick: true,
        jobs: 2,
        evaluator: secateur_lab::evaluations::linear(),
    }
}

fn record(name: &str) -> ExperimentRecord {
    let experiment = catalogue::find(name).expect(name);
    let (outcome, judgement) =
        run::run(experiment, None, &quick(), &RunProgress::silent()).expect("not stopped");
    ExperimentRecord {
        id: experiment.id.to_owned(),
        name: experiment.name.to_owned(),
        command: String::new(),
        commit: String::new(),
        processor: String::new(),
        outcome,
        judgement,
    }
}

#[test]
fn every_experiment_runs_and_a_quick_run_has_no_verdict() {
    for experiment in catalogue::all() {
        let record = record(experiment.name);
        assert!(
            !record.judgement.grounds.is_empty(),
            "{}: no grounds for the verdict",
            experiment.name
        );
        let section = report::section(&record, None);
        let section = section.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(record.judgement.verdict, ExperimentVerdict::Quick, "{}", experiment.name);
        assert!(
            section.contains("**NOT JUDGED (quick run).**")
                && section.contains(experiment.criterion)
                && !section.contains("| holds | found |"),
            "{section}"
        );
        if let Some(limit) = catalogue::limit(experiment.name) {
            let intro =
                section.find("Remarks on the run of the notebook: ").expect("an introduction");
            assert!(section[intro..].contains(limit), "{section}");
        }
        if let Some(trees) = &record.outcome.trees {
            let lines = report::csv(trees).lines().count();
            assert_eq!(lines, trees.cells.len() + 1, "{}", experiment.name);
            assert!(
                plot::svg(experiment, &record.outcome).is_some_and(|svg| svg.contains("</svg>"))
            );
        }
    }
}

#[test]
fn unused_options_and_too_many_games_are_rejected() {
    let plan = |name| (catalogue::find(name).expect(name).plan)();
    assert!(plan("learned").plays_games() && !plan("learned").searches_positions());
    assert!(plan("n-best").plays_games() && plan("n-best").searches_positions());
    assert!(plan("prob-cut-fit").has_plot() && plan("null-move").has_plot());
    let folder = tempfile::tempdir().expect("a folder");
    for (arguments, expected) in [
        ("minus-one --first 5", "minus-one searches no positions"),
        ("minus-one --depth 3..4", "minus-one searches no positions"),
        ("learned --first 5", "learned searches no positions"),
        ("equivalence --games 2", "equivalence plays no games"),
        ("equivalence --quick --svg a.svg", "equivalence has nothing to plot"),
        ("equivalence --depth 5", "--depth 5: equivalence needs a depth from 1 to 4"),
        ("equivalence etc --depth 5 --quick", "--depth 5: equivalence needs a depth"),
        ("alpha-beta --depth 6..9 --quick", "--depth 6..9: alpha-beta needs a depth from 1 to 5"),
        ("prob-cut-fit --depth 4 --quick", "--depth 4: prob-cut-fit needs a depth from 7 to 60"),
        ("minus-one --games 2002", "2002 games need 1001 openings, but there are 1000"),
        ("learned --games 2002", "2002 games need 1001 openings, but there are 1000"),
        ("all --games 2002", "2002 games need 1001 openings, but there are 1000"),
    ] {
        let mut command = program(env!("CARGO_BIN_EXE_secateur-lab"));
        command.arg("run").args(arguments.split(' ')).current_dir(folder.path());
        let (code, _, stderr) = crate::program::run(&mut command);
        assert!(code == Some(2) && stderr.contains(expected), "{arguments}: {stderr}");
    }
}

#[test]
fn a_claim_is_not_reproduced_without_data() {
    let verdict = |name: &str, positions: Option<&[Epd]>, size: &RunSize| {
        let experiment = catalogue::find(name).expect(name);
        let result = run::run(experiment, positions, size, &RunProgress::silent());
        let (outcome, _) = result.expect("not stopped");
        let judgement = (experiment.judge)(&outcome); // `run` gives quick runs no verdict
        assert_ne!(judgement.verdict, ExperimentVerdict::Reproduced, "{name}: {judgement:?}");
    };
    for (name, depth) in [("equivalence", 5), ("deepening", 1), ("modifications", 1)] {
        let depths = Some((depth, depth));
        verdict(name, None, &RunSize { first: Some(1), depths, quick: false, ..quick() });
    }
    for name in ["minus-one", "n-best", "prob-cut", "multi-cut-match"] {
        verdict(name, None, &quick()); // four games a match
    }
    let unsolved: Epd = "6k1/5ppp/8/8/8/8/5PPP/6K1 w - - id \"no solution\";".parse().expect("EPD");
    verdict("mates", Some(&[unsolved]), &quick());
}

#[test]
fn all_positions_of_a_suite_file_are_searched() {
    let plan = TreePlan {
        suite: "ecm",
        first: 1,
        depths: (1, 1),
        reference: "all",
        configurations: vec![Configuration::papers("all", |_| {})],
        show: &[],
    };
    let file = &suites::built_in("ecm")[..3];
    let searched = |positions: Option<&[Epd]>, first| {
        let size = RunSize { first, quick: false, ..quick() };
        let results = trees::run(&plan, positions, &size, &RunProgress::silent());
        results.expect("not stopped").cell("all", 1).positions
    };
    assert_eq!(searched(None, None), 1);
    assert_eq!(searched(Some(file), None), 3);
    assert_eq!(searched(Some(file), Some(2)), 2);
}

#[test]
fn node_counts_are_reproducible() {
    let nodes = || {
        let record = record("null-move");
        record
            .outcome
            .trees()
            .cells
            .iter()
            .map(|cell| (cell.label.clone(), cell.depth, cell.nodes))
            .collect::<Vec<_>>()
    };
    assert_eq!(nodes(), nodes());
}

#[test]
fn a_record_survives_a_round_trip_as_json() {
    let before = record("aspiration");
    let text = serde_json::to_string(&before).expect("serializable");
    let after: ExperimentRecord = serde_json::from_str(&text).expect("readable");
    assert_eq!(report::section(&before, None), report::section(&after, None));
}

/// The folder with the committed results.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("notebook")
}

/// The committed results with this file name extension.
fn results(ending: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder()).expect("a folder");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    paths.filter(|path| path.extension().is_some_and(|found| found == ending)).collect()
}

/// The text of a result with other grounds of the judgement. All other text, such as figures, stays
/// the same.
fn with_grounds(text: &str, grounds: &[String]) -> String {
    let (before, _) = text.split_once("    \"grounds\": [").expect("a result has grounds");
    let lines: Vec<String> = grounds
        .iter()
        .map(|ground| serde_json::to_string(ground).expect("text"))
        .map(|ground| format!("      {ground}"))
        .collect();
    format!("{before}    \"grounds\": [\n{}\n    ]\n  }}\n}}", lines.join(",\n"))
}

/// Compares the judgements of the committed results with those computed from their figures, or
/// writes their grounds if [`WRITES`] is set.
fn check_verdicts() {
    let paths = results("json");
    assert_eq!(paths.len(), catalogue::all().len());
    for path in paths {
        let text = fs::read_to_string(&path).expect("a result");
        let record: ExperimentRecord = serde_json::from_str(&text).expect("a result");
        let experiment = catalogue::find(&record.name).expect("an experiment");
        let judgement = (experiment.judge)(&record.outcome);
        if std::env::var_os(WRITES).is_some() {
            let ending = &text[text.trim_end().len()..];
            let written = with_grounds(&text, &judgement.grounds) + ending;
            fs::write(&path, written).expect("written");
        } else {
            assert_eq!(record.judgement, judgement, "{}", path.display());
        }
    }
}

#[test]
fn the_committed_results_and_their_page_agree() {
    check_verdicts();
    let work = tempfile::tempdir().expect("a folder");
    for path in results("json") {
        fs::copy(&path, work.path().join(path.file_name().expect("a name"))).expect("copied");
    }
    let mut command = program(env!("CARGO_BIN_EXE_secateur-lab"));
    let (code, _, stderr) = crate::program::run(command.arg("report").arg(work.path()));
    assert_eq!(code, Some(0), "{stderr}");
    let mut pages = results("svg");
    pages.retain(|path| !path.ends_with("strength.svg"));
    pages.push(folder().join("README.md"));
    for path in pages {
        let written = fs::read_to_string(work.path().join(path.file_name().expect("a name")));
        let written = written.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        if std::env::var_os(WRITES).is_some() {
            fs::write(&path, written).expect("written");
        } else {
            let found = fs::read_to_string(&path).expect("a page");
            assert!(found == written, "{}: run secateur-lab report lab/notebook", path.display());
        }
    }
}

/// At most 60 words, without the words "Remarks on the run of the notebook: ".
#[test]
fn each_experiment_has_one_short_paragraph() {
    let page = fs::read_to_string(folder().join("README.md")).expect("a page");
    for section in page.split("\n## ").skip(1) {
        let mut paragraphs = section.split("\n\n").skip(1).map(str::trim);
        let paragraph = paragraphs.next().expect("a paragraph");
        let text = paragraph.split_whitespace().collect::<Vec<_>>().join(" ");
        let text = text.replace("Remarks on the run of the notebook: ", "");
        let words = text.split(' ');
        let count = words.filter(|word| word.contains(char::is_alphanumeric)).count();
        assert!(paragraph.starts_with("**") && count <= 60, "{count} words: {paragraph}");
        let others = paragraphs.filter(|text| !text.is_empty());
        assert!(others.clone().count() > 0, "no tables: {section}");
        others.for_each(|text| assert!(text.starts_with(['|', '!']), "prose: {text}"));
    }
}
