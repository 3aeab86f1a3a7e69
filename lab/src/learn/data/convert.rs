//! Conversion of games to position formats of other programs.

use super::{DataError, games};
use crate::learn::games::{GameResult, Ply, is_training_position, score_of};
use clap::ValueEnum;
use secateur::chess::fen::CastlingNotation;
use secateur::chess::{Board, Color, PieceKind};
use secateur::eval::wdl::centipawns;
use secateur::files::{self, Draft};
use std::io::{self, Write};
use std::path::Path;

/// A format of positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PositionFormat {
    /// A line for each position: FEN | score | result, both for White; the score in internal units
    Text,
    /// A line for each position: EPD with bm, ce (centipawns), c9 and the move counters
    Epd,
    /// 32 bytes for each position, for the bullet trainer
    #[value(name = "bulletformat")]
    Bullet,
}

/// Size of a record of [`PositionFormat::Bullet`], bytes.
pub const BULLET: usize = 32;

/// Writes the positions of a file, with `filter` only the training positions; returns their number.
pub fn convert(
    input: &Path,
    out: &Path,
    format: PositionFormat,
    filter: bool,
) -> Result<u64, DataError> {
    files::check([input], [out])?;
    let mut draft = Draft::begin_new_or_stream(out)?;
    let mut count = 0;
    for game in games(input)? {
        let game = game?;
        let is_written = |(board, ply): &(Board, Ply)| !filter || is_training_position(board, *ply);
        for (board, ply) in game.replay().filter(is_written) {
            write(&mut draft, format, &board, ply, game.outcome).map_err(DataError::io(out))?;
            count += 1;
        }
    }
    draft.finish()?;
    Ok(count)
}

/// Writes one position.
pub fn write(
    output: &mut impl Write,
    format: PositionFormat,
    board: &Board,
    ply: Ply,
    outcome: GameResult,
) -> io::Result<()> {
    match format {
        PositionFormat::Text => writeln!(output, "{}", text(board, ply, outcome)),
        PositionFormat::Epd => writeln!(output, "{}", epd(board, ply, outcome)),
        PositionFormat::Bullet => output.write_all(&bullet(board, ply, outcome)),
    }
}

/// A line of [`PositionFormat::Text`], with internal units and 1.0, 0.5 or 0.0.
fn text(board: &Board, ply: Ply, outcome: GameResult) -> String {
    let result = ["0.0", "0.5", "1.0"][usize::from(outcome.half_points())];
    format!("{} | {} | {result}", board.fen(CastlingNotation::Standard), ply.score)
}

/// A line of [`PositionFormat::Epd`]: `bm` is the move played, `ce` centipawns for the side to
/// move, `c9` the result.
fn epd(board: &Board, ply: Ply, outcome: GameResult) -> String {
    let fen = board.fen(CastlingNotation::Standard);
    let position: Vec<&str> = fen.split(' ').take(4).collect();
    format!(
        "{} bm {}; ce {}; c9 \"{}\"; hmvc {}; fmvn {};",
        position.join(" "),
        board.san(ply.mv),
        centipawns(score_of(board.side_to_move(), i32::from(ply.score)), board),
        outcome.text(),
        board.halfmove_clock(),
        board.fullmove_number()
    )
}

/// The record of a position, from the point of view of the side to move.
fn bullet(board: &Board, ply: Ply, outcome: GameResult) -> [u8; BULLET] {
    let is_black = board.side_to_move() == Color::Black;
    let seen = if is_black { board.mirrored() } else { *board };
    let mut bytes = [0; BULLET];
    let mut occupied = 0u64;
    for (index, square) in seen.occupied().enumerate() {
        occupied |= 1 << square.index();
        let kind = seen.kind_on(square).map_or(0, PieceKind::index) as u8;
        let color = if seen.color(Color::Black).has(square) { 8 } else { 0 };
        bytes[8 + index / 2] |= (kind | color) << (index % 2 * 4);
    }
    bytes[..8].copy_from_slice(&occupied.to_le_bytes());
    let score = score_of(board.side_to_move(), i32::from(ply.score))
        .clamp(-i32::from(i16::MAX), i32::from(i16::MAX)) as i16;
    bytes[24..26].copy_from_slice(&score.to_le_bytes());
    bytes[26] = outcome.half_points_of(board.side_to_move());
    bytes[27] = seen.king(Color::White).index() as u8;
    bytes[28] = seen.king(Color::Black).mirrored().index() as u8;
    bytes
}
