//! Operations on files of games: statistics, conversion, shuffling, rescoring and packing.
//!
//! All operations stream, so files need not fit into memory. An output file appears under its name
//! only when it is complete.

pub mod convert;
pub mod pack;
pub mod rescore;
pub mod shuffle;
pub mod stats;

use super::games::{FormatError, Reader, Reason, ScoredGame, packed};
use secateur::files::FileError;
use secateur::files::journal::JournalError;
use secateur::search::table::OutOfMemory;
use std::io;
use std::path::{Path, PathBuf};

/// An error of an operation on files of games.
#[derive(Debug, thiserror::Error)]
pub enum DataError {
    /// An input with an invalid format.
    #[error("{0}: {1}")]
    Format(PathBuf, FormatError),
    /// An input that cannot be read.
    #[error("cannot read {0}: {1}")]
    Read(PathBuf, io::Error),
    /// Another error of the file system.
    #[error("{0}: {1}")]
    Io(PathBuf, io::Error),
    /// An error of the output file.
    #[error(transparent)]
    File(#[from] FileError),
    /// An error of the journal.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The journal has the scores of other games; the number is that of the game, from 1.
    #[error("{0}: game {1} is not the one of the interrupted run; --restart discards its scores")]
    OtherGames(PathBuf, u64),
    /// Not enough memory for the hash tables.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
    /// A worker thread cannot be started.
    #[error("a worker cannot be started: {0}")]
    Thread(io::Error),
    /// A stop was requested.
    #[error("interrupted; no output is written")]
    Interrupted,
}

impl DataError {
    /// Wraps a file system error with this path.
    pub(crate) fn io(path: &Path) -> impl Fn(io::Error) -> DataError + '_ {
        |error| DataError::Io(path.to_owned(), error)
    }
}

/// The size of all inputs, bytes.
pub(crate) fn total_size(inputs: &[PathBuf]) -> Result<u64, DataError> {
    inputs.iter().try_fold(0, |sum, input| {
        let found = std::fs::metadata(input);
        Ok(sum + found.map_err(|error| DataError::Read(input.clone(), error))?.len())
    })
}

/// The progress of an operation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DataProgress {
    /// Number of games processed.
    pub games: u64,
    /// Number of bytes of games moved.
    pub bytes: u64,
    /// Number of bytes to move.
    pub total: u64,
}

impl DataProgress {
    pub(crate) fn add(&mut self, game: &ScoredGame) {
        self.games += 1;
        self.bytes += packed::size(game);
    }
}

/// The games of a file; errors contain its path.
pub fn games(
    path: &Path,
) -> Result<impl Iterator<Item = Result<ScoredGame, DataError>> + '_, DataError> {
    let at = move |error: FormatError| match error.reason {
        Reason::Io(error) => DataError::Read(path.to_owned(), error),
        _ => DataError::Format(path.to_owned(), error),
    };
    Ok(Reader::open(path).map_err(at)?.map(move |game| game.map_err(at)))
}
