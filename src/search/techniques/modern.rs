//! What practice has added since the documents: one flag each, all off in the presets of the documents, nearly all on in play.

macro_rules! modern {
    ($($(#[doc = $doc:literal])+ $field:ident,)+) => {
        /// Techniques that practice has added; the [map](super::super) names their rooms and sources.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Modern {
            $($(#[doc = $doc])+ pub $field: bool,)+
        }

        impl Modern {
            /// None of them.
            pub const NONE: Modern = Modern { $($field: false,)+ };
            const ALL: Modern = Modern { $($field: true,)+ };
        }
    };
}

modern! {
    /// A node whose static evaluation beats beta by a margin is cut.
    reverse_futility,
    /// A node hopelessly below alpha is settled by quiescence.
    razoring,
    /// Quiet moves that cannot raise a bad evaluation to alpha are left out near the leaves.
    futility,
    /// Late quiet moves are left out near the leaves.
    late_moves,
    /// Moves that lose material by exchange are left out near the leaves.
    exchange,
    /// Quiet moves that have failed again and again are left out near the leaves.
    history,
    /// Captures that cannot raise the score to alpha are left out of quiescence.
    delta,
    /// Late moves are searched at reduced depth first.
    reductions,
    /// Nodes without a table move are searched a ply less deep.
    internal_reduction,
    /// A move much better than all others is searched deeper.
    singular,
    /// A capture whose reduced search beats beta by a margin cuts.
    capture_prob_cut,
    /// Near the leaves a null move is tried only where the evaluation promises that it works.
    null_margin,
    /// Quiet moves are judged by what they follow, too.
    continuation,
    /// Captures are judged by how often they have cut, too.
    captures,
    /// Quiet moves are judged by the pawn structure in which they have cut, too.
    pawns,
    /// Static evaluations are corrected by what searches of similar positions returned.
    correction,
    /// A stored bound sharpens the static evaluation, and a node cut before its moves leaves its evaluation in the table.
    table_estimate,
    /// Evaluations shrink as the fifty-move rule draws near.
    damping,
    /// Who can repeat the position has at least a draw.
    upcoming_repetition,
}

impl Modern {
    /// Those of play. Razoring is not among them: what quiescence says of a node some plies above the leaves hides sacrifices,
    /// and in matches the search without it was no weaker (docs/strength.md).
    pub const PLAY: Modern = Modern { razoring: false, ..Modern::ALL };
}
