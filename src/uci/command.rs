//! What a line of the protocol asks for, once the [guard](super::guard) has read it.

use crate::tools::bench;
use crate::tools::speedtest::SpeedTest;
use std::time::Duration;

/// A line understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Introduce yourself.
    Uci {
        /// Show the research switches among the options.
        expert: bool,
    },
    /// Talk more, or less.
    Debug(bool),
    /// Answer when everything before is done; during a search at once.
    IsReady,
    /// Set an option, or press a button.
    SetOption {
        /// As written; compared without regard to case and blanks.
        name: String,
        /// Trimmed; `<empty>` and a missing text are the empty text.
        value: Option<String>,
    },
    /// Copy protection, which there is none of.
    Register,
    /// The next position is of another game.
    NewGame,
    /// Set up a position.
    Position(PositionText),
    /// Set up one that cannot be read, and why.
    NoPosition(String),
    /// Search.
    Go(GoText),
    /// End the search and answer.
    Stop,
    /// The opponent has played the expected move.
    PonderHit,
    /// Leave.
    Quit,
    /// A command of our own, for people at a terminal.
    Tool(Tool),
}

/// Commands beyond the protocol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tool {
    /// Show the board.
    Display,
    /// Exchange the colours and turn the board.
    Flip,
    /// Explain the evaluation.
    Eval,
    /// Run the benchmark.
    Bench(bench::Task),
    /// Measure the speed over the positions of games.
    SpeedTest(SpeedTest),
    /// Count leaves.
    Perft(u32),
    /// Print random openings.
    GenFens {
        /// How many.
        count: u64,
        /// The same seed gives the same openings.
        seed: u64,
        /// A file of positions to begin with, one a line.
        book: Option<String>,
    },
    /// Show what the program was built with.
    Compiler,
    /// Write the built-in network to this file.
    ExportNet(String),
    /// List the research switches.
    Switches,
    /// List the commands.
    Help,
}

/// A position as text: where it starts, and the moves from there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PositionText {
    /// The FEN as written; `None` for the initial position.
    pub fen: Option<String>,
    /// The moves as written.
    pub moves: Vec<String>,
}

/// The parameters of `go`, whatever their mix.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GoText {
    /// Moves to look at, as written.
    pub search_moves: Option<Vec<String>>,
    /// The opponent is still thinking.
    pub ponder: bool,
    /// Until told to stop.
    pub infinite: bool,
    /// White's and Black's clock.
    pub time: [Option<Duration>; 2],
    /// White's and Black's increment.
    pub increment: [Option<Duration>; 2],
    /// Moves until more time is given.
    pub moves_to_go: Option<u32>,
    /// Plies.
    pub depth: Option<u32>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Moves to mate.
    pub mate: Option<u32>,
    /// Time for this move.
    pub move_time: Option<Duration>,
    /// Count leaves instead, to this depth.
    pub perft: Option<u32>,
    /// What could not be read, in words; the rest of the line holds nevertheless.
    pub problems: Vec<String>,
}
