//! Layer 4: the engine, one facade for UCI, the command line, the benchmark and the tests.

mod announcer;
mod mates;
mod prover;
pub mod strength;

use crate::chess::{Board, Color, Game, Move, MoveList};
use crate::eval::Evaluator;
use crate::eval::winning;
use crate::score::{DRAW, Score, mated_in};
use crate::search::clock::Clock;
use crate::search::lines::Finisher;
use crate::search::memory::{CORES, ThreadMemory};
use crate::search::pv::Line;
use crate::search::report::Report;
use crate::search::shared::Shared;
use crate::search::smp::{self, Found, Plan};
use crate::search::statistics::Statistics;
use crate::search::table::{Bound, OutOfMemory, Scheme, Table};
use crate::search::worker::TableKnowledge;
use crate::search::{Limits, Listener, Progress, Signals, Techniques};
use crate::tablebase::ranking::{self, Ranking};
use crate::tablebase::{NoTables, Probing, Rules, Tablebases};
use announcer::Announcer;
use std::time::{Duration, Instant};
use strength::Strength;

/// Megabytes of transposition table to begin with.
pub const DEFAULT_HASH_MEGABYTES: usize = 16;
/// The time that passes between an answer and the stopping of the clock, to begin with.
pub const DEFAULT_MOVE_OVERHEAD: Duration = Duration::from_millis(10);

/// Threads for each core, at most, in a search on the clock.
const THREADS_A_CORE: usize = 4;

/// What may be set from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Megabytes of transposition table.
    pub hash_megabytes: usize,
    /// Search threads, at least one.
    pub threads: usize,
    /// Root moves that get a line of their own, at least one.
    pub lines: usize,
    /// Taken off every time limit.
    pub move_overhead: Duration,
    /// Which techniques are on.
    pub techniques: Techniques,
    /// The level to play at; `None` for the best play there is.
    pub strength: Option<Strength>,
    /// Decides, with the position, by what chance a level below the best chooses.
    pub seed: u64,
    /// How much less than nothing a draw is worth to the side to move, in centipawns as they are
    /// shown.
    pub contempt: i32,
    /// How endgame tables are used, where there are any.
    pub tables: Rules,
    /// A search with one thread runs on the thread that calls [`Engine::go`], which saves short
    /// searches a good part of their time. The caller answers for a stack of [`STACK`](smp::STACK)
    /// bytes.
    pub in_place: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            hash_megabytes: DEFAULT_HASH_MEGABYTES,
            threads: 1,
            lines: 1,
            move_overhead: DEFAULT_MOVE_OVERHEAD,
            techniques: Techniques::FULL,
            strength: None,
            seed: 0,
            contempt: 0,
            tables: Rules::default(),
            in_place: false,
        }
    }
}

/// The answer to a search.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The move to play; `None` if there is none.
    pub best: Option<Move>,
    /// The reply expected.
    pub ponder: Option<Move>,
    /// Score for the side to move.
    pub score: Score,
    /// The last iteration completed, in plies.
    pub depth: u32,
    /// The best line.
    pub pv: Line,
    /// What it cost.
    pub progress: Progress,
    /// What was done for that, technique by technique.
    pub statistics: Statistics,
}

/// A game, a table, memories, and the settings to search with.
#[derive(Debug)]
pub struct Engine {
    game: Game,
    table: Table,
    /// One a thread, which makes its own when it first searches: so they lie near it, and unused
    /// ones cost nothing.
    memories: Vec<ThreadMemory>,
    evaluator: Evaluator,
    tablebases: Option<Tablebases>,
    /// What is missing of them has been told, in this game.
    has_told_trouble: bool,
    /// Who was to move in the position searched last.
    searched_for: Option<Color>,
    settings: Settings,
}

impl Engine {
    /// An engine at the initial position.
    pub fn new(settings: Settings) -> Result<Engine, OutOfMemory> {
        Engine::with_evaluator(settings, Evaluator::default())
    }

    /// The same, judging positions like this.
    pub fn with_evaluator(settings: Settings, evaluator: Evaluator) -> Result<Engine, OutOfMemory> {
        let mut engine = Engine {
            game: Game::default(),
            table: Table::new(settings.hash_megabytes)?,
            memories: Vec::new(),
            evaluator,
            tablebases: None,
            has_told_trouble: false,
            searched_for: None,
            settings,
        };
        engine.set_threads(settings.threads);
        // Whatever else is refused later, there will be one thread that can search.
        if engine.memories[0].reserve(settings.threads) {
            Ok(engine)
        } else {
            Err(OutOfMemory::Thread)
        }
    }

