//! The techniques of a search and their parameters: a plain struct that each worker copies. So one
//! process can hold engines with different settings.
//!
//! The [list of switches](switch_list) has every field once. UCI options, the command line, the
//! laboratory and the help are generated from it. Names are compared without case, dots and
//! hyphens: `MultiCut.AtAll` is `multi-cut.at-all`.

mod presets;
pub mod switch_list;
pub mod switches;
pub mod tunables;

use crate::quote::quoted;
pub use presets::{PRESETS, PresetError};
pub use switch_list::{
    Aspiration, Etc, Extensions, Modifications, MultiCut, MultiCutParameters, NBest, NullMove,
    ProbCut, QuietHistorySwitches, SWITCHES, Switches, TtSwitches,
};
pub use switches::{Access, Switch, SwitchError};
use switches::{Choice, letters};
pub use tunables::{TUNABLES, Tunable, Tunables};

/// Search algorithm at the root and along the principal variation (alpha-beta, NegaScout, PVS or
/// MTD(f)).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Driver {
    /// Alpha-beta with an open window for every move (Brudno 1963, Knuth & Moore 1975).
    AlphaBeta,
    /// NegaScout (Reinefeld 1983): PVS without re-search in the last two plies. That is exact only
    /// without quiescence, TT cutoffs, pruning, reductions and extensions; with any of them
    /// NegaScout is PVS.
    NegaScout,
    /// Principal variation search (Marsland & Campbell 1982).
    Pvs,
    /// MTD(f): null windows only, at the root too (Plaat et al. 1996).
    MtdF,
}

/// Score from which an MTD(f) search starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MtdfGuess {
    /// The score of the last iteration.
    Last,
    /// The score two iterations ago, since scores swing between odd and even depths.
    TwoAgo,
}

/// Choice of the score around which the aspiration window is placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AspirationCentre {
    /// The score of the last iteration.
    LastScore,
    /// The material balance.
    Material,
}

/// Choice of the moves that quiescence search tries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quiescence {
    /// No quiescence: leaves get the static evaluation.
    Off,
    /// Quiescence searches captures and promotions.
    Captures,
    /// Quiescence searches captures and promotions, and quiet checks at the first ply.
    Checks,
}

/// History bonus of a move that causes a cutoff, as a function of depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BonusFormula {
    /// History gravity: the bonus grows with the depth and shrinks near the limit of an entry; the
    /// moves tried before get a malus.
    Gravity,
    /// A bonus of 2^depth (Schaeffer 1983).
    Power,
    /// A bonus of depth².
    Square,
    /// A bonus of 1 at every depth.
    One,
}

/// What happens to the quiet history before each search (keep, halve or clear).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ageing {
    /// Entries are kept unchanged.
    Keep,
    /// Every entry is halved (Schaeffer 1983).
    Halve,
    /// Every entry becomes zero.
    Clear,
}

/// Properties of a quiet move that index its quiet-history entry, such as origin and target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HistoryIndex {
    /// Indexed by origin and target square, both sides together.
    FromTo,
    /// Indexed by side, origin and target square.
    SideFromTo,
    /// Indexed by side, origin and target square, and by whether these are attacked.
    ThreatsFromTo,
    /// Indexed by side, kind of piece and target square.
    PieceTo,
}

/// Variant of null-move pruning, such as fixed or adaptive reduction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NullMode {
    /// No null-move pruning.
    Off,
    /// Null move with a fixed reduction (Donninger 1993).
    Fixed,
    /// Adaptive null move: R = 3 at high depth, else 2 (Heinz 1999).
    Heinz,
    /// As Heinz at CUT nodes, R = 3 at ALL nodes (Winands et al. 2005).
    Mia,
    /// From `NullMove.VerifyDepth` on, a fail-high reduces the depth of the node by
    /// `NullMove.VerifyPlies` instead of cutting it. If all moves then fail low, the node is
    /// searched at full depth (David-Tabibi & Netanyahu 2002).
    Verified,
}

/// Variant of ProbCut (off, one shallow search or several).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProbCutMode {
    /// No ProbCut.
    Off,
    /// ProbCut with one height and one check (Buro 1995).
    Single,
    /// Multi-ProbCut with several heights and checks (Buro 1997).
    Multi,
}

