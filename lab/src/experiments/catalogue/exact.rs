//! Experiments on exact searches: equivalence, minimal tree, iterative deepening, windows, drivers,
//! quiescence.

use super::percent;
use crate::experiments::experiment::{Experiment, ExperimentPlan, Judgement, Plot, Special};
use crate::experiments::special;
use crate::experiments::trees::{Configuration, TreePlan};
use crate::matches::play::{MatchPlan, Player};
use secateur::search::Switches;
use secateur::search::statistics::Statistic;
use secateur::search::techniques::{AspirationCentre, Driver, MtdfGuess, Quiescence};

pub(super) const ALL: &[Experiment] =
    &[EQUIVALENCE, ALPHA_BETA, DEEPENING, WINDOWS, ASPIRATION, QUIESCENCE, CHECK_EXTENSION];

const EQUIVALENCE: Experiment = Experiment {
    id: "E01",
    name: "equivalence",
    title: "Every exact search finds the value of negamax",
    source: "S0 2.1–2.3, S1, S2, S4",
    claim: "Alpha-beta, NegaScout, PVS, MTD(f) and aspiration return the minimax value.",
    criterion: "no root value differs",
    printed: &[],
    plan: || ExperimentPlan {
        special: Some(
            Special::searching(special::equivalence).at_depths(special::EQUIVALENCE_DEPTHS),
        ),
        ..ExperimentPlan::default()
    },
    judge: |outcome| {
        let differing = outcome.figures().value("differing");
        Judgement::of(vec![(differing == 0.0, format!("{differing} differing values"))])
    },
};

const ALPHA_BETA: Experiment = Experiment {
    id: "E02",
    name: "alpha-beta",
    title: "Leaves of minimax, alpha-beta and the minimal tree",
    source: "S0 2.2 (prints + 1; Knuth & Moore have − 1), S4",
    claim: "With perfect move order alpha-beta visits W^⌈D/2⌉ + W^⌊D/2⌋ − 1 leaves.",
    criterion: "ln N(alpha-beta) / ln N(minimax) ≤ 0.65 with good order; a perfectly ordered \
        synthetic tree meets the bound; depth 8 scores at least 97 % against depth 4",
    printed: &[],
    plan: || ExperimentPlan {
        special: Some(
            Special::searching(special::minimal_tree).at_depths(special::MINIMAL_TREE_DEPTHS),
        ),
        matches: vec![MatchPlan::new(
            "depth 8 – depth 4",
            Player::with_depth(Switches::PAPERS, 8),
            Player::with_depth(Switches::PAPERS, 4),
            40,
        )],
        ..ExperimentPlan::default()
    },
    judge: |outcome| {
        let exponent = outcome.figures().value("exponent");
        let score = outcome.match_of("depth 8 – depth 4").pairs.score().value;
        Judgement::of(vec![
            (exponent <= 0.65, format!("exponent {exponent:.3} at the deepest depth")),
            (
                outcome.figures().value("synthetic") == 1.0,
                "the synthetic tree meets the bound".to_owned(),
            ),
            (score >= 0.97, format!("depth 8 scores {} against depth 4", percent(score))),
        ])
    },
};

const DEEPENING: Experiment = Experiment {
    id: "E03",
    name: "deepening",
    title: "Iterative deepening against one direct search",
    source: "S0 2.3; Slate & Atkin 1977; S4",
    claim: "Iterative deepening costs fewer nodes than one direct search, because each iteration \
        orders the next.",
    criterion: "node ratio below 1 from depth 6 with the table; 1.0 to 1.6 without it",
    printed: &[],
    plan: || ExperimentPlan {
        trees: Some(TreePlan {
            suite: "ecm",
            first: 50,
            depths: (4, 7),
            reference: "direct, table",
            configurations: vec![
                Configuration::papers("deepening, table", |t| t.aspiration.on = false),
                Configuration::papers("direct, table", |t| {
                    t.aspiration.on = false;
                    t.iterative_deepening = false;
                }),
                Configuration::papers("deepening, no table", |t| {
                    t.aspiration.on = false;
                    t.table.cut = false;
                    t.table.order = false;
                }),
                Configuration::papers("direct, no table", |t| {
                    t.aspiration.on = false;
                    t.iterative_deepening = false;
                    t.table.cut = false;
                    t.table.order = false;
                }),
            ],
            show: &[Statistic::TtCutoff],
        }),
        ..ExperimentPlan::default()
    },
    judge: |outcome| {
        let trees = outcome.trees();
        let mut parts = Vec::new();
        for depth in trees.depths() {
            let with = trees.ratio("deepening, table", "direct, table", depth);
            if depth >= 6 {
                parts.push((with < 1.0, format!("depth {depth}: {with:.2} with the table")));
            }
            let without = trees.ratio("deepening, no table", "direct, no table", depth);
            parts.push((
                (1.0..=1.6).contains(&without),
                format!("depth {depth}: {without:.2} without the table"),
            ));
        }
        if trees.deepest() < 6 {
            parts.push((false, "no depth from 6 on with the table".to_owned()));
        }
        Judgement::of(parts)
    },
};

