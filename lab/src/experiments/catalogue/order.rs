//! Experiments on move ordering and hash tables: replacement schemes, ordering heuristics,
//! refutation table, ETC.

use super::percent;
use crate::experiments::experiment::{Experiment, ExperimentPlan, Judgement};
use crate::experiments::trees::{Configuration, TreePlan};
use secateur::search::Switches;
use secateur::search::statistics::Statistic;
use secateur::search::table::schemes::Scheme;
use secateur::search::techniques::{BonusFormula, HistoryIndex};

pub(super) const ALL: &[Experiment] = &[TABLE, ORDER, ETC, REFUTATION];

/// Binary logarithms of the table sizes, entries.
const SIZES: [u32; 3] = [14, 17, 20];
const SCHEMES: [(&str, Scheme); 3] = [
    ("always", Scheme::Always),
    ("depth-preferred", Scheme::DepthPreferred),
    ("two-deep", Scheme::TwoDeep),
];

const TABLE: Experiment = Experiment {
    id: "E04",
    name: "table",
    title: "Replacement schemes of the transposition table",
    source: "S0 2.3.2; S2 5.4 (two-deep, after Breuker et al.)",
    claim: "The table saves most of the tree; two-deep replacement beats one entry a slot when \
        the table is small.",
    criterion: "at 2^14 two-deep needs no more nodes than the others; no table needs at least \
        twice as many",
    printed: &[],
    plan: || {
        let mut configurations = vec![Configuration::papers("off", |t| {
            t.table.cut = false;
            t.table.order = false;
        })];
        for (name, scheme) in SCHEMES {
            for size in SIZES {
                let mut configuration = Configuration::papers(format!("{name}, 2^{size}"), |_| {});
                configuration.table = Some((scheme, 1 << size));
                configurations.push(configuration);
            }
        }
        ExperimentPlan {
            trees: Some(TreePlan {
                suite: "lct2",
                first: 35,
                depths: (6, 7),
                reference: "two-deep, 2^20",
                configurations,
                show: &[Statistic::TtCutoff],
            }),
            ..ExperimentPlan::default()
        }
    },
    judge: |outcome| {
        let trees = outcome.trees();
        let depth = trees.deepest();
        let size = SIZES[0];
        let nodes = |name: &str| trees.nodes(&format!("{name}, 2^{size}"), depth);
        let two_deep = nodes("two-deep");
        let off = trees.ratio("off", "two-deep, 2^20", depth);
        Judgement::of(vec![
            (
                two_deep <= nodes("always"),
                format!(
                    "two-deep needs {} of always-replace at 2^{size}",
                    percent(two_deep / nodes("always"))
                ),
            ),
            (
                two_deep <= nodes("depth-preferred"),
                format!("and {} of depth-preferred", percent(two_deep / nodes("depth-preferred"))),
            ),
            (off >= 2.0, format!("without a table {off:.2} times the nodes")),
        ])
    },
};

fn ordering(label: &str, table: bool, killers: bool, history: bool) -> Configuration {
    Configuration::papers(label, |t| {
        t.table.order = table;
        t.killers = killers;
        t.history.on = history;
    })
}

fn history(label: &str, change: impl FnOnce(&mut Switches)) -> Configuration {
    Configuration::papers(label, |t| {
        t.killers = false;
        change(t);
    })
}

