//! Appending games, each with a single call, so that an end in the middle tears one game at most.

use super::Game;
use super::packed;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

/// Appends games to a file or to any other taker of bytes.
#[derive(Debug)]
pub struct Writer<W: Write> {
    output: W,
    buffer: Vec<u8>,
    written: u64,
}

impl Writer<File> {
    /// A new file; it is an error if it is there already.
    pub fn create(path: impl AsRef<Path>) -> io::Result<Writer<File>> {
        File::create_new(path).map(Writer::new)
    }
}

impl<W: Write> Writer<W> {
    /// Appends to this.
    pub fn new(output: W) -> Writer<W> {
        Writer { output, buffer: Vec::new(), written: 0 }
    }

    /// Appends a game.
    pub fn append(&mut self, game: &Game) -> io::Result<()> {
        self.buffer.clear();
        packed::encode(game, &mut self.buffer);
        self.output.write_all(&self.buffer)?;
        self.written += self.buffer.len() as u64;
        Ok(())
    }

    /// Bytes of the games appended.
    pub fn written(&self) -> u64 {
        self.written
    }

    /// What is written to.
    pub fn get_ref(&self) -> &W {
        &self.output
    }

    /// What was written to, once everything has been handed on.
    pub fn into_inner(mut self) -> io::Result<W> {
        self.output.flush()?;
        Ok(self.output)
    }
}
