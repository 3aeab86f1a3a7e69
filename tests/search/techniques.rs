//! The techniques of the search: each has a switch that changes a tree, the page of techniques is up
//! to date, and play, where the rules are constants, searches like an experiment, which reads them.

use secateur::chess::Game;
use secateur::engine::{Engine, Settings};
use secateur::eval::Evaluator;
use secateur::score::Score;
use secateur::search::clock::Clock;
use secateur::search::deepen::deepen;
use secateur::search::memory::ThreadMemory;
use secateur::search::shared::Shared;
use secateur::search::table::Table;
use secateur::search::techniques::{Access, Driver, Switch, TUNABLES, Tunables};
use secateur::search::worker::{SearchSetup, Worker};
use secateur::search::{Limits, Rules, Signals, Silent, Techniques};
use secateur::tools::bench::POSITIONS;
use std::path::Path;
use std::time::{Duration, Instant};

/// The map: a line a technique, with its switches in the second column.
const MAP: &str = include_str!("../../src/search/mod.rs");
/// In one of these a switch has to show, at this depth in plies; MTD(f) has the closed windows that
/// a modification is for.
const PRESETS: [(Rules, u32); 4] = [
    (Rules::FULL, 13),
    (Rules::PAPERS, 7),
    (Rules { driver: Driver::MtdF, ..Rules::PAPERS }, 6),
    (Rules::BARE, 4),
];
/// Switches that are options of the engine.
const OPTIONS: [&str; 2] = ["SyzygyPath", "Threads"];

/// The page that lists what is in play, below the root of the repository.
const PAGE: &str = "docs/dev/techniques.md";
/// Groups of numbers by which all histories are updated; the page lists them with the quiet one.
const UPDATES: [&str; 2] = ["HistoryBonus", "HistoryMalus"];
/// If this variable is set, the page is written instead of compared.
const WRITES: &str = "WRITE_TECHNIQUES";

/// A line of the map.
struct Technique {
    name: String,
    /// Names to be turned, or `name=value`.
    switches: Vec<String>,
    /// Modules, relative to the search or from `crate::` on.
    modules: Vec<String>,
}

