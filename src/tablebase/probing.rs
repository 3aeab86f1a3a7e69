//! The tables as a search uses them.

use super::{TablebaseRules, Tablebases};
use crate::chess::Board;

/// Tables with the rules of asking them.
#[derive(Clone, Copy, Debug)]
pub struct Probing<'a> {
    tables: &'a Tablebases,
    /// Men up to which positions are looked up.
    men: u32,
    rules: TablebaseRules,
}

impl<'a> Probing<'a> {
    /// These tables by these rules; `None` if no position would be looked up.
    pub fn new(tables: &'a Tablebases, rules: &TablebaseRules) -> Option<Probing<'a>> {
        let men = tables.most_men(rules) as u32;
        (men > 0).then_some(Probing { tables, men, rules: *rules })
    }

    /// May a position be looked up that has so many plies left to search?
    #[inline]
    pub fn covers(&self, board: &Board, depth: i32) -> bool {
        let men = board.occupied().count();
        board.halfmove_clock() == 0
            && men <= self.men
            && (men < self.men || depth >= self.rules.depth)
            && board.castling_rooks().is_empty()
    }

    /// 1 where the side to move wins, -1 where it loses, 0 for a draw; `None` if the tables cannot
    /// tell.
    pub fn sign(&self, board: &Board) -> Option<i32> {
        self.tables.verdict(board).map(|verdict| verdict.sign(self.rules.fifty_moves))
    }
}
