//! Experiments on multi-cut at cut-nodes and all-nodes, its parameters, the modifications of PVS,
//! and N-best.

use super::{falls, is_above_half, percent, with_interval};
use crate::experiments::experiment::{Experiment, ExperimentPlan, Judgement, Plot, Special};
use crate::experiments::special;
use crate::experiments::trees::{Configuration, TreePlan, TreeResults};
use crate::matches::play::{MatchPlan, Player};
use secateur::search::Switches;
use secateur::search::statistics::Statistic;
use secateur::search::techniques::{MultiCutParameters, NBestMode, NullMode};

pub(super) const ALL: &[Experiment] =
    &[N_BEST, MULTI_CUT_C, MULTI_CUT, PARAMETERS, MATCH, MODIFICATIONS, MATES];

/// The techniques with null move as in MIA and multi-cut as in S2.
fn forward(
    label: impl Into<String>,
    null: bool,
    at_cut: bool,
    at_all: bool,
    change: impl FnOnce(&mut Switches),
) -> Configuration {
    Configuration::papers(label, |t| {
        t.null_move.mode = if null { NullMode::Mia } else { NullMode::Off };
        t.multi_cut.at_cut = at_cut;
        t.multi_cut.at_all = at_all;
        change(t);
    })
}

const SHOW: &[Statistic] =
    &[Statistic::NullMove, Statistic::MultiCutAtCut, Statistic::MultiCutAtAll, Statistic::Research];

const MULTI_CUT_C: Experiment = Experiment {
    id: "E14",
    name: "multi-cut-c",
    title: "Multi-cut at CUT nodes and its two improvements",
    source: "S2 5.1 to 5.3, Figures 15 to 18; Björnsson & Marsland 2001",
    claim: "MC-C shrinks the tree, more so with depth, with and without null move.",
    criterion: "MC-C/none and (null + MC-C)/null fall with depth",
    printed: &[
        "| S2, Figure 19 (LOA) | depth | nodes left |",
        "|---|---|---|",
        "| MC-C/none | 5 to 10 | 41.4, 36.8, 25.2, 20.4, 12.2, 13.4 % |",
        "| (null + MC-C)/null | 5 to 12 | 57.4, 60.2, 56.5, 53.9, 45.2, 44.5, 41.8, 39.8 % |",
    ],
    plan: || ExperimentPlan {
        trees: Some(TreePlan {
            suite: "ecm",
            first: 100,
            depths: (5, 8),
            reference: "none",
            configurations: vec![
                forward("none", false, false, false, |_| {}),
                forward("MC-C", false, true, false, |_| {}),
                forward("MC-C, no improvements", false, true, false, |t| {
                    t.multi_cut.keep_mates = false;
                    t.multi_cut.reorder = false;
                }),
                forward("MC-C, no reordering", false, true, false, |t| t.multi_cut.reorder = false),
                forward("null", true, false, false, |_| {}),
                forward("null, MC-C", true, true, false, |_| {}),
            ],
            show: SHOW,
        }),
        ..ExperimentPlan::default()
    },
    judge: |outcome| {
        let trees = outcome.trees();
        let by_depth = |label, other| -> Vec<f64> {
            trees.depths().into_iter().map(|d| trees.ratio(label, other, d)).collect()
        };
        let text = |shares: &[f64]| {
            shares.iter().map(|share| percent(*share)).collect::<Vec<_>>().join(", ")
        };
        let (alone, with_null) = (by_depth("MC-C", "none"), by_depth("null, MC-C", "null"));
        let reorder = trees.ratio("MC-C", "MC-C, no reordering", trees.deepest());
        Judgement::of(vec![
            (falls(&alone), format!("MC-C/none by depth: {}", text(&alone))),
            (falls(&with_null), format!("(null + MC-C)/null by depth: {}", text(&with_null))),
        ])
        .with_remark(&format!("cutters searched first: {} of the nodes", percent(reorder)))
    },
};

