//! The soak test: self-play games of two engine processes, with checks of all their output.
//! `make soak HOURS=8` plays for hours. `cargo test` plays a few games, as a test of the soak test.
//!
//! The settings are random, and change between games of the same two processes: Chess960, starts
//! with four to six pieces, 1 to 64 MB of hash, 1 to 4 threads, tablebases, pondering, MultiPV,
//! strength limits, and another evaluation. `isready` and `stop` are sent during searches. Another
//! library (`shakmaty`) checks every move and PV. Losses on time, crashes, missing answers, output
//! on standard error and warnings are counted. Memory, handles, threads and mappings are sampled
//! every few games with the same smallest settings.
//!
//! Every fault is reported immediately, and the exit code is then 1. Time in which the machine runs
//! other programs does not count as time of the player, unless `SOAK_STRICT` is set. The few games
//! of `cargo test` share the machine with other tests; there, losses on time are no faults.
//!
//! | variable | meaning | default |
//! |---|---|---|
//! | `SOAK_HOURS` | duration in hours | a few games |
//! | `SOAK_JOBS` | concurrent games | 1 |
//! | `SOAK_ENGINE` | the second program of each pair, such as a release build | the first |
//! | `SOAK_CLOCK` | base time and increment in seconds | 0.5+0.005 |
//! | `SOAK_SEED` | random seed | 1 |
//! | `SOAK_STRICT` | if set, delays of the machine count as time of the player | not set |
//! | `SECATEUR_SHARED` | shared data; tablebases are in its `data/syzygy`, if that exists | `../shared` |
//! | `FASTCHESS` | match runner; with one job it plays 10 games after every 100 | `fastchess` |

mod clock;
mod game;
mod player;
#[path = "../support/program.rs"]
mod program;
mod runner;
mod setup;
#[path = "../support/shared.rs"]
mod shared;
mod tally;
mod watchdog;

use clock::Clock;
use game::LiveGame;
use player::Player;
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use setup::{Setup, Variant};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tally::{Fault, Kind, Tally, Watched};
use watchdog::Watchdog;

/// Games between two samples of the resource usage.
const SAMPLE_EVERY: u64 = 10;
/// Games between two runs of the match runner.
const RUNNER_EVERY: u64 = 100;
/// Time between two progress lines.
const REPORT_EVERY: Duration = Duration::from_secs(60);
/// Number of games without `SOAK_HOURS`.
const SHORT_GAMES: u64 = 4;

/// Measures delays of the machine.
static WATCHDOG: LazyLock<Arc<Watchdog>> = LazyLock::new(Watchdog::start);

/// The settings of the soak test.
struct Plan {
    /// `None` for a few games.
    until: Option<Instant>,
    jobs: usize,
    seed: u64,
    clock: Clock,
    engines: [PathBuf; 2],
    tables: Option<PathBuf>,
    runner: Option<PathBuf>,
}

impl Plan {
    fn read() -> Result<Plan, String> {
        let number = |name: &str| {
            let Ok(text) = std::env::var(name) else { return Ok(None) };
            let number: Option<f64> =
                text.parse().ok().filter(|number: &f64| number.is_finite() && *number >= 0.0);
            number.map(Some).ok_or_else(|| format!("{name}: '{text}' is not a number"))
        };
        let clock = std::env::var("SOAK_CLOCK")
            .ok()
            .map(|text| text.parse().map_err(|reason| format!("SOAK_CLOCK: {reason}")));
        let own = PathBuf::from(env!("CARGO_BIN_EXE_secateur"));
        let other = std::env::var_os("SOAK_ENGINE").map_or_else(|| own.clone(), PathBuf::from);
        let tables = shared::folder().join("syzygy");
        let hours = number("SOAK_HOURS")?;
        let jobs = number("SOAK_JOBS")?.map_or(1, |jobs| jobs as usize).max(1);
        let until = hours.map(|hours| Instant::now() + Duration::from_secs_f64(hours * 3600.0));
        Ok(Plan {
            until,
            jobs,
            seed: number("SOAK_SEED")?.map_or(1, |seed| seed as u64),
            clock: clock.transpose()?.unwrap_or_default(),
            // Absolute, because the match runner runs in another folder.
            engines: [own, std::path::absolute(&other).unwrap_or(other)],
            tables: tables.canonicalize().ok().filter(|tables| tables.is_dir()),
            // The clocks of the runner would include delays by other jobs.
            runner: until.filter(|_| jobs == 1).and_then(|_| runner::find()),
        })
    }

    fn is_over(&self, games: u64) -> bool {
        self.until.map_or(games >= SHORT_GAMES, |until| Instant::now() >= until)
    }
}

