//! Recorded search trees: they equal the searched trees, their node counts add up, and the evidence
//! of every cutoff is correct.

use crate::program::{self, program};
use crate::{BINARY, secateur};
use secateur::chess::{Board, Game};
use secateur::engine::{Engine, Settings};
use secateur::eval::Evaluator;
use secateur::score::{DECISIVE_BOUND, INFINITE, MATE, MATE_BOUND};
use secateur::search::report::TreeEvent;
use secateur::search::statistics::Statistic;
use secateur::search::{Limits, Listener, Signals, Silent, Techniques};
use secateur::tools::tree::drawing::draw;
use secateur::tools::tree::legend::{self, Cause};
use secateur::tools::tree::recorder::{Arrival, Branch, TreeRecorder};
use secateur::tools::tree::{Tree, dot, grow};
use serde_json::Value;
use std::time::Instant;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 10";
/// After Qd3 Black is in zugzwang: a null move would save the game. `docs/analysis.md` shows this
/// position.
const ZUGZWANG: &str = "8/p7/1p6/p7/kq1Q4/8/K7/8 w - - 0 1";

fn with(base: Techniques, pairs: &[&str]) -> Techniques {
    let mut techniques = base;
    pairs.iter().for_each(|pair| techniques.set_pair(pair).expect(pair));
    techniques
}

/// The papers' search with their forward pruning.
fn pruning() -> Techniques {
    with(
        Techniques::PAPERS,
        &["null-move.mode=verified", "multi-cut.at-cut=true", "multi-cut.at-all=true"],
    )
}

fn tree(fen: &str, depth: u32, techniques: Techniques) -> Tree {
    tree_with(Evaluator::default(), fen, depth, techniques)
}

fn tree_with(evaluator: Evaluator, fen: &str, depth: u32, techniques: Techniques) -> Tree {
    let board = fen.parse().expect(fen);
    let settings = Settings { techniques, ..Settings::default() };
    let (limits, signals) = (Limits::with_depth(depth), Signals::default());
    grow("a tree", &board, settings, evaluator, &limits, &signals, |_| {}).expect("a small table")
}

fn nodes_of_roots(tree: &Tree) -> u64 {
    tree.branches.iter().filter(|branch| branch.parent.is_none()).map(|branch| branch.nodes).sum()
}

#[test]
fn recording_does_not_change_the_search() {
    for (techniques, depth) in [(Techniques::FULL, 9), (pruning(), 6), (Techniques::PLAIN, 4)] {
        let tree = tree(KIWIPETE, depth, techniques);
        let mut engine =
            Engine::new(Settings { techniques, ..Settings::default() }).expect("a small table");
        engine.use_evaluator(Evaluator::default());
        engine.set_game(Game::new(KIWIPETE.parse::<Board>().expect("a position")));
        let answer =
            engine.go(&Limits::with_depth(depth), &Signals::default(), Instant::now(), &mut Silent);
        assert_eq!(tree.answer.statistics, answer.statistics);
        assert_eq!((tree.answer.score, &tree.answer.pv), (answer.score, &answer.pv));
        assert_eq!(nodes_of_roots(&tree), answer.statistics.nodes(), "every node is recorded");
    }
}

/// For any number of rows drawn, with or without branches folded during the search.
#[test]
fn the_children_of_every_node_sum_to_its_nodes() {
    let board: Board = KIWIPETE.parse().expect("a position");
    for (depth, techniques, folds) in [(6, pruning(), false), (7, Techniques::PLAIN, true)] {
        let tree = tree(KIWIPETE, depth, techniques);
        assert_eq!(tree.branches.iter().any(|branch| branch.folded.branches > 0), folds);
        for rows in [1, 500, 50_000] {
            let drawing = draw(&board, depth, std::slice::from_ref(&tree), rows);
            assert_eq!(drawing.searches[0].nodes, nodes_of_roots(&tree));
            let rows = &drawing.searches[0].rows;
            let mut sums: Vec<u64> = rows.iter().map(|row| 1 + row.hidden_nodes()).collect();
            for row in rows.iter().filter(|row| row.parent() >= 0) {
                sums[row.parent() as usize] += row.nodes();
            }
            rows.iter().zip(&sums).for_each(|(row, &sum)| assert_eq!(row.nodes(), sum));
        }
    }
}

