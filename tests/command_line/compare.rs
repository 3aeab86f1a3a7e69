//! Unit tests of `secateur::tools::solve::compare`.

use crate::results::{setup, solution};
use secateur::tools::solve::compare::*;
use secateur::tools::solve::record::{PositionResult, SuiteRecord};
use secateur::tools::solve::{EngineSetup, Setup};

#[test]
fn gains_and_losses_do_not_depend_on_the_order() {
    let old = SuiteRecord {
        settings: setup(),
        positions: vec![solution(3, true), solution(1, false), solution(2, true)],
    };
    let settings = Setup { threads: 2, version: "2".to_owned(), ..setup() };
    let new = SuiteRecord {
        settings,
        positions: vec![solution(1, true), solution(3, false), solution(4, true)],
    };
    let changes = compare(&old, &new);
    let numbers = |solutions: &[&PositionResult]| {
        solutions.iter().map(|solution| solution.number).collect::<Vec<_>>()
    };
    assert_eq!((numbers(&changes.gained), numbers(&changes.lost)), (vec![1], vec![3]));
    assert_eq!((changes.only_after, changes.only_before), (1, 1));
    assert_eq!((changes.before.solved, changes.after.solved), (1, 1));
    assert_eq!(changes.setup.as_deref(), Some("threads: 1 and 2"));
}

#[test]
fn runs_of_different_engines_differ_in_both_directions() {
    let engine = EngineSetup {
        name: "Other".to_owned(),
        command: Some("other".to_owned()),
        options: Vec::new(),
    };
    let with = Setup { engines: vec![engine], ..setup() };
    for (own, other) in [(setup(), with.clone()), (with, setup())] {
        let difference = own.difference(&other, &[]).unwrap_or_default();
        assert!(difference.starts_with("engines: "), "{difference}");
    }
}

#[test]
fn a_run_equals_itself() {
    let record =
        SuiteRecord { settings: setup(), positions: vec![solution(1, true), solution(1, false)] };
    let changes = compare(&record, &record);
    assert!(changes.gained.is_empty() && changes.lost.is_empty() && changes.setup.is_none());
    assert_eq!((changes.only_after, changes.only_before, changes.after.positions), (0, 0, 2));
}

#[test]
fn the_sign_test_is_the_binomial_tail() {
    let position = solution(1, true);
    let p = |gained: usize, lost: usize| {
        let list = |count| vec![&position; count];
        Changes { gained: list(gained), lost: list(lost), ..Changes::default() }.sign_test()
    };
    // 2 (C(n, 0) + … + C(n, least)) / 2^n
    for (gained, lost, expected) in [
        (0, 0, 1.0),
        (1, 0, 1.0),
        (12, 12, 1.0),
        (6, 0, 2.0 / 64.0),
        (9, 1, 22.0 / 1024.0),
        (2, 8, 112.0 / 1024.0),
    ] {
        assert!((p(gained, lost) - expected).abs() < 1e-12, "{gained}, {lost}");
        assert_eq!(p(gained, lost), p(lost, gained));
    }
    // 2^-2000 underflows. The expected value is an exact sum of integers.
    assert!((p(1031, 969) - 0.172_551_718).abs() < 1e-8, "{}", p(1031, 969));
    assert!(p(1100, 900) < 1e-4 && p(3000, 0) < 1e-100);
}
