//! Layer 3, the search: the steps of a node and the techniques with their switches and files.
//!
//! [`engine`](crate::engine) calls [`smp::search`], which runs a [`worker::Worker`] for each
//! thread. A worker deepens iteratively ([`deepen`]) with a window around the last score
//! ([`driver::aspiration`]). A node of the tree ([`pvs`]) takes these steps:
//!
//! 1. **Leaf**: at depth 0, [`quiescence`].
//! 2. **Enter**: count the node, test for draws and mate distance, probe the table and the
//!    tablebases, [evaluate](static_eval).
//! 3. **Reduce and prune**: [hindsight reduction](reduce::hindsight), then the techniques of
//!    [`prune`] may cut the node, each with its paper. A null-move fail-high may only reduce the
//!    depth; if the move loop then fails low, the depth is restored and the loop runs again.
//!    [IIR](reduce::iir) follows.
//! 4. **Move loop** ([`move_loop`]): moves from the [picker](order::picker), of which some are
//!    skipped ([`prune::move_loop_pruning`]), extended ([`extend`]) or reduced ([`reduce`]). The
//!    first is searched with the open window, later ones with a null window and again if they beat
//!    alpha.
//! 5. **Leave**: mate and stalemate, and the entry for the [`table`].
//!
//! A flag is flipped. `Name=value` changes the default search: it switches the technique off, or on
//! if it is off.
//!
//! | technique | switch | file | source |
//! |---|---|---|---|
//! | principal variation search, NegaScout | `Driver=alpha-beta`, `Driver=negascout` | [`pvs`], [`move_loop`] | Marsland & Campbell 1982; Reinefeld 1983 |
//! | four modifications of it | `Pvs.HardBound`, `Pvs.ClosedWindow`, `Pvs.FromAlpha`, `Pvs.ForgetWeak` | [`pvs`], [`move_loop`] | Winands et al. 2005 |
//! | aspiration windows | `Aspiration`, `Aspiration.LessDeep` | [`driver::aspiration`] | Gillogly 1972, Baudet 1978 |
//! | MTD(f) | `Driver=mtd-f` | [`driver::mtdf`] | Plaat et al. 1996 |
//! | iterative deepening | `IterativeDeepening` | [`deepen`] | Slate & Atkin 1977 |
//! | quiescence search and its pruning | `Quiescence=off`, `Quiescence=captures`, `Delta`, `EvasionPruning`, `QuiescenceBetaBlend` | [`quiescence`] | Shannon 1950, Harris 1975; Schaeffer 1986 |
//! | transposition table | `Table.Cut`, `Table.Order`, `Table.ExpectedFrom=0` | [`table`], [`prune::transposition_cut`] | Greenblatt et al. 1967, Zobrist 1970, Breuker et al. 1994 |
//! | enhanced transposition cutoffs | `Etc` | [`prune::enhanced_transposition_cut`] | Schaeffer & Plaat 1996 |
//! | null move: fixed, adaptive, verified, variable bound | `NullMove.Mode=off`, `NullMove.Mode=mia`, `NullMove.SlackAtAll=100`, `NullMargin` | [`prune::null_move`] | Donninger 1993; Heinz 1999; David-Tabibi & Netanyahu 2002; Winands et al. 2005 |
//! | multi-cut at CUT and ALL nodes | `MultiCut.AtCut`, `MultiCut.AtAll` | [`prune::multi_cut`] | Björnsson & Marsland 2001; Winands et al. 2005 |
//! | ProbCut and Multi-ProbCut | `ProbCut=single`, `ProbCut=multi` | [`prune::prob_cut`] | Buro 1995, 1997 |
//! | N-best selective search | `NBest=moves` | [`prune::n_best`] | Shannon 1950 |
//! | tablebases | `SyzygyPath` | [`prune::tablebase`], [`root`], [`crate::tablebase`] | Thompson 1986; de Man 2013 |
//! | mate-distance pruning | `MateDistance` | [`prune::mate_distance`] | Levy & Newborn 1991 |
//! | killers, refutation table | `Killers`, `Refutation` | [`order::killers`], [`worker`] | Akl & Newborn 1977 |
//! | quiet history, updates of all histories | `History` | [`order::history`], [`order::scores`] | Schaeffer 1983 |
//! | check and recapture extensions | `Extension.Check`, `Extension.Recapture` | [`extend::forced`] | folklore |
//! | singular extensions and their multi-cut | `Singular` | [`extend::singular`] | Anantharaman, Campbell & Hsu 1990 |
//! | late-move reductions, depth of the re-search | `Lmr`, `ResearchDepth` | [`reduce::lmr`], [`move_loop`] | folklore |
//! | internal iterative reduction | `Iir` | [`reduce::iir`] | Schröder 2020 |
//! | hindsight reduction | `HindsightReduction` | [`reduce::hindsight`] | folklore |
//! | reverse futility | `ReverseFutility` | [`prune::reverse_futility`] | Heinz 1998 |
//! | razoring | `Razoring` | [`prune::razoring`] | Birmingham & Kent 1977; Heinz 1998 |
//! | late-move, futility, history and SEE pruning | `Lmp`, `Futility`, `HistoryPruning`, `SeePruning` | [`prune::move_loop_pruning`] | Schaeffer 1986, Heinz 1998, Lim & Lee 2006 |
//! | ProbCut by captures and by a stored bound | `CaptureProbCut`, `StoredProbCut` | [`prune::capture_prob_cut`], [`prune::stored_prob_cut`] | Linscott 2011, after Buro 1995; folklore |
//! | continuation, capture and pawn history | `ContinuationHistory`, `CaptureHistory`, `PawnHistory` | [`order::continuation`], [`order::captures`], [`order::pawns`] | after Uiterwijk 1992 |
//! | correction history | `CorrectionHistory` | [`correction`] | Witanowski; Stockfish 2024 |
//! | low-ply history, threat ordering | `LowPlyHistory`, `ThreatOrdering` | [`order::low_ply`], [`order::threats`] | folklore |
//! | evaluation scaled by the half-move clock | `FiftyMoveScaling` | [`static_eval`] | folklore |
//! | TT-adjusted evaluation, evaluation stored at cutoffs | `TtAdjustedEval`, `StoreStaticEval` | [`static_eval`], [`pvs`] | folklore |
//! | upcoming repetition | `UpcomingRepetition` | [`crate::chess::upcoming_repetition`] | van Kervinck 2013 |
//! | Lazy SMP | `Threads` | [`smp`] | folklore, after shared-table search |
//!
//! [`techniques`] sets switches and parameters at
//! run time; the search is then [an experiment](techniques::Techniques::is_experiment).
//! [`statistics`] counts what each technique did. `docs/dev/techniques.md` lists what is in play.

pub mod clock;
pub mod correction;
pub mod deepen;
pub mod driver;
pub mod extend;
pub mod gravity;
pub mod limits;
pub mod move_loop;
pub mod node;
pub mod order;
pub mod prune;
pub mod pv;
pub mod pvs;
pub mod quiescence;
pub mod reduce;
pub mod report;
pub mod root;
pub mod setup;
pub mod shared;
pub mod signals;
mod slot;
pub mod smp;
pub mod stack;
pub mod stack_entry;
pub mod static_eval;
pub mod statistics;
pub mod table;
pub mod techniques;
pub mod thread_data;
pub mod threats;
pub mod worker;

pub use limits::{ClockTimes, Limits};
pub use report::{Listener, Progress, Report, Silent, TreeEvent};
pub use signals::Signals;
pub use techniques::{Switches, Techniques};
