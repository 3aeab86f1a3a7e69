//! A soak: game after game of the engine with itself, watched from outside. `make soak HOURS=8`
//! plays for hours; `cargo test` plays a few games, so that it cannot rot.
//!
//! Random settings: a fifth of the games Chess960, some from four to six pieces; table of 1 to 64
//! MB, 1 to 4 threads, tablebases on and off, pondering, several lines, levels, the other
//! evaluation, all changed between games of the same two processes. `isready` and `stop` come in
//! the middle of searches. Every move and line is judged by another library's rules (`shakmaty`);
//! time, crashes, silence, standard error and warnings are counted; memory, handles, threads and
//! mappings are looked at every few games with the same least settings.
//!
//! Anything wrong is reported at once and makes the exit code 1. A clock runs while its player has
//! the processors: what the machine gives to others meanwhile is counted, but no fault, unless
//! `SOAK_STRICT` is set. In the few games of `cargo test`, which share the machine with other
//! tests, losses on time are no fault at all.
//!
//! | variable | what it sets |
//! |---|---|
//! | `SOAK_HOURS` | how long; a few games without it |
//! | `SOAK_JOBS` | games side by side, 1 without it |
//! | `SOAK_ENGINE` | the other program of each pair, such as a release build; the same without it |
//! | `SOAK_CLOCK` | seconds a game and a move, 0.5+0.005 without it |
//! | `SOAK_SEED` | random seed; 1 without it |
//! | `SOAK_STRICT` | if set, the time on the wall counts, for a machine that does nothing else |
//! | `SOAK_TABLES` | folder of tablebases; `../shared/data/syzygy` without it, if it is there |
//! | `FASTCHESS` | with one job, a match runner to play ten games with after every hundred; `fastchess` without it, where it is installed |

mod clock;
mod game;
mod player;
mod runner;
mod setup;
mod tally;
mod watchdog;

use clock::Clock;
use game::Table;
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

/// Games between two looks at what the players take.
const LOOK_EVERY: u64 = 10;
/// Games between two runs of the match runner.
const RUNNER_EVERY: u64 = 100;
/// Time between two lines on how far it is.
const REPORT_EVERY: Duration = Duration::from_secs(60);
/// Games of a soak without hours.
const FEW: u64 = 4;

/// Watches the machine.
static WATCHDOG: LazyLock<Arc<Watchdog>> = LazyLock::new(Watchdog::start);

/// What is to be done.
struct Plan {
    /// `None`: a few games.
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
            number.map(Some).ok_or_else(|| format!("{name}: '{text}' is no number"))
        };
        let clock = std::env::var("SOAK_CLOCK")
            .ok()
            .map(|text| text.parse().map_err(|reason| format!("SOAK_CLOCK: {reason}")));
        let own = PathBuf::from(env!("CARGO_BIN_EXE_secateur"));
        let other = std::env::var_os("SOAK_ENGINE").map_or_else(|| own.clone(), PathBuf::from);
        let tables = std::env::var_os("SOAK_TABLES")
            .map_or_else(|| "../shared/data/syzygy".into(), PathBuf::from);
        let hours = number("SOAK_HOURS")?;
        let jobs = number("SOAK_JOBS")?.map_or(1, |jobs| jobs as usize).max(1);
        let until = hours.map(|hours| Instant::now() + Duration::from_secs_f64(hours * 3600.0));
        Ok(Plan {
            until,
            jobs,
            seed: number("SOAK_SEED")?.map_or(1, |seed| seed as u64),
            clock: clock.transpose()?.unwrap_or_default(),
            // Whole, for the match runner runs elsewhere.
            engines: [own, std::path::absolute(&other).unwrap_or(other)],
            tables: tables.canonicalize().ok().filter(|tables| tables.is_dir()),
            // The runner's clocks do not stop for the other games.
            runner: until.filter(|_| jobs == 1).and_then(|_| runner::find()),
        })
    }

    fn is_over(&self, games: u64) -> bool {
        self.until.map_or(games >= FEW, |until| Instant::now() >= until)
    }
}

fn main() -> ExitCode {
    // A filter for other tests, or a list of them.
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

fn held(tally: &Mutex<Tally>) -> MutexGuard<'_, Tally> {
    tally.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Plays until it is over, with fresh players after whatever ends one of them.
fn work(plan: &Plan, job: u64, tally: &Mutex<Tally>) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(plan.seed.wrapping_mul(1000) + job);
    while !plan.is_over(held(tally).games()) {
        if let Err(fault) = play_with_a_pair(plan, job, tally, &mut rng) {
            held(tally).note(&fault);
            // Nothing can be played with what cannot be started.
            std::thread::sleep(Duration::from_secs(1));
            if plan.until.is_none() {
                return;
            }
        }
    }
}

/// Plays with two processes, to the end or to what ends one of them.
fn play_with_a_pair(
    plan: &Plan,
    job: u64,
    tally: &Mutex<Tally>,
    rng: &mut Xoshiro256PlusPlus,
) -> Result<(), Fault> {
    let [one, other] = &plan.engines;
    let mut players = [Player::start(one, &WATCHDOG)?, Player::start(other, &WATCHDOG)?];
    let mut looks = [Vec::new(), Vec::new()];
    let (mut games, mut reported) = (0, Instant::now());
    while !plan.is_over(held(tally).games()) {
        let mut table = Table::set(&mut players, plan.tables.as_deref(), plan.clock, rng)?;
        let played = table.play(rng);
        let faults = std::mem::take(&mut table.faults);
        faults.iter().for_each(|fault| held(tally).note(fault));
        held(tally).add(&played?);
        games += 1;
        if games % LOOK_EVERY == 0 || plan.until.is_none() {
            look(&mut players, &mut looks, tally)?;
        }
        if let Some(runner) = plan.runner.as_ref().filter(|_| job == 0 && games % RUNNER_EVERY == 0)
        {
            let (count, faults) =
                runner::run(runner, &plan.engines, plan.tables.as_deref(), plan.clock, rng);
            held(tally).add_runner(count);
            faults.iter().for_each(|fault| held(tally).note(fault));
        }
        if job == 0 && reported.elapsed() >= REPORT_EVERY {
            reported = Instant::now();
            println!("{}", held(tally).progress());
        }
    }
    for (player, looks) in players.into_iter().zip(looks) {
        let watched = Watched {
            name: format!("player {} of job {job}", held(tally).watched.len() % 2 + 1),
            looks,
        };
        if let Some(growth) = watched.growth() {
            held(tally).note(&Fault::new(Kind::Growth, growth));
        }
        held(tally).watched.push(watched);
        player.quit_in_a_search()?;
    }
    Ok(())
}

/// Sets both players to the least there is, and looks at what they take.
fn look(
    players: &mut [Player; 2],
    looks: &mut [Vec<player::Usage>; 2],
    tally: &Mutex<Tally>,
) -> Result<(), Fault> {
    for (player, looks) in players.iter_mut().zip(looks) {
        let faults = game::prepare(player, &Setup::least(), Variant::Standard, None)?;
        faults.iter().for_each(|fault| held(tally).note(fault));
        looks.push(player.usage());
    }
    Ok(())
}
