//! Explains the static evaluation of a position as lines of text.

use crate::chess::{Board, Color, Piece, PieceKind, Square};
use crate::eval::Evaluator;
use crate::eval::endings;
use crate::eval::neural;
use crate::eval::neural::features::output_bucket;
use crate::eval::neural::network::Network;
use crate::eval::wdl::{self, WdlModel};
use crate::score::{MATE, Score};
use crate::tools::analysis::ScoreAndWdl;

/// Unit in which a static evaluation is printed (pawns or internal units).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Units {
    /// Pawns: +1.00 is a 50 % win probability.
    Pawns,
    /// The internal units of the search.
    Internal,
}

/// Converts the values of one position to the requested units.
#[derive(Clone, Copy)]
struct Scale {
    units: Units,
    /// Internal units per pawn.
    pawn: f64,
}

impl Scale {
    fn new(units: Units, board: &Board) -> Scale {
        Scale { units, pawn: WdlModel::FITTED.at(wdl::material(board)).0 }
    }

    /// Formats a value with its sign.
    fn signed(self, value: f64) -> String {
        match self.units {
            Units::Pawns => format!("{:+.2}", value / self.pawn),
            Units::Internal => format!("{value:+.0}"),
        }
    }

    fn name(self) -> &'static str {
        match self.units {
            Units::Pawns => "pawns",
            Units::Internal => "internal units",
        }
    }
}

/// Explains the static evaluation of a board in lines of text, such as the contribution of each
/// piece. For a network, the lines show the contribution of each piece and the score of each
/// output, unless a rule for known endings replaces it. The last line is the value for the side to
/// move, or the end of the game.
pub fn explain(evaluator: &Evaluator, board: &Board, units: Units) -> Vec<String> {
    if board.count_moves() == 0 {
        let end = if board.in_check() { "checkmate" } else { "stalemate" };
        return vec![format!("The game is over: {end}.")];
    }
    let mut lines = match evaluator {
        Evaluator::Network(_) if endings::evaluate(board).is_some() => {
            vec!["A known ending: a rule replaces the network.".to_owned()]
        }
        Evaluator::Network(network) => pieces_and_outputs(network, board, Scale::new(units, board)),
        Evaluator::Material | Evaluator::Custom(_) => Vec::new(),
    };
    lines.push(value(evaluator.evaluate(board), board, units));
    lines
}

/// Value of a static evaluation for the side to move; the rules score finished games.
pub fn score_and_wdl(score: Score, board: &Board) -> ScoreAndWdl {
    if board.count_moves() > 0 {
        ScoreAndWdl::of(score, board)
    } else if board.in_check() {
        ScoreAndWdl::of(-MATE, board)
    } else {
        ScoreAndWdl::DRAWN
    }
}

/// Formats the static evaluation of a position in one line, in the given unit.
fn value(score: Score, board: &Board, units: Units) -> String {
    let side = if board.side_to_move() == Color::White { "White" } else { "Black" };
    match units {
        Units::Pawns => {
            let ScoreAndWdl { score, wdl } = ScoreAndWdl::of(score, board);
            let [win, draw, loss] = wdl.map(|permille| f64::from(permille) / 10.0);
            format!("{score} pawns for {side} to move, WDL {win:.1}/{draw:.1}/{loss:.1} %")
        }
        Units::Internal => format!("{score} internal units for {side} to move"),
    }
}

/// The loss of White's score without each piece, and the scores of all outputs.
fn pieces_and_outputs(network: &Network, board: &Board, scale: Scale) -> Vec<String> {
    let for_white =
        |score: Score| f64::from(if board.side_to_move() == Color::White { score } else { -score });
    let pieces = board.occupied().count() as usize;
    let outputs = neural::evaluate_all_outputs(network, board).map(for_white);
    let whole = outputs[output_bucket(pieces)];
    let mut lines = vec![
        format!("What each piece adds for White, in {}:", scale.name()),
        "the score of the position less its score without the piece.".to_owned(),
        String::new(),
    ];
    let scores = neural::evaluate_without_each_piece(network, board);
    for rank in (0..8).rev() {
        let cell = |file: u8| {
            let square = Square::at(file, rank);
            let without = scores.iter().find(|(at, _)| *at == square);
            match (board.piece_on(square), without) {
                (Some(piece @ Piece { kind: PieceKind::King, .. }), _) => {
                    format!(" {}     ", piece.letter())
                }
                (Some(piece), Some(&(_, score))) => {
                    format!(" {}{:<5}", piece.letter(), scale.signed(whole - for_white(score)))
                }
                _ => " .     ".to_owned(),
            }
        };
        let cells: String = (0..8).map(cell).collect();
        lines.push(format!("{} {}", rank + 1, cells.trim_end()));
    }
    lines.push(format!("  {}", ('a'..='h').map(|file| format!(" {file:<6}")).collect::<String>()));
    lines.extend([
        String::new(),
        format!(
            "{pieces} pieces: output {} of {} is used.",
            output_bucket(pieces) + 1,
            outputs.len()
        ),
        "All outputs for White, fewest pieces first:".to_owned(),
        outputs.map(|score| format!("{:>7}", scale.signed(score))).concat(),
        String::new(),
    ]);
    lines
}
