//! E22: the evaluation of S3, learned from games that the experiment plays itself: each indicator
//! by itself (the older method) against all jointly, and what the difference is worth in plies.
//!
//! S3 had some 60 000 games and iterated until nothing changed any more. With fewer games and more
//! weights that fits the games too closely: a part of them is held out, and the tournament is
//! played with the iteration that judges those best.

use crate::experiments::experiment::Figures;
use crate::learn::games::{Filter, Game, positions};
use crate::learn::regression::training::{IterationRecord, Settings, Training};
use crate::learn::regression::{Loss, counts, examples::Examples, model::Model};
use crate::learn::selfplay::{self, SelfPlayRules};
use crate::matches::play::{self, MatchPlan, Player};
use crate::progress::Progress;
use crate::scale::Scale;
use secateur::eval::Evaluator;
use secateur::eval::linear::weights::{STAGES, Weights};
use secateur::search::Techniques;
use secateur::search::smp::STACK;
use secateur::seeds::mix;
use secateur::threads::{share_out, with_stack};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

/// Games to learn from.
const GAMES: u64 = 10_000;
/// Games of a quick run.
const QUICK_GAMES: u64 = 24;
/// Soft limit of nodes a move.
const NODES: u64 = 1000;
/// The same for a quick run.
const QUICK_NODES: u64 = 60;
/// Iterations of the regression (S3).
const ITERATIONS: usize = 300;
/// The same for a quick run.
const QUICK_ITERATIONS: usize = 12;
/// Depths of the newer evaluation in the tournament, plies.
const DEPTHS: std::ops::RangeInclusive<u32> = 1..=5;
/// Games of each match.
const MATCH_GAMES: usize = 200;
/// Seed of the games.
const SEED: u64 = 22;
/// One game in so many is held out.
const HELD_OUT: u64 = 20;

/// Plays, learns both ways, and lets the older evaluation search 0, 1 and 2 plies deeper than the
/// newer.
pub fn learned(scale: &Scale, progress: &Progress) -> Option<Figures> {
    let (games, nodes, iterations) = if scale.quick {
        (QUICK_GAMES, QUICK_NODES, QUICK_ITERATIONS)
    } else {
        (GAMES, NODES, ITERATIONS)
    };
    let (examples, held_out) = gather(games, nodes, scale.jobs, progress)?;
    // As S3 has it: results alone, the plain update, no ridge; what is small are its steps.
    let settings = Settings {
        lambda: 1.0,
        iterations,
        patience: iterations,
        accelerated: false,
        ridge: 0.0,
        ..Settings::default()
    };
    let mut training = Training::new(&examples, &held_out, &Model::default(), settings, scale.jobs);
    progress.begin(iterations as u64);
    while !training.is_done() {
        if progress.is_stopped() {
            return None;
        }
        training.iterate();
        progress.step();
    }
    let older = counts::estimate(&examples, settings.smoothing, scale.jobs);
    let mut figures = Figures::with_head(&["", "older + 0", "older + 1", "older + 2"]);
    note_course(&mut figures, &training.state.records, training.state.best_iteration);
    figures.values.insert("positions".to_owned(), examples.len() as f64);
    tournament(&mut figures, &playable(&older), &playable(&training.model()), scale, progress)?;
    Some(figures)
}

/// Positions of self-play with the default evaluation, each labelled with the result: those to
/// learn from, and those held out.
fn gather(
    games: u64,
    nodes: u64,
    jobs: usize,
    progress: &Progress,
) -> Option<(Examples, Examples)> {
    progress.begin(games);
    let next = AtomicU64::new(0);
    let played: Mutex<Vec<(u64, Game)>> = Mutex::new(Vec::new());
    let work = || {
        let rules = SelfPlayRules { soft_nodes: nodes, chess960: 0.0, hash_megabytes: 1 };
        let Some(mut player) = progress.had(selfplay::Player::new(rules, Evaluator::linear()))
        else {
            return;
        };
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= games || progress.is_stopped() {
                return;
            }
            if let Some(game) = player.play(mix(SEED, number), progress.stop()) {
                played.lock().expect("no holder panics").push((number, game));
                progress.step();
            }
        }
    };
    with_stack(STACK, || share_out(jobs, STACK, work));
    let mut played = played.into_inner().expect("no holder panics");
    // In the order of their numbers, so that the number of threads changes nothing.
    played.sort_by_key(|(number, _)| *number);
    let (mut examples, mut held_out) = (Examples::default(), Examples::default());
    for (number, game) in &played {
        let set = if number.is_multiple_of(HELD_OUT) { &mut held_out } else { &mut examples };
        for position in positions(game, &Filter::default()) {
            let result = f32::from(position.outcome.half_points()) / 2.0;
            set.push(&position.board, Loss::Logistic.label(result, 0.0, 1.0));
        }
    }
    progress.is_done().then_some((examples, held_out))
}

fn playable(model: &Model) -> Evaluator {
    Evaluator::Linear(Arc::new(Weights::from_stages(&model.quantised())))
}

/// Figures 3 and 4 of S3 in numbers: how far off the evaluation is by stage and iteration, and how
/// the weights settle.
fn note_course(figures: &mut Figures, records: &[IterationRecord], best: usize) {
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
            format!("loss {:.4}, of games held out {:.4}", record.loss, record.held_out),
            format!(
                "weights change by {:.3} cp, at most {:.2}",
                record.mean_change, record.most_changed
            ),
        ]);
    }
    let last = &records[records.len() - 1];
    let changes: Vec<f64> = records.iter().map(|record| record.mean_change).collect();
    let losses: Vec<f64> = records.iter().map(|record| record.loss).collect();
    let never_rises = |values: &[f64]| {
        f64::from(u8::from(values.windows(2).all(|pair| pair[1] <= pair[0] * 1.0001)))
    };
    for (name, value) in [
        ("opening distance", last.distance[STAGES - 1]),
        ("ending distance", (last.distance[1] + last.distance[2]) / 2.0),
        ("loss falls", never_rises(&losses)),
        ("change falls", never_rises(&changes)),
    ] {
        figures.values.insert(name.to_owned(), value);
    }
}

/// The older evaluation's share of the points at 0, 1 and 2 plies more than the newer (S3, Table
/// 1).
fn tournament(
    figures: &mut Figures,
    older: &Evaluator,
    newer: &Evaluator,
    scale: &Scale,
    progress: &Progress,
) -> Option<()> {
    let mut sums = [0.0; 3];
    let mut rows = 0.0;
    for depth in DEPTHS {
        let mut row = vec![format!("newer at depth {depth}: score of the older, %")];
        for (more, sum) in sums.iter_mut().enumerate() {
            let plan = MatchPlan::new(
                format!("older at {} – newer at {depth}", depth + more as u32),
                Player::with_depth(Techniques::FULL, depth + more as u32).judging_by(older.clone()),
                Player::with_depth(Techniques::FULL, depth).judging_by(newer.clone()),
                MATCH_GAMES,
            );
            let result = play::play(&plan, scale, progress)?;
            let score = result.pairs.score();
            *sum += score.value;
            row.push(format!(
                "{:.1} ({:.1}–{:.1})",
                100.0 * score.value,
                100.0 * score.low,
                100.0 * score.high
            ));
        }
        rows += 1.0;
        figures.rows.push(row);
    }
    for (more, sum) in sums.iter().enumerate() {
        figures.values.insert(format!("older + {more}"), sum / rows);
    }
    Some(())
}
