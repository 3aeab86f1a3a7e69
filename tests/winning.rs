//! What people see of a search, and how it plays when it is asked to play less well: chances and scaled scores, lines that end
//! where the game ends and mates that are shown to the end, levels of strength, contempt, and the table at a terminal.

mod support;

use secateur::chess::{Board, Color, Game, Move, Outcome, PieceKind};
use secateur::engine::strength::Strength;
use secateur::engine::{Engine, Settings};
use secateur::eval::{evaluator_named, winning};
use secateur::score::Score;
use secateur::search::clock::Clock;
use secateur::search::memory::ThreadMemory;
use secateur::search::node::NonPv;
use secateur::search::prune::tablebase::{self, Verdict};
use secateur::search::shared::Shared;
use secateur::search::table::Table;
use secateur::search::techniques::Tunables;
use secateur::search::worker::{Setup, TableKnowledge, Worker};
use secateur::search::{Limits, Listener, Report, Signals, Silent, Techniques};
use secateur::tablebase::{Probing, Rules, Tablebases};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use support::{BINARY, Session};

fn game(fen: &str, moves: &str) -> Game {
    let mut game = Game::new(fen.parse().expect(fen));
    moves.split_whitespace().for_each(|text| game.play(game.board().parse_uci(text).expect(text)));
    game
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The number behind a word of a line.
fn number(line: &str, word: &str) -> Option<i32> {
    line.split(&format!(" {word} ")).nth(1)?.split(' ').next()?.parse().ok()
}

#[test]
fn chances_stand_between_score_and_effort_and_add_up() {
    let mut engine = Session::start();
    engine.best_move("position startpos", "go depth 5");
    assert!(engine.heard().iter().all(|line| !line.contains(" wdl ")), "off by default");
    engine.send("setoption name UCI_ShowWDL value true");
    let before = engine.heard().len();
    for position in ["startpos", "fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"] {
        engine.best_move(&format!("position {position}"), "go depth 8");
    }
    let lines: Vec<&String> = engine.heard()[before..].iter().filter(|line| line.starts_with("info depth")).collect();
    assert!(lines.len() > 10);
    for line in lines {
        let chances: Vec<i32> =
            line.split(" wdl ").nth(1).expect(line).split(' ').take(3).map_while(|word| word.parse().ok()).collect();
        assert_eq!((chances.len(), chances.iter().sum::<i32>()), (3, 1000), "{line}");
        let place = |word: &str| line.find(word).expect(line);
        assert!(
            place(" score ") < place(" wdl ") && place(" wdl ") < place(" nodes ") && place(" nodes ") < place(" pv ")
        );
        match number(line, "cp") {
            Some(shown) => {
                assert!(shown <= 0 || chances[0] >= chances[2], "{line}");
                assert!(shown >= 0 || chances[0] <= chances[2], "{line}");
                assert!(shown <= 102 || chances[0] >= 500, "{line}");
                assert!(shown >= 98 || chances[0] <= 500, "{line}");
            }
            None => assert!(line.contains(" score mate 1 wdl 1000 0 0 "), "{line}"),
        }
    }
}

/// Keeps the lines of a search as they are told.
#[derive(Default)]
struct Ear(Vec<(Score, bool, Vec<secateur::chess::Move>)>);

impl Listener for Ear {
    fn line(&mut self, report: &Report<'_>) {
        let is_exact = report.bound == secateur::search::table::Bound::Exact;
        self.0.push((report.score, is_exact, report.pv.to_vec()));
    }
}

fn engine(settings: Settings) -> Engine {
    let mut engine = Engine::new(settings).expect("a small table");
    engine.use_evaluator(evaluator_named("linear").expect("it is built in"));
    engine
}

/// Searches, and checks that every line told is one that can be played to its end. Exact mates seen, and lines.
fn check_lines(engine: &mut Engine, game: &Game, limits: &Limits) -> (usize, usize) {
    let mut ear = Ear::default();
    engine.set_game(game.clone());
    engine.go(limits, &Signals::default(), Instant::now(), &mut ear);
    let mut mates = 0;
    for (score, is_exact, line) in &ear.0 {
        let mut played = game.clone();
        for (index, &mv) in line.iter().enumerate() {
            assert!(played.board().is_legal(mv), "{}: move {index} of {line:?}", game.board());
            assert!(index == 0 || played.outcome().is_none(), "{}: over before move {index} of {line:?}", game.board());
            played.play(mv);
        }
        if let Some(moves) = secateur::score::moves_to_mate(*score).filter(|_| *is_exact) {
            let plies = if moves > 0 { 2 * moves - 1 } else { -2 * moves };
            assert_eq!(line.len() as i32, plies, "{}: mate in {moves}: {line:?}", game.board());
            assert_eq!(played.outcome(), Some(Outcome::Checkmate), "{}", game.board());
            mates += 1;
        }
    }
    (mates, ear.0.len())
}

#[test]
fn mates_are_shown_to_the_end_and_lines_end_with_the_game() {
    let mut mates = 0;
    for (fen, depth) in [
        ("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", 6),
        ("8/8/8/8/8/2k5/1q6/K7 w - - 0 1", 4),
        ("r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1", 9),
        ("3k4/8/8/8/8/8/4Q3/4K3 w - - 0 1", 16),
        ("3k4/8/8/8/8/8/4Q3/4K3 b - - 0 1", 16),
        ("8/8/8/3k4/8/8/1R6/R3K3 b - - 0 1", 14),
        ("7k/8/8/8/8/8/R7/K7 w - - 90 120", 12),
    ] {
        for lines in [1, 3] {
            let mut engine = engine(Settings { lines, hash_megabytes: 1, ..Settings::default() });
            mates += check_lines(&mut engine, &game(fen, ""), &Limits::to_depth(depth)).0;
        }
    }
    assert!(mates > 10, "only {mates} mates were shown"); // how many depends on the evaluation
}

#[test]
fn lines_end_at_repetitions_with_the_game_before_them() {
    let twice = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1";
    let mut engine = engine(Settings { lines: 20, hash_megabytes: 1, ..Settings::default() });
    let (_, lines) = check_lines(&mut engine, &game(START, twice), &Limits::to_depth(6));
    assert!(lines > 100);
    let drawn = game("8/5k2/5p2/5P2/5K2/8/8/8 w - - 95 150", "");
    check_lines(&mut engine, &drawn, &Limits::to_depth(14));
}

#[test]
fn the_weakest_still_mates_with_a_rook_and_with_a_queen() {
    for (fen, seed) in [
        ("8/8/8/4k3/8/8/8/R3K3 w - - 0 1", 1),
        ("8/3k4/8/8/8/5K2/8/7R w - - 0 1", 2),
        ("k7/8/2r5/8/8/3K4/8/8 b - - 0 1", 3),
        ("8/8/8/3k4/8/8/8/Q3K3 w - - 0 1", 4),
        ("8/8/8/3K4/8/8/7q/4k3 b - - 0 1", 5),
    ] {
        let weak = Settings { strength: Some(Strength::of_elo(400)), seed, hash_megabytes: 1, ..Settings::default() };
        let mut engines = [engine(weak), engine(Settings { hash_megabytes: 1, ..Settings::default() })];
        let mut played = game(fen, "");
        let strong_side = played.board().side_to_move();
        while played.outcome().is_none() {
            let own = &mut engines[usize::from(played.board().side_to_move() != strong_side)];
            own.set_game(played.clone());
            let answer = own.go(&Limits::to_nodes(30_000), &Signals::default(), Instant::now(), &mut Silent);
            played.play(answer.best.expect("the game goes on"));
        }
        assert_eq!(played.outcome(), Some(Outcome::Checkmate), "{fen} after {} plies", played.moves().len());
    }
}

/// Points of the first in games from a few openings, each played with both colours, in half points.
fn half_points(levels: [Option<Strength>; 2], openings: &[&str]) -> i32 {
    let mut points = 0;
    for (number, opening) in openings.iter().enumerate() {
        for first_is_white in [true, false] {
            let seed = number as u64 * 2 + u64::from(first_is_white);
            let mut engines =
                levels.map(|strength| engine(Settings { strength, seed, hash_megabytes: 1, ..Settings::default() }));
            let mut played = game(START, opening);
            while played.outcome().is_none() && played.moves().len() < 200 {
                let whites = played.board().side_to_move() == secateur::chess::Color::White;
                let own = &mut engines[usize::from(whites != first_is_white)];
                own.set_game(played.clone());
                let answer = own.go(&Limits::to_nodes(4000), &Signals::default(), Instant::now(), &mut Silent);
                played.play(answer.best.expect("the game goes on"));
            }
            let whites = played.board().side_to_move() == secateur::chess::Color::White;
            points += match played.outcome() {
                Some(Outcome::Checkmate) => 2 * i32::from(whites != first_is_white),
                _ => 1,
            };
        }
    }
    points
}

#[test]
fn a_higher_level_plays_better() {
    let openings = ["e2e4 e7e5 g1f3 b8c6", "d2d4 d7d5 c2c4 e7e6", "c2c4 g8f6 b1c3 e7e5"];
    let level = |elo| Some(Strength::of_elo(elo));
    let middle = half_points([level(1400), level(500)], &openings);
    assert!(middle >= 9, "1400 made {middle} of 12 half points against 500");
    let high = half_points([None, level(1400)], &openings);
    assert!(high >= 9, "full strength made {high} of 12 half points against 1400");
}

/// The positions of a suite.
fn suite(name: &str) -> Vec<Board> {
    let text = std::fs::read_to_string(format!("{}/epd/{name}.epd", env!("CARGO_MANIFEST_DIR"))).expect(name);
    let board = |line: &str| {
        let fields: Vec<&str> = line.split(' ').take(4).collect();
        format!("{} 0 1", fields.join(" ")).parse().expect("a position")
    };
    text.lines().filter(|line| !line.starts_with('#')).map(board).collect()
}

/// Plays as people meet it, with the network.
fn player(elo: u32, seed: u64) -> Engine {
    let strength = Some(Strength::of_elo(elo));
    Engine::new(Settings { strength, seed, hash_megabytes: 1, ..Settings::default() }).expect("a small table")
}

fn choice(elo: u32, seed: u64, board: &Board) -> Move {
    let mut engine = player(elo, seed);
    engine.set_game(Game::new(*board));
    engine.go(&Limits::default(), &Signals::default(), Instant::now(), &mut Silent).best.expect("there are moves")
}

/// The men of one side less those of the other, in pawns.
fn balance(board: &Board, own: Color) -> i32 {
    let values = [
        (PieceKind::Pawn, 1),
        (PieceKind::Knight, 3),
        (PieceKind::Bishop, 3),
        (PieceKind::Rook, 5),
        (PieceKind::Queen, 9),
    ];
    let men = |color| values.iter().map(|&(kind, value)| value * board.pieces(color, kind).count() as i32).sum::<i32>();
    men(own) - men(!own)
}

/// Does this line lose a queen of the side that begins it to one of the opponent's first two moves, and more than a rook by its own third?
fn gives_queen(board: &Board, line: &[Move]) -> bool {
    let (mut now, own) = (*board, board.side_to_move());
    let queens = |board: &Board| board.pieces(own, PieceKind::Queen).count();
    let mut is_taken = false;
    for &mv in line.iter().take(5) {
        let next = now.after(mv);
        is_taken |= now.side_to_move() != own && queens(&next) < queens(&now);
        now = next;
    }
    is_taken && balance(board, own) - balance(&now, own) > 5
}

/// Score and line of a move at full strength, or of the best if it names none.
fn judged(board: &Board, mv: Option<Move>, depth: u32) -> (Score, Vec<Move>) {
    let mut engine = Engine::new(Settings { hash_megabytes: 1, ..Settings::default() }).expect("a small table");
    engine.set_game(Game::new(*board));
    let limits = Limits { search_moves: mv.into_iter().collect(), ..Limits::to_depth(depth) };
    let answer = engine.go(&limits, &Signals::default(), Instant::now(), &mut Silent);
    (answer.score, answer.pv.to_vec())
}

/// Can the opponent take a queen after most of the moves?
fn queen_is_in_peril(board: &Board) -> bool {
    let queens = |board: &Board| board.pieces(board.side_to_move(), PieceKind::Queen).count();
    let is_taken = |mv: &Move| {
        let next = board.after(*mv);
        next.legal_moves().into_iter().any(|reply| queens(&next.after(reply)) < queens(board))
    };
    let moves = board.legal_moves();
    moves.iter().filter(|mv| is_taken(mv)).count() * 2 > moves.len()
}

#[test]
fn no_queen_is_given_away_at_2000() {
    /// In internal units, two pawns: so much the score falls where the queen brought nothing.
    const FOR_NOTHING: Score = 500;
    let in_peril =
        ["wac", "bratko-kopec", "kaufman", "iq4", "sts"].into_iter().flat_map(suite).filter(queen_is_in_peril);
    let positions: Vec<(Board, Score)> = in_peril
        .map(|board| (board, judged(&board, None, 8)))
        .filter(|(board, (_, line))| !gives_queen(board, line))
        .map(|(board, (score, _))| (board, score))
        .take(60)
        .collect();
    // A shallow search takes a sound sacrifice for a gift: a deeper one has the last word.
    let gives = |elo: u32, seed: u64, board: &Board, best: Score| {
        let mv = choice(elo, seed, board);
        [8, 13].into_iter().all(|depth| {
            let (score, line) = judged(board, Some(mv), depth);
            best - score >= FOR_NOTHING && gives_queen(board, &line)
        })
    };
    let given = |elo| -> Vec<String> {
        let tries = positions.iter().flat_map(|position| (1..=3).map(move |seed| (position, seed)));
        let given = tries.filter(|((board, best), seed)| gives(elo, *seed, board, *best));
        given.map(|((board, _), seed)| format!("{board}, seed {seed}")).collect()
    };
    assert_eq!(positions.len(), 60);
    assert_eq!(given(2000), Vec::<String>::new());
    let by_the_weak = given(400).len();
    assert!(by_the_weak > 0, "the weakest gave none away: the test does not see them");
}

#[test]
fn mates_in_one_are_neither_missed_nor_allowed_from_1000_on() {
    let mates = |board: &Board, mv: Move| {
        let next = board.after(mv);
        next.in_check() && next.count_moves() == 0
    };
    let has_mate = |board: &Board| board.legal_moves().into_iter().any(|mv| mates(board, mv));
    // Positions with a mate in one, and those one move earlier in which some moves allow one and others do not.
    let (mut to_give, mut to_avoid) = (Vec::new(), Vec::new());
    for board in ["wac", "iq4", "ecm", "sts"].into_iter().flat_map(suite) {
        let afterwards: Vec<Board> = board.legal_moves().into_iter().map(|mv| board.after(mv)).collect();
        let mated = afterwards.iter().filter(|next| has_mate(next)).count();
        if mated * 2 > afterwards.len() && mated < afterwards.len() {
            to_avoid.push(board);
        }
        to_give.extend(afterwards.into_iter().find(has_mate));
    }
    to_give.truncate(60);
    to_avoid.truncate(60);
    let misses = |elo: u32| {
        let missed = to_give.iter().filter(|board| !mates(board, choice(elo, 1, board))).count();
        let allowed = to_avoid.iter().filter(|board| has_mate(&board.after(choice(elo, 1, board)))).count();
        (missed, allowed)
    };
    assert!(to_give.len() == 60 && to_avoid.len() >= 10, "{} and {} positions", to_give.len(), to_avoid.len());
    for elo in [1000, 1400, 2000] {
        assert_eq!(misses(elo), (0, 0), "{elo}");
    }
}

#[test]
fn choices_depend_on_the_seed_and_on_nothing_else() {
    let play = |seed| {
        let strength = Some(Strength::of_elo(500));
        let mut engine = engine(Settings { strength, seed, hash_megabytes: 1, ..Settings::default() });
        let mut moves = Vec::new();
        for _ in 0..12 {
            let answer = engine.go(&Limits::to_depth(3), &Signals::default(), Instant::now(), &mut Silent);
            let mv = answer.best.expect("the game goes on");
            assert_eq!(answer.pv.first(), Some(&mv));
            engine.play(mv);
            moves.push(mv);
        }
        moves
    };
    assert_eq!(play(1), play(1));
    assert!((2..6).any(|seed| play(seed) != play(1)), "the seed changes nothing");
}

#[test]
fn the_line_told_last_begins_with_the_move_played_at_every_level() {
    let mut engine = Session::start();
    engine.send("setoption name UCI_LimitStrength value true");
    engine.send("setoption name UCI_Elo value 399");
    assert!(engine.expect("info string").contains("399 is not between 400 and 3200"));
    engine.send("setoption name UCI_Elo value 600");
    for fen in [START, "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"] {
        for _ in 0..4 {
            engine.send("ucinewgame");
            let answer = engine.best_move(&format!("position fen {fen}"), "go wtime 10000 btime 10000");
            let mut lines = engine.heard().iter().filter(|line| line.contains(" multipv "));
            assert!(lines.clone().all(|line| line.contains(" multipv 1 ")), "others are not for showing");
            let told = lines.next_back().and_then(|line| line.split(" pv ").nth(1)).expect("a line");
            let played = answer.split(' ').nth(1).expect("a move");
            assert_eq!(told.split(' ').next(), Some(played), "{told}");
        }
    }
}

#[test]
fn full_strength_by_any_name_visits_the_same_nodes() {
    let nodes = |options: &[&str]| {
        let mut engine = Session::start();
        options.iter().for_each(|option| engine.send(&format!("setoption name {option}")));
        engine.best_move("position startpos", "go depth 9");
        engine.heard().iter().filter_map(|line| number(line, "nodes")).next_back().expect("nodes are told")
    };
    let plain = nodes(&[]);
    let same = ["Skill Level value 20", "UCI_Elo value 500", "UCI_LimitStrength value false", "Contempt value 0"];
    assert_eq!(nodes(&same), plain);
    assert_eq!(nodes(&["UCI_ShowWDL value true"]), plain);
    assert_ne!(nodes(&["Skill Level value 3"]), plain);
}

#[test]
fn contempt_prices_draws_for_the_side_to_move_at_the_root() {
    let mut engine = engine(Settings { hash_megabytes: 1, ..Settings::default() });
    for fen in ["8/8/4k3/8/8/3KN3/8/8 w - - 0 1", "8/8/4k3/8/8/3KN3/8/8 b - - 0 1"] {
        for contempt in [0, 40, -40] {
            engine.set_contempt(contempt);
            engine.set_game(game(fen, ""));
            let answer = engine.go(&Limits::to_depth(4), &Signals::default(), Instant::now(), &mut Silent);
            let material = winning::material(engine.board());
            assert_eq!(winning::centipawns(answer.score, material), -contempt, "{fen}");
        }
    }
}

/// A rook's pawn wins nothing. That the draw was bad for White, who searched first, was good for Black when Black searched next.
#[test]
fn contempt_prices_draws_for_whoever_searches_next() {
    let mut engine = engine(Settings { hash_megabytes: 4, ..Settings::default() });
    engine.set_contempt(100);
    for (moves, depth) in [("", 14), ("g6h6", 6)] {
        engine.set_game(game("7k/8/6K1/7P/8/8/8/8 w - - 0 1", moves));
        let answer = engine.go(&Limits::to_depth(depth), &Signals::default(), Instant::now(), &mut Silent);
        assert!(answer.score < 0, "after '{moves}': {}", answer.score);
    }
}

/// The folder of the endgame tables; `None`, with the reason printed, if there are none.
fn tables() -> Option<Tablebases> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/syzygy");
    let tables = Tablebases::open(&folder.display().to_string());
    tables.inspect_err(|error| println!("skipped: {error}")).ok()
}

