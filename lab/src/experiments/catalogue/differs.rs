//! Why chess differs, where a claim of the papers does not hold on it: read off the counters of the
//! runs.

use crate::experiments::experiment::ExperimentVerdict;

/// Experiment and reason.
const REASONS: &[(&str, &str)] = &[
    (
        "deepening",
        "Good order does not live in the table alone: killers and history, learned at the shallower depths, put a refutation first at \
         97 to 98 of a hundred cuts with a table and without one, so deepening pays for itself either way.",
    ),
    (
        "table",
        "What a small table must not lose are the deep entries. Depth-preferred keeps them as well as two-deep does; the slot that \
         two-deep replaces always adds about a percent at most. Only always-replace loses them, and pays for it.",
    ),
    (
        "windows",
        "PVS opens again only some one in a hundred of its scouts (counter *PVS re-search*), so there is little left for MTD(f) to \
         save, and each of its passes walks again through what the table has lost. With coarser grains it needs fewer passes and the \
         gap closes.",
    ),
    (
        "n-best",
        "The first table shows how often the best move is not among the first N of a static evaluation: too often at the root, and as \
         often at every node below. What such a search gains in depth it loses in replies that it never sees.",
    ),
    (
        "null-move",
        "A ply of reduction is worth less than in S2: from R = 2 to R = 3 the tree shrinks by a factor of about 1.3 where it prints \
         2.2. Verification gives up one ply at nodes where the null move fails high, and that costs more than the larger R saves.",
    ),
    (
        "prob-cut",
        "ProbCut checks nodes of depth 8 alone, and a full-width chess tree of this many nodes reaches none (`bench 8` with these \
         switches counts no attempt), so both sides play the same moves and almost every pair of games is level. Multi-ProbCut checks \
         shallower nodes as well.",
    ),
    (
        "learned",
        "The games of this experiment are few for so many features: on games held out the joint weights lose clearly more than on those \
         they were learned from (the losses in the table). What regression is worth with millions of positions is measured where the \
         weights of play were learned, in `learning.md`.",
    ),
    (
        "adaptive",
        "R = 3 takes the place of R = 2 only where more than six plies remain, which at these depths is near the root alone; the saving \
         grows with the depth, and the papers measured at greater ones.",
    ),
    (
        "multi-cut-c",
        "Without null move almost nine of ten attempts at MC-C cut. With it they come only where the null move has failed, two of three cut, and \
         what the attempts search weighs about as much as what they save (columns *won / tried* and *nodes*).",
    ),
    (
        "multi-cut",
        "Null move leaves about an eighth of a chess tree and multi-cut a quarter to a third; in LOA both leave about as much. So MC-C and \
         MC-A together cannot do what null move does, and beside it they find little left to cut.",
    ),
    (
        "parameters",
        "With C = 1 every shallow fail-high prunes. Wrong ones come back as re-searches, some more than with larger C, but there are few \
         re-searches in all, so what is saved outweighs them; at these depths a mistake at an ALL node is cheap to mend.",
    ),
    (
        "multi-cut-match",
        "MC-A leaves the tree almost as it was (E15): it is tried seldom beside null move, and where it cuts it saves about what it costs. \
         Most pairs of games end level, so that what is left is too small to tell from nothing in either direction.",
    ),
];

/// The reason why an experiment's claim does not hold, if it does not.
pub fn reason(name: &str, verdict: ExperimentVerdict) -> Option<&'static str> {
    let found = REASONS.iter().find(|(experiment, _)| *experiment == name);
    found.filter(|_| verdict != ExperimentVerdict::Reproduced).map(|(_, reason)| *reason)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiments::catalogue::find;

    #[test]
    fn reasons_belong_to_experiments() {
        for (name, _) in REASONS {
            assert!(find(name).is_some(), "{name}");
            assert_eq!(reason(name, ExperimentVerdict::Reproduced), None);
            assert!(reason(name, ExperimentVerdict::Partly).is_some());
        }
    }
}
