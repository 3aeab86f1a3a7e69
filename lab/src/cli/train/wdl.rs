//! `secateur-lab train wdl`: fits the WDL model to games.

use crate::cli::games::each_game;
use crate::learn::wdl::{Comparison, Observations, mean_miss};
use anyhow::{Result, bail};
use clap::Args;
use secateur::cli::numbers::within;
use secateur::cli::resume::handle_first_interrupt;
use secateur::eval::wdl::{FULL_MATERIAL, WdlModel};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;

/// Fits the WDL model (win, draw and loss probabilities as functions of score and material) to game
/// results. Prints the coefficients in the form of src/eval/wdl.rs, and compares predicted with
/// observed results on held-out games.
///
/// The games must have scores of the evaluation that the engine plays with, as the scale differs
/// between evaluations.
#[derive(Debug, Args)]
pub struct WdlOptions {
    /// Game files that `secateur-lab datagen` wrote
    #[arg(required = true, value_name = "DATA")]
    data: Vec<PathBuf>,
    /// Games held out for validation, in permille
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = within::<u64>(0..=900))]
    hold_out: u64,
    /// Random seed that selects the held-out games
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = within::<u64>(0..=u64::MAX))]
    seed: u64,
}

/// Material counts for which the curves are shown.
const SHOWN: [i32; 7] = [10, 20, 30, 40, 50, 62, FULL_MATERIAL];

/// Runs `secateur-lab train wdl`: fits the WDL model and prints it.
pub fn run(options: &WdlOptions) -> Result<ExitCode> {
    let (learned, held_out) = load(options)?;
    println!("{} positions to train on, {} held out", learned.positions, held_out.positions);
    let Some(fitted) = learned.fit() else { bail!("the files have no position to train on") };
    println!("half_win {:.3?}", fitted.half_win);
    println!("spread   {:.3?}", fitted.spread);
    println!();
    println!("material   50 % win at   logistic scale   (in use: 50 % win at, scale)");
    for material in SHOWN {
        let ((half_win, spread), (in_use, spread_in_use)) =
            (fitted.at(material), WdlModel::FITTED.at(material));
        println!(
            "{material:>8}   {half_win:>11.1}   {spread:>14.1}   {in_use:>19.1} {spread_in_use:>6.1}"
        );
    }
    let (measured, name) = match held_out.positions {
        0 => (&learned, "the training games"),
        _ => (&held_out, "the held-out games"),
    };
    for (curves, model) in [("fitted curves", &fitted), ("curves in use", &WdlModel::FITTED)] {
        println!();
        println!("{curves}, measured on {name}");
        compare("by centipawns shown", &measured.by_centipawns(model));
        compare("by material", &measured.by_material(model));
    }
    println!();
    println!(
        "cross-entropy per position, in nats: {:.5}; with the curves in use {:.5}",
        -measured.likelihood(&fitted),
        -measured.likelihood(&WdlModel::FITTED)
    );
    Ok(ExitCode::SUCCESS)
}

fn load(options: &WdlOptions) -> Result<(Observations, Observations)> {
    let stop = handle_first_interrupt()?;
    let (mut learned, mut held_out) = (Observations::default(), Observations::default());
    each_game(&options.data, &stop, |game| {
        let is_held_out = game.is_held_out(options.seed, options.hold_out);
        if is_held_out { &mut held_out } else { &mut learned }.add(game);
        ControlFlow::Continue(())
    })?;
    Ok((learned, held_out))
}

/// Prints predicted and observed results in percent.
fn compare(title: &str, comparisons: &[Comparison]) {
    println!();
    println!(
        "{title:<22} positions   predicted win draw loss   observed win draw loss   points off"
    );
    for comparison in comparisons {
        let percent = |[win, draw, loss]: [f64; 3]| {
            format!("{:>11.1} {:>5.1} {:>5.1}", win * 100.0, draw * 100.0, loss * 100.0)
        };
        println!(
            "{:<22} {:>9} {} {} {:>12.1}",
            comparison.class,
            comparison.positions,
            percent(comparison.predicted),
            percent(comparison.observed),
            comparison.miss() * 100.0
        );
    }
    println!("{:<22} {:>9} {:>60.2}", "mean", "", mean_miss(comparisons) * 100.0);
}
