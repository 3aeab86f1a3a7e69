//! The match log: one line per match, newest first.
//! The file is tab-separated below a line of column names, so `cut`, `awk` and spreadsheets read
//! it. The log of this repository is `lab/notebook/strength.tsv`.

use crate::matches::play::TimeControl;
use crate::statistics::Pentanomial;
use chrono::{DateTime, NaiveDate};
use csv::{QuoteStyle, ReaderBuilder, WriterBuilder};
use secateur::files::{FileError, folder_of, write_atomically};
use serde::{Deserialize, Deserializer, Serialize};
use std::fmt::{self, Display};
use std::fs::File;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::SystemTime;

/// Largest difference between the score of the pairs and that of the games: rounding only.
const ROUNDING: f64 = 1e-9;

/// Line of the column names.
const HEADER: u64 = 1;

/// A match as one line of the log. Results are those of side A.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Date of the match, or of its first report.
    #[serde(with = "as_text")]
    pub date: NaiveDate,
    /// Commit of side A, or the first commit that mentions the match.
    pub commit: String,
    /// Bench node count of side A, if known.
    pub bench: Option<u64>,
    /// Description of side A.
    pub a: String,
    /// Description of side B.
    pub b: String,
    /// Limit of each side.
    #[serde(with = "as_text")]
    pub limit: Limit,
    /// Number of games.
    pub games: u64,
    /// Games won by side A; `None` if wins, draws and losses are unknown.
    pub wins: Option<u64>,
    /// Number of drawn games.
    pub draws: Option<u64>,
    /// Games lost by side A.
    pub losses: Option<u64>,
    /// Pentanomial results, if known: five counts, for 0, ½, 1, 1½ and 2 points.
    /// Unpaired games are not counted.
    #[serde(serialize_with = "write_pairs", deserialize_with = "read_pairs")]
    pub pairs: Option<Pentanomial>,
    /// Logistic Elo difference, A less B.
    #[serde(with = "as_text")]
    pub elo: f64,
    /// Lower bound of the 95 % interval of Elo, if known.
    #[serde(serialize_with = "write_optional")]
    pub low: Option<f64>,
    /// Upper bound of the 95 % interval of Elo, if known.
    #[serde(serialize_with = "write_optional")]
    pub high: Option<f64>,
    /// Log-likelihood ratio (LLR) at the end of a sequential test.
    #[serde(serialize_with = "write_optional")]
    pub llr: Option<f64>,
    /// The decision. `match --sprt` writes `passed`, `failed` or `undecided`, a match without SPRT
    /// nothing; change it to `on` when the change is accepted. [`GAUNTLET`] for another engine.
    pub verdict: String,
    /// Conditions and remarks.
    pub note: String,
}

/// Column names of the log, in the order of the fields of [`Entry`].
const COLUMNS: [&str; 17] = [
    "date", "commit", "bench", "a", "b", "limit", "games", "wins", "draws", "losses", "pairs",
    "elo", "low", "high", "llr", "verdict", "note",
];

/// The verdict of a match with another engine, which measures strength.
pub const GAUNTLET: &str = "gauntlet";

/// The marker in the note of a change that was tested in a factorial match.
pub const FACTORIAL: &str = "factorial";

/// The limit of one side: nodes or clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Nodes per move, as `20000 nodes`.
    Nodes(u64),
    /// Time control, as `10+0.1` or `2+0.02@500`.
    Clock(TimeControl),
}

/// An error of reading or writing the log.
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    /// An error of the file system.
    #[error(transparent)]
    File(#[from] FileError),
    /// A file without the column names of a log.
    #[error("{0} exists and is not a match log")]
    WrongFileType(PathBuf),
    /// A malformed line, counted from 1.
    #[error("{0}, line {1}: {2}")]
    Line(PathBuf, u64, String),
}

impl Entry {
    /// An entry dated today, with Elo from these pairs; the caller fills in the rest.
    pub fn of_pairs(a: &str, b: &str, limit: Limit, wdl: [u64; 3], pairs: Pentanomial) -> Entry {
        let [wins, draws, losses] = wdl;
        let elo = pairs.elo();
        // Adding zero turns -0 into 0.
        let tenth = |value: f64| (value * 10.0).round() / 10.0 + 0.0;
        Entry {
            date: today(),
            commit: String::new(),
            bench: None,
            a: a.to_owned(),
            b: b.to_owned(),
            limit,
            games: wins + draws + losses,
            wins: Some(wins),
            draws: Some(draws),
            losses: Some(losses),
            pairs: Some(pairs),
            elo: tenth(elo.value),
            low: elo.interval.map(|[low, _]| tenth(low)),
            high: elo.interval.map(|[_, high]| tenth(high)),
            llr: None,
            verdict: String::new(),
            note: String::new(),
        }
    }

