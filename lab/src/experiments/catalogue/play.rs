//! Experiments with the preset for play: matches against itself without one technique.

use super::with_interval;
use crate::experiments::experiment::{Experiment, ExperimentPlan, Judgement};
use crate::matches::play::{MatchPlan, Player};
use secateur::search::Switches;
use secateur::search::techniques::{Driver, NullMode, Quiescence, TtSwitches};

pub(super) const ALL: &[Experiment] = &[MINUS_ONE];

/// Node limit per move for a technique that works at every depth.
const FEW: u64 = 5_000;
/// Node limit per move for a technique that needs some remaining depth.
const MANY: u64 = 20_000;

/// Games of each match. Fewer hardly separate the sides, so almost any score would do.
const GAMES: usize = 1000;

/// A technique to disable, the change that disables it, and the node limit per move.
type Variant = (&'static str, fn(&mut Switches), u64);

const VARIANTS: [Variant; 10] = [
    ("PVS", |t| t.driver = Driver::AlphaBeta, FEW),
    ("aspiration", |t| t.aspiration.on = false, MANY),
    ("quiescence", |t| t.quiescence = Quiescence::Off, FEW),
    ("table", |t| t.table = TtSwitches { cut: false, order: false, expected_from: 0 }, FEW),
    ("null move", |t| t.null_move.mode = NullMode::Off, FEW),
    ("verification", |t| t.null_move.mode = NullMode::Fixed, MANY),
    ("MC-C", |t| t.multi_cut.at_cut = false, MANY),
    ("MC-A", |t| t.multi_cut.at_all = false, MANY),
    ("killers", |t| t.killers = false, FEW),
    ("history", |t| t.history.on = false, FEW),
];

const MINUS_ONE: Experiment = Experiment {
    id: "F01",
    name: "minus-one",
    title: "Play against play without one technique",
    source: "Secateur",
    claim: "Ten techniques of the papers are on in play; no match of this experiment shows that one \
        costs strength.",
    criterion: "the upper end of each 95 % interval reaches 50 %",
    printed: &[],
    plan: || {
        let matches = VARIANTS.iter().map(|(name, remove, nodes)| {
            let mut without = Switches::FULL;
            remove(&mut without);
            MatchPlan::new(
                format!("FULL – without {name}"),
                Player::with_nodes(Switches::FULL, *nodes),
                Player::with_nodes(without, *nodes),
                GAMES,
            )
        });
        ExperimentPlan { matches: matches.collect(), ..ExperimentPlan::default() }
    },
    judge: |outcome| {
        let parts = outcome.matches.iter().map(|result| {
            let score = result.pairs.score();
            let is_level = score.interval.is_some_and(|[_, high]| high >= 0.5);
            let is_complete = result.wdl.iter().sum::<u64>() >= GAMES as u64;
            (is_level && is_complete, format!("{}: {}", result.label, with_interval(score)))
        });
        Judgement::of(parts.collect())
    },
};
