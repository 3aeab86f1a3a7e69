//! Experiments on ProbCut and Multi-ProbCut.

use super::{is_above_half, with_interval};
use crate::experiments::experiment::{Experiment, ExperimentPlan, Judgement, Special};
use crate::experiments::fit;
use crate::experiments::size::DEEPEST;
use crate::matches::play::{MatchPlan, Player};
use secateur::search::Switches;
use secateur::search::techniques::{NullMode, ProbCutMode};

pub(super) const ALL: &[Experiment] = &[FIT, MATCHES];

const FIT: Experiment = Experiment {
    id: "E12",
    name: "prob-cut-fit",
    title: "How well shallow searches predict deep ones",
    source: "S0 2.3.4.2; S3 7 and 8, Table 2",
    claim: "v(h) = a · v(d) + b + e, with a near 1, b near 0, R² above 0.96 and a spread that \
        grows with h − d.",
    criterion: "for (8, 4): a 0.9 to 1.1, |b| below 10 units, R² above 0.9; the spread grows \
        with the distance and is smaller at equal parity",
    printed: &["| paper | |", "|---|---|", "| S3 (Othello) | a ≈ 1, b ≈ 0, R² > 0.96 |"],
    plan: || ExperimentPlan {
        special: Some(
            Special::searching(fit::experiment).at_depths((fit::MIN_DEPTH, DEEPEST)).with_scatter(),
        ),
        ..ExperimentPlan::default()
    },
    judge: |outcome| {
        let figures = outcome.figures();
        let [slope, offset, r2] = ["slope", "offset", "r2"].map(|name| figures.value(name));
        Judgement::of(vec![
            ((0.9..=1.1).contains(&slope), format!("a = {slope:.3}")),
            (offset.abs() < 10.0, format!("b = {offset:.1} units")),
            (r2 > 0.9, format!("R² = {r2:.3}")),
            (
                figures.value("grows") == 1.0,
                "the spread grows with the distance at equal parity".to_owned(),
            ),
            (
                figures.value("parity") == 1.0,
                "an odd distance spreads more than the mean of the even ones next to it".to_owned(),
            ),
        ])
    },
};

/// Node limit per move.
const NODES: u64 = 40_000;
/// Thresholds in permille of a standard deviation.
const THRESHOLDS: [i32; 4] = [1000, 1300, 1500, 2000];

fn player(mode: ProbCutMode, threshold: i32, null: bool) -> Player {
    let mut techniques = Switches::PAPERS;
    techniques.extensions.check = true;
    techniques.prob_cut.mode = mode;
    techniques.prob_cut.threshold = threshold;
    if null {
        techniques.null_move.mode = NullMode::Fixed;
        techniques.null_move.reduction = 3;
        techniques.null_move.material_guard = true;
    }
    Player::with_nodes(techniques, NODES)
}

const MATCHES: Experiment = Experiment {
    id: "E13",
    name: "prob-cut",
    title: "ProbCut and Multi-ProbCut in play, at equal nodes",
    source: "S3 9, Table 3",
    claim: "ProbCut beats full width, and Multi-ProbCut beats ProbCut.",
    criterion: "at equal nodes, the lower end of each 95 % interval is above 50 %",
    printed: &[
        "| S3, Table 3 (140 games) | score |",
        "|---|---|",
        "| ProbCut – full width | 70 % (+147 Elo) |",
        "| Multi-ProbCut – full width | 80 % (+241) |",
        "| Multi-ProbCut – ProbCut | 72 % (+164) |",
        "| Jiang & Buro 2003, Multi-ProbCut in Crafty with null move | 59 % |",
    ],
    plan: || {
        let full = || player(ProbCutMode::Off, 1500, false);
        let plan = |label: &str, a, b| MatchPlan::new(label, a, b, 140);
        let mut matches = vec![
            plan("ProbCut – full width", player(ProbCutMode::Single, 1500, false), full()),
            plan(
                "Multi-ProbCut – ProbCut",
                player(ProbCutMode::Multi, 1500, false),
                player(ProbCutMode::Single, 1500, false),
            ),
        ];
        for threshold in THRESHOLDS {
            let label =
                format!("Multi-ProbCut t={:.1} – full width", f64::from(threshold) / 1000.0);
            matches.push(plan(&label, player(ProbCutMode::Multi, threshold, false), full()));
        }
        matches.push(plan(
            "Multi-ProbCut – none, both with null",
            player(ProbCutMode::Multi, 1500, true),
            player(ProbCutMode::Off, 1500, true),
        ));
        ExperimentPlan { matches, ..ExperimentPlan::default() }
    },
    judge: |outcome| {
        let pairs = |label: &str| outcome.match_of(label).pairs;
        let parts =
            ["ProbCut – full width", "Multi-ProbCut – ProbCut", "Multi-ProbCut t=1.5 – full width"]
                .map(|label| {
                    let pairs = pairs(label);
                    (is_above_half(&pairs), format!("{label} {}", with_interval(pairs.score())))
                });
        let null = with_interval(pairs("Multi-ProbCut – none, both with null").score());
        Judgement::of(parts.into())
            .with_remark(&format!("Multi-ProbCut – none, both with null move: {null}"))
    },
};
