//! Diagnostics: checks the machine, the build and the user's files. Each check returns a
//! [`CheckResult`], so that one table shows all of them.

use crate::chess::Board;
use crate::chess::attacks::SLIDER_INDEX;
use crate::eval::evaluator_named;
use crate::eval::neural::kernels;
use crate::eval::wdl::FULL_MATERIAL;
use crate::machine::{self, PhysicalMemory};
use crate::quote::counted;
use crate::score::MATE_BOUND;
use crate::search::table::check_size;
use crate::tablebase::{MAX_TABLE_PIECES, Tablebases};
use crate::tools::analysis::DisplayScore;
use crate::tools::defaults::{self, Defaults};
use crate::tools::genfens::read_book;
use crate::tools::openings::read_polyglot;
use crate::version;
use serde::Serialize;
use std::fs;
use std::path::Path;

/// Status of a `doctor` check, from good to bad (ok, warning, failure).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum HealthStatus {
    /// The check passed.
    Ok,
    /// The check passed with a warning, or has no result.
    Warn,
    /// The check failed.
    Fail,
}

/// Result of one `doctor` check, with name, status and text.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CheckResult {
    /// The name of the check.
    pub name: String,
    /// The status.
    pub status: HealthStatus,
    /// The result in one line.
    pub text: String,
}

impl CheckResult {
    /// Creates the result of a `doctor` check that passed ([`HealthStatus::Ok`]).
    pub fn ok(name: &str, text: impl Into<String>) -> CheckResult {
        CheckResult { name: name.to_owned(), status: HealthStatus::Ok, text: text.into() }
    }

    /// Creates the result of a `doctor` check with a warning ([`HealthStatus::Warn`]).
    pub fn warn(name: &str, text: impl Into<String>) -> CheckResult {
        CheckResult { status: HealthStatus::Warn, ..CheckResult::ok(name, text) }
    }

    /// Creates the result of a `doctor` check that failed ([`HealthStatus::Fail`]).
    pub fn fail(name: &str, text: impl Into<String>) -> CheckResult {
        CheckResult { status: HealthStatus::Fail, ..CheckResult::ok(name, text) }
    }
}

/// Checks processor, SIMD level of this build, cores, memory and huge pages for `doctor`.
pub fn machine() -> Vec<CheckResult> {
    vec![processor(), code_paths(), cores(), memory(), huge_pages()]
}

/// The processor features that matter to a chess engine, each with whether this build uses it.
#[cfg(target_arch = "x86_64")]
fn features() -> Vec<(&'static str, bool, bool)> {
    macro_rules! feature {
        ($($name:tt)*) => {
            vec![$((
                $name,
                std::is_x86_feature_detected!($name),
                cfg!(target_feature = $name),
            )),*]
        };
    }
    feature!["popcnt" "bmi1" "bmi2" "lzcnt" "sse4.1" "avx2" "avx512f" "avx512vnni"]
}

/// The processor features that matter to a chess engine: none is detected on this architecture.
#[cfg(not(target_arch = "x86_64"))]
fn features() -> Vec<(&'static str, bool, bool)> {
    Vec::new()
}

fn processor() -> CheckResult {
    let model = machine::processor().unwrap_or_else(|| std::env::consts::ARCH.to_owned());
    let present: Vec<&str> =
        features().into_iter().filter(|(_, present, _)| *present).map(|(name, ..)| name).collect();
    CheckResult::ok("processor", format!("{model}; {}", listed(&present)))
}

fn listed(names: &[&str]) -> String {
    if names.is_empty() { "no known feature".to_owned() } else { names.join(" ") }
}

fn code_paths() -> CheckResult {
    const NAME: &str = "code paths";
    let kernels = kernels::available().next().map_or("none", |first| first.name);
    let paths = format!("{}, sliders by {SLIDER_INDEX}, network by {kernels}", version::LEVEL);
    let missed: Vec<&str> = features()
        .into_iter()
        .filter(|(_, present, used)| *present && !used)
        .map(|(name, ..)| name)
        .collect();
    if machine::IS_BASELINE && !machine::prefers_v3() && !missed.contains(&"popcnt") {
        return CheckResult::ok(NAME, format!("{paths}: the fastest for this processor"));
    }
    if missed.contains(&"bmi2") || missed.contains(&"popcnt") {
        let text = format!(
            "{paths}; built without {}: `make` builds for this processor; in an archive, keep \
             secateur-{}-v3 beside secateur",
            missed.join(" "),
            version::VERSION
        );
        return CheckResult::warn(NAME, text);
    }
    CheckResult::ok(NAME, paths)
}

fn cores() -> CheckResult {
    match std::thread::available_parallelism() {
        Ok(cores) => CheckResult::ok("cores", format!("{cores} for Threads")),
        Err(error) => {
            CheckResult::warn("cores", format!("the number of cores is unknown: {error}"))
        }
    }
}

fn memory() -> CheckResult {
    let Some(PhysicalMemory { total, available }) = machine::memory() else {
        let text = "unknown on this system; too large a Hash is reported as an error";
        return CheckResult::ok("memory", text);
    };
    if available < 64 {
        CheckResult::warn("memory", format!("{available} MB of {total} MB free"))
    } else {
        CheckResult::ok("memory", format!("{available} MB of {total} MB free for Hash"))
    }
}

