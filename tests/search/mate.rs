//! Forced mates: the prover against the definition, completed mate PVs, and `go mate`.

use secateur::chess::{Board, Game, Move};
use secateur::engine::{Answer, Engine, Settings};
use secateur::mate::completion::{
    LAST_BUDGET, MAX_BUDGET, MIN_BUDGET, NODES_PER_STEP, PvCompleter, truncate_line,
};
use secateur::mate::prover::{Iteration, ProofTable, Prover};
use secateur::score::{MATE, Score, mate_in, mated_in, moves_to_mate};
use secateur::search::clock::Clock;
use secateur::search::pv::Line;
use secateur::search::report::{Listener, Report};
use secateur::search::shared::Shared;
use secateur::search::table::{Bound, Table, TtEntry};
use secateur::search::techniques::Tunables;
use secateur::search::{Limits, Signals};
use std::time::{Duration, Instant};

const LADDER: &str = "7k/8/8/8/8/8/R7/1R2K3 w - - 0 1";
const ROOK_ENDING: &str = "3k4/8/8/8/8/8/8/R3K3 w - - 0 1";

fn game(fen: &str, moves: &str) -> Game {
    let mut game = Game::new(fen.parse().expect(fen));
    for text in moves.split_whitespace() {
        game.play(game.board().parse_uci(text).expect(text));
    }
    game
}

fn board_after(game: &Game, line: &[Move]) -> Board {
    line.iter().fold(*game.board(), |board, &mv| board.after(mv))
}

fn prove(game: &Game, moves: u32) -> Option<(Score, Line)> {
    prove_in_turns(game, moves, u64::MAX)
}

/// Proves with a pause after every `turn` nodes.
fn prove_in_turns(game: &Game, moves: u32, turn: u64) -> Option<(Score, Line)> {
    let (mut proofs, mut iteration, mut nodes) = (ProofTable::new(1), Iteration::default(), 0);
    loop {
        let mut prover = Prover {
            game,
            proofs: &mut proofs,
            table: None,
            longest: true,
            nodes,
            node_limit: u64::saturating_add(nodes, turn),
            poll: &mut |_| false,
            is_over: false,
        };
        let mate = prover.find_shortest(&mut iteration, moves, &[], u64::MAX);
        if mate.is_some() || !prover.is_stopped() {
            return mate;
        }
        nodes = prover.nodes;
    }
}

/// The definition of a mate within `moves` moves, without table, order or cutoffs.
fn mates(board: &Board, moves: u32) -> bool {
    moves > 0
        && board.legal_moves().into_iter().any(|mv| {
            let next = board.after(mv);
            is_mated(&next, moves - 1)
        })
}

fn is_mated(board: &Board, moves: u32) -> bool {
    match board.count_moves() {
        0 => board.in_check(),
        _ => moves > 0 && board.legal_moves().into_iter().all(|mv| mates(&board.after(mv), moves)),
    }
}

/// The shortest mate by the definition, in moves, negative if the side to move is mated.
fn by_definition(board: &Board, max: i32) -> Option<i32> {
    (1..=max).find_map(|moves| match () {
        () if mates(board, moves as u32) => Some(moves),
        () if is_mated(board, moves as u32) => Some(-moves),
        () => None,
    })
}

#[test]
fn proved_mates_equal_those_by_definition() {
    let (mut mating, mut mated, mut no_mate) = (0, 0, 0);
    for white in [
        "k7/8/1K6/8/8/8/8/7Q",
        "1k6/3K4/P7/8/4B3/B5bp/4p3/5b2",
        "7k/8/5K2/6P1/8/8/8/R7",
        "k7/2K5/8/1Q6/8/8/8/8",
    ] {
        for side in ["w", "b"] {
            let Ok(start) = format!("{white} {side} - - 0 1").parse::<Board>() else {
                continue;
            };
            for mv in start.legal_moves() {
                let board = start.after(mv);
                if board.count_moves() == 0 {
                    continue;
                }
                let expected = by_definition(&board, 2);
                let found = prove(&Game::new(board), 2);
                let moves = found.as_ref().and_then(|(score, _)| moves_to_mate(*score));
                assert_eq!(moves, expected, "{board}");
                if let Some((score, line)) = found {
                    let end = board_after(&Game::new(board), &line);
                    assert!(end.is_checkmate(), "{board}: the PV ends with checkmate");
                    assert_eq!(line.len(), (MATE - score.abs()) as usize, "{board}");
                }
                match expected {
                    Some(moves) if moves > 0 => mating += 1,
                    Some(_) => mated += 1,
                    None => no_mate += 1,
                }
            }
        }
    }
    assert!(
        mating > 5 && mated > 5 && no_mate > 20,
        "all kinds occur: {mating}, {mated}, {no_mate}"
    );
}

