//! Existing files that an output may replace: empty files, and files of the same kind. Others are
//! probably inputs that the user named as outputs by mistake.

use crate::chess::Board;
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
    /// Games of a match.
    MatchGames,
    /// Table of an experiment or a training.
    LabTable,
    /// Page of the experiments' results.
    LabPage,
    /// SVG of any program.
    Svg,
    /// ProbCut parameters.
    ProbCut,
    /// FEN lines.
    Fens,
    /// State of a tuning.
    Tuning,
    /// Weights of the linear evaluation.
    Weights,
    /// Network.
    Network,
    /// Checkpoint of a training.
    Checkpoint,
}

/// Beginning of a page, whatever its title.
const PAGE: &str = "<meta name=\"generator\" content=\"Secateur";
/// Marks of annotated games. The accuracy headers are missing if no move was played, and the
/// annotator may be another engine or a person.
const GAMES: [&str; 4] = ["[Annotator \"Secateur", "[WhiteAccuracy ", "[BlackAccuracy ", "[%wdl "];
/// Beginnings of the tables of secateur-lab.
const LAB_TABLES: [&str; 3] = ["configuration,depth,", "iteration,loss,", "pass,loss,"];

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
            OutputKind::MatchGames => text.starts_with("[Event \"Secateur match\"]"),
            OutputKind::LabTable => LAB_TABLES.iter().any(|head| text.starts_with(head)),
            OutputKind::LabPage => text.starts_with("# The papers' experiments"),
            OutputKind::Svg => {
                text.starts_with("<svg") || text.starts_with("<?xml") && text.contains("<svg")
            }
            OutputKind::ProbCut => text.starts_with("# ProbCut parameters"),
            OutputKind::Fens => {
                text.lines().next().is_some_and(|line| line.parse::<Board>().is_ok())
            }
            OutputKind::Tuning => {
                text.starts_with('{') && text.contains("\"run\"") && text.contains("\"pairs\"")
            }
            OutputKind::Weights => text.starts_with("SECATLIN"),
            OutputKind::Network => text.starts_with("SECATNET"),
            OutputKind::Checkpoint => {
                ["{\"settings\":", "{\"identity\":"].iter().any(|mark| text.starts_with(mark))
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
            OutputKind::MatchGames => "was not written by `secateur-lab match`",
            OutputKind::LabTable => "exists and is not a table of secateur-lab",
            OutputKind::LabPage => "exists and is not a page of results",
            OutputKind::Svg => "exists and is not SVG",
            OutputKind::ProbCut => "was not written by `secateur-lab fit`",
            OutputKind::Fens => "exists and is not a file of FEN lines",
            OutputKind::Tuning => "exists and is not the state of a tuning",
            OutputKind::Weights => "exists and is not a file of weights",
            OutputKind::Network => "exists and is not a network",
            OutputKind::Checkpoint => "exists and is not a checkpoint",
        }
    }
}

/// Refuses an output that would replace an existing file of another kind.
fn check_kind(path: &Path, kind: OutputKind) -> Result<()> {
    let beginning = read_beginning(path, BEGINNING)?;
    let text = String::from_utf8_lossy(&beginning);
    let text = text.trim_start();
    if text.is_empty() || kind.is_kind_of(text) {
        return Ok(());
    }
    bail!("{} {}; --force overwrites it", path.display(), kind.refusal());
}