const MULTI_CUT: Experiment = Experiment {
    id: "E15",
    name: "multi-cut",
    title: "The eight configurations: null move, MC-C and MC-A",
    source: "S2 5.4, Figures 19 to 22; Winands et al. 2005",
    claim: "MC-A saves nothing alone, little beside null move, much beside MC-C; MC-C + MC-A \
        equals null + MC-C.",
    criterion: "MC-A leaves 90 to 105 % alone, at most 98 % beside null move, less beside MC-C, \
        below 90 % beside both; MC-C + MC-A within 15 % of null + MC-C",
    printed: &[
        "| S2, Figure 19 (LOA): what MC-A leaves, depth 5, 6, … | |",
        "|---|---|",
        "| of none | 98.5 … 98.2 % |",
        "| of null | 97.2 → 84.7 % |",
        "| of MC-C | 93.2 75.9 70.6 59.1 50.4 30.6 28.0 14.9 % |",
        "| of null + MC-C | 94.3 84.2 85.0 84.5 82.1 71.4 69.1 65.0 63.7 58.4 % |",
        "| (MC-C + MC-A) / (null + MC-C) | 0.97 0.91 0.99 1.01 1.05 0.99 1.11 1.06 |",
    ],
    plan: || {
        let mut configurations = Vec::new();
        for null in [false, true] {
            for at_cut in [false, true] {
                for at_all in [false, true] {
                    let names: Vec<&str> = [(null, "null"), (at_cut, "MC-C"), (at_all, "MC-A")]
                        .into_iter()
                        .filter_map(|(on, name)| on.then_some(name))
                        .collect();
                    let label = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
                    configurations.push(forward(label, null, at_cut, at_all, |_| {}));
                }
            }
        }
        ExperimentPlan {
            trees: Some(TreePlan {
                suite: "ecm",
                first: 100,
                depths: (5, 8),
                reference: "none",
                configurations,
                show: SHOW,
            }),
            ..ExperimentPlan::default()
        }
    },
    judge: |outcome| {
        let trees = outcome.trees();
        let depth = trees.deepest();
        let alone = trees.ratio("MC-A", "none", depth);
        let on_null = trees.ratio("null, MC-A", "null", depth);
        let on_cut = trees.ratio("MC-C, MC-A", "MC-C", depth);
        let on_both = trees.ratio("null, MC-C, MC-A", "null, MC-C", depth);
        let pair = trees.ratio("MC-C, MC-A", "null, MC-C", depth);
        Judgement::of(vec![
            ((0.9..=1.05).contains(&alone), format!("MC-A/none: {}", percent(alone))),
            (
                on_null <= 0.98,
                format!(
                    "(null + MC-A)/null: {}; {}",
                    percent(on_null),
                    null_move_remark(trees, depth)
                ),
            ),
            (
                on_cut < on_null && on_cut < alone,
                format!("(MC-C + MC-A)/MC-C: {}", percent(on_cut)),
            ),
            (on_both < 0.9, format!("all three/(null + MC-C): {}", percent(on_both))),
            (
                (0.85..=1.15).contains(&pair),
                format!("(MC-C + MC-A)/(null + MC-C): {}", percent(pair)),
            ),
        ])
    },
};

/// The counters of MC-A with null move, where null move cuts most nodes first.
fn null_move_remark(trees: &TreeResults, depth: u32) -> String {
    let counts =
        |label: &str, statistic: Statistic| trees.cell(label, depth).counts[statistic as usize];
    let [tried, won, _] = counts("null, MC-A", Statistic::MultiCutAtAll);
    let [_, passed, _] = counts("null, MC-A", Statistic::NullMove);
    let [alone_tried, alone_won, _] = counts("MC-A", Statistic::MultiCutAtAll);
    format!(
        "null move cut {passed} nodes first; MC-A cut {won} of {tried} nodes tried, without null move {alone_won} of {alone_tried}"
    )
}

const GRID: [(i32, i32); 11] =
    [(1, 4), (1, 10), (2, 4), (2, 6), (2, 10), (2, 16), (3, 6), (3, 10), (3, 16), (4, 10), (4, 16)];
const REDUCTIONS: [i32; 3] = [1, 2, 3];

