//! Finds the error of another move generator: compares perft counts move by move and follows the
//! first move whose counts differ down to the faulty position.
//!
//! The other generator is a function from a position and a depth to moves as text with their
//! leaves. It may be a program behind a pipe or a table in a test.

use super::{PerftError, PerftOptions, divide};
use crate::chess::board::Board;
use crate::chess::moves::Move;

/// Output of `go perft` from an external engine, as root moves in its notation with their leaf
/// counts.
pub type Divided = Vec<(String, u64)>;

/// Position at which two move generators disagree, with the moves from the start position to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PerftDifference {
    /// Moves from the first position to it.
    pub path: Vec<Move>,
    /// The position.
    pub board: Board,
    /// Kind of the disagreement.
    pub fault: Fault,
}

/// How two move generators disagree at a position (different move lists or different leaf counts).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The move lists differ.
    Moves {
        /// Legal moves that the other generator omits.
        missing: Vec<Move>,
        /// Illegal or duplicate moves of the other generator, in its notation.
        extra: Vec<String>,
    },
    /// The other generator contradicts itself: its count below this move differs from the sum it
    /// returns for the next position.
    Count {
        /// The move.
        mv: Move,
        /// Leaves below it by Secateur.
        ours: u64,
        /// Leaves below it by the other generator.
        theirs: u64,
    },
}

/// Compares perft counts of this generator with another's; returns this generator's number of
/// leaves and the first position of disagreement, `None` if all agree.
///
/// `depth` is in plies, at least one. An error of `ask` or of the own count ends the comparison and
/// is returned.
pub fn first_difference<E: From<PerftError>>(
    board: &Board,
    depth: u32,
    options: &PerftOptions<'_>,
    ask: &mut dyn FnMut(&Board, u32) -> Result<Divided, E>,
) -> Result<(u64, Option<PerftDifference>), E> {
    let (mut board, mut path) = (*board, Vec::new());
    let mut doubted: Option<PerftDifference> = None;
    let mut leaves = None;
    for depth in (1..=depth).rev() {
        let ours = divide(&board, depth, options)?;
        let leaves = *leaves.get_or_insert_with(|| ours.iter().map(|(_, count)| count).sum());
        let theirs = read(&board, ask(&board, depth)?);
        if let Some(fault) = compare_moves(&ours, &theirs) {
            return Ok((leaves, Some(PerftDifference { path, board, fault })));
        }
        let unequal = ours.iter().find_map(|&(mv, ours)| {
            let theirs =
                theirs.iter().find(|(other, _)| *other == Ok(mv)).map_or(0, |(_, leaves)| *leaves);
            (ours != theirs).then_some((mv, ours, theirs))
        });
        // The counts below this move differ, although the generators agree one ply deeper: the
        // other generator contradicts itself, for example by a hash collision.
        let Some((mv, ours, theirs)) = unequal else { return Ok((leaves, doubted)) };
        doubted = Some(PerftDifference {
            path: path.clone(),
            board,
            fault: Fault::Count { mv, ours, theirs },
        });
        path.push(mv);
        board = board.after(mv);
    }
    Ok((leaves.unwrap_or_default(), doubted))
}

/// Parses the other generator's moves; illegal ones stay text.
fn read(board: &Board, divided: Divided) -> Vec<(Result<Move, String>, u64)> {
    divided
        .into_iter()
        .map(|(text, leaves)| (board.parse_uci(&text).map_err(|_| text), leaves))
        .collect()
}

fn compare_moves(ours: &[(Move, u64)], theirs: &[(Result<Move, String>, u64)]) -> Option<Fault> {
    let has = |mv: Move| theirs.iter().any(|(other, _)| *other == Ok(mv));
    let missing: Vec<Move> = ours.iter().map(|(mv, _)| *mv).filter(|&mv| !has(mv)).collect();
    let is_repeated =
        |index: usize| theirs[..index].iter().any(|(other, _)| *other == theirs[index].0);
    let extra = theirs.iter().enumerate().filter_map(|(index, (other, _))| match other {
        Ok(mv) => is_repeated(index).then(|| mv.uci(true)),
        Err(text) => Some(text.clone()),
    });
    let extra: Vec<String> = extra.collect();
    (!missing.is_empty() || !extra.is_empty()).then_some(Fault::Moves { missing, extra })
}
