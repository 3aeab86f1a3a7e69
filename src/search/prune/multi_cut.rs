//! Multi-cut pruning at CUT nodes (MC-C) and at ALL nodes (MC-A).
//!
//! **Idea** If several of the first moves fail high in a shallower search, it is likely that one of them will at full depth,
//! so the node is cut without searching any of them.
//! **Paper** Yngvi Björnsson & Tony Marsland, "Multi-cut alpha-beta pruning in game-tree search", Theoretical Computer
//! Science 252, 2001 (CUT nodes); Mark Winands et al., "Enhanced forward pruning", Information Sciences 175, 2005 (ALL nodes,
//! both improvements). S2 5.1 to 5.4, Figures 15 to 22.
//! **Condition** Null windows, not in check, not near the horizon, not with king and pawns alone.
//! **Parameters** C fail-highs among the first M moves, searched R plies shallower. Paper: (3, 10, 2) at CUT nodes, (2, 10, 2)
//! at ALL nodes.
//! **Where we differ** The documents' loop goes on when the moves left can no longer make up C: we stop. Their depth test
//! allows negative depths: ours asks for a depth of at least one below. Play asks for a static evaluation that
//! promises a cut, lets R grow with the depth, and leaves nodes whose table move could be singular to the
//! [multi-cut there](super::super::extend::singular). [`Later`](super::super::techniques::Later) has other triggers, a guard
//! against one idea seen twice, cutters spared by what other rooms have nearly shown, and what may be kept of a cut; all off.

use super::super::extend::singular;
use super::super::node::{Depth, Expect, Front, Kind, Node};
use super::super::order::merits::{self, Tried};
use super::super::order::picker::Picker;
use super::super::pvs::pvs;
use super::super::table::{Bound, Record};
use super::super::tally::Counted;
use super::super::techniques::{CutRule, Trigger};
use super::super::worker::Worker;
use crate::chess::Move;
use crate::score::{self, DECISIVE_BOUND, INFINITE, Score, is_decisive};

/// How multi-cut goes about a node.
#[derive(Clone, Copy, Debug)]
struct Plan {
    rule: CutRule,
    counted: Counted,
    /// Known to beat beta, so the first cutter.
    known: Option<Move>,
    /// Has the trigger looked at the evaluation, or no use for it?
    is_chosen: bool,
}

/// C, M, R where the table's shallow bound has one cutter already.
const BY_BOUND: CutRule = CutRule { cutters: 2, moves: 5, reduction: 3, depth_per_ply: 4 };
/// How many plies too shallow that bound may be.
const MOST_SHALLOW: Depth = 8;
/// C, M, R where the table has no move, below and from [`DEEP`] on.
const NO_MOVE: [CutRule; 2] = [
    CutRule { cutters: 2, moves: 3, reduction: 3, depth_per_ply: 4 },
    CutRule { cutters: 3, moves: 6, reduction: 3, depth_per_ply: 4 },
];
const DEEP: Depth = 12;
/// Least depth there, plies.
const NO_MOVE_DEPTH: Depth = 9;
/// The evaluation may be so far below beta there, centipawns.
const NO_MOVE_MARGIN: Score = 75;
/// Two scores in a row so far below beta end the attempt there, centipawns.
const HOPELESS: Score = 250;
/// Plies that an upper bound may be too shallow and still speak against a cut.
const CONTRADICTS: Depth = 4;

/// Beta, or a proved mate, if enough moves fail high at reduced depth.
#[inline]
pub fn attempt<K: Kind>(w: &mut Worker<'_>, node: &mut Node) -> Option<Score> {
    let rules = &w.techniques.multi_cut;
    if node.depth < rules.min_depth {
        return None;
    }
    let (rule, counted) = match node.edge.expect {
        Expect::Cut if rules.at_cut => (rules.cut, Counted::MultiCutAtCut),
        Expect::All if rules.at_all => (rules.all, Counted::MultiCutAtAll),
        _ => return None,
    };
    let mut plan = Plan { rule, counted, known: node.near_capture, is_chosen: false };
    let later = w.later::<K>();
    if later.trigger != Trigger::Promising && node.edge.expect == Expect::Cut {
        plan = choose::<K>(w, node, plan)?;
    }
    if node.depth < reduction(plan.rule, node) + 2
        || w.modern::<K>().singular && singular::is_candidate(w, node)
        || is_decisive(node.beta)
        || !w.board().has_pieces(w.board().side_to_move())
        || (!K::STUDY || rules.only_promising)
            && !plan.is_chosen
            && node.static_eval().is_none_or(|eval| eval < node.beta - rules.promise_margin)
        || later.careful && is_doubtful(w, node)
    {
        return None;
    }
    let spares = node.near_pass && plan.rule.cutters > 2;
    plan.rule.cutters -= i32::from(spares);
    let nodes_before = w.nodes;
    let cut = try_moves::<K>(w, node, &plan);
    if !w.is_aborted() {
        let spent = w.nodes - nodes_before;
        w.tally.note(plan.counted, cut.is_some(), spent);
        if spares {
            w.tally.note(Counted::NearPass, cut.is_some(), spent);
        }
        if node.near_capture.is_some() {
            w.tally.note(Counted::NearCapture, cut.is_some(), spent);
        }
    }
    cut
}

/// The multi-cut of a CUT node whose moves but the table's, which beats beta, have together missed it by little: the table's
/// move is the first cutter, and one more is wanted.
pub fn after_singular<K: Kind>(w: &mut Worker<'_>, node: &mut Node, mv: Move) -> Option<Score> {
    let rule = CutRule { cutters: 2, ..w.techniques.multi_cut.cut };
    if node.edge.expect != Expect::Cut || node.depth < reduction(rule, node) + 2 {
        return None;
    }
    let nodes_before = w.nodes;
    let plan = Plan { rule, counted: Counted::NearSingular, known: Some(mv), is_chosen: true };
    let cut = try_moves::<K>(w, node, &plan);
    if !w.is_aborted() {
        w.tally.note(Counted::NearSingular, cut.is_some(), w.nodes - nodes_before);
    }
    cut
}