    /// An entry for one change of a factorial match, of which only the pairs are known.
    pub fn of_change(a: &str, b: &str, limit: Limit, pairs: Pentanomial) -> Entry {
        let games = 2 * pairs.pairs();
        Entry {
            games,
            wins: None,
            draws: None,
            losses: None,
            ..Entry::of_pairs(a, b, limit, [0; 3], pairs)
        }
    }

    /// The first contradiction between the numbers of the entry.
    fn contradiction(&self) -> Option<String> {
        let sum = self
            .wins
            .zip(self.draws)
            .zip(self.losses)
            .map(|((wins, draws), losses)| [wins, draws, losses]);
        if sum.is_none() && (self.wins.or(self.draws).or(self.losses)).is_some() {
            return Some("wins, draws and losses must be given together or not at all".to_owned());
        }
        if let Some(wdl) = sum.filter(|wdl| wdl.iter().sum::<u64>() != self.games) {
            return Some(format!("{} games do not match WDL {wdl:?}", self.games));
        }
        if let Some(pairs) = self.pairs {
            let paired = pairs.pairs() * 2;
            if paired > self.games {
                return Some(format!("{} pairs are more than {} games", pairs.pairs(), self.games));
            }
            let share =
                |[wins, draws, _]: [u64; 3]| (wins as f64 + draws as f64 / 2.0) / self.games as f64;
            let differs = |wdl| (share(wdl) - pairs.score().value).abs() > ROUNDING;
            if paired == self.games && sum.is_some_and(differs) {
                return Some("games and pairs have different scores".to_owned());
            }
        }
        let (low, high) = (self.low.unwrap_or(self.elo), self.high.unwrap_or(self.elo));
        (!(low..=high).contains(&self.elo))
            .then(|| format!("{} is not between {low} and {high}", self.elo))
    }
}

/// Reads the entries of a log, newest first.
pub fn read(path: &Path) -> Result<Vec<Entry>, LogError> {
    let text =
        std::fs::read_to_string(path).map_err(|error| FileError::Read(path.to_owned(), error))?;
    parse(&text).map_err(|(line, reason)| match line {
        HEADER => LogError::WrongFileType(path.to_owned()),
        _ => LogError::Line(path.to_owned(), line, reason),
    })
}

/// Adds matches to the log, the last of them first; all are added or none.
/// Each goes above the matches of the same or an earlier date, mostly to the top.
/// A missing log is created. A lock serializes concurrent writers.
pub fn add(path: &Path, matches: impl IntoIterator<Item = Entry>) -> Result<(), LogError> {
    // Each write replaces the log file, so the lock is on its folder. A folder that cannot be
    // locked is used without a lock.
    let folder = File::open(folder_of(path)).ok();
    let _lock = folder.as_ref().map(File::lock);
    let mut entries = match read(path) {
        Err(LogError::File(FileError::Read(_, error))) if error.kind() == ErrorKind::NotFound => {
            Vec::new()
        }
        read => read?,
    };
    for entry in matches {
        let later = entries.iter().take_while(|other| other.date > entry.date).count();
        entries.insert(later, entry);
    }
    write_atomically(path, &format(&entries))?;
    Ok(())
}

/// Parses the text of a log; an error gives the number of the first bad line, from 1, and the
/// reason. An empty text is a log without matches.
pub fn parse(text: &str) -> Result<Vec<Entry>, (u64, String)> {
    let mut reader =
        ReaderBuilder::new().delimiter(b'\t').quoting(false).from_reader(text.as_bytes());
    let header = reader.headers().map_err(|error| (HEADER, reason(&error)))?;
    if !header.is_empty() && !header.iter().eq(COLUMNS) {
        return Err((HEADER, "these are not the column names of a match log".to_owned()));
    }
    let mut entries: Vec<Entry> = Vec::new();
    let columns = reader.headers().cloned().unwrap_or_default();
    for record in reader.records() {
        let at = |error: csv::Error| {
            (error.position().map_or(HEADER, csv::Position::line), reason(&error))
        };
        let record = record.map_err(at)?;
        let line = record.position().map_or(HEADER, csv::Position::line);
        let entry: Entry =
            record.deserialize(Some(&columns)).map_err(|error| (line, reason(&error)))?;
        if let Some(contradiction) = entry.contradiction() {
            return Err((line, contradiction));
        }
        if let Some(newer) = entries.last().filter(|newer| newer.date < entry.date) {
            return Err((
                line,
                format!("{} comes after {}: the newest must be first", entry.date, newer.date),
            ));
        }
        entries.push(entry);
    }
    Ok(entries)
}