/// After each ply, the rest of the PV is as long as the shortest mate of the position.
#[test]
fn the_pv_of_a_proof_has_the_longest_defence() {
    for fen in [LADDER, "8/8/1R6/R1K5/8/8/3k4/8 w - - 0 1", "k7/8/2K5/8/8/8/8/7Q w - - 0 1"] {
        let root = game(fen, "");
        let (_, line) = prove(&root, 5).expect(fen);
        for played in 1..line.len() {
            let board = board_after(&root, &line[..played]);
            let (_, rest) = prove(&Game::new(board), 5).expect(fen);
            assert_eq!(rest.len(), line.len() - played, "{fen} after {played} plies");
        }
    }
}

#[test]
fn a_mate_after_the_fifty_move_rule_is_no_mate() {
    let mate_in_two = |clock: u32| game(&format!("k7/8/2K5/8/8/8/8/7Q w - - {clock} 80"), "");
    assert!(prove(&mate_in_two(97), 2).is_some_and(|(score, _)| score == mate_in(3)));
    assert!(prove(&mate_in_two(98), 2).is_none(), "the draw comes a ply before the mate");
    // The prover reaches the same position with different half-move clocks. A proof at one clock
    // does not hold at a higher one.
    for mate_in_four in [
        "8/8/1R6/R1K5/8/8/3k4/8",
        "8/8/1k6/2R5/4K3/5R2/8/8",
        "R2R4/8/8/3K4/8/8/3k4/8",
        "7R/8/K7/8/1k6/8/4R3/8",
    ] {
        let at = |clock: u32| game(&format!("{mate_in_four} w - - {clock} 80"), "");
        assert!(prove(&at(93), 4).is_some_and(|(score, _)| score == mate_in(7)), "{mate_in_four}");
        assert!(prove(&at(94), 4).is_none(), "{mate_in_four}: the mate would come on ply 101");
    }
}

#[test]
fn an_interrupted_proof_finds_the_same_mate() {
    for fen in [
        "8/8/8/3k4/8/8/R7/1R2K3 w - - 0 1",
        "8/8/8/8/2K5/1R6/R1k5/8 b - - 0 1",
        "8/8/8/4k3/8/8/8/K6R w - - 0 1",
    ] {
        let [at_once, in_turns] =
            [u64::MAX, 1000].map(|turn| prove_in_turns(&game(fen, ""), 5, turn));
        let result = |mate: Option<(Score, Line)>| mate.map(|(score, line)| (score, line.len()));
        assert_eq!(result(in_turns), result(at_once), "{fen}");
    }
}

#[test]
fn mate_scores_of_the_transposition_table_count_as_proofs() {
    let root = game(LADDER, "a2a7");
    let table = Table::new(1).expect("enough memory");
    let entry =
        |score, bound| TtEntry { mv: None, score, eval: None, depth: 9, bound, tt_pv: true };
    let mut nodes_to_mate = |bound| {
        table.store(root.board().key(), 0, &entry(mated_in(2), bound));
        let start = game(LADDER, "");
        let mut prover = Prover {
            game: &start,
            proofs: &mut ProofTable::default(),
            table: Some(&table),
            longest: false,
            nodes: 0,
            node_limit: u64::MAX,
            poll: &mut |_| false,
            is_over: false,
        };
        let mate = prover.find_shortest(&mut Iteration::default(), 2, &[], u64::MAX);
        assert!(mate.is_some_and(|(score, _)| score == mate_in(3)));
        prover.nodes
    };
    let [by_search, by_table] = [Bound::Lower, Bound::Exact].map(&mut nodes_to_mate);
    assert!(by_table < by_search, "{by_table} and {by_search} nodes");
}

