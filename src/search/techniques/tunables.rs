//! The tunable parameters, one line each, with range and step. They are switches too; `secateur-lab
//! tune spsa-inputs` lists them for OpenBench.

use super::{Access, Switch};

macro_rules! tunables {
    ($($field:ident $name:literal = $default:literal, $min:literal..=$max:literal, $step:literal, $help:literal;)+) => {
        /// Tunable parameters of the search, such as margins and reduction factors; [`TUNABLES`]
        /// describes each.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[allow(missing_docs)]
        pub struct Tunables {
            $(pub $field: i32,)+
        }

        impl Tunables {
            /// Default values of the tunable parameters, as used in games.
            pub const DEFAULT: Tunables = Tunables { $($field: $default,)+ };
        }

        /// All tunable parameters of the search, with names, ranges and help texts.
        pub static TUNABLES: &[Tunable] = &[
            $(Tunable {
                switch: Switch {
                    name: $name,
                    help: $help,
                    access: Access::Number($min, $max, |techniques| &mut techniques.tunables.$field),
                },
                default: $default,
                range: ($min, $max),
                step: $step,
            },)+
        ];
    };
}

/// Tunable number of the search, with name, range and step for tuning.
pub struct Tunable {
    /// Name, help with unit, and field.
    pub switch: Switch,
    /// The default value, used in play.
    pub default: i32,
    /// Minimum and maximum value.
    pub range: (i32, i32),
    /// The step of a tuner at the end of its run.
    pub step: i32,
}

