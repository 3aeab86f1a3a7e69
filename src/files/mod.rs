//! Layer 0: input and output files. No output overwrites an input, and an output file is written
//! completely or not at all.
//!
//! - [`check`] refuses bad outputs before the work begins: an output that is an input or another
//!   output (links count as the same file), a missing folder, a missing permission.
//! - [`write_atomically`] and [`Draft`] write a temporary file in the same folder and rename it
//!   after a sync. After a failure the old file remains. The next draft in the folder removes the
//!   leftovers of killed processes. A link remains a link; its target is written. Devices, pipes
//!   and our own standard output are written in place.
//! - [`read_regular`] reads regular files up to a size limit and never blocks.
//! - [`journal`] stores finished work of long runs; [`hash`] has stable hashes; [`mod@decode`]
//!   decodes UTF-8, UTF-16 with a byte-order mark, and Windows-1252.
//! - [`stdout`] writes to standard output and handles its errors.

pub mod decode;
pub mod hash;
pub mod journal;
pub mod stdout;

use self::decode::decode;
use serde::Serialize;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Reason why a file cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// An I/O error on writing.
    #[error("cannot write {0}: {1}")]
    Write(PathBuf, io::Error),
    /// An I/O error on reading.
    #[error("cannot read {0}: {1}")]
    Read(PathBuf, io::Error),
    /// The folder of the file does not exist.
    #[error("cannot write {0}: there is no folder {1}")]
    NoFolder(PathBuf, PathBuf),
    /// The file exists and must not be overwritten.
    #[error("{0} exists already")]
    Exists(PathBuf),
    /// The output is also an input.
    #[error("cannot write {output}: it is the file that is read as {input}")]
    Input {
        /// Path of the output as the user wrote it.
        output: PathBuf,
        /// Path of the input as the user wrote it.
        input: PathBuf,
    },
    /// The output is `-`, which only `--json` understands.
    #[error("cannot write a file called '-': only --json - writes to the standard output")]
    Dash,
    /// Two outputs are the same file.
    #[error("cannot write both {0} and {1}: they are the same file")]
    Twice(PathBuf, PathBuf),
    /// The file is a folder, a device or a pipe.
    #[error("cannot read {0}: not a regular file")]
    NotRegular(PathBuf),
    /// The file is too large for its purpose.
    #[error("cannot read {path}: its {bytes} bytes exceed the limit of {max}")]
    TooLarge {
        /// Path of the file as the user wrote it.
        path: PathBuf,
        /// Length in bytes.
        bytes: u64,
        /// Size limit in bytes.
        max: u64,
    },
}

/// Checks that all output files are writable, distinct and different from the input files; changes
/// no file.
pub fn check<I: AsRef<Path>, O: AsRef<Path>>(
    inputs: impl IntoIterator<Item = I>,
    outputs: impl IntoIterator<Item = O>,
) -> Result<(), FileError> {
    let known = |path: &Path| Some((identity(path)?, path.to_owned()));
    let read: Vec<(Identity, PathBuf)> =
        inputs.into_iter().filter_map(|input| known(input.as_ref())).collect();
    let mut written: Vec<(Identity, PathBuf)> = Vec::new();
    for output in outputs {
        let output = output.as_ref();
        if output == Path::new("-") {
            return Err(FileError::Dash);
        }
        if let Some((identity, output)) = known(output) {
            if let Some((_, input)) = read.iter().find(|(other, _)| *other == identity) {
                return Err(FileError::Input { output, input: input.clone() });
            }
            if let Some((_, other)) = written.iter().find(|(other, _)| *other == identity) {
                return Err(FileError::Twice(other.clone(), output));
            }
            written.push((identity, output));
        }
        check_writable(output)?;
    }
    Ok(())
}

/// Begins and drops a draft. Pipes are skipped: opening one blocks, and closing it ends its reader.
fn check_writable(path: &Path) -> Result<(), FileError> {
    if fs::metadata(path).is_ok_and(|found| is_pipe(&found)) {
        return Ok(());
    }
    Draft::begin(path).map(drop)
}

