//! The list of features of the linear evaluation.
//! A feature has a line in its group here, and a line in another file of this folder emits it.
//! Sizes, offsets, names, the weights file and the trainer follow from the list.

use secateur::chess::color::Side;

macro_rules! groups {
    ($($(#[$doc:meta])* $variant:ident $name:literal $size:expr;)*) => {
        /// A group of features of the linear evaluation.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(usize)]
        pub enum Group {
            $($(#[$doc])* $variant,)*
        }

        impl Group {
            /// All feature groups in the order of their weights.
            pub const ALL: &[Group] = &[$(Group::$variant),*];
            const SIZES: [usize; Group::ALL.len()] = [$($size),*];
            const NAMES: [&str; Group::ALL.len()] = [$($name),*];
        }
    };
}

groups! {
    /// Tempo: a bonus for the side to move.
    Tempo "tempo" 1;
    /// A piece on its square, by zone of its own king; files mirrored so that this king stands on
    /// files e to h.
    Placement "placement" KING_ZONES * 6 * 64;
    /// A piece other than the king on its square, by zone of the enemy king; files mirrored with
    /// that king.
    Facing "facing the king" KING_ZONES * 5 * 64;
    /// Number of safe squares of a knight, bishop, rook or queen: squares that no enemy pawn
    /// attacks.
    Mobility "mobility" MOBILITY_SIZES[0] + MOBILITY_SIZES[1] + MOBILITY_SIZES[2] + MOBILITY_SIZES[3];
    /// A knight, bishop, rook or queen by the number of its own pawns.
    PiecePawns "pieces by pawns" 4 * 9;
    /// Each bishop, knight or rook beyond the first.
    Pair "pairs" 3;
    /// Number of own pawns.
    PawnCount "pawn count" 9;
    /// The pawns of both sides on one file: six squares, each empty, own or enemy; files mirrored.
    PawnFile "pawn files" 4 * 729;
    /// Own pawns on two adjacent files, twelve squares; files mirrored.
    PawnPair "pawn pairs" 4 * 4096;
    /// A passed pawn by rank, and whether its next square is occupied, attacked, defended.
    Passed "passed pawns" 8 * 8;
    /// Distance of the own king to the square before a passed pawn, by rank of the pawn.
    PassedOwnKing "passed, own king" 3 * 8;
    /// Distance of the enemy king to the square before a passed pawn, by rank of the pawn.
    PassedEnemyKing "passed, enemy king" 3 * 8;
    /// A passed pawn that no enemy piece and no king can stop.
    Runner "unstoppable pawns" 1;
    /// Own pawns on squares of a bishop's colour.
    BadBishop "bishop by pawns" 9;
    /// A rook on a file that is open, half open, or closed by an own pawn.
    RookFile "rook files" 3;
    /// A knight or bishop on an outpost: no enemy pawn can ever attack it; defended by a pawn or
    /// not.
    Outpost "outposts" 4;
    /// The nearest own pawns on three files before the king.
    Shelter "king shelter" 3 * 3 * 125;
    /// The nearest enemy pawns on three files before the king.
    Storm "pawn storm" 3 * 125;
    /// Queen moves from the king's square, as a measure of its exposure.
    Exposure "king exposure" 28;
    /// Attackers of the enemy king's zone, squares attacked there, and whether the attacker has a
    /// queen.
    KingAttack "king attack" 6 * 16 * 2;
    /// Squares beside the enemy king that are attacked and that only the king defends.
    WeakRing "weak squares by king" 9;
    /// Safe checks by knight, bishop, rook and queen.
    SafeCheck "safe checks" 4 * 4;
    /// An attacked enemy piece, by attacker, victim, and whether it is defended.
    Threat "threats" 6 * 5 * 2;
    /// A safe pawn push that attacks an enemy piece.
    PushThreat "pawn push threats" 1;
    /// A pawn by rank and by number of defending pawns, and whether it has a neighbour, is opposed,
    /// attacks an enemy pawn, or has its next square attacked by an enemy pawn.
    PawnState "pawns among pawns" 6 * 3 * 16;
    /// Castling rights on each side.
    Castling "castling rights" 2;
    /// The pieces of both sides, up to two knights, bishops and rooks and one queen, and whether
    /// the side has pawns.
    Imbalance "piece imbalance" 2 * CONFIGURATIONS * CONFIGURATIONS;
    /// A knight, bishop, rook or queen by the number of attacked squares in the enemy king's zone.
    ZoneAttacker "pieces at the king" 4 * 10;
    /// Total king danger of the enemy king, with or without a queen.
    Danger "danger to the king" 64 * 2;
    /// A passed pawn by rank, whether its path is free and safe, and the rook or queen behind it.
    PassedWay "passed pawns' ways" 8 * 9;
    /// Pawn majority with opposite-coloured bishops: no other pieces, no queens, or all.
    OppositeBishops "opposite bishops" 3 * 5;
    /// Squares that both sides attack, without those that an enemy pawn attacks.
    Contested "contested squares" 1;
    /// A knight or bishop behind an own pawn.
    Sheltered "minor behind pawn" 2;
}

/// Number of king zones: see `scene::king_zone`.
pub const KING_ZONES: usize = 7;
/// Number of piece configurations: up to two knights, bishops and rooks, and a queen.
pub const CONFIGURATIONS: usize = 3 * 3 * 3 * 2;
/// Number of mobility values of a knight, bishop, rook and queen, zero included.
pub const MOBILITY_SIZES: [usize; 4] = [9, 14, 15, 28];

/// Number of features of the linear evaluation.
pub const FEATURES: usize = {
    let mut sum = 0;
    let mut i = 0;
    while i < Group::SIZES.len() {
        sum += Group::SIZES[i];
        i += 1;
    }
    sum
};

impl Group {
    /// Index of the first feature of the group.
    #[inline]
    pub const fn offset(self) -> usize {
        OFFSETS[self as usize]
    }

    /// Number of features in the group.
    pub const fn size(self) -> usize {
        Group::SIZES[self as usize]
    }

    /// Display name of the group.
    pub const fn name(self) -> &'static str {
        Group::NAMES[self as usize]
    }

    /// The group of a feature.
    pub fn of(feature: usize) -> Group {
        let after = OFFSETS.partition_point(|&offset| offset <= feature);
        Group::ALL[after - 1]
    }
}

const OFFSETS: [usize; Group::ALL.len()] = {
    let mut offsets = [0; Group::ALL.len()];
    let mut i = 1;
    while i < offsets.len() {
        offsets[i] = offsets[i - 1] + Group::SIZES[i - 1];
        i += 1;
    }
    offsets
};

/// Receives the features of a position: a sum for play, a list for training, a table for
/// explanation.
pub trait Sink {
    /// Adds the feature of this index for side `C`, `times` times.
    fn add<C: Side>(&mut self, feature: usize, times: i32);

    /// Adds the `index`-th feature of a group for side `C`.
    #[inline(always)]
    fn hit<C: Side>(&mut self, group: Group, index: usize) {
        debug_assert!(index < group.size(), "{} has no feature {index}", group.name());
        self.add::<C>(group.offset() + index, 1);
    }

    /// Adds the `index`-th feature of a group for side `C`, `times` times.
    #[inline(always)]
    fn hits<C: Side>(&mut self, group: Group, index: usize, times: u32) {
        debug_assert!(index < group.size(), "{} has no feature {index}", group.name());
        if times > 0 {
            self.add::<C>(group.offset() + index, times as i32);
        }
    }
}

/// Hash of the feature list, which weights must match.
pub fn layout_hash() -> u64 {
    let name = |group: Group| match group {
        Group::Imbalance => "officers against officers", // the name in existing weights files
        _ => group.name(),
    };
    let text: String =
        Group::ALL.iter().map(|&group| format!("{}:{};", name(group), group.size())).collect();
    secateur::files::hash::fnv1a(text.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_contiguous() {
        for pair in Group::ALL.windows(2) {
            assert_eq!(pair[0].offset() + pair[0].size(), pair[1].offset());
        }
        assert_eq!(Group::of(0), Group::Tempo);
        assert_eq!(Some(&Group::of(FEATURES - 1)), Group::ALL.last());
        for &group in Group::ALL {
            assert_eq!(Group::of(group.offset()), group);
            assert_eq!(Group::of(group.offset() + group.size() - 1), group);
        }
    }
}
