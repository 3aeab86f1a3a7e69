//! The file that games are generated into, and the sidecar `FILE.json` that says how. Both survive
//! a sudden end: the data is only ever appended to, a game a call, and a torn last game is cut off
//! on resuming; the sidecar is replaced as a whole.
//!
//! No game can be generated twice: every start of a run begins a new epoch, which is on the disk
//! before its first game, and the seed of a game is made of the run's seed, the epoch and the
//! game's number in it.

use super::games::{FormatError, Game, Reader, Reason, Writer};
use secateur::files::{FileError, beside, write_json};
use serde::{Deserialize, Serialize};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// What must not change while a file is being filled.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Origin {
    /// Seed of the run.
    pub seed: u64,
    /// Soft limit of nodes a move.
    pub nodes: u64,
    /// Share of games from a Chess960 start.
    pub chess960: f64,
    /// Megabytes of table.
    pub hash: usize,
    /// Name of the evaluation.
    pub evaluation: String,
    /// What that evaluation makes of many positions, as a hash: the same name may stand for another
    /// file later.
    pub evaluation_hash: String,
}

impl Origin {
    /// The first thing in which another origin differs, in words.
    fn difference(&self, other: &Origin) -> Option<String> {
        let differ = |name: &str, ours: String, theirs: String| {
            (ours != theirs).then(|| format!("{name} was {ours} and is now {theirs}"))
        };
        differ("the seed", self.seed.to_string(), other.seed.to_string())
            .or_else(|| {
                differ("the number of nodes", self.nodes.to_string(), other.nodes.to_string())
            })
            .or_else(|| {
                differ(
                    "the share of Chess960",
                    self.chess960.to_string(),
                    other.chess960.to_string(),
                )
            })
            .or_else(|| differ("the table in MB", self.hash.to_string(), other.hash.to_string()))
            .or_else(|| differ("the evaluation", self.evaluation.clone(), other.evaluation.clone()))
            .or_else(|| {
                differ(
                    "the evaluation's hash",
                    self.evaluation_hash.clone(),
                    other.evaluation_hash.clone(),
                )
            })
    }
}

/// One start of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Epoch {
    /// Version of the engine.
    pub version: String,
    /// Commit it was started from, if known.
    pub commit: String,
    /// Workers.
    pub threads: usize,
    /// Games that the file held before.
    pub games_before: u64,
}

/// The sidecar.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sidecar {
    /// Who wrote it.
    pub engine: String,
    /// What must not change.
    pub origin: Origin,
    /// Every start of the run.
    pub epochs: Vec<Epoch>,
    /// Games in the file, when this was last written.
    pub games: u64,
    /// Positions in the file, when this was last written.
    pub positions: u64,
}

/// Why games cannot be kept in a file.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Not to be overwritten.
    #[error("{0} exists already: --resume goes on with it")]
    Exists(PathBuf),
    /// Another process has it.
    #[error("{0} is being written by another process")]
    Locked(PathBuf),
    /// Without it nobody knows which seeds have been used.
    #[error("{0} is missing, without which {1} cannot be gone on with")]
    NoSidecar(PathBuf, PathBuf),
    /// The sidecar is none.
    #[error("{0}: {1}")]
    BadSidecar(PathBuf, serde_json::Error),
    /// Games of two kinds must not be mixed.
    #[error("{0} cannot be gone on with: {1}")]
    Differs(PathBuf, String),
    /// What the file holds is not games.
    #[error("{0}: {1}")]
    Format(PathBuf, FormatError),
    /// The system says no.
    #[error("{0}: {1}")]
    Io(PathBuf, io::Error),
    /// A file that is to be written or read.
    #[error(transparent)]
    File(#[from] FileError),
}

/// Where the sidecar of a file is.
pub fn sidecar_path(data: &Path) -> PathBuf {
    beside(data, ".json")
}

/// A file being filled, locked against other processes as long as this lives.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    writer: Writer<File>,
    /// Bytes of whole games before this epoch.
    sound: u64,
    sidecar: Sidecar,
}

/// What a resumed file held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// Whole games.
    pub games: u64,
    /// Their positions.
    pub positions: u64,
    /// Bytes of a torn game, which have been cut off.
    pub torn: u64,
}

