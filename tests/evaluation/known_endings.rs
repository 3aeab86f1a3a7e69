//! Known endings in play, without tablebases: the evaluation agrees with Syzygy tables, won endings
//! are won within fifty moves, and pawns are promoted.
//!
//! The folder of the tables is set in `tests/support/endings.rs`. `ENDINGS=200` plays 200 random
//! won positions of each ending instead of the sample, and prints the moves to mate.

use crate::endings::{Random, random_position, random_position_with, tables};
use secateur::chess::{Board, Color, Game, Move, Outcome, PieceKind, Square};
use secateur::engine::{Engine, Settings};
use secateur::eval::Evaluator;
use secateur::eval::neural::accumulator::AccumulatorStack;
use secateur::huge_pages::Paged;
use secateur::score::{DRAW, Score, is_known_win};
use secateur::search::{Limits, Signals, Silent};
use secateur::tablebase::TablebaseResult;
use std::time::Instant;

/// Nodes a move, for both sides.
const NODES: u64 = 20_000;

fn engine() -> Engine {
    Engine::new(Settings { hash_megabytes: 16, ..Settings::default() }).expect("a small table")
}

/// The engine's move after [`NODES`] nodes.
fn best_move(engine: &mut Engine, game: &Game) -> Move {
    engine.set_game(game.clone());
    let answer =
        engine.go(&Limits::with_nodes(NODES), &Signals::default(), Instant::now(), &mut Silent);
    answer.best.expect("a legal move")
}

/// Plays a position to the end of the game, with a separate engine for each side.
fn play_out(start: Board) -> Game {
    let mut engines = [engine(), engine()];
    let mut game = Game::new(start);
    while game.outcome().is_none() {
        let mv = best_move(&mut engines[game.board().side_to_move().index()], &game);
        game.play(mv);
    }
    game
}

/// Plays an ending from these positions, or from `ENDINGS` random positions that are won by the
/// tables, and checks that all games end in mate.
fn check_won(pieces: &str, sample: &[&str]) {
    let starts = std::env::var("ENDINGS").ok().and_then(|starts| starts.parse().ok());
    let starts: Vec<Board> = match starts {
        Some(starts) => {
            let tables = tables();
            let mut random = Random(pieces.bytes().map(u64::from).sum());
            let mut start = || {
                let expected =
                    [TablebaseResult::Win, TablebaseResult::Loss][random.below(2) as usize];
                random_position_with(&tables, &mut random, pieces, expected)
            };
            (0..starts).map(|_| start()).collect()
        }
        None => sample.iter().map(|fen| fen.parse().expect(fen)).collect(),
    };
    let (mut moves, mut max, mut failed) = (0, 0, Vec::new());
    for start in &starts {
        let game = play_out(*start);
        let length = game.moves().len().div_ceil(2);
        if game.outcome() != Some(Outcome::Checkmate) {
            failed.push(format!("{start}: {:?} after {length} moves", game.outcome()));
        }
        (moves, max) = (moves + length, max.max(length));
    }
    println!(
        "{pieces}: {} games, {} not mated, {:.1} moves on average, {max} at most",
        starts.len(),
        failed.len(),
        moves as f64 / starts.len() as f64
    );
    assert!(failed.is_empty(), "{failed:#?}");
}

#[test]
fn a_queen_mates() {
    check_won("KQvK", &["Q7/8/8/2K5/8/8/8/5k2 w - - 0 1", "8/8/8/3k4/8/8/8/KQ6 b - - 0 1"]);
}

#[test]
fn a_rook_mates() {
    check_won("KRvK", &["8/8/8/3k4/8/8/8/KR6 w - - 0 1", "8/2R5/8/4k3/8/8/8/7K b - - 0 1"]);
}

#[test]
fn two_bishops_mate() {
    check_won("KBBvK", &["8/8/8/3k4/8/8/8/KBB5 w - - 0 1"]);
}

/// The weak king starts in the wrong corner, from which the mate takes longest.
#[test]
fn bishop_and_knight_mate() {
    check_won("KBNvK", &["7k/8/8/8/8/8/8/KBN5 w - - 0 1"]);
}

#[test]
fn pawns_are_promoted() {
    check_won("KPvK", &["8/8/8/4k3/8/4K3/4P3/8 b - - 0 1"]);
    check_won("KPPvK", &["3k4/8/8/8/8/8/3PP3/4K3 w - - 0 1"]);
    check_won("KBPvK", &["8/8/3k4/8/8/8/3P4/4KB2 w - - 0 1"]);
    check_won("KNPvK", &["8/8/3k4/8/8/8/3P4/4KN2 w - - 0 1"]);
}

/// A promotion must gain at a high half-move clock too, or the engine moves the king instead.
#[test]
fn pawns_are_promoted_without_needless_king_moves() {
    for (fen, max) in
        [("8/P7/8/2K5/8/8/8/5k2 w - - 25 24", 1), ("8/8/8/1PK5/8/8/8/5k2 w - - 60 90", 7)]
    {
        let (mut engine, mut game) = (engine(), Game::new(fen.parse().expect(fen)));
        while game.board().kind(PieceKind::Pawn).any() {
            assert!(game.moves().len() < 2 * max, "{fen}: {:?}", game.moves());
            let mv = best_move(&mut engine, &game);
            game.play(mv);
        }
    }
    let game = play_out("Q7/8/8/2K5/8/8/8/5k2 w - - 70 100".parse().expect("valid FEN"));
    assert_eq!(game.outcome(), Some(Outcome::Checkmate), "mate within fifty moves");
}

