//! Search for tables in the folders of a path, and their count by number of pieces.

use super::MAX_PIECES;
use crate::quote::quoted;
use std::collections::HashSet;
use std::fmt;
use std::io;
use std::path::Path;

/// Character between the folders of a tablebase path: a colon on Unix, a semicolon on Windows.
pub const SEPARATOR: char = if cfg!(windows) { ';' } else { ':' };

/// Number of tables of each kind in a complete set, indexed by the number of pieces, kings
/// included.
pub const COMPLETE: [usize; MAX_PIECES + 1] = [0, 0, 0, 5, 30, 110, 365, 1001];

/// Number of WDL and DTZ tables found, by the number of pieces, kings included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Inventory {
    verdicts: [usize; MAX_PIECES + 1],
    distances: [usize; MAX_PIECES + 1],
}

impl Inventory {
    /// Number of WDL tables found with this number of pieces.
    pub fn wdl_tables(&self, pieces: usize) -> usize {
        self.verdicts.get(pieces).copied().unwrap_or(0)
    }

    /// Number of DTZ tables found with this number of pieces.
    pub fn dtz_tables(&self, pieces: usize) -> usize {
        self.distances.get(pieces).copied().unwrap_or(0)
    }

    /// Number of pieces of the largest WDL table found; 0 without one.
    pub fn largest(&self) -> usize {
        (0..=MAX_PIECES).rev().find(|&pieces| self.verdicts[pieces] > 0).unwrap_or(0)
    }

    /// Whether no WDL table was found. DTZ tables are useless without them.
    pub fn is_empty(&self) -> bool {
        self.largest() == 0
    }

    fn add(&mut self, kind: Kind, pieces: usize) {
        let counts = match kind {
            Kind::Verdicts => &mut self.verdicts,
            Kind::Distances => &mut self.distances,
        };
        counts[pieces] += 1;
    }
}

impl fmt::Display for Inventory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [verdicts, distances] =
            [self.verdicts, self.distances].map(|counts| counts.iter().sum::<usize>());
        write!(f, "{verdicts} WDL and {distances} DTZ tables, up to {} pieces", self.largest())
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Kind {
    Verdicts,
    Distances,
}

/// Tables and problems found in folders.
#[derive(Debug, Default)]
pub(super) struct Folders {
    /// Number of tables found.
    pub inventory: Inventory,
    /// Unusable folders and files with the reason.
    pub problems: Vec<String>,
    seen: HashSet<(String, Kind)>,
}

impl Folders {
    /// Passes every tablebase file in the folders of a path to `take`. The first of two tables with
    /// one name counts. Empty entries of the path are skipped.
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

/// Name, kind and number of pieces of a table by its file name, such as `KQvKR.rtbw`.
fn table_name(path: &Path) -> Option<(String, Kind, usize)> {
    let name = path.file_stem()?.to_str()?;
    let kind = match path.extension()?.to_str()? {
        "rtbw" => Kind::Verdicts,
        "rtbz" => Kind::Distances,
        _ => return None,
    };
    let (white, black) = name.split_once('v')?;
    let is_side = |side: &str| {
        side.starts_with('K') && side.chars().skip(1).all(|letter| "QRBNP".contains(letter))
    };
    let pieces = white.len() + black.len();
    (is_side(white) && is_side(black) && (3..=MAX_PIECES).contains(&pieces))
        .then(|| (name.to_owned(), kind, pieces))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pieces beside the kings are split between the sides. The colours are interchangeable.
    #[test]
    fn complete_sets_are_counted_right() {
        let choose = |n: usize, k: usize| (1..=k).fold(1, |product, i| product * (n - k + i) / i);
        let sides = |pieces: usize| choose(pieces + 4, pieces);
        for (pieces, &complete) in COMPLETE.iter().enumerate().skip(3) {
            let others = pieces - 2;
            let unequal: usize =
                (0..others.div_ceil(2)).map(|weaker| sides(weaker) * sides(others - weaker)).sum();
            let equal =
                if others % 2 == 0 { sides(others / 2) * (sides(others / 2) + 1) / 2 } else { 0 };
            assert_eq!(unequal + equal, complete, "{pieces} pieces");
        }
    }

    #[test]
    fn tables_are_known_by_their_names() {
        let read = |name: &str| table_name(Path::new(name)).map(|(_, kind, pieces)| (kind, pieces));
        assert_eq!(read("tables/KQvKR.rtbw"), Some((Kind::Verdicts, 4)));
        assert_eq!(read("KRPvKRP.rtbz"), Some((Kind::Distances, 6)));
        for other in
            ["KvK.rtbw", "readme.rtbw", "KQvKR.txt", "KQKR.rtbw", "KQQQQQvKQ.rtbw", "Ключ.rtbw"]
        {
            assert_eq!(read(other), None, "{other}");
        }
    }

    #[test]
    fn folders_with_blanks_and_other_letters_are_found_and_the_rest_is_named() {
        let root = std::env::temp_dir().join(format!("secateur-folders-{}", std::process::id()));
        let (full, empty) = (root.join("end games Échecs Шахматы"), root.join("empty"));
        for folder in [&full, &empty] {
            std::fs::create_dir_all(folder).expect("a folder");
        }
        for name in ["KQvK.rtbw", "KQvK.rtbz", "KRvK.rtbw", "notes.txt"] {
            std::fs::write(full.join(name), "x").expect("a file");
        }
        let missing = root.join("missing");
        let join = [&full, &empty, &missing, &full]
            .map(|folder| folder.display().to_string())
            .join(&SEPARATOR.to_string());
        let mut folders = Folders::default();
        let mut taken = 0;
        folders.add_path(&format!("{join}{SEPARATOR}{SEPARATOR}"), |path| {
            taken += 1;
            if path.ends_with("KRvK.rtbw") {
                Err(io::ErrorKind::InvalidData.into())
            } else {
                Ok(())
            }
        });
        std::fs::remove_dir_all(&root).expect("its own folder");
        assert_eq!((folders.inventory.wdl_tables(3), folders.inventory.dtz_tables(3)), (1, 1));
        assert_eq!(folders.inventory.largest(), 3);
        assert_eq!(taken, 4, "the broken table is tried in both places");
        let named =
            |text: &str| folders.problems.iter().filter(|problem| problem.contains(text)).count();
        assert_eq!(
            (named("holds no tables"), named("cannot be read"), named("is no table")),
            (1, 1, 2)
        );
        assert_eq!(folders.inventory.to_string(), "1 WDL and 1 DTZ tables, up to 3 pieces");
    }
}
