//! Layer 5: the engine, one facade for UCI, the command line, the tools and the tests.

mod pv_finisher;
pub mod strength;

use crate::chess::{Board, Color, Game, Move, MoveList};
use crate::eval::{Evaluator, wdl};
use crate::machine::CORES;
use crate::mate::completion::PvCompleter;
use crate::mate::go_mate::{GoCommand, MateSearch, Searcher};
use crate::score::{DRAW, Score, mated_in};
use crate::search::clock::Clock;
use crate::search::pv::Line;
pub use crate::search::report::Answer;
use crate::search::report::Report;
use crate::search::setup::{SearchSetup, TablebaseSetup};
use crate::search::shared::Shared;
use crate::search::smp::{self, SearchResult};
use crate::search::statistics::Statistics;
use crate::search::table::{Bound, OutOfMemory, Scheme, Table};
use crate::search::thread_data::LazyThreadData;
use crate::search::{Limits, Listener, Progress, Signals, Silent, Techniques};
use crate::tablebase::ranking::{self, Ranking};
use crate::tablebase::{TablebaseError, TablebaseOptions, Tablebases};
use pv_finisher::{PvFinisher, ReportedPv};
use std::time::{Duration, Instant};
use strength::Strength;

/// Default size of the transposition table in megabytes.
pub const DEFAULT_HASH_MEGABYTES: usize = 16;
/// Default move overhead, the time reserved for sending `bestmove` to the GUI.
pub const DEFAULT_MOVE_OVERHEAD: Duration = Duration::from_millis(10);

/// Maximum number of threads for each core in a timed search.
const THREADS_PER_CORE: usize = 4;

/// Settings of an engine, such as hash size, number of threads, MultiPV and move overhead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Size of the transposition table, in megabytes.
    pub hash_megabytes: usize,
    /// Number of search threads, at least one.
    pub threads: usize,
    /// Number of PVs (MultiPV), at least one.
    pub multi_pv: usize,
    /// Move overhead, subtracted from every time limit.
    pub move_overhead: Duration,
    /// Search techniques and their parameters.
    pub techniques: Techniques,
    /// Strength limit; `None` for full strength.
    pub strength: Option<Strength>,
    /// Seed of the random choices at limited strength.
    pub seed: u64,
    /// Contempt: the value of a draw below zero for the side to move at the root, in centipawns.
    pub contempt: i32,
    /// Use of the tablebases.
    pub tablebase_options: TablebaseOptions,
    /// The main search thread is the one that calls [`Engine::go`], which makes short searches
    /// much faster. That thread needs a stack of [`STACK`](smp::STACK) bytes.
    pub in_place: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            hash_megabytes: DEFAULT_HASH_MEGABYTES,
            threads: 1,
            multi_pv: 1,
            move_overhead: DEFAULT_MOVE_OVERHEAD,
            techniques: Techniques::FULL,
            strength: None,
            seed: 0,
            contempt: 0,
            tablebase_options: TablebaseOptions::default(),
            in_place: false,
        }
    }
}

/// Chess engine for one game at a time; [`Engine::set_game`] sets the game, [`Engine::go`]
/// searches.
#[derive(Debug)]
pub struct Engine {
    game: Game,
    table: Table,
    /// The default table while an experiment uses another.
    default_table: Option<Table>,
    /// Data of each thread. A thread is the first to access its own, so it lies on its NUMA node.
    thread_data: Vec<LazyThreadData>,
    evaluator: Evaluator,
    tablebases: Option<Tablebases>,
    /// Problems of the tablebases are reported, once a game.
    has_reported_problem: bool,
    /// Side to move in the last position searched.
    searched_for: Option<Color>,
    settings: Settings,
}

impl Engine {
    /// Creates an engine at the initial position with the default evaluation.
    pub fn new(settings: Settings) -> Result<Engine, OutOfMemory> {
        Engine::with_evaluator(settings, Evaluator::default())
    }

    /// Creates an engine at the initial position with the given static evaluation.
    pub fn with_evaluator(settings: Settings, evaluator: Evaluator) -> Result<Engine, OutOfMemory> {
        let mut engine = Engine {
            game: Game::default(),
            table: Table::new(settings.hash_megabytes)?,
            default_table: None,
            thread_data: Vec::new(),
            evaluator,
            tablebases: None,
            has_reported_problem: false,
            searched_for: None,
            settings,
        };
        engine.set_multi_pv(settings.multi_pv);
        engine.set_threads(settings.threads);
        // One thread can search whatever memory is refused later.
        if engine.thread_data[0].reserve(settings.threads) {
            Ok(engine)
        } else {
            Err(OutOfMemory::Thread)
        }
    }

