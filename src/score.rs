//! Scores in internal units, of which a pawn is worth about 250, from the point of view of the side
//! to move, mates included. Only what people are shown is turned into centipawns (`eval::winning`).
//!
//! Evaluations of at least [`KNOWN_WIN`] are known wins (`eval::endings`): they grow with progress,
//! and lie below what is proved.
//!
//! Between mates and evaluations lie the wins that endgame tables promise, scored by the distance
//! of the table's position from the root: [`TABLES_WIN`] less the plies to it.
//!
//! A mate is scored by its distance from the root: [`MATE`] less the plies to it. In the
//! transposition table, which knows no root, it is stored by its distance from the node
//! ([`to_table`], [`from_table`]).

/// Internal units; beyond [`MATE_BOUND`] a mate.
pub type Score = i32;

/// Plies a search can reach. Depths and distances to mate stay below what every client can parse.
pub const MAX_PLY: usize = 240;
/// Beyond every score.
pub const INFINITE: Score = 32_500;
/// Mate on the board, given by the side to move.
pub const MATE: Score = 32_000;
/// Scores beyond this, up or down, are mates.
pub const MATE_BOUND: Score = MATE - MAX_PLY as Score;
/// A win by endgame tables at the root.
pub const TABLES_WIN: Score = MATE_BOUND - 1;
/// Scores beyond this, up or down, are mates or wins by tables; evaluations stay below.
pub const DECISIVE_BOUND: Score = TABLES_WIN - MAX_PLY as Score;
/// Evaluations of at least this, up or down, are known wins; all others stay below.
pub const KNOWN_WIN: Score = 21_000;
/// Nobody wins.
pub const DRAW: Score = 0;

/// The side to move mates at this distance from the root, in plies.
#[inline]
pub const fn mate_in(ply: usize) -> Score {
    MATE - ply as Score
}

/// The side to move is mated at this distance from the root, in plies.
#[inline]
pub const fn mated_in(ply: usize) -> Score {
    ply as Score - MATE
}

/// Is it a mate, for either side?
#[inline]
pub const fn is_mate(score: Score) -> bool {
    score.abs() >= MATE_BOUND
}

/// Is this evaluation a known win, for either side?
#[inline]
pub const fn is_known_win(evaluation: Score) -> bool {
    evaluation.abs() >= KNOWN_WIN
}

/// Endgame tables say that the side to move wins once a position at this distance from the root is
/// reached, in plies.
#[inline]
pub const fn tables_win_in(ply: usize) -> Score {
    TABLES_WIN - ply as Score
}

/// Is it a mate or a win by tables, for either side?
#[inline]
pub const fn is_decisive(score: Score) -> bool {
    score.abs() >= DECISIVE_BOUND
}

/// Plies to the position that endgame tables call a win, and for whom: 1 for the side to move, -1
/// for the other. `None` if the score is a mate or an evaluation.
pub const fn plies_to_tables(score: Score) -> Option<(i32, i32)> {
    if is_decisive(score) && !is_mate(score) {
        Some((TABLES_WIN - score.abs(), score.signum()))
    } else {
        None
    }
}

/// Moves (not plies) to the mate that a score stands for, negative if the side to move is mated.
pub const fn moves_to_mate(score: Score) -> Option<i32> {
    if !is_mate(score) {
        None
    } else if score > 0 {
        Some((MATE - score + 1) / 2)
    } else {
        Some(-(MATE + score) / 2)
    }
}

/// A score at `ply` from the root, as the table keeps it: mates and wins by endgame tables by their
/// distance from the node.
#[inline]
pub const fn to_table(score: Score, ply: usize) -> Score {
    if score >= DECISIVE_BOUND {
        score + ply as Score
    } else if score <= -DECISIVE_BOUND {
        score - ply as Score
    } else {
        score
    }
}

/// The reverse of [`to_table`].
#[inline]
pub const fn from_table(score: Score, ply: usize) -> Score {
    if score >= DECISIVE_BOUND {
        score - ply as Score
    } else if score <= -DECISIVE_BOUND {
        score + ply as Score
    } else {
        score
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_count_in_moves_for_clients() {
        assert_eq!(moves_to_mate(mate_in(1)), Some(1));
        assert_eq!(moves_to_mate(mate_in(3)), Some(2));
        assert_eq!(moves_to_mate(mated_in(0)), Some(0));
        assert_eq!(moves_to_mate(mated_in(2)), Some(-1));
        assert_eq!(moves_to_mate(mated_in(4)), Some(-2));
        assert_eq!(moves_to_mate(900), None);
    }

    #[test]
    fn the_table_keeps_the_distance_from_the_node() {
        let seen_at_seven = mate_in(10);
        let stored = to_table(seen_at_seven, 7);
        assert_eq!(stored, mate_in(3));
        assert_eq!(from_table(stored, 4), mate_in(7));
        assert_eq!(from_table(to_table(mated_in(10), 7), 4), mated_in(7));
        assert_eq!(from_table(to_table(-123, 7), 4), -123);
        assert_eq!(from_table(to_table(tables_win_in(10), 7), 4), tables_win_in(7));
    }

    #[test]
    fn wins_by_tables_lie_between_mates_and_evaluations() {
        let farthest = tables_win_in(MAX_PLY);
        assert!(
            !is_mate(tables_win_in(0))
                && is_decisive(farthest)
                && is_decisive(-farthest)
                && !is_decisive(farthest - 1)
        );
        assert_eq!(plies_to_tables(-tables_win_in(7)), Some((7, -1)));
        assert_eq!([mate_in(3), 900, DRAW].map(plies_to_tables), [None; 3]);
    }
}
