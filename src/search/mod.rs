//! Layer 3, the search: the life of a node, and where each part of it lives.
//!
//! [`engine`](crate::engine) calls [`smp::search`], which runs a [`worker::Worker`] a thread. Each
//! worker deepens ([`deepen`]) with a window around the last score ([`driver::aspiration`]) and
//! walks the tree by the spine ([`pvs`]):
//!
//! 1. **Leaves** hand over to [`quiescence`].
//! 2. **Enter**: count the node, look for a draw or a repetition one move away, narrow the window
//!    to possible mates, ask the table and the endgame tables, [estimate] the value.
//! 3. **Rooms** that may end the node early ([`prune`]), each with its paper. Verified null move
//!    does not end it but takes something off its depth; if the loop then fails low, the depth is
//!    given back and the loop runs again.
//! 4. **Move loop** ([`move_loop`]): moves from the [picker](order::picker), some left out
//!    ([`prune::move_loop_pruning`]), some searched deeper ([`extend`]) or less deep ([`reduce`]);
//!    the first with the open window, later ones with a null window and, if they surprise, again.
//! 5. **Leave**: mate and stalemate, and the record for the [`table`].
//!
//! | technique | switch | room | source |
//! |---|---|---|---|
//! | principal variation search, NegaScout | `Driver=alpha-beta`, `Driver=negascout` | [`pvs`], [`move_loop`] | Marsland & Campbell 1982; Reinefeld 1983 |
//! | four modifications of it | `Pvs.HardBound`, `Pvs.ClosedWindow`, `Pvs.FromAlpha`, `Pvs.ForgetWeak` | [`pvs`], [`move_loop`] | Winands et al. 2005 |
//! | aspiration windows | `Aspiration`, `Aspiration.LessDeep` | [`driver::aspiration`] | Gillogly 1972, Baudet 1978 |
//! | MTD(f) | `Driver=mtd-f` | [`driver::mtdf`] | Plaat et al. 1996 |
//! | iterative deepening | `IterativeDeepening` | [`deepen`] | Slate & Atkin 1977 |
//! | quiescence search, what it leaves out | `Quiescence=off`, `Quiescence=captures`, `Delta`, `EvasionPruning`, `QuiescenceBetaBlend` | [`quiescence`] | Shannon 1950, Harris 1975; Schaeffer 1986 |
//! | transposition table and its schemes | `Table.Cut`, `Table.Order`, `Table.ExpectedFrom=0` | [`table`], [`prune::transposition_cut`] | Greenblatt et al. 1967, Zobrist 1970, Breuker et al. 1994 |
//! | enhanced transposition cutoffs | `Etc` | [`prune::enhanced_transposition_cut`] | Schaeffer & Plaat 1996 |
//! | null move: fixed, adaptive, verified, variable bound | `NullMove.Mode=off`, `NullMove.Mode=mia`, `NullMove.SlackAtAll=100`, `NullMargin` | [`prune::null_move`] | Donninger 1993; Heinz 1999; David-Tabibi & Netanyahu 2002; Winands et al. 2005 |
//! | multi-cut at CUT and ALL nodes | `MultiCut.AtCut`, `MultiCut.AtAll` | [`prune::multi_cut`] | Björnsson & Marsland 2001; Winands et al. 2005 |
//! | ProbCut and Multi-ProbCut | `ProbCut=single`, `ProbCut=multi` | [`prune::prob_cut`] | Buro 1995, 1997 |
//! | N-best selective search | `NBest=moves` | [`prune::n_best`] | Shannon 1950 |
//! | endgame tables | `SyzygyPath` | [`prune::tablebase`], [`root`], [`crate::tablebase`] | Thompson 1986; de Man 2013 |
//! | mate-distance pruning | `MateDistance` | [`prune::mate_distance`] | Levy & Newborn 1991 |
//! | killers, refutation table | `Killers`, `Refutation` | [`order::killers`], [`worker`] | Akl & Newborn 1977 |
//! | history | `History` | [`order::history`] | Schaeffer 1983 |
//! | check and recapture extensions | `Extension.Check`, `Extension.Recapture` | [`extend::forced`] | folklore |
//! | singular extensions and their multi-cut | `Singular` | [`extend::singular`] | Anantharaman, Campbell & Hsu 1990 |
//! | late-move reductions, internal iterative reduction, depth by hindsight | `Lmr`, `ResearchDepth`, `Iir`, `HindsightReduction` | [`reduce`] | folklore; Schröder 2020 |
//! | reverse futility, razoring | `ReverseFutility`, `Razoring` | [`prune::reverse_futility`], [`prune::razoring`] | Heinz 1998; Birmingham & Kent 1977 |
//! | late-move, futility, history and exchange pruning | `Lmp`, `Futility`, `HistoryPruning`, `SeePruning` | [`prune::move_loop_pruning`] | Schaeffer 1986, Heinz 1998, Lim & Lee 2006 |
//! | ProbCut by captures, by a stored bound | `CaptureProbCut`, `StoredProbCut` | [`prune::capture_prob_cut`], [`prune::stored_prob_cut`] | Linscott 2011, after Buro 1995; folklore |
//! | continuation, capture and pawn history | `ContinuationHistory`, `CaptureHistory`, `PawnHistory` | [`order::continuation`], [`order::captures`], [`order::pawns`] | after Uiterwijk 1992 |
//! | correction history | `CorrectionHistory` | [`correction`] | Witanowski, Nahdi 2024 |
//! | history near the root, moves out of reach of lesser pieces | `LowPlyHistory`, `ThreatOrdering` | [`order::low_ply`], [`order::threats`] | folklore |
//! | evaluations scaled by the fifty-move clock | `FiftyMoveScaling` | [`estimate`] | folklore |
//! | stored bounds as evaluation, evaluations kept | `TtAdjustedEval`, `StoreStaticEval` | [`estimate`], [`pvs`] | folklore |
//! | upcoming repetition | `UpcomingRepetition` | [`crate::chess::cycle`] | van Kervinck 2013 |
//! | Lazy SMP | `Threads` | [`smp`] | folklore, after shared-table search |
//!
//! [`lines`] makes what was found fit to be shown. [`techniques`] switches each of them at run
//! time, in what is then [an experiment](techniques::Techniques::is_experiment). [`statistics`]
//! counts what each of them did.

pub mod clock;
pub mod correction;
pub mod deepen;
pub mod driver;
pub mod estimate;
pub mod extend;
pub mod limits;
pub mod lines;
pub mod memory;
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
pub mod shared;
pub mod signals;
mod slot;
pub mod smp;
pub mod stack;
pub mod stack_entry;
pub mod statistics;
pub mod table;
pub mod techniques;
pub mod worker;

pub use limits::{ClockTimes, Limits};
pub use report::{Listener, Progress, Report, Silent, TreeStep};
pub use signals::Signals;
pub use techniques::{Rules, Techniques};