/// Completes PVs in a search with these limits, which began `ago` before now and may be stopped.
fn complete_in<T>(
    game: &Game,
    limits: &Limits,
    (ago, is_stopped): (Duration, bool),
    act: impl FnOnce(&mut PvCompleter<'_>) -> T,
) -> T {
    let (table, signals) = (Table::new(1).expect("enough memory"), Signals::default());
    if is_stopped {
        signals.stop();
    }
    let start = Instant::now().checked_sub(ago).expect("an uptime above `ago`");
    let side = game.board().side_to_move();
    let clock = Clock::new(limits, side, Duration::ZERO, Tunables::DEFAULT, start);
    act(&mut PvCompleter::new(game, &Shared::new(&table, &signals, limits, clock, 1)))
}

/// Completes PVs in a search without limits.
fn complete<T>(game: &Game, act: impl FnOnce(&mut PvCompleter<'_>) -> T) -> T {
    complete_in(game, &Limits::default(), (Duration::ZERO, false), act)
}

fn line(game: &Game, moves: &str) -> Line {
    let mut board = *game.board();
    let mut step = |text| {
        let mv = board.parse_uci(text).expect(text);
        board = board.after(mv);
        mv
    };
    moves.split_whitespace().map(&mut step).collect()
}

#[test]
fn lines_end_at_threefold_repetition_counted_from_the_game_start() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let cycle = "g1f3 g8f6 f3g1 f6g8";
    let fresh = game(start, "");
    let long = line(&fresh, &[cycle; 3].join(" "));
    assert_eq!(truncate_line(&fresh, &long).len(), 8, "the third occurrence");
    let played = game(start, cycle);
    assert_eq!(truncate_line(&played, &long).len(), 4, "one occurrence before the root");
}

#[test]
fn lines_end_at_fifty_moves_dead_material_and_illegal_moves() {
    let late = game("7k/8/8/8/8/8/R7/K7 w - - 97 90", "");
    assert_eq!(truncate_line(&late, &line(&late, "a2b2 h8g8 b2c2 g8h8 c2d2")).len(), 3);
    let dead = game("7k/8/8/8/8/8/1r6/K7 w - - 0 1", "");
    assert_eq!(truncate_line(&dead, &line(&dead, "a1b2 h8g8 b2b3")).len(), 1);
    let start = Game::default();
    let mut broken = line(&start, "e2e4 e7e5");
    broken.push(broken[0]);
    assert_eq!(truncate_line(&start, &broken).len(), 2);
}

#[test]
fn mate_pvs_are_completed_for_both_sides_with_an_empty_table() {
    for (moves, first, score) in [("", "a2a7", mate_in(3)), ("a2a7", "h8g8", mated_in(2))] {
        let ladder = game(LADDER, moves);
        complete(&ladder, |completer| {
            let (whole, bound) = completer.complete(&line(&ladder, first), score, Bound::Exact, 0);
            assert_eq!((whole.len(), bound), ((MATE - score.abs()) as usize, Bound::Exact));
            assert!(board_after(&ladder, &whole).is_checkmate());
        });
    }
}

#[test]
fn an_incomplete_mate_pv_makes_the_score_a_bound() {
    let start = Game::default();
    let first = line(&start, "e2e4 e7e5");
    complete(&start, |completer| {
        let mut bound = |score, bound| {
            let (line, bound) = completer.complete(&first, score, bound, 0);
            assert_eq!(line, first);
            bound
        };
        assert_eq!(bound(mate_in(9), Bound::Exact), Bound::Lower);
        assert_eq!(bound(mated_in(8), Bound::Exact), Bound::Upper);
        assert_eq!(bound(mated_in(8), Bound::Lower), Bound::Lower, "bounds are unchanged");
        assert_eq!(bound(33, Bound::Exact), Bound::Exact);
    });
}

#[test]
fn a_failed_completion_is_repeated_only_with_more_moves_or_nodes() {
    let start = Game::default();
    let [short, long] = ["e2e4 e7e5", "e2e4 e7e5 g1f3"].map(|moves| line(&start, moves));
    complete(&start, |completer| {
        let mut tries = |line: &Line, score, nodes| {
            let before = completer.nodes;
            let answer = completer.complete(line, score, Bound::Exact, nodes);
            assert_eq!(answer, (line.clone(), Bound::Lower));
            completer.nodes > before
        };
        assert!(tries(&short, mate_in(9), 0));
        assert!(!tries(&short, mate_in(9), 1000), "a budget only slightly larger");
        assert!(tries(&short, mate_in(9), MIN_BUDGET * NODES_PER_STEP), "twice the budget");
        assert!(tries(&short, mate_in(11), 0), "another mate");
        assert!(tries(&long, mate_in(9), 0), "a longer PV");
        assert!(!tries(&long, mate_in(9), 0) && !tries(&short, mate_in(9), 0));
    });
}

#[test]
fn completions_take_few_nodes_when_bestmove_is_due() {
    let start = Game::default();
    let first = line(&start, "e2e4 e7e5");
    let nodes = MAX_BUDGET * NODES_PER_STEP;
    let short = Limits::with_move_time(Duration::from_millis(20));
    let fail = |completer: &mut PvCompleter<'_>, plies| {
        let (_, bound) = completer.complete(&first, mate_in(plies), Bound::Exact, nodes);
        assert_eq!(bound, Bound::Lower);
        completer.nodes
    };
    for (limits, begun) in
        [(&Limits::default(), (Duration::ZERO, true)), (&short, (Duration::from_millis(20), false))]
    {
        complete_in(&start, limits, begun, |completer| {
            for plies in [9, 11, 13] {
                assert_eq!(fail(completer, plies), LAST_BUDGET, "one budget for all of them");
            }
        });
    }
    // The completion stops when the time is up. The whole budget takes longer.
    let spent =
        complete_in(&start, &short, (Duration::ZERO, false), |completer| fail(completer, 9));
    assert!(spent < MAX_BUDGET / 2, "{spent} nodes");
    // A short completion still succeeds.
    let ladder = game(LADDER, "");
    complete_in(&ladder, &Limits::default(), (Duration::ZERO, true), |completer| {
        let (whole, bound) =
            completer.complete(&line(&ladder, "a2a7"), mate_in(3), Bound::Exact, 0);
        assert_eq!((whole.len(), bound), (3, Bound::Exact));
    });
}

