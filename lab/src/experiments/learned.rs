//! E22: the evaluation of S3, trained on the experiment's own self-play games.
//! It compares the counting method with the joint regression and measures the difference in plies.
//!
//! S3 used about 60 000 games, the squared error, and iterated until convergence. Here there are
//! fewer games and more weights, so some games are held out, and the loss is cross entropy. The
//! tournament uses the iteration with the lowest held-out loss.

use crate::evaluations::linear::weights::{STAGES, Weights};
use crate::experiments::experiment::Figures;
use crate::experiments::size::RunSize;
use crate::learn::games::training_positions;
use crate::learn::regression::training::{IterationRecord, Settings, Training};
use crate::learn::regression::{Loss, counts, examples::Examples, model::Model};
use crate::learn::selfplay::{self, SelfPlaySettings};
use crate::matches::play::{self, MatchPlan, Player};
use crate::matches::report;
use crate::progress::RunProgress;
use secateur::eval::Evaluator;
use secateur::search::Techniques;
use secateur::search::smp::STACK;
use secateur::seeds::mix;
use secateur::threads::{self, with_stack};
use std::sync::Arc;

/// Number of training games.
const GAMES: u64 = 10_000;
/// Number of training games in a quick run.
const QUICK_GAMES: u64 = 24;
/// Soft node limit per move.
const NODES: u64 = 1000;
/// Soft node limit per move in a quick run.
const QUICK_NODES: u64 = 60;
/// Number of iterations of the regression (S3).
const ITERATIONS: usize = 300;
/// Number of iterations in a quick run.
const QUICK_ITERATIONS: usize = 12;
/// Depths of the jointly trained evaluation in the tournament, plies.
const DEPTHS: std::ops::RangeInclusive<u32> = 1..=5;
/// Number of games per match.
const MATCH_GAMES: usize = 200;
/// Seed of the games.
const SEED: u64 = 22;
/// One of this number of games is held out.
const HELD_OUT: u64 = 20;

/// Runs E22: plays the games, trains both evaluations, and plays the tournament.
/// The counting method searches 0, 1 and 2 plies deeper.
pub fn learned(size: &RunSize, progress: &RunProgress) -> Option<Figures> {
    let (games, nodes, iterations) = if size.quick {
        (QUICK_GAMES, QUICK_NODES, QUICK_ITERATIONS)
    } else {
        (GAMES, NODES, ITERATIONS)
    };
    let (examples, held_out) = gather(games, nodes, size.jobs, progress)?;
    // As in S3: results as labels, the plain update, no ridge. The steps are smaller.
    let settings = Settings {
        result_share: 1.0,
        iterations,
        patience: iterations,
        accelerated: false,
        ridge: 0.0,
        ..Settings::default()
    };
    let mut training = Training::new(&examples, &held_out, &Model::default(), settings, size.jobs);
    progress.begin(iterations as u64, "iterations");
    while !training.is_done() {
        if progress.is_stopped() {
            return None;
        }
        training.iterate();
        progress.step();
    }
    let older = counts::estimate(&examples, settings.smoothing, size.jobs);
    let mut figures = Figures::with_head(&["", "older + 0", "older + 1", "older + 2"]);
    add_course_figures(&mut figures, &training.state.records, training.state.best_iteration);
    tournament(&mut figures, &playable(&older), &playable(&training.model()), size, progress)?;
    Some(figures)
}