fn driver(label: &str, driver: Driver, change: impl FnOnce(&mut Switches)) -> Configuration {
    Configuration::papers(label, |t| {
        t.driver = driver;
        t.aspiration.on = false;
        change(t);
    })
}

const WINDOWS: Experiment = Experiment {
    id: "E06",
    name: "windows",
    title: "Alpha-beta, aspiration, NegaScout, PVS, MTD(f)",
    source: "S0 2.3.3, Figures 2.7 to 2.9; Plaat et al. 1996",
    claim: "Null windows need fewer nodes than alpha-beta; MTD(f) needs slightly fewer than \
        NegaScout.",
    criterion: "NegaScout below alpha-beta at the deepest depth; MTD(f) at most NegaScout with \
        evaluations rounded to 25 units",
    printed: &[
        "| paper | |",
        "|---|---|",
        "| Plaat et al. 1996 | MTD(f): 5–10 % fewer leaves than Aspiration-NegaScout, 3 to 6 calls an iteration |",
    ],
    plan: || ExperimentPlan {
        trees: Some(TreePlan {
            suite: "ecm",
            first: 50,
            depths: (5, 7),
            reference: "alpha-beta",
            configurations: vec![
                driver("alpha-beta", Driver::AlphaBeta, |_| {}),
                driver("aspiration alpha-beta", Driver::AlphaBeta, |t| t.aspiration.on = true),
                driver("NegaScout", Driver::NegaScout, |_| {}),
                driver("PVS", Driver::Pvs, |_| {}),
                driver("PVS with aspiration", Driver::Pvs, |t| t.aspiration.on = true),
                driver("MTD(f), last", Driver::MtdF, |_| {}),
                driver("MTD(f), two ago", Driver::MtdF, |t| t.mtdf_guess = MtdfGuess::TwoAgo),
                driver("NegaScout, grain 10", Driver::NegaScout, |t| t.grain = 10),
                driver("MTD(f), grain 10", Driver::MtdF, |t| t.grain = 10),
                driver("NegaScout, grain 25", Driver::NegaScout, |t| t.grain = 25),
                driver("MTD(f), grain 25", Driver::MtdF, |t| t.grain = 25),
            ],
            show: &[Statistic::Research, Statistic::Aspiration],
        }),
        ..ExperimentPlan::default()
    },
    judge: |outcome| {
        let trees = outcome.trees();
        let depth = trees.deepest();
        let scout = trees.ratio("NegaScout", "alpha-beta", depth);
        let coarse = trees.ratio("MTD(f), grain 25", "NegaScout, grain 25", depth);
        let fine = trees.ratio("MTD(f), last", "NegaScout", depth);
        Judgement::of(vec![
            (scout < 1.0, format!("NegaScout needs {} of alpha-beta's nodes", percent(scout))),
            (
                coarse <= 1.0,
                format!(
                    "MTD(f) needs {} of NegaScout's at grain 25 ({} at grain 1)",
                    percent(coarse),
                    percent(fine)
                ),
            ),
        ])
    },
};

const MARGINS: [i32; 6] = [5, 10, 25, 50, 100, 200];
const MATERIAL_MARGINS: [i32; 2] = [25, 100];

