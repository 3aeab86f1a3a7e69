//! Training speed of the network in positions per second: `cargo bench --bench train`
//! (`make bench-train`).
//!
//! The positions come from random games, so no data have to be generated or downloaded. The
//! benchmark prints the median, minimum and maximum of several epochs, for several sizes of the
//! hidden layer and numbers of threads.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use secateur::chess::Board;
use secateur::eval::Evaluator;
use secateur::stop::Stop;
use secateur_lab::learn::data::pack::{PackPlan, Source, pack};
use secateur_lab::learn::games::{GameResult, Ply, ScoredGame, Writer};
use secateur_lab::learn::neural::batch::Packs;
use secateur_lab::learn::neural::model::Model;
use secateur_lab::learn::neural::training::{Settings, Training};
use std::path::{Path, PathBuf};
use std::time::Instant;

const GAMES: u64 = 2_000;
const NEIGHBOURS: u32 = 6;
const EPOCHS: u64 = 5;

/// A game of at most 120 random moves.
fn random_game(seed: u64) -> ScoredGame {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let start = Board::default();
    let (mut board, mut plies) = (start, Vec::new());
    while plies.len() < 120 {
        let moves = board.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mv = moves[rng.random_range(0..moves.len())];
        board = board.after(mv);
        plies.push(Ply { mv, score: 0 });
    }
    ScoredGame { start, outcome: GameResult::Draw, plies }
}

fn packed(folder: &Path) -> PathBuf {
    let (games, out) = (folder.join("games"), folder.join("pack"));
    let mut writer = Writer::create(&games).expect("a new file");
    (0..GAMES).for_each(|seed| writer.append(&random_game(seed)).expect("written"));
    drop(writer);
    let source = Source::Static { evaluator: Evaluator::Material, neighbours: NEIGHBOURS };
    let plan = PackPlan { inputs: vec![games], out: out.clone(), source, seed: 1, hold_out: 0 };
    pack(&plan, &Stop::default(), &mut |_| ()).expect("packed");
    out
}

fn main() {
    let folder = std::env::temp_dir().join(format!("secateur-bench-train-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    let pack = packed(&folder);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    for (hidden, threads) in [(128, cores), (256, 1), (256, cores), (512, cores)] {
        let packs = Packs::open(&[&pack]).expect("valid pack");
        let positions = packs.train();
        let settings = Settings {
            epochs: EPOCHS,
            batch: 16_384,
            rate: 1e-3,
            result_share: [0.0; 2],
            shared_gradient: 0.0,
            seed: 1,
        };
        let mut training = Training::new(Model::random(hidden, 1), packs, settings, threads);
        let mut speeds: Vec<f64> = (0..EPOCHS)
            .map(|_| {
                let start = Instant::now();
                training.advance(&mut |_| true).expect("the pack is readable");
                positions as f64 / start.elapsed().as_secs_f64()
            })
            .collect();
        speeds.sort_by(f64::total_cmp);
        println!(
            "{hidden} hidden neurons, {threads} thread(s): median {:.0} positions/s, \
             {:.0} to {:.0}, of {positions}",
            speeds[speeds.len() / 2],
            speeds[0],
            speeds[speeds.len() - 1]
        );
    }
    let _ = std::fs::remove_dir_all(folder);
}
