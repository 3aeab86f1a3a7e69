//! The list of switches: every field of [`Techniques`] by name, for UCI, the command line, the lab and the help.

use super::{
    Ageing, Centre, Driver, Guess, HistoryIndex, NBestMode, NullMode, ProbCutMode, Quiescence, TUNABLES, Techniques,
    Weight,
};

/// Why a switch could not be set.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SwitchError {
    /// No such name.
    #[error("there is no switch '{0}'")]
    Unknown(String),
    /// Not of the form `name=value`.
    #[error("'{0}' is not of the form name=value")]
    NoValue(String),
    /// The value does not fit.
    #[error("{name}: '{value}' is not {wanted}")]
    Value {
        /// The switch.
        name: &'static str,
        /// What was given.
        value: String,
        /// What would do.
        wanted: String,
    },
}

/// An enumeration whose values have names.
trait Choice: Copy + PartialEq + 'static {
    const ALL: &'static [(&'static str, Self)];
}

macro_rules! choices {
    ($type:ty: $($name:literal $variant:ident),+) => {
        impl Choice for $type {
            const ALL: &'static [(&'static str, Self)] = &[$(($name, <$type>::$variant)),+];
        }
    };
}

choices!(Driver: "alpha-beta" AlphaBeta, "negascout" NegaScout, "pvs" Pvs, "mtd-f" MtdF);
choices!(Guess: "last" Last, "two-ago" TwoAgo);
choices!(Centre: "last-score" LastScore, "material" Material);
choices!(Quiescence: "off" Off, "captures" Captures, "checks" Checks);
choices!(Weight: "self-limiting" SelfLimiting, "power" Power, "square" Square, "one" One);
choices!(Ageing: "keep" Keep, "halve" Halve, "clear" Clear);
choices!(HistoryIndex: "from-to" FromTo, "side-from-to" SideFromTo, "piece-to" PieceTo);
choices!(NullMode: "off" Off, "fixed" Fixed, "heinz" Heinz, "mia" Mia, "verified" Verified);
choices!(ProbCutMode: "off" Off, "single" Single, "multi" Multi);
choices!(NBestMode: "off" Off, "moves" Moves, "pieces" Pieces);

/// How a switch reaches its field.
#[derive(Clone, Copy)]
pub enum Access {
    /// On or off.
    Flag(fn(&mut Techniques) -> &mut bool),
    /// A number between the two ends.
    Number(i32, i32, fn(&mut Techniques) -> &mut i32),
    /// One of several names.
    Choice {
        /// The names.
        names: fn() -> Vec<&'static str>,
        /// The present name.
        get: fn(&Techniques) -> &'static str,
        /// Sets by name; false if there is no such name.
        set: fn(&mut Techniques, &str) -> bool,
    },
}

/// One switch: its name, what it does, and the field behind it.
pub struct Switch {
    /// As UCI shows it.
    pub name: &'static str,
    /// What it does, for the help.
    pub help: &'static str,
    /// The field.
    pub access: Access,
}

impl Switch {
    /// The switch with this name, however it is written.
    pub fn find(name: &str) -> Option<&'static Switch> {
        let wanted = letters(name);
        Switch::all().find(|switch| letters(switch.name) == wanted)
    }

    /// Every switch: techniques first, then the [tunable](TUNABLES) numbers.
    pub fn all() -> impl Iterator<Item = &'static Switch> {
        SWITCHES.iter().chain(TUNABLES.iter().map(|tunable| &tunable.switch))
    }

    /// The present value as text.
    pub fn get(&self, techniques: &Techniques) -> String {
        let mut copy = *techniques;
        match self.access {
            Access::Flag(field) => field(&mut copy).to_string(),
            Access::Number(_, _, field) => field(&mut copy).to_string(),
            Access::Choice { get, .. } => get(techniques).to_owned(),
        }
    }

    /// Sets the value from text.
    pub fn set(&self, techniques: &mut Techniques, value: &str) -> Result<(), SwitchError> {
        let error = |wanted: String| SwitchError::Value { name: self.name, value: value.to_owned(), wanted };
        match self.access {
            Access::Flag(field) => {
                *field(techniques) = match value.to_ascii_lowercase().as_str() {
                    "true" | "on" | "1" => true,
                    "false" | "off" | "0" => false,
                    _ => return Err(error("true or false".to_owned())),
                };
            }
            Access::Number(least, most, field) => {
                // Tuners send decimals for what they tune.
                let number = value.parse::<f64>().ok().filter(|number| number.is_finite());
                let number =
                    number.map(|number| number.round() as i32).filter(|number| (least..=most).contains(number));
                *field(techniques) = number.ok_or_else(|| error(format!("a number from {least} to {most}")))?;
            }
            Access::Choice { names, set, .. } => {
                if !set(techniques, value) {
                    return Err(error(format!("one of {}", names().join(", "))));
                }
            }
        }
        Ok(())
    }
}