const PARAMETERS: Experiment = Experiment {
    id: "E16",
    name: "parameters",
    title: "C, M and R of multi-cut at ALL nodes",
    source: "S2 5.4.1",
    claim: "C = 2, M = 10, R = 2 is best; C = 1 causes re-searches, C = 4 prunes too little.",
    criterion: "at M = 10, R = 2: most re-searches and more nodes with C = 1; C = 4 prunes less \
        than C = 2",
    printed: &[],
    plan: || {
        let mut configurations = vec![forward("no MC-A", true, true, false, |_| {})];
        let mut squares = Vec::new();
        for reduction in REDUCTIONS {
            for (cutters, moves) in GRID {
                let label = format!("C{cutters} M{moves} R{reduction}");
                squares.push((
                    format!("C = {cutters}"),
                    (f64::from(moves), f64::from(reduction)),
                    label.clone(),
                ));
                configurations.push(forward(label, true, true, true, |t| {
                    t.multi_cut.all =
                        MultiCutParameters { cutters, moves, reduction, depth_per_ply: 0 }
                }));
            }
        }
        ExperimentPlan {
            trees: Some(TreePlan {
                suite: "ecm",
                first: 50,
                depths: (7, 8),
                reference: "no MC-A",
                configurations,
                show: SHOW,
            }),
            plot: Plot::Grid { axes: ("M, moves tried", "R, plies"), squares },
            ..ExperimentPlan::default()
        }
    },
    judge: |outcome| {
        let trees = outcome.trees();
        let depth = trees.deepest();
        let share = |cutters| trees.ratio(&format!("C{cutters} M10 R2"), "no MC-A", depth);
        let again = |cutters| {
            trees.cell(&format!("C{cutters} M10 R2"), depth).counts[Statistic::Research as usize][1]
        };
        let won = |cutters| {
            trees.cell(&format!("C{cutters} M10 R2"), depth).counts
                [Statistic::MultiCutAtAll as usize][1]
        };
        let best = trees
            .labels()
            .into_iter()
            .min_by(|a, b| trees.nodes(a, depth).total_cmp(&trees.nodes(b, depth)));
        let counts: Vec<String> = (1..=4).map(|c| again(c).to_string()).collect();
        Judgement::of(vec![
            (
                (2..=4).all(|c| again(1) > again(c)),
                format!("re-searches for C = 1 to 4 at (M10, R2): {}", counts.join(", ")),
            ),
            (
                share(1) > share(2),
                format!("nodes: C = 1 {}, C = 2 {}", percent(share(1)), percent(share(2))),
            ),
            (won(4) < won(2), format!("nodes pruned: C = 4 {}, C = 2 {}", won(4), won(2))),
        ])
        .with_remark(&format!("fewest nodes: {}", best.unwrap_or("?")))
    },
};

const MATCH: Experiment = Experiment {
    id: "E18",
    name: "multi-cut-match",
    title: "MC-A in play",
    source: "S2, Figure 23",
    claim: "MIA with MC-A won 549 to 451 of 1000 games.",
    criterion: "the lower end of the 95 % interval lies above 50 %",
    printed: &[
        "| paper | |",
        "|---|---|",
        "| S2, Figure 23 (LOA, 60 s a move) | 54.9 %, +34 Elo |",
    ],
    plan: || {
        let player = |at_all| {
            Player::with_nodes(
                forward("", true, true, at_all, |t| t.extensions.check = true).techniques,
                20_000,
            )
        };
        ExperimentPlan {
            matches: vec![MatchPlan::new("with MC-A – without", player(true), player(false), 1000)],
            ..ExperimentPlan::default()
        }
    },
    judge: |outcome| {
        let pairs = &outcome.match_of("with MC-A – without").pairs;
        Judgement::of(vec![(is_above_half(pairs), with_interval(pairs.score()))])
    },
};

const MODIFICATIONS: Experiment = Experiment {
    id: "E19",
    name: "modifications",
    title: "The four modifications of PVS",
    source: "S2, Figure 14",
    claim: "With all four modifications, pruning at ALL nodes keeps the root scores of the unpruned \
        search.",
    criterion: "with all four, the fewest root scores differ from the unpruned search, and more with \
        some of the others",
    printed: &[],
    plan: || {
        let with =
            |label: &str, change: fn(&mut Switches)| forward(label, false, false, true, change);
        ExperimentPlan {
            trees: Some(TreePlan {
                suite: "ecm",
                first: 100,
                depths: (6, 7),
                reference: "unpruned",
                configurations: vec![
                    forward("unpruned", false, false, false, |_| {}),
                    with("all four", |_| {}),
                    with("without 1", |t| t.modifications.hard_bound = false),
                    with("without 2", |t| t.modifications.closed_window = false),
                    with("without 3", |t| t.modifications.from_alpha = false),
                    with("without 4", |t| t.modifications.forget_weak = false),
                    with("without any", |t| t.modifications = Switches::PLAIN.modifications),
                ],
                show: SHOW,
            }),
            ..ExperimentPlan::default()
        }
    },
    judge: |outcome| {
        let trees = outcome.trees();
        let wrong = |label: &str| {
            trees
                .depths()
                .into_iter()
                .map(|depth| trees.cell(label, depth).disagreements)
                .sum::<usize>()
        };
        let others = ["without 1", "without 2", "without 3", "without 4", "without any"];
        let text: Vec<String> =
            others.iter().map(|label| format!("{label} {}", wrong(label))).collect();
        let all = wrong("all four");
        let fewest = others.iter().all(|label| all <= wrong(label))
            && others.iter().any(|label| all < wrong(label));
        Judgement::of(vec![(
            fewest,
            format!("differing scores: all four {all}, {}", text.join(", ")),
        )])
    },
};