/// Self-play positions with the linear evaluation, labelled with the result: for training, and
/// held out.
fn gather(
    games: u64,
    nodes: u64,
    jobs: usize,
    progress: &RunProgress,
) -> Option<(Examples, Examples)> {
    progress.begin(games, "games");
    let settings = SelfPlaySettings { soft_nodes: nodes, chess960: 0.0, hash_megabytes: 1 };
    let start = || {
        progress
            .unless_out_of_memory(selfplay::SelfPlayer::new(settings, crate::evaluations::linear()))
    };
    let work = |player: &mut selfplay::SelfPlayer, number: usize| {
        let game = player.play(mix(SEED, number as u64), progress.stop())?;
        progress.step();
        Some(game)
    };
    let is_stopped = || progress.is_stopped();
    let played =
        with_stack(STACK, || threads::map(jobs, STACK, games as usize, is_stopped, start, work));
    let (mut examples, mut held_out) = (Examples::default(), Examples::default());
    for (number, game) in (0..).zip(&played) {
        let set = if u64::is_multiple_of(number, HELD_OUT) { &mut held_out } else { &mut examples };
        let result = f32::from(game.outcome.half_points()) / 2.0;
        for (_, board, _) in training_positions(game) {
            set.push(&board, Loss::Logistic.label(result, 0.0, 1.0));
        }
    }
    progress.is_done().then_some((examples, held_out))
}

fn playable(model: &Model) -> Evaluator {
    crate::evaluations::linear_with(Arc::new(Weights::from_stages(&model.quantized())))
}

/// Adds Figures 3 and 4 of S3 as numbers: the error by stage and iteration, and the weight changes.
fn add_course_figures(figures: &mut Figures, records: &[IterationRecord], best: usize) {
    let mut picks =
        vec![0, records.len() / 10, best.clamp(1, records.len()) - 1, records.len() - 1];
    picks.sort_unstable();
    picks.dedup();
    for index in picks {
        let record = &records[index];
        let distances: Vec<String> =
            (0..STAGES).rev().map(|stage| format!("{:.0}", record.distance[stage])).collect();
        figures.rows.push(vec![
            format!(
                "iteration {}{}: mean distance in permille, from 32 pieces down",
                record.iteration,
                if record.iteration == best { ", which plays" } else { "" }
            ),
            distances.join(" "),
            format!("loss {:.4}, of games held out {:.4}", record.loss, record.deciding_loss()),
            format!(
                "weights change by {:.3} internal units, at most {:.2}",
                record.mean_change, record.most_changed
            ),
        ]);
    }
    let last = &records[records.len() - 1];
    let losses: Vec<f64> = records.iter().map(|record| record.loss).collect();
    let never_rises = |values: &[f64]| {
        f64::from(u8::from(values.windows(2).all(|pair| pair[1] <= pair[0] * 1.0001)))
    };
    for (name, value) in [
        ("opening distance", last.distance[STAGES - 1]),
        ("ending distance", (last.distance[1] + last.distance[2]) / 2.0),
        ("loss falls", never_rises(&losses)),
    ] {
        figures.values.insert(name.to_owned(), value);
    }
}

/// Adds the score of the counting method with 0, 1 and 2 additional plies (S3, Table 1).
fn tournament(
    figures: &mut Figures,
    older: &Evaluator,
    newer: &Evaluator,
    size: &RunSize,
    progress: &RunProgress,
) -> Option<()> {
    let mut sums = [0.0; 3];
    let mut rows = 0.0;
    for depth in DEPTHS {
        let mut row = vec![format!("newer at depth {depth}: score of the older, %")];
        for (more, sum) in sums.iter_mut().enumerate() {
            let plan = MatchPlan::new(
                format!("older at {} – newer at {depth}", depth + more as u32),
                Player::with_depth(Techniques::FULL, depth + more as u32)
                    .with_evaluator(older.clone()),
                Player::with_depth(Techniques::FULL, depth).with_evaluator(newer.clone()),
                MATCH_GAMES,
            );
            let result = play::play(&size.match_plan(&plan), size.jobs, progress)?;
            let score = result.pairs.score();
            *sum += score.value;
            let percent = |share: f64| format!("{:.1}", 100.0 * share);
            let interval = report::interval(score, percent, "–");
            row.push(format!("{} ({interval})", percent(score.value)));
        }
        rows += 1.0;
        figures.rows.push(row);
    }
    for (more, sum) in sums.iter().enumerate() {
        figures.values.insert(format!("older + {more}"), sum / rows);
    }
    Some(())
}
