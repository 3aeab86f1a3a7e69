//! Claims of the papers, each tested on a small position that shows it.

use crate::evaluations::piece_square;
use secateur::chess::{Board, Game};
use secateur::engine::{Answer, Engine, Settings};
use secateur::score::{Score, mate_in};
use secateur::search::statistics::Statistic;
use secateur::search::techniques::{Driver, NBestMode, NullMode, ProbCutMode, Quiescence};
use secateur::search::{Limits, Signals, Silent, Switches};
use std::time::Instant;

const MIDDLE_GAME: &str = "r2q1rk1/pp2bppp/2n1pn2/3p4/3P1B2/2NBPN2/PP3PPP/R2QK2R w KQ - 0 10";

/// Creates an engine with the piece-square evaluation. The positions show the claims with it, and
/// it does not change when the network is trained again.
fn engine(techniques: Switches) -> Engine {
    let mut engine = Engine::new(Settings { techniques: techniques.into(), ..Settings::default() })
        .expect("enough memory");
    engine.use_evaluator(piece_square());
    engine
}

fn go(engine: &mut Engine, fen: &str, depth: u32) -> Answer {
    engine.set_game(Game::new(fen.parse::<Board>().expect(fen)));
    engine.go(&Limits::with_depth(depth), &Signals::default(), Instant::now(), &mut Silent)
}

/// Searches with a new engine and the changed `papers` preset.
fn search(change: impl FnOnce(&mut Switches), fen: &str, depth: u32) -> Answer {
    let mut techniques = Switches::PAPERS;
    change(&mut techniques);
    go(&mut engine(techniques), fen, depth)
}

fn best(answer: &Answer) -> String {
    answer.best.expect("a best move").uci(false)
}

/// Zugzwang Test Suite 4: Black has enough pieces for a null move, but most of them cannot move.
/// White's pawn promotes after nine plies. Until then neither side has 20 legal moves.
#[test]
fn null_move_is_off_with_few_legal_moves() {
    let null_moves = |few_moves| {
        let with_null_move = |t: &mut Switches| {
            (t.null_move.mode, t.null_move.few_moves) = (NullMode::Verified, few_moves);
        };
        let answer = search(with_null_move, "8/8/8/2p5/1pp5/brpp4/1pprp2P/qnkbK3 w - - 0 1", 7);
        answer.statistics[Statistic::NullMove].tried
    };
    assert!(null_moves(0) > 0);
    assert_eq!(null_moves(Switches::FULL.null_move.few_moves), 0);
}

/// David-Tabibi & Netanyahu 2002: in zugzwang a pass would be better than any move, so plain null
/// move misses the solution.
#[test]
fn verified_null_move_solves_zugzwang_positions() {
    for (fen, depth, solution) in [
        ("1k6/7R/2K5/8/8/8/8/8 w - - 0 1", 6, "h7h8"),
        ("8/8/8/4N3/8/7p/8/5K1k w - - 0 1", 6, "e5g4"),
        ("8/p7/1p6/p7/kq1Q4/8/K7/8 w - - 0 1", 9, "d4d3"),
    ] {
        let plain = search(|t| t.null_move.mode = NullMode::Fixed, fen, depth);
        let verified = search(|t| t.null_move.mode = NullMode::Verified, fen, depth);
        assert_ne!(best(&plain), solution, "{fen}: plain null move with R = 3 should miss it");
        assert_eq!(best(&verified), solution, "{fen}");
        assert!(
            verified.statistics[Statistic::NullMoveVerification].won > 0,
            "{fen}: no zugzwang was detected"
        );
    }
}

#[test]
fn material_guard_helps_only_without_pieces() {
    let guarded = |fen, depth| {
        let change = |t: &mut Switches| {
            t.null_move.mode = NullMode::Fixed;
            t.null_move.material_guard = true;
        };
        search(change, fen, depth)
    };
    // Black has a bare king, so the guard excludes its null moves.
    assert_eq!(best(&guarded("1k6/7R/2K5/8/8/8/8/8 w - - 0 1", 6)), "h7h8");
    assert_ne!(
        best(&guarded("8/p7/1p6/p7/kq1Q4/8/K7/8 w - - 0 1", 9)),
        "d4d3",
        "with queens, the guard permits the null move"
    );
}

#[test]
fn null_move_saves_nodes_and_a_larger_reduction_saves_more() {
    let nodes = |mode, reduction| {
        let change = |t: &mut Switches| {
            t.null_move.mode = mode;
            t.null_move.reduction = reduction;
        };
        search(change, MIDDLE_GAME, 7).statistics.nodes()
    };
    let [none, one, three] =
        [nodes(NullMode::Off, 1), nodes(NullMode::Fixed, 1), nodes(NullMode::Fixed, 3)];
    assert!(three < one && one < none, "{three} {one} {none}");
}

