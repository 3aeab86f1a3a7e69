//! What a search starts from, the same for all its threads.

use super::techniques::Techniques;
use crate::chess::Game;
use crate::eval::Evaluator;
use crate::score::Score;
use crate::tablebase::ranking::Ranking;
use crate::tablebase::{TablebaseOptions, TablebaseProbe, Tablebases};

/// Game, evaluation, techniques and options of a search, the same for all threads.
#[derive(Clone, Copy, Debug)]
pub struct SearchSetup<'a> {
    /// The game up to the root.
    pub game: &'a Game,
    /// Root moves that get a PV of their own (MultiPV).
    pub multi_pv: usize,
    /// The techniques that are on.
    pub techniques: Techniques,
    /// The evaluation of positions.
    pub evaluator: &'a Evaluator,
    /// Contempt, internal units: a draw counts for the side to move at the root as minus this.
    pub contempt: Score,
    /// The tablebases to probe.
    pub tablebases: TablebaseSetup<'a>,
    /// The main search thread is the caller's thread, which needs a stack of `smp::STACK` bytes.
    pub in_place: bool,
}

impl<'a> SearchSetup<'a> {
    /// Creates the setup of a search with one principal variation, without contempt and tablebases.
    pub fn new(
        game: &'a Game,
        evaluator: &'a Evaluator,
        techniques: Techniques,
    ) -> SearchSetup<'a> {
        SearchSetup {
            game,
            multi_pv: 1,
            techniques,
            evaluator,
            contempt: 0,
            tablebases: TablebaseSetup::default(),
            in_place: true,
        }
    }
}

/// Tablebases for one search, with root ranking and probing options.
#[derive(Clone, Copy, Debug, Default)]
pub struct TablebaseSetup<'a> {
    /// Access for probes inside the tree; `None` without tablebases.
    pub probing: Option<TablebaseProbe<'a>>,
    /// Tablebase ranking of the root moves; `None` without tablebases.
    pub ranking: Option<&'a Ranking>,
    /// Options for probing.
    pub options: TablebaseOptions,
}

impl<'a> TablebaseSetup<'a> {
    /// Creates the setup of a root with this ranking. The search probes the tablebases only if the
    /// root is not in them, or if it is won and the distances are missing.
    pub fn new(
        tablebases: Option<&'a Tablebases>,
        options: TablebaseOptions,
        ranking: Option<&'a Ranking>,
    ) -> TablebaseSetup<'a> {
        let is_won = |ranking: &Ranking| {
            ranking.best().is_some_and(|best| best.result.sign(options.fifty_moves) > 0)
        };
        let is_settled = ranking.is_some_and(|ranking| ranking.by_distance || !is_won(ranking));
        let probed = tablebases.filter(|_| !is_settled);
        let probing = probed.and_then(|tablebases| TablebaseProbe::new(tablebases, &options));
        TablebaseSetup { probing, ranking, options }
    }
}
