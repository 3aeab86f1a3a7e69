//! Layer 3, the search: the life of a node, and where each part of it lives.
//!
//! [`engine`](crate::engine) calls [`smp::search`], which runs a [`worker::Worker`] a thread. Each worker deepens
//! ([`deepen`]) with a window around the last score ([`driver::aspiration`]) and walks the tree by the spine ([`pvs`]):
//!
//! 1. **Leaves** hand over to [`quiescence`].
//! 2. **Enter**: count the node, look for a draw or a repetition one move away, narrow the window to possible mates, ask the
//!    table and the endgame tables, [estimate] the value.
//! 3. **Rooms** that may end the node early ([`prune`]), each with its paper. Verified null move does not end it but takes
//!    something off its depth; if the loop then fails low, the depth is given back and the loop runs again.
//! 4. **Move loop** ([`move_loop`]): moves from the [picker](order::picker), some left out ([`prune::shallow`]), some searched
//!    deeper ([`extend`]) or less deep ([`reduce`]); the first with the open window, later ones with a null window and, if they
//!    surprise, again.
//! 5. **Leave**: mate and stalemate, and the record for the [`table`].
//!
//! | technique | room | source |
//! |---|---|---|
//! | principal variation search, its four modifications, NegaScout | [`pvs`], [`move_loop`] | Marsland & Campbell 1982; Reinefeld 1983; Winands et al. 2005 |
//! | aspiration windows | [`driver::aspiration`] | Gillogly 1972, Baudet 1978 |
//! | MTD(f) | [`driver::mtdf`] | Plaat et al. 1996 |
//! | iterative deepening | [`deepen`] | Slate & Atkin 1977 |
//! | quiescence search | [`quiescence`] | Shannon 1950, Harris 1975 |
//! | transposition table and its schemes | [`table`], [`prune::transposition_cut`] | Greenblatt et al. 1967, Zobrist 1970, Breuker et al. 1994 |
//! | enhanced transposition cutoffs | [`prune::enhanced_transposition_cut`] | Schaeffer & Plaat 1996 |
//! | null move: fixed, adaptive, verified, variable bound | [`prune::null_move`] | Donninger 1993; Heinz 1999; David-Tabibi & Netanyahu 2002; Winands et al. 2005 |
//! | multi-cut at CUT and ALL nodes | [`prune::multi_cut`] | Björnsson & Marsland 2001; Winands et al. 2005 |
//! | ProbCut and Multi-ProbCut | [`prune::prob_cut`] | Buro 1995, 1997 |
//! | N-best selective search | [`prune::n_best`] | Shannon 1950 |
//! | endgame tables | [`prune::tablebase`], [`root`], [`crate::tablebase`] | Thompson 1986; de Man 2013 |
//! | mate-distance pruning | [`prune::mate_distance`] | Levy & Newborn 1991 |
//! | killers, refutation table | [`order::killers`], [`worker`] | Akl & Newborn 1977 |
//! | history | [`order::history`] | Schaeffer 1983 |
//! | check and recapture extensions | [`extend::forced`] | folklore |
//! | singular extensions and their multi-cut | [`extend::singular`] | Anantharaman, Campbell & Hsu 1990 |
//! | late-move reductions, internal iterative reduction | [`reduce`] | folklore; Schröder 2020 |
//! | reverse futility, razoring | [`prune::reverse_futility`], [`prune::razoring`] | Heinz 1998; Birmingham & Kent 1977 |
//! | late-move, futility, history and exchange pruning | [`prune::shallow`] | Schaeffer 1986, Heinz 1998, Lim & Lee 2006 |
//! | ProbCut by captures | [`prune::capture_prob_cut`] | Linscott 2011, after Buro 1995 |
//! | continuation, capture and pawn history | [`order::continuation`], [`order::captures`], [`order::pawns`] | after Uiterwijk 1992 |
//! | correction history, stored bounds as evaluation, damping | [`correction`], [`estimate`] | Witanowski, Nahdi 2024 |
//! | upcoming repetition | [`crate::chess::cycle`] | van Kervinck 2015 |
//! | Lazy SMP | [`smp`] | folklore, after shared-table search |
//!
//! [`lines`] makes what was found fit to be shown. [`techniques`] switches each of them at run time; what only the laboratory
//! switches is asked for only in [studies](techniques::Techniques::is_study). [`tally`] counts what each of them did.

pub mod clock;
pub mod correction;
pub mod deepen;
pub mod driver;
pub mod estimate;
pub mod extend;
pub mod frame;
pub mod limits;
pub mod lines;
pub mod memory;
pub mod move_loop;
pub mod node;
pub mod order;
mod pages;
pub mod prune;
pub mod pv;
pub mod pvs;
pub mod quiescence;
pub mod reduce;
pub mod report;
pub mod root;
pub mod shared;
pub mod smp;
pub mod table;
pub mod tally;
pub mod techniques;
pub mod worker;

pub use limits::{ClockTimes, Limits};
pub use report::{Listener, Progress, Report, Silent};
pub use shared::Signals;
pub use techniques::Techniques;
