//! Packing: positions of games, shuffled across all games, in the format of network training.
//!
//! Each position is written to a random temporary file. Each temporary file is then shuffled in
//! memory and appended, so all orders are equally likely. Held-out data are whole games, chosen by
//! game hash and seed.

use super::shuffle::temporary_folder;
use super::{DataError, DataProgress, games, total_size};
use crate::learn::games::{GameResult, ScoredGame, score_of, training_positions};
use crate::learn::neural::SCALE;
use crate::learn::neural::pack::{Contents, HoldOut, read_all};
use crate::learn::neural::record::PositionRecord;
use crate::learn::td_lambda::td_lambda_scores;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use secateur::chess::Board;
use secateur::eval::{Evaluator, endings};
use secateur::files::{self, Draft};
use secateur::seeds::mix;
use secateur::stop::Stop;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use tempfile::TempDir;
use zerocopy::IntoBytes;

/// Approximate number of records per temporary file.
const BUCKET: u64 = 1 << 23;
/// Largest number of temporary files.
const MAX_BUCKETS: u64 = 256;
/// Largest absolute score of a label, internal units: an expected score of 0.999995.
const MAX_LABEL: f32 = 3_684.0;
/// Largest number of random plies from a game position to its neighbour.
const MAX_PLIES: u32 = 4;

/// The positions of a pack and their labels.
#[derive(Clone, Debug)]
pub enum Source {
    /// The training positions, with the scores of the games.
    Games {
        /// λ of the TD(λ) scores, 0 to below 1.
        lambda: f32,
    },
    /// Neighbours of the game positions, labelled by a teacher evaluation without search.
    /// A neighbour is one to four random moves from the game position (distillation after Hinton,
    /// Vinyals & Dean 2015).
    Static {
        /// The teacher evaluation.
        evaluator: Evaluator,
        /// Number of neighbours per game position.
        neighbours: u32,
    },
}

/// The plan of a pack.
#[derive(Clone, Debug)]
pub struct PackPlan {
    /// The files of games.
    pub inputs: Vec<PathBuf>,
    /// The pack to write; it must not exist.
    pub out: PathBuf,
    /// The positions and their labels.
    pub source: Source,
    /// Seed of the order, the held-out games and the random moves.
    pub seed: u64,
    /// Share of held-out games, permille.
    pub hold_out: u64,
}

/// Packs positions and returns the contents of the pack.
/// `watch` receives the progress. All bytes are moved twice: into temporary files as games, and out
/// of them as positions.
pub fn pack(
    plan: &PackPlan,
    stop: &Stop,
    watch: &mut dyn FnMut(&DataProgress),
) -> Result<Contents, DataError> {
    files::check(&plan.inputs, [&plan.out])?;
    let mut draft = Draft::begin_new(&plan.out)?;
    let folder = temporary_folder(&plan.out)?;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(plan.seed);
    let total = total_size(&plan.inputs)?;
    let count =
        (total * plan.records_per_position() / 4).div_ceil(BUCKET).clamp(1, MAX_BUCKETS) as usize;
    let mut buckets = Buckets::create(&folder, plan.buckets_held_out(count), count)?;
    let mut progress = DataProgress { total: 2 * total, ..DataProgress::default() };
    let hold_out = HoldOut { seed: plan.seed, permille: plan.hold_out };
    let mut contents = Contents { hold_out, lambda: plan.lambda(), ..Contents::default() };
    for input in &plan.inputs {
        for game in games(input)? {
            let game = game?;
            let is_held_out = game.is_held_out(plan.seed, plan.hold_out);
            let kept = if is_held_out { &mut contents.held_out } else { &mut contents.train };
            for record in plan.records(&game) {
                buckets.write(is_held_out, &mut rng, &record)?;
                *kept += 1;
            }
            contents.games += 1;
            progress.add(&game);
            watch(&progress);
            if stop.is_requested() {
                return Err(DataError::Interrupted);
            }
        }
    }
    draft.write_all(&contents.header()).map_err(DataError::io(&plan.out))?;
    for path in buckets.paths()? {
        if stop.is_requested() {
            return Err(DataError::Interrupted);
        }
        let mut records = read_all(&path).map_err(DataError::io(&path))?;
        std::fs::remove_file(&path).map_err(DataError::io(&path))?;
        records.shuffle(&mut rng);
        draft.write_all(records.as_bytes()).map_err(DataError::io(&plan.out))?;
        let all = (contents.train + contents.held_out) as f64;
        progress.bytes += (total as f64 * records.len() as f64 / all.max(1.0)) as u64;
        watch(&progress);
    }
    draft.finish()?;
    Ok(contents)
}

