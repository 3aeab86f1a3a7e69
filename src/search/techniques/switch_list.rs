//! The switches of the techniques, one line each: field, value in PLAIN and in FULL, name and help.
//! Fields, presets, switches and help are generated from this list.

use super::{
    Access, Ageing, AspirationCentre, BonusFormula, Choice, Driver, HistoryIndex, MtdfGuess,
    NBestMode, NullMode, ProbCutMode, Quiescence, Switch,
};

macro_rules! field_type {
    (flag) => {
        bool
    };
    (number($min:literal..=$max:literal)) => {
        i32
    };
    (choice($type:ty)) => {
        $type
    };
}

macro_rules! access {
    (flag, $($path:ident).+) => { Access::Flag(|t| &mut t.switches.$($path).+) };
    (number($min:literal..=$max:literal), $($path:ident).+) => {
        Access::Number($min, $max, |t| &mut t.switches.$($path).+)
    };
    (choice($type:ty), $($path:ident).+) => {
        Access::Choice {
            choices: || <$type>::choices().collect(),
            get: |t| t.switches.$($path).+.name(),
            set: |t, text| <$type>::named(text).map(|value| t.switches.$($path).+ = value).is_some(),
        }
    };
}

/// A line is `kind(range or type) field: PLAIN => FULL, "Name", "help";`. Lines of a group are
/// fields of a struct of their own.
macro_rules! switch_list {
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
        /// Switches of a search, saying which techniques are on and in which variant.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Switches {
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

        impl Switches {
            /// Switches of preset `plain`, alpha-beta to a fixed depth with transposition table and
            /// quiescence.
            pub const PLAIN: Switches = Switches {
                $($field: $plain,)*
                $($group: $Group {
                    $($group_field: $group_plain,)*
                    $($part: $Part { $($part_field: $part_plain,)* },)*
                },)*
            };

            /// Switches of preset `full`, the default for games, with every technique that gains
            /// strength.
            pub const FULL: Switches = Switches {
                $($field: $full,)*
                $($group: $Group {
                    $($group_field: $group_full,)*
                    $($part: $Part { $($part_field: $part_full,)* },)*
                },)*
            };
        }

        /// All technique switches except tunable parameters, with names and help texts.
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

/// Multi-cut parameters C (cutoffs required), M (moves tried) and R (depth reduction in plies).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MultiCutParameters {
    /// C: number of fail-highs that prune the node.
    pub cutters: i32,
    /// M: maximum number of moves tried.
    pub moves: i32,
    /// R: reduction of the search that tries a move, in plies.
    pub reduction: i32,
    /// Depth for which R grows by a ply, in plies; 0 for never.
    pub depth_per_ply: i32,
}

