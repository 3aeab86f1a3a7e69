//! The rules of a search, one line each: the field, its value in PLAIN and in FULL, its name, and
//! what it does. Fields, presets, switches and help come from this list alone; that a search is [an
//! experiment](super::Techniques::is_experiment) does too.

use super::{
    Access, Ageing, Centre, Choice, Driver, Guess, HistoryIndex, NBestMode, NullMode, ProbCutMode,
    Quiescence, Switch, Weight,
};

macro_rules! field_type {
    (flag) => {
        bool
    };
    (number($least:literal..=$most:literal)) => {
        i32
    };
    (choice($type:ty)) => {
        $type
    };
}

macro_rules! access {
    (flag, $($path:ident).+) => { Access::Flag(|t| &mut t.rules.$($path).+) };
    (number($least:literal..=$most:literal), $($path:ident).+) => {
        Access::Number($least, $most, |t| &mut t.rules.$($path).+)
    };
    (choice($type:ty), $($path:ident).+) => {
        Access::Choice {
            names: || <$type>::names().collect(),
            get: |t| t.rules.$($path).+.name(),
            set: |t, text| <$type>::named(text).map(|value| t.rules.$($path).+ = value).is_some(),
        }
    };
}

/// A line is `kind(range or type) field: PLAIN => FULL, "Name", "help";`. Lines of a group are
/// fields of a struct of their own.
macro_rules! rules {
    (
        $($kind:ident $(($($of:tt)+))? $field:ident: $plain:expr => $full:expr, $name:literal, $help:literal;)*
        $(
            $(#[doc = $doc:literal])+
            group $group:ident: $Group:ident {
                $(
                    $group_kind:ident $(($($group_of:tt)+))? $group_field:ident:
                        $group_plain:expr => $group_full:expr, $group_name:literal, $group_help:literal;
                )*
                $(
                    $(#[doc = $part_doc:literal])+
                    part $part:ident: $Part:ident {
                        $(
                            $part_kind:ident $(($($part_of:tt)+))? $part_field:ident:
                                $part_plain:expr => $part_full:expr, $part_name:literal, $part_help:literal;
                        )*
                    }
                )*
            }
        )*
    ) => {
        /// Which techniques a search uses, and how; without the [tunable](super::TUNABLES) numbers.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Rules {
            $(#[doc = $help] pub $field: field_type!($kind $(($($of)+))?),)*
            $($(#[doc = $doc])+ pub $group: $Group,)*
        }

        $(
            $(#[doc = $doc])+
            #[derive(Clone, Copy, Debug, PartialEq, Eq)]
            pub struct $Group {
                $(#[doc = $group_help] pub $group_field: field_type!($group_kind $(($($group_of)+))?),)*
                $($(#[doc = $part_doc])+ pub $part: $Part,)*
            }
        )*

        impl Rules {
            /// Alpha-beta with the table, to a fixed depth, and quiescence.
            pub const PLAIN: Rules = Rules {
                $($field: $plain,)*
                $($group: $Group {
                    $($group_field: $group_plain,)*
                    $($part: $Part { $($part_field: $part_plain,)* },)*
                },)*
            };

            /// Everything that makes the engine stronger, with the papers' null move and multi-cut:
            /// the default for play.
            pub const FULL: Rules = Rules {
                $($field: $full,)*
                $($group: $Group {
                    $($group_field: $group_full,)*
                    $($part: $Part { $($part_field: $part_full,)* },)*
                },)*
            };
        }

        /// The switches of the rules.
        pub static SWITCHES: &[Switch] = &[
            $(Switch { name: $name, help: $help, access: access!($kind $(($($of)+))?, $field) },)*
            $(
                $(Switch {
                    name: $group_name,
                    help: $group_help,
                    access: access!($group_kind $(($($group_of)+))?, $group.$group_field),
                },)*
                $($(Switch {
                    name: $part_name,
                    help: $part_help,
                    access: access!($part_kind $(($($part_of)+))?, $group.$part.$part_field),
                },)*)*
            )*
        ];
    };
}

/// C, M and R of multi-cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CutRule {
    /// Fail-highs that prune.
    pub cutters: i32,
    /// Moves tried.
    pub moves: i32,
    /// Plies saved.
    pub reduction: i32,
    /// One more saved for so many plies of depth; 0: never.
    pub depth_per_ply: i32,
}

rules! {
    choice(Driver) driver: Driver::AlphaBeta => Driver::Pvs, "Driver", "how the root and the principal variation are searched";
    flag iterative_deepening: true => true, "IterativeDeepening", "depth 1, 2, 3 … each ordering the next";
    choice(Guess) mtdf_guess: Guess::Last => Guess::Last, "MtdF.Guess", "where MTD(f) begins";
    choice(Quiescence) quiescence: Quiescence::Captures => Quiescence::Checks, "Quiescence", "what is searched at the leaves";
    flag killers: false => true, "Killers", "quiet moves that refuted siblings come early";
    number(1..=2) killers_kept: 2 => 1, "Killers.Kept", "such moves for each ply";
    flag refutation: false => false, "Refutation", "the refutation of each root move is tried again in the next iteration";
    flag mate_distance: false => true, "MateDistance", "cut where even a mate at once could not change the result";
    number(1..=100) grain: 1 => 1, "Grain", "step in which evaluations are rounded, internal units";
    number(0..=1000000) audit: 0 => 0, "Audit", "every so many-th cut of each room is searched all the same, 0 never";
    flag reverse_futility: false => true, "ReverseFutility", "cut where the evaluation beats beta by a margin (static null move)";
    // Off in play: what quiescence says of a node some plies above the leaves hides sacrifices, and
    // in matches the search without it was no weaker (lab/notebook/findings.md).
    flag razoring: false => false, "Razoring", "quiescence settles nodes far below alpha";
    flag futility: false => true, "Futility", "no quiet moves where the evaluation is far below alpha";
    flag lmp: false => true, "Lmp", "no late quiet moves near the leaves (late-move pruning, LMP)";
    flag see_pruning: false => true, "SeePruning", "no moves that lose material near the leaves (static exchange evaluation, SEE)";
    flag history_pruning: false => true, "HistoryPruning", "no quiet moves of bad history near the leaves";
    flag delta: false => true, "Delta", "no captures in quiescence that cannot reach alpha";
    flag quiescence_beta_blend: false => true, "QuiescenceBetaBlend", "quiescence above beta returns a score halfway to it";
    flag evasion_pruning: false => true, "EvasionPruning", "one quiet evasion that does not lose is enough for quiescence";
    flag lmr: false => true, "Lmr", "late moves at reduced depth first (LMR)";
    flag research_depth: false => true, "ResearchDepth", "re-searches deeper after a clear surprise, less deep after a narrow one";
    flag hindsight_reduction: false => true, "HindsightReduction", "a ply less behind a reduced move that the evaluation calls bad";
    flag iir: false => true, "Iir", "a ply less without a table move (internal iterative reduction, IIR)";
    flag singular: false => true, "Singular", "deeper where one move is much better than the others";
    flag capture_prob_cut: false => true, "CaptureProbCut", "a capture far above beta at reduced depth cuts";
    flag stored_prob_cut: false => true, "StoredProbCut", "a stored bound far above beta cuts though it is too shallow";
    flag null_margin: false => true, "NullMargin", "a null move near the leaves only where the evaluation promises it";
    flag continuation_history: false => true, "ContinuationHistory", "history of quiet moves by what they follow";
    flag capture_history: false => true, "CaptureHistory", "history of captures";
    flag low_ply_history: false => true, "LowPlyHistory", "history of quiet moves by ply near the root";
    flag pawn_history: false => true, "PawnHistory", "history of quiet moves by pawn structure";
    flag threat_ordering: false => true, "ThreatOrdering", "quiet moves out of the reach of lesser pieces come earlier, into it later";
    flag correction_history: false => true, "CorrectionHistory", "evaluations corrected by searches of similar positions";
    flag tt_adjusted_eval: false => true, "TtAdjustedEval", "stored bounds sharpen evaluations";
    flag store_static_eval: false => true, "StoreStaticEval", "a node cut before its moves leaves its evaluation in the table";
    flag fifty_move_scaling: false => true, "FiftyMoveScaling", "evaluations shrink towards the fifty-move rule";
    flag upcoming_repetition: false => true, "UpcomingRepetition", "who can repeat has a draw";

    /// The four modifications of PVS that make pruning at ALL nodes safe (S2, Figure 14).
    group modifications: Modifications {
        flag hard_bound: false => true, "Pvs.HardBound", "modification 1: a pruned node returns beta, never more";
        flag closed_window: false => true, "Pvs.ClosedWindow", "modification 2: search again at PV nodes with a closed window";
        flag from_alpha: false => true, "Pvs.FromAlpha", "modification 3: re-search from alpha, not from the null window's score";
        flag forget_weak: false => true, "Pvs.ForgetWeak", "modification 4: do not store a CUT node that failed low with just the bound";
    }

    /// Aspiration windows.
    group aspiration: Aspiration {
        flag on: false => true, "Aspiration", "windows around the last score";
        number(1..=1000) margin: 25 => 20, "Aspiration.Margin", "half the first window, internal units";
        choice(Centre) centre: Centre::LastScore => Centre::LastScore, "Aspiration.Centre", "around what the window lies";
        flag open_at_once: true => false, "Aspiration.OpenAtOnce", "a failed side opens at once, as in S1, instead of growing";
        flag less_deep: false => true, "Aspiration.LessDeep", "a ply less for each failure above, three at most";
    }

    /// Extensions by a ply.
    group extensions: Extensions {
        flag check: false => true, "Extension.Check", "a ply more after a check";
        flag recapture: false => false, "Extension.Recapture", "a ply more for taking back on the square of the last capture";
    }

    /// What the transposition table is used for.
    group table: TableUse {
        flag cut: true => true, "Table.Cut", "scores and bounds of the table cut nodes";
        flag order: true => true, "Table.Order", "the table's move first";
        number(0..=99) expected_from: 0 => 6, "Table.ExpectedFrom", "from this depth on cuts only as the node is expected to do, plies, 0 never";
    }

    /// History heuristic (Schaeffer 1983).
    group history: HistoryUse {
        flag on: false => true, "History", "quiet moves by how often they have cut";
        choice(Weight) weight: Weight::Power => Weight::SelfLimiting, "History.Weight", "what a cut adds";
        choice(Ageing) ageing: Ageing::Halve => Ageing::Keep, "History.Ageing", "what happens before each search";
        choice(HistoryIndex) index: HistoryIndex::SideFromTo => HistoryIndex::ThreatsFromTo, "History.Index", "what an entry stands for";
    }

    /// Null-move pruning.
    group null_move: NullMove {
        choice(NullMode) mode: NullMode::Off => NullMode::Verified, "NullMove.Mode", "which null-move pruning";
        number(1..=6) reduction: 3 => 3, "NullMove.Reduction", "R of the fixed and verified modes, plies";
        flag research: true => true, "NullMove.Research", "search again where verification finds zugzwang";
        number(0..=99) verify_depth: 0 => 12, "NullMove.VerifyDepth", "verify from this depth on, plies; below, a fail-high cuts";
        number(1..=8) verify_plies: 1 => 4, "NullMove.VerifyPlies", "what verification takes off the depth, plies";
        number(0..=20) depth_per_ply: 0 => 3, "NullMove.DepthPerPly", "R grows by a ply for so many plies of depth, 0 never";
        number(0..=2000) eval_per_ply: 0 => 220, "NullMove.EvalPerPly", "R grows by a ply for so much above beta, internal units, 0 never";
        flag material_guard: false => true, "NullMove.MaterialGuard", "not with king and pawns alone";
        number(0..=99) two_pieces_depth: 0 => 7, "NullMove.TwoPiecesDepth", "from this depth on not with a single piece either, plies, 0 never";
        number(0..=99) few_moves: 0 => 20, "NullMove.FewMoves", "not with fewer legal moves, 0 wherever";
        flag eval_guard: false => true, "NullMove.EvalGuard", "not where the evaluation is below beta";
        number(0..=1000) slack_at_all: 0 => 0, "NullMove.SlackAtAll", "variable bound at ALL nodes (S2 5.4.3), internal units";
    }

    /// Multi-cut pruning: MC-C at CUT nodes (Björnsson & Marsland 2001), MC-A at ALL nodes (Winands
    /// et al. 2005).
    group multi_cut: MultiCut {
        flag at_cut: false => true, "MultiCut.AtCut", "MC-C";
        flag at_all: false => true, "MultiCut.AtAll", "MC-A";
        number(2..=99) min_depth: 4 => 8, "MultiCut.MinDepth", "least depth, plies";
        flag keep_mates: true => true, "MultiCut.KeepMates", "improvement a: a mate found at reduced depth ends the node";
        flag reorder: true => true, "MultiCut.Reorder", "improvement b: cutters first at full depth";
        flag only_promising: false => true, "MultiCut.OnlyPromising", "only where the evaluation is at least beta";

        /// C, M, R at CUT nodes.
        part cut: CutRule {
            number(1..=8) cutters: 3 => 3, "MultiCut.Cut.Cutters", "C of MC-C";
            number(1..=40) moves: 10 => 6, "MultiCut.Cut.Moves", "M of MC-C";
            number(1..=8) reduction: 2 => 3, "MultiCut.Cut.Reduction", "R of MC-C, plies";
            number(0..=20) depth_per_ply: 0 => 4, "MultiCut.Cut.DepthPerPly", "R of MC-C grows by a ply for so many plies of depth, 0 never";
        }
        /// C, M, R at ALL nodes.
        part all: CutRule {
            number(1..=8) cutters: 2 => 2, "MultiCut.All.Cutters", "C of MC-A";
            number(1..=40) moves: 10 => 6, "MultiCut.All.Moves", "M of MC-A";
            number(1..=8) reduction: 2 => 3, "MultiCut.All.Reduction", "R of MC-A, plies";
            number(0..=20) depth_per_ply: 0 => 4, "MultiCut.All.DepthPerPly", "R of MC-A grows by a ply for so many plies of depth, 0 never";
        }
    }

    /// Enhanced transposition cutoffs (Schaeffer & Plaat 1996).
    group etc: Etc {
        flag on: false => false, "Etc", "enhanced transposition cutoffs";
        number(1..=99) above_depth: 2 => 2, "Etc.AboveDepth", "only deeper than this, plies";
    }

    /// ProbCut and Multi-ProbCut (Buro 1995, 1997).
    group prob_cut: ProbCut {
        choice(ProbCutMode) mode: ProbCutMode::Off => ProbCutMode::Off, "ProbCut", "ProbCut or Multi-ProbCut";
        number(0..=5000) threshold: 1500 => 1500, "ProbCut.Threshold", "t, permille of a standard deviation";
    }

    /// N-best selective search (Shannon 1950).
    group n_best: NBest {
        choice(NBestMode) mode: NBestMode::Off => NBestMode::Off, "NBest", "N-best selective search";
        number(1..=218) count: 16 => 16, "NBest.Count", "N";
        number(1..=27) targets: 4 => 4, "NBest.Targets", "M, for each piece";
    }
}