/// Formats entries as the text of a log.
pub fn format(entries: &[Entry]) -> String {
    let mut writer = WriterBuilder::new()
        .delimiter(b'\t')
        .quote_style(QuoteStyle::Never)
        .from_writer(Vec::new());
    for entry in entries {
        let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let [commit, a, b, verdict, note] =
            [&entry.commit, &entry.a, &entry.b, &entry.verdict, &entry.note]
                .map(|text| plain(text));
        let entry = Entry { commit, a, b, verdict, note, ..entry.clone() };
        writer.serialize(entry).expect("text and numbers go into memory");
    }
    String::from_utf8(writer.into_inner().expect("memory")).expect("text")
}

/// Today's date, UTC.
pub(super) fn today() -> NaiveDate {
    let seconds =
        SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_secs());
    DateTime::from_timestamp(seconds as i64, 0).unwrap_or_default().date_naive()
}

/// The reason of an error without its position, which the caller reports.
fn reason(error: &csv::Error) -> String {
    match error.kind() {
        csv::ErrorKind::Deserialize { err, .. } => err.kind().to_string(),
        csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
            format!("{len} fields, not {expected_len}")
        }
        _ => error.to_string(),
    }
}

impl Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Limit::Nodes(nodes) => write!(f, "{nodes} nodes"),
            Limit::Clock(time) => time.fmt(f),
        }
    }
}

impl FromStr for Limit {
    type Err = String;

    fn from_str(text: &str) -> Result<Limit, String> {
        let nodes = text.strip_suffix(" nodes").and_then(|nodes| nodes.parse().ok());
        let clock = || text.parse().ok().map(Limit::Clock);
        let found = nodes.map(Limit::Nodes).or_else(clock);
        found.ok_or_else(|| format!("'{text}' is not a limit: 20000 nodes, 10+0.1 or 10+0.1@500"))
    }
}

/// Writes a number in its shortest form, or nothing.
fn write_optional<S: serde::Serializer>(
    number: &Option<f64>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&number.map_or_else(String::new, |number| number.to_string()))
}

fn write_pairs<S: serde::Serializer>(
    pairs: &Option<Pentanomial>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let text = pairs.map(|pairs| pairs.0.map(|count| count.to_string()).join(" "));
    serializer.serialize_str(&text.unwrap_or_default())
}

fn read_pairs<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Pentanomial>, D::Error> {
    let text = String::deserialize(deserializer)?;
    if text.is_empty() {
        return Ok(None);
    }
    let counts: Option<Vec<u64>> = text.split(' ').map(|count| count.parse().ok()).collect();
    let pairs = counts.and_then(|counts| counts.try_into().ok()).map(Pentanomial);
    pairs
        .map(Some)
        .ok_or_else(|| serde::de::Error::custom(format!("'{text}' is not five pair counts")))
}

/// Serializes fields by `Display` and `FromStr`.
mod as_text {
    use super::{Deserialize, Deserializer, Display, FromStr};

    pub(super) fn serialize<T: Display, S: serde::Serializer>(
        value: &T,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_str(value)
    }

