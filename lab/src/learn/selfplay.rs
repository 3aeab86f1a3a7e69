//! Self-play: one game from a random opening to its end or to adjudication.

use super::games::{GameResult, Ply, ScoredGame, score_of};
use crate::learn::chess960::{CHESS960_STARTS, chess960_start};
use crate::matches::adjudication::{Adjudication, Adjudicator, DrawRule, ResignRule, ScoreLimit};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use secateur::chess::{self, Board};
use secateur::engine::{Answer, Engine, Settings};
use secateur::eval::Evaluator;
use secateur::eval::wdl::{expected_score, material};
use secateur::score::Score;
use secateur::search::table::OutOfMemory;
use secateur::search::{Limits, Signals, Silent};
use secateur::stop::Stop;
use secateur::tools::openings::Openings;
use std::ops::RangeInclusive;
use std::time::Instant;

/// Node limit for scoring an opening; [`OPENING_FACTOR`] times the nodes per move if that is less.
const OPENING_NODES: u64 = 20_000;
/// Upper limit for scoring an opening, in multiples of the nodes per move.
const OPENING_FACTOR: u64 = 4;
/// Openings with an expected score of the side to move outside this range are discarded; half
/// permille (1000 is even).
const OPENING_EXPECTED: RangeInclusive<i32> = 400..=1600;
/// The adjudication of self-play games. Both sides must agree on the result.
/// The score of a win does not depend on the material. A limit on the expected score would be lower
/// with few pieces, and results would often repeat wrong scores. The first draw is after 92 plies.
const ADJUDICATION: Adjudication = Adjudication {
    draw: Some(DrawRule { move_number: 40, move_count: 6, score: ScoreLimit::Units(10) }),
    resign: Some(ResignRule { move_count: 2, score: ScoreLimit::Units(2000), two_sided: true }),
    longest: 400,
};
/// One game in this number is never adjudicated, so that the data contain won endings to the end.
const PLAYED_OUT: u32 = 20;

/// The settings of self-play games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SelfPlaySettings {
    /// Soft node limit per move; the hard limit is
    /// [`HARD_FACTOR`](secateur::search::limits::HARD_FACTOR) times as many.
    pub soft_nodes: u64,
    /// Share of games that start from a Chess960 position, 0 to 1.
    pub chess960: f64,
    /// Hash size, megabytes.
    pub hash_megabytes: usize,
}

impl SelfPlaySettings {
    fn move_limits(&self) -> Limits {
        Limits::with_soft_nodes(self.soft_nodes)
    }

    fn opening_limits(&self) -> Limits {
        Limits::with_soft_nodes(OPENING_NODES.min(self.soft_nodes.saturating_mul(OPENING_FACTOR)))
    }
}

/// Plays both sides of self-play games.
/// The search runs on the calling thread, which needs a stack of
/// [`STACK`](secateur::search::smp::STACK) bytes.
#[derive(Debug)]
pub struct SelfPlayer {
    engine: Engine,
    settings: SelfPlaySettings,
}

impl SelfPlayer {
    /// A player with these settings and this evaluation.
    pub fn new(
        settings: SelfPlaySettings,
        evaluator: Evaluator,
    ) -> Result<SelfPlayer, OutOfMemory> {
        let mut engine = Engine::new(Settings {
            hash_megabytes: settings.hash_megabytes,
            in_place: true,
            ..Settings::default()
        })?;
        engine.use_evaluator(evaluator);
        Ok(SelfPlayer { engine, settings })
    }

    /// Plays the game of this seed, independent of earlier games.
    /// `None` after an urgent stop.
    pub fn play(&mut self, seed: u64, stop: &Stop) -> Option<ScoredGame> {
        let start = self.opening(seed, stop)?;
        let limits = self.settings.move_limits();
        let mut plies = Vec::with_capacity(128);
        let adjudicates = is_adjudicated(seed);
        let mut adjudicator = Adjudicator::new(ADJUDICATION);
        let outcome = loop {
            if let Some(outcome) = self.engine.game().outcome() {
                break result(outcome, self.engine.board());
            }
            if plies.len() >= ADJUDICATION.longest {
                break GameResult::Draw;
            }
            if stop.is_urgent() {
                return None;
            }
            let answer = self.search(&limits);
            let result = adjudicator.add(answer.score, self.engine.board(), plies.len());
            let score = score_of(self.engine.board().side_to_move(), answer.score);
            let mv = answer.best.expect("the position has a legal move");
            plies.push(Ply { mv, score: score as i16 });
            if let Some(outcome) = result.filter(|_| adjudicates) {
                break outcome;
            }
            self.engine.play(mv);
        };
        Some(ScoredGame { start, outcome, plies })
    }

