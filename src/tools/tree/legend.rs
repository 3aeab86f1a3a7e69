//! The legend of search trees: the techniques and rules that end or search a node, with their
//! colours and papers.

use crate::search::report::Ending;
use crate::search::statistics::Statistic;
use serde::Serialize;

/// Reason why a node of a recorded search tree ended, such as a cutoff by some technique.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The move loop: a beta cutoff, or all moves were searched.
    Moves,
    /// Quiescence: stand pat or captures.
    Quiescence,
    /// No legal move: mate or stalemate.
    NoMove,
    /// A rule of the game or of the search.
    Rule(Ending),
    /// The line has the maximum length.
    LastPly,
    /// A technique of the search.
    Technique(Statistic),
    /// The search was aborted.
    BrokenOff,
}

/// Legend entry for search trees, a technique or rule that ends nodes, with name and colour.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct LegendEntry {
    /// The identifier in the data.
    pub key: &'static str,
    /// The display name.
    pub name: &'static str,
    /// A short description.
    pub what: &'static str,
    /// Whether it ends or searches nodes before their moves are searched.
    pub cuts: bool,
    /// Its colour, `#rrggbb`.
    pub colour: &'static str,
    /// The paper; empty if there is none.
    pub paper: &'static str,
    /// The address of the paper; empty if unknown.
    pub link: &'static str,
    /// The cause of the rows that refer to this entry.
    #[serde(skip)]
    pub cause: Cause,
}

macro_rules! legend {
    ($($cause:expr, $key:literal, $name:literal, $cuts:literal, $colour:literal, $what:literal, $paper:literal, $link:literal;)+) => {
        /// Legend entries for search trees, which rows of a drawn tree refer to by index.
        pub const LEGEND: &[LegendEntry] = &[$(LegendEntry {
            key: $key, name: $name, what: $what, cuts: $cuts, colour: $colour, paper: $paper, link: $link, cause: $cause,
        }),+];
    };
}

