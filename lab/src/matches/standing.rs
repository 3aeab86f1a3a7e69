//! Tables and a plot of the [match log](crate::matches::log).
//! They cover the ladder of other engines, gauntlets, accepted changes and factorial matches.
//! `lab/notebook/strength.md` and `lab/notebook/factors.md` show them.

use crate::chart;
use crate::matches::log::{Entry, FACTORIAL, GAUNTLET};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The verdict of an accepted change.
const ACCEPTED: &str = "on";

/// All matches of one version against other engines.
#[derive(Clone, Debug, PartialEq)]
pub struct Gauntlet<'a> {
    /// Commit of the version.
    pub commit: &'a str,
    /// Bench node count of the version, if known.
    pub bench: Option<u64>,
    /// The matches, oldest first.
    pub matches: Vec<&'a Entry>,
}

impl Gauntlet<'_> {
    /// The newest match against this engine.
    fn newest(&self, name: &str) -> Option<&Entry> {
        self.matches.iter().rfind(|entry| entry.b == name).copied()
    }
}

/// The gauntlets of a log, oldest first.
pub fn gauntlets(entries: &[Entry]) -> Vec<Gauntlet<'_>> {
    let mut found: Vec<Gauntlet<'_>> = Vec::new();
    for entry in entries.iter().rev().filter(|entry| entry.verdict == GAUNTLET) {
        match found.last_mut().filter(|last| last.commit == entry.commit) {
            Some(last) => last.matches.push(entry),
            None => found.push(Gauntlet {
                commit: &entry.commit,
                bench: entry.bench,
                matches: vec![entry],
            }),
        }
    }
    found
}

/// The ladder as a Markdown table: other engines, strongest first, by their newest match.
/// Elo is that of Secateur relative to each engine.
pub fn ladder(entries: &[Entry]) -> String {
    let newest =
        |name: &&str| entries.iter().find(|entry| entry.verdict == GAUNTLET && entry.b == *name);
    let mut rungs: Vec<&Entry> = opponents(entries).iter().filter_map(newest).collect();
    rungs.sort_by(|a, b| a.elo.total_cmp(&b.elo));
    let mut text = String::from(
        "| opponent | Elo of Secateur | games | limit | version |\n|---|---|---:|---|---|\n",
    );
    for entry in rungs {
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {} |",
            entry.b,
            strength(entry),
            entry.games,
            entry.limit,
            version(entry.commit.as_str(), entry.bench)
        );
    }
    text
}

/// The gauntlets as a Markdown table, numbered, newest first.
pub fn table(entries: &[Entry]) -> String {
    let opponents = opponents(entries);
    let mut text = format!(
        "| | version | {} |\n|---:|---|{}\n",
        opponents.join(" | "),
        "---|".repeat(opponents.len())
    );
    for (index, gauntlet) in gauntlets(entries).iter().enumerate().rev() {
        let _ = write!(text, "| {} | {} |", index + 1, version(gauntlet.commit, gauntlet.bench));
        for name in &opponents {
            let played = gauntlet.newest(name);
            let _ = write!(text, " {} |", played.map_or_else(String::new, strength));
        }
        text += "\n";
    }
    text
}

/// The accepted changes as a Markdown table, newest first.
pub fn steps(entries: &[Entry]) -> String {
    let mut text = String::from(
        "| date | step | against | limit | games | Elo |\n|---|---|---|---|---:|---|\n",
    );
    for entry in entries.iter().filter(|entry| entry.verdict == ACCEPTED) {
        let Entry { date, a, b, limit, games, .. } = entry;
        let _ = writeln!(text, "| {date} | {a} | {b} | {limit} | {games} | {} |", strength(entry));
    }
    text
}

