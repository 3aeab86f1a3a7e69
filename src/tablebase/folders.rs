//! Search for tables in the folders of a path, and their count by number of pieces.

use super::MAX_TABLE_PIECES;
use crate::quote::quoted;
use std::collections::HashSet;
use std::fmt;
use std::io;
use std::path::Path;

/// Separator between the folders of a tablebase path (colon on Unix, semicolon on Windows).
pub const SEPARATOR: char = if cfg!(windows) { ';' } else { ':' };

/// Number of WDL and DTZ tables found, by the number of pieces, kings included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TableCounts {
    wdl: [usize; MAX_TABLE_PIECES + 1],
    dtz: [usize; MAX_TABLE_PIECES + 1],
}

impl TableCounts {
    /// Number of WDL tables found for positions with `pieces` pieces, kings included.
    pub fn wdl_tables(&self, pieces: usize) -> usize {
        self.wdl.get(pieces).copied().unwrap_or(0)
    }

    /// Number of DTZ tables found for positions with `pieces` pieces, kings included.
    pub fn dtz_tables(&self, pieces: usize) -> usize {
        self.dtz.get(pieces).copied().unwrap_or(0)
    }

    /// Number of pieces, kings included, in the largest WDL table found; 0 if there is none.
    pub fn largest(&self) -> usize {
        (0..=MAX_TABLE_PIECES).rev().find(|&pieces| self.wdl[pieces] > 0).unwrap_or(0)
    }

    /// Whether no WDL table was found, so that tablebases cannot be used. DTZ tables are useless
    /// without them.
    pub fn is_empty(&self) -> bool {
        self.largest() == 0
    }

    fn add(&mut self, kind: TableKind, pieces: usize) {
        let counts = match kind {
            TableKind::Wdl => &mut self.wdl,
            TableKind::Dtz => &mut self.dtz,
        };
        counts[pieces] += 1;
    }
}

impl fmt::Display for TableCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [wdl, dtz] = [self.wdl, self.dtz].map(|counts| counts.iter().sum::<usize>());
        write!(f, "{wdl} WDL and {dtz} DTZ tables, up to {} pieces", self.largest())
    }
}

/// Content of a tablebase file, results (WDL) or distances to the next zeroing move (DTZ).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TableKind {
    /// Results of positions.
    Wdl,
    /// Distances to the next zeroing move.
    Dtz,
}

/// Tables and problems found in the folders of a tablebase path.
#[derive(Debug, Default)]
pub struct Folders {
    /// Number of tables found.
    pub inventory: TableCounts,
    /// Unusable folders and files with the reason.
    pub problems: Vec<String>,
    seen: HashSet<(String, TableKind)>,
}

impl Folders {
    /// Passes every tablebase file in the folders of a path to the callback `take`. The first of
    /// two tables with one name counts. Empty entries of the path are skipped.
    pub fn add_path(&mut self, path: &str, mut take: impl FnMut(&Path) -> io::Result<()>) {
        for folder in path.split(SEPARATOR).map(str::trim).filter(|folder| !folder.is_empty()) {
            match self.add_folder(Path::new(folder), &mut take) {
                Ok(0) => self.problems.push(format!("'{}' holds no tables", quoted(folder))),
                Ok(_) => {}
                Err(error) => {
                    self.problems.push(format!("'{}' cannot be read ({error})", quoted(folder)));
                }
            }
        }
        if self.inventory.is_empty() && self.problems.is_empty() {
            self.problems.push("there are no WDL tables (.rtbw)".to_owned());
        }
    }

    /// Adds the tables of a folder and returns the number of files that have the name of a table.
    fn add_folder(
        &mut self,
        folder: &Path,
        take: &mut impl FnMut(&Path) -> io::Result<()>,
    ) -> io::Result<usize> {
        let mut tables = 0;
        for entry in std::fs::read_dir(folder)? {
            let path = entry?.path();
            let Some((name, kind, pieces)) = table_name(&path) else { continue };
            tables += 1;
            if self.seen.contains(&(name.clone(), kind)) {
                continue;
            }
            match take(&path) {
                Ok(()) => {
                    self.inventory.add(kind, pieces);
                    self.seen.insert((name, kind));
                }
                Err(error) => {
                    self.problems.push(format!("'{}' is no table ({error})", path.display()));
                }
            }
        }
        Ok(tables)
    }
}

/// Parses a tablebase file name such as `KQvKR.rtbw` to its name, kind and number of pieces.
pub fn table_name(path: &Path) -> Option<(String, TableKind, usize)> {
    let name = path.file_stem()?.to_str()?;
    let kind = match path.extension()?.to_str()? {
        "rtbw" => TableKind::Wdl,
        "rtbz" => TableKind::Dtz,
        _ => return None,
    };
    let (white, black) = name.split_once('v')?;
    let is_side = |side: &str| {
        side.starts_with('K') && side.chars().skip(1).all(|letter| "QRBNP".contains(letter))
    };
    let pieces = white.len() + black.len();
    (is_side(white) && is_side(black) && (3..=MAX_TABLE_PIECES).contains(&pieces))
        .then(|| (name.to_owned(), kind, pieces))
}
