//! Experiments on null-move pruning in all its forms.

use super::{falls, percent};
use crate::experiments::experiment::{Experiment, ExperimentPlan, Judgement, Plot};
use crate::experiments::trees::{Configuration, TreePlan, TreeResults};
use secateur::search::statistics::Statistic;
use secateur::search::techniques::NullMode;

pub(super) const ALL: &[Experiment] = &[NULL_MOVE, ZUGZWANG, ADAPTIVE, VARIABLE];

fn null(label: &str, mode: NullMode, reduction: i32, research: bool) -> Configuration {
    Configuration::papers(label, |t| {
        t.null_move.mode = mode;
        t.null_move.reduction = reduction;
        t.null_move.research = research;
        t.extensions.check = true; // as in GENESIS
    })
}

const NULL_MOVE: Experiment = Experiment {
    id: "E10",
    name: "null-move",
    title: "Null move: R = 1, 2, 3, adaptive, verified",
    source: "S2 3, Figures 7 to 10; David-Tabibi & Netanyahu 2002",
    claim: "Verified null move (R = 3) builds a smaller tree than R = 2 and solves as many \
        positions.",
    criterion: "nodes R3 < verified < R2 < R1 < none; verified/R2 falls with depth; Heinz 70 to \
        90 % of R2; at least R3 and R2 − 2 solved",
    printed: &[
        "| paper: ECM, 869 positions | R = 2 | R = 3 | verified R = 3 |",
        "|---|---:|---:|---:|",
        "| depth 9 | 5 374 275 763 (+10.8 %) | 2 483 951 601 (−48.8 %) | 4 848 596 820 |",
        "| depth 10 | 16 952 333 579 (+17.4 %) | 7 920 812 800 (−45.1 %) | 14 439 185 304 |",
        "| depth 11 | 105 488 197 524 (+106.5 %) | 24 644 668 194 (−51.8 %) | 51 080 338 048 |",
        "",
        "| paper: Neishtadt, 138 positions, solved | R1 | R2 | R3 | verified |",
        "|---|---:|---:|---:|---:|",
        "| depth 9 | 64 | 62 | 53 | 60 |",
        "| depth 10 | 71 | 66 | 65 | 71 |",
    ],
    plan: || ExperimentPlan {
        trees: Some(TreePlan {
            suite: "ecm",
            first: 100,
            depths: (6, 9),
            reference: "verified",
            configurations: vec![
                null("none", NullMode::Off, 1, false),
                null("R1", NullMode::Fixed, 1, false),
                null("R2", NullMode::Fixed, 2, false),
                null("R3", NullMode::Fixed, 3, false),
                null("Heinz", NullMode::Heinz, 3, false),
                null("MIA", NullMode::Mia, 3, false),
                null("verified", NullMode::Verified, 3, true),
                null("verified, no re-search", NullMode::Verified, 3, false),
            ],
            show: &[Statistic::NullMove, Statistic::NullMoveVerification],
        }),
        ..ExperimentPlan::default()
    },
    judge: |outcome| {
        let trees = outcome.trees();
        let depth = trees.deepest();
        let nodes = |label: &str| trees.nodes(label, depth);
        let solved = |label: &str| trees.cell(label, depth).solved[0];
        let chain = ["R3", "verified", "R2", "R1", "none"];
        let ordered = chain.windows(2).all(|pair| nodes(pair[0]) < nodes(pair[1]));
        let shares: Vec<f64> =
            trees.depths().into_iter().map(|depth| trees.ratio("verified", "R2", depth)).collect();
        let heinz = trees.ratio("Heinz", "R2", depth);
        let (v, r2, r3) = (solved("verified"), solved("R2"), solved("R3"));
        let has_solutions = trees.has_solutions(depth);
        let sizes: Vec<String> =
            chain.iter().map(|label| format!("{label} {:.1} M", nodes(label) / 1e6)).collect();
        let trend: Vec<String> = shares.iter().map(|share| percent(*share)).collect();
        Judgement::of(vec![
            (
                ordered,
                format!(
                    "sizes at depth {depth}: {}; {}",
                    sizes.join(", "),
                    verification_remark(trees, depth)
                ),
            ),
            (falls(&shares), format!("verified/R2 by depth: {}", trend.join(", "))),
            ((0.7..=0.9).contains(&heinz), format!("Heinz needs {} of R2", percent(heinz))),
            (
                has_solutions && v >= r3 && v + 2 >= r2,
                format!("solved at depth {depth}: R2 {r2}, R3 {r3}, verified {v}"),
            ),
        ])
    },
};

/// The counters that explain the tree sizes.
/// Verified null move needs fewer nodes than R = 2 only if a ply of reduction saves more than
/// verification costs.
fn verification_remark(trees: &TreeResults, depth: u32) -> String {
    let verification =
        trees.cell("verified", depth).counts[Statistic::NullMoveVerification as usize];
    format!(
        "R2/R3 {:.2} (S2, depth 9: 2.16); verified/R3 {:.2} (S2: 1.95); {} of {} verified \
         fail-highs were zugzwang",
        trees.ratio("R2", "R3", depth),
        trees.ratio("verified", "R3", depth),
        verification[1],
        verification[0]
    )
}

