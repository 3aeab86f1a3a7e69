//! Reasons why a claim of the papers does not hold in chess, from the counters of the runs, and
//! limits of the experiments.

use crate::experiments::experiment::ExperimentVerdict;

/// Name of the experiment, and the reason.
const REASONS: &[(&str, &str)] = &[
    (
        "zugzwang",
        "R = 3 loses 10 positions and verification regains 3. The last condition was added to \
         the criterion after the run.",
    ),
    (
        "deepening",
        "Killers and history carry good order too: the first move causes 97 to 98 % of cutoffs \
         with and without the table. Deepening pays in both cases.",
    ),
    (
        "table",
        "A small table must keep deep entries, as depth-preferred and two-deep do. The \
         always-replace slot adds about one percent.",
    ),
    (
        "windows",
        "PVS repeats about one percent of its null-window searches (PVS re-search), so MTD(f) \
         can save little. Coarser grains need fewer passes.",
    ),
    (
        "n-best",
        "The first table shows how often the best move is missing among the first N by static \
         evaluation. These losses outweigh the gained depth.",
    ),
    ("null-move", "A ply of R saves a factor of 1.3, in S2 2.2; verification costs more."),
    (
        "prob-cut",
        "ProbCut checks only nodes at depth 8, and full-width trees of this size have none \
         (`bench 8` counts no attempt). Multi-ProbCut also checks lower depths.",
    ),
    (
        "learned",
        "There are fewer games than in S3, the loss is cross entropy, and it still fell when \
         training ended.",
    ),
    (
        "adaptive",
        "R = 3 replaces R = 2 only above six plies, near the root at these depths; the papers \
         searched deeper.",
    ),
    (
        "multi-cut-c",
        "Without null move nearly 90 % of attempts cut. With it MC-C acts only where null move \
         failed; two thirds cut, at about the cost of the saving.",
    ),
    ("multi-cut", "Null move leaves an eighth of the tree, multi-cut a quarter to a third."),
    (
        "parameters",
        "Wrong cutoffs with C = 1 return as re-searches, but these are few; the saved nodes \
         outweigh them.",
    ),
    (
        "multi-cut-match",
        "MC-A changes the tree little (E15) and saves about what it costs. Most game pairs end \
         level, so no effect is visible.",
    ),
];

/// Name of the experiment, and what limits it, whatever its verdict.
const LIMITS: &[(&str, &str)] = &[
    (
        "windows",
        "With quiescence search NegaScout skips no re-search and equals PVS. At grain 25 MTD(f) needs \
         less in the sum of nodes, not in the geometric mean.",
    ),
    ("aspiration", "The interval of ±25 includes 100 %, and ±5 needs as many nodes."),
    (
        "modifications",
        "Only modification 3 changes root scores. Modification 1 acts in null-move cutoffs \
         only, and null move is off.",
    ),
    (
        "minus-one",
        "The evaluation was linear, with 5000 or 20 000 nodes a move; factors.md has later matches.",
    ),
    ("prob-cut-fit", "Only |v(h)| ≤ 800 counts. R² is below S3's."),
];

/// What limits an experiment; `None` if nothing is listed.
pub fn limit(name: &str) -> Option<&'static str> {
    LIMITS.iter().find(|(experiment, _)| *experiment == name).map(|(_, limit)| *limit)
}

/// The reason why an experiment's claim does not hold; `None` if it holds.
pub fn reason(name: &str, verdict: ExperimentVerdict) -> Option<&'static str> {
    let found = REASONS.iter().find(|(experiment, _)| *experiment == name);
    found.filter(|_| verdict != ExperimentVerdict::Reproduced).map(|(_, reason)| *reason)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiments::catalogue::find;

    #[test]
    fn reasons_and_limits_belong_to_known_experiments() {
        assert!(LIMITS.iter().all(|(name, _)| find(name).is_some()));
        for (name, _) in REASONS {
            assert!(find(name).is_some(), "{name}");
            assert_eq!(reason(name, ExperimentVerdict::Reproduced), None);
            assert!(reason(name, ExperimentVerdict::Partly).is_some());
        }
    }
}
