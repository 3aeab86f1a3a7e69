use super::*;
use crate::chess::Color;
use crate::search::Signals;
use crate::search::clock::Clock;
use crate::search::table::Table;
use crate::search::techniques::Tunables;
use std::time::{Duration, Instant};

fn prove(game: &Game, moves: u32) -> Option<Mate> {
    prove_with_pauses(game, moves, u64::MAX)
}

/// With a pause after every so many positions.
fn prove_with_pauses(game: &Game, moves: u32, pause_after: u64) -> Option<Mate> {
    let (table, signals, limits) =
        (Table::new(1).expect("small"), Signals::default(), Limits::default());
    let clock =
        Clock::new(&limits, Color::White, Duration::ZERO, Tunables::DEFAULT, Instant::now());
    let shared = Shared::new(&table, &signals, &limits, clock, 1);
    let (mut findings, mut nodes) = (Findings::new(1), 0);
    loop {
        let mut alive = || ();
        let mut prover = Prover::new(game, &shared, &mut findings, nodes, &mut alive);
        match prover.prove(moves, nodes.saturating_add(pause_after)) {
            Verdict::Mate(mate) => return Some(*mate),
            Verdict::Paused => nodes = prover.nodes(),
            Verdict::NoMate | Verdict::Over => return None,
        }
    }
}

/// Without table, order or cuts: the definition.
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
fn by_definition(board: &Board, most: i32) -> Option<i32> {
    (1..=most).find_map(|moves| match () {
        () if mates(board, moves as u32) => Some(moves),
        () if is_mated(board, moves as u32) => Some(-moves),
        () => None,
    })
}

#[test]
fn mates_are_those_of_the_definition() {
    let (mut given, mut taken, mut none) = (0, 0, 0);
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
                let wanted = by_definition(&board, 2);
                let found = prove(&Game::new(board), 2);
                let moves = found.as_ref().and_then(|mate| crate::score::moves_to_mate(mate.score));
                assert_eq!(moves, wanted, "{board}");
                if let Some(Mate { score, line }) = found {
                    let end = line.iter().fold(board, |board, &mv| board.after(mv));
                    assert!(
                        end.in_check() && end.count_moves() == 0,
                        "{board}: the line ends with mate"
                    );
                    assert_eq!(line.len(), (crate::score::MATE - score.abs()) as usize, "{board}");
                }
                match wanted {
                    Some(moves) if moves > 0 => given += 1,
                    Some(_) => taken += 1,
                    None => none += 1,
                }
            }
        }
    }
    assert!(given > 5 && taken > 5 && none > 20, "all kinds are seen: {given}, {taken}, {none}");
}

#[test]
fn a_mate_that_the_fifty_move_rule_forbids_is_none() {
    let mate_in_two = |clock: u32| {
        format!("k7/8/2K5/8/8/8/8/7Q w - - {clock} 80").parse::<Board>().expect("sound")
    };
    assert!(prove(&Game::new(mate_in_two(97)), 2).is_some_and(|mate| mate.score == mate_in(3)));
    assert!(
        prove(&Game::new(mate_in_two(98)), 2).is_none(),
        "the draw comes a ply before the mate"
    );
    // What is proved at one clock does not hold at a higher one, where the same position comes
    // a move later.
    for mate_in_four in [
        "8/8/1R6/R1K5/8/8/3k4/8",
        "8/8/1k6/2R5/4K3/5R2/8/8",
        "R2R4/8/8/3K4/8/8/3k4/8",
        "7R/8/K7/8/1k6/8/4R3/8",
    ] {
        let at = |clock: u32| {
            Game::new(format!("{mate_in_four} w - - {clock} 80").parse().expect("sound"))
        };
        assert!(prove(&at(93), 4).is_some_and(|mate| mate.score == mate_in(7)), "{mate_in_four}");
        assert!(prove(&at(94), 4).is_none(), "{mate_in_four}: the mate would come on ply 101");
    }
}

#[test]
fn a_search_that_pauses_finds_what_one_without_does() {
    for fen in [
        "8/8/8/3k4/8/8/R7/1R2K3 w - - 0 1",
        "8/8/8/8/2K5/1R6/R1k5/8 b - - 0 1",
        "8/8/8/4k3/8/8/8/K6R w - - 0 1",
    ] {
        let game = Game::new(fen.parse().expect(fen));
        let [at_once, by_turns] =
            [u64::MAX, 1000].map(|pause_after| prove_with_pauses(&game, 5, pause_after));
        let score = |mate: Option<Mate>| mate.map(|mate| (mate.score, mate.line.len()));
        assert_eq!(score(by_turns), score(at_once), "{fen}");
    }
}

#[test]
fn iterations_are_expected_to_grow_as_they_have_grown() {
    let mut findings = Findings::new(1);
    assert_eq!(findings.cost_of(9), 1, "nothing is known");
    for cost in [1, 20, 500] {
        findings.costs[2] = cost;
        findings.end_iteration();
    }
    assert_eq!([3, 4, 5].map(|moves| findings.cost_of(moves)), [500, 12_500, 312_500]);
    assert_eq!(findings.cost_of(119), u64::MAX);
}
