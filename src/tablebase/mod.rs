//! Layer 2, Syzygy endgame tablebases (Ronald de Man 2013): the outcome of every position with few
//! men, and how far it is to the next capture or pawn move.
//!
//! Two kinds of table, a file each for every combination of men: *WDL* tables (`.rtbw`) say who
//! wins, in five verdicts, since the fifty-move rule spoils some wins; *DTZ* tables (`.rtbz`) add
//! the distance to zeroing, the plies to the next capture or pawn move, by which a win makes
//! progress. Neither knows castling rights, so positions with them are not looked up; en passant is
//! taken into account. Both hold for a half-move clock of zero; [`ranking`] brings in the clock and
//! repetitions.
//!
//! The files are decoded by the crate `shakmaty-syzygy`; `position` turns boards into its
//! positions, `files` reads, and [`folders`] takes the path apart and takes stock. What cannot be
//! used is named, never fatal; a damaged table is as good as a missing one.

mod files;
pub mod folders;
mod position;
mod probing;
pub mod ranking;

use crate::chess::Board;
use files::Files;
use folders::{Folders, Inventory};
pub use probing::Probing;
use shakmaty::Chess;
use shakmaty_syzygy::{MaybeRounded, Syzygy, SyzygyError, Tablebase, Wdl};
use std::fmt;
use std::io::{self, Read};
use std::ops::Neg;
use std::path::Path;
use std::sync::Arc;

/// The largest tables there are, in men, kings included.
pub const MOST_MEN: usize = 7;

/// What a position is worth to the side to move under best play, worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TablebaseResult {
    /// Lost.
    Loss,
    /// Lost, but for the fifty-move rule.
    BlessedLoss,
    /// Drawn.
    Draw,
    /// Won, but for the fifty-move rule.
    CursedWin,
    /// Won.
    Win,
}

impl TablebaseResult {
    /// The verdict where the fifty-move rule is not played: what it spoils is spoilt no more.
    pub fn without_fifty_moves(self) -> TablebaseResult {
        match self {
            TablebaseResult::BlessedLoss => TablebaseResult::Loss,
            TablebaseResult::CursedWin => TablebaseResult::Win,
            other => other,
        }
    }

    /// 1 if the side to move wins, -1 if it loses, 0 if nobody does: with the fifty-move rule, or
    /// without it.
    pub fn sign(self, fifty_moves: bool) -> i32 {
        let verdict = if fifty_moves { self } else { self.without_fifty_moves() };
        match verdict {
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

/// How far a position is from the next capture or pawn move that keeps its verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Distance {
    /// Plies, negative for the side that loses, zero for a draw. Beyond 100 the fifty-move rule
    /// saves the loser.
    pub plies: i32,
    /// The table has saved a bit: it may be a ply more.
    pub is_rounded: bool,
}

/// How tables are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TablebaseRules {
    /// Positions with more men than this, kings included, are not looked up.
    pub men: usize,
    /// Positions with just as many men as the largest tables are looked up only from this remaining
    /// depth on, in plies.
    pub depth: i32,
    /// Wins that the fifty-move rule spoils are draws.
    pub fifty_moves: bool,
}

impl Default for TablebaseRules {
    fn default() -> TablebaseRules {
        TablebaseRules { men: MOST_MEN, depth: 1, fifty_moves: true }
    }
}

/// The tables found along a path. Files are opened when they are first asked.
pub struct Tablebases {
    tables: Tablebase<Chess>,
    path: String,
    inventory: Inventory,
    problems: Vec<String>,
}

/// What is amiss, in a line that somebody can read: the first few, and how many more.
pub fn in_a_line(problems: &[String]) -> String {
    const SHOWN: usize = 8;
    let (shown, more) = problems.split_at(problems.len().min(SHOWN));
    let more = if more.is_empty() { String::new() } else { format!("; and {} more", more.len()) };
    shown.join("; ") + &more
}

/// Nothing along the path can be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no tables: {}", in_a_line(.0))]
pub struct NoTables(Vec<String>);

impl Tablebases {
    /// Looks for tables in the folders of a path, which are separated as the
    /// [platform](folders::SEPARATOR) separates them.
    pub fn open(path: &str) -> Result<Tablebases, NoTables> {
        let mut tables = Tablebase::with_filesystem(Arc::new(Files::default()));
        let mut folders = Folders::default();
        folders.add_path(path, |file| check_beginning(file).and_then(|()| tables.add_file(file)));
        if folders.inventory.is_empty() {
            return Err(NoTables(folders.problems));
        }
        let Folders { inventory, problems, .. } = folders;
        Ok(Tablebases { tables, path: path.to_owned(), inventory, problems })
    }

