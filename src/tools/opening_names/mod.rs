//! Opening names by position, which also covers transpositions.
//!
//! The data (`names.tsv`, packed by `pack.py`) comes from lichess-org/chess-openings, which is in
//! the public domain (CC0 1.0).

use crate::chess::{Board, Game};
use once_cell::sync::Lazy;
use serde::Serialize;
use std::collections::HashMap;

/// Packed table of opening names, one opening per line.
pub const DATA: &str = include_str!("names.tsv");

/// The openings by position key.
static BY_POSITION: Lazy<HashMap<u64, Named>> = Lazy::new(|| unpack(DATA));

/// ECO code and name of an opening, from one line of the packed table.
#[derive(Clone, Debug)]
pub struct Named {
    /// The code in the Encyclopaedia of Chess Openings.
    pub eco: &'static str,
    /// The family, variation and subvariation.
    pub name: String,
}

/// Name and ECO code of the opening that a game has followed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Opening {
    /// The code in the Encyclopaedia of Chess Openings.
    pub eco: &'static str,
    /// The family, variation and subvariation.
    pub name: String,
    /// The last ply of the game with a named position.
    pub ply: usize,
}

/// Returns the opening of a game by its last position with a name; `None` without one.
pub fn of_game(game: &Game) -> Option<Opening> {
    let initial = Board::default();
    if *game.start() != initial {
        return None;
    }
    let mut board = initial;
    let mut found = None;
    for (index, &mv) in game.moves().iter().enumerate() {
        board = board.after(mv);
        if let Some(named) = BY_POSITION.get(&board.key()) {
            found = Some((named, index + 1));
        }
    }
    found.map(|(named, ply)| Opening { eco: named.eco, name: named.name.clone(), ply })
}

/// Reads the packed lines. The fields are: plies shared with the previous line, further moves, ECO
/// code, shared parts of the name, rest of the name. If two lines lead to one position, the shorter
/// line names it.
fn unpack(data: &'static str) -> HashMap<u64, Named> {
    let mut openings: HashMap<u64, (usize, Named)> = HashMap::new();
    let mut boards = vec![Board::default()];
    let mut parts: Vec<&str> = Vec::new();
    for line in data.lines().filter(|line| !line.starts_with('#')) {
        let Some((board, named)) = unpack_line(line, &mut boards, &mut parts) else { continue };
        let plies = boards.len() - 1;
        let known = openings.get(&board.key()).map_or(usize::MAX, |(plies, _)| *plies);
        if plies < known {
            openings.insert(board.key(), (plies, named));
        }
    }
    openings.into_iter().map(|(key, (_, named))| (key, named)).collect()
}

/// Unpacks one line of the table of opening names to position and name; `None` if the line is
/// malformed. `boards` holds the positions of the previous line from the initial one, `parts` the
/// parts of its name. The function updates both to this line.
pub fn unpack_line(
    line: &'static str,
    boards: &mut Vec<Board>,
    parts: &mut Vec<&'static str>,
) -> Option<(Board, Named)> {
    let mut fields = line.split('\t');
    let mut field = || fields.next();
    let (plies, moves, eco) = (field()?.parse::<usize>().ok()?, field()?, field()?);
    let (shared, rest) = (field()?.parse::<usize>().ok()?, field()?);
    boards.truncate(plies + 1);
    for san in moves.split_whitespace() {
        let board = boards.last()?;
        boards.push(board.after(board.parse_san(san).ok()?));
    }
    parts.truncate(shared);
    parts.extend(name_parts(rest));
    Some((*boards.last()?, Named { eco, name: parts.concat() }))
}

/// Splits a name before each `: ` and `, `.
fn name_parts(name: &str) -> impl Iterator<Item = &str> {
    let mut rest = name;
    std::iter::from_fn(move || {
        let cut = rest.match_indices([':', ',']).map(|(at, _)| at);
        let end =
            cut.filter(|&at| at > 0 && rest[at + 1..].starts_with(' ')).min().unwrap_or(rest.len());
        let (part, tail) = rest.split_at(end);
        rest = tail;
        (!part.is_empty()).then_some(part)
    })
}