/// Depth, nodes, score and first move of every reported line.
#[derive(Default)]
struct Lines(Vec<(u32, u64, Score, Option<Move>)>);

impl Listener for Lines {
    fn pv(&mut self, report: &Report<'_>) {
        let first = report.pv.first().copied();
        self.0.push((report.depth, report.progress.nodes, report.score, first));
    }
}

fn search(fen: &str, lines: usize, limits: &Limits) -> (Answer, Lines) {
    let mut engine =
        Engine::new(Settings { multi_pv: lines, ..Settings::default() }).expect("enough memory");
    engine.set_game(game(fen, ""));
    let mut reported = Lines::default();
    let answer = engine.go(limits, &Signals::default(), Instant::now(), &mut reported);
    (answer, reported)
}

/// The proof alone takes 3.6 million nodes, more than the limit.
#[test]
fn a_long_mate_is_found_by_the_normal_search() {
    let limits = Limits { mate: Some(30), ..Limits::with_nodes(3_500_000) };
    let (answer, Lines(reported)) = search(ROOK_ENDING, 1, &limits);
    assert!(moves_to_mate(answer.score).is_some_and(|moves| (1..=30).contains(&moves)));
    let last = reported.last().expect("lines are reported");
    assert_eq!((last.2, last.3), (answer.score, answer.best));
}

#[test]
fn proof_and_normal_search_are_reported_as_one_search() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let limits = Limits { mate: Some(9), ..Limits::with_nodes(2_000_000) };
    let (answer, Lines(reported)) = search(start, 1, &limits);
    let in_order =
        |pair: &[(u32, u64, Score, Option<Move>)]| pair[0].0 <= pair[1].0 && pair[0].1 <= pair[1].1;
    assert!(reported.windows(2).all(in_order), "{reported:?}");
    let last = reported.last().expect("lines are reported");
    assert!(last.0 >= answer.depth && last.3 == answer.best, "{reported:?}");
    assert!((2_000_000..2_000_100).contains(&answer.progress.nodes), "{answer:?}");
    assert!(last.1 > 800_000, "the normal search resumes after the proof: {reported:?}");
}

#[test]
fn go_mate_searches_only_the_requested_root_moves() {
    let board = *game(ROOK_ENDING, "").board();
    let search_moves = ["e1e2", "a1a2"].map(|text| board.parse_uci(text).expect(text)).to_vec();
    let limits = Limits {
        mate: Some(9),
        search_moves: search_moves.clone(),
        ..Limits::with_nodes(1_200_000)
    };
    let (answer, Lines(reported)) = search(ROOK_ENDING, 3, &limits);
    let is_requested = |mv: Option<Move>| mv.is_some_and(|mv| search_moves.contains(&mv));
    assert!(is_requested(answer.best), "{answer:?}");
    assert!(!reported.is_empty());
    assert!(reported.iter().all(|&(.., mv)| is_requested(mv)), "{reported:?}");
}
