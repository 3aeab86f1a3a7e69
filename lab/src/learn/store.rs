//! The output file of data generation and its sidecar `FILE.json`.
//!
//! Both survive a crash. The data file is only appended to, one game per call, and resuming
//! truncates an incomplete last game. The sidecar is replaced atomically.
//!
//! The sidecar lists each start of a run before its first game is written. The seed of a game
//! derives from the run's seed, the number of the start and the number of the game, so no game is
//! generated twice.

use super::games::{FormatError, Reader, Reason, ScoredGame, Writer};
use secateur::files::{FileError, with_suffix, write_json};
use serde::{Deserialize, Serialize};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// The settings that must not change while a file is filled.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunSettings {
    /// Seed of the run.
    pub seed: u64,
    /// Soft node limit per move.
    pub nodes: u64,
    /// Share of games from a Chess960 position, 0 to 1.
    pub chess960: f64,
    /// Hash size, megabytes.
    pub hash: usize,
    /// Name of the evaluation.
    pub evaluation: String,
    /// Hash of the evaluation's values on many positions; one name may refer to different files.
    pub evaluation_hash: String,
}

impl RunSettings {
    /// The settings by name, as text.
    fn fields(&self) -> [(&'static str, String); 6] {
        [
            ("the seed", self.seed.to_string()),
            ("the number of nodes", self.nodes.to_string()),
            ("the share of Chess960", self.chess960.to_string()),
            ("the hash size in MB", self.hash.to_string()),
            ("the evaluation", self.evaluation.clone()),
            ("the evaluation's hash", self.evaluation_hash.clone()),
        ]
    }

    /// The first difference from other settings, as text.
    fn difference(&self, other: &RunSettings) -> Option<String> {
        let mut pairs = self.fields().into_iter().zip(other.fields());
        pairs.find_map(|((name, was), (_, is))| {
            (was != is).then(|| format!("{name} was {was} and is now {is}"))
        })
    }
}

/// One start of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunStart {
    /// Version of the engine.
    pub version: String,
    /// Commit of the engine, if known.
    pub commit: String,
    /// Number of worker threads.
    pub threads: usize,
    /// Number of games in the file before this start.
    pub games_before: u64,
}

/// The contents of a sidecar.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sidecar {
    /// Name of the engine that wrote the file.
    pub engine: String,
    /// The settings that must not change.
    #[serde(rename = "origin")]
    pub settings: RunSettings,
    /// All starts of the run.
    #[serde(alias = "epochs")]
    pub starts: Vec<RunStart>,
    /// Number of games in the file at the last update of the sidecar.
    pub games: u64,
    /// Number of positions in the file at the last update of the sidecar.
    pub positions: u64,
}

impl Sidecar {
    /// The sidecar of a file without games, written by this version of the engine.
    fn new(version: &str, settings: RunSettings) -> Sidecar {
        let engine = format!("Secateur {version}");
        Sidecar { engine, settings, starts: Vec::new(), games: 0, positions: 0 }
    }
}

/// An error of a file of generated games.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The file exists and is not overwritten.
    #[error("{0} exists already; --resume continues it")]
    Exists(PathBuf),
    /// Another process has locked the file.
    #[error("{0} is being written by another process")]
    Locked(PathBuf),
    /// The sidecar is missing, so the used seeds are unknown.
    #[error("{0} is missing; without it {1} cannot be resumed")]
    NoSidecar(PathBuf, PathBuf),
    /// The sidecar is invalid.
    #[error("{0}: {1}")]
    BadSidecar(PathBuf, serde_json::Error),
    /// The settings differ from those of the file.
    #[error("{0} cannot be resumed: {1}")]
    Differs(PathBuf, String),
    /// The file contains something other than games.
    #[error("{0}: {1}")]
    Format(PathBuf, FormatError),
    /// An error of the file system.
    #[error("{0}: {1}")]
    Io(PathBuf, io::Error),
    /// An error of writing or reading a file.
    #[error(transparent)]
    File(#[from] FileError),
}

/// The path of the sidecar of a file.
pub fn sidecar_path(data: &Path) -> PathBuf {
    with_suffix(data, ".json")
}

/// A file of games that is being filled, locked against other processes until it is dropped.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    writer: Writer<File>,
    /// Size of the complete games before this start, bytes.
    sound: u64,
    sidecar: Sidecar,
}

/// The contents of a resumed file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StoreContents {
    /// Number of complete games.
    pub games: u64,
    /// Number of positions of these games.
    pub positions: u64,
    /// Size of the truncated incomplete game, bytes.
    pub truncated_bytes: u64,
}