impl PackPlan {
    /// λ of TD(λ), for scores of games.
    fn lambda(&self) -> Option<f32> {
        match self.source {
            Source::Games { lambda } => Some(lambda),
            Source::Static { .. } => None,
        }
    }

    fn records_per_position(&self) -> u64 {
        match self.source {
            Source::Games { .. } => 1,
            Source::Static { neighbours, .. } => neighbours.into(),
        }
    }

    /// Number of temporary files for held-out positions, in proportion to the other files.
    fn buckets_held_out(&self, others: usize) -> usize {
        (others * self.hold_out as usize).div_ceil(1000).max(1)
    }

    fn records(&self, game: &ScoredGame) -> Vec<PositionRecord> {
        match &self.source {
            Source::Games { lambda } => {
                let for_white = td_lambda_scores(game, *lambda, SCALE);
                training_positions(game)
                    .map(|(index, board, _)| {
                        let score = score_of(board.side_to_move(), for_white[index]);
                        record(&board, score, game.outcome)
                    })
                    .collect()
            }
            Source::Static { evaluator, neighbours } => {
                let mut rng = Xoshiro256PlusPlus::seed_from_u64(mix(self.seed, game.id()));
                let boards = game.replay().map(|(board, _)| board);
                let near = boards.flat_map(|board| {
                    (0..*neighbours)
                        .filter_map(|_| neighbour(board, &mut rng))
                        .collect::<Vec<Board>>()
                });
                near.map(|board| record(&board, evaluator.evaluate(&board) as f32, game.outcome))
                    .collect()
            }
        }
    }
}

/// A position some random moves further on.
/// `None` if the game ends there, the side to move is in check, or a rule decides.
fn neighbour(mut board: Board, rng: &mut Xoshiro256PlusPlus) -> Option<Board> {
    for _ in 0..rng.random_range(1..=MAX_PLIES) {
        let moves = board.legal_moves();
        if moves.is_empty() {
            return None;
        }
        board = board.after(moves[rng.random_range(0..moves.len())]);
    }
    let is_known = endings::evaluate(&board).is_some();
    (!board.in_check() && !is_known && !board.legal_moves().is_empty()).then_some(board)
}

/// The record of a position. The score of a known win is capped.
fn record(board: &Board, score: f32, outcome: GameResult) -> PositionRecord {
    let score = score.round().clamp(-MAX_LABEL, MAX_LABEL) as i16;
    PositionRecord::new(board, score, outcome.half_points_of(board.side_to_move()))
}

/// The temporary files of a pack.
struct Buckets {
    paths: Vec<PathBuf>,
    files: Vec<BufWriter<File>>,
    /// Number of files for held-out positions, which come first.
    held_out: usize,
}

impl Buckets {
    fn create(folder: &TempDir, held_out: usize, others: usize) -> Result<Buckets, DataError> {
        let paths: Vec<PathBuf> =
            (0..held_out + others).map(|number| folder.path().join(number.to_string())).collect();
        let create =
            |path: &PathBuf| Ok(BufWriter::new(File::create(path).map_err(DataError::io(path))?));
        let files = paths.iter().map(create).collect::<Result<_, DataError>>()?;
        Ok(Buckets { paths, files, held_out })
    }

    /// Writes a record to a random file of its kind.
    fn write(
        &mut self,
        is_held_out: bool,
        rng: &mut Xoshiro256PlusPlus,
        record: &PositionRecord,
    ) -> Result<(), DataError> {
        let files = if is_held_out { 0..self.held_out } else { self.held_out..self.files.len() };
        let number = rng.random_range(files);
        self.files[number].write_all(record.as_bytes()).map_err(DataError::io(&self.paths[number]))
    }