/// Which multi-cut a CUT node calls for, if not the usual one alone is allowed.
fn choose<K: Kind>(w: &Worker<'_>, node: &Node, usual: Plan) -> Option<Plan> {
    let trigger = w.later::<K>().trigger;
    let known = node.hit.filter(|_| matches!(trigger, Trigger::Table | Trigger::All)).and_then(|hit| {
        let beats = matches!(hit.bound, Bound::Lower | Bound::Exact)
            && score::from_table(hit.score, w.ply()) >= node.beta
            && hit.depth >= node.depth - MOST_SHALLOW;
        hit.mv.filter(|_| beats)
    });
    if known.is_some() {
        return Some(Plan { rule: BY_BOUND, counted: Counted::MultiCutByBound, known, is_chosen: true });
    }
    let lacks_move = matches!(trigger, Trigger::Iid | Trigger::All)
        && node.depth >= NO_MOVE_DEPTH
        && node.hit.is_none_or(|hit| hit.mv.is_none())
        && node.static_eval().is_some_and(|eval| eval >= node.beta - NO_MOVE_MARGIN);
    if lacks_move {
        let rule = NO_MOVE[usize::from(node.depth >= DEEP)];
        return Some(Plan { rule, counted: Counted::MultiCutNoMove, known: usual.known, is_chosen: true });
    }
    (trigger == Trigger::All).then_some(usual)
}

/// Is the node one at which a wrong cut would cost most, or does the table speak against one?
fn is_doubtful(w: &Worker<'_>, node: &Node) -> bool {
    let is_contradicted = node.hit.is_some_and(|hit| {
        hit.bound == Bound::Upper
            && hit.depth >= node.depth - CONTRADICTS
            && score::from_table(hit.score, w.ply()) < node.beta
    });
    node.was_pv || node.edge.expect == Expect::All && is_contradicted
}

/// R, in plies.
#[inline]
fn reduction(rule: CutRule, node: &Node) -> Depth {
    rule.reduction + if rule.depth_per_ply > 0 { node.depth / rule.depth_per_ply } else { 0 }
}

#[inline(never)]
fn try_moves<K: Kind>(w: &mut Worker<'_>, node: &mut Node, plan: &Plan) -> Option<Score> {
    let rule = plan.rule;
    let keep_mates = w.techniques.multi_cut.keep_mates;
    let mut picker = Picker::main::<K>(w, node);
    let mut cutters: Front = plan.known.into_iter().collect();
    let (mut best, mut hopeless) = ((-INFINITE, None), 0);
    for tried in 0..rule.moves {
        if (cutters.len() as i32) + rule.moves - tried < rule.cutters {
            break;
        }
        let mut next = picker.next::<K>(w);
        if next.is_some() && next == plan.known {
            next = picker.next::<K>(w);
        }
        let Some(mv) = next else { break };
        w.push::<K>(mv);
        let edge = node.edge.child(tried == 0);
        let score = -pvs::<K>(w, -node.beta, -node.beta + 1, node.depth - 1 - reduction(rule, node), edge);
        w.pop();
        if w.is_aborted() {
            return Some(node.beta);
        }
        if score < node.beta {
            if score > best.0 {
                best = (score, Some(mv));
            }
            hopeless = if score < node.beta - HOPELESS { hopeless + 1 } else { 0 };
            if hopeless >= 2 && plan.counted == Counted::MultiCutNoMove {
                break;
            }
            continue;
        }
        if keep_mates && score >= DECISIVE_BOUND {
            return Some(score);
        }
        let _ = cutters.try_push(mv);
        if cutters.len() as i32 >= rule.cutters && allows::<K>(w, &cutters, rule) {
            keep::<K>(w, node, rule, mv);
            return Some(node.beta);
        }
    }
    if plan.counted == Counted::MultiCutNoMove && cutters.is_empty() {
        cutters.extend(best.1);
    }
    if w.techniques.multi_cut.reorder {
        node.front = cutters;
    }
    None
}

/// Are the cutters more than one idea seen twice? (Ziggy: moves of different pieces, or a capture among them.)
fn allows<K: Kind>(w: &mut Worker<'_>, cutters: &[Move], rule: CutRule) -> bool {
    if !w.later::<K>().distinct_pieces {
        return true;
    }
    let is_new = |(index, mv): &(usize, &Move)| cutters[..*index].iter().all(|other| other.from() != mv.from());
    let pieces = cutters.iter().enumerate().filter(is_new).count() as i32;
    let allowed = pieces >= rule.cutters || cutters.iter().any(|mv| mv.is_capture());
    w.tally.note(Counted::DistinctPieces, !allowed, 0);
    allowed
}

/// Remembers what the cut has shown, as far as the proposals ask for it.
fn keep<K: Kind>(w: &mut Worker<'_>, node: &Node, rule: CutRule, mv: Move) {
    let depth = node.depth - 1 - reduction(rule, node);
    if w.later::<K>().learn {
        merits::learn_from_cut::<K>(w, mv, &Tried::default(), (depth / 2).max(1));
    }
    if w.later::<K>().store {
        let record = Record {
            mv: Some(mv),
            score: node.beta,
            eval: node.estimate.map(|estimate| estimate.raw),
            depth,
            bound: Bound::Lower,
            is_pv: node.was_pv,
            ply: w.ply(),
        };
        w.shared.table.store(w.board().key(), &record);
    }
}