/// The changes of factorial matches as a Markdown table, by name.
/// A row for each limit and base version gives the mean of its matches, weighted by precision. The
/// version is the bench node count, or the commit if that is unknown.
pub fn factors(entries: &[Entry]) -> String {
    let mut rows: BTreeMap<_, Vec<&Entry>> = BTreeMap::new();
    for entry in entries.iter().filter(|entry| entry.note.contains(FACTORIAL)) {
        let in_play = match entry.b.as_str() {
            "as in play" | "without" => String::new(),
            other => format!(" (in play: {other})"),
        };
        let bench = entry.bench.ok_or(entry.commit.as_str());
        rows.entry((format!("{}{in_play}", entry.a), entry.limit.to_string(), bench))
            .or_default()
            .push(entry);
    }
    let mut text = String::from(
        "| change | Bench in play | limit | games | Elo (95 %) | each match | verdict |\n\
         |---|---:|---|---:|---|---|---|\n",
    );
    for ((change, limit, bench), matches) in rows {
        let with_interval = |entry: &&&Entry| entry.low.is_some() && entry.high.is_some();
        let games: u64 = match matches.iter().filter(with_interval).map(|entry| entry.games).sum() {
            0 => matches.iter().map(|entry| entry.games).sum(),
            averaged => averaged,
        };
        let each: Vec<String> = matches.iter().map(|entry| format!("{:+.1}", entry.elo)).collect();
        let each = if each.len() > 1 { each.join(", ") } else { String::new() };
        let bench = bench.map_or_else(str::to_owned, |bench| bench.to_string());
        let elo = weighted_mean(&matches)
            .map_or("no interval".to_owned(), |(elo, error)| format!("{elo:+.1} ± {error:.1}"));
        let verdict = &matches[0].verdict;
        let _ = writeln!(
            text,
            "| {change} | {bench} | {limit} | {games} | {elo} | {each} | {verdict} |"
        );
    }
    text
}

/// The mean Elo of these matches and half the width of its interval; `None` if no match has an
/// interval. Each match is weighted by the inverse square of its own half width.
fn weighted_mean(matches: &[&Entry]) -> Option<(f64, f64)> {
    let weighted = matches.iter().filter_map(|entry| {
        let half = (entry.high? - entry.low?) / 2.0;
        (half > 0.0).then(|| (entry.elo, 1.0 / (half * half)))
    });
    let (sum, weights) = weighted
        .fold((0.0, 0.0), |(sum, weights), (elo, weight)| (sum + weight * elo, weights + weight));
    (weights > 0.0).then(|| (sum / weights, 1.0 / weights.sqrt()))
}

/// Elo against each opponent by gauntlet, with 95 % intervals, as SVG; `None` without gauntlets.
pub fn plot(entries: &[Entry]) -> Option<String> {
    let gauntlets = gauntlets(entries);
    let series = opponents(entries).into_iter().map(|name| {
        let points = gauntlets.iter().enumerate().filter_map(|(index, gauntlet)| {
            let entry = gauntlet.newest(name)?;
            Some(((index + 1) as f64, [entry.elo, entry.low?, entry.high?]))
        });
        (name.to_owned(), points.collect())
    });
    let axes = ("gauntlet, by the numbers of the table", "Elo, Secateur less opponent");
    chart::intervals("Secateur against other engines", axes, &series.collect::<Vec<_>>())
}

/// The opponents of a log, most recently met first.
fn opponents(entries: &[Entry]) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for entry in entries.iter().filter(|entry| entry.verdict == GAUNTLET) {
        if !names.contains(&entry.b.as_str()) {
            names.push(&entry.b);
        }
    }
    names
}

fn version(commit: &str, bench: Option<u64>) -> String {
    bench.map_or_else(|| commit.to_owned(), |bench| format!("{commit}, Bench {bench}"))
}

fn strength(entry: &Entry) -> String {
    interval(entry.elo, entry.low, entry.high)
}

/// Elo with its interval, if there is one. Equal bounds, as in older logs, are not an interval.
fn interval(elo: f64, low: Option<f64>, high: Option<f64>) -> String {
    let bounds = low.zip(high).filter(|(low, high)| low < high);
    let bounds = bounds.map(|(low, high)| format!(" ({} to {})", whole(low), whole(high)));
    format!("{}{}", whole(elo), bounds.unwrap_or_default())
}