    /// The path as it was given.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// What has been found.
    pub fn inventory(&self) -> &Inventory {
        &self.inventory
    }

    /// Folders and files that cannot be used, each with the reason.
    pub fn problems(&self) -> &[String] {
        &self.problems
    }

    /// Men up to which positions are looked up under these rules.
    pub fn most_men(&self, rules: &TablebaseRules) -> usize {
        rules.men.min(self.inventory.largest())
    }

    /// Who wins, taking the half-move clock as zero. `None` with castling rights, where a table is
    /// missing or damaged.
    pub fn verdict(&self, board: &Board) -> Option<TablebaseResult> {
        let position = position::of(board)?;
        self.tables.probe_wdl_after_zeroing(&position).ok().map(TablebaseResult::from)
    }

    /// How far it is to the next capture or pawn move, taking the half-move clock as zero. `None`
    /// as with [`Tablebases::verdict`].
    pub fn distance(&self, board: &Board) -> Option<Distance> {
        let position = position::of(board)?;
        self.tables.probe_dtz(&position).ok().map(|found| match found {
            MaybeRounded::Precise(dtz) => Distance { plies: dtz.0, is_rounded: false },
            MaybeRounded::Rounded(dtz) => Distance { plies: dtz.0, is_rounded: true },
        })
    }

    /// Why a position or one a move away cannot be looked up, in words; `None` if all can.
    pub fn trouble(&self, board: &Board) -> Option<String> {
        let next = board.legal_moves().into_iter().map(|mv| board.after(mv));
        std::iter::once(*board).chain(next).find_map(|board| self.trouble_with(&board))
    }

    fn trouble_with(&self, board: &Board) -> Option<String> {
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

/// Does a file begin as tables of its kind do? Otherwise it would be opened, and refused, at each
/// look-up.
fn check_beginning(file: &Path) -> io::Result<()> {
    let mut beginning = [0; 4];
    std::fs::File::open(file)?.read_exact(&mut beginning)?;
    if [Chess::TBW, Chess::TBZ]
        .iter()
        .any(|kind| kind.magic == beginning && file.extension().is_some_and(|ext| ext == kind.ext))
    {
        Ok(())
    } else {
        Err(io::Error::new(io::ErrorKind::InvalidData, "it does not begin like one"))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_turn_around_with_the_side_to_move() {
        use TablebaseResult::{BlessedLoss, CursedWin, Draw, Loss, Win};
        for (ours, theirs) in [(Loss, Win), (BlessedLoss, CursedWin), (Draw, Draw)] {
            assert_eq!((-ours, -theirs), (theirs, ours));
        }
        assert!(Loss < BlessedLoss && BlessedLoss < Draw && Draw < CursedWin && CursedWin < Win);
        assert_eq!([BlessedLoss, CursedWin].map(|verdict| verdict.sign(true)), [0, 0]);
        assert_eq!([BlessedLoss, CursedWin].map(|verdict| verdict.sign(false)), [-1, 1]);
    }

    #[test]
    fn a_path_without_tables_is_refused_by_name() {
        let error = Tablebases::open("/no/such/folder").expect_err("there is none").to_string();
        assert!(error.starts_with("no tables: '/no/such/folder' cannot be read"), "{error}");
    }
}
