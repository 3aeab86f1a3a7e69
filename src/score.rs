//! Layer 0: scores from the point of view of the side to move, in internal units. A pawn is worth
//! about 250 units to the evaluation. The displayed +1.00 is 181 units with all pieces and up to
//! 364 with few (`eval::wdl`).
//!
//! A mate scores [`MATE`] less its distance from the root in plies. A win by tablebases scores
//! [`TB_WIN`] less the distance of the tablebase position from the root, between mates and
//! evaluations. The transposition table stores both by their distance from the node ([`to_tt`],
//! [`from_tt`]).
//!
//! Evaluations of at least [`KNOWN_WIN`] are known wins (`eval::endings`). They grow with progress
//! and stay below tablebase wins.

/// Score in integer internal units (a pawn is about 250); mates and tablebase wins have reserved
/// ranges.
pub type Score = i32;

/// Maximum distance of a searched node from the root, in plies. It keeps depths and distances to
/// mate within what every GUI can parse.
pub const MAX_PLY: usize = 240;
/// Window bound above every possible score, in internal units.
pub const INFINITE: Score = 32_500;
/// Score of a checkmate at the root; a mate `n` plies away scores `MATE - n`.
pub const MATE: Score = 32_000;
/// Smallest absolute value of a mate score, in internal units.
pub const MATE_BOUND: Score = MATE - MAX_PLY as Score;
/// Score of a tablebase win at the root; a win `n` plies away scores `TB_WIN - n`.
pub const TB_WIN: Score = MATE_BOUND - 1;
/// Smallest absolute value of a mate or tablebase score; static evaluations stay below it.
pub const DECISIVE_BOUND: Score = TB_WIN - MAX_PLY as Score;
/// Smallest absolute value of the static evaluation of a known win (such as KRK); other evaluations
/// stay below it.
pub const KNOWN_WIN: Score = 21_000;
/// Score above which a side wins in almost any case, in internal units (four pawns; +2.75 to
/// +5.5 as displayed). The search then looks for a mate, which no margin of material rules out.
pub const WINNING: Score = 1000;
/// Half-move clock at which the fifty-move rule makes a draw, in plies.
pub const FIFTY_MOVE_PLIES: u16 = 100;
/// Score of a draw without contempt, 0.
pub const DRAW: Score = 0;

/// Score of a mate that the side to move gives `ply` plies from the root.
#[inline]
pub const fn mate_in(ply: usize) -> Score {
    MATE - ply as Score
}

/// Score of a mate that the side to move suffers `ply` plies from the root.
#[inline]
pub const fn mated_in(ply: usize) -> Score {
    ply as Score - MATE
}

/// Whether the score is a mate score, for either side.
#[inline]
pub const fn is_mate(score: Score) -> bool {
    score.abs() >= MATE_BOUND
}

/// Whether the static evaluation is that of a known win (such as KRK), for either side.
#[inline]
pub const fn is_known_win(evaluation: Score) -> bool {
    evaluation.abs() >= KNOWN_WIN
}

/// Score of a tablebase win that is reached `ply` plies from the root.
#[inline]
pub const fn tb_win_in(ply: usize) -> Score {
    TB_WIN - ply as Score
}

/// Whether the score is a mate or tablebase win for either side.
#[inline]
pub const fn is_decisive(score: Score) -> bool {
    score.abs() >= DECISIVE_BOUND
}

/// Plies until a tablebase is reached, and the winner (1 side to move, -1 opponent); `None`
/// for other scores.
pub const fn plies_to_tb(score: Score) -> Option<(i32, i32)> {
    if is_decisive(score) && !is_mate(score) {
        Some((TB_WIN - score.abs(), score.signum()))
    } else {
        None
    }
}

/// Number of moves to mate in a mate score, negative if the side to move is mated; `None` for other
/// scores.
pub const fn moves_to_mate(score: Score) -> Option<i32> {
    // Minus infinite is no mate: a move without a score has it.
    if !is_mate(score) || score.abs() > MATE {
        None
    } else if score > 0 {
        Some((MATE - score + 1) / 2)
    } else {
        Some(-(MATE + score) / 2)
    }
}

/// Converts a score at `ply` for the transposition table, so that mates and tablebase wins count
/// from the node.
#[inline]
pub const fn to_tt(score: Score, ply: usize) -> Score {
    if score >= DECISIVE_BOUND {
        score + ply as Score
    } else if score <= -DECISIVE_BOUND {
        score - ply as Score
    } else {
        score
    }
}

/// Converts a transposition-table score for a node `ply` plies from the root, the inverse of
/// [`to_tt`].
#[inline]
pub const fn from_tt(score: Score, ply: usize) -> Score {
    if score >= DECISIVE_BOUND {
        score - ply as Score
    } else if score <= -DECISIVE_BOUND {
        score + ply as Score
    } else {
        score
    }
}

/// Converts a transposition-table score like [`from_tt`], for a node with this half-move clock
/// (plies). A mate or tablebase win that the fifty-move rule would forestall is not proved there;
/// it becomes the highest score that is not decisive.
#[inline]
pub const fn from_tt_with_clock(score: Score, ply: usize, clock: u16) -> Score {
    let from = if is_mate(score) { MATE } else { TB_WIN };
    if is_decisive(score) && from - score.abs() > FIFTY_MOVE_PLIES as Score - clock as Score {
        (DECISIVE_BOUND - 1) * score.signum()
    } else {
        from_tt(score, ply)
    }
}