const MATES: Experiment = Experiment {
    id: "E25",
    name: "mates",
    title: "Mates found at reduced depth end the node",
    source: "S2 5.3",
    claim: "A win found at reduced depth is a win, so the search may stop there.",
    criterion: "MC-C is tried; mates are found, at least as many at every depth, with no more nodes \
        at the deepest",
    printed: &[],
    plan: || ExperimentPlan {
        trees: Some(TreePlan {
            suite: "mates",
            first: 200,
            depths: (5, 7),
            reference: "without",
            configurations: vec![
                forward("without", false, true, true, |t| t.multi_cut.keep_mates = false),
                forward("with", false, true, true, |_| {}),
            ],
            show: SHOW,
        }),
        ..ExperimentPlan::default()
    },
    judge: |outcome| {
        let trees = outcome.trees();
        let solved = |label: &str| -> Vec<usize> {
            trees.depths().into_iter().map(|d| trees.cell(label, d).solved[0]).collect()
        };
        let (with, without) = (solved("with"), solved("without"));
        let ratio = trees.ratio("with", "without", trees.deepest());
        let deepest = trees.cell("with", trees.deepest());
        let tried = deepest.attempts(Statistic::MultiCutAtCut);
        Judgement::of(vec![
            (tried > 0, format!("MC-C was tried {tried} times at the deepest")),
            (
                with.iter().any(|&found| found > 0)
                    && with.iter().zip(&without).all(|(a, b)| a >= b),
                format!("mates found by depth: with {with:?}, without {without:?}"),
            ),
            (ratio <= 1.0, format!("{} of the nodes", percent(ratio))),
        ])
    },
};

const NUMBERS: [i32; 5] = [4, 8, 12, 16, 24];

const N_BEST: Experiment = Experiment {
    id: "E09",
    name: "n-best",
    title: "N-best selective search against full width",
    source: "S0 2.3.4.1; Shannon's type B",
    claim: "Searching only the N best moves gains depth; the right N depends on the evaluation.",
    criterion: "against full width at equal nodes, the 95 % interval of some N is above 50 %",
    printed: &[
        "| paper | |",
        "|---|---|",
        "| S0 (Amazons) | faster but worse evaluators need larger N |",
    ],
    plan: || {
        let best_of = |mode, count, targets| {
            let mut techniques = Switches::PAPERS;
            techniques.n_best.mode = mode;
            techniques.n_best.count = count;
            techniques.n_best.targets = targets;
            Player::with_nodes(techniques, 5000)
        };
        let full = || Player::with_nodes(Switches::PAPERS, 5000);
        let mut matches: Vec<MatchPlan> = NUMBERS
            .iter()
            .map(|&n| {
                MatchPlan::new(
                    format!("{n} moves – full width"),
                    best_of(NBestMode::Moves, n, 1),
                    full(),
                    200,
                )
            })
            .collect();
        matches.push(MatchPlan::new(
            "6 pieces × 4 – full width",
            best_of(NBestMode::Pieces, 6, 4),
            full(),
            200,
        ));
        ExperimentPlan {
            special: Some(Special::searching(special::excluded_moves)),
            matches,
            ..ExperimentPlan::default()
        }
    },
    judge: |outcome| {
        let scores = NUMBERS.map(|n| {
            let label = format!("{n} moves – full width");
            let pairs = outcome.match_of(&label).pairs;
            (label, pairs)
        });
        let text: Vec<String> = scores
            .iter()
            .map(|(label, pairs)| format!("{label} {}", percent(pairs.score().value)))
            .collect();
        let is_better = scores.iter().any(|(_, pairs)| is_above_half(pairs));
        Judgement::of(vec![(is_better, text.join(", "))])
    },
};