fn huge_pages() -> CheckResult {
    const NAME: &str = "huge pages";
    match fs::read_to_string("/sys/kernel/mm/transparent_hugepage/enabled") {
        Ok(modes) if modes.contains("[never]") => CheckResult::warn(
            NAME,
            "switched off; `echo madvise > /sys/kernel/mm/transparent_hugepage/enabled` \
             speeds up large tables",
        ),
        Ok(modes) => {
            let mode = modes.split(['[', ']']).nth(1).unwrap_or("on").to_owned();
            CheckResult::ok(NAME, format!("{mode}: used for large tables"))
        }
        Err(_) => CheckResult::ok(NAME, "not available on this system"),
    }
}

/// Reports the user's default settings and their sources for `doctor`.
pub fn defaults() -> Vec<CheckResult> {
    const NAME: &str = "defaults";
    let user = defaults::user();
    let problems =
        defaults::problems().iter().map(|problem| CheckResult::fail(NAME, problem.clone()));
    let mut findings: Vec<CheckResult> = problems.chain(beyond_memory(user)).collect();
    let set = [
        user.hash.as_ref().map(|setting| format!("hash {setting}")),
        user.threads.as_ref().map(|setting| format!("threads {setting}")),
        user.syzygy.as_ref().map(|setting| format!("syzygy {setting}")),
    ];
    let set: Vec<String> = set.into_iter().flatten().collect();
    if !set.is_empty() {
        findings.push(CheckResult::ok(NAME, set.join(", ")));
    } else if findings.is_empty() {
        let place = defaults::path();
        let place = place.map_or(String::new(), |path| format!(" in {}", path.display()));
        findings.push(CheckResult::ok(NAME, format!("none set{place}")));
    }
    findings
}

/// Reports a default hash size that exceeds the memory of the machine.
fn beyond_memory(user: &Defaults) -> Option<CheckResult> {
    let hash = user.hash.as_ref()?;
    let error = check_size(usize::try_from(hash.value).unwrap_or(usize::MAX)).err()?;
    Some(CheckResult::fail("defaults", format!("{}: {error}", hash.source)))
}

/// Checks for `doctor` that an evaluation loads and rates simple positions plausibly.
pub fn evaluation(name: &str) -> CheckResult {
    const NAME: &str = "evaluation";
    let evaluator = match evaluator_named(name) {
        Ok(evaluator) => evaluator,
        Err(error) => return CheckResult::fail(NAME, error.to_string()),
    };
    let value = |fen: &str| fen.parse::<Board>().map_or(0, |board| evaluator.evaluate(&board));
    let level = evaluator.evaluate(&Board::default());
    let queen_up = value("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    let sound = level.abs() < 100 && (300..MATE_BOUND).contains(&queen_up);
    let [start, up] = [level, queen_up].map(|score| DisplayScore::of(score, FULL_MATERIAL));
    let text = format!("{name}: {start} pawns at the start, {up} a queen up");
    if sound { CheckResult::ok(NAME, text) } else { CheckResult::warn(NAME, text) }
}

/// Checks for `doctor` that an opening book (Polyglot, FEN or EPD) can be read. It is Polyglot if
/// the name ends in `.bin`, otherwise one FEN or EPD per line.
pub fn book(path: &Path) -> CheckResult {
    const NAME: &str = "book";
    let shown = path.display();
    if path.extension().is_none_or(|ending| !ending.eq_ignore_ascii_case("bin")) {
        return match read_book(&shown.to_string()) {
            Ok(boards) => CheckResult::ok(NAME, format!("{shown}: {} positions", boards.len())),
            Err(error) => CheckResult::fail(NAME, error.to_string()),
        };
    }
    match read_polyglot(path) {
        Ok(book) => CheckResult::ok(
            NAME,
            format!("{shown}: {}", counted(book.len() as u64, "move", "moves")),
        ),
        Err(error) => CheckResult::fail(NAME, error),
    }
}

/// Counts tablebase files by number of pieces for `doctor`, and reports every unusable file.
pub fn tablebases(path: &str) -> Vec<CheckResult> {
    const NAME: &str = "tablebases";
    let tables = match Tablebases::open(path) {
        Ok(tables) => tables,
        Err(error) => return vec![CheckResult::fail(NAME, error.to_string())],
    };
    let stock = tables.inventory();
    let counts = |pieces| (stock.wdl_tables(pieces), stock.dtz_tables(pieces));
    let listed = (0..=MAX_TABLE_PIECES).filter(|&pieces| counts(pieces) != (0, 0)).map(|pieces| {
        let (wdl, dtz) = counts(pieces);
        format!("{pieces} pieces: {wdl} WDL, {dtz} DTZ")
    });
    let listed = listed.collect::<Vec<_>>().join("; ");
    let lacks_distances = (0..=MAX_TABLE_PIECES).any(|pieces| counts(pieces).0 > counts(pieces).1);
    let finding = if lacks_distances {
        CheckResult::warn(NAME, format!("{listed}; without DTZ, some wins are not converted"))
    } else {
        CheckResult::ok(NAME, listed)
    };
    let problems = tables.problems().iter().map(|problem| CheckResult::fail(NAME, problem.clone()));
    problems.chain([finding]).collect()
}
