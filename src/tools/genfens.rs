//! Openings for testing frameworks, as OpenBench asks for them before it generates games: random
//! plies from the positions of a book or from the initial one, none twice, and none that is lost
//! for either side.

use super::openings::{Openings, PLIES};
use crate::chess::epd::{Epd, EpdError};
use crate::chess::{Board, Game};
use crate::engine::{Engine, Settings};
use crate::files::{FileError, read_plain, said_lines};
use crate::score::Score;
use crate::search::table::OutOfMemory;
use crate::search::{Limits, Signals, Silent};
use std::collections::HashSet;
use std::path::Path;
use std::time::Instant;

/// Bytes of a book, at most.
const LARGEST_BOOK: u64 = 1 << 30;
/// What an opening must be like.
#[derive(Clone, Copy, Debug)]
pub struct Demands {
    /// Random plies: one of these.
    pub plies: &'static [usize],
    /// Nodes, soft, that it is judged with.
    pub nodes: u64,
    /// What it may be worth to either side at most, internal units.
    pub most: Score,
    /// More than so many refused in a row mean that there are no others.
    pub refusals: u32,
}

/// What testing frameworks get: both sides get to move first, none is lost, and a line comes soon
/// enough, after some 20 ms.
pub const FOR_FRAMEWORKS: Demands =
    Demands { plies: &PLIES, nodes: 20_000, most: 500, refusals: 200 };

/// Why there are no openings, or no more.
#[derive(Debug, thiserror::Error)]
pub enum GenFensError {
    /// The file cannot be read.
    #[error(transparent)]
    Unreadable(#[from] FileError),
    /// A line of the book is no position.
    #[error("{0}:{1}: {2}")]
    Line(String, usize, EpdError),
    /// The book has no lines.
    #[error("{0} has no positions")]
    Empty(String),
    /// Nothing but lost or finished games, or the same ones again.
    #[error("{0} openings in a row are lost, finished or told already")]
    Barren(u32),
    /// The table.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

/// The positions of a book: a FEN or an EPD a line; blank lines and those that begin with `#` are
/// none.
pub fn read_book(path: &str) -> Result<Vec<Board>, GenFensError> {
    let bytes = read_plain(Path::new(path), LARGEST_BOOK)?;
    let boards: Vec<Board> = said_lines(&bytes)
        .into_iter()
        .map(|(number, line)| {
            let epd: Result<Epd, EpdError> = line.parse();
            epd.map(|epd| epd.board)
                .map_err(|error| GenFensError::Line(path.to_owned(), number, error))
        })
        .collect::<Result<_, _>>()?;
    if boards.is_empty() { Err(GenFensError::Empty(path.to_owned())) } else { Ok(boards) }
}

/// Finds so many openings, the same for the same seed and starts, and tells each as soon as it is
/// found. Without starts they begin from the initial position. Ends early, without an error, once
/// it is told to stop.
pub fn generate(
    demands: &Demands,
    count: u64,
    seed: u64,
    starts: Vec<Board>,
    signals: &Signals,
    tell: &mut dyn FnMut(&Board),
) -> Result<(), GenFensError> {
    let mut engine = Engine::new(Settings { hash_megabytes: 1, ..Settings::default() })?;
    let mut openings = Openings::new(seed, starts).of_plies(demands.plies);
    let mut told = HashSet::new();
    let (mut found, mut refused) = (0, 0);
    while found < count && !signals.is_stopped() {
        let opening = openings.attempt().filter(|game| !told.contains(&game.board().key()));
        if let Some(game) = opening.filter(|game| !is_lost(demands, &mut engine, game.board())) {
            told.insert(game.board().key());
            tell(game.board());
            (found, refused) = (found + 1, 0);
        } else {
            refused += 1;
            if refused > demands.refusals {
                return Err(GenFensError::Barren(demands.refusals));
            }
        }
    }
    Ok(())
}

fn is_lost(demands: &Demands, engine: &mut Engine, board: &Board) -> bool {
    engine.new_game();
    engine.set_game(Game::new(*board));
    engine
        .go(
            &Limits::with_soft_nodes(demands.nodes),
            &Signals::default(),
            Instant::now(),
            &mut Silent,
        )
        .score
        .abs()
        > demands.most
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_book_of_lost_positions_is_not_searched_for_ever() {
        let lost: Board = "4k3/8/8/8/8/8/QQQQ4/4K3 w - - 0 1".parse().expect("sound");
        let over: Board = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1".parse().expect("sound");
        for start in [lost, over] {
            assert!(matches!(
                generate(&FOR_FRAMEWORKS, 1, 1, vec![start], &Signals::default(), &mut |_| {}),
                Err(GenFensError::Barren(200))
            ));
        }
    }
}
