//! Reading stored games one after the other, and saying where and why a file is none.

use super::Game;
use super::packed::{self, END, HEADER, HeaderError, PLY};
use secateur::chess::fen::CastlingNotation;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;

/// Bytes read at once.
const BUFFER: usize = 1 << 20;

/// A file that does not hold games, and from where on.
#[derive(Debug, thiserror::Error)]
#[error("byte {offset}: {reason}")]
pub struct FormatError {
    /// Bytes of the file before the place.
    pub offset: u64,
    /// Bytes of the file before the game that holds the place: everything up to here is sound.
    pub game: u64,
    /// What is wrong there.
    pub reason: Reason,
}

/// What is wrong with a file of games.
#[derive(Debug, thiserror::Error)]
pub enum Reason {
    /// The file ends before the game does.
    #[error("the file ends in the middle of a game")]
    Truncated,
    /// No start of a game.
    #[error("no game begins here: {0}")]
    Foreign(#[from] HeaderError),
    /// A move that is none.
    #[error("move number {number} of the game ({bits:#06x}) is illegal in {fen}")]
    IllegalMove {
        /// From 1.
        number: usize,
        /// As it stands in the file.
        bits: u16,
        /// The position.
        fen: String,
    },
    /// The file cannot be read.
    #[error("cannot be read: {0}")]
    Io(#[from] io::Error),
}

/// The games of a file or of any other source of bytes, one at a time, each replayed move by move.
/// The first error ends it.
#[derive(Debug)]
pub struct Reader<R: Read> {
    input: BufReader<R>,
    /// Bytes taken from the input.
    offset: u64,
    /// Where the last whole game ended.
    sound: u64,
    failed: bool,
}

impl Reader<File> {
    /// The games of a file. The error is that of opening it.
    pub fn open(path: impl AsRef<Path>) -> Result<Reader<File>, FormatError> {
        match File::open(path) {
            Ok(file) => Ok(Reader::new(file)),
            Err(error) => Err(FormatError { offset: 0, game: 0, reason: Reason::Io(error) }),
        }
    }
}

impl<R: Read> Reader<R> {
    /// The games of these bytes.
    pub fn new(input: R) -> Reader<R> {
        Reader {
            input: BufReader::with_capacity(BUFFER, input),
            offset: 0,
            sound: 0,
            failed: false,
        }
    }

    /// Bytes of the whole games read so far.
    pub fn sound_bytes(&self) -> u64 {
        self.sound
    }

    /// Fills the buffer as far as the input goes; how many bytes that were.
    fn fill(&mut self, buffer: &mut [u8]) -> Result<usize, Reason> {
        let mut filled = 0;
        while filled < buffer.len() {
            match self.input.read(&mut buffer[filled..]) {
                Ok(0) => break,
                Ok(count) => filled += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(filled)
    }

    /// The next game, or `None` at the end. `self.offset` is left at the place of an error.
    fn read_game(&mut self) -> Result<Option<Game>, Reason> {
        let mut header = [0; HEADER];
        match self.fill(&mut header)? {
            0 => return Ok(None),
            HEADER => {}
            part => {
                self.offset += part as u64;
                return Err(Reason::Truncated);
            }
        }
        let (start, outcome) = packed::decode_start(&header)?;
        self.offset += HEADER as u64;
        let mut plies = Vec::with_capacity(128);
        let mut board = start;
        loop {
            let mut bytes = END;
            let filled = self.fill(&mut bytes)?;
            if filled < PLY {
                self.offset += filled as u64;
                return Err(Reason::Truncated);
            }
            if bytes == END {
                self.offset += PLY as u64;
                return Ok(Some(Game { start, outcome, plies }));
            }
            let Some(ply) = packed::decode_ply(&board, bytes) else {
                let bits = u16::from_le_bytes([bytes[0], bytes[1]]);
                let fen = board.fen(CastlingNotation::Shredder);
                return Err(Reason::IllegalMove { number: plies.len() + 1, bits, fen });
            };
            self.offset += PLY as u64;
            board = board.after(ply.mv);
            plies.push(ply);
        }
    }
}

impl<R: Read> Iterator for Reader<R> {
    type Item = Result<Game, FormatError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        match self.read_game() {
            Ok(game) => {
                self.sound = self.offset;
                game.map(Ok)
            }
            Err(reason) => {
                self.failed = true;
                Some(Err(FormatError { offset: self.offset, game: self.sound, reason }))
            }
        }
    }
}