    pub(super) fn deserialize<'de, T: FromStr<Err: Display>, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<T, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry() -> Entry {
        let pairs = Pentanomial([14, 52, 89, 55, 40]);
        let entry =
            Entry::of_pairs("NullMargin", "without", Limit::Nodes(10_000), [187, 181, 132], pairs);
        Entry {
            verdict: "on".to_owned(),
            note: "a\ttab, \"quotes\"\nand a line".to_owned(),
            ..entry
        }
    }

    #[test]
    fn a_log_is_unchanged_by_format_and_parse() {
        let clock = |text: &str| Limit::Clock(text.parse().expect(text));
        let timed = Entry { limit: clock("10+0.1"), llr: Some(2.97), bench: Some(7), ..entry() };
        let bare = Entry {
            wins: None,
            draws: None,
            losses: None,
            pairs: None,
            low: None,
            high: None,
            ..entry()
        };
        let counted = Entry { limit: clock("2+0.02@500"), ..entry() };
        let entries = [timed, bare, counted];
        let text = format(&entries);
        assert_eq!(text.lines().count(), 4, "{text}");
        assert!(text.contains("\t10+0.1\t") && text.contains("\t2+0.02@500\t"), "{text}");
        let plain =
            entries.map(|entry| Entry { note: "a tab, \"quotes\" and a line".to_owned(), ..entry });
        assert_eq!(parse(&text), Ok(plain.to_vec()));
        assert_eq!((entry().elo, entry().low, entry().high), (38.4, Some(14.2), Some(62.9)));
    }

    #[test]
    fn equal_pairs_leave_the_bounds_empty() {
        let pairs = Pentanomial([0, 0, 0, 0, 1]);
        let entry = Entry::of_pairs("a", "b", Limit::Nodes(1), [2, 0, 0], pairs);
        let text = format(std::slice::from_ref(&entry));
        assert!(text.contains("\t0 0 0 0 1\t1199.8\t\t\t\t"), "{text}");
        assert_eq!(parse(&text), Ok(vec![entry]));
    }

    #[test]
    fn a_match_goes_to_the_top() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("log.tsv");
        for bench in [1, 2] {
            add(&path, [Entry { bench: Some(bench), ..entry() }]).expect("written");
        }
        let benches: Vec<_> = read(&path).expect("a log").iter().map(|entry| entry.bench).collect();
        assert_eq!(benches, [Some(2), Some(1)]);
    }

    /// Another time zone or a wrong clock can date a match tomorrow. The log stays sorted.
    #[test]
    fn a_match_goes_below_later_dates() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("log.tsv");
        let today = entry();
        let tomorrow = today.date.succ_opt().expect("a date");
        add(&path, [today.clone(), Entry { date: tomorrow, ..today.clone() }]).expect("written");
        add(&path, [Entry { bench: Some(1), ..today.clone() }]).expect("written");
        let log = read(&path).expect("a log");
        let found = log.iter().map(|entry| (entry.date, entry.bench)).collect::<Vec<_>>();
        assert_eq!(found, [(tomorrow, None), (today.date, Some(1)), (today.date, None)]);
    }

    #[test]
    fn concurrent_writers_do_not_lose_a_match() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("log.tsv");
        std::thread::scope(|scope| {
            for bench in 0..8 {
                let path = &path;
                scope.spawn(move || {
                    add(path, [Entry { bench: Some(bench), ..entry() }]).expect("written");
                });
            }
        });
        assert_eq!(read(&path).expect("a log").len(), 8);
    }

    #[test]
    fn errors_have_their_line_and_reason() {
        let good = format(&[entry(), entry()]);
        for (from, to, expected) in [
            (
                "10000 nodes",
                "10000 knots",
                "'10000 knots' is not a limit: 20000 nodes, 10+0.1 or 10+0.1@500",
            ),
            ("14 52 89 55 40", "14 52 89 55", "'14 52 89 55' is not five pair counts"),
            ("14 52 89 55 40", "14 52 89 55 41", "251 pairs are more than 500 games"),
            ("14 52 89 55 40", "14 52 90 54 40", "games and pairs have different scores"),
            (
                "\t500\t187\t181\t132\t",
                "\t500\t187\t181\t133\t",
                "500 games do not match WDL [187, 181, 133]",
            ),
            ("\t187\t", "\t\t", "wins, draws and losses must be given together or not at all"),
            ("\t38.4\t", "\t93.8\t", "93.8 is not between 14.2 and 62.9"),
            ("\twithout\t", "\t", "16 fields, not 17"),
        ] {
            let at = good.rfind(from).unwrap_or_else(|| panic!("{from} in {good}"));
            let bad = format!("{}{to}{}", &good[..at], &good[at + from.len()..]);
            assert_eq!(parse(&bad), Err((3, expected.to_owned())));
        }
        let (columns, _) = good.split_once('\n').expect("a line of column names");
        assert_eq!((parse(columns), parse("")), (Ok(vec![]), Ok(vec![])));
        for foreign in ["hello\n", "my notes\nof today\n", columns.trim_start_matches("date\t")] {
            assert!(parse(foreign).is_err_and(|(line, _)| line == HEADER), "{foreign}");
        }
        let older = NaiveDate::from_ymd_opt(2020, 1, 1).expect("a date");
        let text = format(&[Entry { date: older, ..entry() }, entry()]);
        assert!(
            parse(&text).is_err_and(
                |(line, reason)| line == 3 && reason.ends_with("the newest must be first")
            )
        );
    }
}
