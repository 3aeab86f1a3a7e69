//! Games of the same engines in a match runner, fastchess, if it is installed. The runner checks
//! moves and time independently.

use crate::clock::Clock;
use crate::setup::{Setup, Start, Variant};
use crate::tally::{Fault, Kind};
use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Pairs of games in one run of the runner.
const ROUNDS: u32 = 5;
/// Openings drawn for a run.
const OPENINGS: usize = 20;
/// Texts of the runner that report a problem.
const PROBLEMS: [&str; 7] =
    ["loses on time", "illegal", "disconnect", "stall", "Warning", "Fatal", "crash"];

/// Path of the runner: the environment variable `FASTCHESS`, else `fastchess` in the search path.
/// `None` if the program cannot be started.
pub fn find() -> Option<PathBuf> {
    let program =
        PathBuf::from(std::env::var_os("FASTCHESS").unwrap_or_else(|| "fastchess".into()));
    // It runs in another folder. A name without a folder is looked up in the search path.
    let program = if program.components().count() > 1 {
        std::path::absolute(&program).unwrap_or(program)
    } else {
        program
    };
    Command::new(&program).arg("-version").output().is_ok().then_some(program)
}

/// Plays a few games. Returns the number of finished games, and the faults found.
pub fn run(
    runner: &Path,
    engines: &[PathBuf; 2],
    tables: Option<&Path>,
    clock: Clock,
    rng: &mut Xoshiro256PlusPlus,
) -> (u64, Vec<Fault>) {
    let variant = if rng.random_bool(0.2) { Variant::Chess960 } else { Variant::Standard };
    let mut openings = tempfile::NamedTempFile::new().expect("a temporary file");
    let mut drawn =
        std::iter::repeat_with(|| Start::draw(rng)).filter(|start| start.variant == variant);
    for start in drawn.by_ref().take(OPENINGS) {
        std::io::Write::write_all(&mut openings, format!("{}\n", start.fen).as_bytes())
            .expect("written");
    }
    // The runner writes its settings into the current folder.
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut command = crate::program::program(runner);
    command.current_dir(&folder);
    for (engine, name) in engines.iter().zip(["one", "other"]) {
        command.arg("-engine").arg(format!("cmd={}", engine.display())).arg(format!("name={name}"));
        command.args(Setup::draw(rng).for_runner(tables));
    }
    command.arg("-each").arg(format!("tc={clock}")).args([
        "-games",
        "2",
        "-repeat",
        "-concurrency",
        "1",
        "-rounds",
    ]);
    command
        .arg(ROUNDS.to_string())
        .arg("-openings")
        .arg(format!("file={}", openings.path().display()));
    command.args(["format=epd", "order=sequential"]);
    if variant == Variant::Chess960 {
        command.args(["-variant", "fischerandom"]);
    }
    let output = match command.output() {
        Ok(output) => output,
        Err(error) => {
            return (0, vec![Fault::new(Kind::Runner, format!("{}: {error}", runner.display()))]);
        }
    };
    let text = format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    let games = text.lines().filter(|line| line.starts_with("Finished game")).count() as u64;
    let is_problem = |line: &&str| {
        // The summary contains these words even if the counts are 0.
        PROBLEMS.iter().any(|word| line.contains(word)) && !line.contains("Timeouts: 0, Crashed: 0")
    };
    let mut faults: Vec<Fault> =
        text.lines().filter(is_problem).map(|line| Fault::new(Kind::Runner, line)).collect();
    if games != u64::from(2 * ROUNDS) {
        faults.push(Fault::new(
            Kind::Runner,
            format!("{games} of {} games ended: {text}", 2 * ROUNDS),
        ));
    }
    (games, faults)
}