/// What stands between backquotes.
fn quoted(column: &str) -> Vec<String> {
    column.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// The techniques of the map.
fn map() -> Vec<Technique> {
    let rows = MAP.lines().filter_map(|line| line.strip_prefix("//! | "));
    rows.skip(1)
        .map(|row| {
            let columns: Vec<&str> = row.split(" | ").collect();
            Technique {
                name: columns[0].to_owned(),
                switches: quoted(columns[1]),
                modules: quoted(columns[2]),
            }
        })
        .collect()
}

/// The source file of a module of the map, below the root of the repository.
fn file(module: &str) -> String {
    let path = match module.strip_prefix("crate::") {
        Some(path) => path.replace("::", "/"),
        None => format!("search/{}", module.replace("::", "/")),
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let found = [format!("src/{path}.rs"), format!("src/{path}/mod.rs")]
        .into_iter()
        .find(|name| root.join(name).is_file());
    found.unwrap_or_else(|| panic!("the map names {module}, which has no file"))
}

/// `name=value` of switches in play.
fn values(switches: &[&Switch]) -> String {
    let value = |switch: &&Switch| format!("`{}={}`", switch.name, switch.get(&Techniques::FULL));
    switches.iter().map(value).collect::<Vec<_>>().join(", ")
}

/// The page of techniques: what the map, the switches and the numbers say of play.
fn page() -> String {
    let mut text =
        "# What is in play\n\nEvery technique of the search with its switch and numbers in \
        play and its file. `make techniques` writes this page.\n\n\
        | technique | in play | switches | numbers | file |\n|---|---|---|---|---|\n"
            .to_owned();
    let mut listed: Vec<&str> = Vec::new();
    for technique in map() {
        let names = technique.switches.iter().map(|switch| switch.split('=').next().expect("one"));
        let mut own: Vec<&Switch> = names.filter_map(Switch::find).collect();
        own.dedup_by_key(|switch| switch.name);
        let mut numbers: Vec<&Switch> = Vec::new();
        for switch in Switch::all() {
            let group = switch.name.split('.').next().expect("one");
            let group = if UPDATES.contains(&group) { "History" } else { group };
            let is_own = own.iter().any(|own| own.name.split('.').next() == Some(group));
            if is_own && own.iter().all(|own| own.name != switch.name) {
                numbers.push(switch);
            }
        }
        let is_on = |switch: &&Switch| {
            !matches!(switch.get(&Techniques::FULL).as_str(), "false" | "off" | "0")
        };
        // A single `name=value` is the technique itself; several are its variants.
        let in_play = match technique.switches.as_slice() {
            [only] if only.contains('=') => values(&own) == format!("`{only}`"),
            _ => own.is_empty() || own.iter().any(is_on),
        };
        let files: Vec<String> = technique
            .modules
            .iter()
            .map(|module| file(module))
            .map(|file| format!("[{}](../../{file})", &file["src/".len()..]))
            .collect();
        let options: Vec<String> = technique
            .switches
            .iter()
            .filter(|name| OPTIONS.contains(&name.as_str()))
            .map(|name| format!("`{name}`"))
            .collect();
        let switches = if own.is_empty() { options.join(", ") } else { values(&own) };
        text += &format!(
            "| {} | {} | {switches} | {} | {} |\n",
            technique.name,
            if in_play { "yes" } else { "no" },
            values(&numbers),
            files.join(", ")
        );
        listed.extend(own.iter().chain(&numbers).map(|switch| switch.name));
    }
    let others: Vec<&Switch> =
        Switch::all().filter(|switch| !listed.contains(&switch.name)).collect();
    text += &format!("\nOther switches and numbers: {}.\n", values(&others));
    text
}

#[test]
fn the_page_lists_what_is_in_play() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(PAGE);
    let wanted = page();
    if std::env::var_os(WRITES).is_some() {
        std::fs::write(&path, &wanted).expect("written");
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(found == wanted, "{PAGE} is out of date: make techniques");
    // Razoring is off in play and reverse futility on, so the two are not one row.
    let row = |start: &str| wanted.lines().find(|line| line.starts_with(start)).map(str::to_owned);
    assert!(row("| razoring | no |").is_some() && row("| reverse futility | yes |").is_some());
}

/// Nodes, and positions evaluated: what the table keeps of one that is over at once changes these
/// alone.
fn effort(settings: Settings, fen: &str, depth: u32) -> (u64, u64) {
    let mut engine = Engine::new(settings).expect("a small table");
    engine.use_evaluator(Evaluator::default());
    engine.set_game(Game::new(fen.parse().expect(fen)));
    let answer =
        engine.go(&Limits::to_depth(depth), &Signals::default(), Instant::now(), &mut Silent);
    (answer.statistics.nodes(), answer.statistics.evaluations)
}

/// The rules with this switch turned, or set to the value; `None` if they were so before.
fn turned(rules: Rules, switch: &str) -> Option<Techniques> {
    let mut techniques = Techniques::from(rules);
    if switch.contains('=') {
        techniques.set_pair(switch).expect(switch);
    } else {
        let found = Switch::find(switch).unwrap_or_else(|| panic!("there is no switch {switch}"));
        assert!(matches!(found.access, Access::Flag(_)), "{switch} wants a value");
        let was_on = found.get(&techniques) == "true";
        found.set(&mut techniques, if was_on { "false" } else { "true" }).expect(switch);
    }
    (techniques.rules != rules).then_some(techniques)
}

/// Does the switch change a tree of one of the presets?
fn acts(switch: &str) -> bool {
    PRESETS.iter().any(|&(rules, depth)| {
        let Some(techniques) = turned(rules, switch) else { return false };
        let with =
            |techniques, fen| effort(Settings { techniques, ..Settings::default() }, fen, depth);
        POSITIONS.iter().any(|fen| with(rules.into(), fen) != with(techniques, fen))
    })
}

#[test]
fn every_technique_of_the_map_has_a_switch_that_changes_the_tree() {
    let map = map();
    assert!(map.len() > 25, "the map has {} lines: the test has gone blind", map.len());
    assert!(
        map.iter().all(|technique| !technique.switches.is_empty()),
        "a technique without a switch"
    );
    let switches = map.iter().flat_map(|technique| &technique.switches);
    let idle: Vec<&String> =
        switches.filter(|switch| !OPTIONS.contains(&switch.as_str()) && !acts(switch)).collect();
    assert!(idle.is_empty(), "these change no tree: {idle:?}");
}

/// A second thread is one more searcher; tables are for `syzygy.rs`.
#[test]
fn the_options_among_the_switches_are_options() {
    for option in OPTIONS {
        assert!(
            map().iter().any(|technique| technique.switches.iter().any(|switch| switch == option)),
            "{option} is on no line"
        );
    }
    let with = |threads| effort(Settings { threads, ..Settings::default() }, POSITIONS[0], 9);
    assert_ne!(with(1), with(2));
}

/// Nodes and score of a search, whether it counts as an experiment or is treated as one.
fn search(techniques: Techniques, is_experiment: bool) -> (u64, Score) {
    const MIDDLE_GAME: &str =
        "r1bq1rk1/2p1bppp/p1np1n2/1p2p3/4P3/1BP2N1P/PP1P1PP1/RNBQR1K1 b - - 0 9";
    let game = Game::new(MIDDLE_GAME.parse().expect("a position"));
    let (table, limits) = (Table::new(1).expect("a megabyte"), Limits::to_depth(8));
    let signals = Signals::default();
    let clock = Clock::new(
        &limits,
        game.board().side_to_move(),
        Duration::ZERO,
        Tunables::DEFAULT,
        Instant::now(),
    );
    let shared = Shared::new(&table, &signals, &limits, clock, 1);
    let mut memory = ThreadMemory::default();
    let evaluator = &Evaluator::default();
    let setup = SearchSetup::new(&game, evaluator, techniques);
    let mut worker = Worker::new(&shared, memory.recall(1), &setup, 0, None);
    worker.is_experiment = is_experiment;
    deepen(&mut worker, 1);
    (worker.nodes, worker.root.moves[0].score)
}

#[test]
fn play_is_searched_alike_by_nodes_that_look_every_rule_up() {
    assert!(!Techniques::FULL.is_experiment() && Techniques::PAPERS.is_experiment());
    assert_eq!(search(Techniques::FULL, false), search(Techniques::FULL, true));
    for tunable in TUNABLES {
        for value in [tunable.range.0, tunable.range.1] {
            let mut techniques = Techniques::FULL;
            tunable.switch.set(&mut techniques, &value.to_string()).expect(tunable.switch.name);
            assert!(!techniques.is_experiment());
            assert_eq!(
                search(techniques, false),
                search(techniques, true),
                "{} = {value}",
                tunable.switch.name
            );
        }
    }
}