/// Rows of a drawing, with access by column name.
struct Rows<'a> {
    data: &'a Value,
}

impl Rows<'_> {
    fn get(&self, row: usize, name: &str) -> &Value {
        let search = &self.data["searches"][0];
        let column =
            search["columns"].as_array().expect("columns").iter().position(|column| column == name);
        &search["rows"][row][column.expect(name)]
    }

    fn number(&self, row: usize, name: &str) -> i64 {
        self.get(row, name).as_i64().unwrap_or_else(|| panic!("{name} of row {row}"))
    }

    fn key(&self, row: usize, name: &str) -> &str {
        let index = self.get(row, name).as_u64();
        index.map_or("", |index| {
            self.data["reasons"][index as usize]["key"].as_str().expect("a key")
        })
    }

    fn len(&self) -> usize {
        self.data["searches"][0]["rows"].as_array().expect("rows").len()
    }
}

#[test]
fn the_evidence_of_every_cutoff_is_correct() {
    let board: Board = KIWIPETE.parse().expect("a position");
    let drawing = draw(&board, 6, &[tree(KIWIPETE, 6, pruning())], usize::MAX);
    let data = serde_json::to_value(&drawing).expect("JSON");
    assert_eq!((&data["format"], &data["mate"]), (&"secateur-tree 3".into(), &MATE.into()));
    assert_eq!(
        (&data["mate_bound"], &data["decisive_bound"], &data["infinite"]),
        (&MATE_BOUND.into(), &DECISIVE_BOUND.into(), &INFINITE.into())
    );
    let rows = Rows { data: &data };
    let mut children = vec![Vec::new(); rows.len()];
    for row in 0..rows.len() {
        if let Ok(parent) = usize::try_from(rows.number(row, "parent")) {
            children[parent].push(row);
        }
    }
    let (mut null_moves, mut multi_cuts, mut table_cutoffs) = (0, 0, 0);
    for (row, below) in children.iter().enumerate() {
        let evidence = rows.get(row, "evidence");
        let (alpha, beta) = (rows.number(row, "alpha"), rows.number(row, "beta"));
        let within = |key: &str| {
            below
                .iter()
                .copied()
                .filter(|&child| rows.key(child, "within") == key)
                .collect::<Vec<_>>()
        };
        match rows.key(row, "end") {
            "null-move" => {
                let child = *within("null-move").last().expect("the null move was searched");
                assert_eq!(
                    (rows.get(child, "move"), evidence["null"][0].as_i64()),
                    (&Value::from("0000"), Some(-rows.number(child, "score")))
                );
                assert!(evidence["null"][0].as_i64() >= evidence["null"][1].as_i64());
                assert_eq!(within("null-move"), *below, "nothing else was searched");
                null_moves += 1;
            }
            "mc-c" => {
                let high: Vec<&Value> = within("mc-c")
                    .into_iter()
                    .filter(|&child| -rows.number(child, "score") >= beta)
                    .map(|child| rows.get(child, "san"))
                    .collect();
                assert_eq!(
                    evidence["cutters"].as_array().expect("cutters").iter().collect::<Vec<_>>(),
                    high
                );
                assert_eq!((high.len(), rows.get(row, "expected")), (3, &Value::from("C")));
                multi_cuts += 1;
            }
            "table" => {
                let [depth, score] =
                    [0, 2].map(|at| evidence["table"][at].as_i64().expect("a number"));
                let decides = match evidence["table"][1].as_str() {
                    Some("lower") => score >= beta,
                    Some("upper") => score <= alpha,
                    bound => bound == Some("exact"),
                };
                assert!(decides && depth >= rows.number(row, "depth"), "row {row}: {evidence}");
                assert_eq!((rows.number(row, "score"), rows.number(row, "nodes")), (score, 1));
                table_cutoffs += 1;
            }
            "moves" if rows.get(row, "found") == "C" => {
                let last = *below.last().expect("a move");
                assert_eq!(evidence["best"], *rows.get(last, "san"), "the last move refutes");
            }
            _ => {}
        }
    }
    assert!(
        null_moves > 50 && multi_cuts > 10 && table_cutoffs > 500,
        "{null_moves} null moves, {multi_cuts} multi-cuts, {table_cutoffs} table cutoffs"
    );
}

