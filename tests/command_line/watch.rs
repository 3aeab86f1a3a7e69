//! Unit tests of `secateur::tools::solve::watch`.

use secateur::chess::epd::Epd;
use secateur::search::pv::Line;
use secateur::search::table::Bound;
use secateur::search::{Listener, Progress, Report, Signals};
use secateur::stop::Stop;
use secateur::tools::solve::watch::*;
use std::time::Duration;

#[test]
fn time_to_solution_is_the_start_of_the_final_correct_phase() {
    let epd: Epd = "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6;"
        .parse()
        .expect("valid EPD");
    let (stop, signals) = (Stop::default(), Signals::default());
    let mut watch = SolutionTracker::new(&epd, &stop, &signals);
    let mut report = |mv: &str, nodes: u64, multi_pv: usize, bound: Bound| {
        let pv = Line::from_iter([epd.board.parse_san(mv).expect("legal")]);
        let progress =
            Progress { nodes, time: Duration::from_millis(nodes), permille_full: 0, tb_hits: 0 };
        watch.pv(&Report {
            depth: 1,
            selective_depth: 1,
            multi_pv,
            score: 0,
            bound,
            progress,
            pv: &pv,
        });
        watch
            .effort_to_solution(&Progress {
                nodes: 1000,
                time: Duration::from_secs(1),
                permille_full: 0,
                tb_hits: 0,
            })
            .nodes
    };
    let exact = Bound::Exact;
    assert_eq!(report("Qg6", 1, 1, exact), 1);
    assert_eq!(report("Kh1", 2, 1, exact), 1000, "right only at the very end");
    assert_eq!(report("Qg6", 3, 2, exact), 1000, "not the first line");
    assert_eq!(report("Qg6", 4, 1, Bound::Lower), 4);
    assert_eq!(report("Kh1", 5, 2, exact), 4);
    assert_eq!(report("Qg6", 6, 1, exact), 4);
}

#[test]
fn a_second_stop_request_ends_the_search() {
    let epd: Epd = "4k3/8/8/8/8/8/8/4K2R w K -".parse().expect("valid EPD");
    let (stop, signals) = (Stop::default(), Signals::default());
    let mut watch = SolutionTracker::new(&epd, &stop, &signals);
    let progress = Progress { nodes: 1, ..Progress::default() };
    stop.request();
    watch.heartbeat(&progress);
    assert!(!signals.is_stopped());
    stop.request();
    watch.heartbeat(&progress);
    assert!(signals.is_stopped());
}