    /// Replaces the transposition table by one with another replacement scheme, for experiments.
    /// The default table is kept aside.
    pub fn use_table(&mut self, scheme: Scheme, entries: usize) {
        let replaced = std::mem::replace(&mut self.table, Table::with_scheme(scheme, entries));
        self.default_table.get_or_insert(replaced);
    }

    /// Restores the default transposition table, with its entries, after [`Engine::use_table`].
    pub fn use_default_table(&mut self) {
        if let Some(table) = self.default_table.take() {
            self.table = table;
        }
    }

    /// Replaces the evaluation and clears everything that depends on it, such as the transposition
    /// table.
    pub fn use_evaluator(&mut self, evaluator: Evaluator) {
        self.evaluator = evaluator;
        self.clear_memory();
    }

    /// Clears the transposition table and the histories.
    pub fn clear_memory(&mut self) {
        self.clear_table();
        self.thread_data.iter_mut().for_each(LazyThreadData::clear_before_use);
    }

    /// The static evaluation that the engine uses.
    pub fn evaluator(&self) -> &Evaluator {
        &self.evaluator
    }

    /// Opens the tablebases in the folders of a tablebase path; an empty path closes them. A new
    /// path clears the transposition table. If no tablebase is found, nothing changes.
    pub fn use_tablebases(&mut self, path: &str) -> Result<(), TablebaseError> {
        if self.tablebases.as_ref().map_or("", Tablebases::path) != path {
            self.tablebases = if path.is_empty() { None } else { Some(Tablebases::open(path)?) };
            self.has_reported_problem = false;
            self.clear_table();
        }
        Ok(())
    }

    /// The tablebases that the engine probes; `None` if none are open.
    pub fn tablebases(&self) -> Option<&Tablebases> {
        self.tablebases.as_ref()
    }

    /// Sets the limits for probing tablebases (pieces, depth, fifty-move rule). Another
    /// fifty-move rule clears the transposition table.
    pub fn set_tablebase_options(&mut self, options: TablebaseOptions) {
        let before = self.settings.tablebase_options;
        if self.tablebases.is_some() && options.fifty_moves != before.fifty_moves {
            self.clear_table();
        }
        self.settings.tablebase_options = options;
    }

    /// The current settings of the engine, such as hash size and number of threads.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The game whose last position the engine searches next.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The last position of the game, which the engine searches next.
    pub fn board(&self) -> &Board {
        self.game.board()
    }

    /// Prepares for a new game by clearing the transposition table and the histories.
    pub fn new_game(&mut self) {
        self.clear_memory();
        self.has_reported_problem = false;
        self.settings.seed = self.settings.seed.wrapping_add(1);
    }

    /// Clears the transposition table and leaves the histories unchanged.
    pub fn clear_table(&mut self) {
        self.table.clear(self.settings.threads);
    }

    /// Sets the game whose last position is searched; the transposition table is kept.
    pub fn set_game(&mut self, game: Game) {
        self.game = game;
    }

    /// Appends a legal move to the game that the engine plays.
    pub fn play(&mut self, mv: Move) {
        self.game.play(mv);
    }

    /// Sets the size of the transposition table in megabytes; a new size clears the table. If the
    /// system refuses the memory, the table keeps its size and is empty. If it refuses even that,
    /// the table has one cluster until a later call succeeds.
    pub fn set_hash(&mut self, megabytes: usize) -> Result<(), OutOfMemory> {
        if megabytes == self.settings.hash_megabytes && self.table.megabytes() > 0 {
            return Ok(());
        }
        self.table.resize(megabytes, self.settings.threads)?;
        self.settings.hash_megabytes = megabytes;
        Ok(())
    }

    /// Accesses the memory of a resized transposition table, so that the next search does not.
    pub fn touch_table(&mut self) {
        self.table.touch(self.settings.threads);
    }

    /// Sets the number of search threads.
    pub fn set_threads(&mut self, threads: usize) {
        self.settings.threads = threads.max(1);
        self.thread_data.resize_with(self.settings.threads, LazyThreadData::default);
    }

    /// Sets the number of principal variations to search (MultiPV).
    pub fn set_multi_pv(&mut self, multi_pv: usize) {
        self.settings.multi_pv = multi_pv.max(1);
    }

    /// Sets the move overhead, which shortens the time limit of every move.
    pub fn set_move_overhead(&mut self, overhead: Duration) {
        self.settings.move_overhead = overhead;
    }

    /// Sets the search techniques, that is their switches and tunable parameters.
    pub fn set_techniques(&mut self, techniques: impl Into<Techniques>) {
        self.settings.techniques = techniques.into();
    }