/// Writes a file completely (through a temporary file), or leaves the old file unchanged.
pub fn write_atomically(
    path: &Path,
    content: &(impl AsRef<[u8]> + ?Sized),
) -> Result<(), FileError> {
    let mut draft = Draft::begin(path)?;
    draft.write_all(content.as_ref()).map_err(|error| FileError::Write(path.to_owned(), error))?;
    draft.finish()
}

/// Writes a value to a file as indented JSON, completely or not at all.
pub fn write_json(path: &Path, value: &impl Serialize) -> Result<(), FileError> {
    let text = serde_json::to_string_pretty(value)
        .map_err(|error| FileError::Write(path.to_owned(), error.into()))?;
    write_atomically(path, &(text + "\n"))
}

/// Returns the path with `ending` appended to its file name.
pub fn with_suffix(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

/// Returns the path for the journal or checkpoint of an output file; `None` if the output is a
/// device or pipe.
pub fn companion_file(output: &Path, ending: &str) -> Option<PathBuf> {
    let is_odd = fs::metadata(output).is_ok_and(|found| !found.is_file());
    (!is_odd).then(|| with_suffix(output, ending))
}

/// Output file under a temporary name until it is finished. An unfinished one changes nothing,
/// except in devices and pipes, which are written in place.
#[derive(Debug)]
pub struct Draft {
    /// Path of the file as the user wrote it.
    path: PathBuf,
    sink: Sink,
}

#[derive(Debug)]
enum Sink {
    /// Temporary file in the folder of the target.
    Beside { file: BufWriter<TemporaryFile>, target: PathBuf, may_replace: bool },
    /// Device, pipe or our own standard output.
    InPlace(BufWriter<File>),
}

/// Size of the write buffer in bytes.
const BUFFER: usize = 1 << 20;

impl Draft {
    /// Begins an output file that replaces an existing file when it is finished.
    pub fn begin(path: &Path) -> Result<Draft, FileError> {
        let failed = |error| FileError::Write(path.to_owned(), error);
        let sink = match Place::of(path).map_err(failed)? {
            Place::InPlace(file) => Sink::InPlace(BufWriter::with_capacity(BUFFER, file)),
            Place::Regular(target) => {
                let file = create_temporary(&target, path)?;
                Sink::Beside {
                    file: BufWriter::with_capacity(BUFFER, file),
                    target,
                    may_replace: true,
                }
            }
        };
        Ok(Draft { path: path.to_owned(), sink })
    }

    /// Begins an output file that must not replace an existing file.
    pub fn begin_new(path: &Path) -> Result<Draft, FileError> {
        if path.exists() {
            return Err(FileError::Exists(path.to_owned()));
        }
        let mut draft = Draft::begin(path)?;
        if let Sink::Beside { may_replace, .. } = &mut draft.sink {
            *may_replace = false;
        }
        Ok(draft)
    }

    /// Begins an output that is a device, a pipe or standard output, or a file as
    /// [`Draft::begin_new`] does.
    pub fn begin_new_or_stream(path: &Path) -> Result<Draft, FileError> {
        let draft = Draft::begin(path)?;
        match draft.sink {
            Sink::InPlace(_) => Ok(draft),
            Sink::Beside { .. } => Draft::begin_new(path),
        }
    }

    /// Flushes the finished output file to the disk and renames it to its final name. A power cut
    /// right after this may still lose the name, since the folder is not synced.
    pub fn finish(self) -> Result<(), FileError> {
        let Draft { path, sink } = self;
        let failed = |error| FileError::Write(path.clone(), error);
        match sink {
            Sink::InPlace(mut file) => file.flush().map_err(failed),
            Sink::Beside { file, target, may_replace } => {
                let file = file.into_inner().map_err(|error| failed(error.into_error()))?;
                file.file.sync_all().map_err(failed)?;
                file.name(&target, may_replace).map_err(|error| match error.kind() {
                    io::ErrorKind::AlreadyExists => FileError::Exists(path.clone()),
                    _ => failed(error),
                })
            }
        }
    }
}

impl Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.sink {
            Sink::Beside { file, .. } => file.write(bytes),
            Sink::InPlace(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.sink {
            Sink::Beside { file, .. } => file.flush(),
            Sink::InPlace(file) => file.flush(),
        }
    }
}

/// Prefix and suffix of the names of drafts.
const DRAFT: (&str, &str) = (".secateur-", ".new");
/// Least age of a draft that [`sweep`] removes. A new draft is not locked yet for a moment.
const MIN_DRAFT_AGE: Duration = Duration::from_secs(60);

/// A file that is removed on drop, unless it got its name.
#[derive(Debug)]
struct TemporaryFile {
    file: File,
    path: PathBuf,
}

impl TemporaryFile {
    /// Creates a file with a new name in this folder.
    fn create(folder: &Path) -> io::Result<TemporaryFile> {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        loop {
            let number = NUMBER.fetch_add(1, Ordering::Relaxed);
            let name = format!("{}{}-{number}{}", DRAFT.0, std::process::id(), DRAFT.1);
            let path = folder.join(name);
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                Ok(file) => return Ok(TemporaryFile { file, path }),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Gives the file its name. With `may_replace`, it replaces a file of that name.
    fn name(self, target: &Path, may_replace: bool) -> io::Result<()> {
        if may_replace {
            return fs::rename(&self.path, target);
        }
        match fs::hard_link(&self.path, target) {
            // A file system without links.
            Err(_) if !target.try_exists()? => fs::rename(&self.path, target),
            linked => linked,
        }
    }
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}

impl Write for TemporaryFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Removes drafts of killed processes, which are not locked any more. Errors are ignored.
fn sweep(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if !name.starts_with(DRAFT.0) || !name.ends_with(DRAFT.1) {
            continue;
        }
        let is_settled = |file: &File| {
            let changed = file.metadata().and_then(|found| found.modified()).ok();
            changed.and_then(|time| time.elapsed().ok()).is_some_and(|age| age > MIN_DRAFT_AGE)
        };
        let draft = OpenOptions::new().write(true).open(&path).ok().filter(is_settled);
        if draft.is_some_and(|draft| draft.try_lock().is_ok()) {
            let _ = fs::remove_file(path);
        }
    }
}

/// Creates a temporary file in the target's folder, with the permissions of the target or of a new
/// file.
fn create_temporary(target: &Path, named: &Path) -> Result<TemporaryFile, FileError> {
    let failed = |error| FileError::Write(named.to_owned(), error);
    let path = target.as_os_str().as_encoded_bytes();
    let names_file = target.file_name().is_some_and(|name| path.ends_with(name.as_encoded_bytes()));
    // `out/` and `out/.` name a folder.
    let folder = if names_file { folder_of(target) } else { target };
    if !folder.is_dir() {
        return Err(FileError::NoFolder(named.to_owned(), folder.to_owned()));
    }
    let old = match OpenOptions::new().write(true).open(target) {
        Ok(old) => Some(old.metadata().map_err(failed)?.permissions()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(failed(error)),
    };
    sweep(folder);
    let draft = TemporaryFile::create(folder).map_err(failed)?;
    let _ = draft.file.try_lock(); // without file locks `sweep` removes no draft either
    if let Some(old) = old {
        draft.file.set_permissions(old).map_err(failed)?;
    }
    Ok(draft)
}

/// Returns the folder that contains a file; `.` for a bare file name.
pub fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Kind of output that a path names.
enum Place {
    /// Regular file, existing or new, with all links resolved.
    Regular(PathBuf),
    /// Anything else, opened for writing.
    InPlace(File),
}

impl Place {
    fn of(path: &Path) -> io::Result<Place> {
        match fs::metadata(path) {
            Ok(found) if found.is_dir() => Err(io::Error::other("it is a folder")),
            Ok(found) if !found.is_file() => {
                OpenOptions::new().write(true).open(path).map(Place::InPlace)
            }
            Ok(found) => match our_own(&found) {
                Some(output) => Ok(Place::InPlace(output)),
                None => fs::canonicalize(path).map(Place::Regular),
            },
            Err(error)
                if matches!(
                    error.kind(),
                    io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
                ) =>
            {
                resolve_links(path).map(Place::Regular)
            }
            Err(error) => Err(error),
        }
    }
}

/// Target of a dangling link.
fn resolve_links(path: &Path) -> io::Result<PathBuf> {
    const MAX_LINKS: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        match fs::read_link(&path) {
            Ok(target) => path = folder_of(&path).join(target),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("too many links"))
}

/// Identity of a file.
#[derive(PartialEq)]
enum Identity {
    /// Device and inode.
    #[cfg(unix)]
    Node(u64, u64),
    /// Canonical path, for new files and systems without inodes.
    Path(PathBuf),
}

/// Identity of a regular file, existing or new; `None` for others, which cannot be overwritten.
fn identity(path: &Path) -> Option<Identity> {
    match fs::metadata(path) {
        Ok(found) if !found.is_file() => None,
        #[cfg(unix)]
        Ok(found) => Some(node(&found)),
        #[cfg(not(unix))]
        Ok(_) => fs::canonicalize(path).ok().map(Identity::Path),
        Err(_) => {
            let target = resolve_links(path).ok()?;
            Some(Identity::Path(
                fs::canonicalize(folder_of(&target)).ok()?.join(target.file_name()?),
            ))
        }
    }
}

#[cfg(unix)]
fn node(found: &Metadata) -> Identity {
    use std::os::unix::fs::MetadataExt;
    Identity::Node(found.dev(), found.ino())
}

/// Our standard output or error if `found` is that file. A second handle would overwrite what is
/// printed.
#[cfg(unix)]
fn our_own(found: &Metadata) -> Option<File> {
    use std::os::fd::AsFd;
    let streams =
        [io::stdout().as_fd().try_clone_to_owned(), io::stderr().as_fd().try_clone_to_owned()];
    let mut files = streams.into_iter().flatten().map(File::from);
    files.find(|file| file.metadata().is_ok_and(|ours| node(&ours) == node(found)))
}

#[cfg(not(unix))]
fn our_own(_: &Metadata) -> Option<File> {
    None
}

#[cfg(unix)]
fn is_pipe(found: &Metadata) -> bool {
    use std::os::unix::fs::FileTypeExt;
    found.file_type().is_fifo()
}

#[cfg(not(unix))]
fn is_pipe(_: &Metadata) -> bool {
    false
}

/// Returns the lines of a text with their numbers, without empty lines and comments (`#`). All
/// kinds of line endings are accepted. The byte-order mark, blanks and zero bytes around lines are
/// removed.
pub fn content_lines(bytes: &[u8]) -> Vec<(usize, String)> {
    let text = decode(bytes).replace("\r\n", "\n").replace('\r', "\n").replace('\0', " ");
    let lines = text.trim_start_matches('\u{feff}').lines().map(str::trim).enumerate();
    let content = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    content.map(|(index, line)| (index + 1, line.to_owned())).collect()
}

/// Reads up to `max` bytes of the regular file that an output would replace; nothing if there is
/// none, or if the output is written in place.
pub fn read_beginning(path: &Path, max: u64) -> Result<Vec<u8>, FileError> {
    let mut content = Vec::new();
    let replaced = fs::metadata(path).is_ok_and(|old| old.is_file() && our_own(&old).is_none());
    if replaced {
        let read = File::open(path).and_then(|file| file.take(max).read_to_end(&mut content));
        read.map_err(|error| FileError::Read(path.to_owned(), error))?;
    }
    Ok(content)
}

/// Reads a regular file of at most `max` bytes; larger files and devices are errors. If the file
/// grows meanwhile, the rest is ignored.
pub fn read_regular(path: &Path, max: u64) -> Result<Vec<u8>, FileError> {
    let failed = |error| FileError::Read(path.to_owned(), error);
    // Opening a pipe without a writer would block.
    if !fs::metadata(path).map_err(failed)?.is_file() {
        return Err(FileError::NotRegular(path.to_owned()));
    }
    let file = File::open(path).map_err(failed)?;
    let bytes = file.metadata().map_err(failed)?.len();
    if bytes > max {
        return Err(FileError::TooLarge { path: path.to_owned(), bytes, max });
    }
    let mut content = Vec::with_capacity(bytes as usize);
    file.take(max).read_to_end(&mut content).map_err(failed)?;
    Ok(content)
}
