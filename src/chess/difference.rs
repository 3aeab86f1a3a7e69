//! Where another move generator goes wrong: perft counts of the two are compared move by move, and
//! the first move whose counts differ is followed down until one position shows the fault itself.
//!
//! The other side is a function from a position and a depth to moves as text and their leaves, so
//! that nothing here knows whether it is a program behind a pipe or a table in a test.

use super::board::Board;
use super::moves::Move;
use super::perft::{PerftOptions, divide};

/// Each root move as the other writes it, with the leaves below it.
pub type Divided = Vec<(String, u64)>;

/// The position at which two move generators disagree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The moves from the first position to it.
    pub path: Vec<Move>,
    /// The position itself.
    pub board: Board,
    /// What they disagree on there.
    pub fault: Fault,
}

/// What two move generators disagree on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The lists of moves.
    Moves {
        /// Legal moves that the other leaves out.
        missing: Vec<Move>,
        /// What the other has beside the legal moves, as it writes it.
        extra: Vec<String>,
    },
    /// The lists agree, but below this move the other counts other leaves than it counts when asked
    /// about the next position.
    Count {
        /// The move.
        mv: Move,
        /// Our leaves below it.
        ours: u64,
        /// The other's.
        theirs: u64,
    },
}

/// Compares the counts of this depth (plies, at least one) and follows the first that differs;
/// `None` if all agree. An error of the other side ends the comparison.
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
        // Agreement below a move that was counted otherwise: the other contradicts itself, as a
        // hash of counts may make it.
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

/// The other's moves where they are legal, its texts where they are not.
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

    /// A generator that knows no en passant: it takes those moves out of every count.
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
    fn the_fault_is_followed_to_its_position() {
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
    fn the_same_generator_does_not_differ_and_one_that_contradicts_itself_is_caught() {
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
