//! What is done with files of games: looking at them, turning them into other forms, mixing them,
//! scoring them anew.
//!
//! All of it streams: no file has to fit into memory. What is written appears under its name only
//! once it is whole.

pub mod convert;
pub mod pack;
pub mod rescore;
pub mod shuffle;
pub mod stats;

use super::games::{FormatError, Game, Reader, Reason, packed};
use secateur::files::FileError;
use secateur::search::table::OutOfMemory;
use std::io;
use std::path::{Path, PathBuf};

/// Why nothing can be done with a file of games.
#[derive(Debug, thiserror::Error)]
pub enum DataError {
    /// It holds something else.
    #[error("{0}: {1}")]
    Format(PathBuf, FormatError),
    /// The system says no.
    #[error("{0}: {1}")]
    Io(PathBuf, io::Error),
    /// What is to be written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The tables.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
    /// A worker.
    #[error("a worker cannot be started: {0}")]
    Thread(io::Error),
    /// Somebody has asked for it.
    #[error("interrupted; nothing has been written")]
    Interrupted,
}

impl DataError {
    /// An error of the system at this path.
    fn io(path: &Path) -> impl Fn(io::Error) -> DataError + '_ {
        |error| DataError::Io(path.to_owned(), error)
    }
}

/// How far a long run is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Games done.
    pub games: u64,
    /// Bytes of games moved.
    pub bytes: u64,
    /// Bytes to move.
    pub total: u64,
}

impl Progress {
    fn add(&mut self, game: &Game) {
        self.games += 1;
        self.bytes += packed::size(game);
    }
}

/// The games of a file; errors name it.
pub fn games(path: &Path) -> Result<impl Iterator<Item = Result<Game, DataError>> + '_, DataError> {
    let at = move |error: FormatError| match error.reason {
        Reason::Io(error) => DataError::Io(path.to_owned(), error),
        _ => DataError::Format(path.to_owned(), error),
    };
    Ok(Reader::open(path).map_err(at)?.map(move |game| game.map_err(at)))
}