    /// Limits the playing strength to a level of `UCI_Elo`; `None` is full strength.
    pub fn set_strength(&mut self, strength: Option<Strength>) {
        self.settings.strength = strength;
    }

    /// Sets the random seed for the choice among moves at limited strength. Every new game
    /// increments it.
    pub fn set_seed(&mut self, seed: u64) {
        self.settings.seed = seed;
    }

    /// Sets the contempt in centipawns (positive avoids draws); a new value clears the
    /// transposition table.
    pub fn set_contempt(&mut self, centipawns: i32) {
        if centipawns != self.settings.contempt {
            self.settings.contempt = centipawns;
            self.clear_table();
        }
    }

    /// Static evaluation of the current position for the side to move, in internal units.
    pub fn evaluate(&self) -> Score {
        self.evaluator.evaluate(self.game.board())
    }

    /// Finds the best move within the limits, without reports; an infinite search never returns.
    pub fn find_move(&mut self, limits: &Limits) -> Answer {
        self.go(limits, &Signals::default(), Instant::now(), &mut Silent)
    }

    /// Searches the last position of the game within the limits; time counts from `start`. An
    /// infinite search or a search in pondering mode returns only once the signals allow it.
    pub fn go(
        &mut self,
        limits: &Limits,
        signals: &Signals,
        start: Instant,
        listener: &mut (dyn Listener + Send),
    ) -> Answer {
        let Settings { move_overhead, techniques, .. } = &self.settings;
        let side = self.board().side_to_move();
        let clock = Clock::new(limits, side, *move_overhead, techniques.tunables, start)
            .at_move(self.board().fullmove_number(), limits);
        let answer = match limits.mate.filter(|_| self.settings.strength.is_none()) {
            _ if !self.has_move(limits) => self.answer_without_move(clock, listener),
            Some(moves) => {
                let megabytes = self.settings.hash_megabytes;
                MateSearch::new(moves, GoCommand { limits, signals, clock }, listener)
                    .run(self, megabytes)
            }
            None => self.search(GoCommand { limits, signals, clock }, listener),
        };
        listener.finished(&answer.progress);
        signals.wait_until_answerable(limits.infinite);
        answer
    }

    fn has_move(&self, limits: &Limits) -> bool {
        let legal: MoveList = self.board().legal_moves();
        legal.iter().any(|mv| limits.search_moves.is_empty() || limits.search_moves.contains(mv))
    }

    fn search(&mut self, go: GoCommand<'_>, listener: &mut (dyn Listener + Send)) -> Answer {
        let GoCommand { limits, signals, clock } = go;
        let threads = self.threads_for(limits, listener);
        self.clear_draws_of_opponent();
        self.table.next_generation();
        let limits = &self.apply_strength(limits);
        let shared = Shared::new(&self.table, signals, limits, clock, threads);
        let board = *self.game.board();
        let (settings, shown) = (self.settings, self.settings.multi_pv);
        let ranking = self.rank_root_moves(&shared);
        if let Some(problem) = self.find_tablebase_problem(ranking.as_ref()) {
            listener.remark(&format!("tablebases: {problem}"));
            self.has_reported_problem = true;
        }
        let setup = SearchSetup {
            game: &self.game,
            multi_pv: settings.strength.map_or(shown, |level| level.lines(&board).max(shown)),
            techniques: settings.techniques,
            evaluator: &self.evaluator,
            contempt: wdl::from_centipawns(settings.contempt, wdl::material(&board)),
            tablebases: TablebaseSetup::new(
                self.tablebases.as_ref(),
                settings.tablebase_options,
                ranking.as_ref(),
            ),
            in_place: settings.in_place,
        };
        let completer = PvCompleter::new(&self.game, &shared);
        let mut finisher = PvFinisher { completer, multi_pv: shown, last: None, listener };
        let found = smp::search(&shared, setup, &mut self.thread_data[..threads], &mut finisher);
        let progress = shared.progress();
        let played = self.choose_move(&found, setup.multi_pv);
        let best = &found.root.moves[played];
        if played != 0 {
            finisher.pv(&Report::from_root_move(best, found.depth, 1, progress));
        }
        let ReportedPv { pv, score, bound, depth } =
            finisher.pv_of(best, found.depth, progress.nodes);
        Answer {
            best: Some(best.mv),
            ponder: pv.get(1).copied().or_else(|| self.expected_reply(best.mv)),
            score,
            bound,
            depth,
            pv,
            progress,
            statistics: found.statistics,
        }
    }