/// Variant of N-best selective search (best moves, or best pieces and targets).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NBestMode {
    /// All moves are searched (full width).
    Off,
    /// Only the N moves with the best static evaluation are searched.
    Moves,
    /// Only the best N pieces move, each to its best M target squares.
    Pieces,
}

/// All settings that determine the search tree (technique switches and tunable parameters).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Techniques {
    /// Switches and parameters that experiments set.
    pub switches: Switches,
    /// Numeric parameters with a range, for SPSA.
    pub tunables: Tunables,
}

impl Techniques {
    /// Whether a switch or number differs from the default, so that they must be read at run time.
    /// Null windows of an experiment have a [type](super::node::Experiment) of their own, which
    /// reads them.
    pub fn is_experiment(&self) -> bool {
        *self != Techniques::FULL
    }

    /// Sets the technique switch with this name; the error lists the possible values.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), SwitchError> {
        let switch = Switch::find(name).ok_or_else(|| SwitchError::Unknown(quoted(name)))?;
        switch.set(self, value)
    }

    /// Sets a technique switch from a text of the form `name=value`.
    pub fn set_pair(&mut self, pair: &str) -> Result<(), SwitchError> {
        let (name, value) =
            pair.split_once('=').ok_or_else(|| SwitchError::NoValue(quoted(pair)))?;
        self.set(name.trim(), value.trim())
    }
}

/// Former names of technique switches, which are still accepted, with the current names. An entry
/// also holds for the names that begin with it: `Reductions.Pv` is `Lmr.Pv`.
pub const OLD_NAMES: &[(&str, &str)] = &[
    ("Reductions.Worsening", "Lmr.NotImproving"),
    ("Reductions.Failing", "Lmr.CutoffCount"),
    ("Reductions.TableCapture", "Lmr.TtCapture"),
    ("InternalReduction.Behind", "Iir.TtDepthGap"),
    ("Reach.Worth", "ThreatOrdering.Weight"),
    ("Singular.Unasked", "Singular.ShallowMargin"),
    ("Credit.Table", "HistoryBonus.TtMove"),
    ("Credit.Refuted", "HistoryMalus.TtCutoff"),
    ("Credit.Before", "HistoryBonus.FailLow"),
    ("Credit.Evaluation", "HistoryBonus.StaticEval"),
    ("HistoryBonus.Most", "HistoryBonus.Max"),
    ("HistoryMalus.Most", "HistoryMalus.Max"),
    ("Continuation.Own", "ContinuationHistory.OwnMove"),
    ("LateMoves", "Lmp"),
    ("Exchange", "SeePruning"),
    ("Reductions", "Lmr"),
    ("InternalReduction", "Iir"),
    ("Hindsight", "HindsightReduction"),
    ("Correction", "CorrectionHistory"),
    ("NearRootHistory", "LowPlyHistory"),
    ("CautiousQuiescence", "QuiescenceBetaBlend"),
    ("TableEstimate", "TtAdjustedEval"),
    ("KeepEvaluations", "StoreStaticEval"),
    ("Reach", "ThreatOrdering"),
];

impl Switch {
    /// Finds a technique switch by name, ignoring case, dots and hyphens. Names of former versions
    /// are accepted.
    pub fn find(name: &str) -> Option<&'static Switch> {
        let wanted = letters(name);
        let exact = |wanted: &str| Switch::all().find(|switch| letters(switch.name) == wanted);
        exact(&wanted).or_else(|| {
            OLD_NAMES.iter().find_map(|(old, new)| {
                let rest = wanted.strip_prefix(&letters(old))?;
                exact(&(letters(new) + rest))
            })
        })
    }

    /// Iterates over all technique switches, including the [tunable](TUNABLES) parameters at the
    /// end.
    pub fn all() -> impl Iterator<Item = &'static Switch> {
        SWITCHES.iter().chain(TUNABLES.iter().map(|tunable| &tunable.switch))
    }
}

impl Tunable {
    /// Finds a tunable parameter of the search by name, ignoring case, dots and hyphens. Names of
    /// former versions are accepted.
    pub fn find(name: &str) -> Option<&'static Tunable> {
        let found = Switch::find(name)?;
        TUNABLES.iter().find(|tunable| tunable.switch.name == found.name)
    }
}

impl Default for Techniques {
    fn default() -> Techniques {
        Techniques::FULL
    }
}