    /// Replaces the table by an empty one of this many entries with a scheme of the papers, for
    /// experiments.
    pub fn use_table(&mut self, scheme: Scheme, entries: usize) {
        self.table = Table::with_scheme(scheme, entries);
    }

    /// Goes back from a table of the papers to the one that the settings ask for.
    pub fn use_default_table(&mut self) {
        if self.table.scheme() != Scheme::Cluster
            && let Ok(table) = Table::new(self.settings.hash_megabytes)
        {
            self.table = table;
        }
    }

    /// Judges positions like this from now on; what the table holds was judged otherwise, so it is
    /// emptied.
    pub fn use_evaluator(&mut self, evaluator: Evaluator) {
        self.evaluator = evaluator;
        self.new_game();
    }

    /// The evaluation in use.
    pub fn evaluator(&self) -> &Evaluator {
        &self.evaluator
    }

    /// Looks for endgame tables along this path from now on, nowhere if it is empty; the same path
    /// again changes nothing. Where nothing is found the tables stay as they were. What the
    /// transposition table holds was found with others, so it is emptied.
    pub fn use_tablebases(&mut self, path: &str) -> Result<(), NoTables> {
        if self.tablebases.as_ref().map_or("", Tablebases::path) != path {
            self.tablebases = if path.is_empty() { None } else { Some(Tablebases::open(path)?) };
            self.has_told_trouble = false;
            self.clear_table();
        }
        Ok(())
    }

    /// The endgame tables in use.
    pub fn tablebases(&self) -> Option<&Tablebases> {
        self.tablebases.as_ref()
    }

    /// Sets how endgame tables are used. Scores found under another fifty-move rule are forgotten.
    pub fn set_table_rules(&mut self, rules: Rules) {
        if self.tablebases.is_some() && rules.fifty_moves != self.settings.tables.fifty_moves {
            self.clear_table();
        }
        self.settings.tables = rules;
    }

    /// What is set.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The game so far.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The position to search.
    pub fn board(&self) -> &Board {
        self.game.board()
    }

    /// Forgets all that earlier games taught.
    pub fn new_game(&mut self) {
        self.clear_table();
        self.memories.iter_mut().for_each(ThreadMemory::forget);
        self.has_told_trouble = false;
        self.settings.seed = self.settings.seed.wrapping_add(1);
    }

    /// Empties the transposition table.
    pub fn clear_table(&mut self) {
        self.table.clear(self.settings.threads);
    }

    /// Takes over a game; what has been learned stays.
    pub fn set_game(&mut self, game: Game) {
        self.game = game;
    }

    /// Goes on in the game by a legal move.
    pub fn play(&mut self, mv: Move) {
        self.game.play(mv);
    }

    /// Sets the size of the transposition table, which empties it; the same size again changes
    /// nothing. If the memory cannot be had, the table keeps its size.
    pub fn set_hash(&mut self, megabytes: usize) -> Result<(), OutOfMemory> {
        if megabytes != self.settings.hash_megabytes {
            self.table.resize(megabytes, self.settings.threads)?;
            self.settings.hash_megabytes = megabytes;
        }
        Ok(())
    }

    /// Sets the number of search threads. The table stays as it is.
    pub fn set_threads(&mut self, threads: usize) {
        self.settings.threads = threads.max(1);
        self.memories.resize_with(self.settings.threads, ThreadMemory::default);
    }

    /// Sets how many root moves get a line of their own.
    pub fn set_lines(&mut self, lines: usize) {
        self.settings.lines = lines.max(1);
    }

    /// Sets what is taken off every time limit.
    pub fn set_move_overhead(&mut self, overhead: Duration) {
        self.settings.move_overhead = overhead;
    }

    /// Sets which techniques are on.
    pub fn set_techniques(&mut self, techniques: impl Into<Techniques>) {
        self.settings.techniques = techniques.into();
    }

    /// Sets the level to play at; `None` for the best play there is.
    pub fn set_strength(&mut self, strength: Option<Strength>) {
        self.settings.strength = strength;
    }

