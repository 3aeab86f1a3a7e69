//! Search statistics: attempts, successes and nodes of each technique.

use super::table::Bound;
use std::ops::{AddAssign, Index, IndexMut};

/// A line is `Technique = "name in tables"`; the enumeration and its lists come from these lines
/// alone.
macro_rules! statistics {
    ($($(#[doc = $doc:literal])+ $technique:ident = $name:literal,)+) => {
        /// Search technique whose attempts, successes and nodes are counted.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub enum Statistic {
            $($(#[doc = $doc])+ $technique,)+
        }

        impl Statistic {
            /// All counted search techniques, in index order.
            pub const ALL: [Statistic; [$($name),+].len()] = [$(Statistic::$technique),+];

            /// Name of the search technique in statistics output.
            pub const fn name(self) -> &'static str {
                [$($name),+][self as usize]
            }
        }
    };
}

statistics! {
    /// Cutoffs by stored scores.
    TtCutoff = "TT cutoff",
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
    /// Beta cutoffs by quiet moves, and those by killer moves.
    Killer = "killer",
    /// Extensions.
    Extension = "extension",
    /// Nodes cut by an evaluation far above beta.
    ReverseFutility = "reverse futility",
    /// Nodes settled by quiescence.
    Razoring = "razoring",
    /// Futility: tests of all quiet moves at once, and moves pruned one by one; every pruning is a
    /// success.
    Futility = "futility",
    /// Nodes at which late-move pruning skipped the quiet moves left.
    Lmp = "LMP",
    /// Times that history pruning skipped the quiet moves of worse history.
    HistoryPruning = "history pruning",
    /// Moves skipped by static exchange evaluation.
    SeePruning = "SEE pruning",
    /// Late moves searched at reduced depth, and those that failed low there.
    Lmr = "LMR",
    /// Nodes reduced by internal iterative reduction.
    Iir = "IIR",
    /// Singular searches, and those in which the TT move was singular.
    Singular = "singular",
    /// Nodes cut because another move beat beta too.
    SingularMultiCut = "singular cut",
    /// ProbCut by captures.
    CaptureProbCut = "capture ProbCut",
    /// Cutoffs by tablebases.
    Tablebase = "tablebases",
    /// Aspiration windows, and those that failed high.
    AspirationFailHigh = "aspiration fail-high",
    /// Aspiration windows, and those that failed low.
    AspirationFailLow = "aspiration fail-low",
    /// Cutoffs by stored bounds that are too shallow, but far above beta.
    StoredProbCut = "stored ProbCut",
    /// CUT nodes that failed low, and those that were not stored (`Pvs.ForgetWeak`).
    UnstoredFailLow = "CUT fail-low unstored",
}

/// Number of attempts and successes of a search technique, and the nodes searched in the attempts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Number of attempts.
    pub tried: u64,
    /// Number of successful attempts.
    pub won: u64,
    /// Nodes searched in the attempts.
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

/// Search statistics (nodes, cutoffs, counts per technique) of one thread or of several together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Number of nodes above the horizon.
    pub interior: u64,
    /// Number of nodes at the horizon.
    pub leaves: u64,
    /// Number of nodes below the horizon.
    pub quiescence: u64,
    /// Number of static evaluations.
    pub evaluations: u64,
    /// Number of interior nodes with a beta cutoff by a move.
    pub cuts: u64,
    /// Number of interior nodes with a beta cutoff by the first move.
    pub first_move_cuts: u64,
    techniques: [Count; Statistic::ALL.len()],
    audits: [Count; Statistic::ALL.len()],
}

impl Statistics {
    /// Number of nodes of all kinds (interior, leaf and quiescence).
    pub fn nodes(&self) -> u64 {
        self.interior + self.leaves + self.quiescence
    }

    /// Counts one attempt of a search technique, with its success and its nodes.
    #[inline]
    pub fn count_attempt(&mut self, technique: Statistic, won: bool, nodes: u64) {
        self[technique].note(won, nodes);
    }

    /// Counts one aspiration window; `failure` is the bound of its score, `None` if the window
    /// held.
    pub fn count_aspiration(&mut self, failure: Option<Bound>) {
        self.count_attempt(Statistic::Aspiration, failure.is_some(), 0);
        self.count_attempt(Statistic::AspirationFailHigh, failure == Some(Bound::Lower), 0);
        self.count_attempt(Statistic::AspirationFailLow, failure == Some(Bound::Upper), 0);
    }

    /// Counts one audited cutoff (a pruned node that was searched anyway), with whether the cutoff
    /// was right.
    pub fn count_audit(&mut self, technique: Statistic, is_right: bool, nodes: u64) {
        self.audits[technique as usize].note(is_right, nodes);
    }

    /// Audited cutoffs of a technique (pruned nodes searched anyway), where `won` counts the
    /// correct ones.
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
