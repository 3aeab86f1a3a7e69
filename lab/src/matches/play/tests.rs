//! Time controls, openings, sequential tests and stops of matches.

use super::*;
use secateur::eval::CustomEvaluation;
use secateur::score::Score;
use secateur::stop::Stop;

#[test]
fn time_controls_are_parsed() {
    let time: TimeControl = "2+0.02".parse().expect("a time control");
    assert_eq!((time.base, time.increment), (Duration::from_secs(2), Duration::from_millis(20)));
    assert_eq!("10".parse().map(|time: TimeControl| time.increment), Ok(Duration::ZERO));
    assert_eq!(time.taken(1000, Duration::from_millis(7)), Duration::from_millis(7));
    let counted: TimeControl = "2+0.02@500".parse().expect("a time control");
    assert_eq!((counted.base, counted.nodes_per_millisecond), (time.base, 500));
    assert_eq!([time, counted].map(|time| time.to_string()), ["2+0.02", "2+0.02@500"]);
    assert_eq!(counted.taken(1000, Duration::from_secs(7)), Duration::from_millis(2));
    for bad in
        ["2+0.02@", "2+0.02@0", "2@x", "@5", "", "0+1", "-1+1", "1+", "x", "inf", "1+0.1+2", "1e9"]
    {
        assert!(bad.parse::<TimeControl>().is_err(), "{bad}");
    }
}

/// A book whose size is a multiple of the default stride, 7919, needs another stride.
#[test]
fn no_opening_repeats_before_all_are_used() {
    for count in [1, 2, 7918, 7919, 7920, 2 * 7919] {
        let stride = stride(count);
        let places: std::collections::HashSet<usize> =
            (0..count).map(|number| number * stride % count).collect();
        assert_eq!(
            (places.len(), stride == STRIDE),
            (count, count % STRIDE != 0),
            "{count} by {stride}"
        );
    }
}

/// Pairs in progress when a test is decided do not change the decision.
#[test]
fn an_sprt_decision_is_final() {
    let player = || Player::with_nodes(Techniques::FULL, 1);
    let plan = MatchPlan {
        sprt: Some(Sprt { elo0: 0.0, elo1: 100.0 }),
        ..MatchPlan::new("", player(), player(), 400)
    };
    let pair = |points| Pair {
        at: (String::new(), 0),
        points: [points; 2],
        seconds: [0.0; 2],
        time_forfeits: [0; 2],
        ..Pair::default()
    };
    let mut result = MatchResult::of(&plan);
    while count(&plan, &mut result, &pair(2)) {}
    let decided = result.pairs;
    assert!(decided.pairs() > 1 && !count(&plan, &mut result, &pair(0)));
    assert_eq!(result.pairs, decided);
}

/// The variance of equal pairs is unknown.
#[test]
fn the_standing_of_equal_pairs_has_no_margin() {
    let player = || Player::with_nodes(Techniques::FULL, 1);
    let plan = MatchPlan::new("", player(), player(), 4);
    let of = |pairs, wdl| {
        let pairs = Pentanomial(pairs);
        standing(&plan, &MatchResult { pairs, wdl, ..MatchResult::default() })
    };
    assert_eq!(of([0, 0, 0, 0, 1], [2, 0, 0]), "+2 =0 -0, +1199.8, no interval");
    assert!(of([0, 0, 1, 0, 1], [2, 2, 0]).starts_with("+2 =2 -0, +190.8 ± "));
}

#[test]
fn a_match_ends_when_its_sprt_is_decided() {
    let player = |depth| {
        Player::with_depth(Techniques::FULL, depth).with_evaluator(crate::evaluations::linear())
    };
    let mut plan = MatchPlan::new("deep – shallow", player(5), player(1), 400);
    plan.sprt = Some(Sprt { elo0: 0.0, elo1: 100.0 });
    let result = play(&plan, 1, &RunProgress::silent()).expect("not stopped");
    assert!(result.pairs.pairs() < 200, "{result:?}");
    assert!(
        plan.sprt.is_some_and(|sprt| sprt.verdict(&result.pairs) == SprtResult::AcceptH1),
        "{result:?}"
    );
}

/// An evaluation that requests a stop, as Ctrl-C does during a game.
#[derive(Debug)]
struct Stopping(Arc<Stop>);

impl CustomEvaluation for Stopping {
    fn evaluate(&self, board: &Board) -> Score {
        if !self.0.is_requested() {
            self.0.request();
        }
        Evaluator::Material.evaluate(board)
    }
}

#[test]
fn a_match_stopped_in_its_last_pair_is_complete() {
    for (games, expected) in [(2, true), (4, false)] {
        let stop = Arc::new(Stop::default());
        let evaluator = Evaluator::Custom(Arc::new(Stopping(Arc::clone(&stop))));
        let player = || Player::with_depth(Techniques::FULL, 1).with_evaluator(evaluator.clone());
        let plan = MatchPlan::new("a – b", player(), player(), games);
        let progress = RunProgress::stopped_by(Arc::clone(&stop));
        let (result, is_complete) = play_until_stopped(&plan, 1, &progress);
        assert!(stop.is_requested());
        assert_eq!((result.pairs.pairs(), is_complete), (1, expected), "{games} games");
    }
}