    /// Scores the positions of a game again; moves and outcome are unchanged.
    /// `None` after an urgent stop.
    pub fn rescore(&mut self, game: &ScoredGame, stop: &Stop) -> Option<ScoredGame> {
        let limits = self.settings.move_limits();
        let mut scored = game.clone();
        self.engine.new_game();
        self.engine.set_game(chess::Game::new(game.start));
        for ply in &mut scored.plies {
            if stop.is_urgent() {
                return None;
            }
            let score = self.search(&limits).score;
            ply.score = score_of(self.engine.board().side_to_move(), score) as i16;
            self.engine.play(ply.mv);
        }
        Some(scored)
    }

    /// The score of a position for the side to move, independent of earlier searches.
    pub fn score(&mut self, board: &Board) -> Score {
        self.engine.new_game();
        self.engine.set_game(chess::Game::new(*board));
        self.search(&self.settings.move_limits()).score
    }

    /// The first balanced opening of this seed.
    fn opening(&mut self, seed: u64, stop: &Stop) -> Option<Board> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let start = if rng.random_bool(self.settings.chess960.clamp(0.0, 1.0)) {
            chess960_start(rng.random_range(0..CHESS960_STARTS))
        } else {
            Board::default()
        };
        let limits = self.settings.opening_limits();
        for opening in Openings::new(rng.random(), vec![start]) {
            if stop.is_urgent() {
                return None;
            }
            self.engine.new_game();
            self.engine.set_game(chess::Game::new(*opening.board()));
            let score = self.search(&limits).score;
            if OPENING_EXPECTED.contains(&expected_score(score, material(self.engine.board()))) {
                break;
            }
        }
        Some(*self.engine.board())
    }

    fn search(&mut self, limits: &Limits) -> Answer {
        self.engine.go(limits, &Signals::default(), Instant::now(), &mut Silent)
    }
}

/// Whether the game of this seed may end by adjudication.
fn is_adjudicated(seed: u64) -> bool {
    // The complement, because the seed itself chooses the opening.
    !Xoshiro256PlusPlus::seed_from_u64(!seed).random_ratio(1, PLAYED_OUT)
}

/// The result of a game that ended by the rules.
fn result(outcome: chess::Outcome, last: &Board) -> GameResult {
    match outcome {
        chess::Outcome::Checkmate => GameResult::win_of(!last.side_to_move()),
        _ => GameResult::Draw,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The index of the score for White that ends the game, and the result. `first` is the number
    /// of plies before the first score.
    fn end(scores: &[Score], first: usize) -> Option<(usize, GameResult)> {
        let boards = [Board::default(), Board::default().after_null()];
        let mut adjudicator = Adjudicator::new(ADJUDICATION);
        scores.iter().enumerate().find_map(|(index, &score)| {
            let board = &boards[index % 2];
            let score = score_of(board.side_to_move(), score);
            Some((index, adjudicator.add(score, board, first + index)?))
        })
    }

    #[test]
    fn wins_are_adjudicated_after_four_plies_of_agreement() {
        assert_eq!(end(&[2000; 6], 0), Some((3, GameResult::WhiteWins)));
        assert_eq!(end(&[-2000; 6], 0), Some((3, GameResult::BlackWins)));
        assert_eq!((end(&[1999; 6], 0), end(&[-1999; 6], 0)), (None, None));
        assert_eq!(end(&[2500, -2500, 2500, -2500, 2500], 0), None);
        assert_eq!(end(&[2500, 2500, 2500, 1900, 2500, 2500, 2500], 0), None);
    }

    #[test]
    fn draws_are_adjudicated_only_late_in_the_game() {
        assert_eq!(end(&[0; 40], 0), None);
        for (level, beyond) in [(10, 11), (-10, -11)] {
            assert_eq!(end(&[level; 40], 80), Some((11, GameResult::Draw)));
            assert_eq!(end(&[beyond; 40], 80), None);
        }
    }

    #[test]
    fn one_game_in_twenty_is_not_adjudicated() {
        let played_out = (0..20_000).filter(|&seed| !is_adjudicated(seed)).count();
        assert!((900..1100).contains(&played_out), "{played_out}");
    }

    #[test]
    fn the_seed_determines_the_game() {
        let settings = SelfPlaySettings { soft_nodes: 100, chess960: 0.5, hash_megabytes: 1 };
        let mut player = SelfPlayer::new(settings, Evaluator::Material).expect("enough memory");
        let stop = Stop::default();
        let games: Vec<Option<ScoredGame>> =
            [1, 2, 1].into_iter().map(|seed| player.play(seed, &stop)).collect();
        assert_eq!(games[0], games[2]);
        assert_ne!(games[0], games[1]);
    }
}
