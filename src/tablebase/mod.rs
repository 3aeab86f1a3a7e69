//! Layer 2: Syzygy endgame tablebases (Ronald de Man 2013), with the result of every position with
//! few pieces.
//!
//! There are two kinds of table, each with one file for every material combination. *WDL* tables
//! (`.rtbw`) contain the result: one of five values, since the fifty-move rule spoils some wins.
//! *DTZ* tables (`.rtbz`) contain the distance to zeroing: the plies to the next capture or pawn
//! move that keeps the result. Both cover en passant, but no castling rights. Both assume a
//! half-move clock of zero; [`ranking`] adds the clock and repetitions.
//!
//! The crate `shakmaty-syzygy` decodes the files. `position` converts boards, `files` reads, and
//! [`folders`] searches the path. Unusable files are reported and skipped; a damaged table counts
//! as missing.

pub mod files;
pub mod folders;
pub mod position;
mod probe;
pub mod ranking;

use crate::chess::Board;
use crate::quote::join_first;
use files::Files;
use folders::{Folders, TableCounts};
pub use probe::TablebaseProbe;
use shakmaty::Chess;
use shakmaty_syzygy::{MaybeRounded, Syzygy, SyzygyError, Tablebase, Wdl};
use std::fmt;
use std::io::{self, Read};
use std::ops::Neg;
use std::path::Path;
use std::sync::Arc;

/// Maximum number of pieces, kings included, in a supported tablebase.
pub const MAX_TABLE_PIECES: usize = 7;

/// Tablebase result of a position for the side to move under best play, from loss to win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TablebaseResult {
    /// Loss.
    Loss,
    /// Loss that the fifty-move rule turns into a draw.
    BlessedLoss,
    /// Draw.
    Draw,
    /// Win that the fifty-move rule turns into a draw.
    CursedWin,
    /// Win.
    Win,
}

impl TablebaseResult {
    /// Returns the result without the fifty-move rule, so that cursed wins become wins and blessed
    /// losses become losses.
    pub fn without_fifty_moves(self) -> TablebaseResult {
        match self {
            TablebaseResult::BlessedLoss => TablebaseResult::Loss,
            TablebaseResult::CursedWin => TablebaseResult::Win,
            other => other,
        }
    }

    /// Returns 1 for a win, -1 for a loss and 0 for a draw; `fifty_moves` says whether the
    /// fifty-move rule counts.
    pub fn sign(self, fifty_moves: bool) -> i32 {
        let result = if fifty_moves { self } else { self.without_fifty_moves() };
        match result {
            TablebaseResult::Loss => -1,
            TablebaseResult::Win => 1,
            _ => 0,
        }
    }
}

impl Neg for TablebaseResult {
    type Output = TablebaseResult;

    fn neg(self) -> TablebaseResult {
        match self {
            TablebaseResult::Loss => TablebaseResult::Win,
            TablebaseResult::BlessedLoss => TablebaseResult::CursedWin,
            TablebaseResult::Draw => TablebaseResult::Draw,
            TablebaseResult::CursedWin => TablebaseResult::BlessedLoss,
            TablebaseResult::Win => TablebaseResult::Loss,
        }
    }
}

impl From<Wdl> for TablebaseResult {
    fn from(wdl: Wdl) -> TablebaseResult {
        match wdl {
            Wdl::Loss => TablebaseResult::Loss,
            Wdl::BlessedLoss => TablebaseResult::BlessedLoss,
            Wdl::Draw => TablebaseResult::Draw,
            Wdl::CursedWin => TablebaseResult::CursedWin,
            Wdl::Win => TablebaseResult::Win,
        }
    }
}

/// Tablebase distance to zeroing (DTZ), in plies to the next capture or pawn move that keeps the
/// result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Distance {
    /// Plies, negative for the losing side, zero for a draw. Beyond 100 the fifty-move rule makes a
    /// draw.
    pub plies: i32,
    /// The table stores a rounded value; the true one may be a ply more.
    pub is_rounded: bool,
}

/// Limits for probing tablebases (maximum pieces, minimum depth, fifty-move rule).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TablebaseOptions {
    /// Maximum number of pieces of a probed position, kings included.
    pub pieces: usize,
    /// Least remaining depth, in plies, to probe positions with as many pieces as the largest
    /// tables.
    pub depth: i32,
    /// Whether the fifty-move rule applies.
    pub fifty_moves: bool,
}