#[test]
fn verification_finds_the_zugzwang() {
    let techniques = with(Techniques::PAPERS, &["null-move.mode=verified"]);
    let tree = tree_with(Evaluator::Material, ZUGZWANG, 9, techniques);
    let verified = |expected| {
        let matches = |branch: &&Branch| {
            branch.evidence.as_ref().is_some_and(|found| found.verified == Some(expected))
        };
        tree.branches.iter().filter(matches).collect::<Vec<_>>()
    };
    let board: Board = ZUGZWANG.parse().expect("a position");
    let solution = board.parse_uci("d4d3").expect("a move");
    assert!(verified(true).iter().any(|branch| branch.way == Arrival::Move(solution)), "after Qd3");
    assert!(verified(false).len() > 100 && tree.answer.best == Some(solution));
}

#[test]
fn audits_are_reported_and_are_not_nodes_of_the_tree() {
    let tree = tree(KIWIPETE, 6, with(pruning(), &["audit=1"]));
    let total =
        |technique| tree.totals[legend::index(Cause::Technique(technique)).expect("a reason")];
    let null = total(Statistic::NullMove);
    assert!(null.audited > 0 && null.audited == null.ended && null.without > 0, "{null:?}");
    let audit_nodes: u64 = tree
        .branches
        .iter()
        .filter_map(|branch| branch.evidence.as_ref()?.audit_nodes)
        .map(|nodes| nodes - 1)
        .sum();
    assert_eq!(nodes_of_roots(&tree) + audit_nodes, tree.answer.statistics.nodes());
}

#[test]
fn reduced_moves_and_researches_are_reported() {
    let tree = tree(KIWIPETE, 10, Techniques::FULL);
    let reduced = |branch: &&Branch| branch.reduction > 0 && branch.within == Some(Statistic::Lmr);
    assert!(tree.branches.iter().filter(reduced).count() > 20);
    // The next branch of the same parent is the re-search: the same move at higher depth.
    let is_researched = |(index, branch): &(usize, &Branch)| {
        let next = tree.branches[index + 1..].iter().find(|later| later.parent <= branch.parent);
        next.is_some_and(|next| {
            (next.parent, next.way) == (branch.parent, branch.way) && next.depth > branch.depth
        })
    };
    let all = tree.branches.iter().enumerate();
    let researched = all.filter(|(_, branch)| reduced(branch)).filter(is_researched).count();
    assert!(researched > 20, "{researched} reduced moves were searched again, deeper");
    assert!(
        tree.branches.iter().all(|branch| branch.parent.is_some() != (branch.way == Arrival::Root))
    );
}

#[test]
fn equal_searches_do_not_diverge_and_others_do() {
    let board: Board = KIWIPETE.parse().expect("a position");
    let grown = |techniques| tree(KIWIPETE, 4, techniques);
    assert_eq!(
        draw(&board, 4, &[grown(Techniques::PLAIN), grown(Techniques::PLAIN)], 500)
            .first_difference,
        None
    );
    let drawing = draw(&board, 4, &[grown(Techniques::PLAIN), grown(Techniques::FULL)], 500);
    let [left, right] = drawing.first_difference.expect("the searches diverge");
    assert!(left < drawing.searches[0].rows.len() && right < drawing.searches[1].rows.len());
    let graph = dot::graph(&drawing);
    assert!(graph.starts_with("digraph") && graph.contains("t1n0 [") && graph.contains(" -> t0n"));
}

#[test]
fn errors_are_reported_in_a_line() {
    for (arguments, expected) in [
        (&["tree", "nonsense"][..], "'nonsense' is not a position"),
        (&["tree", KIWIPETE, "--preset", "none"], "--preset: 'none' is none of"),
        (&["tree", KIWIPETE, "--compare", "none"], "--compare: 'none' is none of"),
        (
            &["tree", KIWIPETE, "--depth", "1", "--out", "/no/such/folder/tree.html"],
            "/no/such/folder",
        ),
        (
            &["tree", KIWIPETE, "--depth", "1", "--out", "a", "--json", "a"],
            "cannot write both a and a",
        ),
    ] {
        let (code, _, error) = secateur(arguments);
        assert_eq!(code, Some(2), "{arguments:?}: {error}");
        assert!(error.lines().count() == 1 && error.contains(expected), "{arguments:?}: {error}");
    }
}