switch_list! {
    choice(Driver) driver: Driver::AlphaBeta => Driver::Pvs, "Driver", "search algorithm";
    flag iterative_deepening: true => true, "IterativeDeepening", "search depth 1, 2, 3 …; each iteration orders the moves of the next";
    choice(MtdfGuess) mtdf_guess: MtdfGuess::Last => MtdfGuess::Last, "MtdF.Guess", "first guess of MTD(f)";
    choice(Quiescence) quiescence: Quiescence::Captures => Quiescence::Checks, "Quiescence", "what is searched at the leaves";
    flag killers: false => true, "Killers", "killer moves";
    number(1..=2) killers_kept: 2 => 1, "Killers.Kept", "killer moves for each ply";
    flag refutation: false => false, "Refutation", "refutation table: the refutation of each root move is tried again in the next iteration";
    flag mate_distance: false => true, "MateDistance", "mate-distance pruning";
    number(1..=100) grain: 1 => 1, "Grain", "step in which evaluations are rounded, internal units";
    number(0..=1000000) audit: 0 => 0, "Audit", "every N-th cutoff of each technique is searched to count errors, 0 for never";
    flag reverse_futility: false => true, "ReverseFutility", "reverse futility pruning: cut where the static evaluation beats beta by a margin";
    // Off in play: it hides tactics, and the search without it is no weaker
    // (lab/notebook/findings.md).
    flag razoring: false => false, "Razoring", "razoring: quiescence decides nodes far below alpha";
    flag futility: false => true, "Futility", "futility pruning: skip quiet moves where the static evaluation is far below alpha";
    flag lmp: false => true, "Lmp", "late-move pruning (LMP): skip late quiet moves at low depth";
    flag see_pruning: false => true, "SeePruning", "skip moves that lose material by static exchange evaluation (SEE) at low depth";
    flag history_pruning: false => true, "HistoryPruning", "skip quiet moves of bad history at low depth";
    flag delta: false => true, "Delta", "delta pruning: skip captures in quiescence that cannot reach alpha";
    flag quiescence_beta_blend: false => true, "QuiescenceBetaBlend", "a quiescence score above beta is moved halfway to beta";
    flag evasion_pruning: false => true, "EvasionPruning", "quiescence searches at most one quiet evasion that does not lose";
    flag lmr: false => true, "Lmr", "late-move reductions (LMR)";
    flag research_depth: false => true, "ResearchDepth", "LMR re-search deeper or shallower by the score";
    flag hindsight_reduction: false => true, "HindsightReduction", "reduce a node after a reduced move that lost static evaluation";
    flag iir: false => true, "Iir", "internal iterative reduction (IIR): a ply less without a TT move";
    flag singular: false => true, "Singular", "singular extensions";
    flag capture_prob_cut: false => true, "CaptureProbCut", "ProbCut by captures: cut where a capture beats beta by far at reduced depth";
    flag stored_prob_cut: false => true, "StoredProbCut", "ProbCut by a TT bound far above beta that is too shallow for a cutoff";
    flag null_margin: false => true, "NullMargin", "null move only with a static evaluation of at least beta plus NullMargin.Base less NullMargin.Slope for each ply of depth";
    flag continuation_history: false => true, "ContinuationHistory", "continuation history: quiet moves by the moves before";
    flag capture_history: false => true, "CaptureHistory", "capture history";
    flag low_ply_history: false => true, "LowPlyHistory", "low-ply history: quiet moves by ply near the root";
    flag pawn_history: false => true, "PawnHistory", "pawn history: quiet moves by pawn structure";
    flag threat_ordering: false => true, "ThreatOrdering", "order quiet moves by threats of less valuable pieces";
    flag correction_history: false => true, "CorrectionHistory", "correction history of the static evaluation";
    flag tt_adjusted_eval: false => true, "TtAdjustedEval", "the TT bound adjusts the evaluation";
    flag store_static_eval: false => true, "StoreStaticEval", "store the evaluation of a node that is cut before its moves";
    flag fifty_move_scaling: false => true, "FiftyMoveScaling", "scale the evaluation down by the half-move clock";
    flag upcoming_repetition: false => true, "UpcomingRepetition", "upcoming repetition: a draw score is available";

    /// The four modifications of PVS that make pruning at ALL nodes safe (Winands et al. 2005).
    group modifications: Modifications {
        flag hard_bound: false => true, "Pvs.HardBound", "modification 1: a null-move cutoff returns beta, never more";
        flag closed_window: false => true, "Pvs.ClosedWindow", "modification 2: search again at PV nodes with a closed window";
        flag from_alpha: false => true, "Pvs.FromAlpha", "modification 3: re-search from alpha, not from the null window's score";
        flag forget_weak: false => true, "Pvs.ForgetWeak", "modification 4: do not store a CUT node that failed low with just the bound";
    }

    /// Aspiration windows.
    group aspiration: Aspiration {
        flag on: false => true, "Aspiration", "windows around the last score";
        number(1..=1000) margin: 25 => 20, "Aspiration.Margin", "half the first window, internal units";
        choice(AspirationCentre) centre: AspirationCentre::LastScore => AspirationCentre::LastScore, "Aspiration.Centre", "centre of the window";
        flag open_at_once: true => false, "Aspiration.OpenAtOnce", "after a fail that side of the window opens fully, as in Löhr 2019, instead of growing";
        flag less_deep: false => true, "Aspiration.LessDeep", "reduce the depth of the root by a ply for each fail-high, by three at most";
    }

    /// Extensions by a ply.
    group extensions: Extensions {
        flag check: false => true, "Extension.Check", "extend by a ply after a check";
        flag recapture: false => false, "Extension.Recapture", "extend by a ply a capture on the square of the last capture";
    }

    /// The uses of the transposition table.
    group table: TtSwitches {
        flag cut: true => true, "Table.Cut", "TT cutoff: scores and bounds of the table end nodes";
        flag order: true => true, "Table.Order", "search the TT move first";
        number(0..=99) expected_from: 0 => 6, "Table.ExpectedFrom", "from this depth on a score cuts only if it agrees with the node type, plies, 0 for never";
    }

    /// History heuristic (Schaeffer 1983).
    group history: QuietHistorySwitches {
        flag on: false => true, "History", "quiet history";
        choice(BonusFormula) bonus_formula: BonusFormula::Power => BonusFormula::Gravity, "History.Weight", "bonus of a cutoff";
        choice(Ageing) ageing: Ageing::Halve => Ageing::Keep, "History.Ageing", "ageing before each search";
        choice(HistoryIndex) index: HistoryIndex::SideFromTo => HistoryIndex::ThreatsFromTo, "History.Index", "index of an entry";
    }

    /// Null-move pruning.
    group null_move: NullMove {
        choice(NullMode) mode: NullMode::Off => NullMode::Verified, "NullMove.Mode", "which null-move pruning";
        number(1..=6) reduction: 3 => 3, "NullMove.Reduction", "R of the fixed and verified modes, plies";
        flag research: true => true, "NullMove.Research", "search at full depth where verification finds zugzwang";
        number(0..=99) verify_depth: 0 => 12, "NullMove.VerifyDepth", "verify from this depth on, plies; at lower depth a fail-high cuts";
        number(1..=8) verify_plies: 1 => 4, "NullMove.VerifyPlies", "reduction of the verification, plies";
        number(0..=20) depth_per_ply: 0 => 3, "NullMove.DepthPerPly", "depth for which R grows by a ply, plies, 0 for never";
        number(0..=2000) eval_per_ply: 0 => 220, "NullMove.EvalPerPly", "evaluation above beta for which R grows by a ply, internal units, 0 for never";
        flag material_guard: false => true, "NullMove.MaterialGuard", "no null move with king and pawns alone";
        number(0..=99) two_pieces_depth: 0 => 7, "NullMove.TwoPiecesDepth", "from this depth on no null move with a single piece either, plies, 0 for never";
        number(0..=99) few_moves: 0 => 20, "NullMove.FewMoves", "no null move with fewer legal moves than this, 0 for no limit";
        flag eval_guard: false => true, "NullMove.EvalGuard", "no null move where the evaluation is below beta";
        number(0..=1000) slack_at_all: 0 => 0, "NullMove.SlackAtAll", "variable null-move bound at ALL nodes (Winands et al. 2005), internal units";
    }

    /// Multi-cut pruning: MC-C at CUT nodes (Björnsson & Marsland 2001), MC-A at ALL nodes (Winands
    /// et al. 2005).
    group multi_cut: MultiCut {
        flag at_cut: false => true, "MultiCut.AtCut", "multi-cut at CUT nodes (MC-C)";
        flag at_all: false => true, "MultiCut.AtAll", "multi-cut at ALL nodes (MC-A)";
        number(2..=99) min_depth: 4 => 8, "MultiCut.MinDepth", "minimum depth, plies";
        flag keep_mates: true => true, "MultiCut.KeepMates", "a mate found at reduced depth ends the node (Winands et al. 2005, improvement a)";
        flag reorder: true => true, "MultiCut.Reorder", "the moves that failed high come first at full depth (Winands et al. 2005, improvement b)";
        flag only_promising: false => true, "MultiCut.OnlyPromising", "only where the evaluation is at least beta";

        /// C, M, R at CUT nodes.
        part cut: MultiCutParameters {
            number(1..=8) cutters: 3 => 3, "MultiCut.Cut.Cutters", "MC-C: number of fail-highs that cut (C)";
            number(1..=40) moves: 10 => 6, "MultiCut.Cut.Moves", "MC-C: number of moves tried (M)";
            number(1..=8) reduction: 2 => 3, "MultiCut.Cut.Reduction", "MC-C: depth reduction of the trial searches (R), plies";
            number(0..=20) depth_per_ply: 0 => 4, "MultiCut.Cut.DepthPerPly", "MC-C: depth for which R grows by a ply, plies, 0 for never";
        }
        /// C, M, R at ALL nodes.
        part all: MultiCutParameters {
            number(1..=8) cutters: 2 => 2, "MultiCut.All.Cutters", "MC-A: number of fail-highs that cut (C)";
            number(1..=40) moves: 10 => 6, "MultiCut.All.Moves", "MC-A: number of moves tried (M)";
            number(1..=8) reduction: 2 => 3, "MultiCut.All.Reduction", "MC-A: depth reduction of the trial searches (R), plies";
            number(0..=20) depth_per_ply: 0 => 4, "MultiCut.All.DepthPerPly", "MC-A: depth for which R grows by a ply, plies, 0 for never";
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
        number(0..=5000) threshold: 1500 => 1500, "ProbCut.Threshold", "threshold t, permille of the standard deviation";
    }

    /// N-best selective search (Shannon 1950).
    group n_best: NBest {
        choice(NBestMode) mode: NBestMode::Off => NBestMode::Off, "NBest", "N-best selective search";
        number(1..=218) count: 16 => 16, "NBest.Count", "number N of moves or pieces";
        number(1..=27) targets: 4 => 4, "NBest.Targets", "number M of target squares for each piece";
    }
}