    /// The paths of the finished files; those of held-out positions come last.
    fn paths(mut self) -> Result<Vec<PathBuf>, DataError> {
        for (file, path) in self.files.iter_mut().zip(&self.paths) {
            file.flush().map_err(DataError::io(path))?;
        }
        self.paths.rotate_left(self.held_out);
        Ok(self.paths)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learn::games::{Ply, Writer};
    use crate::learn::neural::batch::Packs;
    use crate::learn::neural::pack::{Pack, PackError};

    /// Games from the initial position that differ in their only move and its score.
    fn plan(folder: &TempDir, name: &str, hold_out: u64) -> PackPlan {
        let input = folder.path().join("games");
        if !input.exists() {
            let start = Board::default();
            let mut writer = Writer::create(&input).expect("a new file");
            for (number, mv) in start.legal_moves().into_iter().cycle().take(200).enumerate() {
                let game = ScoredGame {
                    start,
                    outcome: GameResult::Draw,
                    plies: vec![Ply { mv, score: number as i16 }],
                };
                writer.append(&game).expect("written");
            }
        }
        let source = Source::Static { evaluator: Evaluator::Material, neighbours: 2 };
        PackPlan { inputs: vec![input], out: folder.path().join(name), source, seed: 1, hold_out }
    }

    #[test]
    fn the_trace_averages_later_scores() {
        let folder = tempfile::tempdir().expect("a folder");
        let (input, start): (_, Board) = (
            folder.path().join("games"),
            "4k3/p7/8/8/8/8/4P3/4K3 w - - 0 20".parse().expect("valid FEN"),
        );
        let plies = ["e2e3", "e8e7"].into_iter().zip([0, 100]).scan(start, |board, (mv, score)| {
            let mv = board.parse_uci(mv).expect("legal");
            *board = board.after(mv);
            Some(Ply { mv, score })
        });
        let mut writer = Writer::create(&input).expect("a new file");
        writer
            .append(&ScoredGame { start, outcome: GameResult::WhiteWins, plies: plies.collect() })
            .expect("written");
        let packed = |lambda| {
            let (inputs, out) = (vec![input.clone()], folder.path().join("out"));
            let _ = std::fs::remove_file(&out);
            let plan =
                PackPlan { inputs, out, source: Source::Games { lambda }, seed: 1, hold_out: 0 };
            pack(&plan, &Stop::default(), &mut |_| ()).expect("packed");
            let mut records = [PositionRecord::new(&start, 0, 1); 2];
            Pack::open(&plan.out)
                .expect("valid pack")
                .read(0, &mut records)
                .expect("two positions");
            let mut scores: Vec<i16> = records.iter().map(|record| record.score).collect();
            scores.sort_unstable();
            scores
        };
        assert_eq!(packed(0.0), [-100, 0]);
        assert_eq!(packed(0.5), [-100, 50], "Black's score is negated");
    }

    /// Rb7 is stalemate, for which there is no static evaluation.
    #[test]
    fn neighbours_have_a_legal_move() {
        let board: Board = "k7/8/K7/8/8/7p/7P/1R6 w - - 0 1".parse().expect("valid FEN");
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        for board in (0..2000).filter_map(|_| neighbour(board, &mut rng)) {
            assert!(!board.legal_moves().is_empty(), "{board}");
        }
    }

    /// Neighbours of game positions were not played, so they have no game result.
    #[test]
    fn static_packs_have_no_results() {
        let folder = tempfile::tempdir().expect("a folder");
        let of_positions = plan(&folder, "static", 0);
        let source = Source::Games { lambda: 0.0 };
        let of_games =
            PackPlan { source, out: folder.path().join("games-pack"), ..of_positions.clone() };
        for plan in [&of_positions, &of_games] {
            pack(plan, &Stop::default(), &mut |_| ()).expect("packed");
        }
        let open = |path: &PathBuf| Packs::open(&[path]).expect("valid pack");
        assert!(open(&of_games.out).check_results().is_ok());
        let error = open(&of_positions.out).check_results().expect_err("static").to_string();
        assert!(error.starts_with("--wdl 0 is needed: "), "{error}");
    }

    /// The phases are reading the games and shuffling the temporary files.
    #[test]
    fn a_stop_ends_both_phases() {
        let folder = tempfile::tempdir().expect("a folder");
        let plan = plan(&folder, "out", 500);
        let is_shuffling = |at: &DataProgress| at.bytes * 10 > at.total * 6;
        for is_late in [false, true] {
            let stop = Stop::default();
            let result = pack(&plan, &stop, &mut |at| {
                if !is_late || is_shuffling(at) {
                    stop.request();
                }
            });
            assert!(
                matches!(result, Err(DataError::Interrupted)) && !plan.out.exists(),
                "{is_late}: {result:?}"
            );
        }
        let left = std::fs::read_dir(folder.path()).expect("listed").count();
        assert_eq!(left, 1, "temporary files are gone");
    }

    #[test]
    fn held_out_records_use_several_files() {
        let folder = tempfile::tempdir().expect("a folder");
        let buckets = |hold_out, others| plan(&folder, "out", hold_out).buckets_held_out(others);
        assert_eq!(
            [buckets(0, 256), buckets(20, 1), buckets(20, 256), buckets(900, 256)],
            [1, 1, 6, 231]
        );
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let temporary = temporary_folder(&folder.path().join("out")).expect("a folder");
        let mut buckets = Buckets::create(&temporary, 3, 2).expect("files");
        let record = PositionRecord::new(&Board::default(), 0, 1);
        (0..500)
            .for_each(|number| buckets.write(number % 5 < 3, &mut rng, &record).expect("written"));
        let paths = buckets.paths().expect("written");
        let counts: Vec<usize> =
            paths.iter().map(|path| read_all(path).expect("readable").len()).collect();
        assert!(counts.len() == 5 && counts.iter().sum::<usize>() == 500, "{counts:?}");
        assert!(counts.iter().all(|count| (70..130).contains(count)), "{counts:?}");
        assert_eq!(counts[..2].iter().sum::<usize>(), 200, "held-out records come last");
    }

    #[test]
    fn packs_with_different_held_out_games_are_not_combined() {
        let folder = tempfile::tempdir().expect("a folder");
        let packed = |name: &str, seed, hold_out| {
            let plan = PackPlan { seed, ..plan(&folder, name, hold_out) };
            pack(&plan, &Stop::default(), &mut |_| ()).expect("packed");
            plan.out
        };
        let (one, other) = (packed("a", 1, 100), packed("b", 2, 100));
        for (paths, is_accepted) in [
            ([&one, &one], true),
            ([&one, &other], false),
            ([&one, &packed("c", 1, 200)], false),
            ([&packed("d", 1, 0), &packed("e", 2, 0)], true),
        ] {
            let opened = Packs::open(&paths);
            assert_eq!(opened.is_ok(), is_accepted, "{paths:?}");
            assert!(is_accepted || matches!(opened, Err(PackError::OtherHoldOut(..))));
        }
        let hold_out = HoldOut { seed: 1, permille: 100 };
        assert_eq!(Pack::open(&one).expect("valid pack").contents.hold_out, hold_out);
    }

    #[test]
    fn packs_with_different_traces_are_not_combined() {
        let folder = tempfile::tempdir().expect("a folder");
        let packed = |name: &str, source| {
            let plan = PackPlan { source, ..plan(&folder, name, 100) };
            pack(&plan, &Stop::default(), &mut |_| ()).expect("packed");
            plan.out
        };
        let ahead = |lambda| Source::Games { lambda };
        let neighbours =
            packed("a", Source::Static { evaluator: Evaluator::Material, neighbours: 2 });
        let (none, far) = (packed("b", ahead(0.0)), packed("c", ahead(0.7)));
        for (path, lambda) in [(&neighbours, None), (&none, Some(0.0)), (&far, Some(0.7))] {
            assert_eq!(Pack::open(path).expect("valid pack").contents.lambda, lambda);
        }
        assert!(Packs::open(&[&far, &neighbours, &packed("d", ahead(0.7))]).is_ok());
        for paths in [[&far, &none, &far], [&far, &neighbours, &none]] {
            assert!(matches!(Packs::open(&paths), Err(PackError::OtherLambda(..))), "{paths:?}");
        }
    }
}
