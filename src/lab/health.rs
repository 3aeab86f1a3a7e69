//! Is everything in order? What the machine has and what the program makes of it, and whether the files it is given are sound.
//! Each question ends in a [`Finding`], so that one table shows them all.

use crate::chess::Board;
use crate::chess::attacks::SLIDER_INDEX;
use crate::eval::evaluator_named;
use crate::learn::genfens::read_book;
use crate::score::MATE_BOUND;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

/// How good an answer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// As it should be.
    Ok,
    /// It works, but could be better, or nobody can tell.
    Warn,
    /// It does not work.
    Fail,
}

/// An answer to one question.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Finding {
    /// What was looked at.
    pub name: String,
    /// How good it is.
    pub verdict: Verdict,
    /// What was found, in one line.
    pub text: String,
}

impl Finding {
    /// All is well.
    pub fn ok(name: &str, text: impl Into<String>) -> Finding {
        Finding { name: name.to_owned(), verdict: Verdict::Ok, text: text.into() }
    }

    /// Not all is well.
    pub fn warn(name: &str, text: impl Into<String>) -> Finding {
        Finding { verdict: Verdict::Warn, ..Finding::ok(name, text) }
    }

    /// Nothing is well.
    pub fn fail(name: &str, text: impl Into<String>) -> Finding {
        Finding { verdict: Verdict::Fail, ..Finding::ok(name, text) }
    }
}

/// What the machine has, and which ways through the program it allows.
pub fn machine() -> Vec<Finding> {
    vec![processor(), code_paths(), cores(), memory(), huge_pages()]
}

/// A value of a file of the form `key : value`, by its key.
fn value_in(path: &str, key: &str) -> Option<String> {
    let text = fs::read_to_string(path).ok()?;
    let line = text.lines().find(|line| line.starts_with(key))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}

/// Features of the processor that matter to a chess program, each with whether this build makes use of it.
#[cfg(target_arch = "x86_64")]
fn features() -> Vec<(&'static str, bool, bool)> {
    macro_rules! feature {
        ($($name:tt)*) => { vec![$(($name, std::is_x86_feature_detected!($name), cfg!(target_feature = $name))),*] };
    }
    feature!["popcnt" "bmi1" "bmi2" "lzcnt" "sse4.1" "avx2" "avx512f" "avx512vnni"]
}

/// Features of the processor that matter to a chess program: none is looked for on this one.
#[cfg(not(target_arch = "x86_64"))]
fn features() -> Vec<(&'static str, bool, bool)> {
    Vec::new()
}

fn processor() -> Finding {
    let model = value_in("/proc/cpuinfo", "model name").unwrap_or_else(|| std::env::consts::ARCH.to_owned());
    let present: Vec<&str> = features().into_iter().filter(|(_, present, _)| *present).map(|(name, ..)| name).collect();
    Finding::ok("processor", format!("{model}; {}", listed(&present)))
}

fn listed(names: &[&str]) -> String {
    if names.is_empty() { "none of the features looked for".to_owned() } else { names.join(" ") }
}

fn code_paths() -> Finding {
    let prefetch = if cfg!(target_arch = "x86_64") { "prefetch of the table" } else { "no prefetch" };
    let paths = format!("sliders by {SLIDER_INDEX}, {prefetch}");
    let missed: Vec<&str> =
        features().into_iter().filter(|(_, present, used)| *present && !used).map(|(name, ..)| name).collect();
    if missed.contains(&"bmi2") || missed.contains(&"popcnt") {
        let text = format!("{paths}; built without {}: `make` builds for this processor", missed.join(" "));
        return Finding::warn("code paths", text);
    }
    Finding::ok("code paths", paths)
}

fn cores() -> Finding {
    match std::thread::available_parallelism() {
        Ok(cores) => Finding::ok("cores", format!("{cores} for Threads")),
        Err(error) => Finding::warn("cores", format!("nobody tells how many: {error}")),
    }
}

fn memory() -> Finding {
    let megabytes = |key: &str| {
        let kilobytes: u64 = value_in("/proc/meminfo", key)?.split(' ').next()?.parse().ok()?;
        Some(kilobytes / 1024)
    };
    match (megabytes("MemTotal"), megabytes("MemAvailable")) {
        (Some(total), Some(free)) if free < 64 => Finding::warn("memory", format!("{free} MB of {total} MB free")),
        (Some(total), Some(free)) => Finding::ok("memory", format!("{free} MB of {total} MB free for Hash")),
        _ => Finding::ok("memory", "this system does not tell; Hash is refused if it cannot be had"),
    }
}

fn huge_pages() -> Finding {
    const NAME: &str = "huge pages";
    match fs::read_to_string("/sys/kernel/mm/transparent_hugepage/enabled") {
        Ok(modes) if modes.contains("[never]") => Finding::warn(
            NAME,
            "switched off; `echo madvise > /sys/kernel/mm/transparent_hugepage/enabled` speeds up large tables",
        ),
        Ok(modes) => {
            let mode = modes.split(['[', ']']).nth(1).unwrap_or("on").to_owned();
            Finding::ok(NAME, format!("{mode}: large tables get them"))
        }
        Err(_) => Finding::ok(NAME, "none that the table could ask for on this system"),
    }
}