/// Elo rounded to a whole number, with its sign; 0 has none.
pub fn whole(elo: f64) -> String {
    let text = format!("{elo:+.0}");
    if ["+0", "-0"].contains(&text.as_str()) { "0".to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::log::Limit;
    use crate::statistics::Pentanomial;

    fn result_of(commit: &str, b: &str, verdict: &str, elo: f64) -> Entry {
        let entry = Entry::of_pairs(
            "Secateur",
            b,
            Limit::Clock("2+0.02".parse().expect("a time control")),
            [2, 0, 0],
            Pentanomial([0, 0, 0, 0, 1]),
        );
        let (commit, verdict) = (commit.to_owned(), verdict.to_owned());
        Entry { commit, verdict, elo, low: Some(elo - 10.0), high: Some(elo + 20.0), ..entry }
    }

    #[test]
    fn the_ladder_uses_the_newest_match() {
        let log = [
            result_of("b", "Weak", GAUNTLET, 50.0),
            result_of("b", "Strong", GAUNTLET, -90.0),
            result_of("a", "Weak", GAUNTLET, -70.0),
        ];
        let ladder = ladder(&log);
        let names: Vec<&str> = ladder
            .lines()
            .skip(2)
            .filter_map(|line| line.split('|').nth(1))
            .map(str::trim)
            .collect();
        assert_eq!(names, ["Strong", "Weak"]);
        assert!(ladder.contains("| Strong | -90 (-100 to -70) | 2 | 2+0.02 | b |"), "{ladder}");
        let table = table(&log);
        assert!(table.starts_with("| | version | Weak | Strong |\n"), "{table}");
        assert!(
            table.ends_with(
                "| 2 | b | +50 (+40 to +70) | -90 (-100 to -70) |\n\
                 | 1 | a | -70 (-80 to -50) |  |\n"
            ),
            "{table}"
        );
        assert!(
            plot(&log).is_some_and(|plot| plot.contains("Strong")) && plot(&log[..0]).is_none()
        );
    }

    #[test]
    fn ladder_table_and_plot_use_the_same_newest_match() {
        let log = [result_of("a", "Weak", GAUNTLET, 50.0), result_of("a", "Weak", GAUNTLET, -70.0)];
        assert!(ladder(&log).contains("| Weak | +50 "), "{}", ladder(&log));
        assert!(table(&log).contains("| 1 | a | +50 "), "{}", table(&log));
        assert_eq!(plot(&log), plot(&log[..1]));
    }

    #[test]
    fn matches_of_one_change_are_averaged_by_precision() {
        let factorial = |elo: f64, error: f64, limit| Entry {
            low: Some(elo - error),
            high: Some(elo + error),
            a: "a".to_owned(),
            bench: Some(7),
            note: format!("lab match; {FACTORIAL}, 3 changes"),
            limit,
            ..result_of("a", "without", "not kept", elo)
        };
        let clock = Limit::Clock("2+0.02".parse().expect("a time control"));
        let log = [
            factorial(10.0, 5.0, clock),
            factorial(0.0, 10.0, clock),
            factorial(3.0, 4.0, Limit::Nodes(100)),
            result_of("a", "Weak", GAUNTLET, 50.0),
        ];
        let factors = factors(&log);
        assert_eq!(factors.lines().count(), 4, "{factors}");
        assert!(
            factors.contains("| a | 7 | 2+0.02 | 4 | +8.0 ± 4.5 | +10.0, +0.0 | not kept |\n"),
            "{factors}"
        );
        assert!(factors.contains("| a | 7 | 100 nodes | 2 | +3.0 ± 4.0 |  | not kept |\n"));
        let unknown = |commit: &str, error| Entry {
            bench: None,
            commit: commit.to_owned(),
            ..factorial(10.0, error, clock)
        };
        let factors = super::factors(&[unknown("x", 5.0), unknown("x", 0.0), unknown("y", 0.0)]);
        assert!(
            factors.ends_with(
                "| a | x | 2+0.02 | 4 | +10.0 ± 5.0 | +10.0, +10.0 | not kept |\n\
                 | a | y | 2+0.02 | 2 | no interval |  | not kept |\n"
            ),
            "versions without a bench node count are not averaged: {factors}"
        );
    }

    #[test]
    fn a_match_without_an_interval_shows_none() {
        let base = result_of("b", "Weak", GAUNTLET, 1199.8);
        for bound in [None, Some(1199.8)] {
            let entry = Entry { low: bound, high: bound, ..base.clone() };
            assert_eq!(strength(&entry), "+1200");
        }
    }

    #[test]
    fn steps_are_the_accepted_changes() {
        let steps = steps(&[
            result_of("b", "before", "on", 5.0),
            result_of("a", "before", "not kept", 7.0),
            result_of("a", "X", GAUNTLET, 9.0),
        ]);
        assert_eq!(steps.lines().count(), 3, "{steps}");
        assert!(
            steps.ends_with("| Secateur | before | 2+0.02 | 2 | +5 (-5 to +25) |\n"),
            "{steps}"
        );
    }
}