impl Store {
    /// Creates a file; an existing sidecar is an error.
    pub fn create(
        path: &Path,
        settings: RunSettings,
        start: RunStart,
    ) -> Result<Store, StoreError> {
        let sidecar = sidecar_path(path);
        if sidecar.exists() && !path.exists() {
            return Err(FileError::Exists(sidecar).into());
        }
        let file = File::create_new(path).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => StoreError::Exists(path.to_owned()),
            _ => StoreError::Io(path.to_owned(), error),
        })?;
        lock(&file, path)?;
        let sidecar = Sidecar::new(&start.version, settings);
        Store { path: path.to_owned(), writer: Writer::new(file), sound: 0, sidecar }.begin(start)
    }

    /// Resumes a file, or creates it if it does not exist.
    /// An incomplete last game is truncated. Any other invalid data is an error and leaves the file
    /// unchanged. Without a seed the seed of the run is used.
    pub fn resume(
        path: &Path,
        settings: RunSettings,
        seed: Option<u64>,
        start: RunStart,
    ) -> Result<(Store, StoreContents), StoreError> {
        let io = |error| StoreError::Io(path.to_owned(), error);
        if !path.exists() && !sidecar_path(path).exists() {
            return Ok((Store::create(path, settings, start)?, StoreContents::default()));
        }
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(io)?;
        lock(&file, path)?;
        let length = file.metadata().map_err(io)?.len();
        let mut sidecar = match read_sidecar(path) {
            // The run ended before its sidecar was written.
            Err(StoreError::NoSidecar(..)) if length == 0 => {
                Sidecar::new(&start.version, settings.clone())
            }
            other => other?,
        };
        let wanted = RunSettings { seed: seed.unwrap_or(sidecar.settings.seed), ..settings };
        if let Some(difference) = sidecar.settings.difference(&wanted) {
            return Err(StoreError::Differs(path.to_owned(), difference));
        }
        let (found, sound) = scan(&file, path)?;
        if found.truncated_bytes > 0 {
            file.set_len(sound).map_err(io)?;
        }
        file.seek(SeekFrom::Start(sound)).map_err(io)?;
        (sidecar.games, sidecar.positions) = (found.games, found.positions);
        let store = Store { path: path.to_owned(), writer: Writer::new(file), sound, sidecar };
        Ok((store.begin(RunStart { games_before: found.games, ..start })?, found))
    }

    /// Writes the start to disk before its first game.
    fn begin(mut self, start: RunStart) -> Result<Store, StoreError> {
        self.sidecar.starts.push(start);
        self.sync()?;
        Ok(self)
    }

    /// Number of this start, from 0.
    pub fn start_index(&self) -> u32 {
        self.sidecar.starts.len().saturating_sub(1) as u32
    }

    /// The contents of the sidecar.
    pub fn sidecar(&self) -> &Sidecar {
        &self.sidecar
    }

    /// Appends a game; after an error the incomplete game is truncated if possible.
    pub fn append(&mut self, game: &ScoredGame) -> Result<(), StoreError> {
        let whole = self.sound + self.writer.written();
        if let Err(error) = self.writer.append(game) {
            // If this fails too, resuming truncates the incomplete game.
            let _ = self.writer.get_ref().set_len(whole);
            return Err(StoreError::Io(self.path.clone(), error));
        }
        self.sidecar.games += 1;
        self.sidecar.positions += game.plies.len() as u64;
        Ok(())
    }

    /// Flushes the games to disk and updates the sidecar.
    pub fn sync(&self) -> Result<(), StoreError> {
        self.writer
            .get_ref()
            .sync_data()
            .map_err(|error| StoreError::Io(self.path.clone(), error))?;
        Ok(write_json(&sidecar_path(&self.path), &self.sidecar)?)
    }
}

fn lock(file: &File, path: &Path) -> Result<(), StoreError> {
    file.try_lock().map_err(|error| match error {
        TryLockError::WouldBlock => StoreError::Locked(path.to_owned()),
        TryLockError::Error(error) => StoreError::Io(path.to_owned(), error),
    })
}

/// Reads the sidecar of a file.
pub fn read_sidecar(data: &Path) -> Result<Sidecar, StoreError> {
    let path = sidecar_path(data);
    let text = std::fs::read_to_string(&path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => StoreError::NoSidecar(path.clone(), data.to_owned()),
        _ => StoreError::Io(path.clone(), error),
    })?;
    serde_json::from_str(&text).map_err(|error| StoreError::BadSidecar(path, error))
}

/// Replays all games; the second result is the size of the complete games, bytes.
fn scan(file: &File, path: &Path) -> Result<(StoreContents, u64), StoreError> {
    let mut found = StoreContents::default();
    let mut reader = Reader::new(file);
    for game in reader.by_ref() {
        match game {
            Ok(game) => {
                found.games += 1;
                found.positions += game.plies.len() as u64;
            }
            Err(FormatError { offset, game, reason: Reason::Truncated }) => {
                found.truncated_bytes = offset - game;
            }
            Err(error) => return Err(StoreError::Format(path.to_owned(), error)),
        }
    }
    Ok((found, reader.sound_bytes()))
}
