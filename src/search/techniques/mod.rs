//! Which techniques a search uses, and how: a plain struct copied into each worker, so that two engines with different
//! settings can live in one process and one binary can play against itself with one technique off.
//!
//! [`SWITCHES`] lists every field once, with its name and what it does; UCI options, the command line, the lab and the help
//! are generated from it. Names are compared without regard to case, dots and hyphens: `MultiCut.AtAll` is
//! `multi-cut.at-all`.

mod modern;
mod presets;
mod study;
mod switches;
mod tunables;

use crate::score::Score;
pub use modern::Modern;
pub use switches::{Access, SWITCHES, Switch, SwitchError};
pub use tunables::{TUNABLES, Tunable, Tunables};

/// How the root and the principal variation are searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Driver {
    /// The open window for every move (Brudno 1963, Knuth & Moore 1975).
    AlphaBeta,
    /// Null windows with re-search, but none in the last two plies where that is exact (Reinefeld 1983).
    NegaScout,
    /// Principal variation search (Marsland & Campbell 1982).
    Pvs,
    /// Null windows only, at the root too (Plaat et al. 1996).
    MtdF,
}

/// Where MTD(f) begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guess {
    /// At the score of the last iteration.
    Last,
    /// At the score two iterations ago, since scores swing between odd and even depths.
    TwoAgo,
}

/// Around what the aspiration window lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Centre {
    /// The score of the last iteration.
    LastScore,
    /// The material balance.
    Material,
}

/// What is searched at the leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quiescence {
    /// Nothing: the static evaluation.
    Off,
    /// Captures and promotions.
    Captures,
    /// And, at its first ply, quiet moves that give check.
    Checks,
}

/// What a cut adds to a history entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// Growing with the depth, pulled towards a limit, with debits for the moves that failed before.
    SelfLimiting,
    /// 2^depth (Schaeffer 1983).
    Power,
    /// depth².
    Square,
    /// One.
    One,
}

/// What happens to the history before each search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ageing {
    /// Nothing.
    Keep,
    /// Every entry is halved (Schaeffer 1983).
    Halve,
    /// Every entry becomes zero.
    Clear,
}

/// What a history entry stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HistoryIndex {
    /// From and to, both sides together.
    FromTo,
    /// Side, from and to.
    SideFromTo,
    /// Side, kind of piece and to.
    PieceTo,
}

/// Which null-move pruning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NullMode {
    /// None.
    Off,
    /// A fixed reduction (Donninger 1993).
    Fixed,
    /// Three plies in the upper part of the tree, two in the lower (Heinz 1999).
    Heinz,
    /// As Heinz at CUT nodes, three plies at ALL nodes (Winands et al. 2005).
    Mia,
    /// A fixed reduction, and a fail-high is verified by a search one ply shallower (David-Tabibi & Netanyahu 2002).
    Verified,
}

/// Which ProbCut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProbCutMode {
    /// None.
    Off,
    /// One height and one check (Buro 1995).
    Single,
    /// Several heights, several checks (Buro 1997).
    Multi,
}

/// Which selective search by number of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NBestMode {
    /// None: full width.
    Off,
    /// The N moves whose successors are worth most.
    Moves,
    /// The best N pieces, and for each its best M targets.
    Pieces,
}

/// The four modifications of PVS that make pruning at ALL nodes safe (S2, Figure 14).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Modifications {
    /// 1: a pruned node returns beta, never more.
    pub hard_bound: bool,
    /// 2: a PV node whose window is closed is searched again as one if the null window fails high.
    pub closed_window: bool,
    /// 3: the re-search begins at alpha, not at the score of the null window.
    pub from_alpha: bool,
    /// 4: a CUT node that fails low with just the bound is not stored, since a pruned ALL node may stand behind it.
    pub forget_weak: bool,
}

/// Aspiration windows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Aspiration {
    /// Used at all?
    pub on: bool,
    /// Half the width of the first window, centipawns.
    pub margin: Score,
    /// Around what.
    pub centre: Centre,
    /// A failed side opens at once, as in the documents; else it grows.
    pub open_at_once: bool,
}

/// Extensions by a ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extensions {
    /// After a check.
    pub check: bool,
    /// For taking back on the square of the last capture.
    pub recapture: bool,
}

/// What the transposition table is used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableUse {
    /// Scores and bounds cut nodes.
    pub cut: bool,
    /// Its move is tried first.
    pub order: bool,
}

/// History heuristic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HistoryUse {
    /// Used at all?
    pub on: bool,
    /// Credit for a cut.
    pub weight: Weight,
    /// Before each search.
    pub ageing: Ageing,
    /// What an entry stands for.
    pub index: HistoryIndex,
}

