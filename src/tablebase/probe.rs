//! Tables as the search probes them.

use super::{TablebaseOptions, Tablebases};
use crate::chess::Board;

/// Access to tablebases from inside the search, with the limits for probing.
#[derive(Clone, Copy, Debug)]
pub struct TablebaseProbe<'a> {
    tables: &'a Tablebases,
    /// Maximum number of pieces of a probed position.
    pieces: u32,
    options: TablebaseOptions,
}

impl<'a> TablebaseProbe<'a> {
    /// Combines tablebases with their probing limits; `None` if the limits allow no probe.
    pub fn new(tables: &'a Tablebases, options: &TablebaseOptions) -> Option<TablebaseProbe<'a>> {
        let pieces = tables.max_pieces(options) as u32;
        (pieces > 0).then_some(TablebaseProbe { tables, pieces, options: *options })
    }

    /// Whether a position may be probed in the tablebases at this remaining depth in plies.
    #[inline]
    pub fn covers(&self, board: &Board, depth: i32) -> bool {
        let pieces = board.occupied().count();
        board.halfmove_clock() == 0
            && pieces <= self.pieces
            && (pieces < self.pieces || depth >= self.options.depth)
            && board.castling_rooks().is_empty()
    }

    /// Probes the tablebase result for the side to move (1 win, -1 loss, 0 draw); `None` without a
    /// usable table.
    pub fn result(&self, board: &Board) -> Option<i32> {
        self.tables.probe_wdl(board).map(|result| result.sign(self.options.fifty_moves))
    }
}
