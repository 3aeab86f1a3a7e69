//! What was played and what was wrong: the table at the end.

use crate::player::Usage;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Kinds of what must not be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A move that is none.
    Illegal,
    /// More time than there was.
    Time,
    /// It ended, or went away.
    Crash,
    /// It did not answer.
    Silent,
    /// A line on standard error.
    StandardError,
    /// A line that a match runner would warn of.
    Warning,
    /// It takes more of the machine than it did.
    Growth,
    /// What a match runner has found.
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

/// Something that must not be.
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

/// A game.
#[derive(Clone, Debug, Default)]
pub struct Played {
    /// Moves of both sides, without the random ones.
    pub moves: u64,
    /// Castling as in Chess960.
    pub chess960: bool,
    /// From few pieces.
    pub ending: bool,
    /// A side had tablebases.
    pub tables: bool,
    /// A side pondered.
    pub pondering: bool,
    /// Moves that the machine held up for long.
    pub held_up: u64,
    /// The slowest move.
    pub slowest: Duration,
    /// How it ended.
    pub end: &'static str,
}

/// What a player took of the machine, from the first look to the last, each at the least settings.
#[derive(Clone, Debug)]
pub struct Watched {
    /// Whose.
    pub name: String,
    /// In order.
    pub looks: Vec<Usage>,
}

/// Kilobytes by which memory may go up and down.
const SLACK_KILOBYTES: u64 = 6 << 10;
/// Mappings by which a process may go up and down: the allocator's own.
const SLACK_MAPPINGS: usize = 64;
/// Looks before the memory counts: what is made once is made by then.
const WARM_UP: usize = 10;

impl Watched {
    /// What has grown: the median of the last third is compared with that of the first, after the
    /// warming up.
    pub fn growth(&self) -> Option<String> {
        let looks = self.looks.get(WARM_UP..).filter(|looks| looks.len() >= 3)?;
        let third = looks.len() / 3;
        let (first, last) = (&looks[..third], &looks[looks.len() - third..]);
        let kilobytes = [first, last].map(|looks| median(looks.iter().map(|look| look.kilobytes)));
        let handles =
            [first, last].map(|looks| median(looks.iter().map(|look| look.handles as u64)));
        let threads =
            [first, last].map(|looks| median(looks.iter().map(|look| look.threads as u64)));
        let mappings =
            [first, last].map(|looks| median(looks.iter().map(|look| look.mappings as u64)));
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
const MOST_TOLD: u64 = 10;

/// All games and faults of a soak.
#[derive(Debug)]
pub struct Tally {
    start: Instant,
    games: u64,
    sums: BTreeMap<&'static str, u64>,
    ends: BTreeMap<&'static str, u64>,
    faults: BTreeMap<Kind, u64>,
    slowest: Duration,
    /// Players and what they took.
    pub watched: Vec<Watched>,
}

impl Tally {
    /// Nothing yet.
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

    /// Another game is over.
    pub fn add(&mut self, played: &Played) {
        self.games += 1;
        let parts = [
            ("moves", played.moves),
            ("Chess960", u64::from(played.chess960)),
            ("from few pieces", u64::from(played.ending)),
            ("with tablebases", u64::from(played.tables)),
            ("with pondering", u64::from(played.pondering)),
            ("moves held up 10 ms by the machine", played.held_up),
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
        if *count <= MOST_TOLD {
            println!("{:?}: {}", fault.kind, fault.text);
        }
    }

    /// Losses on time, which are no fault where the machine has other work, as it has among other
    /// tests.
    pub fn losses_on_time(&self) -> u64 {
        self.faults.get(&Kind::Time).copied().unwrap_or(0)
    }

    /// How many faults there are.
    pub fn faults(&self) -> u64 {
        self.faults.values().sum()
    }

    /// Games so far.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// A line on how far it is.
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
                (watched.looks.get(WARM_UP).or(watched.looks.first()), watched.looks.last())
            else {
                continue;
            };
            rows.push(format!(
                "{}: {} looks, {} to {} kB, {} to {} handles, {} to {} threads, {} to {} mappings",
                watched.name,
                watched.looks.len(),
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