/// Tests promotions to queen and rook against a bare king, except stalemates, and promotions to
/// queen against a single pawn that is not far advanced.
#[test]
fn a_promotion_never_lowers_the_evaluation() {
    let (evaluator, mut random) = (Evaluator::default(), Random(1));
    for pieces in [
        "KPvK", "KPPvK", "KPPPvK", "KNPvK", "KBPvK", "KBPPvK", "KRPvK", "KQPvK", "KBNPvK", "KPvKP",
        "KPPvKP", "KBPvKP",
    ] {
        let mut seen = 0;
        while seen < 1_000 {
            let board = random_position(&mut random, pieces);
            let clock = random.below(90);
            let fen = board.to_string().replace(" 0 1", &format!(" {clock} 60"));
            let board: Board = fen.parse().expect("valid FEN");
            for mv in board.legal_moves() {
                let after = board.after(mv);
                let weak = after.side_to_move();
                let count = after.color(weak).count();
                let is_early = |pawn: Square| weak.relative_rank(pawn.rank()) <= 4;
                let is_known = match mv.promotion() {
                    Some(PieceKind::Rook) => count == 1,
                    Some(PieceKind::Queen) => {
                        let pawn = after.pieces(weak, PieceKind::Pawn).next();
                        count == 1 || count == 2 && pawn.is_some_and(is_early)
                    }
                    _ => false,
                };
                if !is_known || after.count_moves() == 0 {
                    continue;
                }
                let [before, later] = [evaluator.evaluate(&board), -evaluator.evaluate(&after)];
                assert!(later >= before, "{board} {}: {before}, {later}", mv.uci(false));
                seen += 1;
            }
        }
    }
}

/// Random positions of king and pawn against king.
#[test]
#[ignore = "data: make test runs it where ../shared/data is"]
fn the_bitbase_agrees_with_the_tables() {
    let (tables, evaluator) = (tables(), Evaluator::default());
    let mut random = Random(2);
    let mut outcomes = [0; 3];
    for _ in 0..100_000 {
        let board = random_position(&mut random, "KPvK");
        let sign = tables.probe_wdl(&board).expect("the table exists").sign(false);
        assert_eq!(evaluator.evaluate(&board).signum(), sign, "{board}");
        outcomes[(sign + 1) as usize] += 1;
    }
    println!("lost, drawn, won for the side to move: {outcomes:?}");
    assert!(outcomes.into_iter().all(|count| count > 1_000));
}

/// Known draws are drawn by the tables, except mates by two knights. Of 1000 known wins, at most
/// `max` are not won, because of a fork or a knight out of play. Positions with captures are left
/// to the search.
#[test]
#[ignore = "data: make test runs it where ../shared/data is"]
fn known_endings_agree_with_the_tables() {
    let (tables, evaluator) = (tables(), Evaluator::default());
    let mut random = Random(3);
    for (pieces, max) in [
        ("KQvK", 0),
        ("KRvK", 0),
        ("KBvK", 0),
        ("KNvK", 0),
        ("KBBvK", 1),
        ("KBNvK", 15),
        ("KNNvK", 0),
        ("KQQvK", 0),
        ("KQRvK", 0),
        ("KQBvK", 0),
        ("KQNvK", 0),
        ("KRRvK", 0),
        ("KRBvK", 0),
        ("KRNvK", 0),
        ("KQPvK", 0),
        ("KRPvK", 0),
        ("KBPvK", 1),
        ("KNPvK", 1),
        ("KPPvK", 1),
        ("KQvKP", 1),
    ] {
        // First index, by the evaluation: known win, known draw, unknown. Second index, by the
        // tables: won, not won.
        let mut counts = [[0; 2]; 3];
        for _ in 0..10_000 {
            let board = random_position(&mut random, pieces);
            let is_quiet = board.legal_moves().iter().all(|mv| !mv.is_capture());
            if !is_quiet || board.in_check() || board.count_moves() == 0 {
                continue;
            }
            let is_white = board.side_to_move() == Color::White;
            let sign = tables.probe_wdl(&board).expect("the table exists").sign(false);
            let is_won = sign == if is_white { 1 } else { -1 };
            let score: Score = evaluator.evaluate(&board);
            let class = if is_known_win(score) { 0 } else { 1 + usize::from(score != DRAW) };
            assert!(class != 0 || (score > 0) == is_white, "{board}: {score}");
            assert!(class != 1 || sign == 0 || pieces == "KNNvK", "{board} is not drawn");
            counts[class][usize::from(!is_won)] += 1;
        }
        println!(
            "{pieces}: known wins, known draws, unknown; each won, not won by tables: {counts:?}"
        );
        let [won, not_won] = counts[0];
        assert!(not_won * 1_000 <= max * (won + not_won), "{pieces}: {counts:?}");
        assert!(counts[1][0] <= 2, "{pieces}: {counts:?}");
    }
}

#[test]
fn the_cached_evaluation_equals_the_evaluation_from_scratch() {
    let (evaluator, mut random) = (Evaluator::default(), Random(4));
    let mut pages = Paged::<AccumulatorStack>::zeroed();
    for pieces in ["KQvK", "KPvK", "KPPvK", "KBNvK", "KNNvK", "KRvKP", "KPvKP"] {
        for _ in 0..200 {
            let board = random_position(&mut random, pieces);
            let line: Vec<Board> = std::iter::once(board)
                .chain(board.legal_moves().into_iter().map(|mv| board.after(mv)).take(1))
                .collect();
            for length in 1..=line.len() {
                let line = &line[..length];
                let seen = evaluator.evaluate_with_cache(line, pages.get_mut());
                assert_eq!(seen, evaluator.evaluate(&line[length - 1]), "{board}");
            }
        }
    }
}