const ASPIRATION: Experiment = Experiment {
    id: "E07",
    name: "aspiration",
    title: "The width of the aspiration window",
    source: "S1, algorithm 3",
    claim: "A narrow aspiration window saves nodes; one that is too narrow fails too often.",
    criterion: "fewest nodes at a finite width other than the narrowest; more failures with \
        windows around material",
    printed: &[],
    plan: || {
        let mut configurations = vec![Configuration::papers("open", |t| t.aspiration.on = false)];
        for margin in MARGINS {
            configurations.push(Configuration::papers(format!("±{margin}"), |t| {
                t.aspiration.margin = margin;
            }));
        }
        for margin in MATERIAL_MARGINS {
            configurations.push(Configuration::papers(format!("material ±{margin}"), |t| {
                t.aspiration.margin = margin;
                t.aspiration.centre = AspirationCentre::Material;
            }));
        }
        ExperimentPlan {
            trees: Some(TreePlan {
                suite: "ecm",
                first: 50,
                depths: (5, 7),
                reference: "open",
                configurations,
                show: &[Statistic::Aspiration],
            }),
            plot: Plot::Parameter {
                axis: "half width of the window, internal units",
                points: [
                    ("around the last score", "", MARGINS.as_slice()),
                    ("around material", "material ", &MATERIAL_MARGINS),
                ]
                .into_iter()
                .flat_map(|(series, prefix, margins)| {
                    margins.iter().map(move |&margin| {
                        (series.to_owned(), f64::from(margin), format!("{prefix}±{margin}"))
                    })
                })
                .collect(),
            },
            ..ExperimentPlan::default()
        }
    },
    judge: |outcome| {
        let trees = outcome.trees();
        let depth = trees.deepest();
        let share = |label: &str| trees.ratio(label, "open", depth);
        let best = MARGINS
            .iter()
            .min_by(|a, b| share(&format!("±{a}")).total_cmp(&share(&format!("±{b}"))))
            .copied()
            .unwrap_or(0);
        let smallest = share(&format!("±{best}"));
        let failures =
            |label: &str| trees.cell(label, depth).counts[Statistic::Aspiration as usize][1];
        let (material, last) = (failures("material ±25"), failures("±25"));
        Judgement::of(vec![
            (
                smallest < 1.0 && best != MARGINS[0],
                format!("least nodes at ±{best}: {} of the open window's", percent(smallest)),
            ),
            (
                material > last,
                format!("{material} failures around material, {last} around the last score"),
            ),
        ])
    },
};

const QUIESCENCE: Experiment = Experiment {
    id: "E08",
    name: "quiescence",
    title: "Quiescence search: none, captures, captures and checks",
    source: "S0 2.3.5 (not used in Amazons), S1, algorithm 2",
    claim: "Quiescence search plays far better at equal depth.",
    criterion: "captures solve more than none at every depth and score at least 85 % at depth 4",
    printed: &[],
    plan: || {
        let with = |quiescence| Switches { quiescence, ..Switches::PAPERS };
        let configuration =
            |label: &str, quiescence| Configuration::papers(label, |t| t.quiescence = quiescence);
        ExperimentPlan {
            trees: Some(TreePlan {
                suite: "wac",
                first: 100,
                depths: (4, 6),
                reference: "none",
                configurations: vec![
                    configuration("none", Quiescence::Off),
                    configuration("captures", Quiescence::Captures),
                    configuration("captures and checks", Quiescence::Checks),
                ],
                show: &[],
            }),
            matches: vec![MatchPlan::new(
                "captures – none",
                Player::with_depth(with(Quiescence::Captures), 4),
                Player::with_depth(with(Quiescence::Off), 4),
                200,
            )],
            ..ExperimentPlan::default()
        }
    },
    judge: |outcome| {
        let trees = outcome.trees();
        let mut parts: Vec<(bool, String)> = trees
            .depths()
            .into_iter()
            .map(|depth| {
                let [with, without] =
                    ["captures", "none"].map(|label| trees.cell(label, depth).solved[0]);
                (
                    with > without,
                    format!("depth {depth}: {with} solved with captures, {without} without"),
                )
            })
            .collect();
        let score = outcome.match_of("captures – none").pairs.score().value;
        parts.push((score >= 0.85, format!("match at depth 4: {}", percent(score))));
        Judgement::of(parts)
    },
};

const CHECK_EXTENSION: Experiment = Experiment {
    id: "E24",
    name: "extensions",
    title: "Check and recapture extensions",
    source: "S2, introduction and 3.2.3 (GENESIS)",
    claim: "Check extensions solve more positions at equal nominal depth, with more nodes.",
    criterion: "more solved at every depth, with 1.2 to 4 times the nodes",
    printed: &[],
    plan: || ExperimentPlan {
        trees: Some(TreePlan {
            suite: "wac",
            first: 100,
            depths: (4, 7),
            reference: "none",
            configurations: vec![
                Configuration::papers("none", |_| {}),
                Configuration::papers("check", |t| t.extensions.check = true),
                Configuration::papers("recapture", |t| t.extensions.recapture = true),
                Configuration::papers("both", |t| {
                    t.extensions.check = true;
                    t.extensions.recapture = true;
                }),
            ],
            show: &[Statistic::Extension],
        }),
        ..ExperimentPlan::default()
    },
    judge: |outcome| {
        let trees = outcome.trees();
        let parts = trees.depths().into_iter().flat_map(|depth| {
            let [with, without] = ["check", "none"].map(|label| trees.cell(label, depth).solved[0]);
            let ratio = trees.ratio("check", "none", depth);
            [
                (with > without, format!("depth {depth}: {with} solved with, {without} without")),
                (
                    (1.2..=4.0).contains(&ratio),
                    format!("depth {depth}: {ratio:.2} times the nodes"),
                ),
            ]
        });
        Judgement::of(parts.collect())
    },
};