    /// Sets what decides the choices of a level below the best. Every new game counts it on by one.
    pub fn set_seed(&mut self, seed: u64) {
        self.settings.seed = seed;
    }

    /// Sets how much less than nothing a draw is worth to the side to move, in centipawns as they
    /// are shown. What the table holds was found with another value, so it is emptied.
    pub fn set_contempt(&mut self, centipawns: i32) {
        if centipawns != self.settings.contempt {
            self.settings.contempt = centipawns;
            self.clear_table();
        }
    }

    /// Searches within the limits, which began at `start`. While the search is infinite or ponders,
    /// the answer is held back until the signals allow it.
    pub fn go(
        &mut self,
        limits: &Limits,
        signals: &Signals,
        start: Instant,
        listener: &mut (dyn Listener + Send),
    ) -> Answer {
        let Settings { move_overhead, techniques, .. } = &self.settings;
        let clock = Clock::new(
            limits,
            self.board().side_to_move(),
            *move_overhead,
            techniques.tunables,
            start,
        );
        let answer = match limits.mate.filter(|_| self.settings.strength.is_none()) {
            _ if !self.has_move(limits) => self.answer_without_move(clock, listener),
            Some(moves) => self.search_mate(moves, limits, signals, clock, listener),
            None => self.search(limits, signals, clock, listener),
        };
        signals.wait_until_answerable(limits.infinite);
        answer
    }

    fn has_move(&self, limits: &Limits) -> bool {
        let legal: MoveList = self.board().legal_moves();
        legal.iter().any(|mv| limits.search_moves.is_empty() || limits.search_moves.contains(mv))
    }

    fn search(
        &mut self,
        limits: &Limits,
        signals: &Signals,
        clock: Clock,
        listener: &mut (dyn Listener + Send),
    ) -> Answer {
        let threads = self.threads_for(limits, listener);
        self.forget_draws_of_other();
        self.table.next_generation();
        let limits = &self.limited(limits);
        let shared = Shared::new(&self.table, signals, limits, clock, threads);
        let board = *self.game.board();
        let shown = self.settings.lines;
        let ranking = self.rank_root_moves(&shared);
        if let Some(trouble) = self.table_trouble(ranking.as_ref()) {
            listener.remark(&format!("endgame tables: {trouble}"));
            self.has_told_trouble = true;
        }
        let plan = Plan {
            game: &self.game,
            lines: self
                .settings
                .strength
                .map_or(shown, |strength| strength.lines(&board).max(shown)),
            techniques: self.settings.techniques,
            evaluator: &self.evaluator,
            contempt: winning::score(self.settings.contempt, winning::material(&board)),
            tables: table_knowledge(
                self.tablebases.as_ref(),
                self.settings.tables,
                ranking.as_ref(),
            ),
            in_place: self.settings.in_place,
        };
        let finisher = Finisher::new(&self.game, &shared);
        let mut announcer = Announcer { finisher, lines: shown, listener };
        let found = smp::search(&shared, plan, &mut self.memories[..threads], &mut announcer);
        let progress = shared.progress();
        let played = self.choice(&found, plan.lines);
        let best = &found.root.moves[played];
        if played != 0 {
            announcer.line(&Report::of(best, found.depth, 1, Bound::Exact, progress));
        }
        let (pv, _) =
            announcer.finisher.finish(&best.pv, best.known_score(), Bound::Exact, progress.nodes);
        Answer {
            best: Some(best.mv),
            ponder: pv.get(1).copied().or_else(|| self.expected_reply(best.mv)),
            score: best.known_score(),
            depth: found.depth as u32,
            pv,
            progress,
            statistics: found.statistics,
        }
    }

    /// With contempt the table holds draws at their price for the side that was to move at the
    /// root; if now the other is, the signs are wrong, and it is emptied.
    fn forget_draws_of_other(&mut self) {
        let side = self.board().side_to_move();
        if self.settings.contempt != 0 && self.searched_for.is_some_and(|other| other != side) {
            self.clear_table();
        }
        self.searched_for = Some(side);
    }

