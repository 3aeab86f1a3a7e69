//! Every technique of the search's map has a switch that does something, and play, which knows its
//! rules when it is compiled, searches like an experiment, which looks them up.

use secateur::chess::Game;
use secateur::engine::{Engine, Settings};
use secateur::eval::{Evaluator, evaluator_named};
use secateur::score::Score;
use secateur::search::clock::Clock;
use secateur::search::deepen::deepen;
use secateur::search::memory::ThreadMemory;
use secateur::search::shared::Shared;
use secateur::search::table::Table;
use secateur::search::techniques::{Access, Driver, Switch, TUNABLES, Tunables};
use secateur::search::worker::{Setup, TableKnowledge, Worker};
use secateur::search::{Limits, Rules, Signals, Silent, Techniques};
use secateur::tools::bench::POSITIONS;
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

/// The techniques of the map with their switches, each a name to be turned or `name=value`.
fn map() -> Vec<(String, Vec<String>)> {
    let rows = MAP.lines().filter_map(|line| line.strip_prefix("//! | "));
    rows.skip(1)
        .map(|row| {
            let columns: Vec<&str> = row.split(" | ").collect();
            (
                columns[0].to_owned(),
                columns[1].split('`').skip(1).step_by(2).map(str::to_owned).collect(),
            )
        })
        .collect()
}

/// Nodes, and positions evaluated: what the table keeps of one that is over at once changes these
/// alone.
fn effort(settings: Settings, fen: &str, depth: u32) -> (u64, u64) {
    let mut engine = Engine::new(settings).expect("a small table");
    engine.use_evaluator(evaluator_named("linear").expect("it is built in"));
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
        map.iter().all(|(_, switches)| !switches.is_empty()),
        "a technique without a switch: {map:?}"
    );
    let switches = map.iter().flat_map(|(_, switches)| switches);
    let idle: Vec<&String> =
        switches.filter(|switch| !OPTIONS.contains(&switch.as_str()) && !acts(switch)).collect();
    assert!(idle.is_empty(), "these change no tree: {idle:?}");
}

/// A second thread is one more searcher; tables are for `syzygy.rs`.
#[test]
fn the_options_among_the_switches_are_options() {
    for option in OPTIONS {
        assert!(
            map().iter().any(|(_, switches)| switches.iter().any(|switch| switch == option)),
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
    let (evaluator, tables) = (&Evaluator::default(), TableKnowledge::default());
    let setup = Setup { game: &game, thread: 0, techniques, evaluator, contempt: 0, tables };
    let mut worker = Worker::new(&shared, memory.recall(1), &setup, None);
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