const ZUGZWANG: Experiment = Experiment {
    id: "E11",
    name: "zugzwang",
    title: "Zugzwang positions",
    source: "S2 3.1.4 and 3.2",
    claim: "Verified null move detects most zugzwangs and searches them again.",
    criterion: "solved at the deepest depth: none ≥ verified > R3, and verification regains at least \
        half of what R3 loses",
    printed: &[],
    plan: || ExperimentPlan {
        trees: Some(TreePlan {
            suite: "zugts",
            first: 30,
            depths: (8, 11),
            reference: "none",
            configurations: vec![
                null("none", NullMode::Off, 1, false),
                null("R2", NullMode::Fixed, 2, false),
                null("R3", NullMode::Fixed, 3, false),
                null("verified", NullMode::Verified, 3, true),
                null("verified, no re-search", NullMode::Verified, 3, false),
                Configuration::papers("R3, with a piece", |t| {
                    t.extensions.check = true;
                    t.null_move.mode = NullMode::Fixed;
                    t.null_move.material_guard = true;
                }),
            ],
            show: &[Statistic::NullMove, Statistic::NullMoveVerification],
        }),
        ..ExperimentPlan::default()
    },
    judge: |outcome| {
        let trees = outcome.trees();
        let depth = trees.deepest();
        let solved = |label: &str| trees.cell(label, depth).solved[0];
        let (none, v, r2, r3) = (solved("none"), solved("verified"), solved("R2"), solved("R3"));
        let without = solved("verified, no re-search");
        let has_solutions = trees.has_solutions(depth);
        Judgement::of(vec![
            (
                has_solutions && none >= v,
                format!("solved: none {none}, verified {v} (without re-search {without})"),
            ),
            (v > r3, format!("solved: R3 {r3}, R2 {r2}")),
            (
                has_solutions && 2 * v >= none + r3,
                format!("regained {} of {}", v.saturating_sub(r3), none.saturating_sub(r3)),
            ),
        ])
    },
};

const ADAPTIVE: Experiment = Experiment {
    id: "E23",
    name: "adaptive",
    title: "Adaptive null move",
    source: "S2 3.1.4; Heinz 1999",
    claim: "R = 3 at high and R = 2 at low depth saves 10 to 30 % against R = 2 at equal \
        tactical strength.",
    criterion: "10 to 30 % saved at the deepest depth, solved within 2",
    printed: &[],
    plan: || ExperimentPlan {
        trees: Some(TreePlan {
            suite: "ecm",
            first: 100,
            depths: (8, 9),
            reference: "R2",
            configurations: vec![
                null("R2", NullMode::Fixed, 2, false),
                null("Heinz", NullMode::Heinz, 3, false),
            ],
            show: &[Statistic::NullMove],
        }),
        ..ExperimentPlan::default()
    },
    judge: |outcome| {
        let trees = outcome.trees();
        let depth = trees.deepest();
        let saving = 1.0 - trees.ratio("Heinz", "R2", depth);
        let [heinz, r2] = ["Heinz", "R2"].map(|label| trees.cell(label, depth).solved[0]);
        Judgement::of(vec![
            ((0.1..=0.3).contains(&saving), format!("saves {} at depth {depth}", percent(saving))),
            (
                trees.has_solutions(depth) && heinz.abs_diff(r2) <= 2,
                format!("Heinz solves {heinz}, R2 {r2}"),
            ),
        ])
    },
};

/// Slack, internal units.
const SLACKS: [i32; 6] = [25, 50, 100, 150, 200, 300];

const VARIABLE: Experiment = Experiment {
    id: "E17",
    name: "variable-bound",
    title: "The variable null-move bound at ALL nodes",
    source: "S2 5.4.3",
    claim: "MC-A saves more nodes than accepting null-move values slightly below beta at ALL nodes; \
        both together add nothing.",
    criterion: "the best bound needs more nodes than MC-A; no combination needs less than 99.5 % of \
        the nodes of MC-A",
    printed: &[
        "| paper | |",
        "|---|---|",
        "| S2 | best t = 200 (units of MIA); MC-A searches 22 % fewer nodes |",
    ],
    plan: || {
        let variant = |label: String, slack, at_all| {
            Configuration::papers(label, |t| {
                t.null_move.mode = NullMode::Mia;
                t.null_move.slack_at_all = slack;
                t.multi_cut.at_cut = true;
                t.multi_cut.at_all = at_all;
            })
        };
        let mut configurations =
            vec![variant("t = 0".to_owned(), 0, false), variant("MC-A".to_owned(), 0, true)];
        let point = |series: &str, slack, label: &str| {
            (series.to_owned(), f64::from(slack), label.to_owned())
        };
        let mut points = vec![point("without MC-A", 0, "t = 0"), point("with MC-A", 0, "MC-A")];
        for slack in SLACKS {
            let (alone, both) = (format!("t = {slack}"), format!("t = {slack}, MC-A"));
            points.extend([point("without MC-A", slack, &alone), point("with MC-A", slack, &both)]);
            configurations.extend([variant(alone, slack, false), variant(both, slack, true)]);
        }
        ExperimentPlan {
            trees: Some(TreePlan {
                suite: "ecm",
                first: 50,
                depths: (6, 8),
                reference: "t = 0",
                configurations,
                show: &[Statistic::NullMove, Statistic::MultiCutAtAll],
            }),
            plot: Plot::Parameter { axis: "t, internal units below beta", points },
            ..ExperimentPlan::default()
        }
    },
    judge: |outcome| {
        let trees = outcome.trees();
        let depth = trees.deepest();
        let share = |label: &str| trees.ratio(label, "t = 0", depth);
        let smallest = |suffix: &str| {
            SLACKS
                .iter()
                .map(|slack| (share(&format!("t = {slack}{suffix}")), *slack))
                .min_by(|a, b| a.0.total_cmp(&b.0))
                .unwrap_or((f64::NAN, 0))
        };
        let (alone, both, cut) = (smallest(""), smallest(", MC-A"), share("MC-A"));
        Judgement::of(vec![
            (
                alone.0 > cut,
                format!("best t = {}: {}; MC-A: {}", alone.1, percent(alone.0), percent(cut)),
            ),
            (both.0 >= cut * 0.995, format!("best with MC-A, t = {}: {}", both.1, percent(both.0))),
        ])
    },
};
