//! Reading of table files: small files as a whole at their first probe, large ones piece by piece.
//!
//! A probe reads about a dozen scattered bytes, each with a system call. The tables with three and
//! four pieces and many with five are small enough to be cached in memory. Memory mapping would
//! suit the large ones, but a file that shrinks while it is mapped kills the process.

use shakmaty_syzygy::filesystem::{Filesystem, OsFilesystem, RandomAccessFile, ReadHint};
use std::io;
use std::path::{Path, PathBuf};

/// Largest file, in bytes, that is cached in memory.
const MAX_CACHED_BYTES: u64 = 1 << 20;

/// File access for the tablebase library (shakmaty-syzygy), with a cache of small files.
#[derive(Debug, Default)]
pub struct Files(OsFilesystem);

impl Filesystem for Files {
    fn regular_file_size(&self, path: &Path) -> io::Result<u64> {
        self.0.regular_file_size(path)
    }

    fn read_dir(&self, path: &Path) -> io::Result<Vec<PathBuf>> {
        self.0.read_dir(path)
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn RandomAccessFile>> {
        let size = self.regular_file_size(path)?;
        let file = self.0.open(path)?;
        if size > MAX_CACHED_BYTES {
            return Ok(file);
        }
        let mut bytes = vec![0; size as usize];
        file.read_exact_at(&mut bytes, 0, ReadHint::Data)?;
        Ok(Box::new(CachedFile(bytes)))
    }
}

/// Tablebase file whose bytes are kept in memory, because it is small.
pub struct CachedFile(pub Vec<u8>);

impl RandomAccessFile for CachedFile {
    fn read_at(&self, buffer: &mut [u8], offset: u64, _hint: ReadHint) -> io::Result<usize> {
        let rest = usize::try_from(offset)
            .ok()
            .and_then(|offset| self.0.get(offset..))
            .unwrap_or_default();
        let length = rest.len().min(buffer.len());
        buffer[..length].copy_from_slice(&rest[..length]);
        Ok(length)
    }
}