/// Björnsson & Marsland 2001: only expected CUT nodes are pruned. In a plain alpha-beta search, all
/// nodes are PV nodes.
#[test]
fn multi_cut_prunes_cut_nodes_but_no_pv_nodes() {
    let change = |t: &mut Switches| t.multi_cut.at_cut = true;
    let pruned = search(change, MIDDLE_GAME, 7);
    let unpruned = search(|_| {}, MIDDLE_GAME, 7);
    assert!(pruned.statistics[Statistic::MultiCutAtCut].won > 0);
    assert_eq!(pruned.statistics[Statistic::MultiCutAtAll].tried, 0);
    assert!(pruned.statistics.nodes() < unpruned.statistics.nodes());
    let all_pv = |t: &mut Switches| {
        change(t);
        t.multi_cut.at_all = true;
        t.driver = Driver::AlphaBeta;
    };
    let open = search(all_pv, MIDDLE_GAME, 5);
    assert_eq!(
        open.statistics[Statistic::MultiCutAtCut].tried
            + open.statistics[Statistic::MultiCutAtAll].tried,
        0
    );
}

#[test]
fn multi_cut_with_more_cutters_prunes_less() {
    let won = |cutters| {
        let change = |t: &mut Switches| {
            t.multi_cut.at_cut = true;
            t.multi_cut.cut.cutters = cutters;
        };
        let count = search(change, MIDDLE_GAME, 7).statistics[Statistic::MultiCutAtCut];
        count.won as f64 / count.tried as f64
    };
    assert!(won(1) > won(3) && won(3) > won(8), "{} {} {}", won(1), won(3), won(8));
}

/// Winands et al. 2005: with the four modifications of PVS, a pruned ALL node leads to a re-search
/// and does not change the score. Without them its hard bound can become the value of the PV node
/// above.
#[test]
fn a_pruned_all_node_does_not_cut_at_the_pv_node_above() {
    let with_cuts = |t: &mut Switches| {
        t.multi_cut.at_all = true;
        t.multi_cut.min_depth = 2;
        t.multi_cut.all.reduction = 1;
    };
    for fen in [
        "7r/kppQP1pp/p7/2qp1R2/4n3/1P2b2P/P1P3PK/R7 b - - 0 1",
        "6k1/p1qb1p1p/1p3np1/2b2p2/2B5/2P3N1/PP2QPPP/4N1K1 b - - 0 1",
    ] {
        let exact = search(|_| {}, fen, 6);
        let modified = search(with_cuts, fen, 6);
        let bare = search(
            |t| {
                with_cuts(t);
                t.modifications = Switches::PLAIN.modifications;
            },
            fen,
            6,
        );
        assert!(modified.statistics[Statistic::MultiCutAtAll].won > 0, "{fen}: nothing was pruned");
        assert_eq!(modified.score, exact.score, "{fen}");
        assert_ne!(
            bare.score, exact.score,
            "{fen}: without the modifications the score should be wrong"
        );
    }
}

/// Schaeffer & Plaat 1996: the table entry of a child refutes the node before any move is searched.
#[test]
fn etc_cuts_by_table_entries_of_the_children() {
    let mut etc = Switches::PAPERS;
    etc.etc.on = true;
    let with = go(&mut engine(etc), MIDDLE_GAME, 7);
    let without = go(&mut engine(Switches::PAPERS), MIDDLE_GAME, 7);
    let count = with.statistics[Statistic::Etc];
    assert!(count.won > 0 && count.won < count.tried);
    assert_eq!(without.statistics[Statistic::Etc].tried, 0);
}

/// Buro 1995, 1997: checks by shallow searches cut nodes. Single-check ProbCut tests only nodes of
/// depth 8.
#[test]
fn multi_prob_cut_saves_nodes() {
    let run = |mode, depth| search(|t| t.prob_cut.mode = mode, MIDDLE_GAME, depth);
    let multi = run(ProbCutMode::Multi, 7);
    let count = multi.statistics[Statistic::ProbCut];
    assert!(count.won > 0 && count.tried > count.won && count.nodes > 0);
    assert_eq!(
        run(ProbCutMode::Single, 7).statistics[Statistic::ProbCut].tried,
        0,
        "single-check ProbCut needs nodes of depth 8"
    );
    assert!(multi.statistics.nodes() < run(ProbCutMode::Off, 7).statistics.nodes());
}

