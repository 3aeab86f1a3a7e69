//! Ranks of the root moves by tablebases. The best rank keeps the result and makes progress.
//!
//! The search chooses among the moves that keep a win, which finds mates and plays more naturally
//! than the tables. This applies only in the first `FREE_PLIES` plies after a capture or pawn move,
//! while the fifty-move rule is far away (`FREE_CLOCK`) and no position was repeated. After that
//! only the moves with the shortest DTZ have the best rank. The DTZ falls with each ply, so the
//! engine converts every won position. The losing side chooses freely until the fifty-move rule is
//! within reach.

use super::{Distance, TablebaseOptions, TablebaseResult, Tablebases};
use crate::chess::draw::is_repetition;
use crate::chess::{Board, Game, Move};
use crate::score::FIFTY_MOVE_PLIES;

/// Number of plies after a capture or pawn move during which all winning root moves get the same
/// tablebase rank.
const FREE_PLIES: i32 = 8;
/// Maximum half-move clock, expected at the next zeroing move, for winning root moves to share a
/// tablebase rank.
const FREE_CLOCK: i32 = 90;
/// Half-move clock of a draw, in plies.
const DRAW_CLOCK: i32 = FIFTY_MOVE_PLIES as i32;
/// Rank of a win, and, negated, of a loss, before the distance is subtracted.
const WON: i32 = 20_000;
/// Rank of a win that the fifty-move rule turns into a draw, and, negated, of such a loss.
const CURSED_WIN: i32 = 10_000;

/// Root move with its tablebase rank and its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RankedMove {
    /// The move.
    pub mv: Move,
    /// Rank; higher is better. The search chooses among moves of the same rank.
    pub rank: i32,
    /// Result for the side that moves. With distances it includes the half-move clock and
    /// repetitions.
    pub result: TablebaseResult,
}

/// Tablebase ranks of all legal moves in the root position.
#[derive(Clone, Debug)]
pub struct Ranking {
    /// Legal moves in the order of generation.
    pub moves: Vec<RankedMove>,
    /// Whether the ranks include distances. Without them the search must find the way to win.
    pub by_distance: bool,
}

impl Ranking {
    /// Tablebase rank of a root move; `None` if the move is not legal.
    pub fn of(&self, mv: Move) -> Option<&RankedMove> {
        self.moves.iter().find(|ranked| ranked.mv == mv)
    }

    /// Root move with the best tablebase rank; `None` without a legal move.
    pub fn best(&self) -> Option<&RankedMove> {
        self.moves.iter().max_by_key(|ranked| ranked.rank)
    }
}

/// Ranks the legal moves of a game's last position by tablebases; `None` if these do not cover
/// it. The ranks are by distance (DTZ), or by result (WDL) if DTZ tables are missing.
pub fn rank(tables: &Tablebases, game: &Game, options: &TablebaseOptions) -> Option<Ranking> {
    let board = game.board();
    if board.occupied().count() as usize > tables.max_pieces(options)
        || board.castling_rooks().any()
    {
        return None;
    }
    let ranker = Ranker { tables, game, options: *options, has_repeated: has_repeated(game) };
    let moves = board.legal_moves();
    if let Some(moves) = moves.iter().map(|&mv| ranker.by_distance(mv)).collect() {
        return Some(Ranking { moves, by_distance: true });
    }
    let moves: Option<Vec<RankedMove>> = moves.iter().map(|&mv| ranker.by_wdl(mv)).collect();
    moves.map(|moves| Ranking { moves, by_distance: false })
}

/// Whether a position has occurred twice since the last capture or pawn move.
fn has_repeated(game: &Game) -> bool {
    let reach = usize::from(game.board().halfmove_clock()) + 1;
    let keys = &game.keys()[game.keys().len().saturating_sub(reach)..];
    keys.iter().enumerate().any(|(index, key)| keys[..index].contains(key))
}

struct Ranker<'a> {
    tables: &'a Tablebases,
    game: &'a Game,
    options: TablebaseOptions,
    has_repeated: bool,
}

impl Ranker<'_> {
    fn by_distance(&self, mv: Move) -> Option<RankedMove> {
        let after = self.game.board().after(mv);
        let distance = match self.end(&after) {
            Some(TablebaseResult::Win) => Distance { plies: 1, is_rounded: false },
            Some(_) => Distance { plies: 0, is_rounded: false },
            None if after.halfmove_clock() == 0 => zeroing(-self.tables.probe_wdl(&after)?),
            None => {
                let reply = self.tables.probe_dtz(&after)?;
                Distance { plies: -(reply.plies + reply.plies.signum()), ..reply }
            }
        };
        let (rank, result) = self.judge(distance);
        Some(RankedMove { mv, rank, result })
    }

    fn by_wdl(&self, mv: Move) -> Option<RankedMove> {
        let after = self.game.board().after(mv);
        let mut result = match self.end(&after) {
            Some(end) => end,
            None => -self.tables.probe_wdl(&after)?,
        };
        if !self.options.fifty_moves {
            result = result.without_fifty_moves();
        }
        let rank = match result {
            TablebaseResult::Win => WON,
            TablebaseResult::CursedWin => CURSED_WIN,
            TablebaseResult::Draw => 0,
            TablebaseResult::BlessedLoss => -CURSED_WIN,
            TablebaseResult::Loss => -WON,
        };
        Some(RankedMove { mv, rank, result })
    }

    /// Result for the side that has moved, if the move ends the game.
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
            || after.is_insufficient_material()
            || self.options.fifty_moves && after.is_fifty_move_draw();
        is_draw.then_some(TablebaseResult::Draw)
    }

    /// Rank and result of a move that leads to zeroing in this distance, negative for the loser.
    fn judge(&self, distance: Distance) -> (i32, TablebaseResult) {
        let fifty_moves = self.options.fifty_moves;
        let clock = i32::from(self.game.board().halfmove_clock());
        let plies = distance.plies.abs();
        let longest = plies + i32::from(distance.is_rounded);
        let in_time = !fifty_moves || longest + clock <= DRAW_CLOCK;
        if distance.plies == 0 {
            (0, TablebaseResult::Draw)
        } else if distance.plies > 0 && in_time {
            let is_far = !fifty_moves || longest + clock <= FREE_CLOCK;
            let is_free = clock < FREE_PLIES && is_far && !self.has_repeated;
            (if is_free { WON } else { WON - plies }, TablebaseResult::Win)
        } else if distance.plies > 0 {
            (CURSED_WIN - plies - clock, TablebaseResult::CursedWin)
        } else if in_time {
            let is_hopeless = !fifty_moves || 2 * plies + clock < DRAW_CLOCK;
            (if is_hopeless { -WON } else { plies - WON }, TablebaseResult::Loss)
        } else {
            (plies + clock - CURSED_WIN, TablebaseResult::BlessedLoss)
        }
    }
}

/// Distance of a capture or pawn move with this result.
fn zeroing(result: TablebaseResult) -> Distance {
    let plies = match result {
        TablebaseResult::Win => 1,
        TablebaseResult::CursedWin => 1 + DRAW_CLOCK,
        TablebaseResult::Draw => 0,
        TablebaseResult::BlessedLoss => -1 - DRAW_CLOCK,
        TablebaseResult::Loss => -1,
    };
    Distance { plies, is_rounded: false }
}
