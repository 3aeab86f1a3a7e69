//! Existing files that an output may replace: empty files, and files of the same kind. Others are
//! probably inputs that the user named as outputs by mistake.

use crate::files::read_beginning;
use anyhow::{Result, bail};
use std::path::Path;

/// Number of bytes in which a mark is searched. PGN headers come first and may be long.
const BEGINNING: u64 = 1 << 14;

/// Kind of an output file, recognised by its beginning.
#[derive(Clone, Copy, Debug)]
pub enum OutputKind {
    /// JSON of any program: an object or a list of objects.
    Json,
    /// Annotated games.
    Games,
    /// HTML page.
    Page,
    /// Table of solved positions.
    Csv,
    /// Page, data or graph of `secateur tree`.
    Tree,
}

/// Beginning of a page, whatever its title.
const PAGE: &str = "<meta name=\"generator\" content=\"Secateur";
/// Marks of annotated games. The accuracy headers are missing if no move was played, and the
/// annotator may be another engine or a person.
const GAMES: [&str; 4] = ["[Annotator \"Secateur", "[WhiteAccuracy ", "[BlackAccuracy ", "[%wdl "];

impl OutputKind {
    /// Whether a file with this beginning is of this kind.
    fn is_kind_of(self, text: &str) -> bool {
        match self {
            OutputKind::Json => {
                let list = text.strip_prefix('[').map(str::trim_start);
                // A PGN file begins with `[` too.
                text.starts_with('{') || list.is_some_and(|rest| rest.starts_with(['{', ']']))
            }
            OutputKind::Games => GAMES.iter().any(|mark| text.contains(mark)),
            OutputKind::Page => text.contains(PAGE),
            OutputKind::Csv => text.starts_with("suite,"),
            OutputKind::Tree => {
                [PAGE, "secateur-tree ", "digraph tree {"].iter().any(|mark| text.contains(mark))
            }
        }
    }

    /// Reason for the refusal of a file that is not of this kind.
    fn refusal(self) -> &'static str {
        match self {
            OutputKind::Json => "exists and is not JSON",
            OutputKind::Games => "was not written by `secateur annotate`",
            OutputKind::Page => "exists and is not a page of Secateur",
            OutputKind::Csv => "was not written by `secateur epd`",
            OutputKind::Tree => "was not written by `secateur tree`",
        }
    }
}

/// Refuses an output that would replace an existing file of another kind.
pub fn refuse_foreign(path: &Path, kind: OutputKind) -> Result<()> {
    let beginning = read_beginning(path, BEGINNING)?;
    let text = String::from_utf8_lossy(&beginning);
    let text = text.trim_start();
    if text.is_empty() || kind.is_kind_of(text) {
        return Ok(());
    }
    bail!("{} {}; --force overwrites it", path.display(), kind.refusal());
}
