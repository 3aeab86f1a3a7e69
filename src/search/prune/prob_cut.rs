//! ProbCut and Multi-ProbCut.
//!
//! **Idea** A shallow search predicts a deep one: v(h) = a · v(d) + b + e, with e normal of
//! deviation σ. If the shallow value lies so far outside the window that the deep one is unlikely
//! to fall inside, the node is cut.
//! **Paper** Michael Buro, "ProbCut: an effective selective extension of the alpha-beta algorithm",
//! ICCA Journal 18(2), 1995 (one height, one check); "Experiments with Multi-ProbCut and a new
//! high-quality evaluation function for Othello", 1997 (several). S0, Figures 2.10 and 2.11; S3,
//! sections 7 to 9.
//! **Condition** Null windows, not in check, not inside another check.
//! **Parameters** t standard deviations (1.5 in the first paper, 1.0 to 1.4 in the second); a, b, σ
//! by stage, height and check depth from `prob_cut.tsv`, fitted by `secateur-lab fit prob-cut`.
//! **Differences** Only the side that the static evaluation makes likely is tested: in a null
//! window the other cannot succeed cheaply. S0 writes 1/Φ(p) for the quantile; t is the quantile
//! itself.

use crate::chess::Board;
use crate::score::{Score, is_decisive};
use crate::search::node::{Depth, Node, NodeContext, NodeType};
use crate::search::pvs::pvs;
use crate::search::statistics::Statistic;
use crate::search::techniques::ProbCutMode;
use crate::search::worker::Worker;
use arrayvec::ArrayVec;
use once_cell::sync::Lazy;

/// Number of game stages (by piece count) with separate ProbCut parameters.
pub const STAGES: usize = 4;
/// Number of search depths (0 to 15 plies) for which ProbCut parameters can be fitted.
pub const FITTED_DEPTHS: usize = 16;

/// Depth of the node and of its shallow search for single-check ProbCut (Buro 1995), in plies.
pub const SINGLE: (Depth, Depth) = (8, 4);
/// Depth of the node and depths of its shallow searches for Multi-ProbCut (Buro 1997), in plies.
pub const MULTI: [(Depth, &[Depth]); 11] = [
    (3, &[1]),
    (4, &[2]),
    (5, &[1]),
    (6, &[2]),
    (7, &[3]),
    (8, &[4]),
    (9, &[3, 5]),
    (10, &[4, 6]),
    (11, &[3, 5]),
    (12, &[4]),
    (13, &[5]),
];

/// ProbCut parameters of one shallow search (regression slope, offset, deviation).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Check {
    /// Depth of the shallow search, plies.
    pub depth: Depth,
    /// Regression slope a of the deep score on the shallow one, in permille.
    pub slope: i32,
    /// Regression offset b, in internal units.
    pub offset: Score,
    /// Standard deviation σ of the error, in internal units.
    pub deviation: Score,
}

/// ProbCut parameters of all shallow searches, by game stage and by depth of the node in plies.
pub type Checks = [[ArrayVec<Check, 4>; FITTED_DEPTHS]; STAGES];

/// ProbCut parameters fitted by `secateur-lab`, parsed from `prob_cut.tsv`. Columns: stage, height,
/// depth, slope, offset, deviation, r², examples.
pub static FITTED: Lazy<Checks> = Lazy::new(|| {
    let mut checks = Checks::default();
    for line in include_str!("prob_cut.tsv")
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
    {
        let numbers: Vec<i32> =
            line.split('\t').take(6).filter_map(|field| field.parse().ok()).collect();
        let [stage, height, depth, slope, offset, deviation] = numbers[..] else { continue };
        let (stage, height) = (stage as usize, height as usize);
        if stage < STAGES && height < FITTED_DEPTHS && slope > 0 {
            let _ = checks[stage][height].try_push(Check { depth, slope, offset, deviation });
        }
    }
    checks
});

/// Game stage of a position for ProbCut by piece count, from 0 (few pieces) to 3 (many).
pub fn stage(board: &Board) -> usize {
    (board.occupied().count() as usize - 1) / 8
}

/// Cuts the node (ProbCut) with beta or alpha if a shallow search makes a score inside the window
/// unlikely.
#[inline]
pub fn try_cut<N: NodeType>(w: &mut Worker<'_>, node: &Node) -> Option<Score> {
    if w.switches::<N>().prob_cut.mode == ProbCutMode::Off || node.context.in_prob_cut {
        return None;
    }
    check_all::<N>(w, node)
}

#[inline(never)]
fn check_all<N: NodeType>(w: &mut Worker<'_>, node: &Node) -> Option<Score> {
    let height = usize::try_from(node.depth).ok().filter(|&height| height < FITTED_DEPTHS)?;
    let single = w.switches::<N>().prob_cut.mode == ProbCutMode::Single;
    let is_high = node.static_eval()? >= node.beta;
    for check in &FITTED[stage(w.board())][height] {
        let is_used = if single {
            (node.depth, check.depth) == SINGLE
        } else {
            MULTI
                .iter()
                .any(|(height, depths)| *height == node.depth && depths.contains(&check.depth))
        };
        if is_used && let Some(score) = attempt_check::<N>(w, node, *check, is_high) {
            return Some(score);
        }
    }
    None
}

fn attempt_check<N: NodeType>(
    w: &mut Worker<'_>,
    node: &Node,
    check: Check,
    is_high: bool,
) -> Option<Score> {
    let margin = w.switches::<N>().prob_cut.threshold * check.deviation / 1000;
    let side = if is_high { node.beta + margin } else { node.alpha - margin };
    let bound = (side - check.offset) * 1000 / check.slope;
    if is_decisive(bound) {
        return None;
    }
    let context = NodeContext { in_prob_cut: true, reduced: 0, ..node.context };
    let search = |w: &mut Worker<'_>| {
        if is_high {
            (pvs::<N>(w, bound - 1, bound, check.depth, context) >= bound).then_some(node.beta)
        } else {
            (pvs::<N>(w, bound, bound + 1, check.depth, context) <= bound).then_some(node.alpha)
        }
    };
    w.measure::<N, _>(Statistic::ProbCut, search, Option::is_some)
}