/// They cost nothing: only other draws were priced.
#[test]
fn contempt_prices_the_draws_of_endgame_tables_too() {
    let Some(tables) = tables() else { return };
    let mut engine = engine(Settings { hash_megabytes: 1, ..Settings::default() });
    engine.use_tablebases(tables.path()).expect("they are there");
    for contempt in [0, 20, -20] {
        engine.set_contempt(contempt);
        // The knight can be taken, and rook against rook is a draw; otherwise White is a knight down.
        engine.set_game(game("k5r1/8/8/7n/8/8/8/3K3R w - - 0 1", ""));
        let answer = engine.go(&Limits::to_depth(5), &Signals::default(), Instant::now(), &mut Silent);
        let price = winning::score(contempt, winning::material(engine.board()));
        assert_eq!((answer.best.map(|mv| mv.uci(false)).as_deref(), answer.score), (Some("h1h5"), -price));
    }
}

/// It was looked at every 1024 nodes, from however slow a disk they came.
#[test]
fn after_a_look_into_endgame_tables_the_clock_is_looked_at() {
    let Some(tables) = tables() else { return };
    let game = game("8/8/8/3k4/8/8/8/KR6 w - - 0 1", "");
    let (table, signals, limits) = (Table::new(1).expect("a megabyte"), Signals::default(), Limits::default());
    signals.stop();
    let clock = Clock::new(&limits, Color::White, Duration::ZERO, Tunables::DEFAULT, Instant::now());
    let shared = Shared::new(&table, &signals, &limits, clock, 1);
    let (mut memory, evaluator) = (ThreadMemory::default(), evaluator_named("linear").expect("it is built in"));
    let probing = Probing::new(&tables, &Rules::default());
    let knowledge = TableKnowledge { probing, ..TableKnowledge::default() };
    let techniques = Techniques::FULL;
    let setup = Setup { game: &game, thread: 0, techniques, evaluator: &evaluator, contempt: 0, tables: knowledge };
    let mut worker = Worker::new(&shared, memory.recall(1), &setup, None);
    worker.count_node();
    assert!(!worker.is_aborted(), "a node like any other");
    assert!(matches!(tablebase::attempt::<NonPv>(&mut worker, 0, 1, 5), Verdict::Cut(_)));
    worker.count_node();
    assert!(worker.is_aborted(), "the stop is seen");
}

