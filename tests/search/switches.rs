//! Unit tests of `secateur::search::techniques::switches`.

use secateur::search::techniques::switches::*;
use secateur::search::techniques::{NullMode, OLD_NAMES, Techniques, Tunable};
use std::collections::HashSet;

#[test]
fn switch_names_are_unique_and_switches_copy_every_field() {
    let names: HashSet<String> = Switch::all().map(|switch| letters(switch.name)).collect();
    assert_eq!(names.len(), Switch::all().count());
    for preset in [Techniques::PLAIN, Techniques::PAPERS, Techniques::FULL, Techniques::BARE] {
        let mut other = Techniques::BARE;
        for switch in Switch::all() {
            switch.set(&mut other, &switch.get(&preset)).expect(switch.name);
        }
        assert_eq!(other, preset, "a field has no switch");
    }
}

#[test]
fn switches_are_set_by_either_spelling_of_their_name() {
    let mut techniques = Techniques::FULL;
    techniques.set_pair("multi-cut.at-all=false").expect("the switch exists");
    techniques.set("NullMove.Mode", "Heinz").expect("the switch exists");
    assert!(
        !techniques.switches.multi_cut.at_all
            && techniques.switches.null_move.mode == NullMode::Heinz
    );
    assert_eq!(techniques.set_pair("nonsense=1"), Err(SwitchError::Unknown("nonsense".to_owned())));
    assert!(techniques.set_pair("NullMove.Reduction=9").is_err());
    assert!(techniques.set_pair("Killers").is_err());
    techniques.set_pair("Singular.Margin=40.6").expect("decimals of tuners are rounded");
    assert_eq!(techniques.tunables.singular_margin, 41);
    assert!(techniques.set_pair("Singular.Margin=nan").is_err());
}

#[test]
fn old_names_are_aliases_of_current_switches() {
    for (old, new) in [
        ("Credit.Before", "HistoryBonus.FailLow"),
        ("CautiousQuiescence", "QuiescenceBetaBlend"),
        ("Singular.Unasked", "Singular.ShallowMargin"),
        ("Reductions", "Lmr"),
        ("reductions.quiet-base", "Lmr.QuietBase"),
        ("Correction.Pawns", "CorrectionHistory.Pawns"),
        ("CorrectionHistory.Pawns", "CorrectionHistory.Pawns"),
    ] {
        assert_eq!(Switch::find(old).map(|switch| switch.name), Some(new), "{old}");
    }
    for old in [
        "Reductions.Worsening",
        "Reductions.Failing",
        "Reductions.TableCapture",
        "InternalReduction.Behind",
        "Reach.Worth",
        "Singular.Unasked",
        "Credit.Table",
        "Credit.Refuted",
        "Credit.Before",
        "Credit.Evaluation",
        "HistoryBonus.Most",
        "HistoryMalus.Most",
        "Continuation.Own",
        "LateMoves",
        "Exchange",
        "Reductions",
        "InternalReduction",
        "Hindsight",
        "Correction",
        "NearRootHistory",
        "CautiousQuiescence",
        "TableEstimate",
        "KeepEvaluations",
        "Reach",
    ] {
        assert!(OLD_NAMES.iter().any(|(known, _)| *known == old), "{old} is no longer accepted");
    }
    for (old, new) in OLD_NAMES {
        let found = Switch::find(old).map(|switch| switch.name);
        assert_eq!(found, Some(*new), "{old} is no alias of {new}");
        assert!(Switch::all().all(|switch| letters(switch.name) != letters(old)), "{old}");
    }
    assert!(Switch::find("Reductions.NoSuch").is_none());
    assert!(Tunable::find("Reductions.Pv").is_some() && Tunable::find("Lmr").is_none());
}
