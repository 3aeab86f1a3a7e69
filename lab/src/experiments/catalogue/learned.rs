//! The experiment on the trained evaluation of S3.

use super::percent;
use crate::experiments::experiment::{Experiment, ExperimentPlan, Judgement, Special};
use crate::experiments::learned::learned;

pub(super) const ALL: &[Experiment] = &[LEARNED];

const LEARNED: Experiment = Experiment {
    id: "E22",
    name: "learned",
    title: "The learned evaluation: counts against joint regression",
    source: "S3 2 to 6, Figures 3 and 4, Table 1",
    claim: "Jointly estimated weights gain about two plies over weights counted one by one.",
    criterion: "the loss falls in every iteration; smaller distance in endings; older evaluation \
        below 45 % at equal depth, 35 to 65 % one or two plies deeper",
    printed: &[
        "| paper: newer at depth | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 |\n|---|---|---|---|---|---|---|---|---|---|\n\
         | older + 0, % | 33.6 | 32.1 | 31.8 | 35.0 | 34.3 | 30.7 | 26.1 | 26.4 | 31.8 |\n\
         | older + 1, % | 58.9 | 56.1 | 46.4 | 56.8 | 50.4 | 41.4 | 44.3 | 40.4 | 37.9 |\n\
         | older + 2, % | 82.5 | 74.6 | 70.0 | 62.1 | 61.4 | 59.3 | 47.9 | 50.7 | 53.6 |",
    ],
    plan: || ExperimentPlan {
        special: Some(Special::playing(learned)),
        ..ExperimentPlan::default()
    },
    judge: |outcome| {
        let figures = outcome.figures();
        let value = |name| figures.value(name);
        let near = |name| (0.35..=0.65).contains(&value(name));
        Judgement::of(vec![
            (value("loss falls") == 1.0, "the loss falls in every iteration".to_owned()),
            (
                value("ending distance") < value("opening distance"),
                format!(
                    "mean distance {:.0} permille in endings, {:.0} in openings",
                    value("ending distance"),
                    value("opening distance")
                ),
            ),
            (
                value("older + 0") < 0.45,
                format!("at equal depth the older scores {}", percent(value("older + 0"))),
            ),
            (
                near("older + 1") || near("older + 2"),
                format!(
                    "one ply deeper {}, two {}",
                    percent(value("older + 1")),
                    percent(value("older + 2"))
                ),
            ),
        ])
    },
};
