//! Finds the error of another move generator: compares perft counts move by move and follows the
//! first move whose counts differ down to the faulty position.
//!
//! The other generator is a function from a position and a depth to moves as text with their
//! leaves. It may be a program behind a pipe or a table in a test.

use super::board::Board;
use super::moves::Move;
use super::perft::{PerftOptions, divide};

/// The result of `go perft` by another generator: each root move in its notation with its leaf
/// count.
pub type Divided = Vec<(String, u64)>;

/// Position at which two move generators disagree, with the moves that lead to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Moves from the first position to it.
    pub path: Vec<Move>,
    /// The position.
    pub board: Board,
    /// Kind of the disagreement.
    pub fault: Fault,
}

/// How two move generators disagree at a position: in the list of moves or in a leaf count.
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

/// Compares the perft counts of this generator and another; returns the first disagreement, or
/// `None` if they agree.
///
/// `depth` is in plies, at least one. An error of `ask` ends the comparison and is returned.
pub fn first_difference<E>(
    board: &Board,
    depth: u32,
    options: &PerftOptions<'_>,
    ask: &mut dyn FnMut(&Board, u32) -> Result<Divided, E>,
) -> Result<Option<Difference>, E> {
    let (mut board, mut path) = (*board, Vec::new());
    let mut doubted: Option<Difference> = None;
    for depth in (1..=depth).rev() {
        let ours = divide(&board, depth, options).unwrap_or_default();
        let theirs = read(&board, ask(&board, depth)?);
        if let Some(fault) = compare_moves(&ours, &theirs) {
            return Ok(Some(Difference { path, board, fault }));
        }
        let unequal = ours.iter().find_map(|&(mv, ours)| {
            let theirs =
                theirs.iter().find(|(other, _)| *other == Ok(mv)).map_or(0, |(_, leaves)| *leaves);
            (ours != theirs).then_some((mv, ours, theirs))
        });
        // The counts below this move differ, although the generators agree one ply deeper: the
        // other generator contradicts itself, for example by a hash collision.
        let Some((mv, ours, theirs)) = unequal else { return Ok(doubted) };
        doubted = Some(Difference {
            path: path.clone(),
            board,
            fault: Fault::Count { mv, ours, theirs },
        });
        path.push(mv);
        board = board.after(mv);
    }
    Ok(doubted)
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;

    /// Generator without en passant captures.
    fn without_en_passant(board: &Board, depth: u32) -> Divided {
        let moves = board.legal_moves().into_iter().filter(|mv| !mv.is_en_passant());
        moves.map(|mv| (mv.uci(false), count_without(&board.after(mv), depth - 1))).collect()
    }

    fn count_without(board: &Board, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        without_en_passant(board, depth).iter().map(|(_, leaves)| leaves).sum()
    }

    #[test]
    fn the_first_difference_is_found() {
        let start = Board::default();
        let mut ask =
            |board: &Board, depth: u32| Ok::<_, Infallible>(without_en_passant(board, depth));
        let found =
            first_difference(&start, 5, &PerftOptions::default(), &mut ask).expect("it answers");
        let Some(Difference { path, board, fault: Fault::Moves { missing, extra } }) = found else {
            panic!("{found:?}");
        };
        assert!(
            extra.is_empty() && !missing.is_empty() && missing.iter().all(|mv| mv.is_en_passant())
        );
        assert_eq!(path.iter().fold(start, |board, &mv| board.after(mv)), board);
        assert_eq!(path.len(), 4);
    }

    #[test]
    fn equal_generators_agree_and_contradictions_are_found() {
        let mut honest = |board: &Board, depth: u32| {
            let divided = divide(board, depth, &PerftOptions::default()).unwrap_or_default();
            Ok::<Divided, Infallible>(
                divided.into_iter().map(|(mv, leaves)| (mv.uci(true), leaves)).collect(),
            )
        };
        let start = Board::default();
        assert_eq!(first_difference(&start, 3, &PerftOptions::default(), &mut honest), Ok(None));
        let mut forgetful = |board: &Board, depth: u32| {
            let mut divided = honest(board, depth)?;
            if depth == 3 {
                divided[0].1 += 1;
            }
            Ok::<Divided, Infallible>(divided)
        };
        let found = first_difference(&start, 3, &PerftOptions::default(), &mut forgetful)
            .expect("it answers");
        assert!(matches!(found, Some(Difference { fault: Fault::Count { .. }, .. })), "{found:?}");
    }
}
