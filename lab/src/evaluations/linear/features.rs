//! The list of what the linear evaluation sees. A feature is a group's line here and the line that
//! hits it in one of the rooms beside this file; sizes, offsets, names, the weights file and the
//! trainer follow from the list.

use secateur::chess::color::Side;

macro_rules! groups {
    ($($(#[$doc:meta])* $variant:ident $name:literal $size:expr;)*) => {
        /// A family of features of which a position shows some.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(usize)]
        pub enum Group {
            $($(#[$doc])* $variant,)*
        }

        impl Group {
            /// Every group, in the order of their weights.
            pub const ALL: &[Group] = &[$(Group::$variant),*];
            const SIZES: [usize; Group::ALL.len()] = [$($size),*];
            const NAMES: [&str; Group::ALL.len()] = [$($name),*];
        }
    };
}

groups! {
    /// For the side to move.
    Tempo "tempo" 1;
    /// A piece on its square, by where its own king lives; files turned so that this king stands on
    /// e to h.
    Placement "placement" KING_ZONES * 6 * 64;
    /// A piece other than the king on its square, by where the enemy king lives; files turned with
    /// that king.
    Facing "facing the king" KING_ZONES * 5 * 64;
    /// Squares a piece can go to without being taken by a pawn: knight, bishop, rook, queen.
    Mobility "mobility" MOBILITY_SIZES[0] + MOBILITY_SIZES[1] + MOBILITY_SIZES[2] + MOBILITY_SIZES[3];
    /// A piece (knight, bishop, rook, queen) by the number of its own pawns.
    PiecePawns "pieces by pawns" 4 * 9;
    /// The second and later bishops, knights, rooks.
    Pair "pairs" 3;
    /// Number of own pawns.
    PawnCount "pawn count" 9;
    /// What both sides' pawns do on one file: six squares, each empty, own or enemy; files
    /// mirrored.
    PawnFile "pawn files" 4 * 729;
    /// Own pawns on two neighbouring files, twelve squares; files mirrored.
    PawnPair "pawn pairs" 4 * 4096;
    /// A passed pawn by rank, and whether its next square is occupied, attacked, defended.
    Passed "passed pawns" 8 * 8;
    /// Steps of the own king to the square before a passed pawn, by how far it has come.
    PassedOwnKing "passed, own king" 3 * 8;
    /// The same for the enemy king.
    PassedEnemyKing "passed, enemy king" 3 * 8;
    /// A passed pawn that no piece is left to stop, and the king comes too late.
    Runner "unstoppable pawns" 1;
    /// Own pawns on the squares of a bishop's colour.
    BadBishop "bishop by pawns" 9;
    /// A rook on a file that is open, half open, or closed by an own pawn.
    RookFile "rook files" 3;
    /// Knight or bishop where no enemy pawn can ever attack it, defended by a pawn or not.
    Outpost "outposts" 4;
    /// The own pawns on three files before the king, by the place of the nearest.
    Shelter "king shelter" 3 * 3 * 125;
    /// The enemy pawns on these files.
    Storm "pawn storm" 3 * 125;
    /// Squares a queen would reach from the king's place: how open it is.
    Exposure "king exposure" 28;
    /// Attackers on the enemy king's zone, squares attacked there, and whether a queen is there to
    /// use it.
    KingAttack "king attack" 6 * 16 * 2;
    /// Squares beside the enemy king that we attack and only the king defends.
    WeakRing "weak squares by king" 9;
    /// Safe checks by knight, bishop, rook, queen.
    SafeCheck "safe checks" 4 * 4;
    /// An enemy piece attacked: by what, what, and is it defended.
    Threat "threats" 6 * 5 * 2;
    /// An enemy piece that a safe push of a pawn would attack.
    PushThreat "pawn push threats" 1;
    /// A pawn by rank, by how many own pawns defend it, and whether it has a neighbour, is opposed,
    /// attacks an enemy pawn, or cannot step forward but into an enemy pawn's attack.
    PawnState "pawns among pawns" 6 * 3 * 16;
    /// The right to castle to either side.
    Castling "castling rights" 2;
    /// The officers of both sides, up to two knights, bishops and rooks and one queen, and whether
    /// the side has pawns.
    Imbalance "officers against officers" 2 * OFFICERS * OFFICERS;
    /// A piece (knight, bishop, rook, queen) by how many squares of the enemy king's zone it
    /// attacks.
    ZoneAttacker "pieces at the king" 4 * 10;
    /// What is against the enemy king in all, with or without a queen.
    Danger "danger to the king" 64 * 2;
    /// A passed pawn by rank, whether its whole way is free and safe, and the heavy pieces behind
    /// it.
    PassedWay "passed pawns' ways" 8 * 9;
    /// More pawns, with bishops of opposite colours and nothing else, no queens, or all.
    OppositeBishops "opposite bishops" 3 * 5;
    /// Squares that the enemy reaches and we contest.
    Contested "contested squares" 1;
    /// Knight or bishop behind an own pawn.
    Sheltered "minor behind pawn" 2;
}

/// Zones of a king: see `scene::king_zone`.
pub const KING_ZONES: usize = 7;
/// Kinds of forces of officers: up to two knights, bishops and rooks, and a queen.
pub const OFFICERS: usize = 3 * 3 * 3 * 2;
/// Squares a knight, bishop, rook, queen can reach at most, and none.
pub const MOBILITY_SIZES: [usize; 4] = [9, 14, 15, 28];

/// Features in all.
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
    /// The number of the group's first feature.
    #[inline]
    pub const fn offset(self) -> usize {
        OFFSETS[self as usize]
    }

    /// How many features the group has.
    pub const fn size(self) -> usize {
        Group::SIZES[self as usize]
    }

    /// What people call it.
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

/// Takes the features that a position shows: a sum while playing, a list while learning, a table
/// while explaining.
pub trait Sink {
    /// Side `C` shows the feature of this number, so many times.
    fn add<C: Side>(&mut self, feature: usize, times: i32);

    /// Side `C` shows the `index`-th feature of a group.
    #[inline(always)]
    fn hit<C: Side>(&mut self, group: Group, index: usize) {
        debug_assert!(index < group.size(), "{} has no feature {index}", group.name());
        self.add::<C>(group.offset() + index, 1);
    }

    /// Side `C` shows the `index`-th feature of a group so many times.
    #[inline(always)]
    fn hits<C: Side>(&mut self, group: Group, index: usize, times: u32) {
        debug_assert!(index < group.size(), "{} has no feature {index}", group.name());
        if times > 0 {
            self.add::<C>(group.offset() + index, times as i32);
        }
    }
}

/// A number that changes with the list of features: weights learned for another list are of no use.
pub fn layout_hash() -> u64 {
    let text: String =
        Group::ALL.iter().map(|group| format!("{}:{};", group.name(), group.size())).collect();
    secateur::files::hash::fnv1a(text.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_lie_one_after_the_other() {
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