impl Store {
    /// A new file. A sidecar that is there already belongs to something else.
    pub fn create(path: &Path, origin: Origin, epoch: Epoch) -> Result<Store, StoreError> {
        let sidecar = sidecar_path(path);
        if sidecar.exists() && !path.exists() {
            return Err(FileError::Exists(sidecar).into());
        }
        let file = File::create_new(path).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => StoreError::Exists(path.to_owned()),
            _ => StoreError::Io(path.to_owned(), error),
        })?;
        lock(&file, path)?;
        let engine = format!("Secateur {}", epoch.version);
        let sidecar = Sidecar { engine, origin, epochs: Vec::new(), games: 0, positions: 0 };
        Store { path: path.to_owned(), writer: Writer::new(file), sound: 0, sidecar }.begin(epoch)
    }

    /// Goes on with a file, or begins it if it is not there. A torn last game is cut off; anything
    /// else that is not a game is an error, and the file stays as it is. Without a seed the run's
    /// own is taken.
    pub fn resume(
        path: &Path,
        origin: Origin,
        seed: Option<u64>,
        epoch: Epoch,
    ) -> Result<(Store, Found), StoreError> {
        let io = |error| StoreError::Io(path.to_owned(), error);
        if !path.exists() && !sidecar_path(path).exists() {
            return Ok((Store::create(path, origin, epoch)?, Found::default()));
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
            // The run was ended before it had begun.
            Err(StoreError::NoSidecar(..)) if length == 0 => {
                let engine = format!("Secateur {}", epoch.version);
                Sidecar {
                    engine,
                    origin: origin.clone(),
                    epochs: Vec::new(),
                    games: 0,
                    positions: 0,
                }
            }
            other => other?,
        };
        let wanted = Origin { seed: seed.unwrap_or(sidecar.origin.seed), ..origin };
        if let Some(difference) = sidecar.origin.difference(&wanted) {
            return Err(StoreError::Differs(path.to_owned(), difference));
        }
        let (found, sound) = scan(&file, path)?;
        if found.torn > 0 {
            file.set_len(sound).map_err(io)?;
        }
        file.seek(SeekFrom::Start(sound)).map_err(io)?;
        (sidecar.games, sidecar.positions) = (found.games, found.positions);
        let store = Store { path: path.to_owned(), writer: Writer::new(file), sound, sidecar };
        Ok((store.begin(Epoch { games_before: found.games, ..epoch })?, found))
    }

    /// Notes the epoch on the disk before its first game can be.
    fn begin(mut self, epoch: Epoch) -> Result<Store, StoreError> {
        self.sidecar.epochs.push(epoch);
        self.note()?;
        Ok(self)
    }

    /// Number of this epoch, from 0.
    pub fn epoch(&self) -> u32 {
        self.sidecar.epochs.len().saturating_sub(1) as u32
    }

    /// What the sidecar says now.
    pub fn sidecar(&self) -> &Sidecar {
        &self.sidecar
    }

    /// Appends a game. If that fails, what was written of it is cut off again as far as possible.
    pub fn append(&mut self, game: &Game) -> Result<(), StoreError> {
        let whole = self.sound + self.writer.written();
        if let Err(error) = self.writer.append(game) {
            // Should this fail too, resuming cuts the torn game off.
            let _ = self.writer.get_ref().set_len(whole);
            return Err(StoreError::Io(self.path.clone(), error));
        }
        self.sidecar.games += 1;
        self.sidecar.positions += game.plies.len() as u64;
        Ok(())
    }

    /// Brings everything safely to the disk and the sidecar up to date.
    pub fn note(&self) -> Result<(), StoreError> {
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

/// The sidecar of a file.
pub fn read_sidecar(data: &Path) -> Result<Sidecar, StoreError> {
    let path = sidecar_path(data);
    let text = std::fs::read_to_string(&path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => StoreError::NoSidecar(path.clone(), data.to_owned()),
        _ => StoreError::Io(path.clone(), error),
    })?;
    serde_json::from_str(&text).map_err(|error| StoreError::BadSidecar(path, error))
}

/// Replays everything; the bytes of whole games are the second result.
fn scan(file: &File, path: &Path) -> Result<(Found, u64), StoreError> {
    let mut found = Found::default();
    let mut reader = Reader::new(file);
    for game in reader.by_ref() {
        match game {
            Ok(game) => {
                found.games += 1;
                found.positions += game.plies.len() as u64;
            }
            Err(FormatError { offset, game, reason: Reason::Truncated }) => {
                found.torn = offset - game;
            }
            Err(error) => return Err(StoreError::Format(path.to_owned(), error)),
        }
    }
    Ok((found, reader.sound_bytes()))
}
