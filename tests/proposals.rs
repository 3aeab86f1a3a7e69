//! Each proposal of later knowledge acts once it is switched on, none is on by itself, and but for one
//! they keep mates.

use secateur::chess::{Board, Game};
use secateur::engine::{Answer, Engine, Settings};
use secateur::score::mate_in;
use secateur::search::tally::{Counted, Tally};
use secateur::search::techniques::Later;
use secateur::search::{Limits, Signals, Silent, Techniques};
use secateur::tools::bench::POSITIONS;
use std::time::Instant;

/// Deep enough for each proposal to find its case in the benchmark's first positions.
const DEPTH: u32 = 14;
const FIRST: usize = 8;

fn with(pairs: &[&str]) -> Techniques {
    let mut techniques = Techniques::FULL;
    for pair in pairs {
        techniques.set_pair(pair).expect(pair);
    }
    techniques
}

fn go(techniques: Techniques, fen: &str, depth: u32) -> Answer {
    let mut engine = Engine::new(Settings { techniques, ..Settings::default() }).expect("a small table");
    engine.set_game(Game::new(fen.parse::<Board>().expect(fen)));
    engine.go(&Limits::to_depth(depth), &Signals::default(), Instant::now(), &mut Silent)
}

fn total(techniques: Techniques) -> Tally {
    let mut total = Tally::default();
    for fen in &POSITIONS[..FIRST] {
        total += &go(techniques, fen, DEPTH).tally;
    }
    total
}

/// Switches, and the counters that must move with them.
const PROPOSALS: [(&[&str], &[Counted]); 18] = [
    (&["MultiCut.Children=6"], &[Counted::ChildrenCut, Counted::Etc]),
    (&["MultiCut.Trigger=table"], &[Counted::MultiCutByBound]),
    (&["MultiCut.Trigger=iid"], &[Counted::MultiCutNoMove]),
    (&["MultiCut.Trigger=all"], &[Counted::MultiCutByBound, Counted::MultiCutNoMove, Counted::MultiCutAtCut]),
    (&["MultiCut.DistinctPieces=true"], &[Counted::DistinctPieces]),
    (&["MultiCut.InLoop=true"], &[Counted::MultiCutInLoop]),
    (&["MultiCut.NearPass=100"], &[Counted::NearPass]),
    (&["MultiCut.NearCapture=true"], &[Counted::NearCapture]),
    (&["MultiCut.NearSingular=100"], &[Counted::NearSingular]),
    (&["MultiCut.Turn=1"], &[Counted::TurnedCut]),
    (&["NullMove.TableBound=250"], &[Counted::NullBound]),
    (&["NullMove.Threat=true"], &[Counted::NullThreat]),
    (&["ProbCut.Low=3750"], &[Counted::ProbCutLow]),
    (&["ProbCut.Low=3750", "ProbCut.TwoChecks=true"], &[Counted::ProbCutLow]),
    (&["ProbCut.High=3750"], &[Counted::ProbCutHigh]),
    (&["ProbCut.High=3750", "ProbCut.TwoChecks=true"], &[Counted::ProbCutHigh]),
    (&["ProbCut.High=3750", "ProbCut.Endgame=500"], &[Counted::ProbCutHigh]),
    (&["NullMove.EndgamePlies=4"], &[]), // has a test of its own
];

#[test]
fn every_proposal_acts_where_it_is_switched_on_and_only_there() {
    assert_eq!(Techniques::FULL.later, Later::OFF);
    let without = total(Techniques::FULL);
    for (pairs, counters) in PROPOSALS {
        let with = if counters.is_empty() { continue } else { total(with(pairs)) };
        for &counted in counters {
            assert!(with[counted].won > 0, "{pairs:?}: {} never succeeds", counted.name());
        }
        if let [first, ..] = counters {
            assert_eq!(without[*first].tried, 0, "{pairs:?}: {} without being asked", first.name());
        }
    }
}

