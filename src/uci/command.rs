//! UCI commands as the [guard](super::guard) parses them.

use crate::tools::bench;
use crate::tools::speedtest::SpeedTest;
use std::time::Duration;

/// UCI command parsed from a line of input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `uci`: print name, author and options.
    Uci {
        /// Declare the research switches as options too (`uci expert`).
        expert: bool,
    },
    /// Line with a syntax error; the text is the error message.
    Invalid(String),
    /// `debug`: switch debug output on or off.
    Debug(bool),
    /// `isready`: answer after all earlier commands, or immediately during a search.
    IsReady,
    /// `setoption`: set an option or press a button.
    SetOption {
        /// Option name as received. Only its letters and digits count, without regard to case.
        name: String,
        /// Trimmed value; empty if it is missing.
        value: String,
    },
    /// `register`: ignored, since the engine has no copy protection.
    Register,
    /// `ucinewgame`: the next position belongs to another game.
    NewGame,
    /// `position`: set up a position.
    Position(PositionText),
    /// `position` with a syntax error; the text is the error message.
    NoPosition(String),
    /// `go`: search, or run perft.
    Go(GoText),
    /// `stop`: end the search and send `bestmove`.
    Stop,
    /// `ponderhit`: the opponent has played the ponder move.
    PonderHit,
    /// `quit`: exit.
    Quit,
    /// A command beyond the UCI protocol.
    Tool(Tool),
}

/// Command that is not part of the UCI protocol, for terminal users and testing frameworks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tool {
    /// `d`: show the board.
    Display,
    /// `flip`: mirror the board and swap the colours.
    Flip,
    /// `eval`: explain the static evaluation.
    Eval,
    /// `bench`: run the benchmark.
    Bench(bench::Task),
    /// `speedtest`: measure nodes per second over the positions of games.
    SpeedTest(SpeedTest),
    /// `perft`: count leaf nodes to this depth.
    Perft(u32),
    /// `genfens`: print random openings.
    GenFens {
        /// Number of openings.
        count: u64,
        /// Seed of the random numbers. The same seed gives the same openings.
        seed: u64,
        /// File of start positions, one a line.
        book: Option<String>,
    },
    /// `compiler`: show compiler, target and CPU features.
    Compiler,
    /// `export_net`: write the embedded network to this file.
    ExportNet(String),
    /// `switches`: list the research switches.
    Switches,
    /// `help`: list the commands.
    Help,
}

/// Arguments of the UCI command `position`, as start position and moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PositionText {
    /// FEN as received; `None` for `startpos`.
    pub fen: Option<String>,
    /// Moves as received.
    pub moves: Vec<String>,
}

/// Arguments of the UCI command `go`, in any combination.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GoText {
    /// Moves of `searchmoves`, as received.
    pub search_moves: Option<Vec<String>>,
    /// `ponder`: search during the opponent's time.
    pub ponder: bool,
    /// `infinite`: search until `stop`.
    pub infinite: bool,
    /// `wtime` and `btime`: remaining time of White and Black.
    pub time: [Option<Duration>; 2],
    /// `winc` and `binc`: increment of White and Black.
    pub increment: [Option<Duration>; 2],
    /// `movestogo`: number of moves to the next time control.
    pub moves_to_go: Option<u32>,
    /// `depth`: depth limit in plies.
    pub depth: Option<u32>,
    /// `nodes`: node limit.
    pub nodes: Option<u64>,
    /// `mate`: search for a mate in this number of moves.
    pub mate: Option<u32>,
    /// `movetime`: time for this move.
    pub move_time: Option<Duration>,
    /// `perft`: count leaf nodes to this depth instead of searching.
    pub perft: Option<u32>,
    /// Error messages about arguments that are ignored. The other arguments remain valid.
    pub problems: Vec<String>,
}

impl GoText {
    /// Whether a valid limit ends the search; `infinite` overrides it.
    pub fn has_limit(&self) -> bool {
        self.depth.is_some()
            || self.nodes.is_some()
            || self.mate.is_some()
            || self.move_time.is_some()
            || self.time.iter().any(Option::is_some)
    }
}
