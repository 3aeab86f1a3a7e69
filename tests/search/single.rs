//! A search with one thread and all data that its worker borrows, for tests of parts of the search.

use secateur::chess::Game;
use secateur::eval::Evaluator;
use secateur::search::clock::Clock;
use secateur::search::node::{Node, NodeContext, NodeKind, PriorityMoves, TablebaseBounds};
use secateur::search::setup::{SearchSetup, TablebaseSetup};
use secateur::search::shared::Shared;
use secateur::search::table::Table;
use secateur::search::thread_data::LazyThreadData;
use secateur::search::worker::Worker;
use secateur::search::{Limits, Listener, Signals, Techniques};
use std::time::{Duration, Instant};

/// Data of a search with one thread. A test changes the fields that it needs.
pub(crate) struct SingleSearch<'a> {
    pub(crate) game: Game,
    pub(crate) limits: Limits,
    pub(crate) techniques: Techniques,
    pub(crate) table: Table,
    pub(crate) thread_data: LazyThreadData,
    pub(crate) tablebases: TablebaseSetup<'a>,
    pub(crate) start: Instant,
    evaluator: Evaluator,
}

impl SingleSearch<'_> {
    /// Creates a search of the last position of the game, with the default techniques and an empty
    /// table of 1 MB.
    pub(crate) fn new(game: Game, limits: Limits) -> Self {
        SingleSearch {
            game,
            limits,
            techniques: Techniques::FULL,
            table: Table::new(1).expect("a table of 1 MB"),
            thread_data: LazyThreadData::default(),
            tablebases: TablebaseSetup::default(),
            start: Instant::now(),
            evaluator: Evaluator::default(),
        }
    }

    /// Calls `test` with the worker of the search.
    pub(crate) fn run<R>(&mut self, test: impl FnOnce(&mut Worker<'_>) -> R) -> R {
        self.run_with(&Signals::default(), None, test)
    }

    /// Calls `test` with the worker of the search, which uses these signals and this listener.
    pub(crate) fn run_with<R>(
        &mut self,
        signals: &Signals,
        listener: Option<&mut dyn Listener>,
        test: impl FnOnce(&mut Worker<'_>) -> R,
    ) -> R {
        let SingleSearch {
            game,
            limits,
            techniques,
            table,
            thread_data,
            tablebases,
            start,
            evaluator,
        } = self;
        let side = game.board().side_to_move();
        let clock = Clock::new(limits, side, Duration::ZERO, techniques.tunables, *start);
        let shared = Shared::new(table, signals, limits, clock, 1);
        let setup = SearchSetup {
            tablebases: *tablebases,
            ..SearchSetup::new(game, evaluator, *techniques)
        };
        let listener = listener.map(|listener| -> &mut dyn Listener { listener });
        test(&mut Worker::new(&shared, thread_data.get_or_allocate(1), &setup, 0, listener))
    }
}

/// A CUT node of depth 5 with the window from 0 to 1 that the search knows nothing about.
pub(crate) fn bare_node() -> Node {
    Node {
        alpha: 0,
        beta: 1,
        depth: 5,
        context: NodeContext { kind: NodeKind::Cut, ..NodeContext::ROOT },
        tablebase_bounds: TablebaseBounds::UNBOUNDED,
        hit: None,
        evals: None,
        improving: false,
        tt_pv: false,
        can_repeat: false,
        priority_moves: PriorityMoves::new(),
        verified_from: None,
    }
}
