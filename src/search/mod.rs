//! Layer 3, the search: the life of a node, and where each part of it lives.
//!
//! [`engine`](crate::engine) calls [`smp::search`], which runs a [`worker::Worker`] a thread. Each worker deepens
//! ([`deepen`]) with a window around the last score ([`driver::aspiration`]) and walks the tree by the spine ([`pvs`]):
//!
//! 1. **Leaves** hand over to [`quiescence`].
//! 2. **Enter**: count the node, look for a draw, narrow the window to possible mates, ask the table.
//! 3. **Rooms** that may end the node early ([`prune`]), each with its paper.
//! 4. **Move loop** ([`move_loop`]): moves from the [picker](order::picker), the first with the open window, later ones
//!    with a null window and, if they surprise, again.
//! 5. **Leave**: mate and stalemate, and the record for the [`table`].
//!
//! | technique | room | source |
//! |---|---|---|
//! | principal variation search | [`pvs`], [`move_loop`] | Marsland & Campbell 1982 |
//! | aspiration windows | [`driver::aspiration`] | Gillogly 1972, Baudet 1978 |
//! | iterative deepening | [`deepen`] | Slate & Atkin 1977 |
//! | quiescence search | [`quiescence`] | Shannon 1950, Harris 1975 |
//! | transposition table | [`table`], [`prune::transposition_cut`] | Greenblatt et al. 1967, Zobrist 1970 |
//! | mate-distance pruning | [`prune::mate_distance`] | Levy & Newborn 1991 |
//! | killers | [`order::killers`] | Akl & Newborn 1977 |
//! | history | [`order::history`] | Schaeffer 1983 |
//! | check extension | [`move_loop`] | folklore |
//! | Lazy SMP | [`smp`] | folklore, after shared-table search |

pub mod clock;
pub mod deepen;
pub mod driver;
pub mod limits;
pub mod move_loop;
pub mod node;
pub mod order;
pub mod prune;
pub mod pv;
pub mod pvs;
pub mod quiescence;
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