/// Folding ends although only roots have a depth that is low enough: roots are not folded.
#[test]
fn roots_are_not_folded_when_all_branches_have_high_depth() {
    let mut recorder = TreeRecorder::default();
    let enter = |recorder: &mut TreeRecorder, ply, depth| {
        recorder.tree_event(&TreeEvent::Enter { ply, window: [-1, 1], depth, context: None });
    };
    enter(&mut recorder, 0, 1);
    recorder.tree_event(&TreeEvent::Leave(Some(0)));
    enter(&mut recorder, 0, 6);
    let children = 400_001;
    for _ in 0..children {
        enter(&mut recorder, 1, 5);
        recorder.tree_event(&TreeEvent::Leave(Some(0)));
    }
    recorder.tree_event(&TreeEvent::Leave(Some(0)));
    let (branches, _) = recorder.finish();
    assert_eq!(
        branches.iter().map(|branch| (branch.depth, branch.nodes)).collect::<Vec<_>>(),
        [(1, 1), (6, children + 1)]
    );
    assert_eq!(branches[1].folded.nodes, children);
}

#[test]
fn tree_obeys_limits_and_does_not_overwrite_other_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = |arguments: &str| {
        program::run(program(BINARY).args(arguments.split(' ')).current_dir(folder.path()))
    };
    let (code, stdout, _) = run("tree startpos --nodes 2k");
    let nodes = stdout.lines().find_map(|line| line.split_once(" nodes, ")).map(|(nodes, _)| nodes);
    let nodes: u64 = nodes.and_then(|nodes| nodes.parse().ok()).expect("the nodes");
    assert!(code == Some(0) && (2000..2200).contains(&nodes), "{stdout}");
    assert_eq!(run("tree startpos --time 20ms").0, Some(0), "its own page is overwritten");
    std::fs::write(folder.path().join("tree.html"), "<html>mine</html>").expect("written");
    let (code, _, stderr) = run("tree startpos --depth 2");
    assert!(code == Some(2) && stderr.contains("--force overwrites it"), "{stderr}");
    for (option, file) in [("--json", "a.json"), ("--dot", "a.dot")] {
        let command = format!("tree startpos --depth 2 {option} {file}");
        assert_eq!((run(&command).0, run(&command).0), (Some(0), Some(0)), "{file}");
    }
    assert_eq!(run("tree startpos --depth 2 --force").0, Some(0));
    let page = std::fs::read_to_string(folder.path().join("tree.html")).expect("the file exists");
    assert!(!page.contains("mine"));
}

#[test]
fn the_place_where_two_trees_differ_is_printed() {
    let folder = tempfile::tempdir().expect("a folder");
    let compared = |depth: &str, arguments: &[&str]| {
        let mut command = program(BINARY);
        command.args(["tree", "startpos", "--depth", depth, "--force"]).args(arguments);
        let (_, out, err) = program::run(command.current_dir(folder.path()));
        let is_answer = |line: &&str| line.contains("equal") || line.contains("differ");
        out.lines().find(is_answer).unwrap_or_else(|| panic!("{out}{err}")).to_owned()
    };
    assert_eq!(compared("5", &["--compare", "full"]), "the two trees are equal");
    assert_eq!(compared("1", &["--compare", "plain"]), "the two trees differ at the root");
    // The network decides which moves lead to the first difference.
    let off = ["--compare", "full", "--set", "null-move.mode=off"];
    let line = compared("6", &off);
    let moves = line.strip_prefix("first difference after ").expect("a line of moves");
    assert!((1..=6).contains(&moves.split(' ').count()), "{line}");
}

#[test]
fn the_option_rows_limits_the_rows_of_the_data() {
    let folder = tempfile::tempdir().expect("a folder");
    let rows = |more: &[&str]| {
        let mut command = program(BINARY);
        command.args(["tree", "startpos", "--depth", "5", "--json"]).args(more);
        let (_, stdout, stderr) = program::run(command.current_dir(folder.path()));
        let data: Value = serde_json::from_str(&stdout).expect(&stderr);
        data["searches"][0]["rows"].as_array().map(Vec::len)
    };
    assert_eq!(rows(&["--rows", "20"]), Some(20));
    assert!(rows(&[]) > Some(20));
}
