//! Random openings for OpenBench's `genfens`. An opening is a number of random plies from a book
//! position or from the initial position. No opening repeats, and none is lost for either side.

use super::openings::{Openings, PLIES};
use crate::chess::epd::{Epd, EpdError};
use crate::chess::{Board, Game};
use crate::engine::{Engine, Settings};
use crate::files::{FileError, content_lines, read_regular};
use crate::score::Score;
use crate::search::table::OutOfMemory;
use crate::search::{Limits, Signals, Silent};
use std::collections::HashSet;
use std::path::Path;
use std::time::Instant;

/// The maximum size of a book, bytes.
const MAX_BOOK_BYTES: u64 = 1 << 30;
/// Requirements for random openings (`genfens`), such as length, score limit and search effort.
#[derive(Clone, Copy, Debug)]
pub struct OpeningCriteria {
    /// The possible numbers of random plies.
    pub plies: &'static [usize],
    /// The soft node limit of the search that checks an opening.
    pub nodes: u64,
    /// The maximum absolute score of an opening, internal units.
    pub max_score: Score,
    /// The maximum number of rejected openings in a row.
    pub max_rejections: u32,
}

/// Requirements for random openings that suit testing frameworks such as OpenBench. Either side may
/// move first, and an opening takes about 20 ms.
pub const FOR_FRAMEWORKS: OpeningCriteria =
    OpeningCriteria { plies: &PLIES, nodes: 20_000, max_score: 500, max_rejections: 200 };

/// Error in the generation of random openings (`genfens`).
#[derive(Debug, thiserror::Error)]
pub enum GenFensError {
    /// The file is not readable.
    #[error(transparent)]
    Unreadable(#[from] FileError),
    /// A line of the book is not a valid position.
    #[error("{0}:{1}: {2}")]
    Line(String, usize, EpdError),
    /// The book has no positions.
    #[error("{0} has no positions")]
    Empty(String),
    /// Too many openings in a row are lost, finished or repeated.
    #[error("{0} openings in a row are lost, finished or repeated")]
    TooManyRejections(u32),
    /// There is not enough memory for the table.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

/// Reads an opening book in text form, with one FEN or EPD per line. Blank lines and lines that
/// begin with `#` are skipped.
pub fn read_book(path: &str) -> Result<Vec<Board>, GenFensError> {
    let bytes = read_regular(Path::new(path), MAX_BOOK_BYTES)?;
    let boards: Vec<Board> = content_lines(&bytes)
        .into_iter()
        .map(|(number, line)| {
            let epd: Result<Epd, EpdError> = line.parse();
            epd.map(|epd| epd.board)
                .map_err(|error| GenFensError::Line(path.to_owned(), number, error))
        })
        .collect::<Result<_, _>>()?;
    if boards.is_empty() { Err(GenFensError::Empty(path.to_owned())) } else { Ok(boards) }
}

/// Generates `count` random openings for a seed, and passes each to `on_opening` as soon as it is
/// found. The seed and the starts determine the openings. Without starts, openings begin from the
/// initial position. The generation ends early, without an error, when the signals stop it.
pub fn generate(
    criteria: &OpeningCriteria,
    count: u64,
    seed: u64,
    starts: Vec<Board>,
    signals: &Signals,
    on_opening: &mut dyn FnMut(&Board),
) -> Result<(), GenFensError> {
    let mut engine = Engine::new(Settings { hash_megabytes: 1, ..Settings::default() })?;
    let mut openings = Openings::new(seed, starts).of_plies(criteria.plies);
    let mut known = HashSet::new();
    let (mut found, mut rejected) = (0, 0);
    while found < count && !signals.is_stopped() {
        let opening = openings.attempt().filter(|game| !known.contains(&game.board().key()));
        if let Some(game) = opening.filter(|game| !is_lost(criteria, &mut engine, game.board())) {
            known.insert(game.board().key());
            on_opening(game.board());
            (found, rejected) = (found + 1, 0);
        } else {
            rejected += 1;
            if rejected > criteria.max_rejections {
                return Err(GenFensError::TooManyRejections(criteria.max_rejections));
            }
        }
    }
    Ok(())
}

fn is_lost(criteria: &OpeningCriteria, engine: &mut Engine, board: &Board) -> bool {
    engine.new_game();
    engine.set_game(Game::new(*board));
    engine
        .go(
            &Limits::with_soft_nodes(criteria.nodes),
            &Signals::default(),
            Instant::now(),
            &mut Silent,
        )
        .score
        .abs()
        > criteria.max_score
}