// Margins are internal units, of which a pawn is worth 240 and a knight 700
// (`PieceKind::see_value`); reductions are 1024ths of a ply.
tunables! {
    reverse_futility_depth "ReverseFutility.Depth" = 11, 1..=20, 1, "maximum depth, plies";
    reverse_futility_slope "ReverseFutility.Slope" = 115, 20..=250, 8, "margin per ply of depth, internal units";
    reverse_futility_improving "ReverseFutility.Improving" = 75, 0..=250, 8, "decrease of the margin where the side is improving, internal units";
    reverse_futility_correction "ReverseFutility.Correction" = 60, 0..=300, 8, "increase of the margin by the correction of the evaluation, percent";
    null_margin_base "NullMargin.Base" = 218, 0..=1000, 20, "static evaluation above beta required at depth 0, internal units";
    null_margin_slope "NullMargin.Slope" = 33, 0..=100, 3, "decrease of NullMargin.Base per ply of depth, internal units";
    razoring_depth "Razoring.Depth" = 4, 1..=20, 1, "maximum depth, plies";
    razoring_base "Razoring.Base" = 620, 50..=2000, 30, "margin, internal units";
    razoring_square "Razoring.Square" = 355, 0..=1000, 25, "margin per squared ply of depth, internal units";
    futility_depth "Futility.Depth" = 8, 1..=16, 1, "maximum depth after the LMR reduction, plies";
    futility_base "Futility.Base" = 90, 0..=400, 15, "margin, internal units";
    futility_slope "Futility.Slope" = 105, 20..=300, 10, "margin per ply of depth, internal units";
    futility_history "Futility.History" = 1000, 64..=20000, 100, "history score per unit of margin";
    lmp_base "Lmp.Base" = 5, 1..=12, 1, "moves searched at depth 0 where the side is improving";
    lmp_depth "Lmp.Depth" = 8, 1..=16, 1, "maximum depth, plies";
    see_quiet "SeePruning.Quiet" = 55, 10..=300, 8, "loss allowed to quiet moves per squared ply of depth, internal units";
    see_noisy "SeePruning.Noisy" = 215, 40..=700, 20, "loss allowed to captures per ply of depth, internal units";
    see_depth "SeePruning.Depth" = 11, 1..=16, 1, "maximum depth, for quiet moves after the LMR reduction, plies";
    see_history "SeePruning.History" = 150, 20..=10000, 10, "history score of a quiet move per unit of loss allowed";
    history_depth "HistoryPruning.Depth" = 4, 1..=10, 1, "maximum depth after the LMR reduction, plies";
    history_slope "HistoryPruning.Slope" = 6000, 500..=12000, 300, "history score below zero per ply of depth";
    delta_margin "Delta.Margin" = 190, 0..=600, 15, "margin, internal units";
    lmr_quiet_base "Lmr.QuietBase" = 887, 0..=2500, 60, "reduction of quiet moves, 1024ths of a ply";
    lmr_quiet_scale "Lmr.QuietScale" = 434, 100..=1000, 20, "reduction of quiet moves for ln depth times ln moves, 1024ths of a ply";
    lmr_noisy_base "Lmr.NoisyBase" = 423, 0..=2500, 60, "reduction of captures, 1024ths of a ply";
    lmr_noisy_scale "Lmr.NoisyScale" = 346, 50..=1000, 20, "reduction of captures for ln depth times ln moves, 1024ths of a ply";
    lmr_cut "Lmr.Cut" = 1376, 0..=4000, 100, "more reduction at CUT nodes, 1024ths of a ply";
    lmr_not_improving "Lmr.NotImproving" = 705, 0..=2500, 80, "more reduction where the side is not improving, 1024ths of a ply";
    lmr_tt_capture "Lmr.TtCapture" = 659, 0..=2500, 80, "more reduction where the TT move is a capture, 1024ths of a ply";
    lmr_pv "Lmr.Pv" = 929, 0..=3000, 100, "less reduction at PV nodes, 1024ths of a ply";
    lmr_was_pv "Lmr.WasPv" = 485, 0..=3000, 100, "less reduction at PV nodes and former PV nodes, 1024ths of a ply; at PV nodes in addition to Lmr.Pv";
    lmr_check "Lmr.Check" = 377, 0..=3000, 100, "less reduction for checks, 1024ths of a ply";
    lmr_killer "Lmr.Killer" = 939, 0..=3000, 100, "less reduction for killers, 1024ths of a ply";
    lmr_cutoff_count "Lmr.CutoffCount" = 444, 0..=3000, 100, "more reduction where children cut often, 1024ths of a ply";
    lmr_history "Lmr.History" = 12655, 2000..=40000, 800, "history score that reduces a ply less";
    lmr_stored_fail_low "Lmr.StoredFailLow" = 500, 0..=2000, 80, "less reduction where the TT bound is an upper bound of at most alpha, 1024ths of a ply";
    lmr_shallow_entry "Lmr.ShallowEntry" = 300, 0..=2000, 80, "less reduction where the TT entry is shallower than the node, 1024ths of a ply";
    lmr_extend "Lmr.Extend" = 1181, 0..=4000, 100, "negative reduction that extends by a ply, 1024ths of a ply";
    hindsight_margin "HindsightReduction.Margin" = 145, 0..=600, 15, "loss of evaluation by the reduced move, internal units";
    iir_depth "Iir.Depth" = 4, 2..=12, 1, "minimum depth, plies";
    iir_depth_gap "Iir.TtDepthGap" = 5, 1..=20, 1, "a TT move this much shallower counts as none, plies";
    singular_depth "Singular.Depth" = 6, 4..=12, 1, "minimum depth, plies";
    singular_margin "Singular.Margin" = 25, 4..=64, 3, "margin below the TT score per ply of depth, 16ths of an internal unit";
    singular_negative "Singular.Negative" = 1, 0..=4, 1, "negative extension of a TT move that beats beta but is not singular, plies";
    singular_double "Singular.Double" = 32, 0..=100, 4, "distance below the singular bound for a second ply, internal units";
    singular_triple "Singular.Triple" = 100, 0..=500, 10, "distance below the singular bound for a third ply, internal units, 0 for never";
    singular_shallow_margin "Singular.ShallowMargin" = 30, 0..=1000, 5, "evaluation below alpha that extends the TT move below the minimum depth, internal units";
    capture_prob_cut_depth "CaptureProbCut.Depth" = 5, 3..=12, 1, "minimum depth, plies";
    capture_prob_cut_margin "CaptureProbCut.Margin" = 333, 60..=600, 15, "margin above beta, internal units";
    capture_prob_cut_improving "CaptureProbCut.Improving" = 59, 0..=200, 8, "decrease of the margin where the side is improving, internal units";
    stored_prob_cut_margin "StoredProbCut.Margin" = 567, 100..=1500, 30, "margin above beta, internal units";
    threat_weight "ThreatOrdering.Weight" = 6177, 0..=30000, 500, "bonus for a minor piece out of a threat, history score";
    aspiration_score "Aspiration.Score" = 19188, 1000..=100000, 1000, "the window grows by the squared score over this, internal units";
    history_bonus "HistoryBonus.Slope" = 462, 20..=1200, 30, "bonus per ply of depth";
    history_bonus_max "HistoryBonus.Max" = 3168, 400..=8000, 200, "maximum bonus";
    history_malus "HistoryMalus.Slope" = 585, 20..=1200, 30, "malus per ply of depth";
    history_malus_max "HistoryMalus.Max" = 1336, 200..=8000, 100, "maximum malus";
    tt_move_bonus "HistoryBonus.TtMove" = 66, 0..=200, 5, "bonus of the TT move for a TT cutoff, percent of that for a cutoff by search";
    tt_cutoff_malus "HistoryMalus.TtCutoff" = 85, 0..=200, 5, "malus of the previous move for a TT cutoff, percent of that for a cutoff by search";
    fail_low_bonus "HistoryBonus.FailLow" = 60, 0..=200, 5, "bonus of the previous move where all moves fail low, percent of that for a cutoff";
    static_eval_bonus "HistoryBonus.StaticEval" = 22, 0..=64, 2, "bonus of the previous move for a unit of change in static evaluation";
    continuation_own_move "ContinuationHistory.OwnMove" = 32, 0..=256, 8, "extra weight of the side's own last move, 128ths";
    correction_pawns "CorrectionHistory.Pawns" = 8, 0..=40, 1, "weight of the pawn correction history, 128ths";
    correction_pieces "CorrectionHistory.Pieces" = 10, 0..=40, 1, "weight of the non-pawn correction history of each colour, 128ths";
    correction_minor "CorrectionHistory.Minor" = 8, 0..=40, 1, "weight of the minor-piece correction history, 128ths";
    correction_moves "CorrectionHistory.Moves" = 12, 0..=40, 1, "weight of the continuation correction history (last two moves), 128ths";
    time_moves "Time.Moves" = 17, 5..=60, 1, "assumed moves to go without `movestogo`";
    time_soft "Time.Soft" = 75, 20..=200, 5, "soft limit as a share of the time for a move, percent";
    time_hard "Time.Hard" = 5, 1..=20, 1, "hard limit as a multiple of the time for a move";
    time_by_move "Time.ByMove" = 40, 0..=90, 5, "largest change of the soft limit: a decrease before move 20, an increase after it, linear up to move 40, percent";
    time_effort "Time.Effort" = 120, 0..=240, 8, "weight of the best move's share of nodes, percent";
    time_stability "Time.Stability" = 100, 0..=130, 8, "weight of best-move stability, percent";
    time_trend "Time.Trend" = 6, 0..=30, 1, "extra time per internal unit of score drop, permille";
}