#[test]
fn people_at_a_terminal_get_a_table_until_somebody_says_uci() {
    let piped = Command::new(BINARY).args(["go depth 4", "quit"]).output().expect("it runs");
    assert!(String::from_utf8_lossy(&piped.stdout).contains("info depth 4 "), "a pipe is no terminal");
    let at_terminal = |lines: &str| {
        let command = format!("{BINARY} {lines}");
        Command::new("script").args(["-qec", &command, "/dev/null"]).stdin(Stdio::null()).output()
    };
    let Ok(table) = at_terminal("'position startpos moves e2e4' 'go depth 4' quit") else {
        return eprintln!("skipped: there is no `script` to make a terminal with");
    };
    let text = String::from_utf8_lossy(&table.stdout);
    assert!(text.contains("depth    score   nodes     time  line"), "{text}");
    assert!(text.contains(" 4/") && text.contains("  1… ") && text.contains("bestmove "), "{text}");
    assert!(!text.contains("info depth"), "{text}");
    let spoken =
        at_terminal("uci 'go depth 4' quit").or_else(|_| at_terminal("'uci' 'go depth 4' quit")).expect("it runs");
    assert!(
        String::from_utf8_lossy(&spoken.stdout).contains("info depth 4 "),
        "clients on a terminal speak the protocol"
    );
}

