//! The limits of a search. The first that is reached ends it.

use crate::chess::{Color, Move};
use crate::score::MAX_PLY;
use std::time::Duration;

/// Largest size of the transposition table, in megabytes; 32 TB, as in Stockfish.
pub const MAX_HASH: u64 = 1 << 25;
/// Largest number of search threads.
pub const MAX_THREADS: u64 = 1024;
/// Largest depth of a search, in plies: no line is longer.
pub const MAX_DEPTH: u64 = MAX_PLY as u64 - 1;

/// Clock state of both players as sent with `go` (times, increments, moves to the time control).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClockTimes {
    /// Remaining time of White and of Black; `None` if unknown.
    pub left: [Option<Duration>; 2],
    /// Increment for each move.
    pub increment: [Duration; 2],
    /// Moves to the next time control; `None` for the rest of the game.
    pub moves_to_go: Option<u32>,
    /// Nodes per millisecond, if clocks are counted in nodes; 0 for real time.
    pub nodes_per_millisecond: u64,
}

impl ClockTimes {
    /// Remaining time of one side; `None` if `go` did not send it.
    pub fn time_left(&self, color: Color) -> Option<Duration> {
        self.left[color.index()]
    }
}

/// Ratio of the hard to the soft node limit, used if only the soft limit is given.
pub const HARD_FACTOR: u64 = 8;

/// Limits of one search, such as depth, nodes, time, clock and root moves.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Depth limit in plies: the last iteration.
    pub depth: Option<u32>,
    /// Hard node limit, all threads together: the search stops here.
    pub nodes: Option<u64>,
    /// Soft node limit, all threads together: the average number of nodes of a search. No iteration
    /// starts after 80 % of it; the current one is finished.
    pub soft_nodes: Option<u64>,
    /// Mate limit: the search stops when a mate in this number of moves is proved.
    pub mate: Option<u32>,
    /// Fixed time for the move.
    pub move_time: Option<Duration>,
    /// The clocks of the game.
    pub clock: ClockTimes,
    /// Whether `bestmove` waits for `stop`. Clocks are ignored; other limits may end the search
    /// earlier.
    pub infinite: bool,
    /// Whether to ponder: until `ponderhit`, clocks are ignored and `bestmove` waits.
    pub ponder: bool,
    /// The root moves to search; all if empty.
    pub search_moves: Vec<Move>,
}

impl Limits {
    /// Creates the limits of a search to a fixed depth in plies.
    pub fn with_depth(depth: u32) -> Limits {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// Creates the limits of a search with a fixed number of nodes.
    pub fn with_nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// Creates the limits of a search that ends between iterations at about `soft` nodes, at the
    /// latest at `hard` nodes.
    pub fn with_node_limits(soft: u64, hard: u64) -> Limits {
        Limits { nodes: Some(hard), soft_nodes: Some(soft), ..Limits::default() }
    }

    /// Creates the limits of a search that ends between iterations at about `nodes`, at the latest
    /// at [`HARD_FACTOR`] times that.
    pub fn with_soft_nodes(nodes: u64) -> Limits {
        Limits::with_node_limits(nodes, nodes.saturating_mul(HARD_FACTOR))
    }

    /// The limits that are set, as text.
    pub fn describe(&self) -> String {
        let ms = |time: Duration| format!("{} ms", time.as_millis());
        let [white, black] = self.clock.left;
        let [white_more, black_more] =
            self.clock.increment.map(|time| Some(time).filter(|time| !time.is_zero()));
        let parts = [
            ("depth", self.depth.map(|depth| depth.to_string())),
            ("nodes", self.nodes.map(|nodes| nodes.to_string())),
            ("soft nodes", self.soft_nodes.map(|nodes| nodes.to_string())),
            ("mate in", self.mate.map(|moves| moves.to_string())),
            ("time for the move", self.move_time.map(ms)),
            ("White's clock", white.map(ms)),
            ("Black's clock", black.map(ms)),
            ("White's increment", white_more.map(ms)),
            ("Black's increment", black_more.map(ms)),
            (
                "nodes per millisecond",
                Some(self.clock.nodes_per_millisecond)
                    .filter(|nodes| *nodes > 0)
                    .map(|nodes| nodes.to_string()),
            ),
            ("moves to go", self.clock.moves_to_go.map(|moves| moves.to_string())),
            ("infinite", self.infinite.then(String::new)),
            ("ponder", self.ponder.then(String::new)),
            (
                "root moves",
                (!self.search_moves.is_empty()).then(|| self.search_moves.len().to_string()),
            ),
        ];
        let given =
            parts.into_iter().filter_map(|(name, value)| Some(format!("{name} {}", value?)));
        let given: Vec<String> = given.map(|part| part.trim_end().to_owned()).collect();
        if given.is_empty() { "no limit".to_owned() } else { given.join(", ") }
    }

    /// Whether this side has a time limit, by its clock or a fixed time for the move.
    pub fn is_timed(&self, side: Color) -> bool {
        self.move_time.is_some() || self.clock.time_left(side).is_some()
    }

    /// Creates the limits of a search with a fixed time per move (`movetime`).
    pub fn with_move_time(time: Duration) -> Limits {
        Limits { move_time: Some(time), ..Limits::default() }
    }
}
