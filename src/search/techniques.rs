//! Which techniques a search uses: plain switches, copied into each worker, so that two engines with different settings can
//! live in one process and one binary can play against itself with one of them off.

/// The switches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Techniques {
    /// Search the first move with the open window and the others with a null window (Marsland & Campbell 1982). Off: alpha-beta.
    pub principal_variation: bool,
    /// Begin each iteration with a narrow window around the last score.
    pub aspiration: bool,
    /// Quiescence search at the leaves. Off: the static evaluation.
    pub quiescence: bool,
    /// Cut nodes whose value or bound the transposition table knows (Slate & Atkin 1977).
    pub transposition_cut: bool,
    /// Try the move from the transposition table first.
    pub table_move: bool,
    /// Try quiet moves that refuted siblings before other quiet moves (Akl & Newborn 1977).
    pub killers: bool,
    /// Order quiet moves by how often they have cut (Schaeffer 1983).
    pub history: bool,
    /// Search a ply deeper after a check.
    pub check_extension: bool,
    /// Cut where even a mate at once could not change the result.
    pub mate_distance: bool,
}

impl Techniques {
    /// Everything that makes the engine stronger: the default for play.
    pub const FULL: Techniques = Techniques {
        principal_variation: true,
        aspiration: true,
        quiescence: true,
        transposition_cut: true,
        table_move: true,
        killers: true,
        history: true,
        check_extension: true,
        mate_distance: true,
    };

    /// Nothing but depth-first alpha-beta to a fixed depth: what textbook algorithms can be compared with.
    pub const BARE: Techniques = Techniques {
        principal_variation: false,
        aspiration: false,
        quiescence: false,
        transposition_cut: false,
        table_move: false,
        killers: false,
        history: false,
        check_extension: false,
        mate_distance: false,
    };
}

impl Default for Techniques {
    fn default() -> Techniques {
        Techniques::FULL
    }
}
