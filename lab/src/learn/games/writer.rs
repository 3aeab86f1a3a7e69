//! Writer of stored games: one call per game, so a crash leaves at most one incomplete game.

use super::ScoredGame;
use super::packed;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

/// A writer that appends games to a file or another output.
#[derive(Debug)]
pub struct Writer<W: Write> {
    output: W,
    buffer: Vec<u8>,
    written: u64,
}

impl Writer<File> {
    /// Creates a new file; an existing file is an error.
    pub fn create(path: impl AsRef<Path>) -> io::Result<Writer<File>> {
        File::create_new(path).map(Writer::new)
    }
}

impl<W: Write> Writer<W> {
    /// A writer to this output.
    pub fn new(output: W) -> Writer<W> {
        Writer { output, buffer: Vec::new(), written: 0 }
    }

    /// Appends a game.
    pub fn append(&mut self, game: &ScoredGame) -> io::Result<()> {
        self.buffer.clear();
        packed::encode(game, &mut self.buffer);
        self.output.write_all(&self.buffer)?;
        self.written += self.buffer.len() as u64;
        Ok(())
    }

    /// Size of the games appended, bytes.
    pub fn written(&self) -> u64 {
        self.written
    }

    /// The output.
    pub fn get_ref(&self) -> &W {
        &self.output
    }

    /// The output, after flushing.
    pub fn into_inner(mut self) -> io::Result<W> {
        self.output.flush()?;
        Ok(self.output)
    }
}