/// Null-move pruning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NullMove {
    /// Which.
    pub mode: NullMode,
    /// R of the fixed and verified modes, plies.
    pub reduction: i32,
    /// A verified fail-high that the search contradicts restores the depth and searches again.
    pub research: bool,
    /// Verify only from this depth on, plies; below, a fail-high cuts.
    pub verify_depth: i32,
    /// What verification takes off the depth, plies.
    pub verify_plies: i32,
    /// R grows by a ply for so many plies of depth; 0: never.
    pub depth_per_ply: i32,
    /// R grows by a ply, three at most, for so many centipawns of the evaluation above beta; 0: never.
    pub eval_per_ply: Score,
    /// Not with king and pawns alone.
    pub material_guard: bool,
    /// From this depth on not with a single piece either, plies; 0: never.
    pub two_pieces_depth: i32,
    /// Not where the side has fewer legal moves than this; 0: wherever.
    pub few_moves: i32,
    /// Not where the static evaluation is below beta.
    pub eval_guard: bool,
    /// At ALL nodes a null value this far below beta is enough, centipawns (variable bound, S2 5.4.3).
    pub slack_at_all: Score,
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

/// Multi-cut pruning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MultiCut {
    /// At CUT nodes: MC-C (Björnsson & Marsland 2001).
    pub at_cut: bool,
    /// At ALL nodes: MC-A (Winands et al. 2005).
    pub at_all: bool,
    /// C, M, R at CUT nodes.
    pub cut: CutRule,
    /// C, M, R at ALL nodes.
    pub all: CutRule,
    /// Least depth, plies.
    pub min_depth: i32,
    /// A reduced search that finds a mate ends the node with it.
    pub keep_mates: bool,
    /// Moves that cut at reduced depth are tried first at full depth.
    pub reorder: bool,
    /// Only where the static evaluation is at least beta.
    pub only_promising: bool,
}

/// Enhanced transposition cutoffs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Etc {
    /// Used at all?
    pub on: bool,
    /// Only deeper than this, plies.
    pub above_depth: i32,
}

/// ProbCut and Multi-ProbCut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProbCut {
    /// Which.
    pub mode: ProbCutMode,
    /// t: standard deviations of safety, permille.
    pub threshold: i32,
}

/// N-best selective search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NBest {
    /// Which.
    pub mode: NBestMode,
    /// N.
    pub count: i32,
    /// M, for each piece.
    pub targets: i32,
}

/// All of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Techniques {
    /// How the root and the principal variation are searched.
    pub driver: Driver,
    /// Depth 1, 2, 3 … each ordering the next (Slate & Atkin 1977). Off: the last depth at once.
    pub iterative_deepening: bool,
    /// Where MTD(f) begins.
    pub mtdf_guess: Guess,
    /// The four modifications of PVS.
    pub modifications: Modifications,
    /// Windows around the last score.
    pub aspiration: Aspiration,
    /// What is searched at the leaves.
    pub quiescence: Quiescence,
    /// Extensions.
    pub extensions: Extensions,
    /// Transposition table.
    pub table: TableUse,
    /// Quiet moves that refuted siblings come early (Akl & Newborn 1977).
    pub killers: bool,
    /// Quiet moves by how often they have cut (Schaeffer 1983).
    pub history: HistoryUse,
    /// The refutation of each root move is tried again in the next iteration (Akl & Newborn 1977).
    pub refutation: bool,
    /// Null move.
    pub null_move: NullMove,
    /// Multi-cut.
    pub multi_cut: MultiCut,
    /// Enhanced transposition cutoffs (Schaeffer & Plaat 1996).
    pub etc: Etc,
    /// ProbCut.
    pub prob_cut: ProbCut,
    /// N-best.
    pub n_best: NBest,
    /// Cut where even a mate at once could not change the result.
    pub mate_distance: bool,
    /// Step in which evaluations are rounded, centipawns.
    pub grain: Score,
    /// What practice has added since the documents.
    pub modern: Modern,
    /// Every so many-th cut of each room is [audited](super::prune::audit); 0: none.
    pub audit: i32,
    /// The numbers of what practice has added.
    pub tunables: Tunables,
}

impl Techniques {
    /// The preset with this name: `plain`, `papers`, `full` or `bare`.
    pub fn preset(name: &str) -> Option<Techniques> {
        match name.to_ascii_lowercase().as_str() {
            "plain" => Some(Techniques::PLAIN),
            "papers" => Some(Techniques::PAPERS),
            "full" => Some(Techniques::FULL),
            "bare" => Some(Techniques::BARE),
            _ => None,
        }
    }

    /// Sets the switch with this name; the error says what would have been possible.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), SwitchError> {
        let switch = Switch::find(name).ok_or_else(|| SwitchError::Unknown(name.to_owned()))?;
        switch.set(self, value)
    }

    /// Sets a switch from `name=value`.
    pub fn set_pair(&mut self, pair: &str) -> Result<(), SwitchError> {
        let (name, value) = pair.split_once('=').ok_or_else(|| SwitchError::NoValue(pair.to_owned()))?;
        self.set(name.trim(), value.trim())
    }
}

impl Default for Techniques {
    fn default() -> Techniques {
        Techniques::FULL
    }
}
