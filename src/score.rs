//! Layer 0: scores from the point of view of the side to move, in internal units. A pawn is worth
//! about 250. `eval::winning` converts scores to centipawns for output.
//!
//! A mate scores [`MATE`] less its distance from the root in plies. A win by endgame tables scores
//! [`TABLES_WIN`] less the distance of the table position from the root, between mates and
//! evaluations. The transposition table stores both by their distance from the node ([`to_table`],
//! [`from_table`]).
//!
//! Evaluations of at least [`KNOWN_WIN`] are known wins (`eval::endings`). They grow with progress
//! and stay below table wins.

/// Score in internal units.
pub type Score = i32;

/// Maximum ply of a search. It keeps depths and distances to mate within what every GUI can parse.
pub const MAX_PLY: usize = 240;
/// Bound beyond every score.
pub const INFINITE: Score = 32_500;
/// Score of a mate at the root; mates score less by their distance in plies.
pub const MATE: Score = 32_000;
/// Least absolute score of a mate.
pub const MATE_BOUND: Score = MATE - MAX_PLY as Score;
/// Score of a win by endgame tables at the root.
pub const TABLES_WIN: Score = MATE_BOUND - 1;
/// Least absolute score of a mate or a win by endgame tables. Evaluations stay below.
pub const DECISIVE_BOUND: Score = TABLES_WIN - MAX_PLY as Score;
/// Evaluations of at least this, up or down, are known wins; all others stay below.
pub const KNOWN_WIN: Score = 21_000;
/// Score of a draw.
pub const DRAW: Score = 0;

/// Score of a mate by the side to move, `ply` plies from the root.
#[inline]
pub const fn mate_in(ply: usize) -> Score {
    MATE - ply as Score
}

/// Score of a mate against the side to move, `ply` plies from the root.
#[inline]
pub const fn mated_in(ply: usize) -> Score {
    ply as Score - MATE
}

/// Whether the score is a mate for either side.
#[inline]
pub const fn is_mate(score: Score) -> bool {
    score.abs() >= MATE_BOUND
}

/// Is this evaluation a known win, for either side?
#[inline]
pub const fn is_known_win(evaluation: Score) -> bool {
    evaluation.abs() >= KNOWN_WIN
}

/// Score of a win by endgame tables in a position `ply` plies from the root.
#[inline]
pub const fn tables_win_in(ply: usize) -> Score {
    TABLES_WIN - ply as Score
}

/// Whether the score is a mate or a win by endgame tables for either side.
#[inline]
pub const fn is_decisive(score: Score) -> bool {
    score.abs() >= DECISIVE_BOUND
}

/// Plies to the position that endgame tables score as won, and the winner: 1 for the side to move,
/// -1 for the opponent. `None` for mates and evaluations.
pub const fn plies_to_tables(score: Score) -> Option<(i32, i32)> {
    if is_decisive(score) && !is_mate(score) {
        Some((TABLES_WIN - score.abs(), score.signum()))
    } else {
        None
    }
}

/// Moves to the mate of a mate score, negative if the side to move is mated.
pub const fn moves_to_mate(score: Score) -> Option<i32> {
    if !is_mate(score) {
        None
    } else if score > 0 {
        Some((MATE - score + 1) / 2)
    } else {
        Some(-(MATE + score) / 2)
    }
}

/// Converts a score at `ply` for the transposition table: mates and wins by endgame tables count
/// from the node.
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

/// Converts a score of the transposition table for a node at `ply`: the inverse of [`to_table`].
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
