//! The file of a test set: text that grows by a line for each search, so that a run can resume.
//!
//! ```text
//! {"test_set":2,"origin":"own","nodes":20000,…}      the settings
//! r1bq1rk1/… w - - 0 9 <tab> 31 <tab> 2               position, score, half points
//! ```
//! Score and half points are for the side to move.

use super::{GameSource, Position};
use secateur::chess::Board;
use secateur::chess::fen::CastlingNotation;
use serde::{Deserialize, Serialize};
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// Format of the file.
pub const FORMAT: u32 = 2;
/// Beginning of the file.
const BEGINNING: &[u8] = b"{\"test_set\":";

/// The settings of a test set, its first line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Head {
    /// The format of the file, [`FORMAT`].
    #[serde(rename = "test_set")]
    pub format: u32,
    /// The games of the positions.
    pub origin: GameSource,
    /// Soft node limit of each search.
    pub nodes: u64,
    /// Size of the hash table, megabytes.
    pub hash: usize,
    /// Seed of the selection.
    pub seed: u64,
    /// Share of held-out games, permille.
    pub hold_out: u64,
    /// Hash of the evaluation that searched.
    pub evaluation_hash: String,
    /// Node count of a short bench, which identifies the search.
    pub bench: u64,
}

/// An error of a test set file.
#[derive(Debug, thiserror::Error)]
pub enum TestSetError {
    /// An error of the file system.
    #[error("{0}: {1}")]
    Io(PathBuf, io::Error),
    /// The file exists.
    #[error("{0} exists already; --resume continues it")]
    Exists(PathBuf),
    /// Another process writes the file.
    #[error("another process writes {0}")]
    Locked(PathBuf),
    /// The first line is not that of a test set.
    #[error("{0} is not a test set: `secateur-lab data test-set` makes one from games")]
    WrongFileType(PathBuf),
    /// A line is damaged.
    #[error("{0}, line {1}: expected position, score and half points, separated by tabs")]
    Line(PathBuf, usize),
    /// The file has other settings.
    #[error("{0} has other settings: {1}")]
    OtherSettings(PathBuf, String),
    /// The file has other positions.
    #[error("{0}, line {1}: the position is not from these games")]
    OtherGames(PathBuf, usize),
}

impl TestSetError {
    fn io(path: &Path) -> impl Fn(io::Error) -> TestSetError + '_ {
        |error| TestSetError::Io(path.to_owned(), error)
    }
}

/// A test set.
#[derive(Clone, Debug, PartialEq)]
pub struct TestSet {
    /// The settings.
    pub head: Head,
    /// The positions in the order of the selection.
    pub positions: Vec<Position>,
}

/// Reads a test set. An unfinished one counts too; an incomplete last line is ignored.
pub fn read(path: &Path) -> Result<TestSet, TestSetError> {
    let bytes = std::fs::read(path).map_err(TestSetError::io(path))?;
    Ok(parse(path, &bytes)?.0)
}

/// Parses a test set; the second result is the size of the complete lines, bytes.
fn parse(path: &Path, bytes: &[u8]) -> Result<(TestSet, usize), TestSetError> {
    let foreign = || TestSetError::WrongFileType(path.to_owned());
    let sound = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |last| last + 1);
    let text = std::str::from_utf8(&bytes[..sound]).map_err(|_| foreign())?;
    let mut lines = text.lines();
    let head: Head = serde_json::from_str(lines.next().unwrap_or("")).map_err(|_| foreign())?;
    if head.format != FORMAT {
        return Err(foreign());
    }
    let position = |(number, line): (usize, &str)| {
        parse_line(line).ok_or_else(|| TestSetError::Line(path.to_owned(), number + 2))
    };
    let positions = lines.enumerate().map(position).collect::<Result<_, _>>()?;
    Ok((TestSet { head, positions }, sound))
}

fn parse_line(line: &str) -> Option<Position> {
    let mut fields = line.split('\t');
    let board: Board = fields.next()?.parse().ok()?;
    let score = fields.next()?.parse().ok()?;
    let half_points = fields.next()?.parse().ok().filter(|&points| points <= 2)?;
    fields.next().is_none().then_some(Position { board, score, half_points })
}

fn line(position: &Position) -> String {
    // Shredder-FEN names the castling rooks of every position.
    let fen = position.board.fen(CastlingNotation::Shredder);
    format!("{fen}\t{}\t{}\n", position.score, position.half_points)
}

/// A test set that is being written.
#[derive(Debug)]
pub struct Writer {
    path: PathBuf,
    file: File,
}