/// The letters and digits of a name, in lower case.
fn letters(name: &str) -> String {
    name.chars().filter(|letter| letter.is_alphanumeric()).map(|letter| letter.to_ascii_lowercase()).collect()
}

macro_rules! switch {
    (flag $name:literal, $help:literal, $($field:ident).+) => {
        Switch { name: $name, help: $help, access: Access::Flag(|t| &mut t.$($field).+) }
    };
    (number $name:literal, $help:literal, $least:literal..=$most:literal, $($field:ident).+) => {
        Switch { name: $name, help: $help, access: Access::Number($least, $most, |t| &mut t.$($field).+) }
    };
    (choice $name:literal, $help:literal, $type:ty, $($field:ident).+) => {
        Switch {
            name: $name,
            help: $help,
            access: Access::Choice {
                names: || <$type as Choice>::ALL.iter().map(|(name, _)| *name).collect(),
                get: |t| <$type as Choice>::ALL.iter().find(|(_, value)| *value == t.$($field).+).map_or("", |(name, _)| name),
                set: |t, text| {
                    let found = <$type as Choice>::ALL.iter().find(|(name, _)| letters(name) == letters(text));
                    found.map(|(_, value)| t.$($field).+ = *value).is_some()
                },
            },
        }
    };
}

/// The techniques and their parameters.
pub static SWITCHES: &[Switch] = &[
    switch!(choice "Driver", "how the root and the principal variation are searched", Driver, driver),
    switch!(flag "IterativeDeepening", "depth 1, 2, 3 … each ordering the next", iterative_deepening),
    switch!(choice "MtdF.Guess", "where MTD(f) begins", Guess, mtdf_guess),
    switch!(flag "Pvs.HardBound", "modification 1: a pruned node returns beta, never more", modifications.hard_bound),
    switch!(flag "Pvs.ClosedWindow", "modification 2: search again at PV nodes with a closed window", modifications.closed_window),
    switch!(flag "Pvs.FromAlpha", "modification 3: re-search from alpha", modifications.from_alpha),
    switch!(flag "Pvs.ForgetWeak", "modification 4: do not store a CUT node that failed low with just the bound", modifications.forget_weak),
    switch!(flag "Aspiration", "windows around the last score", aspiration.on),
    switch!(number "Aspiration.Margin", "half the first window, centipawns", 1..=1000, aspiration.margin),
    switch!(choice "Aspiration.Centre", "around what the window lies", Centre, aspiration.centre),
    switch!(flag "Aspiration.OpenAtOnce", "a failed side opens at once instead of growing", aspiration.open_at_once),
    switch!(choice "Quiescence", "what is searched at the leaves", Quiescence, quiescence),
    switch!(flag "Extension.Check", "a ply more after a check", extensions.check),
    switch!(flag "Extension.Recapture", "a ply more for taking back", extensions.recapture),
    switch!(flag "Table.Cut", "table scores cut nodes", table.cut),
    switch!(flag "Table.Order", "the table's move first", table.order),
    switch!(flag "Killers", "killer moves", killers),
    switch!(flag "History", "history heuristic", history.on),
    switch!(choice "History.Weight", "what a cut adds", Weight, history.weight),
    switch!(choice "History.Ageing", "what happens before each search", Ageing, history.ageing),
    switch!(choice "History.Index", "what an entry stands for", HistoryIndex, history.index),
    switch!(flag "Refutation", "refutation table", refutation),
    switch!(choice "NullMove.Mode", "which null-move pruning", NullMode, null_move.mode),
    switch!(number "NullMove.Reduction", "R, plies", 1..=6, null_move.reduction),
    switch!(flag "NullMove.Research", "search again where verification finds zugzwang", null_move.research),
    switch!(number "NullMove.VerifyDepth", "verify from this depth on, plies", 0..=99, null_move.verify_depth),
    switch!(number "NullMove.VerifyPlies", "what verification takes off the depth, plies", 1..=8, null_move.verify_plies),
    switch!(number "NullMove.DepthPerPly", "R grows by a ply for so many plies of depth, 0 never", 0..=20, null_move.depth_per_ply),
    switch!(number "NullMove.EvalPerPly", "R grows by a ply for so many centipawns above beta, 0 never", 0..=2000, null_move.eval_per_ply),
    switch!(flag "NullMove.MaterialGuard", "not with king and pawns alone", null_move.material_guard),
    switch!(number "NullMove.FewMoves", "not with fewer legal moves, 0 never", 0..=99, null_move.few_moves),
    switch!(number "NullMove.TwoPiecesDepth", "from this depth on not with a single piece either, plies, 0 never", 0..=99, null_move.two_pieces_depth),
    switch!(flag "NullMove.EvalGuard", "not where the evaluation is below beta", null_move.eval_guard),
    switch!(number "NullMove.SlackAtAll", "variable bound at ALL nodes, centipawns", 0..=1000, null_move.slack_at_all),
    switch!(flag "MultiCut.AtCut", "MC-C", multi_cut.at_cut),
    switch!(flag "MultiCut.AtAll", "MC-A", multi_cut.at_all),
    switch!(number "MultiCut.Cut.Cutters", "C of MC-C", 1..=8, multi_cut.cut.cutters),
    switch!(number "MultiCut.Cut.Moves", "M of MC-C", 1..=40, multi_cut.cut.moves),
    switch!(number "MultiCut.Cut.Reduction", "R of MC-C, plies", 1..=8, multi_cut.cut.reduction),
    switch!(number "MultiCut.Cut.DepthPerPly", "R of MC-C grows by a ply for so many plies of depth, 0 never", 0..=20, multi_cut.cut.depth_per_ply),
    switch!(number "MultiCut.All.Cutters", "C of MC-A", 1..=8, multi_cut.all.cutters),
    switch!(number "MultiCut.All.Moves", "M of MC-A", 1..=40, multi_cut.all.moves),
    switch!(number "MultiCut.All.Reduction", "R of MC-A, plies", 1..=8, multi_cut.all.reduction),
    switch!(number "MultiCut.All.DepthPerPly", "R of MC-A grows by a ply for so many plies of depth, 0 never", 0..=20, multi_cut.all.depth_per_ply),
    switch!(number "MultiCut.MinDepth", "least depth, plies", 2..=99, multi_cut.min_depth),
    switch!(flag "MultiCut.KeepMates", "improvement a: a mate found at reduced depth ends the node", multi_cut.keep_mates),
    switch!(flag "MultiCut.Reorder", "improvement b: cutters first", multi_cut.reorder),
    switch!(flag "MultiCut.OnlyPromising", "only where the evaluation promises a cut", multi_cut.only_promising),
    switch!(flag "Etc", "enhanced transposition cutoffs", etc.on),
    switch!(number "Etc.AboveDepth", "only deeper than this, plies", 1..=99, etc.above_depth),
    switch!(choice "ProbCut", "ProbCut or Multi-ProbCut", ProbCutMode, prob_cut.mode),
    switch!(number "ProbCut.Threshold", "t, permille of a standard deviation", 0..=5000, prob_cut.threshold),
    switch!(number "Audit", "every so many-th cut of each room is searched all the same, 0 never", 0..=1000000, audit),
    switch!(choice "NBest", "N-best selective search", NBestMode, n_best.mode),
    switch!(number "NBest.Count", "N", 1..=218, n_best.count),
    switch!(number "NBest.Targets", "M, for each piece", 1..=27, n_best.targets),
    switch!(flag "MateDistance", "mate-distance pruning", mate_distance),
    switch!(number "Grain", "step in which evaluations are rounded, centipawns", 1..=100, grain),
    switch!(flag "ReverseFutility", "cut where the evaluation beats beta by a margin", modern.reverse_futility),
    switch!(flag "Razoring", "quiescence settles nodes far below alpha", modern.razoring),
    switch!(flag "Futility", "no quiet moves where the evaluation is far below alpha", modern.futility),
    switch!(flag "LateMoves", "no late quiet moves near the leaves", modern.late_moves),
    switch!(flag "Exchange", "no moves that lose material near the leaves", modern.exchange),
    switch!(flag "HistoryPruning", "no quiet moves of bad history near the leaves", modern.history),
    switch!(flag "Delta", "no captures in quiescence that cannot reach alpha", modern.delta),
    switch!(flag "Reductions", "late moves at reduced depth first", modern.reductions),
    switch!(flag "InternalReduction", "a ply less without a table move", modern.internal_reduction),
    switch!(flag "Singular", "deeper where one move is much better than the others", modern.singular),
    switch!(flag "CaptureProbCut", "a capture far above beta at reduced depth cuts", modern.capture_prob_cut),
    switch!(flag "NullMargin", "a null move near the leaves only where the evaluation promises it", modern.null_margin),
    switch!(flag "ContinuationHistory", "history of moves by what they follow", modern.continuation),
    switch!(flag "CaptureHistory", "history of captures", modern.captures),
    switch!(flag "PawnHistory", "history of moves by pawn structure", modern.pawns),
    switch!(flag "Correction", "evaluations corrected by searches of similar positions", modern.correction),
    switch!(flag "TableEstimate", "stored bounds sharpen evaluations", modern.table_estimate),
    switch!(flag "Damping", "evaluations shrink towards the fifty-move rule", modern.damping),
    switch!(flag "UpcomingRepetition", "who can repeat has a draw", modern.upcoming_repetition),
];

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_switch_has_a_name_of_its_own_and_takes_its_own_value() {
        let names: HashSet<String> = Switch::all().map(|switch| letters(switch.name)).collect();
        assert_eq!(names.len(), Switch::all().count());
        for preset in [Techniques::PLAIN, Techniques::PAPERS, Techniques::FULL, Techniques::BARE] {
            let mut other = Techniques::BARE;
            for switch in Switch::all() {
                switch.set(&mut other, &switch.get(&preset)).expect(switch.name);
            }
            assert_eq!(other, preset, "a field has no switch");
        }
    }

    #[test]
    fn names_may_be_written_either_way() {
        let mut techniques = Techniques::FULL;
        techniques.set_pair("multi-cut.at-all=false").expect("a switch");
        techniques.set("NullMove.Mode", "Heinz").expect("a switch");
        assert!(!techniques.multi_cut.at_all && techniques.null_move.mode == NullMode::Heinz);
        assert_eq!(techniques.set_pair("nonsense=1"), Err(SwitchError::Unknown("nonsense".to_owned())));
        assert!(techniques.set_pair("NullMove.Reduction=9").is_err());
        assert!(techniques.set_pair("Killers").is_err());
        techniques.set_pair("Singular.Margin=40.6").expect("tuners send decimals");
        assert_eq!(techniques.tunables.singular_margin, 41);
        assert!(techniques.set_pair("Singular.Margin=nan").is_err());
    }
}
