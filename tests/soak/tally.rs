//! Counts of games and faults, and the table at the end.

use crate::player::Usage;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Kinds of faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// An illegal move.
    Illegal,
    /// A loss on time.
    Time,
    /// The process ended or closed its pipes.
    Crash,
    /// No answer.
    Silent,
    /// Output on standard error.
    StandardError,
    /// A line that a match runner would report as a warning.
    Warning,
    /// Growth of memory, handles, threads or mappings.
    Growth,
    /// A problem that the match runner reports.
    Runner,
}

/// All kinds with their names in the table.
const KINDS: [(Kind, &str); 8] = [
    (Kind::Illegal, "illegal moves"),
    (Kind::Time, "losses on time"),
    (Kind::Crash, "crashes"),
    (Kind::Silent, "no answers"),
    (Kind::StandardError, "lines on standard error"),
    (Kind::Warning, "warnings"),
    (Kind::Growth, "growth of memory or handles"),
    (Kind::Runner, "found by the match runner"),
];

/// A fault of a player.
#[derive(Clone, Debug)]
pub struct Fault {
    kind: Kind,
    text: String,
}

impl Fault {
    /// Creates a fault with a description.
    pub fn new(kind: Kind, text: impl Into<String>) -> Fault {
        Fault { kind, text: text.into() }
    }
}

/// Summary of a game.
#[derive(Clone, Debug, Default)]
pub struct Played {
    /// Moves of both sides, without the random first moves.
    pub moves: u64,
    /// Chess960.
    pub chess960: bool,
    /// Started with few pieces.
    pub ending: bool,
    /// A side had tablebases.
    pub tables: bool,
    /// A side pondered.
    pub pondering: bool,
    /// Moves that the machine delayed by 10 ms or more.
    pub delayed_moves: u64,
    /// Time of the slowest move.
    pub slowest: Duration,
    /// Reason for the end.
    pub end: &'static str,
}

/// Resource usage of a player over time, always sampled with the smallest settings.
#[derive(Clone, Debug)]
pub struct Watched {
    /// Name of the player.
    pub name: String,
    /// The samples in order of time.
    pub samples: Vec<Usage>,
}

/// Variation of memory in kilobytes that does not count as growth.
const SLACK_KILOBYTES: u64 = 6 << 10;
/// Variation of the number of mappings, caused by the allocator, that does not count as growth.
const SLACK_MAPPINGS: usize = 64;
/// Number of first samples that are ignored: they precede allocations that are made once.
const WARM_UP: usize = 10;

impl Watched {
    /// Reports growth: compares the median of the last third of the samples with that of the first,
    /// after the warm-up.
    pub fn growth(&self) -> Option<String> {
        let samples = self.samples.get(WARM_UP..).filter(|samples| samples.len() >= 3)?;
        let third = samples.len() / 3;
        let (first, last) = (&samples[..third], &samples[samples.len() - third..]);
        let kilobytes =
            [first, last].map(|samples| median(samples.iter().map(|sample| sample.kilobytes)));
        let handles =
            [first, last].map(|samples| median(samples.iter().map(|sample| sample.handles as u64)));
        let threads =
            [first, last].map(|samples| median(samples.iter().map(|sample| sample.threads as u64)));
        let mappings = [first, last]
            .map(|samples| median(samples.iter().map(|sample| sample.mappings as u64)));
        let has_grown = kilobytes[1] > kilobytes[0] + SLACK_KILOBYTES
            || handles[1] > handles[0]
            || threads[1] > threads[0]
            || mappings[1] > mappings[0] + SLACK_MAPPINGS as u64;
        has_grown.then(|| {
            format!("{}: kB {kilobytes:?}, handles {handles:?}, threads {threads:?}, mappings {mappings:?}", self.name)
        })
    }
}

fn median(numbers: impl Iterator<Item = u64>) -> u64 {
    let mut numbers: Vec<u64> = numbers.collect();
    numbers.sort_unstable();
    numbers.get(numbers.len() / 2).copied().unwrap_or(0)
}

/// Number of faults of a kind that are reported in full; further ones are only counted.
const MAX_REPORTED: u64 = 10;

/// All games and faults of a soak.
#[derive(Debug)]
pub struct Tally {
    start: Instant,
    games: u64,
    sums: BTreeMap<&'static str, u64>,
    ends: BTreeMap<&'static str, u64>,
    faults: BTreeMap<Kind, u64>,
    slowest: Duration,
    /// Resource usage of the players.
    pub watched: Vec<Watched>,
}

