//! Limited strength: weaker play without absurd blunders.

use crate::support::Session;
use secateur::chess::{Board, Color, Game, Move, Outcome, PieceKind};
use secateur::engine::strength::Strength;
use secateur::engine::{Engine, Settings};
use secateur::eval::Evaluator;
use secateur::score::Score;
use secateur::search::report::{Listener, Report};
use secateur::search::{Limits, Signals, Silent, Techniques};
use std::time::Instant;

fn game(fen: &str, moves: &str) -> Game {
    let mut game = Game::new(fen.parse().expect(fen));
    moves.split_whitespace().for_each(|text| game.play(game.board().parse_uci(text).expect(text)));
    game
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn engine(settings: Settings) -> Engine {
    let mut engine = Engine::new(settings).expect("enough memory");
    engine.use_evaluator(Evaluator::default());
    engine
}

/// Half points of the first level in games from these openings, each played with both colours.
fn half_points(levels: [Option<Strength>; 2], openings: &[&str]) -> i32 {
    let mut points = 0;
    for (number, opening) in openings.iter().enumerate() {
        for first_is_white in [true, false] {
            let seed = number as u64 * 2 + u64::from(first_is_white);
            let mut engines = levels.map(|strength| {
                engine(Settings { strength, seed, hash_megabytes: 1, ..Settings::default() })
            });
            let mut played = game(START, opening);
            while played.outcome().is_none() && played.moves().len() < 200 {
                let is_white = played.board().side_to_move() == secateur::chess::Color::White;
                let own = &mut engines[usize::from(is_white != first_is_white)];
                own.set_game(played.clone());
                let answer = own.go(
                    &Limits::with_nodes(4000),
                    &Signals::default(),
                    Instant::now(),
                    &mut Silent,
                );
                played.play(answer.best.expect("the game is not over"));
            }
            let is_white = played.board().side_to_move() == secateur::chess::Color::White;
            points += match played.outcome() {
                Some(Outcome::Checkmate) => 2 * i32::from(is_white != first_is_white),
                _ => 1,
            };
        }
    }
    points
}

/// The positions of a suite.
fn suite(name: &str) -> Vec<Board> {
    let text = std::fs::read_to_string(format!("{}/epd/{name}.epd", env!("CARGO_MANIFEST_DIR")))
        .expect(name);
    let board = |line: &str| {
        let fields: Vec<&str> = line.split(' ').take(4).collect();
        format!("{} 0 1", fields.join(" ")).parse().expect("valid FEN")
    };
    text.lines().filter(|line| !line.starts_with('#')).map(board).collect()
}

/// Creates an engine of this level with the network, as in play.
fn player(elo: u32, seed: u64) -> Engine {
    let strength = Some(Strength::of_elo(elo));
    Engine::new(Settings { strength, seed, hash_megabytes: 1, ..Settings::default() })
        .expect("enough memory")
}

fn choice(elo: u32, seed: u64, board: &Board) -> Move {
    let mut engine = player(elo, seed);
    engine.set_game(Game::new(*board));
    engine
        .go(&Limits::default(), &Signals::default(), Instant::now(), &mut Silent)
        .best
        .expect("a legal move")
}

/// The pieces of one side less those of the other, in pawns.
fn balance(board: &Board, own: Color) -> i32 {
    let values = [
        (PieceKind::Pawn, 1),
        (PieceKind::Knight, 3),
        (PieceKind::Bishop, 3),
        (PieceKind::Rook, 5),
        (PieceKind::Queen, 9),
    ];
    let material = |color| {
        values
            .iter()
            .map(|&(kind, value)| value * board.pieces(color, kind).count() as i32)
            .sum::<i32>()
    };
    material(own) - material(!own)
}

/// Whether the opponent captures a queen in the first two replies of this line, and the side to
/// move has lost more than a rook after its third move.
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

/// Score and PV of this move at full strength; of the best move for `None`.
fn judged(board: &Board, mv: Option<Move>, depth: u32) -> (Score, Vec<Move>) {
    let mut engine =
        Engine::new(Settings { hash_megabytes: 1, ..Settings::default() }).expect("enough memory");
    engine.set_game(Game::new(*board));
    let limits = Limits { search_moves: mv.into_iter().collect(), ..Limits::with_depth(depth) };
    let answer = engine.go(&limits, &Signals::default(), Instant::now(), &mut Silent);
    (answer.score, answer.pv.to_vec())
}

/// Whether the opponent can capture a queen after most of the legal moves.
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
fn moves_of_a_level_depend_only_on_the_seed() {
    let play = |seed| {
        let strength = Some(Strength::of_elo(500));
        let mut engine =
            engine(Settings { strength, seed, hash_megabytes: 1, ..Settings::default() });
        let mut moves = Vec::new();
        for _ in 0..12 {
            let answer =
                engine.go(&Limits::with_depth(3), &Signals::default(), Instant::now(), &mut Silent);
            let mv = answer.best.expect("the game is not over");
            assert_eq!(answer.pv.first(), Some(&mv));
            engine.play(mv);
            moves.push(mv);
        }
        moves
    };
    assert_eq!(play(1), play(1));
    assert!((2..6).any(|seed| play(seed) != play(1)), "the seed has no effect");
}

#[test]
fn the_last_reported_pv_begins_with_the_move_played_at_each_level() {
    let mut engine = Session::start();
    engine.send("setoption name UCI_LimitStrength value true");
    engine.send("setoption name UCI_Elo value 399");
    assert!(engine.expect("info string").contains("399 is not between 400 and 3200"));
    for elo in [400, 600, 1400, 2400] {
        engine.send(&format!("setoption name UCI_Elo value {elo}"));
        for fen in [START, "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"] {
            engine.send("ucinewgame");
            let answer =
                engine.best_move(&format!("position fen {fen}"), "go wtime 10000 btime 10000");
            let mut lines = engine.output().iter().filter(|line| line.contains(" multipv "));
            assert!(
                lines.clone().all(|line| line.contains(" multipv 1 ")),
                "only the first line is reported"
            );
            let reported =
                lines.next_back().and_then(|line| line.split(" pv ").nth(1)).expect("a PV");
            let played = answer.split(' ').nth(1).expect("a move");
            assert_eq!(reported.split(' ').next(), Some(played), "{reported}");
        }
    }
}

/// Depth and score of every reported line.
#[derive(Default)]
struct ReportedLines(Vec<(u32, Score)>);

impl Listener for ReportedLines {
    fn pv(&mut self, report: &Report<'_>) {
        self.0.push((report.depth, report.score));
    }
}

/// The first iteration is completed after `stop`, so that the level has scores to choose by.
#[test]
fn a_level_stopped_immediately_completes_the_first_iteration() {
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 10";
    let signals = Signals::default();
    signals.stop();
    for strength in [Some(Strength::of_elo(400)), Some(Strength::of_elo(2000)), None] {
        let mut engine = engine(Settings { strength, hash_megabytes: 1, ..Settings::default() });
        engine.set_game(game(fen, ""));
        let mut reported = ReportedLines::default();
        let answer = engine.go(&Limits::default(), &signals, Instant::now(), &mut reported);
        assert!(answer.depth >= 1 && answer.score.abs() < 2000, "{strength:?}: {answer:?}");
        assert!(
            !reported.0.is_empty()
                && reported.0.iter().all(|&(depth, score)| depth >= 1 && score.abs() < 2000),
            "{:?}",
            reported.0
        );
    }
}

/// The first iteration exceeds its node limit after `stop`: seven white and five black queens can
/// capture each other, and the search prunes nothing. Without scores to choose by, a level plays
/// the move of full strength.
#[test]
fn a_level_stopped_in_the_first_iteration_plays_as_at_full_strength() {
    let signals = Signals::default();
    signals.stop();
    let [weak, strong] = [Some(Strength::of_elo(400)), None].map(|strength| {
        let techniques = Techniques::PLAIN;
        let mut engine =
            engine(Settings { strength, techniques, hash_megabytes: 1, ..Settings::default() });
        engine.set_game(game("q2k2q1/2q2n2/3b2qq/1Q1r1R2/4r1Q1/QQ2B3/2N2Q2/1Q2K2Q w - - 0 1", ""));
        let mut reported = ReportedLines::default();
        let answer = engine.go(&Limits::default(), &signals, Instant::now(), &mut reported);
        assert_eq!(
            (answer.depth, reported.0.len()),
            (0, 0),
            "{strength:?}: {answer:?} {:?}",
            reported.0
        );
        assert!((10_000..20_000).contains(&answer.progress.nodes), "{strength:?}: {answer:?}");
        answer.best.expect("a move")
    });
    assert_eq!(weak, strong);
}

mod slow {
    use super::*;

    #[test]
    #[ignore = "slow: make test runs it"]
    fn the_lowest_level_mates_with_a_rook_and_with_a_queen() {
        for (fen, seed) in [
            ("8/8/8/4k3/8/8/8/R3K3 w - - 0 1", 1),
            ("8/3k4/8/8/8/5K2/8/7R w - - 0 1", 2),
            ("k7/8/2r5/8/8/3K4/8/8 b - - 0 1", 3),
            ("8/8/8/3k4/8/8/8/Q3K3 w - - 0 1", 4),
            ("8/8/8/3K4/8/8/7q/4k3 b - - 0 1", 5),
        ] {
            let weak = Settings {
                strength: Some(Strength::of_elo(400)),
                seed,
                hash_megabytes: 1,
                ..Settings::default()
            };
            let mut engines =
                [engine(weak), engine(Settings { hash_megabytes: 1, ..Settings::default() })];
            let mut played = game(fen, "");
            let strong_side = played.board().side_to_move();
            while played.outcome().is_none() {
                let own = &mut engines[usize::from(played.board().side_to_move() != strong_side)];
                own.set_game(played.clone());
                let answer = own.go(
                    &Limits::with_nodes(30_000),
                    &Signals::default(),
                    Instant::now(),
                    &mut Silent,
                );
                played.play(answer.best.expect("the game is not over"));
            }
            assert_eq!(
                played.outcome(),
                Some(Outcome::Checkmate),
                "{fen} after {} plies",
                played.moves().len()
            );
        }
    }

    #[test]
    #[ignore = "slow: make test runs it"]
    fn a_higher_level_plays_better() {
        let openings = ["e2e4 e7e5 g1f3 b8c6", "d2d4 d7d5 c2c4 e7e6", "c2c4 g8f6 b1c3 e7e5"];
        let level = |elo| Some(Strength::of_elo(elo));
        let middle = half_points([level(1400), level(500)], &openings);
        assert!(middle >= 9, "1400 made {middle} of 12 half points against 500");
        let high = half_points([None, level(1400)], &openings);
        assert!(high >= 9, "full strength made {high} of 12 half points against 1400");
    }

    #[test]
    #[ignore = "slow: make test runs it"]
    fn elo_2000_does_not_give_a_queen_away() {
        /// Loss of score from which a queen counts as given away: two pawns, in internal units.
        const MIN_LOSS: Score = 500;
        let in_peril = ["wac", "bratko-kopec", "kaufman", "iq4", "sts"]
            .into_iter()
            .flat_map(suite)
            .filter(queen_is_in_peril);
        let positions: Vec<(Board, Score)> = in_peril
            .map(|board| (board, judged(&board, None, 8)))
            .filter(|(board, (_, line))| !gives_queen(board, line))
            .map(|(board, (score, _))| (board, score))
            .take(60)
            .collect();
        // A shallow search can mistake a sound sacrifice for a blunder: a deeper one must agree.
        let gives = |elo: u32, seed: u64, board: &Board, best: Score| {
            let mv = choice(elo, seed, board);
            [8, 13].into_iter().all(|depth| {
                let (score, line) = judged(board, Some(mv), depth);
                best - score >= MIN_LOSS && gives_queen(board, &line)
            })
        };
        let given = |elo| -> Vec<String> {
            let tries =
                positions.iter().flat_map(|position| (1..=3).map(move |seed| (position, seed)));
            let given = tries.filter(|((board, best), seed)| gives(elo, *seed, board, *best));
            given.map(|((board, _), seed)| format!("{board}, seed {seed}")).collect()
        };
        assert_eq!(positions.len(), 60);
        assert_eq!(given(2000), Vec::<String>::new());
        let given_at_400 = given(400).len();
        assert!(given_at_400 > 0, "no queen is given away at 400 either: the test may detect none");
    }

    #[test]
    #[ignore = "slow: make test runs it"]
    fn mates_in_one_are_neither_missed_nor_allowed_from_elo_1000() {
        let mates = |board: &Board, mv: Move| {
            let next = board.after(mv);
            next.in_check() && next.count_moves() == 0
        };
        let has_mate = |board: &Board| board.legal_moves().into_iter().any(|mv| mates(board, mv));
        // Positions with a mate in one, and positions one move earlier in which most moves allow
        // one and some do not.
        let (mut to_give, mut to_avoid) = (Vec::new(), Vec::new());
        for board in ["wac", "iq4", "ecm", "sts"].into_iter().flat_map(suite) {
            let afterwards: Vec<Board> =
                board.legal_moves().into_iter().map(|mv| board.after(mv)).collect();
            let mated = afterwards.iter().filter(|next| has_mate(next)).count();
            if mated * 2 > afterwards.len() && mated < afterwards.len() {
                to_avoid.push(board);
            }
            to_give.extend(afterwards.into_iter().find(has_mate));
        }
        to_give.truncate(60);
        to_avoid.truncate(60);
        let misses = |elo: u32| {
            let missed =
                to_give.iter().filter(|board| !mates(board, choice(elo, 1, board))).count();
            let allowed = to_avoid
                .iter()
                .filter(|board| has_mate(&board.after(choice(elo, 1, board))))
                .count();
            (missed, allowed)
        };
        assert!(
            to_give.len() == 60 && to_avoid.len() >= 10,
            "{} and {} positions",
            to_give.len(),
            to_avoid.len()
        );
        for elo in [1000, 1400, 2000] {
            assert_eq!(misses(elo), (0, 0), "{elo}");
        }
    }
}
