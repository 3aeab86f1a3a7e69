//! The moves of a position in the tables, ranked so that the best rank keeps the outcome and wins
//! make progress.
//!
//! Among moves that keep a win the search may choose by its own lights, which plays more naturally
//! than tables do and finds the mates; but only for the first [`FREE_PLIES`] after a capture or
//! pawn move, as long as the fifty-move rule is [far](FREE_CLOCK) and nothing has been repeated.
//! After that the shortest way to the next capture or pawn move (DTZ) is taken, and it gets shorter
//! with each ply, so every won position is won in the end. Losers choose freely until the
//! fifty-move rule is in reach.

use super::{Distance, TablebaseResult, TablebaseRules, Tablebases};
use crate::chess::draw::is_repetition;
use crate::chess::{Board, Game, Move};

/// Plies since the last capture or pawn move in which all moves that keep the win rank alike.
pub const FREE_PLIES: i32 = 8;
/// Half-move clock by which a freely chosen move must have led to the next capture or pawn move.
pub const FREE_CLOCK: i32 = 90;
/// The half-move clock that draws.
const LAST_CLOCK: i32 = 100;
/// Ranks of wins, and, negative, of losses, before distances are taken off.
const WON: i32 = 20_000;
/// The same for those that the fifty-move rule spoils.
const SPOILT: i32 = 10_000;

/// A move and what it leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RankedMove {
    /// The move.
    pub mv: Move,
    /// Higher is better. Among moves of one rank the search may choose.
    pub rank: i32,
    /// What the move leads to for the side that makes it, half-move clock and repetitions taken
    /// into account where distances are known.
    pub verdict: TablebaseResult,
}

/// All moves of a position.
#[derive(Clone, Debug)]
pub struct Ranking {
    /// The legal moves, as generated.
    pub moves: Vec<RankedMove>,
    /// Are distances known? Otherwise only verdicts are, and whoever wins must look for the way
    /// himself.
    pub by_distance: bool,
}

impl Ranking {
    /// What this move leads to.
    pub fn of(&self, mv: Move) -> Option<&RankedMove> {
        self.moves.iter().find(|ranked| ranked.mv == mv)
    }

    /// What the position is worth.
    pub fn best(&self) -> Option<&RankedMove> {
        self.moves.iter().max_by_key(|ranked| ranked.rank)
    }
}

/// Ranks the moves of the game's position by distances, or by verdicts where distances are missing;
/// `None` if tables cannot tell.
pub fn rank(tables: &Tablebases, game: &Game, rules: &TablebaseRules) -> Option<Ranking> {
    let board = game.board();
    if board.occupied().count() as usize > tables.most_men(rules) || board.castling_rooks().any() {
        return None;
    }
    let ranker = Ranker { tables, game, rules: *rules, has_repeated: has_repeated(game) };
    let moves = board.legal_moves();
    if let Some(moves) = moves.iter().map(|&mv| ranker.by_distance(mv)).collect() {
        return Some(Ranking { moves, by_distance: true });
    }
    let moves: Option<Vec<RankedMove>> = moves.iter().map(|&mv| ranker.by_verdict(mv)).collect();
    moves.map(|moves| Ranking { moves, by_distance: false })
}

/// Has a position occurred twice since the last capture or pawn move?
fn has_repeated(game: &Game) -> bool {
    let reach = usize::from(game.board().halfmove_clock()) + 1;
    let keys = &game.keys()[game.keys().len().saturating_sub(reach)..];
    keys.iter().enumerate().any(|(index, key)| keys[..index].contains(key))
}

struct Ranker<'a> {
    tables: &'a Tablebases,
    game: &'a Game,
    rules: TablebaseRules,
    has_repeated: bool,
}

impl Ranker<'_> {
    fn by_distance(&self, mv: Move) -> Option<RankedMove> {
        let after = self.game.board().after(mv);
        let distance = match self.end(&after) {
            Some(TablebaseResult::Win) => Distance { plies: 1, is_rounded: false },
            Some(_) => Distance { plies: 0, is_rounded: false },
            None if after.halfmove_clock() == 0 => zeroing(-self.tables.verdict(&after)?),
            None => {
                let reply = self.tables.distance(&after)?;
                Distance { plies: -(reply.plies + reply.plies.signum()), ..reply }
            }
        };
        let (rank, verdict) = self.judge(distance);
        Some(RankedMove { mv, rank, verdict })
    }

    fn by_verdict(&self, mv: Move) -> Option<RankedMove> {
        let after = self.game.board().after(mv);
        let mut verdict = match self.end(&after) {
            Some(end) => end,
            None => -self.tables.verdict(&after)?,
        };
        if !self.rules.fifty_moves {
            verdict = verdict.without_fifty_moves();
        }
        let rank = match verdict {
            TablebaseResult::Win => WON,
            TablebaseResult::CursedWin => SPOILT,
            TablebaseResult::Draw => 0,
            TablebaseResult::BlessedLoss => -SPOILT,
            TablebaseResult::Loss => -WON,
        };
        Some(RankedMove { mv, rank, verdict })
    }

    /// Has the game ended with the move? Then how, for the side that has moved.
    fn end(&self, after: &Board) -> Option<TablebaseResult> {
        if after.count_moves() == 0 {
            return Some(if after.in_check() {
                TablebaseResult::Win
            } else {
                TablebaseResult::Draw
            });
        }
        let mut keys = self.game.keys().to_vec();
        keys.push(after.key());
        let is_third = is_repetition(&keys, after.halfmove_clock(), keys.len());
        let is_draw = is_third
            || after.is_dead_material()
            || self.rules.fifty_moves && after.is_fifty_move_draw();
        is_draw.then_some(TablebaseResult::Draw)
    }

    /// Rank and verdict of a move by which a side zeroes the clock within a distance, or cannot
    /// prevent it.
    fn judge(&self, distance: Distance) -> (i32, TablebaseResult) {
        let fifty_moves = self.rules.fifty_moves;
        let clock = i32::from(self.game.board().halfmove_clock());
        let plies = distance.plies.abs();
        let longest = plies + i32::from(distance.is_rounded);
        let in_time = !fifty_moves || longest + clock <= LAST_CLOCK;
        if distance.plies == 0 {
            (0, TablebaseResult::Draw)
        } else if distance.plies > 0 && in_time {
            let is_far = !fifty_moves || longest + clock <= FREE_CLOCK;
            let is_free = clock < FREE_PLIES && is_far && !self.has_repeated;
            (if is_free { WON } else { WON - plies }, TablebaseResult::Win)
        } else if distance.plies > 0 {
            (SPOILT - plies - clock, TablebaseResult::CursedWin)
        } else if in_time {
            let is_hopeless = !fifty_moves || 2 * plies + clock < LAST_CLOCK;
            (if is_hopeless { -WON } else { plies - WON }, TablebaseResult::Loss)
        } else {
            (plies + clock - SPOILT, TablebaseResult::BlessedLoss)
        }
    }
}

/// The distance of a capture or pawn move with this verdict.
fn zeroing(verdict: TablebaseResult) -> Distance {
    let plies = match verdict {
        TablebaseResult::Win => 1,
        TablebaseResult::CursedWin => 1 + LAST_CLOCK,
        TablebaseResult::Draw => 0,
        TablebaseResult::BlessedLoss => -1 - LAST_CLOCK,
        TablebaseResult::Loss => -1,
    };
    Distance { plies, is_rounded: false }
}
