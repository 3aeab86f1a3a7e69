//! Counters: what the search did, so that nobody needs to take a technique's activity on trust.

use std::ops::{AddAssign, Index, IndexMut};

/// Techniques that are counted one by one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Counted {
    /// Cutoffs by stored scores.
    TableCut,
    /// Cutoffs by stored scores of children.
    Etc,
    /// Null-move searches and the nodes cut or reduced by them.
    NullMove,
    /// Null-move fail-highs that the reduced search contradicted.
    Zugzwang,
    /// Multi-cut at CUT nodes.
    MultiCutAtCut,
    /// Multi-cut at ALL nodes.
    MultiCutAtAll,
    /// ProbCut checks.
    ProbCut,
    /// Null-window searches at PV nodes and those searched again.
    Research,
    /// Aspiration windows and those that failed.
    Aspiration,
    /// Killers tried and those that cut.
    Killer,
    /// Extensions.
    Extension,
    /// Nodes cut by an evaluation far above beta.
    ReverseFutility,
    /// Nodes settled by quiescence.
    Razoring,
    /// Quiet moves given up because the evaluation is far below alpha.
    Futility,
    /// Quiet moves given up because enough were searched.
    LateMoves,
    /// Quiet moves left out for their history.
    History,
    /// Moves left out because they lose material.
    Exchange,
    /// Late moves searched at reduced depth, and those that failed low there.
    Reduction,
    /// Nodes without a table move, a ply less deep.
    InternalReduction,
    /// Searches without the table's move, and those in which it stood alone.
    Singular,
    /// Nodes cut because another move beat beta too.
    SingularCut,
    /// ProbCut by captures.
    CaptureProbCut,
    /// Cutoffs by endgame tables.
    Tablebase,
}

impl Counted {
    /// All of them, in index order.
    pub const ALL: [Counted; 23] = [
        Counted::TableCut,
        Counted::Etc,
        Counted::NullMove,
        Counted::Zugzwang,
        Counted::MultiCutAtCut,
        Counted::MultiCutAtAll,
        Counted::ProbCut,
        Counted::Research,
        Counted::Aspiration,
        Counted::Killer,
        Counted::Extension,
        Counted::ReverseFutility,
        Counted::Razoring,
        Counted::Futility,
        Counted::LateMoves,
        Counted::History,
        Counted::Exchange,
        Counted::Reduction,
        Counted::InternalReduction,
        Counted::Singular,
        Counted::SingularCut,
        Counted::CaptureProbCut,
        Counted::Tablebase,
    ];

    /// For tables.
    pub const fn name(self) -> &'static str {
        match self {
            Counted::TableCut => "table cut",
            Counted::Etc => "ETC",
            Counted::NullMove => "null move",
            Counted::Zugzwang => "zugzwang found",
            Counted::MultiCutAtCut => "MC-C",
            Counted::MultiCutAtAll => "MC-A",
            Counted::ProbCut => "ProbCut",
            Counted::Research => "PVS re-search",
            Counted::Aspiration => "window failed",
            Counted::Killer => "killer",
            Counted::Extension => "extension",
            Counted::ReverseFutility => "reverse futility",
            Counted::Razoring => "razoring",
            Counted::Futility => "futility",
            Counted::LateMoves => "late moves",
            Counted::History => "history pruning",
            Counted::Exchange => "exchange pruning",
            Counted::Reduction => "reduction",
            Counted::InternalReduction => "internal reduction",
            Counted::Singular => "singular",
            Counted::SingularCut => "singular cut",
            Counted::CaptureProbCut => "capture ProbCut",
            Counted::Tablebase => "endgame tables",
        }
    }
}

/// How often a technique was tried, how often it succeeded, and the nodes it spent on that.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Attempts.
    pub tried: u64,
    /// Successes.
    pub won: u64,
    /// Nodes spent inside the attempts.
    pub nodes: u64,
}

impl Count {
    #[inline]
    fn note(&mut self, won: bool, nodes: u64) {
        self.tried += 1;
        self.won += u64::from(won);
        self.nodes += nodes;
    }
}

impl AddAssign<&Count> for Count {
    fn add_assign(&mut self, other: &Count) {
        self.tried += other.tried;
        self.won += other.won;
        self.nodes += other.nodes;
    }
}

/// The counters of one thread, or the sum of several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tally {
    /// Nodes above the horizon.
    pub interior: u64,
    /// Nodes at the horizon.
    pub leaves: u64,
    /// Nodes below the horizon.
    pub quiescence: u64,
    /// Static evaluations.
    pub evaluations: u64,
    /// Interior nodes that a move cut.
    pub cuts: u64,
    /// Those that the first move cut.
    pub first_move_cuts: u64,
    techniques: [Count; Counted::ALL.len()],
    audits: [Count; Counted::ALL.len()],
}

// By hand: the standard library has defaults of arrays only up to 32 entries.
impl Default for Tally {
    fn default() -> Tally {
        Tally {
            interior: 0,
            leaves: 0,
            quiescence: 0,
            evaluations: 0,
            cuts: 0,
            first_move_cuts: 0,
            techniques: [Count::default(); Counted::ALL.len()],
            audits: [Count::default(); Counted::ALL.len()],
        }
    }
}

impl Tally {
    /// Nodes of every kind.
    pub fn nodes(&self) -> u64 {
        self.interior + self.leaves + self.quiescence
    }

    /// Notes an attempt that cost so many nodes.
    #[inline]
    pub fn note(&mut self, technique: Counted, won: bool, nodes: u64) {
        self[technique].note(won, nodes);
    }

    /// Notes that a cut was searched all the same, at the cost of so many nodes, and whether it was right.
    pub fn note_audit(&mut self, technique: Counted, is_right: bool, nodes: u64) {
        self.audits[technique as usize].note(is_right, nodes);
    }

    /// Cuts that were searched all the same, and those that were right.
    pub fn audit(&self, technique: Counted) -> &Count {
        &self.audits[technique as usize]
    }
}

impl Index<Counted> for Tally {
    type Output = Count;

    #[inline]
    fn index(&self, technique: Counted) -> &Count {
        &self.techniques[technique as usize]
    }
}

impl IndexMut<Counted> for Tally {
    #[inline]
    fn index_mut(&mut self, technique: Counted) -> &mut Count {
        &mut self.techniques[technique as usize]
    }
}

impl AddAssign<&Tally> for Tally {
    fn add_assign(&mut self, other: &Tally) {
        self.interior += other.interior;
        self.leaves += other.leaves;
        self.quiescence += other.quiescence;
        self.evaluations += other.evaluations;
        self.cuts += other.cuts;
        self.first_move_cuts += other.first_move_cuts;
        let counts = self.techniques.iter_mut().chain(&mut self.audits);
        counts.zip(other.techniques.iter().chain(&other.audits)).for_each(|(own, count)| *own += count);
    }
}