#[test]
fn chances_are_fitted_to_games_and_bad_files_are_named() {
    let folder = std::env::temp_dir().join(format!("secateur-winning-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let games = folder.join("games.vf");
    let run = |arguments: &[&str]| Command::new(BINARY).args(arguments).output().expect("it runs");
    let path = games.to_str().expect("UTF-8");
    assert!(run(&["datagen", "--eval", "linear", "--games", "8", "--nodes", "60", "--out", path]).status.success());
    let fitted = run(&["train", "wdl", path, "--hold-out", "300"]);
    let text = String::from_utf8_lossy(&fitted.stdout);
    assert!(fitted.status.success(), "{text}");
    for part in ["positions to learn from", "even   [", "spread [", "by centipawns shown", "by material", "mean"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let broken = folder.join("broken.vf");
    std::fs::write(&broken, [7; 50]).expect("written");
    for (file, reason) in [(broken.to_str().expect("UTF-8"), "byte 0"), ("missing.vf", "cannot read missing.vf")] {
        let refused = run(&["train", "wdl", file]);
        let error = String::from_utf8_lossy(&refused.stderr);
        assert_eq!(refused.status.code(), Some(2));
        assert!(error.contains(reason) && error.lines().count() == 1, "{error}");
    }
    let _ = std::fs::remove_dir_all(&folder);
}

#[test]
fn material_is_that_of_the_root() {
    let board: Board = START.parse().expect("sound");
    let shown = |material| winning::centipawns(150, material);
    assert_eq!(winning::material(&board), winning::FULL);
    assert!(shown(winning::FULL) > shown(20), "the same score wins more often while there is more to win with");
}

const ITALIAN: &str = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4";

/// What was told of lines: rank, depth, score, first move.
#[derive(Default)]
struct Told(Vec<(usize, u32, Score, Option<Move>)>);

impl Listener for Told {
    fn line(&mut self, report: &Report<'_>) {
        self.0.push((report.multi_pv, report.depth, report.score, report.pv.first().copied()));
    }
}

/// Only the first was told anew.
#[test]
fn broken_off_iterations_tell_all_lines_in_their_order() {
    let mut engine = Engine::new(Settings { hash_megabytes: 1, ..Settings::default() }).expect("a megabyte");
    engine.set_lines(4);
    engine.set_game(Game::new(ITALIAN.parse::<Board>().expect("a position")));
    let mut mixed = 0;
    for nodes in (1..=40).map(|part| part * 500) {
        engine.new_game();
        engine.set_game(Game::new(ITALIAN.parse::<Board>().expect("a position")));
        let mut told = Told::default();
        let answer = engine.go(&Limits::to_nodes(nodes), &Signals::default(), Instant::now(), &mut told);
        let last = &told.0[told.0.len() - 4..];
        assert!(last.iter().map(|line| line.0).eq(1..=4), "{nodes}: {last:?}");
        assert_eq!(last[0].3, answer.best, "{nodes}: {last:?}");
        assert!((1..4).all(|line| last[..line].iter().all(|other| other.3 != last[line].3)), "{nodes}: {last:?}");
        // The new iteration comes first, and each in the order of its scores.
        assert!(last.is_sorted_by_key(|&(_, depth, score, _)| std::cmp::Reverse((depth, score))), "{nodes}: {last:?}");
        mixed += usize::from(last[0].1 != last[3].1);
    }
    assert!(mixed > 5, "only {mixed} iterations were broken off between lines");
}