const ORDER: Experiment = Experiment {
    id: "E05",
    name: "ordering",
    title: "TT move, killers and history, and variants of history",
    source: "S0 2.3.2, Figure 2.6; Schaeffer 1983, 1989",
    claim: "TT move and history give nearly the whole reduction; killers add nothing to \
        history.",
    criterion: "table and history reach 95 % of the best reduction; killers add at most 3 points",
    printed: &[
        "| paper | |",
        "|---|---|",
        "| Schaeffer 1989, depth 8 | history and table: about 99 % of the possible reduction |",
    ],
    plan: || ExperimentPlan {
        trees: Some(TreePlan {
            suite: "ecm",
            first: 50,
            depths: (5, 7),
            reference: "none",
            configurations: vec![
                ordering("none", false, false, false),
                ordering("killers", false, true, false),
                ordering("history", false, false, true),
                ordering("killers, history", false, true, true),
                ordering("table", true, false, false),
                ordering("table, killers", true, true, false),
                ordering("table, history", true, false, true),
                ordering("all", true, true, true),
                history("history d²", |t| t.history.bonus_formula = BonusFormula::Square),
                history("history 1", |t| t.history.bonus_formula = BonusFormula::One),
                history("history, from-to", |t| t.history.index = HistoryIndex::FromTo),
                history("history, piece-to", |t| t.history.index = HistoryIndex::PieceTo),
                history("history, gravity", |t| {
                    t.history.bonus_formula = BonusFormula::Gravity;
                }),
            ],
            show: &[Statistic::Killer],
        }),
        ..ExperimentPlan::default()
    },
    judge: |outcome| {
        let trees = outcome.trees();
        let depth = trees.deepest();
        let nodes = |label: &str| trees.nodes(label, depth);
        let combinations = [
            "killers",
            "history",
            "killers, history",
            "table",
            "table, killers",
            "table, history",
            "all",
        ];
        let best = combinations.iter().map(|label| nodes(label)).fold(f64::INFINITY, f64::min);
        let reduction = |label: &str| (nodes("none") - nodes(label)) / (nodes("none") - best);
        let (both, all) = (reduction("table, history"), reduction("all"));
        let cuts = trees.cell("all", depth).cuts;
        Judgement::of(vec![
            (both >= 0.95, format!("table and history reach {} of the reduction", percent(both))),
            (all - both <= 0.03, format!("killers add {:.1} points", 100.0 * (all - both))),
        ])
        .with_remark(&format!(
            "the first move cuts at {} of the nodes that cut",
            percent(cuts[1] as f64 / cuts[0].max(1) as f64)
        ))
    },
};

const ETC: Experiment = Experiment {
    id: "E20",
    name: "etc",
    title: "Enhanced transposition cutoffs",
    source: "S2 5.4.2; Schaeffer & Plaat 1996",
    claim: "Probing the children in the table before searching them saves nodes.",
    criterion: "at least 5 % fewer nodes at the deepest depth",
    printed: &[
        "| paper | |",
        "|---|---|",
        "| Schaeffer & Plaat 1996, chess | up to 20–25 % fewer nodes |",
        "| Hyatt | 10 % smaller trees, but slower |",
    ],
    plan: || ExperimentPlan {
        trees: Some(TreePlan {
            suite: "ecm",
            first: 50,
            depths: (5, 8),
            reference: "off",
            configurations: vec![
                Configuration::papers("off", |_| {}),
                Configuration::papers("above 2 plies", |t| t.etc.on = true),
                Configuration::papers("above 4 plies", |t| {
                    t.etc.on = true;
                    t.etc.above_depth = 4;
                }),
            ],
            show: &[Statistic::Etc],
        }),
        ..ExperimentPlan::default()
    },
    judge: |outcome| {
        let trees = outcome.trees();
        let depth = trees.deepest();
        let nodes = trees.ratio("above 2 plies", "off", depth);
        let time =
            trees.cell("above 2 plies", depth).milliseconds / trees.cell("off", depth).milliseconds;
        Judgement::of(vec![(
            nodes <= 0.95,
            format!(
                "{} of the nodes, {} of the time, at depth {depth}",
                percent(nodes),
                percent(time)
            ),
        )])
    },
};

const REFUTATION: Experiment = Experiment {
    id: "E21",
    name: "refutation",
    title: "The refutation table",
    source: "S2, footnote; Akl & Newborn 1977; Marsland 1983",
    claim: "A full window with a refutation table beats a narrow window without memory.",
    criterion: "fewer nodes at the deepest depth",
    printed: &[],
    plan: || {
        let configuration = |label: &str, aspiration, refutation, table| {
            Configuration::papers(label, |t| {
                t.aspiration.on = aspiration;
                t.refutation = refutation;
                t.table.cut = table;
                t.table.order = table;
            })
        };
        ExperimentPlan {
            trees: Some(TreePlan {
                suite: "ecm",
                first: 50,
                depths: (4, 6),
                reference: "aspiration, none",
                configurations: vec![
                    configuration("full, none", false, false, false),
                    configuration("aspiration, none", true, false, false),
                    configuration("full, refutation", false, true, false),
                    configuration("aspiration, refutation", true, true, false),
                    configuration("full, table", false, false, true),
                    configuration("aspiration, table", true, false, true),
                ],
                show: &[],
            }),
            ..ExperimentPlan::default()
        }
    },
    judge: |outcome| {
        let trees = outcome.trees();
        let depth = trees.deepest();
        let ratio = trees.ratio("full, refutation", "aspiration, none", depth);
        let table = trees.ratio("full, table", "full, refutation", depth);
        Judgement::of(vec![(
            ratio < 1.0,
            format!(
                "{} of the nodes of aspiration without memory; the transposition table needs {} of these",
                percent(ratio),
                percent(table)
            ),
        )])
    },
};
