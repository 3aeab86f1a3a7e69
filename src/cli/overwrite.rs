//! Existing files that an output may replace: empty files, and files of the same kind. Others are
//! probably inputs that the user named as outputs by mistake.

use crate::files::read_beginning;
use anyhow::{Result, bail};
use clap::Args;
use std::path::Path;

/// Number of bytes in which a mark is searched. PGN headers come first and may be long.
const BEGINNING: u64 = 1 << 14;

/// Command-line option `--force`.
#[derive(Clone, Copy, Debug, Args)]
pub struct Force {
    /// Overwrite existing files that are not of the kind of the output
    #[arg(long)]
    force: bool,
}

impl Force {
    /// Refuses outputs that would replace existing files of another kind, unless `--force` is
    /// given.
    pub fn check<P: AsRef<Path>>(
        self,
        outputs: impl IntoIterator<Item = P>,
        kind: OutputKind,
    ) -> Result<()> {
        let mut checked = outputs.into_iter().filter(|_| !self.force);
        checked.try_for_each(|path| check_kind(path.as_ref(), kind))
    }
}

/// Kind of an output file, recognized by its beginning.
#[derive(Clone, Copy, Debug)]
pub struct OutputKind {
    /// Whether a file with this beginning is of this kind.
    pub is_kind_of: fn(&str) -> bool,
    /// Reason for the refusal of a file that is not of this kind.
    pub refusal: &'static str,
}

/// Beginning of a page, whatever its title.
const PAGE: &str = "<meta name=\"generator\" content=\"Secateur";
/// Marks of annotated games. The accuracy headers are missing if no move was played, and the
/// annotator may be another engine or a person.
const GAMES: [&str; 4] = ["[Annotator \"Secateur", "[WhiteAccuracy ", "[BlackAccuracy ", "[%wdl "];

impl OutputKind {
    /// JSON of any program: an object or a list of objects.
    pub const JSON: OutputKind = OutputKind {
        is_kind_of: |text| {
            let list = text.strip_prefix('[').map(str::trim_start);
            // A PGN file begins with `[` too.
            text.starts_with('{') || list.is_some_and(|rest| rest.starts_with(['{', ']']))
        },
        refusal: "exists and is not JSON",
    };
    /// Annotated games.
    pub const GAMES: OutputKind = OutputKind {
        is_kind_of: |text| GAMES.iter().any(|mark| text.contains(mark)),
        refusal: "was not written by `secateur annotate`",
    };
    /// HTML page.
    pub const PAGE: OutputKind = OutputKind {
        is_kind_of: |text| text.contains(PAGE),
        refusal: "exists and is not a page of Secateur",
    };
    /// Table of solved positions.
    pub const CSV: OutputKind = OutputKind {
        is_kind_of: |text| text.starts_with("suite,"),
        refusal: "was not written by `secateur epd`",
    };
    /// Page, data or graph of `secateur tree`.
    pub const TREE: OutputKind = OutputKind {
        is_kind_of: |text| {
            [PAGE, "secateur-tree ", "digraph tree {"].iter().any(|mark| text.contains(mark))
        },
        refusal: "was not written by `secateur tree`",
    };
}

/// Refuses an output that would replace an existing file of another kind.
fn check_kind(path: &Path, kind: OutputKind) -> Result<()> {
    let beginning = read_beginning(path, BEGINNING)?;
    let text = String::from_utf8_lossy(&beginning);
    let text = text.trim_start();
    if text.is_empty() || (kind.is_kind_of)(text) {
        return Ok(());
    }
    bail!("{} {}; --force overwrites it", path.display(), kind.refusal);
}