legend! {
    Cause::Moves, "moves", "Alpha-beta", false, "#6b7a8f", "a move refutes the node, or all moves have been searched",
        "Donald Knuth & Ronald Moore, “An analysis of alpha-beta pruning”, Artificial Intelligence 6, 1975", "https://doi.org/10.1016/0004-3702(75)90019-3";
    Cause::Technique(Statistic::TtCutoff), "table", "TT cutoff", true, "#2f6fd0", "a stored score decides the window",
        "David Slate & Larry Atkin, “Chess 4.5: the Northwestern University chess program”, Chess Skill in Man and Machine, 1977", "";
    Cause::Technique(Statistic::Etc), "etc", "ETC", true, "#1aa3c9", "the stored score of a child decides the node",
        "Jonathan Schaeffer & Aske Plaat, “New advances in alpha-beta searching”, ACM Computer Science Conference 1996", "";
    Cause::Technique(Statistic::NullMove), "null-move", "Null move", true, "#d1495b", "a reduced search after a null move fails high",
        "Chrilly Donninger, “Null move and deep search”, ICCA Journal 16(3), 1993; verified: Omid David-Tabibi & Nathan Netanyahu, “Verified null-move pruning”, ICGA Journal 25(3), 2002", "https://doi.org/10.3233/ICG-1993-16304";
    Cause::Technique(Statistic::NullMoveVerification), "zugzwang", "Zugzwang found", false, "#a8324a", "verification contradicts a null move that failed high, and the node is searched again",
        "Omid David-Tabibi & Nathan Netanyahu, “Verified null-move pruning”, ICGA Journal 25(3), 2002", "";
    Cause::Technique(Statistic::MultiCutAtCut), "mc-c", "MC-C", true, "#e08a1e", "several moves fail high in a shallower search of a CUT node",
        "Yngvi Björnsson & Tony Marsland, “Multi-cut alpha-beta pruning in game-tree search”, Theoretical Computer Science 252, 2001", "https://doi.org/10.1016/S0304-3975(00)00081-5";
    Cause::Technique(Statistic::MultiCutAtAll), "mc-a", "MC-A", true, "#b9a20f", "several moves fail high in a shallower search of an ALL node",
        "Mark Winands et al., “Enhanced forward pruning”, Information Sciences 175, 2005", "";
    Cause::Technique(Statistic::ProbCut), "prob-cut", "ProbCut", true, "#8e5bd6", "a shallow search predicts a score outside the window",
        "Michael Buro, “ProbCut: an effective selective extension of the alpha-beta algorithm”, ICCA Journal 18(2), 1995", "https://doi.org/10.3233/ICG-1995-18202";
    Cause::Technique(Statistic::CaptureProbCut), "capture-prob-cut", "Capture ProbCut", true, "#c057c9", "a capture exceeds beta by a margin in a shallower search",
        "after Albert Jiang & Michael Buro, “First experimental results of ProbCut applied to chess”, Advances in Computer Games 10, 2003", "";
    Cause::Technique(Statistic::StoredProbCut), "stored-prob-cut", "Stored ProbCut", true, "#a83f8f", "a stored lower bound from a lower depth is far above beta",
        "after Michael Buro, “ProbCut: an effective selective extension of the alpha-beta algorithm”, ICCA Journal 18(2), 1995", "https://doi.org/10.3233/ICG-1995-18202";
    Cause::Technique(Statistic::ReverseFutility), "reverse-futility", "Reverse futility", true, "#2e9e6b", "the static evaluation is far above beta",
        "Ernst Heinz, “Extended futility pruning”, ICCA Journal 21(2), 1998, from the other side", "";
    Cause::Technique(Statistic::Razoring), "razoring", "Razoring", true, "#6aa84f", "the static evaluation is far below alpha, and quiescence search confirms that",
        "John Birmingham & Peter Kent, “Tree-searching and tree-pruning techniques”, Advances in Computer Chess 1, 1977", "";
    Cause::Technique(Statistic::Singular), "singular", "Singular search", false, "#a0522d", "a reduced search without the TT move tests whether that move is singular",
        "Thomas Anantharaman, Murray Campbell & Feng-hsiung Hsu, “Singular extensions”, Artificial Intelligence 43, 1990", "https://doi.org/10.1016/0004-3702(90)90073-9";
    Cause::Technique(Statistic::SingularMultiCut), "singular-cut", "Singular cut", true, "#cf6a32", "a move other than the TT move also exceeds beta",
        "Yngvi Björnsson & Tony Marsland, “Multi-cut alpha-beta pruning in game-tree search”, Theoretical Computer Science 252, 2001", "https://doi.org/10.1016/S0304-3975(00)00081-5";
    Cause::Technique(Statistic::Tablebase), "tablebases", "Tablebases", true, "#0f8b8d", "a tablebase has the result",
        "Ken Thompson, “Retrograde analysis of certain endgames”, ICCA Journal 9(3), 1986", "";
    Cause::Technique(Statistic::Lmr), "reduction", "Late-move reduction", false, "#7a8b2a", "a late move is searched at reduced depth first",
        "folklore of the 1990s", "";
    Cause::Technique(Statistic::Lmp), "late-moves", "Late-move pruning", false, "#94a04c", "quiet moves late in the list are skipped",
        "after Lim Yew Jin & Lee Wee Sun, “RankCut”, AAAI 2006", "";
    Cause::Technique(Statistic::Futility), "futility", "Futility pruning", false, "#5d9a8b", "quiet moves are skipped where the static evaluation is far below alpha",
        "Ernst Heinz, “Extended futility pruning”, ICCA Journal 21(2), 1998", "";
    Cause::Technique(Statistic::HistoryPruning), "history", "History pruning", false, "#7d7ca8", "moves with a bad history are skipped",
        "folklore", "";
    Cause::Technique(Statistic::SeePruning), "exchange", "SEE pruning", false, "#a87c7c", "moves whose static exchange loses material are skipped",
        "folklore", "";
    Cause::Quiescence, "quiescence", "Quiescence", false, "#8a8f98", "captures are searched, or the side to move stands pat",
        "Larry Harris, “The heuristic search and the game of chess”, IJCAI 1975", "";
    Cause::NoMove, "no-move", "Mate or stalemate", false, "#333a45", "there is no legal move", "", "";
    Cause::Rule(Ending::Draw), "draw", "Draw", false, "#a0a0a0", "drawn by repetition, fifty moves or material", "", "";
    Cause::Rule(Ending::Repetition), "repetition", "Upcoming repetition", true, "#b0896a", "the side to move can repeat, and a draw is at least beta",
        "Marcel van Kervinck, “Upcoming repetition detection”, notes, 2013", "";
    Cause::Rule(Ending::MateDistance), "mate-distance", "Mate distance", true, "#555b66", "a shorter mate is known",
        "David Levy & Monroe Newborn, “How Computers Play Chess”, 1991", "";
    Cause::LastPly, "last-ply", "Maximum ply", false, "#777777", "the line has the maximum length", "", "";
    Cause::BrokenOff, "broken-off", "Aborted", false, "#bbbbbb", "the search was stopped here", "", "";
}

/// Returns the index of the legend entry for a reason why nodes end; `None` if there is none.
pub fn index(cause: Cause) -> Option<usize> {
    LEGEND.iter().position(|reason| reason.cause == cause)
}