/// An evaluation, by name or file: can it be read, and does it see a symmetric position as level and a queen as a queen?
pub fn evaluation(name: &str) -> Finding {
    const NAME: &str = "evaluation";
    let evaluator = match evaluator_named(name) {
        Ok(evaluator) => evaluator,
        Err(error) => return Finding::fail(NAME, error.to_string()),
    };
    let value = |fen: &str| fen.parse::<Board>().map_or(0, |board| evaluator.evaluate(&board));
    let level = evaluator.evaluate(&Board::default());
    let queen_up = value("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    let sound = level.abs() < 100 && (300..MATE_BOUND).contains(&queen_up);
    let text = format!("{name}: {level} centipawns at the start, {queen_up} a queen up");
    if sound { Finding::ok(NAME, text) } else { Finding::warn(NAME, text) }
}

/// Bytes of an entry of a Polyglot book.
const BOOK_ENTRY: usize = 16;

/// A book: Polyglot's form if its name ends in `.bin`, positions as lines of text otherwise.
pub fn book(path: &Path) -> Finding {
    const NAME: &str = "book";
    let shown = path.display();
    if path.extension().is_none_or(|ending| !ending.eq_ignore_ascii_case("bin")) {
        return match read_book(&shown.to_string()) {
            Ok(boards) => Finding::ok(NAME, format!("{shown}: {} positions", boards.len())),
            Err(error) => Finding::fail(NAME, error.to_string()),
        };
    }
    let bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) => return Finding::fail(NAME, format!("cannot read {shown}: {error}")),
    };
    let (entries, rest) = bytes.as_chunks::<BOOK_ENTRY>();
    if entries.is_empty() || !rest.is_empty() {
        return Finding::fail(NAME, format!("{shown}: {} bytes are no entries of {BOOK_ENTRY}", bytes.len()));
    }
    // Big-endian keys compare like their bytes.
    if let Some(at) = entries.windows(2).position(|pair| pair[0][..8] > pair[1][..8]) {
        return Finding::fail(NAME, format!("{shown}: entry {} comes before a smaller key", at + 1));
    }
    let positions = 1 + entries.windows(2).filter(|pair| pair[0][..8] != pair[1][..8]).count();
    Finding::ok(NAME, format!("{shown}: {} moves in {positions} positions", entries.len()))
}

/// The first bytes of a table of wins and of one of distances.
const TABLE_BEGINNINGS: [(&str, [u8; 4]); 2] = [("rtbw", [0x71, 0xe8, 0x23, 0x5d]), ("rtbz", [0xd7, 0x66, 0x0c, 0xa5])];

/// Which tablebases lie in these folders: how many of wins and of distances, by number of men; what is broken is named.
pub fn tablebases(folders: &[PathBuf]) -> Vec<Finding> {
    const NAME: &str = "tablebases";
    let mut counts: BTreeMap<usize, [usize; 2]> = BTreeMap::new();
    let mut findings = Vec::new();
    for folder in folders {
        let entries = match fs::read_dir(folder) {
            Ok(entries) => entries,
            Err(error) => {
                findings.push(Finding::fail(NAME, format!("cannot read {}: {error}", folder.display())));
                continue;
            }
        };
        for path in entries.flatten().map(|entry| entry.path()) {
            let Some((kind, men)) = table_kind(&path) else { continue };
            match beginning(&path) {
                Ok(bytes) if bytes == TABLE_BEGINNINGS[kind].1 => counts.entry(men).or_default()[kind] += 1,
                Ok(_) => findings.push(Finding::fail(NAME, format!("{} is no table", path.display()))),
                Err(error) => findings.push(Finding::fail(NAME, format!("cannot read {}: {error}", path.display()))),
            }
        }
    }
    let told: Vec<String> =
        counts.iter().map(|(men, [wins, distances])| format!("{men} men: {wins} WDL, {distances} DTZ")).collect();
    if counts.values().any(|[wins, distances]| wins > distances) {
        findings.push(Finding::warn(NAME, format!("{}; without DTZ some wins take for ever", told.join("; "))));
    } else if told.is_empty() && findings.is_empty() {
        findings.push(Finding::warn(NAME, "none there"));
    } else if !told.is_empty() {
        findings.push(Finding::ok(NAME, told.join("; ")));
    }
    findings
}

/// Which of the two kinds a file is by its ending, and for how many men, counted by its name: `KRvK` has three.
fn table_kind(path: &Path) -> Option<(usize, usize)> {
    let ending = path.extension()?.to_str()?;
    let kind = TABLE_BEGINNINGS.iter().position(|(name, _)| *name == ending)?;
    let men = path.file_stem()?.to_str()?.chars().filter(char::is_ascii_uppercase).count();
    Some((kind, men))
}

fn beginning(path: &Path) -> std::io::Result<[u8; 4]> {
    let mut bytes = [0; 4];
    fs::File::open(path)?.read_exact(&mut bytes)?;
    Ok(bytes)
}
