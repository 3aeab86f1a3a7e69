//! The presets: the documents' alpha-beta, the documents' best, the player, and next to nothing.

use super::{
    Ageing, Aspiration, Centre, CutRule, Driver, Etc, Extensions, Guess, HistoryIndex, HistoryUse, Modern,
    Modifications, MultiCut, NBest, NBestMode, NullMode, NullMove, ProbCut, ProbCutMode, Quiescence, TableUse,
    Techniques, Tunables, Weight,
};

impl Techniques {
    /// Alpha-beta with the table, to a fixed depth, and quiescence.
    pub const PLAIN: Techniques = Techniques {
        driver: Driver::AlphaBeta,
        iterative_deepening: true,
        mtdf_guess: Guess::Last,
        modifications: Modifications { hard_bound: false, closed_window: false, from_alpha: false, forget_weak: false },
        aspiration: Aspiration { on: false, margin: 25, centre: Centre::LastScore, open_at_once: true },
        quiescence: Quiescence::Captures,
        extensions: Extensions { check: false, recapture: false },
        table: TableUse { cut: true, order: true },
        killers: false,
        history: HistoryUse {
            on: false,
            weight: Weight::Power,
            ageing: Ageing::Halve,
            index: HistoryIndex::SideFromTo,
        },
        refutation: false,
        null_move: NullMove {
            mode: NullMode::Off,
            reduction: 3,
            research: true,
            verify_depth: 0,
            verify_plies: 1,
            depth_per_ply: 0,
            eval_per_ply: 0,
            material_guard: false,
            two_pieces_depth: 0,
            few_moves: 0,
            eval_guard: false,
            slack_at_all: 0,
        },
        multi_cut: MultiCut {
            at_cut: false,
            at_all: false,
            cut: CutRule { cutters: 3, moves: 10, reduction: 2, depth_per_ply: 0 },
            all: CutRule { cutters: 2, moves: 10, reduction: 2, depth_per_ply: 0 },
            min_depth: 4,
            keep_mates: true,
            reorder: true,
            only_promising: false,
        },
        etc: Etc { on: false, above_depth: 2 },
        prob_cut: ProbCut { mode: ProbCutMode::Off, threshold: 1500 },
        n_best: NBest { mode: NBestMode::Off, count: 16, targets: 4 },
        mate_distance: false,
        grain: 1,
        modern: Modern::NONE,
        audit: 0,
        tunables: Tunables::DEFAULT,
    };

    /// What the documents describe and no more: the base of the experiments. Forward pruning is off; the experiments
    /// switch it on.
    pub const PAPERS: Techniques = Techniques {
        driver: Driver::Pvs,
        modifications: Modifications { hard_bound: true, closed_window: true, from_alpha: true, forget_weak: true },
        aspiration: Aspiration { on: true, ..Techniques::PLAIN.aspiration },
        killers: true,
        history: HistoryUse { on: true, ..Techniques::PLAIN.history },
        ..Techniques::PLAIN
    };

    /// Everything that makes the engine stronger, and all of the documents' forward pruning: the default for play.
    pub const FULL: Techniques = Techniques {
        quiescence: Quiescence::Checks,
        aspiration: Aspiration { on: true, margin: 20, centre: Centre::LastScore, open_at_once: false },
        extensions: Extensions { check: true, recapture: false },
        history: HistoryUse {
            on: true,
            weight: Weight::SelfLimiting,
            ageing: Ageing::Keep,
            index: HistoryIndex::SideFromTo,
        },
        null_move: NullMove {
            mode: NullMode::Verified,
            reduction: 3,
            research: true,
            verify_depth: 12,
            verify_plies: 4,
            depth_per_ply: 3,
            eval_per_ply: 220,
            material_guard: true,
            two_pieces_depth: 7,
            few_moves: 20,
            eval_guard: true,
            slack_at_all: 0,
        },
        multi_cut: MultiCut {
            at_cut: true,
            at_all: true,
            cut: CutRule { cutters: 3, moves: 6, reduction: 3, depth_per_ply: 4 },
            all: CutRule { cutters: 2, moves: 6, reduction: 3, depth_per_ply: 4 },
            min_depth: 8,
            keep_mates: true,
            reorder: true,
            only_promising: true,
        },
        mate_distance: true,
        modern: Modern::PLAY,
        ..Techniques::PAPERS
    };

    /// Nothing but depth-first alpha-beta with static leaves: what textbook algorithms are compared with.
    pub const BARE: Techniques =
        Techniques { quiescence: Quiescence::Off, table: TableUse { cut: false, order: false }, ..Techniques::PLAIN };
}
