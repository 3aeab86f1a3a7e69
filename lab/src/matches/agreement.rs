//! When a game of a match is over before its rules end it: both sides agree on how it will end.

use crate::experiments::samples::HalfPoints;
use secateur::score::Score;

/// Both sides agree on a decisive score, internal units, for [`RESIGN_PLIES`].
const RESIGN_SCORE: Score = 1000;
/// Plies.
const RESIGN_PLIES: i32 = 6;
/// The same, when it is Black who wins.
const LOST_PLIES: i32 = -RESIGN_PLIES;
/// Both sides see nothing, internal units, for [`DRAW_PLIES`] after [`DRAW_FROM`].
const DRAW_SCORE: Score = 8;
/// Plies.
const DRAW_PLIES: u32 = 16;
/// Plies.
const DRAW_FROM: usize = 80;

/// For how long both sides have said the same.
#[derive(Debug, Default)]
pub(super) struct Agreement {
    /// Plies for which White, or, below zero, Black is said to win.
    decided: i32,
    /// Plies for which nobody is.
    level: u32,
}

impl Agreement {
    /// A score has been told for White after so many plies: the half points of White, if no more
    /// need be played.
    pub(super) fn after(&mut self, score: Score, plies: usize) -> Option<HalfPoints> {
        // Signed, so that both sides must agree on who wins.
        self.decided = match score {
            score if score >= RESIGN_SCORE => (self.decided + 1).max(1),
            score if score <= -RESIGN_SCORE => (self.decided - 1).min(-1),
            _ => 0,
        };
        self.level =
            if score.abs() <= DRAW_SCORE && plies >= DRAW_FROM { self.level + 1 } else { 0 };
        match (self.decided, self.level) {
            (RESIGN_PLIES.., _) => Some(2),
            (..=LOST_PLIES, _) => Some(0),
            (_, DRAW_PLIES..) => Some(1),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_ends_when_both_sides_agree_for_long_enough() {
        let after = |scores: &[Score], plies| {
            let mut agreement = Agreement::default();
            scores.iter().map(|score| agreement.after(*score, plies)).last().expect("a score")
        };
        assert_eq!(after(&[RESIGN_SCORE; 6], 0), Some(2));
        assert_eq!(after(&[-RESIGN_SCORE; 6], 0), Some(0));
        assert_eq!(after(&[RESIGN_SCORE; 5], 0), None);
        assert_eq!(
            after(&[1200, -1200, 1200, -1200, 1200, -1200, 1200], 0),
            None,
            "each says that it wins"
        );
        assert_eq!((after(&[0; 16], DRAW_FROM), after(&[0; 16], DRAW_FROM - 1)), (Some(1), None));
    }
}
