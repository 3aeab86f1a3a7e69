//! Reader of stored games, with the position and reason of an error.

use super::ScoredGame;
use super::packed::{self, END, HEADER, HeaderError, PLY};
use secateur::chess::fen::CastlingNotation;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;

/// Size of the read buffer, bytes.
const BUFFER: usize = 1 << 20;

/// A format error in a file of games, with its position.
#[derive(Debug, thiserror::Error)]
#[error("byte {offset}: {reason}")]
pub struct FormatError {
    /// Offset of the error in the file, bytes.
    pub offset: u64,
    /// Offset of the game with the error, bytes; everything before it is valid.
    pub game: u64,
    /// The reason of the error.
    pub reason: Reason,
}

/// The reason of a format error.
#[derive(Debug, thiserror::Error)]
pub enum Reason {
    /// The file ends in the middle of a game.
    #[error("the file ends in the middle of a game")]
    Truncated,
    /// The start of a game is invalid.
    #[error("invalid start of a game: {0}")]
    InvalidHeader(#[from] HeaderError),
    /// A move is illegal.
    #[error("move number {number} of the game ({bits:#06x}) is illegal in {fen}")]
    IllegalMove {
        /// Number of the move, from 1.
        number: usize,
        /// The two bytes of the move.
        bits: u16,
        /// The position as FEN.
        fen: String,
    },
    /// The file cannot be read.
    #[error("cannot be read: {0}")]
    Io(#[from] io::Error),
}

/// An iterator over the games of a file or another source, replayed move by move.
/// It ends at the first error.
#[derive(Debug)]
pub struct Reader<R: Read> {
    input: BufReader<R>,
    /// Bytes read from the input.
    offset: u64,
    /// Offset of the end of the last complete game.
    sound: u64,
    failed: bool,
}

impl Reader<File> {
    /// Opens a file of games.
    pub fn open(path: impl AsRef<Path>) -> Result<Reader<File>, FormatError> {
        match File::open(path) {
            Ok(file) => Ok(Reader::new(file)),
            Err(error) => Err(FormatError { offset: 0, game: 0, reason: Reason::Io(error) }),
        }
    }
}

impl<R: Read> Reader<R> {
    /// Reads games from this source.
    pub fn new(input: R) -> Reader<R> {
        Reader {
            input: BufReader::with_capacity(BUFFER, input),
            offset: 0,
            sound: 0,
            failed: false,
        }
    }

    /// Size of the complete games read so far, bytes.
    pub fn sound_bytes(&self) -> u64 {
        self.sound
    }

    /// Fills the buffer from the input; returns the number of bytes read.
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

    /// The next game, or `None` at the end. After an error `self.offset` is its position.
    fn read_game(&mut self) -> Result<Option<ScoredGame>, Reason> {
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
                return Ok(Some(ScoredGame { start, outcome, plies }));
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
    type Item = Result<ScoredGame, FormatError>;

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