impl Tally {
    /// Creates a tally with the current time as its start.
    pub fn begin() -> Tally {
        Tally {
            start: Instant::now(),
            games: 0,
            sums: BTreeMap::new(),
            ends: BTreeMap::new(),
            faults: BTreeMap::new(),
            slowest: Duration::ZERO,
            watched: Vec::new(),
        }
    }

    /// Counts a finished game.
    pub fn add(&mut self, played: &Played) {
        self.games += 1;
        let parts = [
            ("moves", played.moves),
            ("Chess960", u64::from(played.chess960)),
            ("from few pieces", u64::from(played.ending)),
            ("with tablebases", u64::from(played.tables)),
            ("with pondering", u64::from(played.pondering)),
            ("moves delayed 10 ms by the machine", played.delayed_moves),
        ];
        parts.into_iter().for_each(|(name, count)| *self.sums.entry(name).or_default() += count);
        *self.ends.entry(played.end).or_default() += 1;
        self.slowest = self.slowest.max(played.slowest);
    }

    /// Counts finished games of a match runner.
    pub fn add_runner(&mut self, games: u64) {
        *self.sums.entry("games by the match runner").or_default() += games;
    }

    /// Reports a fault immediately.
    pub fn note(&mut self, fault: &Fault) {
        let count = self.faults.entry(fault.kind).or_default();
        *count += 1;
        if *count <= MAX_REPORTED {
            println!("{:?}: {}", fault.kind, fault.text);
        }
    }

    /// Number of losses on time. They are excused while other tests use the machine.
    pub fn losses_on_time(&self) -> u64 {
        self.faults.get(&Kind::Time).copied().unwrap_or(0)
    }

    /// Number of faults.
    pub fn faults(&self) -> u64 {
        self.faults.values().sum()
    }

    /// Number of finished games.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Progress line with time, games and faults.
    pub fn progress(&self) -> String {
        let minutes = self.start.elapsed().as_secs_f64() / 60.0;
        format!("{minutes:7.1} min: {} games, {} faults", self.games, self.faults())
    }

    /// The table at the end.
    pub fn table(&self) -> String {
        let mut rows = vec![format!("{:<36}{:>12}", "games", self.games)];
        rows.extend(self.sums.iter().map(|(name, count)| format!("{name:<36}{count:>12}")));
        rows.extend(
            self.ends
                .iter()
                .map(|(end, count)| format!("{:<36}{count:>12}", format!("ended by {end}"))),
        );
        rows.push(format!("{:<36}{:>12}", "slowest move", format!("{:.0?}", self.slowest)));
        rows.push(format!(
            "{:<36}{:>12}",
            "hours",
            format!("{:.2}", self.start.elapsed().as_secs_f64() / 3600.0)
        ));
        for watched in &self.watched {
            let (Some(first), Some(last)) =
                (watched.samples.get(WARM_UP).or(watched.samples.first()), watched.samples.last())
            else {
                continue;
            };
            rows.push(format!(
                "{}: {} samples, {} to {} kB, {} to {} handles, {} to {} threads, \
                 {} to {} mappings",
                watched.name,
                watched.samples.len(),
                first.kilobytes,
                last.kilobytes,
                first.handles,
                last.handles,
                first.threads,
                last.threads,
                first.mappings,
                last.mappings
            ));
        }
        rows.push(String::new());
        let count = |kind: &Kind| self.faults.get(kind).copied().unwrap_or(0);
        rows.extend(KINDS.iter().map(|(kind, name)| format!("{name:<36}{:>12}", count(kind))));
        rows.join("\n")
    }
}

/// Checks that growth of each resource is detected. A short soak has too few samples for it.
pub fn check_growth_detection() {
    let usage = Usage { kilobytes: 50_000, handles: 5, threads: 2, mappings: 90 };
    let grows = |change: fn(&mut Usage)| {
        let mut samples = vec![usage; WARM_UP + 30];
        samples[WARM_UP + 15..].iter_mut().for_each(change);
        Watched { name: String::new(), samples }.growth().is_some()
    };
    assert!(!grows(|_| {}) && !grows(|usage| usage.kilobytes += SLACK_KILOBYTES));
    assert!(grows(|usage| usage.kilobytes += SLACK_KILOBYTES + 1));
    assert!(grows(|usage| usage.handles += 1) && grows(|usage| usage.threads += 1));
    assert!(grows(|usage| usage.mappings += SLACK_MAPPINGS + 1));
}
