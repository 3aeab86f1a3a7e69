//! Positions out of games, shuffled across all of them, in the form that the training of networks reads.
//!
//! Each position goes into a temporary file chosen at random; then one such file after the other is shuffled in memory and appended,
//! which makes every order equally likely. Whole games are held out, chosen by what they are and the seed.

use super::shuffle::Folder;
use super::{DataError, Progress, games};
use crate::chess::{Board, Color};
use crate::eval::Evaluator;
use crate::files::{self, Draft};
use crate::learn::games::{Filter, Game, Outcome, positions};
use crate::learn::neural::pack::{Contents, read_all};
use crate::learn::neural::record::Record;
use crate::learn::seeds::mix;
use crate::learn::stop::Stop;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use zerocopy::IntoBytes;

/// Records in a temporary file, about.
const BUCKET: u64 = 1 << 23;
/// More files than this are not opened at once.
const MOST_BUCKETS: u64 = 256;
/// Random plies from a position of a game to its neighbour, at most.
const MOST_PLIES: u32 = 4;

/// Which positions, with which labels.
#[derive(Clone, Debug)]
pub enum Source {
    /// Those of the games that the filter keeps, with the scores of the games.
    Games,
    /// The free teacher: for every position of a game so many others, one to four random moves further on, each with what this
    /// evaluation makes of it without a search (distillation, after Hinton, Vinyals & Dean 2015).
    Static {
        /// The teacher.
        evaluator: Evaluator,
        /// Positions for each of a game.
        neighbours: u32,
    },
}

/// What to pack.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Files of games.
    pub inputs: Vec<PathBuf>,
    /// The pack, which must not be there yet.
    pub out: PathBuf,
    /// Which positions.
    pub source: Source,
    /// Decides the order, the games held out and the random moves.
    pub seed: u64,
    /// Games held out, permille.
    pub hold_out: u64,
}

/// Packs; what came of it. `watch` is told how many bytes of games have been read.
pub fn pack(plan: &Plan, stop: &Stop, watch: &mut dyn FnMut(&Progress)) -> Result<Contents, DataError> {
    files::check(&plan.inputs, [&plan.out])?;
    let mut draft = Draft::begin_new(&plan.out)?;
    let folder = Folder::beside(&plan.out)?;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(plan.seed);
    let total = bytes_of(&plan.inputs)?;
    let count = (total * plan.records_a_position() / 4).div_ceil(BUCKET).clamp(1, MOST_BUCKETS) as usize;
    let mut buckets = Buckets::create(&folder, count)?;
    let mut progress = Progress { total, ..Progress::default() };
    let mut contents = Contents::default();
    for input in &plan.inputs {
        for game in games(input)? {
            let game = game?;
            let is_held_out = mix(plan.seed, game.id()) % 1000 < plan.hold_out;
            let bucket = |rng: &mut Xoshiro256PlusPlus| if is_held_out { 0 } else { 1 + rng.random_range(0..count) };
            let kept = if is_held_out { &mut contents.held_out } else { &mut contents.train };
            for record in plan.records(&game) {
                buckets.write(bucket(&mut rng), &record)?;
                *kept += 1;
            }
            contents.games += 1;
            progress.add(&game);
            watch(&progress);
            if stop.is_asked() {
                return Err(DataError::Interrupted);
            }
        }
    }
    draft.write_all(&contents.header()).map_err(DataError::io(&plan.out))?;
    buckets.append_to(&mut draft, &plan.out, &mut rng)?;
    draft.finish()?;
    Ok(contents)
}

fn bytes_of(inputs: &[PathBuf]) -> Result<u64, DataError> {
    inputs.iter().try_fold(0, |sum, path| Ok(sum + std::fs::metadata(path).map_err(DataError::io(path))?.len()))
}

impl Plan {
    fn records_a_position(&self) -> u64 {
        match self.source {
            Source::Games => 1,
            Source::Static { neighbours, .. } => neighbours.into(),
        }
    }

    fn records(&self, game: &Game) -> Vec<Record> {
        match &self.source {
            Source::Games => positions(game, &Filter::default())
                .map(|position| {
                    let for_white = position.score as i16;
                    let score = if position.board.side_to_move() == Color::White { for_white } else { -for_white };
                    record(&position.board, score, game.outcome)
                })
                .collect(),
            Source::Static { evaluator, neighbours } => {
                let mut rng = Xoshiro256PlusPlus::seed_from_u64(mix(self.seed, game.id()));
                let boards = game.replay().map(|(board, _)| board);
                let near = boards.flat_map(|board| {
                    (0..*neighbours).filter_map(|_| neighbour(board, &mut rng)).collect::<Vec<Board>>()
                });
                near.map(|board| record(&board, evaluator.evaluate(&board) as i16, game.outcome)).collect()
            }
        }
    }
}

/// A position some random moves further on; `None` if the game ends there or the side to move is in check.
fn neighbour(mut board: Board, rng: &mut Xoshiro256PlusPlus) -> Option<Board> {
    for _ in 0..rng.random_range(1..=MOST_PLIES) {
        let moves = board.legal_moves();
        if moves.is_empty() {
            return None;
        }
        board = board.after(moves[rng.random_range(0..moves.len())]);
    }
    (!board.in_check()).then_some(board)
}

fn record(board: &Board, score: i16, outcome: Outcome) -> Record {
    let for_white = outcome.half_points();
    Record::new(board, score, if board.side_to_move() == Color::White { for_white } else { 2 - for_white })
}

/// Temporary files: the first for what is held out.
struct Buckets {
    paths: Vec<PathBuf>,
    files: Vec<BufWriter<File>>,
}

impl Buckets {
    fn create(folder: &Folder, count: usize) -> Result<Buckets, DataError> {
        let paths: Vec<PathBuf> = (0..=count).map(|number| folder.0.join(number.to_string())).collect();
        let create = |path: &PathBuf| Ok(BufWriter::new(File::create(path).map_err(DataError::io(path))?));
        let files = paths.iter().map(create).collect::<Result<_, DataError>>()?;
        Ok(Buckets { paths, files })
    }

    fn write(&mut self, number: usize, record: &Record) -> Result<(), DataError> {
        self.files[number].write_all(record.as_bytes()).map_err(DataError::io(&self.paths[number]))
    }

    /// Shuffles one file after the other and appends it, that of what is held out at the end.
    fn append_to(mut self, out: &mut impl Write, name: &Path, rng: &mut Xoshiro256PlusPlus) -> Result<(), DataError> {
        for (file, path) in self.files.iter_mut().zip(&self.paths) {
            file.flush().map_err(DataError::io(path))?;
        }
        drop(self.files);
        self.paths.rotate_left(1);
        for path in &self.paths {
            let mut records = read_all(path).map_err(DataError::io(path))?;
            std::fs::remove_file(path).map_err(DataError::io(path))?;
            records.shuffle(rng);
            out.write_all(records.as_bytes()).map_err(DataError::io(name))?;
        }
        Ok(())
    }
}