impl Writer {
    /// Creates a test set, or opens an existing one with the same settings to resume it.
    /// Returns the positions that are already searched.
    pub fn open(
        path: &Path,
        head: &Head,
        resume: bool,
    ) -> Result<(Writer, Vec<Position>), TestSetError> {
        let io = TestSetError::io(path);
        let mut options = OpenOptions::new();
        options.read(true).append(true).create(resume).create_new(!resume);
        let mut file = options.open(path).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => TestSetError::Exists(path.to_owned()),
            _ => io(error),
        })?;
        file.try_lock().map_err(|_| TestSetError::Locked(path.to_owned()))?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(&io)?;
        let mut writer = Writer { path: path.to_owned(), file };
        if !bytes.contains(&b'\n') {
            if !(bytes.starts_with(BEGINNING) || BEGINNING.starts_with(&bytes)) {
                return Err(TestSetError::WrongFileType(path.to_owned()));
            }
            writer.file.set_len(0).map_err(&io)?;
            writer.add(&format!("{}\n", json(head)))?;
            return Ok((writer, Vec::new()));
        }
        let (found, sound) = parse(path, &bytes)?;
        if found.head != *head {
            let both = format!("{}, expected {}", json(&found.head), json(head));
            return Err(TestSetError::OtherSettings(path.to_owned(), both));
        }
        writer.file.set_len(sound as u64).map_err(&io)?;
        Ok((writer, found.positions))
    }

    /// Appends a position, in one write.
    pub fn append(&mut self, position: &Position) -> Result<(), TestSetError> {
        self.add(&line(position))
    }

    fn add(&mut self, line: &str) -> Result<(), TestSetError> {
        self.file.write_all(line.as_bytes()).map_err(TestSetError::io(&self.path))
    }
}

fn json(head: &Head) -> String {
    serde_json::to_string(head).unwrap_or_else(|_| unreachable!("numbers and names"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head(nodes: u64) -> Head {
        Head {
            format: FORMAT,
            origin: GameSource::Own,
            nodes,
            hash: 2,
            seed: 1,
            hold_out: 20,
            evaluation_hash: "abc".to_owned(),
            bench: 1,
        }
    }

    #[test]
    fn an_interrupted_file_is_resumed_after_its_last_complete_line() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("test_set");
        let position = |score| Position { board: Board::default(), score, half_points: 1 };
        let (mut writer, done) = Writer::open(&path, &head(100), false).expect("new");
        assert!(done.is_empty());
        [-7, 31_990].iter().for_each(|&score| writer.append(&position(score)).expect("written"));
        assert!(matches!(Writer::open(&path, &head(100), true), Err(TestSetError::Locked(_))));
        drop(writer);
        assert!(matches!(Writer::open(&path, &head(100), false), Err(TestSetError::Exists(_))));
        let complete = std::fs::read(&path).expect("written");
        std::fs::write(&path, &complete[..complete.len() - 3]).expect("truncated");
        assert_eq!(read(&path).expect("readable").positions, [position(-7)]);
        let (mut writer, done) = Writer::open(&path, &head(100), true).expect("resumed");
        assert_eq!(done, [position(-7)]);
        writer.append(&position(31_990)).expect("written");
        drop(writer);
        assert_eq!(std::fs::read(&path).expect("the file exists"), complete);
        let other = Writer::open(&path, &head(200), true).expect_err("other nodes").to_string();
        assert!(other.contains("\"nodes\":100") && other.contains("\"nodes\":200"), "{other}");
    }

    /// A file without a complete line is emptied only if it is the beginning of a test set.
    #[test]
    fn a_file_of_another_kind_is_not_resumed() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("test_set");
        std::fs::write(&path, "something else").expect("written");
        assert!(matches!(Writer::open(&path, &head(1), true), Err(TestSetError::WrongFileType(_))));
        assert_eq!(std::fs::read(&path).expect("the file exists"), b"something else");
        for truncated in ["", "{\"test", "{\"test_set\":1,\"ori"] {
            std::fs::write(&path, truncated).expect("written");
            assert!(Writer::open(&path, &head(1), true).is_ok(), "{truncated}");
        }
    }

    #[test]
    fn damage_is_reported_with_its_line() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("test_set");
        let fen = Board::default().to_string();
        for bad in [fen.clone(), format!("{fen}\t5\t3"), format!("{fen}\t5\t1\t"), "x\t1\t1".into()]
        {
            std::fs::write(&path, format!("{}\n{fen}\t5\t1\n{bad}\n", json(&head(1))))
                .expect("written");
            assert!(matches!(read(&path), Err(TestSetError::Line(_, 3))), "{bad}");
        }
        std::fs::write(&path, "something else\n").expect("written");
        assert!(matches!(read(&path), Err(TestSetError::WrongFileType(_))));
    }
}
