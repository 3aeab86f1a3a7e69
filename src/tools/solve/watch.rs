//! Detects from the reports of a search when the answer became right.

use super::judge::judge;
use super::record::Effort;
use crate::chess::epd::Epd;
use crate::search::table::Bound;
use crate::search::{Listener, Progress, Report, Signals};
use crate::stop::Stop;

/// Listener of a suite search that records since when the best move solves the position. It also
/// stops the search when the stop request is urgent.
pub(super) struct Watch<'a> {
    epd: &'a Epd,
    stop: &'a Stop,
    signals: &'a Signals,
    /// The effort at the first report since which all reports have been right.
    right_from: Option<Effort>,
}

impl<'a> Watch<'a> {
    pub(super) fn new(epd: &'a Epd, stop: &'a Stop, signals: &'a Signals) -> Watch<'a> {
        Watch { epd, stop, signals, right_from: None }
    }

    /// Returns the effort after which the best move stayed a solution. The final answer must be
    /// right.
    pub(super) fn right_from(&self, end: &Progress) -> Effort {
        self.right_from.unwrap_or_else(|| effort(end))
    }

    fn hurry(&self) {
        if self.stop.is_urgent() {
            self.signals.stop();
        }
    }
}

impl Listener for Watch<'_> {
    fn line(&mut self, report: &Report<'_>) {
        self.hurry();
        // A fail-low lowers the score of the move but gives no better move.
        if report.multi_pv != 1 || report.bound == Bound::Upper {
            return;
        }
        if judge(self.epd, report.pv.first().copied(), report.score) == Some(true) {
            self.right_from.get_or_insert(effort(&report.progress));
        } else {
            self.right_from = None;
        }
    }

    fn heartbeat(&mut self, _progress: &Progress) {
        self.hurry();
    }
}

fn effort(progress: &Progress) -> Effort {
    Effort { nodes: progress.nodes, seconds: progress.time.as_secs_f64() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::pv::Line;
    use std::time::Duration;

    #[test]
    fn only_the_final_right_phase_counts() {
        let epd: Epd = "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6;"
            .parse()
            .expect("sound");
        let (stop, signals) = (Stop::default(), Signals::default());
        let mut watch = Watch::new(&epd, &stop, &signals);
        let mut hear = |mv: &str, nodes: u64, multi_pv: usize, bound: Bound| {
            let pv = Line::from_iter([epd.board.parse_san(mv).expect("legal")]);
            let progress = Progress {
                nodes,
                time: Duration::from_millis(nodes),
                permille_full: 0,
                tb_hits: 0,
            };
            watch.line(&Report {
                depth: 1,
                selective_depth: 1,
                multi_pv,
                score: 0,
                bound,
                progress,
                pv: &pv,
            });
            watch
                .right_from(&Progress {
                    nodes: 1000,
                    time: Duration::from_secs(1),
                    permille_full: 0,
                    tb_hits: 0,
                })
                .nodes
        };
        let exact = Bound::Exact;
        assert_eq!(hear("Qg6", 1, 1, exact), 1);
        assert_eq!(hear("Kh1", 2, 1, exact), 1000, "right only at the very end");
        assert_eq!(hear("Qg6", 3, 2, exact), 1000, "not the first line");
        assert_eq!(hear("Qg6", 4, 1, Bound::Lower), 4);
        assert_eq!(hear("Kh1", 5, 2, exact), 4);
        assert_eq!(hear("Qg6", 6, 1, exact), 4);
    }

    #[test]
    fn an_urgent_stop_ends_the_search() {
        let epd: Epd = "4k3/8/8/8/8/8/8/4K2R w K -".parse().expect("sound");
        let (stop, signals) = (Stop::default(), Signals::default());
        let mut watch = Watch::new(&epd, &stop, &signals);
        let progress = Progress { nodes: 1, time: Duration::ZERO, permille_full: 0, tb_hits: 0 };
        stop.request();
        watch.heartbeat(&progress);
        assert!(!signals.is_stopped());
        stop.request();
        watch.heartbeat(&progress);
        assert!(signals.is_stopped());
    }
}