impl Default for TablebaseOptions {
    fn default() -> TablebaseOptions {
        TablebaseOptions { pieces: MAX_TABLE_PIECES, depth: 1, fifty_moves: true }
    }
}

/// Tablebases found along a tablebase path; each file is opened at its first probe.
pub struct Tablebases {
    tables: Tablebase<Chess>,
    path: String,
    inventory: TableCounts,
    problems: Vec<String>,
}

/// Joins error messages into one line, with the first eight in full and the number of the others.
pub fn join_problems(problems: &[String]) -> String {
    join_first(problems, 8)
}

/// Error for a tablebase path without any usable table, with the problems found.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no tables: {}", join_problems(.0))]
pub struct TablebaseError(Vec<String>);

impl Tablebases {
    /// Opens the tablebases in the folders of a path, separated by [`folders::SEPARATOR`].
    pub fn open(path: &str) -> Result<Tablebases, TablebaseError> {
        let mut tables = Tablebase::with_filesystem(Arc::new(Files::default()));
        let mut folders = Folders::default();
        folders
            .add_path(path, |file| check_magic_number(file).and_then(|()| tables.add_file(file)));
        if folders.inventory.is_empty() {
            return Err(TablebaseError(folders.problems));
        }
        let Folders { inventory, problems, .. } = folders;
        Ok(Tablebases { tables, path: path.to_owned(), inventory, problems })
    }

    /// Tablebase path that was passed to [`Tablebases::open`].
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Number of WDL and DTZ tables found, by number of pieces.
    pub fn inventory(&self) -> &TableCounts {
        &self.inventory
    }

    /// Problems found in tablebase folders and files, each with its reason.
    pub fn problems(&self) -> &[String] {
        &self.problems
    }

    /// Maximum number of pieces of a position that can be probed, by the tables found and
    /// `options`.
    pub fn max_pieces(&self, options: &TablebaseOptions) -> usize {
        options.pieces.min(self.inventory.largest())
    }

    /// Probes the WDL result of a position as if its half-move clock were 0; `None` with castling
    /// rights or without a usable table.
    pub fn probe_wdl(&self, board: &Board) -> Option<TablebaseResult> {
        let position = position::of(board)?;
        self.tables.probe_wdl_after_zeroing(&position).ok().map(TablebaseResult::from)
    }

    /// Probes the distance to zeroing (DTZ) of a position as if its half-move clock were 0; `None`
    /// with castling rights or without a usable table.
    pub fn probe_dtz(&self, board: &Board) -> Option<Distance> {
        let position = position::of(board)?;
        self.tables.probe_dtz(&position).ok().map(|found| match found {
            MaybeRounded::Precise(dtz) => Distance { plies: dtz.0, is_rounded: false },
            MaybeRounded::Rounded(dtz) => Distance { plies: dtz.0, is_rounded: true },
        })
    }

    /// Reason why the position, or one after a legal move, cannot be probed in the tablebases;
    /// `None` if all can.
    pub fn unprobeable_reason(&self, board: &Board) -> Option<String> {
        let next = board.legal_moves().into_iter().map(|mv| board.after(mv));
        std::iter::once(*board).chain(next).find_map(|board| self.problem_with(&board))
    }

    fn problem_with(&self, board: &Board) -> Option<String> {
        let Some(position) = position::of(board) else {
            return Some("castling is still possible".to_owned());
        };
        let error = self.tables.probe_dtz(&position).err()?;
        Some(match error {
            SyzygyError::ProbeFailed { metric, material, .. } => {
                format!("the {metric} table {material} is damaged")
            }
            other => other.to_string(),
        })
    }
}

/// Checks the magic number of a file, so that a wrong file is rejected when the path is opened and
/// not at each probe.
fn check_magic_number(file: &Path) -> io::Result<()> {
    let mut magic = [0; 4];
    std::fs::File::open(file)?.read_exact(&mut magic)?;
    if [Chess::TBW, Chess::TBZ]
        .iter()
        .any(|kind| kind.magic == magic && file.extension().is_some_and(|ext| ext == kind.ext))
    {
        Ok(())
    } else {
        Err(io::Error::new(io::ErrorKind::InvalidData, "wrong magic number"))
    }
}

impl fmt::Debug for Tablebases {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tablebases")
            .field("path", &self.path)
            .field("inventory", &self.inventory)
            .finish_non_exhaustive()
    }
}