fn main() -> ExitCode {
    // `cargo test` passes a filter for other tests, or `--list`.
    let is_other = |argument: &String| {
        argument == "--list" || !argument.starts_with('-') && !"soak".contains(argument.as_str())
    };
    if std::env::args().skip(1).any(|argument| is_other(&argument)) {
        return ExitCode::SUCCESS;
    }
    let plan = match Plan::read() {
        Ok(plan) => plan,
        Err(reason) => {
            eprintln!("soak: {reason}");
            return ExitCode::from(2);
        }
    };
    let named = |path: &Option<PathBuf>| {
        path.as_ref().map_or("none".to_owned(), |path| path.display().to_string())
    };
    println!(
        "{} and {}, at {}, seed {}, jobs {}, tablebases {}, match runner {}",
        plan.engines[0].display(),
        plan.engines[1].display(),
        plan.clock,
        plan.seed,
        plan.jobs,
        named(&plan.tables),
        named(&plan.runner)
    );
    LazyLock::force(&WATCHDOG);
    tally::check_growth_detection();
    let tally = Mutex::new(Tally::begin());
    std::thread::scope(|scope| {
        for job in 0..plan.jobs {
            let (plan, tally) = (&plan, &tally);
            scope.spawn(move || work(plan, job as u64, tally));
        }
    });
    let tally = tally.into_inner().unwrap_or_else(PoisonError::into_inner);
    println!("{}", tally.table());
    let excused = if plan.until.is_none() { tally.losses_on_time() } else { 0 };
    ExitCode::from(u8::from(tally.faults() > excused || tally.games() == 0))
}

fn lock(tally: &Mutex<Tally>) -> MutexGuard<'_, Tally> {
    tally.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Plays until the end of the soak test. After a fault that ends a player, it starts a new pair.
fn work(plan: &Plan, job: u64, tally: &Mutex<Tally>) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(plan.seed.wrapping_mul(1000) + job);
    while !plan.is_over(lock(tally).games()) {
        if let Err(fault) = play_with_a_pair(plan, job, tally, &mut rng) {
            lock(tally).note(&fault);
            // Avoids a fast loop if the programs cannot be started.
            std::thread::sleep(Duration::from_secs(1));
            if plan.until.is_none() {
                return;
            }
        }
    }
}

/// Plays with two processes, until the end of the soak test or a fault that ends one of them.
fn play_with_a_pair(
    plan: &Plan,
    job: u64,
    tally: &Mutex<Tally>,
    rng: &mut Xoshiro256PlusPlus,
) -> Result<(), Fault> {
    let [one, other] = &plan.engines;
    let mut players = [Player::start(one, &WATCHDOG)?, Player::start(other, &WATCHDOG)?];
    let mut samples = [Vec::new(), Vec::new()];
    let (mut games, mut reported) = (0, Instant::now());
    while !plan.is_over(lock(tally).games()) {
        let mut game = LiveGame::start(&mut players, plan.tables.as_deref(), plan.clock, rng)?;
        let played = game.play(rng);
        let faults = std::mem::take(&mut game.faults);
        faults.iter().for_each(|fault| lock(tally).note(fault));
        lock(tally).add(&played?);
        games += 1;
        if games % SAMPLE_EVERY == 0 || plan.until.is_none() {
            sample_usage(&mut players, &mut samples, tally)?;
        }
        if let Some(runner) = plan.runner.as_ref().filter(|_| job == 0 && games % RUNNER_EVERY == 0)
        {
            let (count, faults) =
                runner::run(runner, &plan.engines, plan.tables.as_deref(), plan.clock, rng);
            lock(tally).add_runner(count);
            faults.iter().for_each(|fault| lock(tally).note(fault));
        }
        if job == 0 && reported.elapsed() >= REPORT_EVERY {
            reported = Instant::now();
            println!("{}", lock(tally).progress());
        }
    }
    for (player, samples) in players.into_iter().zip(samples) {
        let watched = Watched {
            name: format!("player {} of job {job}", lock(tally).watched.len() % 2 + 1),
            samples,
        };
        if let Some(growth) = watched.growth() {
            lock(tally).note(&Fault::new(Kind::Growth, growth));
        }
        lock(tally).watched.push(watched);
        player.quit_during_search()?;
    }
    Ok(())
}

/// Samples the resource usage of both players with the smallest settings.
fn sample_usage(
    players: &mut [Player; 2],
    samples: &mut [Vec<player::Usage>; 2],
    tally: &Mutex<Tally>,
) -> Result<(), Fault> {
    for (player, samples) in players.iter_mut().zip(samples) {
        let faults = game::prepare(player, &Setup::smallest(), Variant::Standard, None)?;
        faults.iter().for_each(|fault| lock(tally).note(fault));
        samples.push(player.usage());
    }
    Ok(())
}