/// Falcon's rule: with one piece a pass that would do takes plies off, and the ending is searched on. Play has a guard that
/// forbids the pass there; it is lifted on both sides.
#[test]
fn in_endings_a_null_move_may_take_plies_off_instead_of_cutting() {
    let fen = "8/1p3k2/p4p2/P1n2K1p/1P5P/4N1P1/8/8 w - - 0 1";
    let (with, without) = (
        go(with(&["NullMove.EndgamePlies=4", "NullMove.FewMoves=0"]), fen, 12),
        go(with(&["NullMove.FewMoves=0"]), fen, 12),
    );
    assert!(with.tally[Counted::NullReduced].won > 0);
    assert_eq!(without.tally[Counted::NullReduced].tried, 0);
}

/// What has no counter changes the tree.
#[test]
fn the_quiet_proposals_change_what_is_searched() {
    let nodes = |pairs: &[&str]| total(with(pairs)).nodes();
    let without = nodes(&[]);
    for pairs in [
        &["MultiCut.Careful=true"][..],
        &["MultiCut.Store=true"],
        &["MultiCut.Learn=true"],
        &["NullMove.VerifyDepthPerPly=4"],
    ] {
        assert_ne!(nodes(pairs), without, "{pairs:?}");
    }
}

/// The counter of ProbCut moves with or without it, so its own test looks at an ending.
#[test]
fn with_few_pieces_prob_cut_has_a_threshold_of_its_own() {
    let nodes = |fen: &str, share: &str| go(with(&["ProbCut.High=3750", share]), fen, DEPTH).tally.nodes();
    let ending = "5k2/pp3pp1/2nb3p/8/3P4/2N2N2/PP3PPP/6K1 w - - 0 1";
    assert_ne!(nodes(ending, "ProbCut.Endgame=500"), nodes(ending, "ProbCut.Endgame=0"));
    assert_eq!(nodes(POSITIONS[0], "ProbCut.Endgame=500"), nodes(POSITIONS[0], "ProbCut.Endgame=0"), "32 pieces");
}

/// Deep enough for the shortest mate of each position.
const MATE_DEPTH: u32 = 16;

#[test]
fn proposals_keep_mates_but_for_one() {
    // `epd/mates.epd`: mate in three and four moves. Longer ones are found a few plies sooner or later by any two selective
    // searches.
    let mates = [
        ("3r4/1nb1kp2/p1p2N2/1p2pPr1/8/1BP2P2/PP1R4/2KR4 w - - 0 1", 3),
        ("2b2k2/2p2r1p/p2pR3/1p3PQ1/3q3N/1P6/2P3PP/5K2 w - - 0 1", 4),
    ];
    for (fen, moves) in mates {
        assert_eq!(go(Techniques::FULL, fen, MATE_DEPTH).score, mate_in(2 * moves - 1), "{fen}");
        // ProbCut against alpha does not see quiet tactical shots: it takes a mate for a won ending, and is not for play.
        let kept = PROPOSALS.iter().filter(|(pairs, _)| !pairs[0].starts_with("ProbCut.Low"));
        for (pairs, _) in kept {
            assert_eq!(go(with(pairs), fen, MATE_DEPTH).score, mate_in(2 * moves - 1), "{fen}: {pairs:?}");
        }
    }
}

/// The audit finds most cuts of the default right, and some wrong.
#[test]
fn an_audit_tells_how_often_cuts_are_right() {
    let tally = total(with(&["Audit=16"]));
    for counted in [Counted::ReverseFutility, Counted::NullMove, Counted::CaptureProbCut] {
        let audit = tally.audit(counted);
        assert!(audit.tried >= 20, "{}: {} audited", counted.name(), audit.tried);
        assert!(audit.won * 10 >= audit.tried * 7, "{}: {} of {} right", counted.name(), audit.won, audit.tried);
    }
    assert!(Counted::ALL.iter().any(|&counted| tally.audit(counted).won < tally.audit(counted).tried));
    let unaudited = total(Techniques::FULL);
    assert!(Counted::ALL.iter().all(|&counted| unaudited.audit(counted).tried == 0));
}
