//! Search statistics: attempts, successes and nodes of each technique.

use super::table::Bound;
use std::ops::{AddAssign, Index, IndexMut};

/// A line is `Technique = "name in tables"`; the enumeration and its lists come from these lines
/// alone.
macro_rules! statistics {
    ($(#[doc = $doc:literal] $technique:ident = $name:literal,)+) => {
        /// The techniques that are counted.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub enum Statistic {
            $(#[doc = $doc] $technique,)+
        }

        impl Statistic {
            /// All of them, in index order.
            pub const ALL: [Statistic; [$($name),+].len()] = [$(Statistic::$technique),+];

            /// The name in tables.
            pub const fn name(self) -> &'static str {
                [$($name),+][self as usize]
            }
        }
    };
}

statistics! {
    /// Cutoffs by stored scores.
    TableCut = "table cut",
    /// Cutoffs by stored scores of children.
    Etc = "ETC",
    /// Null-move searches and the nodes cut or reduced by them.
    NullMove = "null move",
    /// Null-move fail-highs that were verified, and those that verification contradicted: zugzwang.
    NullMoveVerification = "null-move verification",
    /// Multi-cut at CUT nodes.
    MultiCutAtCut = "MC-C",
    /// Multi-cut at ALL nodes.
    MultiCutAtAll = "MC-A",
    /// ProbCut checks.
    ProbCut = "ProbCut",
    /// Null-window searches at PV nodes and those searched again.
    Research = "PVS re-search",
    /// Aspiration windows and those that failed.
    Aspiration = "aspiration",
    /// Quiet moves that cut, and those that stood among the killers.
    Killer = "killer",
    /// Extensions.
    Extension = "extension",
    /// Nodes cut by an evaluation far above beta.
    ReverseFutility = "reverse futility",
    /// Nodes settled by quiescence.
    Razoring = "razoring",
    /// Quiet moves skipped by futility pruning.
    Futility = "futility",
    /// Quiet moves skipped by late-move pruning.
    LateMoves = "late moves",
    /// Quiet moves skipped by history pruning.
    History = "history pruning",
    /// Moves skipped by static exchange evaluation.
    Exchange = "exchange pruning",
    /// Late moves searched at reduced depth, and those that failed low there.
    Reduction = "reduction",
    /// Nodes reduced by internal iterative reduction.
    InternalReduction = "internal reduction",
    /// Singular searches, and those in which the table move was singular.
    Singular = "singular",
    /// Nodes cut because another move beat beta too.
    SingularCut = "singular cut",
    /// ProbCut by captures.
    CaptureProbCut = "capture ProbCut",
    /// Cutoffs by endgame tables.
    Tablebase = "endgame tables",
    /// Aspiration windows, and those above which the score lay.
    AspirationFailHigh = "aspiration fail-high",
    /// Aspiration windows, and those below which it lay.
    AspirationFailLow = "aspiration fail-low",
    /// Cutoffs by stored bounds that are too shallow, but far above beta.
    StoredProbCut = "stored ProbCut",
    /// CUT nodes that failed low, and those that were not stored (`Pvs.ForgetWeak`).
    Forgotten = "CUT fail-low not stored",
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
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
    techniques: [Count; Statistic::ALL.len()],
    audits: [Count; Statistic::ALL.len()],
}

impl Statistics {
    /// Nodes of every kind.
    pub fn nodes(&self) -> u64 {
        self.interior + self.leaves + self.quiescence
    }

    /// Notes an attempt with its result and nodes.
    #[inline]
    pub fn note(&mut self, technique: Statistic, won: bool, nodes: u64) {
        self[technique].note(won, nodes);
    }

    /// Notes a window at the root, and the bound of the score if the window failed.
    pub fn note_window(&mut self, failure: Option<Bound>) {
        self.note(Statistic::Aspiration, failure.is_some(), 0);
        self.note(Statistic::AspirationFailHigh, failure == Some(Bound::Lower), 0);
        self.note(Statistic::AspirationFailLow, failure == Some(Bound::Upper), 0);
    }

    /// Notes the audit of a cutoff: whether it was right, and the nodes.
    pub fn note_audit(&mut self, technique: Statistic, is_right: bool, nodes: u64) {
        self.audits[technique as usize].note(is_right, nodes);
    }

    /// Audited cutoffs, and those that were right.
    pub fn audit(&self, technique: Statistic) -> &Count {
        &self.audits[technique as usize]
    }
}

impl Index<Statistic> for Statistics {
    type Output = Count;

    #[inline]
    fn index(&self, technique: Statistic) -> &Count {
        &self.techniques[technique as usize]
    }
}

impl IndexMut<Statistic> for Statistics {
    #[inline]
    fn index_mut(&mut self, technique: Statistic) -> &mut Count {
        &mut self.techniques[technique as usize]
    }
}

impl AddAssign<&Statistics> for Statistics {
    fn add_assign(&mut self, other: &Statistics) {
        self.interior += other.interior;
        self.leaves += other.leaves;
        self.quiescence += other.quiescence;
        self.evaluations += other.evaluations;
        self.cuts += other.cuts;
        self.first_move_cuts += other.first_move_cuts;
        let counts = self.techniques.iter_mut().chain(&mut self.audits);
        counts
            .zip(other.techniques.iter().chain(&other.audits))
            .for_each(|(own, count)| *own += count);
    }
}
