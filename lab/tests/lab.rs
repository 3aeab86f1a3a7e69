//! Every experiment runs in its quick form and is judged, so that none can rot; and its results
//! survive the way to disk.

use secateur::eval::Evaluator;
use secateur_lab::experiments::catalogue;
use secateur_lab::experiments::experiment::ExperimentRecord;
use secateur_lab::experiments::plot;
use secateur_lab::experiments::report;
use secateur_lab::experiments::run;
use secateur_lab::progress::Progress;
use secateur_lab::scale::Scale;
use std::process::Command;

fn quick() -> Scale {
    Scale {
        first: Some(4),
        depths: None,
        games: None,
        quick: true,
        jobs: 2,
        evaluator: Evaluator::linear(),
    }
}

fn record(name: &str) -> ExperimentRecord {
    let experiment = catalogue::find(name).expect(name);
    let (outcome, judgement) =
        run::run(experiment, None, &quick(), &Progress::silent()).expect("nobody stops it");
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
fn every_experiment_runs_and_is_judged() {
    for experiment in catalogue::all() {
        let record = record(experiment.name);
        assert!(!record.judgement.grounds.is_empty(), "{}: judged by nothing", experiment.name);
        let section = report::section(&record, None);
        assert!(
            section.contains(record.judgement.verdict.word())
                && section.contains(experiment.criterion)
        );
        if let Some(trees) = &record.outcome.trees {
            let lines = report::csv(trees).lines().count();
            assert_eq!(lines, trees.cells.len() + 1, "{}", experiment.name);
            assert!(
                plot::svg(experiment, &record.outcome).is_some_and(|svg| svg.contains("</svg>"))
            );
        }
    }
}

/// `learned` plays in its own way, and was said to play no games; `minus-one` took positions and
/// depths without a word.
#[test]
fn what_would_be_ignored_or_counted_twice_is_refused() {
    let plan = |name| (catalogue::find(name).expect(name).plan)();
    assert!(plan("learned").plays_games() && !plan("learned").searches_positions());
    assert!(plan("n-best").plays_games() && plan("n-best").searches_positions());
    for (arguments, wanted) in [
        ("minus-one --first 5", "minus-one searches no positions of its own"),
        ("minus-one --depth 3..4", "minus-one searches no positions of its own"),
        ("learned --first 5", "learned searches no positions of its own"),
        ("equivalence --games 2", "equivalence plays no games"),
        ("minus-one --games 2002", "2002 games need 1001 openings, and there are 1000"),
        ("learned --games 2002", "2002 games need 1001 openings, and there are 1000"),
        ("all --games 2002", "2002 games need 1001 openings, and there are 1000"),
    ] {
        let command = Command::new(env!("CARGO_BIN_EXE_secateur-lab"))
            .arg("run")
            .args(arguments.split(' '))
            .output();
        let output = command.expect("the binary starts");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && said.contains(wanted), "{arguments}: {said}");
    }
}

#[test]
fn the_same_run_gives_the_same_nodes() {
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
fn a_record_survives_the_way_to_disk() {
    let before = record("aspiration");
    let text = serde_json::to_string(&before).expect("serialisable");
    let after: ExperimentRecord = serde_json::from_str(&text).expect("readable");
    assert_eq!(report::section(&before, None), report::section(&after, None));
}