    /// How many threads search. On the clock they are no more than the cores can serve: to start a
    /// thousand threads and to end them would take longer than a move may.
    fn threads_for(&self, limits: &Limits, listener: &mut dyn Listener) -> usize {
        let (wanted, most) = (self.memories.len(), *CORES * THREADS_A_CORE);
        let is_timed = limits.move_time.is_some()
            || limits.clock.left_of(self.board().side_to_move()).is_some();
        if !is_timed || wanted <= most {
            return wanted;
        }
        listener.remark(&format!(
            "{most} of {wanted} threads search: this move is timed, and the cores are {}",
            *CORES
        ));
        most
    }

    /// The limits, with fewer nodes and fewer root moves where the level asks for it.
    fn limited(&self, limits: &Limits) -> Limits {
        let Some(strength) = self.settings.strength else { return limits.clone() };
        let by_level = strength.nodes(self.board());
        let nodes = Some(limits.nodes.map_or(by_level, |nodes| nodes.min(by_level)));
        Limits {
            nodes,
            search_moves: strength.considered(self.board(), &limits.search_moves),
            ..limits.clone()
        }
    }

    /// The index of the root move to play: the best, or what a level below the best chooses among
    /// the first.
    fn choice(&self, found: &Found, lines: usize) -> usize {
        // Broken off within the first iteration, most moves have no score that a lot could go by.
        let Some(strength) = self.settings.strength.filter(|_| found.depth > 0) else { return 0 };
        let candidates: Vec<(Move, Score)> = found
            .root
            .moves
            .iter()
            .take(lines)
            .map(|root_move| (root_move.mv, root_move.known_score()))
            .collect();
        let seed = self.board().key() ^ self.settings.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        strength.choose(self.board(), &candidates, seed)
    }

    /// What endgame tables say of the root moves, if they know the position.
    fn rank_root_moves(&self, shared: &Shared<'_>) -> Option<Ranking> {
        let ranking = ranking::rank(self.tablebases.as_ref()?, &self.game, &self.settings.tables)?;
        shared.note_tb_hits(ranking.moves.len() as u64);
        Some(ranking)
    }

    /// Why endgame tables do not rank the root moves, or only by verdicts, though they have tables
    /// for so many men. Told once a game: to find the reason takes a look-up for each move, and the
    /// clock runs.
    fn table_trouble(&self, ranking: Option<&Ranking>) -> Option<String> {
        let is_amiss = !self.has_told_trouble && ranking.is_none_or(|ranking| !ranking.by_distance);
        let tables = self.tablebases.as_ref().filter(|_| is_amiss)?;
        let board = self.board();
        let is_covered =
            board.occupied().count() as usize <= tables.most_men(&self.settings.tables);
        if is_covered && board.castling_rooks().is_empty() { tables.trouble(board) } else { None }
    }

    /// The table's move after ours, where the line itself ends with ours.
    fn expected_reply(&self, mv: Move) -> Option<Move> {
        let next = self.board().after(mv);
        self.table.probe(next.key())?.mv.filter(|&reply| next.is_legal(reply))
    }

    /// Mate or stalemate on the board, or no root move allowed.
    fn answer_without_move(&self, clock: Clock, listener: &mut (dyn Listener + Send)) -> Answer {
        let score = if self.board().in_check() { mated_in(0) } else { DRAW };
        let progress = Progress { nodes: 0, time: clock.elapsed(), permille_full: 0, tb_hits: 0 };
        let pv = Line::new();
        let report = Report {
            depth: 0,
            selective_depth: 0,
            multi_pv: 1,
            score,
            bound: Bound::Exact,
            progress,
            pv: &pv,
        };
        listener.line(&report);
        Answer {
            best: None,
            ponder: None,
            score,
            depth: 0,
            pv,
            progress,
            statistics: Statistics::default(),
        }
    }
}

/// Inside the tree the tables are asked only if the root is beyond them, or if whoever wins knows
/// that he wins but not how.
fn table_knowledge<'a>(
    tablebases: Option<&'a Tablebases>,
    rules: Rules,
    ranking: Option<&'a Ranking>,
) -> TableKnowledge<'a> {
    let is_won = |ranking: &Ranking| {
        ranking.best().is_some_and(|best| best.verdict.sign(rules.fifty_moves) > 0)
    };
    let is_settled = ranking.is_some_and(|ranking| ranking.by_distance || !is_won(ranking));
    let asked = tablebases.filter(|_| !is_settled);
    TableKnowledge {
        probing: asked.and_then(|tables| Probing::new(tables, &rules)),
        ranking,
        rules,
    }
}

#[cfg(test)]
mod tests;
