//! Adjudication of games: a game ends early when both sides agree on its result.

use crate::experiments::samples::HalfPoints;
use secateur::score::Score;

/// Score for a win by adjudication, internal units, for [`RESIGN_PLIES`].
const RESIGN_SCORE: Score = 1000;
/// Plies with a decisive score.
const RESIGN_PLIES: i32 = 6;
/// The same for a win of Black.
const LOST_PLIES: i32 = -RESIGN_PLIES;
/// Score bound for a draw by adjudication, internal units, for [`DRAW_PLIES`] after [`DRAW_FROM`].
const DRAW_SCORE: Score = 8;
/// Plies with a drawn score.
const DRAW_PLIES: u32 = 16;
/// First ply at which a draw can be adjudicated.
const DRAW_FROM: usize = 80;

/// Number of plies for which the scores of both sides agree.
#[derive(Debug, Default)]
pub(super) struct Agreement {
    /// Plies with a decisive score; negative for Black.
    decided: i32,
    /// Plies with a drawn score.
    level: u32,
}

impl Agreement {
    /// Adds White's score after `plies` plies.
    /// Returns the half points of White once the game is adjudicated.
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