    /// Clears the table if the side to move at the root changes under contempt: the draw scores in
    /// the table have the wrong sign then.
    fn clear_draws_of_opponent(&mut self) {
        let side = self.board().side_to_move();
        if self.settings.contempt != 0 && self.searched_for.is_some_and(|other| other != side) {
            self.clear_table();
        }
        self.searched_for = Some(side);
    }

    /// Number of threads for a search. A timed search gets at most [`THREADS_PER_CORE`] for each
    /// core, since starting and joining many threads may take longer than the move.
    fn threads_for(&self, limits: &Limits, listener: &mut dyn Listener) -> usize {
        let (requested, max) = (self.thread_data.len(), *CORES * THREADS_PER_CORE);
        if !limits.is_timed(self.board().side_to_move()) || requested <= max {
            return requested;
        }
        listener.remark(&format!(
            "using {max} of {requested} threads: a timed search uses at most {THREADS_PER_CORE} per core"
        ));
        max
    }

    /// Limits with the nodes and root moves of the strength limit.
    fn apply_strength(&self, limits: &Limits) -> Limits {
        let Some(strength) = self.settings.strength else { return limits.clone() };
        let by_level = strength.nodes(self.board());
        let nodes = Some(limits.nodes.map_or(by_level, |nodes| nodes.min(by_level)));
        Limits {
            nodes,
            search_moves: strength.select_root_moves(self.board(), &limits.search_moves),
            ..limits.clone()
        }
    }

    /// Index of the root move to play: the best, or a random choice at limited strength.
    fn choose_move(&self, found: &SearchResult, multi_pv: usize) -> usize {
        // Before the end of the first iteration most moves have no score.
        let Some(strength) = self.settings.strength.filter(|_| found.depth > 0) else { return 0 };
        let candidates: Vec<(Move, Score)> = found
            .root
            .moves
            .iter()
            .take(multi_pv)
            .map(|root_move| (root_move.mv, root_move.known_score()))
            .collect();
        let seed = self.board().key() ^ self.settings.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        strength.choose(self.board(), &candidates, seed)
    }

    /// Ranks the root moves by tablebases if they contain the position.
    fn rank_root_moves(&self, shared: &Shared<'_>) -> Option<Ranking> {
        let options = &self.settings.tablebase_options;
        let ranking = ranking::rank(self.tablebases.as_ref()?, &self.game, options)?;
        shared.add_tb_hits(ranking.moves.len() as u64);
        Some(ranking)
    }

    /// Reason why the tablebases do not rank the root moves by distance although they cover the
    /// number of pieces. It takes a probe for each move, so after a report it is not computed again
    /// in the game.
    fn find_tablebase_problem(&self, ranking: Option<&Ranking>) -> Option<String> {
        let is_needed =
            !self.has_reported_problem && ranking.is_none_or(|ranking| !ranking.by_distance);
        let tablebases = self.tablebases.as_ref().filter(|_| is_needed)?;
        let board = self.board();
        let max_pieces = tablebases.max_pieces(&self.settings.tablebase_options);
        let is_covered = board.occupied().count() as usize <= max_pieces;
        if is_covered && board.castling_rooks().is_empty() {
            tablebases.unprobeable_reason(board)
        } else {
            None
        }
    }

    /// Move of the transposition table after `mv`, to ponder on if the PV ends with `mv`.
    fn expected_reply(&self, mv: Move) -> Option<Move> {
        let next = self.board().after(mv);
        self.table.probe(next.key())?.mv.filter(|&reply| next.is_legal(reply))
    }

    /// Answer for checkmate, stalemate, or `searchmoves` without a legal move.
    fn answer_without_move(&self, clock: Clock, listener: &mut (dyn Listener + Send)) -> Answer {
        let score = if self.board().in_check() { mated_in(0) } else { DRAW };
        let progress = Progress { time: clock.elapsed(), ..Progress::default() };
        let (pv, bound, depth) = (Line::new(), Bound::Exact, 0);
        let (selective_depth, multi_pv) = (0, 1);
        listener.pv(&Report { depth, selective_depth, multi_pv, score, bound, progress, pv: &pv });
        Answer {
            best: None,
            ponder: None,
            score,
            bound,
            depth,
            pv,
            progress,
            statistics: Statistics::default(),
        }
    }
}

impl Searcher for Engine {
    fn game(&self) -> &Game {
        &self.game
    }

    fn table(&self) -> &Table {
        &self.table
    }

    fn search(&mut self, go: GoCommand<'_>, listener: &mut (dyn Listener + Send)) -> Answer {
        Engine::search(self, go, listener)
    }
}