/// S0 2.3.4.1: N-best selective search takes fewer nodes with fewer moves.
#[test]
fn n_best_takes_fewer_nodes_with_fewer_moves() {
    let nodes = |mode, count, targets| {
        let change = |t: &mut Switches| {
            t.n_best.mode = mode;
            t.n_best.count = count;
            t.n_best.targets = targets;
        };
        search(change, MIDDLE_GAME, 5).statistics.nodes()
    };
    let full = nodes(NBestMode::Off, 1, 1);
    assert!(nodes(NBestMode::Moves, 4, 1) < nodes(NBestMode::Moves, 12, 1));
    assert!(nodes(NBestMode::Moves, 12, 1) < full && nodes(NBestMode::Pieces, 4, 2) < full);
}

/// Shannon 1950: without quiescence search, a search of depth 1 captures a defended pawn with the
/// queen.
#[test]
fn quiescence_search_finds_the_recapture() {
    let fen = "4k3/2p5/3p4/8/8/8/3Q4/4K3 w - - 0 1";
    assert_eq!(best(&search(|t| t.quiescence = Quiescence::Off, fen, 1)), "d2d6");
    assert_ne!(best(&search(|_| {}, fen, 1)), "d2d6");
}

#[test]
fn quiet_checks_in_quiescence_search_add_nodes() {
    let fen = "6k1/5ppp/8/8/8/8/5PPP/1R4K1 b - - 0 1"; // White threatens Rb8 mate
    let nodes = |quiescence| search(|t| t.quiescence = quiescence, fen, 1).statistics.quiescence;
    assert!(nodes(Quiescence::Checks) > nodes(Quiescence::Captures));
}

#[test]
fn check_extension_finds_mates_at_lower_depth() {
    for fen in [
        "1r1k1b2/5q2/p1QP1p2/2p5/8/2P5/P4KP1/4R3 w - - 0 1",
        "1r3r2/Q6p/4B1k1/p2P1p2/Pb3P2/8/1P6/7K w - - 0 1",
    ] {
        let min_depth = |check: bool| {
            let found = |depth: &u32| {
                search(|t| t.extensions.check = check, fen, *depth).score > mate_in(20)
            };
            (1..8).find(found).expect("the mate is found")
        };
        assert!(
            min_depth(true) < min_depth(false),
            "{fen}: {} {}",
            min_depth(true),
            min_depth(false)
        );
    }
}

/// Akl & Newborn 1977, Schaeffer 1983: each ordering heuristic saves nodes and keeps the score.
#[test]
fn move_ordering_saves_nodes_and_keeps_the_score() {
    let run = |change: fn(&mut Switches)| {
        let mut bare = Switches::BARE;
        bare.quiescence = Quiescence::Captures;
        change(&mut bare);
        go(&mut engine(bare), MIDDLE_GAME, 5)
    };
    let none = run(|_| {});
    let orderings: [fn(&mut Switches); 4] = [
        |t| t.killers = true,
        |t| t.history = Switches::PAPERS.history,
        |t| t.refutation = true,
        |t| t.table.order = true,
    ];
    for (index, change) in orderings.into_iter().enumerate() {
        let ordered = run(change);
        assert_eq!(ordered.score, none.score, "ordering {index}");
        assert!(
            ordered.statistics.nodes() < none.statistics.nodes(),
            "ordering {index} saves no nodes"
        );
    }
}

#[test]
fn mate_distance_pruning_keeps_the_shortest_mate() {
    let fen = "6k1/5ppp/8/8/8/8/5PPP/1R4K1 w - - 0 1";
    let with = search(|t| t.mate_distance = true, fen, 6);
    let without = search(|_| {}, fen, 6);
    assert_eq!((with.score, without.score), (mate_in(1), mate_in(1)));
    assert!(with.statistics.nodes() < without.statistics.nodes());
}

#[test]
fn the_grain_rounds_every_evaluation() {
    for grain in [10, 25] {
        let score: Score = search(|t| t.grain = grain, MIDDLE_GAME, 4).score;
        assert_eq!(score % grain, 0);
    }
}

/// In the preset for play, each technique of the papers that is on has successes.
#[test]
fn every_paper_technique_of_the_full_preset_is_used() {
    let mut total = secateur::search::statistics::Statistics::default();
    for fen in
        [MIDDLE_GAME, secateur::tools::bench::POSITIONS[1], secateur::tools::bench::POSITIONS[2]]
    {
        total += &go(&mut engine(Switches::FULL), fen, 16).statistics;
    }
    for statistic in [
        Statistic::TtCutoff,
        Statistic::NullMove,
        Statistic::MultiCutAtCut,
        Statistic::MultiCutAtAll,
        Statistic::Research,
        Statistic::Aspiration,
        Statistic::Killer,
    ] {
        assert!(total[statistic].won > 0, "{} never succeeds", statistic.name());
    }
    assert!(
        total[Statistic::NullMoveVerification].tried > 0,
        "no fail-high of a null move was verified"
    );
}
